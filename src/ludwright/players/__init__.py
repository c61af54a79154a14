"""Players: everything that can choose moves for a seat; PLAYERS lists them by name."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .faults import Faults, faults_of, totals
    from .level import Advice, advise
    from .named import (
        Bot,
        Maker,
        check_plays,
        check_repeatable,
        is_command,
        is_player,
        maker_of,
        name_of,
        player_named,
        why_not,
    )
    from .player import Blind, Player
    from .seating import against_all, begin, choice, close, end, own_seed, play_on, seated


def _maker(module: str, name: str, *settings: int) -> Callable[[], Player]:
    """Makes a player; its module, which loads the machine, is imported on first use."""

    def make() -> Player:
        player: Player = getattr(import_module(f".{module}", __name__), name)(*settings)
        return player

    return make


# The strongest first. A server offers them by name, and never loads the machine.
PLAYERS: dict[str, Callable[[], Player]] = {
    **{f"level-{level}": _maker("level", "Level", level) for level in (5, 4, 3, 2, 1)},
    "greedy": _maker("greedy", "Greedy"),
    "random": _maker("uniform", "Uniform"),
    "first": _maker("first", "First"),
    "hindsight": _maker("hindsight", "Hindsight"),
    "solver": _maker("open_cards", "Solver"),
}

# Those that play solitaires only; which of them, `why_not` says.
SOLITARY = frozenset({"hindsight", "solver"})

# Those that choose by the clock, so that their games cannot be repeated.
TIMED = frozenset({"level-5"})

# The module of each name; imported on first use, like players.
_HOMES = {
    **dict.fromkeys(("Blind", "Player"), "player"),
    **dict.fromkeys(("Faults", "faults_of", "totals"), "faults"),
    **dict.fromkeys(("Bot", "Maker", "is_command", "is_player"), "named"),
    **dict.fromkeys(("maker_of", "name_of"), "named"),
    **dict.fromkeys(("check_plays", "check_repeatable", "player_named", "why_not"), "named"),
    **dict.fromkeys(("Advice", "advise"), "level"),
    **dict.fromkeys(
        ("against_all", "begin", "choice", "close", "end", "own_seed", "play_on", "seated"),
        "seating",
    ),
}

__all__ = [
    "PLAYERS",
    "SOLITARY",
    "TIMED",
    "Advice",
    "Blind",
    "Bot",
    "Faults",
    "Maker",
    "Player",
    "advise",
    "against_all",
    "begin",
    "check_plays",
    "check_repeatable",
    "choice",
    "close",
    "end",
    "faults_of",
    "is_command",
    "is_player",
    "maker_of",
    "name_of",
    "own_seed",
    "play_on",
    "player_named",
    "seated",
    "totals",
    "why_not",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
    return getattr(import_module(f".{_HOMES[name]}", __name__), name)
