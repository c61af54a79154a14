"""Ops behind longer stories: recursion, atomic actions, rounds, the agenda, dry runs, chance."""

from __future__ import annotations

from typing import Any

from .. import state as m
from ..agenda import count_down, postpone, take_due
from ..barrier import barrier
from ..chance import bagged, list_bag, open_place, put_at
from ..dry_run import begin_dry_run
from ..enumerate_ops import add_row
from ..jit import I64, U
from ..recursion import pop, push
from ..together import begin_rounds, end_rounds, next_round
from ..withheld import end_undoable
from .operands import fault, get, is_zone, operation, put, stop


@operation
def op_draw(P: Any, S: Any, R: Any, B: Any, pc: Any) -> Any:
    z, count = get(P, S, R, pc + 1), get(P, S, R, pc + 2)
    if not is_zone(P, z):
        return pc + 4
    while True:
        t = open_place(P, S, z, count, P[U(pc + 3)])
        if t == 0:
            return pc + 4
        if S[U(m.ACTION)]:
            put_at(P, S, z, t, S[U(m.OPERANDS)])
            S[U(m.ACTION)] = 0
            S[U(m.OPERANDS)] = 0
        elif bagged(P, S, z) == 1:
            S[U(P[U(m.P_BAGS)] + t)] = 0
        elif S[U(m.MODE)]:
            return barrier(P, S, B, pc)
        elif list_bag(P, S, B, z) == 0:
            return fault(S, pc, m.FAULT_ROWS)
        else:
            return stop(S, m.CHANCE, pc, 0)


@operation
def op_toss(P: Any, S: Any, R: Any, B: Any, pc: Any) -> Any:
    low, high = get(P, S, R, pc + 2), get(P, S, R, pc + 3)
    if high < low:
        return P[U(pc + 4)]
    if S[U(m.ACTION)] == 0 and low < high:
        if S[U(m.MODE)]:
            return barrier(P, S, B, pc)
        B[U(m.W_ROWS)] = 0
        if high - low >= B[U(m.W_CAPACITY)]:
            return fault(S, pc, m.FAULT_ROWS)
        for x in range(low, high + 1):
            B[U(add_row(P, B, I64(1)))] = x
        return stop(S, m.CHANCE, pc, 0)
    put(P, S, R, pc + 1, I64(S[U(m.OPERANDS)]) if S[U(m.ACTION)] else low)
    S[U(m.ACTION)] = 0
    S[U(m.OPERANDS)] = 0
    return pc + 5


@operation
def op_push(P: Any, S: Any, R: Any, B: Any, pc: Any) -> Any:
    if not push(P, S, P[U(pc + 1)], P[U(pc + 2)]):
        return fault(S, pc, m.FAULT_CALLS)
    return pc + 3


@operation
def op_pop(P: Any, S: Any, R: Any, B: Any, pc: Any) -> Any:
    pop(P, S, S[U(m.CALL_TOP)] - P[U(m.P_CALL_WORDS)])
    return pc + 1


@operation
def op_begin_atomic(P: Any, S: Any, R: Any, B: Any, pc: Any) -> Any:
    if S[U(m.ATOMIC)] == 0:
        S[U(m.ATOMIC_BASE)] = S[U(m.ATTEMPT_TOP)]
    S[U(m.ATOMIC)] += 1
    return pc + 1


@operation
def op_end_atomic(P: Any, S: Any, R: Any, B: Any, pc: Any) -> Any:
    S[U(m.ATOMIC)] -= 1
    if S[U(m.MODE)] == m.TRIAL or (S[U(m.MODE)] != 0 and S[U(m.ATOMIC)] == 0):
        return stop(S, m.CAN, pc, 0)
    if S[U(m.MODE)] == 0 and S[U(m.ATOMIC)] == 0:
        end_undoable(P, S)
    return pc + 1


@operation
def op_together(P: Any, S: Any, R: Any, B: Any, pc: Any) -> Any:
    begin_rounds(P, S, P[U(pc + 1)])
    return pc + 2


@operation
def op_round(P: Any, S: Any, R: Any, B: Any, pc: Any) -> Any:
    seats = get(P, S, R, pc + 2)
    number = next_round(P, S, S[U(seats)])
    if number == 0:
        return P[U(pc + 3)]
    put(P, S, R, pc + 1, S[U(seats + number)])
    return pc + 5


@operation
def op_apart(P: Any, S: Any, R: Any, B: Any, pc: Any) -> Any:
    end_rounds(P, S)
    return P[U(pc + 1)]


@operation
def op_later(P: Any, S: Any, R: Any, B: Any, pc: Any) -> Any:
    count = get(P, S, R, pc + 3)
    if count < 1:
        return P[U(pc + 4)]
    at = postpone(P, S, P[U(pc + 1)], P[U(pc + 2)], count)
    if at == 0:
        return fault(S, pc, m.FAULT_AGENDA)
    n = I64(P[U(pc + 5)])
    for i in range(n):
        S[U(at + i)] = get(P, S, R, pc + 6 + i)
    return pc + 6 + n


@operation
def op_count_down(P: Any, S: Any, R: Any, B: Any, pc: Any) -> Any:
    count_down(P, S, P[U(pc + 1)])
    return pc + 2


@operation
def op_take_due(P: Any, S: Any, R: Any, B: Any, pc: Any) -> Any:
    return pc + 4 if take_due(P, S, P[U(pc + 1)], P[U(pc + 2)]) else P[U(pc + 3)]


@operation
def op_dry_run(P: Any, S: Any, R: Any, B: Any, pc: Any) -> Any:
    trouble = begin_dry_run(P, S, B, pc)
    return fault(S, pc, trouble) if trouble else pc + 5


@operation
def op_end_dry_run(P: Any, S: Any, R: Any, B: Any, pc: Any) -> Any:
    return barrier(P, S, B, pc)
