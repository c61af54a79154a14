"""Checkpoints: copies of what may change in a state, to return to or to run ahead on.

All are copies of one kind (`copy_changing`), at a distance from the state. Those of attempts, of
simultaneous choices and of dry runs are behind it in the same array, and may be nested. A trial
runs ahead on its copy, in a workspace, and leaves the state alone.

An attempt's checkpoint leaves out `known`, because a seat does not forget what an undone statement
showed it; words of the header are in the attempt's record. The others are undone without a trace:
they start with words of the header (see `save`).
"""

from __future__ import annotations

from typing import Any

from . import columns
from . import state as m
from .jit import I64, U, jit, offset
from .ops import POP

FEW_REGISTERS = 1024  # up to this number, copying all is faster than finding the live ones

# Which registers a checkpoint has: all, those that are live at the waiting site, or (above 0) those
# that a table lists as runs.
ALL, LIVE = I64(0), I64(-1)


@jit("void(state, state, int64, int64)", inline=True)
def copy_words(S: Any, to: Any, start: Any, end: Any) -> None:
    """Copy a stretch of words."""
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


@jit("void(state, state, state, state, int64, int64)")
def copy_changing(P: Any, S: Any, source: Any, to: Any, first: Any, registers: Any) -> None:
    """Copy data from a first word on, registers, and the attempts and lists in use. The state says
    what is in use; it is the source of a checkpoint that is saved, and the target of one that is
    restored."""
    copy_words(source, to, first, I64(P[U(m.P_REGISTERS)]))
    if registers == LIVE:
        copy_live_registers(P, S, to)
    elif registers == ALL or P[U(registers)] < 0:
        copy_words(source, to, I64(P[U(m.P_REGISTERS)]), I64(P[U(m.P_ATTEMPTS)]))
    else:
        for i in range(registers + 1, registers + 1 + 2 * P[U(registers)], 2):
            copy_words(source, to, I64(P[U(i)]), I64(P[U(i)] + P[U(i + 1)]))
    copy_words(source, to, I64(P[U(m.P_ATTEMPTS)]), I64(S[U(m.ATTEMPT_TOP)]))
    copy_words(source, to, I64(P[U(m.P_LISTS)]), I64(S[U(m.LIST_TOP)]))


# ---- rounds of simultaneous choices, dry runs ----------------------------------------------------


@jit("void(state, int64)")
def save_header(S: Any, header: Any) -> None:
    """Save the words of the header that may change."""
    S[U(header + m.C_LISTS)] = S[U(m.LIST_TOP)]
    S[U(header + m.C_ATTEMPTS)] = S[U(m.ATTEMPT_TOP)]
    S[U(header + m.C_CALLS)] = S[U(m.CALL_TOP)]
    S[U(header + m.C_CHECKPOINTS)] = S[U(m.CHECKPOINTS)]
    S[U(header + m.C_TURNS)] = S[U(m.TURNS)]
    S[U(header + m.C_ATOMIC)] = S[U(m.ATOMIC)]


@jit("void(state, int64)")
def restore_header(S: Any, header: Any) -> None:
    """Undo what changed in the header since `save_header`."""
    S[U(m.LIST_TOP)] = S[U(header + m.C_LISTS)]
    S[U(m.ATTEMPT_TOP)] = S[U(header + m.C_ATTEMPTS)]
    S[U(m.CALL_TOP)] = S[U(header + m.C_CALLS)]
    S[U(m.CHECKPOINTS)] = S[U(header + m.C_CHECKPOINTS)]
    S[U(m.TURNS)] = S[U(header + m.C_TURNS)]
    S[U(m.ATOMIC)] = S[U(header + m.C_ATOMIC)]


@jit("void(state, state, int64, int64, int64)")
def save(P: Any, S: Any, header: Any, rest: Any, registers: Any) -> None:
    """Save the words of the header that may change, and everything behind it."""
    save_header(S, header)
    copy_changing(P, S, S, offset(S, rest - m.KNOWN), I64(m.KNOWN), registers)


@jit("void(state, state, int64, int64, int64)")
def restore(P: Any, S: Any, header: Any, rest: Any, registers: Any) -> None:
    """Undo everything since `save`."""
    restore_header(S, header)
    copy_changing(P, S, offset(S, rest - m.KNOWN), S, I64(m.KNOWN), registers)


