"""Collect games into files of rows: the same bytes at any number of threads, and an interrupted run
goes on where it stopped."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from ..machine.program import Program
from ..play.errors import TableError
from .chunk import Chunk, game_columns, play_chunk
from .columns import columns_of
from .executor import Executor, executor_for
from .parts import Columns, damage, format_of, rows_in, write_part
from .plan import BOT_CHUNK, CHUNK, Plan, command, planned
from .results import part_path, parts_of
from .rows import check_batch, joined
from .tables import DECISIONS, GAMES, POSITIONS, RUNS, TIMES, TableInfo

Progress = Callable[[int, int], None]  # games done, games in all
Task = TypeVar("Task")
Found = TypeVar("Found")


@dataclass(frozen=True, slots=True)
class Collected:
    """What a run has in its folder now."""

    folder: str
    format: str
    digest: str
    run: str
    games: int
    wanted: int
    kept: int  # games that were there before
    faulted: int  # of those played now
    seconds: float
    interrupted: bool = False

    def as_json(self) -> dict[str, Any]:
        """The machine-readable form."""
        return asdict(self)

    def __str__(self) -> str:
        kept = f", {self.kept:,} of them there before" if self.kept else ""
        lines = [
            f"run      {self.run} of {self.digest}",
            f"games    {self.games:,} of {self.wanted:,}{kept}",
            f"files    {self.format} in {self.folder}",
            f"time     {self.seconds:.2f} s",
        ]
        lines += [f"faulted  {self.faulted:,} games broke"] if self.faulted else []
        lines += ["interrupted: the same command goes on from here"] if self.interrupted else []
        return "\n".join(lines)


def collect(
    program: Program,
    games: int,
    seed: int = 0,
    *,
    out: str | Path,
    game: str = "",
    bot: str = "random",
    against: str = "",
    most: int = 10_000,
    decisions_every: int = 0,
    positions_every: int = 0,
    format: str | None = None,
    jobs: int | None = None,
    engine: str | Executor = "threads",
    progress: Progress | None = None,
) -> Collected:
    """Play games, each to its end or to `most` decisions or turns, into files in a folder.

    Game i has the seed mix(seed, i). Of one game in `decisions_every`, all decisions are written,
    and of one in `positions_every`, what its positions are worth; 0 is none. Files of the same run
    that are there are kept; anything else that differs is another run. Ctrl-C ends the run early
    and keeps the files that are complete.
    """
    against = against or bot
    _check((bot, against), (decisions_every, positions_every))
    check_batch(program, games, seed, most, (bot, against))
    plan = planned(program, game, seed, bot, against, most, decisions_every, positions_every)
    chosen = _format(Path(out), plan, format)
    run = _Run(program, plan, Path(out), chosen, games)
    with executor_for(engine, jobs) as executor:
        return run.collect(executor, progress)


def _check(bots: Sequence[str], every: Sequence[int]) -> None:
    if min(every) < 0:
        raise TableError(
            "decisions_every and positions_every are numbers of games: 1 for every game, 0 for none"
        )
    for bot in bots:
        if not isinstance(bot, str):
            raise TableError(f"expected the name of a bot, found {bot!r}")


def _format(folder: Path, plan: Plan, wanted: str | None) -> str:
    """The format to write: that of the files which the run has."""
    there = parts_of(folder, plan.folder_digest, plan.run)
    chosen = wanted or next(iter(sorted(there)), None)
    if there - {chosen}:
        raise TableError(
            f"the folder has files of this run as {', '.join(sorted(there))}; "
            "use that format or another folder"
        )
    return format_of(chosen)


class _Run:
    """A run of which some parts may be there."""

    def __init__(self, program: Program, plan: Plan, folder: Path, format: str, games: int) -> None:
        self.program = program
        self.plan = plan
        self.folder = folder
        self.format = format
        self.games = games
        self.faulted = 0

    def collect(self, executor: Executor, progress: Progress | None) -> Collected:
        """Play the parts that are missing, and write them one after another."""
        began = time.perf_counter()
        size = self.plan.part
        parts = range(-(-self.games // size))
        left = [part for part in parts if not self._has(part)]
        kept = done = self.games - sum(len(self._numbers(part)) for part in left)
        self._write_run()
        interrupted = False
        try:
            if progress:
                progress(done, self.games)
            for part, chunks in self._played(left, executor):
                rows = []
                for chunk in chunks:
                    rows.append(chunk)
                    if progress:
                        progress(done + sum(len(each.rows) for each in rows), self.games)
                self._write(part, rows)
                done += len(self._numbers(part))
        except KeyboardInterrupt:
            interrupted = True
        return Collected(
            folder=str(self.folder),
            format=self.format,
            digest=self.plan.folder_digest,
            run=self.plan.run,
            games=done,
            wanted=self.games,
            kept=kept,
            faulted=self.faulted,
            seconds=time.perf_counter() - began,
            interrupted=interrupted,
        )

    def _played(
        self, parts: Sequence[int], executor: Executor
    ) -> Iterator[tuple[int, Iterator[Chunk]]]:
        size = CHUNK if self.plan.at_random else BOT_CHUNK
        chunks = {part: [*_split(self._numbers(part), size)] for part in parts}
        tasks = [chunk for part in parts for chunk in chunks[part]]
        last = self.games
        work = partial(play_chunk, self.program, self.plan, last)
        found = executor.map(work, tasks)
        for part in parts:
            yield part, (next(found) for _ in chunks[part])

    def _numbers(self, part: int) -> range:
        size = self.plan.part
        return range(part * size, min((part + 1) * size, self.games))

    # ---- files ----

    def _path(self, table: TableInfo, part: int) -> Path:
        where = self.plan.folder_digest, self.plan.run, part, self.format
        return part_path(self.folder, table.name, *where)

    def _tables(self) -> list[TableInfo]:
        """The tables of a part; a part is there if its games are, so they come last."""
        plan = self.plan
        return [
            *([DECISIONS] if plan.decisions_every else []),
            *([POSITIONS] if plan.positions_every else []),
            TIMES,
            GAMES,
        ]

    def _has(self, part: int) -> bool:
        """Whether a part is there, with at least the games that are wanted."""
        rows = rows_in(self._path(GAMES, part))
        if rows is None or rows < len(self._numbers(part)):
            return False
        return not any(damage(self._path(table, part)) for table in self._tables())

    def _write(self, part: int, chunks: Sequence[Chunk]) -> None:
        plan, rows = self.plan, joined([chunk.rows for chunk in chunks])
        first = self._numbers(part).start
        self.faulted += int(rows["faulted"].sum())
        decisions = [row for chunk in chunks for row in chunk.sampled.decisions]
        positions = [row for chunk in chunks for row in chunk.sampled.positions]
        times = [(first, len(rows), sum(chunk.seconds for chunk in chunks))]
        given: dict[str, tuple[Columns, int]] = {
            GAMES.name: (game_columns(plan, rows), len(rows)),
            DECISIONS.name: (
                {"game": plan.game, **columns_of(DECISIONS, decisions)},
                len(decisions),
            ),
            POSITIONS.name: (
                {"game": plan.game, **columns_of(POSITIONS, positions)},
                len(positions),
            ),
            TIMES.name: (columns_of(TIMES, times, skip=0), 1),
        }
        for table in self._tables():
            write_part(self._path(table, part), table, *given[table.name])

    def _write_run(self) -> None:
        games = max(self.games, self._stored_beyond())
        row = self.plan.row(self.program, games, command(self.plan, games))
        write_part(self._path(RUNS, 0), RUNS, row, 1)

    def _stored_beyond(self) -> int:
        """The number of games up to the last part, if an earlier run wanted more."""
        name = self._path(GAMES, 0)
        last = max(
            (int(path.stem[5:]) for path in name.parent.glob(f"part-*{name.suffix}")), default=0
        )
        return last * self.plan.part + (rows_in(self._path(GAMES, last)) or 0)


def _split(games: range, size: int) -> Iterator[range]:
    for first in range(games.start, games.stop, size):
        yield range(first, min(first + size, games.stop))
