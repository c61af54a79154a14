"""What the server asks of an engine, and what it gets: values only, so they can cross processes."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from typing import Any, Protocol

from msgspec import Struct

SPECTATOR = -1  # the audience of those who watch; seats count from 0


class GameRef(Struct, frozen=True):
    """A game: one of the library (or a file named on the command line) by name, or an uploaded one
    by its texts; the first file is the description."""

    name: str
    language: str = ""
    files: dict[str, str] = {}  # of an upload: texts by file name

    @property
    def guest(self) -> bool:
        """Whether the game is untrusted: it runs in engines with tight limits."""
        return bool(self.files)


class Made(Struct, frozen=True):
    """One move as the journal keeps it: as in a record, with the random words drawn for it.

    Ids may change with the compiler; texts are the same in all versions that agree on the
    semantics."""

    seat: int | None  # None: the game continued after a pause
    id: int
    text: str
    chance: tuple[int, ...] | None = None


class TableSpec(Struct, frozen=True):
    """Everything needed to open a table, at its start or after some moves."""

    table: str
    game: GameRef
    players: int
    names: tuple[str, ...]
    options: dict[str, int | bool | str] = {}
    seed: int | None = None
    rng: tuple[int, ...] | None = None  # instead of a seed: the words of the generator
    deal: str = ""  # `ms:11982` or card names
    pace: str = "decision"
    fresh: bool = False  # whether chance is drawn from the operating system for every move
    sources: str = ""  # the hash of the sources the table began with; "" at the start
    moves: tuple[Made, ...] = ()
    sealed: tuple[Made, ...] = ()  # simultaneous choices that wait for those of other seats


class Choice(Struct, frozen=True):
    """What a client chose, in exactly one of these ways; all None ends a pause."""

    index: int | None = None  # of a listed move
    items: tuple[int, ...] | None = None  # of the items to pick
    range: int | None = None  # of the listed ranges, with a number
    number: int | None = None
    text: str | None = None  # a typed move, or a compound one


class Status(Struct, frozen=True):
    """Where a table stands, for everybody."""

    moves: int
    decider: int | None
    waiting: tuple[int, ...]  # seats that can choose now: several where they choose together
    paused: bool
    over: bool
    forced: bool  # whether the decision has only one option
    winners: tuple[int, ...] = ()
    scores: tuple[int, ...] | None = None
    reason: str = ""
    together: bool = False  # whether choices are sealed until all are in


class Opened(Struct, frozen=True):
    """A table that was opened."""

    status: Status
    sources: str
    seed: int | None  # of a table whose deal comes from a seed


class Answer(Struct, frozen=True):
    """The state of a table after a request: its status, and a message body for each audience.

    A body is the JSON of a `state` message without `t`, `at`, `undo` and `clock`."""

    status: Status
    bodies: dict[int, bytes]
    made: tuple[Made, ...] = ()  # what to append to the journal
    secret: bool = False  # whether the moves involved chance or revealed something
    sealed: Made | None = None  # a choice that is kept until all are in: then it is made


class Favoured(Struct, frozen=True):
    """A move that an adviser considered: its number, its share of the visits, and the utility that
    it leads to."""

    n: int | None
    text: str
    share: float
    utility: float


class Advice(Struct, frozen=True):
    """A hint or a solution."""

    text: str
    index: int | None = None  # of the suggested move among the listed ones
    moves: tuple[str, ...] = ()
    sees_hidden: bool = False
    status: str = ""  # solved, impossible, unknown
    favoured: tuple[Favoured, ...] = ()  # by an adviser, the best first


class Examined(Struct, frozen=True):
    """What an upload is: its diagnostics as `ludwright check --json` prints them, its GameInfo as
    JSON if there is no error, and the CPU seconds that it took to know."""

    diagnostics: list[dict[str, Any]]
    info: bytes | None
    seconds: float


class Hovered(Struct, frozen=True):
    """What a word means, as blocks of text like those of rules, and the offsets of the word; no
    blocks if nothing is known."""

    blocks: list[dict[str, Any]]
    start: int
    end: int


class Item(Struct, frozen=True):
    """A text that may replace a range of offsets, the kind of what it is, and what it means."""

    text: str
    kind: str
    about: str
    start: int
    end: int


class Completed(Struct, frozen=True):
    """What can be written at a point, the best first; `more` if these are not all."""

    items: list[Item]
    more: bool


class Refused(Exception):
    """A choice that is not accepted; `code` is `illegal`, `invalid`, `not_your_turn`."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class TableFault(Exception):
    """The game broke, or took too much time or memory: this table cannot go on."""


