"""Is it a good game? One function per check, each gets the game and a report."""

from __future__ import annotations

from ..diagnostics import Report
from ..gamedef.nodes import GameDef
from .flow import can_end

CHECKS = (can_end,)


def run_checks(game: GameDef, report: Report) -> None:
    """Run every check on a game that is sound."""
    for check in CHECKS:
        check(game, report)
