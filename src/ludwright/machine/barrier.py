"""The barrier: what happens at an op that may not be carried out ahead of play."""

from __future__ import annotations

from typing import Any

from . import state as m
from .dry_run import at_horizon
from .jit import I64, U, jit
from .semantics.operands import stop

GO_ON = I64(-16)  # no status


@jit("int64(state, state, state, int64)")
def barrier(P: Any, S: Any, B: Any, pc: Any) -> Any:
    """The result of an op that draws at random, waits or ends, unless it is to be carried out: dry
    runs and trials end there, passed, and a seat whose answers are collected has given them all."""
    if S[U(m.MODE)] >= m.DRY_RUN:
        return at_horizon(P, S, B, pc)
    if S[U(m.MODE)]:
        return stop(S, m.CAN, pc, 0)
    if S[U(m.TOGETHER)] == m.COLLECTING:
        return I64(S[U(P[U(m.P_ANSWERS)] + m.A_PC)])
    return GO_ON
