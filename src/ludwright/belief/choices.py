"""Choices of the past, made again: as announced, or any that explains what became of the tokens."""

from __future__ import annotations

from typing import Any

from ..machine import columns
from ..machine import state as m
from ..machine.advance import LIST, count_options, is_range, take_option
from ..machine.enumerate_ops import take_row
from ..machine.jit import I64, U, jit, offset
from ..machine.kernels import operate_at
from ..machine.rng import below, seed_words
from .past_table import (
    C_GOAL,
    C_LENIENT,
    C_ROOM,
    C_SEEDS,
    F_TESTED,
    H_ROW,
    H_ROW_COUNT,
    L_ACTIONS,
    L_ITEMS,
    L_LEAST,
    L_MOST,
    OPERAND_WORDS,
    PLAIN,
    SETS,
    TOKEN_SET,
    TOKEN_SETS,
    UNKNOWN,
)

# ---- what became of a choice: it cannot be made, it is made, its options are too many to list ----
IMPOSSIBLE, CHOSEN, UNLISTED = range(3)
SET_WORDS = m.MOST_SET_WORDS


@jit("int64(state, int64)", inline=True)
def has_bit(words: Any, value: Any) -> Any:
    """Whether a value is in a set of bits."""
    return I64(words[U(value // m.SET_BITS)] >> (value % m.SET_BITS) & 1)


@jit("void(state, int64)", inline=True)
def add_bit(words: Any, value: Any) -> None:
    """Put a value in a set of bits, if there is room for it."""
    if value >= 0 and value < SET_WORDS * m.SET_BITS:
        words[U(value // m.SET_BITS)] |= 1 << (value % m.SET_BITS)


@jit("void(state)", inline=True)
def clear_choice(S: Any) -> None:
    """Remove a choice from the header of a state."""
    for i in range(m.MOST_OPERANDS + 1):
        S[U(m.ACTION + i)] = 0


@jit("int64(state, state, state, state, int64)", inline=True)
def moves(P: Any, S: Any, C: Any, V: Any, t: Any) -> Any:
    """Whether a token is elsewhere afterwards."""
    if t <= 0 or t >= P[U(m.P_TOKENS)]:
        return I64(0)
    return I64(1) if V[U(C[U(C_GOAL)] + t)] != S[U(columns.zone(P) + t)] else I64(0)


@jit("void(state, state, state, state, int64)")
def choose_as_known(record: Any, S: Any, L: Any, tokens: Any, labels: Any) -> None:
    """Make a choice as it is known, legal or not, with tokens in place of labels, which are those
    of its values that are in a mask."""
    row = offset(record, record[U(H_ROW)])
    clear_choice(S)
    S[U(m.ACTION)] = row[U(0)]
    site = I64(S[U(m.SITE)])
    is_set = False
    if site < L[U(0)] and L[U(site)]:
        kind = L[U(L[U(site)] + L_ACTIONS + OPERAND_WORDS * (row[U(0)] - 1) + 1)]
        is_set = kind != PLAIN
    for i in range(1, record[U(H_ROW_COUNT)]):
        x = I64(row[U(i)])
        if (labels < 0 or (i < 31 and labels >> i & 1)) and x > 0:
            x = I64(tokens[U(x)])
        if is_set:
            add_bit(offset(S, m.OPERANDS), x)
        elif i <= m.MOST_OPERANDS:
            S[U(m.ACTION + i)] = x


@jit("int64(state)")
def is_known(record: Any) -> Any:
    """Whether all of a choice is known."""
    row = offset(record, record[U(H_ROW)])
    for i in range(record[U(H_ROW_COUNT)]):
        if row[U(i)] == UNKNOWN:
            return I64(0)
    return I64(1) if record[U(H_ROW_COUNT)] else I64(0)


@jit("int64(state, state, state, state, int64, int64)")
def row_size(P: Any, S: Any, B: Any, record: Any, r: Any, kind: Any) -> Any:
    """The number of options of a row that agree with what is known of a choice."""
    row = offset(record, record[U(H_ROW)])
    known = I64(record[U(H_ROW_COUNT)])
    option = offset(B, m.W_DATA + r * P[U(m.P_WIDTH)])
    if kind == PLAIN and is_range(P, S, B, r):
        low, high = I64(option[U(1)]), I64(option[U(2)])
        if known < 2 or row[U(1)] == UNKNOWN:
            return high - low + 1
        return I64(1) if low <= row[U(1)] and row[U(1)] <= high else I64(0)
    if kind == PLAIN:
        for i in range(1, min(known, I64(P[U(m.P_WIDTH)]))):
            if row[U(i)] != UNKNOWN and row[U(i)] != option[U(i)]:
                return I64(0)
        return I64(1)
    if known:
        bits = I64(0)
        for i in range(1, P[U(m.P_WIDTH)]):
            word = I64(option[U(i)])
            while word > 0:
                bits += word & 1
                word >>= 1
        if bits != known - 1:
            return I64(0)
        for i in range(1, known):
            x = I64(row[U(i)])
            if x != UNKNOWN and not has_bit(offset(option, 1), x):
                return I64(0)
    return I64(1)


@jit("int64(state, state, state, state, state, int64, int64, int64)")
def row_moves(P: Any, S: Any, B: Any, C: Any, V: Any, r: Any, kind: Any, mask: Any) -> Any:
    """How many of the tokens that a row chooses are elsewhere afterwards."""
    option = offset(B, m.W_DATA + r * P[U(m.P_WIDTH)])
    found = I64(0)
    if kind == PLAIN and not is_range(P, S, B, r):
        for i in range(1, P[U(m.P_WIDTH)]):
            if mask >> i & 1:
                found += moves(P, S, C, V, I64(option[U(i)]))
    elif kind == TOKEN_SET:
        for t in range(1, P[U(m.P_TOKENS)]):
            if t < (P[U(m.P_WIDTH)] - 1) * m.SET_BITS and has_bit(offset(option, 1), I64(t)):
                found += moves(P, S, C, V, I64(t))
    return found


@jit("int64(state, state, state, state, state, state, int64)")
def choose_set(P: Any, S: Any, C: Any, V: Any, record: Any, entry: Any, k: Any) -> Any:
    """Choose one of the sets that share a row: the values that are known, of the others first those
    tokens that are elsewhere afterwards. `entry` describes the site."""
    row = offset(record, record[U(H_ROW)])
    known = I64(record[U(H_ROW_COUNT)])
    start = I64(S[U(entry[U(L_ITEMS)])])
    count = I64(S[U(start)])
    least, most = I64(S[U(entry[U(L_LEAST)])]), min(I64(S[U(entry[U(L_MOST)])]), count)
    if known:
        if known - 1 < least or known - 1 > most:
            return I64(IMPOSSIBLE)
        least, most = known - 1, known - 1
    clear_choice(S)
    bits = offset(S, m.OPERANDS)
    taken = I64(0)
    for i in range(1, known):
        x = I64(row[U(i)])
        if x != UNKNOWN:
            there = I64(0)
            for j in range(count):
                there |= 1 if S[U(start + 1 + j)] == x else 0
            if not there:
                return I64(IMPOSSIBLE)
            add_bit(bits, x)
            taken += 1
    of_tokens = entry[U(L_ACTIONS + 1)] == TOKEN_SETS
    room = offset(V, C[U(C_ROOM)])
    left = I64(0)
    for j in range(count):
        x = I64(S[U(start + 1 + j)])
        if x < 0 or x >= SET_WORDS * m.SET_BITS or has_bit(bits, x):
            continue
        if of_tokens and taken < most and moves(P, S, C, V, x):
            add_bit(bits, x)
            taken += 1
        elif left < 4 * P[U(m.P_TOKENS)]:
            room[U(left)] = x
            left += 1
    generator = offset(room, 4 * P[U(m.P_TOKENS)])
    seed_words(generator, I64(0), I64(V[U(C[U(C_SEEDS)] + k)]))
    while taken < least and left:
        j = below(generator, I64(0), left)
        add_bit(bits, I64(room[U(j)]))
        taken += 1
        left -= 1
        room[U(j)] = room[U(left)]
    S[U(m.ACTION)] = 1
    return I64(CHOSEN) if taken >= least else I64(IMPOSSIBLE)


@jit("int64(state, state, state, state, state, state, state, int64)")
def choose_row(P: Any, S: Any, B: Any, C: Any, V: Any, record: Any, entry: Any, number: Any) -> Any:
    """Make the choice of another seat by option rows: one that agrees with what is known of it and
    explains most of what became of the tokens. Of several that of a number is taken, modulo how
    many they are, which is the result; 0 if there are none."""
    known = I64(record[U(H_ROW_COUNT)])
    row = offset(record, record[U(H_ROW)])
    width = I64(P[U(m.P_WIDTH)])
    total, best = I64(0), I64(-1)
    for again in range(2):
        left = number % total if again else I64(0)
        for r in range(B[U(m.W_ROWS)]):
            action = I64(B[U(m.W_DATA + r * width)])
            if known and action != row[U(0)]:
                continue
            described = offset(entry, L_ACTIONS + OPERAND_WORDS * (action - 1))
            size = row_size(P, S, B, record, I64(r), I64(described[U(1)]))
            if not size:
                continue
            explained = row_moves(P, S, B, C, V, I64(r), I64(described[U(1)]), I64(described[U(0)]))
            if not again:
                if explained > best:
                    best = explained
                    total = I64(0)
                if explained == best:
                    total += size
            elif explained == best:
                if left < size:
                    take_row(P, S, B, I64(r))
                    if size > 1 or is_range(P, S, B, I64(r)):
                        x = I64(B[U(m.W_DATA + r * width + 1)]) + left
                        if size == 1 and known > 1 and row[U(1)] != UNKNOWN:
                            x = I64(row[U(1)])
                        S[U(m.ACTION + 1)] = x
                        S[U(m.ACTION + 2)] = 0
                    return total
                left -= size
        if not total:
            return I64(0)
    return I64(0)


@jit("int64(int64, state, state, state, state, state, float64[::1], state, state, int64)")
def choose_other(
    machine: Any,
    P: Any,
    S: Any,
    B: Any,
    C: Any,
    V: Any,
    F: Any,
    L: Any,
    record: Any,
    k: Any,
) -> Any:
    """Make the choice of another seat again. The weight of the world is multiplied by the number of
    options it is drawn from, so that every choice counts alike."""
    listed = operate_at(machine, P, S, B, I64(LIST), I64(0))
    if listed < 0:
        return I64(UNLISTED if S[U(m.FAULT)] == m.FAULT_ROWS else IMPOSSIBLE)
    site = I64(S[U(m.SITE)])
    if site <= 0 or site >= L[U(0)] or not L[U(site)] or (listed == 0 and not C[U(C_LENIENT)]):
        return I64(IMPOSSIBLE)
    entry = offset(L, L[U(site)])
    number = I64(V[U(C[U(C_SEEDS)] + k)])
    if entry[U(L_ACTIONS + 1)] >= SETS:
        if record[U(H_ROW_COUNT)] or entry[U(L_ACTIONS + 1)] == TOKEN_SETS:
            return choose_set(P, S, C, V, record, entry, k)
        if listed == 0:
            return I64(IMPOSSIBLE)
        total = count_options(P, S, B)
        take_option(P, S, B, number % total)
    else:
        total = choose_row(P, S, B, C, V, record, entry, number)
        if not total and C[U(C_LENIENT)] and is_known(record):
            choose_as_known(record, S, L, S, I64(0))
            total = I64(1)
        if not total:
            return I64(IMPOSSIBLE)
    F[U(F_TESTED)] *= total
    return I64(CHOSEN)
