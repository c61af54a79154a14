"""Simulate many games on all cores; the statistics do not depend on the number of threads."""

from __future__ import annotations

import os
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ..machine import api
from ..machine import state as m
from ..machine.advance import G_DECISIONS, G_OPTIONS, G_SCORED, G_SEATS, G_STATUS, G_TURNS
from ..machine.program import Array, Program
from ..play.errors import GameFault, TableError, fault
from ..play.events import failures_of
from ..play.failures import Failures, add_failures, failed_actions, take_failures
from ..play.table import Table
from ..play.workspace import MOST_ROWS, workspace
from ..players import PLAYERS, against_all, begin, choice, end
from .metrics import Fault, Length, SeatStatistics, Statistics, percentile, wilson

Counts = np.ndarray[Any, np.dtype[np.int64]]
Progress = Callable[[int, int], None]  # games finished, games in all

ROWS = 4096
MOST_THREADS = 256
LONGEST_GAME = 2**31 - 2
CHUNK_SECONDS = 0.05  # target duration of a chunk: quick to interrupt, little overhead
LARGEST_CHUNK = 4096
TICK = 0.1  # seconds between progress reports


@dataclass
class Tally:
    """Running totals: integers only, so that the order of addition does not matter."""

    seats: int
    teams: tuple[tuple[int, ...], ...] = ()
    games: int = 0
    finished: int = 0
    faulted: int = 0
    decisions: int = 0
    turns: int = 0
    options: int = 0
    scored: int = 0
    wins: Counts = field(init=False)
    shared: Counts = field(init=False)
    scores: Counts = field(init=False)
    lengths: Counter[int] = field(default_factory=Counter)  # number of finished games by turns
    failures: Failures = field(default_factory=dict)
    first_fault: tuple[int, GameFault] | None = None

    def __post_init__(self) -> None:
        self.wins, self.shared, self.scores = np.zeros((3, self.seats), np.int64)

    def add_rows(self, rows: Array, most: int) -> None:
        """Add the games of a chunk, a row of words each."""
        over = rows[rows[:, G_STATUS] == m.OVER].astype(np.int64)
        self.games += len(rows)
        self.finished += len(over)
        self.faulted += int((rows[:, G_STATUS] == m.FAULTED).sum())
        self.decisions += int(rows[:, G_DECISIONS].sum(dtype=np.int64))
        self.turns += int(np.minimum(rows[:, G_TURNS], most).sum(dtype=np.int64))
        self.options += int(rows[:, G_OPTIONS].sum(dtype=np.int64))
        won = over[:, G_SEATS : G_SEATS + 2 * self.seats : 2] != 0
        alone = won.sum(axis=1, keepdims=True) == 1
        for team in self.teams:
            mates = np.isin(np.arange(self.seats), team)
            alone |= (won == mates).all(axis=1, keepdims=True)
        self.wins += (won & alone).sum(axis=0)
        self.shared += (won & ~alone).sum(axis=0)
        scored = over[over[:, G_SCORED] != 0]
        self.scored += len(scored)
        self.scores += scored[:, G_SEATS + 1 : G_SEATS + 2 * self.seats : 2].sum(axis=0)
        self.lengths.update(over[:, G_TURNS].tolist())

    def add_fault(self, game: int, broken: GameFault) -> None:
        """Record a fault, keeping that of the lowest game number."""
        if self.first_fault is None or game < self.first_fault[0]:
            self.first_fault = game, broken


class Batch:
    """A queue of games from which threads take chunks, and their common tally."""

    def __init__(
        self, program: Program, games: int, seed: int, most: int, bot: str, against: str
    ) -> None:
        self.program = program
        self.games = games
        self.seed = seed
        self.most = most
        self.bot = bot
        self.against = against
        self.tally = Tally(program.seats, tuple(team.seats for team in program.teams))
        self.stop = False
        self._next = 0
        self._lock = threading.Lock()

    def work(self) -> None:
        """Play chunks until none is left; they double in size until they take long enough."""
        play = RandomGames(self) if self.bot == self.against == "random" else BotGames(self)
        size = 1
        while chunk := self._take(size):
            began = time.perf_counter()
            rows = play.play(chunk)
            if time.perf_counter() - began < CHUNK_SECONDS / 2:
                size = min(2 * size, LARGEST_CHUNK)
            with self._lock:
                self.tally.add_rows(rows, self.most)
                add_failures(self.tally.failures, play.failures)
                for game, broken in play.faults.items():
                    self.tally.add_fault(game, broken)
            play.faults.clear()

    def _take(self, size: int) -> range:
        with self._lock:
            first = self._next
            self._next = first if self.stop else min(first + size, self.games)
            return range(first, self._next)


