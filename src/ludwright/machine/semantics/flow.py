"""Ops that decide what runs next: jumps, calls, attempts, marks, the end."""

from __future__ import annotations

from typing import Any

from .. import state as m
from ..barrier import GO_ON, barrier
from ..checkpoint import begin_attempt
from ..enumerate_ops import any_in_zone
from ..event_log import note
from ..jit import I64, U, jit
from .operands import fault, get, is_zone, operation, pace, put, stop


@operation
def op_stop(P: Any, S: Any, R: Any, B: Any, pc: Any) -> Any:
    return fault(S, pc, m.FAULT_STOP)


@operation
def op_jump(P: Any, S: Any, R: Any, B: Any, pc: Any) -> Any:
    return P[U(pc + 1)]


@operation
def op_if_zero(P: Any, S: Any, R: Any, B: Any, pc: Any) -> Any:
    return P[U(pc + 2)] if get(P, S, R, pc + 1) == 0 else pc + 3


@operation
def op_if_set(P: Any, S: Any, R: Any, B: Any, pc: Any) -> Any:
    return P[U(pc + 2)] if get(P, S, R, pc + 1) != 0 else pc + 3


@operation
def op_if_equal(P: Any, S: Any, R: Any, B: Any, pc: Any) -> Any:
    return P[U(pc + 3)] if get(P, S, R, pc + 1) == get(P, S, R, pc + 2) else pc + 4


@operation
def op_if_differ(P: Any, S: Any, R: Any, B: Any, pc: Any) -> Any:
    return P[U(pc + 3)] if get(P, S, R, pc + 1) != get(P, S, R, pc + 2) else pc + 4


@operation
def op_if_less(P: Any, S: Any, R: Any, B: Any, pc: Any) -> Any:
    return P[U(pc + 3)] if get(P, S, R, pc + 1) < get(P, S, R, pc + 2) else pc + 4


@operation
def op_if_at_most(P: Any, S: Any, R: Any, B: Any, pc: Any) -> Any:
    return P[U(pc + 3)] if get(P, S, R, pc + 1) <= get(P, S, R, pc + 2) else pc + 4


@operation
def op_if_any(P: Any, S: Any, R: Any, B: Any, pc: Any) -> Any:
    z = get(P, S, R, pc + 1)
    row = P[U(pc + 2)] + get(P, S, R, pc + 3) * P[U(pc + 4)]
    found = any_in_zone(P, S, z, row) if is_zone(P, z) else I64(0)
    return P[U(pc + 6)] if found == P[U(pc + 5)] else pc + 7


@operation
def op_jump_table(P: Any, S: Any, R: Any, B: Any, pc: Any) -> Any:
    table = P[U(pc + 2)]
    x = get(P, S, R, pc + 1) - P[U(table)]
    return P[U(table + 2 + x)] if 0 <= x < P[U(table + 1)] else P[U(pc + 3)]


@operation
def op_call(P: Any, S: Any, R: Any, B: Any, pc: Any) -> Any:
    put(P, S, R, pc + 2, pc + 4)
    return P[U(pc + 1)]


@operation
def op_return(P: Any, S: Any, R: Any, B: Any, pc: Any) -> Any:
    to = get(P, S, R, pc + 1)
    put(P, S, R, pc + 1, 0)
    return to


@operation
def op_attempt(P: Any, S: Any, R: Any, B: Any, pc: Any) -> Any:
    lists = I64(S[U(m.LIST_TOP)]) if P[U(pc + 2)] != 2 else I64(0)
    checkpoint = I64(S[U(m.CHECKPOINTS)]) + 1 if P[U(pc + 2)] == 1 else I64(0)
    trouble = begin_attempt(P, S, I64(P[U(pc + 1)]), lists, checkpoint)
    return fault(S, pc, trouble) if trouble else pc + 3


@operation
def op_end_attempt(P: Any, S: Any, R: Any, B: Any, pc: Any) -> Any:
    top = S[U(m.ATTEMPT_TOP)] - m.ATTEMPT_WORDS
    if S[U(top + m.T_CHECKPOINT)]:
        S[U(m.CHECKPOINTS)] = S[U(top + m.T_CHECKPOINT)] - 1
    S[U(m.ATTEMPT_TOP)] = top
    return pc + 1


@operation
def op_fail(P: Any, S: Any, R: Any, B: Any, pc: Any) -> Any:
    S[U(m.REASON)] = P[U(pc + 2)]
    return P[U(pc + 1)]


@operation
def op_mark(P: Any, S: Any, R: Any, B: Any, pc: Any) -> Any:
    # Other seats' rounds go on behind a mark, so only trials and dry runs end here.
    if S[U(m.MODE)]:
        return barrier(P, S, B, pc)
    kind = P[U(pc + 1)]
    if B[U(m.W_TRACING)]:
        note(P, S, B, m.E_MARK, kind, 0, 0, 0, -1)
    if kind == 2:
        S[U(m.TURNS)] += 1
        over = S[U(m.TURN_LIMIT)] and S[U(m.TURNS)] > S[U(m.TURN_LIMIT)]
        if over and S[U(m.TOGETHER)] != m.COLLECTING:
            return stop(S, m.PAUSED, pc + 2, 0)
    return stop(S, m.PAUSED, pc + 2, 0) if pace(S) + kind >= 3 else pc + 2


@jit("void(state, state, int64, int64)")
def write_results(P: Any, S: Any, winners: Any, scores: Any) -> None:
    """Write who wins, and a score per seat if the game has scores."""
    results = P[U(m.P_RESULTS)]
    seats = P[U(m.P_SEATS)]
    for i in range(S[U(winners)]):
        seat = S[U(winners + 1 + i)]
        if 0 < seat <= seats:
            S[U(results + m.RESULT_WORDS * (seat - 1))] = 1
    if scores:
        S[U(m.SCORED)] = 1
        for i in range(min(I64(S[U(scores)]), I64(seats))):
            S[U(results + m.RESULT_WORDS * i + 1)] = S[U(scores + 1 + i)]


@operation
def op_end(P: Any, S: Any, R: Any, B: Any, pc: Any) -> Any:
    to = barrier(P, S, B, pc)
    if to != GO_ON:
        return to
    scores = get(P, S, R, pc + 2) if P[U(pc + 2)] else I64(0)
    write_results(P, S, get(P, S, R, pc + 1), scores)
    S[U(m.REASON)] = P[U(pc + 3)]
    return stop(S, m.OVER, pc, 0)


@operation
def op_halt(P: Any, S: Any, R: Any, B: Any, pc: Any) -> Any:
    S[U(m.REASON)] = P[U(pc + 1)]
    return fault(S, pc, m.FAULT_FAILED)
