"""Three keys of a state: exact (records), position (play) and future (what can still matter)."""

from __future__ import annotations

from typing import Any

from .jit import I64, U32, U64, U, jit
from .ops import POP
from .rng import M64, ONE
from .state import (
    A_COUNT,
    A_HEAD,
    A_LISTS,
    ANSWER_HEAD,
    CALL_TOP,
    FUTURE,
    KNOWN,
    LIST_TOP,
    P_ANSWERS,
    P_CALL_WORDS,
    P_CLASSES,
    P_FACTS,
    P_LISTS,
    P_LISTS_END,
    P_SNAPSHOTS,
    P_START,
    P_TOKENS,
    P_TRIES,
    P_WIDTH,
    P_ZONES,
    PC,
    SITE,
    SITE_LIVE,
    SNAPSHOTS,
    TOGETHER,
    TRY_TOP,
)

PRIME = U64(0x9FB21C651E98DF25)
SHIFT = U64(29)


@jit("uint64(uint64, int64)")
def mixed(h: Any, x: Any) -> Any:
    """A hash with one more word in it."""
    h = ((h ^ U64(U32(x))) * PRIME) & M64
    return h ^ (h >> SHIFT)


@jit("uint64(state, uint64, int64, int64)")
def stretch(S: Any, h: Any, start: Any, count: Any) -> Any:
    """A hash with a stretch of the state in it."""
    for i in range(count):
        h = mixed(h, S[U(start + i)])
    return h


@jit("uint64(state, state, uint64)")
def piles(P: Any, S: Any, h: Any) -> Any:
    """A hash with every pile in it: equal tokens count as the same."""
    n1 = P[U(P_TOKENS)]
    for z in range(1, P[U(P_ZONES)]):
        t = S[U(KNOWN + 6 * n1 + z)]
        while t:
            h = mixed(h, 2 * P[U(P[U(P_CLASSES)] + t)] + S[U(KNOWN + 4 * n1 + t)] + 1)
            t = S[U(KNOWN + n1 + t)]
        h = mixed(h, 0)
    return h


@jit("uint64(state, state, uint64)")
def registers(P: Any, S: Any, h: Any) -> Any:
    """A hash with the registers in it that are live, from the waiting site out to main."""
    live = I64(P[U(S[U(SITE)] + SITE_LIVE)]) if S[U(SITE)] else I64(0)
    call = I64(S[U(CALL_TOP)])
    pushed = False
    while live:
        for i in range(P[U(live + 1)]):
            h = mixed(h, S[U(call + 2 + i)] if pushed else S[U(P[U(live + 2 + i)])])
        back = I64(0)
        if P[U(live)]:
            back = I64(S[U(call + 1)] if pushed else S[U(P[U(live)])])
        live = I64(0)
        if back:
            h = mixed(h, back)
            live = I64(P[U(back - 1)])
            pushed = P[U(back)] == POP
            if pushed:
                call -= P[U(P_CALL_WORDS)]
    return h


@jit("int64(state, state, int64)")
def key(P: Any, S: Any, kind: Any) -> Any:
    """The key of a kind. Never in it: random numbers, budgets, dead registers."""
    h = mixed(U64(kind), S[U(PC)])
    facts = P[U(P_FACTS)]
    for i in range(P[U(facts)]):
        at = facts + 1 + 3 * i
        if P[U(at + 2)] & kind:
            h = stretch(S, h, P[U(at)], P[U(at + 1)])
    if kind == FUTURE:
        h = piles(P, S, h)
    h = registers(P, S, h)
    h = stretch(S, h, P[U(P_LISTS)], S[U(LIST_TOP)] - P[U(P_LISTS)])
    h = stretch(S, h, P[U(P_TRIES)], S[U(TRY_TOP)] - P[U(P_TRIES)])
    start = KNOWN + P[U(P_TOKENS)]
    length = P[U(P_LISTS_END)] - start
    h = stretch(S, h, P[U(P_SNAPSHOTS)], S[U(SNAPSHOTS)] * length)
    if S[U(TOGETHER)]:
        at = P[U(P_ANSWERS)]
        h = stretch(S, h, at, A_LISTS)
        h = stretch(S, h, at + A_HEAD, S[U(at + A_COUNT)] * (ANSWER_HEAD + P[U(P_WIDTH)]))
        h = stretch(S, h, P[U(P_START)], P[U(P_LISTS_END)] - KNOWN)
    return I64(h >> ONE)
