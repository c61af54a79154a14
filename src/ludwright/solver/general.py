"""Search any one-player game: best first, then what is left depth first.

Both share a transposition set, so every position is visited once, and an exhausted search proves
that there is no solution. Variables that cannot influence winning, scores above all, are set to 0
(see gamedef/relevance.py): otherwise every score would make a position of its own. If that makes a
number overflow, the search starts again and keeps all variables.
"""

from __future__ import annotations

import time

from ..gamedef import nodes as n
from ..machine.program import Array, Program
from . import search_kernel as s
from .answers import IMPOSSIBLE, SOLVED, UNKNOWN, Answer, Limits, ShouldStop
from .search_driver import Clock, Overflowed, Search

BEST_FIRST_MEMORY = 0.25  # share of the memory that recorded positions may take ...
BEST_FIRST_TIME = 0.3  # ... and of the time, before the search continues depth first


def search(
    definition: n.GameDef,
    program: Program,
    start: Array,
    limits: Limits,
    should_stop: ShouldStop | None,
    alike: bool = True,
) -> Answer:
    """Search for a win; `alike` merges positions that differ only by a permutation of
    interchangeable zones."""
    clock = Clock(limits, should_stop, time.thread_time())
    try:
        return _searched(Search(definition, program, start, clock, alike))
    except Overflowed:
        return _searched(Search(definition, program, start, clock, alike, forgets=False))


def _searched(found: Search) -> Answer:
    clock = found.clock
    ended = best_first(found)
    if ended == s.WORKING and not found.limit:
        ended = depth_first(found)
    if ended == s.WON:
        return Answer(SOLVED, found.moves(), found.visited, clock.spent)
    status = IMPOSSIBLE if ended == s.DONE else UNKNOWN
    return Answer(status, (), found.visited, clock.spent, found.limit)


def best_first(found: Search) -> int:
    """Search best first, up to its share of memory and time."""
    limits = found.clock.limits
    seconds = None if limits.seconds is None else BEST_FIRST_TIME * limits.seconds
    found.queue_first()
    return found.widen(int(BEST_FIRST_MEMORY * limits.tables), seconds)


def depth_first(found: Search) -> int:
    """Search depth first from every position still on the heap."""
    while found.start_below():
        ended = found.deepen()
        if ended != s.DONE:
            return ended
    return s.DONE
