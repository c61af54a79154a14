"""Find a deal that can be won, as hard as somebody likes it."""

from __future__ import annotations

import os
from collections.abc import Callable

from ..gamedef.nodes import GameDef
from ..machine.program import Program
from ..solver.answers import SOLVED, Limits
from .solutions import Deal, Solution
from .solving import solve_deals

# The positions that the search looks at for each move of the solution it finds: fewer than the
# number are of this difficulty. The hardest has no end.
DIFFICULTIES = {"easy": 4.0, "medium": 40.0, "hard": float("inf")}


def difficulty(solution: Solution) -> str:
    """How hard a solved deal was to solve."""
    effort = solution.answer.states / max(1, len(solution.answer.moves))
    return next(name for name, most in DIFFICULTIES.items() if effort < most)


def find_winnable(
    definition: GameDef,
    program: Program,
    start: int,
    tries: int,
    *,
    wanted: str | None = None,
    limits: Limits = Limits(),  # noqa: B008 - frozen
    progress: Callable[[int], None] | None = None,
) -> Solution | None:
    """The first deal, by seeds from a start on, that is solved and of the wanted difficulty."""
    step = os.cpu_count() or 1
    for first in range(start, start + tries, step):
        seeds = range(first, min(first + step, start + tries))
        deals = [Deal(seed) for seed in seeds]
        found = solve_deals(definition, program, deals, limits=limits)
        for each in found.deals:
            if each.status == SOLVED and wanted in (None, difficulty(each)):
                return each
        if found.interrupted:
            raise KeyboardInterrupt
        if progress:
            progress(seeds.stop - start)
    return None
