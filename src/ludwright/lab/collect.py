"""Collect games into files of rows, one run after another: the same bytes at any number of threads,
and an interrupted run goes on where it stopped."""

from __future__ import annotations

import json
import shlex
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import asdict, dataclass
from functools import partial
from hashlib import blake2b
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from ..machine.program import Program
from ..machine.rng import mix
from ..play.errors import TableError
from ..play.semantics import SEMANTICS
from ..players import against_all, check_plays, check_repeatable, seated
from .columns import columns_of, null_unless
from .jobs import thread_count
from .parts import Columns, damage, format_of, rows_in, write_part
from .provenance import version
from .results import digest_of, part_path, parts_of
from .rows import Rows, rows_of
from .sampled import Sampled, sample_game
from .tables import DECISIONS, GAMES, POSITIONS, RUNS, SCHEMA, TIMES, TableInfo

CHUNK, BOT_CHUNK = 4096, 16  # games that one worker plays at once: at random, by bots
PART, BOT_PART = 65_536, 256  # games of a file
MOST_SAMPLED = 256  # games of a file with rows of their own decisions or positions

Progress = Callable[[int, int], None]  # games done, games in all
Task, Found = TypeVar("Task"), TypeVar("Found")


@dataclass(frozen=True, slots=True)
class Plan:
    """Everything that the rows of a run depend on."""

    game: str
    digest: str
    options: str
    players: int
    bot: str
    against: str
    seed: int
    max_moves: int
    decisions_every: int
    positions_every: int
    part: int
    schema: int = SCHEMA
    semantics: int = SEMANTICS

    @property
    def run(self) -> str:
        """The name of the run."""
        text = json.dumps(asdict(self), sort_keys=True)
        return blake2b(text.encode(), digest_size=8).hexdigest()

    @property
    def folder_digest(self) -> str:
        """The digest in the names of folders."""
        return digest_of(self.digest)

    @property
    def bots(self) -> list[str]:
        """Who plays, by seat."""
        return [*against_all(self.players, self.bot, self.against)]  # type: ignore[list-item]

    @property
    def at_random(self) -> bool:
        """Whether the machine plays alone."""
        return self.bot == self.against == "random"


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


@dataclass(frozen=True, slots=True)
class Chunk:
    """Games that were played, and how long that took."""

    rows: Rows
    sampled: Sampled
    seconds: float


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
    progress: Progress | None = None,
) -> Collected:
    """Play games, each to its end or to `most` decisions or turns, into files in a folder.

    Game i has the seed mix(seed, i). Of one game in `decisions_every`, all decisions are written,
    and of one in `positions_every`, what its positions are worth; 0 is none. Files of the same run
    that are there are kept; anything else that differs is another run. Ctrl-C ends the run early
    and keeps the files that are complete.
    """
    against = against or bot
    _check(program, games, seed, most, (bot, against), (decisions_every, positions_every))
    plan = _plan(program, game, seed, bot, against, most, decisions_every, positions_every)
    chosen = _format(Path(out), plan, format)
    run = _Run(program, plan, Path(out), chosen, games)
    return run.collect(thread_count(jobs, games), progress)


def _plan(
    program: Program,
    game: str,
    seed: int,
    bot: str,
    against: str,
    most: int,
    decisions_every: int,
    positions_every: int,
) -> Plan:
    part = PART if bot == against == "random" else BOT_PART
    for every in (decisions_every, positions_every):
        part = min(part, MOST_SAMPLED * every) if every else part
    return Plan(
        game=game or program.name,
        digest=program.sources,
        options=json.dumps(dict(program.options), sort_keys=True),
        players=program.seats,
        bot=bot,
        against=against,
        seed=seed,
        max_moves=most,
        decisions_every=decisions_every,
        positions_every=positions_every,
        part=part,
    )


def _check(
    program: Program,
    games: int,
    seed: int,
    most: int,
    bots: Sequence[str],
    every: Sequence[int],
) -> None:
    if games < 1:
        raise TableError("the number of games must be at least 1")
    if not 0 <= seed < 2**63:
        raise TableError("the seed must be a whole number from 0 to 2^63 - 1")
    if not 1 <= most < 2**31 - 1:
        raise TableError(f"the move limit must be between 1 and {2**31 - 2:,}")
    if min(every) < 0:
        raise TableError("one game in 0 is none, one in 1 is all; below that there is nothing")
    for bot in bots:
        if not isinstance(bot, str):
            raise TableError(f"expected the name of a bot, found {bot!r}")
        check_repeatable(bot)
        check_plays(bot, program)


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

    def __init__(
        self, program: Program, plan: Plan, folder: Path, format: str, games: int
    ) -> None:
        self.program = program
        self.plan = plan
        self.folder = folder
        self.format = format
        self.games = games
        self.faulted = 0

    def collect(self, threads: int, progress: Progress | None) -> Collected:
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
            for part, chunks in self._played(left, threads):
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
        self, parts: Sequence[int], threads: int
    ) -> Iterator[tuple[int, Iterator[Chunk]]]:
        size = CHUNK if self.plan.at_random else BOT_CHUNK
        chunks = {part: [*_split(self._numbers(part), size)] for part in parts}
        tasks = [chunk for part in parts for chunk in chunks[part]]
        last = self.games
        work = partial(play_chunk, self.program, self.plan, last)
        found = in_order(work, tasks, threads)
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
        plan, rows = self.plan, _joined([chunk.rows for chunk in chunks])
        first = self._numbers(part).start
        self.faulted += int(rows["faulted"].sum())
        decisions = [row for chunk in chunks for row in chunk.sampled.decisions]
        positions = [row for chunk in chunks for row in chunk.sampled.positions]
        times = [(first, len(rows["game"]), sum(chunk.seconds for chunk in chunks))]
        given: dict[str, tuple[Columns, int]] = {
            GAMES.name: (game_columns(plan, rows, chunks[0].rows.reasons), len(rows["game"])),
            DECISIONS.name: ({"game": plan.game, **columns_of(DECISIONS, decisions)}, len(decisions)),
            POSITIONS.name: ({"game": plan.game, **columns_of(POSITIONS, positions)}, len(positions)),
            TIMES.name: (columns_of(TIMES, times, skip=0), 1),
        }
        for table in self._tables():
            write_part(self._path(table, part), table, *given[table.name])

    def _write_run(self) -> None:
        plan = self.plan
        row = {
            "schema": plan.schema,
            "version": version(),
            "semantics": plan.semantics,
            "game": plan.game,
            "sources": plan.digest,
            "options": plan.options,
            "players": plan.players,
            "bots": plan.bots,
            "seed": plan.seed,
            "games": max(self.games, self._stored_beyond()),
            "max_moves": plan.max_moves,
            "decisions_every": plan.decisions_every,
            "positions_every": plan.positions_every,
            "part": plan.part,
            "command": command(plan, self.games),
        }
        write_part(self._path(RUNS, 0), RUNS, row, 1)

    def _stored_beyond(self) -> int:
        """The number of games up to the last part, if an earlier run wanted more."""
        name = self._path(GAMES, 0)
        last = max((int(path.stem[5:]) for path in name.parent.glob(f"part-*{name.suffix}")), default=0)
        return last * self.plan.part + (rows_in(self._path(GAMES, last)) or 0)


