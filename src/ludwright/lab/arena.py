"""Matches between bots: the same deals under every rotation of the bots, on all cores."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field
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
from .engines.work import Stopped
from .executor import Executor, executor_for
from .sending import Origin, check_sendable
from .sequential import ERROR, SequentialTest

Progress = Callable[[int, int], None]  # deals finished, deals in all

MOST_BOTS = 64
MOST_DEALS = 10_000_000
MOST_MOVES = 10_000


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


@dataclass(frozen=True)
class Batch:
    """What all deals of an arena have in common, as it is sent to each worker."""

    program: Program
    bots: tuple[Bot, ...]
    setting: Setting
    origin: Origin
    bot_faults: list[Faults] = field(default_factory=list)  # of workers in this process

    @contextmanager
    def worker(
        self, has_ended: Callable[[], bool]
    ) -> Iterator[Callable[[int], DealResult | Broken]]:
        """Plays deals, one after another."""
        self.origin.restore(self.program)
        # Made once per worker: a program serves one game after another.
        players = Players([maker_of(bot) for bot in self.bots], self.setting.bots)
        try:
            yield Dealer(self, players, has_ended).play
        finally:
            self.bot_faults.extend(players.faults())
            players.close()


class Dealer:
    """Plays the games of deals with the players of one worker."""

    def __init__(self, batch: Batch, players: Players, has_ended: Callable[[], bool]) -> None:
        self.program = batch.program
        self.setting = batch.setting
        self.seatings = seatings(batch.program, len(batch.bots))
        self.sides = utility_of(batch.program).sides
        self._players = players
        self._has_ended = has_ended

    def play(self, deal: int) -> DealResult | Broken:
        """The games of a deal, or the bot that broke in one of them."""
        try:
            return DealResult(deal, tuple(self._play_one(deal, turn) for turn in self.seatings))
        except BotError as error:
            return Broken(error.name, deal, str(error), error.cause)

    def _play_one(self, deal: int, seating: tuple[int, ...]) -> GameResult:
        """Play one game of a deal."""
        bots = [seating[side] for side in self.sides]
        players = self._players.begin(bots, self.program, self.setting.seed, deal)
        names = [self.setting.bots[bot] for bot in bots]
        nothing, made = (0.0,) * len(seating), 0
        try:
            seed = int(api.mix(self.setting.seed, deal))
            table = Table(self.program, seed=seed, pace=natural_pace(self.program))
            while not table.over and made < self.setting.max_moves:
                if self._has_ended():
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


class Results:
    """The deals that are done, kept in a file if there is one, and whether they are enough."""

    def __init__(self, setting: Setting, kept: ArenaFile | None, sequential: bool) -> None:
        wanted = range(setting.deals)
        self.done = {each.deal: each for each in kept.stored if each.deal in wanted} if kept else {}
        self.broken: Broken | None = None
        self.decided: int | None = None  # the number of deals after which the test was decided
        self._bots = len(setting.bots)
        self._kept = kept
        self._test = PairwiseTest(self._bots) if sequential else None
        self._judge()
        decided = self.decided is not None
        self.left = [] if decided else [deal for deal in wanted if deal not in self.done]

    def take(self, _: int, played: DealResult | Broken) -> bool:
        """Add a deal; returns whether that is enough."""
        if isinstance(played, Broken):
            self.broken = played
            return True
        self.done[played.deal] = played
        if self._kept:
            self._kept.add(played)
        self._judge()
        return self.decided is not None

    def _judge(self) -> None:
        """Decide by the deals so far, in their order and not in that of their completion."""
        while self._test and self.decided is None and self._test.deals in self.done:
            self._test.add(self.done[self._test.deals], self._bots)
            if self._test.decided:
                self.decided = self._test.deals

    def counted(self, deals: int) -> list[DealResult]:
        """The deals that count, in their order: none after the one that decided the test."""
        most = deals if self.decided is None else self.decided
        return [self.done[deal] for deal in sorted(self.done) if deal < most]


class Players:
    """The players of one worker. No two seats share one, so that partners cannot share what they
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
    engine: str | Executor = "threads",
    most: int = MOST_MOVES,
    out: str | Path | None = None,
    stop: bool = False,
    progress: Progress | None = None,
) -> Arena:
    """Let bots play the same deals under every rotation, each game for at most `most` moves.

    Bots are names, functions that make players, or players (then there is one thread). `jobs` is
    the number of workers (default: one per core), and `engine` where they are: `threads`,
    `processes`, or an executor. Deal i has the seed mix(seed, i). With `out`, deals are appended to
    a file as they are finished, and those already in it are not played again. With `stop`, play
    ends as soon as a sequential test says that each two bots differ. Ctrl-C ends the run early, and
    so does a bot that breaks: the result then covers the deals finished so far.
    """
    _check(program, bots, deals, seed, most)
    setting = Setting(tuple(name_of(bot) for bot in bots), deals, seed, most)
    seated = seatings(program, len(bots))
    batch = Batch(program, tuple(bots), setting, Origin.of(program, *bots))
    with ExitStack() as opened:
        executor = opened.enter_context(executor_for(engine, jobs))
        check_sendable(bots, executor)
        kept = None
        if out is not None:
            kept = opened.enter_context(closing(ArenaFile(Path(out), program, setting, seated)))
        results = Results(setting, kept, stop)

        def tick() -> None:
            if progress:
                progress(len(results.done), deals)

        alone = any(is_player(bot) for bot in bots)
        interrupted = executor.run(batch, results.left, results.take, tick, most=int(alone))
    return summarized(
        program,
        setting,
        results.counted(deals),
        stopped=results.decided is not None and results.decided < deals,
        interrupted=interrupted,
        broken=results.broken,
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
