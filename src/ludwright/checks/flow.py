"""Checks of the flow: does the game get anywhere?"""

from __future__ import annotations

from ..diagnostics import Report, declare
from ..gamedef import nodes as n
from ..gamedef.calls import call_graph, called_by, due_at, reached
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
    procedures = {p.name: p for p in game.procedures}
    main = procedures["main"]
    heard = called_by(due_at(game), *game.listeners)
    names = reached(call_graph(game), ["main", *heard])
    played = (*(procedures[name] for name in names), *game.listeners)
    ends = any(isinstance(x, n.EndGame) for part in played for x in walk(part))
    loops = any(isinstance(s, n.While) and _is_endless(s) for s in main.body)
    if loops and not ends:
        report.warning(NO_END, main.span or game.span, f"nothing ever ends '{game.name}'")


def _is_endless(loop: n.While) -> bool:
    leaves = any(isinstance(x, n.Leave | n.Return) for x in walk(loop))
    return loop.test == n.Truth(value=True) and not leaves
