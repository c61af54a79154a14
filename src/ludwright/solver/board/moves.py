"""List the moves of a board that are worth trying."""

from __future__ import annotations

from typing import Any

from ...machine.jit import I64, U64, Export, U, jit
from . import words as b
from .conditions import holds
from .make import cards_at, packed, top_kind
from .prunings import DRAW_ON, FROM_STOCK, NEVER, TO_GOAL, is_lost, is_safe, rank_of, ready_kinds
from .words import INTS, MASKS, MOVES


@jit(f"int64({INTS}, {MASKS}, {INTS}, int64, int64)")
def run_on_top(R: Any, M: Any, B: Any, links: Any, pile: Any) -> Any:
    """The length of the face-up run on top of a pile."""
    size = I64(B[U(b.B_SIZES + pile)])
    at = cards_at(R, pile)
    length = I64(size > 0)
    while length < size:
        lower = I64(B[U(at + size - 1 - length)])
        upper = U64(B[U(at + size - length)] >> 1)
        if lower & 1 or not (M[U(links + (lower >> 1))] >> upper) & U64(1):
            break
        length += 1
    return length


@jit(f"int64({INTS}, {INTS}, int64, int64)", inline=True)
def may_go_to(R: Any, B: Any, rule: Any, target: Any) -> Any:
    """Whether the obligation of the last move (B[PENDING]) allows a move to a pile."""
    if B[U(b.PENDING)] == b.FREE or B[U(b.PENDING)] == b.FRESH:
        return I64(1)
    goal = R[U(b.R_GOAL)]
    if B[U(b.PENDING)] == b.CLEAR:
        return I64(R[U(rule + b.RULE_TO)] == goal)
    return I64(target == B[U(b.AT_PILE)] or R[U(rule + b.RULE_FROM)] == goal)


@jit(f"uint64({INTS}, {MASKS}, {INTS}, int64)")
def taken_anywhere(R: Any, M: Any, B: Any, rule: Any) -> Any:
    """The kinds that at least one target of a rule accepts."""
    towards = R[U(b.R_GROUPS)] + b.G_WORDS * R[U(rule + b.RULE_TO)]
    first = R[U(towards + b.G_FIRST)]
    taken = U64(0)
    for pile in range(first, first + R[U(towards + b.G_COUNT)]):
        taken |= M[U(R[U(rule + b.RULE_ACCEPT)] + top_kind(R, B, pile))]
    return taken


@jit(f"int64({INTS}, {MASKS}, {INTS}, {MASKS}, {MOVES}, int64, int64, int64, int64, uint64)")
def list_targets(
    R: Any,
    M: Any,
    B: Any,
    H: Any,
    moves: Any,
    n: Any,
    number: Any,
    source: Any,
    count: Any,
    ready: Any,
) -> Any:
    """Append the moves of `count` cards of a pile by one rule; returns as list_moves does."""
    rule = I64(R[U(b.R_RULES)]) + b.RULE_WORDS * number
    towards = R[U(b.R_GROUPS)] + b.G_WORDS * R[U(rule + b.RULE_TO)]
    size = I64(B[U(b.B_SIZES + source)])
    kind = I64(B[U(cards_at(R, source) + size - count)] >> 1)
    accept = I64(R[U(rule + b.RULE_ACCEPT)])
    tests = I64(R[U(rule + b.RULE_TEST_COUNT)])
    options = R[U(b.R_OPTIONS)]
    safe = R[U(rule + b.RULE_SAFE)] and options & b.PRUNE_SAFE
    eager = R[U(rule + b.RULE_TO)] == R[U(b.R_GOAL)] and options & b.EAGER
    same = R[U(towards + b.G_SAME)]
    # If automatic moves are waiting, even a move without effect triggers them.
    within = R[U(rule + b.RULE_FROM)] == R[U(rule + b.RULE_TO)] and B[U(b.PENDING)] != b.FRESH
    empty = I64(0)
    first = I64(R[U(towards + b.G_FIRST)])
    for target in range(first, first + R[U(towards + b.G_COUNT)]):
        top = top_kind(R, B, target)
        if top == R[U(b.R_KINDS)]:
            empty += 1
            if same and (empty > 1 or (within and count == size)):
                continue  # equivalent to another empty pile, or to no move at all
        if target == source or not (M[U(accept + top)] >> U64(kind)) & U64(1):
            continue
        if not may_go_to(R, B, rule, target):
            continue
        where = I64(R[U(rule + b.RULE_TESTS)])
        if tests and not holds(R, B, where, tests, source, target, count):
            continue
        when = rank_of(R, M, B, H, rule, source, target, count, ready)
        if when == NEVER:
            continue
        moves[U(n)] = packed(I64(b.MOVE), source, target, count, number, when)
        n += 1
        leaves_a_card = size > 1 or not R[U(b.R_FILLS)]
        if eager or (safe and leaves_a_card and is_safe(R, M, B, H, kind, ready)):
            return -n
    return n


