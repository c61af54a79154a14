"""All measures of games, and what computes them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from ..diagnostics import did_you_mean
from ..machine.program import Program
from ..play.errors import TableError
from .course_measures import COURSE_MEASURES
from .courses import courses
from .coverage import COVERAGE_MEASURES, offers, reached
from .definition import Measure, Plan, Progress
from .estimates import Estimate, nothing
from .exchange import EXCHANGE_MEASURES, exchanges
from .executor import Executor
from .luck import LUCK_MEASURES, deals, ladder
from .openings import OPENING_MEASURES, openings
from .row_measures import ROW_MEASURES
from .rows import check_batch, sample
from .solving import SOLVER_MEASURES, solved

_GROUPS = (
    ROW_MEASURES,
    COURSE_MEASURES,
    LUCK_MEASURES,
    COVERAGE_MEASURES,
    EXCHANGE_MEASURES,
    OPENING_MEASURES,
    SOLVER_MEASURES,
)
MEASURES: dict[str, Measure] = {each.name: each for group in _GROUPS for each in group}


def _rows(plan: Plan) -> Any:
    return sample(
        plan.program,
        plan.games,
        plan.seed,
        bot=plan.bot,
        against=plan.against,
        jobs=plan.jobs,
        engine=plan.engine,
        most=plan.most,
        progress=plan.told("rows"),
    )


SOURCES: dict[str, Callable[[Plan], Any]] = {
    "rows": _rows,
    "courses": courses,
    "deals": deals,
    "coverage": reached,
    "cards": exchanges,
    "openings": openings,
    "ladder": ladder,
    "options": offers,
    "solver": solved,
}
INTERRUPTED = "interrupted before it was measured"
SLOW = frozenset({"ladder", "options", "solver"})  # asked only by the name of a measure


def measures_named(names: Iterable[str] | None) -> list[Measure]:
    """Measures by name, in the order of the table; by default all but the slow ones."""
    if isinstance(names, str):
        raise TableError(f"expected names of measures in a list, as ['{names}']")
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
    engine: str | Executor = "threads",
    most: int = 10_000,
    progress: Progress | None = None,
) -> dict[str, Estimate]:
    """Measure a game: estimates by the name of the measure. Costly sources use fewer games. Ctrl-C
    ends it early; what was not measured by then has a note that says so."""
    wanted = measures_named(names)
    check_batch(program, games, seed, most, [bot, *([against] if against else [])])
    plan = Plan(program, games, seed, bot, against, jobs, engine, most, progress)
    refused = {each.name: each.refusal(program) for each in wanted}
    asked = dict.fromkeys(each.source for each in wanted if refused[each.name] is None)
    found = _found(plan, asked)
    missed = nothing(INTERRUPTED)
    return {
        each.name: refused[each.name]
        or (each.estimate(found[each.source]) if each.source in found else missed)
        for each in wanted
    }


def _found(plan: Plan, sources: Iterable[str]) -> dict[str, Any]:
    """What sources have found, up to the one that was interrupted."""
    found: dict[str, Any] = {}
    try:
        for source in sources:
            found[source] = SOURCES[source](plan)
            if getattr(found[source], "interrupted", False):
                break
    except KeyboardInterrupt:
        if not found:
            raise
    return found
