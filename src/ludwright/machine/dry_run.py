"""Dry runs: run a block to see whether it fails, then restore the checkpoint.

Behind the stack of recursive calls is a record for each dry run under way, the outer ones first:
words of the header, and a copy of everything that the dry run may change. A dry run ends, as
possible, at a choice, a random draw, a mark or the end of the game.
"""

from __future__ import annotations

from typing import Any

from . import ops as O
from . import state as m
from .checkpoint import begin_attempt, restore, save
from .jit import I64, U, jit


@jit("int64(state, int64)")
def record_at(P: Any, number: Any) -> Any:
    """The address of the record of a dry run, by its number from 1."""
    words = m.DRY_RUN_HEAD + P[U(m.P_LISTS_END)] - m.KNOWN
    return P[U(m.P_CALLS_END)] + (number - 1) * words


@jit("int64(state, state, state, int64)")
def begin_dry_run(P: Any, S: Any, B: Any, pc: Any) -> Any:
    """Save everything it may change; the result is a fault if there is no room, or 0."""
    number = I64(S[U(P[U(m.P_DRY_RUNS)])]) + 1
    at = record_at(P, number)
    if record_at(P, number + 1) > P[U(m.P_SIZE)]:
        return I64(m.FAULT_CHECKPOINTS)
    S[U(at + m.R_PC)] = pc
    S[U(at + m.R_MODE)] = S[U(m.MODE)]
    S[U(at + m.R_TOGETHER)] = S[U(m.TOGETHER)]
    S[U(at + m.R_ROWS)] = B[U(m.W_ROWS)]
    save(P, S, I64(at + m.R_CHECKPOINT), I64(at + m.DRY_RUN_HEAD), I64(P[U(pc + 4)]))
    # An attempt stands for the dry run, so that a failure inside it finds its way here.
    trouble = begin_attempt(P, S, I64(0), I64(0), I64(m.NO_CHECKPOINT))
    if trouble:
        return trouble
    S[U(P[U(m.P_DRY_RUNS)])] = number
    S[U(m.MODE)] |= m.DRY_RUN
    return I64(0)


@jit("int64(state, state, state, int64)")
def end_dry_run(P: Any, S: Any, B: Any, number: Any) -> Any:
    """Restore everything as it was before a dry run; the result is the address of its op."""
    at = record_at(P, number)
    S[U(m.MODE)] = S[U(at + m.R_MODE)]
    S[U(m.TOGETHER)] = S[U(at + m.R_TOGETHER)]
    B[U(m.W_ROWS)] = S[U(at + m.R_ROWS)]
    pc = I64(S[U(at + m.R_PC)])
    restore(P, S, I64(at + m.R_CHECKPOINT), I64(at + m.DRY_RUN_HEAD), I64(P[U(pc + 4)]))
    return pc


@jit("int64(state, state, state)")
def dry_run_failed(P: Any, S: Any, B: Any) -> Any:
    """End the innermost dry run, which failed; the result is where to continue."""
    return I64(P[U(end_dry_run(P, S, B, I64(S[U(P[U(m.P_DRY_RUNS)])])) + 1)])


@jit("int64(state, state, state)")
def dry_run_passed(P: Any, S: Any, B: Any) -> Any:
    """End the innermost dry run, which got to its horizon; the result is where to continue."""
    return I64(P[U(end_dry_run(P, S, B, I64(S[U(P[U(m.P_DRY_RUNS)])])) + 2)])


@jit("int64(state, state, state, int64)")
def at_horizon(P: Any, S: Any, B: Any, pc: Any) -> Any:
    """Continue at an op that dry runs do not look beyond. A question or a TAKE without options
    fails, so their options are listed before the dry run ends."""
    at = record_at(P, I64(S[U(P[U(m.P_DRY_RUNS)])]))
    op = P[U(pc)]
    if op == O.TAKE:
        if B[U(m.W_ROWS)] > S[U(at + m.R_ROWS)]:
            return dry_run_passed(P, S, B)
        return I64(P[U(pc + 2)])
    if op == O.ROWS_END:
        if B[U(m.W_ROWS)] > S[U(at + m.R_ROWS)]:
            return dry_run_passed(P, S, B)
        S[U(m.LIST_TOP)] = S[U(at + m.R_KEPT)]
        return I64(P[U(S[U(at + m.R_SITE)] + m.SITE_NONE)])
    if op == O.DECIDE and P[U(P[U(pc + 1)] + m.SITE_KIND)] & m.KIND_BITS == m.KIND_OPTIONAL:
        S[U(at + m.R_KEPT)] = S[U(m.LIST_TOP)]
        S[U(at + m.R_SITE)] = P[U(pc + 1)]
        return I64(P[U(P[U(pc + 1)] + m.SITE_ROWS)])
    return dry_run_passed(P, S, B)


@jit("int64(state, state, state, int64)")
def need_unmet(P: Any, S: Any, B: Any, pc: Any) -> Any:
    """Continue at a NEED whose value is hidden from the asking seat: where the innermost dry run
    that has a jump for this case says, ending all dry runs up to it, or else where the NEED says.
    """
    for back in range(S[U(P[U(m.P_DRY_RUNS)])]):
        number = S[U(P[U(m.P_DRY_RUNS)])] - back
        goal = P[U(S[U(record_at(P, I64(number)) + m.R_PC)] + 3)]
        if goal:
            end_dry_run(P, S, B, I64(number))
            return I64(goal)
    return I64(P[U(pc + 3)])


@jit("int64(state, state, int64)")
def was_hidden(P: Any, S: Any, token: Any) -> Any:
    """Whether the asking seat, if there is one, did not know a token before the outermost dry run:
    what a dry run uncovers, nobody has seen."""
    if S[U(m.ASKER)] == 0 or token < 1 or token >= P[U(m.P_TOKENS)]:
        return I64(0)
    if S[U(m.KNOWN + token)] & m.KNEW:
        return I64(0)
    known = S[U(record_at(P, I64(1)) + m.DRY_RUN_HEAD + token)]
    return I64(1) - ((known >> (S[U(m.ASKER)] - 1)) & 1)
