"""Which names are bound at some place of a document."""

from __future__ import annotations

import difflib
from dataclasses import dataclass, field

from ....diagnostics import Report
from ..codes.values import SHADOWED, UNBOUND
from .tree.values import Name

IN_ACTIONS = ("__actionClass", "__freeOperation")
"""What is bound in every action without being declared."""


@dataclass(slots=True, eq=False)
class Bindings:
    """Names, each with what it is for, inside of an outer scope. Where a name could not be read the
    scope is `loose`: then no name is said to be missing. `ended` are the lines in which names were
    bound that held further inside only."""

    names: dict[str, str] = field(default_factory=dict)
    outer: Bindings | None = None
    staying: set[str] = field(default_factory=set)
    ended: dict[str, int] = field(default_factory=dict)
    loose: bool = False

    def inner(self, *names: str) -> Bindings:
        """A scope inside of this one, with names that the language itself binds there."""
        return Bindings(dict.fromkeys(names, "what this place is about"), self)

    def what(self, name: str) -> str | None:
        """What a name is for, if it is bound."""
        scope: Bindings | None = self
        while scope:
            if name in scope.names:
                return scope.names[name]
            scope = scope.outer
        return None

    def visible(self) -> list[str]:
        """All names, the innermost first."""
        outer = self.outer.visible() if self.outer else []
        return list(dict.fromkeys([*reversed(self.names), *outer]))

    def bind(self, report: Report, name: Name, what: str, stays: bool = False) -> None:
        """Bind a name. One that `stays` is known to all that follows, and may be bound again."""
        again = stays and name.text in self.staying
        hidden = self.what(name.text)
        if hidden is not None and not again:
            message = f"'{name.text}' hides another '{name.text}' ({hidden})"
            help = "give one of them another name"
            report.warning(SHADOWED, name.at.span, message, help, name.at.path)
        self.names[name.text] = what
        if stays:
            self.staying.add(name.text)
        around = self.outer
        while around:
            around.ended.setdefault(name.text, name.at.span.line)
            around = around.outer

    def param(self, report: Report, name: Name, what: str = "a param of the action") -> None:
        """Bind a param, which may be written with or without its `$`."""
        self.bind(report, name, what)
        bare = name.text.removeprefix("$")
        self.names |= {bare: what, f"${bare}": what}

    def keep(self, inner: Bindings) -> None:
        """Go on with the names of a branch, all of which stay, when it is left."""
        self.loose |= inner.loose
        for name, what in inner.names.items():
            if self.what(name) is None:
                self.names[name] = what
                self.staying.add(name)

    def uses(self, report: Report, name: Name) -> bool:
        """Whether a name is bound; it is reported if not."""
        if self.what(name.text) is not None or self._anything():
            return True
        near = ", ".join(f"'{n}'" for n in nearest(name.text, self.visible()))
        help = f"bound here: {near}" if near else "nothing is bound here"
        if line := self._ended(name.text):
            help = f"it is bound in line {line}, inside of a block that ends before this"
        report.error(UNBOUND, name.at.span, f"'{name.text}' is not bound here", help, name.at.path)
        return False

    def _ended(self, name: str) -> int:
        return self.ended.get(name) or (self.outer._ended(name) if self.outer else 0)

    def _anything(self) -> bool:
        return self.loose or (self.outer is not None and self.outer._anything())


def nearest(name: str, known: list[str], most: int = 5) -> list[str]:
    """The names that are most like a name, the likest first."""
    return sorted(known, key=lambda k: -difflib.SequenceMatcher(None, name, k).ratio())[:most]
