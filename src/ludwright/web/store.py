"""The store: SQLite by default, PostgreSQL by URL; what is confirmed was committed.

All writes go through one thread that commits whatever has come in meanwhile in one transaction: a
thousand tables share a sync of the disk. A write may carry a lease; it is refused if another
process has taken the table over.
"""

from __future__ import annotations

import asyncio
import os
import queue
import secrets
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any, Generic, TypeVar

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from ..disk import private_file
from .schema import JOURNAL, LEASES, META, METADATA, SCHEMA

try:
    import fcntl
except ImportError:  # no such locks on this system: two servers on one file are not noticed
    fcntl = None  # type: ignore[assignment]

MOST_AT_ONCE = 400  # writes in one transaction
# Seconds between two transactions, if there is that much to do: most of a transaction's cost does
# not depend on its size. A write after a quiet moment does not wait.
GATHER = 0.004
READERS = 2
BUSY = 10  # seconds to wait for another process, such as a backup

T = TypeVar("T")
Work = Callable[[Connection], T]


class StoreError(Exception):
    """The store cannot be used; the message says why."""


class LeaseLost(Exception):
    """Another process owns the table now."""


class Lease(msgspec.Struct, frozen=True):
    """The right to write to a table, until its epoch is over."""

    table: str
    owner: str
    epoch: int


class Write(Generic[T]):
    """Something to write: lines of the journal, and whatever `work` does."""

    def __init__(
        self, work: Work[T] | None, lease: Lease | None, lines: Sequence[dict[str, Any]]
    ) -> None:
        self.work = work
        self.lease = lease
        self.lines = lines
        self.done: Future[T | None] = Future()


class Store:
    """A database with one writer and a few readers."""

    def __init__(self, url: str, *, beside: bool = False) -> None:
        """Open a store; `beside` a server that may be using it, for operators."""
        self.url = url
        self.local = url.startswith("sqlite")
        self._lock = _lock_file(url) if self.local and not beside else None
        try:
            self._engine = _engine_for(url)
            self.secret = self._prepare()
        except sa.exc.SQLAlchemyError as error:
            self._unlock()
            raise StoreError(f"the store cannot be opened: {_cause(error)}") from None
        except StoreError:
            self._unlock()
            raise
        self._queue: queue.SimpleQueue[Write[Any] | None] = queue.SimpleQueue()
        self._readers = ThreadPoolExecutor(READERS, "store-reader")
        self._writer = threading.Thread(target=self._write_all, name="store-writer", daemon=True)
        self._writer.start()
        self.commits = self.written = 0

    def _prepare(self) -> str:
        """Create or check the schema; returns the secret that signs cookies and links."""
        METADATA.create_all(self._engine)
        with self._engine.execution_options(writes=True).begin() as connection:
            known = _pairs(connection)
            fresh = {"schema": str(SCHEMA), "secret": secrets.token_urlsafe(32)}
            for key in fresh.keys() - known.keys():
                with suppress(sa.exc.IntegrityError), connection.begin_nested():
                    connection.execute(META.insert().values(key=key, value=fresh[key]))
            known = _pairs(connection)
        if known["schema"] != str(SCHEMA):
            raise StoreError(
                f"the store has schema version {known['schema']}, expected {SCHEMA}; "
                "use the version of Ludwright that wrote it"
            )
        return str(known["secret"])

    # ---- writing ----

    async def write(
        self,
        work: Work[T] | None = None,
        *,
        lease: Lease | None = None,
        lines: Sequence[dict[str, Any]] = (),
    ) -> T | None:
        """Write, and return after the commit what `work` returned. Raises LeaseLost, or whatever
        `work` raised; then nothing of it was written."""
        return await asyncio.shield(asyncio.wrap_future(self.submit(work, lease, lines)))

    def submit(
        self,
        work: Work[T] | None = None,
        lease: Lease | None = None,
        lines: Sequence[dict[str, Any]] = (),
    ) -> Future[T | None]:
        """The same for other threads."""
        write = Write(work, lease, lines)
        self._queue.put(write)
        return write.done

    def _write_all(self) -> None:
        last = 0.0
        while (first := self._queue.get()) is not None:
            batch = [first]
            time.sleep(max(0.0, last + GATHER - time.monotonic()))
            ended = False
            while len(batch) < MOST_AT_ONCE and not ended:
                try:
                    following = self._queue.get_nowait()
                except queue.Empty:
                    break
                if following is None:
                    ended = True
                else:
                    batch.append(following)
            self._commit(batch)
            last = time.monotonic()
            if ended:
                return

    def _commit(self, batch: list[Write[Any]]) -> None:
        try:
            answers = self._transaction(batch)
        except Exception as error:
            if len(batch) == 1:
                batch[0].done.set_exception(error)
            else:  # find the one that fails; the others have nothing to do with it
                for each in batch:
                    self._commit([each])
            return
        self.commits += 1
        self.written += len(batch)
        for each, answer in zip(batch, answers, strict=True):
            if isinstance(answer, LeaseLost):
                each.done.set_exception(answer)
            else:
                each.done.set_result(answer)

    def _transaction(self, batch: list[Write[Any]]) -> list[Any]:
        with self._engine.execution_options(writes=True).begin() as connection:
            held = _held(connection, [each.lease for each in batch if each.lease])
            valid = [each.lease is None or each.lease in held for each in batch]
            lines = [
                line for each, ok in zip(batch, valid, strict=True) if ok for line in each.lines
            ]
            if lines:
                connection.execute(JOURNAL.insert(), lines)
            return [
                (each.work(connection) if each.work else None)
                if ok
                else LeaseLost("another process owns this table")
                for each, ok in zip(batch, valid, strict=True)
            ]

    # ---- reading ----

    async def read(self, work: Work[T]) -> T:
        """Run queries in a reading thread."""
        return await asyncio.get_running_loop().run_in_executor(self._readers, self.query, work)

    def query(self, work: Work[T]) -> T:
        """Run queries in this thread."""
        with self._engine.connect() as connection:
            if self._engine.dialect.name == "postgresql":
                connection.execution_options(isolation_level="REPEATABLE READ")
            return work(connection)

    def close(self) -> None:
        """Write what is still to be written, and close."""
        self._queue.put(None)
        self._writer.join(30)
        self._readers.shutdown(wait=True)
        self._engine.dispose()
        self._unlock()

    def _unlock(self) -> None:
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None


