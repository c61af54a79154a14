"""Sockets that belong to another process of the server: frames are passed on over loopback.

Both sides send a length and that many bytes. The first frame says who is connecting; it carries a
secret that only processes with the same store know."""

from __future__ import annotations

import asyncio
import hmac
import logging
import struct
from collections.abc import Awaitable, Callable
from contextlib import suppress

import msgspec

from .client import Departure
from .hub import Hub
from .leases import Elsewhere
from .protocol import LARGEST_FRAME, Hello
from .sockets import Link, attend, goodbye

LOG = logging.getLogger("ludwright.web")
LENGTH = struct.Struct(">I")
LARGEST = 64_000_000  # bytes of a frame from the table's owner
CONNECT_SECONDS = 5.0


class Arrival(msgspec.Struct):
    """A client at the door of another process."""

    secret: str
    table: str
    person: int
    name: str
    invited: tuple[str, ...]
    hello: Hello
    address: str


class StreamLink:
    """A link over a stream."""

    def __init__(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, most: int
    ) -> None:
        self._reader = reader
        self._writer = writer
        self._most = most

    async def receive(self) -> bytes | None:
        """The next frame; None at the end."""
        try:
            (length,) = LENGTH.unpack(await self._reader.readexactly(LENGTH.size))
            if length > self._most:
                return None
            return await self._reader.readexactly(length)
        except (asyncio.IncompleteReadError, OSError):
            return None

    async def send(self, frame: bytes) -> None:
        """Send a frame."""
        self._writer.write(LENGTH.pack(len(frame)) + frame)
        await self._writer.drain()

    async def close(self) -> None:
        """End the connection."""
        self._writer.close()
        with suppress(OSError):
            await self._writer.wait_closed()


class Door:
    """Where other processes bring the clients of our tables."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._server: asyncio.Server | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        """Listen on a free port of loopback."""
        self._server = await asyncio.start_server(self._arrived, "127.0.0.1", 0)
        port = self._server.sockets[0].getsockname()[1]
        self._hub.address = f"127.0.0.1:{port}"

    async def close(self) -> None:
        """No longer listen."""
        if self._server:
            self._server.close()
        for task in list(self._tasks):
            task.cancel()

    async def _arrived(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        link = StreamLink(reader, writer, 4 * LARGEST_FRAME)
        try:
            async with asyncio.timeout(CONNECT_SECONDS):
                first = await link.receive()
            arrival = msgspec.json.decode(first or b"", type=Arrival)
        except (TimeoutError, msgspec.DecodeError):
            return await link.close()
        if not hmac.compare_digest(arrival.secret, self._hub.services.signer.internal):
            return await link.close()
        try:
            table = await self._hub.find(arrival.table)
            if table is None or isinstance(table, Elsewhere):
                raise Departure("closed", "the table has moved; connect again")
        except Departure as departure:
            return await goodbye(link, departure)
        limits = self._hub.config.limits
        person, name, invited = arrival.person, arrival.name, arrival.invited
        await attend(link, table, person, name, invited, arrival.hello, limits, arrival.address)


async def relay(link: Link, hub: Hub, to: Elsewhere, arrival: Arrival) -> None:
    """Pass frames between a client and the owner of its table. Raises Departure if that is gone."""
    host, _, port = to.address.rpartition(":")
    try:
        async with asyncio.timeout(CONNECT_SECONDS):
            reader, writer = await asyncio.open_connection(host, int(port))
    except (OSError, TimeoutError, ValueError):
        raise Departure("closed", "the table is moving; connect again") from None
    owner = StreamLink(reader, writer, LARGEST)
    hub.services.count("relayed")
    try:
        await owner.send(msgspec.json.encode(arrival))
        pumps = {
            asyncio.create_task(_pump(link.receive, owner.send)),
            asyncio.create_task(_pump(owner.receive, link.send)),
        }
        _, left = await asyncio.wait(pumps, return_when=asyncio.FIRST_COMPLETED)
        for task in left:
            task.cancel()
        await asyncio.gather(*pumps, return_exceptions=True)
    finally:
        await owner.close()


async def _pump(
    receive: Callable[[], Awaitable[str | bytes | None]], send: Callable[[bytes], Awaitable[None]]
) -> None:
    with suppress(OSError, RuntimeError):
        while (frame := await receive()) is not None:
            await send(frame.encode("utf-8", "replace") if isinstance(frame, str) else frame)
