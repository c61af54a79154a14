"""All measures of games, and what computes them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
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
from .kept import kept_in, known
from .luck import LUCK_MEASURES, deals, ladder
from .openings import OPENING_MEASURES, openings
from .packing import packed_estimate, unpacked_estimate
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
        kept=plan.kept,
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
    save: str | Path | None = None,
    progress: Progress | None = None,
) -> dict[str, Estimate]:
    """Measure a game: estimates by the name of the measure. Costly sources use fewer games. Ctrl-C
    ends it early; what was not measured by then has a note that says so. With `save`, what is found
    is appended to a file, and what is in that file is not measured again."""
    wanted = measures_named(names)
    check_batch(program, games, seed, most, [bot, *([against] if against else [])])
    setting = {"games": games, "seed": seed, "bot": bot, "against": against, "most": most}
    setting["measures"] = [each.name for each in wanted]
    refused = {each.name: each.refusal(program) for each in wanted}
    left = [each for each in wanted if refused[each.name] is None]
    with kept_in(save, "measure", [program], setting) as kept:
        plan = Plan(program, games, seed, bot, against, jobs, engine, most, progress, kept)
        found = _found(plan, left)
    missed = nothing(INTERRUPTED)
    return {each.name: refused[each.name] or found.get(each.name, missed) for each in wanted}


def _found(plan: Plan, asked: Sequence[Measure]) -> dict[str, Estimate]:
    """What sources have found, up to the one that was interrupted."""
    found: dict[str, Estimate] = {}
    try:
        for source in dict.fromkeys(each.source for each in asked):
            mine = [each for each in asked if each.source == source]
            estimates, interrupted = estimates_of(plan, source, mine)
            found |= estimates
            if interrupted:
                break
    except KeyboardInterrupt:
        if not found:
            raise
    return found


def estimates_of(
    plan: Plan, source: str, asked: Sequence[Measure]
) -> tuple[dict[str, Estimate], bool]:
    """The estimates of measures of one source, and whether Ctrl-C ended it, so that they are those
    of fewer games. Whole ones are kept; where the source is rows, the games are."""
    part = f"measures {source}"
    names = {each.name: part for each in asked}
    stored = known(plan.kept, names, lambda packed, name: unpacked_estimate(packed[name]))
    if stored:
        return stored, False
    watch = Watch(plan.progress)
    observed = SOURCES[source](replace(plan, progress=watch))
    estimates = {each.name: each.estimate(observed) for each in asked}
    interrupted = watch.interrupted or bool(getattr(observed, "interrupted", False))
    if not interrupted and source != "rows" and plan.kept.keeps:
        plan.kept.add(part, {name: packed_estimate(each) for name, each in estimates.items()})
    return estimates, interrupted


class Watch:
    """The progress of a source, by which one is known that Ctrl-C ended early: such a source may
    return what it has."""

    def __init__(self, progress: Progress | None) -> None:
        self._progress = progress
        self._left: dict[str, int] = {}
        self._stopped = False

    @property
    def interrupted(self) -> bool:
        """Whether some of its work was not done."""
        return self._stopped or any(self._left.values())

    def __call__(self, what: str, done: int, total: int) -> None:
        """Note what is left, and report it."""
        self._left[what] = total - done
        if self._progress:
            try:
                self._progress(what, done, total)
            except KeyboardInterrupt:
                self._stopped = True
                raise
