"""Simultaneous choices: several seats answer from the same state, then all answers take effect.

The rounds run twice. While answers are collected, each seat's round starts at the same checkpoint,
and what it does is undone: nobody sees what the seats before have chosen. Then all rounds are
replayed with these answers, one after another, and what they do stays.
"""

from __future__ import annotations

from typing import Any

from . import state as m
from .checkpoint import ALL, restore, restore_header, save
from .jit import I64, U, jit


@jit("void(state, state, int64)")
def begin_rounds(P: Any, S: Any, pc: Any) -> None:
    """Save the checkpoint all seats start from; nobody has answered yet."""
    at = P[U(m.P_ANSWERS)]
    for i in range(m.A_CHECKPOINT):
        S[U(at + i)] = 0
    S[U(at + m.A_PC)] = pc
    save(P, S, I64(at + m.A_CHECKPOINT), I64(P[U(m.P_START)]), ALL)
    S[U(m.TOGETHER)] = m.COLLECTING


@jit("void(state, state)")
def restart_round(P: Any, S: Any) -> None:
    """Undo everything that a round did while answers are collected."""
    restore(P, S, I64(P[U(m.P_ANSWERS)] + m.A_CHECKPOINT), I64(P[U(m.P_START)]), ALL)


@jit("void(state, state)")
def drop_choice(P: Any, S: Any) -> None:
    """End a round at a final choice: it is an answer, nothing was done before it, and nothing will
    be before the replay."""
    restore_header(S, I64(P[U(m.P_ANSWERS)] + m.A_CHECKPOINT))
    for i in range(P[U(m.P_WIDTH)]):
        S[U(m.ACTION + i)] = 0


@jit("int64(state, state, int64)")
def next_round(P: Any, S: Any, count: Any) -> Any:
    """Begin the next round and return its number from 1; 0 once all are replayed."""
    at = P[U(m.P_ANSWERS)]
    done = I64(S[U(at + m.A_ROUND)])
    if S[U(m.TOGETHER)] == m.COLLECTING:
        if S[U(m.ACTION)]:
            drop_choice(P, S)
        elif done:
            restart_round(P, S)
        if done == count:
            S[U(m.TOGETHER)] = m.REPLAYING
            done = I64(0)
    if done == count:
        S[U(m.TOGETHER)] = 0
        return I64(0)
    S[U(at + m.A_ROUND)] = done + 1
    return done + 1


@jit("void(state, state)")
def end_rounds(P: Any, S: Any) -> None:
    """Give up the rounds; what was done while collecting answers is undone."""
    if S[U(m.TOGETHER)] == m.COLLECTING:
        restart_round(P, S)
        # The failure has popped the attempt around the rounds; the checkpoint has brought it back.
        S[U(m.ATTEMPT_TOP)] -= m.ATTEMPT_WORDS
    S[U(m.TOGETHER)] = 0


@jit("int64(state, state, int64)")
def save_answer(P: Any, S: Any, site: Any) -> Any:
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
def replay_answer(P: Any, S: Any, site: Any) -> Any:
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
