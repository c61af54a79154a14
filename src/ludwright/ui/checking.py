"""What there is to say about games: what playing them brings to light, and what they are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..gamedef.nodes import GameDef
from ..play.contract import Tested


def tested_line(tested: Sequence[Tested]) -> str:
    """How much a game was played to test it."""
    games, moves = sum(t.games for t in tested), sum(t.moves for t in tested)
    return (
        f"fine; played {games} games, {moves} moves, {sum(t.worlds for t in tested)} other worlds"
    )


def about(name: str, game: GameDef, names: Sequence[str]) -> dict[str, Any]:
    """What the list of the library says of a game; the names tell the languages it is in."""
    return {
        "name": name,
        "title": game.name,
        "players": [game.least_players, game.most_players],
        "genre": game.genre,
        "languages": [each.partition(":")[2] for each in names if each.startswith(f"{name}:")],
        "about": game.about,
    }
