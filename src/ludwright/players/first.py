"""The player of no imagination: always the first legal move."""

from __future__ import annotations

from collections.abc import Sequence

from ..play.moves import Move
from .player import Look


class First:
    """Chooses the first move of the list, whatever the seed."""

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    def choose(self, moves: Sequence[Move], look: Look) -> Move:
        """The first of the moves."""
        return moves[0]
