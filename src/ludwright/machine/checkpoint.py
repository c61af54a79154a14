"""Keeping the state as it is now, and bringing it back: for rounds of seats and for dry runs.

The words of the header are kept in the order of A_LISTS to A_ATOMIC."""

from __future__ import annotations

from typing import Any

from .jit import U, jit
from .state import ATOMIC, CALL_TOP, KNOWN, LIST_TOP, P_LISTS_END, SNAPSHOTS, TRY_TOP, TURNS


@jit("void(state, state, int64, int64)")
def keep(P: Any, S: Any, header: Any, rest: Any) -> None:
    """Copy those words of the header that may change, and everything behind it up to the lists."""
    S[U(header)] = S[U(LIST_TOP)]
    S[U(header + 1)] = S[U(TRY_TOP)]
    S[U(header + 2)] = S[U(CALL_TOP)]
    S[U(header + 3)] = S[U(SNAPSHOTS)]
    S[U(header + 4)] = S[U(TURNS)]
    S[U(header + 5)] = S[U(ATOMIC)]
    for i in range(P[U(P_LISTS_END)] - KNOWN):
        S[U(rest + i)] = S[U(KNOWN + i)]


@jit("void(state, state, int64, int64)")
def bring_back(P: Any, S: Any, header: Any, rest: Any) -> None:
    """Undo all that was done since `keep`."""
    S[U(LIST_TOP)] = S[U(header)]
    S[U(TRY_TOP)] = S[U(header + 1)]
    S[U(CALL_TOP)] = S[U(header + 2)]
    S[U(SNAPSHOTS)] = S[U(header + 3)]
    S[U(TURNS)] = S[U(header + 4)]
    S[U(ATOMIC)] = S[U(header + 5)]
    for i in range(P[U(P_LISTS_END)] - KNOWN):
        S[U(KNOWN + i)] = S[U(rest + i)]
