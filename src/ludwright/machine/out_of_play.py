"""Tokens out of play: each kind is in a zone that nobody sees, sorted by number."""

from __future__ import annotations

from typing import Any

from . import columns
from . import state as m
from .jit import I64, U, jit
from .tokens import move_token


@jit("void(state, state, int64, int64)")
def sink(P: Any, S: Any, t: Any, pool: Any) -> None:
    """Sort the top token of a pool in, below those with lower numbers."""
    after = columns.next(P)
    before = columns.previous(P)
    top = columns.top(P)
    first = S[U(after + t)]
    above = 0
    below = first
    while below and below < t:
        above = below
        below = S[U(after + below)]
    if above:
        S[U(top + pool)] = first
        S[U(before + first)] = 0
        S[U(after + above)] = t
        S[U(before + t)] = above
        S[U(after + t)] = below
        S[U((before + below) if below else (columns.bottom(P) + pool))] = t


@jit("int64(state, state, state, int64, int64)")
def destroy(P: Any, S: Any, B: Any, t: Any, pool: Any) -> Any:
    """Move a token to its pool and reset its properties; 0 if it has no pool or is out of play."""
    if pool == 0 or S[U(columns.zone(P) + t)] == pool:
        return I64(0)
    move_token(P, S, B, t, pool, 0)
    sink(P, S, t, pool)
    S[U(m.KNOWN + t)] &= m.KNEW
    changing = P[U(m.P_CHANGING)]
    for i in range(P[U(changing)]):
        at = changing + 1 + m.CHANGING_WORDS * i
        S[U(P[U(at)] + t)] = P[U(P[U(at + 1)] + t)]
    return I64(1)
