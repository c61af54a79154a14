"""Write the rules; get the game.

The public API:

    import ludwright as lw

    game = lw.load("klondike")  # a game of the library, or a path; lw.loads takes a text
    table = game.table(seed=7)
    table.apply(table.legal()[0])  # a Move, its stable id, or its text
    view = table.view(0)  # what a seat may know, and nothing else

Start with `load`, `loads`, `check` or `solve`; a `Game` makes tables, simulates, solves and tests
itself. A `Player` chooses moves given a `View`; `PLAYERS` are the built-in ones, and `play_on` lets
players finish a game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .play.pictured import Artist, drawn_by

if TYPE_CHECKING:
    from .diagnostics import Diagnostic
    from .game import Game, GameError
    from .lab.executor import Executor, executor_of
    from .lab.query import query
    from .lab.report.write import report
    from .loading import check, load, loads, solve
    from .play.batch import Batch
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
    from .variants import compare, evolve

__version__ = "0.1.0"

# The module of each name; imported on first use, so that small commands start at once.
_HOMES = {
    "Diagnostic": "diagnostics",
    "Game": "game",
    "GameError": "game",
    "check": "loading",
    "load": "loading",
    "loads": "loading",
    "solve": "loading",
    "Executor": "lab.executor",
    "executor_of": "lab.executor",
    "report": "lab.report.write",
    "query": "lab.query",
    "compare": "variants",
    "evolve": "variants",
    "Batch": "play.batch",
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
    "Batch",
    "Diagnostic",
    "Executor",
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
    "compare",
    "evolve",
    "executor_of",
    "load",
    "loads",
    "play_on",
    "query",
    "report",
    "solve",
]


def _artist() -> Artist:
    from .table import showing

    return showing


drawn_by(_artist)


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'ludwright' has no attribute '{name}'")
    from importlib import import_module

    return getattr(import_module(f".{home}", __name__), name)


def __dir__() -> list[str]:
    return sorted({*__all__, *(name for name in globals() if name.startswith("__"))})
