"""What the server sends: table and game information, states and answers, as they are on the wire.

Fields whose default is UNSET are left out of frames; all others are always there.
"""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec import UNSET, UnsetType, field

# ---- what a seat sees ----------------------------------------------------------------------------


class NodeShape(msgspec.Struct):
    """A pile of a tree: its zone, the directions to it, and its cards from bottom to top."""

    zone: int
    path: list[int]
    cards: list[str | None]
    turned: float = 0


class PlaceShape(msgspec.Struct):
    """A zone as it is drawn; hidden cards are null."""

    zone: int
    name: str
    label: str
    title: str
    look: str
    cards: list[str | None]
    owner: int | None = None
    number: int = 0
    order: list[int] | UnsetType = UNSET
    counted: bool = True
    spot: tuple[int, int] | None = None
    turned: float = 0
    grows: str = ""
    nodes: list[NodeShape] = []
    marks: list[tuple[str, str]] = []
    backs: list[str] | UnsetType = UNSET


class ValueShape(msgspec.Struct):
    """A variable: of the whole table, or of a seat."""

    name: str
    owner: int | None
    text: str


class SceneShape(msgspec.Struct):
    """Everything on the table that one seat, or a spectator, sees."""

    seat: int | None
    places: list[PlaceShape]
    values: list[ValueShape]


class RefShape(msgspec.Struct):
    """What an option refers to."""

    k: Literal["card", "zone", "seat", "number", "word"]
    zone: int | UnsetType = UNSET
    at: int | UnsetType = UNSET
    text: str | None | UnsetType = UNSET
    value: int | UnsetType = UNSET


class OptionShape(msgspec.Struct):
    """A move that can be made, by its number."""

    n: int
    text: str
    action: str = ""
    refs: list[RefShape] = []
    ends: bool = False


class RangeShape(msgspec.Struct):
    """Moves that differ in one whole number only."""

    action: str
    text_before: str
    text_after: str
    low: int
    high: int
    refs: list[RefShape] = []


class PicksShape(msgspec.Struct):
    """Items to pick several of."""

    items: list[RefShape]
    chosen: list[int]
    least: int
    most: int
    at_once: bool
    ordered: bool


class OptionsShape(msgspec.Struct):
    """What a seat can choose now."""

    kind: Literal["none", "continue", "moves", "picks"]
    prompt: str = ""
    moves: list[OptionShape] = []
    ranges: list[RangeShape] = []
    picks: PicksShape | UnsetType = UNSET
    count: int = 0


class TurnShape(msgspec.Struct):
    """Who is to decide, and who still has to choose."""

    decider: int | None
    waiting: list[int]
    you: bool


class EventShape(msgspec.Struct):
    """What happened on the table, as this seat saw it."""

    k: Literal["move", "turn", "shuffle", "roll"]
    card: str | None | UnsetType = UNSET
    source: int | UnsetType = field(default=UNSET, name="from")
    to: int | UnsetType = UNSET
    zone: int | UnsetType = UNSET
    text: str | UnsetType = UNSET


class LineShape(msgspec.Struct):
    """A line of the log: move number from 1, who made it, its text, and what it led to. `at` is
    filled in by the server: seconds since the epoch."""

    n: int
    seat: int | None
    who: str
    text: str
    lines: list[str] = []
    at: float = 0


class ResultShape(msgspec.Struct):
    """How the game ended."""

    winners: list[int]
    scores: list[int] | None
    reason: str
    teams: list[str] = []


class StateBody(msgspec.Struct):
    """What an engine knows of a `state` message."""

    seat: int | None
    scene: SceneShape
    options: OptionsShape
    turn: TurnShape
    over: bool
    result: ResultShape | None
    moves: int
    made: list[LineShape]
    events: list[EventShape]


class ExplanationLine(msgspec.Struct):
    """A condition, whether it holds (null: hidden), and the line of the rules."""

    text: str
    holds: bool | None
    line: int | UnsetType = UNSET
    file: str | UnsetType = UNSET


class ExplanationBody(msgspec.Struct):
    """Why a move is legal or not."""

    text: str
    legal: bool
    lines: list[ExplanationLine]


class HintBody(msgspec.Struct):
    """A hint or a solution; `sees_hidden` if it used cards that the seat does not see."""

    text: str
    sees_hidden: bool
    n: int | UnsetType = UNSET
    moves: list[str] | UnsetType = UNSET


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


class You(msgspec.Struct):
    """The person behind a connection, and their seats."""

    person: int
    name: str
    seats: list[int]
    host: bool


# ---- messages ------------------------------------------------------------------------------------


class Sent(msgspec.Struct, frozen=True, tag_field="t", tag=str.lower):
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
    after move `since` are replaced by those in `made`."""

    at: int
    since: int
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
    """The server ends the connection: version, banned, closed, replaced, slow, rate, restart."""

    code: str
    message: str


class Explanation(Sent):
    """The head of an answer to `explain`; its body is an ExplanationBody."""

    re: int


class Hint(Sent):
    """The head of an answer to `hint`; its body is a HintBody."""

    re: int


class Solution(Sent):
    """The head of an answer to `solution`; its body is a HintBody."""

    re: int


class History(Sent):
    """The head of an answer to `history`; its body is a StateBody."""

    re: int


def with_body(head: msgspec.Struct, body: bytes) -> bytes:
    """A frame of two JSON objects: the fields of the head, then those of the body."""
    start = msgspec.json.encode(head)
    return start if body == b"{}" else start[:-1] + b"," + body[1:]
