"""What a person is shown of each move: who made it, its text, and its visible effects."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass

from ..play.events import HIDDEN, story
from ..play.move_text import UNANNOUNCED
from ..play.moves import Move
from ..play.table import Table

YOU = "you"


@dataclass(frozen=True, slots=True)
class MoveReport:
    """A move as one seat saw it; `who` is empty if the game only continued after a pause."""

    who: str
    text: str
    lines: tuple[str, ...]


def apply_and_report(table: Table, move: Move, seat: int, notation: str) -> MoveReport:
    """Apply a move and describe it as a seat sees it."""
    # All of this describes the decision, so it has to be read before the move changes it.
    decider, prompt, together = table.decider, table.prompt, table.together
    mine = decider == seat
    tokens = _tokens_of(table, move)
    table.apply(move)
    if decider is None:
        return MoveReport("", "", _effects(table, seat))
    text = move.text(notation) if mine else table.made_text(-1, seat, notation)
    # A move's text says where its own cards went, so that need not be repeated, unless the text is
    # (partly) hidden, or the cards move only once all seats have answered.
    hidden = text == UNANNOUNCED or HIDDEN in text
    named = set() if together or hidden else tokens
    if prompt and not tokens:
        text = f"{prompt.rstrip(' ?:.!')}: {text}"
    return MoveReport(YOU if mine else table.names[decider], text, _effects(table, seat, named))


def _tokens_of(table: Table, move: Move) -> set[int]:
    """The tokens that a legal move names."""
    chosen = move.info.chosen(table.entry(move)[1:]) if move.info else []
    return {value for value, kind in chosen if kind == "token"}


def _effects(table: Table, seat: int, named: Container[int] = ()) -> tuple[str, ...]:
    """The effects of the last move that a seat observes, except the first move of each token in
    `named`. Solitaire reports none: the table shows them."""
    if table.pace == "decision" and table.program.seats == 1:
        return ()
    seen: set[int] = set()
    events = []
    for event in table.events():
        if event.kind == "move" and event.values[0] in named and event.values[0] not in seen:
            seen.add(event.values[0])
        else:
            events.append(event)
    mine = f"player {seat + 1}'s"
    return tuple(line.replace(mine, "your") for line in story(table.program, events, seat))
