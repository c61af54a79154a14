"""The registers in use in a state, as records in scratch memory: those of procedures under way,
also after rollbacks, and the arguments on the agenda.

`machine/stack.py` explains how procedures lead to one another.
"""

from __future__ import annotations

from typing import Any

from ..machine import columns
from ..machine import state as m
from ..machine.jit import I64, U, jit, offset
from ..machine.ops import POP, ROUND
from ..machine.withheld import record_at
from .audience_table import (
    ALL,
    K_FIRST_LIVE,
    K_LIVE,
    K_LIVE_OFFSETS,
    LIST,
    PLAIN,
    REGISTER_WORDS,
    TOKEN,
    TOKEN_LIST,
)
from .mask_table import (
    D_ACTIONS,
    D_HEAD,
    D_OPERANDS,
    D_TOKENS,
    M_AUDIENCE,
    M_DUE,
    M_PROGRAM,
    M_ROLLBACKS,
    M_SITES,
    M_TOKEN_WORDS,
    PARAMETER_WORDS,
    R_ADDRESS,
    R_AUDIENCE,
    R_ITEMS,
    R_TYPE,
    RECORD_WORDS,
    X_FULL,
    X_HELD,
    X_HELD_AT,
    X_HELD_ROOM,
    X_NAME_ROOM,
    X_NAMES,
    X_NAMES_AT,
)


@jit("int64(state, int64, int64)")
def found_in(M: Any, pairs: Any, key: Any) -> Any:
    """The value of a key in a map of the mask table; 0 if it has none."""
    low, high = I64(0), I64(M[U(pairs)])
    while low < high:
        middle = (low + high) >> 1
        at = pairs + 1 + 2 * middle
        if M[U(at)] == key:
            return I64(M[U(at + 1)])
        if M[U(at)] < key:
            low = middle + 1
        else:
            high = middle
    return I64(0)


# ---- checkpoints ---------------------------------------------------------------------------------


@jit("int64(state, state)")
def areas(P: Any, S: Any) -> Any:
    """The number of copies of the changing words: the state's own, and those of checkpoints."""
    return 1 + max(I64(0), min(I64(S[U(m.CHECKPOINTS)]), I64(P[U(m.P_CHECKPOINT_COUNT)])))


@jit("int64(state, int64)")
def shift_of(P: Any, area: Any) -> Any:
    """The distance from a word to its copy in an area, numbered from 0."""
    if area == 0:
        return I64(0)
    start = columns.next(P)
    return I64(P[U(m.P_CHECKPOINTS)]) - start + (area - 1) * (P[U(m.P_LISTS_END)] - start)


@jit("int64(state, state)")
def attempts_end(P: Any, S: Any) -> Any:
    """The end of the attempts in use."""
    return min(I64(S[U(m.ATTEMPT_TOP)]), I64(P[U(m.P_ATTEMPTS_END)]))


@jit("int64(state, state, int64)")
def attempt_of(P: Any, S: Any, area: Any) -> Any:
    """The attempt to which the checkpoint in an area belongs; 0 if there is none."""
    for at in range(P[U(m.P_ATTEMPTS)], attempts_end(P, S), m.ATTEMPT_WORDS):
        if S[U(at + m.T_CHECKPOINT)] == area:
            return I64(at)
    return I64(0)


@jit("int64(state, state)")
def answers_shift(P: Any, S: Any) -> Any:
    """The distance from a word to its copy before the simultaneous answers being collected."""
    collecting = S[U(m.TOGETHER)] == m.COLLECTING
    return I64(P[U(m.P_START)]) - m.KNOWN if collecting else I64(0)


# ---- records -------------------------------------------------------------------------------------


