"""The greedy player: it chooses the move with the best playouts."""

from __future__ import annotations

from ..machine.program import Program
from ..play.belief import Belief
from ..play.inspect_state import Result
from ..play.moves import Move
from ..play.view import View
from ..search.driver import Settings
from .level import consider

WORLDS = 6
MOST_COMPARED = 40  # moves, on which the number of playouts depends
EQUALLY = 1000.0  # so much exploration that every move gets as many playouts


class Greedy:
    """Looks one move ahead, in sampled worlds: each move is followed by a playout in every one."""

    def __init__(self) -> None:
        self._beliefs: dict[int, Belief] = {}

    def begin(self, seat: int, program: Program, seed: int) -> None:
        """Take a seat, and believe nothing yet."""
        self._beliefs[seat] = Belief(program, seat, seed)

    def end(self, result: Result) -> None:
        """Nothing to learn."""

    def choose(self, view: View) -> Move:
        """The move with the best playouts, the first of several."""
        moves = view.legal()
        if len(moves) == 1:
            return moves[0]
        playouts = WORLDS * min(len(moves), MOST_COMPARED)
        settings = Settings(playouts, worlds=WORLDS, explore=EQUALLY, mix=0.0, flat=True)
        search, _ = consider(view, self._beliefs[view.seat], settings)
        advice = search.advice(view)
        best = max(advice, key=lambda each: (each.utility, -each.move.index), default=None)
        return best.move if best else moves[0]
