"""The moves of a board, as the numbers that a search makes them by."""

from __future__ import annotations

from typing import Any

import numpy as np

from ludwright.machine.jit import pointer
from ludwright.solver.board.layout import Position, Rules
from ludwright.solver.board.moves import list_all
from ludwright.solver.jit import jit


@jit("int64(int32[::1], uint64[::1], int32[::1], uint64[::1], int64[::1])")
def listed(R: Any, M: Any, B: Any, H: Any, moves: Any) -> Any:
    """All moves of a board."""
    return list_all(pointer(R), pointer(M), pointer(B), pointer(H), pointer(moves), 0)


def moves_of(rules: Rules, position: Position) -> list[int]:
    """All moves of a position."""
    moves = np.zeros(4096, np.int64)
    count = listed(rules.numbers, rules.masks, position.numbers, position.hashes, moves)
    return moves[:count].tolist()
