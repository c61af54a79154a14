"""Ops that list options and wait for choices."""

from __future__ import annotations

from typing import Any

from .. import state as m
from ..barrier import barrier
from ..enumerate_ops import (
    PLACE_BITS,
    PLACE_MASK,
    add_row,
    find_node,
    find_run,
    list_tops,
    rows_of_list,
    rows_of_pairs,
    rows_of_runs,
    rows_of_zone,
)
from ..jit import I64, U, jit
from ..together import replay_answer, save_answer
from ..withheld import begin_undoable
from .lists import has_room
from .operands import fault, get, is_zone, operation, put, stop


@jit("int64(state, state, int64)")
def begin_action(P: Any, S: Any, site: Any) -> Any:
    """Hand the chosen operands to the chosen action; the result is where its code starts.

    The choice is cleared: states that differ only in past choices must have equal keys."""
    record = site + m.SITE_HEAD + (S[U(m.ACTION)] - 1) * m.ACTION_WORDS
    n = P[U(record + m.ACTION_OPERANDS)]
    if n == m.RANGE_ROW:
        S[U(m.OPERANDS + 1)] = 0
    for i in range(abs(n)):
        S[U(P[U(record + m.ACTION_HEAD + i)])] = S[U(m.OPERANDS + i)]
        S[U(m.OPERANDS + i)] = 0
    S[U(m.ACTION)] = 0
    return I64(P[U(record + m.ACTION_CODE)])


@operation
def op_decide(P: Any, S: Any, R: Any, B: Any, pc: Any) -> Any:
    if S[U(m.MODE)] >= m.DRY_RUN:
        return barrier(P, S, B, pc)
    site = P[U(pc + 1)]
    if S[U(m.ACTION)] == 0:
        if S[U(m.TOGETHER)] == m.REPLAYING and S[U(m.MODE)] == 0:
            if replay_answer(P, S, site):
                return begin_action(P, S, site)
            return P[U(site + m.SITE_NONE)]
        S[U(m.SITE)] = site
        S[U(m.DECIDER)] = S[U(P[U(site + m.SITE_DECIDER)])]
        if S[U(m.MODE)]:
            return stop(S, m.DECISION, pc, 0)
        # List the options right away: every caller needs them.
        S[U(m.KEPT_LISTS)] = S[U(m.LIST_TOP)]
        B[U(m.W_ROWS)] = 0
        B[U(m.W_WAITING)] = pc
        return P[U(site + m.SITE_ROWS)]
    if S[U(m.TOGETHER)] and S[U(m.ACTION)] > 0 and save_answer(P, S, site) == 0:
        return fault(S, pc, m.FAULT_ANSWERS)
    if P[U(m.P_LOOKAHEAD)] and S[U(m.ACTION)] > 0 and S[U(m.TOGETHER)] == 0 == S[U(m.MODE)]:
        record = site + m.SITE_HEAD + (S[U(m.ACTION)] - 1) * m.ACTION_WORDS
        if S[U(m.ATOMIC)] or P[U(record + m.ACTION_TRIAL)] & m.LOOKAHEAD:
            begin_undoable(P, S, pc)
    S[U(m.SITE)] = 0
    S[U(m.DECIDER)] = 0
    if S[U(m.ACTION)] < 0:
        S[U(m.ACTION)] = 0
        return P[U(site + m.SITE_NONE)]
    S[U(m.DECISIONS)] += 1
    if S[U(m.TOGETHER)] == m.COLLECTING and S[U(m.MODE)] == 0:
        if P[U(site + m.SITE_KIND)] & m.IS_FINAL:  # with the choice still there; see `next_round`
            return I64(S[U(P[U(m.P_ANSWERS)] + m.A_PC)])
    return begin_action(P, S, site)


@operation
def op_row(P: Any, S: Any, R: Any, B: Any, pc: Any) -> Any:
    if B[U(m.W_ROWS)] >= B[U(m.W_CAPACITY)]:
        return fault(S, pc, m.FAULT_ROWS)
    n = I64(P[U(pc + 2)])
    at = add_row(P, B, P[U(pc + 1)])
    for i in range(n):
        B[U(at + i)] = get(P, S, R, pc + 3 + i)
    return pc + 3 + n


@operation
def op_rows_range(P: Any, S: Any, R: Any, B: Any, pc: Any) -> Any:
    low, high = get(P, S, R, pc + 2), get(P, S, R, pc + 3)
    if low <= high:
        if B[U(m.W_ROWS)] >= B[U(m.W_CAPACITY)]:
            return fault(S, pc, m.FAULT_ROWS)
        at = add_row(P, B, P[U(pc + 1)])
        B[U(at)] = low
        B[U(at + 1)] = high
    return pc + 4


@operation
def op_rows_list(P: Any, S: Any, R: Any, B: Any, pc: Any) -> Any:
    if rows_of_list(P, S, B, P[U(pc + 1)], get(P, S, R, pc + 2)) < 0:
        return fault(S, pc, m.FAULT_ROWS)
    return pc + 3


