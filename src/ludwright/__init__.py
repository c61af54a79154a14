"""Write the rules; get the game. The front door: what programs that use Ludwright need."""

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
}

__all__ = [
    "AmbiguousMove",
    "Diagnostic",
    "Game",
    "GameError",
    "GameFault",
    "IllegalMove",
    "InvalidMove",
    "Move",
    "MoveError",
    "RecordError",
    "Result",
    "Table",
    "TableError",
    "View",
    "__version__",
    "check",
    "load",
    "loads",
    "solve",
]


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'ludwright' has no attribute '{name}'")
    from importlib import import_module

    return getattr(import_module(f".{home}", __name__), name)
