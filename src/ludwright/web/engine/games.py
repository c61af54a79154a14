"""Games by reference: library games and named files by name, uploads by their texts."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from ... import pipeline
from ...disk import folder_of_texts
from ...game import Game
from ...languages.files import LARGEST_FILE, MOST_FILES
from ...table.move_list import Interchangeable
from .interface import GameRef, TableFault

MOST_KEPT = 64  # loaded games per engine; an upload is read again if it was dropped
MOST_PROGRAMS = 64  # of a game, for different options and numbers of players
LONGEST_NAME = 100  # of a file


class Games:
    """Loads games and keeps the latest; `named` are the files given on the command line."""

    def __init__(self, named: Mapping[str, str] | None = None) -> None:
        self._named = dict(named or {})
        self._loaded: OrderedDict[GameRefKey, pipeline.Loaded] = OrderedDict()
        self._places: OrderedDict[str, Interchangeable] = OrderedDict()

    def loaded(self, ref: GameRef) -> pipeline.Loaded:
        """The description with its diagnostics."""
        key = ref.name, ref.language, tuple(ref.files.items())
        if key not in self._loaded:
            self._loaded[key] = self._load(ref)
            if len(self._loaded) > MOST_KEPT:
                self._loaded.popitem(last=False)
        self._loaded.move_to_end(key)
        return self._loaded[key]

    def game(self, ref: GameRef, options: Mapping[str, Any]) -> Game:
        """The game with these options; raises GameError."""
        loaded = self.loaded(ref)
        if len(loaded.programs) >= MOST_PROGRAMS:
            loaded.programs.clear()  # tables keep theirs
        return Game(loaded, options, ref.name)

    def places(self, game: Game, players: int) -> tuple[str, ...]:
        """The interchangeable zones of a game: proved once, then kept."""
        key = game.loaded.digest
        if key not in self._places:
            self._places[key] = Interchangeable(game)
            if len(self._places) > MOST_KEPT:
                self._places.popitem(last=False)
        return self._places[key](game.program(players))

    def _load(self, ref: GameRef) -> pipeline.Loaded:
        if not ref.files:
            # Only what the operator named is read from disk, never what a client names.
            if ref.name not in self._named and ref.name not in pipeline.library_games():
                raise TableFault(f"unknown game '{ref.name[:LONGEST_NAME]}'")
            return pipeline.load(self._named.get(ref.name, ref.name))
        check_names(ref)
        (first, text), *others = ref.files.items()
        if not others:
            return pipeline.loads(text, ref.language, first, Path(first).stem)
        return self._load_several(ref)

    def _load_several(self, ref: GameRef) -> pipeline.Loaded:
        with folder_of(ref) as folder:
            file, text = next(iter(ref.files.items()))
            path = folder / file
            return pipeline.loads(text, ref.language, file, path.stem, path, folder)


@contextmanager
def folder_of(ref: GameRef) -> Iterator[Path]:
    """An upload of several files in a folder of its own: descriptions refer to other files by
    relative paths, and none leads out of it."""
    check_names(ref)
    if len(ref.files) > MOST_FILES:
        raise TableFault(f"a game consists of at most {MOST_FILES} files")
    # One that is too large is missing, and reported as such.
    texts = {name: text for name, text in ref.files.items() if len(text) <= LARGEST_FILE}
    with folder_of_texts(texts) as folder:
        yield folder


def check_names(ref: GameRef) -> None:
    """Refuse files of an upload that are not files of one folder on every system."""
    for name in ref.files:
        if not _is_file_name(name):
            raise TableFault(f"'{name[:LONGEST_NAME]}' is not a file name")


def _is_file_name(name: str) -> bool:
    """Whether a name is that of a file in a folder, on every system."""
    strange = any(each in name for each in "/\\:") or not name.isprintable()
    return not strange and 0 < len(name) <= LONGEST_NAME and name.strip(". ") != ""


GameRefKey = tuple[str, str, tuple[tuple[str, str], ...]]
