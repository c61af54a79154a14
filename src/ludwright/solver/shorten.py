"""Cut what is not needed out of a solution.

A search that goes deep finds ways that wander about. Stretches of such a way are left out on trial:
what of the rest can still be done is done, and if that wins, it is the new way. Long stretches are
tried first. The result is seldom shortest, but short enough to be told.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..machine import state as m
from ..machine.advance import ADVANCE, LIST
from ..machine.jit import I64, U
from ..machine.program import Array, Program
from ..play.workspace import workspace
from .jit import jit
from .machine_call import OPERATE, called, operate, program_words

Rows = tuple[tuple[int, ...], ...]

EFFORT = 300_000  # moves made on trial: a fraction of a second
LONGEST = 1024  # moves that are left out at once
PATIENCE = 32  # moves that can't be made any more, beside those left out, before a trial ends


@jit("int64(array, array, int64, int64, int64, int64)", inline=True)
def is_listed(B: Any, M: Any, rows: Any, at: Any, length: Any, width: Any) -> Any:
    """Whether a move, written at a place, is among the rows in a workspace."""
    for row in range(rows):
        start = m.W_DATA + row * width
        same = I64(0)
        while same < length and B[U(start + same)] == M[U(at + 1 + same)]:
            same += 1
        if same == length:
            return I64(1)
    return I64(0)


@jit("int64(int64, array, array, array, array, array, int64, int64, int64)")
def follow(
    machine: Any, P: Any, S: Any, B: Any, M: Any, K: Any, first: Any, last: Any, left: Any
) -> Any:
    """Make what can be made of moves, from one up to another, until the game is won (1) or too many
    can't be made (0). K says which were made; its last word, how many were looked at.

    A move is written as the number of its words, its action and its operands, all equally wide.
    """
    width = I64(P[U(m.P_WIDTH)])
    count = I64(len(K) - 1)
    step = I64(len(M)) // count
    for i in range(count + 1):
        K[U(i)] = 0
    rows = operate(machine, P, S, B, I64(LIST), I64(0))
    for i in range(first, last):
        K[U(count)] += 1
        at = i * step
        length = I64(M[U(at)])
        if is_listed(B, M, rows, at, length, width) == 0:
            left -= 1
            if left < 0:
                return I64(0)
            continue
        S[U(m.ACTION)] = M[U(at + 1)]
        for word in range(1, length):
            S[U(m.OPERANDS + word - 1)] = M[U(at + 1 + word)]
        rows = operate(machine, P, S, B, I64(ADVANCE), I64(0)) >> 4
        K[U(i)] = 1
        if S[U(m.STATUS)] == m.OVER:
            return I64(1) if S[U(P[U(m.P_RESULTS)])] else I64(0)
        if S[U(m.STATUS)] != m.DECISION:
            return I64(0)
    return I64(0)


_follow = called(follow)


def shortened(program: Program, start: Array, moves: Rows, effort: int = EFFORT) -> Rows:
    """A way from a position to a win that is at most as long as a given one."""
    if not moves:
        return moves
    way = _Way(program, start, moves, effort)
    before = len(moves) + 1
    while len(way.written) < before and way.effort > 0:
        before = len(way.written)
        size = min(LONGEST, max(1, before // 2))
        while size and way.effort > 0:
            way.try_without(size)
            size //= 2
    return way.moves()


class _Way:
    """A way to a win, and trials with it."""

    def __init__(self, program: Program, start: Array, moves: Rows, effort: int) -> None:
        self.code = program_words(program.code)
        self.start = start.copy()
        self.start[m.PACE] = 0
        self.space = workspace(program)
        self.effort = effort
        self.written = np.zeros((len(moves), 1 + max(map(len, moves))), np.int32)
        for row, entry in zip(self.written, moves, strict=True):
            row[0] = len(entry)
            row[1 : 1 + len(entry)] = entry

    def moves(self) -> Rows:
        """The moves that are left."""
        return tuple(tuple(row[1 : 1 + row[0]]) for row in self.written.tolist())

    def try_without(self, size: int) -> None:
        """Leave out those of its stretches of a size that are not needed."""
        at, state = 0, self.start.copy()
        while at < len(self.written) and self.effort > 0:
            last = min(at + size, len(self.written))
            won, rest = self._follow(state.copy(), last, len(self.written), PATIENCE + size)
            if won:
                self.written = np.concatenate((self.written[:at], rest))
            elif len(self._follow(state, at, last, 0)[1]) == last - at:
                at = last
            else:  # a form that no list shows: nothing behind it can be tried
                return

    def _follow(self, state: Array, first: int, last: int, left: int) -> tuple[bool, Array]:
        """Make what can be made of some of the moves; whether that wins, and what it was."""
        made = np.zeros(len(self.written) + 1, np.int32)
        moves = self.written.reshape(-1)
        won = _follow(OPERATE, self.code, state, self.space, moves, made, first, last, left)
        self.effort -= int(made[-1])
        return bool(won), self.written[made[:-1] == 1]
