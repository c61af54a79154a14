"""Dry runs in the middle of play: what a block does is kept from the state, only whether it fails.

Behind the calls lies a record for each dry run under way, one inside of another: what the header
was, and a copy of everything else. A dry run looks no further than a choice, a random draw, a mark
or the end of the game, and counts as possible there.
"""

from __future__ import annotations

from typing import Any

from . import ops as O
from . import state as m
from .checkpoint import bring_back, keep
from .jit import I64, U, jit


@jit("int64(state, int64)")
def record_at(P: Any, number: Any) -> Any:
    """Where the record of a dry run is, by its number from 1."""
    words = m.PROBE_HEAD + P[U(m.P_LISTS_END)] - m.KNOWN
    return P[U(m.P_CALLS_END)] + (number - 1) * words


@jit("int64(state, state, state, int64)")
def begin_probe(P: Any, S: Any, B: Any, pc: Any) -> Any:
    """Keep everything; the answer is where to go on, or below 0 why to stop."""
    number = I64(S[U(P[U(m.P_PROBES)])]) + 1
    at = record_at(P, number)
    if record_at(P, number + 1) > P[U(m.P_SIZE)]:
        return I64(-m.FAULTED - 16 * m.FAULT_SNAPSHOTS)
    top = S[U(m.TRY_TOP)]
    if top + m.TRY_WORDS > P[U(m.P_TRIES_END)]:
        return I64(-m.FAULTED - 16 * m.FAULT_TRIES)
    S[U(at + m.R_PC)] = pc
    S[U(at + m.R_MODE)] = S[U(m.MODE)]
    S[U(at + m.R_TOGETHER)] = S[U(m.TOGETHER)]
    S[U(at + m.R_ROWS)] = B[U(m.W_ROWS)]
    keep(P, S, I64(at + m.R_HEADER), I64(at + m.PROBE_HEAD))
    for i in range(m.TRY_WORDS):
        S[U(top + i)] = 0
    S[U(top + 2)] = -1  # not a snapshot: a failure ends the dry run
    S[U(m.TRY_TOP)] = top + m.TRY_WORDS
    S[U(P[U(m.P_PROBES)])] = number
    S[U(m.MODE)] |= m.PROBING
    return pc + 4


@jit("int64(state, state, state, int64)")
def end_probe(P: Any, S: Any, B: Any, number: Any) -> Any:
    """Bring everything back, as it was before a dry run; the answer is where that began."""
    at = record_at(P, number)
    S[U(m.MODE)] = S[U(at + m.R_MODE)]
    S[U(m.TOGETHER)] = S[U(at + m.R_TOGETHER)]
    B[U(m.W_ROWS)] = S[U(at + m.R_ROWS)]
    bring_back(P, S, I64(at + m.R_HEADER), I64(at + m.PROBE_HEAD))
    return I64(S[U(at + m.R_PC)])


@jit("int64(state, state, state)")
def cannot(P: Any, S: Any, B: Any) -> Any:
    """The innermost dry run failed: where to go on."""
    return I64(P[U(end_probe(P, S, B, I64(S[U(P[U(m.P_PROBES)])])) + 1)])


@jit("int64(state, state, state)")
def can(P: Any, S: Any, B: Any) -> Any:
    """The innermost dry run came as far as it looks: where to go on."""
    return I64(P[U(end_probe(P, S, B, I64(S[U(P[U(m.P_PROBES)])])) + 2)])


@jit("int64(state, state, state, int64)")
def look(P: Any, S: Any, B: Any, pc: Any) -> Any:
    """Go on at an op that a dry run looks no further than; of a question and of a first option it
    sees whether there is something to choose."""
    at = record_at(P, I64(S[U(P[U(m.P_PROBES)])]))
    op = P[U(pc)]
    if op == O.TAKE:
        return can(P, S, B) if B[U(m.W_ROWS)] > S[U(at + m.R_ROWS)] else I64(P[U(pc + 2)])
    if op == O.ROWS_END:
        if B[U(m.W_ROWS)] > S[U(at + m.R_ROWS)]:
            return can(P, S, B)
        S[U(m.LIST_TOP)] = S[U(at + m.R_KEPT)]
        return I64(P[U(S[U(at + m.R_SITE)] + m.SITE_NONE)])
    if op == O.DECIDE and P[U(P[U(pc + 1)] + m.SITE_KIND)] & 3 == m.KIND_ASK:
        S[U(at + m.R_KEPT)] = S[U(m.LIST_TOP)]
        S[U(at + m.R_SITE)] = P[U(pc + 1)]
        return I64(P[U(P[U(pc + 1)] + m.SITE_ROWS)])
    return can(P, S, B)


@jit("int64(state, state, state, int64)")
def hide(P: Any, S: Any, B: Any, pc: Any) -> Any:
    """The asking seat may not know what a NEED names: where to go on. If somebody around asked for
    a reason, the dry runs up to there end."""
    for back in range(S[U(P[U(m.P_PROBES)])]):
        number = S[U(P[U(m.P_PROBES)])] - back
        goal = P[U(S[U(record_at(P, I64(number)) + m.R_PC)] + 3)]
        if goal:
            end_probe(P, S, B, I64(number))
            return I64(goal)
    return I64(P[U(pc + 3)])


@jit("int64(state, state, int64)")
def was_hidden(P: Any, S: Any, token: Any) -> Any:
    """Whether the asking seat, if one asks, did not know a token before the outermost dry run: what
    is shown in it is shown to nobody."""
    if S[U(m.ASKER)] == 0 or token < 1 or token >= P[U(m.P_TOKENS)]:
        return I64(0)
    if S[U(m.KNOWN + token)] & m.KNEW:
        return I64(0)
    known = S[U(record_at(P, I64(1)) + m.PROBE_HEAD + token)]
    return I64(1) - ((known >> (S[U(m.ASKER)] - 1)) & 1)
