"""Ratings recover known strengths, and intervals and sequential tests keep what they promise."""

from __future__ import annotations

from itertools import permutations
from math import log10, sqrt

import numpy as np
import pytest

from ludwright.lab.ratings import Picks, elo, strengths
from ludwright.lab.resampling import (
    mean_and_error,
    paired_difference,
    percentile_interval,
    rate_interval,
    resamples,
    student95,
)
from ludwright.lab.sequential import LEAST_DEALS, SequentialTest
from ludwright.play.draws import Draws


def rated(picks: Picks, anchor: int = 0) -> list[float]:
    times, wins, sets = picks.arrays()
    found = strengths(times.sum(axis=0)[None].astype(float), wins.sum(axis=0)[None], sets)
    return [float(each) for each in elo(found, anchor)[0]]


def games(bots: int, *played: tuple[tuple[int, ...], tuple[float, ...]]) -> Picks:
    picks = Picks(bots)
    for each in played:
        picks.add_deal([each])
    return picks


def test_two_bots_are_rated_by_their_odds() -> None:
    won, lost, drawn = ((0, 1), (1, -1)), ((0, 1), (-1, 1)), ((1, 0), (0, 0))
    found = rated(games(2, *[won] * 30, *[lost] * 10))
    # A drawn game is assumed: half a victory for each.
    assert found == pytest.approx([0, -400 * log10(30.5 / 10.5)], abs=1e-3)
    found = rated(games(2, *[won] * 30, *[lost] * 10, *[drawn] * 20), anchor=1)
    assert found == pytest.approx([400 * log10(40.5 / 20.5), 0], abs=1e-3)


def test_a_bot_that_never_lost_has_a_finite_rating() -> None:
    few, many = (rated(games(2, *[((0, 1), (1, -1))] * n))[1] for n in (10, 1000))
    assert -900 > many > -2000 and many < few - 400


def picked(draws: Draws, left: list[int], strength: list[int]) -> int:
    at = draws.below(sum(strength[bot] for bot in left))
    for bot in left:
        at -= strength[bot]
        if at < 0:
            return bot
    raise AssertionError


@pytest.mark.parametrize("who", ["orders", "winners", "two at a time"])
def test_known_strengths_are_recovered(who: str) -> None:
    strength, draws = [1, 2, 6], Draws(7)
    picks = Picks(3)
    for deal in range(4000):
        seated = list(range(3)) if who != "two at a time" else [deal % 3, (deal + 1) % 3]
        left, value = list(seated), dict.fromkeys(seated, 0.0)
        for worth in (2.0, 1.0)[: 2 if who == "orders" else 1]:
            bot = picked(draws, left, strength)
            value[bot] = worth
            left.remove(bot)
            if len(left) < 2:
                break
        picks.add_deal([(seated, [value[bot] for bot in seated])])
    expected = [400 * log10(each) for each in strength]
    assert rated(picks) == pytest.approx(expected, abs=30)  # about three standard errors


def test_a_bot_that_plays_several_sides_is_as_likely_as_all_of_them() -> None:
    # A plays two of three sides and wins two games of three: no better than B.
    found = games(2, *[((0, 1, 0), (1, 0, 0))] * 200, *[((0, 1, 0), (0, 1, 0))] * 100)
    assert rated(found) == pytest.approx([0, 0], abs=0.5)


def test_ties_are_shared_and_losers_are_not_ranked() -> None:
    # All orders of winners occur equally often, so nobody is better, whoever ties for the rest.
    sides = [tuple(float(each == winner) for each in range(3)) for winner in range(3)]
    assert rated(games(3, *(((0, 1, 2), each) for each in sides))) == pytest.approx([0] * 3)
    tied = [tuple(map(float, each)) for each in set(permutations((1, 1, 0)))]
    assert rated(games(3, *(((0, 1, 2), each) for each in tied))) == pytest.approx([0] * 3)
    alike = games(3, *[((0, 1, 2), (0.0, 0.0, 0.0))] * 5)
    assert rated(alike) == pytest.approx([0] * 3)
    assert games(2, ((0, 0), (1.0, 0.0))).arrays()[2].size == 0  # one bot on all sides


def test_resamples_have_as_many_deals_and_are_fair() -> None:
    drawn = resamples(50, 3, 2000)
    assert (drawn.sum(axis=1) == 50).all() and (drawn == resamples(50, 3, 2000)).all()
    assert (drawn != resamples(50, 4, 2000)).any()
    # Each deal is drawn once on average, with the variance of a binomial distribution.
    assert drawn.mean(axis=0) == pytest.approx(np.ones(50), abs=5 * sqrt(0.98 / 2000))
    assert drawn.var() == pytest.approx(0.98, abs=0.03)


def test_the_interval_of_a_rate_is_that_of_its_deals() -> None:
    rates = np.array([0.0, 1.0] * 200)
    low, high = rate_interval(rates, resamples(400, 1))
    assert (low, high) == pytest.approx((0.5 - 1.96 * 0.025, 0.5 + 1.96 * 0.025), abs=0.008)
    # A deal that is always won by the same seat is half a victory for certain.
    assert rate_interval(np.full(10, 0.5), resamples(10, 1)) == (0.5, 0.5)
    low, high = rate_interval(np.ones(10), resamples(10, 1))
    assert high == 1 and low == pytest.approx(0.7225, abs=0.001)  # Wilson's interval of 10 of 10
    assert percentile_interval(np.arange(1000.0)) == (25, 974)


def test_students_points_are_those_of_the_tables() -> None:
    for freedom, point in {
        1: 12.706,
        10: 2.228,
        11: 2.201,
        12: 2.179,
        30: 2.042,
        120: 1.980,
    }.items():
        assert student95(freedom) == pytest.approx(point, abs=0.001)


def test_a_difference_is_paired_by_deal() -> None:
    luck = [float(i % 7) for i in range(100)]  # of the deal, the same for both
    better = [each + 0.1 + 0.01 * (i % 2) for i, each in enumerate(luck)]
    found = paired_difference("a", "b", better, luck)
    assert found.difference == pytest.approx(0.105) and found.differ and found.deals == 100
    assert found.ci95 and found.ci95[1] - found.ci95[0] < 0.01
    assert not paired_difference("a", "b", luck, luck).differ
    assert paired_difference("a", "b", [1.0], [0.0]).ci95 is None
    mean, error = mean_and_error([1.0, 2.0, 3.0, 4.0])
    assert (mean, error) == (2.5, pytest.approx(sqrt(5 / 3 / 4)))


def first_stop(effect: float, seed: int, deals: int) -> int | None:
    """When a test of differences of -1 and 1 with a mean stops."""
    test, draws = SequentialTest(), Draws(seed)
    for deal in range(deals):
        test.add(1.0 if draws.below(1000) < 500 * (1 + effect) else -1.0)
        if test.decided:
            return deal + 1
    return None


def test_a_sequential_test_stops_for_what_differs_only() -> None:
    equal = [first_stop(0, seed, 400) for seed in range(200)]
    assert sum(stop is not None for stop in equal) <= 16  # 5 % of 200, and two deviations
    clear = [first_stop(0.5, seed, 400) for seed in range(50)]
    assert all(clear) and np.mean([stop or 0 for stop in clear]) < 60


def test_a_sequential_test_does_not_trust_few_deals() -> None:
    test = SequentialTest()
    for deal in range(LEAST_DEALS):
        assert not test.decided, deal
        test.add(2.0)
    assert test.decided
    same = SequentialTest()
    for _ in range(1000):
        same.add(0.0)
    assert not same.decided
