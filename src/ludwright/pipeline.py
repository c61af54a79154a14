"""The pipeline: a name or a file -> text -> GameDef and diagnostics -> Program. Read this first.

file --languages--> GameDef --verify, checks--> diagnostics, or clean --compiler--> Program
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from pathlib import Path
from types import MappingProxyType
from typing import Any

from .checks import run_checks
from .compiler.compile import compile_game
from .diagnostics import Code, Diagnostic, Report, Source, declare, did_you_mean
from .gamedef import nodes as n
from .gamedef.verify import verify
from .languages import LANGUAGES
from .languages.files import (
    EMPTY_DESK,
    HIGHEST,
    LARGEST_FILE,
    NOT_TEXT,
    TOO_LARGE,
    Desk,
    Files,
    Problem,
    read_text,
)
from .languages.files import NOT_READABLE as NOT_READABLE
from .languages.language import Language, Sectioned
from .machine.program import Program

LIBRARY = Path(__file__).parent / "library"

NO_GAME = declare("LW101", "no such game", "The name is neither a library game nor a file.")
NO_LANGUAGE = declare(
    "LW105", "unknown language", "The language is chosen by the suffix of the file name."
)
EMPTY = declare("LW106", "empty file", "The file contains no text to read a game from.")
NO_OPTION = declare("LW107", "unknown option", "The game declares no option of this name.")
BAD_VALUE = declare("LW108", "invalid option value", "The option does not allow this value.")
BAD_PLAYERS = declare(
    "LW109", "wrong number of players", "Fewer or more players than the game is for."
)
ONLY_PART = declare(
    "LW110",
    "not a game",
    """The file is part of a game (a deck, a layout, a saved position ...), not a game itself.
    `ludwright check` checks it; to play, name the file with the rules.""",
)


@dataclass(frozen=True)
class Loaded:
    """A loaded text: the game, if it is one, and all diagnostics."""

    name: str
    game: n.GameDef | None
    diagnostics: tuple[Diagnostic, ...]
    sources: tuple[Source, ...]
    language: str = ""
    path: Path | None = None  # of the file it was read from
    part: str = ""  # what it is, if it is only part of a game: `a deck of 52 cards`
    # The files that were read, by the names of their sources.
    paths: Mapping[str, Path] = field(default_factory=dict, repr=False, compare=False)
    # Excluded from comparison: a cache does not change what was loaded.
    programs: dict[tuple[object, ...], Program] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )
    """Compiled programs, by players, options and whether chance is explicit."""

    @cached_property
    def digest(self) -> str:
        """A hash of all its sources, independent of their paths and line endings."""
        # The order in which other files were read is an accident; the main file is not.
        main, *others = (_text_digest(source) for source in self.sources or (Source("", ""),))
        return _digest(self.language, main, *sorted(others))

    @property
    def failed(self) -> bool:
        """Whether there is an error."""
        return self.game is None or any(d.severity == "error" for d in self.diagnostics)

    def named_from(self, folder: Path) -> str:
        """The path of its file for a file in a folder: relative to the library, to that folder, or
        to one of its parents; else the file name alone, or "" without a file."""
        if self.path is None:
            return ""
        path, library = self.path.resolve(), LIBRARY.resolve()
        # Library paths are portable: they do not depend on where the package is installed.
        if path.is_relative_to(library):
            return path.relative_to(library.parent).as_posix()
        # When the file is read, its own folder and this many parents are searched.
        for home in (folder, *folder.parents[:HIGHEST]):
            if path.is_relative_to(home) and home != home.parent:
                return path.relative_to(home).as_posix()
        return path.name


def _text_digest(source: Source) -> str:
    return _digest(source.text.replace("\r\n", "\n").replace("\r", "\n"))


def _digest(*texts: str) -> str:
    data = "\0".join(texts).encode(errors="surrogatepass")
    return hashlib.sha256(data).hexdigest()[:32]


def library_games() -> Mapping[str, Path]:
    """The library games by name, each with its file."""
    return _games_in(LIBRARY)


@cache
def _games_in(library: Path) -> Mapping[str, Path]:
    files: dict[str, Path] = {}
    for folder in sorted(p for p in library.iterdir() if p.is_dir()):
        for file in sorted(folder.iterdir()):
            language = language_of(file.name)
            # Decks, layouts and other parts of games are in the same folders.
            if language and not file.name.lower().endswith(language.parts):
                # The bare name stands for the first file in alphabetical order; `name:language` for
                # any.
                files.setdefault(folder.name, file)
                files[f"{folder.name}:{language.name}"] = file
    return MappingProxyType(files)


def language_of(file_name: str) -> Language | None:
    """The language of a file, by the suffix of its name."""
    ending = Path(file_name).suffix.lower()
    return next((each for each in LANGUAGES if ending in each.suffixes), None)


def _only_part(source: Source, part: str) -> Diagnostic:
    message = f"this is {part}, not a game"
    return Diagnostic(ONLY_PART.code, message, source.start, help="name the file with the rules")


def _failed(name: str, code: Code, message: str, help: str = "", in_file: bool = True) -> Loaded:
    span = Source(name, "").start if in_file else None
    return Loaded(name, None, (Diagnostic(code.code, message, span, help=help),), ())


def load(name: str | Path, root: str | Path | None = None, *, checked: bool = True) -> Loaded:
    """Load a game by library name or path. Files it names must be below the root, by default the
    folder of its file. Unless `checked`, it is good for inspection only."""
    games = library_games()
    if root is None and str(name) in games:
        short = str(name).partition(":")[0]
        # Both names of a game's first file are the same game, whose programs are shared.
        same = games[short] == games[str(name)]
        return _library_game(short if same else str(name), LIBRARY, checked)
    return _load(str(name), root, checked)


@cache
def _library_game(name: str, library: Path, checked: bool) -> Loaded:
    """A library game: the library does not change, so each is read once."""
    if checked:
        return with_checks(_library_game(name, library, False))
    return _load(name, library, checked)


def _load(name: str, root: str | Path | None, checked: bool) -> Loaded:
    games = library_games()
    path = games.get(name) or Path(name)
    file_name = path.name if name in games else name
    try:
        exists, is_file = path.exists(), path.is_file()
    except (OSError, ValueError):  # a name that no file can have
        exists = is_file = False
    if not exists:
        names = [game for game in games if ":" not in game]
        hint = did_you_mean(name, names) or "'ludwright games' lists the library"
        message = f"no game or file '{name}'"
        return _failed(file_name, NO_GAME, message, hint, in_file=False)
    if not is_file:
        return _failed(file_name, NOT_READABLE, f"'{file_name}' is not a file")
    language = language_of(path.name)
    if language is None:
        endings = ", ".join(s for each in LANGUAGES for s in each.suffixes)
        return _failed(
            file_name, NO_LANGUAGE, f"unknown file type: '{path.name}'", f"known: {endings}"
        )
    text = read_text(path, file_name)
    if isinstance(text, Problem):
        return _failed(file_name, text.code, text.message)
    game_name = name.partition(":")[0] if name in games else path.stem
    # Without a root, `Files` uses the folder of the game.
    folder = None if root is None else Path(root)
    return loads(text, language.name, file_name, game_name, path, folder, checked=checked)


def loads(
    text: str,
    language: str,
    file: str = "<text>",
    name: str = "",
    path: Path | None = None,
    root: Path | None = None,
    *,
    checked: bool = True,
    desk: Desk = EMPTY_DESK,
) -> Loaded:
    """Load a game from a text; it can name other files only if it has a path."""
    source = Source(file, text)
    front_end = next((each for each in LANGUAGES if each.name == language), None)
    if front_end is None:
        hint = did_you_mean(language, [each.name for each in LANGUAGES])
        return _failed(file, NO_LANGUAGE, f"unknown language '{language}'", hint)
    # Reported here once: the parsers of XML and YAML each reject it in their own words.
    if "\0" in text:
        return _failed(file, NOT_TEXT, f"'{file}' contains NUL characters")
    if len(text.encode(errors="replace")) > LARGEST_FILE:
        return _failed(file, TOO_LARGE, f"'{file}' is larger than {LARGEST_FILE:,} bytes")
    if not text.strip():
        return _failed(file, EMPTY, f"'{file}' is empty")
    report, files = Report(), Files(source, path, root, desk)
    # A deck or layout is checked by its own reader; there is no game to lower.
    part = front_end.tools.part(source, report, files) if front_end.tools.part else ""
    if part:
        diagnostics = (*report.sorted(), _only_part(source, part))
        sources = (source, *files.sources)
        return Loaded(
            name or file, None, diagnostics, sources, language, part=part, paths=files.paths
        )
    game = front_end.tools.game_of(source, report, files)
    # After lowering: only then has every file been read.
    sources, found = (source, *files.sources), tuple(report.sorted())
    loaded = Loaded(name or file, game, found, sources, language, path, paths=files.paths)
    return with_checks(loaded) if checked else loaded


def with_checks(loaded: Loaded) -> Loaded:
    """A text that was loaded unchecked, with the diagnostics of all checks."""
    report = Report([*loaded.diagnostics])
    if loaded.game is not None and not report.failed:
        report.items.extend(verify(loaded.game))
    if loaded.game is not None and not report.failed:
        run_checks(loaded.game, report)
    return replace(loaded, diagnostics=tuple(report.sorted()))


@dataclass(frozen=True)
class LoadedSections:
    """A text read section by section: the game if there is no error, the sections that have none,
    and all diagnostics."""

    game: n.GameDef | None
    sections: Any
    diagnostics: tuple[Diagnostic, ...]
    sources: tuple[Source, ...]
    read: Sectioned

    def as_json(self) -> dict[str, Any]:
        """The sections as data that other programs exchange."""
        return self.read.as_json()


def load_sections(text: str, file: str = "<text>", language: str = "") -> LoadedSections:
    """Read a text of a language that has sections of their own (by default the first that has), so
    that a broken section leaves the others as they are. Only `load` runs the checks."""
    source, report = Source(file, text), Report()
    readers = {each.name: each.tools.sections for each in LANGUAGES if each.tools.sections}
    read_sections = readers[language] if language else next(iter(readers.values()))
    read = read_sections(source, report)
    if read.game is not None and not report.failed:
        report.items.extend(verify(read.game))
    game = None if report.failed else read.game
    return LoadedSections(game, read.sections, tuple(report.sorted()), (source,), read)


def option_values(
    game: n.GameDef, given: Mapping[str, object], report: Report
) -> dict[str, n.Expr]:
    """The option values set by a caller, as constants; invalid ones are reported."""
    options = {o.name: o for o in game.options}
    values: dict[str, n.Expr] = {}
    for name, value in given.items():
        if name not in options:
            hint = did_you_mean(name, options) or f"options: {', '.join(options) or 'none'}"
            report.error(NO_OPTION, None, f"'{game.name}' has no option '{name}'", hint)
            continue
        option = options[name]
        constant = _constant(option.default, value, game)
        if constant is None or (option.allowed and constant not in option.allowed):
            allowed = ", ".join(_text(a) for a in option.allowed) or "any of its kind"
            report.error(
                BAD_VALUE,
                None,
                f"invalid value {value!r} for option '{name}'",
                f"allowed: {allowed}",
            )
        else:
            values[name] = constant
    return values


def _text(expr: n.Expr) -> str:
    value = expr.value  # type: ignore[attr-defined]
    return str(value).lower() if isinstance(value, bool) else str(value)


def _constant(like: n.Expr, value: object, game: n.GameDef) -> n.Expr | None:
    """A caller's value, possibly as text, as a constant of the same type."""
    text = str(value).strip()
    if isinstance(like, n.Number) and re.fullmatch("-?[0-9]{1,10}", text):
        # Ten digits still include numbers beyond 32 bits.
        number = int(text)
        return n.Number(value=number) if -(2**31) <= number < 2**31 else None
    if isinstance(like, n.Truth) and text.lower() in ("true", "false", "yes", "no"):
        return n.Truth(value=text.lower() in ("true", "yes"))
    if isinstance(like, n.Symbol):
        enum = next(e for e in game.enums if e.name == like.enum)
        return n.Symbol(enum=like.enum, value=text) if text in enum.values else None
    return None


def compile_for(
    game: n.GameDef,
    players: int | None,
    options: Mapping[str, object],
    report: Report,
    chance: bool = False,
) -> Program | None:
    """Compile a game for a number of players (by default the least) and options; invalid ones are
    reported."""
    values = option_values(game, options, report)
    seats = game.least_players if players is None else players
    if not game.least_players <= seats <= game.most_players:
        least, most = game.least_players, game.most_players
        wanted = str(least) if least == most else f"{least} to {most}"
        report.error(BAD_PLAYERS, None, f"'{game.name}' is for {wanted} players, not {seats}")
    return None if report.failed else compile_game(game, seats, values, chance)
