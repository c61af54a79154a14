"""Lists of tables over HTTP: public ones, and one's own with how they ended."""

from __future__ import annotations

from typing import Any

from sqlalchemy.engine import Connection
from starlette.requests import Request
from starlette.responses import Response

from . import records, seating
from .http_base import context, json, person_of
from .hub import Hub
from .journal import Ended
from .records import SeatRow, TableRow

MOST_LISTED = 200


async def tables(request: Request) -> Response:
    """Public tables that wait for players, or that can be watched."""
    hub = context(request).hub
    rows = await hub.store.read(lambda c: records.open_tables(c, MOST_LISTED))
    shown = [each for each in rows if each[0].phase == "lobby" or each[0].settings.spectators]
    return json({"tables": [_listed(row, seats) for row, seats in shown]})


async def mine(request: Request) -> Response:
    """One's own tables; finished ones with their results."""
    hub, person = context(request).hub, person_of(request)

    def read(connection: Connection) -> tuple[list[Any], dict[str, tuple[Ended, float]]]:
        rows = records.tables_of(connection, person, MOST_LISTED)
        over = [row.id for row, _ in rows if row.phase == "over"]
        return rows, records.endings(connection, over)

    rows, endings = await hub.store.read(read)
    listed = [
        _listed(row, seats, person) | _result(row, endings) | {"turn": _has_turn(hub, row, person)}
        for row, seats in rows
    ]
    return json({"tables": listed})


def _result(row: TableRow, endings: dict[str, tuple[Ended, float]]) -> dict[str, Any]:
    if row.id not in endings:
        return {}
    ended, when = endings[row.id]
    result = {
        "winners": ended.winners,
        "scores": ended.scores,
        "reason": ended.reason,
        "early": ended.early,
        "moves": ended.moves,
        "seconds": ended.seconds,
        "ended": when,
    }
    return {"result": result, "help": row.settings.help}


def _has_turn(hub: Hub, row: TableRow, person: int) -> bool:
    """Whether a game that is in memory waits for a person."""
    live = hub.tables.get(row.id)
    if live is None or live.status is None or row.phase != "playing":
        return False
    people = seating.playing(live.seats)
    return any(people.get(seat) == person for seat in live.status.waiting)


def _listed(row: TableRow, seats: list[SeatRow], person: int | None = None) -> dict[str, Any]:
    names = seating.names_at(seats)
    return {
        "id": row.id,
        "game": row.game,
        "upload": row.upload,
        "title": row.title,
        "phase": row.phase,
        "players": row.settings.players,
        "options": row.settings.options,
        "public": row.public,
        "spectators": row.settings.spectators,
        "clock": row.settings.clock,
        "created": row.created,
        "touched": row.touched,
        "host": person is not None and row.host == person,
        "seats": [
            {
                "seat": seat.seat,
                "kind": seat.kind,
                "name": "" if seat.kind == "open" else names[seat.seat],
                "you": person is not None and seat.person == person,
            }
            for seat in seats
        ],
    }
