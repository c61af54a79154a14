"""The server's side of its engines: starts them, spreads tables over them, and ends what hangs."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import os
import signal
import socket
import sys
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

from .frames import LARGEST, LENGTH, packed, unpacked
from .interface import (
    Advice,
    Answer,
    Busy,
    Choice,
    GameRef,
    NotOpen,
    Opened,
    Refused,
    TableFault,
    TableSpec,
)

TABLES, GUESTS, JOBS = "tables", "guests", "jobs"
CPU_LIMIT = 2.0  # seconds of CPU for one decision of a table
JOB_LIMIT = 40.0  # seconds of CPU for one job; jobs have limits of their own below that
OPENING_LIMIT = 10.0  # seconds of CPU to compile a game and to replay its moves
STUCK = 5.0  # times its limit that a request may take by the clock
START_LIMIT = 120.0  # seconds; the first start on a machine compiles the interpreter
LONGEST_QUEUE = 2000  # requests that wait for one engine
MOST_JOBS = 8  # that wait for one engine


@dataclass
class Request:
    """A request under way: where its answer goes, and the CPU time at which it began."""

    replies: asyncio.Queue[tuple[str, Any]]
    limit: float
    table: str = ""


@dataclass
class Process:
    """An engine process, its socket, and the requests it has not answered."""

    kind: str
    process: asyncio.subprocess.Process
    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter
    waiting: dict[int, Request] = field(default_factory=dict)
    tasks: list[asyncio.Task[None]] = field(default_factory=list)
    tables: set[str] = field(default_factory=set)
    alive: bool = True

    def cpu(self) -> float | None:
        """The CPU time the process has used, where the system says so."""
        try:
            with open(f"/proc/{self.process.pid}/stat", encoding="ascii") as file:
                fields = file.read().rpartition(")")[2].split()
            return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        except (OSError, ValueError, IndexError):
            return None


class EnginePool:
    """Engine processes of three kinds: for tables of known games, for guests' games, for jobs."""

    def __init__(
        self,
        tables: int = 1,
        guests: int = 1,
        jobs: int = 1,
        named: Mapping[str, str] | None = None,
    ) -> None:
        self._wanted = {TABLES: tables, GUESTS: guests, JOBS: jobs}
        self._named = [text for pair in (named or {}).items() for text in pair]
        self._processes: dict[str, list[Process]] = {kind: [] for kind in self._wanted}
        self._home: dict[str, Process] = {}  # of each open table
        self._numbers = itertools.count(1)
        self._stopping = False
        self._starting: dict[str, asyncio.Lock] = {}

    # ---- processes ----

    async def start(self) -> None:
        """Start the engines of tables; the others start when they are needed first."""
        self._starting = {kind: asyncio.Lock() for kind in self._wanted}
        await asyncio.gather(*(self._start_one(TABLES) for _ in range(self._wanted[TABLES])))

    async def stop(self) -> None:
        """End all engine processes."""
        self._stopping = True
        for process in [each for kind in self._processes.values() for each in kind]:
            await self._end(process)

    async def _start_one(self, kind: str) -> Process:
        ours, theirs = socket.socketpair()
        with theirs:
            process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "ludwright.web.engine.child",
                str(theirs.fileno()),
                kind,
                *self._named,
                pass_fds=[theirs.fileno()],
                stdin=asyncio.subprocess.DEVNULL,
                # Ctrl-C is for the server: it ends its engines itself.
                start_new_session=True,
            )
        reader, writer = await asyncio.open_connection(sock=ours, limit=LARGEST)
        found = Process(kind, process, reader, writer)
        try:
            await asyncio.wait_for(self._read(found), START_LIMIT)
        except (TimeoutError, asyncio.IncompleteReadError):
            await self._end(found)
            raise TableFault("an engine did not start") from None
        found.tasks = [asyncio.create_task(self._listen(found)), asyncio.create_task(_watch(found))]
        self._processes[kind].append(found)
        return found

    async def _end(self, process: Process) -> None:
        """Kill a process; whoever waits for it learns that it is gone."""
        process.alive = False
        with contextlib.suppress(ValueError):
            self._processes[process.kind].remove(process)
        for table in process.tables:
            self._home.pop(table, None)
        with contextlib.suppress(ProcessLookupError):
            process.process.send_signal(signal.SIGKILL)
        process.writer.close()
        current = asyncio.current_task()
        for task in process.tasks:
            if task is not current:
                task.cancel()
        await process.process.wait()
        # Requests are answered in order: the oldest is the one that was under way.
        for number, request in enumerate(process.waiting.values()):
            request.replies.put_nowait(("lost" if number else "killed", None))
        process.waiting.clear()

    async def _read(self, process: Process) -> Any:
        head = await process.reader.readexactly(LENGTH.size)
        (length,) = LENGTH.unpack(head)
        return unpacked(await process.reader.readexactly(length))

    async def _listen(self, process: Process) -> None:
        """Pass answers on to those who wait for them, until the process ends."""
        try:
            while True:
                number, kind, value = await self._read(process)
                request = process.waiting.get(number)
                if request is None:
                    continue
                if kind != "progress":
                    del process.waiting[number]
                request.replies.put_nowait((kind, value))
        except (asyncio.IncompleteReadError, ConnectionError):
            if not self._stopping:
                await self._end(process)

    async def _some(self, kind: str) -> Process:
        """The engine of a kind with the least to do; started if there are too few."""
        async with self._starting[kind]:
            while len(self._processes[kind]) < self._wanted[kind]:
                await self._start_one(kind)
        return min(self._processes[kind], key=lambda each: (len(each.waiting), len(each.tables)))

    # ---- requests ----

    async def _stream(
        self, process: Process, limit: float, name: str, *arguments: Any
    ) -> AsyncIterator[tuple[str, Any]]:
        most = MOST_JOBS if process.kind == JOBS else LONGEST_QUEUE
        if len(process.waiting) >= most:
            raise Busy("the server is busy; try again later")
        number, request = next(self._numbers), Request(asyncio.Queue(), limit)
        process.waiting[number] = request
        try:
            process.writer.write(packed([number, name, arguments]))
            await process.writer.drain()
            while True:
                kind, value = await request.replies.get()
                yield kind, value
                if kind != "progress":
                    return
        except ConnectionError:
            raise NotOpen(name) from None
        finally:
            process.waiting.pop(number, None)

    async def _ask(self, process: Process, limit: float, name: str, *arguments: Any) -> Any:
        async for kind, value in self._stream(process, limit, name, *arguments):
            if kind != "progress":
                return _result(kind, value)
        raise NotOpen(name)

    async def _of_table(self, table: str, name: str, *arguments: Any) -> Any:
        process = self._home.get(table)
        if process is None or not process.alive:
            raise NotOpen(table)
        return await self._ask(process, CPU_LIMIT, name, table, *arguments)

    async def _job(self, name: str, *arguments: Any) -> Any:
        return await self._ask(await self._some(JOBS), JOB_LIMIT, "job", name, *arguments)

    # ---- the interface ----

    async def game_info(self, game: GameRef, options: dict[str, Any], players: int | None) -> bytes:
        """The GameInfo of the protocol as JSON."""
        process = await self._some(GUESTS if game.guest else TABLES)
        found: bytes = await self._ask(process, OPENING_LIMIT, "game_info", game, options, players)
        return found

    async def open(self, spec: TableSpec) -> Opened:
        """Open a table, after its moves so far."""
        process = self._home.get(spec.table)
        if process is None or not process.alive:
            process = await self._some(GUESTS if spec.game.guest else TABLES)
        found = await self._ask(process, OPENING_LIMIT, "open", spec)
        self._home[spec.table] = process
        process.tables.add(spec.table)
        return msgspec.convert(found, Opened)

    async def close(self, table: str) -> None:
        """Forget a table."""
        process = self._home.pop(table, None)
        if process is not None and process.alive:
            process.tables.discard(table)
            await self._ask(process, CPU_LIMIT, "close", table)

    async def _answer(self, table: str, name: str, *arguments: Any) -> Answer:
        return msgspec.convert(await self._of_table(table, name, *arguments), Answer)

    async def states(self, table: str, audience: Sequence[int], since: Mapping[int, int]) -> Answer:
        """The state for each audience."""
        return await self._answer(table, "states", audience, since)

    async def apply(self, table: str, seat: int, choice: Choice, audience: Sequence[int]) -> Answer:
        """Make a choice of a seat."""
        return await self._answer(table, "apply", seat, choice, audience)

    async def play_bot(
        self, table: str, seat: int, bot: str, seed: int, audience: Sequence[int]
    ) -> Answer:
        """Let a bot choose for the seat that decides."""
        return await self._answer(table, "play_bot", seat, bot, seed, audience)

    async def go_on(self, table: str, audience: Sequence[int]) -> Answer:
        """Continue after a pause."""
        return await self._answer(table, "go_on", audience)

    async def undo(self, table: str, count: int, audience: Sequence[int]) -> Answer:
        """Take back the last moves."""
        return await self._answer(table, "undo", count, audience)

    async def finish(self, table: str, audience: Sequence[int]) -> Answer:
        """Make forced moves up to the end of the game."""
        return await self._answer(table, "finish", audience)

    async def secret(self, table: str, count: int) -> bool:
        """Whether the last moves involved chance or revealed something."""
        return bool(await self._of_table(table, "secret", count))

    async def explain(
        self, table: str, seat: int, choice: Choice, source: Sequence[int], target: int | None
    ) -> bytes:
        """Why a choice, or a drag, is legal or not."""
        found: bytes = await self._of_table(table, "explain", seat, choice, source, target)
        return found

    async def history(self, table: str, audience: int, move: int) -> bytes:
        """The body of the state after a number of moves."""
        found: bytes = await self._of_table(table, "history", audience, move)
        return found

    async def record(self, table: str) -> str:
        """The record of the game so far."""
        return str(await self._of_table(table, "record"))

    async def hint(self, spec: TableSpec, seat: int, whole: bool) -> Advice:
        """A hint, or with `whole` a solution."""
        return msgspec.convert(await self._job("hint", spec, seat, whole), Advice)

    async def check(self, game: GameRef) -> list[dict[str, Any]]:
        """The diagnostics of a description."""
        process = await self._some(GUESTS)
        found: list[dict[str, Any]] = await self._ask(process, OPENING_LIMIT, "job", "check", game)
        return found

    async def simulate(
        self, game: GameRef, players: int | None, games: int, seed: int
    ) -> AsyncIterator[dict[str, Any]]:
        """Play random games; yields progress with the statistics so far."""
        process = await self._some(JOBS)
        given = "simulate", game, players, games, seed
        async for kind, value in self._stream(process, JOB_LIMIT, "job", *given):
            if kind == "progress":
                yield value
            else:
                _result(kind, value)

    async def solve(self, game: GameRef, seed: int, seconds: float) -> dict[str, Any]:
        """Whether a deal is winnable."""
        found: dict[str, Any] = await self._job("solve", game, seed, seconds)
        return found

    async def secrets(self, game: GameRef, seconds: float) -> dict[str, Any]:
        """The contract of a game on random games."""
        found: dict[str, Any] = await self._job("secrets", game, seconds)
        return found

    async def winnable(self, game: GameRef, first: int, seconds: float) -> int | None:
        """The first winnable deal from a seed on."""
        found: int | None = await self._job("winnable", game, first, seconds)
        return found


async def _watch(process: Process) -> None:
    """Kill a process whose request takes too much CPU time, or hangs."""
    current, began, started = 0, 0.0, 0.0
    clock = asyncio.get_running_loop().time
    while process.alive:
        await asyncio.sleep(0.1)
        first = next(iter(process.waiting), 0)
        used, now = process.cpu(), clock()
        if first != current:
            current, began, started = first, used or 0.0, now
        if not current:
            continue
        limit = process.waiting[current].limit
        spent = now - started if used is None else used - began
        if spent > limit or now - started > STUCK * limit:
            # Its socket closes with it, and whoever listens there cleans up.
            with contextlib.suppress(ProcessLookupError):
                process.process.kill()
            return


def _result(kind: str, value: Any) -> Any:
    """The value of an answer, or its error raised."""
    if kind == "ok":
        return value
    if kind in ("not_open", "lost"):
        raise NotOpen(str(value))
    if kind == "killed":
        raise TableFault("the game took too much time or memory")
    if kind == "fault":
        raise TableFault(str(value))
    raise Refused(kind, str(value))
