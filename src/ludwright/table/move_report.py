"""What people are shown of each move: who made it, its text, and its visible effects."""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass

from ..play.events import HIDDEN, Event, story
from ..play.move_text import UNANNOUNCED
from ..play.moves import Move
from ..play.public_events import public_events, public_tokens, seen_by_all
from ..play.table import Table

YOU = "you"


@dataclass(frozen=True, slots=True)
class MoveReport:
    """A move as one seat saw it; `who` is empty if the game only continued after a pause."""

    who: str
    text: str
    lines: tuple[str, ...]


class MoveReporter:
    """Reports a move to each seat and to spectators. It is made before the move, as much of a
    report describes the decision, and asked after it."""

    def __init__(self, table: Table, move: Move) -> None:
        self.move = move
        self.decider = table.decider
        self._prompt = table.prompt
        self._together = table.together
        chosen = table.chosen_by(move)
        self._tokens = {value for value, kind in chosen if kind == "token"}
        self._open = seen_by_all(table)

    def report(self, table: Table, seat: int, notation: str = "") -> MoveReport:
        """The move as a seat saw it; the table has just made it."""
        if self.decider is None:
            return MoveReport("", "", _effects(table, seat, table.events()))
        mine = self.decider == seat
        text = self.move.text(notation) if mine else table.made_text(-1, seat, notation)
        lines = _effects(table, seat, table.events(), self._named(text))
        return MoveReport(YOU if mine else table.names[self.decider], self._asked(text), lines)

    def public_report(self, table: Table, notation: str = "") -> MoveReport:
        """The move as a spectator saw it: with what every seat saw."""
        events = self.public_events(table)
        if self.decider is None:
            return MoveReport("", "", _effects(table, None, events))
        public = public_tokens(table, self._open, events)
        text = table.public_text(public, notation=notation)
        lines = _effects(table, None, events, self._named(text))
        return MoveReport(table.names[self.decider], self._asked(text), lines)

    def public_events(self, table: Table) -> list[Event]:
        """The events of the move, seen by everybody or by nobody."""
        return public_events(table, self._open)

    def _asked(self, text: str) -> str:
        """The text of the move, after the question that it answers unless it names a card."""
        if not self._prompt or self._tokens:
            return text
        return f"{self._prompt.rstrip(' ?:.!')}: {text}"

    def _named(self, text: str) -> Container[int]:
        """The tokens whose first move need not be reported: a move's text says where its own cards
        went, unless it is (partly) hidden, or they move only once all seats have answered."""
        hidden = text == UNANNOUNCED or HIDDEN in text
        return set() if self._together or hidden else self._tokens


def apply_and_report(table: Table, move: Move, seat: int, notation: str) -> MoveReport:
    """Apply a move and describe it as a seat sees it."""
    reporter = MoveReporter(table, move)
    table.apply(move)
    return reporter.report(table, seat, notation)


def _effects(
    table: Table, seat: int | None, happened: Sequence[Event], named: Container[int] = ()
) -> tuple[str, ...]:
    """The effects of the last move that a seat observes, except the first move of each token in
    `named`. Solitaire reports none: the table shows them."""
    if table.pace == "decision" and table.program.seats == 1:
        return ()
    seen: set[int] = set()
    events = []
    for event in happened:
        if event.kind == "move" and event.values[0] in named and event.values[0] not in seen:
            seen.add(event.values[0])
        else:
            events.append(event)
    if seat is None:  # public events are seen by all seats or by none
        return tuple(story(table.program, events, 0))
    mine = f"player {seat + 1}'s"
    return tuple(line.replace(mine, "your") for line in story(table.program, events, seat))