@jit(f"int64({INTS}, {MASKS}, {INTS}, {MASKS}, {MOVES}, int64, int64, uint64)")
def list_moves(R: Any, M: Any, B: Any, H: Any, moves: Any, n: Any, number: Any, ready: Any) -> Any:
    """Append the moves of one rule between piles. Returns the end of the list, negated if the last
    move is safe: then no other is needed."""
    rule = I64(R[U(b.R_RULES)]) + b.RULE_WORDS * number
    taken = taken_anywhere(R, M, B, rule)
    if taken == U64(0):
        return n
    group = R[U(b.R_GROUPS)] + b.G_WORDS * R[U(rule + b.RULE_FROM)]
    runs = R[U(rule + b.RULE_RUN)]
    links = I64(R[U(rule + b.RULE_LINKS)])
    first = I64(R[U(group + b.G_FIRST)])
    for source in range(first, first + R[U(group + b.G_COUNT)]):
        size = I64(B[U(b.B_SIZES + source)])
        if size == 0 or (B[U(b.PENDING)] == b.CLEAR and source != B[U(b.AT_PILE)]):
            continue
        at = cards_at(R, source) + size
        longest = run_on_top(R, M, B, links, source) if runs else I64(1)
        for count in range(2 if runs else 1, longest + 1):
            if (taken >> U64(B[U(at - count)] >> 1)) & U64(1):
                n = list_targets(R, M, B, H, moves, n, number, source, count, ready)
                if n < 0:
                    return n
    return n


@jit(f"int64({INTS}, {MASKS}, {INTS}, {MASKS}, {MOVES}, int64, int64, int64, uint64)")
def list_plays(
    R: Any, M: Any, B: Any, H: Any, moves: Any, n: Any, number: Any, drawn: Any, ready: Any
) -> Any:
    """Append the moves of one rule for the top of the waste after `drawn` cards are drawn."""
    rule = I64(R[U(b.R_RULES)]) + b.RULE_WORDS * number
    stock = I64(R[U(b.R_STOCK)])
    kind = I64((B[U(cards_at(R, stock) + drawn - 1)] & b.CARD) >> 1)
    towards = R[U(b.R_GROUPS)] + b.G_WORDS * R[U(rule + b.RULE_TO)]
    first = I64(R[U(towards + b.G_FIRST)])
    tests = I64(R[U(rule + b.RULE_TEST_COUNT)])
    goal = R[U(rule + b.RULE_TO)] == R[U(b.R_GOAL)]
    safe = R[U(rule + b.RULE_SAFE)] and R[U(b.R_OPTIONS)] & b.PRUNE_SAFE
    eager = goal and R[U(b.R_OPTIONS)] & b.EAGER
    empty = I64(0)
    for target in range(first, first + R[U(towards + b.G_COUNT)]):
        top = top_kind(R, B, target)
        if top == R[U(b.R_KINDS)]:
            empty += 1
            if empty > 1 and R[U(towards + b.G_SAME)]:
                continue
        fits = M[U(R[U(rule + b.RULE_ACCEPT)] + top)]
        if not (fits >> U64(kind)) & U64(1) or not may_go_to(R, B, rule, target):
            continue
        where = I64(R[U(rule + b.RULE_TESTS)])
        if tests and not holds(R, B, where, tests, stock, target, I64(1)):
            continue
        when = I64(TO_GOAL) if goal else I64(FROM_STOCK)
        moves[U(n)] = packed(I64(b.PLAY_STOCK), stock, target, drawn - 1, number, when)
        n += 1
        if eager or (safe and is_safe(R, M, B, H, kind, ready)):
            return -n
    return n


