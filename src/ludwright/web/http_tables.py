"""Tables over HTTP: create, join by a link, delete, take away the record, play on from it."""

from __future__ import annotations

import time
from contextlib import nullcontext
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta
from sqlalchemy.engine import Connection
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from . import leases, records, seating
from .client import Refusal
from .config import BOTS, USUAL_BOT
from .engine.interface import GameRef, TableSpec
from .http_base import address, body, check_banned, context, costly, json, name_of, person_of
from .http_games import known_game
from .hub import Hub, Wanted
from .journal import Line
from .life_commands import TABLES_TODAY
from .live import LiveTable
from .protocol import LONGEST_NAME, MOST_SEATS, BotName, Clock, OptionValues, Seed
from .records import SeatRow, Stored, TableSettings
from .schema import JOURNAL
from .security import INVITED, INVITED_SECONDS, new_id
from .store import Lease
from .texts import clean_name, plain

MOST_INVITED = 8  # links that a browser opens before it takes the first seat


class Sitter(msgspec.Struct, forbid_unknown_fields=True):
    """Who sits in a seat of a new table: its host, somebody else at the same device, a bot, or
    whoever comes. `name` is that of the person at this device, or of the bot."""

    kind: Literal["me", "here", "bot", "open"]
    name: Annotated[str, Meta(max_length=LONGEST_NAME)] = ""


class NewTable(msgspec.Struct, forbid_unknown_fields=True):
    """A table to create. Who sits where: `seats`, or for the usual cases `seat`, the host's, and
    `bots`, one for all other seats or one per seat."""

    game: Annotated[str, Meta(max_length=100)] | None = None
    upload: Annotated[str, Meta(max_length=40)] | None = None
    players: Annotated[int, Meta(ge=1, le=MOST_SEATS)] | None = None
    options: OptionValues = {}
    bots: BotName | list[BotName | None] | dict[str, BotName] | None = None
    public: bool = False
    clock: Clock | None = None
    seed: Seed | None = None
    deal: Annotated[str, Meta(max_length=5_000)] = ""
    seats: Annotated[list[Sitter], Meta(min_length=1, max_length=MOST_SEATS)] | None = None
    seat: Annotated[int, Meta(ge=0, lt=MOST_SEATS)] | None = 0
    winnable: bool = False
    spectators: bool = True
    delay: Annotated[int, Meta(ge=0, le=600)] = 0
    grace: Annotated[int, Meta(ge=5, le=86_400)] = 60
    absent: Literal["bot", "forfeit", "wait"] = "bot"
    substitute: BotName = USUAL_BOT
    pauses: Literal["auto", "click"] = "auto"
    bot_pause: Annotated[float, Meta(ge=0, le=10)] = 0.7


class Info(msgspec.Struct):
    """What has to be known of a game to create a table."""

    title: str
    least: int
    most: int
    seats: int


async def create(request: Request) -> Response:
    """Create a table."""
    costly(request)
    hub, person = context(request).hub, person_of(request)
    check_banned(hub, person)
    asked = await body(request, NewTable)
    _count_table(request)
    game = await _game(hub, asked)
    players = asked.players or (len(asked.seats) if asked.seats else None)
    encoded = await hub.engine.game_info(game, asked.options, players)
    info = msgspec.json.decode(encoded, type=Info)
    name = await name_of(hub, person)
    if info.seats > 1 and (asked.seed is not None or asked.deal or asked.winnable):
        raise Refusal("invalid", "only a game for one has a deal of your choice")
    seats = _seats(asked, info.seats, person, name)
    settings = TableSettings(
        players=info.seats,
        options=asked.options,
        clock=asked.clock,
        spectators=asked.spectators,
        delay=asked.delay,
        grace=asked.grace,
        absent=asked.absent,
        substitute=asked.substitute,
        pauses=asked.pauses,
        bot_pause=asked.bot_pause,
        seed=asked.seed,
        deal=asked.deal,
    )
    title = plain(info.title)
    wanted = Wanted(game, settings, title, asked.public, seats, asked.upload, asked.winnable)
    # A search, or a game of which nobody knows how long it takes.
    slow = asked.winnable or game.guest
    with hub.services.jobs.hold(address(request)) if slow else nullcontext():
        table = await hub.create(wanted, person)
    return json(_created(hub, table), 201)


