"""Visit every reachable position of a small game, breadth first: count them, find the farthest."""

from __future__ import annotations

import time
from dataclasses import dataclass

from ..gamedef import nodes as n
from ..machine.program import Array, Program
from . import search_kernel as s
from .answers import Limits, ShouldStop
from .search_driver import Clock, Overflowed, Search
from .solve import is_over, is_won, start_of


@dataclass(frozen=True, slots=True)
class Reachable:
    """What an exhaustive search found.

    `positions` counts positions that differ in what can influence winning, the start included;
    scores that decide nothing do not count. `won` are those in which the game is won, `dead_ends`
    those in which it is over without a win or stuck. `farthest` is the largest distance from the
    start in moves, `shortest` a shortest solution if there is one. If a limit was reached, `limit`
    names it, and the numbers are what was found before.
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
    should_stop: ShouldStop | None = None,
) -> Reachable:
    """Visit every reachable position. Interchangeable piles count as different here: swapping their
    contents takes moves, and distances are reported."""
    start = start_of(program, state)
    if is_over(program, start):
        won = is_won(program, start)
        return Reachable(1, int(won), int(not won), 0, () if won else None)
    clock = Clock(limits, should_stop, time.thread_time())
    try:
        return _exhausted(Search(definition, program, start, clock, alike=False))
    except Overflowed:
        return _exhausted(Search(definition, program, start, clock, alike=False, forgets=False))


def _exhausted(walk: Search) -> Reachable:
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
"""The same search finds the farthest position and a shortest solution."""
