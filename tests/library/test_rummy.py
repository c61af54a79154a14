"""Rummy beside a second model of its rules, which must agree at every decision."""

from __future__ import annotations

import random
from collections import Counter

import pytest

import ludwright
from models.rummy import Cards, Rummy
from models.tricks import hands_of


def as_move(text: str, phase: str) -> str | Cards:
    return frozenset(text.split(" + ")) if phase == "meld" and text != "done" else text


def play_hand(
    table: ludwright.Table, model: Rummy, rng: random.Random, eager: float
) -> Counter[str]:
    """One hand in which table and model must agree at every decision; what happened in it."""
    happened = Counter[str]()
    while not model.over:
        assert table.decider == model.current
        offered = {as_move(str(move), model.phase): str(move) for move in table.legal()}
        assert set(offered) == model.legal() and len(offered) == len(table.legal())
        choices = sorted(offered.values())
        more = [text for text in choices if text != "done"]
        text = rng.choice(more if more and rng.random() < eager else choices)
        happened[text if text in ("block", "turn", "set", "run") else model.phase] += 1
        move = as_move(text, model.phase)
        table.apply(text)
        model.play(move)
    return happened


def match(
    players: int, seed: int, hands: int = 0, eager: float = 0.9, **options: object
) -> Counter[str]:
    """A game beside the model; what happened in it."""
    game = ludwright.load("rummy", options={"hands": hands, **options})
    table, rng = game.table(players=players, seed=seed), random.Random(seed)
    points, happened = [0] * players, Counter[str]()
    for number in range(1, 200):
        model = Rummy(
            [*hands_of(table)], table.zone("stock"), table.zone("discards"), (number - 1) % players
        )
        for name, value in options.items():
            setattr(model, {"rummy_doubles": "doubles"}.get(name, name), value)
        assert [len(hand) for hand in model.hands] == [
            {2: 10, 3: 7, 4: 7}.get(players, 6)
        ] * players
        assert len(model.discards) == 1
        happened += play_hand(table, model, rng, eager)
        new = model.points()
        happened["out"] += not model.hand
        points = [a + b for a, b in zip(points, new, strict=True)]
        if number == hands or max(points) >= 100:
            break
        assert [table.variable("points", seat) for seat in range(players)] == points
    result = table.result()
    assert table.over and list(result.scores or ()) == points
    assert list(result.winners) == [s for s, each in enumerate(points) if each == max(points)]
    return happened


@pytest.mark.quick(1)
@pytest.mark.parametrize("seed", range(5))
def test_rummy_follows_its_rules(seed: int) -> None:
    happened = Counter[str]()
    for players in range(2, 7):
        happened += match(players, seed, 2)
    happened += match(3, seed, 0, turns=0, ace_points=15)
    happened += match(2, seed, 3, aces="both", one_meld=True)
    happened += match(2, seed, 3, aces="round", last_discard=True, rummy_doubles=False)
    happened += match(4, seed, 2, 0.3, turns=2)
    # It all occurred: nothing of this is compared in vain.
    assert {"block", "turn", "out"} <= set(+happened)


def table_with(second: list[str], stock: list[str], **options: object) -> ludwright.Table:
    """A hand where player 1 can meld all but the king; the first of the stock is turned up."""
    dealt = [card for pair in zip(GOOD, second, strict=True) for card in pair]
    return ludwright.load("rummy", {"hands": 1, **options}).table(deal={"stock": [*dealt, *stock]})


def lay(table: ludwright.Table, cards: str) -> None:
    """Lay down a meld, however it is written."""
    table.apply(next(m for m in table.legal() if set(str(m).split(" + ")) == set(cards.split())))


GOOD = ["AS", "2S", "3S", "4S", "5S", "6S", "9D", "9H", "9C", "KS"]
BAD = ["KH", "QD", "JC", "8H", "7D", "2C", "4D", "6H", "AC", "10C"]
LEFT = 10 + 10 + 10 + 8 + 7 + 2 + 4 + 6 + 1 + 10


@pytest.mark.parametrize(("doubles", "factor"), [(True, 2), (False, 1)])
def test_going_out_in_one_turn_scores_double(doubles: bool, factor: int) -> None:
    table = table_with(BAD, ["3H", "9S"], rummy_doubles=doubles)
    table.apply("stock")
    lay(table, "AS 2S 3S 4S 5S 6S")
    lay(table, "9S 9D 9H 9C")
    table.apply("done")
    table.apply("KS")
    assert table.result().scores == (factor * LEFT, 0)


def test_going_out_in_two_turns_does_not() -> None:
    table = table_with(BAD, ["3H", "5D", "3D", "9S"])
    table.apply("stock")
    lay(table, "AS 2S 3S 4S 5S 6S")
    for move in ("done", "5D", "stock", "done", "3D", "stock"):
        table.apply(move)
    lay(table, "9S 9D 9H 9C")
    table.apply("done")
    table.apply("KS")
    assert table.result().scores == (LEFT, 0)


@pytest.mark.parametrize("where", ["set", "run"])
def test_a_card_may_fit_a_set_and_a_run(where: str) -> None:
    table = table_with(BAD, ["3H", "9S", "2D", "7S", "3D", "8S"])
    table.apply("stock")
    lay(table, "4S 5S 6S")
    lay(table, "9D 9H 9C")
    for move in (
        "done",
        "KS",
        "stock",
        "done",
        "2D",
        "stock",
        "7S",
        "done",
        "3S",
        "stock",
        "done",
        "3D",
    ):
        table.apply(move)
    table.apply("stock")
    assert "9S" in map(str, table.legal())
    for move in ("8S", "9S", where):
        table.apply(move)
    assert ("9S" in table.zone("sets"), "9S" in table.zone("runs")) == (
        where == "set",
        where == "run",
    )


def test_the_card_that_was_taken_is_not_discarded() -> None:
    table = table_with(BAD, ["3H", "9S"])
    table.apply("discards")
    table.apply("done")
    assert {str(move) for move in table.legal()} == set(GOOD)


@pytest.mark.parametrize(
    ("aces", "runs"),
    [
        ("low", {"AS 2S 3S"}),
        ("both", {"AS 2S 3S", "QS KS AS"}),
        ("round", {"AS 2S 3S", "QS KS AS", "KS AS 2S"}),
    ],
)
def test_where_an_ace_may_be_in_a_run(aces: str, runs: set[str]) -> None:
    table = table_with(BAD, ["3H", "QS"], aces=aces)
    table.apply("stock")
    found = {frozenset(str(move).split(" + ")) for move in table.legal()}
    expected = {frozenset(run.split()) for run in runs}
    assert {cards for cards in found if "AS" in cards and len(cards) == 3} == expected
