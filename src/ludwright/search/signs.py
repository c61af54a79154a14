"""Signs: hashes of moves, sets and items as the seat that chooses refers to them.

Moves that differ only in equal cards, or in cards that the seat cannot tell apart, have one sign.
"""

from __future__ import annotations

from typing import Any

from ..belief.audience_table import K_KINDS
from ..belief.observed import token_sign
from ..machine import state as m
from ..machine.jit import I64, U64, Export, U, jit, offset
from ..machine.keys import mixed
from ..machine.rng import finalize
from .layout import IS_RANGE, IS_SET, NAMED, OF_TOKENS, SET_WORDS_AT

START = U64(0x51D7)
M64 = U64((1 << 64) - 1)


@jit("uint64(state, state, int64, int64, int64, state)")
def item_sign(P: Any, S: Any, value: Any, seat: Any, of_tokens: Any, kinds: Any) -> Any:
    """The sign of an item of a set."""
    x = I64(value)
    if of_tokens:
        x = token_sign(P, S, I64(value), seat, kinds)
    return finalize(mixed(START, x))


@jit("uint64(state, state, state, int64, state)")
def move_sign(P: Any, S: Any, A: Any, seat: Any, kinds: Any) -> Any:
    """The sign of the choice written in a state; of a range that is still to be narrowed down, the
    same for all its values."""
    site = I64(S[U(m.SITE)])
    action = I64(S[U(m.ACTION)])
    form = I64(A[U(site + action)])
    h = mixed(mixed(START, site), action)
    if form & IS_SET:
        total = U64(0)
        for word in range(form >> SET_WORDS_AT):
            bits = I64(S[U(m.OPERANDS + word)])
            value = word * m.SET_BITS
            while bits:
                if bits & 1:
                    total += item_sign(P, S, I64(value), seat, form & OF_TOKENS, kinds)
                bits >>= 1
                value += 1
        return finalize(h ^ (total & M64))
    for i in range(m.MOST_OPERANDS):
        if form >> (NAMED + i) & 1:
            x = I64(S[U(m.OPERANDS + i)])
            if form >> i & 1:
                x = token_sign(P, S, x, seat, kinds)
            h = mixed(h, x)
    return finalize(h)


@jit("uint64(state, state, state, state, int64, state, int64)")
def row_sign(P: Any, S: Any, B: Any, A: Any, seat: Any, kinds: Any, row: Any) -> Any:
    """The sign of an option row; for a range that of its action."""
    at = m.W_DATA + row * P[U(m.P_WIDTH)]
    action = I64(B[U(at)])
    if A[U(S[U(m.SITE)] + action)] & IS_RANGE:
        return finalize(mixed(mixed(START, S[U(m.SITE)]), -action))
    for i in range(P[U(m.P_WIDTH)]):
        S[U(m.ACTION + i)] = B[U(at + i)]
    return move_sign(P, S, A, seat, kinds)


@jit("uint64(state, state, state, state, state, int64, int64)", export=Export.QUICK)
def sign_of_row(P: Any, S: Any, B: Any, A: Any, K: Any, seat: Any, row: Any) -> Any:
    """The sign of an option row of the workspace; a move is written into the state."""
    return row_sign(P, S, B, A, seat, offset(K, I64(K[U(K_KINDS)])), row)


@jit("uint64(state, state, state, int64, int64, int64)", export=Export.QUICK)
def sign_of_item(P: Any, S: Any, K: Any, value: Any, seat: Any, of_tokens: Any) -> Any:
    """The sign of an item of a set."""
    return item_sign(P, S, value, seat, of_tokens, offset(K, I64(K[U(K_KINDS)])))
