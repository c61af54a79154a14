"""Skat beside a second model of its rules."""

from __future__ import annotations

import random
from dataclasses import dataclass

import pytest

import ludwright
from ludwright import Table
from models.tricks import Hand, hands_of

BASES = {"diamonds": 9, "hearts": 10, "spades": 11, "clubs": 12, "grand": 24}
NULL = {(False, False): 23, (True, False): 35, (False, True): 46, (True, True): 59}
WORTH = {"7": 0, "8": 0, "9": 0, "Q": 3, "K": 4, "10": 10, "A": 11, "J": 2}
NULL_ORDER = ("7", "8", "9", "10", "J", "Q", "K", "A")
JACKS = ["JC", "JS", "JH", "JD"]
PACK = [rank + suit for suit in "CSHD" for rank in NULL_ORDER]
ANNOUNCEMENTS = ["nothing", "schneider", "schwarz", "ouvert"]


def possible_values() -> list[int]:
    """What games can be worth: from two levels to all matadors and all announcements."""
    suits = {BASES[suit] * n for suit in list(BASES)[:4] for n in range(2, 11 + 7 + 1)}
    return sorted(suits | {24 * n for n in range(2, 4 + 7 + 1)} | set(NULL.values()))


VALUES = possible_values()


def test_the_bidding_sequence_begins_as_published() -> None:
    published = "18 20 22 23 24 27 30 33 35 36 40 44 45 46 48 50 54 55 59 60"
    assert VALUES[:20] == [int(value) for value in published.split()]
    assert VALUES[-1] == 264


def trumps_of(game: str) -> list[str]:
    """The trumps, highest first."""
    if game.startswith("null"):
        return []
    suit = game[0].upper() if game in BASES and game != "grand" else ""
    return JACKS + [rank + suit for rank in ("A", "10", "K", "Q", "9", "8", "7") if suit]


class Tricks(Hand):
    """The tricks of a hand: jacks belong to the trumps, and there is no duty to trump."""

    def __init__(self, hands: list[list[str]], leader: int, game: str) -> None:
        super().__init__(hands, leader)
        self.game, self.trumps = game, trumps_of(game)

    def suit(self, card: str) -> str:
        return "trumps" if card in self.trumps else card[-1]

    def legal(self) -> list[str]:
        hand = self.hands[self.current]
        if not self.trick:
            return hand
        lead = self.suit(self.trick[0][1])
        return [card for card in hand if self.suit(card) == lead] or hand

    def worth(self, card: str) -> tuple[bool, bool, int]:
        if card in self.trumps:
            return True, True, -self.trumps.index(card)
        order = NULL_ORDER if self.game.startswith("null") else list(WORTH)
        follows = self.suit(card) == self.suit(self.trick[0][1])
        return False, follows, order.index(card[:-1])


def points_of(cards: list[str]) -> int:
    return sum(WORTH[card[:-1]] for card in cards)


@dataclass(frozen=True)
class Game:
    """What the declarer plays."""

    declarer: int
    bid: int
    name: str
    by_hand: bool
    announced: int
    held: list[str]
    skat: list[str]

    def value(self, model: Tricks) -> int:
        """What the declarer scores."""
        tricks = model.tricks[self.declarer]
        if self.name.startswith("null"):
            return NULL[self.by_hand, self.name == "null ouvert"] * (-2 if tricks else 1)
        mine = [card in self.held + self.skat for card in model.trumps]
        matadors = next((i for i, each in enumerate(mine) if each != mine[0]), len(mine))
        points = points_of(model.won[self.declarer] + self.skat)
        levels = [
            self.by_hand,
            points >= 90 or points <= 30 or self.announced >= 1,
            self.announced >= 1,
            tricks in (0, 10) or self.announced >= 2,
            self.announced >= 2,
            self.announced == 3,
        ]
        base = BASES[self.name]
        value = base * (matadors + 1 + sum(levels))
        kept = points > 60 if not self.announced else points >= 90
        if kept and value >= self.bid and (self.announced < 2 or tricks == 10):
            return value
        while value < self.bid:
            value += base
        return -2 * value