@jit(f"int64({INTS}, {MASKS}, {INTS}, {MASKS}, {MOVES}, int64, int64, uint64)")
def list_stock(R: Any, M: Any, B: Any, H: Any, moves: Any, n: Any, number: Any, ready: Any) -> Any:
    """Append the moves of one rule from the stock. With unlimited redeals, draws are implied: every
    card that drawing can bring to the top of the waste may be played."""
    taken = taken_anywhere(R, M, B, I64(R[U(b.R_RULES)]) + b.RULE_WORDS * number)
    if taken == U64(0) or B[U(b.PENDING)] == b.CLEAR:
        return n
    at = cards_at(R, I64(R[U(b.R_STOCK)])) - 1
    drawn = I64(B[U(b.DRAWN)])
    size = I64(B[U(b.B_SIZES + R[U(b.R_STOCK)])])
    step = I64(R[U(b.R_PER_DRAW)])
    endless = R[U(b.R_MOST_REDEALS)] == b.UNLIMITED and B[U(b.PENDING)] != b.FRESH
    for now in range(1, size + 1):
        reached = now == drawn
        if endless:
            # After a redeal every multiple of the step, before it steps from here, and the end.
            reached = reached or now == size or now % step == 0
            reached = reached or (now > drawn and (now - drawn) % step == 0)
        if reached and (taken >> U64((B[U(at + now)] & b.CARD) >> 1)) & U64(1):
            n = list_plays(R, M, B, H, moves, n, number, now, ready)
            if n < 0:
                return n
    return n


@jit(f"int64({INTS}, {INTS})")
def can_draw(R: Any, B: Any) -> Any:
    """Whether drawing is legal as a move of its own."""
    stock = R[U(b.R_STOCK)]
    if stock < 0 or B[U(b.PENDING)] == b.FILL or B[U(b.PENDING)] == b.CLEAR:
        return I64(0)
    size = B[U(b.B_SIZES + stock)]
    most = R[U(b.R_MOST_REDEALS)]
    endless = R[U(b.R_PER_DRAW)] and most == b.UNLIMITED
    if size == 0 or (endless and B[U(b.PENDING)] == b.FREE):
        return I64(0)
    if R[U(b.R_PER_DRAW)] and not endless and B[U(b.DRAWN)] == size and B[U(b.REDEALS)] >= most:
        return I64(0)
    at, count = I64(R[U(b.R_DRAW_TESTS)]), I64(R[U(b.R_DRAW_TESTS + 1)])
    return holds(R, B, at, count, I64(-1), I64(-1), I64(0))


@jit(f"int64({INTS}, {MASKS}, {INTS}, {MASKS}, {MOVES}, int64)", export=Export.QUICK)
def list_all(R: Any, M: Any, B: Any, H: Any, moves: Any, start: Any) -> Any:
    """List the moves worth trying, the most promising last, and return the end of the list."""
    n = start
    if R[U(b.R_OPTIONS)] & b.PRUNE_LOST and is_lost(R, M, B):
        return n
    ready = ready_kinds(R, M, B) if R[U(b.R_GOAL)] >= 0 else U64(0)
    for number in range(R[U(b.R_RULES + 1)]):
        at = R[U(b.R_RULES)] + b.RULE_WORDS * number
        if R[U(at + b.RULE_FROM)] == b.STOCK_GROUP:
            n = list_stock(R, M, B, H, moves, n, number, ready)
        else:
            n = list_moves(R, M, B, H, moves, n, number, ready)
        if n < 0:
            moves[U(start)] = moves[U(-n - 1)]
            return start + 1
    if can_draw(R, B):
        moves[U(n)] = packed(I64(b.DRAW), I64(0), I64(0), I64(0), I64(0), I64(DRAW_ON))
        n += 1
    # Insertion sort by descending rank: stable, and lists are short.
    for i in range(start + 1, n):
        move = moves[U(i)]
        j = i
        while j > start and moves[U(j - 1)] >> b.S_RANK < move >> b.S_RANK:
            moves[U(j)] = moves[U(j - 1)]
            j -= 1
        moves[U(j)] = move
    return n
