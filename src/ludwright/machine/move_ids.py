"""Move ids: the fixed numbers of options, computed from option rows.

An id is a number of mixed radix: the first id of an action, plus its operands as digits. Radices
are facts of a program that its code does not need; `id_table` has them as numbers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from . import columns
from . import state as m
from .jit import I64, Export, U, jit, offset
from .pick_sets import binomial, write_set

if TYPE_CHECKING:
    from .program import ActionInfo, Program

Numbers = np.ndarray[Any, np.dtype[np.int64]]

# ---- the table: the offset of the first site, the number of offsets; by offset from there, where
# the actions of that site are ----
I_FIRST_SITE, I_OFFSETS, I_SITES = range(3)
# ---- an action: its first id, how many values the items of its sets have (-1: no sets), a bit for
# each operand that is a token; then the lowest value and the number of values of each operand ----
I_FIRST, I_VALUES, I_TOKENS, I_RADIX = range(4)
DIGIT_WORDS = 2
I_ACTION_WORDS = I_RADIX + DIGIT_WORDS * m.MOST_OPERANDS
# A product of a binomial coefficient and a number of items must fit 64 bits, too.
MOST_IDS = 1 << 54

NO_SETS = -1
HIDDEN = I64(-1)  # in place of an id: it depends on labels, which only Python knows


def id_table(program: Program) -> Numbers:
    """The table of a program; without sites if its ids are too large for the machine."""
    if program.ids > MOST_IDS:
        return np.zeros(I_SITES, np.int64)
    first, last = min(program.sites, default=0), max(program.sites, default=-1)
    words = [first, last + 1 - first, *[0] * (last + 1 - first)]
    for at, site in program.sites.items():
        words[I_SITES + at - first] = len(words)
        for action in site.actions:
            words += _record(action)
    return np.array(words, np.int64)


def _record(action: ActionInfo) -> list[int]:
    values = action.sets.values if action.sets else NO_SETS
    names = [kind == "token" for _, kind, _ in action.operands]
    if action.sets is not None:
        names = [action.sets.kind == "token"]
    tokens = sum(1 << i for i, each in enumerate(names) if each)
    radix = [] if action.sets else [number for digit in action.radix for number in digit]
    room = DIGIT_WORDS * m.MOST_OPERANDS - len(radix)
    return [action.first_id, values, tokens, *radix, *[0] * room]


@jit("int64(state, state, int64)")
def is_hidden(P: Any, S: Any, token: Any) -> Any:
    """Whether the deciding seat cannot identify a token: it neither sees it, nor knows it in an
    ordered zone. Then its label is its place in the masked state."""
    if token <= 0 or token >= P[U(m.P_TOKENS)] or S[U(m.DECIDER)] == 0:
        return I64(0)
    seat = I64(S[U(m.DECIDER)]) - 1
    if S[U(columns.shown(P) + token)] >> seat & 1:
        return I64(0)
    if S[U(m.KNOWN + token)] >> seat & 1:
        zone = S[U(columns.zone(P) + token)]
        if zone == 0 or P[U(P[U(m.P_SIGHT)] + zone * m.SIGHT_WORDS)] & m.ORDERED:
            return I64(0)
    return I64(1)


@jit("int64(state, state, state, CPointer(int64), int64, int64)")
def set_id(P: Any, S: Any, at: Any, T: Any, record: Any, words: Any) -> Any:
    """The id of a set, given as bits: smaller sets come first, and those of one size are numbered
    by the combinatorial number system."""
    size = I64(0)
    number = T[U(record + I_FIRST)]
    for i in range(words):
        bits = I64(at[U(i)])
        for bit in range(m.SET_BITS):
            if bits >> bit & 1:
                value = I64(i * m.SET_BITS + bit)
                if T[U(record + I_TOKENS)] and is_hidden(P, S, value):
                    return HIDDEN
                number += binomial(T[U(record + I_VALUES)], size)
                size += 1
                number += binomial(value, size)
    return number


@jit("int64(state, state, state, CPointer(int64), int64, int64)")
def operands_id(P: Any, S: Any, at: Any, T: Any, record: Any, count: Any) -> Any:
    """The id of an option, given as its operands."""
    number = I64(0)
    tokens = T[U(record + I_TOKENS)]
    for i in range(count):
        operand = I64(at[U(i)])
        if tokens >> i & 1 and is_hidden(P, S, operand):
            return HIDDEN
        digit = record + I_RADIX + DIGIT_WORDS * i
        number = number * T[U(digit + 1)] + operand - T[U(digit)]
    return T[U(record + I_FIRST)] + number


@jit("int64(state, CPointer(int64))")
def site_record(S: Any, T: Any) -> Any:
    """Where the actions of the waiting site are."""
    return T[U(I_SITES + S[U(m.SITE)] - T[U(I_FIRST_SITE)])]


@jit("int64(state, state, state, CPointer(int64), int64, int64, int64, int64)")
def row_option_id(
    P: Any, S: Any, B: Any, T: Any, record: Any, site: Any, at: Any, number: Any
) -> Any:
    """The id of one option of a row: the option itself, or one of a range of numbers or sets."""
    operands = I64(P[U(site + m.ACTION_OPERANDS)])
    words = offset(B, at)
    if operands >= 0:
        if T[U(record + I_VALUES)] != NO_SETS:
            return set_id(P, S, words, T, record, operands)
        return operands_id(P, S, words, T, record, operands)
    if operands == m.RANGE_ROW:
        return T[U(record + I_FIRST)] + number - T[U(record + I_RADIX)]
    table = P[U(site + m.ACTION_HEAD - operands)]
    items, least = I64(S[U(P[U(table)])]), I64(S[U(P[U(table + 1)])])
    write_set(S, items, least, number, S, I64(m.OPERANDS), -operands)
    id = set_id(P, S, offset(S, I64(m.OPERANDS)), T, record, -operands)
    for i in range(-operands):  # the decision is still open
        S[U(m.OPERANDS + i)] = 0
    return id


@jit("int64(state, state, state, CPointer(int64), CPointer(int64), int64)", export=Export.QUICK)
def option_ids(P: Any, S: Any, B: Any, T: Any, ids: Any, room: Any) -> Any:
    """Write the ids of all options; the result is how many there are, or HIDDEN. If there is too
    little room, as many as fit."""
    if T[U(I_OFFSETS)] == 0:
        return HIDDEN
    n = I64(0)
    width = P[U(m.P_WIDTH)]
    actions = site_record(S, T)
    for row in range(B[U(m.W_ROWS)]):
        at = m.W_DATA + row * width
        action = I64(B[U(at)]) - 1
        record = actions + action * I_ACTION_WORDS
        site = S[U(m.SITE)] + m.SITE_HEAD + action * m.ACTION_WORDS
        operands = I64(P[U(site + m.ACTION_OPERANDS)])
        first = I64(B[U(at + 1)])
        past = first + 1
        if operands < 0:
            past = I64(B[U(at + 2)]) + 1
        for number in range(first, past):
            if n < room:
                ids[U(n)] = row_option_id(P, S, B, T, record, site, I64(at + 1), I64(number))
                if ids[U(n)] == HIDDEN:
                    return HIDDEN
            n += 1
    return n
