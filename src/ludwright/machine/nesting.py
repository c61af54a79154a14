"""What is kept for later: answers of several seats, calls in a circle, an agenda."""

from __future__ import annotations

from typing import Any

from . import ops as O
from .checkpoint import bring_back, keep
from .jit import I64, U, jit
from .state import (
    A_COUNT,
    A_HEAD,
    A_LISTS,
    A_PC,
    A_ROUND,
    A_USED,
    ACTION,
    ACTION_OPERANDS,
    ACTION_WORDS,
    ANSWER_HEAD,
    ATOMIC,
    ATOMIC_BASE,
    CALL_TOP,
    CAN,
    COLLECTING,
    DECIDER,
    DEEPEST_CALLS,
    DUE_ARGUMENTS,
    DUE_BOUNDARY,
    DUE_COUNT,
    DUE_PROCEDURE,
    DUE_WORDS,
    FAULT_AGENDA,
    FAULT_CALLS,
    FAULTED,
    HELD,
    MODE,
    MOST_ARGUMENTS,
    MOST_DUE,
    P_AGENDA,
    P_ANSWERS,
    P_CALL_WORDS,
    P_CALLS,
    P_CALLS_END,
    P_START,
    P_WIDTH,
    PACE,
    PROBING,
    REPLAYING,
    SITE_HEAD,
    TOGETHER,
    TRY_TOP,
    TRY_WORDS,
    W_TRACING,
)


@jit("int64(state, state)")
def pace_now(S: Any, B: Any) -> Any:
    """The pace that holds now: nothing is seen of what is tried out or rehearsed."""
    rehearsed = S[U(TOGETHER)] == COLLECTING or S[U(MODE)] >= PROBING
    if B[U(W_TRACING)]:
        B[U(W_TRACING)] = HELD if rehearsed else 1
    return I64(0) if S[U(MODE)] or rehearsed else I64(S[U(PACE)])


# ---- rounds of several seats ----


@jit("void(state, state, int64)")
def begin_rounds(P: Any, S: Any, pc: Any) -> None:
    """Keep the common start; nobody has answered yet."""
    at = P[U(P_ANSWERS)]
    for i in range(A_LISTS):
        S[U(at + i)] = 0
    S[U(at + A_PC)] = pc
    keep(P, S, I64(at + A_LISTS), I64(P[U(P_START)]))
    S[U(TOGETHER)] = COLLECTING


@jit("void(state, state)")
def back_to_start(P: Any, S: Any) -> None:
    """Undo all that a round did while answers are collected."""
    bring_back(P, S, I64(P[U(P_ANSWERS)] + A_LISTS), I64(P[U(P_START)]))


@jit("int64(state, state, int64)")
def next_round(P: Any, S: Any, count: Any) -> Any:
    """Begin the next round and answer its number from 1; 0 when all are played."""
    at = P[U(P_ANSWERS)]
    done = I64(S[U(at + A_ROUND)])
    if S[U(TOGETHER)] == COLLECTING:
        if done:
            back_to_start(P, S)
        if done == count:
            S[U(TOGETHER)] = REPLAYING
            done = I64(0)
    if done == count:
        S[U(TOGETHER)] = 0
        return I64(0)
    S[U(at + A_ROUND)] = done + 1
    return done + 1


@jit("void(state, state)")
def give_up(P: Any, S: Any) -> None:
    """End the rounds early; what was only rehearsed is undone."""
    if S[U(TOGETHER)] == COLLECTING:
        back_to_start(P, S)
        S[U(TRY_TOP)] -= TRY_WORDS
    S[U(TOGETHER)] = 0


@jit("int64(state, state, int64)")
def keep_answer(P: Any, S: Any, site: Any) -> Any:
    """Write the choice down as an answer; 0 if there is no room."""
    at = P[U(P_ANSWERS)]
    record = site + SITE_HEAD + (S[U(ACTION)] - 1) * ACTION_WORDS
    operands = abs(I64(P[U(record + ACTION_OPERANDS)]))
    words = ANSWER_HEAD + P[U(P_WIDTH)]
    to = at + A_HEAD + S[U(at + A_COUNT)] * words
    if to + words > P[U(P_START)]:
        return I64(0)
    S[U(at + A_COUNT)] += 1
    S[U(to)] = S[U(at + A_ROUND)]
    S[U(to + 1)] = S[U(DECIDER)]
    S[U(to + 2)] = site
    for i in range(P[U(P_WIDTH)]):
        S[U(to + ANSWER_HEAD + i)] = S[U(ACTION + i)] if i <= operands else 0
    return I64(1)


@jit("int64(state, state, int64)")
def take_answer(P: Any, S: Any, site: Any) -> Any:
    """Make the next answer that this round gave at a site the choice; 0 if there is none."""
    at = P[U(P_ANSWERS)]
    words = ANSWER_HEAD + P[U(P_WIDTH)]
    for i in range(S[U(at + A_USED)], S[U(at + A_COUNT)]):
        answer = at + A_HEAD + i * words
        if S[U(answer)] == S[U(at + A_ROUND)] and S[U(answer + 2)] == site:
            for k in range(P[U(P_WIDTH)]):
                S[U(ACTION + k)] = S[U(answer + ANSWER_HEAD + k)]
            S[U(at + A_USED)] = i + 1
            return I64(1)
    return I64(0)


# ---- calls in a circle ----


