"""The random player: every legal move is equally likely."""

from __future__ import annotations

from ..machine import api
from ..machine.program import Program
from ..play.redeal import Draws
from .player import Blind


class Uniform(Blind):
    """Chooses at random, from the stream that the players have in the game of a seed.

    It chooses what the random players of a batch choose: in the same game, the same moves.
    """

    def begin(self, seat: int, program: Program, seed: int) -> None:
        """Begin a stream of random numbers."""
        self._draws = Draws(api.bot_seed(seed))

    def pick(self, count: int) -> int:
        """One of the moves."""
        return self._draws.below(count)
