"""Belote beside a second model of its rules."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

import ludwright
from ludwright import Table
from models.tricks import Hand, hands_of

ORDER = ("7", "8", "9", "10", "J", "Q", "K", "A")
PLAIN = {"7": 0, "8": 0, "9": 0, "J": 2, "Q": 3, "K": 4, "10": 10, "A": 11}
TRUMPS = {"7": 0, "8": 0, "Q": 3, "K": 4, "10": 10, "A": 11, "9": 14, "J": 20}
FOURS = {"J": 200, "9": 150, "A": 100, "10": 100, "K": 100, "Q": 100}
RUNS = {3: 20, 4: 50, 5: 100}
PACK = [rank + suit for suit in "SHDC" for rank in ORDER]


class Tricks(Hand):
    """The tricks of a hand: who has to follow, to trump and to overtrump."""

    def __init__(self, hands: list[list[str]], leader: int, trump: str, undertrump: bool) -> None:
        super().__init__(hands, leader, trump)
        self.undertrump, self.last, self.belote = undertrump, 0, [0, 0]

    def worth(self, card: str) -> tuple[bool, bool, int]:
        order = list(TRUMPS if card[-1] == self.trump else PLAIN)
        return (
            card[-1] == self.trump,
            card[-1] == self.trick[0][1][-1],
            order.index(card[:-1]),
        )

    def legal(self) -> list[str]:
        hand = self.hands[self.current]
        if not self.trick:
            return hand
        winner, best = max(self.trick, key=lambda played: self.worth(played[1]))
        lead = self.trick[0][1][-1]
        suited = [card for card in hand if card[-1] == lead]
        trumps = [card for card in hand if card[-1] == self.trump]
        higher = [card for card in trumps if self.worth(card) > self.worth(best)]
        if suited:
            return higher or suited if lead == self.trump else suited
        if (winner - self.current) % 4 == 2 or not trumps:
            return hand
        return higher or (trumps if self.undertrump else hand)

    def play(self, card: str) -> None:
        rest = [each for each in self.hands[self.current] if each != card]
        pair = {f"Q{self.trump}", f"K{self.trump}"}
        if card in pair and pair & set(rest):
            self.belote[self.current % 2] = 20
        super().play(card)
        self.last = self.current

    def card_points(self, team: int, capot: int) -> int:
        cards = self.won[team] + self.won[team + 2]
        if len(cards) == 32:
            return capot
        values = [(TRUMPS if card[-1] == self.trump else PLAIN)[card[:-1]] for card in cards]
        return sum(values) + 10 * (self.last % 2 == team)


def groups_of(hand: list[str], trump: str) -> list[tuple[set[str], int, tuple[int, int, int]]]:
    """Everything in a hand that could be declared: its cards, its points, and how it compares."""
    found: list[tuple[set[str], int, tuple[int, int, int]]] = []
    for rank, points in FOURS.items():
        cards = {rank + suit for suit in "SHDC"}
        if cards <= set(hand):
            found.append((cards, points, (1, list(PLAIN).index(rank), 0)))
    for suit in "SHDC":
        for first in range(8):
            for size, points in RUNS.items():
                cards = {rank + suit for rank in ORDER[first : first + size]}
                if len(cards) == size and cards <= set(hand):
                    found.append((cards, points, (0, first + size, int(suit == trump))))
    return found


def melds_of(hand: list[str], trump: str) -> tuple[int, tuple[int, tuple[int, int, int]], set[str]]:
    """The most points that can be declared, how the best declaration compares, and the cards."""
    groups = groups_of(hand, trump)
    best: tuple[int, tuple[int, tuple[int, int, int]], set[str]] = (0, (0, (0, 0, 0)), set())
    for count in (1, 2):
        for chosen in combinations(groups, count):
            cards = set().union(*(group[0] for group in chosen))
            if len(cards) == sum(len(group[0]) for group in chosen):
                total = sum(group[1] for group in chosen)
                key = max((group[1], group[2]) for group in chosen)
                best = max(best, (total, key, cards), key=lambda each: each[:2])
    return best


def auction(table: Table, first: int, rng: random.Random) -> tuple[int, str] | None:
    """Who takes, and the trumps."""
    (upcard,) = table.zone("upcard")
    for turn in range(8):
        seat = (first + turn) % 4
        assert table.decider == seat
        suits = [suit for suit in "SHDC" if (suit == upcard[-1]) == (turn < 4)]
        assert {str(move) for move in table.legal()} == {*suits, "pass"}
        said = rng.choice([*suits, "pass", "pass", "pass", "pass"])
        table.apply(said)
        if said != "pass":
            return seat, said
    return None


def declare(table: Table, hand: list[str], trump: str, rng: random.Random) -> bool:
    able = melds_of(hand, trump)[0] > 0
    assert {str(move) for move in table.legal()} == {"pass", *(["declare"] if able else [])}
    said = able and rng.random() < 0.8
    table.apply("declare" if said else "pass")
    return said


def play_tricks(
    table: Table, model: Tricks, rng: random.Random, *, declarations: bool
) -> list[int]:
    """The hand from the first lead; what each side may count for its declarations."""
    hands = [[*hand] for hand in model.hands]
    declared: list[int] = []
    melds = [0, 0]
    while not model.over:
        seat = model.current
        assert table.decider == seat
        asked = declarations and len(model.hands[seat]) == 8
        if asked and declare(table, hands[seat], model.trump, rng):
            declared.append(seat)
            assert table.variable("declared", seat) == melds_of(hands[seat], model.trump)[1][0]
        assert {str(move) for move in table.legal()} == set(model.legal())
        card = rng.choice(sorted(model.legal()))
        table.apply(card)
        model.play(card)
        if declared and all(len(hand) == 7 for hand in model.hands) and not model.trick:
            best = max(declared, key=lambda each: melds_of(hands[each], model.trump)[1])
            for each in declared:
                total, _, cards = melds_of(hands[each], model.trump)
                shown = {card for card in table.view((each + 1) % 4).zone("hand", each) if card}
                if each % 2 == best % 2:
                    melds[best % 2] += total
                    assert shown == cards & set(model.hands[each])
                else:
                    assert not shown
            assert [table.variable("melds", team) for team in (0, 1)] == melds
            declared = []
    return melds


def scored(
    taker: int, model: Tricks, melds: list[int], held: int, options: dict[str, int | bool]
) -> tuple[list[int], int]:
    """What a hand is worth for both sides, and what is held over."""
    attack, defense = taker % 2, 1 - taker % 2
    capot = int(options["capot"])
    totals = [model.card_points(t, capot) + melds[t] + model.belote[t] for t in (0, 1)]
    points = [0, 0]
    if totals[attack] > totals[defense]:
        points = totals[:]
        points[attack] += held
        return points, 0
    points[attack] = model.belote[attack]
    if totals[attack] == totals[defense] and options["litige"]:
        points[defense] = totals[defense]
        return points, held + totals[attack] - model.belote[attack]
    tricks = model.tricks[defense] + model.tricks[defense + 2]
    points[defense] = (capot if tricks == 8 else 162) + sum(melds) + model.belote[defense] + held
    return points, 0


OPTIONS = [
    {"declarations": True, "litige": True, "undertrump": True, "capot": 252},
    {"declarations": False, "litige": False, "undertrump": False, "capot": 250},
]


@pytest.mark.quick(6)
@pytest.mark.parametrize("seed", range(40))
@pytest.mark.parametrize("options", OPTIONS, ids=["usual", "other"])
def test_belote_follows_its_rules(options: dict[str, int | bool], seed: int) -> None:
    table = ludwright.load("belote", options={**options, "target": 500}).table(seed=seed)
    rng, points, held, dealer = random.Random(seed), [0, 0], 0, 3
    while max(points) < 500 or points[0] == points[1]:
        assert not table.over
        assert table.variable("dealer") == dealer
        leader = (dealer + 1) % 4
        dealer = leader
        assert [len(hand) for hand in hands_of(table)] == [5] * 4
        (upcard,) = table.zone("upcard")
        taken = auction(table, leader, rng)
        if taken is None:
            continue
        taker, trump = taken
        hands = hands_of(table)
        assert [len(hand) for hand in hands] == [8] * 4 and upcard in hands[taker]
        model = Tricks(hands, leader, trump, bool(options["undertrump"]))
        melds = play_tricks(table, model, rng, declarations=bool(options["declarations"]))
        won, held = scored(taker, model, melds, held, options)
        points = [a + b for a, b in zip(points, won, strict=True)]
        assert [table.variable("points", team) for team in (0, 1)] == points
        assert table.variable("held_over") == held
    result = table.result()
    best = points.index(max(points))
    assert list(result.winners) == [best, best + 2]
    assert list(result.scores or ()) == points * 2


def test_the_pack_has_152_points_whatever_is_trumps() -> None:
    (supply,) = ludwright.load("belote").definition.supplies
    values = [
        dict(zip(("rank", "suit", "", "", "worth", "", "trump"), card.values, strict=True))
        for card in supply.tokens
    ]
    for trump in "SHDC":
        assert sum(int(v["trump" if v["suit"] == trump else "worth"]) for v in values) == 152


# Hands, the sixth card being a trump: points of the best declaration, and of all of them.
DECLARATIONS = {
    "7S 8S 9S JH QH KD 7D 7C": (20, 20),
    "9S JS QS KS 7H 8D 7D 7C": (20, 20),
    "JS QS KS AS 7H 8D 7D 9C": (50, 50),
    "8S 9S 10S JS QS 7H 7D 7C": (100, 100),
    "8S 9S 10S JS QS KS 7D 7C": (100, 100),
    "8S 9S 10S JS QS KS AS 7C": (100, 100),
    "7S 8S 9S 10S JS QS KS AS": (100, 120),
    "JS JH JD JC 7S 8S 9S AC": (200, 220),
    "9S 9H 9D 9C 7S 8S 10S AC": (150, 150),
    "QS QH QD QC 8S 8H 8D 8C": (100, 100),
    "KS KH KD KC AS AH AD AC": (100, 200),
    "10S JS QS KS AS AH AD AC": (100, 150),
    "7S 7H 7D 7C 8S 8H 8D 8C": (0, 0),
    "8S 9S JS QS AS AH 10D 9D": (0, 0),
}


@pytest.mark.parametrize("hand", DECLARATIONS)
def test_declarations_have_their_usual_values(hand: str) -> None:
    mine = hand.split()
    rest = [card for card in PACK if card not in mine]
    # Five cards in turn, the upcard, and two more for the first player, who takes it.
    stock = [card for five in zip(mine[:5], *[iter(rest[:15])] * 3, strict=True) for card in five]
    stock += [*mine[5:], *rest[15:]]
    table = ludwright.load("belote").table(seed=1, deal={"stock": stock})
    table.apply(mine[5][-1])
    assert sorted(table.zone("hand", 0)) == sorted(mine)
    best, total = DECLARATIONS[hand]
    assert {str(move) for move in table.legal()} == {"pass", *(["declare"] if total else [])}
    table.apply("declare" if total else "pass")
    assert table.variable("declared", 0) == best
    for step in range(7):
        table.apply("pass" if step % 2 else table.legal()[0])
    assert table.variable("melds", 0) == total
