"""Whether moves that are accepted though not listed lead anywhere that listed ones do not."""

from __future__ import annotations

from ..gamedef import nodes as n
from ..gamedef.nodes import GameDef
from ..gamedef.walk import walk
from .symmetry import conditions


def needs_unlisted(game: GameDef) -> bool:
    """Whether some action that is not listed is not just another form of a listed one."""
    return any(
        not action.listed and not any(_covers(other, action) for other in decide.actions)
        for decide in walk(game)
        if isinstance(decide, n.Decide)
        for action in decide.actions
    )


def _covers(listed: n.Action, action: n.Action) -> bool:
    """Whether a listed action does the same, and whenever the other one can be done."""
    return (
        listed.listed
        and listed.parameters == action.parameters
        and listed.body == action.body
        and listed.atomic == action.atomic
        and set(conditions(listed.guard)) <= set(conditions(action.guard))
    )
