"""What the store holds of tables, seats and their games, as values; each function is one query or
one change within a transaction of the store."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from typing import Any, Literal

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection, RowMapping

from .config import USUAL_BOT
from .engine.interface import GameRef
from .journal import Ended, Line, Past, as_text, from_text
from .protocol import Clock
from .schema import CHAT, JOURNAL, LEASES, OF_A_TABLE, RESULTS, SEATS, TABLES, UPLOADS, VOTES
from .store import Lease, insert_or_update
from .votes import Vote, Votes

Phase = Literal["lobby", "playing", "over", "faulted"]
MOST_CHAT = 100  # lines shown to somebody who joins


class TableSettings(msgspec.Struct, omit_defaults=True):
    """What the host decides."""

    players: int
    options: dict[str, int | bool | str] = {}
    clock: Clock | None = None
    spectators: bool = True
    delay: int = 0  # seconds by which spectators are behind
    grace: int = 60  # seconds until an absent person is replaced
    absent: Literal["bot", "forfeit", "wait"] = "bot"
    substitute: str = USUAL_BOT  # the bot that replaces people
    pauses: Literal["auto", "click"] = "auto"
    bot_pause: float = 0.7
    seed: int | None = None  # wanted by the host; for one seat only
    deal: str = ""
    rotation: int = 0  # how often seats were rotated by rematches
    removed: tuple[int, ...] = ()  # people who may not sit down again
    help: Literal["", "hint", "solution"] = ""  # what its person was shown of the current deal
    practice: bool = False  # begun in the middle of another game: it counts for no statistics


class SeatRow(msgspec.Struct):
    """A seat. `bot` is who plays for it: always, or while its person is away."""

    seat: int
    kind: Literal["open", "person", "bot"] = "open"
    person: int | None = None
    name: str = ""
    bot: str = ""
    nonce: str = ""
    ready: bool = False
    left: str = ""


class TableRow(msgspec.Struct):
    """A table."""

    id: str
    game: str
    title: str
    host: int | None
    phase: Phase
    public: bool
    settings: TableSettings
    created: float
    touched: float
    upload: str | None = None
    rematch: str | None = None


class Stored(msgspec.Struct):
    """Everything about a table."""

    row: TableRow
    seats: list[SeatRow]
    past: Past
    chat: list[dict[str, Any]]
    upload: GameRef | None = None
    votes: Votes = Votes()


# ---- tables --------------------------------------------------------------------------------------


def _values(row: TableRow) -> dict[str, Any]:
    values = msgspec.structs.asdict(row)
    return values | {"settings": msgspec.json.encode(row.settings).decode()}


def _table(row: RowMapping) -> TableRow:
    settings = msgspec.json.decode(row["settings"], type=TableSettings)
    return TableRow(**{**row, "settings": settings})


def put_table(connection: Connection, row: TableRow, seats: Iterable[SeatRow] = ()) -> None:
    """Create or update a table and its seats."""
    insert_or_update(connection, TABLES, ["id"], _values(row))
    put_seats(connection, row.id, seats)


def put_seats(connection: Connection, table: str, seats: Iterable[SeatRow]) -> None:
    """Create or update seats."""
    for seat in seats:
        values = {"table": table} | msgspec.structs.asdict(seat)
        insert_or_update(connection, SEATS, ["table", "seat"], values)


def drop_seats(connection: Connection, table: str, first: int) -> None:
    """Delete the seats from a number on."""
    connection.execute(SEATS.delete().where(SEATS.c.table == table, SEATS.c.seat >= first))


def get_table(connection: Connection, table: str) -> Stored | None:
    """A table with its seats, journal and chat."""
    found = connection.execute(TABLES.select().where(TABLES.c.id == table)).mappings().first()
    if found is None:
        return None
    row = _table(found)
    lines = sa.select(JOURNAL.c.line, JOURNAL.c.time).where(JOURNAL.c.table == table)
    past = Past()
    for text, when in connection.execute(lines.order_by(JOURNAL.c.number)):
        past.add(from_text(text), when)
    chat = CHAT.select().where(CHAT.c.table == table).order_by(CHAT.c.number.desc())
    said = [dict(each) for each in connection.execute(chat.limit(MOST_CHAT)).mappings()]
    upload = get_upload(connection, row.upload) if row.upload else None
    votes = get_votes(connection, table)
    return Stored(row, get_seats(connection, table), past, said[::-1], upload, votes)


def get_seats(connection: Connection, table: str) -> list[SeatRow]:
    """The seats of a table, in order."""
    rows = SEATS.select().where(SEATS.c.table == table).order_by(SEATS.c.seat)
    return [_seat(row) for row in connection.execute(rows).mappings()]


def _seat(row: RowMapping) -> SeatRow:
    return SeatRow(**{name: row[name] for name in SeatRow.__struct_fields__})


def get_votes(connection: Connection, table: str) -> Votes:
    """The open votes of a table."""
    rows = sa.select(VOTES.c.vote).where(VOTES.c.table == table).order_by(VOTES.c.number)
    found = [msgspec.json.decode(text, type=Vote) for text in connection.execute(rows).scalars()]
    return Votes(tuple(found), max((vote.id for vote in found), default=0))


def put_votes(connection: Connection, table: str, votes: Votes) -> None:
    """Write the open votes of a table, instead of those before."""
    connection.execute(VOTES.delete().where(VOTES.c.table == table))
    if votes.open:
        texts = [(vote.id, msgspec.json.encode(vote).decode()) for vote in votes.open]
        rows = [{"table": table, "number": number, "vote": text} for number, text in texts]
        connection.execute(VOTES.insert(), rows)


def journal_rows(
    lease: Lease, first: int, lines: Sequence[Line], now: float
) -> list[dict[str, Any]]:
    """Lines as rows of the journal, numbered from `first`."""
    return [
        {
            "table": lease.table,
            "number": first + index,
            "epoch": lease.epoch,
            "line": as_text(line),
            "time": now,
        }
        for index, line in enumerate(lines)
    ]


def delete_tables(connection: Connection, tables: Sequence[str]) -> None:
    """Delete tables and what belongs to them; results of people stay."""
    for part in OF_A_TABLE:
        connection.execute(part.delete().where(part.c.table.in_(tables)))
    connection.execute(TABLES.delete().where(TABLES.c.id.in_(tables)))


def open_tables(connection: Connection, most: int) -> list[tuple[TableRow, list[SeatRow]]]:
    """Public tables that wait for players or can be watched, the latest first."""
    wanted = TABLES.c.public & TABLES.c.phase.in_(("lobby", "playing"))
    return _listed(connection, TABLES.select().where(wanted), most)


def tables_of(
    connection: Connection, person: int, most: int
) -> list[tuple[TableRow, list[SeatRow]]]:
    """The tables at which a person sits, or that they host; not those they were removed from."""
    seated = (SEATS.c.person == person) & (SEATS.c.left != "kicked")
    sits = sa.select(SEATS.c.table).where(seated)
    mine = TABLES.c.id.in_(sits) | (TABLES.c.host == person)
    return _listed(connection, TABLES.select().where(mine), most)


def endings(connection: Connection, tables: Sequence[str]) -> dict[str, tuple[Ended, float]]:
    """How and when the games of finished tables ended: the last lines of their journals."""
    last = sa.select(JOURNAL.c.table, sa.func.max(JOURNAL.c.number).label("number"))
    last_of = last.where(JOURNAL.c.table.in_(tables)).group_by(JOURNAL.c.table).subquery()
    same = (JOURNAL.c.table == last_of.c.table) & (JOURNAL.c.number == last_of.c.number)
    rows = sa.select(JOURNAL.c.table, JOURNAL.c.line, JOURNAL.c.time).join(last_of, same)
    found = ((table, from_text(text), when) for table, text, when in connection.execute(rows))
    return {table: (line, when) for table, line, when in found if isinstance(line, Ended)}


def _listed(
    connection: Connection, rows: sa.Select[Any], most: int
) -> list[tuple[TableRow, list[SeatRow]]]:
    found = connection.execute(rows.order_by(TABLES.c.touched.desc()).limit(most)).mappings()
    tables = [_table(row) for row in found]
    seats: dict[str, list[SeatRow]] = {row.id: [] for row in tables}
    wanted = SEATS.select().where(SEATS.c.table.in_(seats)).order_by(SEATS.c.seat)
    for row in connection.execute(wanted).mappings():
        seats[row["table"]].append(_seat(row))
    return [(row, seats[row.id]) for row in tables]


def count_tables(connection: Connection, host: int | None = None) -> int:
    """How many tables are waiting or running, in all or of one host."""
    rows = sa.select(sa.func.count()).select_from(TABLES)
    rows = rows.where(TABLES.c.phase.in_(("lobby", "playing")))
    if host is not None:
        rows = rows.where(TABLES.c.host == host)
    return int(connection.execute(rows).scalar_one())


# ---- uploads, chat, results ----------------------------------------------------------------------


def put_upload(connection: Connection, person: int, game: GameRef, title: str) -> None:
    """Keep the texts of a game; the same ones are kept once."""
    files = msgspec.json.encode(game.files).decode()
    row = {
        "id": game.name,
        "person": person,
        "title": title,
        "language": game.language,
        "files": files,
        "size": len(files),
        "created": time.time(),
    }
    insert_or_update(connection, UPLOADS, ["id"], row)


def get_upload(connection: Connection, upload: str) -> GameRef | None:
    """The texts of an uploaded game."""
    row = connection.execute(UPLOADS.select().where(UPLOADS.c.id == upload)).mappings().first()
    if row is None:
        return None
    return GameRef(upload, row["language"], msgspec.json.decode(row["files"]))


def delete_unused_uploads(connection: Connection, before: float, person: int | None = None) -> int:
    """Delete uploads of which no table is left, of all people or of one; returns how many."""
    used = sa.select(TABLES.c.upload).where(TABLES.c.upload.is_not(None))
    unused = UPLOADS.c.id.not_in(used) & (UPLOADS.c.created < before)
    if person is not None:
        unused &= UPLOADS.c.person == person
    return connection.execute(UPLOADS.delete().where(unused)).rowcount


def upload_size(connection: Connection, person: int) -> int:
    """How much a person has uploaded, in characters."""
    rows = sa.select(sa.func.sum(UPLOADS.c.size)).where(UPLOADS.c.person == person)
    return int(connection.execute(rows).scalar() or 0)


def put_chat(connection: Connection, row: dict[str, Any]) -> None:
    """Keep a line of chat."""
    connection.execute(CHAT.insert().values(row))


def replace_results(
    connection: Connection, table: str, began: float, rows: Sequence[dict[str, Any]]
) -> None:
    """Keep how people fared at a game, instead of what was known of the same game before."""
    same = (RESULTS.c.table == table) & (RESULTS.c.ended >= began)
    connection.execute(RESULTS.delete().where(same))
    if rows:
        connection.execute(RESULTS.insert(), list(rows))


def results_of(connection: Connection, person: int, game: str) -> list[RowMapping]:
    """A person's results at a game, the oldest first."""
    mine = (RESULTS.c.person == person) & (RESULTS.c.game == game)
    rows = RESULTS.select().where(mine).order_by(RESULTS.c.ended, RESULTS.c.number)
    return list(connection.execute(rows).mappings())


def forget_person(connection: Connection, table: str, person: int) -> None:
    """Remove a person from a finished table that others were at; it goes with the last one."""
    mine = (SEATS.c.table == table) & (SEATS.c.person == person)
    connection.execute(SEATS.update().where(mine).values(person=None))
    hosted = (TABLES.c.id == table) & (TABLES.c.host == person)
    connection.execute(TABLES.update().where(hosted).values(host=None))


def close_table(connection: Connection, table: str) -> bool:
    """Delete a table whoever owns it: without its lease the owner can no longer write."""
    known = connection.execute(sa.select(TABLES.c.id).where(TABLES.c.id == table)).first()
    delete_tables(connection, [table])
    connection.execute(LEASES.delete().where(LEASES.c.table == table))
    return known is not None
