"""Who owns a table: a lease with an epoch, valid as long as its process gives signs of life."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from .schema import LEASES, PROCESSES
from .store import Lease, insert_or_update

LIFE = 6.0  # seconds that a sign of life counts
BEAT = 2.0  # seconds between two of them
NOBODY = ""


class Elsewhere(msgspec.Struct, frozen=True):
    """Another process owns the table; sockets are relayed to its address."""

    owner: str
    address: str


def beat(connection: Connection, process: str, address: str, now: float) -> None:
    """A sign of life."""
    row = {"id": process, "address": address, "expires": now + LIFE}
    insert_or_update(connection, PROCESSES, ["id"], row)
    # Rows of long dead processes are of no use to anyone.
    connection.execute(PROCESSES.delete().where(PROCESSES.c.expires < now - 3600))


def bury(connection: Connection, processes: Sequence[str] | None = None) -> None:
    """Declare processes dead; all, where no other can be running."""
    dead = PROCESSES.delete()
    if processes is not None:
        dead = dead.where(PROCESSES.c.id.in_(processes))
    connection.execute(dead)


def acquire(connection: Connection, table: str, process: str, now: float) -> Lease | Elsewhere:
    """Become the owner of a table, unless its owner is alive."""
    wanted = sa.select(LEASES.c.owner, LEASES.c.epoch).where(LEASES.c.table == table)
    row = connection.execute(wanted.with_for_update()).first()
    if row is None:
        # Of two processes that insert at once, the second fails, and asks again.
        connection.execute(LEASES.insert().values(table=table, owner=process, epoch=1))
        return Lease(table, process, 1)
    owner, epoch = row
    if owner not in (process, NOBODY):
        alive = sa.select(PROCESSES.c.address).where(
            PROCESSES.c.id == owner, PROCESSES.c.expires > now
        )
        address = connection.execute(alive).scalar()
        if address is not None:
            return Elsewhere(owner, address)
    update = LEASES.update().where(LEASES.c.table == table)
    connection.execute(update.values(owner=process, epoch=epoch + 1))
    return Lease(table, process, epoch + 1)


def release(connection: Connection, leases: Sequence[Lease]) -> None:
    """Give tables up, so that any process may own them."""
    for lease in leases:
        mine = (LEASES.c.table == lease.table) & (LEASES.c.owner == lease.owner)
        mine &= LEASES.c.epoch == lease.epoch
        connection.execute(LEASES.update().where(mine).values(owner=NOBODY))


def revoke(connection: Connection, table: str) -> None:
    """Take a table from its owner, whoever that is."""
    update = LEASES.update().where(LEASES.c.table == table)
    connection.execute(update.values(owner=NOBODY, epoch=LEASES.c.epoch + 1))


def owned(connection: Connection, process: str) -> set[Lease]:
    """All leases of a process."""
    rows = sa.select(LEASES.c.table, LEASES.c.owner, LEASES.c.epoch)
    found = connection.execute(rows.where(LEASES.c.owner == process))
    return {Lease(*row) for row in found}
