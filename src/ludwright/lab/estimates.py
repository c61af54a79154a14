"""Estimates: a value with its 95 % interval, from values per game."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import inf, sqrt
from statistics import NormalDist
from typing import Any

import numpy as np

from .metrics import wilson
from .resampling import Counts, Floats, percentile_interval, resamples, student95

BLOCKS = 500  # most units of a bootstrap; games are drawn in as many blocks of equal size


@dataclass(frozen=True, slots=True)
class Estimate:
    """A value, its 95 % interval, and how many games, or other units, it comes from. What cannot be
    computed is None, and `note` says why. `parts` are the values by seat, level, rule and so on
    that it is made of, or names alone."""

    value: float | None
    low: float | None
    high: float | None
    count: int
    note: str = ""
    parts: tuple[tuple[str, float | None], ...] = ()

    def as_json(self) -> dict[str, Any]:
        """The machine-readable form; an end that is unknown is null."""
        ci95 = None if self.value is None else [_finite(self.low), _finite(self.high)]
        found: dict[str, Any] = {"value": self.value, "ci95": ci95, "count": self.count}
        if self.note:
            found["note"] = self.note
        if self.parts:
            found["parts"] = dict(self.parts)
        return found


def _finite(value: float | None) -> float | None:
    return None if value is None or value in (inf, -inf) else value


def nothing(note: str, count: int = 0) -> Estimate:
    """The estimate of what cannot be computed."""
    return Estimate(None, None, None, count, note)


UNDEFINED = "not defined in any of the games"


def share(values: Floats) -> Estimate:
    """Wilson's interval of a share; values are 0 or 1, nan where undefined."""
    kept = values[~np.isnan(values)]
    if not len(kept):
        return nothing(UNDEFINED)
    hits = int(kept.sum())
    return Estimate(hits / len(kept), *wilson(hits, len(kept)), len(kept))


def mean(values: Floats) -> Estimate:
    """Student's interval of a mean; nan where undefined."""
    kept = values[~np.isnan(values)]
    if not len(kept):
        return nothing(UNDEFINED)
    value, n = float(kept.mean()), len(kept)
    if n == 1:
        return Estimate(value, -inf, inf, 1)
    half = student95(n - 1) * float(kept.std(ddof=1)) / sqrt(n)
    return Estimate(value, value - half, value + half, n)


def bounded_mean(values: Floats) -> Estimate:
    """Student's interval of a mean of values from 0 to 1, cut to that range. Where all are 0, or
    all 1, nothing varies: then it is Wilson's, with a game as the unit."""
    found = mean(values)
    if found.value is None or found.low is None or found.high is None:
        return found
    if found.value in (0.0, 1.0):
        hits = round(found.value) * found.count
        return Estimate(found.value, *wilson(hits, found.count), found.count)
    return Estimate(found.value, max(found.low, 0.0), min(found.high, 1.0), found.count)


def ratio(above: Floats, below: Floats, seed: int) -> Estimate:
    """The ratio of two totals, with a bootstrap interval over games. Of a share that is 0, or 1, in
    all games, it is Wilson's, with a game as the unit."""
    kept = ~(np.isnan(above) | np.isnan(below))
    above, below = above[kept], below[kept]
    if not below.sum():
        return nothing(UNDEFINED)
    value = float(above.sum() / below.sum())
    if value == 0 or (above == below).all():  # a share of which nothing varies
        games = int((below > 0).sum())
        return Estimate(value, *wilson(round(value) * games, games), games)
    sums = resampled_sums(np.stack([above, below]), seed)
    rates = sums[sums[:, 1] > 0]
    return Estimate(value, *percentile_interval(rates[:, 0] / rates[:, 1]), len(below))


def resampled_sums(values: Floats, seed: int) -> Floats:
    """The sums of rows of values, an item per game, in resamples of the games: a row for each
    resample. Of many games, blocks of consecutive ones are drawn."""
    games = values.shape[1]
    blocks = min(games, BLOCKS)
    starts = np.arange(blocks) * games // blocks
    blocked: Floats = np.add.reduceat(values.astype(np.float64), starts, axis=1)
    sums: Floats = np.matmul(_drawn(blocks, seed).astype(np.float64), blocked.T)
    return sums


@lru_cache(maxsize=8)
def _drawn(items: int, seed: int) -> Counts:
    return resamples(items, seed)


def quantile(family: int) -> float:
    """The standard deviations that each of a family of estimates may be off so that all of them are
    within it in 95 % of cases (Bonferroni)."""
    return NormalDist().inv_cdf(1 - 0.025 / max(family, 1))