def say(table: Table, seat: int, legal: list[str], rng: random.Random) -> str:
    assert table.decider == seat
    assert {str(move) for move in table.legal()} == set(legal)
    said = rng.choice(legal)
    table.apply(said)
    return said


def duel(
    table: Table, bidder: int, hearer: int, bid: int, jumps: bool, rng: random.Random
) -> tuple[int, int]:
    """One player bids and another holds; who is left, and the bid."""
    while True:
        higher = [str(value) for value in VALUES if value > bid]
        said = say(table, bidder, ["pass", *(higher if jumps else higher[:1])], rng)
        if said == "pass":
            return hearer, bid
        bid = int(said)
        assert table.variable("bid") == bid
        if say(table, hearer, ["hold", "pass"], rng) == "pass":
            return bidder, bid


def auction(table: Table, dealer: int, jumps: bool, rng: random.Random) -> tuple[int, int] | None:
    forehand, middlehand = (dealer + 1) % 3, (dealer + 2) % 3
    left, bid = duel(table, middlehand, forehand, 0, jumps, rng)
    left, bid = duel(table, dealer, left, bid, jumps, rng)
    if not bid:
        return (forehand, 18) if say(table, forehand, ["18", "pass"], rng) == "18" else None
    return left, bid


def declare(table: Table, declarer: int, bid: int, rng: random.Random) -> Game:
    skat = table.zone("skat")
    held = table.zone("hand", declarer)
    by_hand = say(table, declarer, ["hand", "pick up"], rng) == "hand"
    if not by_hand:
        assert table.decider == declarer and len(table.legal()) == 66
        twelve = [*held, *skat]
        skat = rng.sample(twelve, 2)
        table.apply(" + ".join(skat))
        held = [card for card in twelve if card not in skat]
    for seat in range(3):
        seen = [card for card in table.view(seat).zone("skat") if card]
        assert sorted(seen) == (sorted(skat) if seat == declarer and not by_hand else [])
    nulls = {"null": NULL[by_hand, False], "null ouvert": NULL[by_hand, True]}
    games = [*BASES, *(name for name, value in nulls.items() if value >= bid)]
    name = say(table, declarer, games, rng)
    announced = 0
    if by_hand and name in BASES:
        announced = ANNOUNCEMENTS.index(say(table, declarer, ANNOUNCEMENTS, rng))
    shown = table.view((declarer + 1) % 3).zone("hand", declarer)
    assert all(shown) == (announced == 3 or name == "null ouvert")
    return Game(declarer, bid, name, by_hand, announced, held, skat)


def play(table: Table, model: Tricks, rng: random.Random, loser: int | None = None) -> None:
    """The tricks of a hand; a null game ends with the declarer's first trick."""
    while not model.over and (loser is None or not model.tricks[loser]):
        assert table.decider == model.current
        card = say(table, model.current, model.legal(), rng)
        model.play(card)


def ramsch(model: Tricks, skat: list[str], last: int) -> list[int]:
    if 10 in model.tricks:
        return [120 * (tricks == 10) for tricks in model.tricks]
    points = [points_of(cards + skat * (seat == last)) for seat, cards in enumerate(model.won)]
    times = 2 if 0 in model.tricks else 1
    return [-times * each if each == max(points) else 0 for each in points]


USUAL: dict[str, object] = {"scoring": "plain", "jump_bids": False, "ramsch": False}
OTHER: dict[str, object] = {"scoring": "seeger-fabian", "jump_bids": True, "ramsch": True}