@jit("void(state, int64, int64, int64, int64)")
def add_record(X: Any, at: Any, items: Any, type: Any, audience: Any) -> None:
    """Add a record, or note that there is no room."""
    n = I64(X[U(X_HELD)])
    if n == X[U(X_HELD_ROOM)]:
        X[U(X_FULL)] = 1
    else:
        record = X[U(X_HELD_AT)] + n * RECORD_WORDS
        X[U(record + R_ADDRESS)] = at
        X[U(record + R_ITEMS)] = items
        X[U(record + R_TYPE)] = type
        X[U(record + R_AUDIENCE)] = audience
        X[U(X_HELD)] = n + 1


@jit("int64(state, state, int64)")
def items_end(P: Any, S: Any, items: Any) -> Any:
    """The end of a list, given its first word; its start if it is not within the state."""
    if items <= 0 or items >= P[U(m.P_SIZE)]:
        return items
    count = I64(S[U(items)])
    if count < 0 or items + 1 + count > P[U(m.P_SIZE)]:
        return items
    return items + 1 + count


@jit("void(state, state, state, state, int64, int64, int64, int64)")
def add_frames(
    P: Any, M: Any, S: Any, X: Any, live: Any, call: Any, shift: Any, saved: Any
) -> None:
    """Add the registers and return addresses of the procedures under way, from one with a table of
    what is live out to main; also those that a recursive call has `saved`, or not."""
    K = offset(M, I64(M[U(M_AUDIENCE)]))
    size = P[U(m.P_SIZE)]
    pushed = False
    while live >= K[U(K_FIRST_LIVE)] and live < K[U(K_FIRST_LIVE)] + K[U(K_LIVE_OFFSETS)]:
        described = I64(K[U(K_LIVE + live - K[U(K_FIRST_LIVE)])])
        if not described or (pushed and not 0 < call <= size - 2 - P[U(live + 1)]):
            break
        if saved or not pushed:
            for i in range(P[U(live + 1)]):
                own = I64(P[U(live + 2 + i)])
                at = call + 2 + i if pushed else own + shift
                type, items = I64(K[U(described + 1)]), I64(0)
                if type >= LIST and S[U(at)]:
                    # A list with reserved words right behind its register is saved with it.
                    beside = pushed and S[U(at)] == own + 1
                    items = at + 1 if beside else I64(S[U(at)]) + shift
                add_record(X, at, items, type, I64(K[U(described)]))
                described += REGISTER_WORDS
        back = I64(0)
        if P[U(live)]:
            returns = call + 1 if pushed else P[U(live)] + shift
            back = I64(S[U(returns)])
            if saved or not pushed:
                add_record(X, I64(returns), I64(0), I64(PLAIN), I64(ALL))
        live = I64(0)
        if 0 < back < M[U(M_PROGRAM)]:
            live = I64(P[U(back - 1)])  # the last operand of its CALL
            pushed = P[U(back)] == POP
            if pushed:
                call -= P[U(m.P_CALL_WORDS)]


@jit("void(state, state, state, state, int64)")
def add_arguments(P: Any, M: Any, S: Any, X: Any, agenda: Any) -> None:
    """Add the arguments of calls on an agenda."""
    for i in range(min(I64(S[U(agenda)]), I64(m.MOST_DUE))):
        entry = agenda + 1 + i * m.DUE_WORDS
        slots = found_in(M, I64(M[U(M_DUE)]), I64(S[U(entry + m.DUE_PROCEDURE)]))
        if slots:
            for k in range(M[U(slots)]):
                slot = slots + 1 + k * PARAMETER_WORDS
                at = I64(entry + m.DUE_ARGUMENTS + k)
                add_record(X, at, I64(0), I64(M[U(slot + 1)]), I64(M[U(slot)]))


@jit("void(state, state, state, state)")
def find_frames(P: Any, M: Any, S: Any, X: Any) -> None:
    """Write the records of the procedures under way."""
    X[U(X_HELD)] = 0
    live = I64(0)
    if 0 < S[U(m.SITE)] < M[U(M_PROGRAM)]:
        live = I64(P[U(S[U(m.SITE)] + m.SITE_LIVE)])
    if not live and S[U(m.TOGETHER)] and 0 < S[U(m.PC)] < M[U(M_PROGRAM)] - 4:
        # Between two rounds the op ROUND has the table. At a pause inside a round there is another
        # op, and nothing is held, as at all pauses.
        if P[U(S[U(m.PC)])] == ROUND:
            live = I64(P[U(S[U(m.PC)] + 4)])
    add_frames(P, M, S, X, live, I64(S[U(m.CALL_TOP)]), I64(0), I64(1))


