"""GOPS as a document and in CGML: the same prizes and the same bids give the same play."""

from __future__ import annotations

import random

import pytest

import ludwright
from ludwright import Table
from tools.lockstep import lock_step
from tools.tables import seen


def bids(table: Table) -> list[str]:
    """The cards that may be bid, in any order."""
    return sorted(str(move).removeprefix("bid ") for move in table.legal())


def same_table(document: Table, cgml: Table, players: int) -> None:
    assert document.decider == cgml.decider
    for seat in range(players):
        for zone in ("hand", "won"):
            assert sorted(document.zone(zone, seat)) == sorted(cgml.zone(zone, seat))
    assert document.zone("offer") == cgml.zone("offer")
    assert document.zone("prizes") == cgml.zone("prizes")


@pytest.mark.quick(2)
@pytest.mark.parametrize("players", [2, 3, 5])
@pytest.mark.parametrize("seed", range(3))
def test_gops_goes_alike_as_a_document_and_in_cgml(players: int, seed: int) -> None:
    cgml = ludwright.load("gops:cgml").table(players=players, seed=seed)
    prizes = [*cgml.zone("offer"), *cgml.zone("prizes")[::-1]]
    document = ludwright.load("gops:gamespec").table(players=players, deal={"prizes": prizes})
    rng = random.Random(seed)
    while not cgml.over:
        same_table(document, cgml, players)
        assert bids(document) == bids(cgml)
        card = rng.choice(bids(cgml))
        cgml.apply(card)
        document.apply(f"bid {card}")
    # The last card of a hand is bid without asking in CGML; a document asks.
    for seat in range(players):
        assert document.decider == seat
        [last] = document.legal()
        document.apply(last)
    assert document.over
    assert document.result().winners == cgml.result().winners
    assert document.result().scores == cgml.result().scores
    assert document.turns == 12  # the last one does not end: the game does


def test_nobody_sees_a_bid_before_all_are_made() -> None:
    table = ludwright.load("gops:gamespec").table(players=3, seed=5)
    hand = table.zone("hand", 0)
    table.apply("bid KS")
    assert table.decider == 1
    assert table.zone("hand", 0) == hand
    assert [table.zone("bid", seat) for seat in range(3)] == [[], [], []]
    assert seen(table, 1, "hand", 0) == [None] * 13
    table.apply("bid KH")
    table.apply("bid QC")
    # Two kings: nobody gets the prize.
    assert sorted(card for card in table.zone("spent") if card[-1] != "D") == ["KH", "KS", "QC"]
    assert len(table.zone("spent")) == 4
    assert [len(table.zone("won", seat)) for seat in range(3)] == [0, 0, 0]


def test_the_contract_is_kept_by_the_document_too() -> None:
    [tested] = ludwright.load("gops:gamespec").contract(players=3, games=1, most=20)
    assert tested.breaches == ()
    assert tested.worlds


def test_machine_and_oracle_agree() -> None:
    for players in (2, 3):
        lock_step(ludwright.load("gops:gamespec").definition, players, players)
