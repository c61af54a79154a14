"""Every game of the library keeps what games promise, and tells no seat what it may not know."""

from __future__ import annotations

import pytest

import ludwright as lw
from ludwright import pipeline

NAMES = [name for name in pipeline.library_games() if ":" not in name]


@pytest.mark.quick(9)
@pytest.mark.parametrize("name", NAMES)
def test_the_contract_is_kept_at_the_start(name: str) -> None:
    game = lw.load(name)
    [tested] = game.contract(players=game.definition.least_players, games=1, most=6)
    assert tested.breaches == ()
    assert tested.moves > 0


@pytest.mark.quick(1)
@pytest.mark.parametrize("name", NAMES)
def test_the_contract_is_kept(name: str) -> None:
    game = lw.load(name)
    fewest, most = game.definition.least_players, game.definition.most_players
    for players in sorted({fewest, most}):
        [tested] = game.contract(players=players, games=2, most=40)
        assert tested.breaches == ()
        assert tested.moves > 0


def test_seats_are_put_in_other_worlds() -> None:
    [tested] = lw.load("go-fish").contract(players=3, games=1, most=30)
    # Every seat at every decision: there is always another world.
    assert tested.worlds == 3 * tested.moves == 90
