"""The rules of Cribbage once more, for tests that compare them with the library."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import prod

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")


def place(card: str) -> int:
    return RANKS.index(card[:-1]) + 1


def worth(card: str) -> int:
    return min(place(card), 10)


def runs(places: Sequence[int]) -> int:
    """What the runs are worth: the length of each stretch, times the ways to pick its cards."""
    held, points, stretch = Counter(places), 0, list[int]()
    for rank in range(1, 15):
        if held[rank]:
            stretch.append(held[rank])
        else:
            points += len(stretch) * prod(stretch) if len(stretch) > 2 else 0
            stretch = []
    return points


def of_ranks(places: Sequence[int]) -> int:
    """Fifteens, pairs and runs."""
    sums = [0]
    for rank in places:
        sums += [each + min(rank, 10) for each in sums]
    pairs = sum(count * (count - 1) for count in Counter(places).values())
    return 2 * sums.count(15) + pairs + runs(places)


def show(kept: Sequence[str], starter: str, shortest_flush: int = 4) -> int:
    """What a hand or a crib is worth."""
    five = [*kept, starter]
    points = of_ranks([place(card) for card in five])
    suits = {card[-1] for card in kept}
    if len(suits) == 1 and (starter[-1] in suits or shortest_flush == 4):
        points += 4 + (starter[-1] in suits)
    return points + (f"J{starter[-1]}" in kept)


def is_run(places: Sequence[int]) -> bool:
    return sorted(places) == [*range(min(places), min(places) + len(places))]


def pegged(sequence: Sequence[str]) -> int:
    """What the last card of a sequence brings at once."""
    places = [place(card) for card in sequence]
    alike = next((n for n in range(len(places), 1, -1) if len(set(places[-n:])) == 1), 0)
    run = next((n for n in range(len(places), 2, -1) if is_run(places[-n:])), 0)
    fifteen = sum(map(worth, sequence)) in (15, 31)
    return 2 * fifteen + {0: 0, 2: 2, 3: 6, 4: 12}[alike] + run


class Cribbage:
    """A hand from the cards laid away to the crib; points are added until somebody has enough."""

    def __init__(
        self,
        hands: list[list[str]],
        crib: list[str],
        starter: str,
        dealer: int,
        points: list[int],
        target: int = 121,
    ) -> None:
        self.hands, self.crib, self.starter = hands, crib, starter
        self.dealer, self.points, self.target = dealer, points, target
        self.seats = len(hands)
        self.played: list[list[str]] = [[] for _ in hands]
        self.sequence: list[str] = []
        self.quiet: set[int] = set()  # who has said go
        self.last = -1
        self.current = (dealer + 1) % self.seats
        if starter[:-1] == "J":
            self.score(dealer, 2)

    @property
    def won(self) -> bool:
        return max(self.points) >= self.target

    @property
    def over(self) -> bool:
        return self.won or (not any(self.hands) and not self.sequence)

    def score(self, seat: int, points: int) -> None:
        for each in {seat, (seat + 2) % 4} if self.seats == 4 else {seat}:
            self.points[each] += points

    def fitting(self, seat: int) -> list[str]:
        total = sum(map(worth, self.sequence))
        return [card for card in self.hands[seat] if total + worth(card) <= 31]

    def legal(self) -> set[str]:
        return set(self.fitting(self.current)) or {"go"}

    def apply(self, choice: str) -> None:
        if choice == "go":
            self.quiet.add(self.current)
        else:
            self.hands[self.current].remove(choice)
            self.played[self.current].append(choice)
            self.sequence.append(choice)
            self.last = self.current
            self.score(self.current, pegged(self.sequence))
            if sum(map(worth, self.sequence)) == 31:
                self.clear()
        self.turn()

    def clear(self) -> None:
        self.sequence, self.quiet = [], set()

    def turn(self) -> None:
        """Find who is asked next; a sequence that nobody can go on with is worth a point."""
        while not self.over:
            self.current = (self.current + 1) % self.seats
            if self.current == self.last and self.sequence and not self.fitting(self.current):
                self.score(self.last, 1)
                self.clear()
            elif self.hands[self.current] and self.current not in self.quiet:
                return

    def count(self, crib_flush: int = 5) -> list[int]:
        """The show, from the left of the dealer on, and the crib; what each was worth."""
        counted = []
        for step in range(self.seats):
            seat = (self.dealer + 1 + step) % self.seats
            if not self.won:
                counted.append(show(self.played[seat], self.starter))
                self.score(seat, counted[-1])
        if not self.won:
            counted.append(show(self.crib, self.starter, crib_flush))
            self.score(self.dealer, counted[-1])
        return counted
