"""Load on the web table: many tables with bots and scripted clients, over WebSockets on loopback.

A server process with its engines; at every table one person, bots in the other seats, and a
spectator if there are other seats. Every table makes a move every two seconds. Measured is the time
from sending a move until all clients of its table have received it; of a sealed choice, of which
others hear only when the last one is in, until the one that sent it has."""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

import msgspec
from websockets.asyncio.client import ClientConnection, connect

from ludwright.web.config import Config, Limits
from ludwright.web.protocol import PROTOCOL
from ludwright.web.security import COOKIE

PACE = 2.0  # seconds between two moves at a table
JOINING = 40  # tables that are opened at the same time
RUNS = (
    ("klondike", 50),
    ("klondike", 200),
    ("klondike", 1000),
    ("crazy-eights", 50),
    ("crazy-eights", 200),
    ("crazy-eights", 1000),
    ("hearts", 200),
    ("brackwater", 50),
)
NO_LIMITS = Limits(
    sockets=100_000,
    sockets_per_address=100_000,
    connections=100_000,
    connections_per_address=100_000,
    tables=100_000,
    tables_per_day=100_000,
    live=100_000,
    requests_per_minute=10**9,
    costly_per_minute=10**9,
    address_frames_per_second=1e9,
    address_frames_burst=10**9,
)


# ---- the server ----------------------------------------------------------------------------------


def run_server(port: str, folder: str, engines: str) -> None:
    """Serve on an inherited socket until a signal ends it."""
    from ludwright.web.run import serve

    config = Config(store=f"sqlite:///{folder}/web.db", engines=int(engines), limits=NO_LIMITS)
    serve(config, socket.socket(fileno=int(port)), ready=lambda: print("ready", flush=True))


@dataclass
class Server:
    """A running server."""

    process: subprocess.Popen[str]
    port: int

    def processes(self) -> list[int]:
        """The server and its engines."""
        pid = self.process.pid
        with open(f"/proc/{pid}/task/{pid}/children", encoding="ascii") as children:
            return [pid, *map(int, children.read().split())]

    def memory(self) -> int:
        """The bytes of all processes, what they share counted once."""
        return sum(_proportional_size(pid) for pid in self.processes())

    def cpu(self) -> list[float]:
        """The CPU seconds of each process so far."""
        return [_cpu_seconds(pid) for pid in self.processes()]


def _proportional_size(pid: int) -> int:
    with open(f"/proc/{pid}/smaps_rollup", encoding="ascii") as lines:
        return 1024 * next(int(line.split()[1]) for line in lines if line.startswith("Pss:"))


def _cpu_seconds(pid: int) -> float:
    with open(f"/proc/{pid}/stat", encoding="ascii") as file:
        fields = file.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def server(engines: int) -> Iterator[Server]:
    """A server process with an empty store."""
    with tempfile.TemporaryDirectory() as folder, socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen(2048)
        port = listener.getsockname()[1]
        arguments = [__file__, "--serve", str(listener.fileno()), folder, str(engines)]
        process = subprocess.Popen(
            [sys.executable, *arguments],
            stdout=subprocess.PIPE,
            text=True,
            pass_fds=[listener.fileno()],
        )
        assert process.stdout is not None
        try:
            if process.stdout.readline() != "ready\n":
                raise SystemExit("the server did not start")
            yield Server(process, port)
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(60)
            process.stdout.close()


# ---- clients -------------------------------------------------------------------------------------


class Turn(msgspec.Struct):
    """Who has to choose."""

    decider: int | None = None
    waiting: list[int] = []


class Options(msgspec.Struct):
    """What can be chosen."""

    kind: str = "none"
    moves: list[dict[str, object]] = []
    ranges: list[dict[str, object]] = []
    picks: dict[str, object] | None = None


class Frame(msgspec.Struct):
    """The fields of frames that a scripted client reads."""

    t: str
    at: int = 0
    seat: int | None = None
    over: bool = False
    turn: Turn = msgspec.field(default_factory=Turn)
    options: Options = msgspec.field(default_factory=Options)
    message: str = ""


decode = msgspec.json.Decoder(Frame).decode
encode = msgspec.json.encode


