"""Best-first search on a board: always expand the position with the smallest estimate.

The open list is a bucket queue: an estimate is an index into an array of linked lists, so pushing
and popping take constant time; within a bucket the latest position comes first.
"""

from __future__ import annotations

from typing import Any

from ...machine.jit import I64, U64, Export, U, jit, pointer
from ..transposition_set import put
from . import words as b
from .conditions import is_won
from .make import cards_at, hash_all
from .moves import list_all
from .steps import key_word, make, unmake
from .words import ARRAYS, BYTES, INTS, MASKS, MOVES

# S, the state of a search between slices.
NODES, VISITED, MASK, ROOM_NODES, BEST, WON_AT, WON_BY, BEST_WORDS = range(8)
GOING, WON, EXHAUSTED, FULL_KEYS, FULL_NODES, ENDLESS = range(6)

# A node: its parent, the move that led to it, the next node in its bucket.
N_PARENT, N_MOVE, N_NEXT, NODE = range(4)
BUCKETS = 4096
# Weights of the estimate: an empty pile (a bonus), a card above one that goes
# to the goal earlier, a card without a bond to the one below, a face-down card, any card not home.
FREE_PILE, BURIED, LOOSE, DOWN, AWAY = 2, 3, 1, 4, 3
NONE = -1


@jit(f"int64({INTS}, {MASKS}, {INTS}, {MASKS})")
def distance(R: Any, M: Any, B: Any, H: Any) -> Any:
    """The estimated distance from a win: a weighted count of cards that are not on the goal, face
    down, above a card that goes to the goal earlier, or on a card they form no run with."""
    far = I64(0)
    steps = R[U(b.R_STEPS)]
    for pile in range(R[U(b.R_PILES)]):
        size = I64(B[U(b.B_SIZES + pile)])
        if not R[U(R[U(b.R_LOSS)] + pile)]:
            continue
        far += AWAY * size
        if pile == R[U(b.R_STOCK)]:
            continue
        if size == 0:
            far -= FREE_PILE
        at = cards_at(R, pile)
        lowest = I64(1 << 20)
        for i in range(size):
            card = I64(B[U(at + i)])
            kind = card >> 1
            far += DOWN * (card & 1)
            step = I64(R[U(steps + kind)])
            if lowest < step:
                far += BURIED
            if i > 0:
                below = I64(B[U(at + i - 1)] >> 1)
                if not (M[U(R[U(b.R_BONDS)] + below)] >> U64(kind)) & U64(1):
                    far += LOOSE
            lowest = min(lowest, step)
    return max(I64(0), min(far + 64, I64(BUCKETS - 1)))


@jit(f"void({INTS}, {INTS}, {BYTES}, int64)")
def pack(R: Any, B: Any, nodes: Any, at: Any) -> None:
    """Write a position as bytes; cards of a turned-over stock by their index at the start."""
    for i in range(b.B_SIZES + R[U(b.R_PILES)]):
        nodes[U(at)] = B[U(i)]
        at += 1
    for pile in range(R[U(b.R_PILES)]):
        start = cards_at(R, pile)
        turned_over = pile == R[U(b.R_STOCK)] and R[U(b.R_PER_DRAW)] > 0
        for i in range(B[U(b.B_SIZES + pile)]):
            card = B[U(start + i)]
            nodes[U(at)] = card >> b.S_HOME if turned_over else card
            at += 1


@jit(f"void({INTS}, {INTS}, {BYTES}, int64, {INTS})")
def unpack(R: Any, B: Any, nodes: Any, at: Any, stock: Any) -> None:
    """Read a packed position; `stock` holds the cards of the stock at the start."""
    for i in range(b.B_SIZES + R[U(b.R_PILES)]):
        B[U(i)] = nodes[U(at)]
        at += 1
    for pile in range(R[U(b.R_PILES)]):
        start = cards_at(R, pile)
        turned_over = pile == R[U(b.R_STOCK)] and R[U(b.R_PER_DRAW)] > 0
        for i in range(B[U(b.B_SIZES + pile)]):
            byte = I64(nodes[U(at)])
            B[U(start + i)] = stock[U(byte)] if turned_over else byte
            at += 1


