"""Lists in the list area of a state: a length and the items.

The area is a stack: a list may grow only while it is on top, and is never changed after that.
"""

from __future__ import annotations

from typing import Any

from . import columns
from . import state as m
from .jit import I64, U, jit

LOW_WORD = I64(0xFFFFFFFF)
SMALL = 63  # values below are looked up in the bits of a number


@jit("int64(state, state, int64)")
def list_tokens(P: Any, S: Any, z: Any) -> Any:
    """The list of a zone's tokens from the top."""
    after = columns.next(P)
    start = S[U(m.LIST_TOP)]
    n = 0
    t = S[U(columns.top(P) + z)]
    while t:
        n += 1
        S[U(start + n)] = t
        t = S[U(after + t)]
    S[U(start)] = n
    S[U(m.LIST_TOP)] = start + n + 1
    return I64(start)


@jit("int64(state, int64)", inline=True)
def one_row(P: Any, row: Any) -> Any:
    """Two words of a bit table as 64 bits, for tables whose rows are that short."""
    return (I64(P[U(row)]) & LOW_WORD) | (I64(P[U(row + 1)]) << 32)


@jit("int64(state, state, int64, int64)")
def select(P: Any, S: Any, items: Any, row: Any) -> Any:
    """The tokens of a list whose bit is set in a row of a bit table."""
    start = S[U(m.LIST_TOP)]
    n = 0
    for i in range(S[U(items)]):
        t = S[U(items + 1 + i)]
        S[U(start + 1 + n)] = t
        n += (P[U(row + (t >> 5))] >> (t & 31)) & 1
    S[U(start)] = n
    S[U(m.LIST_TOP)] = start + n + 1
    return I64(start)


@jit("int64(state, state, int64, int64)")
def select_tokens(P: Any, S: Any, z: Any, row: Any) -> Any:
    """The tokens of a zone from the top whose bit is set in a row of a bit table."""
    after = columns.next(P)
    start = S[U(m.LIST_TOP)]
    n = 0
    t = S[U(columns.top(P) + z)]
    while t:
        S[U(start + 1 + n)] = t
        n += (P[U(row + (t >> 5))] >> (t & 31)) & 1
        t = S[U(after + t)]
    S[U(start)] = n
    S[U(m.LIST_TOP)] = start + n + 1
    return I64(start)


@jit("int64(state, state, int64, int64, int64)", inline=True)
def count_items(P: Any, S: Any, items: Any, row: Any, words: Any) -> Any:
    """How many tokens of a list have their bit set in a row of a bit table, which has a number of
    words."""
    n = I64(0)
    if words <= 2:
        short = one_row(P, row)
        for i in range(S[U(items)]):
            n += (short >> S[U(items + 1 + i)]) & 1
    else:
        for i in range(S[U(items)]):
            t = S[U(items + 1 + i)]
            n += (P[U(row + (t >> 5))] >> (t & 31)) & 1
    return n


@jit("int64(state, state, int64, int64, int64)")
def count_values(P: Any, S: Any, items: Any, entries: Any, count: Any) -> Any:
    """How many different entries the items have in a table; -1 if one is not in 1..count."""
    n = I64(0)
    seen = I64(0)  # the small ones, a bit each
    for i in range(S[U(items)]):
        x = S[U(items + 1 + i)]
        if x < 1 or x > count:
            return I64(-1)
        value = I64(P[U(entries + x)])
        fresh = I64(1)
        if 0 <= value < SMALL:
            fresh = I64(1) - ((seen >> value) & 1)
            seen |= I64(1) << value
        else:
            for j in range(i):
                if P[U(entries + S[U(items + 1 + j)])] == value:
                    fresh = I64(0)
                    break
        n += fresh
    return n


@jit("void(state, int64, int64, int64)")
def copy_list(S: Any, items: Any, to: Any, room: Any) -> None:
    """Copy a list to a place with a fixed room for items; the rest is filled with 0."""
    n = S[U(items)]
    for i in range(room + 1):
        S[U(to + i)] = S[U(items + i)] if i <= n else 0


