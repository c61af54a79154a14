"""Shorten a solution on its board: take every move that jumps to a later position of it.

Depth-first search rarely goes straight. `solver.shorten` can only delete moves; this one replaces a
detour by a move that need not be part of the solution. Without it, solutions of FreeCell with two
cells are 1.7 times as long, even after `solver.shorten`; the time it takes is not measurable.

Positions are compared exactly, not up to the order of interchangeable piles, because the moves that
follow name piles.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...machine.jit import I64, Export, U, jit, pointer
from ..kernels import entry_point
from ..transposition_set import find, new_set, put
from . import words as b
from .layout import Position, Rules
from .make import hash_all
from .moves import list_all
from .steps import key_word, make, unmake
from .words import ARRAYS, INTS, MASKS, MOVES

WHOLE = ", ".join((INTS, MASKS, INTS, MASKS, MASKS, MOVES, MOVES, MOVES, MOVES))
FROM_PYTHON = ", ".join(ARRAYS[each] for each in WHOLE.split(", "))


@jit(f"int64({WHOLE}, int64, int64)")
def index_positions(
    R: Any,
    M: Any,
    B: Any,
    H: Any,
    keys: Any,
    when: Any,
    path: Any,
    moves: Any,
    done: Any,
    mask: Any,
    count: Any,
) -> Any:
    """Replay a solution, and record the last time that each of its positions occurs."""
    hash_all(R, M, B, H)
    for i in range(count):
        make(R, M, B, H, done, I64(1), path[U(i)])
        low, high = key_word(R, B, H, I64(0)), key_word(R, B, H, I64(1))
        put(keys, mask, low, high)
        when[U(find(keys, mask, low, high))] = i + 1
    return count


@jit(f"int64({WHOLE}, int64, int64)")
def jump_ahead(
    R: Any,
    M: Any,
    B: Any,
    H: Any,
    keys: Any,
    when: Any,
    path: Any,
    moves: Any,
    done: Any,
    mask: Any,
    count: Any,
) -> Any:
    """Replay a solution greedily, each time with the move that leads furthest; returns its new
    length, or more than `count` if that fails."""
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
            unmake(R, B, H, done, I64(1), end, drawn)
            B[U(b.REDEALS)] = redeals
            B[U(b.PENDING)] = pending
        if furthest == now:
            return count + 1
        make(R, M, B, H, done, I64(1), by)
        path[U(taken)] = by
        taken += 1
        now = furthest
    return taken


@jit(f"int64({FROM_PYTHON}, int64)", export=Export.LONG)
def go(
    R: Any,
    M: Any,
    B: Any,
    H: Any,
    keys: Any,
    when: Any,
    path: Any,
    moves: Any,
    done: Any,
    again: Any,
) -> Any:
    """Run index_positions, or jump_ahead if `again`."""
    r, m, p, h, k = pointer(R), pointer(M), pointer(B), pointer(H), pointer(keys)
    w, y, o, d = pointer(when), pointer(path), pointer(moves), pointer(done)
    mask = I64(len(when) - 1)
    if again:
        return jump_ahead(r, m, p, h, k, w, y, o, d, mask, I64(len(path)))
    return index_positions(r, m, p, h, k, w, y, o, d, mask, I64(len(path)))


_go = entry_point(go)


def shortened(rules: Rules, start: Position, path: list[int]) -> list[int]:
    """A solution no longer than the one given; the rules must be exact. Repeated until it no longer
    gets shorter."""
    places = 1 << max(12, (2 * len(path)).bit_length())
    R = rules.numbers
    moves = np.zeros(R[b.R_MOST_MOVES], np.int64)
    done = np.zeros(b.DONE_WORDS * (1 + R[b.R_MOST_DONE]), np.int64)
    while True:
        keys, when = new_set(places), np.zeros(places, np.int64)
        taken = np.array(path, np.int64)
        for again in (False, True):
            B, H = start.numbers.copy(), start.hashes.copy()
            arrays = (R, rules.masks, B, H, keys, when, taken, moves, done)
            count = int(_go(*arrays, again))
        if count >= len(path):
            return path
        path = taken[:count].tolist()
