"""Option rows: what may be chosen, written to the workspace by native loops."""

from __future__ import annotations

from typing import Any

from .jit import I64, U, jit
from .state import KNOWN, P_TOKENS, P_WIDTH, W_CAPACITY, W_DATA, W_ROWS


@jit("int64(state, state, int64)")
def add_row(P: Any, B: Any, action: Any) -> Any:
    """Start an option row; the answer is where its operands go. The caller has made sure of room."""
    width = P[U(P_WIDTH)]
    at = W_DATA + B[U(W_ROWS)] * width
    B[U(W_ROWS)] += 1
    B[U(at)] = action
    for i in range(1, width):
        B[U(at + i)] = 0
    return I64(at + 1)


@jit("int64(state, state, state, int64, int64)")
def rows_of_list(P: Any, S: Any, B: Any, action: Any, items: Any) -> Any:
    """A row per item of a list; -1 if they do not fit."""
    n = S[U(items)]
    if B[U(W_ROWS)] + n > B[U(W_CAPACITY)]:
        return I64(-1)
    for i in range(n):
        B[U(add_row(P, B, action))] = S[U(items + 1 + i)]
    return I64(n)


@jit("int64(state, state, state, int64, int64, int64)")
def rows_of_zone(P: Any, S: Any, B: Any, action: Any, z: Any, row: Any) -> Any:
    """A row per token of a zone whose bit is set in a row of a bit table; -1 if they do not fit."""
    n1 = P[U(P_TOKENS)]
    after = KNOWN + n1
    if B[U(W_ROWS)] + n1 > B[U(W_CAPACITY)]:
        return I64(-1)
    t = S[U(KNOWN + 6 * n1 + z)]
    while t:
        if (P[U(row + (t >> 5))] >> (t & 31)) & 1:
            B[U(add_row(P, B, action))] = t
        t = S[U(after + t)]
    return I64(0)


@jit("int64(state, state, int64, int64, int64)")
def run_length(P: Any, S: Any, z: Any, bits: Any, words: Any) -> Any:
    """How many face-up tokens from the top follow one another by a bit table (row: the lower)."""
    n1 = P[U(P_TOKENS)]
    after = KNOWN + n1
    face = KNOWN + 4 * n1
    t = S[U(KNOWN + 6 * n1 + z)]
    if t == 0 or not S[U(face + t)]:
        return I64(0)
    n = I64(1)
    lower = S[U(after + t)]
    while lower and S[U(face + lower)]:
        if not (P[U(bits + lower * words + (t >> 5))] >> (t & 31)) & 1:
            break
        n += 1
        t = lower
        lower = S[U(after + t)]
    return n


@jit("int64(state, state, state, int64)")
def rows_of_pairs(P: Any, S: Any, B: Any, pc: Any) -> Any:
    """A row per source and target zone whose top tokens fit; see ROWS_PAIRS."""
    action = P[U(pc + 1)]
    sources = P[U(pc + 2)]
    targets = P[U(pc + 3)]
    bits = P[U(pc + 4)]
    words = P[U(pc + 5)]
    n1 = P[U(P_TOKENS)]
    face = KNOWN + 4 * n1
    top = KNOWN + 6 * n1
    if B[U(W_ROWS)] + P[U(sources)] * P[U(targets)] > B[U(W_CAPACITY)]:
        return I64(-1)
    for i in range(P[U(sources)]):
        a = P[U(sources + 1 + i)]
        t = S[U(top + a)]
        if t and (S[U(face + t)] or not P[U(pc + 6)]):
            for j in range(P[U(targets)]):
                z = P[U(targets + 1 + j)]
                row = bits + S[U(top + z)] * words
                if a != z and (P[U(row + (t >> 5))] >> (t & 31)) & 1:
                    at = add_row(P, B, action)
                    B[U(at)] = a
                    B[U(at + 1)] = z
    return I64(0)


@jit("int64(state, state, state, int64)")
def rows_of_runs(P: Any, S: Any, B: Any, pc: Any) -> Any:
    """A row per source, target and run of two or more, the shortest first; see ROWS_RUNS."""
    action = P[U(pc + 1)]
    sources = P[U(pc + 2)]
    targets = P[U(pc + 3)]
    bits = P[U(pc + 4)]
    words = P[U(pc + 5)]
    n1 = P[U(P_TOKENS)]
    after = KNOWN + n1
    top = KNOWN + 6 * n1
    for i in range(P[U(sources)]):
        a = P[U(sources + 1 + i)]
        length = run_length(P, S, a, P[U(pc + 6)], P[U(pc + 7)])
        if length > 1:
            if B[U(W_ROWS)] + length * P[U(targets)] > B[U(W_CAPACITY)]:
                return I64(-1)
            for j in range(P[U(targets)]):
                z = P[U(targets + 1 + j)]
                row = bits + S[U(top + z)] * words
                t = S[U(top + a)]
                for depth in range(1, length):
                    t = S[U(after + t)]
                    if a != z and (P[U(row + (t >> 5))] >> (t & 31)) & 1:
                        at = add_row(P, B, action)
                        B[U(at)] = a
                        B[U(at + 1)] = z
                        B[U(at + 2)] = depth
    return I64(0)
