"""Euchre beside a second model of its rules, and hands whose course is known."""

from __future__ import annotations

import random
from collections import Counter

import pytest

import ludwright
from ludwright import Table
from models.euchre import Euchre
from models.tricks import hands_of
from tools.lockstep import lock_step
from tools.tables import seen

# A likely pass makes all eight of them happen now and then; the rest is drawn evenly.
WEIGHTS = {"pass": 6, "with partner": 2}


def model_of(table: Table, dealer: int, stick: bool, lone: bool) -> Euchre:
    [upcard] = table.zone("upcard")
    return Euchre(hands_of(table), upcard, dealer, stick, lone)


def play(table: Table, model: Euchre, rng: random.Random, done: Counter[str]) -> None:
    """A hand at random, in which table and model must agree at every decision."""
    while not model.over:
        assert table.decider == model.current
        moves = sorted(map(str, table.legal()))
        assert set(moves) == model.legal()
        if model.stage == "play":
            assert table.zone("trick") == [card for _, card in model.trick]
            assert [sorted(hand) for hand in hands_of(table)] == list(map(sorted, model.hands))
            assert table.variable("trump") == model.trump
        [move] = rng.choices(moves, [WEIGHTS.get(move, 1) for move in moves])
        done[f"{model.stage} {move if model.stage != 'play' else len(model.out)}"] += 1
        table.apply(move)
        model.apply(move)


@pytest.mark.quick(2)
@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize(("stick", "lone"), [(False, False), (True, True)])
def test_euchre_follows_its_rules(stick: bool, lone: bool, seed: int) -> None:
    options = {"stick_the_dealer": stick, "defend_alone": lone}
    table = ludwright.load("euchre", options=options).table(seed=seed)
    rng, points, dealer, done = random.Random(seed), [0, 0], 3, Counter[str]()
    while max(points) < 10:
        assert not table.over
        model = model_of(table, dealer, stick, lone)
        assert [len(hand) for hand in model.hands] == [5] * 4
        assert len(table.zone("stock")) == 3
        play(table, model, rng, done)
        points = [a + b for a, b in zip(points, model.points(), strict=True)]
        assert [table.variable("points", team) for team in (0, 1)] == points
        dealer = (dealer + 1) % 4
    result = table.result()
    assert list(result.scores or ()) == points * 2
    assert list(result.winners) == [seat for seat in range(4) if points[seat % 2] == max(points)]
    assert done["bid pass"] and done["alone alone"] and done["play 0"] and done["play 1"]


def stacked(*hands: str, upcard: str, **options: object) -> Table:
    """A hand of four given hands, dealt one card at a time."""
    dealt = [hand.split() for hand in hands]
    deal = [dealt[seat][number] for number in range(5) for seat in range(4)]
    pack = [f"{rank}{suit}" for suit in "SHDC" for rank in ("9", "10", "J", "Q", "K", "A")]
    rest = [card for card in pack if card not in {*deal, upcard}]
    game = ludwright.load("euchre", options={"hands": 1, **options})
    return game.table(seed=1, deal={"stock": [*deal, upcard, *rest]})


def play_out(table: Table, *first: str) -> list[int]:
    """The points of both teams when these moves are made, and then always the first one."""
    for move in first:
        table.apply(move)
    while not table.over:
        table.apply(table.legal()[0])
    scores = list(table.result().scores or ())
    return scores[:2]


BEST = ("JS JC AS KS QS", "9H 10H QH KH AH", "9D 10D QD KD AD", "9C 10C QC KC AC")


def test_five_top_trumps_march_together_or_alone() -> None:
    table = stacked(*BEST, upcard="9S")
    assert play_out(table, "order up", "with partner") == [2, 0]
    table = stacked(*BEST, upcard="9S")
    table.apply("order up")
    table.apply("alone")
    assert table.decider == 3  # the dealer discards before the first lead
    table.apply("9C")
    table.apply("JC")
    # The partner of player 1 is passed over.
    assert table.decider == 1
    assert play_out(table) == [4, 0]


def test_a_hand_of_one_suit_is_euchred_by_trumps() -> None:
    words = ["pass", "order up", "with partner"]
    # Player 2 orders spades up without a chance.
    assert play_out(stacked(*BEST, upcard="9S"), *words) == [2, 0]
    lone = stacked(*BEST, upcard="9S", defend_alone=True)
    assert play_out(lone, *words, "alone") == [4, 0]
    # The partner of the lone defender is asked first, as the deal is player 4's.
    lone = stacked(*BEST, upcard="9S", defend_alone=True)
    assert play_out(lone, *words, "with partner", "with partner") == [2, 0]


@pytest.mark.parametrize(("first", "second"), [("JS", "JC"), ("JC", "JS")])
def test_the_left_bower_is_the_second_highest_trump(first: str, second: str) -> None:
    table = stacked(
        f"{first} 9C 10C 9H 10H", "AS QC KC QH KH", f"{second} AC 9D 10D QD", "KS JH JD AD AH",
        upcard="9S",
    )  # fmt: skip
    for move in ("order up", "with partner", "AH", first):
        table.apply(move)
    # Everybody has to follow in trumps.
    for moves in ({"AS"}, {second}, {"KS", "9S"}):
        assert {str(move) for move in table.legal()} == moves
        table.apply(min(moves))
    assert table.decider == (0 if first == "JS" else 2)


def test_a_hand_that_nobody_wants_is_dealt_again() -> None:
    table = ludwright.load("euchre").table(seed=2)
    for _ in range(8):
        table.apply("pass")
    assert table.decider == 1
    assert str(table.legal()[0]) == "order up"
    assert [len(hand) for hand in hands_of(table)] == [5] * 4
    stuck = ludwright.load("euchre", options={"stick_the_dealer": True}).table(seed=2)
    for _ in range(7):
        stuck.apply("pass")
    assert stuck.decider == 3 and "pass" not in set(map(str, stuck.legal()))


def test_the_discard_of_the_dealer_is_seen_by_nobody_else() -> None:
    table = stacked(*BEST, upcard="9S")
    for move in ("order up", "with partner", "10C"):
        table.apply(move)
    assert [seen(table, seat, "aside") for seat in range(3)] == [[None]] * 3
    assert not any("10C" in str(event) for event in table.view(0).events())


def test_machine_and_oracle_agree_over_several_hands() -> None:
    lock_step(ludwright.load("euchre").definition, 4, 5, most=100)
