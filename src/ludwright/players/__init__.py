"""Players: everything that can choose moves for a seat; PLAYERS lists them by name."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .player import Blind, Player, against_all, begin, choice, end, play_on


def _maker(module: str, name: str) -> Callable[[], Player]:
    """Makes a player; its module, which loads the machine, is imported on first use."""

    def make() -> Player:
        player: Player = getattr(import_module(f".{module}", __name__), name)()
        return player

    return make


# The strongest first. A server offers them by name, and never loads the machine.
PLAYERS: dict[str, Callable[[], Player]] = {
    "greedy": _maker("greedy", "Greedy"),
    "random": _maker("uniform", "Uniform"),
    "first": _maker("first", "First"),
}

__all__ = ["PLAYERS", "Blind", "Player", "against_all", "begin", "choice", "end", "play_on"]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
    return getattr(import_module(".player", __name__), name)