def _held(connection: Connection, leases: Sequence[Lease]) -> set[Lease]:
    """Those leases that are still valid; their rows stay locked until the commit, so that nobody
    takes a table over while something is written for it."""
    if not leases:
        return set()
    rows = sa.select(LEASES.c.table, LEASES.c.owner, LEASES.c.epoch)
    rows = rows.where(LEASES.c.table.in_(sorted({each.table for each in leases})))
    # In one order, or two processes might wait for each other.
    found = connection.execute(rows.order_by(LEASES.c.table).with_for_update())
    return {Lease(*row) for row in found}


def insert_or_update(
    connection: Connection, table: sa.Table, keys: Sequence[str], row: dict[str, Any]
) -> None:
    """Insert a row, or update the one with the same key."""
    from sqlalchemy.dialects import postgresql, sqlite

    dialect = postgresql if connection.dialect.name == "postgresql" else sqlite
    insert = dialect.insert(table).values(row)
    rest = {name: value for name, value in row.items() if name not in keys}
    connection.execute(insert.on_conflict_do_update(index_elements=list(keys), set_=rest))


# ---- the database --------------------------------------------------------------------------------


def store_url(where: str) -> str:
    """The URL of a store given as a URL, or as the path of an SQLite file."""
    if "://" not in where:
        return f"sqlite:///{Path(where).expanduser().resolve()}"
    # The driver that we depend on, whichever of the usual spellings was given.
    for short in ("postgres://", "postgresql://"):
        if where.startswith(short):
            return "postgresql+psycopg://" + where.removeprefix(short)
    return where


def _engine_for(url: str) -> sa.Engine:
    if not url.startswith("sqlite"):
        return sa.create_engine(url, pool_pre_ping=True, pool_size=READERS + 2)
    engine = sa.create_engine(url, connect_args={"timeout": BUSY})

    def prepare(connection: Any, _record: object) -> None:
        # Transactions begin where we say, also those that only read: the driver would begin them at
        # the first write, and a backup would see several states.
        connection.isolation_level = None
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
            connection.execute(f"PRAGMA {pragma}")

    def begin(connection: Connection) -> None:
        writes = connection.get_execution_options().get("writes")
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    sa.event.listen(engine, "connect", prepare)
    sa.event.listen(engine, "begin", begin)
    return engine


def _lock_file(url: str) -> int | None:
    """Create the file of an SQLite store, private to its user, and lock it for this process."""
    path = Path(sa.make_url(url).database or "")
    try:
        private_file(path)  # it holds the secret that signs cookies
        # Not the database itself: closing it here would release the locks that SQLite holds on it.
        lock = os.open(path.with_name(path.name + ".lock"), os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise StoreError(f"'{path}' can't be used: {error.strerror}") from None
    try:
        if fcntl is not None:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(lock)
        raise StoreError(f"'{path}' is in use by another server") from None
    return lock


def _cause(error: sa.exc.SQLAlchemyError) -> str:
    text = str(getattr(error, "orig", None) or error)
    return " ".join(text.split())[:300]


def _pairs(connection: Connection) -> dict[str, str]:
    rows = connection.execute(sa.select(META.c.key, META.c.value))
    return {key: value for key, value in rows}