# ---- attempts ------------------------------------------------------------------------------------


@jit("int64(state, int64)")
def attempt_area(P: Any, number: Any) -> Any:
    """The address of an attempt's checkpoint, by its number from 1."""
    length = P[U(m.P_LISTS_END)] - columns.next(P)
    return P[U(m.P_CHECKPOINTS)] + (number - 1) * length


@jit("int64(state, state, int64, int64, int64)")
def begin_attempt(P: Any, S: Any, pc: Any, lists: Any, checkpoint: Any) -> Any:
    """Begin an attempt whose failure jumps to an address, with that list top (0: as it is then) and
    with a checkpoint, if it has a number; the result is a fault if there is no room, or 0."""
    top = I64(S[U(m.ATTEMPT_TOP)])
    if top + m.ATTEMPT_WORDS > P[U(m.P_ATTEMPTS_END)]:
        return I64(m.FAULT_ATTEMPTS)
    if checkpoint > P[U(m.P_CHECKPOINT_COUNT)]:
        return I64(m.FAULT_CHECKPOINTS)
    S[U(top + m.T_PC)] = pc
    S[U(top + m.T_LISTS)] = lists
    S[U(top + m.T_CHECKPOINT)] = checkpoint
    S[U(top + m.T_TURNS)] = S[U(m.TURNS)]
    S[U(top + m.T_CALLS)] = S[U(m.CALL_TOP)]
    S[U(top + m.T_ATOMIC)] = S[U(m.ATOMIC)]
    if checkpoint > 0:
        first = columns.next(P)
        copy_changing(P, S, S, offset(S, attempt_area(P, checkpoint) - first), first, ALL)
        S[U(m.CHECKPOINTS)] = checkpoint
    S[U(m.ATTEMPT_TOP)] = top + m.ATTEMPT_WORDS
    return I64(0)


@jit("void(state, state, int64)")
def undo_attempt(P: Any, S: Any, top: Any) -> None:
    """Return to where the attempt at an address began, which is over; with a checkpoint, undo
    everything since. A token that is seen again where it was is known again."""
    S[U(m.ATTEMPT_TOP)] = top
    S[U(m.ATOMIC)] = S[U(top + m.T_ATOMIC)]
    if S[U(top + m.T_LISTS)]:
        S[U(m.LIST_TOP)] = S[U(top + m.T_LISTS)]
    checkpoint = I64(S[U(top + m.T_CHECKPOINT)])
    if checkpoint > 0:
        S[U(m.TURNS)] = S[U(top + m.T_TURNS)]
        S[U(m.CHECKPOINTS)] = checkpoint - 1
        first = columns.next(P)
        copy_changing(P, S, offset(S, attempt_area(P, checkpoint) - first), S, first, ALL)
        shown = columns.shown(P)
        for t in range(P[U(m.P_TOKENS)]):
            S[U(m.KNOWN + t)] |= S[U(shown + t)]


# ---- trials --------------------------------------------------------------------------------------


@jit("void(state, state, state, int64)")
def copy_position(P: Any, S: Any, to: Any, base: Any) -> None:
    """Copy what may still be read of a state that waits for a choice to one that has the constants:
    what may change, the header, and what is in use of the regions behind the lists. The checkpoints
    of attempts below a base are not needed."""
    few = P[U(m.P_ATTEMPTS)] - P[U(m.P_REGISTERS)] < FEW_REGISTERS
    copy_changing(P, S, S, to, I64(0), ALL if few else LIVE)
    first = I64(1)
    for at in range(P[U(m.P_ATTEMPTS)], base, m.ATTEMPT_WORDS):
        if S[U(at + m.T_CHECKPOINT)] > 0:
            first = I64(S[U(at + m.T_CHECKPOINT)]) + 1
    if S[U(m.CHECKPOINTS)] >= first:
        end = attempt_area(P, I64(S[U(m.CHECKPOINTS)]) + 1)
        copy_words(S, to, attempt_area(P, first), end)
    answers = P[U(m.P_ANSWERS)] if S[U(m.TOGETHER)] else P[U(m.P_CALLS)]
    copy_words(S, to, answers, S[U(m.CALL_TOP)])
