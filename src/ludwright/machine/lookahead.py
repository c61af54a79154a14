"""Legality by running ahead: trials of options, and the lookahead through an atomic action."""

from __future__ import annotations

from typing import Any

from . import state as m
from .checkpoint import copy_position, copy_words
from .enumerate_ops import take_row
from .jit import I64, U, jit, offset
from .run import run
from .withheld import is_withheld, note_open

REFUTED, PROVED, OPEN = I64(0), I64(1), I64(2)
"""The answers of a trial; OPEN: the search was cut off."""


@jit("int64(state, state, int64)")
def level_at(P: Any, B: Any, level: Any) -> Any:
    """Where in a workspace the state of a level of a lookahead is. Behind it is a workspace for the
    options of its choice, as large as that of the table on the first level."""
    width = P[U(m.P_WIDTH)]
    rows = B[U(m.W_CAPACITY)] * width
    at = m.W_DATA + rows + B[U(m.W_EVENT_CAPACITY)] * m.EVENT_WORDS
    if level:
        at += P[U(m.P_SIZE)] + m.W_DATA + rows
        at += (level - 1) * (P[U(m.P_SIZE)] + m.W_DATA + m.LOOKAHEAD_ROWS * width)
    return I64(at)


@jit("void(state, state, state, state, int64, int64, int64)")
def start_trial(P: Any, S: Any, space: Any, B: Any, level: Any, row: Any, base: Any) -> None:
    """Copy a state to a level, with an option of its workspace chosen; a row below 0: none. The
    trial does not return to attempts below the base."""
    trial = offset(B, level_at(P, B, level))
    # A TAKE never waits, so what is live there is not known exactly.
    takes = P[U(S[U(m.SITE)] + m.SITE_KIND)] & m.KIND_BITS == m.KIND_TAKE
    if takes or level >= B[U(m.W_TRIALS)]:
        copy_words(S, trial, P[U(m.P_REGISTERS)], P[U(m.P_ATTEMPTS)])
        B[U(m.W_TRIALS)] = max(B[U(m.W_TRIALS)], level + 1)
    copy_position(P, S, trial, base)
    if row < 0:
        trial[U(m.ACTION)] = -1
    else:
        take_row(P, trial, space, row)


@jit("void(state, state, int64, int64, int64)")
def begin_trial(P: Any, S: Any, mode: Any, seat: Any, base: Any) -> None:
    """Make a state with a choice that of a trial on behalf of a seat, which does not return to
    attempts below a base."""
    S[U(m.MODE)] = mode
    S[U(m.TRIAL_BASE)] = base
    S[U(m.ASKER)] = seat
    if seat:
        # Mark what the seat knows now: legality must not depend on what a trial uncovers.
        for i in range(m.KNOWN, m.KNOWN + P[U(m.P_TOKENS)]):
            S[U(i)] |= ((S[U(i)] >> (seat - 1)) & 1) * m.KNEW


@jit("int64(state, state, state)")
def run_to_choice(P: Any, trial: Any, space: Any) -> Any:
    """Run a trial to its end or to a choice; LISTED: one whose options matter, which are listed. A
    question without options fails, a decision without options is a dead end."""
    while True:
        status = run(P, trial, space, I64(trial[U(m.PC)]))
        site = trial[U(m.SITE)]
        optional = P[U(site + m.SITE_KIND)] & m.KIND_BITS == m.KIND_OPTIONAL
        if status != m.DECISION or not (optional or trial[U(m.MODE)] == m.LOOKAHEAD):
            return status
        decide = trial[U(m.PC)]
        trial[U(m.KEPT_LISTS)] = trial[U(m.LIST_TOP)]
        space[U(m.W_ROWS)] = 0
        bare = P[U(site + m.SITE_KIND)] & m.HAS_BARE
        status = run(P, trial, space, I64(P[U(site + m.SITE_ROWS)]))
        trial[U(m.LIST_TOP)] = trial[U(m.KEPT_LISTS)]
        trial[U(m.PC)] = decide
        space[U(m.W_NEXT)] = 0 if bare else space[U(m.W_ROWS)]
        if status != m.LISTED or space[U(m.W_ROWS)]:
            return status
        if not optional:
            return I64(m.CANNOT)
        trial[U(m.ACTION)] = -1


@jit("int64(state, state, state)")
def surely_ends(P: Any, S: Any, space: Any) -> Any:
    """Whether nothing can fail any more after one of the options listed."""
    if not P[U(S[U(m.SITE)] + m.SITE_KIND)] & m.HAS_SURE:
        return I64(0)
    for row in range(space[U(m.W_ROWS)]):
        action = space[U(m.W_DATA + row * P[U(m.P_WIDTH)])] - 1
        record = S[U(m.SITE)] + m.SITE_HEAD + action * m.ACTION_WORDS
        if P[U(record + m.ACTION_TRIAL)] & m.SURE:
            return I64(1)
    return I64(0)


