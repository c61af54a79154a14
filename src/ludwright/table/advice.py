"""Advice: what a strong player thinks of a seat's moves, from what that seat may know alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..play.errors import GameFault, TableError
from ..play.moves import Move
from ..play.view import View
from ..players import Advice, advise
from .seat import Seat

MOST_SHOWN = 3  # moves
Adviser = Callable[[View], Sequence[Advice]]
"""What it thinks of the moves that it considered, the best first."""


def strong_player(view: View) -> Sequence[Advice]:
    """The adviser of people: the strongest level that does not choose by the clock."""
    return advise(view, level=4)


def advised(person: Seat, adviser: Adviser) -> list[Advice]:
    """What an adviser thinks of the moves that a person can choose from, the best first; nothing if
    there is only one. Of equivalent moves one stands for all."""
    if len(person.view.legal()) < 2:
        return []
    found: dict[Move, Advice] = {}
    try:
        thoughts = adviser(person.view)
    except (TableError, GameFault):  # it can imagine no world, or the game breaks in one
        return []
    for each in thoughts:
        move = person.listed(each.move)
        # The first of equivalent moves has the most visits; all of them together are its share.
        best = found.get(move)
        share = each.share + (best.share if best else 0.0)
        found[move] = Advice(move, share, best.utility if best else each.utility)
    return sorted(found.values(), key=lambda each: -each.share)


def advice_text(advice: Sequence[Advice], text: Callable[[Move], str]) -> str:
    """The best moves, each with its share of the visits and its expected utility."""
    return "; ".join(
        f"{text(each.move)} ({100 * each.share:.0f} %, {each.utility:+.2f})"
        for each in advice[:MOST_SHOWN]
    )
