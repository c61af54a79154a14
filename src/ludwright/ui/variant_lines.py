"""Comparisons and evolutions as plain text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from ..lab.compare import Comparison, Contrast
from ..lab.estimates import Estimate
from ..lab.evolve.evolve import Evolved, Result
from ..lab.evolve.goals import Goal

MOST_REASONS = 6  # for which variants were rejected
MOST_DIGITS = 1_000_000_000  # games needed above which no number is shown


def number(value: float | None) -> str:
    """A number with four significant digits, large ones in full."""
    if value is None:
        return "-"
    value = round(value, 12)  # what is left of sums that are 0
    return f"{value:,.1f}" if abs(value) >= 1000 else f"{value:.4g}"


def interval(found: Estimate) -> str:
    """A value with its 95 % interval."""
    if found.value is None:
        return f"- ({found.note})"
    return f"{number(found.value)} ({number(found.low)} to {number(found.high)})"


# ---- comparisons ---------------------------------------------------------------------------------


def comparison_lines(found: Comparison) -> Iterator[str]:
    """The measures of all variants, and how they differ."""
    yield f"{found.games:,} games of each variant on the same seeds, {found.seats} seats"
    if found.interrupted:
        yield "interrupted: only games that all variants have are counted"
    yield ""
    yield from _measure_lines(found)
    pairs = groupby(
        sorted(found.differences, key=lambda each: (_place(found, each.a), _place(found, each.b))),
        key=lambda each: (each.a, each.b),
    )
    for (a, b), each in pairs:
        yield ""
        yield from _pair_lines(a, b, list(each))
    if found.undefined:
        yield ""
        yield "left out: " + "; ".join(f"{name} ({why})" for name, why in found.undefined.items())


def _place(found: Comparison, name: str) -> int:
    return found.variants.index(name)


def _measure_lines(found: Comparison) -> Iterator[str]:
    """A line for each measure, a column for each variant; long names are numbered below."""
    names = [f"[{number}]" for number in range(1, len(found.variants) + 1)]
    yield from (f"{short} {name}" for short, name in zip(names, found.variants, strict=True))
    yield ""
    yield f"{'measure':<20}" + "".join(f"{name:>12}" for name in names)
    metrics = found.measures[found.variants[0]]
    for metric in metrics:
        values = (number(found.measures[name][metric].value) for name in found.variants)
        yield f"{metric:<20}" + "".join(f"{value:>12}" for value in values)


def _pair_lines(a: str, b: str, pair: list[Contrast]) -> Iterator[str]:
    yield f"{a} minus {b}, 95 % intervals for all differences together:"
    for each in pair:
        if each.differ:
            low, high = each.ci95
            sure = _needed(each.games_needed)
            yield (
                f"  {each.metric:<18}{number(each.difference):>12}  ({number(low)} to "
                f"{number(high)}), p {each.p_adjusted:.2g}{sure}"
            )
    same = [each for each in pair if not each.differ]
    if same:
        yield "  no difference shown (games needed to be sure of what was observed):"
        yield "    " + ", ".join(f"{each.metric}{_needed_here(each)}" for each in same)


def _needed(games: int | None) -> str:
    return f", {games:,} games needed" if games and games < MOST_DIGITS else ""


def _needed_here(each: Contrast) -> str:
    games = each.games_needed
    return f" ({games:,})" if games and games < MOST_DIGITS else ""


# ---- evolutions ----------------------------------------------------------------------------------


def evolved_lines(found: Evolved, folder: str) -> Iterator[str]:
    """The results of an evolution, the best first, and what became of the other variants."""
    made = f"{found.made:,} variant{'' if found.made == 1 else 's'}"
    games = f"measured with {found.setting.games:,} games of fresh seeds"
    yield f"{made} made, {len(found.results)} kept in {folder}, {games}"
    if found.interrupted:
        yield "interrupted: the same command goes on from here"
    yield ""
    yield from _result_lines("original", found.original, found.setting.goals)
    for rank, each in enumerate(found.results, 1):
        yield from _result_lines(str(rank), each, found.setting.goals)
    if found.results:
        yield ""
        yield "lines are those of the original as it is written there"
    if found.rejected:
        yield ""
        yield "not kept:"
        for reason, count in found.rejected.most_common(MOST_REASONS):
            yield f"  {count:>5}  {reason}"


def _result_lines(rank: str, result: Result, goals: Sequence[Goal]) -> Iterator[str]:
    measured = ", ".join(f"{name} {interval(each)}" for name, each in result.measured.items())
    reached = sum(goal.reached(result.measured[goal.measure]) for goal in goals)
    yield f"{rank:<9}{reached} of {len(goals)} goals reached: {measured}"
    yield from (f"           {change}" for change in result.variant.changes)
