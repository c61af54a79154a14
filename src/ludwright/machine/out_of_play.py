"""Tokens out of play: a pool is a zone that nobody sees, its tokens by number."""

from __future__ import annotations

from typing import Any

from . import state as m
from .jit import I64, U, jit
from .tokens import move_token


@jit("void(state, state, int64, int64)")
def sink(P: Any, S: Any, t: Any, pool: Any) -> None:
    """Put the token on top of a pool below those with lower numbers."""
    n1 = P[U(m.P_TOKENS)]
    after = m.KNOWN + n1
    before = after + n1
    top = m.KNOWN + 6 * n1
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
        S[U((before + below) if below else (top + P[U(m.P_ZONES)] + pool))] = t


@jit("int64(state, state, state, int64, int64)")
def destroy(P: Any, S: Any, B: Any, t: Any, pool: Any) -> Any:
    """Move a token to its pool, as it was before it was created; 0 if it has none or is there."""
    n1 = P[U(m.P_TOKENS)]
    if pool == 0 or S[U(m.KNOWN + 3 * n1 + t)] == pool:
        return I64(0)
    move_token(P, S, B, t, pool, 0)
    sink(P, S, t, pool)
    S[U(m.KNOWN + t)] &= m.KNEW
    changing = P[U(m.P_CHANGING)]
    for i in range(P[U(changing)]):
        at = changing + 1 + 2 * i
        S[U(P[U(at)] + t)] = P[U(P[U(at + 1)] + t)]
    return I64(1)
