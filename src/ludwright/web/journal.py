"""The journal of a table: what happened there, line by line, and where that leads.

The journal is the truth: a table is restored by reading it, after whatever ended the server.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable

import msgspec

from .engine.interface import GameRef, Made, Status, TableSpec


class Line(msgspec.Struct, frozen=True, tag_field="k", tag=str.lower, omit_defaults=True):
    """A line of the journal."""


class Deal(Line, frozen=True):
    """A game began: everything that its first position depends on."""

    players: int
    names: tuple[str, ...]
    options: dict[str, int | bool | str]
    seed: int | None = None
    rng: tuple[int, ...] | None = None
    deal: str = ""
    sources: str = ""

    def spec(
        self,
        table: str,
        game: GameRef,
        moves: tuple[Made, ...] = (),
        sealed: tuple[Made, ...] = (),
    ) -> TableSpec:
        """How an engine sets this deal up, after some moves, with choices that wait for others."""
        return TableSpec(
            table=table,
            game=game,
            players=self.players,
            names=self.names,
            options=self.options,
            seed=self.seed,
            rng=self.rng,
            deal=self.deal,
            pace="",
            fresh=self.seed is None,
            sources=self.sources,
            moves=moves,
            sealed=sealed,
        )


class Moved(Line, frozen=True):
    """A move, whether it must not be taken back without a vote, and the clocks after it."""

    made: Made
    secret: bool = False
    clocks: tuple[float, ...] | None = None


class Sealed(Line, frozen=True):
    """A simultaneous choice, which is a move when all are in; until then only its seat knows it."""

    made: Made
    clocks: tuple[float, ...] | None = None


class Withdrawn(Line, frozen=True):
    """A seat has taken back its last sealed choice."""

    seat: int
    clocks: tuple[float, ...] | None = None


class Undone(Line, frozen=True):
    """The last moves were taken back."""

    count: int
    seat: int | None = None


class Left(Line, frozen=True):
    """A person left the game: resigned, ran out of time, was absent or was kicked."""

    seat: int
    how: str


class Ended(Line, frozen=True):
    """The game is over; with how many moves and how long it took, for lists that do not read the
    whole journal."""

    winners: tuple[int, ...]
    scores: tuple[int, ...] | None
    reason: str
    early: bool = False  # ended by people leaving, not by the rules
    moves: int = 0
    seconds: float = 0.0


class Faulted(Line, frozen=True):
    """The game broke."""

    message: str


AnyLine = Deal | Moved | Sealed | Withdrawn | Undone | Left | Ended | Faulted

_DECODER = msgspec.json.Decoder(AnyLine)


def as_text(line: Line) -> str:
    """A line as it is stored."""
    return msgspec.json.encode(line).decode()


def from_text(text: str) -> AnyLine:
    """A stored line."""
    line: AnyLine = _DECODER.decode(text)
    return line


class Past(msgspec.Struct):
    """What the journal says: the current deal, and the moves that count.

    `at` is the number of lines. The sequence number of the table, which never goes back, is another
    one for each seat: of sealed choices it counts only those of the seat itself, as the number of
    the others could reveal something."""

    at: int = 0
    public: int = 0  # the number of lines that everybody knows of
    deal: Deal | None = None
    moves: list[Moved] = []
    sealed: list[Made] = []
    changes: dict[int, int] = {}  # by seat: how often it has sealed or withdrawn a choice
    clocks: tuple[float, ...] | None = None  # the seconds left after the last line that has them
    times: list[float] = []
    numbers: list[int] = []  # the public number after each move
    ended: Ended | None = None
    fault: str = ""
    began: float = 0.0
    stopped: float = 0.0
    taken_back: int = 0
    redo: list[Moved] = []  # what was taken back and can be made again, the next one last

    def add(self, line: AnyLine, time: float) -> None:
        """Append a line."""
        self.at += 1
        self.public += not isinstance(line, Sealed | Withdrawn)
        match line:
            case Deal():
                self.deal, self.began, self.stopped = line, time, 0.0
                self.moves, self.times, self.numbers = [], [], []
                self.sealed, self.clocks = [], None
                self.ended, self.fault, self.taken_back, self.redo = None, "", 0, []
            case Moved():
                if not (self.redo and _same(self.redo.pop().made, line.made)):
                    self.redo = []
                self.moves.append(line)
                self.times.append(time)
                self.numbers.append(self.public)
                self.sealed, self.clocks = [], line.clocks
            case Sealed():
                if not self._redoes(line.made):
                    self.redo = []
                self.sealed.append(line.made)
                self._changed(line.made.seat, line.clocks)
            case Withdrawn():
                own = [i for i, made in enumerate(self.sealed) if made.seat == line.seat]
                del self.sealed[own[-1]]
                self._changed(line.seat, line.clocks)
            case Undone():
                keep = len(self.moves) - line.count
                again = self._again(keep)
                self.redo = [*self.redo, *again] if len(again) == line.count else again
                del self.moves[keep:], self.times[keep:], self.numbers[keep:]
                self.taken_back += line.count
                self.sealed, self.clocks = [], self.moves[-1].clocks if self.moves else None
                self.ended = None
            case Left():
                pass  # the seats say who has left
            case Ended():
                self.ended, self.stopped = line, time
            case Faulted():
                self.fault = line.message

    def _changed(self, seat: int | None, clocks: tuple[float, ...] | None) -> None:
        if seat is not None:
            self.changes[seat] = self.changes.get(seat, 0) + 1
        self.clocks = clocks

    def has_sealed(self, seat: int) -> bool:
        """Whether a seat has chosen, and can still choose something else."""
        return any(made.seat == seat for made in self.sealed)

    def number(self, seat: int) -> int:
        """The sequence number of the table for a seat, or for those who watch."""
        return self.public + self.changes.get(seat, 0)

    def kept(self, since: int, seats: Iterable[int] = ()) -> int:
        """How many of the moves a client of some seats knows that has seen everything up to
        `since`: a move that replaced one taken back has a later number."""
        own = max((self.changes.get(seat, 0) for seat in seats), default=0)
        return bisect_right(self.numbers, since - own)

    def ending(self, status: Status, now: float, new: int = 0) -> Ended:
        """The line of an end by the rules, after `new` moves that are not written yet."""
        return self.measured(Ended(status.winners, status.scores, status.reason), now, new)

    def measured(self, ended: Ended, now: float, new: int = 0) -> Ended:
        """The line of an end with the size of the game."""
        seconds = max(0.0, now - self.began) if self.began else 0.0
        moves = len(self.moves) + new
        return msgspec.structs.replace(ended, moves=moves, seconds=round(seconds, 1))

    def _again(self, keep: int) -> list[Moved]:
        """Those of the moves after the first `keep` that can be made again; chance that is drawn
        anew can't be."""
        fresh = self.deal is not None and self.deal.seed is None
        back = self.moves[keep:]
        drawn = (n for n, move in enumerate(back) if fresh and move.made.chance is not None)
        return back[: next(drawn, len(back))][::-1]

    @property
    def redoable(self) -> list[Moved]:
        """What can be made again, the next one last: without choices that are sealed again, and
        that will be moves when all are in."""
        sealed, found = [*self.sealed], list[Moved]()
        for move in reversed(self.redo):
            again = next((made for made in sealed if _same(made, move.made)), None)
            if again is None:
                found.append(move)
            else:
                sealed.remove(again)
        return found[::-1]

    def _redoes(self, choice: Made) -> bool:
        """Whether a sealed choice is the one that its seat made before it was taken back."""
        own = [move.made for move in self.redoable if move.made.seat == choice.seat]
        return bool(own) and _same(own[-1], choice)

    @property
    def made(self) -> tuple[Made, ...]:
        """The moves for an engine."""
        return tuple(move.made for move in self.moves)


def _same(one: Made, other: Made) -> bool:
    """Whether two moves are the same choice."""
    return (one.seat, one.text) == (other.seat, other.text)
