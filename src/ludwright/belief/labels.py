"""Labels: numbers for the tokens that a seat does not know, which depend only on what it knows.

A known token has its own number. The others of a back get the free numbers in the order of their
positions; in a zone without an order, what distinguishes them puts them in order first.
"""

from __future__ import annotations

from typing import Any

from ..machine import columns
from ..machine import state as m
from ..machine.jit import I64, U, jit
from .held import areas, find_held, find_names, shift_of
from .mask_table import (
    M_BACK_COUNT,
    M_BACKS,
    M_TOKEN_WORDS,
    M_UNORDERED,
    X_COLUMN,
    X_CURSORS,
    X_FIRSTS,
    X_LABELS,
    X_NAMES,
    X_NAMES_AT,
    X_ORDER,
    X_PLACES,
    X_UNSEEN,
    X_VALUES,
)


@jit("int64(state, int64, int64)", inline=True)
def knows(S: Any, t: Any, seat: Any) -> Any:
    """1 if a seat knows a token."""
    return I64(S[U(m.KNOWN + t)] >> seat & 1)


@jit("int64(state, state, int64, int64, state, int64)")
def contents(P: Any, S: Any, z: Any, shift: Any, to: Any, at: Any) -> Any:
    """Write the tokens of a zone from the top down; the result is their number."""
    after = columns.next(P) + shift
    n1 = P[U(m.P_TOKENS)]
    n = I64(0)
    t = I64(S[U(columns.top(P) + z + shift)])
    while 0 < t < n1 and n < n1:
        to[U(at + n)] = t
        n += 1
        t = I64(S[U(after + t)])
    return n


# ---- signs: what distinguishes tokens, beside their numbers and unordered positions --------------


@jit("void(state, int64)")
def sort_names(X: Any, first: Any) -> None:
    """Sort the addresses of words that refer to tokens from a first one on, each once."""
    names = X[U(X_NAMES_AT)]
    n = first
    for i in range(first, X[U(X_NAMES)]):
        name = I64(X[U(names + i)])
        at = n
        while at > first and X[U(names + at - 1)] > name:
            at -= 1
        if at > first and X[U(names + at - 1)] == name:
            continue
        for k in range(n - at):
            X[U(names + n - k)] = X[U(names + n - k - 1)]
        X[U(names + at)] = name
        n += 1
    X[U(X_NAMES)] = n


@jit("void(state, state, state, state)")
def find_signs(P: Any, M: Any, S: Any, X: Any) -> None:
    """Prepare to compare the signs of the tokens of a state, whose words that refer to tokens are
    known."""
    n1 = P[U(m.P_TOKENS)]
    sort_names(X, areas(P, S) * M[U(M[U(M_TOKEN_WORDS)])])
    for t in range(n1):
        X[U(X[U(X_FIRSTS)] + t)] = 0
    for back in range(X[U(X_NAMES)]):
        i = X[U(X_NAMES)] - back  # backwards, as the first word with a token counts
        t = I64(S[U(X[U(X[U(X_NAMES_AT)] + i - 1)])])
        if 0 < t < n1:
            X[U(X[U(X_FIRSTS)] + t)] = i
    order = I64(X[U(X_ORDER)])
    for area in range(1, areas(P, S)):
        places = X[U(X_PLACES)] + (area - 1) * n1
        for z in range(1, P[U(m.P_ZONES)]):
            ordered = P[U(P[U(m.P_SIGHT)] + z * m.SIGHT_WORDS)] & m.ORDERED
            for i in range(contents(P, S, I64(z), shift_of(P, I64(area)), X, order)):
                X[U(places + X[U(order + i)])] = z * n1 + (i if ordered else 0)


@jit("int64(state, state, state, state, int64, int64)")
def compare_signs(P: Any, M: Any, S: Any, X: Any, a: Any, b: Any) -> Any:
    """Compare two tokens by their signs: below 0, 0, or above 0."""
    found = I64(M[U(M[U(M_BACKS)] + a)]) - M[U(M[U(M_BACKS)] + b)]
    if not found:
        found = I64(S[U(m.KNOWN + a)]) - S[U(m.KNOWN + b)]
    if not found:
        found = I64(S[U(columns.face(P) + a)]) - S[U(columns.face(P) + b)]
    if not found:
        found = I64(S[U(columns.shown(P) + a)]) - S[U(columns.shown(P) + b)]
    if not found and P[U(m.P_GRANTS)]:
        found = I64(S[U(P[U(m.P_GRANTS)] + a)]) - S[U(P[U(m.P_GRANTS)] + b)]
    for area in range(1, areas(P, S)):
        places = X[U(X_PLACES)] + (area - 1) * P[U(m.P_TOKENS)]
        if not found:
            found = I64(X[U(places + a)]) - X[U(places + b)]
    if not found:
        found = I64(X[U(X[U(X_FIRSTS)] + a)]) - X[U(X[U(X_FIRSTS)] + b)]
    return found


