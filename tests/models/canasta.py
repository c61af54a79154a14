"""The rules of Canasta once more, for tests that compare them with the library.

Cards are ranks here, since suits do not matter; R is a red three. Whether a turn can be completed
is found out by trying everything.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache

NATURAL = ("4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
WILD = ("2", "JOKER")
WORTH = {"JOKER": 50, "2": 20, "A": 20} | dict.fromkeys(("K", "Q", "J", "10", "9", "8"), 10)
Hand = tuple[tuple[str, int], ...]
Melds = tuple[tuple[str, int, int], ...]  # rank, natural cards, wild cards
Lay = tuple[str, int, str]  # rank, number of cards, the meld they are for


def rank(card: str) -> str:
    """The rank of a card; R for a red three."""
    return "R" if card in ("3H", "3D") else card if card == "JOKER" else card[:-1]


def worth(cards: Counter[str]) -> int:
    return sum(WORTH.get(each, 5) * count for each, count in cards.items())


def canastas(melds: Melds) -> int:
    return sum(natural + wild >= 7 for _, natural, wild in melds)


def lays(hand: Hand, melds: Melds, may_go_out: bool) -> Iterator[Lay]:
    """Every way to lay down cards, whether or not the turn can be completed then."""
    held, table = dict(hand), {each: (natural, wild) for each, natural, wild in melds}
    pending = [each for each, (natural, wild) in table.items() if natural + wild == 2]
    wild_cards = [each for each in WILD if held.get(each)]
    for card in wild_cards:
        for meld in pending or table:
            if table[meld][1] < 3:
                yield card, 1, meld
    if pending:
        return
    for each in NATURAL:
        for count in range(1, held.get(each, 0) + 1):
            if each in table or count > 2 or (count == 2 and wild_cards):
                yield each, count, each
    threes = held.get("3", 0)
    if may_go_out and threes > 2 and sum(held.values()) - threes < 2:
        yield "3", threes, "3"


def after(hand: Hand, melds: Melds, lay: Lay) -> tuple[Hand, Melds]:
    card, count, meld = lay
    held, table = dict(hand), {each: (natural, wild) for each, natural, wild in melds}
    held[card] -= count
    if meld != "3":
        natural, wild = table.get(meld, (0, 0))
        table[meld] = (natural, wild + 1) if card in WILD else (natural + count, wild)
    left = tuple(sorted((each, many) for each, many in held.items() if many))
    return left, tuple(sorted((each, *many) for each, many in table.items()))


@cache
def can_finish(hand: Hand, melds: Melds, needed: int, rest: int, to_go_out: int) -> bool:
    """Whether a turn can be completed: `needed` points are missing in the initial meld, and `rest`
    cards of the pile come to the hand with it."""
    complete = all(natural + wild > 2 for _, natural, wild in melds)
    out = canastas(melds) >= to_go_out
    if complete and needed <= 0 and (out or sum(count for _, count in hand) + rest >= 2):
        return True
    for lay in lays(hand, melds, out and needed <= 0 and not rest):
        new = after(hand, melds, lay)
        if can_finish(*new, needed - lay[1] * WORTH.get(lay[0], 5), rest, to_go_out):
            return True
    return False


@dataclass
class Canasta:
    """A hand in play, for two sides of two players each."""

    hands: list[Counter[str]]
    stock: list[str]  # the top last
    discards: list[str]
    points: list[int]
    current: int
    reds: list[int]
    to_go_out: int = 1
    always_frozen: bool = False
    melds: list[Melds] = field(default_factory=lambda: [(), ()])
    opened: list[bool] = field(default_factory=lambda: [False, False])
    frozen: bool = False
    threes: list[int] = field(default_factory=lambda: [0, 0])
    phase: str = "draw"
    card: str = ""
    laid: int = 0  # points laid down in this turn
    pile_waits: bool = False
    begun: set[str] = field(default_factory=set)
    added: bool = False
    melded: set[int] = field(default_factory=set)
    on_table: list[int] = field(default_factory=lambda: [0, 0])  # what the melds count
    out: int = -1
    concealed: bool = False
    over: bool = False

    @property
    def side(self) -> int:
        return self.current % 2

    @property
    def hand(self) -> Hand:
        return tuple(sorted((each, n) for each, n in self.hands[self.current].items() if n))

    @property
    def held(self) -> int:
        return self.hands[self.current].total()

    @property
    def needed(self) -> int:
        if self.opened[self.side]:
            return 0
        points = self.points[self.side]
        least = 15 if points < 0 else 50 if points < 1500 else 90 if points < 3000 else 120
        return least - self.laid

    @property
    def rest(self) -> int:
        return len(self.discards) if self.pile_waits else 0

    @property
    def may_go_out(self) -> bool:
        return canastas(self.melds[self.side]) >= self.to_go_out

    def legal(self) -> set[str]:
        return getattr(self, f"_may_{self.phase}")()  # type: ignore[no-any-return]

    def play(self, move: str) -> None:
        getattr(self, f"_{self.phase}")(move)

    # ---- drawing

    def _ways(self) -> dict[str, tuple[str, ...]]:
        """The ways to take the pile, with the cards from the hand."""
        top = self.discards[-1]
        if top not in NATURAL:
            return {}
        ways = {"pair": (top, top)}
        if self.opened[self.side] and not self.frozen and not self.always_frozen:
            if top in {each for each, _, _ in self.melds[self.side]}:
                if self.held > 1 or len(self.discards) > 1:
                    ways["add"] = ()
            else:
                ways |= {"two": (top, "2"), "joker": (top, "JOKER")}
        held = self.hands[self.current]
        return {way: cards for way, cards in ways.items() if Counter(cards) <= held}

    def _with_top(self, cards: tuple[str, ...]) -> tuple[Hand, Melds, int]:
        """Hand and melds after taking the pile, and the points laid down."""
        top = self.discards[-1]
        hand, melds = tuple(sorted([*(x for x in self.hand if x[0] != top)])), self.melds[self.side]
        own = dict(self.hand).get(top, 0) + 1
        hand = tuple(sorted([*hand, (top, own)]))
        lay = cards.count(top) + 1
        hand, melds = after(hand, melds, (top, lay, top))
        for card in cards:
            if card != top:
                hand, melds = after(hand, melds, (card, 1, top))
        return hand, melds, worth(Counter([top, *cards]))

    def _may_draw(self) -> set[str]:
        found = {"stock"} if self.stock else set()
        for way, cards in self._ways().items():
            hand, melds, count = self._with_top(cards)
            rest = len(self.discards) - 1
            if can_finish(hand, melds, self.needed - count, rest, self.to_go_out):
                found.add(way)
        return found if self.stock or "add" in found else found | {"end"}

    def _draw(self, move: str) -> None:
        if move == "end":
            self.over = True
            return
        self.phase, self.laid, self.begun, self.added = "meld", 0, set(), False
        if move == "stock":
            while (card := self.stock.pop()) == "R":
                self.reds[self.side] += 1
                if not self.stock:
                    self.over = True
                    return
            self.hands[self.current][card] += 1
            return
        top, cards = self.discards[-1], self._ways()[move]
        self._touch(top)
        hand, self.melds[self.side], self.laid = self._with_top(cards)
        self.hands[self.current] = Counter(dict(hand))
        self.discards.pop()
        self.on_table[self.side] += self.laid
        self.pile_waits = True
        self._look()

    # ---- melding

    def _touch(self, meld: str) -> None:
        """Note whether a meld is begun in this turn, or older."""
        if meld not in {each for each, _, _ in self.melds[self.side]}:
            self.begun.add(meld)
        elif meld not in self.begun:
            self.added = True

    def _lays(self) -> set[Lay]:
        """The ways to lay down cards after which the turn can be completed."""
        melds, hand, needed = self.melds[self.side], self.hand, self.needed
        may = self.may_go_out and needed <= 0 and not self.rest
        return {
            lay
            for lay in lays(hand, melds, may)
            if can_finish(
                *after(hand, melds, lay),
                needed - lay[1] * WORTH.get(lay[0], 5),
                self.rest,
                self.to_go_out,
            )
        }

    def _may_meld(self) -> set[str]:
        found = {card for card, _, _ in self._lays()}
        complete = all(natural + wild > 2 for _, natural, wild in self.melds[self.side])
        if complete and (self.opened[self.side] or not self.laid):
            found |= {"done"} if self.may_go_out or self.held > 1 else set()
        return found

    def _meld(self, move: str) -> None:
        if move == "done":
            self.phase = "discard"
        else:
            self.card, self.phase = move, "wild" if move in WILD else "number"

    def _may_number(self) -> set[str]:
        return {str(count) for card, count, _ in self._lays() if card == self.card}

    def _number(self, move: str) -> None:
        self._lay((self.card, int(move), self.card))

    def _may_wild(self) -> set[str]:
        return {meld for card, _, meld in self._lays() if card == self.card}

    def _wild(self, move: str) -> None:
        self._lay((self.card, 1, move))

    def _lay(self, lay: Lay) -> None:
        self._touch(lay[2])
        if lay[0] == "3":
            self.threes[self.side] += lay[1]
        hand, self.melds[self.side] = after(self.hand, self.melds[self.side], lay)
        self.hands[self.current] = Counter(dict(hand))
        count = lay[1] * WORTH.get(lay[0], 5)
        self.laid += count
        self.on_table[self.side] += count
        self._look()

    def _look(self) -> None:
        """Open, take the pile, go out."""
        self.phase = "meld"
        complete = all(natural + wild > 2 for _, natural, wild in self.melds[self.side])
        if complete and self.needed <= 0:
            self.opened[self.side] = True
        if self.opened[self.side] and self.pile_waits:
            self.reds[self.side] += self.discards.count("R")
            self.hands[self.current] += Counter(card for card in self.discards if card != "R")
            self.discards, self.pile_waits, self.frozen = [], False, False
        if not self.held:
            self._go_out()

    def _go_out(self) -> None:
        self.over, self.out = True, self.current
        own = {meld for meld, natural, wild in self.melds[self.side] if natural + wild >= 7}
        fresh = self.current not in self.melded and not self.added
        self.concealed = bool(fresh and own & self.begun)

    def _may_discard(self) -> set[str]:
        return set(self.hands[self.current].elements())

    def _discard(self, move: str) -> None:
        self.hands[self.current] -= Counter([move])
        self.discards.append(move)
        self.frozen |= move in WILD
        if not self.held:
            self._go_out()
            return
        if self.laid:
            self.melded.add(self.current)
        self.current, self.phase, self.laid = (self.current + 1) % 4, "draw", 0

    # ---- scoring

    def score(self, side: int) -> int:
        """What a side scores."""
        bonus = sum(
            500 if wild == 0 else 300
            for _, natural, wild in self.melds[side]
            if natural + wild >= 7
        )
        reds = 800 if self.reds[side] == 4 else 100 * self.reds[side]
        bonus += reds if self.melds[side] else -reds
        if self.out >= 0 and self.out % 2 == side:
            bonus += 200 if self.concealed else 100
        return bonus + self.on_table[side] - worth(self.hands[side] + self.hands[side + 2])
