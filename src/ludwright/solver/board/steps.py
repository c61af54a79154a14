"""Make and unmake moves on a board, together with the automatic moves that follow."""

from __future__ import annotations

from typing import Any

from ...machine.jit import I64, U64, Export, U, jit, pointer
from . import words as b
from .conditions import holds
from .make import (
    cards_at,
    carry,
    field,
    mix64,
    packed,
    take_from_stock,
    top_kind,
    undo_carry,
    undo_take_from_stock,
)
from .moves import run_on_top
from .prunings import PART
from .words import ARRAYS, INTS, MASKS, MOVES

BYTE, COUNT = 0xFF, 0x3FFF


@jit(f"int64({INTS}, {MASKS}, {INTS}, {MASKS}, {MOVES}, int64)")
def draw(R: Any, M: Any, B: Any, H: Any, done: Any, n: Any) -> Any:
    """Draw cards, redeal, or deal from the stock; returns the new end of the undo log."""
    stock = I64(R[U(b.R_STOCK)])
    size = I64(B[U(b.B_SIZES + stock)])
    if R[U(b.R_PER_DRAW)]:
        if B[U(b.DRAWN)] == size:
            B[U(b.DRAWN)] = 0
            if R[U(b.R_MOST_REDEALS)] != b.UNLIMITED:
                B[U(b.REDEALS)] += 1
        else:
            B[U(b.DRAWN)] = min(I64(B[U(b.DRAWN)] + R[U(b.R_PER_DRAW)]), size)
        done[U(b.DONE_WORDS * n)] = I64(b.DRAW)
        return n + 1
    for i in range(min(size, I64(R[U(b.R_DEALS + 1)]))):
        target = I64(R[U(R[U(b.R_DEALS)] + i)])
        move = packed(I64(b.MOVE), stock, target, I64(1), I64(0), I64(0))
        carry(R, M, B, H, done, n, move, stock, target, I64(1))
        n += 1
    return n


@jit(f"int64({INTS}, {MASKS}, {INTS}, int64)")
def automatic_play(R: Any, M: Any, B: Any, rule: Any) -> Any:
    """The first move of the top of the waste by an automatic rule, or -1."""
    drawn = I64(B[U(b.DRAWN)])
    if drawn == 0:
        return I64(-1)
    stock = I64(R[U(b.R_STOCK)])
    kind = U64((B[U(cards_at(R, stock) + drawn - 1)] & b.CARD) >> 1)
    towards = R[U(b.R_GROUPS)] + b.G_WORDS * R[U(rule + b.RULE_TO)]
    first = I64(R[U(towards + b.G_FIRST)])
    at, tests = I64(R[U(rule + b.RULE_TESTS)]), I64(R[U(rule + b.RULE_TEST_COUNT)])
    for target in range(first, first + R[U(towards + b.G_COUNT)]):
        fits = M[U(R[U(rule + b.RULE_ACCEPT)] + top_kind(R, B, target))]
        if (fits >> kind) & U64(1) and holds(R, B, at, tests, stock, target, I64(1)):
            return packed(I64(b.PLAY_STOCK), stock, target, drawn - 1, I64(0), I64(0))
    return I64(-1)


@jit(f"int64({INTS}, {MASKS}, {INTS})")
def automatic(R: Any, M: Any, B: Any) -> Any:
    """The first legal automatic move, or -1."""
    for number in range(R[U(b.R_AUTO + 1)]):
        rule = I64(R[U(b.R_AUTO)] + b.RULE_WORDS * number)
        if R[U(rule + b.RULE_FROM)] == b.STOCK_GROUP:
            move = automatic_play(R, M, B, rule)
            if move >= 0:
                return move | number << b.S_RULE
            continue
        group = R[U(b.R_GROUPS)] + b.G_WORDS * R[U(rule + b.RULE_FROM)]
        towards = R[U(b.R_GROUPS)] + b.G_WORDS * R[U(rule + b.RULE_TO)]
        runs = R[U(rule + b.RULE_RUN)]
        first, first_to = I64(R[U(group + b.G_FIRST)]), I64(R[U(towards + b.G_FIRST)])
        tests = I64(R[U(rule + b.RULE_TEST_COUNT)])
        for source in range(first, first + R[U(group + b.G_COUNT)]):
            size = I64(B[U(b.B_SIZES + source)])
            if size == 0:
                continue
            links = I64(R[U(rule + b.RULE_LINKS)])
            longest = run_on_top(R, M, B, links, source) if runs else I64(1)
            at = cards_at(R, source) + size
            for target in range(first_to, first_to + R[U(towards + b.G_COUNT)]):
                if target == source:
                    continue
                fits = M[U(R[U(rule + b.RULE_ACCEPT)] + top_kind(R, B, target))]
                for count in range(2 if runs else 1, longest + 1):
                    if (fits >> U64(B[U(at - count)] >> 1)) & U64(1) and holds(
                        R, B, I64(R[U(rule + b.RULE_TESTS)]), tests, source, target, count
                    ):
                        return packed(I64(b.MOVE), source, target, count, number, I64(0))
    return I64(-1)


