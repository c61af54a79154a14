"""Legality by running ahead: trials of options, and the lookahead through an atomic action."""

from __future__ import annotations

from typing import Any

from . import columns
from . import state as m
from .enumerate_ops import take_row
from .jit import I64, U, jit, offset
from .run import run


@jit("void(state, state, state, state, int64)")
def start_trial(P: Any, S: Any, B: Any, trial: Any, row: Any) -> None:
    """Copy the words of a state that are in use, with an option of a workspace chosen."""
    checkpoints = P[U(m.P_CHECKPOINTS)]
    length = P[U(m.P_LISTS_END)] - columns.next(P)  # of a checkpoint
    for i in range(S[U(m.LIST_TOP)]):
        trial[U(i)] = S[U(i)]
    for i in range(checkpoints, checkpoints + S[U(m.CHECKPOINTS)] * length):
        trial[U(i)] = S[U(i)]
    for i in range(P[U(m.P_ANSWERS)] if S[U(m.TOGETHER)] else P[U(m.P_CALLS)], S[U(m.CALL_TOP)]):
        trial[U(i)] = S[U(i)]
    take_row(P, trial, B, row)


@jit("int64(state, state, state, int64, int64)")
def is_legal(P: Any, S: Any, B: Any, row: Any, depth: Any) -> Any:
    """Whether an option can be carried out: a trial up to the next choice or, if a depth is given,
    a lookahead through that many choices to the end of the atomic action.

    The lookahead is a depth-first search. Each level has a state and a workspace for the options of
    its choice, one level behind the other in the workspace of the table.
    """
    room = I64(B[U(m.W_CAPACITY)])
    if depth:
        room = min(room, I64(m.LOOKAHEAD_ROWS))
    start = (
        m.W_DATA + B[U(m.W_CAPACITY)] * P[U(m.P_WIDTH)] + B[U(m.W_EVENT_CAPACITY)] * m.EVENT_WORDS
    )
    stride = P[U(m.P_SIZE)] + m.W_DATA + room * P[U(m.P_WIDTH)]
    trial = offset(B, I64(start))
    space = offset(B, I64(start + P[U(m.P_SIZE)]))
    start_trial(P, S, B, trial, row)
    trial[U(m.MODE)] = m.LOOKAHEAD if depth else m.TRIAL
    trial[U(m.ASKER)] = S[U(m.DECIDER)]
    if S[U(m.DECIDER)]:
        # Mark what the seat knows now: legality must not depend on what a trial uncovers.
        for i in range(m.KNOWN, m.KNOWN + P[U(m.P_TOKENS)]):
            trial[U(i)] |= ((trial[U(i)] >> (S[U(m.DECIDER)] - 1)) & 1) * m.KNEW
    atomic = depth and S[U(m.ATOMIC)]
    trial[U(m.TRIAL_BASE)] = S[U(m.ATOMIC_BASE)] if atomic else S[U(m.ATTEMPT_TOP)]
    pc = I64(trial[U(m.PC)])
    level = I64(0)
    left = I64(m.LOOKAHEAD_TRIALS)
    waiting = I64(0)  # the op of a choice whose options are being listed
    answer = I64(-1)  # not known yet
    while answer < 0:
        space[U(m.W_TRACING)] = 0
        space[U(m.W_CAPACITY)] = room
        status = run(P, trial, space, pc)
        dead = status == m.CANNOT
        ask = P[U(trial[U(m.SITE)] + m.SITE_KIND)] & m.KIND_BITS == m.KIND_OPTIONAL
        if waiting:  # the options are listed
            trial[U(m.LIST_TOP)] = trial[U(m.KEPT_LISTS)]
            trial[U(m.PC)] = waiting
            pc = waiting
            waiting = I64(0)
            if status != m.LISTED or (space[U(m.W_ROWS)] and level == depth):
                answer = I64(1)
            elif space[U(m.W_ROWS)] == 0 and ask:
                trial[U(m.ACTION)] = -1  # a question without options fails
            else:
                dead = True  # backtrack into the new level, whose next option is its first
                level += 1
        elif status == m.DECISION and (depth or ask):
            waiting = I64(trial[U(m.PC)])
            pc = I64(P[U(trial[U(m.SITE)] + m.SITE_ROWS)])
            trial[U(m.KEPT_LISTS)] = trial[U(m.LIST_TOP)]
            space[U(m.W_ROWS)] = 0
            space[U(m.W_NEXT)] = 0
        elif not dead:
            answer = I64(1)
        if dead and answer < 0:
            answer = I64(0)
            while level and answer == 0:
                level -= 1
                space = offset(B, I64(start + level * stride + P[U(m.P_SIZE)]))
                before = offset(B, I64(start + level * stride))
                row = I64(space[U(m.W_NEXT)])
                # After its last option a choice that may have none is also taken without one.
                without = row == space[U(m.W_ROWS)] and P[U(before[U(m.SITE)] + m.SITE_NONE)] != 0
                if without or row < space[U(m.W_ROWS)]:
                    answer = I64(-1) if left else I64(1)
                    left -= 1
                    level += 1
                    trial = offset(B, I64(start + level * stride))
                    start_trial(P, before, space, trial, row - 1 if without else row)
                    if without:
                        trial[U(m.ACTION)] = -1
                    space[U(m.W_NEXT)] += 1
                    space = offset(B, I64(start + level * stride + P[U(m.P_SIZE)]))
                    pc = I64(trial[U(m.PC)])
    return I64(answer == 1)


@jit("void(state, state, state)")
def filter_rows(P: Any, S: Any, B: Any) -> None:
    """Drop the options whose trial or lookahead fails."""
    width = P[U(m.P_WIDTH)]
    first = S[U(m.SITE)] + m.SITE_HEAD
    inside = S[U(m.ATOMIC)] != 0 and P[U(S[U(m.SITE)] + m.SITE_KIND)] & m.KIND_BITS != m.KIND_TAKE
    kept = 0
    for row in range(B[U(m.W_ROWS)]):
        at = m.W_DATA + row * width
        needed = P[U(first + (B[U(at)] - 1) * m.ACTION_WORDS + m.ACTION_TRIAL)]
        depth = I64(0)
        if inside or (needed == m.LOOKAHEAD and S[U(m.ATOMIC)] == 0):
            depth = I64(P[U(m.P_LOOKAHEAD)])
        if not (needed or inside) or is_legal(P, S, B, I64(row), depth):
            for i in range(width):
                B[U(m.W_DATA + kept * width + i)] = B[U(at + i)]
            kept += 1
    B[U(m.W_ROWS)] = kept
