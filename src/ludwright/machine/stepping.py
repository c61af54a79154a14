"""Steps of tables as Python takes them: one table by the id of a move, many by option numbers."""

from __future__ import annotations

from typing import Any

from . import state as m
from .advance import advance, count_options, take_option
from .enumerate_ops import take_row
from .jit import I64, Export, U, jit, offset
from .move_ids import (
    HIDDEN,
    I_ACTION_WORDS,
    I_FIRST,
    I_OFFSETS,
    I_RADIX,
    I_VALUES,
    NO_SETS,
    operands_id,
    option_ids,
    site_record,
)
from .rng import mix, seed_state

# ---- a log: the number of entries, and where to stop; of each entry the number of operands, the
# action, the operands. It stops where the state has to be copied, so that undo is quick ----
L_COUNT, L_STOP, L_ENTRIES = range(3)
COPY_EVERY = 64
# ---- instead of where the machine stopped: no option has the id; only Python can tell; the log has
# to be extended first ----
NOT_LEGAL, ASK, LOG_STOPS = I64(-1), I64(-2), I64(-3)
# ---- instead of the number of options of a table: its rows do not fit its own room; or not even a
# workspace ----
MANY_ROWS, TOO_MANY_ROWS = -1, -2


@jit("int64(state, state, state, state, int64, int64)", export=Export.QUICK)
def begin_game(P: Any, image: Any, S: Any, B: Any, pace: Any, seed: Any) -> Any:
    """Begin a game in a state that may be in use, and advance; see `advance.advance`."""
    for i in range(P[U(m.P_SIZE)]):
        S[U(i)] = image[U(i)]
    seed_state(S, seed)
    S[U(m.PACE)] = pace
    B[U(m.W_EVENTS)] = 0
    return advance(P, S, B)


@jit("int64(state, state, state, CPointer(int64), int64)")
def take_id(P: Any, S: Any, B: Any, T: Any, id: Any) -> Any:
    """Make the option with an id the choice; the result is its action, or why there is none."""
    if T[U(I_OFFSETS)] == 0:
        return ASK
    if S[U(m.STATUS)] != m.DECISION:
        return NOT_LEGAL
    found = NOT_LEGAL
    width = P[U(m.P_WIDTH)]
    actions = site_record(S, T)
    for row in range(B[U(m.W_ROWS)]):
        at = m.W_DATA + row * width
        action = I64(B[U(at)])
        record = actions + (action - 1) * I_ACTION_WORDS
        if T[U(record + I_VALUES)] != NO_SETS:
            found = ASK
            continue
        site = S[U(m.SITE)] + m.SITE_HEAD + (action - 1) * m.ACTION_WORDS
        operands = I64(P[U(site + m.ACTION_OPERANDS)])
        if operands >= 0:
            made = operands_id(P, S, offset(B, I64(at + 1)), T, record, operands)
            if made == id:
                take_row(P, S, B, I64(row))
                return action
            if made == HIDDEN:
                found = ASK
        else:
            number = id - T[U(record + I_FIRST)] + T[U(record + I_RADIX)]
            if B[U(at + 1)] <= number <= B[U(at + 2)]:
                S[U(m.ACTION)] = action
                S[U(m.OPERANDS)] = number
                S[U(m.OPERANDS + 1)] = 0
                return action
    return found


@jit("int64(state, state, state, CPointer(int64), state, int64)", export=Export.QUICK)
def choose_id(P: Any, S: Any, B: Any, T: Any, L: Any, id: Any) -> Any:
    """Choose the option with an id, enter it in the log, and advance. A negative result says why
    nothing was done."""
    if L[U(L_COUNT)] >= L[U(L_STOP)]:
        return LOG_STOPS
    action = take_id(P, S, B, T, id)
    if action < 0:
        return action
    record = S[U(m.SITE)] + m.SITE_HEAD + (action - 1) * m.ACTION_WORDS
    operands = abs(I64(P[U(record + m.ACTION_OPERANDS)]))
    at = L_ENTRIES + L[U(L_COUNT)] * (1 + P[U(m.P_WIDTH)])
    L[U(at)] = operands
    for i in range(1 + operands):
        L[U(at + 1 + i)] = S[U(m.ACTION + i)]
    L[U(L_COUNT)] += 1
    B[U(m.W_EVENTS)] = 0
    return advance(P, S, B)


