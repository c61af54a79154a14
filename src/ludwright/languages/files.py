"""The other files that a description names: found below one folder, read once, kept for quoting."""

from __future__ import annotations

import os
import posixpath
import re
from dataclasses import dataclass, replace
from pathlib import Path, PureWindowsPath

from ..diagnostics import Code, Report, Source, Span, declare, did_you_mean
from ..disk import TooLarge, read_whole

LARGEST_FILE = 1_000_000  # bytes, of all files of a game together
MOST_FILES = 64
CHAIN_LIMIT = 16  # files of which each names the next
HIGHEST = 4  # folders above that of a file in which others are looked for, if no root is given

NOT_READABLE = declare("LW102", "unreadable file", "The file exists but could not be read.")
NOT_TEXT = declare("LW103", "not a text", "Game descriptions are UTF-8 texts without NUL bytes.")
TOO_LARGE = declare(
    "LW104",
    "file too large",
    "Game descriptions are at most 1,000,000 bytes, with all the files they are made of.",
)
NO_FILE = declare(
    "LW111",
    "no such file",
    "A description names another file, and there is none. Names are relative to the file they "
    "stand in.",
)
OUTSIDE = declare(
    "LW112",
    "a file outside of the folder",
    """A description may only name files in its own folder and below, so that a foreign file can't
    read yours. Links are followed before this is tested. A wider folder can be given when the game
    is loaded: `root`.""",
)
ADDRESS = declare(
    "LW113",
    "an address",
    """Nothing is ever fetched from the network or through an address. Save the file beside your
    own and name it by its path; components that come with a language have addresses of their own,
    named in its guide.""",
)
NO_FOLDER = declare(
    "LW114",
    "a text without a folder",
    "The description was given as a text, not as a file, so no other file can be found from it.",
)
TOO_MANY = declare("LW115", "too many files", "A game is made of at most 64 files.")
FILE_CIRCLE = declare(
    "LW116",
    "files that need each other",
    "A file includes or inherits itself, through other files or directly, so it would never end.",
)
FILE_CHAIN = declare(
    "LW117",
    "files too deep in files",
    "A file may name another, and that one more, but only 16 levels deep.",
)

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+:")


@dataclass(frozen=True, slots=True)
class Shelf:
    """A folder that files may be read from, and how the names of its files begin when shown."""

    root: Path
    folder: Path
    prefix: str

    def shown(self, path: Path) -> str:
        """How a file is called in messages."""
        name = self.prefix + Path(os.path.relpath(path, self.folder)).as_posix()
        return posixpath.normpath(name) if "/../" in f"/{name}" else name


class Files:
    """Reads the files that a description names, and keeps their texts for messages."""

    def __init__(self, main: Source, path: Path | None = None, root: Path | None = None) -> None:
        self.sources: list[Source] = []
        self._known: dict[Path, Source] = {}
        self._homes: dict[str, tuple[Shelf, Path]] = {}
        self._left = LARGEST_FILE - len(main.text.encode(errors="replace"))
        self._wide = root is not None
        if path is not None:
            folder = path.parent.resolve()
            start = posixpath.dirname(Path(main.name).as_posix())
            shelf = Shelf((root or folder).resolve(), folder, f"{start.rstrip('/')}/" * bool(start))
            self._known[path.resolve()] = main
            self._homes[main.name] = (shelf, folder)

    def folder_of(self, file: str) -> str:
        """The name of the folder that a file which was read lies in; nothing for a text alone."""
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
        """The file of a name that is written somewhere; nothing if it can't be read.

        Names that begin like those of the files on the bundled shelf are looked for there.
        `climbing` looks in the folders above that of the file, too, up to the root; if none was
        given, the nearest one with such a file in it, or below, is taken for the root."""
        home = self._homes.get(at.file)
        if bundled is not None and name.startswith(bundled.prefix):
            home, name = (bundled, bundled.folder), name.removeprefix(bundled.prefix)
        if _SCHEME.match(name):
            report.error(
                ADDRESS, at, f"'{name}' is an address, and nothing is fetched from the network"
            )
        elif home is None:
            message = f"'{name}' can't be found: the text that names it is not in a folder"
            report.error(NO_FOLDER, at, message, "save the text to a file and load that")
        elif climbing:
            name = name.replace("\\", "/")
            return self._found(name, *self._above(name, *home), at, report)
        else:
            return self._found(name, *home, at, report)
        return None

    def _above(self, name: str, shelf: Shelf, folder: Path) -> tuple[Shelf, Path]:
        """Where a name is that of a file: in the folder or above it; else the folder itself."""
        for each in [folder, *folder.parents][: None if self._wide else HIGHEST + 1]:
            root = shelf.root if self._wide else each
            if not each.is_relative_to(root) or (each == each.parent != folder):
                break
            try:
                path = (each / name).resolve()
                if path.is_relative_to(root) and path.is_file():
                    return replace(shelf, root=root), each
            except (OSError, ValueError, RuntimeError):
                break
        return shelf, folder

    def _found(
        self, name: str, shelf: Shelf, folder: Path, at: Span, report: Report
    ) -> Source | None:
        try:
            path = (folder / name).resolve()
            inside = path.is_relative_to(shelf.root)
            exists, is_file = inside and path.exists(), inside and path.is_file()
        except (OSError, ValueError, RuntimeError):  # a name that no file can have, or a circle
            report.error(NO_FILE, at, f"there is no file '{name}'")
            return None
        if name.startswith("/") or PureWindowsPath(name).anchor or not inside:
            message = f"'{name}' lies outside of the folder that files may be read from"
            report.error(OUTSIDE, at, message)
        elif not exists:
            report.error(NO_FILE, at, f"there is no file '{name}'", _closest(name, path))
        elif not is_file:
            report.error(NOT_READABLE, at, f"'{name}' is not a file")
        elif path in self._known:
            return self._known[path]
        else:
            return self._opened(name, path, shelf, at, report)
        return None

    def _opened(
        self, name: str, path: Path, shelf: Shelf, at: Span, report: Report
    ) -> Source | None:
        if len(self._known) >= MOST_FILES:
            report.error(TOO_MANY, at, f"the game is made of more than {MOST_FILES} files")
            return None
        text = read_text(path, name, self._left)
        if isinstance(text, Problem):
            report.error(text.code, at, text.message)
            return None
        self._left -= len(text.encode())
        source = Source(shelf.shown(path), text)
        self._known[path] = source
        self._homes[source.name] = (shelf, path.parent)
        self.sources.append(source)
        return source


def _closest(name: str, path: Path) -> str:
    start, _, _ = name.rpartition("/")
    folder = path.parent
    names = sorted(p.name for p in folder.iterdir()) if folder.is_dir() else []
    return did_you_mean(name, [f"{start}/{each}" if start else each for each in names])


@dataclass(frozen=True, slots=True)
class Problem:
    """Why a file could not be read as a text."""

    code: Code
    message: str


def read_text(path: Path, shown: str, most: int = LARGEST_FILE) -> str | Problem:
    """The text of a file of so many bytes at most."""
    try:
        data = read_whole(path, most)
    except TooLarge:
        together = "" if most == LARGEST_FILE else ", with the files read before,"
        return Problem(TOO_LARGE, f"'{shown}'{together} is larger than {LARGEST_FILE:,} bytes")
    except OSError as error:
        return Problem(NOT_READABLE, f"'{shown}' can't be read: {error.strerror}")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        return Problem(NOT_TEXT, f"'{shown}' is not UTF-8 text (line {line})")
    return text if "\0" not in text else Problem(NOT_TEXT, f"'{shown}' contains NUL characters")
