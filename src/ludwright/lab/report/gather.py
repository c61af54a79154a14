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
from ..definition import Plan
from ..estimates import Estimate
from ..executor import Executor
from ..levels import STEPS, step
from ..measures import MEASURES, SLOW, SOURCES
from ..rows import BOT_CHUNK, CHUNK, OnChunks, Rows, chunks, in_chunks, joined, rows_of
from .along import Curve, curve_of, games_along, options_along
from .parts import (
    Parts,
    packed_estimate,
    packed_rows,
    unpacked_estimate,
    unpacked_rows,
)

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

    name: str  # of its parts: its number in the report
    called: str
    program: Program
    setting: Setting
    parts: Parts
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
    """The rows of all games: chunk by chunk, each of which is a part."""
    at = work.setting
    given: dict[str, Any] = {"bot": at.bot, "against": at.against, "most": at.most}
    # Without games: what all rows of this batch have in common.
    empty = rows_of(work.program, at.seed, 0, 0, **given)
    do = partial(rows_of, work.program, at.seed, of=at.games, **given)
    random = at.bot == (at.against or at.bot) == "random"
    tasks = chunks(at.games, CHUNK if random else BOT_CHUNK)
    unpack = partial(unpacked_rows, like=empty)
    found = _in_parts(work, "games", do, tasks, packed_rows, unpack)
    return joined(found)


def _along(work: Work) -> Curve | None:
    """The options along some of the games."""
    at = work.setting
    tasks = chunks(games_along(at.games), ALONG_CHUNK)
    do = partial(options_along, work.program, at.seed, bot=at.bot, against=at.against)
    found = _in_parts(work, "along", do, tasks, list, list)
    return curve_of([game for each in found for game in each])


def _in_parts(
    work: Work,
    what: str,
    do: Callable[[int, int], Any],
    tasks: Sequence[tuple[int, int]],
    pack: Callable[[Any], Any],
    unpack: Callable[[Any], Any],
) -> list[Any]:
    """Do what is left of tasks, each of which is a part, and keep it as soon as it is done."""
    names = {task: f"{work.name} {what} {task[0]} {task[1]}" for task in tasks}
    found = {
        task: unpack(kept) for task in tasks if (kept := work.parts.get(names[task])) is not None
    }

    def note(task: tuple[int, int], result: Any) -> None:
        work.parts.add(names[task], pack(result))
        found[task] = result

    left = [task for task in tasks if task not in found]
    games = sum(count for _, count in left)
    told = work.told(what)
    _, interrupted = in_chunks(OnChunks(do), left, len, games, None, told, work.executor, note)
    if interrupted:
        raise KeyboardInterrupt
    return [found[task] for task in tasks]


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
            found |= _of_source(work, source, [each.name for each in mine])
    return {each.name: refused[each.name] or found[each.name] for each in asked}


def _of_source(work: Work, source: str, names: list[str]) -> dict[str, Estimate]:
    part = f"{work.name} measures {source}"
    kept = work.parts.get(part)
    if kept is None:
        at, watch = work.setting, Watch(work)
        plan = Plan(
            work.program,
            at.games,
            at.seed,
            at.bot,
            at.against,
            engine=work.executor,
            most=at.most,
            progress=watch,
        )
        observed = SOURCES[source](plan)
        # What an interrupted source has found so far would not be what the whole one finds.
        if watch.interrupted or getattr(observed, "interrupted", False):
            raise KeyboardInterrupt
        kept = {name: packed_estimate(MEASURES[name].estimate(observed)) for name in names}
        work.parts.add(part, kept)
    return {name: unpacked_estimate(kept[name]) for name in names}


class Watch:
    """The progress of a source, by which one is known that Ctrl-C ended early: such a source may
    return what it has."""

    def __init__(self, work: Work) -> None:
        self._work = work
        self._left: dict[str, int] = {}
        self._stopped = False

    @property
    def interrupted(self) -> bool:
        """Whether some of its work was not done."""
        return self._stopped or any(self._left.values())

    def __call__(self, what: str, done: int, total: int) -> None:
        """Note what is left, and report it."""
        self._left[what] = total - done
        if told := self._work.told(what):
            try:
                told(done, total)
            except KeyboardInterrupt:
                self._stopped = True
                raise


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
        part = f"{work.name} levels {first} {second}"
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


def fingerprint(program: Program) -> dict[str, Any]:
    """What the parts of a game depend on, beside the setting."""
    return {
        "game": program.name,
        "sources": program.sources,
        "options": dict(program.options),
        "seats": program.seats,
        "code": program.digest,
    }
