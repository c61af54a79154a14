"""The rarer ops, outside the run loop: the smaller that loop is, the better it is compiled."""

from __future__ import annotations

from typing import Any

from . import ops as O
from . import state as m
from .agenda import use_agenda
from .chance import await_chance
from .dry_run import at_horizon, begin_dry_run, need_unmet, was_hidden
from .event_log import note, root_of
from .jit import I64, U, jit
from .lists import extend, reverse, sort
from .out_of_play import destroy
from .pick_sets import picked, rows_of_sets
from .recursion import pop, push
from .subsets import combine
from .together import choose_together
from .tokens import insert, is_hidden, show_token
from .trees import (
    TOO_DEEP,
    child_word,
    deepest,
    grow,
    hang,
    list_tree,
    move_branch,
    prune,
    prune_leaves,
    tree_size,
)


@jit("int64(state, int64, int64, int64)")
def stop(S: Any, status: Any, pc: Any, fault: Any) -> Any:
    """Leave the run loop: write down where and why."""
    S[U(m.STATUS)] = status
    S[U(m.PC)] = pc
    S[U(m.FAULT)] = fault
    return status


@jit("int64(state, int64, int64)")
def done(S: Any, pc: Any, pace: Any) -> Any:
    """Where to continue after a visible event, unless the pace is to pause after each."""
    return pc if pace < 3 else -stop(S, m.PAUSED, pc, 0)


@jit("int64(state, state, int64)")
def make_list(P: Any, S: Any, pc: Any) -> Any:
    """Carry out an op that makes or extends a list; the result is as that of `cold_op`."""
    op = P[U(pc)]
    x = S[U(P[U(pc + 2)])]
    if op == O.TREE:
        if x < 1 or x >= P[U(m.P_ZONES)]:
            return I64(P[U(pc + 3)])
        made = list_tree(P, S, x)
        if made == 0:
            return -stop(S, m.FAULTED, pc, m.FAULT_LISTS)
        S[U(P[U(pc + 1)])] = made
        return pc + 4
    room = I64(P[U(m.P_LISTS_END)]) - S[U(m.LIST_TOP)] - S[U(x)]
    if room < (0 if op == O.EXTEND else 1):
        return -stop(S, m.FAULTED, pc, m.FAULT_LISTS)
    if op == O.EXTEND:
        extend(S, S[U(P[U(pc + 1)])], x)
        return pc + 3
    if op == O.SORT:
        S[U(P[U(pc + 1)])] = sort(S, x, S[U(P[U(pc + 3)])])
        return pc + 4
    S[U(P[U(pc + 1)])] = reverse(S, x)
    return pc + 3


@jit("int64(state, state, int64)")
def next_link(P: Any, S: Any, pc: Any) -> Any:
    """Carry out NEXT_LINK; the result is where to continue."""
    z = S[U(P[U(pc + 4)])]
    i = S[U(P[U(pc + 5)])]
    if z < 1 or z > P[U(pc + 3)]:
        return I64(P[U(pc + 7)])
    row = P[U(pc + 2)] + P[U(P[U(pc + 2)] + z)]
    if i >= P[U(row)]:
        return I64(P[U(pc + 6)])
    S[U(P[U(pc + 1)])] = P[U(row + 1 + i)]
    S[U(P[U(pc + 5)])] = i + 1
    return pc + 8


