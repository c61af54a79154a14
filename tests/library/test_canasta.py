"""Canasta beside a second model of its rules, which must agree at every decision."""

from __future__ import annotations

import random
from collections import Counter

import pytest

import ludwright
from ludwright import Table
from models.canasta import NATURAL, Canasta, rank
from models.tricks import hands_of

PLACES = dict(
    zip(
        (
            "fours",
            "fives",
            "sixes",
            "sevens",
            "eights",
            "nines",
            "tens",
            "jacks",
            "queens",
            "kings",
        ),
        NATURAL,
        strict=False,
    )
) | {"aces": "A", "threes": "3"}


def ranks(cards: list[str]) -> list[str]:
    return [rank(card) for card in cards]


def as_model(text: str, phase: str) -> str:
    """A move as the model writes it."""
    if phase == "wild":
        return PLACES[text.split()[-1]]
    return rank(text) if phase == "discard" else text


def play_hand(table: Table, model: Canasta, rng: random.Random, happened: Counter[str]) -> None:
    """One hand in which table and model must agree at every decision."""
    while not model.over:
        assert table.decider == model.current
        offered = {as_model(str(move), model.phase): str(move) for move in table.legal()}
        legal = model.legal()
        if set(offered) != legal:
            # The description is cautious where an initial meld takes nearly the whole hand, or
            # where the last two cards would make the two canastas that are needed.
            assert set(offered) < legal, (model, offered, legal)
            assert not model.opened[model.side] or model.to_go_out == 2, (model, offered, legal)
            happened["cautious"] += 1
        happened["decisions"] += 1
        choices = sorted(offered)
        eager = [move for move in choices if move not in ("done", "stock", "end")]
        move = rng.choice(eager if eager and rng.random() < 0.6 else choices)
        happened[move if model.phase == "draw" else model.phase] += 1
        text = offered[move]
        # Of equal cards, any will do.
        table.apply(next(each for each in table.legal() if str(each) == text))
        model.play(move)


def play_game(seed: int, hands: int, **options: int | bool) -> Counter[str]:
    """Some hands beside the model; what happened in them."""
    game = ludwright.load("canasta", {"hands": hands, **options})
    table, rng, happened = game.table(seed=seed), random.Random(seed), Counter[str]()
    points = [0, 0]
    for number in range(1, hands + 1):
        discards = ranks(table.zone("discards"))
        model = Canasta(
            [Counter(ranks(hand)) for hand in hands_of(table)],
            ranks(table.zone("stock")),
            discards,
            points,
            (number - 1) % 4,
            [len(table.zone("red_threes", side)) for side in (0, 1)],
            int(options.get("canastas_to_go_out", 1)),
            bool(options.get("always_frozen", False)),
            frozen=any(card in ("R", "2", "JOKER") for card in discards),
        )
        assert [hand.total() for hand in model.hands] == [11] * 4
        assert discards[-1] not in ("R", "2", "JOKER")
        play_hand(table, model, rng, happened)
        happened["out"] += model.out >= 0
        happened["concealed"] += model.concealed
        points = [points[side] + model.score(side) for side in (0, 1)]
        if max(points) >= 5000:
            break
        if number < hands:
            assert [table.variable("points", side) for side in (0, 1)] == points
    result = table.result()
    assert list(result.scores or ()) == points * 2
    return happened


@pytest.mark.quick(1)
@pytest.mark.parametrize("seed", range(6))
def test_canasta_follows_its_rules(seed: int) -> None:
    happened = play_game(seed, 10)
    happened += play_game(seed, 5, canastas_to_go_out=2)
    happened += play_game(seed, 5, always_frozen=True)
    assert {"pair", "add", "wild", "out"} <= set(happened)
    assert happened["cautious"] * 100 < happened["decisions"]


# Nothing in these hands goes together.
PLAIN = ["4C", "5C", "6C", "7C", "8C", "9C", "10C", "JC", "QC", "AC", "4D"]
HELD = 4 * 5 + 5 * 10 + 20 + 5
OTHERS = [[card[:-1] + suit for card in PLAIN] for suit in "CDH"]


def table_with(hand: str, *stock: str) -> Table:
    """A hand in which player 1 has these cards; the first of the stock is turned up."""
    hands = [hand.split(), *OTHERS]
    dealt = [each[i] for i in range(11) for each in hands]
    return ludwright.load("canasta", {"hands": 1}).table(deal={"stock": [*dealt, *stock]})


def test_a_concealed_hand() -> None:
    table = table_with("KS KS KH KH KD KD KC QS QS QH 4S", "9S", "QD")
    for move in ("stock", "K", "7", "Q", "4", "done", "4S"):
        table.apply(move)
    assert table.result().scores == (70 + 40 + 500 + 200 - HELD, -2 * HELD) * 2


def test_a_mixed_canasta() -> None:
    table = table_with("KS KS KH KH KD 2S JOKER AS AH AD 4S", "9S", "AS")
    for move in ("stock", "A", "4", "K", "5", "2", "north-south's kings", "JOKER"):
        table.apply(move)
    for move in ("north-south's kings", "done", "4S"):
        table.apply(move)
    assert table.result().scores == (80 + 50 + 20 + 50 + 300 + 200 - HELD, -2 * HELD) * 2


@pytest.mark.parametrize(
    ("hand", "ranks_offered"),
    [
        ("KS KH KD 4S 5S 6S 7S 8S 9H 10S JS", set()),  # 30 is not enough
        ("KS KH KD JOKER 5S 6S 7S 8S 9H 10S JS", {"K"}),  # 80
        ("KS KH 2S 4S 5S 6S 7S 8S 9H 10S JS", set()),  # 40, with the two
        ("KS KH JOKER 4S 5S 6S 7S 8S 9H 10S JS", {"K"}),  # 70
        ("AS AH AD 4S 5S 6S 7S 8S 9H 10S JS", {"A"}),  # 60
        ("KS KH KD JS JH JD 5S 5H 5C 10S 9H", {"K", "J", "5"}),  # 75
        ("JOKER 2S 2H 4S 5S 6S 7S 8S 9H 10S JS", set()),  # no two of a rank
    ],
)
def test_an_initial_meld_counts_fifty(hand: str, ranks_offered: set[str]) -> None:
    table = table_with(hand, "QS", "QD")
    table.apply("stock")
    assert {str(move) for move in table.legal()} == {"done", *ranks_offered}


def test_the_first_meld_has_to_be_completed() -> None:
    table = table_with("KS KH KD JS JH JD 5S 5H 5C 10S 9H", "QS", "QD")
    for move in ("stock", "5", "3"):
        table.apply(move)
    assert {str(move) for move in table.legal()} == {"K", "J"}
    for move in ("K", "3"):
        table.apply(move)
    # Only 45 so far.
    assert {str(move) for move in table.legal()} == {"J"}
