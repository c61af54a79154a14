"""Engine processes: they are started, watched and replaced, and pass requests and answers."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import os
import socket
import sys
from collections import OrderedDict
from collections.abc import AsyncGenerator, Mapping
from dataclasses import dataclass, field
from typing import Any

import msgspec

from .forks import ACCOUNTS, READY, Copy, Original, fork
from .frames import LARGEST, LENGTH, packed, unpacked
from .interface import Busy, Refused

STUCK = 15.0  # times its limit that a request may take by the clock: others may need the cores
START_LIMIT = 300.0  # seconds; the first start on a machine compiles the interpreter
LONGEST_QUEUE = 2000  # requests that wait for one engine
WATCH_EVERY = 0.1  # seconds


@dataclass
class Request:
    """A request under way: where its answers go, and the CPU seconds that it may take."""

    replies: asyncio.Queue[tuple[str, Any]]
    limit: float


@dataclass
class Process:
    """An engine process, its socket, and the requests it has not answered."""

    kind: str
    process: asyncio.subprocess.Process | Copy
    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter
    waiting: dict[int, Request] = field(default_factory=dict)
    tasks: list[asyncio.Task[None]] = field(default_factory=list)
    tables: set[str] = field(default_factory=set)
    alive: bool = True
    leaving: bool = False  # it ends by itself after its last answer
    condemned: int = 0  # the request that it was killed for
    account: str = ""  # the one that it works for alone

    def kill(self, request: int) -> None:
        """Kill the process because of a request."""
        self.condemned = request
        # Its socket closes with it, and whoever listens there cleans up.
        with contextlib.suppress(ProcessLookupError):
            self.process.kill()

    def cpu(self) -> float | None:
        """The CPU time the process has used, where the system says so."""
        try:
            with open(f"/proc/{self.process.pid}/stat", encoding="ascii") as file:
                fields = file.read().rpartition(")")[2].split()
            return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        except (OSError, ValueError, IndexError):
            return None


class Processes:
    """The engines of several kinds; one that dies is replaced when it is needed.

    Some work for one account each, so that nobody waits for what another one asks."""

    def __init__(
        self, wanted: Mapping[str, int], named: Mapping[str, str], accounts: int = 0
    ) -> None:
        """Engines of some kinds, and of up to that many accounts."""
        self._wanted = dict(wanted)
        self._named = [text for pair in named.items() for text in pair]
        self._running: dict[str, list[Process]] = {kind: [] for kind in wanted}
        self._home: dict[str, Process] = {}  # of each open table
        self._numbers = itertools.count(1)
        self._stopping = False
        self._starting: dict[str, asyncio.Lock] = {kind: asyncio.Lock() for kind in wanted}
        self._accounts: OrderedDict[str, Process] = OrderedDict()  # the latest used last
        self._most_accounts = accounts
        self._forking = asyncio.Lock()
        self._original: Original | None = None

    def of(self, kind: str) -> list[Process]:
        """The running engines of a kind."""
        return [*self._running[kind]] if kind in self._running else [*self._accounts.values()]

    def home(self, table: str) -> Process | None:
        """The engine that has a table open."""
        process = self._home.get(table)
        return process if process is not None and process.alive else None

    def settle(self, table: str, process: Process) -> None:
        """Remember where a table is open."""
        self._home[table] = process
        process.tables.add(table)

    def leave(self, table: str) -> Process | None:
        """Forget where a table is open; returns the engine that has it."""
        process = self.home(table)
        self._home.pop(table, None)
        if process is not None:
            process.tables.discard(table)
        return process

    async def start(self, kind: str) -> None:
        """Start all engines of a kind; the others start when they are needed first."""
        await asyncio.gather(*(self._start_one(kind) for _ in range(self._wanted[kind])))

    async def stop(self) -> None:
        """End all engine processes."""
        self._stopping = True
        for kind in (*self._running, ACCOUNTS):
            for process in self.of(kind):
                await self._end(process)
        if self._original is not None:
            await self._original.end()

    async def _exec(self, kind: str, link: socket.socket) -> asyncio.subprocess.Process:
        return await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "ludwright.web.engine.child",
            str(link.fileno()),
            kind,
            *self._named,
            pass_fds=[link.fileno()],
            stdin=asyncio.subprocess.DEVNULL,
            # Ctrl-C is for the server: it ends its engines itself.
            start_new_session=True,
        )

    async def _start_one(self, kind: str) -> Process:
        ours, theirs = socket.socketpair()
        with theirs:
            process = await self._exec(kind, theirs)
        reader, writer = await asyncio.open_connection(sock=ours, limit=LARGEST)
        found = Process(kind, process, reader, writer)
        await self._make_ready(found)
        self._running[kind].append(found)
        return found

    async def _make_ready(self, process: Process) -> Any:
        """Wait until an engine is ready, and watch it from then on; returns what it says first."""
        try:
            said = await asyncio.wait_for(self._read(process), START_LIMIT)
        except (TimeoutError, asyncio.IncompleteReadError, ConnectionError):
            await self._end(process)
            raise Busy("an engine did not start") from None
        except BaseException:  # whoever needed it has left
            await self._end(process)
            raise
        listening, watching = self._listen(process), _watch(process)
        process.tasks = [asyncio.create_task(listening), asyncio.create_task(watching)]
        return said

    async def _end(self, process: Process) -> None:
        """Kill a process; whoever waits for it learns that it is gone."""
        if not process.alive:
            return
        process.alive = False
        with contextlib.suppress(ValueError, KeyError):
            self._running[process.kind].remove(process)
        if self._accounts.get(process.account) is process:
            del self._accounts[process.account]
        for table in process.tables:
            self._home.pop(table, None)
        with contextlib.suppress(ProcessLookupError):
            process.process.kill()
        process.writer.close()
        current = asyncio.current_task()
        for task in process.tasks:
            if task is not current:
                task.cancel()
        await process.process.wait()
        # Requests are answered in order: the oldest is the one that was under way.
        begun = not (process.leaving or process.condemned or self._stopping)
        for number, request in process.waiting.items():
            killed = "killed" if number == process.condemned else "lost"
            request.replies.put_nowait(("crashed" if begun else killed, None))
            begun = False
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
                process.leaving |= kind == "leaving"
                request = process.waiting.get(number)
                if request is None:
                    continue
                if kind != "progress":
                    del process.waiting[number]
                request.replies.put_nowait((kind, value))
        except (asyncio.IncompleteReadError, ConnectionError, msgspec.DecodeError, ValueError):
            if not self._stopping:
                await self._end(process)

    async def some(self, kind: str) -> Process:
        """The engine of a kind with the least to do; started if there are too few."""
        async with self._starting[kind]:
            while len(found := self._usable(kind)) < self._wanted[kind]:
                if self._stopping:
                    raise Busy("the server is about to end")
                await self._start_one(kind)
        return min(found, key=lambda each: (len(each.waiting), len(each.tables)))

    async def idle(self, kind: str) -> Process:
        """An engine of a kind that has nothing to do; started if there is none."""
        async with self._starting[kind]:
            if self._stopping:
                raise Busy("the server is about to end")
            found = (each for each in self._usable(kind) if not each.waiting)
            return next(found, None) or await self._start_one(kind)

    def _usable(self, kind: str) -> list[Process]:
        """The engines of a kind that are not about to end."""
        return [each for each in self.of(kind) if not (each.leaving or each.condemned)]

    # ---- accounts ----

    async def of_account(self, account: str) -> Process:
        """The engine of an account. If there are too many, another one that is idle ends; if none
        is, the account shares the one with the least to do."""
        async with self._forking:
            found = self._accounts.get(account)
            if found is not None and not (found.leaving or found.condemned):
                return found
            if len(self._accounts) >= self._most_accounts and (usable := self._usable(ACCOUNTS)):
                least = min(usable, key=lambda each: len(each.waiting))
                if least.waiting:
                    return least
                await self._end(least)
            return await self._fork(account)

    async def _fork(self, account: str) -> Process:
        if self._stopping:
            raise Busy("the server is about to end")
        if self._original is not None and not self._original.alive:
            await self._original.end()
            self._original = None
        if self._original is None:
            self._original = await self._start_original()
        ours, theirs = socket.socketpair()
        with theirs:
            try:
                fork(self._original.control, theirs)
            except OSError:
                ours.close()
                raise Busy("an engine did not start") from None
        reader, writer = await asyncio.open_connection(sock=ours, limit=LARGEST)
        copy = Copy(self._original.control)
        found = Process(ACCOUNTS, copy, reader, writer, account=account)
        _, _, copy.pid = await self._make_ready(found)
        self._accounts[account] = found
        return found

    async def _start_original(self) -> Original:
        ours, theirs = socket.socketpair()
        ours.setblocking(False)
        with theirs:
            found = Original(await self._exec(ACCOUNTS, theirs), ours)
        try:
            reading = asyncio.get_running_loop().sock_recv(ours, len(READY))
            said = await asyncio.wait_for(reading, START_LIMIT)
        except (TimeoutError, ConnectionError):
            said = b""
        except BaseException:  # whoever needed it has left
            await found.end()
            raise
        if said != READY:
            await found.end()
            raise Busy("an engine did not start")
        return found

    # ---- requests ----

    async def stream(
        self,
        process: Process,
        limit: float,
        name: str,
        *arguments: Any,
        kill: bool = False,
    ) -> AsyncGenerator[tuple[str, Any]]:
        """Ask an engine, and get its answers; with `kill` it ends if nobody waits for them."""
        if len(process.waiting) >= LONGEST_QUEUE:
            raise Busy("the server is busy; try again later")
        if process.account in self._accounts:
            self._accounts.move_to_end(process.account)
        number, request = next(self._numbers), Request(asyncio.Queue(), limit)
        frame = _frame([number, name, arguments])
        # It stays there until it is answered, even if nobody waits for it any more: the engine is
        # at work on it, and what it takes counts for no other request.
        process.waiting[number] = request
        finished = False
        try:
            process.writer.write(frame)
            with contextlib.suppress(ConnectionError):  # then the answer is that it died
                await process.writer.drain()
            while not finished:
                kind, value = await request.replies.get()
                finished = kind != "progress"
                yield kind, value
        finally:
            if not finished and kill:
                process.kill(number)


async def _watch(process: Process) -> None:
    """Kill a process whose request takes too much CPU time, or hangs."""
    current, began, started = 0, 0.0, 0.0
    clock = asyncio.get_running_loop().time
    while process.alive:
        await asyncio.sleep(WATCH_EVERY)
        first = next(iter(process.waiting), 0)
        used, now = process.cpu() if first else None, clock()
        if first != current:
            current, began, started = first, used or 0.0, now
        if not current:
            continue
        limit = process.waiting[current].limit
        spent = now - started if used is None else used - began
        if spent > limit or now - started > STUCK * limit:
            process.kill(current)
            return


def _frame(request: list[Any]) -> bytes:
    """A request as a frame; what cannot be one is refused."""
    try:
        frame = packed(request)
    except (UnicodeEncodeError, OverflowError, TypeError, RecursionError):
        raise Refused("invalid", "this is not valid data") from None
    if len(frame) > LARGEST:
        raise Refused("invalid", f"this is larger than {LARGEST:,} bytes")
    return frame