@jit("int64(state, state, state, int64, int64)")
def use_token(P: Any, S: Any, B: Any, pc: Any, pace: Any) -> Any:
    """Show, hide, insert or destroy a token; the result is as that of `cold_op`."""
    t = S[U(P[U(pc + 1)])]
    there = 1 <= t < P[U(m.P_TOKENS)]
    if P[U(pc)] == O.FAMILIAR:
        if there and S[U(m.MODE)]:
            S[U(m.KNOWN + t)] |= m.KNEW
        return pc + 2
    if P[U(pc)] == O.INSERT:
        z = S[U(P[U(pc + 2)])]
        if there and 1 <= z < P[U(m.P_ZONES)] and insert(P, S, B, t, z, S[U(P[U(pc + 3)])]):
            return done(S, pc + 5, pace)
        return I64(P[U(pc + 4)])
    if P[U(pc)] == O.SHOW:
        if not there:
            return pc + 4
        show_token(P, S, t, S[U(P[U(pc + 2)])], P[U(pc + 3)])
        if B[U(m.W_TRACING)]:
            note(P, B, m.E_SHOW, t, P[U(pc + 3)], 0, 0, S[U(m.KNOWN + t)])
    elif not there or not destroy(P, S, B, t, P[U(P[U(pc + 2)] + t)]):
        return I64(P[U(pc + 3)])
    return done(S, pc + 4, pace)


@jit("int64(state, state, state, int64, int64)")
def use_tree(P: Any, S: Any, B: Any, pc: Any, pace: Any) -> Any:
    """Read or change a tree of zones; the result is as that of `cold_op`."""
    op = P[U(pc)]
    zones = P[U(m.P_ZONES)]
    if op == O.PRUNE:
        z = S[U(P[U(pc + 1)])]
        return pc + 3 if 1 <= z < zones and prune(P, S, z) else I64(P[U(pc + 2)])
    if op == O.MOVE_BRANCH:
        a = S[U(P[U(pc + 1)])]
        z = S[U(P[U(pc + 2)])]
        if pace >= 3 or a == z or a < 1 or a >= zones or z < 1 or z >= zones:
            return I64(P[U(pc + 7)])
        moved = move_branch(P, S, B, I64(a), I64(z), pc)
        if moved == TOO_DEEP:
            return -stop(S, m.FAULTED, pc, m.FAULT_CALLS)
        return pc + 9 if moved else I64(P[U(pc + 8)])
    if op == O.PRUNE_LEAVES:
        z = S[U(P[U(pc + 1)])]
        if z < 1 or z >= zones:
            return I64(P[U(pc + 3)])
        if not prune_leaves(P, S, z, S[U(P[U(pc + 2)])]):
            return -stop(S, m.FAULTED, pc, m.FAULT_LISTS)
        return pc + 4
    z = S[U(P[U(pc + 2)])]
    if op == O.DEEPEST or op == O.ROOT or op == O.TREE_SIZE:
        if z < 1 or z >= zones:
            return I64(P[U(pc + 3)])
        if op == O.DEEPEST:
            S[U(P[U(pc + 1)])] = deepest(P, S, z)
        elif op == O.ROOT:
            S[U(P[U(pc + 1)])] = root_of(P, S, z)
        else:
            S[U(P[U(pc + 1)])] = tree_size(P, S, z, I64(P[U(m.P_TOKENS)]))
        return pc + 4
    d = S[U(P[U(pc + 3)])]
    if op == O.FURTHEST:
        if z < 1 or z >= zones or d < 0 or d >= m.DIRECTIONS:
            return I64(P[U(pc + 4)])
        child = I64(S[U(child_word(P, z, d))])
        while child:
            z = child
            child = I64(S[U(child_word(P, z, d))])
        S[U(P[U(pc + 1)])] = z
        return pc + 5
    if 1 <= z < zones:
        if op == O.HANG:
            a = S[U(P[U(pc + 1)])]
            if 1 <= a < zones and hang(P, S, B, a, z, d):
                return done(S, pc + 5, pace)
        elif op == O.GROW:
            made = grow(P, S, z, d)
            if made:
                S[U(P[U(pc + 1)])] = made
                return pc + 5
        elif op == O.CHILD and 0 <= d < m.DIRECTIONS:
            S[U(P[U(pc + 1)])] = S[U(child_word(P, z, d))]
            return pc + 5
    return I64(P[U(pc + 4)])


