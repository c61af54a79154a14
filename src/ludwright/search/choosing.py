"""A decision inside the tree: which node it is, and the choice of one of its options.

A row that stands for many options is narrowed down by further nodes of the same seat: a range of
numbers part by part, a set item by item.
"""

from __future__ import annotations

from typing import Any

from ..belief.audience_table import K_KINDS
from ..belief.observed import observed
from ..machine import state as m
from ..machine.enumerate_ops import take_row
from ..machine.jit import I64, U64, U, jit, offset
from ..machine.keys import mixed
from ..machine.pick_sets import add_value
from ..machine.rng import below, finalize
from .bandits import EDGES, KEYS, SEARCH, best_candidate, mixed_candidate
from .layout import (
    DECIDER,
    EVERYTHING,
    F_MIX,
    G_AHEAD,
    G_INSIDE,
    G_ITEMS,
    G_OBSERVER,
    G_POOLED,
    G_SEAT,
    G_WORLD,
    IS_RANGE,
    IS_SET,
    MOST_ITEMS,
    MOST_SIGNS,
    NARROW,
    OF_TOKENS,
    PARTS,
    SET_WORDS_AT,
    X_CHAIN,
    X_LATER,
    X_ROUND,
    X_SIGNS,
)
from .signs import M64, item_sign, move_sign, row_sign

ROOT_NODE = U64(0x2007)
STOP_SIGN = U64(0x57091)


@jit(f"uint64(state, state, state, {SEARCH}, int64)")
def node_of(P: Any, S: Any, K: Any, X: Any, G: Any, F: Any, seat: Any) -> Any:
    """The node of a decision: what its observer knows of the game since the root, and sees."""
    observer = G[U(G_OBSERVER)]
    world = I64(G[U(G_WORLD)]) if observer == EVERYTHING else I64(0)
    if G[U(G_AHEAD)] and seat == G[U(G_SEAT)]:
        return mixed(ROOT_NODE, world)
    watcher = seat if observer == DECIDER else I64(G[U(G_SEAT)])
    h = finalize(X[U(X_CHAIN + watcher)] + U64(seat))
    h = mixed(mixed(h, S[U(m.SITE)]), world)
    if S[U(m.TOGETHER)]:
        h = finalize(h ^ X[U(X_ROUND + seat)])
    if observer == EVERYTHING:
        return h
    return observed(P, S, K, h, watcher, offset(K, I64(K[U(K_KINDS)])))


@jit(f"int64(state, state, {EDGES}, {SEARCH}, uint64, int64, int64)")
def pick(
    S: Any, B: Any, N: Any, V: Any, W: Any, X: Any, G: Any, F: Any, node: Any, count: Any, who: Any
) -> Any:
    """One of the candidates whose signs are given: by the tree, outside it at random."""
    if G[U(G_INSIDE)] == 0:
        return below(B, I64(m.W_BOT), count)
    if S[U(m.TOGETHER)] and F[U(F_MIX)] > 0.0:
        return mixed_candidate(B, N, V, W, X, G, F, node, count, who)
    return best_candidate(B, N, V, W, X, G, F, node, count, who)


