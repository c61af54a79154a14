"""Shorter solutions: where one move leads to a position further on, what lies between is left out.

A depth-first search finds a way to the win, seldom a straight one. The positions on the way are
compared pile by pile here, without regard to piles that are interchangeable, because the moves
that follow name piles.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...machine.jit import I64, U, pointer
from ..jit import jit
from ..transposition_set import find, new_set, put
from . import words as b
from .layout import Position, Rules
from .make import hash_all
from .moves import list_all
from .steps import key_word, make, take_back
from .words import ARRAYS, INTS, MASKS, MOVES

WHOLE = ", ".join((INTS, MASKS, INTS, MASKS, MASKS, MOVES, MOVES, MOVES, MOVES))
FROM_PYTHON = ", ".join(ARRAYS[each] for each in WHOLE.split(", "))


@jit(f"int64({WHOLE}, int64, int64)")
def learn(
    R: Any,
    M: Any,
    B: Any,
    H: Any,
    keys: Any,
    when: Any,
    way: Any,
    moves: Any,
    done: Any,
    mask: Any,
    count: Any,
) -> Any:
    """Go a way to its end and take down when each of its positions is come to."""
    hash_all(R, M, B, H)
    for i in range(count):
        make(R, M, B, H, done, I64(1), way[U(i)])
        low, high = key_word(R, B, H, I64(0)), key_word(R, B, H, I64(1))
        put(keys, mask, low, high)
        when[U(find(keys, mask, low, high))] = i + 1
    return count


@jit(f"int64({WHOLE}, int64, int64)")
def hurry(
    R: Any,
    M: Any,
    B: Any,
    H: Any,
    keys: Any,
    when: Any,
    way: Any,
    moves: Any,
    done: Any,
    mask: Any,
    count: Any,
) -> Any:
    """Go a way again, always as far on as one move leads; how many moves that takes."""
    hash_all(R, M, B, H)
    now = taken = I64(0)
    while now < count:
        furthest, by = now, I64(0)
        drawn, redeals = I64(B[U(b.DRAWN)]), I64(B[U(b.REDEALS)])
        pending = I64(B[U(b.PENDING)])
        for i in range(list_all(R, M, B, H, moves, I64(0))):
            end = make(R, M, B, H, done, I64(1), moves[U(i)])
            if end == 0:
                return count + 1
            at = find(keys, mask, key_word(R, B, H, I64(0)), key_word(R, B, H, I64(1)))
            if at >= 0 and when[U(at)] > furthest:
                furthest, by = when[U(at)], moves[U(i)]
            take_back(R, B, H, done, I64(1), end, drawn)
            B[U(b.REDEALS)] = redeals
            B[U(b.PENDING)] = pending
        if furthest == now:
            return count + 1
        make(R, M, B, H, done, I64(1), by)
        way[U(taken)] = by
        taken += 1
        now = furthest
    return taken


@jit(f"int64({FROM_PYTHON}, boolean)")
def go(
    R: Any,
    M: Any,
    B: Any,
    H: Any,
    keys: Any,
    when: Any,
    way: Any,
    moves: Any,
    done: Any,
    again: Any,
) -> Any:
    """See learn, and hurry for going again."""
    r, m, p, h, k = pointer(R), pointer(M), pointer(B), pointer(H), pointer(keys)
    w, y, o, d = pointer(when), pointer(way), pointer(moves), pointer(done)
    mask = I64(len(when) - 1)
    if again:
        return hurry(r, m, p, h, k, w, y, o, d, mask, I64(len(way)))
    return learn(r, m, p, h, k, w, y, o, d, mask, I64(len(way)))


def shortened(rules: Rules, start: Position, way: list[int]) -> list[int]:
    """A way to the same end, no longer than the one given; the rules must tell all piles apart."""
    places = 1 << max(12, (2 * len(way)).bit_length())
    R = rules.numbers
    moves = np.zeros(R[b.R_MOST_MOVES], np.int64)
    done = np.zeros(b.DONE_WORDS * (1 + R[b.R_MOST_DONE]), np.int64)
    while True:
        keys, when = new_set(places), np.zeros(places, np.int64)
        taken = np.array(way, np.int64)
        for again in (False, True):
            B, H = start.numbers.copy(), start.hashes.copy()
            arrays = (R, rules.masks, B, H, keys, when, taken, moves, done)
            count = int(go(*arrays, again))
        if count >= len(way):
            return way
        way = taken[:count].tolist()
