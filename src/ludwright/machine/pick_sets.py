"""Sets of list items: numbered among the sets of a list, stored as words with a bit per value."""

from __future__ import annotations

from typing import Any

from . import state as m
from .jit import I64, U, jit
from .subsets import count_ways


@jit("int64(int64, int64)")
def binomial(n: Any, k: Any) -> Any:
    """The number of ways to take k of n items."""
    ways = I64(1)
    for i in range(k):
        ways = ways * (n - i) // (i + 1)
    return ways if k <= n else I64(0)


@jit("void(state, int64, int64)")
def add_value(to: Any, at: Any, value: Any) -> None:
    """Set the bit of a value."""
    to[U(at + value // m.SET_BITS)] |= 1 << (value % m.SET_BITS)


@jit("void(state, int64, int64, int64, state, int64, int64)")
def write_set(S: Any, items: Any, least: Any, number: Any, to: Any, at: Any, words: Any) -> None:
    """Write the set of a number. Smaller sets come first, then lexicographic order."""
    for i in range(words):
        to[U(at + i)] = 0
    n = I64(S[U(items)])
    left = max(least, I64(0))
    while left < n and number >= binomial(n, left):
        number -= binomial(n, left)
        left += 1
    for i in range(n):
        if left:
            with_it = binomial(n - i - 1, left - 1)
            if number < with_it:
                value = I64(S[U(items + 1 + i)])
                if 0 <= value < words * m.SET_BITS:
                    add_value(to, at, value)
                left -= 1
            else:
                number -= with_it


@jit("void(state, state, int64, int64)")
def take_set(P: Any, S: Any, record: Any, number: Any) -> None:
    """Make the set of a number the choice of an action whose options are sets."""
    words = -I64(P[U(record + m.ACTION_OPERANDS)])
    table = P[U(record + m.ACTION_HEAD + words)]
    items, least = I64(S[U(P[U(table)])]), I64(S[U(P[U(table + 1)])])
    write_set(S, items, least, number, S, I64(m.OPERANDS), words)


@jit("int64(state, state, state, int64, int64, int64, int64)")
def rows_of_sets(P: Any, S: Any, B: Any, pc: Any, items: Any, least: Any, most: Any) -> Any:
    """The options of an op ROWS_SETS; -1 if they do not fit."""
    ways = count_ways(I64(S[U(items)]), least, most)
    words = I64(P[U(pc + 5)])
    apart = P[U(pc + 6)] != 0
    rows = I64(B[U(m.W_ROWS)])
    count = ways if apart else min(ways, I64(1))
    if rows + count > B[U(m.W_CAPACITY)]:
        return I64(-1)
    for number in range(count):
        at = m.W_DATA + (rows + number) * P[U(m.P_WIDTH)]
        B[U(at)] = P[U(pc + 1)]
        if apart:
            write_set(S, items, least, I64(number), B, I64(at + 1), words)
        else:
            B[U(at + 1)] = 0
            B[U(at + 2)] = ways - 1
        B[U(m.W_ROWS)] += 1
    return I64(0)