def play_chunk(program: Program, plan: Plan, last: int, games: range) -> Chunk:
    """Play some games of a run, which is the work of one worker."""
    began = time.perf_counter()
    rows = rows_of(
        program,
        plan.seed,
        games.start,
        len(games),
        bot=plan.bot,
        against=plan.against,
        most=plan.max_moves,
        ahead=last - games.stop,
    )
    sampled = Sampled()
    wanted = {
        number: (_is_one_in(plan.decisions_every, number), _is_one_in(plan.positions_every, number))
        for number in games
        if _is_one_in(plan.decisions_every, number) or _is_one_in(plan.positions_every, number)
    }
    if wanted:
        with seated(plan.bots) as players:
            for number, (decisions, positions) in wanted.items():
                sample_game(
                    program,
                    players,
                    plan.bots,
                    plan.seed,
                    number,
                    plan.max_moves,
                    sampled,
                    decisions=decisions,
                    positions=positions,
                )
    return Chunk(rows, sampled, time.perf_counter() - began)


def _is_one_in(every: int, number: int) -> bool:
    return every > 0 and number % every == 0


def _split(games: range, size: int) -> Iterator[range]:
    for first in range(games.start, games.stop, size):
        yield range(first, min(first + size, games.stop))


def in_order(work: Callable[[Task], Found], tasks: Sequence[Task], jobs: int) -> Iterator[Found]:
    """The results of tasks in their order; only a few are ahead of what is taken, so that memory
    is bounded."""
    with ThreadPoolExecutor(jobs) as pool:
        left, waiting = iter(tasks), deque[Future[Found]]()
        try:
            for task in left:
                waiting.append(pool.submit(work, task))
                if len(waiting) > 2 * jobs:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            for each in waiting:
                each.cancel()


# ---- columns -------------------------------------------------------------------------------------


def _joined(parts: Sequence[Rows]) -> dict[str, Any]:
    return {name: np.concatenate([each[name] for each in parts]) for name in parts[0].columns}


def game_columns(plan: Plan, rows: dict[str, Any], reasons: Sequence[str]) -> Columns:
    """The columns of `games` from those of the machine."""
    over = rows["over"]
    return {
        "game": plan.game,
        "number": rows["game"],
        "seed": mix(plan.seed, rows["game"].astype(np.uint64)).astype(np.int64),
        "bots": plan.bots,
        "status": np.select([over, rows["faulted"]], ["over", "faulted"], "unfinished").astype(object),
        "reason": _reasons(rows, reasons),
        "stuck": np.ma.masked_less(rows["stuck"], 0),
        "won": null_unless(rows["winners"], over),
        "scores": null_unless(rows["scores"], rows["scored"]),
        "utility": null_unless(rows["utility"], over),
        **{name: rows[name] for name in ("decisions", "choices", "turns", "options", "largest")},
        "taken_back": 0,
        "help": None,
    }


def _reasons(rows: dict[str, Any], reasons: Sequence[str]) -> Any:
    texts = np.array([*reasons, "stuck", None], dtype=object)
    codes = np.where(rows["stuck"] >= 0, len(reasons), rows["reason"])
    return texts[np.where(codes < 0, len(reasons) + 1, codes)]


# ---- provenance ----------------------------------------------------------------------------------


def command(plan: Plan, games: int) -> str:
    """The command that makes the same rows."""
    words = ["ludwright", "collect", plan.game, "--players", plan.players]
    for name, value in json.loads(plan.options).items():
        words += ["--set", f"{name}={str(value).lower() if isinstance(value, bool) else value}"]
    words += ["--games", games, "--seed", plan.seed, "--bot", plan.bot]
    if plan.against != plan.bot:
        words += ["--against", plan.against]
    words += ["--max-moves", plan.max_moves]
    if plan.decisions_every:
        words += ["--decisions-every", plan.decisions_every]
    if plan.positions_every:
        words += ["--positions-every", plan.positions_every]
    return shlex.join(map(str, words))
