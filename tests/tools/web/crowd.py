"""A crowd that does nothing: idle WebSockets and slow HTTP clients, in a process of its own.

As a program: connects to a server from several addresses of loopback, says when all are there, and
stays until its standard input ends."""

from __future__ import annotations

import asyncio
import os
import resource
import subprocess
import sys
from collections import Counter
from collections.abc import Coroutine
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

PER_ADDRESS = 150
AT_ONCE = 40  # connections that are being made


class Wanted(msgspec.Struct):
    """Who is to come: how many look at each table, how many never say hello, and how many send a
    request a byte at a time."""

    watching: dict[str, int]
    silent: int
    slow: int


class Crowd:
    """The process, as a test sees it."""

    def __init__(self, url: str, wanted: Wanted) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", __name__, url, msgspec.json.encode(wanted).decode()],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
        )

    def there(self) -> dict[str, int]:
        """Wait until all have come; how many of each sort are connected."""
        assert self.process.stdout is not None
        found: dict[str, int] = msgspec.json.decode(self.process.stdout.readline() or "{}")
        return found

    def __enter__(self) -> Crowd:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.communicate()


class Comers:
    """Those who come, from as many addresses as they need."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.there: Counter[str] = Counter()
        self.left: Counter[str] = Counter()
        self._gate = asyncio.Semaphore(AT_ONCE)
        self._numbers: Counter[str] = Counter()
        self._tasks: set[asyncio.Task[None]] = set()

    def source(self, sort: str) -> tuple[str, int]:
        """The address of the next one of a sort."""
        number = self._numbers[sort]
        self._numbers[sort] += 1
        block = {"watching": 1, "silent": 2, "slow": 3}[sort]
        return f"127.0.{block}.{number // PER_ADDRESS + 1}", 0

    async def watch(self, table: str, sort: str) -> None:
        """Look at a table; a silent one does not even say so."""
        where = f"{self.url.replace('http', 'ws', 1)}/ws/{table}"
        async with self._gate:
            try:
                link = await connect(
                    where, local_addr=self.source(sort), ping_interval=None, proxy=None
                )
                if sort == "watching":
                    await link.send(b'{"t":"hello","protocol":1,"spectate":true}', text=True)
                    await link.recv()
            except (OSError, InvalidHandshake, ConnectionClosed):
                self.left[sort] += 1
                return
        self.there[sort] += 1
        self._keep(self._ignore(link, sort))

    async def _ignore(self, link: ClientConnection, sort: str) -> None:
        with suppress(ConnectionClosed):
            while True:
                await link.recv()
        self.there[sort] -= 1
        self.left[sort] += 1

    async def slow(self) -> None:
        """Send a request so slowly that it never ends."""
        parts = urlsplit(self.url)
        async with self._gate:
            reader, writer = await asyncio.open_connection(
                parts.hostname, parts.port, local_addr=self.source("slow")
            )
        self.there["slow"] += 1

        async def dawdle() -> None:
            with suppress(OSError):
                for byte in b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nX: " + b"x" * 1000:
                    writer.write(bytes([byte]))
                    await writer.drain()
                    await asyncio.sleep(1)
                    if reader.at_eof():
                        break
            writer.close()
            self.there["slow"] -= 1
            self.left["slow"] += 1

        self._keep(dawdle())

    def _keep(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


async def come(url: str, wanted: Wanted) -> None:
    """Let everybody come and stay."""
    comers = Comers(url)
    for table, count in wanted.watching.items():
        await asyncio.gather(*(comers.watch(table, "watching") for _ in range(count)))
    await asyncio.gather(*(comers.watch("nowhere", "silent") for _ in range(wanted.silent)))
    await asyncio.gather(*(comers.slow() for _ in range(wanted.slow)))
    print(msgspec.json.encode(comers.there).decode(), flush=True)
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)


def main() -> None:
    """Come, and stay."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    url, wanted = sys.argv[1:]
    asyncio.run(come(url, msgspec.json.decode(wanted, type=Wanted)))


if __name__ == "__main__":
    main()
