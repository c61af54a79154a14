"""Checkpoints: copies of a state to return to, for attempts, simultaneous choices and dry runs.

An attempt's checkpoint leaves out `known`, because a seat does not forget what an undone statement
showed it. The others are undone without a trace, and save words of the header too, in the order of
A_LISTS to A_ATOMIC.
"""

from __future__ import annotations

from typing import Any

from . import columns
from . import state as m
from .jit import U, jit


@jit("void(state, state, int64, int64)")
def save(P: Any, S: Any, header: Any, rest: Any) -> None:
    """Copy the words of the header that may change, and everything behind it up to the lists."""
    S[U(header)] = S[U(m.LIST_TOP)]
    S[U(header + 1)] = S[U(m.ATTEMPT_TOP)]
    S[U(header + 2)] = S[U(m.CALL_TOP)]
    S[U(header + 3)] = S[U(m.CHECKPOINTS)]
    S[U(header + 4)] = S[U(m.TURNS)]
    S[U(header + 5)] = S[U(m.ATOMIC)]
    for i in range(P[U(m.P_LISTS_END)] - m.KNOWN):
        S[U(rest + i)] = S[U(m.KNOWN + i)]


@jit("void(state, state, int64, int64)")
def restore(P: Any, S: Any, header: Any, rest: Any) -> None:
    """Undo everything since `save`."""
    S[U(m.LIST_TOP)] = S[U(header)]
    S[U(m.ATTEMPT_TOP)] = S[U(header + 1)]
    S[U(m.CALL_TOP)] = S[U(header + 2)]
    S[U(m.CHECKPOINTS)] = S[U(header + 3)]
    S[U(m.TURNS)] = S[U(header + 4)]
    S[U(m.ATOMIC)] = S[U(header + 5)]
    for i in range(P[U(m.P_LISTS_END)] - m.KNOWN):
        S[U(m.KNOWN + i)] = S[U(rest + i)]


@jit("int64(state, int64)")
def attempt_area(P: Any, number: Any) -> Any:
    """The address of an attempt's checkpoint, by its number from 1."""
    length = P[U(m.P_LISTS_END)] - columns.next(P)
    return P[U(m.P_CHECKPOINTS)] + (number - 1) * length


@jit("void(state, state, int64)")
def save_attempt(P: Any, S: Any, number: Any) -> None:
    """Copy everything that a rollback restores."""
    start = columns.next(P)
    area = attempt_area(P, number)
    for i in range(P[U(m.P_LISTS_END)] - start):
        S[U(area + i)] = S[U(start + i)]


@jit("void(state, state, int64)")
def restore_attempt(P: Any, S: Any, number: Any) -> None:
    """Roll back; a token that is seen again where it was is known again."""
    start = columns.next(P)
    area = attempt_area(P, number)
    for i in range(P[U(m.P_LISTS_END)] - start):
        S[U(start + i)] = S[U(area + i)]
    shown = columns.shown(P)
    for t in range(P[U(m.P_TOKENS)]):
        S[U(m.KNOWN + t)] |= S[U(shown + t)]
