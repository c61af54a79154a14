"""What a measure of games is: its definition, where it comes from, how sure it is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ..machine.program import Program
from .estimates import Estimate, bounded_mean, mean, nothing, share
from .executor import Executor
from .kept import NOTHING, Kept
from .resampling import Floats
from .rows import Rows

Progress = Callable[[str, int, int], None]  # the source at work, units done, units in all
Method = Callable[[Floats], Estimate]

# How the interval of a mean of values per game is computed.
METHODS: dict[str, Method] = {"Student": mean, "Student, 0 to 1": bounded_mean, "Wilson": share}


@dataclass(frozen=True, slots=True)
class Measure:
    """A number that says something of a game.

    It comes from a `source`: the rows of a batch of games, or a costlier pass over fewer games. It
    is the mean of `values`, one per game, nan where it is undefined; or it is computed `of` all of
    them at once. `why_not` says of which programs it does not make sense, and why."""

    name: str
    title: str
    unit: str
    definition: str
    reference: str
    interval: str
    values: Callable[[Rows], Floats] | None = None
    of: Callable[[Any], Estimate] | None = None
    source: str = "rows"
    why_not: Callable[[Program], str] | None = None

    def estimate(self, found: Any) -> Estimate:
        """The estimate from what its source has found."""
        if self.of is not None:
            return self.of(found)
        assert self.values is not None, "a measure has values, or is of all games at once"
        return METHODS[self.interval](self.values(found))

    def refusal(self, program: Program) -> Estimate | None:
        """What to report for a program of which it does not make sense."""
        reason = self.why_not(program) if self.why_not else ""
        return nothing(reason) if reason else None


@dataclass(frozen=True, slots=True)
class Plan:
    """What is measured: a batch of games of a program, and who plays."""

    program: Program
    games: int
    seed: int = 0
    bot: str = "random"
    against: str = ""
    jobs: int | None = None
    engine: str | Executor = "threads"
    most: int = 10_000
    progress: Progress | None = None
    kept: Kept = NOTHING  # what a run before has found

    def told(self, source: str) -> Callable[[int, int], None] | None:
        """The progress of one source."""
        tell = self.progress
        return None if tell is None else lambda done, total: tell(source, done, total)
