"""Estimates in words: as many digits as their interval warrants, shares in percent."""

from __future__ import annotations

from math import inf

from ..definition import Measure
from ..estimates import Estimate

SHARE = "share"  # the unit of what is shown in percent


def unit_of(measure: Measure) -> str:
    """The unit as it is shown: a share is in percent."""
    unit = measure.unit
    return unit.replace(SHARE, "%", 1) if unit.startswith(SHARE) else unit


def estimated(measure: Measure, found: Estimate | None, short: bool = False) -> str:
    """A value with its interval, or why there is none."""
    if found is None:
        return ""
    if found.value is None:
        return found.note or "unknown"
    value = written(measure, found.value)
    ends = "" if short else interval(measure, found)
    noted = f" ({found.note})" if found.note else ""
    return (f"{value} ({ends})" if ends else value) + noted


def interval(measure: Measure, found: Estimate) -> str:
    """The interval of a value; empty if there is none."""
    if found.value is None or found.low is None or found.high is None:
        return ""
    if -inf in (found.low, found.high) or inf in (found.low, found.high):
        return "unknown"
    return f"{written(measure, found.low)} to {written(measure, found.high)}"


def written(measure: Measure, value: float) -> str:
    """A value in the unit that is shown."""
    if measure.unit.startswith(SHARE):
        return f"{100 * value + 0.0:.2f}"
    if value == 0 or abs(value) >= 1000:
        return f"{value:,.0f}"
    return f"{value:.4g}"
