"""Recursive calls: the registers of a procedure that may be entered again are saved on a stack.

Registers have fixed addresses. Only a call that may lead back into its own procedure needs to save
them: PUSH, CALL, POP. A frame holds the table of what is live, the return address, the registers,
and in its last word the nesting depth.
"""

from __future__ import annotations

from typing import Any

from . import state as m
from .jit import I64, U, jit


@jit("int64(state, state, int64, int64)")
def push(P: Any, S: Any, table: Any, counts: Any) -> Any:
    """Save the registers that a table lists as live, and their procedure's return address; 0 if
    the calls are nested too deep. Only calls that count make the depth grow."""
    at = S[U(m.CALL_TOP)]
    end = at + P[U(m.P_CALL_WORDS)]
    depth = counts + (S[U(at - 1)] if at > P[U(m.P_CALLS)] else 0)
    if depth > m.DEEPEST_CALLS or end > P[U(m.P_CALLS_END)]:
        return I64(0)
    S[U(m.CALL_TOP)] = end
    S[U(end - 1)] = depth
    S[U(at)] = table
    S[U(at + 1)] = S[U(P[U(table)])] if P[U(table)] else 0
    for i in range(P[U(table + 1)]):
        S[U(at + 2 + i)] = S[U(P[U(table + 2 + i)])]
    return I64(1)


@jit("void(state, state, int64)")
def pop(P: Any, S: Any, at: Any) -> None:
    """Restore the registers of the frame at an address, and drop all frames from there on."""
    S[U(m.CALL_TOP)] = at
    table = S[U(at)]
    if P[U(table)]:
        S[U(P[U(table)])] = S[U(at + 1)]
    for i in range(P[U(table + 1)]):
        S[U(P[U(table + 2 + i)])] = S[U(at + 2 + i)]