def _count_table(request: Request) -> None:
    """Count a new table of an address; refuse it if there were too many."""
    if not context(request).hub.services.tables.take(address(request)):
        raise Refusal("rate", TABLES_TODAY)


def _created(hub: Hub, table: LiveTable) -> dict[str, Any]:
    links = [
        {"seat": seat.seat, "link": hub.services.link(table.id, seat)}
        for seat in table.seats
        if seat.kind == "open"
    ]
    return {"table": table.id, "path": f"{hub.config.base}/table/{table.id}", "seats": links}


async def _game(hub: Hub, asked: NewTable) -> GameRef:
    if (asked.game is None) == (asked.upload is None):
        raise Refusal("invalid", "expected either game or upload")
    if asked.game is not None:
        return known_game(hub, asked.game)
    found = await hub.store.read(lambda c: records.get_upload(c, asked.upload or ""))
    if found is None:
        raise Refusal("not_found", "unknown upload")
    return found


def _seats(asked: NewTable, count: int, person: int, name: str) -> list[SeatRow]:
    if asked.seats is None:
        return _usual_seats(asked, count, person, name)
    if asked.bots is not None:
        raise Refusal("invalid", "expected either seats or bots")
    if len(asked.seats) != count:
        raise Refusal("invalid", f"seats: the table has {count} seats")
    _check_bots({each.name for each in asked.seats if each.kind == "bot"} | {asked.substitute})
    found = []
    for number, sitter in enumerate(asked.seats):
        if sitter.kind == "bot":
            found.append(seating.bot_seat(number, sitter.name))
        elif sitter.kind == "open":
            found.append(seating.open_seat(number))
        else:
            called = (sitter.kind == "here" and clean_name(sitter.name)) or name
            found.append(seating.taken(seating.open_seat(number), person, called))
    return found


def _check_bots(names: set[str]) -> None:
    unknown = sorted(names - {*BOTS})
    if unknown:
        raise Refusal("invalid", f"unknown bot '{unknown[0]}'; there are: {', '.join(BOTS)}")


def _usual_seats(asked: NewTable, count: int, person: int, name: str) -> list[SeatRow]:
    if asked.seat is not None and asked.seat >= count:
        raise Refusal("invalid", f"seat: the table has {count} seats, counted from 0")
    bots: dict[int, str] = {}
    if isinstance(asked.bots, str):
        bots = dict.fromkeys(range(count), asked.bots)
    elif isinstance(asked.bots, list):
        bots = {seat: bot for seat, bot in enumerate(asked.bots) if bot}
    elif asked.bots:
        if not all(key.isdecimal() and len(key) < 4 for key in asked.bots):
            raise Refusal("invalid", "bots: expected numbers of seats")
        bots = {int(key): bot for key, bot in asked.bots.items()}
    _check_bots({*bots.values(), asked.substitute})
    if any(seat >= count for seat in bots):
        raise Refusal("invalid", f"bots: the table has {count} seats, counted from 0")
    seats = [
        seating.bot_seat(seat, bots[seat]) if seat in bots else seating.open_seat(seat)
        for seat in range(count)
    ]
    if asked.seat is not None:
        seats[asked.seat] = seating.taken(seating.open_seat(asked.seat), person, name)
    return seats


# ---- joining and leaving -------------------------------------------------------------------------


async def join(request: Request) -> Response:
    """Open the table of a seat link. The seat is taken when the page connects, so that programs
    which only look at links take none."""
    hub, token = context(request).hub, request.path_params["token"]
    found = hub.services.signer.seat(token)
    if found is None:
        raise Refusal("not_found", "this link is not valid")
    response = RedirectResponse(f"{hub.config.base}/table/{found[0]}", 303)
    earlier = [each for each in request.cookies.get(INVITED, "").split("|") if each != token]
    response.set_cookie(
        INVITED,
        "|".join([*earlier, token][-MOST_INVITED:]).strip("|"),
        max_age=INVITED_SECONDS,
        path=f"{hub.config.base}/",
        httponly=True,
        secure=request.url.scheme == "https",
        samesite="lax",
    )
    person_of(request)
    return response


