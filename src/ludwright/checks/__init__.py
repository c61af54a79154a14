"""Is it a good game? One function per check, each gets the game and a report."""

from __future__ import annotations

from ..diagnostics import Report
from ..gamedef.nodes import GameDef
from .flow import can_end
from .secrets import answers_stay_secret, options_tell_nothing

CHECKS = (can_end, options_tell_nothing, answers_stay_secret)


def run_checks(game: GameDef, report: Report) -> None:
    """Run every check on a game that is sound."""
    for check in CHECKS:
        check(game, report)
