"""Compiler and machine do what the oracle says, state by state and option by option."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ludwright.gamedef import nodes as n
from ludwright.pipeline import library_games, load
from strategies import games, random_game
from tools.lockstep import lock_step

LIBRARY = sorted(name for name in library_games() if ":" not in name)


def seats_of(game: n.GameDef) -> range:
    """Up to three numbers of players."""
    return range(game.least_players, min(game.most_players, game.least_players + 2) + 1)


@pytest.mark.quick(1)
@pytest.mark.parametrize("first", range(0, 150, 15))
def test_random_games_agree(first: int) -> None:
    ends: Counter[str] = Counter()
    for seed in range(first, first + 15):
        game = random_game(seed)
        for players in seats_of(game):
            walk = lock_step(game, players, seed)
            ends[walk.status] += 1
            ends["decisions"] += walk.decisions
    assert ends["over"] > 9
    assert ends["fault"] + ends["stuck"] > 0
    assert ends["decisions"] > 72


@settings(
    max_examples=30,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
@given(game=games(), seed=st.integers(0, 2**63 - 1))
def test_any_game_agrees(game: n.GameDef, seed: int) -> None:
    for players in seats_of(game):
        lock_step(game, players, seed, most=25)


@pytest.mark.quick(20)
@pytest.mark.parametrize("name", LIBRARY)
def test_library_games_agree_at_the_start(name: str) -> None:
    game = load(name).game
    assert game is not None
    lock_step(game, game.least_players, 1, most=8)


@pytest.mark.quick(1)
@pytest.mark.parametrize("name", LIBRARY)
def test_library_games_agree(name: str) -> None:
    game = load(name).game
    assert game is not None
    for players in seats_of(game):
        for seed in (1, 2**40):
            lock_step(game, players, seed, most=40)
