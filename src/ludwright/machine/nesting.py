"""What is kept for later: answers of several seats, calls in a circle, an agenda."""

from __future__ import annotations

from typing import Any

from . import ops as O
from . import state as m
from .checkpoint import bring_back, keep
from .jit import I64, U, jit


@jit("int64(state, state)")
def pace_now(S: Any, B: Any) -> Any:
    """The pace that holds now: nothing is seen of what is tried out or rehearsed."""
    rehearsed = S[U(m.TOGETHER)] == m.COLLECTING or S[U(m.MODE)] >= m.PROBING
    if B[U(m.W_TRACING)]:
        B[U(m.W_TRACING)] = m.HELD if rehearsed else 1
    return I64(0) if S[U(m.MODE)] or rehearsed else I64(S[U(m.PACE)])


# ---- rounds of several seats ----


@jit("void(state, state, int64)")
def begin_rounds(P: Any, S: Any, pc: Any) -> None:
    """Keep the common start; nobody has answered yet."""
    at = P[U(m.P_ANSWERS)]
    for i in range(m.A_LISTS):
        S[U(at + i)] = 0
    S[U(at + m.A_PC)] = pc
    keep(P, S, I64(at + m.A_LISTS), I64(P[U(m.P_START)]))
    S[U(m.TOGETHER)] = m.COLLECTING


@jit("void(state, state)")
def back_to_start(P: Any, S: Any) -> None:
    """Undo all that a round did while answers are collected."""
    bring_back(P, S, I64(P[U(m.P_ANSWERS)] + m.A_LISTS), I64(P[U(m.P_START)]))


@jit("int64(state, state, int64)")
def next_round(P: Any, S: Any, count: Any) -> Any:
    """Begin the next round and answer its number from 1; 0 when all are played."""
    at = P[U(m.P_ANSWERS)]
    done = I64(S[U(at + m.A_ROUND)])
    if S[U(m.TOGETHER)] == m.COLLECTING:
        if done:
            back_to_start(P, S)
        if done == count:
            S[U(m.TOGETHER)] = m.REPLAYING
            done = I64(0)
    if done == count:
        S[U(m.TOGETHER)] = 0
        return I64(0)
    S[U(at + m.A_ROUND)] = done + 1
    return done + 1


@jit("void(state, state)")
def give_up(P: Any, S: Any) -> None:
    """End the rounds early; what was only rehearsed is undone."""
    if S[U(m.TOGETHER)] == m.COLLECTING:
        back_to_start(P, S)
        S[U(m.TRY_TOP)] -= m.TRY_WORDS
    S[U(m.TOGETHER)] = 0


@jit("int64(state, state, int64)")
def keep_answer(P: Any, S: Any, site: Any) -> Any:
    """Write the choice down as an answer; 0 if there is no room."""
    at = P[U(m.P_ANSWERS)]
    record = site + m.SITE_HEAD + (S[U(m.ACTION)] - 1) * m.ACTION_WORDS
    operands = abs(I64(P[U(record + m.ACTION_OPERANDS)]))
    words = m.ANSWER_HEAD + P[U(m.P_WIDTH)]
    to = at + m.A_HEAD + S[U(at + m.A_COUNT)] * words
    if to + words > P[U(m.P_START)]:
        return I64(0)
    S[U(at + m.A_COUNT)] += 1
    S[U(to)] = S[U(at + m.A_ROUND)]
    S[U(to + 1)] = S[U(m.DECIDER)]
    S[U(to + 2)] = site
    for i in range(P[U(m.P_WIDTH)]):
        S[U(to + m.ANSWER_HEAD + i)] = S[U(m.ACTION + i)] if i <= operands else 0
    return I64(1)


@jit("int64(state, state, int64)")
def take_answer(P: Any, S: Any, site: Any) -> Any:
    """Make the next answer that this round gave at a site the choice; 0 if there is none."""
    at = P[U(m.P_ANSWERS)]
    words = m.ANSWER_HEAD + P[U(m.P_WIDTH)]
    for i in range(S[U(at + m.A_USED)], S[U(at + m.A_COUNT)]):
        answer = at + m.A_HEAD + i * words
        if S[U(answer)] == S[U(at + m.A_ROUND)] and S[U(answer + 2)] == site:
            for k in range(P[U(m.P_WIDTH)]):
                S[U(m.ACTION + k)] = S[U(answer + m.ANSWER_HEAD + k)]
            S[U(at + m.A_USED)] = i + 1
            return I64(1)
    return I64(0)


# ---- calls in a circle ----


