"""The messages between a browser and the server: their shapes, limits and codec.

Frames are JSON objects whose field `t` is the type. What a client sends is checked completely:
unknown fields, values out of range and frames above the limit are rejected as a whole.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, field

PROTOCOL = 1
LARGEST_FRAME = 32_768  # bytes of a frame from a client
LONGEST_NAME = 40
LONGEST_CHAT = 500
LONGEST_TEXT = 2_000  # of a move given as text
MOST_SEATS = 64
MOST_ITEMS = 1_000  # picked at once
PHRASES = (
    "Hello!",
    "Good luck!",
    "Well played!",
    "Thank you!",
    "Sorry!",
    "Oops!",
    "One moment, please.",
    "Your turn!",
    "Good game!",
    "Another one?",
)

Seat = Annotated[int, Meta(ge=0, lt=MOST_SEATS)]
Count = Annotated[int, Meta(ge=0, lt=2**31)]
Index = Annotated[int, Meta(ge=0, lt=2**31)]
Number = Annotated[int, Meta(ge=-(2**31), lt=2**31)]
Seed = Annotated[int, Meta(ge=0, lt=2**53)]
Person = Annotated[int, Meta(ge=0, lt=2**53)]
Name = Annotated[str, Meta(min_length=1, max_length=LONGEST_NAME)]
Token = Annotated[str, Meta(min_length=1, max_length=400)]
BotName = Annotated[str, Meta(min_length=1, max_length=40)]
OptionValue = int | bool | Annotated[str, Meta(max_length=200)]
OptionValues = Annotated[
    dict[Annotated[str, Meta(max_length=100)], OptionValue], Meta(max_length=100)
]


# ---- from the client -----------------------------------------------------------------------------


class Request(msgspec.Struct, tag_field="t", tag=str.lower, forbid_unknown_fields=True):
    """A message from a client; `re` is echoed in the answer, or in the refusal."""


class Hello(Request):
    """The first frame; with `since`, the last `at` that the client has seen, it gets only what it
    missed. Without tokens the connection gets the seats of its person."""

    protocol: int
    seats: Annotated[list[Token], Meta(max_length=MOST_SEATS)] = []
    spectate: bool = False
    since: Count = 0


class Move(Request):
    """Make the move with number `n` of the options."""

    seat: Seat
    at: Count
    n: Index
    re: Count | None = None


class Pick(Request):
    """Pick items at once, by their numbers."""

    seat: Seat
    at: Count
    items: Annotated[list[Index], Meta(max_length=MOST_ITEMS)]
    re: Count | None = None


class NumberMove(Request, tag="number"):
    """Make the move of a range with a value."""

    seat: Seat
    at: Count
    range: Index
    value: Number
    re: Count | None = None


class Say(Request):
    """Make a move given by its text."""

    seat: Seat
    at: Count
    text: Annotated[str, Meta(min_length=1, max_length=LONGEST_TEXT)]
    re: Count | None = None


class From(msgspec.Struct, forbid_unknown_fields=True):
    """A card: its zone, and its position from the bottom."""

    zone: Index
    at: Index


class To(msgspec.Struct, forbid_unknown_fields=True):
    """A zone."""

    zone: Index


class Explain(Request):
    """Why a move is legal or not: of an option, a text, or a refused drag."""

    re: Count
    seat: Seat
    n: Index | None = None
    text: Annotated[str, Meta(max_length=LONGEST_TEXT)] | None = None
    source: From | None = field(default=None, name="from")
    to: To | None = None


class Undo(Request):
    """Take back moves: those since the seat's last own one, or all after the first `to`."""

    seat: Seat
    to: Count | None = None
    re: Count | None = None


class Redo(Request):
    """Make the move again that was taken back last."""

    seat: Seat
    re: Count | None = None


class Vote(Request):
    """Agree or disagree with a proposal."""

    seat: Seat
    id: Count
    yes: bool
    re: Count | None = None


class History(Request):
    """The table after `move` moves, as the seat saw it then."""

    re: Count
    move: Count
    seat: Seat | None = None


class Hint(Request):
    """A good move."""

    re: Count
    seat: Seat


class Solution(Request):
    """All moves of a solution."""

    re: Count
    seat: Seat


class Finish(Request):
    """Let the server make the moves that remain when a solitaire is as good as won."""

    seat: Seat
    re: Count | None = None


class Restart(Request):
    """Deal again: the same deal, the one of a seed, or with `fresh` another."""

    seed: Seed | None = None
    fresh: bool = False
    winnable: bool = False
    re: Count | None = None


class Ready(Request):
    """Whether a seat is ready to start."""

    seat: Seat
    yes: bool = True
    re: Count | None = None


class Start(Request):
    """Start the game; host only."""

    re: Count | None = None