@jit("int64(state, state, int64, int64)")
def push(P: Any, S: Any, table: Any, counts: Any) -> Any:
    """Keep the words that a table says are live, where their procedure returns to and, behind all
    of it, how deep the calls that count are nested; 0 if that is too deep."""
    at = S[U(CALL_TOP)]
    end = at + P[U(P_CALL_WORDS)]
    depth = counts + (S[U(at - 1)] if at > P[U(P_CALLS)] else 0)
    if depth > DEEPEST_CALLS or end > P[U(P_CALLS_END)]:
        return I64(0)
    S[U(CALL_TOP)] = end
    S[U(end - 1)] = depth
    S[U(at)] = table
    S[U(at + 1)] = S[U(P[U(table)])] if P[U(table)] else 0
    for i in range(P[U(table + 1)]):
        S[U(at + 2 + i)] = S[U(P[U(table + 2 + i)])]
    return I64(1)


@jit("void(state, state, int64)")
def pop(P: Any, S: Any, at: Any) -> None:
    """Bring back what was kept there, and forget what was kept since."""
    S[U(CALL_TOP)] = at
    table = S[U(at)]
    if P[U(table)]:
        S[U(P[U(table)])] = S[U(at + 1)]
    for i in range(P[U(table + 1)]):
        S[U(P[U(table + 2 + i)])] = S[U(at + 2 + i)]


# ---- the agenda ----


@jit("int64(state, state, int64, int64)")
def put_later(P: Any, S: Any, pc: Any, count: Any) -> Any:
    """Put the call of an op on the agenda; 0 if there is no room."""
    at = P[U(P_AGENDA)]
    if S[U(at)] == MOST_DUE:
        return I64(0)
    entry = at + 1 + S[U(at)] * DUE_WORDS
    S[U(at)] += 1
    S[U(entry + DUE_BOUNDARY)] = P[U(pc + 1)]
    S[U(entry + DUE_COUNT)] = count
    S[U(entry + DUE_PROCEDURE)] = P[U(pc + 2)]
    for i in range(P[U(pc + 5)]):
        S[U(entry + DUE_ARGUMENTS + i)] = S[U(P[U(pc + 6 + i)])]
    return I64(1)


@jit("void(state, state, int64)")
def count_down(P: Any, S: Any, boundary: Any) -> None:
    """One boundary less is still to come."""
    at = P[U(P_AGENDA)]
    for i in range(S[U(at)]):
        entry = at + 1 + i * DUE_WORDS
        if S[U(entry + DUE_BOUNDARY)] == boundary and S[U(entry + DUE_COUNT)] > 0:
            S[U(entry + DUE_COUNT)] -= 1


@jit("int64(state, state, int64, int64)")
def take_due(P: Any, S: Any, boundary: Any, to: Any) -> Any:
    """Take the first entry that is due off the agenda: its procedure and what that is given go to
    words of the state. 0 if there is none."""
    at = P[U(P_AGENDA)]
    end = at + 1 + S[U(at)] * DUE_WORDS
    entry = at + 1
    while entry < end and (S[U(entry + DUE_BOUNDARY)] != boundary or S[U(entry + DUE_COUNT)] > 0):
        entry += DUE_WORDS
    if entry == end:
        return I64(0)
    for i in range(1 + MOST_ARGUMENTS):
        S[U(to + i)] = S[U(entry + DUE_PROCEDURE + i)]
    for i in range(entry, end - DUE_WORDS):
        S[U(i)] = S[U(i + DUE_WORDS)]
    for i in range(end - DUE_WORDS, end):
        S[U(i)] = 0
    S[U(at)] -= 1
    return I64(1)


# ---- the ops ----


@jit("int64(state, state, int64)")
def carry_on(P: Any, S: Any, pc: Any) -> Any:
    """Carry out an op of this module; the answer is where to go on, or below 0 why to stop: the
    status and 16 times the fault, negative."""
    op = P[U(pc)]
    if op == O.PUSH:
        done = push(P, S, P[U(pc + 1)], P[U(pc + 2)])
        return pc + 3 if done else I64(-FAULTED - 16 * FAULT_CALLS)
    if op == O.POP:
        pop(P, S, S[U(CALL_TOP)] - P[U(P_CALL_WORDS)])
        return pc + 1
    if op == O.BEGIN_ATOMIC:
        if S[U(ATOMIC)] == 0:
            S[U(ATOMIC_BASE)] = S[U(TRY_TOP)]
        S[U(ATOMIC)] += 1
        return pc + 1
    if op == O.END_ATOMIC:
        S[U(ATOMIC)] -= 1
        done = S[U(MODE)] == 1 or (S[U(MODE)] != 0 and S[U(ATOMIC)] == 0)
        return I64(-CAN) if done else pc + 1
    if op == O.TOGETHER:
        begin_rounds(P, S, P[U(pc + 1)])
        return pc + 2
    if op == O.ROUND:
        seats = S[U(P[U(pc + 2)])]
        number = next_round(P, S, S[U(seats)])
        if number == 0:
            return I64(P[U(pc + 3)])
        S[U(P[U(pc + 1)])] = S[U(seats + number)]
        return pc + 5
    if op == O.APART:
        give_up(P, S)
        return I64(P[U(pc + 1)])
    if op == O.LATER:
        count = S[U(P[U(pc + 3)])]
        if count < 1:
            return I64(P[U(pc + 4)])
        full = put_later(P, S, pc, count) == 0
        return I64(-FAULTED - 16 * FAULT_AGENDA) if full else pc + 6 + P[U(pc + 5)]
    if op == O.COUNT_DOWN:
        count_down(P, S, P[U(pc + 1)])
        return pc + 2
    if op == O.TAKE_DUE and take_due(P, S, P[U(pc + 1)], P[U(pc + 2)]):
        return pc + 4
    return I64(P[U(pc + 3)])
