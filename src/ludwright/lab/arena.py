"""Matches between bots: the same deals under every rotation of the bots, on all cores."""

from __future__ import annotations

import hashlib
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import combinations
from pathlib import Path

from ..machine import api
from ..machine.program import Program
from ..play.errors import GameFault, TableError
from ..play.setup import natural_pace
from ..play.table import Table
from ..play.utility import utility_of
from ..players import (
    TIMED,
    Bot,
    Faults,
    Maker,
    Player,
    check_plays,
    choice,
    close,
    faults_of,
    is_player,
    maker_of,
    name_of,
    totals,
)
from .arena_file import ArenaFile
from .arena_result import (
    BROKEN_OFF,
    FAULTED,
    OVER,
    Arena,
    Broken,
    DealResult,
    GameResult,
    Setting,
    summarized,
)
from .jobs import run_on_threads, thread_count
from .sequential import ERROR, SequentialTest

Progress = Callable[[int, int], None]  # deals finished, deals in all

MOST_BOTS = 64
MOST_DEALS = 10_000_000
MOST_MOVES = 10_000


class Stopped(Exception):
    """The arena ended while a game was played."""


class BotError(Exception):
    """A bot raised an exception, or chose what it must not choose."""

    def __init__(self, name: str, cause: Exception) -> None:
        super().__init__(f"bot '{name}' broke: {type(cause).__name__}: {cause}")
        self.name = name
        self.cause = cause


def seatings(program: Program, bots: int) -> list[tuple[int, ...]]:
    """Who sits where in the games of a deal: the number of a bot for every side, rotated.

    With more sides than bots, bots repeat in cyclic order; with fewer, as many neighbours as there
    are sides play in each game. So every bot plays every side equally often.
    """
    sides = len(set(utility_of(program).sides))
    return [tuple((side + turn) % bots for side in range(sides)) for turn in range(bots)]


def bot_seed(seed: int, deal: int, name: str, number: int) -> int:
    """The seed of a bot in a deal. It does not depend on its seat, and does not reveal the deal;
    the number tells apart its players, where it plays several seats."""
    text = f"{seed}/{deal}/{number}/{name}"
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest()) >> 1


class Batch:
    """A queue of deals from which threads take one after another."""

    def __init__(
        self,
        program: Program,
        bots: Sequence[Bot],
        setting: Setting,
        kept: ArenaFile | None,
        sequential: bool,
    ) -> None:
        self.program = program
        self.makers = [maker_of(bot) for bot in bots]
        self.setting = setting
        self.kept = kept
        self.seatings = seatings(program, len(bots))
        self.sides = utility_of(program).sides
        self.stop = False
        self.broken: Broken | None = None
        self.bot_faults: list[Faults] = []  # of this run
        self.decided: int | None = None  # the number of deals after which the test was decided
        wanted = range(setting.deals)
        self.done = {each.deal: each for each in kept.stored if each.deal in wanted} if kept else {}
        self._left = [deal for deal in wanted if deal not in self.done][::-1]
        self._lock = threading.Lock()
        self._test = PairwiseTest(len(bots)) if sequential else None
        self._judge()

    @property
    def left(self) -> int:
        """The number of deals to be played."""
        return len(self._left)

    def work(self) -> None:
        """Play deals until none is left."""
        # Made once per thread: a program serves one game after another.
        players = Players(self.makers, self.setting.bots)
        try:
            self._work(players)
        finally:
            with self._lock:
                self.bot_faults += players.faults()
            players.close()

    def _work(self, players: Players) -> None:
        while (deal := self._take()) is not None:
            try:
                played = self._play(deal, players)
            except Stopped:
                return
            except BotError as error:
                with self._lock:
                    self.stop = True
                    if self.broken is None or deal < self.broken.deal:
                        self.broken = Broken(error.name, deal, str(error), error.cause)
                return
            with self._lock:
                self.done[deal] = played
                if self.kept:
                    self.kept.add(played)
                self._judge()

    def counted(self) -> list[DealResult]:
        """The deals that count, in their order: none after the one that decided the test."""
        most = self.setting.deals if self.decided is None else self.decided
        return [self.done[deal] for deal in sorted(self.done) if deal < most]

    def _take(self) -> int | None:
        with self._lock:
            return self._left.pop() if self._left and not self.stop else None

    def _judge(self) -> None:
        """Stop once the deals so far decide, in their order and not in that of their completion."""
        while self._test and self.decided is None and self._test.deals in self.done:
            self._test.add(self.done[self._test.deals], len(self.makers))
            if self._test.decided:
                self.decided, self.stop = self._test.deals, True

    def _play(self, deal: int, players: Players) -> DealResult:
        games = tuple(self._play_one(deal, turn, players) for turn in self.seatings)
        return DealResult(deal, games)

    def _play_one(self, deal: int, seating: tuple[int, ...], of_bots: Players) -> GameResult:
        """Play one game of a deal."""
        bots = [seating[side] for side in self.sides]
        players = of_bots.begin(bots, self.program, self.setting.seed, deal)
        names = [self.setting.bots[bot] for bot in bots]
        nothing, made = (0.0,) * len(seating), 0
        try:
            seed = int(api.mix(self.setting.seed, deal))
            table = Table(self.program, seed=seed, pace=natural_pace(self.program))
            while not table.over and made < self.setting.max_moves:
                if self.stop:
                    raise Stopped
                made += 1
                seat = table.decider
                if seat is None:
                    table.apply(table.legal()[0])
                    continue
                with _blaming(names[seat]):  # also for a move that is not legal
                    table.apply(choice(players[seat], table))
        except GameFault:
            return GameResult(seating, FAULTED, (), nothing, made)
        if not table.over:
            return GameResult(seating, BROKEN_OFF, (), nothing, made)
        result = table.result()
        for name, player in zip(names, players, strict=True):
            with _blaming(name):
                player.end(result)
        won = sorted({self.sides[seat] for seat in result.winners})
        by_seat = utility_of(self.program).of(result)
        utilities = (by_seat[self.sides.index(side)] for side in range(len(seating)))
        return GameResult(seating, OVER, tuple(won), tuple(utilities), made)


