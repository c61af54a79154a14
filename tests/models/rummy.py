"""The rules of Rummy once more, for tests that compare them with the library."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
HIGHEST = {"low": 13, "both": 14, "round": 99}
Cards = frozenset[str]


def place(card: str) -> int:
    return RANKS.index(card[:-1]) + 1


def stretch(cards: Cards, aces: str) -> tuple[int, int] | None:
    """From where to where a run goes, counted on beyond the king; None if it is none."""
    places = {place(card) for card in cards}
    for low in sorted(places):
        high = low + len(cards) - 1
        if high <= HIGHEST[aces] and {(p - 1) % 13 + 1 for p in range(low, high + 1)} == places:
            return low, high
    return None


def melds(hand: list[str], aces: str) -> set[Cards]:
    """All sets and runs in a hand."""
    found = set()
    for rank in RANKS:
        same = [card for card in hand if card[:-1] == rank]
        found |= {frozenset(x) for k in (3, 4) for x in itertools.combinations(same, k)}
    for suit in "SHDC":
        held = [card for card in hand if card[-1] == suit]
        sizes = range(3, len(held) + 1)
        ways = (frozenset(x) for k in sizes for x in itertools.combinations(held, k))
        found |= {way for way in ways if stretch(way, aces)}
    return found


@dataclass
class Rummy:
    """One hand; melds are kept one by one, each as the cards in it."""

    hands: list[list[str]]
    stock: list[str]
    discards: list[str]
    current: int
    aces: str = "low"
    ace_points: int = 1
    turns: int = 1
    doubles: bool = True
    one_meld: bool = False
    last_discard: bool = False
    phase: str = "draw"
    taken: str = ""
    laid: list[Cards] = field(default_factory=list)
    began: set[int] = field(default_factory=set)
    now: list[int] = field(default_factory=list)  # how many cards each move of this turn laid down
    single: str = ""
    over: bool = False

    def legal(self) -> set[str | Cards]:
        return getattr(self, f"_may_{self.phase}")()  # type: ignore[no-any-return]

    def play(self, move: str | Cards) -> None:
        getattr(self, f"_{self.phase}")(move)

    @property
    def hand(self) -> list[str]:
        return self.hands[self.current]

    def _may_draw(self) -> set[str | Cards]:
        if self.stock:
            return {"stock", "discards"}
        return {"turn" if self.turns else "block", "discards"}

    def _draw(self, move: str) -> None:
        self.now, self.taken = [], ""
        if move == "block":
            self.over = True
            return
        if move == "turn":
            self.turns -= 1
            self.stock, self.discards = self.discards[::-1], []
        source = self.discards if move == "discards" else self.stock
        card = source.pop()
        self.hand.append(card)
        self.taken = card if move == "discards" else ""
        self.phase = "meld"

    def _fits(self, card: str) -> dict[str, int]:
        """The set and the run that a card may be laid off on."""
        found = {}
        for at, cards in enumerate(self.laid):
            run = stretch(cards, self.aces) if len({c[-1] for c in cards}) == 1 else None
            if run is None:
                if card[:-1] == min(cards)[:-1]:
                    found["set"] = at
            elif card[-1] == min(cards)[-1] and len(cards) < 13:
                low, high = run
                ends = [low - 1] if low > 1 or self.aces == "round" else []
                ends += [high + 1] if high < HIGHEST[self.aces] else []
                if place(card) in [(end - 1) % 13 + 1 for end in ends]:
                    found["run"] = at
        return found

    def _may_meld(self) -> set[str | Cards]:
        found: set[Cards] = {frozenset({card}) for card in self.hand if self._fits(card)}
        if not (self.one_meld and max(self.now, default=0) > 2):
            found |= melds(self.hand, self.aces)
        if self.last_discard:
            found = {cards for cards in found if len(cards) < len(self.hand)}
        return {"done", *found}

    def _meld(self, move: str | Cards) -> None:
        if isinstance(move, str):
            self.phase = "discard"
            return
        self.hands[self.current] = [card for card in self.hand if card not in move]
        self.now.append(len(move))
        if len(move) > 2:
            self.laid.append(move)
            self._look()
            return
        (self.single,) = move
        fits = self._fits(self.single)
        if len(fits) == 2:
            self.phase = "where"
        else:
            self._where(*fits)

    def _may_where(self) -> set[str | Cards]:
        return {"set", "run"}

    def _where(self, move: str) -> None:
        at = self._fits(self.single)[move]
        self.laid[at] |= {self.single}
        self.phase = "meld"
        self._look()

    def _look(self) -> None:
        self.over = not self.hand

    def _may_discard(self) -> set[str | Cards]:
        return {card for card in self.hand if card != self.taken or len(self.hand) == 1}

    def _discard(self, move: str) -> None:
        self.hand.remove(move)
        self.discards.append(move)
        self._look()
        if not self.over:
            self.began |= {self.current} if self.now else set()
            self.current = (self.current + 1) % len(self.hands)
            self.phase = "draw"

    def points(self) -> list[int]:
        """What each player scores."""
        worth = {card: min(place(card), 10) for hand in self.hands for card in hand}
        worth |= {card: self.ace_points for card in worth if card[0] == "A"}
        counts = [sum(map(worth.__getitem__, hand)) for hand in self.hands]
        low = min(counts)
        best = [seat for seat, count in enumerate(counts) if count == low]
        prize = sum(count - low for count in counts) // len(best)
        if self.doubles and not self.hand and self.current not in self.began:
            prize *= 2
        return [prize if seat in best else 0 for seat in range(len(counts))]
