"""Shorten a solution of any game by deleting moves that it does not need.

Depth-first search finds solutions that wander. As in delta debugging, stretches are deleted on
trial, long ones first: of the remaining moves, those still legal are made, and if that wins, they
are the new solution. The result is rarely a shortest one.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..machine import state as m
from ..machine.advance import ADVANCE, LIST
from ..machine.jit import I64, Export, U, jit, pointer
from ..machine.kernels import OPERATE, operate_at
from ..machine.program import Array, Program
from ..play.workspace import workspace
from .kernels import KERNELS, entry_point

Rows = tuple[tuple[int, ...], ...]

EFFORT = 300_000  # moves tried in all: a fraction of a second
LONGEST = 1024  # moves deleted at once
MOST_SKIPPED = 32  # further moves that may have become illegal before a trial is given up


@jit("int64(array, array, int64, int64, int64, int64)", inline=True)
def is_listed(B: Any, M: Any, rows: Any, at: Any, length: Any, width: Any) -> Any:
    """Whether the move encoded at an offset of M is among the rows of a workspace."""
    for row in range(rows):
        start = m.W_DATA + row * width
        same = I64(0)
        while same < length and B[U(start + same)] == M[U(at + 1 + same)]:
            same += 1
        if same == length:
            return I64(1)
    return I64(0)


@jit("int64(int64, array, array, array, array, array, int64, int64, int64)", export=Export.LONG)
def follow(
    machine: Any, P: Any, S: Any, B: Any, M: Any, K: Any, first: Any, last: Any, left: Any
) -> Any:
    """Make the legal ones of the moves `first` to `last`, until the game is won (1) or more than
    `left` moves were illegal (0). K marks the moves made; its last word counts the moves tried.

    A move is encoded as its length, its action and its operands, padded to equal width.
    """
    width = I64(P[U(m.P_WIDTH)])
    count = I64(len(K) - 1)
    step = I64(len(M)) // count
    for i in range(count + 1):
        K[U(i)] = 0
    rows = operate_at(machine, pointer(P), pointer(S), pointer(B), I64(LIST), I64(0))
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
        stopped = operate_at(machine, pointer(P), pointer(S), pointer(B), I64(ADVANCE), I64(0))
        rows = stopped >> 4
        K[U(i)] = 1
        if S[U(m.STATUS)] == m.OVER:
            return I64(1) if S[U(P[U(m.P_RESULTS)])] else I64(0)
        if S[U(m.STATUS)] != m.DECISION:
            return I64(0)
    return I64(0)


_follow = entry_point(follow)


def shortened(program: Program, start: Array, moves: Rows, effort: int = EFFORT) -> Rows:
    """A solution from the same start that is at most as long as the one given."""
    if not moves:
        return moves
    solution = _Solution(program, start, moves, effort)
    before = len(moves) + 1
    while len(solution.encoded) < before and solution.effort > 0:
        before = len(solution.encoded)
        size = min(LONGEST, max(1, before // 2))
        while size and solution.effort > 0:
            solution.delete_stretches(size)
            size //= 2
    return solution.moves()


class _Solution:
    """A solution as encoded moves, and trials with it."""

    def __init__(self, program: Program, start: Array, moves: Rows, effort: int) -> None:
        self.code = KERNELS.program_words(program.code)
        self.start = start.copy()
        self.start[m.PACE] = 0
        self.space = workspace(program)
        self.effort = effort
        self.encoded = np.zeros((len(moves), 1 + max(map(len, moves))), np.int32)
        for row, entry in zip(self.encoded, moves, strict=True):
            row[0] = len(entry)
            row[1 : 1 + len(entry)] = entry

    def moves(self) -> Rows:
        """The remaining moves."""
        return tuple(tuple(row[1 : 1 + row[0]]) for row in self.encoded.tolist())

    def delete_stretches(self, size: int) -> None:
        """Delete the stretches of a size that are not needed, from the start to the end."""
        at, state = 0, self.start.copy()
        while at < len(self.encoded) and self.effort > 0:
            last = min(at + size, len(self.encoded))
            won, rest = self._follow(state.copy(), last, len(self.encoded), MOST_SKIPPED + size)
            if won:
                self.encoded = np.concatenate((self.encoded[:at], rest))
            elif len(self._follow(state, at, last, 0)[1]) == last - at:
                at = last
            else:  # a legal move that is not listed: nothing behind it can be tried
                return

    def _follow(self, state: Array, first: int, last: int, left: int) -> tuple[bool, Array]:
        """Make the legal ones of some moves; returns whether that wins, and the moves made."""
        made = np.zeros(len(self.encoded) + 1, np.int32)
        moves = self.encoded.reshape(-1)
        won = _follow(OPERATE, self.code, state, self.space, moves, made, first, last, left)
        self.effort -= int(made[-1])
        return bool(won), self.encoded[made[:-1] == 1]
