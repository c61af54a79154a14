"""What everybody may know of a table's life."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import UNSET

from .journal import Ended
from .records import SeatRow
from .shapes import ClockInfo, SeatInfo, TableInfo, VoteInfo, You
from .votes import Vote

if TYPE_CHECKING:
    from .client import Client
    from .live import LiveTable

# Settings that are shown elsewhere, or to nobody.
NOT_SHOWN = {"players", "options", "clock", "seed", "deal", "rotation", "practice", "help"}
NOT_SHOWN |= {"removed"}


def table_info(table: LiveTable) -> TableInfo:
    """A table for everybody."""
    row, settings, past = table.row, table.row.settings, table.past
    connected = {seat for client in table.clients for seat in client.seats}
    left = table.clocks.left(table.now()) if table.clocks else None
    running = sorted(table.clocks.running) if table.clocks else []
    clock = settings.clock
    known = past.deal is not None and (table.single or row.phase == "over")
    chosen: dict[str, object] = msgspec.structs.asdict(settings)  # with what is as usual
    for kept in NOT_SHOWN:
        chosen.pop(kept, None)
    return TableInfo(
        id=row.id,
        game=row.game,
        title=row.title,
        phase=row.phase,
        players=settings.players,
        options=settings.options,
        seats=[_seat_info(table, seat, connected, left) for seat in table.seats],
        host=row.host,
        public=row.public,
        clock=ClockInfo(clock.seconds, clock.increment, clock.then, running) if clock else None,
        spectators=sum(client.spectates for client in table.clients),
        votes=[_vote_info(table, vote) for vote in table.votes.open],
        settings=chosen,
        seed=past.deal.seed if known and past.deal and past.deal.seed is not None else UNSET,
        deal=past.deal.deal if known and past.deal and past.deal.deal else UNSET,
        rematch=row.rematch or UNSET,
        upload=row.upload or UNSET,
        started=past.began or UNSET,
        ended=past.stopped or UNSET,
        fault=past.fault or UNSET,
        help=settings.help or UNSET,
    )


def _seat_info(
    table: LiveTable, seat: SeatRow, connected: set[int], left: list[float] | None
) -> SeatInfo:
    names = table.names()
    person = seat.kind == "person"
    return SeatInfo(
        seat=seat.seat,
        kind=seat.kind,
        name=names[seat.seat] if seat.kind != "open" and seat.seat < len(names) else seat.name,
        connected=seat.kind == "bot" or seat.seat in connected,
        ready=seat.ready,
        person=seat.person if person and seat.person is not None else UNSET,
        bot=seat.bot or UNSET,
        clock=round(left[seat.seat], 1) if left and seat.seat < len(left) else UNSET,
        absent=seat.seat in table.absent,
        resigned=bool(seat.left),
        left=seat.left or UNSET,
    )


def _vote_info(table: LiveTable, vote: Vote) -> VoteInfo:
    people = {seat.seat: seat.person for seat in table.seats if seat.kind == "person"}
    return VoteInfo(
        id=vote.id,
        kind=vote.kind,
        by=vote.by,
        to=vote.to,
        yes=[seat for seat, person in people.items() if person in vote.yes],
        missing=[seat for seat, person in people.items() if person in vote.people - vote.yes],
    )


def you(table: LiveTable, client: Client) -> You:
    """The person behind a connection."""
    return You(client.person, client.name, client.seats, table.row.host == client.person)


def ended_body(body: bytes, ended: Ended) -> bytes:
    """The body of a state in a game that people ended before the rules did."""
    data: dict[str, Any] = msgspec.json.decode(body, type=dict[str, msgspec.Raw])
    data["over"] = True
    data["options"] = {"kind": "none", "prompt": "", "count": 0}
    data["result"] = {
        "winners": ended.winners,
        "scores": ended.scores,
        "reason": ended.reason,
        "teams": [],
    }
    data["turn"] = {"decider": None, "waiting": [], "you": False}
    return msgspec.json.encode(data)
