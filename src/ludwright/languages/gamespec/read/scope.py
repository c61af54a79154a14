"""Scopes: the names bound at a point of the document, and diagnostics about them."""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from dataclasses import dataclass, field

from ....diagnostics import Report
from ...names import declares, refers
from ..codes.values import SHADOWED, UNBOUND
from .tree.values import Name

IN_ACTIONS = ("__actionClass", "__freeOperation")
"""The names that every action binds implicitly."""


BINDING = "binding"


@dataclass(slots=True, eq=False)
class Bindings:
    """A scope: names with descriptions, inside an `outer` scope. If a binding could not be read the
    scope is `incomplete`, and no name counts as unbound. `ended_lines` has the lines in which
    nested scopes bound a name, for help on uses after their end."""

    names: dict[str, str] = field(default_factory=dict)
    outer: Bindings | None = None
    persistent: set[str] = field(default_factory=set)
    ended_lines: dict[str, int] = field(default_factory=dict)
    incomplete: bool = False

    def inner(self, *names: str) -> Bindings:
        """A nested scope, with names that the language itself binds there."""
        return Bindings(dict.fromkeys(names, "bound implicitly"), self)

    def description(self, name: str) -> str | None:
        """The description of a name, None if it is unbound."""
        scope: Bindings | None = self
        while scope:
            if name in scope.names:
                return scope.names[name]
            scope = scope.outer
        return None

    def visible(self) -> list[str]:
        """All bound names, the innermost first."""
        outer = self.outer.visible() if self.outer else []
        return list(dict.fromkeys([*reversed(self.names), *outer]))

    def _bare(self) -> Iterator[str]:
        yield from (name.removeprefix("$") for name in self.visible())

    def bind(self, report: Report, name: Name, what: str, persists: bool = False) -> None:
        """Bind a name. One that `persists` stays bound in what follows, and may be bound again."""
        declares(BINDING, name.text.removeprefix("$"), name.at.span)
        # Choosing `$x` twice in a row overwrites it; a nested `$x` is probably unintended.
        rebound = persists and name.text in self.persistent
        shadowed = self.description(name.text)
        if shadowed is not None and not rebound:
            message = f"'{name.text}' shadows another '{name.text}' ({shadowed})"
            help = "rename one of them"
            report.warning(SHADOWED, name.at.span, message, help, name.at.path)
        self.names[name.text] = what
        if persists:
            self.persistent.add(name.text)
        # Remembered in all enclosing scopes, since the misplaced use may be in any of them.
        enclosing = self.outer
        while enclosing:
            enclosing.ended_lines.setdefault(name.text, name.at.span.line)
            enclosing = enclosing.outer

    def bind_param(self, report: Report, name: Name, what: str = "a param of the action") -> None:
        """Bind a param, which may be used with or without its `$`."""
        self.bind(report, name, what)
        bare = name.text.removeprefix("$")
        self.names |= {bare: what, f"${bare}": what}

    def merge(self, inner: Bindings) -> None:
        """Take over the names bound in a branch of an `if`: they persist after it."""
        self.incomplete |= inner.incomplete
        for name, what in inner.names.items():
            if self.description(name) is None:
                self.names[name] = what
                self.persistent.add(name)

    def require(self, report: Report, name: Name) -> bool:
        """Whether a name is bound; an unbound one is reported."""
        refers(BINDING, name.text.removeprefix("$"), name.at.span, known=self._bare())
        if self.description(name.text) is not None or self._is_incomplete():
            return True
        near = ", ".join(f"'{n}'" for n in nearest(name.text, self.visible()))
        help = f"bound here: {near}" if near else "nothing is bound here"
        if line := self._ended_line(name.text):
            help = f"it is bound in line {line}, in a scope that ends before this point"
        report.error(UNBOUND, name.at.span, f"unbound name '{name.text}'", help, name.at.path)
        return False

    def _ended_line(self, name: str) -> int:
        return self.ended_lines.get(name) or (self.outer._ended_line(name) if self.outer else 0)

    def _is_incomplete(self) -> bool:
        return self.incomplete or (self.outer is not None and self.outer._is_incomplete())


def nearest(name: str, known: list[str], most: int = 5) -> list[str]:
    """The most similar names, the most similar first."""
    return sorted(known, key=lambda k: -difflib.SequenceMatcher(None, name, k).ratio())[:most]
