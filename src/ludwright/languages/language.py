"""What a description language is to the rest of the house: a name, file endings, a way in."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from ..diagnostics import Report, Source, Span
from ..gamedef import nodes as n
from .files import Files
from .positions import Positions


class Lower(Protocol):
    """Makes a game of a text; `files` reads the other files it names, if it may name any."""

    def __call__(
        self, source: Source, report: Report, files: Files | None = None, /
    ) -> n.GameDef | None:
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


@dataclass(frozen=True)
class Written:
    """A text that describes a game, and the texts of files that belong beside it, by name."""

    text: str
    beside: Mapping[str, str] = field(default_factory=dict)


class Write(Protocol):
    """Writes a game as a text of the language; its file will be called `stem` and an ending."""

    def __call__(self, game: n.GameDef, report: Report, stem: str = "", /) -> Written | None:
        """Report what the language can't say, and then return nothing."""


class Part(Protocol):
    """Looks at a text that may belong to a game without being one; `files` as for `Lower`."""

    def __call__(self, source: Source, report: Report, files: Files | None = None, /) -> str:
        """Report what is wrong and say what it is: `a deck of 52 cards`; nothing for a game."""


@dataclass(frozen=True)
class Language:
    """One description language. Where there is one: a schema for editors (and one for each kind of
    its files, if there are several kinds), a layout for its files, a way to its newest version, a
    way from a game to a text, files that belong to games but are none, with the endings that they
    have in the library, and files of positions."""

    name: str
    suffixes: tuple[str, ...]
    lower: Lower
    schema: Callable[[], str] | None = None
    format: Callable[[Source, Report], str | None] | None = None
    migrate: Migrate | None = None
    write: Write | None = None
    schemas: Mapping[str, Callable[[], str]] = field(default_factory=dict)
    part: Part | None = None
    parts: tuple[str, ...] = ()
    positions: Positions | None = None