@jit("int64(state, int64, int64)")
def list_range(S: Any, low: Any, high: Any) -> Any:
    """The list of the numbers from low to high."""
    start = S[U(m.LIST_TOP)]
    n = max(high - low + 1, I64(0))
    S[U(start)] = n
    for i in range(n):
        S[U(start + 1 + i)] = low + i
    S[U(m.LIST_TOP)] = start + n + 1
    return I64(start)


@jit("int64(state, int64, int64, int64)")
def contains_among(S: Any, items: Any, n: Any, value: Any) -> Any:
    """Whether a value is among the first n items."""
    for i in range(n):
        if S[U(items + 1 + i)] == value:
            return I64(1)
    return I64(0)


@jit("int64(state, int64, int64)")
def contains(S: Any, items: Any, value: Any) -> Any:
    """Whether a value is among the items."""
    return contains_among(S, items, I64(S[U(items)]), value)


@jit("int64(state, int64)")
def append_distinct(S: Any, items: Any) -> Any:
    """The items without duplicates, in order of their first occurrence."""
    start = I64(S[U(m.LIST_TOP)])
    n = I64(0)
    seen = I64(0)  # the small ones, a bit each
    for i in range(S[U(items)]):
        value = I64(S[U(items + 1 + i)])
        if 0 <= value < SMALL:
            fresh = I64(1) - ((seen >> value) & 1)
            seen |= I64(1) << value
        else:
            fresh = I64(1) - contains_among(S, start, n, value)
        S[U(start + 1 + n)] = value  # stays if it is fresh
        n += fresh
    S[U(start)] = n
    S[U(m.LIST_TOP)] = start + n + 1
    return start


@jit("void(state, int64, int64)")
def extend(S: Any, to: Any, items: Any) -> None:
    """Add the items of a list to the list on top of the list area."""
    top = S[U(m.LIST_TOP)]
    n = S[U(items)]
    for i in range(n):
        S[U(top + i)] = S[U(items + 1 + i)]
    S[U(to)] += n
    S[U(m.LIST_TOP)] = top + n


@jit("int64(state, int64, int64)")
def sort(S: Any, items: Any, keys: Any) -> Any:
    """The items sorted by their keys: insertion sort, stable, and the keys are sorted in place."""
    start = S[U(m.LIST_TOP)]
    n = S[U(items)]
    for i in range(n):
        item = S[U(items + 1 + i)]
        key = S[U(keys + 1 + i)]
        j = I64(i)
        while j > 0 and S[U(keys + j)] > key:
            S[U(start + 1 + j)] = S[U(start + j)]
            S[U(keys + 1 + j)] = S[U(keys + j)]
            j -= 1
        S[U(start + 1 + j)] = item
        S[U(keys + 1 + j)] = key
    S[U(start)] = n
    S[U(m.LIST_TOP)] = start + n + 1
    return I64(start)


@jit("int64(state, int64)")
def reverse(S: Any, items: Any) -> Any:
    """The items from the last to the first."""
    start = S[U(m.LIST_TOP)]
    n = S[U(items)]
    for i in range(n):
        S[U(start + 1 + i)] = S[U(items + n - i)]
    S[U(start)] = n
    S[U(m.LIST_TOP)] = start + n + 1
    return I64(start)


@jit("int64(state, int64)")
def total(S: Any, items: Any) -> Any:
    """The sum of the items."""
    x = I64(0)
    for i in range(S[U(items)]):
        x += S[U(items + 1 + i)]
    return x


@jit("int64(state, int64, int64)", inline=True)
def extreme(S: Any, items: Any, sign: Any) -> Any:
    """The largest item (sign 1) or the smallest (sign -1)."""
    best = I64(S[U(items + 1)])
    for i in range(1, S[U(items)]):
        if sign * S[U(items + 1 + i)] > sign * best:
            best = I64(S[U(items + 1 + i)])
    return best
