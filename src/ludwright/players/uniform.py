"""The random player: all legal moves are equally likely."""

from __future__ import annotations

from ..machine import api
from ..machine.program import Program
from ..play.draws import Draws
from .player import Blind


class Uniform(Blind):
    """Chooses uniformly at random, from the players' stream of the game's seed.

    Its choices are those of the machine's playouts: the same game has the same moves.
    """

    def begin(self, seat: int, program: Program, seed: int) -> None:
        """Begin a stream of random numbers."""
        self._draws = Draws(api.bot_seed(seed))

    def pick(self, count: int) -> int:
        """One of the moves."""
        return self._draws.below(count)
