"""Who sits at a table: PLAYERS is the only list of them; each is made from the game's seed."""

from __future__ import annotations

from collections.abc import Callable

from .first import First
from .greedy import Greedy
from .player import Player, choice, chooser_of, play_on
from .uniform import Uniform

PLAYERS: dict[str, Callable[[int], Player]] = {
    "random": Uniform,
    "first": First,
    "greedy": Greedy,
}

__all__ = ["PLAYERS", "Player", "choice", "chooser_of", "play_on"]
