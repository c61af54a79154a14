"""What operators do with a store: back it up, restore it, and delete what is old."""

from __future__ import annotations

import gzip
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from ..disk import private_replacement
from .records import delete_tables, delete_unused_uploads
from .schema import KEPT, META, PEOPLE, RESULTS, SCHEMA, SEATS, TABLES
from .store import Store, StoreError

DAY = 86_400.0
UNUSED_DAYS = 1.0  # that uploads are kept without a table
ROWS = 1_000  # read and written at once
FORMAT = "ludwright-store"


def backup(store: Store, path: str | Path) -> int:
    """Write everything into a compressed file, as of one moment; returns the number of rows. It
    holds the secret that signs cookies, so nobody else may read it."""
    with private_replacement(path) as file, gzip.GzipFile("", "wb", fileobj=file) as packed:
        return store.query(lambda connection: _dump(connection, packed))


def _dump(connection: Connection, out: Any) -> int:
    count = 0
    out.write(msgspec.json.encode({"format": FORMAT, "schema": SCHEMA}) + b"\n")
    for table in KEPT:
        rows = connection.execution_options(yield_per=ROWS).execute(table.select()).mappings()
        for row in rows:
            values = {str(name): value for name, value in row.items()}
            out.write(msgspec.json.encode([str(table.name), values]) + b"\n")
            count += 1
    return count


def restore(store: Store, path: str | Path) -> int:
    """Fill an empty store with a backup; returns the number of rows."""
    try:
        with gzip.open(path, "rb") as file:
            head = msgspec.json.decode(file.readline(10_000))
            if not isinstance(head, dict) or head.get("format") != FORMAT:
                raise StoreError(f"'{path}' is not a backup of a store")
            if head.get("schema") != SCHEMA:
                raise StoreError(f"the backup has schema version {head.get('schema')}")
            rows = (msgspec.json.decode(line) for line in file)
            return store.submit(lambda connection: _fill(connection, rows)).result() or 0
    except (gzip.BadGzipFile, EOFError, msgspec.DecodeError):
        raise StoreError(f"'{path}' is not a backup of a store, or is damaged") from None


def _fill(connection: Connection, rows: Iterator[Any]) -> int:
    if connection.execute(sa.select(TABLES.c.id).limit(1)).first() is not None:
        raise StoreError("the store is not empty; restore into a new one")
    for table in KEPT:
        connection.execute(table.delete())
    by_name = {table.name: table for table in KEPT}
    count = 0
    waiting: list[dict[str, Any]] = []
    current: sa.Table | None = None
    for name, row in rows:
        table = by_name[name]
        if table is not current or len(waiting) >= ROWS:
            _insert(connection, current, waiting)
            waiting, current = [], table
        waiting.append(row)
        count += 1
    _insert(connection, current, waiting)
    _continue_counting(connection)
    return count


def _insert(connection: Connection, table: sa.Table | None, rows: list[dict[str, Any]]) -> None:
    if table is not None and rows:
        connection.execute(table.insert(), rows)


def _continue_counting(connection: Connection) -> None:
    """PostgreSQL counts by a sequence that knows nothing of rows with given numbers."""
    if connection.dialect.name != "postgresql":
        return
    for name in ("chat", "results"):
        connection.exec_driver_sql(
            f"SELECT setval(pg_get_serial_sequence('{name}', 'number'), "
            f"COALESCE((SELECT MAX(number) FROM {name}), 0) + 1, false)"
        )


def retain(connection: Connection, days: float) -> dict[str, int]:
    """Delete what nobody has touched for some days: tables, then uploads and people of whom nothing
    else is left. Returns how much was deleted."""
    before = time.time() - days * DAY
    old = sa.select(TABLES.c.id).where(TABLES.c.touched < before)
    tables = list(connection.execute(old).scalars())
    delete_tables(connection, tables)
    uploads = delete_unused_uploads(connection, max(before, time.time() - UNUSED_DAYS * DAY))
    results = connection.execute(RESULTS.delete().where(RESULTS.c.ended < before)).rowcount
    seated = sa.select(SEATS.c.person).where(SEATS.c.person.is_not(None))
    gone = (PEOPLE.c.seen < before) & PEOPLE.c.id.not_in(seated)
    people = connection.execute(PEOPLE.delete().where(gone)).rowcount
    return {"tables": len(tables), "uploads": uploads, "results": results, "people": people}


def schema_of(connection: Connection) -> str:
    """The schema version of a store."""
    found = sa.select(META.c.value).where(META.c.key == "schema")
    return str(connection.execute(found).scalar_one())
