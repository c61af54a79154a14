"""Players of five levels: tree search with a budget that is fixed per game."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from ..machine.program import Array, Program
from ..machine.rng import mix
from ..play.errors import TableError
from ..play.inspect_state import Result
from ..play.moves import Move
from ..play.redeal import Draws
from ..play.view import View
from ..search.driver import Found, Search, Settings

import os
BY_PAST = not os.environ.get('FAST')
PRUNE=float(os.environ.get('PRUNE','0'))
LEVELS = (1, 2, 3, 4, 5)
DEFAULTS = {
    1: Settings(iterations=20, worlds=4),
    2: Settings(iterations=200, worlds=16),
    3: Settings(iterations=1000, worlds=64),
    4: Settings(iterations=4000, worlds=128),
    5: Settings(iterations=100000, seconds=2.0, worlds=256),
}


class Level:
    """Searches the worlds that the seat holds possible."""

    def __init__(self, level: int, settings: Settings | None = None) -> None:
        self.level = level
        self.settings = settings or DEFAULTS[level]

    def begin(self, seat: int, program: Program, seed: int) -> None:
        """Take a seat."""
        self._seed = seed

    def end(self, result: Result) -> None:
        """Nothing to learn."""

    def choose(self, view: View) -> Move:
        """The move that the search favours."""
        moves = view.legal()
        if len(moves) == 1:
            return moves[0]
        # Not the number of the move: a game that is resumed goes on as it would have.
        seed = int(mix(self._seed, view.information() >> 1))
        worlds = worlds_of(view, self.settings.worlds, seed)
        if worlds is None:
            return moves[0]
        search = Search(view.program, view.seat, worlds, self.settings, seed)
        search.run()
        self.last = search
        found = search.found(view)
        if not found:
            return moves[0]
        if search._is_mixed:
            kept=[e for e in found if e.share>=PRUNE*found[0].share]
            left = sum(e.share for e in kept)*Draws(seed).below(1 << 30) / (1 << 30)
            for each in kept:
                left -= each.share
                if left < 0:
                    return each.move
        return found[0].move


def worlds_of(view: View, count: int, seed: int) -> Array | None:
    """Worlds that agree with a view."""
    found = []
    for number in range(count):
        try:
            found.append(view.redeal(int(mix(seed, number)) >> 33, by_past=BY_PAST).state)
        except TableError:
            continue
    return np.stack(found) if found else None
