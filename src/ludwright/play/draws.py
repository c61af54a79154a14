"""Draws: seeded streams of random numbers for players, tests and samples."""

from __future__ import annotations

import numpy as np

from ..machine import api


class Draws:
    """A seeded stream of random numbers."""

    def __init__(self, seed: int) -> None:
        self.words = np.zeros(8, np.int32)
        api.seed_words(self.words, 0, seed)

    def below(self, n: int) -> int:
        """A number from 0 to n - 1."""
        return int(api.below(self.words, 0, n))

    def shuffled(self, items: list[int]) -> list[int]:
        """The items in random order."""
        mixed = list(items)
        for i in range(len(mixed) - 1, 0, -1):
            j = self.below(i + 1)
            mixed[i], mixed[j] = mixed[j], mixed[i]
        return mixed
