"""Failures of statements: which statement inside an attempt failed, and which op was the cause."""

from __future__ import annotations

from typing import Any

from . import ops
from . import state as m
from .event_log import note
from .jit import I64, U, jit

CALL_WORDS = 1 + len(ops.SPECS[ops.CALL].operands)


@jit("int64(state, int64)")
def procedure_at(P: Any, address: Any) -> Any:
    """The table entry of the procedure with the code at an address, or 0."""
    table = P[U(m.P_PROCEDURES)]
    for i in range(P[U(table)]):
        entry = I64(table + 1 + i * m.PROCEDURE_WORDS)
        if P[U(entry)] <= address < P[U(entry + 1)]:
            return entry
    return I64(0)


@jit("void(state, state, state, int64)")
def note_failure(P: Any, S: Any, B: Any, cause: Any) -> None:
    """Count a failure that the innermost attempt handles. If the op that failed is in a procedure
    called from the attempt, also indirectly, the call is what failed."""
    top = S[U(m.ATTEMPT_TOP)]
    if top == P[U(m.P_ATTEMPTS)]:
        return
    home = procedure_at(P, I64(S[U(top - m.ATTEMPT_WORDS)]))
    failed = cause
    here = procedure_at(P, failed)
    for _ in range(P[U(P[U(m.P_PROCEDURES)])]):
        if here == home or here == 0 or P[U(here + 2)] == 0:
            break
        back = I64(S[U(P[U(here + 2)])])
        if back == 0:
            break
        failed = back - CALL_WORDS
        here = procedure_at(P, failed)
    if B[U(m.W_FAILURES)]:
        counter = B[U(m.W_FAILURES)] + m.FAILURE_WORDS * failed
        B[U(counter)] += 1
        if B[U(counter + 1)] < cause:
            B[U(counter + 1)] = cause
    if B[U(m.W_TRACING)]:
        note(P, S, B, m.E_FAILED, failed, cause, 0, 0, m.NOBODY)