@jit("int64(state, state, int64)")
def call_or_atomic(P: Any, S: Any, pc: Any) -> Any:
    """Carry out PUSH, POP or the begin or end of an atomic action; the result is as that of
    `cold_op`, with the fault in the status."""
    op = P[U(pc)]
    if op == O.PUSH:
        pushed = push(P, S, P[U(pc + 1)], P[U(pc + 2)])
        return pc + 3 if pushed else I64(-m.FAULTED - 16 * m.FAULT_CALLS)
    if op == O.POP:
        pop(P, S, S[U(m.CALL_TOP)] - P[U(m.P_CALL_WORDS)])
    elif op == O.BEGIN_ATOMIC:
        if S[U(m.ATOMIC)] == 0:
            S[U(m.ATOMIC_BASE)] = S[U(m.ATTEMPT_TOP)]
        S[U(m.ATOMIC)] += 1
    else:
        S[U(m.ATOMIC)] -= 1
        if S[U(m.MODE)] == m.TRIAL or (S[U(m.MODE)] != 0 and S[U(m.ATOMIC)] == 0):
            return I64(-m.CAN)
    return pc + 1


@jit("int64(state, state, state, int64)")
def stacked_op(P: Any, S: Any, B: Any, pc: Any) -> Any:
    """Carry out an op from DRAW to TAKE_DUE, or DRY_RUN. The result is where to continue or, below
    0, why to stop: the status plus 16 times the fault, negated."""
    op = P[U(pc)]
    if op == O.DRY_RUN:
        return begin_dry_run(P, S, B, pc)
    if O.LATER <= op <= O.TAKE_DUE:
        return use_agenda(P, S, pc)
    if O.TOGETHER <= op <= O.APART:
        return choose_together(P, S, pc)
    if O.PUSH <= op <= O.END_ATOMIC:
        return call_or_atomic(P, S, pc)
    to = await_chance(P, S, B, pc)
    return at_horizon(P, S, B, pc) if to == -m.CAN and S[U(m.MODE)] >= m.DRY_RUN else to


@jit("int64(state, state, state, int64, int64)")
def cold_op(P: Any, S: Any, B: Any, pc: Any, pace: Any) -> Any:
    """Carry out one of the rarer ops; the result is where to continue or, below 0, the status in
    which the machine was stopped, negated. Groups are ranges of op numbers: `ops.py` has
    them in this order."""
    op = P[U(pc)]
    if op == O.END_DRY_RUN:
        return at_horizon(P, S, B, pc)
    if op >= O.DRAW:
        to = stacked_op(P, S, B, pc)
        return to if to >= 0 else -stop(S, -to & 15, pc, -to >> 4)
    if op >= O.SUBSETS:
        if op == O.PICKED:
            to = picked(P, S, pc)
        else:
            to = rows_of_sets(P, S, B, pc) if op == O.ROWS_SETS else combine(P, S, pc)
        return to if to >= 0 else -stop(S, m.FAULTED, pc, -to)
    if op == O.NEED:
        value = S[U(P[U(pc + 2)])]
        hidden = is_hidden(P, S, P[U(pc + 1)], value)
        if S[U(m.MODE)] >= m.DRY_RUN and P[U(pc + 1)] == m.NEED_TOKEN and not hidden:
            hidden = was_hidden(P, S, value)
        if not hidden:
            return pc + 4
        if S[U(m.MODE)] == 0:
            return I64(P[U(pc + 3)])
        return need_unmet(P, S, B, pc) if S[U(m.MODE)] == m.DRY_RUN else -stop(S, m.CAN, pc, 0)
    if op == O.NEXT_LINK:
        return next_link(P, S, pc)
    if op == O.HALT:
        S[U(m.REASON)] = P[U(pc + 1)]
        return -stop(S, m.FAULTED, pc, m.FAULT_FAILED)
    if op <= O.REVERSE:
        return make_list(P, S, pc)
    if op <= O.DESTROY:
        return use_token(P, S, B, pc, pace)
    return use_tree(P, S, B, pc, pace)
