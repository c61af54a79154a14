"""Explicit chance: a shuffled zone is a bag, and the caller chooses what is drawn from it.

A program either draws its own random numbers or stops at every chance outcome. In one of the second
kind each token has a word that says whether its position in its zone is still open.
"""

from __future__ import annotations

from typing import Any

from . import columns
from . import state as m
from .enumerate_ops import add_row
from .jit import I64, U, jit
from .tokens import relink


@jit("void(state, state, int64)")
def bag_zone(P: Any, S: Any, z: Any) -> None:
    """Leave the order of a zone's tokens open."""
    zone = columns.zone(P)
    order = S[U(m.LIST_TOP)]
    n = 0
    for t in range(1, P[U(m.P_TOKENS)]):  # by number, so that the order reveals nothing
        if S[U(zone + t)] == z:
            S[U(order + n)] = t
            n += 1
    relink(P, S, z, I64(order), I64(n))
    for i in range(n):
        S[U(P[U(m.P_BAGS)] + S[U(order + i)])] = 1


@jit("int64(state, state, int64)")
def bagged(P: Any, S: Any, z: Any) -> Any:
    """The number of open positions in a zone."""
    after = columns.next(P)
    n = I64(0)
    t = S[U(columns.top(P) + z)]
    while t:
        n += S[U(P[U(m.P_BAGS)] + t)]
        t = S[U(after + t)]
    return n


@jit("int64(state, state, int64, int64, int64)")
def open_place(P: Any, S: Any, z: Any, count: Any, bottom: Any) -> Any:
    """The token at the first open position among `count` (-1: all) from the top or the bottom of a
    zone; 0 if there is none."""
    end = columns.bottom(P) if bottom else columns.top(P)
    inwards = columns.previous(P) if bottom else columns.next(P)
    t = I64(S[U(end + z)])
    while t and count:
        if S[U(P[U(m.P_BAGS)] + t)]:
            return t
        t = I64(S[U(inwards + t)])
        count -= 1
    return I64(0)


@jit("void(state, state, int64, int64, int64)")
def put_at(P: Any, S: Any, z: Any, t: Any, drawn: Any) -> None:
    """Swap two tokens of a bag, and settle that the drawn one is where the other was."""
    after = columns.next(P)
    before = columns.previous(P)
    top = columns.top(P)
    order = S[U(m.LIST_TOP)]
    n = 0
    c = S[U(top + z)]
    while c:
        S[U(order + n)] = drawn if c == t else (t if c == drawn else c)
        n += 1
        c = S[U(after + c)]
    above = I64(0)
    for i in range(n):
        c = S[U(order + i)]
        S[U(before + c)] = above
        if above:
            S[U(after + above)] = c
        else:
            S[U(top + z)] = c
        above = I64(c)
    S[U(after + above)] = 0
    S[U(columns.bottom(P) + z)] = above
    # Faces and knowledge belong to the positions, not to the tokens that turn out to be there.
    for at in (I64(m.KNOWN), columns.face(P), columns.shown(P)):
        kept = S[U(at + t)]
        S[U(at + t)] = S[U(at + drawn)]
        S[U(at + drawn)] = kept
    S[U(P[U(m.P_BAGS)] + drawn)] = 0


@jit("int64(state, state, state, int64)")
def list_bag(P: Any, S: Any, B: Any, z: Any) -> Any:
    """List the tokens that may be drawn from a zone as options; 0 if they do not fit."""
    B[U(m.W_ROWS)] = 0
    for t in range(1, P[U(m.P_TOKENS)]):
        if S[U(P[U(m.P_BAGS)] + t)] and S[U(columns.zone(P) + t)] == z:
            if B[U(m.W_ROWS)] >= B[U(m.W_CAPACITY)]:
                return I64(0)
            B[U(add_row(P, B, I64(1)))] = t
    return I64(1)
