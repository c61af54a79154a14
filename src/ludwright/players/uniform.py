"""The random player: every legal move is equally likely."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..machine import calls
from ..play.moves import Move
from .player import Look


class Uniform:
    """Chooses at random, from the stream that the players have in the game of a seed.

    It chooses what the random players of a batch choose: in the same game, the same moves.
    """

    def __init__(self, seed: int = 0) -> None:
        self._words = np.zeros(8, np.int32)
        calls.seed_words(self._words, 0, calls.bot_seed(seed))

    def choose(self, moves: Sequence[Move], look: Look) -> Move:
        """One of the moves."""
        return moves[int(calls.below(self._words, 0, len(moves)))]
