"""Games by reference: library games and named files by name, uploads by their texts."""

from __future__ import annotations

import tempfile
from collections import OrderedDict
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ... import pipeline
from ...disk import write_whole
from ...game import Game
from ...table.move_list import Interchangeable
from .interface import GameRef

MOST_KEPT = 64  # loaded games per engine; an upload is read again if it was dropped


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
        return Game(self.loaded(ref), options, ref.name)

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
            name = self._named.get(ref.name, ref.name)
            known = ref.name in self._named or ref.name in pipeline.library_games()
            return pipeline.load(name if known else f"unknown game {ref.name!r}")
        (first, text), *others = ref.files.items()
        if not others:
            return pipeline.loads(text, ref.language, first, Path(first).stem)
        return self._load_several(ref)

    def _load_several(self, ref: GameRef) -> pipeline.Loaded:
        """Read an upload of several files from a folder of its own: descriptions refer to other
        files by relative paths, and none leads out of it."""
        with tempfile.TemporaryDirectory(prefix="ludwright-upload-") as folder:
            for name, text in ref.files.items():
                write_whole(Path(folder) / Path(name).name, text)
            first = Path(folder) / Path(next(iter(ref.files))).name
            return pipeline.loads(
                first.read_text(encoding="utf-8"),
                ref.language,
                first.name,
                first.stem,
                first,
                Path(folder),
            )


GameRefKey = tuple[str, str, tuple[tuple[str, str], ...]]