RULES_AND_BOARD = ", ".join(ARRAYS[each] for each in (INTS, MASKS, INTS))


@jit(f"int64({RULES_AND_BOARD})", export=Export.QUICK)
def has_automatic_move(R: Any, M: Any, B: Any) -> Any:
    """Whether an automatic move is legal."""
    return I64(automatic(pointer(R), pointer(M), pointer(B)) >= 0)


@jit(f"int64({INTS}, {MASKS}, {INTS}, {MASKS}, {MOVES}, int64)")
def run_automatic(R: Any, M: Any, B: Any, H: Any, done: Any, n: Any) -> Any:
    """Make automatic moves until there is none; returns the end of the undo log, or 0 if there are
    more than the bound of a board."""
    if not R[U(b.R_AUTO + 1)]:
        return n
    most = n + b.MOST_AUTOMATIC * R[U(b.R_ROOM)]
    while n < most:
        move = automatic(R, M, B)
        if move < 0:
            return n
        source, target = field(move, I64(b.S_FROM), I64(BYTE)), field(move, I64(b.S_TO), I64(BYTE))
        count = field(move, I64(b.S_COUNT), I64(COUNT))
        if move & 3 == b.MOVE:
            carry(R, M, B, H, done, n, move, source, target, count)
        else:
            take_from_stock(R, M, B, H, done, n, move, target, count)
        n += 1
    return I64(0)


@jit(f"int64({INTS}, {MASKS}, {INTS}, {MASKS}, {MOVES}, int64, int64)")
def make(R: Any, M: Any, B: Any, H: Any, done: Any, n: Any, move: Any) -> Any:
    """Make a move and all automatic ones after it, appending to the undo log `done` at n; returns
    its new end, or 0 if automatic moves do not end."""
    kind = move & 3
    source, target = field(move, I64(b.S_FROM), I64(BYTE)), field(move, I64(b.S_TO), I64(BYTE))
    count = field(move, I64(b.S_COUNT), I64(COUNT))
    B[U(b.PENDING)] = b.FREE
    if kind == b.MOVE:
        carry(R, M, B, H, done, n, move, source, target, count)
        n += 1
        if R[U(b.R_OPTIONS)] & b.PRUNE_PARTS and move >> b.S_RANK == PART:
            B[U(b.PENDING)] = b.CLEAR
            B[U(b.AT_PILE)] = source
        rule = R[U(b.R_RULES)] + b.RULE_WORDS * field(move, I64(b.S_RULE), I64(BYTE))
        if R[U(b.R_OPTIONS)] & b.PRUNE_RETURNS and R[U(rule + b.RULE_FROM)] == R[U(b.R_GOAL)]:
            B[U(b.PENDING)] = b.FILL
            B[U(b.AT_PILE)] = target
    elif kind == b.PLAY_STOCK:
        take_from_stock(R, M, B, H, done, n, move, target, count)
        n += 1
    else:
        n = draw(R, M, B, H, done, n)
    return run_automatic(R, M, B, H, done, n)


@jit(f"void({INTS}, {INTS}, {MASKS}, {MOVES}, int64, int64, int64)")
def unmake(R: Any, B: Any, H: Any, done: Any, start: Any, n: Any, drawn: Any) -> None:
    """Undo the log from its end n back to `start`; `drawn` is the former value of DRAWN."""
    while n > start:
        n -= 1
        move = done[U(b.DONE_WORDS * n)]
        kind = move & 3
        source, target = field(move, I64(b.S_FROM), I64(BYTE)), field(move, I64(b.S_TO), I64(BYTE))
        count = field(move, I64(b.S_COUNT), I64(COUNT))
        if kind == b.MOVE:
            undo_carry(R, B, H, done, n, source, target, count)
        elif kind == b.PLAY_STOCK:
            undo_take_from_stock(R, B, H, done, n, target, count)
    B[U(b.DRAWN)] = drawn


@jit(f"uint64({INTS}, {INTS}, {MASKS}, int64)", inline=True)
def key_word(R: Any, B: Any, H: Any, word: Any) -> Any:
    """One of the two words of a position's key: piles, drawn cards, redeals, obligations."""
    drawn = I64(B[U(b.DRAWN)])
    step = I64(R[U(b.R_PER_DRAW)])
    endless = step and R[U(b.R_MOST_REDEALS)] == b.UNLIMITED
    if endless and (drawn % step == 0 or drawn == B[U(b.B_SIZES + R[U(b.R_STOCK)])]):
        drawn = I64(0)  # from here, drawing reaches the same cards as from the start
    rest = (I64(B[U(b.REDEALS)]) << 20) | (drawn << 10)
    if B[U(b.PENDING)] != b.FREE:
        rest |= (I64(B[U(b.PENDING)]) << 8) | I64(B[U(b.AT_PILE)])
    return H[U(b.SUM + word)] + mix64(U64(rest) + U64(0x9E3779B97F4A7C15) * U64(word + 1))
