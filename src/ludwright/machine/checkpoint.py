"""Keeping the state as it is now, and bringing it back: for rounds of seats and for dry runs.

The words of the header are kept in the order of A_LISTS to A_ATOMIC."""

from __future__ import annotations

from typing import Any

from . import state as m
from .jit import U, jit


@jit("void(state, state, int64, int64)")
def keep(P: Any, S: Any, header: Any, rest: Any) -> None:
    """Copy those words of the header that may change, and everything behind it up to the lists."""
    S[U(header)] = S[U(m.LIST_TOP)]
    S[U(header + 1)] = S[U(m.TRY_TOP)]
    S[U(header + 2)] = S[U(m.CALL_TOP)]
    S[U(header + 3)] = S[U(m.SNAPSHOTS)]
    S[U(header + 4)] = S[U(m.TURNS)]
    S[U(header + 5)] = S[U(m.ATOMIC)]
    for i in range(P[U(m.P_LISTS_END)] - m.KNOWN):
        S[U(rest + i)] = S[U(m.KNOWN + i)]


@jit("void(state, state, int64, int64)")
def bring_back(P: Any, S: Any, header: Any, rest: Any) -> None:
    """Undo all that was done since `keep`."""
    S[U(m.LIST_TOP)] = S[U(header)]
    S[U(m.TRY_TOP)] = S[U(header + 1)]
    S[U(m.CALL_TOP)] = S[U(header + 2)]
    S[U(m.SNAPSHOTS)] = S[U(header + 3)]
    S[U(m.TURNS)] = S[U(header + 4)]
    S[U(m.ATOMIC)] = S[U(header + 5)]
    for i in range(P[U(m.P_LISTS_END)] - m.KNOWN):
        S[U(m.KNOWN + i)] = S[U(rest + i)]