class Clock(msgspec.Struct, forbid_unknown_fields=True):
    """Thinking time of each person, in seconds, and what happens when it is used up."""

    seconds: Annotated[int, Meta(ge=10, le=86_400)]
    increment: Annotated[int, Meta(ge=0, le=3_600)] = 0
    then: Literal["forfeit", "bot"] = "forfeit"


class Settings(Request):
    """Change settings of the table; host only. Fields that are left out stay as they are."""

    players: Annotated[int, Meta(ge=1, le=MOST_SEATS)] | msgspec.UnsetType = msgspec.UNSET
    options: OptionValues | msgspec.UnsetType = msgspec.UNSET
    public: bool | msgspec.UnsetType = msgspec.UNSET
    clock: Clock | msgspec.UnsetType | None = msgspec.UNSET
    spectators: bool | msgspec.UnsetType = msgspec.UNSET
    delay: Annotated[int, Meta(ge=0, le=600)] | msgspec.UnsetType = msgspec.UNSET
    grace: Annotated[int, Meta(ge=5, le=86_400)] | msgspec.UnsetType = msgspec.UNSET
    absent: Literal["bot", "forfeit", "wait"] | msgspec.UnsetType = msgspec.UNSET
    substitute: BotName | msgspec.UnsetType = msgspec.UNSET
    pauses: Literal["auto", "click"] | msgspec.UnsetType = msgspec.UNSET
    bot_pause: Annotated[float, Meta(ge=0, le=10)] | msgspec.UnsetType = msgspec.UNSET
    re: Count | None = None


class Sit(Request):
    """Take an open seat."""

    seat: Seat
    re: Count | None = None


class Stand(Request):
    """Leave a seat before the game starts."""

    seat: Seat
    re: Count | None = None


class Bot(Request):
    """Put a bot into an open seat; host only."""

    seat: Seat
    name: BotName
    re: Count | None = None


class Kick(Request):
    """Empty a seat, or during play hand it to a bot; host only."""

    seat: Seat
    re: Count | None = None


class Invite(Request):
    """The link of an open seat; host only."""

    seat: Seat
    re: Count | None = None


class Resign(Request):
    """Give up."""

    seat: Seat
    re: Count | None = None


class Rematch(Request):
    """Whether to play again, with rotated seats."""

    yes: bool = True
    re: Count | None = None


class Takeover(Request):
    """Take one's seats back from the bots that played in the meantime."""

    re: Count | None = None


class Chat(Request):
    """Say something to the table."""

    text: Annotated[str, Meta(min_length=1, max_length=LONGEST_CHAT)]
    re: Count | None = None


class Phrase(Request):
    """Say one of the fixed phrases, by its number."""

    n: Annotated[int, Meta(ge=0, lt=len(PHRASES))]
    re: Count | None = None


class Mute(Request):
    """No longer receive what a person says."""

    person: Person
    yes: bool = True
    re: Count | None = None


class Ping(Request):
    """Ask for a sign of life."""


Message = (
    Hello
    | Move
    | Pick
    | NumberMove
    | Say
    | Explain
    | Undo
    | Redo
    | Vote
    | History
    | Hint
    | Solution
    | Finish
    | Restart
    | Ready
    | Start
    | Settings
    | Sit
    | Stand
    | Bot
    | Kick
    | Invite
    | Resign
    | Rematch
    | Takeover
    | Chat
    | Phrase
    | Mute
    | Ping
)

_DECODER = msgspec.json.Decoder(Message)
_ENCODER = msgspec.json.Encoder()


class BadMessage(ValueError):
    """A frame that is not a message; `re` is the number it had, if that could be read."""

    def __init__(self, message: str, re: int | None = None) -> None:
        super().__init__(message)
        self.re = re


def decode(frame: str | bytes) -> Message:
    """The message of a frame; BadMessage says what is wrong."""
    data = frame.encode("utf-8", "surrogatepass") if isinstance(frame, str) else frame
    if len(data) > LARGEST_FRAME:
        raise BadMessage(f"the frame is larger than {LARGEST_FRAME:,} bytes")
    try:
        message: Message = _DECODER.decode(data)
        return message
    except (msgspec.DecodeError, RecursionError) as error:
        # Also the errors of validation; their texts name the field and what was expected there.
        raise BadMessage(str(error)[:300] or "nested too deeply", _number_of(data)) from None
    except UnicodeDecodeError:
        raise BadMessage("the frame is not UTF-8") from None


class _Numbered(msgspec.Struct):
    re: Count | None = None


def _number_of(data: bytes) -> int | None:
    try:
        return msgspec.json.decode(data, type=_Numbered).re
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None


def encode(message: Any) -> bytes:
    """A message for clients as a frame."""
    return _ENCODER.encode(message)
