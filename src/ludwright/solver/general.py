"""The search for any game: the best positions first, then what is left depth first.

Every position is seen once in both together, so when nothing is left there is no way to win. What
can't decide that, points above all, is forgotten (see gamedef/relevance.py): otherwise a game that
counts points would have a position for every score. Only if a number got too large that way is
everything kept in mind.
"""

from __future__ import annotations

import time

from ..gamedef import nodes as n
from ..machine.program import Array, Program
from . import search_kernel as s
from .answers import IMPOSSIBLE, SOLVED, UNKNOWN, Answer, Asked, Limits
from .search_driver import Clock, Overflowed, Search

BEST_FIRST_MEMORY = 0.25  # the share of the memory that positions on record may take ...
BEST_FIRST_TIME = 0.3  # ... and of the time, before the search goes on depth first


def search(
    definition: n.GameDef,
    program: Program,
    start: Array,
    limits: Limits,
    asked: Asked | None,
    alike: bool = True,
) -> Answer:
    """Look for a win, every position once; `alike` is whether what differs only in interchangeable
    places counts as one position."""
    clock = Clock(limits, asked, time.thread_time())
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
        return Answer(SOLVED, found.moves(), found.seen, clock.spent)
    status = IMPOSSIBLE if ended == s.DONE else UNKNOWN
    return Answer(status, (), found.seen, clock.spent, found.limit)


def best_first(found: Search) -> int:
    """Search the best positions first, as long as that is worth its memory."""
    limits = found.clock.limits
    seconds = None if limits.seconds is None else BEST_FIRST_TIME * limits.seconds
    found.queue_first()
    return found.widen(int(BEST_FIRST_MEMORY * limits.tables), seconds)


def depth_first(found: Search) -> int:
    """Search what still waits, each position with all that comes after it."""
    while found.go_on_below():
        ended = found.deepen()
        if ended != s.DONE:
            return ended
    return s.DONE
