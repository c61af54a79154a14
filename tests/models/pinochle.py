"""The rules of Pinochle once more, for tests that compare them with the library."""

from __future__ import annotations

from collections import Counter

from models.tricks import Hand

RANKS = ("9", "J", "Q", "K", "10", "A")
SUITS = "SHDC"
COUNTERS = {
    "old": {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2, "9": 0},
    "simple": {"A": 10, "10": 10, "K": 5, "Q": 5, "J": 0, "9": 0},
    "new": {"A": 10, "10": 10, "K": 10, "Q": 0, "J": 0, "9": 0},
}


def melds(hand: list[str], trump: str) -> tuple[int, Counter[str]]:
    """What the melds of a hand count, and the cards that show them."""
    points, shown = 0, Counter[str]()

    def lay(cards: list[str], *values: int) -> int:
        nonlocal points, shown
        copies = min(hand.count(card) for card in cards)
        points += (0, *values)[copies]
        shown |= Counter({card: copies for card in cards})
        return copies

    for rank, once, twice in (("A", 100, 1000), ("K", 80, 800), ("Q", 60, 600), ("J", 40, 400)):
        lay([rank + suit for suit in SUITS], once, twice)
    lay(["QS", "JD"], 40, 300)
    for suit in SUITS:
        if suit != trump:
            lay(["K" + suit, "Q" + suit], 20, 40)
    lay(["9" + trump], 10, 20)
    runs = lay([rank + trump for rank in RANKS[1:]], 150, 1500)
    # A royal marriage beside a run needs a king and a queen of its own.
    lay(["K" + trump, "Q" + trump], *([40, 80], [0, 40], [0, 0])[runs])
    return points, shown


class Pinochle(Hand):
    """The play of a hand: follow suit, else trump, and beat the trick if you can."""

    def __init__(self, hands: list[list[str]], leader: int, trump: str, always: bool) -> None:
        super().__init__(hands, leader, trump)
        self.always = always
        self.last = leader

    def worth(self, card: str) -> tuple[bool, bool, int]:
        return card[-1] == self.trump, card[-1] == self.trick[0][1][-1], RANKS.index(card[:-1])

    def legal(self) -> list[str]:
        hand = self.hands[self.current]
        if not self.trick:
            return hand
        lead = self.trick[0][1][-1]
        cards = [card for card in hand if card[-1] == lead]
        cards = cards or [card for card in hand if card[-1] == self.trump] or hand
        if not self.always and lead != self.trump:
            return cards
        best = max(self.worth(card) for _, card in self.trick)
        return [card for card in cards if self.worth(card) > best] or cards

    def play(self, card: str) -> None:
        super().play(card)
        self.last = self.current

    def counted(self, system: str) -> list[int]:
        """The counters that each side has taken, with the last trick."""
        values = COUNTERS[system]
        taken = [sum(values[card[:-1]] for card in won) for won in self.won]
        taken[self.last] += 10
        return [taken[0] + taken[2], taken[1] + taken[3]]