class NotOpen(Exception):
    """The engine does not have the table (any more): open it, and ask again."""


class Busy(Exception):
    """All engines are busy with earlier requests of this kind."""


class Engine(Protocol):
    """Runs tables and jobs. All methods may raise TableFault, NotOpen and Busy. Nobody has to wait
    until another `asker` has all answers."""

    async def start(self) -> None:
        """Make ready."""

    async def game_info(self, game: GameRef, options: dict[str, Any], players: int | None) -> bytes:
        """The GameInfo of the protocol as JSON; GameError texts as TableFault."""

    async def open(self, spec: TableSpec) -> Opened:
        """Open a table, after its moves so far; does nothing if it is open already."""

    async def states(self, table: str, audience: Sequence[int], since: dict[int, int]) -> Answer:
        """The state for each audience, with the log lines since a number of moves (or all)."""

    async def apply(self, table: str, seat: int, choice: Choice, audience: Sequence[int]) -> Answer:
        """Make a choice of a seat; raises Refused."""

    async def play_bot(
        self, table: str, seat: int, bot: str, seed: int, audience: Sequence[int]
    ) -> Answer:
        """Let a bot choose for a seat that can choose now."""

    async def withdraw(self, table: str, seat: int, audience: Sequence[int]) -> Answer:
        """Drop the last sealed choice of a seat; raises Refused."""

    async def go_on(self, table: str, audience: Sequence[int]) -> Answer:
        """Continue after a pause."""

    async def undo(self, table: str, count: int, audience: Sequence[int]) -> Answer:
        """Take back the last moves."""

    async def secret(self, table: str, count: int) -> bool:
        """Whether the last moves involved chance or revealed something to somebody."""

    async def explain(
        self, table: str, seat: int, choice: Choice, source: Sequence[int], target: int | None
    ) -> bytes:
        """Why a choice, or a drag from a card or zone (`source`: zone and position) to a zone, is
        legal or not: the body of an `explanation` message."""

    async def history(self, table: str, audience: int, move: int) -> bytes:
        """The body of the state after a number of moves, without options."""

    async def hint(self, spec: TableSpec, seat: int, whole: bool, asker: str) -> Advice:
        """The next move of a solution or an adviser's move; with `whole`, the whole solution."""

    async def finish(self, table: str, audience: Sequence[int]) -> Answer:
        """Make the moves that end a solitaire without decisions, as far as they go."""

    async def record(self, table: str) -> str:
        """The record of the game so far; it contains the whole deal."""

    async def close(self, table: str) -> None:
        """Forget a table."""

    async def check(self, game: GameRef, asker: str) -> list[dict[str, Any]]:
        """The diagnostics of a description, as `ludwright check --json` prints them."""

    async def hover(self, game: GameRef, file: str, offset: int, asker: str) -> Hovered:
        """What the word at an offset of a file of a description means."""

    async def complete(self, game: GameRef, file: str, offset: int, asker: str) -> Completed:
        """What can be written at an offset of a file of a description."""

    async def examine(self, game: GameRef, asker: str) -> Examined:
        """The same with what has to be known to play it."""

    def simulate(
        self, game: GameRef, players: int | None, games: int, seed: int, asker: str
    ) -> AsyncIterator[dict[str, Any]]:
        """Play random games; yields progress {done, games} and at the end {result: statistics}."""

    async def solve(self, game: GameRef, seed: int, seconds: float, asker: str) -> dict[str, Any]:
        """Whether a deal is winnable: {status, moves, states, seconds}."""

    async def secrets(self, game: GameRef, seconds: float, asker: str) -> dict[str, Any]:
        """The two-worlds contract on random games: {played…} or {error}."""

    async def winnable(self, game: GameRef, first: int, seconds: float, asker: str) -> int | None:
        """The first seed from `first` on whose deal the solver wins, if found in time."""

    async def stop(self) -> None:
        """End all engine processes."""
