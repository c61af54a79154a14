"""Chat and fixed phrases; what is said is kept with the table, and never is markup."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import UNSET

from . import protocol as p
from . import records
from .client import Client, Refusal
from .shapes import Pong, Said
from .texts import plain

if TYPE_CHECKING:
    from .live import LiveTable


async def chat(table: LiveTable, client: Client, asked: p.Chat) -> None:
    """Say something."""
    text = plain(asked.text)
    if not text:
        raise Refusal("invalid", "expected some text")
    await _say(table, client, text, None)


async def phrase(table: LiveTable, client: Client, asked: p.Phrase) -> None:
    """Say a fixed phrase."""
    await _say(table, client, None, asked.n)


async def _say(table: LiveTable, client: Client, text: str | None, phrase: int | None) -> None:
    if client.spectates and table.row.host != client.person:
        raise Refusal("not_allowed", "only players may talk at this table")
    if not table.services.talk.take(str(client.person)):
        raise Refusal("rate", "too many messages; wait a moment")
    seat = client.seats[0] if client.seats else None
    row: dict[str, Any] = {
        "table": table.id,
        "person": client.person,
        "name": client.name,
        "seat": seat,
        "text": text,
        "phrase": phrase,
        "time": table.now(),
    }
    await table.services.store.write(
        lambda connection: records.put_chat(connection, row), lease=table.lease
    )
    table.chat = [*table.chat[1 - records.MOST_CHAT :], row]
    table.say(said(row))


def said(row: dict[str, Any]) -> Said:
    """A line of chat for clients."""
    return Said(
        source=row["name"],
        person=row["person"],
        time=round(row["time"], 1),
        seat=row["seat"],
        text=UNSET if row["text"] is None else row["text"],
        phrase=UNSET if row["phrase"] is None else row["phrase"],
    )


async def mute(table: LiveTable, client: Client, asked: p.Mute) -> None:
    """No longer receive what a person says."""
    if asked.yes:
        client.muted.add(asked.person)
    else:
        client.muted.discard(asked.person)


async def ping(table: LiveTable, client: Client, asked: p.Ping) -> None:
    """Answer with a sign of life."""
    client.send(Pong(table.now()))
