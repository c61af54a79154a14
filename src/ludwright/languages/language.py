"""What a description language is to the other rooms: a name, file endings and entry points."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from functools import cached_property
from importlib import import_module
from typing import Any, Protocol

from ..diagnostics import Report, Source, Span
from ..gamedef import nodes as n
from .cursor import FindCursor
from .files import Files
from .mutations import Mutate, Whole
from .positions import Positions
from .reference import Reference


class FrontEnd(Protocol):
    """Reads, checks and lowers a text; `files` reads the other files it names, if it may name any.
    The order of these steps is up to the language."""

    def __call__(
        self, source: Source, report: Report, files: Files | None = None, /
    ) -> n.GameDef | None:
        """Report what is wrong and return what is left."""


@dataclass(frozen=True)
class Migration:
    """A text in the newest version of its language, and the changes, each with its location."""

    text: str
    changes: tuple[tuple[Span, str], ...] = ()


class Migrate(Protocol):
    """Writes a text in the newest version of its language; `files` as for `FrontEnd`."""

    def __call__(
        self, source: Source, report: Report, files: Files | None = None, /
    ) -> Migration | None:
        """The new text; after an error, None."""


@dataclass(frozen=True)
class Written:
    """A text that describes a game, and the texts of files that belong beside it, by name."""

    text: str
    beside: Mapping[str, str] = field(default_factory=dict)


class Write(Protocol):
    """Writes a game as a text of the language; its file will be called `stem` and an ending."""

    def __call__(self, game: n.GameDef, report: Report, stem: str = "", /) -> Written | None:
        """The text; None if the game has something that the language cannot express."""


class Part(Protocol):
    """Recognises a text that belongs to a game without being one; `files` as for `FrontEnd`."""

    def __call__(self, source: Source, report: Report, files: Files | None = None, /) -> str:
        """What it is, such as `a deck of 52 cards`; an empty text for a game."""


@dataclass(frozen=True)
class Sectioned:
    """A text read section by section: its game, unless it has an error; the sections, where a
    broken one leaves the others as they are; and these as JSON."""

    game: n.GameDef | None
    sections: Any
    as_json: Callable[[], dict[str, Any]]


class ReadSections(Protocol):
    """Reads a text whose sections are of use by themselves; `files` as for `FrontEnd`."""

    def __call__(self, source: Source, report: Report, files: Files | None = None, /) -> Sectioned:
        """The sections, and the game if there is no error."""


@dataclass(frozen=True)
class ScoreFiles:
    """How a language keeps lists of scores in a file: an empty list, what reads a file (None if it
    is broken), adds the score of a game, finds its place (0 if it is too low) and writes a file.
    A list has `games`: the names of games with their best scores as text."""

    empty: Any
    read: Callable[[Source, Report], Any]
    add: Callable[[Any, str, Decimal | int], Any]
    place: Callable[[Any, str, Decimal | int], int]
    text: Callable[[Any], str]


@dataclass(frozen=True)
class Tools:
    """What a language can do. Optional are: a schema for editors (and one for each kind of file if
    there are several), a formatter, a migration to the newest version, a writer, the recognition of
    files that belong to games but are none, files of positions, sections of their own, files of
    scores, games of several files as one, mutations (of such a text), the reference of its
    constructs, and what may stand at a point of a text."""

    game_of: FrontEnd
    schema: Callable[[], str] | None = None
    format: Callable[[Source, Report], str | None] | None = None
    migrate: Migrate | None = None
    write: Write | None = None
    # By the name of the kind of file; `schema` is that of a game.
    schemas: Mapping[str, Callable[[], str]] = field(default_factory=dict)
    part: Part | None = None
    positions: Positions | None = None
    sections: ReadSections | None = None
    scores: ScoreFiles | None = None
    whole: Whole | None = None
    mutations: Mutate | None = None
    reference: Callable[[], Reference] | None = None
    cursor: FindCursor | None = None


@dataclass(frozen=True)
class Language:
    """One description language: facts that are always at hand, and its tools, which are loaded when
    one is asked for: nobody reads four languages at once. One language is the default for texts
    from the standard input, which have no file name that says what they are."""

    name: str  # in commands and files
    title: str  # for people
    suffixes: tuple[str, ...]
    # A text that every file of the language contains, where its endings are those of other files.
    mark: str = ""
    # The endings of files that belong to games but are none: `library_games` must not take a
    # bundled deck for a game.
    parts: tuple[str, ...] = ()
    stdin: bool = False

    @cached_property
    def tools(self) -> Tools:
        """What it can do."""
        tools: Tools = import_module(f".{self.name}.tools", __package__).TOOLS
        return tools
