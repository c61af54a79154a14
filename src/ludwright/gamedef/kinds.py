"""What kind of game it is: its author's word for it, or else what its parts show."""

from __future__ import annotations

from collections.abc import Callable

from . import nodes as n
from .walk import walk

OTHER = "other"


def kind_of(game: n.GameDef) -> str:
    """The genre of a game, for people who look for one; never empty."""
    return game.genre or next((kind for kind, holds in KINDS.items() if holds(game)), OTHER)


def _is_solitaire(game: n.GameDef) -> bool:
    return game.most_players == 1


def _has_board(game: n.GameDef) -> bool:
    return bool(game.links)


def _has_bets(game: n.GameDef) -> bool:
    """Whether a move names an amount: a number of a range, where others have listed moves."""
    actions = (node for node in walk(game) if isinstance(node, n.Action))
    items = (each.items for action in actions for each in action.parameters if each.type == "int")
    return any(isinstance(node, n.Range) for each in items if each for node in walk(each))


def _has_hands(game: n.GameDef) -> bool:
    """Whether seats hold what the others do not see."""
    return any(z.per_seat and z.owner_sees == "all" and z.others_see != "all" for z in game.zones)


# The first that holds, so what is rarer comes first.
KINDS: dict[str, Callable[[n.GameDef], bool]] = {
    "solitaire": _is_solitaire,
    "board": _has_board,
    "betting": _has_bets,
    "hand management": _has_hands,
}