@dataclass
class Figures:
    """What was measured."""

    on: bool = False
    moves: int = 0
    refused: int = 0
    delays: list[float] = field(default_factory=list)

    def share(self, part: float) -> float:
        """A quantile of the delays, in milliseconds."""
        ordered = sorted(self.delays) or [float("nan")]
        return 1000 * ordered[min(int(part * len(ordered)), len(ordered) - 1)]


@dataclass
class TableLoad:
    """One table with its clients."""

    game: str
    port: int
    figures: Figures
    draws: random.Random
    sent: float = 0.0
    # The number of the last state of each client: what a seat has sealed counts for it alone.
    at: dict[ClientConnection, int] = field(default_factory=dict)
    missing: dict[ClientConnection, int] = field(default_factory=dict)
    sockets: list[ClientConnection] = field(default_factory=list)
    moving: asyncio.Task[None] | None = None

    async def open(self) -> list[asyncio.Task[None]]:
        """Create the table and connect its clients; they play until they are cancelled."""
        cookie, table = await self._create()
        url = f"ws://127.0.0.1:{self.port}/ws/{table}"
        person = {"Cookie": f"{COOKIE}={cookie}"}
        self.sockets = [await self._connect(url, person, spectate=False)]
        if self.game not in SOLITAIRES:
            self.sockets.append(await self._connect(url, {}, spectate=True))
        return [asyncio.create_task(self._attend(link)) for link in self.sockets]

    async def _create(self) -> tuple[str, str]:
        wanted: dict[str, object] = {"game": self.game, "public": True}
        if self.game not in SOLITAIRES:
            wanted |= {"bots": "random", "bot_pause": PACE}
            if self.game in PLAYERS:
                wanted["players"] = PLAYERS[self.game]
        head, body = await _post(self.port, "/api/tables", wanted)
        cookie = head.partition(f"{COOKIE}=")[2].partition(";")[0]
        return cookie, msgspec.json.decode(body)["table"]

    async def _connect(self, url: str, headers: dict[str, str], spectate: bool) -> ClientConnection:
        link = await connect(
            url,
            additional_headers=headers,
            compression=None,
            proxy=None,
            ping_interval=None,
            max_size=None,
        )
        await link.send(
            encode({"t": "hello", "protocol": PROTOCOL, "spectate": spectate}), text=True
        )
        return link

    async def _attend(self, link: ClientConnection) -> None:
        try:
            await self._read(link)
        finally:
            if self.moving is not None:
                self.moving.cancel()

    async def _read(self, link: ClientConnection) -> None:
        async for data in link:
            frame = decode(data)
            if frame.t == "refused":
                self.figures.refused += 1
            elif frame.t == "bye":
                raise SystemExit(f"a client was sent away: {frame.message}")
            elif frame.t == "state":
                self._received(link, frame)
                if link is self.sockets[0]:
                    # Where all choose together, others may do so while this one thinks.
                    if self.moving is not None:
                        self.moving.cancel()
                    self.moving = asyncio.create_task(self._move_later(link, frame))

    def _received(self, link: ClientConnection, frame: Frame) -> None:
        """Note a state; when all clients have the one after a move, it is measured."""
        self.at[link] = frame.at
        if self.missing.get(link, frame.at) < frame.at:
            del self.missing[link]
            if self.figures.on and not self.missing:
                self.figures.delays.append(time.perf_counter() - self.sent)

    async def _move_later(self, link: ClientConnection, frame: Frame) -> None:
        if self.figures.on:
            self.figures.moves += 1
        if frame.over and self.game in SOLITAIRES:
            await link.send(encode({"t": "restart", "fresh": True}), text=True)
        elif not frame.over and frame.options.kind in ("moves", "picks", "continue"):
            await asyncio.sleep(PACE if self.sent else PACE * self.draws.random())
            self.sent = time.perf_counter()
            sealed = len(frame.turn.waiting) > 1
            self.missing = {link: frame.at} if sealed else dict(self.at)
            await link.send(encode(self._choice(frame)), text=True)

    def _choice(self, frame: Frame) -> dict[str, object]:
        choice: dict[str, object] = {"seat": frame.seat, "at": frame.at}
        if frame.options.picks is not None and frame.options.kind == "picks":
            items = range(len(frame.options.picks["items"]))  # type: ignore[arg-type]
            least = int(frame.options.picks["least"])  # type: ignore[call-overload]
            return choice | {"t": "pick", "items": self.draws.sample(items, least)}
        if not frame.options.moves:
            low = frame.options.ranges[0]["low"]
            return choice | {"t": "number", "range": 0, "value": low}
        return choice | {"t": "move", "n": self.draws.choice(frame.options.moves)["n"]}


