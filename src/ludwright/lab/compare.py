"""Compare variants on paired seeds: differences of measures, with simultaneous intervals.

Game g of every variant has the same seed. For a measure that is a mean of values per game, let
u(g) = (x(g) - mean) / share, where a variant defines x for that share of the games, and 0 for
the others; the difference of two variants then has the variance var(u_a - u_b) / games, in which
the pairing counts. This is the delta method; where all games define x, it is the paired t-test.
For other measures, intervals of both variants are put together by the square-and-add method
(Zou and Donner 2008), which ignores the pairing and so is too wide rather than too narrow.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from math import ceil, erfc, exp, inf, isfinite, log1p, sqrt
from pathlib import Path
from statistics import NormalDist
from typing import Any

import numpy as np

from ..machine.program import Program
from ..play.errors import TableError
from .definition import Measure
from .estimates import Estimate
from .executor import Executor
from .kept import kept_in
from .measures import measures_named
from .metrics import Z95
from .resampling import Floats
from .rows import Rows, sample

LEVEL = 0.05  # of all intervals together
POWER = 0.9  # with which `games_needed` suffice
FEWEST = 2  # games
MOST_NEEDED = 10**15

Progress = Callable[[int, int], None]  # games played, games in all


@dataclass(frozen=True, slots=True)
class Competitor:
    """A variant that is compared: its name, and its program."""

    name: str
    program: Program


@dataclass(frozen=True, slots=True)
class Contrast:
    """The value of a measure in variant `a` minus that in variant `b`.

    The intervals `ci95` of all differences hold together with a probability of at least 95 %
    (Bonferroni); `p_adjusted` is Holm's. With `games_needed`, the interval would exclude 0 with a
    probability of 90 %, if the difference is what was observed; None if that is 0."""

    metric: str
    a: str
    b: str
    difference: float
    ci95: tuple[float, float]
    p_adjusted: float
    games_needed: int | None

    @property
    def differ(self) -> bool:
        """Whether the interval excludes 0."""
        return not self.ci95[0] <= 0 <= self.ci95[1]

    def as_json(self) -> dict[str, Any]:
        """The machine-readable form."""
        low, high = self.ci95
        return {
            "metric": self.metric,
            "a": self.a,
            "b": self.b,
            "difference": self.difference,
            "ci95": [low if isfinite(low) else None, high if isfinite(high) else None],
            "p_adjusted": self.p_adjusted,
            "games_needed": self.games_needed,
        }


@dataclass(frozen=True, slots=True)
class Comparison:
    """Variants with the measures of each, and their differences; `undefined` measures are left out,
    each with the reason."""

    games: int
    seed: int
    seats: int
    variants: tuple[str, ...]
    measures: Mapping[str, Mapping[str, Estimate]]  # by variant
    differences: tuple[Contrast, ...]
    undefined: Mapping[str, str]
    interrupted: bool = False

    def as_json(self) -> dict[str, Any]:
        """The machine-readable form."""
        found: dict[str, Any] = {
            "games": self.games,
            "variants": list(self.variants),
            "differences": [each.as_json() for each in self.differences],
            "measures": {
                name: {metric: each.as_json() for metric, each in measured.items()}
                for name, measured in self.measures.items()
            },
            "undefined": dict(self.undefined),
            "seed": self.seed,
            "seats": self.seats,
        }
        if self.interrupted:
            found["interrupted"] = True
        return found


@dataclass(frozen=True, slots=True)
class Gap:
    """A difference before all are known: its value, and the standard error or (for measures of
    all games at once) how far its own 95 % interval reaches down and up, with what it is based
    on: the degrees of freedom, and the games."""

    value: float
    below: float  # in standard errors of a normal distribution
    above: float
    freedom: float
    games: int


# ---- distributions -------------------------------------------------------------------------------


def normal_score(t: float, freedom: float) -> float:
    """The point of the normal distribution that is as unlikely as a point of Student's (Wallace
    1959): 0.0001 off at ten degrees of freedom."""
    if freedom == inf or t in (inf, -inf):
        return t
    size = (8 * freedom + 1) / (8 * freedom + 3) * sqrt(freedom * log1p(t * t / freedom))
    return size if t >= 0 else -size


def student_score(z: float, freedom: float) -> float:
    """The inverse of `normal_score`."""
    if freedom == inf:
        return z
    scaled = z * (8 * freedom + 3) / (8 * freedom + 1)
    return sqrt(freedom * (exp(min(scaled * scaled / freedom, 700.0)) - 1))


def two_sided(z: float) -> float:
    """How probable a normal value is that is at least so far from 0."""
    return erfc(abs(z) / sqrt(2))


def holm(p: Sequence[float]) -> list[float]:
    """Values adjusted by Holm (1979): all that are below a level are significant together."""
    adjusted, highest = [0.0] * len(p), 0.0
    for rank, place in enumerate(sorted(range(len(p)), key=lambda i: p[i])):
        highest = max(highest, min(1.0, p[place] * (len(p) - rank)))
        adjusted[place] = highest
    return adjusted


# ---- differences ---------------------------------------------------------------------------------


def influence(values: Floats) -> Floats:
    """How much each game moves the mean of the values that are defined."""
    known = ~np.isnan(values)
    share = known.mean()
    mean = values[known].mean()
    found: Floats = np.where(known, (np.where(known, values, mean) - mean) / share, 0.0)
    return found


def paired(one: Floats, other: Floats) -> Gap:
    """The difference of two means over the same games."""
    games = len(one)
    value = float(np.nanmean(one) - np.nanmean(other))
    error = float((influence(one) - influence(other)).std(ddof=1)) / sqrt(games)
    return Gap(value, error, error, games - 1, games)


def square_and_add(one: Estimate, other: Estimate) -> Gap:
    """The difference of two estimates that have intervals of their own."""
    sides = [each for e in (one, other) for each in (e.value, e.low, e.high)]
    assert None not in sides, "both are defined"
    x, low_x, high_x, y, low_y, high_y = (float(each) for each in sides if each is not None)
    below = sqrt((x - low_x) ** 2 + (high_y - y) ** 2) / Z95
    above = sqrt((high_x - x) ** 2 + (y - low_y) ** 2) / Z95
    return Gap(x - y, below, above, inf, min(one.count, other.count))


def gap(measure: Measure, one: Rows, other: Rows, ours: Estimate, theirs: Estimate) -> Gap:
    """The difference of two variants in a measure."""
    if measure.values is None:
        return square_and_add(ours, theirs)
    found = paired(measure.values(one), measure.values(other))
    if measure.interval == "Wilson" and not found.below:
        # A share in which no game differs: up to 3 in so many others may (the rule of three).
        least = 3 / found.games / Z95
        return replace(found, below=least, above=least)
    return found


def contrasts(gaps: Mapping[tuple[str, str, str], Gap]) -> tuple[Contrast, ...]:
    """Differences by metric and variants, judged together."""
    if not gaps:
        return ()
    # Bonferroni's share of the level for each of them.
    z = NormalDist().inv_cdf(1 - LEVEL / 2 / len(gaps))
    adjusted = holm([_p(each) for each in gaps.values()])
    found = []
    for ((metric, a, b), each), p in zip(gaps.items(), adjusted, strict=True):
        reach = student_score(z, each.freedom)
        ci95 = each.value - reach * each.below, each.value + reach * each.above
        found.append(Contrast(metric, a, b, each.value, ci95, p, _needed(each, z)))
    return tuple(found)


def _error(gap: Gap) -> float:
    """The standard error on the side of the difference where 0 is."""
    return gap.below if gap.value > 0 else gap.above


def _p(gap: Gap) -> float:
    if not gap.value:
        return 1.0
    error = _error(gap)
    return two_sided(normal_score(gap.value / error, gap.freedom)) if error else 0.0


def _needed(gap: Gap, z: float) -> int | None:
    """((z + z90) s / d)^2, where s is the standard deviation per game and d the difference."""
    if not gap.value:
        return None
    spread = _error(gap) * sqrt(gap.games)
    wanted = ((z + NormalDist().inv_cdf(POWER)) * spread / gap.value) ** 2
    return max(FEWEST, ceil(min(wanted, MOST_NEEDED)))


# ---- the comparison ------------------------------------------------------------------------------


def compare(
    variants: Sequence[Competitor],
    games: int,
    seed: int = 0,
    *,
    names: Sequence[str] | None = None,
    bot: str = "random",
    against: str = "",
    jobs: int | None = None,
    engine: str | Executor = "threads",
    most: int = 10_000,
    save: str | Path | None = None,
    progress: Progress | None = None,
) -> Comparison:
    """Play the same number of games of each variant, and compare each with each.

    `names` are those of the measures (default: all that come from the games alone). Ctrl-C ends
    the comparison early, with the games that every variant has. With `save`, games are appended to
    a file as they are finished, and those in that file are not played again.
    """
    seats = check_variants(variants, games)
    measures = _measures(names)
    setting = {"games": games, "seed": seed, "bot": bot, "against": against, "most": most}
    rows: list[Rows] = []
    with kept_in(save, "compare", [each.program for each in variants], setting) as kept:
        for number, each in enumerate(variants):
            rows.append(
                sample(
                    each.program,
                    games,
                    seed,
                    bot=bot,
                    against=against,
                    jobs=jobs,
                    engine=engine,
                    most=most,
                    progress=_told(progress, number * games, len(variants) * games),
                    kept=kept.under(str(number)),
                )
            )
            if rows[-1].interrupted:
                break
    least = min(map(len, rows))
    if len(rows) < len(variants) or least < FEWEST:
        raise KeyboardInterrupt  # a variant without games has no differences
    found = compared(variants, [_first(each, least) for each in rows], measures, seats)
    return replace(found, interrupted=rows[-1].interrupted)


def _first(rows: Rows, games: int) -> Rows:
    """The first games of a batch."""
    return replace(rows, columns={name: each[:games] for name, each in rows.columns.items()})


def check_variants(variants: Sequence[Competitor], games: int) -> int:
    """The number of seats of all variants, if they can be compared."""
    if len(variants) < 2:
        raise TableError("at least two variants are needed for a comparison")
    if games < FEWEST:
        raise TableError(f"at least {FEWEST} games are needed for a comparison")
    seats = {each.program.seats: each.name for each in reversed(variants)}
    if len(seats) > 1:
        (few, one), (many, other) = sorted(seats.items())[:2]
        raise TableError(
            f"'{one}' has {few} {'seat' if few == 1 else 'seats'} and '{other}' {many}: only games "
            "with the same number of players can be compared"
        )
    return variants[0].program.seats


def _measures(names: Sequence[str] | None) -> list[Measure]:
    found = [each for each in measures_named(names) if names or each.source == "rows"]
    slow = [each.name for each in found if each.source != "rows"]
    if slow:
        raise TableError(f"'{slow[0]}' cannot be compared: it does not come from the games alone")
    return found


def _told(progress: Progress | None, before: int, total: int) -> Progress | None:
    return None if progress is None else lambda done, _: progress(before + done, total)


def compared(
    variants: Sequence[Competitor], rows: Sequence[Rows], measures: Sequence[Measure], seats: int
) -> Comparison:
    """The comparison of games that were played."""
    names = tuple(each.name for each in variants)
    found: dict[str, dict[str, Estimate]] = {name: {} for name in names}
    undefined: dict[str, str] = {}
    for measure in measures:
        estimates = [
            measure.refusal(each.program) or measure.estimate(played)
            for each, played in zip(variants, rows, strict=True)
        ]
        missing = [(n, e) for n, e in zip(names, estimates, strict=True) if e.value is None]
        if missing:
            name, estimate = missing[0]
            undefined[measure.name] = f"{name}: {estimate.note}"
            continue
        for name, estimate in zip(names, estimates, strict=True):
            found[name][measure.name] = estimate
    used = [each for each in measures if each.name not in undefined]
    gaps = {
        (each.name, names[a], names[b]): gap(
            each, rows[a], rows[b], found[names[a]][each.name], found[names[b]][each.name]
        )
        for each in used
        for a, b in combinations(range(len(names)), 2)
    }
    return Comparison(len(rows[0]), rows[0].seed, seats, names, found, contrasts(gaps), undefined)
