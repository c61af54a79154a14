"""The agenda: procedure calls postponed until a boundary (a turn, a phase ...) has come."""

from __future__ import annotations

from typing import Any

from . import ops as O
from . import state as m
from .jit import I64, U, jit


@jit("int64(state, state, int64, int64)")
def postpone(P: Any, S: Any, pc: Any, count: Any) -> Any:
    """Put the call of an op LATER on the agenda; 0 if the agenda is full."""
    at = P[U(m.P_AGENDA)]
    if S[U(at)] == m.MOST_DUE:
        return I64(0)
    entry = at + 1 + S[U(at)] * m.DUE_WORDS
    S[U(at)] += 1
    S[U(entry + m.DUE_BOUNDARY)] = P[U(pc + 1)]
    S[U(entry + m.DUE_COUNT)] = count
    S[U(entry + m.DUE_PROCEDURE)] = P[U(pc + 2)]
    for i in range(P[U(pc + 5)]):
        S[U(entry + m.DUE_ARGUMENTS + i)] = S[U(P[U(pc + 6 + i)])]
    return I64(1)


@jit("void(state, state, int64)")
def count_down(P: Any, S: Any, boundary: Any) -> None:
    """Bring every entry that waits for a boundary one step closer."""
    at = P[U(m.P_AGENDA)]
    for i in range(S[U(at)]):
        entry = at + 1 + i * m.DUE_WORDS
        if S[U(entry + m.DUE_BOUNDARY)] == boundary and S[U(entry + m.DUE_COUNT)] > 0:
            S[U(entry + m.DUE_COUNT)] -= 1


@jit("int64(state, state, int64, int64)")
def take_due(P: Any, S: Any, boundary: Any, to: Any) -> Any:
    """Remove the first entry that is due and write its procedure and arguments to the words from
    `to` on; 0 if nothing is due."""
    at = P[U(m.P_AGENDA)]
    end = at + 1 + S[U(at)] * m.DUE_WORDS
    entry = at + 1
    while entry < end and (
        S[U(entry + m.DUE_BOUNDARY)] != boundary or S[U(entry + m.DUE_COUNT)] > 0
    ):
        entry += m.DUE_WORDS
    if entry == end:
        return I64(0)
    for i in range(1 + m.MOST_ARGUMENTS):
        S[U(to + i)] = S[U(entry + m.DUE_PROCEDURE + i)]
    # Entries keep their order, and unused words are 0: equal agendas must have equal keys.
    for i in range(entry, end - m.DUE_WORDS):
        S[U(i)] = S[U(i + m.DUE_WORDS)]
    for i in range(end - m.DUE_WORDS, end):
        S[U(i)] = 0
    S[U(at)] -= 1
    return I64(1)


@jit("int64(state, state, int64)")
def use_agenda(P: Any, S: Any, pc: Any) -> Any:
    """Carry out LATER, COUNT_DOWN or TAKE_DUE; the result is as that of `cold_op`."""
    op = P[U(pc)]
    if op == O.LATER:
        count = S[U(P[U(pc + 3)])]
        if count < 1:
            return I64(P[U(pc + 4)])
        full = postpone(P, S, pc, count) == 0
        return I64(-m.FAULTED - 16 * m.FAULT_AGENDA) if full else pc + 6 + P[U(pc + 5)]
    if op == O.COUNT_DOWN:
        count_down(P, S, P[U(pc + 1)])
        return pc + 2
    return pc + 4 if take_due(P, S, P[U(pc + 1)], P[U(pc + 2)]) else I64(P[U(pc + 3)])
