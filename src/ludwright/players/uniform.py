"""The random player: every legal move is equally likely."""

from __future__ import annotations

from collections.abc import Sequence

from ..machine import calls
from ..play.moves import Move
from ..play.redeal import Draws
from .player import Look


class Uniform:
    """Chooses at random, from the stream that the players have in the game of a seed.

    It chooses what the random players of a batch choose: in the same game, the same moves.
    """

    def __init__(self, seed: int = 0) -> None:
        self._draws = Draws(calls.bot_seed(seed))

    def choose(self, moves: Sequence[Move], look: Look) -> Move:
        """One of the moves."""
        return moves[self._draws.below(len(moves))]
