"""Evaluate the tests of rules, and the test for winning, on a board."""

from __future__ import annotations

from typing import Any

from ...machine.jit import I64, U, jit
from . import words as b
from .words import INTS


@jit("int64(int64, int64, int64)", inline=True)
def compare(how: Any, x: Any, y: Any) -> Any:
    """Whether a comparison of two numbers holds."""
    if how == b.EQUAL:
        return I64(x == y)
    if how == b.UNEQUAL:
        return I64(x != y)
    if how == b.LESS:
        return I64(x < y)
    if how == b.MORE:
        return I64(x > y)
    return I64(x <= y) if how == b.AT_MOST else I64(x >= y)


@jit(f"int64({INTS}, {INTS}, int64, int64)")
def empty_piles(R: Any, B: Any, at: Any, but: Any) -> Any:
    """The number of empty piles in a list, `but` for one pile (-1: for none)."""
    empty = I64(0)
    for i in range(R[U(at)]):
        pile = R[U(at + 1 + i)]
        if B[U(b.B_SIZES + pile)] == 0 and pile != but:
            empty += 1
    return empty


@jit(f"int64({INTS}, {INTS}, int64, int64, int64, int64, int64)")
def holds(R: Any, B: Any, at: Any, count: Any, source: Any, target: Any, moved: Any) -> Any:
    """Whether all tests of a list hold for a move of `moved` cards."""
    for i in range(count):
        test = at + b.T_WORDS * i
        quantity = R[U(test + b.T_QUANTITY)]
        where = I64(R[U(test + b.T_WHERE)])
        value = I64(0)
        if quantity == b.Q_MOVED:
            value = moved
        elif quantity == b.Q_FROM_SIZE:
            value = I64(B[U(b.B_SIZES + source)])
        elif quantity == b.Q_TO_SIZE:
            value = I64(B[U(b.B_SIZES + target)])
        elif quantity == b.Q_LEFT:
            value = I64(B[U(b.B_SIZES + source)]) - moved
        elif quantity == b.Q_CARDS:
            for j in range(R[U(where)]):
                value += B[U(b.B_SIZES + R[U(where + 1 + j)])]
        elif quantity == b.Q_EMPTY:
            value = empty_piles(R, B, where, I64(-1))
        elif quantity == b.Q_OVER_CAPACITY:
            columns = where + 1 + R[U(where)]
            cells = empty_piles(R, B, where, I64(-1))
            # More empty columns than the shift allows never matter: there are fewer cards.
            value = moved - ((cells + 1) << min(I64(20), empty_piles(R, B, columns, target)))
        if not compare(I64(R[U(test + b.T_COMPARE)]), value, I64(R[U(test + b.T_NUMBER)])):
            return I64(0)
    return I64(1)


@jit(f"int64({INTS}, {INTS})")
def is_won(R: Any, B: Any) -> Any:
    """Whether the position is won."""
    return holds(R, B, I64(R[U(b.R_WIN)]), I64(R[U(b.R_WIN + 1)]), I64(-1), I64(-1), I64(0))
