"""The random player: all legal moves are equally likely."""

from __future__ import annotations

from ..machine import api
from ..machine.program import Program
from ..play.draws import Draws
from .player import Blind


class Uniform(Blind):
    """Chooses uniformly at random."""

    def begin(self, seat: int, program: Program, seed: int) -> None:
        """Begin a stream of random numbers."""
        self._draws = Draws(seed)

    def follow(self, game: int) -> None:
        """Draw from the stream of the machine's playouts in the game of a seed instead: it then
        chooses as they do, so that the same game has the same moves."""
        self._draws = Draws(api.bot_seed(game))

    def pick(self, count: int) -> int:
        """One of the moves."""
        return self._draws.below(count)
