"""What there is to say about a file: read and compiled, and played if that is asked for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ..diagnostics import Diagnostic, Source
from ..game import Game, GameError
from ..gamedef.nodes import GameDef
from ..pipeline import Loaded


def checked(
    load: Callable[[str], Loaded], file: str
) -> tuple[Sequence[Diagnostic], Sequence[Source], Game | None]:
    """What is wrong with a file, the texts to quote, and the game if it is one."""
    try:
        loaded = load(file)
        game = Game(loaded, {})
    except GameError as error:
        return error.diagnostics, error.sources, None
    return loaded.diagnostics, loaded.sources, game


def played_through(game: Game) -> tuple[list[Diagnostic], str]:
    """What playing a game brings to light, and how much it was played."""
    tested = game.contract()
    breaches = [breach for each in tested for breach in each.breaches]
    games, moves = sum(t.games for t in tested), sum(t.moves for t in tested)
    worlds = sum(t.worlds for t in tested)
    return breaches, f"fine; played {games} games, {moves} moves, {worlds} pairs of worlds"


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
