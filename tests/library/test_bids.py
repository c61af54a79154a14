"""Sealed Bids beside a second model of its rules, and what bidders know of each other."""

from __future__ import annotations

import random

import pytest

import ludwright
from machining import lock_step
from tables import seen

RANKS = ["A", *map(str, range(2, 11)), "J", "Q", "K"]


def worth(card: str) -> int:
    return RANKS.index(card[:-1]) + 1


def auction(prizes: list[str], bids: list[list[str]]) -> list[int]:
    """The points of each player, from the prizes in order and all bids, round by round."""
    points, waiting = [0] * len(bids[0]), 0
    for prize, shown in zip(prizes, bids, strict=True):
        waiting += worth(prize)
        values = [worth(card) for card in shown]
        if values.count(max(values)) == 1:
            points[values.index(max(values))] += waiting
            waiting = 0
    return points


@pytest.mark.parametrize("players", [2, 3])
def test_sealed_bids_follows_its_rules(players: int) -> None:
    ties = 0
    for seed in range(12):
        table = ludwright.load("sealed-bids").table(players=players, seed=seed)
        rng = random.Random(seed)
        prizes = [*table.zone("offer"), *table.zone("prizes")[::-1]]
        assert sorted(prizes, key=worth) == [rank + "D" for rank in RANKS]
        bids: list[list[str]] = []
        while not table.over:
            shown = []
            for seat in range(players):
                assert table.decider == seat
                hand = table.zone("hand", seat)
                assert sorted(str(move) for move in table.legal()) == sorted(hand)
                shown.append(rng.choice(hand))
                table.apply(shown[-1])
            bids.append(shown)
            values = [card[:-1] for card in shown]
            ties += len(set(values)) < len(values)
        assert len(bids) == 13
        points = auction(prizes, bids)
        result = table.result()
        assert list(result.scores or ()) == points
        assert list(result.winners) == [s for s in range(players) if points[s] == max(points)]
        assert len(table.zone("spent")) == 13 * players
    assert ties


def test_nobody_sees_a_bid_before_all_are_made() -> None:
    table = ludwright.load("sealed-bids").table(players=3, seed=5)
    hand = table.zone("hand", 0)
    table.apply("KS")
    # As if nothing had happened, but for who decides.
    assert table.decider == 1
    assert table.zone("hand", 0) == hand
    assert [table.zone("bid", seat) for seat in range(3)] == [[], [], []]
    assert seen(table, 1, "hand", 0) == [None] * 13
    table.apply("KH")
    table.apply("QC")
    # Two kings: the prize stays, and all three cards are gone.
    assert sorted(table.zone("spent")) == ["KH", "KS", "QC"]
    assert len(table.zone("offer")) == 2
    assert [len(table.zone("hand", seat)) for seat in range(3)] == [12, 12, 12]


def test_a_prize_that_waited_goes_with_the_next() -> None:
    table = ludwright.load("sealed-bids").table(deal={"prizes": ["KD", "2D", "3D"]})
    for card in ("5S", "5H", "2S", "7H"):
        table.apply(card)
    assert (table.zone("won", 0), sorted(table.zone("won", 1))) == ([], ["2D", "KD"])
    assert table.zone("offer") == ["3D"]


def test_machine_and_oracle_agree() -> None:
    game = ludwright.load("sealed-bids").definition
    for players in (2, 3):
        for seed in range(4):
            lock_step(game, players, seed)