@jit("void(state, state, state, state)")
def find_held(P: Any, M: Any, S: Any, X: Any) -> None:
    """Write the records of a state."""
    find_frames(P, M, S, X)
    for area in range(1, areas(P, S)):
        at = attempt_of(P, S, I64(area))
        if at:
            live = found_in(M, I64(M[U(M_ROLLBACKS)]), I64(S[U(at + m.T_PC)]))
            shift = shift_of(P, I64(area))
            add_frames(P, M, S, X, live, I64(S[U(at + m.T_CALLS)]), shift, I64(0))
    if P[U(m.P_AGENDA)]:
        for area in range(areas(P, S)):
            add_arguments(P, M, S, X, I64(P[U(m.P_AGENDA)]) + shift_of(P, I64(area)))


# ---- words that refer to tokens ------------------------------------------------------------------


@jit("void(state, int64)")
def add_name(X: Any, at: Any) -> None:
    """Add the address of a word that refers to a token, or note that there is no room."""
    n = X[U(X_NAMES)]
    if n == X[U(X_NAME_ROOM)]:
        X[U(X_FULL)] = 1
    else:
        X[U(X[U(X_NAMES_AT)] + n)] = at
        X[U(X_NAMES)] = n + 1


@jit("int64(state, state)")
def withheld_end(P: Any, S: Any) -> Any:
    """The end of the words in use of the record of withheld options; the last of them may be under
    way."""
    at = record_at(P)
    rows = min(max(I64(S[U(at + m.H_COUNT)]), I64(0)) + 1, I64(m.MOST_WITHHELD))
    return I64(at + m.H_ROWS + rows * P[U(m.P_WIDTH)])


@jit("void(state, state, state, state)")
def add_withheld(P: Any, M: Any, S: Any, X: Any) -> None:
    """Add the words of withheld options that refer to tokens."""
    at = record_at(P)
    site = found_in(M, I64(M[U(M_SITES)]), I64(S[U(at + m.H_SITE)]))
    if not site:
        return
    for row in range(at + m.H_ROWS, withheld_end(P, S), P[U(m.P_WIDTH)]):
        if 0 < S[U(row)] <= M[U(site + D_ACTIONS)]:
            action = M[U(site + D_HEAD + S[U(row)] - 1)]
            for i in range(M[U(action + D_OPERANDS)]):
                if M[U(action + D_TOKENS + i)]:
                    add_name(X, I64(row + 1 + i))


@jit("void(state, state, state, state)")
def find_names(P: Any, M: Any, S: Any, X: Any) -> None:
    """Write the addresses of the words that refer to tokens, in variables and registers, now and in
    checkpoints; the latter unsorted, and perhaps twice."""
    X[U(X_NAMES)] = 0
    variables = M[U(M_TOKEN_WORDS)]
    for area in range(areas(P, S)):
        shift = shift_of(P, I64(area))
        for i in range(M[U(variables)]):
            add_name(X, M[U(variables + 1 + i)] + shift)
    for i in range(X[U(X_HELD)]):
        record = X[U(X_HELD_AT)] + i * RECORD_WORDS
        if X[U(record + R_TYPE)] == TOKEN:
            add_name(X, I64(X[U(record + R_ADDRESS)]))
        elif X[U(record + R_TYPE)] == TOKEN_LIST:
            items = I64(X[U(record + R_ITEMS)])
            for at in range(items + 1, items_end(P, S, items)):
                add_name(X, I64(at))
    if P[U(m.P_LOOKAHEAD)]:
        add_withheld(P, M, S, X)