@jit("int64(state, state, int64, int64)")
def push(P: Any, S: Any, table: Any, counts: Any) -> Any:
    """Keep the words that a table says are live, where their procedure returns to and, behind all
    of it, how deep the calls that count are nested; 0 if that is too deep."""
    at = S[U(m.CALL_TOP)]
    end = at + P[U(m.P_CALL_WORDS)]
    depth = counts + (S[U(at - 1)] if at > P[U(m.P_CALLS)] else 0)
    if depth > m.DEEPEST_CALLS or end > P[U(m.P_CALLS_END)]:
        return I64(0)
    S[U(m.CALL_TOP)] = end
    S[U(end - 1)] = depth
    S[U(at)] = table
    S[U(at + 1)] = S[U(P[U(table)])] if P[U(table)] else 0
    for i in range(P[U(table + 1)]):
        S[U(at + 2 + i)] = S[U(P[U(table + 2 + i)])]
    return I64(1)


@jit("void(state, state, int64)")
def pop(P: Any, S: Any, at: Any) -> None:
    """Bring back what was kept there, and forget what was kept since."""
    S[U(m.CALL_TOP)] = at
    table = S[U(at)]
    if P[U(table)]:
        S[U(P[U(table)])] = S[U(at + 1)]
    for i in range(P[U(table + 1)]):
        S[U(P[U(table + 2 + i)])] = S[U(at + 2 + i)]


# ---- the agenda ----


@jit("int64(state, state, int64, int64)")
def put_later(P: Any, S: Any, pc: Any, count: Any) -> Any:
    """Put the call of an op on the agenda; 0 if there is no room."""
    at = P[U(m.P_AGENDA)]
    if S[U(at)] == m.MOST_DUE:
        return I64(0)
    entry = at + 1 + S[U(at)] * m.DUE_WORDS
    S[U(at)] += 1
    S[U(entry + m.DUE_BOUNDARY)] = P[U(pc + 1)]
    S[U(entry + m.DUE_COUNT)] = count
    S[U(entry + m.DUE_PROCEDURE)] = P[U(pc + 2)]
    for i in range(P[U(pc + 5)]):
        S[U(entry + m.DUE_ARGUMENTS + i)] = S[U(P[U(pc + 6 + i)])]
    return I64(1)


@jit("void(state, state, int64)")
def count_down(P: Any, S: Any, boundary: Any) -> None:
    """One boundary less is still to come."""
    at = P[U(m.P_AGENDA)]
    for i in range(S[U(at)]):
        entry = at + 1 + i * m.DUE_WORDS
        if S[U(entry + m.DUE_BOUNDARY)] == boundary and S[U(entry + m.DUE_COUNT)] > 0:
            S[U(entry + m.DUE_COUNT)] -= 1


@jit("int64(state, state, int64, int64)")
def take_due(P: Any, S: Any, boundary: Any, to: Any) -> Any:
    """Take the first entry that is due off the agenda: its procedure and what that is given go to
    words of the state. 0 if there is none."""
    at = P[U(m.P_AGENDA)]
    end = at + 1 + S[U(at)] * m.DUE_WORDS
    entry = at + 1
    while entry < end and (
        S[U(entry + m.DUE_BOUNDARY)] != boundary or S[U(entry + m.DUE_COUNT)] > 0
    ):
        entry += m.DUE_WORDS
    if entry == end:
        return I64(0)
    for i in range(1 + m.MOST_ARGUMENTS):
        S[U(to + i)] = S[U(entry + m.DUE_PROCEDURE + i)]
    for i in range(entry, end - m.DUE_WORDS):
        S[U(i)] = S[U(i + m.DUE_WORDS)]
    for i in range(end - m.DUE_WORDS, end):
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
        return pc + 3 if done else I64(-m.FAULTED - 16 * m.FAULT_CALLS)
    if op == O.POP:
        pop(P, S, S[U(m.CALL_TOP)] - P[U(m.P_CALL_WORDS)])
        return pc + 1
    if op == O.BEGIN_ATOMIC:
        if S[U(m.ATOMIC)] == 0:
            S[U(m.ATOMIC_BASE)] = S[U(m.TRY_TOP)]
        S[U(m.ATOMIC)] += 1
        return pc + 1
    if op == O.END_ATOMIC:
        S[U(m.ATOMIC)] -= 1
        done = S[U(m.MODE)] == 1 or (S[U(m.MODE)] != 0 and S[U(m.ATOMIC)] == 0)
        return I64(-m.CAN) if done else pc + 1
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
        return I64(-m.FAULTED - 16 * m.FAULT_AGENDA) if full else pc + 6 + P[U(pc + 5)]
    if op == O.COUNT_DOWN:
        count_down(P, S, P[U(pc + 1)])
        return pc + 2
    if op == O.TAKE_DUE and take_due(P, S, P[U(pc + 1)], P[U(pc + 2)]):
        return pc + 4
    return I64(P[U(pc + 3)])
