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


@jit("int64(state, state, int64, int64)")
def has_value(P: Any, S: Any, pc: Any, value: Any) -> Any:
    """Whether the bit of a value is set in the words that PICKED names."""
    if value < 0 or value >= P[U(pc + 3)] * m.SET_BITS:
        return I64(0)
    word = S[U(P[U(pc + 4 + value // m.SET_BITS)])]
    return (I64(word) >> (value % m.SET_BITS)) & 1


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


@jit("int64(state, int64, int64, int64)")
def is_among(S: Any, items: Any, n: Any, value: Any) -> Any:
    """Whether a value is one of the first n items of a list."""
    for i in range(n):
        if S[U(items + 1 + i)] == value:
            return I64(1)
    return I64(0)


@jit("int64(state, state, int64)")
def picked(P: Any, S: Any, pc: Any) -> Any:
    """Carry out PICKED; the result is where to continue, or a fault, negated."""
    items = I64(S[U(P[U(pc + 2)])])
    words = I64(P[U(pc + 3)])
    top = I64(S[U(m.LIST_TOP)])
    n = I64(0)
    for value in range(words * m.SET_BITS):
        n += has_value(P, S, pc, I64(value))
    if top + n >= P[U(m.P_LISTS_END)]:
        return I64(-m.FAULT_LISTS)
    n = I64(0)
    for i in range(S[U(items)]):
        value = I64(S[U(items + 1 + i)])
        if has_value(P, S, pc, value):
            n += 1
            S[U(top + n)] = value
    listed = n  # what is not on the list follows, in the order of values
    for value in range(words * m.SET_BITS):
        if has_value(P, S, pc, I64(value)) and not is_among(S, top, listed, I64(value)):
            n += 1
            S[U(top + n)] = value
    S[U(top)] = n
    S[U(m.LIST_TOP)] = top + n + 1
    S[U(P[U(pc + 1)])] = top
    return pc + 4 + words


@jit("int64(state, state, state, int64)")
def rows_of_sets(P: Any, S: Any, B: Any, pc: Any) -> Any:
    """Carry out ROWS_SETS; the result is where to continue, or a fault, negated."""
    items, least = I64(S[U(P[U(pc + 2)])]), max(I64(S[U(P[U(pc + 3)])]), I64(0))
    ways = count_ways(I64(S[U(items)]), least, I64(S[U(P[U(pc + 4)])]))
    words = I64(P[U(pc + 5)])
    apart = P[U(pc + 6)] != 0
    rows = I64(B[U(m.W_ROWS)])
    if rows + (ways if apart else min(ways, I64(1))) > B[U(m.W_CAPACITY)]:
        return I64(-m.FAULT_ROWS)
    for number in range(ways if apart else min(ways, I64(1))):
        at = m.W_DATA + (rows + number) * P[U(m.P_WIDTH)]
        B[U(at)] = P[U(pc + 1)]
        if apart:
            write_set(S, items, least, I64(number), B, I64(at + 1), words)
        else:
            B[U(at + 1)] = 0
            B[U(at + 2)] = ways - 1
        B[U(m.W_ROWS)] += 1
    return pc + 7
