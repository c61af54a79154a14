"""Options whose lookahead was cut off: they are carried out as attempts, and withheld if they fail.

Such an option is not known to be legal, so what follows, the atomic action or the rest of one, is
an attempt with a checkpoint, unless one is under way anyway. A failure returns to the decision,
which then leaves the option out.
The record of withheld options is in front of the checkpoints: no rollback restores it.
"""

from __future__ import annotations

from typing import Any

from . import state as m
from .checkpoint import begin_attempt
from .jit import I64, U, jit
from .ops import DECIDE


@jit("int64(state)")
def record_at(P: Any) -> Any:
    """The address of the record."""
    return P[U(m.P_CHECKPOINTS)] - m.H_ROWS - m.MOST_WITHHELD * P[U(m.P_WIDTH)]


@jit("void(state, state, int64)")
def note_open(P: Any, S: Any, found: Any) -> None:
    """Note whether an option of the decision at hand is neither refuted nor proved legal."""
    S[U(record_at(P) + m.H_OPEN)] = found


@jit("int64(state, state)")
def withheld_here(P: Any, S: Any) -> Any:
    """How many options are withheld from the decision at hand."""
    at = record_at(P)
    same = S[U(at + m.H_SITE)] == S[U(m.SITE)] and S[U(at + m.H_SEAT)] == S[U(m.DECIDER)]
    # No choice was made since the last of them failed.
    same = same and S[U(at + m.H_DECISIONS)] == S[U(m.DECISIONS)]
    return I64(S[U(at + m.H_COUNT)]) if same else I64(0)


@jit("int64(state, state, state, int64)")
def is_withheld(P: Any, S: Any, B: Any, row: Any) -> Any:
    """Whether an option of a workspace is withheld."""
    width = P[U(m.P_WIDTH)]
    for i in range(withheld_here(P, S)):
        at = record_at(P) + m.H_ROWS + i * width
        same = True
        for k in range(width):
            same = same and S[U(at + k)] == B[U(m.W_DATA + row * width + k)]
        if same:
            return I64(1)
    return I64(0)


@jit("void(state, state, int64)")
def begin_undoable(P: Any, S: Any, pc: Any) -> None:
    """Begin an attempt that ends with the atomic action, if the option just chosen may fail."""
    at = record_at(P)
    count = withheld_here(P, S)
    outermost = S[U(m.ATTEMPT_TOP)] == P[U(m.P_ATTEMPTS)]
    if S[U(at + m.H_OPEN)] == 0 or not outermost or count == m.MOST_WITHHELD:
        return
    S[U(at + m.H_COUNT)] = count
    S[U(at + m.H_SITE)] = S[U(m.SITE)]
    S[U(at + m.H_SEAT)] = S[U(m.DECIDER)]
    for i in range(P[U(m.P_WIDTH)]):
        S[U(at + m.H_ROWS + count * P[U(m.P_WIDTH)] + i)] = S[U(m.ACTION + i)]
    begin_attempt(P, S, pc, I64(S[U(m.LIST_TOP)]), I64(1))
    if S[U(m.ATOMIC)]:
        S[U(m.ATOMIC_BASE)] = S[U(m.ATTEMPT_TOP)]  # trials of what follows do not return to it


@jit("int64(state, state)")
def is_undoable(P: Any, S: Any) -> Any:
    """Whether the outermost atomic action, under way or just complete, is an attempt of its own."""
    before = S[U(m.ATOMIC_BASE)] - m.ATTEMPT_WORDS
    if before != P[U(m.P_ATTEMPTS)]:
        return I64(0)
    return I64(P[U(S[U(before + m.T_PC)])] == DECIDE)


@jit("void(state, state)")
def end_undoable(P: Any, S: Any) -> None:
    """End the attempt of an atomic action that is complete."""
    if is_undoable(P, S):
        # Attempts inside it that are left at the same time end after it, which comes to the same.
        S[U(m.ATTEMPT_TOP)] -= m.ATTEMPT_WORDS
        if S[U(m.ATTEMPT_TOP)] == P[U(m.P_ATTEMPTS)]:
            S[U(m.CHECKPOINTS)] = 0


@jit("void(state, state)")
def withhold(P: Any, S: Any) -> None:
    """Withhold the option that has failed."""
    at = record_at(P)
    if S[U(m.ATOMIC)]:
        S[U(m.ATOMIC_BASE)] = S[U(m.ATTEMPT_TOP)]
    S[U(at + m.H_COUNT)] += 1
    S[U(at + m.H_DECISIONS)] = S[U(m.DECISIONS)]