# ---- zones without an order ----------------------------------------------------------------------


@jit("void(state, state, int64, int64, state, int64, int64)")
def link(P: Any, S: Any, z: Any, shift: Any, X: Any, at: Any, n: Any) -> None:
    """Link tokens, at least one, in the order written in words of another array."""
    after = columns.next(P) + shift
    before = columns.previous(P) + shift
    S[U(columns.top(P) + z + shift)] = X[U(at)]
    S[U(columns.bottom(P) + z + shift)] = X[U(at + n - 1)]
    for i in range(n):
        t = X[U(at + i)]
        S[U(before + t)] = X[U(at + i - 1)] if i else 0
        S[U(after + t)] = X[U(at + i + 1)] if i + 1 < n else 0


@jit("int64(state, state, state, state, int64, int64, int64)")
def goes_before(P: Any, M: Any, S: Any, X: Any, a: Any, b: Any, seat: Any) -> Any:
    """Whether an unseen token goes before another: known ones first, by number, then the others by
    their signs. Without a seat, all go by number."""
    if seat < 0:
        return I64(a < b)
    known = knows(S, a, seat)
    if known != knows(S, b, seat):
        return known
    if known:
        return I64(a < b)
    return I64(compare_signs(P, M, S, X, a, b) < 0)


@jit("void(state, state, state, state, int64, int64, int64, int64)")
def settle(P: Any, M: Any, S: Any, X: Any, z: Any, shift: Any, seat: Any, by: Any) -> None:
    """Sort the tokens of a zone that a seat does not see, as their order would reveal something."""
    order, unseen = I64(X[U(X_ORDER)]), I64(X[U(X_UNSEEN)])
    shown = columns.shown(P) + shift
    n = contents(P, S, z, shift, X, order)
    count, moved = I64(0), False
    for i in range(n):
        t = I64(X[U(order + i)])
        if not S[U(shown + t)] >> seat & 1:
            at = unseen + count
            while at > unseen and goes_before(P, M, S, X, t, I64(X[U(at - 1)]), by):
                X[U(at)] = X[U(at - 1)]
                at -= 1
                moved = True
            X[U(at)] = t
            count += 1
    if moved:
        count = 0
        for i in range(n):
            if not S[U(shown + X[U(order + i)])] >> seat & 1:
                X[U(order + i)] = X[U(unseen + count)]
                count += 1
        link(P, S, z, shift, X, order, n)


@jit("int64(state, state, int64, int64, int64)")
def count_unseen(P: Any, S: Any, z: Any, seat: Any, enough: Any) -> Any:
    """The number of tokens of a zone that a seat does not see, up to a number."""
    after, shown, n1 = columns.next(P), columns.shown(P), P[U(m.P_TOKENS)]
    n = I64(0)
    t = S[U(columns.top(P) + z)]
    for _ in range(n1):
        if t <= 0 or t >= n1 or n == enough:
            break
        n += 1 - (S[U(shown + t)] >> seat & 1)
        t = S[U(after + t)]
    return n


@jit("void(state, state, state, state, int64)")
def settle_unordered(P: Any, M: Any, S: Any, X: Any, seat: Any) -> None:
    """Sort the unseen tokens of zones without an order."""
    zones = M[U(M_UNORDERED)]
    ready = False
    for i in range(M[U(zones)]):
        z = I64(M[U(zones + 1 + i)])
        if count_unseen(P, S, z, seat, I64(2)) > 1:
            if not ready:
                find_signs(P, M, S, X)
                ready = True
            settle(P, M, S, X, z, I64(0), seat, seat)


@jit("void(state, state, state, state, int64)")
def settle_checkpoints(P: Any, M: Any, S: Any, X: Any, seat: Any) -> None:
    """The same in checkpoints, where tokens are labelled already."""
    zones = M[U(M_UNORDERED)]
    for area in range(1, areas(P, S)):
        for i in range(M[U(zones)]):
            settle(P, M, S, X, I64(M[U(zones + 1 + i)]), shift_of(P, I64(area)), seat, I64(-1))