@jit(f"void(state, state, {EDGES}, {SEARCH}, uint64, int64)")
def pick_number(
    S: Any, B: Any, N: Any, V: Any, W: Any, X: Any, G: Any, F: Any, node: Any, who: Any
) -> None:
    """Make a number of the range that is the choice of the state the choice."""
    low, high = I64(S[U(m.OPERANDS)]), I64(S[U(m.OPERANDS + 1)])
    while low < high:
        size = high - low + 1
        if G[U(G_INSIDE)] == 0:
            low += below(B, I64(m.W_BOT), size)
            break
        parts = size if size <= NARROW else I64(PARTS)
        for part in range(parts):
            sign = mixed(ROOT_NODE, low + size * part // parts)
            X[U(X_SIGNS + part)] = finalize(mixed(sign, low + size * (part + 1) // parts))
        part = pick(S, B, N, V, W, X, G, F, node, parts, who)
        node = finalize(node ^ X[U(X_SIGNS + part)])
        high = low + size * (part + 1) // parts - 1
        low = low + size * part // parts
    S[U(m.OPERANDS)] = low
    S[U(m.OPERANDS + 1)] = 0


@jit("int64(int64, int64, int64)")
def largest_set(count: Any, least: Any, ways: Any) -> Any:
    """The largest size of the sets of at least a size of so many items, given how many sets there
    are."""
    size = max(least, I64(0))
    total = 0.0
    one = 1.0  # the number of sets of this size
    for i in range(size):
        one = one * (count - i) / (i + 1)
    while True:
        total += one
        if size >= count or total > ways - 0.5:
            return size
        one = one * (count - size) / (size + 1)
        size += 1


@jit("int64(state, int64, int64, int64)")
def random_size(B: Any, left: Any, least: Any, most: Any) -> Any:
    """How many of the items left to take, from a smallest to a largest number, so that all sets are
    equally likely."""
    one = 1.0
    total = 0.0
    for size in range(most + 1):
        if size >= least:
            total += one
        one = one * (left - size) / (size + 1)
    # In millionths: sets are many, and this is no more than a playout.
    drawn = total * below(B, I64(m.W_BOT), I64(1000000)) / 1000000.0
    one = 1.0
    for size in range(most):
        if size >= least:
            drawn -= one
            if drawn < 0.0:
                return I64(size)
        one = one * (left - size) / (size + 1)
    return most


@jit(f"void(state, state, state, state, state, {EDGES}, {SEARCH}, uint64, int64)")
def pick_set(
    P: Any, S: Any, B: Any, A: Any, K: Any, N: Any, V: Any, W: Any, X: Any, G: Any, F: Any,
    node: Any, who: Any,
) -> None:  # fmt: skip
    """Build the set that is the choice, item by item, in any order: sets with the same items so far
    are one node."""
    kinds = offset(K, I64(K[U(K_KINDS)]))
    form = I64(A[U(S[U(m.SITE)] + S[U(m.ACTION)])])
    words = form >> SET_WORDS_AT
    record = S[U(m.SITE)] + m.SITE_HEAD + (S[U(m.ACTION)] - 1) * m.ACTION_WORDS
    table = P[U(record + m.ACTION_HEAD + words)]
    items, least = I64(S[U(P[U(table)])]), I64(S[U(P[U(table + 1)])])
    count = min(I64(S[U(items)]), I64(MOST_ITEMS))
    most = min(largest_set(I64(S[U(items)]), least, I64(S[U(m.OPERANDS + 1)]) + 1), count)
    for i in range(count):
        G[U(G_ITEMS + i)] = 0
    taken, so_far = I64(0), U64(0)
    while taken < most and G[U(G_INSIDE)]:
        n = I64(0)
        if taken >= least:
            X[U(X_SIGNS)] = STOP_SIGN
            n = I64(1)
        for i in range(count):
            if G[U(G_ITEMS + i)] == 0:
                value = I64(S[U(items + 1 + i)])
                X[U(X_SIGNS + n)] = item_sign(P, S, value, who, form & OF_TOKENS, kinds)
                n += 1
        here = finalize(node ^ finalize(so_far + U64(taken + 1)))
        j = pick(S, B, N, V, W, X, G, F, here, n, who) if n > 1 else I64(0)
        sign = X[U(X_SIGNS + j)]
        if taken >= least:
            j -= 1
        if j < 0:
            most = taken
            break
        so_far = (so_far + sign) & M64
        for i in range(count):
            if G[U(G_ITEMS + i)] == 0:
                if j == 0:
                    G[U(G_ITEMS + i)] = 1
                j -= 1
        taken += 1
    if taken < most:
        fewest = max(least - taken, I64(0))
        more = random_size(B, count - taken, fewest, most - taken)
        left = count - taken
        for i in range(count):
            if G[U(G_ITEMS + i)] == 0:
                if below(B, I64(m.W_BOT), left) < more:
                    G[U(G_ITEMS + i)] = 1
                    more -= 1
                left -= 1
    for word in range(words):
        S[U(m.OPERANDS + word)] = 0
    for i in range(count):
        value = I64(S[U(items + 1 + i)])
        if G[U(G_ITEMS + i)] and 0 <= value < words * m.SET_BITS:
            add_value(S, I64(m.OPERANDS), value)


@jit(f"void(state, state, {KEYS})")
def end_round(P: Any, S: Any, X: Any) -> None:
    """Reveal the answers of a round of simultaneous choices that is over."""
    if S[U(m.TOGETHER)] and S[U(P[U(m.P_ANSWERS)] + m.A_COUNT)]:
        return
    for seat in range(P[U(m.P_SEATS)]):
        if X[U(X_LATER + seat)]:
            X[U(X_CHAIN + seat)] = finalize(X[U(X_CHAIN + seat)] ^ X[U(X_LATER + seat)])
            X[U(X_LATER + seat)] = U64(0)
        X[U(X_ROUND + seat)] = U64(0)


@jit(f"void(state, state, state, state, state, {EDGES}, {SEARCH})")
def choose_in_tree(
    P: Any, S: Any, B: Any, A: Any, K: Any, N: Any, V: Any, W: Any, X: Any, G: Any, F: Any
) -> None:
    """Choose an option of the waiting state, and write it there."""
    seat = I64(S[U(m.DECIDER)] - 1)
    kinds = offset(K, I64(K[U(K_KINDS)]))
    if P[U(m.P_ANSWERS)]:
        end_round(P, S, X)
    node = node_of(P, S, K, X, G, F, seat)
    if seat == G[U(G_SEAT)]:
        G[U(G_AHEAD)] = 0
    rows = I64(B[U(m.W_ROWS)])
    first = I64(0)
    if rows > MOST_SIGNS:  # some of them, others in other iterations
        first = below(B, I64(m.W_BOT), rows - MOST_SIGNS + 1)
        rows = I64(MOST_SIGNS)
    row = I64(0)
    if rows > 1:
        for j in range(rows):
            X[U(X_SIGNS + j)] = row_sign(P, S, B, A, seat, kinds, first + j)
        row = pick(S, B, N, V, W, X, G, F, node, rows, seat)
    sign = row_sign(P, S, B, A, seat, kinds, first + row)
    take_row(P, S, B, first + row)
    form = A[U(S[U(m.SITE)] + S[U(m.ACTION)])]
    if form & IS_RANGE:
        if form & IS_SET:
            pick_set(P, S, B, A, K, N, V, W, X, G, F, finalize(node ^ sign), seat)
        else:
            pick_number(S, B, N, V, W, X, G, F, finalize(node ^ sign), seat)


@jit(f"void(state, state, state, state, {SEARCH})")
def remember(P: Any, S: Any, A: Any, K: Any, X: Any, G: Any, F: Any) -> None:
    """Add the choice written in a state to what the observers know of the game since the root."""
    if G[U(G_POOLED)]:
        return
    seat = I64(S[U(m.DECIDER)] - 1)
    kinds = offset(K, I64(K[U(K_KINDS)]))
    own = move_sign(P, S, A, seat, kinds)
    together = S[U(m.TOGETHER)] != 0
    if together:
        X[U(X_ROUND + seat)] = finalize(X[U(X_ROUND + seat)] ^ own)
    # Nobody sees the answers of a round before all are given.
    start = X_LATER if together else X_CHAIN
    observer = G[U(G_OBSERVER)]
    for watcher in range(P[U(m.P_SEATS)]):
        if observer != DECIDER and watcher != G[U(G_SEAT)]:
            continue
        sign = own
        if watcher != seat and observer != EVERYTHING:
            if A[U(S[U(m.SITE)])] == 0:
                continue
            sign = move_sign(P, S, A, I64(watcher), kinds)
        X[U(start + watcher)] = finalize(X[U(start + watcher)] ^ sign)
