"""Positions on record: how each differs from the one before it, and the options it has.

Records lie one behind the other in an array of words. A position is kept as the words in which it
differs from its parent; now and then as a whole, so that none is far from a whole one. Words that
are not in use (free places for lists, snapshots and calls) are left out.
"""

from __future__ import annotations

from typing import Any

from ..machine import state as m
from ..machine.jit import I64, U
from .jit import jit

# ---- a record: the one before and the number of the option there that led here, how many words it
# has, moves from the start, option rows, options, the next option to look at, further positions
# found, the next of those to go to, pairs of address and value (-1: all words); then the option
# rows and the pairs ----
R_PARENT, R_OPTION, R_SIZE, R_DEPTH, R_ROWS, R_COUNT, R_MADE, R_KIDS, R_NEXT, R_PAIRS = range(10)
R_HEAD = 10
FIRST = m.W_DATA  # the first record; option rows are read as if in a workspace, so there is room
WHOLE_EVERY = 16


@jit("int64(state)", inline=True)
def list_end(S: Any) -> Any:
    """The end of the words in use up to the lists."""
    return I64(S[U(m.LIST_TOP)])


@jit("int64(state, state)", inline=True)
def live_end(P: Any, S: Any) -> Any:
    """The end of the words in use behind the lists."""
    if S[U(m.TOGETHER)] or S[U(m.CALL_TOP)] > P[U(m.P_CALLS)]:
        return I64(S[U(m.CALL_TOP)])
    length = P[U(m.P_LISTS_END)] - m.KNOWN - P[U(m.P_TOKENS)]
    return I64(P[U(m.P_CHECKPOINTS)] + S[U(m.CHECKPOINTS)] * length)


@jit("void(state, state, state)")
def copy_live(P: Any, source: Any, to: Any) -> None:
    """Copy the words of a state that are in use."""
    for i in range(list_end(source)):
        to[U(i)] = source[U(i)]
    for i in range(P[U(m.P_CHECKPOINTS)], live_end(P, source)):
        to[U(i)] = source[U(i)]


@jit("int64(state, state, state, state)")
def write_pairs(P: Any, base: Any, to: Any, out: Any) -> Any:
    """Write what turns one state into another, and how many pairs that is; what is in use only in
    the other is written even where it happens to be the same."""
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
    """Change a state by pairs of address and value."""
    for i in range(count):
        S[U(pairs[U(2 * i)])] = pairs[U(2 * i + 1)]


@jit("int64(state, state, state)")
def write_whole(P: Any, S: Any, out: Any) -> Any:
    """Write all words in use, and how many they are."""
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
    for i in range(list_end(words)):  # the header comes first
        S[U(i)] = words[U(n)]
        n += 1
    for i in range(P[U(m.P_CHECKPOINTS)], live_end(P, S)):
        S[U(i)] = words[U(n)]
        n += 1
