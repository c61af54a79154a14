"""Estimate the distance of a state from a win, for best-first search."""

from __future__ import annotations

from typing import Any

from ..machine import state as m
from ..machine.jit import I64, U, jit

# ---- E, the encoded win conditions (goal_terms.py writes them): tokens + 1, weight of a face-down
# token, number of alternatives, where they start; then a word per zone: whether face-down tokens
# count there. An alternative: number of terms; each term: weight, kind (EXACTLY: the distance of a
# sum from 0, AT_MOST: its excess over 0), constant, number of words; then factor and address of
# each word ----
E_TOKENS, E_HIDDEN, E_ALTERNATIVES, E_START, E_ZONES = range(5)
EXACTLY, AT_MOST = range(2)
MOST = I64(1 << 20)


@jit("int64(state, state)")
def value_of(S: Any, E: Any) -> Any:
    """The estimate for a state: the nearest alternative plus a weight for hidden tokens."""
    n1 = I64(E[U(E_TOKENS)])
    hidden = I64(0)
    if E[U(E_HIDDEN)]:
        for t in range(1, n1):
            if S[U(m.KNOWN + m.FACE_COLUMN * n1 + t)] == 0:
                hidden += E[U(E_ZONES + S[U(m.KNOWN + m.ZONE_COLUMN * n1 + t)])]
    best = MOST if E[U(E_ALTERNATIVES)] else I64(0)
    at = I64(E[U(E_START)])
    for _alternative in range(E[U(E_ALTERNATIVES)]):
        far = I64(0)
        terms = E[U(at)]
        at += 1
        for _term in range(terms):
            weight, kind = I64(E[U(at)]), E[U(at + 1)]
            total = I64(E[U(at + 2)])
            words = E[U(at + 3)]
            at += 4
            for _word in range(words):
                total += I64(E[U(at)]) * S[U(E[U(at + 1)])]
                at += 2
            if kind == EXACTLY:
                total = abs(total)
            far += weight * max(total, I64(0))
        best = min(best, far)
    return min(best + E[U(E_HIDDEN)] * hidden, MOST)


def estimate(words: Any, evaluation: Any) -> int:
    """The same outside compiled code."""
    return int(getattr(value_of, "py_func", value_of)(words, evaluation))
