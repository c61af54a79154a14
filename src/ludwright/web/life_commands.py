"""The life of a table: settings, seats, start, resignation, rematch, votes."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

import msgspec
from msgspec import UNSET

from . import protocol as p
from . import seating
from .client import Client, Departure, Refusal
from .engine.interface import Busy, NotOpen, TableFault
from .journal import Deal
from .leaving import come_back, leave
from .play_commands import LARGEST_DEAL, check_playing, check_seat, deal, take_back
from .records import SeatRow
from .shapes import Link

if TYPE_CHECKING:
    from .live import LiveTable

# What may still be changed while the game runs; the rest is part of the deal.
WHILE_PLAYING = {"public", "spectators", "delay", "grace", "absent", "pauses", "bot_pause"}
WHILE_PLAYING |= {"substitute", "re"}
MOST_REMOVED = 200  # people whom a table remembers as removed
TABLES_TODAY = "too many tables were created from your network today"
REMOVED = "the host has removed you from this table"


def check_host(table: LiveTable, client: Client) -> None:
    """Refuse what only the host may do."""
    if table.row.host != client.person:
        raise Refusal("not_allowed", "only the host may do that")


def check_lobby(table: LiveTable) -> None:
    """Refuse what is for the time before the game."""
    if table.row.phase != "lobby":
        raise Refusal("not_allowed", "the game has started")


def seat_at(table: LiveTable, seat: int) -> int:
    """A seat that exists."""
    if seat >= len(table.seats):
        raise Refusal("invalid", f"unknown seat {seat}; seats are 0 to {len(table.seats) - 1}")
    return seat


async def change(table: LiveTable, seats: list[SeatRow], **row: object) -> None:
    """Write other seats, and let everybody know."""
    await table.save((), table.changed_row(**row), seats)
    table.reseat()
    table.announce()


def check_visitor(table: LiveTable, client: Client) -> None:
    """Whether somebody without a seat may be here; a finished game is for all who have its link."""
    if client.seats or table.row.host == client.person or table.row.phase == "over":
        return
    lobby, watched = table.row.phase == "lobby", table.row.settings.spectators
    if (watched and (table.row.public or client.watches)) or (lobby and table.row.public):
        return
    if client.watches or table.row.public:
        raise Departure("private", "nobody may watch at this table")
    way = ": ask its host for a link" if lobby else ""
    raise Departure("private", f"this table is private{way}", watch=watched)


def send_away(table: LiveTable, removed: int | None = None) -> None:
    """End the connections of those who may no longer be here, such as a person whom the host has
    removed."""
    for client in list(table.clients):
        try:
            check_visitor(table, client)
        except Departure as departure:
            reason = REMOVED if client.person == removed else departure.message
            client.end(departure.code, reason, watch=departure.watch)


# ---- before the game -----------------------------------------------------------------------------


async def settings(table: LiveTable, client: Client, asked: p.Settings) -> None:
    """Change settings."""
    check_host(table, client)
    changes = {
        name: value
        for name in asked.__struct_fields__
        if (value := getattr(asked, name)) is not UNSET
    }
    if table.row.phase != "lobby" and (fixed := sorted(changes.keys() - WHILE_PLAYING)):
        raise Refusal("not_allowed", f"{fixed[0]} cannot be changed after the start")
    changes.pop("re", None)
    public = bool(changes.pop("public", table.row.public))
    new = msgspec.structs.replace(table.row.settings, **changes)
    if "options" in changes or "players" in changes:
        # The engine compiles the game for them, and others wait meanwhile.
        if not table.services.costly.take(client.address):
            raise Refusal("rate", "too many changes; wait a minute")
        await check_game(table, new.options, new.players)
    if new.substitute not in table.services.bots:
        raise Refusal("invalid", f"unknown bot '{new.substitute}'")
    seats = seating.resized(table.seats, new.players)
    if "options" in changes or "players" in changes or "clock" in changes:
        seats = [_unready(seat) for seat in seats]  # people agreed to something else
    await change(table, seats, settings=new, public=public)
    send_away(table)
    table.reschedule()


def _unready(seat: SeatRow) -> SeatRow:
    return msgspec.structs.replace(seat, ready=seat.kind == "bot")


async def check_game(table: LiveTable, options: dict[str, int | bool | str], players: int) -> None:
    """Refuse options and numbers of players that the game does not have."""
    try:
        await table.services.engine.game_info(table.game, options, players)
    except TableFault as fault:
        raise Refusal("invalid", str(fault)) from None
    except Busy:
        raise Refusal("busy", "the server is busy; try again") from None


async def sit(table: LiveTable, client: Client, asked: p.Sit) -> None:
    """Take an open seat."""
    check_lobby(table)
    seat = table.seats[seat_at(table, asked.seat)]
    if seat.kind != "open":
        raise Refusal("not_allowed", "this seat is taken")
    seated = bool(seating.seats_of(table.seats, client.person))
    if not (table.row.public or table.row.host == client.person or seated):
        raise Refusal("not_allowed", "this table is private: ask its host for a link")
    if client.person in table.row.settings.removed:
        raise Refusal("not_allowed", REMOVED)
    seats = list(table.seats)
    seats[seat.seat] = seating.taken(seat, client.person, client.name)
    await change(table, seats)


async def stand(table: LiveTable, client: Client, asked: p.Stand) -> None:
    """Leave a seat."""
    check_lobby(table)
    check_seat(table, client, asked.seat)
    await _empty(table, asked.seat)


async def _empty(table: LiveTable, seat: int, **row: object) -> None:
    seats = list(table.seats)
    seats[seat] = seating.open_seat(seat)
    await change(table, seats, **row)


async def bot(table: LiveTable, client: Client, asked: p.Bot) -> None:
    """Put a bot into a seat."""
    check_host(table, client)
    check_lobby(table)
    seat = table.seats[seat_at(table, asked.seat)]
    if seat.kind == "person":
        raise Refusal("not_allowed", "this seat is taken")
    if asked.name not in table.services.bots:
        known = ", ".join(table.services.bots)
        raise Refusal("invalid", f"unknown bot '{asked.name}'; there are: {known}")
    seats = list(table.seats)
    seats[seat.seat] = seating.bot_seat(seat.seat, asked.name)
    await change(table, seats)


async def kick(table: LiveTable, client: Client, asked: p.Kick) -> None:
    """Empty a seat; during the game a bot takes it. Its person does not sit here again, unless by a
    new invitation."""
    check_host(table, client)
    person = table.seats[seat_at(table, asked.seat)].person
    settings = table.row.settings
    if person is not None and person != table.row.host:
        others = [each for each in settings.removed if each != person]
        removed = (*others, person)[-MOST_REMOVED:]
        settings = msgspec.structs.replace(settings, removed=removed)
    if table.row.phase == "lobby":
        await _empty(table, asked.seat, settings=settings)
    else:
        check_playing(table)
        await leave(table, asked.seat, seating.KICKED, ends=False, settings=settings)
    send_away(table, person)


async def invite(table: LiveTable, client: Client, asked: p.Invite) -> None:
    """The link of a seat."""
    check_host(table, client)
    seat = table.seats[seat_at(table, asked.seat)]
    if seat.kind != "open":
        raise Refusal("not_allowed", "this seat is taken")
    link = table.services.link(table.id, seat)
    client.send(Link(seat.seat, link, UNSET if asked.re is None else asked.re))


async def ready(table: LiveTable, client: Client, asked: p.Ready) -> None:
    """Say whether one is ready."""
    check_lobby(table)
    check_seat(table, client, asked.seat)
    seats = list(table.seats)
    seats[asked.seat] = msgspec.structs.replace(seats[asked.seat], ready=asked.yes)
    await change(table, seats)


async def start(table: LiveTable, client: Client, asked: p.Start) -> None:
    """Start the game when everybody is ready; the host is by starting it."""
    check_host(table, client)
    check_lobby(table)
    missing = [seat.seat + 1 for seat in table.seats if seat.kind == "open"]
    if missing:
        raise Refusal("not_allowed", f"seat {missing[0]} is empty: invite somebody or add a bot")
    late = [seat.name for seat in table.seats if not seat.ready and seat.person != client.person]
    if late:
        raise Refusal("not_allowed", f"{late[0]} is not ready")
    await begin(table)
    send_away(table)  # those who stood up before


async def begin(table: LiveTable) -> None:
    """Deal. A game for one has a number that its person may know; any other gets words of the
    operating system, which nobody sees before the end."""
    chosen = table.row.settings
    seed, rng = chosen.seed, None
    if chosen.players > 1:
        seed, rng = None, fresh_words()
    elif seed is None:
        seed = secrets.randbelow(LARGEST_DEAL)
    names = seating.names_at(table.seats)
    new = Deal(chosen.players, names, chosen.options, seed, rng, chosen.deal)
    await deal(table, new)


def fresh_words() -> tuple[int, ...]:
    """The words of a random number generator, whose increment, the second half, is odd."""
    words = [secrets.randbits(32) - 2**31 for _ in range(8)]
    words[4] |= 1
    return tuple(words)


# ---- during and after the game -------------------------------------------------------------------


async def resign(table: LiveTable, client: Client, asked: p.Resign) -> None:
    """Give up."""
    check_seat(table, client, asked.seat)
    check_playing(table)
    await leave(table, asked.seat, "resigned", ends=True)


async def takeover(table: LiveTable, client: Client, asked: p.Takeover) -> None:
    """Take one's seats back from bots."""
    await come_back(table, client.person)


