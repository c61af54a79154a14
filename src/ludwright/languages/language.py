"""What a description language is to the rest of the house: a name, file endings, a way in."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from ..diagnostics import Report, Source, Span
from ..gamedef.nodes import GameDef
from .files import Files


class Lower(Protocol):
    """Makes a game of a text; `files` reads the other files it names, if it may name any."""

    def __call__(
        self, source: Source, report: Report, files: Files | None = None, /
    ) -> GameDef | None:
        """Report what is wrong and return what is left."""


@dataclass(frozen=True)
class Migration:
    """A text in the newest version of its language, and the changes, each with its place."""

    text: str
    changes: tuple[tuple[Span, str], ...] = ()


class Migrate(Protocol):
    """Writes a text in the newest version of its language; `files` as for `Lower`."""

    def __call__(
        self, source: Source, report: Report, files: Files | None = None, /
    ) -> Migration | None:
        """Report what can't be done, and then return nothing."""


class Write(Protocol):
    """Writes a game as a text of the language."""

    def __call__(self, game: GameDef, report: Report, /) -> str | None:
        """Report what the language can't say, and then return nothing."""


@dataclass(frozen=True)
class Language:
    """One description language. Where there is one: a JSON Schema for editors, a layout for its
    files, a way to its newest version, a way from a game to a text."""

    name: str
    suffixes: tuple[str, ...]
    lower: Lower
    schema: Callable[[], str] | None = None
    format: Callable[[Source, Report], str | None] | None = None
    migrate: Migrate | None = None
    write: Write | None = None
