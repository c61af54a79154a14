"""Utility: what a result is worth to each seat, from the words of a state that is over."""

from __future__ import annotations

from typing import Any

from . import state as m
from .jit import I64, U, jit

# ---- the table: what counts, whether high scores are good (1) or bad (-1), the number of sides;
# then the side of each seat: its team, or the seat alone ----
U_KIND, U_SIGN, U_SIDES, U_SIDE = range(4)
SHARE, SCORE = range(2)
MOST_SEATS = 16


@jit("void(state, state, state, CPointer(double))")
def utilities(P: Any, S: Any, T: Any, out: Any) -> None:
    """Write the utility of every seat; nothing is won where no result was declared."""
    seats = I64(P[U(m.P_SEATS)])
    results = I64(P[U(m.P_RESULTS)])
    decided = S[U(m.STATUS)] == m.OVER
    if T[U(U_KIND)] == SCORE:
        # Partners share what their side has: its mean.
        for seat in range(seats):
            total = 0.0
            members = 0
            for other in range(seats):
                if T[U(U_SIDE + other)] == T[U(U_SIDE + seat)]:
                    total += S[U(results + m.RESULT_WORDS * other + 1)]
                    members += 1
            out[U(seat)] = T[U(U_SIGN)] * total / members if decided else 0.0
        return
    sides = I64(T[U(U_SIDES)])
    won = I64(0)  # the sides that win, a bit each
    for seat in range(seats):
        if decided and S[U(results + m.RESULT_WORDS * seat)]:
            won |= I64(1) << T[U(U_SIDE + seat)]
    winners = 0
    for side in range(sides):
        winners += won >> side & 1
    for seat in range(seats):
        share = 1.0 / winners if won >> T[U(U_SIDE + seat)] & 1 else 0.0
        if sides == 1:
            out[U(seat)] = share
        elif winners == 0:
            out[U(seat)] = 0.0
        else:
            out[U(seat)] = (sides * share - 1.0) / (sides - 1)
