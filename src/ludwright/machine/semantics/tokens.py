"""Ops that move, turn, shuffle, show and destroy tokens."""

from __future__ import annotations

from typing import Any

from .. import columns
from .. import state as m
from ..barrier import GO_ON, barrier
from ..chance import bag_zone
from ..dry_run import need_unmet, was_hidden
from ..event_log import note
from ..jit import I64, U, jit
from ..out_of_play import destroy
from ..tokens import (
    insert,
    is_hidden,
    move_all,
    move_block,
    move_token,
    move_top,
    show_token,
    shuffle_zone,
    turn_token,
)
from ..trees import is_gone
from .operands import after_event, charge, get, is_token, is_zone, operation, pace, put, stop


@operation
def op_move(P: Any, S: Any, R: Any, B: Any, pc: Any) -> Any:
    t, z = get(P, S, R, pc + 1), get(P, S, R, pc + 2)
    if not is_token(P, t) or not is_zone(P, z):
        return P[U(pc + 4)]
    move_token(P, S, B, t, z, P[U(pc + 3)])
    return after_event(S, pc + 5)


@operation
def op_move_each(P: Any, S: Any, R: Any, B: Any, pc: Any) -> Any:
    items, i, z = get(P, S, R, pc + 2), get(P, S, R, pc + 3), get(P, S, R, pc + 4)
    n = S[U(items)]
    if i >= n:
        return pc + 8
    if not is_zone(P, z):
        return P[U(pc + 7)]
    if P[U(m.P_TREES)] and is_gone(P, S, z):
        S[U(m.REASON)] = P[U(pc + 6)]
        return P[U(pc + 7)]
    pauses = pace(S) >= 3
    if pauses:  # comes back here for the next one
        n = i + 1
    charge(B, n - i)
    for j in range(i, n):
        move_token(P, S, B, S[U(items + 1 + j)], z, P[U(pc + 5)])
    put(P, S, R, pc + 1, S[U(items + n)])
    put(P, S, R, pc + 3, n)
    return stop(S, m.PAUSED, pc, 0) if pauses else pc + 8


@operation
def op_move_top(P: Any, S: Any, R: Any, B: Any, pc: Any) -> Any:
    a, z, n = get(P, S, R, pc + 1), get(P, S, R, pc + 2), get(P, S, R, pc + 3)
    if not is_zone(P, a) or not is_zone(P, z):
        return P[U(pc + 6)]
    have = S[U(columns.size(P) + a)]
    if (n < 0 or n > have) and not P[U(pc + 5)]:
        return P[U(pc + 6)]
    if a != z:
        n = min(n, have)
        charge(B, n)
        if n == 1:  # where the zones are known, native code has its own form of this
            move_token(P, S, B, I64(S[U(columns.top(P) + a)]), z, P[U(pc + 4)])
        else:
            move_top(P, S, B, a, z, n, P[U(pc + 4)])
    return after_event(S, pc + 7)


@operation
def op_move_block(P: Any, S: Any, R: Any, B: Any, pc: Any) -> Any:
    a, z, n = get(P, S, R, pc + 1), get(P, S, R, pc + 2), get(P, S, R, pc + 3)
    if not is_zone(P, a) or not is_zone(P, z):
        return P[U(pc + 5)]
    have = S[U(columns.size(P) + a)]
    if n < -1 or n > have:
        return P[U(pc + 5)]
    if a != z:
        if n < 0:
            n = have
        charge(B, n)
        if n == 1:
            move_token(P, S, B, I64(S[U(columns.top(P) + a)]), z, P[U(pc + 4)])
        elif not (n > 1 and n == have and move_all(P, S, B, a, z, P[U(pc + 4)])):
            if P[U(pc + 4)]:
                move_top(P, S, B, a, z, n, 1)
            else:
                move_block(P, S, B, a, z, n)
    return after_event(S, pc + 6)


