"""What happens at a table by itself: bots move, pauses end, clocks run out, absent people are
replaced. A table at which nobody is connected sleeps."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import TYPE_CHECKING

from .client import Client
from .leaving import leave
from .seating import playing

if TYPE_CHECKING:
    from .live import LiveTable

Action = Callable[["LiveTable"], Awaitable[None]]


def next_event(table: LiveTable) -> tuple[float, Action] | None:
    """The next thing to happen, and when."""
    status = table.status
    if table.row.phase != "playing" or status is None or status.over or not table.clients:
        return None
    events: list[tuple[float, Action]] = []
    if status.paused:
        if table.row.settings.pauses == "auto" or not table.alone:
            events.append((table.changed + table.services.config.pause, end_pause))
    elif bots := [seat for seat in status.waiting if player_of(table, seat)]:
        # Where several choose together nobody sees a bot choose. It waits for people only while
        # they may want their moves back, and its choice with them.
        pause = 0.0 if status.together else table.row.settings.bot_pause
        wanted = status.together and table.alone and table.past.redo
        if not wanted or len(bots) == len(status.waiting):
            events.append((table.changed + pause, partial(bot_move, seat=bots[0])))
    if table.clocks and (expiry := table.clocks.expires()):
        due, seat = expiry
        events.append((due, partial(out_of_time, seat=seat)))
    events += _absences(table)
    return min(events, key=lambda event: event[0], default=None)


def _absences(table: LiveTable) -> list[tuple[float, Action]]:
    settings, people = table.row.settings, playing(table.seats)
    if settings.absent == "wait":
        return []
    present = {client.person for client in table.clients}
    return [
        (table.away[seat] + settings.grace, partial(replace_absent, seat=seat))
        for seat in table.on_move()
        if seat in table.away and seat not in table.absent and present & set(people.values())
    ]


def player_of(table: LiveTable, seat: int) -> str:
    """The bot that plays for a seat; nothing if its person does."""
    row = table.seats[seat]
    if row.kind == "bot" or row.left:
        return row.bot
    return table.row.settings.substitute if seat in table.absent else ""


async def bot_move(table: LiveTable, seat: int) -> None:
    """Let a bot move."""
    bot, seed = player_of(table, seat), table.bot_seed
    await table.make(lambda engine, who: engine.play_bot(table.id, seat, bot, seed, who))


async def end_pause(table: LiveTable) -> None:
    """Continue after a pause."""
    await table.make(lambda engine, who: engine.go_on(table.id, who))


async def out_of_time(table: LiveTable, seat: int) -> None:
    """The clock of a seat ran out."""
    clock = table.row.settings.clock
    await leave(table, seat, "time", ends=clock is None or clock.then == "forfeit")


async def replace_absent(table: LiveTable, seat: int) -> None:
    """Somebody has been away for too long while it is their turn."""
    if table.row.settings.absent == "forfeit":
        await leave(table, seat, "absent", ends=True)
        return
    table.absent.add(seat)
    table.announce()
    table.reschedule()


def arrived(table: LiveTable, client: Client) -> None:
    """Somebody has connected."""
    now = table.now()
    if not table.clients:
        # The table slept, and so did everybody's absence.
        table.away = dict.fromkeys(playing(table.seats), now)
    table.clients.add(client)
    for seat in client.seats:
        table.away.pop(seat, None)
        table.absent.discard(seat)


def resume_clocks(table: LiveTable) -> None:
    """Let the clocks run again of a table that slept."""
    now = table.now()
    if table.row.phase == "playing" and table.clocks and not table.clocks.running:
        table.clocks.switch(table.clocks.left(now), table.on_move(), now)


def departed(table: LiveTable, client: Client) -> None:
    """Somebody has disconnected."""
    now = table.now()
    client.forget()
    table.clients.discard(client)
    still = {seat for each in table.clients for seat in each.seats}
    for seat in client.seats:
        if seat not in still:
            table.away.setdefault(seat, now)
    if not table.clients:
        table.empty_since = now
        if table.clocks:
            table.clocks.stop(now)
