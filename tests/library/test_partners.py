"""Whist, Spades and the base of games of tricks beside a second model of their rules."""

from __future__ import annotations

import random

import pytest

import ludwright
from ludwright import Table
from ludwright.languages.cgml.read.load import BUNDLED
from models.tricks import Hand, hands_of, play_hand
from tools.lockstep import lock_step

# ---- the base ------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [3, 4, 7])
def test_the_base_is_a_game_of_one_hand(players: int) -> None:
    base = ludwright.load(str(BUNDLED.folder / "trick_taking.cgml"))
    for seed in range(4):
        table = base.table(players=players, seed=seed)
        model = Hand(hands_of(table), 0)
        assert [len(hand) for hand in model.hands] == [7] * players
        play_hand(table, model, random.Random(seed))
        result = table.result()
        assert list(result.scores or ()) == model.tricks
        assert list(result.winners) == [
            seat for seat, tricks in enumerate(model.tricks) if tricks == max(model.tricks)
        ]


# ---- Whist ---------------------------------------------------------------------------------------


@pytest.mark.quick(1)
@pytest.mark.parametrize("target", [5, 9])
def test_whist_follows_its_rules(target: int) -> None:
    for seed in range(2):
        table = ludwright.load("whist", options={"target": target}).table(seed=seed)
        rng, points, dealer = random.Random(seed), [0, 0], 3
        while max(points) < target:
            assert not table.over
            trump = table.zone("hand", dealer)[-1]
            for seat in range(4):
                others = table.view(seat).zone("hand", dealer)
                shown = [card for card in others if card is not None]
                assert seat == dealer or shown == [trump]
            model = Hand(hands_of(table), (dealer + 1) % 4, trump[-1])
            assert [len(hand) for hand in model.hands] == [13] * 4
            play_hand(table, model, rng)
            for team in (0, 1):
                points[team] += max(0, model.tricks[team] + model.tricks[team + 2] - 6)
            assert [table.variable("points", team) for team in (0, 1)] == points
            dealer = (dealer + 1) % 4
        best = points.index(max(points))
        result = table.result()
        assert list(result.scores or ()) == points * 2
        assert list(result.winners) == [best, best + 2]
        assert result.teams == (("north-south", "east-west")[best],)


# ---- Spades --------------------------------------------------------------------------------------


def bid(table: Table, first: int, most: int, rng: random.Random) -> list[int]:
    """A bid from each player, not above a number; of partners the second has less to choose."""
    bids = [0] * 4
    for step in range(4):
        seat = (first + step) % 4
        left = 13 - bids[(seat + 2) % 4]
        assert table.decider == seat
        assert [str(move) for move in table.legal()] == [str(i) for i in range(left + 1)]
        bids[seat] = rng.randint(0, min(left, most))
        table.apply(str(bids[seat]))
    return bids


def hand_points(bids: list[int], tricks: list[int], team: int) -> tuple[int, int]:
    """What a hand is worth for a team, and its bags."""
    seats = (team, team + 2)
    contract, taken = (sum(each[seat] for seat in seats) for each in (bids, tricks))
    nils = sum(-100 if tricks[seat] else 100 for seat in seats if bids[seat] == 0)
    if taken < contract:
        return nils - 10 * contract, 0
    return nils + 10 * contract + taken - contract, taken - contract


@pytest.mark.quick(1)
@pytest.mark.parametrize(("most", "breaking"), [(13, True), (4, True), (2, False)])
def test_spades_follows_its_rules(most: int, breaking: bool) -> None:
    for seed in range(4):
        table = ludwright.load("spades", options={"breaking": breaking}).table(seed=seed)
        rng, points, bags, dealer = random.Random(seed), [0, 0], [0, 0], 3
        while max(points) < 500 and min(points) > -350:
            assert not table.over
            leader = (dealer + 1) % 4
            bids = bid(table, leader, most, rng)
            model = Hand(hands_of(table), leader, "S", "S")
            model.breaking = breaking
            play_hand(table, model, rng)
            for team in (0, 1):
                more, new = hand_points(bids, model.tricks, team)
                points[team] += more - (100 if bags[team] + new >= 10 else 0)
                bags[team] = (bags[team] + new) % 10
            assert [table.variable("points", team) for team in (0, 1)] == points
            assert [table.variable("bags", team) for team in (0, 1)] == bags
            dealer = (dealer + 1) % 4
        assert list(table.result().scores or ()) == points * 2


def test_spades_of_one_hand() -> None:
    table = ludwright.load("spades", options={"hands": 1}).table(seed=3)
    rng = random.Random(3)
    bids = bid(table, 0, 6, rng)
    model = Hand(hands_of(table), 0, "S", "S")
    play_hand(table, model, rng)
    points = [hand_points(bids, model.tricks, team)[0] for team in (0, 1)]
    winners = [seat for seat in range(4) if points[seat % 2] == max(points)]
    assert (list(table.result().scores or ()), list(table.result().winners)) == (
        points * 2,
        winners,
    )


@pytest.mark.parametrize("name", ["whist", "spades"])
def test_machine_and_oracle_agree_over_several_hands(name: str) -> None:
    lock_step(ludwright.load(name).definition, 4, 5, most=130)
