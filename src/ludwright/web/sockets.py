"""Connections of clients: frames in, bounded queues of frames out, and their end.

A link is a WebSocket, or a connection of another process that relays one."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from contextlib import suppress
from typing import Protocol

import msgspec

from . import protocol as p
from .client import Client, Departure, Refusal
from .config import Limits
from .handlers import handle, join, part, refuse
from .limits import Bucket
from .live import LiveTable
from .shapes import Bye

LOG = logging.getLogger("ludwright.web")
HELLO_SECONDS = 15.0
MOST_BAD = 40  # frames over the rate before a connection is ended


class Link(Protocol):
    """A way to a client."""

    async def receive(self) -> str | bytes | None:
        """The next frame; None at the end."""

    async def send(self, frame: bytes) -> None:
        """Send a frame; waits while the client does not take it."""

    async def close(self) -> None:
        """End the connection."""


class Outbox:
    """Frames on their way to a client. One that does not take them is dropped: nobody waits."""

    def __init__(self, link: Link, limits: Limits) -> None:
        self._link = link
        self._limits = limits
        self._frames: deque[bytes] = deque()
        self._size = 0
        self._more = asyncio.Event()
        self._closing = False
        self.broken = asyncio.Event()  # nothing can be sent any more

    def post(self, frame: bytes) -> None:
        """Queue a frame."""
        if self._closing or self.broken.is_set():
            return
        self._frames.append(frame)
        self._size += len(frame)
        if len(self._frames) > self._limits.queue or self._size > self._limits.queue_bytes:
            self._frames.clear()
            self.broken.set()
        self._more.set()

    def hang_up(self) -> None:
        """Send what is queued, then end."""
        self._closing = True
        self._more.set()

    async def run(self) -> None:
        """Send frames until the end."""
        try:
            while not self.broken.is_set():
                while self._frames and not self.broken.is_set():
                    frame = self._frames.popleft()
                    self._size -= len(frame)
                    async with asyncio.timeout(self._limits.send_seconds):
                        await self._link.send(frame)
                if self._closing:
                    break
                self._more.clear()
                await self._more.wait()
        except (TimeoutError, OSError, RuntimeError):
            pass  # gone, or too slow
        finally:
            self.broken.set()


async def hello_of(link: Link) -> p.Hello:
    """The first frame of a connection. Raises Departure."""
    try:
        async with asyncio.timeout(HELLO_SECONDS):
            frame = await link.receive()
    except TimeoutError:
        raise Departure("invalid", "hello did not arrive in time") from None
    if frame is None:
        raise Departure("gone", "")
    try:
        hello = p.decode(frame)
    except p.BadMessage as error:
        # A client of another version may say hello differently.
        code = "version" if _other_version(frame) else "invalid"
        raise Departure(code, str(error)) from None
    if not isinstance(hello, p.Hello):
        raise Departure("invalid", "hello is the first message of a connection")
    if hello.protocol != p.PROTOCOL:
        raise Departure("version", "this page is of another version; reload it")
    return hello


def _other_version(frame: str | bytes) -> bool:
    try:
        return bool(msgspec.json.decode(frame)["protocol"] != p.PROTOCOL)
    except (msgspec.DecodeError, KeyError, TypeError, UnicodeError, RecursionError):
        return False


async def goodbye(link: Link, departure: Departure) -> None:
    """End a connection that never got to a table."""
    with suppress(TimeoutError, OSError, RuntimeError):
        async with asyncio.timeout(5):
            if departure.code != "gone":
                await link.send(p.encode(Bye(departure.code, departure.message)))
            await link.close()


async def attend(
    link: Link,
    table: LiveTable,
    person: int,
    name: str,
    invited: tuple[str, ...],
    hello: p.Hello,
    limits: Limits,
    address: str,
) -> None:
    """Connect a client to a table until one of them ends it."""
    outbox = Outbox(link, limits)
    client = Client(person, name, outbox.post, outbox.hang_up, invited, address)
    sending = asyncio.create_task(outbox.run())
    receiving = asyncio.create_task(_receive(link, table, client, hello, limits))
    broken = asyncio.create_task(outbox.broken.wait())
    try:
        await asyncio.wait({receiving, broken}, return_when=asyncio.FIRST_COMPLETED)
        if not broken.done():
            with suppress(TimeoutError):
                async with asyncio.timeout(limits.send_seconds):
                    await sending
    finally:
        for task in (receiving, sending, broken):
            task.cancel()
        await asyncio.gather(receiving, sending, broken, return_exceptions=True)
        await part(table, client)
        with suppress(TimeoutError, OSError, RuntimeError):
            async with asyncio.timeout(5):
                await link.close()


async def _receive(
    link: Link, table: LiveTable, client: Client, hello: p.Hello, limits: Limits
) -> None:
    """Carry out what a client sends."""
    rate = Bucket(limits.frames_per_second, limits.frames_burst)
    bad = 0

    def may_send() -> bool:
        frames = table.services.frames
        return rate.take() and frames.take(client.address) and table.rate.take()

    try:
        await join(table, client, hello)
        while (frame := await link.receive()) is not None:
            if may_send():
                await handle(table, client, frame)
                continue
            bad += 1
            if bad > MOST_BAD:
                raise Departure("rate", "too many messages")
            await refuse(table, client, Refusal("rate", "too many messages; wait a moment"))
    except Departure as departure:
        client.end(departure.code, departure.message, watch=departure.watch)
    except Refusal as refusal:
        client.end(refusal.code, refusal.message)
    except (OSError, RuntimeError):
        client.end("gone", "")
    except Exception:
        LOG.exception("table %s: a connection failed", table.id)
        client.end("internal", "the server failed; connect again")
    else:
        client.end("gone", "")