@jit(f"void({INTS}, {MASKS}, {INTS}, {MASKS}, {BYTES}, {MOVES}, {MOVES}, {MOVES}, int64, int64)")
def push(
    R: Any,
    M: Any,
    B: Any,
    H: Any,
    nodes: Any,
    links: Any,
    buckets: Any,
    S: Any,
    parent: Any,
    move: Any,
) -> None:
    """Add a node for the position and put it into its bucket."""
    node = S[U(NODES)]
    S[U(NODES)] = node + 1
    pack(R, B, nodes, node * R[U(b.R_NODE)])
    far = distance(R, M, B, H)
    links[U(NODE * node + N_PARENT)] = parent
    links[U(NODE * node + N_MOVE)] = move
    links[U(NODE * node + N_NEXT)] = buckets[U(far)]
    buckets[U(far)] = node
    S[U(BEST)] = min(S[U(BEST)], far)


WHOLE = ", ".join((INTS, MASKS, INTS, MASKS, MASKS, MOVES, MOVES, BYTES, MOVES, MOVES, INTS, MOVES))
FROM_PYTHON = ", ".join(ARRAYS[each] for each in WHOLE.split(", "))


@jit(f"int64({WHOLE}, int64)")
def approach(
    R: Any,
    M: Any,
    B: Any,
    H: Any,
    keys: Any,
    moves: Any,
    done: Any,
    nodes: Any,
    links: Any,
    buckets: Any,
    stock: Any,
    S: Any,
    most: Any,
) -> Any:
    """Search until an outcome, a full table, or about `most` further positions."""
    until = S[U(VISITED)] + most
    while S[U(VISITED)] < until:
        if S[U(VISITED)] + R[U(b.R_MOST_MOVES)] > (S[U(MASK)] + 1) * 3 // 5:
            return I64(FULL_KEYS)
        if S[U(NODES)] + R[U(b.R_MOST_MOVES)] > S[U(ROOM_NODES)]:
            return I64(FULL_NODES)
        while S[U(BEST)] < BUCKETS and buckets[U(S[U(BEST)])] == NONE:
            S[U(BEST)] += 1
        if S[U(BEST)] == BUCKETS:
            return I64(EXHAUSTED)
        node = buckets[U(S[U(BEST)])]
        buckets[U(S[U(BEST)])] = links[U(NODE * node + N_NEXT)]
        # Nodes store no hashes, to save memory.
        unpack(R, B, nodes, node * R[U(b.R_NODE)], stock)
        hash_all(R, M, B, H)
        drawn, redeals = I64(B[U(b.DRAWN)]), I64(B[U(b.REDEALS)])
        pending, at_pile = I64(B[U(b.PENDING)]), I64(B[U(b.AT_PILE)])
        for i in range(list_all(R, M, B, H, moves, I64(0))):
            end = make(R, M, B, H, done, I64(1), moves[U(i)])
            if end == 0:
                return I64(ENDLESS)
            if is_won(R, B):
                S[U(WON_AT)] = node
                S[U(WON_BY)] = moves[U(i)]
                return I64(WON)
            if put(keys, S[U(MASK)], key_word(R, B, H, I64(0)), key_word(R, B, H, I64(1))):
                S[U(VISITED)] += 1
                push(R, M, B, H, nodes, links, buckets, S, node, moves[U(i)])
            unmake(R, B, H, done, I64(1), end, drawn)
            B[U(b.REDEALS)] = redeals
            B[U(b.PENDING)] = pending
            B[U(b.AT_PILE)] = at_pile
    return I64(GOING)


@jit(f"int64({FROM_PYTHON}, int64)", export=Export.LONG)
def search(
    R: Any,
    M: Any,
    B: Any,
    H: Any,
    keys: Any,
    moves: Any,
    done: Any,
    nodes: Any,
    links: Any,
    buckets: Any,
    stock: Any,
    S: Any,
    most: Any,
) -> Any:
    """Start or resume a search."""
    S[MASK] = len(keys) // 2 - 1
    S[ROOM_NODES] = len(links) // NODE
    r, m, p, h, k = pointer(R), pointer(M), pointer(B), pointer(H), pointer(keys)
    o, d, n, v, q = pointer(moves), pointer(done), pointer(nodes), pointer(links), pointer(buckets)
    s = pointer(S)
    if S[VISITED] == 0:
        put(k, S[MASK], key_word(r, p, h, I64(0)), key_word(r, p, h, I64(1)))
        S[VISITED] = 1
        S[BEST] = BUCKETS
        push(r, m, p, h, n, v, q, s, I64(NONE), I64(0))
    return approach(r, m, p, h, k, o, d, n, v, q, pointer(stock), s, most)
