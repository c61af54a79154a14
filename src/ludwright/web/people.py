"""What the store holds of people: their names, settings, recovery links and bans."""

from __future__ import annotations

import hashlib
import secrets
import time
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from .schema import BANS, PEOPLE
from .store import insert_or_update

LARGEST_SETTINGS = 4_000  # characters


class PersonRow(msgspec.Struct):
    """A person: a number that their cookie holds, and what they chose."""

    id: int
    name: str
    settings: dict[str, Any]
    recovery: str  # a hash of the code in the link


def recovery_hash(code: str) -> str:
    """What the store keeps of a recovery code."""
    return hashlib.sha256(code.encode()).hexdigest()


def new_person() -> int:
    """A number for a person; it is written when there is something to remember."""
    return secrets.randbits(52) + 1


def get_person(connection: Connection, person: int) -> PersonRow | None:
    """A person, if anything is known."""
    row = connection.execute(PEOPLE.select().where(PEOPLE.c.id == person)).mappings().first()
    if row is None:
        return None
    return PersonRow(person, row["name"], msgspec.json.decode(row["settings"]), row["recovery"])


def put_person(
    connection: Connection,
    person: int,
    name: str,
    settings: dict[str, Any],
    recovery: str | None = None,
) -> PersonRow:
    """Create or update a person."""
    known = get_person(connection, person)
    kept = recovery or (known.recovery if known else "")
    now = time.time()
    values = {
        "id": person,
        "name": name,
        "settings": msgspec.json.encode(settings).decode(),
        "recovery": kept,
        "created": now,
        "seen": now,
    }
    if known:
        del values["created"]
        connection.execute(PEOPLE.update().where(PEOPLE.c.id == person).values(values))
    else:
        insert_or_update(connection, PEOPLE, ["id"], values)
    return PersonRow(person, name, settings, kept)


def bans(connection: Connection) -> dict[str, str]:
    """Who is banned, and why: numbers of people, and addresses."""
    rows = connection.execute(sa.select(BANS.c.subject, BANS.c.reason))
    return dict(rows.all())


def ban(connection: Connection, subject: str, reason: str) -> None:
    """Ban a person or an address."""
    row = {"subject": subject, "reason": reason, "time": time.time()}
    insert_or_update(connection, BANS, ["subject"], row)


def unban(connection: Connection, subject: str) -> bool:
    """Lift a ban."""
    return connection.execute(BANS.delete().where(BANS.c.subject == subject)).rowcount > 0


RESEARCH = "research"  # the setting by which a person agrees that finished games are exported


def agreed(connection: Connection) -> set[int]:
    """Who agrees that games they have finished are exported."""
    rows = connection.execute(sa.select(PEOPLE.c.id, PEOPLE.c.settings))
    return {person for person, text in rows if msgspec.json.decode(text).get(RESEARCH) is True}