SOLITAIRES = ("klondike",)
PLAYERS = {"hearts": 4, "brackwater": 4, "crazy-eights": 3}  # elsewhere the fewest


async def _post(port: int, path: str, data: object) -> tuple[str, bytes]:
    """The head and the body of the answer to a request, of somebody new."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    body = encode(data)
    head = f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n"
    head += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    writer.write(head.encode() + body)
    answer = await reader.read()
    writer.close()
    lines, _, content = answer.partition(b"\r\n\r\n")
    if b" 201 " not in lines.splitlines()[0]:
        raise SystemExit(f"no table: {answer.decode(errors='replace')[:500]}")
    return lines.decode("latin-1"), content


# ---- runs ----------------------------------------------------------------------------------------


async def load(running: Server, game: str, tables: int, seconds: float, empty: int) -> str:
    """Open tables, let them play, and measure; returns a row."""
    figures, gate = Figures(), asyncio.Semaphore(JOINING)
    loads = [TableLoad(game, running.port, figures, random.Random(i)) for i in range(tables)]

    async def joined(each: TableLoad) -> list[asyncio.Task[None]]:
        async with gate:
            return await each.open()

    began = time.monotonic()
    tasks = [task for each in await asyncio.gather(*map(joined, loads)) for task in each]
    opening = time.monotonic() - began
    await asyncio.sleep(2 * PACE)
    cpu, mine, figures.on = running.cpu(), time.process_time(), True
    await asyncio.sleep(seconds)
    figures.on = False
    used = [after - before for after, before in zip(running.cpu(), cpu, strict=False)]
    mine = time.process_time() - mine
    memory = running.memory()
    for task in tasks:
        task.cancel()
    failed = [e for e in await asyncio.gather(*tasks, return_exceptions=True) if _is_failure(e)]
    for each in loads:
        for link in each.sockets:
            with suppress(OSError):
                link.transport.abort()
    if failed:
        raise SystemExit(f"a client failed: {failed[0]!r}")
    return (
        f"{game:14}{tables:6}{opening:9.1f}{figures.moves / seconds:9.1f}"
        f"{figures.share(0.5):8.1f}{figures.share(0.99):8.1f}{figures.share(1.0):8.1f}"
        f"{memory / tables / 1e6:9.2f}{(memory - empty) / tables / 1e6:9.2f}"
        f"{used[0] / seconds:9.0%}{sum(used[1:]) / seconds:9.0%}{mine / seconds:9.0%}"
        f"{figures.refused:9}"
    )


def _is_failure(error: object) -> bool:
    return isinstance(error, BaseException) and not isinstance(error, asyncio.CancelledError)


HEADER = (
    f"{'game':14}{'tables':>6}{'open s':>9}{'moves/s':>9}{'p50 ms':>8}{'p99 ms':>8}{'max ms':>8}"
    f"{'MB/table':>9}{'added':>9}{'server':>9}{'engines':>9}{'clients':>9}{'refused':>9}"
)


def main() -> None:
    """Print a row for each run."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("runs", nargs="*", help="GAME:TABLES; by default all")
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--engines", type=int, default=1)
    parser.add_argument("--serve", nargs=3, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.serve:
        run_server(*asked.serve)
        return
    runs = [(game, int(count)) for game, _, count in (r.partition(":") for r in asked.runs)]
    print(f"{os.cpu_count()} cores, {asked.engines} engine(s), {Path(__file__).name}")
    print(HEADER)
    for game, tables in runs or RUNS:
        with server(asked.engines) as running:
            empty = running.memory()
            print(asyncio.run(load(running, game, tables, asked.seconds, empty)), flush=True)


if __name__ == "__main__":
    main()
