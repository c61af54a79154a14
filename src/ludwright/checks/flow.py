"""Checks of the flow: does the game get anywhere?"""

from __future__ import annotations

from ..diagnostics import Report, declare
from ..gamedef import nodes as n
from ..gamedef.nodes import GameDef
from ..gamedef.walk import walk

NO_END = declare(
    "CK201",
    "no way to end",
    """Nothing in the game ends it: there is no end of the game anywhere that play can get to, and
    what runs first never comes to its end. Say when the game is over and who has won.""",
)


def can_end(game: GameDef, report: Report) -> None:
    """Warn about a game that nothing ends."""
    main = next(p for p in game.procedures if p.name == "main")
    ends = any(isinstance(node, n.EndGame | n.Return) for node in walk(game))
    loops = any(isinstance(s, n.While) and s.test == n.Truth(value=True) for s in main.body)
    if loops and not ends:
        report.warning(NO_END, main.span or game.span, f"nothing ever ends '{game.name}'")