@jit("int64(state, state, state)")
def next_row(P: Any, S: Any, space: Any) -> Any:
    """The option of a choice to be tried next: those without operands first, as they often end a
    series of choices; then the others; -1, once, for going on without one; -2 if there is none."""
    rows = I64(space[U(m.W_ROWS)])
    while space[U(m.W_NEXT)] < 2 * rows:
        turn = I64(space[U(m.W_NEXT)])
        space[U(m.W_NEXT)] += 1
        row = turn if turn < rows else turn - rows
        action = space[U(m.W_DATA + row * P[U(m.P_WIDTH)])] - 1
        record = S[U(m.SITE)] + m.SITE_HEAD + action * m.ACTION_WORDS
        if (P[U(record + m.ACTION_OPERANDS)] == 0) == (turn < rows):
            return row
    if space[U(m.W_NEXT)] == 2 * rows and P[U(S[U(m.SITE)] + m.SITE_NONE)]:
        space[U(m.W_NEXT)] += 1
        return I64(-1)
    return I64(-2)


@jit("int64(state, state, int64)")
def next_trial(P: Any, B: Any, level: Any) -> Any:
    """Start a trial of an option that is still to be tried, of the innermost choice above a level
    that has one; the result is its level, or 0 if there is none."""
    while level:
        before = offset(B, level_at(P, B, level - 1))
        space = offset(before, I64(P[U(m.P_SIZE)]))
        row = next_row(P, before, space)
        if row >= -1:
            start_trial(P, before, space, B, level, row, I64(before[U(m.TRIAL_BASE)]))
            return level
        level -= 1
    return I64(0)


@jit("int64(state, state, state, int64, int64, int64)")
def is_legal(P: Any, S: Any, B: Any, row: Any, depth: Any, left: Any) -> Any:
    """Whether an option can be carried out: a trial up to the next choice or, if a depth is given,
    a lookahead through that many choices to the end of the atomic action, with up to so many more
    trials as are left.

    The lookahead is a depth-first search. It refutes an option only if it has tried everything, so
    the order in which it tries does not matter.
    """
    atomic = depth and S[U(m.ATOMIC)]
    base = I64(S[U(m.ATOMIC_BASE)] if atomic else S[U(m.ATTEMPT_TOP)])
    start_trial(P, S, B, B, I64(0), row, base)
    trial = offset(B, level_at(P, B, I64(0)))
    mode = I64(m.LOOKAHEAD if depth else m.TRIAL)
    begin_trial(P, trial, mode, I64(S[U(m.DECIDER)]), base)
    room = min(I64(B[U(m.W_CAPACITY)]), m.LOOKAHEAD_ROWS) if depth else I64(B[U(m.W_CAPACITY)])
    level = I64(0)
    while True:
        trial = offset(B, level_at(P, B, level))
        space = offset(trial, I64(P[U(m.P_SIZE)]))
        space[U(m.W_TRACING)] = 0
        space[U(m.W_CAPACITY)] = room
        status = run_to_choice(P, trial, space)
        if status == m.LISTED and depth and surely_ends(P, trial, space):
            return PROVED
        if status == m.LISTED and level < depth:
            level += 1
        elif status != m.CANNOT:
            return OPEN if status == m.FAULTED or (status == m.LISTED and depth) else PROVED
        level = next_trial(P, B, level)
        if level == 0:
            return REFUTED
        if left == 0:
            return OPEN
        left -= 1


@jit("void(state, state, state)")
def filter_rows(P: Any, S: Any, B: Any) -> None:
    """Drop the options whose trial or lookahead fails."""
    width = P[U(m.P_WIDTH)]
    first = S[U(m.SITE)] + m.SITE_HEAD
    inside = S[U(m.ATOMIC)] != 0 and P[U(S[U(m.SITE)] + m.SITE_KIND)] & m.KIND_BITS != m.KIND_TAKE
    searched = inside or (P[U(m.P_LOOKAHEAD)] != 0 and S[U(m.ATOMIC)] == 0)
    most = I64(m.LOOKAHEAD_TRIALS)
    kept = 0
    cut_off = I64(0)
    for row in range(B[U(m.W_ROWS)]):
        at = m.W_DATA + row * width
        if searched and is_withheld(P, S, B, I64(row)):
            continue
        needed = P[U(first + (B[U(at)] - 1) * m.ACTION_WORDS + m.ACTION_TRIAL)]
        depth = I64(0)
        if inside or (needed & m.LOOKAHEAD and S[U(m.ATOMIC)] == 0):
            depth = I64(P[U(m.P_LOOKAHEAD)])
        answer = PROVED
        if not needed & m.SURE if inside else needed & m.TRIAL_BITS:
            answer = is_legal(P, S, B, I64(row), depth, most)
        if answer == OPEN:
            cut_off = I64(1)
            most = I64(m.LATER_TRIALS)  # the others are likely to be as long
        if answer != REFUTED:
            for i in range(width):
                B[U(m.W_DATA + kept * width + i)] = B[U(at + i)]
            kept += 1
    B[U(m.W_ROWS)] = kept
    if searched:
        note_open(P, S, cut_off)
