"""Recorded positions: delta-encoded states, and the options of each.

Records follow each other in one array of words. A position is stored as the words in which it
differs from its parent; every WHOLE_EVERY moves it is stored as a whole, which bounds the length of
a chain of deltas. Unused words (free room for lists, checkpoints and calls) are left out.
"""

from __future__ import annotations

from typing import Any

from ..machine import state as m
from ..machine.jit import I64, U, jit

# ---- a record: its parent and the number of the option taken there, its length in words, depth in
# moves, number of option rows, number of options, next option to try, number of children found,
# next child to visit, number of (address, value) pairs (-1: stored as a whole); then the option
# rows and the pairs ----
R_PARENT, R_OPTION, R_SIZE, R_DEPTH, R_ROWS, R_COUNT, R_TRIED, R_CHILDREN, R_NEXT, R_PAIRS = range(
    10
)
R_HEAD = 10
FIRST = m.W_DATA  # the first record; rows are read as if in a workspace, whose header is this long
WHOLE_EVERY = 16


@jit("int64(state)", inline=True)
def list_end(S: Any) -> Any:
    """The end of the first stretch of used words: header to lists."""
    return I64(S[U(m.LIST_TOP)])


@jit("int64(state, state)", inline=True)
def live_end(P: Any, S: Any) -> Any:
    """The end of the second stretch of used words: checkpoints, then calls and common answers."""
    if S[U(m.TOGETHER)] or S[U(m.CALL_TOP)] > P[U(m.P_CALLS)]:
        return I64(S[U(m.CALL_TOP)])
    length = P[U(m.P_LISTS_END)] - m.KNOWN - P[U(m.P_TOKENS)]
    return I64(P[U(m.P_CHECKPOINTS)] + S[U(m.CHECKPOINTS)] * length)


@jit("void(state, state, state)")
def copy_live(P: Any, source: Any, to: Any) -> None:
    """Copy the used words of a state."""
    for i in range(list_end(source)):
        to[U(i)] = source[U(i)]
    for i in range(P[U(m.P_CHECKPOINTS)], live_end(P, source)):
        to[U(i)] = source[U(i)]


@jit("int64(state, state, state, state)")
def write_pairs(P: Any, base: Any, to: Any, out: Any) -> Any:
    """Write the pairs that turn `base` into `to`, and return their number. Words used only in `to`
    are always written: what is there in `base` is not part of a stored state."""
    n = I64(0)
    shared, end = list_end(base), list_end(to)
    for i in range(end):
        if i >= shared or base[U(i)] != to[U(i)]:
            out[U(2 * n)] = i
            out[U(2 * n + 1)] = to[U(i)]
            n += 1
    shared = live_end(P, base)
    for i in range(P[U(m.P_CHECKPOINTS)], live_end(P, to)):
        if i >= shared or base[U(i)] != to[U(i)]:
            out[U(2 * n)] = i
            out[U(2 * n + 1)] = to[U(i)]
            n += 1
    return n


@jit("void(state, state, int64)")
def apply_pairs(S: Any, pairs: Any, count: Any) -> None:
    """Apply (address, value) pairs to a state."""
    for i in range(count):
        S[U(pairs[U(2 * i)])] = pairs[U(2 * i + 1)]


@jit("int64(state, state, state)")
def write_whole(P: Any, S: Any, out: Any) -> Any:
    """Write all used words, and return their number."""
    n = I64(0)
    for i in range(list_end(S)):
        out[U(n)] = S[U(i)]
        n += 1
    for i in range(P[U(m.P_CHECKPOINTS)], live_end(P, S)):
        out[U(n)] = S[U(i)]
        n += 1
    return n


@jit("void(state, state, state)")
def read_whole(P: Any, S: Any, words: Any) -> None:
    """Read what `write_whole` wrote."""
    n = I64(0)
    for i in range(list_end(words)):  # the header comes first, so LIST_TOP can be read
        S[U(i)] = words[U(n)]
        n += 1
    for i in range(P[U(m.P_CHECKPOINTS)], live_end(P, S)):
        S[U(i)] = words[U(n)]
        n += 1
