"""Find a winnable deal of a given difficulty."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice

from ..gamedef import nodes as n
from ..machine.program import Program
from ..play.errors import TableError
from ..solver.answers import SOLVED, Limits
from .solutions import Deal, Solution
from .solve_deals import solve_deals

EASY, MEDIUM, HARD = "easy", "medium", "hard"
DIFFICULTIES = (EASY, MEDIUM, HARD)

SAMPLE, LEAST_SAMPLE = 15, 3  # solved deals to compare with: wanted, and required
MOST_TRIED = 45  # deals tried to find them
SAMPLE_SECONDS = 2.0

Tried = Callable[[int], None]  # called with the number of deals tried


def solved_deals(
    definition: n.GameDef,
    program: Program,
    seeds: range,
    limits: Limits,
    tried: Tried | None = None,
    short: bool = False,
) -> Iterator[Solution]:
    """The solved deals among some seeds, in their order; each core works on one at a time."""
    step = os.cpu_count() or 1
    for at in range(0, len(seeds), step):
        some = seeds[at : at + step]
        deals = [Deal(seed) for seed in some]
        found = solve_deals(definition, program, deals, limits=limits, short=short)
        yield from (each for each in found.deals if each.status == SOLVED)
        if found.interrupted:
            raise KeyboardInterrupt
        if tried:
            tried(at + len(some))


def grader(definition: n.GameDef, program: Program, limits: Limits) -> Callable[[Solution], str]:
    """A function that grades deals by the positions visited to solve them: the terciles of the
    first solved deals of the game separate easy, medium and hard."""
    quick = replace(limits, seconds=min(limits.seconds or SAMPLE_SECONDS, SAMPLE_SECONDS))
    seeds = range(1, MOST_TRIED + 1)
    sample = islice(solved_deals(definition, program, seeds, quick), SAMPLE)
    efforts = sorted(each.answer.states for each in sample)
    if len(efforts) < LEAST_SAMPLE:
        raise TableError("too few deals of this game could be solved to grade difficulty")
    easy, medium = efforts[(len(efforts) - 1) // 3], efforts[2 * (len(efforts) - 1) // 3]

    def grade(solution: Solution) -> str:
        states = solution.answer.states
        return EASY if states <= easy else MEDIUM if states <= medium else HARD

    return grade


def find_winnable(
    definition: n.GameDef,
    program: Program,
    start: int,
    tries: int,
    *,
    wanted: str | None = None,
    limits: Limits = Limits(),  # noqa: B008 - frozen
    tried: Tried | None = None,
) -> Solution | None:
    """The first solved deal of the wanted difficulty, among `tries` seeds from `start`."""
    grade = grader(definition, program, limits) if wanted else None
    seeds = range(start, start + tries)
    found = solved_deals(definition, program, seeds, limits, tried, short=True)
    return next((each for each in found if grade is None or grade(each) == wanted), None)
