"""What the server sends: the table's life, and the heads of messages whose bodies engines make.

Fields whose default is UNSET are left out of frames; all others are always there.
"""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec import UNSET, UnsetType, field

# ---- the table's life ----------------------------------------------------------------------------


class SeatInfo(msgspec.Struct):
    """Who sits in a seat. `clock` is the time left in seconds."""

    seat: int
    kind: Literal["open", "person", "bot"]
    name: str
    connected: bool
    ready: bool
    person: int | UnsetType = UNSET
    bot: str | UnsetType = UNSET
    clock: float | UnsetType = UNSET
    absent: bool = False
    resigned: bool = False
    left: str | UnsetType = UNSET  # how: resigned, time, absent, kicked


class VoteInfo(msgspec.Struct):
    """A proposal: seats that agree, and seats whose answer is missing."""

    id: int
    kind: Literal["undo", "rematch"]
    by: int | None
    to: int | None
    yes: list[int]
    missing: list[int]


class ClockInfo(msgspec.Struct):
    """The clock settings, and the seats whose time is running."""

    seconds: int
    increment: int
    then: str
    running: list[int]


class TableInfo(msgspec.Struct):
    """A table, except what is on it."""

    id: str
    game: str
    title: str
    phase: Literal["lobby", "playing", "over", "faulted"]
    players: int
    options: dict[str, int | bool | str]
    seats: list[SeatInfo]
    host: int | None
    public: bool
    clock: ClockInfo | None
    spectators: int
    votes: list[VoteInfo]
    settings: dict[str, object]
    seed: int | UnsetType = UNSET
    rematch: str | UnsetType = UNSET
    upload: str | UnsetType = UNSET
    deal: str | UnsetType = UNSET
    started: float | UnsetType = UNSET
    ended: float | UnsetType = UNSET
    fault: str | UnsetType = UNSET
    help: str | UnsetType = UNSET


class You(msgspec.Struct):
    """The person behind a connection, and their seats."""

    person: int
    name: str
    seats: list[int]
    host: bool


# ---- messages ------------------------------------------------------------------------------------


class Sent(msgspec.Struct, tag_field="t", tag=str.lower):
    """A message from the server."""


class Welcome(Sent):
    """The answer to `hello`."""

    protocol: int
    server: str
    table: TableInfo
    game: msgspec.Raw
    you: You
    phrases: tuple[str, ...]


class Table(Sent):
    """The table changed: seating, presence, settings, votes, clocks."""

    table: TableInfo
    you: You


class UndoInfo(msgspec.Struct):
    """Whether a seat may take back its last move without asking, and how many can be redone."""

    can: bool
    redo: int


class State(Sent):
    """The head of a `state` frame; the engine's body follows in the same object. Lines of the log
    after move `since` are replaced by those in `made`; `times` are the seconds since the epoch at
    which these moves were made."""

    at: int
    since: int
    times: list[float]
    undo: UndoInfo
    clock: dict[str, float] | None


class Refused(Sent):
    """A message that was not carried out; the current state follows."""

    code: str
    message: str
    at: int
    re: int | UnsetType = UNSET


class Said(Sent, tag="chat"):
    """Chat."""

    source: str = field(name="from")
    person: int
    time: float
    seat: int | None = None
    text: str | UnsetType = UNSET
    phrase: int | UnsetType = UNSET


class Link(Sent):
    """The link of a seat."""

    seat: int
    link: str
    re: int | UnsetType = UNSET


class Pong(Sent):
    """A sign of life."""

    time: float


class Bye(Sent):
    """The server ends the connection: version, banned, closed, replaced, slow, rate, restart. With
    `watch`, whoever may not sit at the table may still watch it."""

    code: str
    message: str
    watch: bool | UnsetType = UNSET


class Explanation(Sent):
    """The head of an answer to `explain`; its body comes from the engine."""

    re: int


class Hint(Sent):
    """The head of an answer to `hint`; its body comes from the engine."""

    re: int


class Solution(Sent):
    """The head of an answer to `solution`; its body comes from the engine."""

    re: int


class History(Sent):
    """The head of an answer to `history`; its body comes from the engine."""

    re: int


def with_body(head: msgspec.Struct, body: bytes) -> bytes:
    """A frame of two JSON objects: the fields of the head, then those of the body."""
    start = msgspec.json.encode(head)
    return start if body == b"{}" else start[:-1] + b"," + body[1:]
