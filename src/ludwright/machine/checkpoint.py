"""Checkpoints: copies of a state to return to, for attempts, simultaneous choices and dry runs; and
copies to run ahead on, for trials.

An attempt's checkpoint leaves out `known`, because a seat does not forget what an undone statement
showed it. The others are undone without a trace, and save words of the header too, in the order of
A_LISTS to A_ATOMIC.
"""

from __future__ import annotations

from typing import Any

from . import columns
from . import state as m
from .jit import I64, U, jit
from .ops import POP

FEW_REGISTERS = 1024  # up to this number, copying all is faster than finding the live ones


@jit("void(state, int64)")
def save_header(S: Any, header: Any) -> None:
    """Copy the words of the header that may change."""
    S[U(header)] = S[U(m.LIST_TOP)]
    S[U(header + 1)] = S[U(m.ATTEMPT_TOP)]
    S[U(header + 2)] = S[U(m.CALL_TOP)]
    S[U(header + 3)] = S[U(m.CHECKPOINTS)]
    S[U(header + 4)] = S[U(m.TURNS)]
    S[U(header + 5)] = S[U(m.ATOMIC)]


@jit("void(state, int64)")
def restore_header(S: Any, header: Any) -> None:
    """Undo what changed in the header since `save_header`."""
    S[U(m.LIST_TOP)] = S[U(header)]
    S[U(m.ATTEMPT_TOP)] = S[U(header + 1)]
    S[U(m.CALL_TOP)] = S[U(header + 2)]
    S[U(m.CHECKPOINTS)] = S[U(header + 3)]
    S[U(m.TURNS)] = S[U(header + 4)]
    S[U(m.ATOMIC)] = S[U(header + 5)]


@jit("void(state, int64, int64, int64, int64)", inline=True)
def exchange(S: Any, start: Any, end: Any, shift: Any, saving: Any) -> None:
    """Copy a stretch of words to a distance, or from there."""
    for i in range(start, end):
        if saving:
            S[U(i + shift)] = S[U(i)]
        else:
            S[U(i)] = S[U(i + shift)]


@jit("void(state, int64, int64)")
def save(S: Any, header: Any, rest: Any) -> None:
    """Copy the words of the header that may change, and everything behind it up to the end of the
    lists in use."""
    save_header(S, header)
    exchange(S, I64(m.KNOWN), I64(S[U(m.LIST_TOP)]), rest - m.KNOWN, I64(1))


@jit("void(state, int64, int64)")
def restore(S: Any, header: Any, rest: Any) -> None:
    """Undo everything since `save`."""
    restore_header(S, header)
    exchange(S, I64(m.KNOWN), I64(S[U(m.LIST_TOP)]), rest - m.KNOWN, I64(0))


@jit("void(state, state, int64, int64, int64)")
def exchange_parts(P: Any, S: Any, rest: Any, runs: Any, saving: Any) -> None:
    """Copy data, the registers that a table lists as runs (all, if their count is below 0), and the
    attempts and lists in use to a checkpoint, or from there."""
    shift = rest - m.KNOWN
    exchange(S, m.KNOWN, P[U(m.P_REGISTERS)], shift, saving)
    if P[U(runs)] < 0:
        exchange(S, P[U(m.P_REGISTERS)], P[U(m.P_ATTEMPTS)], shift, saving)
    for i in range(runs + 1, runs + 1 + 2 * P[U(runs)], 2):
        exchange(S, P[U(i)], P[U(i)] + P[U(i + 1)], shift, saving)
    exchange(S, P[U(m.P_ATTEMPTS)], S[U(m.ATTEMPT_TOP)], shift, saving)
    exchange(S, P[U(m.P_LISTS)], S[U(m.LIST_TOP)], shift, saving)


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


@jit("void(state, state, int64, int64)", inline=True)
def copy_words(S: Any, to: Any, start: Any, end: Any) -> None:
    """Copy a stretch of words to another state."""
    for i in range(start, end):
        to[U(i)] = S[U(i)]


@jit("void(state, state, state)")
def copy_fresh(P: Any, image: Any, to: Any) -> None:
    """Copy the initial state to one that is used again. Lists, checkpoints, answers and calls are
    written before they are read."""
    copy_words(image, to, 0, P[U(m.P_LISTS)])
    copy_words(image, to, P[U(m.P_LISTS_END)], P[U(m.P_CHECKPOINTS)])


@jit("void(state, state, state)")
def copy_live_registers(P: Any, S: Any, to: Any) -> None:
    """Copy the live registers of all procedures under way, from the waiting site out to main. Those
    that a recursive call has saved are on its stack."""
    live = I64(P[U(S[U(m.SITE)] + m.SITE_LIVE)])
    call = I64(S[U(m.CALL_TOP)])
    pushed = False
    while live:
        returns = I64(P[U(live)])
        back = I64(0)
        if returns:
            back = I64(S[U(call + 1)] if pushed else S[U(returns)])
        if not pushed:
            to[U(returns)] = S[U(returns)]
            runs = live + 2 + P[U(live + 1)]
            for i in range(P[U(runs)]):
                start, length = P[U(runs + 1 + 2 * i)], P[U(runs + 2 + 2 * i)]
                if length < 0:
                    length = 1 + S[U(start)]
                copy_words(S, to, start, start + length)
        live = I64(0)
        if back:
            live = I64(P[U(back - 1)])  # the last operand of its CALL
            pushed = P[U(back)] == POP
            if pushed:
                call -= P[U(m.P_CALL_WORDS)]


@jit("void(state, state, state, int64)")
def copy_position(P: Any, S: Any, to: Any, base: Any) -> None:
    """Copy what may still be read of a state that waits for a choice to one that has the constants:
    data, live registers, and what is in use of the regions behind them. The checkpoints of attempts
    below a base are not needed."""
    first = I64(1)
    for at in range(P[U(m.P_ATTEMPTS)], base, m.ATTEMPT_WORDS):
        if S[U(at + m.T_CHECKPOINT)] > 0:
            first = I64(S[U(at + m.T_CHECKPOINT)]) + 1
    if P[U(m.P_ATTEMPTS)] - P[U(m.P_REGISTERS)] < FEW_REGISTERS:
        copy_words(S, to, 0, S[U(m.LIST_TOP)])
    else:
        copy_words(S, to, 0, P[U(m.P_REGISTERS)])
        copy_live_registers(P, S, to)
        copy_words(S, to, P[U(m.P_ATTEMPTS)], S[U(m.ATTEMPT_TOP)])
        copy_words(S, to, P[U(m.P_LISTS)], S[U(m.LIST_TOP)])
    if S[U(m.CHECKPOINTS)] >= first:
        end = attempt_area(P, I64(S[U(m.CHECKPOINTS)]) + 1)
        copy_words(S, to, attempt_area(P, first), end)
    answers = P[U(m.P_ANSWERS)] if S[U(m.TOGETHER)] else P[U(m.P_CALLS)]
    copy_words(S, to, answers, S[U(m.CALL_TOP)])
