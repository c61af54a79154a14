"""All measures of games, and what computes them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from ..diagnostics import did_you_mean
from ..machine.program import Program
from ..play.errors import TableError
from .definition import Measure
from .estimates import Estimate
from .row_measures import ROW_MEASURES
from .rows import check_batch, sample

Progress = Callable[[str, int, int], None]  # the source at work, units done, units in all

MEASURES: dict[str, Measure] = {each.name: each for each in (*ROW_MEASURES,)}


@dataclass(frozen=True, slots=True)
class Plan:
    """What is measured: a batch of games of a program, and who plays."""

    program: Program
    games: int
    seed: int = 0
    bot: str = "random"
    against: str = ""
    jobs: int | None = None
    most: int = 10_000
    progress: Progress | None = None

    def told(self, source: str) -> Callable[[int, int], None] | None:
        """The progress of one source."""
        tell = self.progress
        return None if tell is None else lambda done, total: tell(source, done, total)


def _rows(plan: Plan) -> Any:
    return sample(
        plan.program,
        plan.games,
        plan.seed,
        bot=plan.bot,
        against=plan.against,
        jobs=plan.jobs,
        most=plan.most,
        progress=plan.told("rows"),
    )


SOURCES: dict[str, Callable[[Plan], Any]] = {"rows": _rows}
SLOW: frozenset[str] = frozenset()  # sources that are asked only by the name of a measure


def measures_named(names: Iterable[str] | None) -> list[Measure]:
    """Measures by name, in the order of the table; by default all but the slow ones."""
    if names is None:
        return [each for each in MEASURES.values() if each.source not in SLOW]
    wanted = set(names)
    for name in sorted(wanted - set(MEASURES)):
        hint = did_you_mean(name, list(MEASURES)) or f"known: {', '.join(MEASURES)}"
        raise TableError(f"unknown measure '{name}'; {hint}")
    return [each for each in MEASURES.values() if each.name in wanted]


def measure(
    program: Program,
    games: int,
    seed: int = 0,
    *,
    names: Iterable[str] | None = None,
    bot: str = "random",
    against: str = "",
    jobs: int | None = None,
    most: int = 10_000,
    progress: Progress | None = None,
) -> dict[str, Estimate]:
    """Measure a game: estimates by the name of the measure. Costly sources use fewer games."""
    wanted = measures_named(names)
    check_batch(program, games, seed, most, [bot, *([against] if against else [])])
    plan = Plan(program, games, seed, bot, against, jobs, most, progress)
    refused = {each.name: each.refusal(program) for each in wanted}
    asked = dict.fromkeys(each.source for each in wanted if refused[each.name] is None)
    found = {source: SOURCES[source](plan) for source in asked}
    return {each.name: refused[each.name] or each.estimate(found[each.source]) for each in wanted}