# ---- labels --------------------------------------------------------------------------------------


@jit("int64(state, state, state, state, int64)")
def find_labels(P: Any, M: Any, S: Any, X: Any, seat: Any) -> Any:
    """Write the label of each token; the result is whether some are not its own number."""
    labels, cursors, n1 = X[U(X_LABELS)], X[U(X_CURSORS)], P[U(m.P_TOKENS)]
    hidden = False
    for t in range(n1):
        X[U(labels + t)] = t
        hidden = hidden or (t > 0 and not knows(S, I64(t), seat))
    if not hidden:
        return I64(0)
    for back in range(M[U(M_BACK_COUNT)]):
        X[U(cursors + back)] = 1
    order, backs = I64(X[U(X_ORDER)]), M[U(M_BACKS)]
    for z in range(1, P[U(m.P_ZONES)]):
        for i in range(contents(P, S, I64(z), I64(0), X, order)):
            t = I64(X[U(order + i)])
            if not knows(S, t, seat):
                back = M[U(backs + t)]
                free = I64(X[U(cursors + back)])
                while free < n1 and (M[U(backs + free)] != back or knows(S, free, seat)):
                    free += 1
                if free < n1:
                    X[U(labels + t)] = free
                X[U(cursors + back)] = free + 1
    return I64(1)


@jit("void(state, int64, state, int64, state, int64)")
def permute(S: Any, column: Any, L: Any, n1: Any, X: Any, at: Any) -> None:
    """Move the words of a column to the labels of their tokens."""
    for t in range(n1):
        X[U(at + t)] = S[U(column + t)]
    for t in range(n1):
        S[U(column + L[U(t)])] = X[U(at + t)]


@jit("void(state, int64, int64, state, int64)")
def replace_tokens(S: Any, first: Any, count: Any, L: Any, n1: Any) -> None:
    """Replace tokens by their labels in a stretch of words."""
    for at in range(first, first + count):
        if 0 < S[U(at)] < n1:
            S[U(at)] = L[U(S[U(at)])]


@jit("void(state, state, state, state, state)")
def relabel(P: Any, M: Any, S: Any, L: Any, X: Any) -> None:
    """Replace tokens by their labels in a state whose words that refer to tokens are known;
    knowledge, faces and sight stay with positions."""
    n1, z1, room = I64(P[U(m.P_TOKENS)]), I64(P[U(m.P_ZONES)]), I64(X[U(X_COLUMN)])
    permute(S, I64(m.KNOWN), L, n1, X, room)
    for area in range(areas(P, S)):
        shift = shift_of(P, I64(area))
        for column in range(m.NEXT_COLUMN, m.TOKEN_COLUMNS):
            at = m.KNOWN + column * n1 + shift
            if column < m.ZONE_COLUMN:
                replace_tokens(S, at, n1, L, n1)
            permute(S, at, L, n1, X, room)
        replace_tokens(S, columns.top(P) + shift, 2 * z1, L, n1)
        if P[U(m.P_GRANTS)]:
            permute(S, P[U(m.P_GRANTS)] + shift, L, n1, X, room)
        if P[U(m.P_BAGS)]:
            permute(S, P[U(m.P_BAGS)] + shift, L, n1, X, room)
    names, values = X[U(X_NAMES_AT)], X[U(X_VALUES)]
    for i in range(X[U(X_NAMES)]):  # read before any is written: one may be there twice
        X[U(values + i)] = S[U(X[U(names + i)])]
    replace_tokens(X, I64(values), I64(X[U(X_NAMES)]), L, n1)
    for i in range(X[U(X_NAMES)]):
        S[U(X[U(names + i)])] = X[U(values + i)]


@jit("void(state, state)")
def start_again(P: Any, S: Any) -> None:
    """Before the first simultaneous answer, make the checkpoint a copy of the state."""
    if S[U(m.TOGETHER)] == m.COLLECTING and not S[U(m.SITE)]:
        to = P[U(m.P_START)] - m.KNOWN
        for at in range(m.KNOWN, P[U(m.P_LISTS_END)]):
            S[U(to + at)] = S[U(at)]


@jit("void(state, state, state, state)")
def find_references(P: Any, M: Any, S: Any, X: Any) -> None:
    """Find the registers in use, and the words that refer to tokens."""
    find_held(P, M, S, X)
    find_names(P, M, S, X)
