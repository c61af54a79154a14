"""How people leave a running game, and what becomes of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from .client import Refusal
from .journal import AnyLine, Ended, Left
from .records import TableSettings
from .seating import RETURNS, playing

if TYPE_CHECKING:
    from .live import LiveTable

REASONS = {
    "resigned": "{} resigned",
    "time": "{} ran out of time",
    "absent": "{} left the table",
    "kicked": "{} was removed by the host",
}
LEAST_CLOCK = 30.0  # seconds for somebody who comes back without any


async def leave(
    table: LiveTable, seat: int, how: str, *, ends: bool, settings: TableSettings | None = None
) -> None:
    """Somebody leaves, with a change of settings or without. With `ends`, a game of two is over; in
    any other a bot plays on as long as there is a person to play against."""
    if table.row.phase != "playing" or seat not in playing(table.seats):
        raise Refusal("not_allowed", "nobody plays in this seat")
    seats = list(table.seats)
    seats[seat] = msgspec.structs.replace(seats[seat], left=how, bot=table.row.settings.substitute)
    lines: list[AnyLine] = [Left(seat, how)]
    row = table.changed_row(settings=settings) if settings else None
    if (ends and len(seats) <= 2) or not playing(seats):
        winners = tuple(each.seat for each in seats if not each.left)
        reason = REASONS[how].format(table.names()[seat])
        ended = Ended(winners, None, reason, early=True)
        lines.append(table.past.measured(ended, table.now()))
        row = msgspec.structs.replace(row or table.changed_row(), phase="over")
    await table.save(lines, row, seats, table.votes.without("undo"))
    table.reseat()
    table.absent.discard(seat)
    table.settle(table.now())
    await table.show_all(len(table.past.moves))


async def come_back(table: LiveTable, person: int) -> None:
    """Somebody takes their seats back from the bots that played for them."""
    seats = list(table.seats)
    back = [
        each.seat
        for each in seats
        if each.kind == "person" and each.person == person and each.left in RETURNS
    ]
    if table.row.phase != "playing" or not back:
        raise Refusal("not_allowed", "no bot plays for you here")
    for seat in back:
        seats[seat] = msgspec.structs.replace(seats[seat], left="", bot="")
    await table.save((), None, seats, table.votes.without("undo"))  # nobody asked them
    now = table.now()
    if table.clocks:
        left = [
            max(seconds, LEAST_CLOCK) if seat in back else seconds
            for seat, seconds in enumerate(table.clocks.left(now))
        ]
        table.clocks.switch(left, table.on_move(), now)
    await table.show_all(len(table.past.moves))
    table.reschedule()
