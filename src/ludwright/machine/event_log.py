"""Event records: what happened, for those who watch."""

from __future__ import annotations

from typing import Any

from . import state as m
from .jit import I64, U, jit
from .semantics.operands import is_unseen


@jit("int64(state, state, int64)")
def root_of(P: Any, S: Any, z: Any) -> Any:
    """The root of a zone's tree; the zone itself where there are no trees."""
    trees = P[U(m.P_TREES)]
    if trees:
        parents = P[U(trees + m.TREE_PARENTS)]
        while S[U(parents + z)]:
            z = I64(S[U(parents + z)])
    return I64(z)


@jit("void(state, state, state, int64, int64, int64, int64, int64, int64)")
def note(P: Any, S: Any, B: Any, kind: Any, a: Any, b: Any, c: Any, d: Any, seers: Any) -> None:
    """Write an event record, unless nobody can see the event; when the log is full, events are only
    counted."""
    if is_unseen(S):
        return
    n = B[U(m.W_EVENTS)]
    B[U(m.W_EVENTS)] = n + 1
    if n < B[U(m.W_EVENT_CAPACITY)]:
        at = m.W_DATA + B[U(m.W_CAPACITY)] * P[U(m.P_WIDTH)] + n * m.EVENT_WORDS
        B[U(at)] = kind
        B[U(at + 1)] = a
        B[U(at + 2)] = b
        B[U(at + 3)] = c
        B[U(at + 4)] = d
        B[U(at + 5)] = seers
        B[U(at + 6)] = 0
        B[U(at + 7)] = 0


@jit("void(state, state, state, int64, int64, int64, int64, int64, int64, int64)")
def note_way(
    P: Any, S: Any, B: Any, kind: Any, t: Any, a: Any, z: Any, how: Any, source: Any, target: Any
) -> None:
    """Write an event record of a token that went from one zone to another, with the roots of both:
    a branch may no longer exist when the record is read."""
    n = B[U(m.W_EVENTS)]
    note(P, S, B, kind, t, a, z, how, S[U(m.KNOWN + t)])
    if n < B[U(m.W_EVENTS)] and n < B[U(m.W_EVENT_CAPACITY)]:
        at = m.W_DATA + B[U(m.W_CAPACITY)] * P[U(m.P_WIDTH)] + n * m.EVENT_WORDS
        B[U(at + 6)] = source
        B[U(at + 7)] = target
