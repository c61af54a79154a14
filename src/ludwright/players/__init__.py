"""Who sits at a table: PLAYERS is the only list of them; each is made from the game's seed."""

from __future__ import annotations

from collections.abc import Callable

from .first import First
from .player import Player, play_on
from .uniform import Uniform

PLAYERS: dict[str, Callable[[int], Player]] = {"random": Uniform, "first": First}

__all__ = ["PLAYERS", "Player", "play_on"]
