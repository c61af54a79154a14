"""What a change of a table writes beside its journal: rows, seats and results."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from sqlalchemy.engine import Connection

from . import records
from .journal import AnyLine, Ended, Moved

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


def write_change(
    table: str,
    row: records.TableRow | None,
    seats: Sequence[records.SeatRow] | None,
    before: int,
    results: list[dict[str, Any]] | None,
    began: float,
    connection: Connection,
) -> None:
    """Write what a change touches beside the journal."""
    if row is not None:
        records.put_table(connection, row)
    if seats is not None:
        records.put_seats(connection, table, seats)
        if len(seats) < before:
            records.drop_seats(connection, table, len(seats))
    if results is not None:
        # A game that was over and went on after an undo counts once.
        records.replace_results(connection, table, began, results)
