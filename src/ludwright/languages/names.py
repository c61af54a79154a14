"""Where a text declares names and refers to them, for editors: recorded by whatever resolves names.

Nothing is recorded unless somebody listens, and then only inside `recorded`. A front end reports
what it resolves with `declares` and `refers`, also for names that turn out to be unknown.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field

from ..diagnostics import Span

FILE = "file"
"""The kind of a reference to a file; its name is that of the source that was read."""


@dataclass(frozen=True, slots=True)
class Mention:
    """A name at a location: a declaration or a reference. The same name of the same kind denotes
    the same thing if the `scope` is the same, too; it is empty for names of the whole game. `known`
    are the names that could be written there, if they are not those declared of this kind."""

    kind: str
    name: str
    span: Span
    declares: bool = False
    scope: str = ""
    known: tuple[str, ...] = field(default=(), compare=False)

    @property
    def key(self) -> tuple[str, str, str]:
        """What the name denotes."""
        return self.kind, self.scope, self.name


Record = dict[Mention, None]
"""Mentions in the order in which they were made, each once."""

_RECORD: ContextVar[Record | None] = ContextVar("record", default=None)


@contextmanager
def recorded() -> Iterator[Record]:
    """Listen to all names that are resolved inside."""
    found: Record = {}
    token = _RECORD.set(found)
    try:
        yield found
    finally:
        _RECORD.reset(token)


def declares(kind: str, name: str, span: Span | None, scope: str = "") -> None:
    """A name is declared at a location."""
    found = _RECORD.get()
    if found is not None and span is not None and name:
        found[Mention(kind, name, span, True, scope)] = None


def refers(
    kind: str, name: str, span: Span | None, scope: str = "", known: Iterable[str] = ()
) -> None:
    """A name is used at a location. `known` is iterated only if somebody listens."""
    found = _RECORD.get()
    if found is not None and span is not None and name:
        mention = Mention(kind, name, span, False, scope, tuple(known))
        found.setdefault(mention)
