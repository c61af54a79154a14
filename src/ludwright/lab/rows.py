"""Games as columns: a row of numbers for each, the same whoever computes them."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import takewhile
from typing import Any, TypeVar

import numpy as np

from ..machine import state as m
from ..machine.advance import (
    G_CHOICES,
    G_DECISIONS,
    G_LARGEST,
    G_OPTIONS,
    G_REASON,
    G_SCORED,
    G_SEATS,
    G_STATUS,
    G_STUCK,
    G_TURNS,
)
from ..machine.program import Array, Program
from ..play.errors import TableError
from ..play.utility import utility_of
from ..players import check_plays, check_repeatable, seated
from .executor import Executor, executor_for
from .kept import NOTHING, Kept, known
from .packing import packed_rows, unpacked_rows
from .playing import BotGames, RandomGames, result_rows

CHUNK = 1024  # games of a chunk at random play ...
BOT_CHUNK = 16  # ... and of bots, whose games may take long
SMALLEST_PART = 64  # games of a chunk that are played before native code is asked for

Task = TypeVar("Task")
Found = TypeVar("Found")
Column = np.ndarray[Any, np.dtype[Any]]
Progress = Callable[[int, int], None]  # games done, games in all


@dataclass(frozen=True, slots=True)
class Rows:
    """Games as columns, with one item per game; `winners`, `scores` and `utility` have a column
    per seat. Game g of a batch has the seed mix(seed, g).

    | column | of each game |
    |---|---|
    | `game` | its number in the batch |
    | `over`, `faulted` | whether it ended, or broke; if neither, it was cut off |
    | `stuck` | the seat (from 0) that had no move when the game ended by that, else -1 |
    | `reason` | the number of the reason why it ended, else -1 |
    | `turns`, `decisions` | its length |
    | `choices` | decisions with more than one option |
    | `options`, `largest` | options of all decisions, and of the decision with most |
    | `winners` | whether each seat won |
    | `scored`, `scores` | whether there are scores, and each seat's |
    | `utility` | what the result is worth to each seat; 0 if there is none |
    """

    columns: dict[str, Column]
    seats: int
    bots: tuple[str, ...]
    seed: int
    most: int
    sides: tuple[int, ...] = ()  # of each seat: its team, or the seat alone
    reasons: tuple[str, ...] = field(default=(), repr=False)
    interrupted: bool = False

    def __len__(self) -> int:
        return len(self.columns["game"])

    def __getitem__(self, name: str) -> Column:
        return self.columns[name]


def rows_of(
    program: Program,
    seed: int,
    first: int,
    count: int,
    *,
    bot: str = "random",
    against: str = "",
    most: int = 10_000,
    of: int = 0,
) -> Rows:
    """Games number `first` up to `first + count - 1` of a batch, each to its end or to `most`
    decisions or turns. How many games the batch is `of` makes no difference to them: it is a hint
    whether native code of the program is worth while."""
    against = against or bot
    bots = (bot, *[against] * (program.seats - 1))
    games = range(first, first + count)
    if bot == against == "random":
        words = _at_random(
            RandomGames(program, seed, most), program, games, max(0, of - games.stop)
        )
    else:
        with seated(bots) as players:
            words = BotGames(program, seed, most, players).play(games)
    return Rows(columns_of(program, words, first), **about(program, bots, seed, most))


def about(program: Program, bots: Sequence[str], seed: int, most: int) -> dict[str, Any]:
    """What else rows have, beside their columns."""
    return {
        "seats": program.seats,
        "bots": tuple(bots),
        "seed": seed,
        "most": most,
        "sides": tuple(utility_of(program).sides),
        "reasons": program.reasons,
    }


def _at_random(play: RandomGames, program: Program, games: range, ahead: int) -> Array:
    """Play games in two parts: how long the first takes tells whether native code is worth it."""
    words = result_rows(len(games), program)
    for part in (games[:SMALLEST_PART], games[SMALLEST_PART:]):
        began = time.perf_counter()
        if part:
            words[part.start - games.start : part.stop - games.start] = play.play(part)
            each = (time.perf_counter() - began) / len(part)
            play.expect(each * (games.stop - part.stop + ahead))
    return words


def columns_of(program: Program, words: Array, first: int) -> dict[str, Column]:
    """The columns of games from the rows that the machine writes."""
    over, faulted = words[:, G_STATUS] == m.OVER, words[:, G_STATUS] == m.FAULTED
    stuck = np.where(over, words[:, G_STUCK], 0) - 1
    results = words[:, G_SEATS:]
    ended = over & (stuck < 0)
    winners = (results[:, :: m.RESULT_WORDS] != 0) & ended[:, None]
    scored = ended & (words[:, G_SCORED] != 0)
    scores = np.where(scored[:, None], results[:, 1 :: m.RESULT_WORDS], 0)
    return {
        "game": np.arange(first, first + len(words)),
        "over": over,
        "faulted": faulted,
        "stuck": stuck,
        "reason": np.where(ended, words[:, G_REASON], -1),
        "turns": words[:, G_TURNS],
        "decisions": words[:, G_DECISIONS],
        "choices": words[:, G_CHOICES],
        "options": words[:, G_OPTIONS],
        "largest": words[:, G_LARGEST],
        "winners": winners,
        "scored": scored,
        "scores": scores,
        "utility": utility_of(program).of_rows(winners, scores) * over[:, None],
    }


def joined(parts: Sequence[Rows], interrupted: bool = False) -> Rows:
    """Rows behind one another."""
    one = parts[0]
    columns = {name: np.concatenate([part[name] for part in parts]) for name in one.columns}
    return Rows(
        columns, one.seats, one.bots, one.seed, one.most, one.sides, one.reasons, interrupted
    )


def chunks(games: int, size: int) -> list[tuple[int, int]]:
    """Fixed chunks of a batch: the number of the first game, and how many."""
    return [(first, min(size, games - first)) for first in range(0, games, size)]


def check_batch(program: Program, games: int, seed: int, most: int, bots: Sequence[str]) -> None:
    """Refuse what cannot be played, before anything is."""
    if games < 1:
        raise TableError("the number of games must be at least 1")
    if not 0 <= seed < 2**63:
        raise TableError("the seed must be a whole number from 0 to 2^63 - 1")
    if not 1 <= most < 2**31 - 1:
        raise TableError(f"the move limit must be between 1 and {2**31 - 2:,}")
    for bot in bots:
        check_repeatable(bot)
        check_plays(bot, program)


def sample(
    program: Program,
    games: int,
    seed: int = 0,
    *,
    bot: str = "random",
    against: str = "",
    jobs: int | None = None,
    engine: str | Executor = "threads",
    most: int = 10_000,
    progress: Progress | None = None,
    kept: Kept = NOTHING,
) -> Rows:
    """The first games of a batch: fixed chunks, joined by number, so that the rows do not depend on
    the engine and the number of its workers. Ctrl-C ends it early: what is returned are the games
    before the first that is missing. Chunks that are kept are not played again."""
    check_batch(program, games, seed, most, [bot, *([against] if against else [])])
    size = CHUNK if bot == (against or bot) == "random" else BOT_CHUNK
    play = partial(rows_of, program, seed, bot=bot, against=against, most=most)
    empty = play(0, 0)  # what all rows of this batch have in common
    as_kept = Packing(
        "games", packed_rows, lambda packed, task: unpacked_rows(packed, empty, task[1])
    )
    work, tasks = partial(play, of=games), chunks(games, size)
    found, interrupted = in_kept_chunks(work, tasks, as_kept, jobs, progress, engine, kept)
    return joined(found, interrupted)


@dataclass(frozen=True, slots=True)
class OnChunks:
    """A function of the first game and the number of games, as work that can be sent to other
    processes if the function can."""

    do: Callable[[int, int], Any]

    def __call__(self, chunk: tuple[int, int]) -> Any:
        """What the function returns for a chunk."""
        return self.do(*chunk)


def in_chunks(
    work: Callable[[Task], Found],
    tasks: Sequence[Task],
    size: Callable[[Found], int],
    total: int,
    jobs: int | None,
    progress: Progress | None,
    engine: str | Executor = "threads",
    note: Callable[[Task, Found], object] = lambda task, found: None,
) -> tuple[list[Found], bool]:
    """Do tasks by an engine: the results in their order, and whether Ctrl-C ended it, in which case
    they are those before the first that is missing. With not even one, the interrupt goes on. Each
    result is noted as soon as it is there."""
    found: list[Found] = []

    def tick() -> None:
        if progress:
            progress(sum(map(size, found)), total)

    try:
        with executor_for(engine, jobs) as executor:
            for task, result in zip(tasks, executor.map(work, tasks, tick), strict=True):
                note(task, result)
                found.append(result)
    except KeyboardInterrupt:
        if not found:
            raise
        return found, True
    return found, False


@dataclass(frozen=True, slots=True)
class Packing:
    """How results of chunks are kept: the name of their parts, to plain data, and back."""

    name: str
    pack: Callable[[Any], Any]
    unpack: Callable[[Any, tuple[int, int]], Any]


def in_kept_chunks(
    do: Callable[[int, int], Any],
    tasks: Sequence[tuple[int, int]],
    packing: Packing,
    jobs: int | None,
    progress: Progress | None,
    engine: str | Executor,
    kept: Kept,
) -> tuple[list[Any], bool]:
    """Do what is left of chunks, and keep each result as soon as it is there: the results as those
    of `in_chunks`."""
    names = {task: f"{packing.name} {task[0]} {task[1]}" for task in tasks}
    found = known(kept, names, packing.unpack)
    left = [task for task in tasks if task not in found]

    def note(task: tuple[int, int], result: Any) -> None:
        found[task] = result
        if kept.keeps:
            kept.add(names[task], packing.pack(result))

    total = sum(count for _, count in tasks)
    before = total - sum(count for _, count in left)
    tell = progress and (lambda done, _: progress(before + done, total))
    try:
        _, interrupted = in_chunks(OnChunks(do), left, len, total, jobs, tell, engine, note)
    except KeyboardInterrupt:
        if tasks[0] not in found:
            raise
        interrupted = True
    return list(takewhile(lambda each: each is not None, map(found.get, tasks))), interrupted
