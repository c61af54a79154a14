"""Degenerate games: those that play, but are none."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from ..rows import Rows

MOST_UNFINISHED = 0.1  # share of games that may be cut off
MOST_STUCK = 0.5  # share of games that may end because a seat cannot move
ALMOST_ALL = 0.98  # share of games that count as all

Found = Callable[[Rows], str]


def breaks(rows: Rows) -> str:
    """A game broke."""
    return "games break" if rows["faulted"].any() else ""


def never_ends(rows: Rows) -> str:
    """Too many games are cut off at the limit of moves."""
    cut = ~(rows["over"] | rows["faulted"])
    return "games do not end" if cut.mean() > MOST_UNFINISHED else ""


def gets_stuck(rows: Rows) -> str:
    """Many games end because a seat has no move."""
    return "games get stuck" if (rows["stuck"] >= 0).mean() > MOST_STUCK else ""


def no_choices(rows: Rows) -> str:
    """Hardly a game has a decision with two options."""
    return "there is nothing to choose" if (rows["choices"] == 0).mean() > ALMOST_ALL else ""


def one_winner(rows: Rows) -> str:
    """The same seat wins almost every game that somebody wins."""
    won = rows["winners"][rows["over"]]
    if rows.seats < 2 or not won.any():
        return ""
    # A seat that always wins together with all others is no favourite.
    alone = won.astype(bool) & (won.sum(axis=1, keepdims=True) < rows.seats)
    shares = alone.mean(axis=0)
    best = int(np.argmax(shares))
    return f"seat {best + 1} always wins" if shares[best] > ALMOST_ALL else ""


def all_drawn(rows: Rows) -> str:
    """Almost all games end without a winner, or with all seats as winners."""
    won = rows["winners"][rows["over"]].astype(bool)
    if rows.seats < 2 or not len(won):
        return ""
    drawn = won.all(axis=1) | ~won.any(axis=1)
    return "all games are drawn" if drawn.mean() > ALMOST_ALL else ""


def never_lost(rows: Rows) -> str:
    """A game for one player is won whatever is done."""
    won = rows["winners"][rows["over"]].astype(bool)
    always = rows.seats == 1 and len(won) and won.mean() > ALMOST_ALL
    return "random play always wins" if always else ""


KINDS: Mapping[str, Found] = {
    each.__name__: each
    for each in (breaks, never_ends, gets_stuck, no_choices, one_winner, all_drawn, never_lost)
}
"""What makes a game degenerate; each function says what it found, or nothing."""
ALWAYS = frozenset(("breaks",))
"""What no game is excused for."""


def flaws(rows: Rows) -> dict[str, str]:
    """What is degenerate about games played, by its kind."""
    return {kind: what for kind, found in KINDS.items() if (what := found(rows))}


def new_flaw(found: Mapping[str, str], original: Mapping[str, str]) -> str:
    """The first flaw that the original does not have, too: War has nothing to choose either."""
    return next(
        (what for kind, what in found.items() if kind not in original or kind in ALWAYS), ""
    )