class Players:
    """The players of one thread. No two seats share one, so that partners cannot share what they
    know, unless a bot is given as a player."""

    def __init__(self, makers: Sequence[Maker], names: Sequence[str]) -> None:
        self._makers = makers
        self._names = names
        self._made: dict[tuple[int, int], Player] = {}  # by bot and seat

    def begin(self, bots: Sequence[int], program: Program, seed: int, deal: int) -> list[Player]:
        """Let the players of bots, one per seat, take their seats."""
        number: Counter[str] = Counter()
        # In the order of the bots, so that seeds do not depend on the seats.
        for seat in sorted(range(len(bots)), key=bots.__getitem__):
            bot, name = bots[seat], self._names[bots[seat]]
            own = bot_seed(seed, deal, name, number[name])
            number[name] += 1
            with _blaming(name):
                if (bot, seat) not in self._made:
                    self._made[bot, seat] = self._makers[bot]()
                self._made[bot, seat].begin(seat, program, own)
        return [self._made[bot, seat] for seat, bot in enumerate(bots)]

    def faults(self) -> list[Faults]:
        """What went wrong with those that are programs of their own."""
        return faults_of(self._made.values())

    def close(self) -> None:
        """Let go what they hold."""
        for player in self._made.values():
            close(player)


@contextmanager
def _blaming(name: str) -> Iterator[None]:
    """What is raised inside is the error of a bot, except for a fault of the game."""
    try:
        yield
    except GameFault:
        raise
    except Exception as error:
        raise BotError(name, error) from error


class PairwiseTest:
    """A sequential test for every two bots; it is decided when all of them are."""

    def __init__(self, bots: int) -> None:
        pairs = list(combinations(range(bots), 2))
        # The chance of any error is at most that of all tests together (Bonferroni).
        self._tests = {pair: SequentialTest(ERROR / len(pairs)) for pair in pairs}
        self._decided: set[tuple[int, int]] = set()
        self.deals = 0

    def add(self, deal: DealResult, bots: int) -> None:
        """Add the next deal."""
        utilities = deal.utilities(bots)
        for (a, b), test in self._tests.items():
            test.add(utilities[a] - utilities[b])
            if test.decided:
                self._decided.add((a, b))
        self.deals += 1

    @property
    def decided(self) -> bool:
        """Whether each two bots differ."""
        return len(self._decided) == len(self._tests)


def arena(
    program: Program,
    bots: Sequence[Bot],
    deals: int,
    seed: int = 0,
    *,
    jobs: int | None = None,
    most: int = MOST_MOVES,
    out: str | Path | None = None,
    stop: bool = False,
    progress: Progress | None = None,
) -> Arena:
    """Let bots play the same deals under every rotation, each game for at most `most` moves.

    Bots are names, functions that make players, or players (then there is one thread). Deal i has
    the seed mix(seed, i). With `out`, deals are appended to a file as they are finished, and those
    already in it are not played again. With `stop`, play ends as soon as a sequential test says
    that each two bots differ. Ctrl-C ends the run early, and so does a bot that breaks: the result
    then covers the deals finished so far.
    """
    _check(program, bots, deals, seed, most)
    setting = Setting(tuple(name_of(bot) for bot in bots), deals, seed, most)
    threads = 1 if any(is_player(bot) for bot in bots) else thread_count(jobs, deals)
    seated = seatings(program, len(bots))
    kept = ArenaFile(Path(out), program, setting, seated) if out is not None else None
    try:
        batch = Batch(program, bots, setting, kept, stop)

        def tick() -> None:
            if progress:
                progress(len(batch.done), deals)

        interrupted = run_on_threads(batch, max(1, min(threads, batch.left)), tick)
    finally:
        if kept:
            kept.close()
    return summarized(
        program,
        setting,
        batch.counted(),
        stopped=batch.decided is not None and batch.decided < deals,
        interrupted=interrupted,
        broken=batch.broken,
        timed=any(isinstance(bot, str) and bot in TIMED for bot in bots),
        bot_faults=totals(batch.bot_faults),
    )


def _check(program: Program, bots: Sequence[Bot], deals: int, seed: int, most: int) -> None:
    if not 2 <= len(bots) <= MOST_BOTS:
        raise TableError(f"an arena takes 2 to {MOST_BOTS} bots, found {len(bots)}")
    for bot in bots:
        check_plays(bot, program)  # also refuses what is no name, before anything is played
    if not 1 <= deals <= MOST_DEALS:
        raise TableError(f"the number of deals must be from 1 to {MOST_DEALS:,}")
    if not 0 <= seed < 2**63:
        raise TableError("the seed must be a whole number from 0 to 2^63 - 1")
    if most < 1:
        raise TableError("the move limit must be at least 1")
