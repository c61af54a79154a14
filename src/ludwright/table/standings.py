"""How a game ended: who won and why, and the rank of every seat."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from ..machine.program import Program
from ..play.inspect_state import Result
from ..play.record import outcome

YOURS = " (you)"


@dataclass(frozen=True, slots=True)
class Standing:
    """The final rank of a seat, None if it is unknown, and its score."""

    seat: int
    place: int | None
    score: int | None


def standings(result: Result, seats: int) -> list[Standing]:
    """All seats by rank. Winners share the first; the others are ranked by score if the winners'
    scores show whether high or low is good."""
    scores = result.scores or ()
    key = _by_score(result, seats)
    values = {seat: key(scores[seat]) for seat in range(seats)} if key and scores else {}
    found = []
    for seat in range(seats):
        won = seat in result.winners
        better = sum(values[other] < values[seat] for other in values) if values else 0
        # Losers rank behind all winners, even with a better score.
        behind = max(better, len(result.winners))
        place = 1 if won else behind + 1 if values else None
        found.append(Standing(seat, place, scores[seat] if scores else None))
    return sorted(found, key=lambda each: (each.place or seats + 1, each.seat))


def _by_score(result: Result, seats: int) -> Callable[[int], int] | None:
    """A sort key for scores, best first; None if the winners are neither highest nor lowest."""
    scores = result.scores or ()
    best = [scores[seat] for seat in result.winners] if scores else []
    rest = [scores[seat] for seat in range(seats) if seat not in result.winners] if scores else []
    if not best or not rest:
        return None
    if min(best) >= max(rest):
        return lambda score: -score
    return (lambda score: score) if max(best) <= min(rest) else None


class Finished(Protocol):
    """A game that is over: a table, or a seat's view of it."""

    @property
    def program(self) -> Program:
        """The game."""

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the seats."""

    def result(self) -> Result:
        """The result of the game."""


def ending_of(game: Finished) -> str:
    """How a finished game ended, in one sentence."""
    return f"The game is over: {outcome(game.result(), game.names)}."


def ending_lines(game: Finished, seat: int) -> Iterator[str]:
    """The winners and the reason, then a line per seat; in solitaire, the score."""
    result = game.result()
    seats = game.program.seats
    summary = result if seats == 1 else replace(result, scores=None)
    yield f"The game is over: {outcome(summary, game.names)}."
    if seats > 1:
        yield ""
        yield from _rows(standings(result, seats), game.names, seat)


def _rows(found: Sequence[Standing], names: Sequence[str], seat: int) -> Iterator[str]:
    called = [names[each.seat] + YOURS * (each.seat == seat) for each in found]
    wide = max(map(len, called))
    for each, name in zip(found, called, strict=True):
        place = f"{each.place}." if each.place else "-"
        score = "" if each.score is None else f"  {each.score:>6}"
        yield f"  {place:>3} {name:<{wide}}{score}".rstrip()
