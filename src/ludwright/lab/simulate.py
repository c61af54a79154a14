"""Simulate many games on all cores; the statistics do not depend on the number of threads."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ..machine import api
from ..machine import state as m
from ..machine.advance import G_STATUS, G_TURNS
from ..machine.program import Array, Program
from ..machine.tally import (
    T_FAULTED,
    T_FINISHED,
    T_GAMES,
    T_SCORED,
    T_SCORES,
    T_SEAT_WORDS,
    T_SEATS,
    T_SHARED,
    T_WINS,
)
from ..play.errors import GameFault, TableError
from ..play.failures import Failures, add_failures, failed_actions
from ..players import (
    Bot,
    Faults,
    against_all,
    check_plays,
    check_repeatable,
    faults_of,
    is_player,
    seated,
    totals,
)
from .jobs import run_on_threads, thread_count
from .metrics import Fault, Length, SeatStatistics, Statistics, percentile, wilson
from .playing import BotGames, RandomGames

Counts = np.ndarray[Any, np.dtype[np.int64]]
Progress = Callable[[int, int], None]  # games finished, games in all

LONGEST_GAME = 2**31 - 2
CHUNK_SECONDS = 0.05  # target duration of a chunk: quick to interrupt, little overhead
LARGEST_CHUNK = 16384
LONGEST_COUNTED = 1 << 16  # turns of a game, up to which games are counted in an array


class Tally:
    """Running totals of games: integers only, so that the order of addition does not matter."""

    def __init__(self, program: Program, most: int) -> None:
        self.seats = program.seats
        self.most = most
        self.totals: Counts = np.zeros(T_SEATS + T_SEAT_WORDS * program.seats, np.int64)
        # By turns, the number of finished games; the few that are longer are counted one by one.
        self.lengths: Counts = np.zeros(min(most, LONGEST_COUNTED) + 2, np.int64)
        self.longer: Counter[int] = Counter()
        self.failures: Failures = {}
        self.first_fault: tuple[int, GameFault] | None = None
        masks = [sum(1 << seat for seat in team.seats) for team in program.teams]
        self._teams: Counts = np.array(masks or [0], np.int64)
        self._team_count = len(masks)

    def add_rows(self, rows: Array) -> None:
        """Add the games of a chunk, a row of words each."""
        longest = len(self.lengths) - 1
        beyond = api.add_games(
            rows.reshape(-1),
            len(rows),
            self.seats,
            self.most,
            self._teams,
            self._team_count,
            self.totals,
            self.lengths,
            longest,
        )
        if beyond:
            long = (rows[:, G_STATUS] == m.OVER) & (rows[:, G_TURNS] > longest)
            self.longer.update(rows[long, G_TURNS].tolist())

    def add_fault(self, game: int, broken: GameFault) -> None:
        """Record a fault, keeping that of the lowest game number."""
        if self.first_fault is None or game < self.first_fault[0]:
            self.first_fault = game, broken

    def add(self, other: Tally) -> None:
        """Add the totals of another tally."""
        self.totals += other.totals
        self.lengths += other.lengths
        self.longer.update(other.longer)
        add_failures(self.failures, other.failures)
        if other.first_fault is not None:
            self.add_fault(*other.first_fault)

    def total(self, word: int) -> int:
        """One of the totals, by its number."""
        return self.totals.item(word)

    def of_seat(self, seat: int, word: int) -> int:
        """One of the totals of a seat."""
        return self.totals.item(T_SEATS + T_SEAT_WORDS * seat + word)

    def turns(self) -> dict[int, int]:
        """The number of finished games by turns."""
        counted = np.flatnonzero(self.lengths).tolist()
        return {**{turns: self.lengths.item(turns) for turns in counted}, **self.longer}


class Batch:
    """A queue of games from which threads take chunks, and their common tally."""

    def __init__(
        self,
        program: Program,
        games: int,
        seed: int,
        most: int,
        bot: Bot,
        against: Bot,
        threads: int = 1,
    ) -> None:
        self.program = program
        self.games = games
        self.seed = seed
        self.most = most
        self.bot = bot
        self.against = against
        self.threads = threads
        self.tally = Tally(program, most)
        self.bot_faults: list[Faults] = []
        self.done = 0  # games
        self.stop = False
        self._next = 0
        self._lock = threading.Lock()

    def work(self) -> None:
        """Play chunks until none is left."""
        if self.bot == self.against == "random":
            self._work(RandomGames(self.program, self.seed, self.most))
            return
        # Players are made once per thread: a program serves one game after another.
        with seated(against_all(self.program.seats, self.bot, self.against)) as players:
            self._work(BotGames(self.program, self.seed, self.most, players))
            with self._lock:
                self.bot_faults += faults_of(players)

    def _work(self, play: RandomGames | BotGames) -> None:
        """Play chunks, which double in size until they take long enough."""
        tally = Tally(self.program, self.most)
        size = 1
        while chunk := self._take(size):
            began = time.perf_counter()
            tally.add_rows(play.play(chunk))
            add_failures(tally.failures, play.failures)
            for game, broken in play.faults.items():
                tally.add_fault(game, broken)
            play.faults.clear()
            spent = time.perf_counter() - began
            if spent < CHUNK_SECONDS / 2:
                size = min(2 * size, LARGEST_CHUNK)
            else:  # long enough to judge by
                play.expect(spent * (self.games - chunk.stop) / len(chunk))
            with self._lock:
                self.done += len(chunk)
        with self._lock:
            self.tally.add(tally)

    def _take(self, size: int) -> range:
        with self._lock:
            first = self._next
            # Smaller chunks towards the end, so that no thread waits long for another.
            size = min(size, max(1, (self.games - first) // (2 * self.threads)))
            self._next = first if self.stop else min(first + size, self.games)
            return range(first, self._next)


def simulate(
    program: Program,
    games: int,
    seed: int = 0,
    *,
    jobs: int | None = None,
    most: int = 10_000,
    bot: Bot = "random",
    against: Bot = "",
    progress: Progress | None = None,
) -> Statistics:
    """Play a batch of games, each to its end or to `most` decisions or turns.

    `bot` plays all seats, or only the first if another bot is given as `against`. Game i of the
    batch has the seed mix(seed, i). `jobs` is the number of threads (default: one per core; a
    player that is given itself can play in one only). Ctrl-C ends the batch early; the statistics
    then cover the games finished so far.
    """
    against = against or bot
    _check(program, games, seed, most, (bot, against))
    threads = thread_count(jobs, games)
    if is_player(bot) or is_player(against):
        threads = 1
    batch = Batch(program, games, seed, most, bot, against, threads)
    began = time.perf_counter()

    def tick() -> None:
        if progress:
            progress(batch.done, batch.games)

    interrupted = run_on_threads(batch, threads, tick)
    return _statistics(batch, time.perf_counter() - began, interrupted)


def _check(program: Program, games: int, seed: int, most: int, bots: Sequence[Bot]) -> None:
    if games < 1:
        raise TableError("the number of games must be at least 1")
    if not 0 <= seed < 2**63:
        raise TableError("the seed must be a whole number from 0 to 2^63 - 1")
    if not 1 <= most <= LONGEST_GAME:
        raise TableError(f"the move limit must be between 1 and {LONGEST_GAME:,}")
    for bot in bots:
        check_repeatable(bot)
        check_plays(bot, program)  # also refuses what is no name, before anything is played


def _statistics(batch: Batch, seconds: float, interrupted: bool) -> Statistics:
    tally = batch.tally
    games, finished, faulted, decisions, turns, options = map(tally.total, range(T_SCORED))
    return Statistics(
        games=games,
        finished=finished,
        unfinished=games - finished - faulted,
        faulted=faulted,
        decisions=decisions,
        turns=turns,
        seconds=seconds,
        decisions_per_second=decisions / seconds,
        turns_per_second=turns / seconds,
        seats=tuple(_seat(tally, seat) for seat in range(tally.seats)),
        length=_length(tally),
        decisions_per_game=decisions / games if games else 0.0,
        branching=options / decisions if decisions else None,
        interrupted=interrupted,
        max_moves=batch.most,
        failed_actions=failed_actions(batch.program, tally.failures),
        first_fault=_first_fault(batch),
        bot_faults=tuple(sorted(totals(batch.bot_faults), key=lambda each: each.bot)),
    )


def _seat(tally: Tally, seat: int) -> SeatStatistics:
    games, finished, scored = map(tally.total, (T_GAMES, T_FINISHED, T_SCORED))
    wins, shared, scores = (tally.of_seat(seat, word) for word in (T_WINS, T_SHARED, T_SCORES))
    return SeatStatistics(
        seat=seat,
        wins=wins,
        shared=shared,
        losses=finished - wins - shared,
        win_rate=(wins + shared) / games if games else 0.0,
        ci95=wilson(wins + shared, games),
        mean_score=scores / scored if scored else None,
    )


def _length(tally: Tally) -> Length:
    games, finished, faulted = map(tally.total, (T_GAMES, T_FINISHED, T_FAULTED))
    if finished < max(games - finished - faulted, 1):  # the few that finished are not typical
        return Length(None, None, None, None)
    counts = tally.turns()
    mean = sum(turns * games for turns, games in counts.items()) / finished
    return Length(mean, *(percentile(counts, share) for share in (0.05, 0.5, 0.95)))


def _first_fault(batch: Batch) -> Fault | None:
    if batch.tally.first_fault is None:
        return None
    game, broken = batch.tally.first_fault
    return Fault(game, int(api.mix(batch.seed, game)), str(broken), broken)
