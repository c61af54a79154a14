"""The run loop: carries out ops on a state until a choice, the end, a pause or a fault.

`run` below is plain Python. Compiled code calls a function of that name which `native.py` makes of
the same ops: a switch over all of them, or the ops of one program one after another.
"""

from __future__ import annotations

from typing import Any

from . import state as m
from .checkpoint import undo_attempt
from .dry_run import dry_run_failed
from .failures import note_failure
from .jit import I64, Export, U, external, jit
from .ops import DECIDE
from .recursion import pop
from .semantics.operands import fault, stop
from .semantics.table import OPS
from .withheld import withhold


@jit("int64(state, state, state)")
def unwind(P: Any, S: Any, B: Any) -> Any:
    """Return to the innermost attempt, as a statement failed; the result is where to continue, or 0
    if there is no attempt, or none that a trial may return to."""
    top = S[U(m.ATTEMPT_TOP)]
    if top == P[U(m.P_ATTEMPTS)] or (0 < S[U(m.MODE)] < m.DRY_RUN and top <= S[U(m.TRIAL_BASE)]):
        return I64(0)
    top -= m.ATTEMPT_WORDS
    if S[U(top + m.T_CHECKPOINT)] == m.NO_CHECKPOINT:
        return dry_run_failed(P, S, B)
    pc = S[U(top + m.T_PC)]
    if S[U(m.CALL_TOP)] > S[U(top + m.T_CALLS)]:
        pop(P, S, S[U(top + m.T_CALLS)])
    undo_attempt(P, S, I64(top))
    if P[U(pc)] == DECIDE:
        withhold(P, S)
    return I64(pc)


@jit("int64(state, state, state, int64)")
def failed(P: Any, S: Any, B: Any, cause: Any) -> Any:
    """Handle the failure of a statement at an op; the result is as that of an op."""
    if S[U(m.MODE)] == 0 and S[U(m.TOGETHER)] != m.COLLECTING:
        note_failure(P, S, B, cause)
    to = unwind(P, S, B)
    if to:
        return to
    return stop(S, m.CANNOT, cause, 0) if S[U(m.MODE)] else fault(S, cause, m.FAULT_FAILED)


@jit("int64(state, state, state, int64, int64)", export=Export.CODE)
def jumped(P: Any, S: Any, B: Any, at: Any, to: Any) -> Any:
    """Handle the result of an op that is no address behind it: a failure, a stop or a jump back.
    Only jumps back are charged to the budget: every endless loop has one."""
    if to == 0:
        to = failed(P, S, B, at)
    if to < 0 or to > at:
        return to
    B[U(m.W_BUDGET)] -= at - to + 1
    return fault(S, to, m.FAULT_BUDGET) if B[U(m.W_BUDGET)] < 0 else to


@jit("void(state, state)", export=Export.CODE)
def begin(P: Any, B: Any) -> None:
    """Prepare a workspace for a run."""
    B[U(m.W_WAITING)] = 0
    B[U(m.W_BUDGET)] = P[U(m.P_BUDGET)] * 1000 * m.STEP_WORDS


@external("int64(state, state, state, int64)")
def run(P: Any, S: Any, B: Any, pc: Any) -> Any:
    """Run from an op; the result is the status in which the machine stopped."""
    begin(P, B)
    while True:
        to = OPS[P[pc]](P, S, S, B, pc)
        if to <= pc:
            to = jumped(P, S, B, pc, to)
            if to < 0:
                return -to
        pc = to
