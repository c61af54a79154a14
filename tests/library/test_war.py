"""War is as long as published, not only on average (which the tests of CGML look at)."""

from __future__ import annotations

from math import sqrt

import pytest

import ludwright


@pytest.mark.quick(1)
@pytest.mark.parametrize(("length", "share"), [(332, 0.5), (1161, 0.95)])
def test_so_many_games_are_as_short_as_published(length: int, share: float) -> None:
    games = 10_000
    game = ludwright.load("war")
    reached = sum(game.table(seed=seed).turns <= length for seed in range(games))
    assert abs(reached / games - share) < 4 * sqrt(share * (1 - share) / games)
