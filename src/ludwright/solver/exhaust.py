"""Walks through all that can happen in a small game: how many positions, how far, how few moves."""

from __future__ import annotations

import time
from dataclasses import dataclass

from ..gamedef import nodes as n
from ..machine.program import Array, Program
from . import search_kernel as s
from .answers import Asked, Limits
from .search_driver import Clock, Overflowed, Search
from .solve import is_over, is_won, start_of


@dataclass(frozen=True, slots=True)
class Reachable:
    """What a walk has found, nearest positions first.

    `positions` counts all that differ in what can still matter for winning, the first one included
    (points that decide nothing do not, nor do scores where there are such points); `won` those
    of them in which the game is won, `dead_ends` those in which it is over without that, or nobody
    can move. `farthest` is how many moves the position takes that takes most, by the shortest way.
    `shortest` has the moves of a shortest solution, if there is one. If a limit came first, `limit`
    says which, and the numbers are what was found until then.
    """

    positions: int
    won: int
    dead_ends: int
    farthest: int
    shortest: tuple[tuple[int, ...], ...] | None
    seconds: float = 0.0
    limit: str = ""


def count(
    definition: n.GameDef,
    program: Program,
    state: Array,
    limits: Limits = Limits(),  # noqa: B008 - frozen
    asked: Asked | None = None,
) -> Reachable:
    """Go to every position within reach. Interchangeable places are told apart here: it takes moves
    to swap what lies there."""
    start = start_of(program, state)
    if is_over(program, start):
        won = is_won(program, start)
        return Reachable(1, int(won), int(not won), 0, () if won else None)
    clock = Clock(limits, asked, time.thread_time())
    try:
        return _walked(Search(definition, program, start, clock, alike=False))
    except Overflowed:
        return _walked(Search(definition, program, start, clock, alike=False, forgets=False))


def _walked(walk: Search) -> Reachable:
    walk.counters[s.C_ORDERED] = 1
    walk.widen()
    numbers = walk.counters.tolist()
    return Reachable(
        positions=numbers[s.C_COUNT],
        won=numbers[s.C_WINS],
        dead_ends=numbers[s.C_DEAD],
        farthest=numbers[s.C_DEPTH],
        shortest=walk.moves() if numbers[s.C_WON] else None,
        seconds=walk.clock.spent,
        limit=walk.limit,
    )


longest = count
"""The same walk tells how far the farthest position is, and the shortest way to win."""
