"""Simulate many games on all cores; the statistics do not depend on the number of workers."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from ..machine import api
from ..machine.program import Program
from ..machine.tally import (
    T_DECISIONS,
    T_FAULTED,
    T_FINISHED,
    T_GAMES,
    T_SCORED,
    T_SCORES,
    T_SHARED,
    T_TURNS,
    T_WINS,
)
from ..play.errors import TableError
from ..play.failures import add_failures, failed_actions
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
from .engines.work import Stopped
from .executor import LARGEST_CHUNK, Executor, chunks, executor_for, in_order
from .kept import Kept, kept_in, known
from .metrics import Fault, Length, SeatStatistics, Statistics, percentile, wilson
from .packing import packed_tally, unpack_tally
from .playing import BotGames, RandomGames
from .sending import Origin, check_sendable
from .tallies import Tally

Progress = Callable[[int, int], None]  # games finished, games in all

LONGEST_GAME = 2**31 - 2
PART_SECONDS = 0.05  # target duration of a part of a chunk: quick to interrupt, little overhead
JUDGED_SECONDS = 0.002  # of a part that says how long the rest takes
LARGEST_PART = 16384
LARGEST_OF_BOTS = 64  # games in a chunk


@dataclass(frozen=True)
class Batch:
    """What all chunks of a batch have in common, as it is sent to each worker."""

    program: Program
    games: int
    seed: int
    most: int
    bot: Bot
    against: Bot
    origin: Origin
    bot_faults: list[Faults] = field(default_factory=list)  # of workers in this process

    @property
    def at_random(self) -> bool:
        """Whether the machine plays by itself."""
        return self.bot == self.against == "random"

    @contextmanager
    def worker(self, has_ended: Callable[[], bool]) -> Iterator[Callable[[range], Tally]]:
        """Plays chunks of games."""
        given = self.program, self.seed, self.most
        if self.at_random:
            yield Player(self, RandomGames(*given), has_ended).play
            return
        self.origin.restore(self.program)
        # Players are made once per worker: a program serves one game after another.
        with seated(against_all(self.program.seats, self.bot, self.against)) as players:
            try:
                yield Player(self, BotGames(*given, players), has_ended).play
            finally:
                self.bot_faults.extend(faults_of(players))


class Player:
    """Plays chunks in parts, which double in size until they take long enough. Nothing in a result
    depends on that."""

    def __init__(
        self, batch: Batch, games: RandomGames | BotGames, has_ended: Callable[[], bool]
    ) -> None:
        self._batch = batch
        self._games = games
        self._has_ended = has_ended
        self._size = 1

    def play(self, chunk: range) -> Tally:
        """The totals of a chunk of games."""
        tally = Tally(self._batch.program, self._batch.most)
        while chunk:
            if self._has_ended():
                raise Stopped
            part, chunk = chunk[: self._size], chunk[self._size :]
            self._play(part, tally)
        return tally

    def _play(self, part: range, tally: Tally) -> None:
        games = self._games
        began = time.perf_counter()
        tally.add_rows(games.play(part))
        add_failures(tally.failures, games.failures)
        for game, broken in games.faults.items():
            tally.add_fault(game, broken)
        games.faults.clear()
        spent = time.perf_counter() - began
        if spent < PART_SECONDS / 2 and len(part) == self._size:
            self._size = min(2 * self._size, LARGEST_PART)
        if spent > JUDGED_SECONDS:
            games.expect(spent * (self._batch.games - part.stop) / len(part))


def simulate(
    program: Program,
    games: int,
    seed: int = 0,
    *,
    jobs: int | None = None,
    engine: str | Executor = "threads",
    most: int = 10_000,
    bot: Bot = "random",
    against: Bot = "",
    save: str | Path | None = None,
    progress: Progress | None = None,
) -> Statistics:
    """Play a batch of games, each to its end or to `most` decisions or turns.

    `bot` plays all seats, or only the first if another bot is given as `against`. Game i of the
    batch has the seed mix(seed, i). `jobs` is the number of workers (default: one per core), and
    `engine` where they are: `threads`, `processes`, or an executor. A player that is given itself
    can play in one thread only. Ctrl-C ends the batch early; the statistics then cover the games
    before the first that is not finished. With `save`, chunks of games are appended to a file as
    they are finished, and those in that file are not played again; seconds, speed and faults of
    bots are those of this run.
    """
    against = against or bot
    _check(program, games, seed, most, (bot, against))
    batch = Batch(program, games, seed, most, bot, against, Origin.of(program, bot, against))
    largest = LARGEST_CHUNK if batch.at_random else LARGEST_OF_BOTS
    setting = {"games": games, "seed": seed, "bot": bot, "against": against, "most": most}
    with (
        executor_for(engine, jobs) as executor,
        kept_in(save, "simulate", [program], setting) as kept,
    ):
        check_sendable((bot, against), executor)
        return _played(batch, chunks(games, largest), executor, kept, progress)


def _played(
    batch: Batch,
    tasks: Sequence[range],
    executor: Executor,
    kept: Kept,
    progress: Progress | None,
) -> Statistics:
    """Play what is left of the tasks of a batch."""
    tally = Tally(batch.program, batch.most)
    add, done = in_order(tally.add), 0
    began = time.perf_counter()

    def take(number: int, found: Tally) -> None:
        nonlocal done
        done += len(tasks[number])
        add(number, found)

    def note(number: int, found: Tally) -> None:
        if kept.keeps:
            kept.add(names[left[number]], packed_tally(found))
        take(left[number], found)

    def tick() -> None:
        if progress:
            progress(done, batch.games)

    names = {number: f"games {task.start} {len(task)}" for number, task in enumerate(tasks)}
    stored = known(kept, names, lambda packed, _: _unpacked(batch, packed))
    for number, found in stored.items():
        take(number, found)
    left = [number for number in range(len(tasks)) if number not in stored]
    alone = is_player(batch.bot) or is_player(batch.against)
    waiting = [tasks[number] for number in left]
    interrupted = executor.run(batch, waiting, note, tick, most=int(alone))
    statistics = _statistics(batch, tally, time.perf_counter() - began, interrupted)
    return _of_this_run(statistics, stored.values()) if stored else statistics


def _of_this_run(found: Statistics, stored: Collection[Tally]) -> Statistics:
    """The speed of what was not stored already."""
    decisions, turns = (sum(each.total(word) for each in stored) for word in (T_DECISIONS, T_TURNS))
    return replace(
        found,
        decisions_per_second=(found.decisions - decisions) / found.seconds,
        turns_per_second=(found.turns - turns) / found.seconds,
    )


def _unpacked(batch: Batch, packed: Any) -> Tally:
    """The tally of a chunk that was kept; if a game of it broke, that is played again."""
    tally = Tally(batch.program, batch.most)
    game = unpack_tally(packed, tally, len(batch.program.code))
    if game is not None:
        with batch.worker(lambda: False) as play:
            tally.first_fault = play(range(game, game + 1)).first_fault
    return tally


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


def _statistics(batch: Batch, tally: Tally, seconds: float, interrupted: bool) -> Statistics:
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
        first_fault=_first_fault(batch, tally),
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


def _first_fault(batch: Batch, tally: Tally) -> Fault | None:
    if tally.first_fault is None:
        return None
    game, broken = tally.first_fault
    return Fault(game, int(api.mix(batch.seed, game)), str(broken), broken)
