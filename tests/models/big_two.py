"""The rules of Big Two once more, for tests that compare them with the library."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import combinations

RANKS = ("3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2")
SUITS = "DCHS"
HIGH = [set(RANKS[low : low + 5]) for low in range(9)]
LOW = [set(RANKS[low : low + 5]) for low in range(8)] + [{"A", *"2345"}, set("23456")]

Cards = frozenset[str]
Strength = tuple[int, ...]


def place(card: str) -> tuple[int, int]:
    return RANKS.index(card[:-1]), SUITS.index(card[-1])


def strength(cards: Cards, low_straights: bool = False, suits_first: bool = False) -> Strength:
    """How many cards, the kind and what decides then; () if this is no combination."""
    held = Counter(card[:-1] for card in cards)
    shape = sorted(held.values())
    top = max(map(place, cards))
    if len(cards) <= 3:
        return (len(cards), *top) if len(shape) == 1 else ()
    if len(cards) != 5:
        return ()
    if len(shape) == 2:
        most, times = held.most_common(1)[0]
        return 5, 4 if times == 4 else 3, RANKS.index(most)
    flush = len({card[-1] for card in cards}) == 1
    straight = set(held) in (LOW if low_straights else HIGH)
    if flush and not straight:
        return (5, 2, *(top[::-1] if suits_first else top))
    return (5, 5 if flush else 1, *top) if straight else ()


def penalty(cards: int) -> int:
    return cards * {10: 2, 11: 2, 12: 2, 13: 3}.get(cards, 1)


class BigTwo:
    """A hand, from the first lead until somebody has no cards left."""

    def __init__(
        self, hands: list[list[str]], leader: int | None, final: bool, low: bool, suits: bool
    ) -> None:
        self.hands = [set(hand) for hand in hands]
        self.final, self.low, self.suits = final, low, suits
        lowest = min((card for hand in hands for card in hand), key=place)
        self.opening = lowest if leader is None else ""
        self.current = leader if leader is not None else self.holder(lowest)
        self.on_table: Cards = frozenset()
        self.last = -1
        self.passed: set[int] = set()

    def holder(self, card: str) -> int:
        return next(seat for seat, hand in enumerate(self.hands) if card in hand)

    @property
    def over(self) -> bool:
        return not all(self.hands)

    def legal(self) -> set[Cards]:
        """What may be played; nothing for a pass."""
        sizes = (len(self.on_table),) if self.on_table else (1, 2, 3, 5)
        least = self.worth(self.on_table) if self.on_table else ()
        ways: Iterable[Cards] = (
            frozenset(way) for k in sizes for way in combinations(self.hands[self.current], k)
        )
        found = {way for way in ways if self.worth(way) > least and self.opening in {"", *way}}
        return found | ({frozenset()} if self.on_table else set())

    def worth(self, cards: Cards) -> Strength:
        return strength(cards, self.low, self.suits)

    def apply(self, cards: Cards) -> None:
        if cards:
            self.hands[self.current] -= cards
            self.on_table, self.last, self.opening = cards, self.current, ""
        else:
            self.passed.add(self.current)
        while not self.over:
            self.current = (self.current + 1) % len(self.hands)
            if self.current == self.last:
                self.on_table, self.passed = frozenset(), set()
            if not self.final or self.current not in self.passed:
                return
