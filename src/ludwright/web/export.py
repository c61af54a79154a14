"""Finished games of people who agreed, as rows of results: without names, chat and times."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import partial
from hashlib import blake2b
from itertools import islice
from pathlib import Path

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from ..game import GameError
from ..lab.played import PERSON, PlayedGame, add_games
from ..play.errors import GameFault, TableError
from . import people, records
from .engine.games import Games
from .engine.hosted import Hosted
from .engine.interface import GameRef, TableFault
from .journal import Deal, Ended
from .records import Stored
from .schema import TABLES
from .store import Store

AT_ONCE = 500  # games whose rows are in memory
COMMAND = "ludwright serve-admin export"


class Exported(msgspec.Struct, frozen=True):
    """What an export did: the games that agree, those that are new, and those left out, by why."""

    games: int
    new: int
    left_out: dict[str, int]


class Unfit(Exception):
    """A game that is left out; the message says why."""


def export(
    store: Store,
    folder: str | Path,
    format: str | None = None,
    named: Mapping[str, str] | None = None,
) -> Exported:
    """Add finished games to a folder of results, if all people who played them agreed. `named` are
    the files of games that are not of the library."""
    left_out: Counter[str] = Counter()
    found = _games(store, Games(named), left_out)
    games = new = 0
    while some := list(islice(found, AT_ONCE)):
        games += len(some)
        new += add_games(folder, some, store.secret, COMMAND, format)
    return Exported(games, new, dict(sorted(left_out.items())))


def _games(store: Store, games: Games, left_out: Counter[str]) -> Iterator[PlayedGame]:
    willing = store.query(people.agreed)
    over = sa.select(TABLES.c.id).where(TABLES.c.phase == "over").order_by(TABLES.c.id)
    for table in store.query(lambda connection: list(connection.execute(over).scalars())):
        stored = store.query(partial(_table, table))
        if stored is None:  # deleted meanwhile
            continue
        try:
            deal = _fit(stored, willing)
            yield _played(stored, deal, games, store.secret)
        except Unfit as unfit:
            left_out[str(unfit)] += 1


def _table(table: str, connection: Connection) -> Stored | None:
    return records.get_table(connection, table)


def _fit(stored: Stored, willing: set[int]) -> Deal:
    """The deal of a game that can be exported."""
    past, settings = stored.past, stored.row.settings
    persons = [seat.person for seat in stored.seats if seat.kind == PERSON]
    if not persons or not willing.issuperset(persons):
        raise Unfit("not everybody agreed")
    if stored.row.upload:
        raise Unfit("of an uploaded description")
    if past.deal is None or not isinstance(past.ended, Ended):
        raise Unfit("without an end")
    if past.ended.early or any(seat.left for seat in stored.seats):
        raise Unfit("somebody left")
    if settings.practice or (settings.help == "solution" and past.ended.winners):
        raise Unfit("begun in the middle, or won along a solution")
    return past.deal


def _played(stored: Stored, deal: Deal, games: Games, secret: str) -> PlayedGame:
    """A game, played again from its journal."""
    ref, past = GameRef(stored.row.game), stored.past
    try:
        game = games.game(ref, deal.options)
        if deal.sources not in ("", game.loaded.digest):
            raise Unfit("of another version of its game")
        table = Hosted(deal.spec(stored.row.id, ref, past.made), game).table
    except (TableFault, TableError, GameError, GameFault):
        raise Unfit("cannot be played again") from None
    if not table.over:
        raise Unfit("cannot be played again")
    # The same for every export, and without the secret it says nothing about the table.
    text = f"{stored.row.id} {past.began!r}".encode()
    number = int.from_bytes(blake2b(text, key=secret.encode()[:64], digest_size=8).digest()) >> 1
    bots = tuple(PERSON if seat.kind == PERSON else seat.bot for seat in stored.seats)
    return PlayedGame(table, number, bots, past.taken_back, stored.row.settings.help)