# ---- many tables: their states one behind the other, and likewise their option rows, each with the
# header of a workspace; a workspace of full size serves all tables of a thread ----


@jit("int64(state, state, state, state, int64)")
def options_after(P: Any, S: Any, B: Any, own: Any, room: Any) -> Any:
    """Advance a table, and keep its option rows; the result is the number of options."""
    own[U(m.W_ROWS)] = 0
    stopped = advance(P, S, B)
    if stopped & 15 != m.DECISION:
        if stopped & 15 == m.FAULTED and S[U(m.FAULT)] == m.FAULT_ROWS:
            return I64(TOO_MANY_ROWS)
        return I64(0)
    words = (stopped >> 4) * P[U(m.P_WIDTH)]
    if m.W_DATA + words > room:
        return I64(MANY_ROWS)
    own[U(m.W_ROWS)] = B[U(m.W_ROWS)]
    for i in range(words):
        own[U(m.W_DATA + i)] = B[U(m.W_DATA + i)]
    return count_options(P, S, own)


@jit(
    "int64(state, state, state, state, int64, state, int64, int64, int64, CPointer(int64), "
    "CPointer(int64), CPointer(int64), CPointer(int64), CPointer(int64), int64, int64)",
    export=Export.LONG,
)
def step_tables(
    P: Any,
    image: Any,
    states: Any,
    rows: Any,
    room: Any,
    B: Any,
    first: Any,
    past: Any,
    tables: Any,
    choices: Any,
    before: Any,
    counts: Any,
    deciders: Any,
    games: Any,
    seed: Any,
    again: Any,
) -> Any:
    """Step some tables of a batch: choose the option of a number where there were options `before`,
    else begin the table's next game, if they begin `again`. The result is for how many tables the
    number of options is one of the codes above."""
    size = I64(P[U(m.P_SIZE)])
    lacking = I64(0)
    for i in range(first, past):
        S = offset(states, i * size)
        own = offset(rows, i * room)
        count = I64(0)
        if before[U(i)]:
            take_option(P, S, own, choices[U(i)])
            count = options_after(P, S, B, own, room)
        elif again:
            games[U(i)] += tables
            for k in range(size):
                S[U(k)] = image[U(k)]
            seed_state(S, mix(seed, games[U(i)]))
            count = options_after(P, S, B, own, room)
        counts[U(i)] = count
        deciders[U(i)] = I64(S[U(m.DECIDER)]) - 1 if count else I64(-1)
        if count < 0:
            lacking += 1
    return lacking


@jit("int64(CPointer(int64), CPointer(int64), int64)", export=Export.QUICK)
def wrong_choice(choices: Any, counts: Any, tables: Any) -> Any:
    """The first table with a choice that is not one of its options; -1 if there is none."""
    for i in range(tables):
        if counts[U(i)] and not 0 <= choices[U(i)] < counts[U(i)]:
            return I64(i)
    return I64(-1)


@jit(
    "int64(state, state, state, int64, CPointer(int64), int64, CPointer(int64), CPointer(int64))",
    export=Export.LONG,
)
def table_ids(
    P: Any, states: Any, rows: Any, room: Any, T: Any, tables: Any, offsets: Any, ids: Any
) -> Any:
    """Write the ids of all options of all tables, those of a table from its offset on. The result
    is for how many tables the first one is HIDDEN, as only Python can tell."""
    hidden = I64(0)
    for i in range(tables):
        count = offsets[U(i + 1)] - offsets[U(i)]
        if count:
            S = offset(states, I64(i) * P[U(m.P_SIZE)])
            own = offset(rows, I64(i) * room)
            to = offset(ids, offsets[U(i)])
            if option_ids(P, S, own, T, to, count) == HIDDEN:
                to[U(0)] = HIDDEN
                hidden += 1
    return hidden
