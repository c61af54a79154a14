"""Contract Bridge beside a second model of its rules."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

import pytest

import ludwright
from ludwright import Table
from models.tricks import RANKS, Hand, hands_of

STRAINS = {"club": "C", "diamond": "D", "heart": "H", "spade": "S", "notrump": "NT"}
BIDS = [(level, strain) for level in range(1, 8) for strain in STRAINS.values()]

# Tables of the score: the first trick of a contract and each further one; overtricks, by how often
# the contract was doubled, not vulnerable and vulnerable; undertricks.
TRICKS = {"C": (20, 20), "D": (20, 20), "H": (30, 30), "S": (30, 30), "NT": (40, 30)}
OVERTRICK = {1: (100, 200), 2: (200, 400)}
UNDOUBLED = [50, 100]
DOUBLED = [
    [100, 300, 500, 800, 1100, 1400, 1700, 2000, 2300, 2600, 2900, 3200, 3500],
    [200, 500, 800, 1100, 1400, 1700, 2000, 2300, 2600, 2900, 3200, 3500, 3800],
]
SLAMS = {6: (500, 750), 7: (1000, 1500)}
INSULT = {0: 0, 1: 50, 2: 100}


def name(bid: tuple[int, str]) -> str:
    level, strain = bid
    word = next(word for word, letter in STRAINS.items() if letter == strain)
    return f"{level}-{word}" + ("s" if level > 1 and strain != "NT" else "")


def contract_score(
    level: int, strain: str, doubled: int, vulnerable: int, tricks: int
) -> tuple[int, int, int]:
    """Points of the declaring side below and above the line, and of the others."""
    over = tricks - 6 - level
    if over < 0:
        lost = -over * UNDOUBLED[vulnerable]
        if doubled:
            lost = DOUBLED[vulnerable][-over - 1] * doubled
        return 0, 0, lost
    first, more = TRICKS[strain]
    below = (first + (level - 1) * more) * 2**doubled
    each = OVERTRICK[doubled][vulnerable] if doubled else more
    slam = SLAMS[level][vulnerable] if level in SLAMS else 0
    return below, over * each + INSULT[doubled] + slam, 0


# Contracts with their scores as books on the game give them.
PUBLISHED = [
    ((1, "NT", 0, 0, 7), (40, 0, 0)),
    ((3, "NT", 0, 0, 9), (100, 0, 0)),
    ((4, "S", 0, 1, 11), (120, 30, 0)),
    ((2, "H", 1, 0, 8), (120, 50, 0)),
    ((2, "D", 1, 1, 10), (80, 450, 0)),
    ((1, "C", 2, 0, 9), (80, 500, 0)),
    ((6, "NT", 0, 1, 12), (190, 750, 0)),
    ((7, "S", 0, 0, 13), (210, 1000, 0)),
    ((7, "NT", 2, 1, 13), (880, 1600, 0)),
    ((4, "H", 0, 0, 8), (0, 0, 100)),
    ((4, "H", 1, 0, 6), (0, 0, 800)),
    ((3, "NT", 1, 1, 6), (0, 0, 800)),
    ((7, "NT", 2, 1, 0), (0, 0, 7600)),
]


@pytest.mark.parametrize(("contract", "score"), PUBLISHED)
def test_the_tables_give_published_scores(
    contract: tuple[int, str, int, int, int], score: tuple[int, int, int]
) -> None:
    assert contract_score(*contract) == score


class Tricks(Hand):
    """The tricks of a hand, in which the declarer plays for the dummy."""

    def __init__(self, hands: list[list[str]], declarer: int, strain: str) -> None:
        super().__init__(hands, (declarer + 1) % 4, strain)
        self.declarer = declarer

    @property
    def decider(self) -> int:
        return self.declarer if (self.current - self.declarer) % 4 == 2 else self.current


def honours(hand: list[str], strain: str) -> int:
    if strain == "NT":
        return 150 if sum(card.startswith("A") for card in hand) == 4 else 0
    held = sum(card[:-1] in ("A", "K", "Q", "J", "10") and card[-1] == strain for card in hand)
    return {4: 100, 5: 150}.get(held, 0)


@dataclass
class Auction:
    """The calls of a hand, from the dealer on."""

    dealer: int
    calls: list[str] = field(default_factory=list)

    @property
    def seat(self) -> int:
        return (self.dealer + len(self.calls)) % 4

    @property
    def over(self) -> bool:
        return len(self.calls) >= 4 and self.calls[-3:] == ["pass"] * 3

    def last(self) -> tuple[int, int]:
        """The number of the last bid, and the seat that made it; -1 for none."""
        names = [name(bid) for bid in BIDS]
        for turn in reversed(range(len(self.calls))):
            if self.calls[turn] in names:
                return names.index(self.calls[turn]), (self.dealer + turn) % 4
        return -1, -1

    @property
    def doubled(self) -> int:
        since = [call for call in self.calls if call != "pass"]
        return {"double": 1, "redouble": 2}.get(since[-1] if since else "", 0)

    def legal(self) -> list[str]:
        number, seat = self.last()
        calls = ["pass", *(name(bid) for bid in BIDS[number + 1 :])]
        if seat >= 0 and self.doubled == 0 and (seat - self.seat) % 2:
            calls.append("double")
        if seat >= 0 and self.doubled == 1 and (seat - self.seat) % 2 == 0:
            calls.append("redouble")
        return calls

    def declarer(self) -> int:
        """The first of the side to name the strain of the contract."""
        number, seat = self.last()
        names = {name(bid) for bid in BIDS if bid[1] == BIDS[number][1]}
        turns = range(len(self.calls))
        return next(
            (self.dealer + turn) % 4
            for turn in turns
            if self.calls[turn] in names and (self.dealer + turn - seat) % 2 == 0
        )


def best_strain(held: list[list[str]], side: int) -> str:
    """The suit that a side has most cards of."""
    cards = held[side] + held[side + 2]
    return max("CDHS", key=lambda suit: sum(card[-1] == suit for card in cards))


def call(table: Table, dealer: int, held: list[list[str]], rng: random.Random) -> Auction:
    """A random auction; in most of them the dealer opens at any level and few others bid."""
    auction = Auction(dealer)
    opening = (rng.randint(1, 7), rng.choice([best_strain(held, dealer % 2)] * 3 + ["NT"]))
    sober = rng.random() < 0.8
    while not auction.over:
        assert table.decider == auction.seat
        legal = auction.legal()
        assert {str(move) for move in table.legal()} == set(legal)
        bids = [each for each in legal if each[0].isdigit()][:4]
        others = [each for each in legal if not each[0].isdigit()]
        said = rng.choice(bids if bids and rng.random() < (0.03 if sober else 0.5) else others)
        if sober and not auction.calls:
            said = name(opening)
        table.apply(said)
        auction.calls.append(said)
    return auction


def helpful(model: Tricks, legal: list[str]) -> str:
    """A card with which the declarer's side is likely to take the trick."""
    winner = max(model.trick, key=lambda each: model.worth(each[1]))[0] if model.trick else -1
    theirs = (model.current - model.declarer) % 2 == 1
    if theirs or (winner >= 0 and (winner - model.current) % 2 == 0):
        return legal[0]
    return legal[-1]


