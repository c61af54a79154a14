"""A hub with a fake engine, and clients that keep what they are sent."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec

from ludwright.web import protocol as p
from ludwright.web import seating
from ludwright.web.client import Client, Departure
from ludwright.web.config import Config
from ludwright.web.engine.interface import GameRef
from ludwright.web.handlers import handle, join, part
from ludwright.web.hub import Hub, Wanted
from ludwright.web.live import LiveTable
from ludwright.web.records import SeatRow, TableSettings
from ludwright.web.store import Store

from .fake_engine import FakeEngine


@asynccontextmanager
async def hub_at(
    folder: Path, engine: FakeEngine | None = None, **config: Any
) -> AsyncIterator[Hub]:
    """A hub on a store in a folder."""
    url = f"sqlite:///{folder / 'table.db'}"
    settings = {"pause": 0.01, **config}
    store = Store(url)
    hub = Hub(store, engine or FakeEngine(), Config(store=url, **settings))
    await hub.start()
    try:
        yield hub
    finally:
        await hub.stop()
        store.close()


class Player:
    """A client of a table in this process."""

    def __init__(self, person: int, name: str = "") -> None:
        self.person = person
        self.frames: list[dict[str, Any]] = []
        self.ended = False
        self.client = Client(
            person, name or f"person {person}", self._got, lambda: setattr(self, "ended", True)
        )
        self.table: LiveTable | None = None

    def _got(self, frame: bytes) -> None:
        self.frames.append(msgspec.json.decode(frame))

    async def join(self, table: LiveTable, **hello: Any) -> None:
        """Say hello."""
        self.table = table
        try:
            await join(table, self.client, p.Hello(p.PROTOCOL, **hello))
        except Departure as departure:
            self.client.end(departure.code, departure.message, watch=departure.watch)

    async def ask(self, t: str, **fields: Any) -> None:
        """Send a message."""
        assert self.table is not None
        await handle(self.table, self.client, msgspec.json.encode({"t": t, **fields}))

    async def move(self, n: int = 0, seat: int | None = None, **fields: Any) -> None:
        """Make a move of the list."""
        assert self.table is not None
        seat = self.client.seats[0] if seat is None else seat
        at = fields.pop("at", self.table.past.number(seat))
        await self.ask("move", seat=seat, at=at, n=n, **fields)

    async def part(self) -> None:
        """Disconnect."""
        assert self.table is not None
        await part(self.table, self.client)

    def all(self, t: str) -> list[dict[str, Any]]:
        """What was sent of one type."""
        return [frame for frame in self.frames if frame["t"] == t]

    def last(self, t: str) -> dict[str, Any]:
        """The last frame of a type."""
        return self.all(t)[-1]

    def clear(self) -> None:
        """Forget what was sent."""
        self.frames.clear()


def person_seat(number: int, person: int, name: str = "") -> SeatRow:
    """A seat with a person who is ready."""
    seat = seating.taken(seating.open_seat(number), person, name or f"person {person}")
    seat.ready = True
    return seat


async def table_of(
    hub: Hub, game: str, *who: int | str | None, public: bool = True, **settings: Any
) -> LiveTable:
    """A table with people (numbers), bots (names) and open seats; the first person is its host."""
    seats = [
        seating.open_seat(i)
        if each is None
        else seating.bot_seat(i, each)
        if isinstance(each, str)
        else person_seat(i, each)
        for i, each in enumerate(who)
    ]
    host = next((each for each in who if isinstance(each, int)), None)
    chosen = TableSettings(players=len(who), **{"bot_pause": 0.0, **settings})
    wanted = Wanted(GameRef(game), chosen, game.title(), public, seats)
    return await hub.create(wanted, host)


async def until(condition: Callable[[], Any], seconds: float = 5.0) -> None:
    """Wait for something to become true."""
    async with asyncio.timeout(seconds):
        while not condition():
            await asyncio.sleep(0.005)
