"""The moves of a board, as the numbers that a search makes them by."""

from __future__ import annotations

import numpy as np

from ludwright.solver.board.layout import Position, Rules
from ludwright.solver.board.moves import list_all
from ludwright.solver.kernels import entry_point


def moves_of(rules: Rules, position: Position) -> list[int]:
    """All moves of a position."""
    moves = np.zeros(4096, np.int64)
    arrays = (rules.numbers, rules.masks, position.numbers, position.hashes, moves)
    count = entry_point(list_all)(*arrays, 0)
    return moves[:count].tolist()
