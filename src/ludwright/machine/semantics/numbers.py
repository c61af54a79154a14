"""Ops that compute numbers, and those that read and write words by number."""

from __future__ import annotations

from typing import Any

from .. import columns
from .. import state as m
from ..barrier import GO_ON, barrier
from ..enumerate_ops import run_length
from ..event_log import note
from ..jit import I64, U, jit
from ..rng import below
from .operands import after_event, fault, get, is_zone, operation, put

LOW, HIGH = I64(-(2**31)), I64(2**31 - 1)


@jit("int64(state, state, state, int64, int64, int64)", inline=True)
def checked(P: Any, S: Any, R: Any, pc: Any, x: Any, to: Any) -> Any:
    """Write a number to the first operand and continue, unless it is too large for a word."""
    if x < LOW or x > HIGH:
        return fault(S, pc, m.FAULT_OVERFLOW)
    put(P, S, R, pc + 1, x)
    return to


@operation
def op_copy(P: Any, S: Any, R: Any, B: Any, pc: Any) -> Any:
    put(P, S, R, pc + 1, get(P, S, R, pc + 2))
    return pc + 3


@operation
def op_add(P: Any, S: Any, R: Any, B: Any, pc: Any) -> Any:
    return checked(P, S, R, pc, get(P, S, R, pc + 2) + get(P, S, R, pc + 3), pc + 4)


@operation
def op_subtract(P: Any, S: Any, R: Any, B: Any, pc: Any) -> Any:
    return checked(P, S, R, pc, get(P, S, R, pc + 2) - get(P, S, R, pc + 3), pc + 4)


@operation
def op_multiply(P: Any, S: Any, R: Any, B: Any, pc: Any) -> Any:
    return checked(P, S, R, pc, get(P, S, R, pc + 2) * get(P, S, R, pc + 3), pc + 4)


@operation
def op_divide(P: Any, S: Any, R: Any, B: Any, pc: Any) -> Any:
    y = get(P, S, R, pc + 3)
    if y == 0:
        return P[U(pc + 4)]
    return checked(P, S, R, pc, get(P, S, R, pc + 2) // y, pc + 5)


@operation
def op_modulo(P: Any, S: Any, R: Any, B: Any, pc: Any) -> Any:
    y = get(P, S, R, pc + 3)
    if y == 0:
        return P[U(pc + 4)]
    put(P, S, R, pc + 1, get(P, S, R, pc + 2) % y)
    return pc + 5


@operation
def op_scale(P: Any, S: Any, R: Any, B: Any, pc: Any) -> Any:
    put(P, S, R, pc + 1, get(P, S, R, pc + 2) * P[U(pc + 3)] + get(P, S, R, pc + 4))
    return pc + 5


@operation
def op_seat_after(P: Any, S: Any, R: Any, B: Any, pc: Any) -> Any:
    seat = get(P, S, R, pc + 2)
    seats = P[U(m.P_SEATS)]
    if seat < 1 or seat > seats:
        return P[U(pc + 4)]
    put(P, S, R, pc + 1, (seat - 1 + get(P, S, R, pc + 3)) % seats + 1)
    return pc + 5


@operation
def op_roll(P: Any, S: Any, R: Any, B: Any, pc: Any) -> Any:
    low, high = get(P, S, R, pc + 2), get(P, S, R, pc + 3)
    if high < low:
        return P[U(pc + 4)]
    to = barrier(P, S, B, pc)
    if to != GO_ON:
        return to
    x = low + below(S, I64(m.RNG), high - low + 1)
    put(P, S, R, pc + 1, x)
    if B[U(m.W_TRACING)]:
        note(P, S, B, m.E_ROLL, x, P[U(pc + 6)], 0, 0, P[U(pc + 5)])
    return after_event(S, pc + 7)


@operation
def op_table(P: Any, S: Any, R: Any, B: Any, pc: Any) -> Any:
    i = get(P, S, R, pc + 4)
    if i < 1 or i > P[U(pc + 3)]:
        return P[U(pc + 5)]
    put(P, S, R, pc + 1, P[U(P[U(pc + 2)] + i)])
    return pc + 6


@operation
def op_field(P: Any, S: Any, R: Any, B: Any, pc: Any) -> Any:
    i = get(P, S, R, pc + 4)
    if i < 1 or i > P[U(pc + 3)]:
        return P[U(pc + 5)]
    put(P, S, R, pc + 1, S[U(P[U(pc + 2)] + i)])
    return pc + 6


@operation
def op_store(P: Any, S: Any, R: Any, B: Any, pc: Any) -> Any:
    i = get(P, S, R, pc + 4)
    if i < 1 or i > P[U(pc + 2)]:
        return P[U(pc + 6)]
    value = get(P, S, R, pc + 5)
    S[U(P[U(pc + 1)] + i)] = value
    if B[U(m.W_TRACING)]:
        seers = P[U(pc + 3)] if P[U(pc + 3)] != m.OWNER else 1 << (i - 1)
        if seers == m.KNOWERS:
            seers = S[U(m.KNOWN + i)]
        note(P, S, B, m.E_SET, P[U(pc + 1)] + i, value, 0, 0, seers)
    return after_event(S, pc + 7)


@operation
def op_zone_at(P: Any, S: Any, R: Any, B: Any, pc: Any) -> Any:
    count = P[U(pc + 3)]
    seat, i = get(P, S, R, pc + 5), get(P, S, R, pc + 6)
    if seat < 1 or seat > P[U(pc + 4)] or i < 0 or i >= count:
        return P[U(pc + 7)]
    put(P, S, R, pc + 1, P[U(pc + 2)] + (seat - 1) * count + i)
    return pc + 8


@operation
def op_token_at(P: Any, S: Any, R: Any, B: Any, pc: Any) -> Any:
    z, i = get(P, S, R, pc + 2), get(P, S, R, pc + 3)
    if not is_zone(P, z):
        return P[U(pc + 4)]
    t = 0
    if 0 <= i < S[U(columns.size(P) + z)]:
        t = S[U(columns.top(P) + z)]
        while i > 0:
            t = S[U(columns.next(P) + t)]
            i -= 1
    put(P, S, R, pc + 1, t)
    return pc + 5


@operation
def op_run_length(P: Any, S: Any, R: Any, B: Any, pc: Any) -> Any:
    z = get(P, S, R, pc + 2)
    if not is_zone(P, z):
        return P[U(pc + 5)]
    put(P, S, R, pc + 1, run_length(P, S, z, P[U(pc + 3)], P[U(pc + 4)]))
    return pc + 6


@operation
def op_set(P: Any, S: Any, R: Any, B: Any, pc: Any) -> Any:
    value = get(P, S, R, pc + 2)
    put(P, S, R, pc + 1, value)
    if B[U(m.W_TRACING)]:
        note(P, S, B, m.E_SET, P[U(pc + 1)], value, 0, 0, P[U(pc + 3)])
    return after_event(S, pc + 4)


@operation
def op_changed(P: Any, S: Any, R: Any, B: Any, pc: Any) -> Any:
    x = P[U(pc + 1)]
    if B[U(m.W_TRACING)]:
        note(P, S, B, m.E_SET, x, S[U(x)], 0, 0, P[U(pc + 2)])
    return after_event(S, pc + 3)
