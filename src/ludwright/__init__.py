"""Write the rules; get the game.

The front door, with all that programs need:

    import ludwright as lw

    game = lw.load("klondike")  # a game of the library, or a path; lw.loads takes a text
    table = game.table(seed=7)
    table.apply(table.legal()[0])  # a Move, its fixed id, or its text
    view = table.view(0)  # what a seat may know, and no more

`load`, `loads`, `check` and `solve` are where to begin; a `Game` has tables, simulations, solutions
and tests. A `Player` sits at a `Table` and chooses by a `View`; `PLAYERS` are those that are there,
`play_on` lets them play.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .diagnostics import Diagnostic
    from .game import Game, GameError, check, load, loads, solve
    from .play.errors import (
        AmbiguousMove,
        GameFault,
        IllegalMove,
        InvalidMove,
        MoveError,
        TableError,
    )
    from .play.moves import Move
    from .play.record import RecordError
    from .play.table import Result, Table
    from .play.view import View
    from .players import PLAYERS, Player, play_on

__version__ = "0.1.0"

# Where each name lives; imported when first used, so that small commands start at once.
_HOMES = {
    "Diagnostic": "diagnostics",
    "Game": "game",
    "GameError": "game",
    "check": "game",
    "load": "game",
    "loads": "game",
    "solve": "game",
    "AmbiguousMove": "play.errors",
    "GameFault": "play.errors",
    "IllegalMove": "play.errors",
    "InvalidMove": "play.errors",
    "MoveError": "play.errors",
    "RecordError": "play.record",
    "TableError": "play.errors",
    "Move": "play.moves",
    "Result": "play.table",
    "Table": "play.table",
    "View": "play.view",
    "PLAYERS": "players",
    "Player": "players",
    "play_on": "players",
}

__all__ = [
    "PLAYERS",
    "AmbiguousMove",
    "Diagnostic",
    "Game",
    "GameError",
    "GameFault",
    "IllegalMove",
    "InvalidMove",
    "Move",
    "MoveError",
    "Player",
    "RecordError",
    "Result",
    "Table",
    "TableError",
    "View",
    "__version__",
    "check",
    "load",
    "loads",
    "play_on",
    "solve",
]


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'ludwright' has no attribute '{name}'")
    from importlib import import_module

    return getattr(import_module(f".{home}", __name__), name)


def __dir__() -> list[str]:
    return sorted({*__all__, *(name for name in globals() if name.startswith("__"))})
