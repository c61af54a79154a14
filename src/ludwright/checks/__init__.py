"""Checks of a valid game for likely mistakes: one function each, given the game and a report."""

from __future__ import annotations

from ..diagnostics import Report
from ..gamedef import nodes as n
from .leaks import answers_stay_secret, options_reveal_nothing
from .operands import sides_differ, sizes_are_possible
from .progress import can_be_won, can_end, choices_are_nonempty, tests_differ
from .setup_feasible import can_start
from .unused import (
    listeners_hear,
    options_are_read,
    pools_are_created,
    variables_are_read,
    variables_are_set,
    zones_are_reached,
)

CHECKS = (
    can_end,
    can_be_won,
    tests_differ,
    sides_differ,
    choices_are_nonempty,
    sizes_are_possible,
    can_start,
    options_reveal_nothing,
    answers_stay_secret,
    variables_are_read,
    variables_are_set,
    options_are_read,
    zones_are_reached,
    pools_are_created,
    listeners_hear,
)


def run_checks(game: n.GameDef, report: Report) -> None:
    """Run every check on a verified game."""
    for check in CHECKS:
        check(game, report)
