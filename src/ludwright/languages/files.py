"""Files that a description refers to: confined to one folder, read once, kept for diagnostics."""

from __future__ import annotations

import os
import posixpath
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path, PureWindowsPath

from ..diagnostics import Code, Report, Source, Span, declare, did_you_mean
from ..disk import TooLarge, read_whole
from .names import FILE, refers

LARGEST_FILE = 1_000_000  # bytes, for all files of a game together
MOST_FILES = 64
CHAIN_LIMIT = 16  # depth of files that refer to files
HIGHEST = 4  # parent folders to search, if no root is given

NOT_READABLE = declare("LW102", "unreadable file", "The file exists but could not be read.")
NOT_TEXT = declare("LW103", "not a text", "Game descriptions are UTF-8 texts without NUL bytes.")
TOO_LARGE = declare(
    "LW104",
    "file too large",
    "A game description, including all files that it refers to, has at most 1,000,000 bytes.",
)
NO_FILE = declare(
    "LW111",
    "no such file",
    "A description refers to a file that does not exist. Paths are relative to the file that "
    "contains them.",
)
OUTSIDE = declare(
    "LW112",
    "file outside the folder",
    """A description may refer only to files in its own folder or below it, so that a downloaded
    game cannot read other files of yours. Symbolic links are resolved before this check. To allow
    a wider folder, pass it as `root` when loading the game.""",
)
ADDRESS = declare(
    "LW113",
    "URL instead of a path",
    """Files are never fetched from the network. Save the file next to yours and refer to it by its
    path. Components that come with a language have URLs of their own, listed in its guide.""",
)
NO_FOLDER = declare(
    "LW114",
    "no folder to search",
    "The description was loaded from a string, not from a file, so paths in it lead nowhere.",
)
TOO_MANY = declare("LW115", "too many files", "A game consists of at most 64 files.")
FILE_CYCLE = declare(
    "LW116",
    "cyclic file references",
    "A file includes or inherits from itself, directly or through other files.",
)
FILE_CHAIN = declare(
    "LW117",
    "file references nested too deeply",
    "Files that refer to other files may be nested at most 16 deep.",
)

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+:")


@dataclass(frozen=True, slots=True)
class Shelf:
    """A folder that files may be read from, and the prefix of their names in diagnostics."""

    root: Path
    folder: Path
    prefix: str

    def shown(self, path: Path) -> str:
        """The name of a file in diagnostics."""
        name = self.prefix + Path(os.path.relpath(path, self.folder)).as_posix()
        # Only names with `..` are normalised: `./game.cgml` is shown as the user wrote it.
        return posixpath.normpath(name) if "/../" in f"/{name}" else name


@dataclass(frozen=True, slots=True)
class Desk:
    """Where texts come from besides the disk: those that are being edited, by resolved path, which
    count instead of what is on the disk; and the folder that no search for a file may leave."""

    texts: Mapping[Path, str] = field(default_factory=dict)
    within: Path | None = None

    def has(self, path: Path) -> bool:
        """Whether there is a file that can be read."""
        return path in self.texts or path.is_file()


EMPTY_DESK = Desk()