class RandomGames:
    """Random playouts of one thread: the machine plays whole chunks."""

    def __init__(self, batch: Batch) -> None:
        self.batch = batch
        self.faults: dict[int, GameFault] = {}
        self.failures: Failures = {}
        self._state = batch.program.image.copy()
        self._space = workspace(batch.program, ROWS, failures=True)

    def play(self, games: range) -> Array:
        """Play a chunk; returns a row of words for each game."""
        rows = self._played(games)
        self.failures = take_failures(self._space)
        for i in np.flatnonzero(rows[:, G_STATUS] == m.FAULTED).tolist():
            if len(games) > 1:  # the state is that of the last game: replay this one alone
                self._played(games[i : i + 1])
            if self._grow():  # replay the chunk: a game cut short has not counted all its failures
                return self.play(games)
            self.faults[games[i]] = fault(self.batch.program, self._state)
        take_failures(self._space)  # discard those of replayed games
        return rows

    def _grow(self) -> bool:
        """Enlarge the workspace, if lack of rows is why the last game faulted."""
        rows = 4 * int(self._space[m.W_CAPACITY])
        if self._state[m.FAULT] != m.FAULT_ROWS or rows > MOST_ROWS:
            return False
        self._space = workspace(self.batch.program, rows, failures=True)
        self.faults.clear()
        return True

    def _played(self, games: range) -> Array:
        program, batch = self.batch.program, self.batch
        rows = np.zeros((len(games), G_SEATS + 2 * program.seats), np.int32)
        api.playouts(
            program.code,
            program.image,
            self._state,
            self._space,
            batch.seed,
            games.start,
            batch.most,
            rows.reshape(-1),
        )
        return rows


class BotGames:
    """Games of one thread with any bots, at a table."""

    def __init__(self, batch: Batch) -> None:
        self.batch = batch
        self.faults: dict[int, GameFault] = {}
        self.failures: Failures = {}

    def play(self, games: range) -> Array:
        """Play a chunk; returns a row of words for each game."""
        self.failures = {}
        rows = np.zeros((len(games), G_SEATS + 2 * self.batch.program.seats), np.int32)
        for row, game in zip(rows, games, strict=True):
            try:
                self._play_one(row, int(api.mix(self.batch.seed, game)))
            except GameFault as broken:
                row[G_STATUS] = m.FAULTED
                self.faults[game] = broken
        return rows

    def _play_one(self, row: Array, seed: int) -> None:
        table = Table(self.batch.program, seed=seed, pace="turn", trace=True)
        bot, against = self.batch.bot, self.batch.against
        player = PLAYERS[bot]()
        others = PLAYERS[against]() if against != bot else player
        players = against_all(table.program, player, others)
        begin(table, players)
        self._note(table)
        while not table.over and max(row[G_DECISIONS], table.turns - 1) < self.batch.most:
            moves = table.legal()
            if table.paused:
                table.apply(moves[0])
            else:
                row[G_DECISIONS] += 1
                row[G_OPTIONS] += len(moves)
                table.apply(choice(players[table.decider or 0], table))
            self._note(table)
        row[G_TURNS] = table.turns
        row[G_STATUS] = m.OVER if table.over else m.DECISION
        if table.over:
            end(table, players)
            _write_result(row, table)

    def _note(self, table: Table) -> None:
        """Count the actions that failed since the last move."""
        add_failures(self.failures, failures_of(table.events()))


def _write_result(row: Array, table: Table) -> None:
    result = table.result()
    for seat in result.winners:
        row[G_SEATS + 2 * seat] = 1
    row[G_SCORED] = result.scores is not None
    for seat, score in enumerate(result.scores or ()):
        row[G_SEATS + 2 * seat + 1] = score


