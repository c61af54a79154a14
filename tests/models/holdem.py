"""The rules of Texas Hold'em once more, in Python: what may be done, and who gets what."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
PACK = [rank + suit for suit in "CDHS" for rank in RANKS]
BLINDS = [20, 30, 50, 100, 150, 200, 400, 800, 1600, 3000, 6000, 10000]
STREETS = {"preflop": 0, "flop": 3, "turn": 4, "river": 5}

Strength = tuple[int, ...]


def of_five(cards: Sequence[str]) -> Strength:
    """The kind of five cards, from 0 (high card) to 8 (straight flush), and what decides then."""
    ranks = sorted((RANKS.index(card[:-1]) + 2 for card in cards), reverse=True)
    groups = sorted(Counter(ranks).items(), key=lambda item: (item[1], item[0]), reverse=True)
    shape = [count for _, count in groups]
    order = [rank for rank, _ in groups]
    flush = len({card[-1] for card in cards}) == 1
    if ranks == [14, 5, 4, 3, 2]:
        top = 5
    else:
        top = ranks[0] if shape == [1] * 5 and ranks[0] - ranks[4] == 4 else 0
    if top:
        return (8 if flush else 4, top)
    kinds = {(4, 1): 7, (3, 2): 6, (3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1}
    kind = 5 if flush else kinds.get(tuple(shape), 0)
    return (kind, *order)


def of_seven(cards: Sequence[str]) -> Strength:
    """The best five of them."""
    return max(of_five(five) for five in combinations(cards, 5))


def pots(stakes: Sequence[int], folded: Sequence[bool]) -> list[tuple[int, list[int]]]:
    """The main pot and the side pots: how much, and for whom."""
    found, below = [], 0
    for top in sorted({stake for stake, out in zip(stakes, folded, strict=True) if not out}):
        amount = sum(min(stake, top) - min(stake, below) for stake in stakes)
        rivals = [s for s, stake in enumerate(stakes) if stake >= top and not folded[s]]
        if amount:
            found.append((amount, rivals))
        below = top
    return found


class Hand:
    """One hand: who has which cards, chips and bets, and who is to speak."""

    def __init__(
        self,
        chips: Sequence[int],
        button: int,
        hands: Sequence[Sequence[str]],
        board: Sequence[str],
    ) -> None:
        self.button, self.cards, self.coming = button, hands, list(board)
        self.big = 0
        self.chips, self.street = list(chips), "preflop"
        seats = range(len(chips))
        self.bets, self.stakes = [0] * len(chips), [0] * len(chips)
        self.out = [chips[seat] == 0 for seat in seats]
        self.spoken = [False] * len(chips)

    def around(self, seat: int) -> list[int]:
        """Everybody else, from the left of a seat on, and at last the seat itself."""
        count = len(self.chips)
        return [(seat + i) % count for i in range(1, count + 1)]

    def pay(self, seat: int, amount: int) -> None:
        paid = min(amount, self.chips[seat])
        self.chips[seat] -= paid
        self.bets[seat] += paid

    def begin(self, small: int, big: int) -> None:
        """Post the blinds."""
        self.big = self.least = self.level = big
        alive = [seat for seat in self.around(self.button) if not self.out[seat]]
        order = alive if len(alive) > 2 else alive[::-1]
        self.pay(order[0], small)
        self.pay(order[1], big)
        self.go_on(order[1])

    def able(self) -> list[int]:
        return [s for s in range(len(self.chips)) if self.chips[s] and not self.out[s]]

    def go_on(self, seat: int) -> None:
        """Find who speaks next; if nobody has to, go on with the next street or the showdown."""
        self.speaker: int | None = None
        if self.out.count(False) == 1:
            self.street = "over"
            return
        able = self.able()
        for each in self.around(seat):
            owes = self.bets[each] < max(self.bets)
            if each in able and (owes or (not self.spoken[each] and len(able) > 1)):
                self.speaker = each
                return
        streets = [*STREETS, "over"]
        self.street = streets[streets.index(self.street) + 1]
        self.stakes = [a + b for a, b in zip(self.stakes, self.bets, strict=True)]
        self.bets = [0] * len(self.bets)
        self.spoken = [False] * len(self.bets)
        self.level, self.least = 0, self.big
        if self.street != "over":
            self.go_on(self.button)

    def words(self) -> set[str]:
        """What the speaker may say."""
        seat = self.speaker
        assert seat is not None
        mine, owed = self.bets[seat] + self.chips[seat], self.level - self.bets[seat]
        words = {"fold", "call"} if owed else {"check"}
        if self.level == 0:
            words.add("bet")
        elif not self.spoken[seat] or owed >= self.least:
            words |= {"raise"} if mine > self.level and len(self.able()) > 1 else set()
        return words

    def sizes(self) -> tuple[int, int, int]:
        """The least one may raise to, the size of the pot, and everything."""
        seat = self.speaker
        assert seat is not None
        most = self.bets[seat] + self.chips[seat]
        inside = sum(self.bets) + sum(self.stakes)
        call = self.level - self.bets[seat]
        return min(self.level + self.least, most), self.level + call + inside, most

    def say(self, word: str, to: int = 0) -> None:
        seat = self.speaker
        assert seat is not None
        if word == "fold":
            self.out[seat] = True
        elif word == "call":
            self.pay(seat, self.level - self.bets[seat])
        elif word in ("bet", "raise"):
            self.pay(seat, to - self.bets[seat])
            self.least = max(self.least, to - self.level)
            self.level = to
        self.spoken[seat] = True
        self.go_on(seat)

    def strength(self, seat: int) -> Strength:
        """What the cards of a seat are worth in the end."""
        return of_seven([*self.cards[seat], *self.coming])

    def settle(self) -> list[int]:
        """Pay the pots: the chips of everybody after the hand."""
        stakes = [a + b for a, b in zip(self.stakes, self.bets, strict=True)]
        chips = list(self.chips)
        order = self.around(self.button)
        compared = self.out.count(False) > 1
        for amount, rivals in pots(stakes, self.out):
            worth = {s: self.strength(s) if compared else () for s in rivals}
            winners = [s for s in order if s in rivals and worth[s] == max(worth.values())]
            each, odd = divmod(amount, len(winners))
            for number, seat in enumerate(winners):
                chips[seat] += each + (number < odd)
        return chips
