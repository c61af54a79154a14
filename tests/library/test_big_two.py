"""Big Two beside a second model of its rules, and combinations whose order is known."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations, pairwise

import pytest

import ludwright
from ludwright import Table
from models.big_two import RANKS, BigTwo, Cards, penalty, strength
from models.tricks import hands_of
from tools.lockstep import lock_step

PACK = [f"{rank}{suit}" for rank in RANKS for suit in "DCHS"]


def cards_of(text: str) -> Cards:
    return frozenset() if text == "pass" else frozenset(text.split(" + "))


def play(table: Table, model: BigTwo, rng: random.Random, done: Counter[int]) -> None:
    """A hand at random, in which table and model must agree at every decision."""
    while not model.over:
        assert table.decider == model.current
        moves = {cards_of(str(move)): str(move) for move in table.legal()}
        assert len(moves) == len(table.legal())
        assert set(moves) == model.legal()
        assert frozenset(table.zone("table")) == model.on_table
        most = max(map(len, moves))
        often = [move for move in moves if len(move) == most]
        move = rng.choice(sorted(often if rng.random() < 0.5 else moves, key=sorted))
        done[len(move)] += 1
        table.apply(moves[move])
        model.apply(move)


@pytest.mark.quick(1)
@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("usual", [True, False])
def test_big_two_follows_its_rules(usual: bool, players: int, seed: int) -> None:
    options: dict[str, object] = {"target": 25}
    if not usual:
        options |= {"first_lead": "winner", "pass_is_final": True}
        options |= {"straights": "low", "flushes": "suit"}
    table = ludwright.load("big-two", options=options).table(players=players, seed=seed)
    rng, points, done = random.Random(seed), [0] * players, Counter[int]()
    leader = None
    while max(points) < 25:
        hands = hands_of(table)
        assert [len(hand) for hand in hands] == [13] * players
        model = BigTwo(hands, leader, not usual, not usual, not usual)
        play(table, model, rng, done)
        points = [a + penalty(len(hand)) for a, hand in zip(points, model.hands, strict=True)]
        assert [table.variable("points", seat) for seat in range(players)] == points
        leader = None if usual else model.last
    result = table.result()
    assert list(result.scores or ()) == points
    assert list(result.winners) == [s for s, each in enumerate(points) if each == min(points)]
    assert done[0] and done[1] and done[2] and done[5]


# ---- stacked deals -------------------------------------------------------------------------------


def stacked(first: str, second: str, **options: object) -> Table:
    """Two players, of whom the first has the three of diamonds."""
    hands = [first.split(), second.split()]
    rest = [card for card in PACK[::-1] if card not in {*hands[0], *hands[1]}]
    for hand in hands:
        while len(hand) < 13:
            hand.append(rest.pop(0))
    deal = [hands[number % 2][number // 2] for number in range(26)]
    game = ludwright.load("big-two", options={"hands": 1, **options})
    return game.table(players=2, seed=1, deal={"stock": [*deal, *rest]})


# From the lowest to the highest.
ORDER = [
    "3D 4C 5H 6S 7D",
    "10D JD QC KS AH",
    "JC QD KD AD 2D",
    "JC QD KD AD 2S",
    "4D 6D 8D 9D QD",
    "5C 6C 7C 9C QC",
    "3S 4S 5S 6S 2S",
    "4C 4D 4H 3C 3S",
    "5C 5D 5H 2C 2S",
    "2H 2S 2D 3C 3S",
    "4C 4D 4H 4S 2H",
    "5C 5D 5H 5S 3H",
    "4H 5H 6H 7H 8H",
    "4S 5S 6S 7S 8S",
    "JS QS KS AS 2S",
]


@pytest.mark.parametrize(("lower", "higher"), list(pairwise(ORDER)))
def test_five_cards_have_their_order(lower: str, higher: str) -> None:
    assert () < strength(frozenset(lower.split())) < strength(frozenset(higher.split()))


@pytest.mark.parametrize(
    ("lower", "higher"),
    [
        ("3D 4C 5H 6S 7D", "10D JD QC KS AH"),
        ("3D 5D 6D 7D AD", "3C 4C 5C 6C 2C"),
        ("3D QD KD AD 2D", "4C 4D 4H 3C 3S"),
        ("3D 3H 3S 2C 2S", "4C 4D 4H 5C 5S"),
        ("3D 3H 3S 2C 2S", "4C 4D 4H 4S 5S"),
        ("3D 3H 3S 3C 2S", "4C 4D 4H 4S 5S"),
        ("3D 3H 3S 3C 2S", "4S 5S 6S 7S 8S"),
    ],
)
def test_five_cards_beat_five_others(lower: str, higher: str) -> None:
    typed, answer = (" + ".join(cards.split()) for cards in (lower, higher))
    table = stacked(lower, higher)
    table.apply(typed)
    assert cards_of(answer) in {cards_of(str(move)) for move in table.legal()}


def test_the_first_lead_has_the_lowest_card() -> None:
    table = stacked("3D 3C 4D 4C", "3H 3S")
    leads = {cards_of(str(move)) for move in table.legal()}
    assert all("3D" in lead for lead in leads)
    assert {frozenset({"3D"}), frozenset({"3D", "3C"})} <= leads
    table.apply("3D + 3C")
    # Of equal pairs the one with the higher suit wins.
    assert frozenset({"3H", "3S"}) in {cards_of(str(move)) for move in table.legal()}


def test_low_straights_have_a_low_two() -> None:
    lows = {"3D 4C 5H AS 2S": True, "3D 4C 5H 6S 2H": True, "JC QD KD AD 2D": False}
    for cards, low in lows.items():
        five = frozenset(cards.split())
        assert bool(strength(five, low_straights=True)) is low
        assert bool(strength(five)) is not low
        table = stacked(f"3D {cards}" if "3D" not in cards else cards, "4D 5D", straights="low")
        if "3D" not in five:
            table.apply("3D")
            table.apply("pass")
        assert (five in {cards_of(str(move)) for move in table.legal()}) is low


def test_many_cards_left_cost_more() -> None:
    assert [penalty(count) for count in (1, 9, 10, 12, 13)] == [1, 9, 20, 24, 39]
    table = stacked("3D", "4D")
    # Player 1 has the three of diamonds and the twelve highest cards; player 2 passes.
    while not table.over:
        seat = table.decider
        table.apply("pass" if seat else table.legal()[0])
    assert list(table.result().scores or ()) == [0, 39]


def test_the_model_counts_hands_as_they_are_counted_by_hand() -> None:
    # Of twenty cards from the ten up to the ace: 4 straight flushes, 5 * 16 fours of a kind,
    # 20 * 24 full houses, and 4^5 straights less those 4; a flush has no more than five cards.
    high = [card for card in PACK if card[:-1] in ("10", "J", "Q", "K", "A")]
    kinds = Counter(strength(frozenset(five))[1:2] for five in combinations(high, 5))
    assert {kind[0]: count for kind, count in kinds.items() if kind} == {
        5: 4,
        4: 80,
        3: 480,
        1: 1020,
    }


def test_machine_and_oracle_agree() -> None:
    lock_step(ludwright.load("big-two").definition, 3, 5, most=30)