async def rematch(table: LiveTable, client: Client, asked: p.Rematch) -> None:
    """Play again when everybody who is still here agrees."""
    if table.row.phase not in ("over", "faulted") or client.spectates:
        raise Refusal("not_allowed", "a rematch comes after the game")
    if table.row.rematch:
        return table.announce()
    votes = table.votes
    if not asked.yes:
        await table.save(votes=votes.without("rematch"))
        return table.announce()
    here = frozenset(each.person for each in table.clients if each.seats)
    if votes.of_kind("rematch") is None:
        votes = votes.proposed("rematch", client.seats[0], None, client.person, here)
    votes = votes.agreed("rematch", client.person, here)
    vote = votes.of_kind("rematch")
    if vote is None or not vote.passed:
        await table.save(votes=votes)
        return table.announce()
    if not table.services.tables.take(client.address):
        raise Refusal("rate", TABLES_TODAY)
    try:
        again = await table.services.again(table)
    except (Busy, NotOpen, TableFault):
        raise Refusal("busy", "the server is busy; try again") from None
    await table.save((), table.changed_row(rematch=again), votes=votes.without("rematch"))
    table.announce()


async def vote(table: LiveTable, client: Client, asked: p.Vote) -> None:
    """Agree or disagree with a proposal; who has resigned may still want a rematch."""
    if asked.seat not in client.seats:
        raise Refusal("not_allowed", "this is not your seat")
    found = table.votes.get(asked.id)
    if found is None or client.person not in found.people:
        raise Refusal("late", "this vote is over")
    if found.kind == "rematch":
        return await rematch(table, client, p.Rematch(yes=asked.yes))
    check_seat(table, client, asked.seat)
    votes = table.votes.agreed(found.kind, client.person)
    if not asked.yes:
        votes = table.votes.without(found.kind)
    elif (vote := votes.get(asked.id)) and vote.passed and vote.to is not None:
        return await take_back(table, vote.to, vote.by)
    await table.save(votes=votes)
    table.announce()
