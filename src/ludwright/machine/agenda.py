"""The agenda: procedure calls postponed until a boundary (a turn, a phase ...) has come."""

from __future__ import annotations

from typing import Any

from . import state as m
from .jit import I64, U, jit


@jit("int64(state, state, int64, int64, int64)")
def postpone(P: Any, S: Any, boundary: Any, procedure: Any, count: Any) -> Any:
    """Put a call on the agenda; the result is where its arguments go, or 0 if it is full."""
    at = P[U(m.P_AGENDA)]
    if S[U(at)] == m.MOST_DUE:
        return I64(0)
    entry = at + 1 + S[U(at)] * m.DUE_WORDS
    S[U(at)] += 1
    S[U(entry + m.DUE_BOUNDARY)] = boundary
    S[U(entry + m.DUE_COUNT)] = count
    S[U(entry + m.DUE_PROCEDURE)] = procedure
    return I64(entry + m.DUE_ARGUMENTS)


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
