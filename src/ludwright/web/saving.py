"""What a change of a table writes beside its journal: rows, seats, results and votes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy.engine import Connection

from . import records
from .journal import AnyLine, Ended, Moved
from .votes import Votes

if TYPE_CHECKING:
    from .live import LiveTable


def results_at(
    table: LiveTable, ended: Ended, lines: Sequence[AnyLine], now: float
) -> list[dict[str, Any]]:
    """How the people at a table fared. A win along a solution that was shown is nobody's: it counts
    as little as a game that was never played."""
    if table.row.settings.practice or (table.row.settings.help == "solution" and ended.winners):
        return []
    moves = len(table.past.moves) + sum(isinstance(line, Moved) for line in lines)
    people = ((seat.seat, seat.person) for seat in table.seats if seat.kind == "person")
    return [
        {
            "table": table.id,
            "game": table.row.upload or table.row.game,
            "person": person,
            "seat": seat,
            "won": seat in ended.winners,
            "score": ended.scores[seat] if ended.scores else None,
            "moves": moves,
            "seconds": max(0.0, now - table.past.began),
            "ended": now,
        }
        for seat, person in people
        if person is not None
    ]


class Change(msgspec.Struct, frozen=True):
    """What a change touches beside the journal; the rest stays."""

    row: records.TableRow | None = None
    seats: Sequence[records.SeatRow] | None = None
    results: list[dict[str, Any]] | None = None
    votes: Votes | None = None


def write_change(
    table: str, change: Change, before: int, began: float, connection: Connection
) -> None:
    """Write a change of a table that had a number of seats, and whose game began at a time."""
    if change.row is not None:
        records.put_table(connection, change.row)
    if change.seats is not None:
        records.put_seats(connection, table, change.seats)
        if len(change.seats) < before:
            records.drop_seats(connection, table, len(change.seats))
    if change.results is not None:
        # A game that was over and went on after an undo counts once.
        records.replace_results(connection, table, began, change.results)
    if change.votes is not None:
        records.put_votes(connection, table, change.votes)