@operation
def op_rows_zone(P: Any, S: Any, R: Any, B: Any, pc: Any) -> Any:
    z = get(P, S, R, pc + 2)
    row = P[U(pc + 3)] + get(P, S, R, pc + 4) * P[U(pc + 5)]
    if is_zone(P, z) and rows_of_zone(P, S, B, P[U(pc + 1)], z, row) < 0:
        return fault(S, pc, m.FAULT_ROWS)
    return pc + 6


@operation
def op_rows_pairs(P: Any, S: Any, R: Any, B: Any, pc: Any) -> Any:
    return fault(S, pc, m.FAULT_ROWS) if rows_of_pairs(P, S, B, pc) < 0 else pc + 9


@operation
def op_rows_runs(P: Any, S: Any, R: Any, B: Any, pc: Any) -> Any:
    return fault(S, pc, m.FAULT_ROWS) if rows_of_runs(P, S, B, pc) < 0 else pc + 10


@operation
def op_next_run(P: Any, S: Any, R: Any, B: Any, pc: Any) -> Any:
    source, target, depth = get(P, S, R, pc + 1), get(P, S, R, pc + 2), get(P, S, R, pc + 3)
    place = find_run(P, S, pc, source, target, depth)
    if place < 0:
        return P[U(pc + 12)]
    put(P, S, R, pc + 1, place >> (2 * PLACE_BITS))
    put(P, S, R, pc + 2, (place >> PLACE_BITS) & PLACE_MASK)
    put(P, S, R, pc + 3, place & PLACE_MASK)
    return pc + 13


@operation
def op_tops(P: Any, S: Any, R: Any, B: Any, pc: Any) -> Any:
    zones = get(P, S, R, pc + 2)
    if not has_room(P, S, S[U(zones)] + P[U(pc + 5)]):
        return fault(S, pc, m.FAULT_LISTS)
    put(P, S, R, pc + 1, list_tops(P, S, zones, P[U(pc + 3)], P[U(pc + 4)], P[U(pc + 5)]))
    return pc + 6


@operation
def op_rows_nodes(P: Any, S: Any, R: Any, B: Any, pc: Any) -> Any:
    roots, targets, tops = get(P, S, R, pc + 2), get(P, S, R, pc + 3), get(P, S, R, pc + 4)
    none = I64(0)
    at = find_node(P, S, B, pc + 5, roots, targets, tops, P[U(pc + 1)], none, none, none)
    return fault(S, pc, m.FAULT_ROWS) if at >= 0 else pc + 8


@operation
def op_next_node(P: Any, S: Any, R: Any, B: Any, pc: Any) -> Any:
    z = get(P, S, R, pc + 1)
    i = get(P, S, R, pc + 3) if z else I64(0)
    j = get(P, S, R, pc + 4) + 1 if z else I64(0)
    roots, targets, tops = get(P, S, R, pc + 5), get(P, S, R, pc + 6), get(P, S, R, pc + 7)
    place = find_node(P, S, B, pc + 8, roots, targets, tops, I64(0), i, z, j)
    if place < 0:
        return P[U(pc + 11)]
    j = place & PLACE_MASK
    put(P, S, R, pc + 1, (place >> PLACE_BITS) & PLACE_MASK)
    put(P, S, R, pc + 2, S[U(targets + 1 + j)])
    put(P, S, R, pc + 3, place >> (2 * PLACE_BITS))
    put(P, S, R, pc + 4, j)
    return pc + 12


@operation
def op_rows_start(P: Any, S: Any, R: Any, B: Any, pc: Any) -> Any:
    if S[U(m.MODE)] < m.DRY_RUN:
        B[U(m.W_ROWS)] = 0
    return pc + 1


@operation
def op_rows_end(P: Any, S: Any, R: Any, B: Any, pc: Any) -> Any:
    if S[U(m.MODE)] >= m.DRY_RUN:
        return barrier(P, S, B, pc)
    if B[U(m.W_WAITING)] == 0:
        return I64(-m.LISTED)
    S[U(m.LIST_TOP)] = S[U(m.KEPT_LISTS)]
    return stop(S, m.DECISION, B[U(m.W_WAITING)], 0)


@operation
def op_take(P: Any, S: Any, R: Any, B: Any, pc: Any) -> Any:
    if S[U(m.MODE)] >= m.DRY_RUN:
        return barrier(P, S, B, pc)
    site = P[U(pc + 1)]
    if S[U(m.ACTION)] == 0:
        if B[U(m.W_ROWS)] == 0:
            S[U(m.ACTION)] = -1
        elif S[U(m.MODE)]:
            return stop(S, m.CAN, pc, 0)
        elif P[U(site + m.SITE_KIND)] & m.NEEDS_TRIAL:
            S[U(m.SITE)] = site
            return stop(S, m.FILTERING, pc, 0)
        else:
            for i in range(P[U(m.P_WIDTH)]):
                S[U(m.ACTION + i)] = B[U(m.W_DATA + i)]
    S[U(m.SITE)] = 0
    if S[U(m.ACTION)] < 0:
        S[U(m.ACTION)] = 0
        return P[U(pc + 2)]
    return begin_action(P, S, site)


@operation
def op_end_trial(P: Any, S: Any, R: Any, B: Any, pc: Any) -> Any:
    return stop(S, m.CAN, pc, 0) if S[U(m.MODE)] == m.TRIAL else pc + 1
