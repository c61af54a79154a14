"""All live tables of a process: found, loaded, created, and put back to the store when idle."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Callable, Coroutine
from typing import Any

import msgspec
import sqlalchemy as sa

from . import leases, operator, people, records, seating
from .client import Departure, Refusal
from .config import Config
from .engine.interface import Busy, Engine, GameRef, TableFault
from .journal import Past
from .leases import BEAT, Elsewhere
from .life_commands import begin, send_away
from .live import LiveTable
from .play_commands import LARGEST_DEAL
from .schema import TABLES
from .security import Signer, new_id
from .services import Services
from .store import Lease, Store

LOG = logging.getLogger("ludwright.web")
HOUR = 3600.0


class Wanted(msgspec.Struct, frozen=True):
    """A table to create."""

    game: GameRef
    settings: records.TableSettings
    title: str
    public: bool
    seats: list[records.SeatRow]
    upload: str | None = None
    winnable: bool = False


class Hub:
    """The tables of this process."""

    def __init__(self, store: Store, engine: Engine, config: Config, process: str = "") -> None:
        self.store = store
        self.engine = engine
        self.config = config
        self.process = process or secrets.token_hex(8)
        self.address = ""  # where other processes send sockets
        self.services = Services(
            store=store,
            engine=engine,
            config=config,
            signer=Signer(store.secret),
            again=self.rematch,
            drop=self._drop,
        )
        self.tables: dict[str, LiveTable] = {}
        self.bans: dict[str, str] = {}
        self._loading: dict[str, asyncio.Task[LiveTable | Elsewhere | None]] = {}
        self._tasks: list[asyncio.Task[None]] = []
        self._stopping = False

    # ---- life ----

    async def start(self) -> None:
        """Begin to give signs of life."""
        if self.store.local:  # the lock on the file says that no other process is alive
            await self.store.write(leases.bury)
        await self._beat()
        for work, seconds in ((self._beat, BEAT), (self._tidy, 15.0), (self._retain, HOUR)):
            self._tasks.append(asyncio.create_task(self._repeat(work, seconds)))

    async def stop(self) -> None:
        """Put all tables back, and give up their leases."""
        self._stopping = True
        for task in self._tasks:
            task.cancel()
        tables = list(self.tables.values())
        await asyncio.gather(
            *(each.unload("restart", "the server restarts; connect again") for each in tables),
            return_exceptions=True,
        )
        held = [each.lease for each in tables]
        await self.store.write(lambda connection: leases.release(connection, held))
        await self.store.write(lambda connection: leases.bury(connection, [self.process]))
        self.tables.clear()

    async def _repeat(self, work: Callable[[], Coroutine[Any, Any, None]], seconds: float) -> None:
        while True:
            await asyncio.sleep(seconds)
            try:
                await work()
            except Exception:
                LOG.exception("%s failed", work.__name__)

    async def _beat(self) -> None:
        """Give a sign of life; learn what was taken from us, and who is banned."""
        now = time.time()
        await self.store.write(lambda c: leases.beat(c, self.process, self.address, now))
        held, self.bans = await self.store.read(
            lambda c: (leases.owned(c, self.process), people.bans(c))
        )
        for table in list(self.tables.values()):
            if table.lease not in held and table.lease.epoch:
                table.lose("closed", "the table was closed or has moved")
            for client in list(table.clients):
                for subject in {str(client.person), client.address} & self.bans.keys():
                    client.end("banned", self.bans[subject] or "you are banned")

    async def _tidy(self) -> None:
        """Put tables back to the store that nobody is connected to."""
        now = time.time()
        idle = [
            table
            for table in self.tables.values()
            if not table.clients and now - table.empty_since > self.config.idle
        ]
        for table in idle:
            await self.unload(table)

    async def unload(self, table: LiveTable) -> None:
        """Put a table back to the store, unless somebody comes."""
        if table.clients or self.tables.get(table.id) is not table:
            return
        await table.unload()
        self._drop(table)
        row = table.changed_row()
        touched = TABLES.update().where(TABLES.c.id == row.id)

        def give_up(connection: sa.Connection) -> None:
            if table.past.times and table.row.touched < table.past.times[-1]:
                connection.execute(touched.values(touched=table.past.times[-1]))
            leases.release(connection, [table.lease])

        await self.store.write(give_up)

    async def _retain(self) -> None:
        if self.config.keep_days > 0:
            days = self.config.keep_days
            await self.store.write(lambda c: operator.retain(c, days))

    # ---- tables ----

    async def find(self, table: str) -> LiveTable | Elsewhere | None:
        """A table, loaded if need be; or where it is; or None if there is none."""
        live = self.tables.get(table)
        if self._stopping:
            raise Departure("restart", "the server restarts; connect again")
        if live is not None and not live.closed:
            return live
        # Of several connections that come at once, the first loads it.
        task = self._loading.get(table)
        if task is None:
            task = self._loading[table] = asyncio.create_task(self._load(table))
            task.add_done_callback(lambda _: self._loading.pop(table, None))
        return await asyncio.shield(task)

    async def _load(self, table: str) -> LiveTable | Elsewhere | None:
        known = sa.select(TABLES.c.id).where(TABLES.c.id == table)
        if not await self.store.read(lambda c: c.execute(known).first()):
            return None
        if len(self.tables) >= self.config.limits.live:
            raise Refusal("busy", "too many tables are in use; try again later")
        lease = await self._acquire(table)
        if isinstance(lease, Elsewhere):
            return lease
        stored = await self.store.read(lambda c: records.get_table(c, table))
        if stored is None or (stored.row.upload and stored.upload is None):
            return None
        live = self.tables[table] = LiveTable(self.services, lease, stored)
        return live

    async def _acquire(self, table: str) -> Lease | Elsewhere:
        for attempt in (1, 2, 3):
            try:
                found = await self.store.write(
                    lambda c: leases.acquire(c, table, self.process, time.time())
                )
                assert found is not None
                return found
            except sa.exc.IntegrityError:  # another process was faster
                if attempt == 3:
                    raise
        raise AssertionError

    def _drop(self, table: LiveTable) -> None:
        if self.tables.get(table.id) is table:
            del self.tables[table.id]

    async def check_room(self, host: int | None) -> None:
        """Refuse a table more than there may be, in all or of one host."""
        limits = self.config.limits
        count = await self.store.read(lambda c: records.count_tables(c))
        if count >= limits.tables:
            raise Refusal("busy", "there are too many tables; try again later")
        if host is not None:
            mine = await self.store.read(lambda c: records.count_tables(c, host))
            if mine >= limits.tables_per_person:
                raise Refusal("rate", "you have too many tables; finish or delete some first")

    async def create(self, wanted: Wanted, host: int | None) -> LiveTable:
        """Create a table; it starts at once if nobody has to be waited for."""
        await self.check_room(host)
        settings = wanted.settings
        if wanted.winnable and settings.players == 1 and settings.seed is None:
            settings = msgspec.structs.replace(settings, seed=await self._winnable(wanted, host))
        now = time.time()
        row = records.TableRow(
            id=new_id(),
            game=wanted.game.name,
            title=wanted.title,
            host=host,
            phase="lobby",
            public=wanted.public,
            settings=settings,
            created=now,
            touched=now,
            upload=wanted.upload,
        )

        def write(connection: sa.Connection) -> Lease | Elsewhere:
            if wanted.upload and records.get_upload(connection, wanted.upload) is None:
                raise Refusal("not_found", "unknown upload")  # nobody used it until now
            records.put_table(connection, row, wanted.seats)
            if host is not None and people.get_person(connection, host) is None:
                people.put_person(connection, host, "", {})
            return leases.acquire(connection, row.id, self.process, now)

        lease = await self.store.write(write)
        assert isinstance(lease, Lease)
        stored = records.Stored(row, list(wanted.seats), Past(), [])
        stored.upload = wanted.game if wanted.upload else None
        live = self.tables[row.id] = LiveTable(self.services, lease, stored)
        self.services.count("tables_created")
        if all(seat.kind != "open" for seat in live.seats) and _one_person(live):
            try:
                async with live.lock:
                    await begin(live)
            except Refusal:
                await self.delete(live.id)
                raise
        return live

    async def _winnable(self, wanted: Wanted, asker: int | None) -> int:
        first = secrets.randbelow(LARGEST_DEAL)
        try:
            found = await self.engine.winnable(wanted.game, first, 10.0, str(asker))
        except (Busy, TableFault):
            found = None
        if found is None:
            raise Refusal("busy", "no winnable deal was found in time; try again")
        return found

    async def rematch(self, table: LiveTable) -> str:
        """The table of another game with the same people, each one seat further."""
        settings = msgspec.structs.replace(
            table.row.settings,
            seed=None,
            deal="",
            help="",
            rotation=table.row.settings.rotation + 1,
        )
        seats = seating.rotated(table.seats, table.row.settings.substitute)
        # Everybody has just agreed, so nobody has to say again that they are ready.
        seats = [msgspec.structs.replace(seat, ready=True) for seat in seats]
        wanted = Wanted(
            table.game, settings, table.row.title, table.row.public, seats, table.row.upload
        )
        again = await self.create(wanted, table.row.host)
        if again.row.phase == "lobby":
            async with again.lock:
                await begin(again)
        return again.id

    async def forget_person(self, table: str, person: int) -> None:
        """Remove what connects a person with a table that others are at, or were."""
        live = await self.find(table)
        if not isinstance(live, LiveTable):

            def write(connection: sa.Connection) -> None:
                records.forget_person(connection, table, person)
                leases.revoke(connection, table)  # its owner reads it again

            await self.store.write(write)
            return
        async with live.lock:
            seats = [seating.without_person(seat, person) for seat in live.seats]
            row = live.changed_row(host=None if live.row.host == person else live.row.host)
            await live.save((), row, seats)
            live.reseat()
            send_away(live)
            live.announce()

    async def delete(self, table: str) -> bool:
        """Delete a table, whoever owns it."""
        live = self.tables.get(table)
        found = await self.store.write(lambda c: records.close_table(c, table))
        if live is not None:
            live.lose("closed", "the table was deleted")
            await live.forget()
        return bool(found)

    def metrics(self) -> dict[str, float]:
        """Numbers for operators."""
        clients = sum(len(table.clients) for table in self.tables.values())
        numbers = {
            "live_tables": len(self.tables),
            "connections": clients,
            "store_commits": self.store.commits,
            "store_writes": self.store.written,
        }
        return {**numbers, **self.services.counts}


def _one_person(table: LiveTable) -> bool:
    return len({seat.person for seat in table.seats if seat.kind == "person"}) <= 1