def play(table: Table, model: Tricks, rng: random.Random, *, help_declarer: bool) -> None:
    """The tricks of a hand, in which everyone may help the declarer, who else would make little."""
    dummy = (model.declarer + 2) % 4
    led = False
    while not model.over:
        assert table.decider == model.decider
        legal = sorted(
            model.legal(), key=lambda card: (card[-1] == model.trump, RANKS.index(card[:-1]))
        )
        assert {str(move) for move in table.legal()} == set(legal)
        for seat in {0, 1, 2, 3} - {dummy}:
            seen = [card for card in table.view(seat).zone("hand", dummy) if card]
            assert len(seen) == (len(model.hands[dummy]) if led else 0)
        card = helpful(model, legal) if help_declarer else rng.choice(legal)
        table.apply(card)
        model.play(card)
        led = True


class Rubber:
    """The score of a rubber, as it is written on paper."""

    def __init__(self) -> None:
        self.points, self.below, self.games = [0, 0], [0, 0], [0, 0]

    def score(self, side: int, below: int, above: int, lost: int) -> None:
        self.points[side] += below + above
        self.points[1 - side] += lost
        self.below[side] += below
        if self.below[side] >= 100:
            self.games[side] += 1
            self.below = [0, 0]
        if self.games[side] == 2:
            self.points[side] += 500 if self.games[1 - side] else 700

    def break_off(self) -> None:
        for side in (0, 1):
            if self.games[side] > self.games[1 - side]:
                self.points[side] += 300
            if self.below[side] and not self.below[1 - side]:
                self.points[side] += 100


@pytest.mark.quick(10)
@pytest.mark.parametrize("seed", range(60))
def test_contract_bridge_follows_its_rules(seed: int) -> None:
    rng = random.Random(seed)
    most, count = rng.choice([4, 8, 8]), rng.random() < 0.7
    table = ludwright.load("contract-bridge", {"hands": most, "honours": count}).table(seed=seed)
    rubber, dealer, hands = Rubber(), 3, 0
    while max(rubber.games) < 2 and hands < most:
        assert not table.over
        held = hands_of(table)
        auction = call(table, dealer, held, rng)
        hands, dealer = hands + 1, (dealer + 1) % 4
        number, _ = auction.last()
        if number >= 0:
            level, strain = BIDS[number]
            declarer = auction.declarer()
            assert table.variable("declarer") == declarer
            model = Tricks([[*hand] for hand in held], declarer, strain)
            play(table, model, rng, help_declarer=rng.random() < 0.8)
            side = declarer % 2
            tricks = model.tricks[side] + model.tricks[side + 2]
            vulnerable = int(rubber.games[side] > 0)
            rubber.score(side, *contract_score(level, strain, auction.doubled, vulnerable, tricks))
            for seat, hand in enumerate(held):
                rubber.points[seat % 2] += honours(hand, strain) * count
        if max(rubber.games) < 2 and hands == most:
            rubber.break_off()
        for word, values in (
            ("points", rubber.points),
            ("below", rubber.below),
            ("games", rubber.games),
        ):
            assert [table.variable(word, team) for team in (0, 1)] == values
    result = table.result()
    assert list(result.scores or ()) == rubber.points * 2
    best = max(rubber.points)
    assert [seat for seat in range(4) if rubber.points[seat % 2] == best] == list(result.winners)


def auctions(table: Table, bids: set[str]) -> int:
    """How many complete auctions there are with some bids only, counted by playing them."""
    total = 0
    for move in [str(move) for move in table.legal()]:
        if move in bids or not move[0].isdigit():
            following = table.copy()
            following.apply(move)
            ended = following.variable("declarer") is not None or following.over
            total += 1 if ended else auctions(following, bids)
    return total


@pytest.mark.parametrize("bids", [["7-notrump"], ["7-spades", "7-notrump"]])
def test_there_are_as_many_auctions_as_published(bids: list[str]) -> None:
    """With 35 bids there are (4 * 22**35 - 1) / 3 auctions; with fewer, as many for each bid."""
    table = ludwright.load("contract-bridge", options={"hands": 1}).table(seed=1)
    assert len(table.legal()) == 36
    assert auctions(table, set(bids)) == (4 * 22 ** len(bids) - 1) // 3
