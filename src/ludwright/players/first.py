"""The simplest player: it always chooses the first legal move."""

from __future__ import annotations

from .player import Blind


class First(Blind):
    """Always chooses the first move; the seed does not matter."""

    def pick(self, count: int) -> int:
        """The first of the moves."""
        return 0