@operation
def op_shuffle(P: Any, S: Any, R: Any, B: Any, pc: Any) -> Any:
    z = get(P, S, R, pc + 1)
    if not is_zone(P, z):
        return P[U(pc + 2)]
    n = S[U(columns.size(P) + z)]
    if n <= 1:  # nothing is drawn, so there is nothing to stop at
        return pc + 3
    to = barrier(P, S, B, pc)
    if to != GO_ON:
        return to
    if S[U(m.STACKED)] == z:
        S[U(m.STACKED)] = 0
        return stop(S, m.DEALING, pc + 3, 0)
    charge(B, 4 * n)
    if P[U(m.P_BAGS)]:
        bag_zone(P, S, z)
    else:
        shuffle_zone(P, S, z)
    if B[U(m.W_TRACING)]:
        note(P, S, B, m.E_SHUFFLE, z, 0, 0, 0, -1)
    return after_event(S, pc + 3)


@operation
def op_turn(P: Any, S: Any, R: Any, B: Any, pc: Any) -> Any:
    t = get(P, S, R, pc + 1)
    if not is_token(P, t) or S[U(columns.face(P) + t)] == P[U(pc + 2)]:
        return pc + 3
    turn_token(P, S, t, P[U(pc + 2)])
    if B[U(m.W_TRACING)]:
        note(P, S, B, m.E_TURN, t, P[U(pc + 2)], 0, 0, S[U(m.KNOWN + t)])
    return after_event(S, pc + 3)


@operation
def op_show(P: Any, S: Any, R: Any, B: Any, pc: Any) -> Any:
    t = get(P, S, R, pc + 1)
    if not is_token(P, t):
        return pc + 4
    show_token(P, S, t, get(P, S, R, pc + 2), P[U(pc + 3)])
    if B[U(m.W_TRACING)]:
        note(P, S, B, m.E_SHOW, t, P[U(pc + 3)], 0, 0, S[U(m.KNOWN + t)])
    return after_event(S, pc + 4)


@operation
def op_insert(P: Any, S: Any, R: Any, B: Any, pc: Any) -> Any:
    t, z = get(P, S, R, pc + 1), get(P, S, R, pc + 2)
    if not is_token(P, t) or not is_zone(P, z):
        return P[U(pc + 4)]
    if not insert(P, S, B, t, z, get(P, S, R, pc + 3)):
        return P[U(pc + 4)]
    return after_event(S, pc + 5)


@operation
def op_familiar(P: Any, S: Any, R: Any, B: Any, pc: Any) -> Any:
    t = get(P, S, R, pc + 1)
    if is_token(P, t) and S[U(m.MODE)]:
        S[U(m.KNOWN + t)] |= m.KNEW
    return pc + 2


@operation
def op_destroy(P: Any, S: Any, R: Any, B: Any, pc: Any) -> Any:
    t = get(P, S, R, pc + 1)
    if not is_token(P, t) or not destroy(P, S, B, t, P[U(P[U(pc + 2)] + t)]):
        return P[U(pc + 3)]
    return after_event(S, pc + 4)


@jit("int64(state, state, int64)")
def any_hidden(P: Any, S: Any, items: Any) -> Any:
    """Whether a token of a list is hidden from the asking seat, or was before a dry run."""
    for i in range(items + 1, items + 1 + S[U(items)]):
        if is_hidden(P, S, m.NEED_TOKEN, I64(S[U(i)])):
            return I64(1)
        if S[U(m.MODE)] >= m.DRY_RUN and was_hidden(P, S, I64(S[U(i)])):
            return I64(1)
    return I64(0)


@operation
def op_need(P: Any, S: Any, R: Any, B: Any, pc: Any) -> Any:
    if S[U(m.ASKER)] == 0:  # nobody asks: nothing is hidden
        return pc + 4
    value = get(P, S, R, pc + 2)
    if P[U(pc + 1)] == m.NEED_TOKENS:
        hidden = any_hidden(P, S, value)
    else:
        hidden = is_hidden(P, S, P[U(pc + 1)], value)
    if S[U(m.MODE)] >= m.DRY_RUN and P[U(pc + 1)] == m.NEED_TOKEN and not hidden:
        hidden = was_hidden(P, S, value)
    if not hidden:
        return pc + 4
    if S[U(m.MODE)] == 0:
        return P[U(pc + 3)]
    return need_unmet(P, S, B, pc) if S[U(m.MODE)] == m.DRY_RUN else stop(S, m.CAN, pc, 0)
