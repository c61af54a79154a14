"""War is as long as published: not only on average."""

from __future__ import annotations

from math import sqrt

import pytest

import ludwright

GAMES = 10_000


@pytest.mark.parametrize(("face_down", "published"), [(1, 440.9), (3, 236.0)])
def test_the_mean_length_is_as_published(face_down: int, published: float) -> None:
    # A game's length deviates by about three quarters of its mean.
    statistics = ludwright.load("war", {"face_down": face_down}).simulate(
        GAMES, seed=1, most=100_000
    )
    assert statistics.finished == GAMES
    assert statistics.length.mean is not None
    assert abs(statistics.length.mean - published) < 4 * 0.8 * published / sqrt(GAMES)


def test_half_of_the_games_and_nearly_all_are_as_long_as_published() -> None:
    game = ludwright.load("war")
    turns = sorted(game.table(seed=seed).turns for seed in range(4_000))
    # How many games are at most that long has the deviation of a coin with that share.
    for length, share in ((332, 0.5), (1161, 0.95)):
        reached = sum(each <= length for each in turns) / len(turns)
        assert abs(reached - share) < 4 * sqrt(share * (1 - share) / len(turns))
