"""What a report is made of: games are played and measured, part by part."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol

from ...machine.program import Program
from ...play.table import Table
from ...players import play_on, why_not
from ...players.budgets import measured_levels
from ..definition import Measure, Plan
from ..estimates import Estimate
from ..executor import Executor
from ..kept import Kept
from ..levels import STEPS, step
from ..measures import MEASURES, SLOW, estimates_of
from ..rows import Packing, Rows, chunks, in_kept_chunks, sample
from .along import Curve, curve_of, games_along, options_along

Progress = Callable[[str, int, int], None]  # what is done, units done, units in all

ALONG_CHUNK = 4  # games
LEVEL_DEALS = 60
MOVES, SEED = 18, 7  # of the pictures


class Subject(Protocol):
    """A game that a report is about."""

    @property
    def called(self) -> str:
        """Its name in records."""

    @property
    def options(self) -> Mapping[str, object]:
        """The options that were given."""

    def program(self, players: int | None = None) -> Program:
        """The program for a number of players."""


@dataclass(frozen=True, slots=True)
class Setting:
    """What determines a report, beside the games."""

    games: int
    seed: int
    bot: str
    against: str
    most: int
    levels: bool
    players: int | None


@dataclass(frozen=True, slots=True)
class Section:
    """What a report says of one game. `levels` are the steps of the ladder of levels, None if they
    were not asked for; `ladder` says where they come from."""

    called: str
    program: Program
    rows: Rows
    measures: dict[str, Estimate]
    along: Curve | None
    levels: list[dict[str, Any]] | None
    ladder: str
    picture: str


@dataclass(frozen=True, slots=True)
class Work:
    """One game of a report, while it is measured."""

    called: str
    program: Program
    setting: Setting
    parts: Kept
    executor: Executor
    progress: Progress | None

    def told(self, what: str) -> Callable[[int, int], None] | None:
        """The progress of one kind of work."""
        tell, called = self.progress, self.called
        return None if tell is None else lambda done, total: tell(f"{called}: {what}", done, total)


def gathered(work: Work) -> Section:
    """Everything that a report says of one game. Ctrl-C ends it with a KeyboardInterrupt; what was
    found by then is kept."""
    rows = _rows(work)
    measures = _measures(work, rows)
    along = _along(work)
    levels, ladder = _levels(work) if work.setting.levels else (None, "")
    picture = _picture(work.program)
    return Section(work.called, work.program, rows, measures, along, levels, ladder, picture)


# ---- games ---------------------------------------------------------------------------------------


def _rows(work: Work) -> Rows:
    """The rows of all games."""
    at = work.setting
    found = sample(
        work.program,
        at.games,
        at.seed,
        bot=at.bot,
        against=at.against,
        most=at.most,
        engine=work.executor,
        progress=work.told("games"),
        kept=work.parts,
    )
    if found.interrupted:
        raise KeyboardInterrupt
    return found


def _along(work: Work) -> Curve | None:
    """The options along some of the games."""
    at = work.setting
    tasks = chunks(games_along(at.games), ALONG_CHUNK)
    do = partial(options_along, work.program, at.seed, bot=at.bot, against=at.against)
    packing = Packing("along", list, lambda packed, task: [list(map(int, each)) for each in packed])
    found, interrupted = in_kept_chunks(
        do, tasks, packing, None, work.told("along"), work.executor, work.parts
    )
    if interrupted:
        raise KeyboardInterrupt
    return curve_of([game for each in found for game in each])


# ---- measures ------------------------------------------------------------------------------------


def _measures(work: Work, rows: Rows) -> dict[str, Estimate]:
    """All measures, those of slow sources only with the levels; each source is a part."""
    asked = [each for each in MEASURES.values() if work.setting.levels or each.source not in SLOW]
    refused = {each.name: each.refusal(work.program) for each in asked}
    found: dict[str, Estimate] = {}
    for source in dict.fromkeys(each.source for each in asked):
        mine = [each for each in asked if each.source == source and refused[each.name] is None]
        if source == "rows":
            found |= {each.name: each.estimate(rows) for each in mine}
        elif mine:
            found |= _of_source(work, source, mine)
    return {each.name: refused[each.name] or found[each.name] for each in asked}


def _of_source(work: Work, source: str, asked: Sequence[Measure]) -> dict[str, Estimate]:
    at, tell = work.setting, work.progress
    plan = Plan(
        work.program,
        at.games,
        at.seed,
        at.bot,
        at.against,
        engine=work.executor,
        most=at.most,
        progress=tell and (lambda what, *counts: tell(f"{work.called}: {what}", *counts)),
        kept=work.parts,
    )
    found, interrupted = estimates_of(plan, source, asked)
    # What an interrupted source has found so far would not be what the whole one finds.
    if interrupted:
        raise KeyboardInterrupt
    return found


# ---- levels and a picture ------------------------------------------------------------------------


def _levels(work: Work) -> tuple[list[dict[str, Any]], str]:
    """The ladder of levels, from the facts of a library game if they are of this program, else by
    an arena for each step; and where it comes from."""
    program = work.program
    if program.seats < 2 or why_not("level-1", program):
        return [], "Levels are compared in games with decisions of several seats."
    facts = measured_levels(program)
    same = facts.get("players") == program.seats and facts.get("options") == program.options
    if facts.get("steps") and same:
        return facts["steps"], "From the facts of the library."
    steps = []
    for number, (first, second) in enumerate(STEPS):
        part = f"levels {first} {second}"
        found = work.parts.get(part)
        if found is None:
            told = work.told("levels")
            if told:
                told(number, len(STEPS))
            seed = work.setting.seed
            found = step(
                program, first, second, LEVEL_DEALS, seed, None, engine=work.executor
            ).as_json()
            work.parts.add(part, found)
        steps.append(found)
    return steps, f"{LEVEL_DEALS} deals for each step, with exchanged seats."


def _picture(program: Program) -> str:
    """The table in the middle of a random game, as the seat sees it that decides."""
    table = Table(program, seed=SEED)
    if table.over:  # nobody decides anything: turns are all there is to see
        table = Table(program, seed=SEED, pace="turn")
    play_on(table, "random", MOVES)
    if table.over and len(table.log) > 1:
        table.undo((len(table.log) + 1) // 2)
    return table.svg()