@pytest.mark.quick(6)
@pytest.mark.parametrize("seed", range(60))
@pytest.mark.parametrize("options", [USUAL, OTHER], ids=["usual", "other"])
def test_skat_follows_its_rules(options: dict[str, object], seed: int) -> None:
    table = ludwright.load("skat", options={**options, "hands": 12}).table(seed=seed)
    rng, points, dealer = random.Random(seed), [0, 0, 0], 2
    for _ in range(12):
        assert not table.over
        assert [len(hand) for hand in hands_of(table)] == [10] * 3
        skat, leader = table.zone("skat"), (dealer + 1) % 3
        won = auction(table, dealer, bool(options["jump_bids"]), rng)
        scored = [0, 0, 0]
        if won:
            game = declare(table, *won, rng)
            model = Tricks(hands_of(table), leader, game.name)
            play(table, model, rng, game.declarer if game.name.startswith("null") else None)
            value = game.value(model)
            assert table.variable("game_value") == value
            scored[game.declarer] = value
            if options["scoring"] == "seeger-fabian":
                scored[game.declarer] += 50 if value > 0 else -50
                for other in {0, 1, 2} - {game.declarer}:
                    scored[other] += 40 if value < 0 else 0
        elif options["ramsch"]:
            model = Tricks(hands_of(table), leader, "ramsch")
            play(table, model, rng)
            scored = ramsch(model, skat, model.current)
        points = [a + b for a, b in zip(points, scored, strict=True)]
        assert [table.variable("points", seat) for seat in range(3)] == points
        dealer = leader
    result = table.result()
    assert list(result.scores or ()) == points
    assert list(result.winners) == [s for s, each in enumerate(points) if each == max(points)]


# Forehand's cards, the skat, how forehand becomes declarer, what is declared, and the score,
# whatever is played.
KNOWN = {
    "grand ouvert with four": (
        "JC JS JH JD AC 10C AS 10S AH 10H",
        "7C 8C",
        "pass/pass/18/hand/grand/ouvert",
        264,
    ),
    "clubs ouvert with eleven": (
        "JC JS JH JD AC 10C KC QC 9C 8C",
        "7C 8H",
        "pass/pass/18/hand/clubs/ouvert",
        216,
    ),
    "diamonds schwarz announced with one in the skat": (
        "AD 10D KD QD 9D 8D 7D AC AS AH",
        "JC 7H",
        "pass/pass/18/hand/diamonds/schwarz",
        -9 * 2 * (1 + 1 + 1 + 4),
    ),
    "null": ("7S 8S 9S 7H 8H 9H 7D 8D 7C 8C", "9D 10D", "pass/pass/18/pick up/9D + 10D/null", 23),
    "null hand": ("7S 8S 9S 7H 8H 9H 7D 8D 7C 8C", "9D 10D", "pass/pass/18/hand/null", 35),
    "null ouvert": (
        "7S 8S 9S 7H 8H 9H 7D 8D 7C 8C",
        "9D 10D",
        "pass/pass/18/pick up/9D + 10D/null ouvert",
        46,
    ),
    "null ouvert hand": (
        "7S 8S 9S 7H 8H 9H 7D 8D 7C 8C",
        "9D 10D",
        "pass/pass/18/hand/null ouvert",
        59,
    ),
    # Without one, game, hand: 30, at most 50 with schneider and schwarz.
    "an overbid hand": (
        "10H KH QH 9H 8H 7H AC 10C AS KS",
        "JS 7D",
        "/".join(f"{value}/hold" for value in VALUES[: VALUES.index(59) + 1])
        + "/pass/pass/hand/hearts/nothing",
        -120,
    ),
}


@pytest.mark.parametrize("name", KNOWN)
def test_games_have_their_published_values(name: str) -> None:
    mine, skat, script, value = KNOWN[name]
    rest = [card for card in PACK if card not in f"{mine} {skat}".split()]
    random.Random(name).shuffle(rest)
    round_by_round = zip(mine.split(), rest[:10], rest[10:], strict=True)
    stock = [card for three in round_by_round for card in three]
    game = ludwright.load("skat", options={"hands": 1})
    table = game.table(seed=1, deal={"stock": [*stock, *skat.split()]})
    assert sorted(table.zone("hand", 0)) == sorted(mine.split())
    for move in script.split("/"):
        table.apply(move)
    rng = random.Random(name)
    while not table.over:
        table.apply(rng.choice([str(move) for move in table.legal()]))
    assert list(table.result().scores or ()) == [value, 0, 0]


def test_the_pack_has_120_points() -> None:
    (supply,) = ludwright.load("skat").definition.supplies
    names = [p.name for p in ludwright.load("skat").definition.properties]
    assert sum(int(card.values[names.index("worth")]) for card in supply.tokens) == 120
