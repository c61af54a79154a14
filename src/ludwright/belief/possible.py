"""Where tokens may be: sets of tokens by label, followed through the steps of a history."""

from __future__ import annotations

from typing import Any

from ..machine import state as m
from ..machine.jit import I64, U64, U, jit
from ..machine.rng import M64, ONE
from .labels import knows


@jit("void(state, state, int64, CPointer(uint64), int64, int64)")
def unless_known(P: Any, W: Any, seat: Any, possible: Any, at: Any, room: Any) -> None:
    """Strike what is impossible because a known token has its own number."""
    n1 = I64(P[U(m.P_TOKENS)])
    sets = (n1 + 63) >> 6
    known = room
    for k in range(sets):
        possible[U(known + k)] = M64
    for t in range(n1):
        if knows(W, I64(t), seat):
            possible[U(known + (t >> 6))] &= M64 ^ (ONE << U64(t & 63))
    for t in range(n1):
        row = at + t * sets
        for k in range(sets):
            possible[U(row + k)] &= possible[U(known + k)]
        if knows(W, I64(t), seat):
            for k in range(sets):
                possible[U(row + k)] = U64(0)
            possible[U(row + (t >> 6))] = ONE << U64(t & 63)
    for k in range(sets):
        possible[U(known + k)] = U64(0)


@jit(
    "void(state, state, int64, state, int64, state, int64, int64, CPointer(uint64), "
    "CPointer(uint64), int64)"
)
def write_possible(
    P: Any,
    W: Any,
    seat: Any,
    follows: Any,
    first: Any,
    mixed: Any,
    group: Any,
    end: Any,
    possible: Any,
    alike: Any,
    number: Any,
) -> None:
    """Write which token may have which label after a step, given that before it."""
    n1 = I64(P[U(m.P_TOKENS)])
    sets = (n1 + 63) >> 6
    old = number * n1 * sets
    new = old + n1 * sets
    for t in range(n1):
        source = old + follows[U(first + t)] * sets
        for k in range(sets):
            possible[U(new + t * sets + k)] = possible[U(source + k)]
    while group < end:
        n = I64(mixed[U(group)])
        for k in range(sets):
            union = U64(0)
            for i in range(n):
                union |= possible[U(old + mixed[U(group + 1 + i)] * sets + k)]
            for i in range(n):
                possible[U(new + mixed[U(group + 1 + n + i)] * sets + k)] = union
        group += 1 + 2 * n
    for x in range(n1 * sets):  # tokens with different backs are never confused
        possible[U(new + x)] &= alike[U(x)]
    unless_known(P, W, seat, possible, new, new + n1 * sets)
