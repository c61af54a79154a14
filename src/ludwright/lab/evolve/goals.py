"""Goals: measures and the values that they should have."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import inf, isfinite

from ...play.errors import TableError
from ..estimates import Estimate
from ..measures import measures_named

_NUMBER = r"[+-]?(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d+)?"
_GOAL = re.compile(rf"\s*(\w+)\s*(=|>=|<=)\s*({_NUMBER})(?:\.\.({_NUMBER}))?\s*")
FORMS = "write goals as measure=5, measure=20..40, measure>=0.5 or measure<=0.1"

Measured = Mapping[str, Estimate]


@dataclass(frozen=True, slots=True)
class Goal:
    """A measure, and the least and the highest value that it should have."""

    measure: str
    low: float
    high: float
    text: str

    def distance(self, found: Estimate) -> float:
        """How far an estimate is from the goal: from one value, the nearest end of its 95 %
        interval; from a range, the farthest. It is 0 where the goal is reached."""
        if found.low is None or found.high is None:
            return inf
        if self.low == self.high:
            return self.at_best(found)
        return max(self.low - found.low, found.high - self.high, 0.0)

    def at_best(self, found: Estimate) -> float:
        """How far the nearest end of the interval is from the goal: what more games might show."""
        if found.low is None or found.high is None:
            return inf
        return max(self.low - found.high, found.low - self.high, 0.0)

    def reached(self, found: Estimate) -> bool:
        """Whether the interval is inside the range or, for a single value, includes it."""
        return self.distance(found) == 0


def parse_goal(text: str) -> Goal:
    """A goal as people write it."""
    found = _GOAL.fullmatch(text)
    if found is None:
        raise TableError(f"cannot read the goal '{text}'; {FORMS}")
    name, sign, first, second = found.groups()
    measures_named([name])  # reports an unknown one
    low = float(first)
    high = low if second is None else float(second)
    finite = isfinite(low) and isfinite(high)
    if not finite or low > high or (second is not None and sign != "="):
        raise TableError(f"cannot read the goal '{text}'; {FORMS}")
    bounds = {"=": (low, high), ">=": (low, inf), "<=": (-inf, high)}
    return Goal(name, *bounds[sign], text=text.strip())


def units_of(goals: Sequence[Goal], original: Measured) -> tuple[float, ...]:
    """What a distance of 1 is, for each goal: the distance of the original or, if that is at its
    goal, the size of the goal's own bounds."""
    found = []
    for goal in goals:
        distance = goal.distance(original[goal.measure])
        bounds = [abs(each) for each in (goal.low, goal.high) if isfinite(each) and each]
        found.append(distance if 0 < distance < inf else max(bounds, default=1.0))
    return tuple(found)


def score(goals: Sequence[Goal], units: Sequence[float], measured: Measured) -> float:
    """The sum of all distances, each in its unit: 0 if all goals are reached."""
    found = (goal.distance(measured[goal.measure]) for goal in goals)
    return sum(distance / unit for distance, unit in zip(found, units, strict=True))


def best_case(goals: Sequence[Goal], units: Sequence[float], measured: Measured) -> float:
    """The same, for the nearest ends of all intervals."""
    found = (goal.at_best(measured[goal.measure]) for goal in goals)
    return sum(distance / unit for distance, unit in zip(found, units, strict=True))


def margin(goals: Sequence[Goal], units: Sequence[float], measured: Measured) -> float:
    """The sum of the standard errors of all measures, each in its unit: a quarter of an interval,
    nearly."""
    found = [measured[goal.measure] for goal in goals]
    widths = [0.0 if e.low is None or e.high is None else e.high - e.low for e in found]
    return sum(width / 4 / unit for width, unit in zip(widths, units, strict=True))


def reached(goals: Sequence[Goal], measured: Measured) -> bool:
    """Whether all goals are reached."""
    return all(goal.reached(measured[goal.measure]) for goal in goals)
