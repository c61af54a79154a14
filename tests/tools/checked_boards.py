"""Boards in plain Python, with every index checked: run as a program without native code.

Plain Python fails by itself behind the end of an array; an index before its start is checked here.
What compiled boards never do is then tested, not believed: they have no checks of their own.
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

STATES = 150


def _checked(index: Any) -> int:
    if index < 0:
        raise IndexError(f"word {index}")
    return int(index)


def _signed(word: Any) -> int:
    return ((int(word) + (1 << 63)) & ((1 << 64) - 1)) - (1 << 63)


def _prepare() -> None:
    """Load the machine, then give the boards the casts that they need as plain Python."""
    import ludwright.solver.general  # noqa: F401
    from ludwright.machine import interpreter, jit
    from ludwright.solver import kernels

    assert not interpreter.COMPILED
    assert "ludwright.solver.board.make" not in sys.modules
    loaded = ("solver.transposition_set", "solver.growable")
    for name in [name for name in sys.modules if name.endswith(loaded)]:
        del sys.modules[name]
    jit.U, jit.U64, jit.I64 = _checked, np.uint64, _signed
    # Words of memoryviews are Python integers, which do not mix with those of NumPy.
    kernels.entry_point = lambda function: function
    np.seterr(over="ignore")


def report(first: int, last: int, deals: int) -> list[str]:
    """What boards say of deals of random games: positions seen and how it ended, for each way."""
    import ludwright as lw
    from ludwright.solver.board.driver import BestFirst, DepthFirst
    from ludwright.solver.board.solve import Board
    from ludwright.solver.pile_game import NotAPileGame
    from samplers.solitaires import random_solitaire
    from tools.board_answers import WAYS

    lines = []
    for seed in range(first, last):
        game = lw.loads(random_solitaire(seed), "sgdl")
        for deal in range(deals):
            table = game.table(seed=deal)
            found = []
            try:
                board = Board(game.definition, game.program(), table.state)
                for options, exact in [] if table.over else WAYS:
                    rules = board.rules(options, exact)
                    for kind in (DepthFirst, BestFirst):
                        search = kind(rules, board.position(rules))
                        found.append((search.run(STATES), search.visited))
            except NotAPileGame as why:
                found.append((str(why), 0))
            lines.append(f"{seed} {deal} {found}")
    return lines


def main() -> None:
    """Print the report for the seeds and the number of deals that the command line gives."""
    _prepare()
    print("\n".join(report(*map(int, sys.argv[1:]))))


if __name__ == "__main__":
    main()