class Files:
    """Reads the files that a description refers to, and keeps their texts for diagnostics."""

    def __init__(
        self,
        main: Source,
        path: Path | None = None,
        root: Path | None = None,
        desk: Desk = EMPTY_DESK,
    ) -> None:
        self.sources: list[Source] = []
        self.paths: dict[str, Path] = {}  # by the name of a source
        self._desk = desk
        self._known: dict[Path, Source] = {}
        self._homes: dict[str, tuple[Shelf, Path]] = {}
        # A lone surrogate cannot be encoded; the reader reports it, so the size need not be exact.
        self._left = LARGEST_FILE - len(main.text.encode(errors="replace"))
        self._wide = root is not None
        if path is not None:
            folder = path.parent.resolve()
            start = posixpath.dirname(Path(main.name).as_posix())
            shelf = Shelf((root or folder).resolve(), folder, f"{start.rstrip('/')}/" * bool(start))
            # The main file counts as read, so that a file that includes it back closes a cycle.
            self._known[path.resolve()] = main
            self.paths[main.name] = path.resolve()
            self._homes[main.name] = (shelf, folder)

    def folder_of(self, file: str) -> str:
        """The name of the folder of a file that was read; empty for one that is not a file."""
        home = self._homes.get(file)
        return home[1].name if home else ""

    def read(
        self,
        name: str,
        at: Span,
        report: Report,
        bundled: Shelf | None = None,
        climbing: bool = False,
    ) -> Source | None:
        """Read the file that a name at a location refers to; None if that fails.

        Names with the prefix of the bundled shelf are looked up there. With `climbing`, the
        parent folders are searched as well, up to the root; without a given root, the nearest
        folder from which the name leads to a file becomes the root."""
        home = self._homes.get(at.file)
        if bundled is not None and name.startswith(bundled.prefix):
            home, name = (bundled, bundled.folder), name.removeprefix(bundled.prefix)
        # Two characters before the colon at least, so that `C:\game.cgml` is an (absolute) path.
        if _SCHEME.match(name):
            message = f"'{name}' is a URL; nothing is fetched from the network"
            report.error(ADDRESS, at, message, "save the file and refer to it by its path")
        elif home is None:
            message = f"cannot look up '{name}': the description was not loaded from a file"
            report.error(NO_FOLDER, at, message, "save the description to a file and load that")
        elif climbing:
            # Rule files written on Windows refer to others with backslashes.
            name = name.replace("\\", "/")
            return self._found(name, *self._above(name, *home), at, report)
        else:
            return self._found(name, *home, at, report)
        return None

    def _above(self, name: str, shelf: Shelf, folder: Path) -> tuple[Shelf, Path]:
        """The nearest folder, from this one upwards, in which a name leads to a file."""
        for each in [folder, *folder.parents][: None if self._wide else HIGHEST + 1]:
            # Without a given root, names may not lead out of the folder in which they are found.
            root = shelf.root if self._wide else each
            if not each.is_relative_to(root) or (each == each.parent != folder):
                break
            if self._desk.within is not None and not each.is_relative_to(self._desk.within):
                break
            try:
                path = (each / name).resolve()
                if path.is_relative_to(root) and self._desk.has(path):
                    return replace(shelf, root=root), each
            except (OSError, ValueError, RuntimeError):
                break
        return shelf, folder

    def _found(
        self, name: str, shelf: Shelf, folder: Path, at: Span, report: Report
    ) -> Source | None:
        # Resolve links first, then compare: a link must not lead out of the root.
        try:
            path = (folder / name).resolve()
            inside = path.is_relative_to(shelf.root)
            is_file = inside and self._desk.has(path)
            exists = inside and (is_file or path.exists())
        except (OSError, ValueError, RuntimeError):  # an impossible name, or cyclic links
            report.error(NO_FILE, at, f"no such file '{name}'")
            return None
        refers(
            FILE, shelf.shown(path) if inside else name, at, known=_listed(shelf, folder, inside)
        )
        # Drive letters are rejected on every system: a game works on all of them or on none.
        if name.startswith("/") or PureWindowsPath(name).anchor or not inside:
            message = f"'{name}' is outside the folder that files may be read from"
            report.error(OUTSIDE, at, message)
        elif not exists:
            report.error(NO_FILE, at, f"no such file '{name}'", _closest(name, path))
        elif not is_file:
            report.error(NOT_READABLE, at, f"'{name}' is not a file")
        # By resolved path: two spellings of a name are one file, read once and counted once.
        elif path in self._known:
            return self._known[path]
        else:
            return self._opened(name, path, shelf, at, report)
        return None

    def _text(self, path: Path, name: str) -> str | Problem:
        text = self._desk.texts.get(path)
        if text is None:
            return read_text(path, name, self._left)
        if len(text.encode(errors="replace")) > self._left:
            return _too_large(name, self._left)
        return text if "\0" not in text else _with_nul(name)

    def _opened(
        self, name: str, path: Path, shelf: Shelf, at: Span, report: Report
    ) -> Source | None:
        if len(self._known) >= MOST_FILES:
            report.error(TOO_MANY, at, f"the game consists of more than {MOST_FILES} files")
            return None
        text = self._text(path, name)
        if isinstance(text, Problem):
            report.error(text.code, at, text.message)
            return None
        self._left -= len(text.encode())
        source = Source(shelf.shown(path), text)
        self._known[path] = source
        self._homes[source.name] = (shelf, path.parent)
        self.paths[source.name] = path
        self.sources.append(source)
        return source


MOST_LISTED = 200


def _listed(shelf: Shelf, folder: Path, inside: bool) -> Iterator[str]:
    """The files of a folder as a description names them, for editors."""
    if inside and folder.is_relative_to(shelf.root) and folder.is_dir():
        found = (each for each in folder.iterdir() if each.is_file())
        start = shelf.prefix if folder == shelf.root and "://" in shelf.prefix else ""
        yield from sorted(start + each.name for each in islice(found, MOST_LISTED))


def _closest(name: str, path: Path) -> str:
    """A suggestion among the files of the folder in which one was not found."""
    start, _, _ = name.rpartition("/")
    folder = path.parent
    names = sorted(p.name for p in folder.iterdir()) if folder.is_dir() else []
    return did_you_mean(name, [f"{start}/{each}" if start else each for each in names])


@dataclass(frozen=True, slots=True)
class Problem:
    """The reason why a file could not be read as text."""

    code: Code
    message: str


def read_text(path: Path, shown: str, most: int = LARGEST_FILE) -> str | Problem:
    """The text of a file of at most `most` bytes, or why it cannot be read."""
    try:
        data = read_whole(path, most)
    except TooLarge:
        return _too_large(shown, most)
    except OSError as error:
        return Problem(NOT_READABLE, f"cannot read '{shown}': {error.strerror}")
    try:
        # Editors on Windows write a byte order mark, which is not part of the text.
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        return Problem(NOT_TEXT, f"'{shown}' is not UTF-8 text (line {line})")
    return text if "\0" not in text else _with_nul(shown)


def _too_large(shown: str, most: int) -> Problem:
    together = "" if most == LARGEST_FILE else ", together with the files read before it,"
    return Problem(TOO_LARGE, f"'{shown}'{together} is larger than {LARGEST_FILE:,} bytes")


def _with_nul(shown: str) -> Problem:
    return Problem(NOT_TEXT, f"'{shown}' contains NUL characters")
