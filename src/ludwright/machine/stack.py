"""Stack inspection: the procedures under way in a state, its checkpoints, given answers.

Registers have fixed addresses, so there is no stack of frames to walk. A site has a table of what
is live there, the table leads to the word with the return address, and in front of the code at that
address is the table of the caller. A caller whose registers were saved by a recursive call has them
on the stack of these calls instead (`recursion.py`).
"""

from __future__ import annotations

from dataclasses import dataclass

from . import ops
from . import state as m
from .program import Array, Program


@dataclass(frozen=True, slots=True)
class Answer:
    """The choice of a seat (from 0) while others have not chosen yet: an action of a site."""

    seat: int
    site: int
    action: int
    operands: tuple[int, ...]


def call_stack(program: Program, state: Array) -> list[int]:
    """The code address of each procedure under way, innermost first, in a state that waits for a
    choice."""
    code = program.code
    table, call = int(code[state[m.SITE] + m.SITE_LIVE]), int(state[m.CALL_TOP])
    found, saved = [int(state[m.PC])], False
    while table and code[table]:  # in main there is no word with a return address
        back = int(state[call + 1 if saved else code[table]])
        found.append(back)
        table = int(code[back - 1])  # the last operand of its CALL
        saved = bool(code[back] == ops.POP)
        call -= int(code[m.P_CALL_WORDS]) if saved else 0
    return found


def checkpoint_shifts(program: Program, state: Array) -> list[int]:
    """The distance from a word to its copy, in each checkpoint in use."""
    start = program.columns.next
    first = int(program.code[m.P_CHECKPOINTS]) - start
    size = int(program.code[m.P_LISTS_END]) - start
    return [first + k * size for k in range(int(state[m.CHECKPOINTS]))]


def answers(program: Program, state: Array) -> list[Answer]:
    """The simultaneous answers given so far, in order."""
    at = int(program.code[m.P_ANSWERS])
    if not state[m.TOGETHER]:
        return []
    words = m.ANSWER_HEAD + int(program.code[m.P_WIDTH])
    first = at + m.A_HEAD
    given = state[first : first + int(state[at + m.A_COUNT]) * words].reshape(-1, words).tolist()
    return [
        Answer(seat - 1, site, action - 1, tuple(operands))
        for _, seat, site, action, *operands in given
    ]


def common_start(program: Program, state: Array) -> Array:
    """The state as seats that are not being asked see it: while answers are collected, the
    checkpoint that all seats choose from."""
    shown = state.copy()
    if state[m.TOGETHER] == m.COLLECTING:
        at, start = int(program.code[m.P_ANSWERS]), int(program.code[m.P_START])
        length = int(program.code[m.P_LISTS_END]) - m.KNOWN
        shown[m.KNOWN : m.KNOWN + length] = state[start : start + length]
        shown[m.TURNS] = state[at + m.A_CHECKPOINT + m.C_TURNS]
    return shown


def before_answers(program: Program, state: Array) -> Array:
    """While answers are collected, the state in which the first of the seats was about to be asked;
    any other state is unchanged."""
    if state[m.TOGETHER] != m.COLLECTING:
        return state
    at, words = int(program.code[m.P_ANSWERS]), common_start(program, state)
    for here, kept in (
        (m.LIST_TOP, m.C_LISTS),
        (m.ATTEMPT_TOP, m.C_ATTEMPTS),
        (m.CALL_TOP, m.C_CALLS),
        (m.CHECKPOINTS, m.C_CHECKPOINTS),
        (m.ATOMIC, m.C_ATOMIC),
    ):
        words[here] = state[at + m.A_CHECKPOINT + kept]
    words[m.DECISIONS] -= state[at + m.A_COUNT]
    words[[m.STATUS, m.SITE, m.DECIDER]] = 0
    words[m.PC] = state[at + m.A_PC]
    words[at : at + m.A_CHECKPOINT] = 0
    words[at + m.A_HEAD : int(program.code[m.P_START])] = 0
    return words