def simulate(
    program: Program,
    games: int,
    seed: int = 0,
    *,
    jobs: int | None = None,
    most: int = 10_000,
    bot: str = "random",
    against: str = "",
    progress: Progress | None = None,
) -> Statistics:
    """Play a batch of games, each to its end or to `most` decisions or turns.

    `bot` plays all seats, or only the first if another bot is given as `against`. Game i of the
    batch has the seed mix(seed, i). `jobs` is the number of threads (default: one per core). Ctrl-C
    ends the batch early; the statistics then cover the games finished so far.
    """
    against = against or bot
    _check(games, seed, jobs, most, (bot, against))
    batch = Batch(program, games, seed, most, bot, against)
    began = time.perf_counter()
    interrupted = _run(batch, jobs or os.cpu_count() or 1, progress)
    return _statistics(batch, time.perf_counter() - began, interrupted)


def _check(games: int, seed: int, jobs: int | None, most: int, bots: Sequence[str]) -> None:
    if games < 1:
        raise TableError("the number of games must be at least 1")
    if not 0 <= seed < 2**63:
        raise TableError("the seed must be a whole number from 0 to 2^63 - 1")
    if jobs is not None and jobs < 1:
        raise TableError("the number of jobs must be at least 1")
    if not 1 <= most <= LONGEST_GAME:
        raise TableError(f"the move limit must be between 1 and {LONGEST_GAME:,}")
    if unknown := [bot for bot in bots if bot not in PLAYERS]:
        raise TableError(f"unknown bot '{unknown[0]}'; available: {', '.join(PLAYERS)}")


def _run(batch: Batch, jobs: int, progress: Progress | None) -> bool:
    """Run a batch on threads (the machine releases the GIL); returns whether it was interrupted."""
    threads = min(jobs, batch.games, MOST_THREADS)
    with ThreadPoolExecutor(threads) as pool:
        left = {pool.submit(batch.work) for _ in range(threads)}
        try:
            while left:
                done, left = wait(left, timeout=TICK, return_when=FIRST_EXCEPTION)
                for each in done:
                    each.result()
                if progress:
                    progress(batch.tally.games, batch.games)
        except KeyboardInterrupt:
            return True
        finally:
            batch.stop = True
    return False


def _statistics(batch: Batch, seconds: float, interrupted: bool) -> Statistics:
    tally = batch.tally
    return Statistics(
        games=tally.games,
        finished=tally.finished,
        unfinished=tally.games - tally.finished - tally.faulted,
        faulted=tally.faulted,
        decisions=tally.decisions,
        turns=tally.turns,
        seconds=seconds,
        decisions_per_second=tally.decisions / seconds,
        turns_per_second=tally.turns / seconds,
        seats=tuple(_seat(tally, seat) for seat in range(tally.seats)),
        length=_length(tally),
        decisions_per_game=tally.decisions / tally.games if tally.games else 0.0,
        branching=tally.options / tally.decisions if tally.decisions else None,
        interrupted=interrupted,
        max_moves=batch.most,
        failed_actions=failed_actions(batch.program, tally.failures),
        first_fault=_first_fault(batch),
    )


def _seat(tally: Tally, seat: int) -> SeatStatistics:
    wins, shared = int(tally.wins[seat]), int(tally.shared[seat])
    return SeatStatistics(
        seat=seat,
        wins=wins,
        shared=shared,
        losses=tally.finished - wins - shared,
        win_rate=(wins + shared) / tally.games if tally.games else 0.0,
        ci95=wilson(wins + shared, tally.games),
        mean_score=int(tally.scores[seat]) / tally.scored if tally.scored else None,
    )


def _length(tally: Tally) -> Length:
    unfinished = tally.games - tally.finished - tally.faulted
    if tally.finished < max(unfinished, 1):  # the few that finished are not typical
        return Length(None, None, None, None)
    mean = sum(turns * games for turns, games in tally.lengths.items()) / tally.finished
    return Length(mean, *(percentile(tally.lengths, share) for share in (0.05, 0.5, 0.95)))


def _first_fault(batch: Batch) -> Fault | None:
    if batch.tally.first_fault is None:
        return None
    game, broken = batch.tally.first_fault
    return Fault(game, int(api.mix(batch.seed, game)), str(broken), broken)
