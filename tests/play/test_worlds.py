"""Worlds of a belief, in all games of the library: what holds for each, and on what they depend."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import ludwright as lw
from ludwright import pipeline
from ludwright.machine import state as m
from ludwright.play.belief import TEST_WORDS, WORK, Belief
from ludwright.play.table import Table

GAMES = sorted(name for name in pipeline.library_games() if ":" not in name)
SEED = 11


def played(name: str, seed: int, moves: int) -> Table:
    """A random game, stopped at its last decision within a number of moves."""
    game = lw.load(name)
    draws = random.Random(seed)
    players = max(game.definition.least_players, min(4, game.definition.most_players))
    table = game.table(players=players, seed=seed)
    for _ in range(moves):
        after = table.copy()
        after.apply(draws.choice(list(table.legal())))
        if after.over:
            break
        table = after
    return table


def decider(table: Table) -> int:
    assert table.decider is not None
    return table.decider


@pytest.mark.quick(8)
@pytest.mark.parametrize("name", GAMES)
def test_worlds_look_like_the_table(name: str) -> None:
    for seed in range(2):
        table = played(name, seed, 3 + 12 * seed)
        seat, masks = decider(table), table.masks
        view = table.view(seat)
        belief = Belief(table.program, seat, SEED)
        belief.update(view)
        worlds = belief.worlds(4)
        assert belief.evidence == 1.0
        seen, _ = masks.joined(table.state, seat)
        ids = [move.id for move in view.legal()]
        for state in worlds:
            assert (masks.joined(state, seat)[0] == seen).all()
            assert (state[[m.STATUS, m.SITE]] == table.state[[m.STATUS, m.SITE]]).all()
            held = (t for zone in range(masks.z1) for t in masks.contents(state, zone))
            there = (t for zone in range(masks.z1) for t in masks.contents(table.state, zone))
            assert sorted(held) == sorted(there)
            other = Table(table.program, start=state, observed=view.observed)
            assert decider(other) == seat
            assert [move.id for move in other.legal()] == ids


@pytest.mark.parametrize("name", ["go-fish", "hearts", "sealed-bids"])
def test_worlds_depend_on_the_view_and_the_seed_only(name: str) -> None:
    game = lw.load(name)
    table = game.table(players=3, seed=2)
    draws = random.Random(2)
    kept = {seat: Belief(table.program, seat, SEED) for seat in range(3)}
    cases = []
    for number in range(14):
        seat = decider(table)
        view = table.view(seat)
        if number % 3:  # now and then it is not asked
            kept[seat].update(view)
            cases.append((view, kept[seat].worlds(6)))
        table.apply(draws.choice(list(table.legal())))
        if table.over:
            break
    for view, _ in reversed(cases):  # as after undo
        kept[view.seat].update(view)

    def again(case: tuple[lw.View, np.ndarray]) -> bool:
        fresh = Belief(table.program, case[0].seat, SEED)
        fresh.update(case[0])
        return bool((fresh.worlds(6) == case[1]).all())

    with ThreadPoolExecutor(4) as threads:
        assert all(threads.map(again, cases))
    view, worlds = cases[-1]
    other = Belief(table.program, view.seat, SEED + 1)
    other.update(view)
    assert (other.worlds(6) != worlds).any()


def test_work_is_bounded() -> None:
    """However hard it is to find worlds, a call takes no more than a number of tests."""
    table = played("go-fish", 3, 60)
    belief = Belief(table.program, decider(table), SEED)
    belief.update(table.view(decider(table)))
    most = WORK // (TEST_WORDS + table.masks.size)
    for count in (1, 64, 128):
        before = belief.tests
        belief.worlds(count)
        assert belief.tests - before < 1.5 * most + 2 * count * 60
