"""Intervals for results that come deal by deal: bootstrap over deals, and paired differences."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import fsum, inf, sqrt
from typing import Any

import numpy as np

from ..machine import rng
from .metrics import Z95, wilson

Floats = np.ndarray[Any, np.dtype[np.float64]]
Counts = np.ndarray[Any, np.dtype[np.int64]]

RESAMPLES = 1000
TAIL = 0.025  # of the resamples, on each side of an interval


def resamples(items: int, seed: int, number: int = RESAMPLES) -> Counts:
    """How often each item is drawn in each of a number of resamples, one row per resample."""
    drawn = np.zeros((number, items), np.int64)
    for row in range(number):
        # SplitMix64 of a counter; all of a row at once, because resamples are many.
        first = int(rng.mix(seed, row))
        steps = np.arange(1, items + 1, dtype=np.uint64) * np.uint64(rng.GOLDEN)
        words = rng.finalize(steps + np.uint64(first)) >> np.uint64(32)
        np.add.at(drawn[row], (words * np.uint64(items) >> np.uint64(32)).astype(np.int64), 1)
    return drawn


def percentile_interval(values: Floats) -> tuple[float, float]:
    """The middle 95 % of resampled values."""
    ordered = np.sort(values)
    cut = int(TAIL * len(ordered))
    return float(ordered[cut]), float(ordered[len(ordered) - 1 - cut])


def rate_interval(rates: Floats, drawn: Counts) -> tuple[float, float]:
    """The 95 % interval of a mean of rates per deal. Where all deals are lost, or all won, nothing
    varies: then it is Wilson's, with a deal as the unit."""
    if not rates.any() or (rates == 1).all():
        return wilson(int(rates.sum()), len(rates))
    return percentile_interval((drawn * rates).sum(axis=1) / len(rates))


@dataclass(frozen=True, slots=True)
class Difference:
    """How much more utility one bot has than another per game, from the same deals; `ci95` is
    Student's interval over deals, None if there are fewer than two."""

    first: str
    second: str
    difference: float
    ci95: tuple[float, float] | None
    deals: int

    @property
    def differ(self) -> bool:
        """Whether the interval excludes 0."""
        return self.ci95 is not None and not self.ci95[0] <= 0 <= self.ci95[1]


def paired_difference(
    first: str, second: str, ours: Sequence[float], theirs: Sequence[float]
) -> Difference:
    """The difference of two bots, from the mean utility of each in every deal."""
    each = [a - b for a, b in zip(ours, theirs, strict=True)]
    mean, error = mean_and_error(each)
    half = student95(len(each) - 1) * error if len(each) > 1 else inf
    interval = (mean - half, mean + half) if len(each) > 1 else None
    return Difference(first, second, mean, interval, len(each))


def mean_and_error(values: Sequence[float]) -> tuple[float, float]:
    """The mean and its standard error, the same in whatever order the values came."""
    n = len(values)
    if n == 0:
        return 0.0, 0.0
    mean = fsum(values) / n
    spread = fsum((value - mean) ** 2 for value in values)
    return mean, sqrt(spread / (n - 1) / n) if n > 1 else 0.0


# Student's distribution: 97.5 % points for few degrees of freedom.
_STUDENT = (12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060, 2.2622, 2.2281)


def student95(freedom: int) -> float:
    """The 97.5 % point of Student's distribution."""
    if freedom <= len(_STUDENT):
        return _STUDENT[freedom - 1]
    z = Z95  # the expansion in 1/freedom of Abramowitz and Stegun, 26.7.5
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / freedom + second / freedom**2 + third / freedom**3
