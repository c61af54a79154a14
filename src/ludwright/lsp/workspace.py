"""Which texts are open, which files may be read, and which games a file is part of."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path

from pygls import uris

from ..diagnostics import Source
from ..disk import TooLarge, read_whole
from ..editing.analysis import Document, analysed
from ..languages import LANGUAGES
from ..languages.files import LARGEST_FILE, Desk, Problem, read_text
from ..languages.language import Language
from ..pipeline import LIBRARY, language_of

MOST_SEARCHED = 2_000  # files of the workspace that are looked through
MOST_FOLDERS = 500
MOST_OWNERS = 50


@dataclass(frozen=True)
class Open:
    """A text that an editor has open."""

    uri: str
    version: int
    text: str
    language: Language | None


def path_of(uri: str) -> Path | None:
    """The file of a URI; None if it is not on the disk."""
    if not uri.startswith("file:"):
        return None
    try:
        path = uris.to_fs_path(uri)
        return Path(path).resolve() if path and "\0" not in path else None
    except (OSError, ValueError, RuntimeError):
        return None


def uri_of(path: Path) -> str:
    """The URI of a file."""
    return str(uris.from_fs_path(str(path)))


def language_for(uri: str, language_id: str, text: str) -> Language | None:
    """The language of a text: as the editor says or by the ending of its name. Where other texts
    have the same ending, too, the text must have the mark of the language."""
    named = next((each for each in LANGUAGES if each.name == language_id), None)
    if named is not None:
        return named
    name = uri.rpartition("/")[2]
    found = language_of(name)
    if found is None or (name.lower().endswith(found.parts) and found.suffixes[0] == ".md"):
        return None
    own = found.suffixes[0] == f".{found.name}" and name.lower().endswith(found.suffixes[0])
    return found if own or not found.mark or found.mark in text else None


@dataclass
class Workspace:
    """The open texts by URI, and the folders of the workspace."""

    roots: tuple[Path, ...] = ()
    open: dict[str, Open] = field(default_factory=dict)
    _owners: dict[tuple[Path, int], tuple[Path, ...]] = field(default_factory=dict)
    _games: set[Path] = field(default_factory=set)

    # ---- what may be read ------------------------------------------------------------------------

    def within(self, path: Path) -> Path | None:
        """The folder that a file and what it refers to may be read from; None for no folder."""
        homes = (*self.roots, LIBRARY.resolve())
        found = next((home for home in homes if path.is_relative_to(home)), None)
        # An editor without a workspace has opened a single file.
        return path.parent if found is None and not self.roots else found

    def texts(self) -> dict[Path, str]:
        """The texts of open files."""
        found = ((path_of(each.uri), each.text) for each in self.open.values())
        return {path: text for path, text in found if path is not None}

    def desk(self, path: Path) -> Desk:
        """The desk for a game whose main file is given."""
        return Desk(self.texts(), self.within(path))

    def text_of(self, path: Path) -> str | None:
        """The text of a file, open or on the disk; None if it may not be read."""
        known = self.texts().get(path)
        if known is not None or self.within(path) is None:
            return known
        text = read_text(path, path.name)
        return None if isinstance(text, Problem) else text

    # ---- documents -------------------------------------------------------------------------------

    def document(self, uri: str) -> Document | None:
        """An open text as it is analysed: with the game that it is part of, if there is one."""
        held = self.open.get(uri)
        if held is None or held.language is None:
            return None
        path = path_of(uri)
        if path is None or self.within(path) is None:
            return Document(held.language, Source(uri.rpartition("/")[2] or uri, held.text))
        source = Source(path.name, held.text)
        alone = Document(held.language, source, path, self.desk(path))
        whole = self.is_whole(alone, path)
        owner = None if whole else next(iter(self.owners(path, 1)), None)
        game = self.game(owner) if owner else None
        return replace(alone, owner=game)

    def is_whole(self, alone: Document, path: Path) -> bool:
        """Whether a text can be read by itself, or could be before; else it may be a part."""
        if path not in self._games:
            loaded = analysed(alone, checked=False).loaded
            if loaded.game is None and not loaded.part:
                return False
            # It stays one, however broken it is for a while.
            self._games.add(path)
        return True

    def game(self, path: Path) -> Document | None:
        """A file as a game of its own."""
        text, language = self.text_of(path), language_of(path.name)
        if text is None or language is None:
            return None
        return Document(language, Source(path.name, text), path, self.desk(path))

    # ---- owners ----------------------------------------------------------------------------------

    def forget(self) -> None:
        """Files have changed: search again."""
        self._owners.clear()

    def owners(self, path: Path, most: int = MOST_OWNERS) -> tuple[Path, ...]:
        """The games that include a file, open ones first."""
        if (path, most) not in self._owners:
            self._owners[path, most] = tuple(islice(self._including(path), most))
        return self._owners[path, most]

    def _including(self, path: Path) -> Iterator[Path]:
        """The files that mention a file by its name, and read it when they are loaded."""
        language = language_of(path.name)
        held = self.texts()
        for other in (*held, *(each for each in self._files() if each not in held)):
            if other == path or language_of(other.name) != language:
                continue
            text = held[other] if other in held else _bounded(other)
            game = self.game(other) if path.name in text else None
            if game is not None and path in analysed(game, checked=False).loaded.paths.values():
                yield other

    def _files(self) -> Iterator[Path]:
        """The descriptions below the folders of the workspace."""
        seen = folders = 0
        for root in self.roots:
            for folder, inner, names in os.walk(root):
                inner[:] = sorted(name for name in inner if not name.startswith((".", "_")))
                inner[:] = [name for name in inner if name != "node_modules"]
                folders += 1
                for name in sorted(names):
                    path = Path(folder, name).resolve()
                    # A link may lead out of the workspace.
                    if language_of(name) is not None and path.is_relative_to(root):
                        seen += 1
                        yield path
                if seen > MOST_SEARCHED or folders > MOST_FOLDERS:
                    return


def _bounded(path: Path) -> str:
    try:
        return read_whole(path, LARGEST_FILE).decode(errors="replace")
    except (OSError, TooLarge):
        return ""
