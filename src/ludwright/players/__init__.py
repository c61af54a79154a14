"""Players: everything that can choose moves for a seat; PLAYERS lists them by name."""

from __future__ import annotations

from collections.abc import Callable

from .first import First
from .greedy import Greedy
from .player import Blind, Player, against_all, begin, choice, end, play_on
from .uniform import Uniform

PLAYERS: dict[str, Callable[[], Player]] = {
    "random": Uniform,
    "first": First,
    "greedy": Greedy,
}

__all__ = ["PLAYERS", "Blind", "Player", "against_all", "begin", "choice", "end", "play_on"]
