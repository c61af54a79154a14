"""From a frame of a client to the function that carries it out, and back to a refusal."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from msgspec import UNSET
from msgspec.structs import replace

from . import chat, life_commands, play_commands
from . import protocol as p
from .client import Client, Departure, Refusal
from .pacing import arrived, departed, resume_clocks
from .seating import seats_of, shown_to, taken
from .shapes import Refused, Table, Welcome
from .store import LeaseLost
from .table_info import table_info, you

if TYPE_CHECKING:
    from .live import LiveTable

LOG = logging.getLogger("ludwright.web")
Handler = Callable[["LiveTable", Client, Any], Awaitable[None]]

HANDLERS: dict[type, Handler] = {
    p.Move: play_commands.move,
    p.Pick: play_commands.pick,
    p.NumberMove: play_commands.number,
    p.Say: play_commands.say,
    p.Explain: play_commands.explain,
    p.Undo: play_commands.undo,
    p.Redo: play_commands.redo,
    p.Vote: life_commands.vote,
    p.History: play_commands.history,
    p.Hint: play_commands.hint,
    p.Solution: play_commands.solution,
    p.Finish: play_commands.finish,
    p.Restart: play_commands.restart,
    p.Ready: life_commands.ready,
    p.Start: life_commands.start,
    p.Settings: life_commands.settings,
    p.Sit: life_commands.sit,
    p.Stand: life_commands.stand,
    p.Bot: life_commands.bot,
    p.Kick: life_commands.kick,
    p.Invite: life_commands.invite,
    p.Resign: life_commands.resign,
    p.Rematch: life_commands.rematch,
    p.Takeover: life_commands.takeover,
    p.Chat: chat.chat,
    p.Phrase: chat.phrase,
    p.Mute: chat.mute,
    p.Ping: chat.ping,
}
# These change nothing, and some take seconds: nobody waits for them.
WITHOUT_LOCK = (p.Hint, p.Solution, p.Ping, p.Mute)
# Refusals after which the client may have an old picture of the table.
WITH_STATE = ("late", "not_your_turn", "illegal", "invalid", "busy")


async def handle(table: LiveTable, client: Client, frame: str | bytes) -> None:
    """Carry out a frame; what is refused is answered. Raises Departure."""
    message: p.Message | None = None
    number: int | None = None
    try:
        try:
            message = p.decode(frame)
        except p.BadMessage as error:
            number = error.re
            raise Refusal("invalid", str(error)) from None
        number = getattr(message, "re", None)
        handler = HANDLERS.get(type(message))
        if handler is None:
            raise Refusal("invalid", "hello is the first message of a connection")
        if isinstance(message, WITHOUT_LOCK):
            await handler(table, client, message)
            return
        await _whole(_locked(table, client, message, handler))
    except Refusal as refusal:
        await refuse(table, client, refusal, number)
    except LeaseLost:
        raise Departure("closed", "the table has moved; connect again") from None
    except Departure:
        raise
    except Exception:
        LOG.exception("table %s: %s failed", table.id, type(message).__name__)
        table.services.count("errors")
        await refuse(table, client, Refusal("busy", "the server failed; try again"), number)


async def _locked(table: LiveTable, client: Client, message: p.Message, handler: Handler) -> None:
    async with table.lock:
        _check_open(table)
        await handler(table, client, message)


async def _whole(work: Coroutine[Any, Any, None]) -> None:
    """Finish what has begun even if the client leaves meanwhile: a move that the engine has made is
    written, too."""
    task = asyncio.ensure_future(work)
    try:
        await asyncio.shield(task)
    except asyncio.CancelledError:
        task.add_done_callback(lambda done: done.cancelled() or done.exception())
        raise


def _check_open(table: LiveTable) -> None:
    if table.closed:
        raise Departure("closed", "the table was closed; connect again")


async def refuse(
    table: LiveTable, client: Client, refusal: Refusal, number: int | None = None
) -> None:
    """Say why something was not done, and how the table is now."""
    table.services.count("refusals")
    re = UNSET if number is None else number
    at = max((table.past.number(each) for each in client.audience), default=table.past.public)
    client.send(Refused(refusal.code, refusal.message, at, re))
    if refusal.code in WITH_STATE:
        async with table.lock:
            with suppress(Refusal):  # no time, or the table broke: the refusal has been sent
                await table.show_to(client, at)


# ---- coming and going ----------------------------------------------------------------------------


async def join(table: LiveTable, client: Client, hello: p.Hello) -> None:
    """Let a connection in: claim the seats it was invited to, and show it everything."""
    if hello.protocol != p.PROTOCOL:
        raise Departure("version", "this page is of another version; reload it")
    async with table.lock:
        _check_open(table)
        # Who wants to watch takes no seat, even with an invitation.
        tokens = [] if hello.spectate else [*hello.seats, *client.invited]
        claimed = await _claim(table, client, tokens)
        await _rename(table, client)
        client.watches = hello.spectate
        client.seats = [] if client.watches else shown_to(table.seats, client.person)
        life_commands.check_visitor(table, client)
        client.delay = float(table.row.settings.delay) if client.spectates else 0.0
        game = await table.game_info()
        arrived(table, client)
        try:
            welcome = Welcome(
                p.PROTOCOL,
                table.services.config.version,
                table_info(table),
                game,
                you(table, client),
                p.PHRASES,
            )
            client.send(welcome)
            for row in table.chat:
                client.show(p.encode(chat.said(row)))
            await table.show_to(client, hello.since)
            resume_clocks(table)
        except BaseException:
            departed(table, client)
            raise
        if claimed:
            table.announce()
        else:
            _announce_to_others(table, client)
        table.reschedule()


async def _rename(table: LiveTable, client: Client) -> None:
    """Before the game, people may still change their names; if several share a device, the names of
    its seats were given."""
    own = seats_of(table.seats, client.person)
    names = {table.seats[seat].name for seat in own}
    old = own if len(names) == 1 and client.name not in names else []
    if table.row.phase == "lobby" and old:
        seats = [
            replace(seat, name=client.name) if seat.seat in old else seat for seat in table.seats
        ]
        await life_commands.change(table, seats)


async def _claim(table: LiveTable, client: Client, tokens: list[str]) -> bool:
    """Give the seats of invitations to a person; an invitation that is no longer valid is an error
    only if it brings nothing."""
    seats = list(table.seats)
    failed = ""
    changed = False
    for token in tokens:
        found = table.services.signer.seat(token)
        if found is None or found[0] != table.id or found[1] >= len(seats):
            failed = failed or "this link is not valid"
            continue
        seat = seats[found[1]]
        if seat.kind == "person" and seat.person == client.person:
            continue
        if seat.nonce != found[2] or seat.kind == "bot":
            failed = failed or "this link is no longer valid: ask the host for another"
            continue
        if seat.kind != "open":
            failed = failed or "this seat is taken: somebody else has used the link"
            continue
        if table.row.phase != "lobby":
            failed = failed or "the game has started"
            continue
        seats[seat.seat] = taken(seat, client.person, client.name)
        changed = True
    if changed:
        await life_commands.change(table, seats)
    elif failed and table.row.phase != "over" and not seats_of(table.seats, client.person):
        raise Departure("link", failed, watch=table.row.settings.spectators)
    return changed


def _announce_to_others(table: LiveTable, client: Client) -> None:
    info = table_info(table)
    for other in list(table.clients):
        if other is not client:
            other.send(Table(info, you(table, other)))


async def part(table: LiveTable, client: Client) -> None:
    """A connection has ended."""
    if client not in table.clients:
        return
    departed(table, client)
    if not table.closed:
        table.announce()
        table.reschedule()
