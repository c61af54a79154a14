"""Players of five levels: tree search with a budget that is fixed per game, and their advice."""

from __future__ import annotations

import os

from ..machine.program import Program
from ..machine.rng import mix
from ..play.belief import Belief
from ..play.draws import Draws
from ..play.inspect_state import Result
from ..play.moves import Move
from ..play.view import View
from ..search.driver import Search, Settings

BY_PAST = not os.environ.get('FAST')
PRUNE=float(os.environ.get('PRUNE','0.5'))
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
        self._beliefs: dict[int, Belief] = {}

    def begin(self, seat: int, program: Program, seed: int) -> None:
        """Take a seat."""
        self._beliefs[seat] = Belief(program, seat, seed)

    def end(self, result: Result) -> None:
        """Nothing to learn."""

    def choose(self, view: View) -> Move:
        """The move that the search favours."""
        moves = view.legal()
        if len(moves) == 1:
            return moves[0]
        belief = self._beliefs[view.seat]
        # Not the number of the move: a game that is resumed goes on as it would have.
        seed = int(mix(belief.seed, view.information() >> 1))
        belief.update(view)
        worlds = belief.worlds(self.settings.worlds, BY_PAST)
        search = Search(view.program, view.seat, worlds, self.settings, seed)
        search.run()
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
