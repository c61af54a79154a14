"""Worlds from masked words: tokens in place of labels, hidden words carried over, orders drawn."""

from __future__ import annotations

from typing import Any

from ..machine import columns
from ..machine import state as m
from ..machine.jit import I64, Export, U, jit, offset
from ..machine.rng import below
from .past_table import (
    BLANK_WORDS,
    H_BLANK_COUNT,
    H_BLANKS,
    H_NAMING,
    H_NAMING_COUNT,
    H_SHIFT_COUNT,
    H_SHIFTS,
    H_WORDS,
)


@jit("void(state, state, int64, state, state)")
def put_tokens(P: Any, H: Any, at: Any, tokens: Any, S: Any) -> None:
    """The masked state of a record with tokens in place of labels; knowledge, faces and sight stay
    with positions."""
    record = offset(H, at)
    words = offset(H, at + record[U(H_WORDS)])
    for i in range(P[U(m.P_SIZE)]):
        S[U(i)] = words[U(i)]
    n1, z1 = I64(P[U(m.P_TOKENS)]), I64(P[U(m.P_ZONES)])
    for t in range(1, n1):
        S[U(m.KNOWN + tokens[U(t)])] = words[U(m.KNOWN + t)]
    shifts = offset(record, record[U(H_SHIFTS)])
    for k in range(record[U(H_SHIFT_COUNT)]):
        shift = I64(shifts[U(k)])
        start = columns.next(P) + shift
        for t in range(1, n1):
            u = I64(tokens[U(t)])
            if u == t:
                S[U(start + t)] = tokens[U(words[U(start + t)])]
                S[U(start + n1 + t)] = tokens[U(words[U(start + n1 + t)])]
            else:
                S[U(start + u)] = tokens[U(words[U(start + t)])]
                S[U(start + n1 + u)] = tokens[U(words[U(start + n1 + t)])]
                for r in range(2 * n1, 5 * n1, n1):
                    S[U(start + r + u)] = words[U(start + r + t)]
        ends = columns.top(P) + shift
        for z in range(2 * z1):
            S[U(ends + z)] = tokens[U(words[U(ends + z)])]
        for i in range(2):
            area = I64(P[U(m.P_BAGS)] if i else P[U(m.P_GRANTS)])
            if area:
                for t in range(1, n1):
                    S[U(area + shift + tokens[U(t)])] = words[U(area + shift + t)]
    naming = offset(record, record[U(H_NAMING)])
    for i in range(record[U(H_NAMING_COUNT)]):
        S[U(naming[U(i)])] = tokens[U(words[U(naming[U(i)])])]


@jit("void(state, state, int64, state, state)")
def carry(P: Any, H: Any, at: Any, source: Any, S: Any) -> None:
    """Take over what is hidden at a record, beside tokens, from the state that led there."""
    record = offset(H, at)
    blanks = offset(record, record[U(H_BLANKS)])
    size = I64(P[U(m.P_SIZE)])
    for i in range(record[U(H_BLANK_COUNT)]):
        address = I64(blanks[U(BLANK_WORDS * i)])
        S[U(address)] = source[U(address)]
        count = I64(source[U(address)])
        if blanks[U(BLANK_WORDS * i + 1)] and count > 0 and address + 1 + count <= size:
            for k in range(address + 1, address + 1 + count):
                S[U(k)] = source[U(k)]


@jit("void(state, state)")
def start_again(P: Any, S: Any) -> None:
    """Before the first simultaneous answer, make the checkpoint a copy of the state."""
    if S[U(m.TOGETHER)] == m.COLLECTING and not S[U(m.SITE)]:
        by = P[U(m.P_START)] - m.KNOWN
        for i in range(m.KNOWN, P[U(m.P_LISTS_END)]):
            S[U(i + by)] = S[U(i)]


@jit("void(state, state)")
def before_answers(P: Any, S: Any) -> None:
    """While answers are collected, go back to where the first of the seats was about to be
    asked."""
    if S[U(m.TOGETHER)] != m.COLLECTING:
        return
    at = I64(P[U(m.P_ANSWERS)])
    by = P[U(m.P_START)] - m.KNOWN
    for i in range(m.KNOWN, P[U(m.P_LISTS_END)]):
        S[U(i)] = S[U(i + by)]
    S[U(m.STATUS)] = 0
    S[U(m.SITE)] = 0
    S[U(m.DECIDER)] = 0
    S[U(m.PC)] = S[U(at + m.A_PC)]


@jit("void(state, state, int64, int64, state, state, state)", export=Export.QUICK)
def shuffle_unordered(
    P: Any, S: Any, seat: Any, count: Any, zones: Any, R: Any, order: Any
) -> None:
    """Shuffle the tokens that a seat does not see in zones without order: it may know which they
    are, but not where each is."""
    after, before, shown = columns.next(P), columns.previous(P), columns.shown(P)
    n1 = P[U(m.P_TOKENS)]
    for k in range(count):
        z = I64(zones[U(k)])
        n = I64(0)
        t = I64(S[U(columns.top(P) + z)])
        while t and n < n1:
            order[U(n)] = t
            n += 1
            t = I64(S[U(after + t)])
        for i in range(n - 1, 0, -1):
            if S[U(shown + order[U(i)])] >> seat & 1:
                continue
            unseen = I64(0)
            for j in range(i + 1):
                unseen += 1 - (S[U(shown + order[U(j)])] >> seat & 1)
            pick = below(R, I64(0), unseen)
            j = I64(-1)
            while pick >= 0:
                j += 1
                pick -= 1 - (S[U(shown + order[U(j)])] >> seat & 1)
            t = I64(order[U(i)])
            order[U(i)] = order[U(j)]
            order[U(j)] = t
        above = I64(0)
        for i in range(n):
            t = I64(order[U(i)])
            S[U(before + t)] = above
            S[U((after + above) if above else (columns.top(P) + z))] = t
            above = t
        if n:
            S[U(after + above)] = 0
            S[U(columns.bottom(P) + z)] = above
