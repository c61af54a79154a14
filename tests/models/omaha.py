"""The rules of Omaha once more: those of Hold'em, with other sizes and other hands."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from models.holdem import Hand, Strength, of_five


def of_two_and_three(hand: Sequence[str], board: Sequence[str]) -> Strength:
    """The best of exactly two cards of the hand and three of the board."""
    return max(
        of_five([*two, *three]) for two in combinations(hand, 2) for three in combinations(board, 3)
    )


class OmahaHand(Hand):
    """One hand: four cards each, and no bet above the size of the pot."""

    def strength(self, seat: int) -> Strength:
        return of_two_and_three(self.cards[seat], self.coming)

    def sizes(self) -> tuple[int, int, int]:
        """The least one may raise to, the size of the pot, and the most."""
        _, pot, everything = super().sizes()
        most = min(pot, everything)
        return min(self.level + self.least, most), pot, most