async def delete(request: Request) -> Response:
    """Delete a table, or only one's own part of it if others were there."""
    costly(request)
    hub, person = context(request).hub, person_of(request)
    stored = await _stored(hub, request.path_params["table"])
    row, seats = stored.row, stored.seats
    if row.host != person and not seating.seats_of(seats, person):
        raise Refusal("not_found", "unknown table")
    others = {seat.person for seat in seats if seat.kind == "person"} - {person, None}
    playing = set(seating.concerned(seats).values())
    if row.phase == "playing" and person in playing and others & playing:
        raise Refusal("not_allowed", "others are playing; resign first")
    if row.phase == "lobby" and row.host != person:
        raise Refusal("not_allowed", "others are waiting; leave your seat first")
    if not others or (row.phase == "lobby" and row.host == person):
        await hub.delete(row.id)
    else:
        await hub.forget_person(row.id, person)
    return json({"deleted": row.id})


# ---- records -------------------------------------------------------------------------------------


async def _stored(hub: Hub, table: str) -> Stored:
    found = await hub.store.read(lambda c: records.get_table(c, table))
    if found is None:
        raise Refusal("not_found", "unknown table")
    return found


async def _readable(request: Request) -> Stored:
    """A table whose deal the person may know: any that is over, and one's own for one."""
    hub, person = context(request).hub, person_of(request)
    stored = await _stored(hub, request.path_params["table"])
    if stored.past.deal is None:
        raise Refusal("not_allowed", "the game has not started")
    alone = stored.row.settings.players == 1 and seating.seats_of(stored.seats, person)
    if stored.row.phase != "over" and not alone:
        raise Refusal("not_allowed", "records come after the game")
    return stored


def spec_of(stored: Stored, name: str, moves: int | None = None) -> TableSpec:
    """How an engine sets up a stored table, under another name."""
    deal = stored.past.deal
    assert deal is not None
    game = stored.upload or GameRef(stored.row.game)
    return deal.spec(name, game, stored.past.made[:moves])


async def record(request: Request) -> Response:
    """The record of a game."""
    costly(request)
    stored, hub = await _readable(request), context(request).hub
    # A copy of its own, so that it does not matter which process has the table.
    name = f"record {new_id()}"
    await hub.engine.open(spec_of(stored, name))
    try:
        text = await hub.engine.record(name)
    finally:
        await hub.engine.close(name)
    file = f"{stored.row.game.replace(':', '-')}-{stored.row.id}.json"
    headers = {"content-disposition": f'attachment; filename="{file}"', "cache-control": "no-store"}
    return Response(text, 200, headers, "application/json")


class FromHere(msgspec.Struct, forbid_unknown_fields=True):
    """The number of moves after which to play on."""

    move: Annotated[int, Meta(ge=0, lt=2**31)]


async def from_here(request: Request) -> Response:
    """A new table in an earlier position of a game, against bots; it counts for no statistics."""
    costly(request)
    stored, hub, person = await _readable(request), context(request).hub, person_of(request)
    check_banned(hub, person)
    await hub.check_room(person)
    asked = await body(request, FromHere)
    if asked.move > len(stored.past.moves):
        raise Refusal("invalid", f"the game has {len(stored.past.moves)} moves")
    _count_table(request)
    own = [*seating.seats_of(stored.seats, person), 0][0]
    name = await name_of(hub, person)
    seats = [seating.bot_seat(seat.seat, USUAL_BOT) for seat in stored.seats]
    seats[own] = seating.taken(seating.open_seat(own), person, name)
    now = time.time()
    row = msgspec.structs.replace(
        stored.row,
        id=new_id(),
        host=person,
        phase="playing",
        public=False,
        rematch=None,
        created=now,
        touched=now,
        settings=msgspec.structs.replace(
            stored.row.settings, clock=None, practice=True, removed=()
        ),
    )
    spec = spec_of(stored, row.id, asked.move)
    opened = await hub.engine.open(spec)
    if opened.status.over:
        await hub.engine.close(row.id)
        raise Refusal("invalid", "the game is over after these moves")
    assert stored.past.deal is not None
    deal = msgspec.structs.replace(stored.past.deal, names=seating.names_at(seats))
    lines: list[Line] = [deal, *stored.past.moves[: asked.move]]

    def write(connection: Connection) -> None:
        records.put_table(connection, row, seats)
        lease = leases.acquire(connection, row.id, hub.process, now)
        assert isinstance(lease, Lease)
        connection.execute(JOURNAL.insert(), records.journal_rows(lease, 0, lines, now))

    await hub.engine.close(row.id)
    await hub.store.write(write)
    return json({"table": row.id, "path": f"{hub.config.base}/table/{row.id}"}, 201)
