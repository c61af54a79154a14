"""The player of no imagination: always the first legal move."""

from __future__ import annotations

from .player import Blind


class First(Blind):
    """Chooses the first move of the list, whatever the seed."""

    def pick(self, count: int) -> int:
        """The first of the moves."""
        return 0
