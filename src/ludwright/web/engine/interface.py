"""What the server asks of an engine, and what it gets back.

The server never runs a game: it passes choices on, writes what was made into the journal, and
forwards the states as the bytes that the engine encoded. An engine is a cache: a table that it has
forgotten is opened again from the journal.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from typing import Literal, Protocol

import msgspec

Audience = Sequence[int | None]
"""The seats whose states are wanted; None stands for spectators."""
Options = dict[str, int | bool | str]


class EngineFault(Exception):
    """The game broke, or took more time or memory than a game may: its table is faulted."""

    def __init__(self, table: str, message: str) -> None:
        super().__init__(message)
        self.table = table
        self.message = message


class EngineBusy(Exception):
    """There is no room now; the same request may succeed later."""


class GameRef(msgspec.Struct, frozen=True):
    """A game: of the library by name, a file named on the command line by its path, or an upload,
    by its id and with its texts (name of the file -> text, the game's own first)."""

    kind: Literal["library", "file", "upload"]
    name: str
    texts: dict[str, str] = {}
    language: str = ""


class Made(msgspec.Struct, frozen=True):
    """A move as the journal keeps it. `seat` is None for the end of a pause; `chance` are the words
    with which the generator was replaced before the move, if it used any. `reveals` if the move
    drew chance or let somebody see what they did not know: it is not taken back without a vote."""

    id: int
    text: str
    seat: int | None
    chance: tuple[int, ...] | None = None
    reveals: bool = False


class TableSpec(msgspec.Struct, frozen=True):
    """How to set up a table, and the moves made there. Either a seed or the words of a generator;
    with `chance_fresh`, new words are drawn for each move. `times` are the seconds since the epoch
    at which the moves were made."""

    table: str
    game: GameRef
    players: int
    names: tuple[str, ...]
    options: Options = {}
    seed: int | None = None
    rng: tuple[int, ...] | None = None
    deal: str | None = None
    chance_fresh: bool = False
    journal: tuple[Made, ...] = ()
    times: tuple[float, ...] = ()


class Choice(msgspec.Struct, frozen=True):
    """What a seat chose.

    move: `n`, the number of an option; pick: `items`; number: range `n` with `value`; say: `text`;
    continue: end a pause; redo: `made` with its own chance; finish: the next move of an automatic
    finish, refused if there is none.
    """

    kind: Literal["move", "pick", "number", "say", "continue", "redo", "finish"]
    n: int = 0
    items: tuple[int, ...] = ()
    value: int = 0
    text: str = ""
    made: Made | None = None


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended."""

    winners: tuple[int, ...]
    scores: tuple[int, ...] | None
    reason: str
    teams: tuple[str, ...] = ()


class States(msgspec.Struct, frozen=True):
    """Where a table is, with the encoded body of a `state` message for each audience. `waiting` are
    the seats that still have to choose; a `paused` table waits for a continue."""

    states: dict[int | None, bytes]
    decider: int | None
    waiting: tuple[int, ...]
    paused: bool
    over: bool
    result: Outcome | None
    moves: int


class Opened(States, frozen=True):
    """A table was opened. `sides` are the groups of seats that win together."""

    sides: tuple[tuple[int, ...], ...] = ()


class Applied(States, frozen=True):
    """A move was made; `made` is None after an undo."""

    made: Made | None = None


class Refused(msgspec.Struct, frozen=True):
    """A move was not made, and nothing changed. Codes: illegal, invalid, not_your_turn."""

    code: str
    message: str


class Question(msgspec.Struct, frozen=True):
    """A move to explain: an option, a text, or a drag from a card to a zone."""

    n: int | None = None
    text: str | None = None
    source: tuple[int, int] | None = None
    to: int | None = None


class Simulation(msgspec.Struct, frozen=True):
    """Games to simulate."""

    game: GameRef
    games: int = 1000
    players: int | None = None
    options: Options = {}
    bot: str = "random"
    against: str = ""
    seed: int = 0


class Engine(Protocol):
    """The engine processes of a server.

    All methods raise EngineFault or EngineBusy. `table` must be open, or LookupError is raised: the
    server then opens it again from its journal.
    """

    async def start(self) -> None:
        """Make ready."""

    async def stop(self) -> None:
        """End all processes."""

    async def open(self, spec: TableSpec, audience: Audience = (), since: int = 0) -> Opened:
        """Open a table, or replace it. ValueError says why it cannot be set up; a journal that does
        not replay is an EngineFault."""

    async def apply(
        self, table: str, seat: int | None, choice: Choice, audience: Audience
    ) -> Applied | Refused:
        """Make a move; bodies have the line of this move."""

    async def bot(self, table: str, seat: int, name: str, audience: Audience) -> Applied:
        """Let a bot move for a seat."""

    async def states(self, table: str, audience: Audience, since: int) -> States:
        """The states, with the lines of all moves after the first `since`."""

    async def undo(self, table: str, count: int, audience: Audience) -> Applied:
        """Take back moves."""

    async def history(self, table: str, seat: int | None, move: int) -> bytes:
        """The body of the state after `move` moves, as the seat saw it then."""

    async def explain(self, table: str, seat: int, question: Question) -> bytes:
        """The body of an explanation."""

    async def hint(self, table: str, seat: int) -> bytes:
        """The body of a hint."""

    async def solution(self, table: str, seat: int) -> bytes:
        """The body of a solution."""

    async def record(self, table: str) -> str:
        """The record of a table."""

    async def close(self, table: str) -> None:
        """Forget a table."""

    async def game_info(self, game: GameRef, options: Options, players: int | None) -> bytes:
        """The encoded GameInfo. ValueError if there is no such game, option or number of seats."""

    async def check(self, texts: dict[str, str], language: str) -> bytes:
        """The diagnostics of texts, encoded."""

    def simulate(self, asked: Simulation) -> AsyncIterator[bytes]:
        """Encoded progress, and last the encoded statistics."""

    async def solve(self, game: GameRef, options: Options, seed: int, deal: str | None) -> bytes:
        """Whether a deal can be won, encoded."""

    async def secrets(self, game: GameRef, options: Options) -> bytes:
        """Whether the game keeps its contract on hidden cards, encoded."""

    async def winnable(self, game: GameRef, options: Options, seed: int) -> int | None:
        """The first winnable deal from a seed on; None if none was found in time."""

    def metrics(self) -> dict[str, float]:
        """Numbers for operators."""
