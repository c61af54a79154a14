"""Which moves a board has, and which of them can be left out because others are as good."""

from __future__ import annotations

from typing import Any

from ...machine.jit import I64, U64, U
from ..jit import jit
from . import words as b
from .make import cards_at, is_goal, packed, top_kind
from .words import INTS, MASKS, MOVES

# The order in which moves are tried: what brings the game on comes first.
TO_GOAL, UNCOVER, PART, EMPTY_OUT, BUILD, FROM_STOCK, TO_EMPTY, DRAW_ON, BACK = range(9)
NEVER = -1


@jit("int64(int64, int64, int64)", inline=True)
def compare(how: Any, x: Any, y: Any) -> Any:
    """Whether a comparison of two numbers holds."""
    if how == b.EQUAL:
        return I64(x == y)
    if how == b.UNEQUAL:
        return I64(x != y)
    if how == b.LESS:
        return I64(x < y)
    if how == b.MORE:
        return I64(x > y)
    return I64(x <= y) if how == b.AT_MOST else I64(x >= y)


@jit(f"int64({INTS}, {INTS}, int64, int64)")
def empty_piles(R: Any, B: Any, at: Any, but: Any) -> Any:
    """How many piles of a list are empty, one pile not counted."""
    empty = I64(0)
    for i in range(R[U(at)]):
        pile = R[U(at + 1 + i)]
        if B[U(b.B_SIZES + pile)] == 0 and pile != but:
            empty += 1
    return empty


@jit(f"int64({INTS}, {INTS}, int64, int64, int64, int64, int64)")
def holds(R: Any, B: Any, at: Any, count: Any, source: Any, target: Any, moved: Any) -> Any:
    """Whether all tests of a list hold, for a move of so many cards."""
    for i in range(count):
        test = at + b.T_WORDS * i
        quantity = R[U(test + b.T_QUANTITY)]
        where = I64(R[U(test + b.T_WHERE)])
        value = I64(0)
        if quantity == b.Q_MOVED:
            value = moved
        elif quantity == b.Q_FROM_SIZE:
            value = I64(B[U(b.B_SIZES + source)])
        elif quantity == b.Q_TO_SIZE:
            value = I64(B[U(b.B_SIZES + target)])
        elif quantity == b.Q_LEFT:
            value = I64(B[U(b.B_SIZES + source)]) - moved
        elif quantity == b.Q_CARDS:
            for j in range(R[U(where)]):
                value += B[U(b.B_SIZES + R[U(where + 1 + j)])]
        elif quantity == b.Q_EMPTY:
            value = empty_piles(R, B, where, I64(-1))
        elif quantity == b.Q_OVER_CAPACITY:
            columns = where + 1 + R[U(where)]
            cells = empty_piles(R, B, where, I64(-1))
            value = moved - ((cells + 1) << min(I64(20), empty_piles(R, B, columns, target)))
        if not compare(I64(R[U(test + b.T_COMPARE)]), value, I64(R[U(test + b.T_NUMBER)])):
            return I64(0)
    return I64(1)


@jit(f"int64({INTS}, {INTS})")
def is_won(R: Any, B: Any) -> Any:
    """Whether the tests for winning hold."""
    return holds(R, B, I64(R[U(b.R_WIN)]), I64(R[U(b.R_WIN + 1)]), I64(-1), I64(-1), I64(0))


@jit(f"uint64({INTS}, {MASKS}, {INTS})")
def ready_kinds(R: Any, M: Any, B: Any) -> Any:
    """The kinds that a goal takes just now."""
    group = R[U(b.R_GROUPS)] + b.G_WORDS * R[U(b.R_GOAL)]
    first = R[U(group + b.G_FIRST)]
    ready = U64(0)
    for pile in range(first, first + R[U(group + b.G_COUNT)]):
        ready |= M[U(R[U(b.R_GOAL_ACCEPT)] + top_kind(R, B, pile))]
    return ready


@jit(f"int64({INTS}, {MASKS}, {INTS}, {MASKS}, int64, uint64)")
def is_safe(R: Any, M: Any, B: Any, H: Any, kind: Any, ready: Any) -> Any:
    """Whether a card that a goal takes can go there: nothing will ever have to lie on it."""
    done = H[U(b.GOALS)]
    stock = R[U(b.R_STOCK)]
    dealing = stock >= 0 and R[U(b.R_PER_DRAW)] == 0 and B[U(b.B_SIZES + stock)] > 0
    if R[U(b.R_SAFE)] == b.SAFE_NEVER or dealing or B[U(b.PENDING)] == b.FRESH:
        return I64(0)
    if R[U(b.R_SAFE)] == b.SAFE_RETURNS:
        return I64((M[U(R[U(b.R_CLOSURE)] + kind)] & ~(done | ready)) == U64(0))
    if not R[U(b.R_SLACK)]:
        ready = U64(0)
    new = needed = U64(1) << U64(kind)
    while new != U64(0):
        found = U64(0)
        for k in range(R[U(b.R_KINDS)]):
            if (new >> U64(k)) & U64(1):
                found |= M[U(R[U(b.R_SUPPORTS)] + k)]
        found &= ~done
        if found & ~ready:
            return I64(0)
        new = found & ~needed
        needed |= found
    return I64(1)


@jit(f"int64({INTS}, {MASKS}, {INTS}, int64, int64)")
def run_on_top(R: Any, M: Any, B: Any, links: Any, pile: Any) -> Any:
    """How many cards on top of a pile lie face up and continue one another."""
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


@jit(f"int64({INTS}, {MASKS}, {INTS}, {MASKS}, int64, int64, int64, int64, uint64)")
def order(
    R: Any, M: Any, B: Any, H: Any, rule: Any, source: Any, target: Any, count: Any, ready: Any
) -> Any:
    """When a move that the rules allow is tried, or NEVER if it can be left out."""
    goal = R[U(b.R_GOAL)]
    if R[U(rule + b.RULE_TO)] == goal:
        return I64(TO_GOAL)
    options = R[U(b.R_OPTIONS)]
    size = I64(B[U(b.B_SIZES + source)])
    at = cards_at(R, source) + size - count
    top = top_kind(R, B, target)
    if R[U(rule + b.RULE_FROM)] == goal:
        if options & b.PRUNE_RETURNS and is_safe(R, M, B, H, I64(B[U(at)] >> 1), ready):
            return I64(NEVER)
        return I64(BACK)
    if count == size:
        return I64(EMPTY_OUT) if top < R[U(b.R_KINDS)] else I64(TO_EMPTY)
    under = I64(B[U(at - 1)])
    if under & 1:
        return I64(UNCOVER)
    if top == R[U(b.R_KINDS)]:
        return I64(TO_EMPTY)
    if options & b.PRUNE_PARTS and R[U(rule + b.RULE_PARTS)]:
        linked = (M[U(R[U(rule + b.RULE_LINKS)] + (under >> 1))] >> U64(B[U(at)] >> 1)) & U64(1)
        classes = R[U(b.R_CLASSES)]
        if linked and R[U(classes + (under >> 1))] == R[U(classes + top)]:
            return I64(PART) if (ready >> U64(under >> 1)) & U64(1) else I64(NEVER)
    return I64(BUILD)


@jit(f"int64({INTS}, {INTS}, int64, int64)", inline=True)
def may_go_to(R: Any, B: Any, rule: Any, target: Any) -> Any:
    """Whether what the last move obliges to lets a card go to a pile."""
    if B[U(b.PENDING)] == b.FREE or B[U(b.PENDING)] == b.FRESH:
        return I64(1)
    goal = R[U(b.R_GOAL)]
    if B[U(b.PENDING)] == b.CLEAR:
        return I64(R[U(rule + b.RULE_TO)] == goal)
    return I64(target == B[U(b.AT_PILE)] or R[U(rule + b.RULE_FROM)] == goal)


@jit(f"uint64({INTS}, {MASKS}, {INTS}, int64)")
def taken_anywhere(R: Any, M: Any, B: Any, rule: Any) -> Any:
    """The kinds that some pile takes by a rule."""
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
    """Add the moves of so many cards of a pile by one rule."""
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
    # Where automatic moves wait, a move to no purpose still sets them off.
    within = R[U(rule + b.RULE_FROM)] == R[U(rule + b.RULE_TO)] and B[U(b.PENDING)] != b.FRESH
    empty = I64(0)
    first = I64(R[U(towards + b.G_FIRST)])
    for target in range(first, first + R[U(towards + b.G_COUNT)]):
        top = top_kind(R, B, target)
        if top == R[U(b.R_KINDS)]:
            empty += 1
            if same and (empty > 1 or (within and count == size)):
                continue  # no better than another empty pile
        if target == source or not (M[U(accept + top)] >> U64(kind)) & U64(1):
            continue
        if not may_go_to(R, B, rule, target):
            continue
        where = I64(R[U(rule + b.RULE_TESTS)])
        if tests and not holds(R, B, where, tests, source, target, count):
            continue
        when = order(R, M, B, H, rule, source, target, count, ready)
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
    """Add the moves of one rule from pile to pile; the answer is where the list ends then, or
    minus that if the last one is safe, so that no other is needed."""
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
    """Add the moves of one rule for the card in reach when so many of the stock are drawn."""
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
    """Add the moves of one rule from the stock; without a limit to redeals, all that drawing on
    brings in reach."""
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
            reached = reached or now == size or now % step == 0
            reached = reached or (now > drawn and (now - drawn) % step == 0)
        if reached and (taken >> U64((B[U(at + now)] & b.CARD) >> 1)) & U64(1):
            n = list_plays(R, M, B, H, moves, n, number, now, ready)
            if n < 0:
                return n
    return n


@jit(f"int64({INTS}, {INTS})")
def can_draw(R: Any, B: Any) -> Any:
    """Whether drawing is a move of its own, and possible."""
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


@jit(f"uint64({INTS}, {INTS})")
def count_looks(R: Any, B: Any) -> Any:
    """Count the cards that are not on the goal by their looks; those that there are, as a mask."""
    counts, looks = I64(R[U(b.R_SCRATCH)]), I64(R[U(b.R_LOOKS)])
    for look in range(R[U(b.R_LOOKS + 1)]):
        B[U(counts + look)] = 0
    present = U64(0)
    for pile in range(R[U(b.R_PILES)]):
        if is_goal(R, pile):
            continue
        at = cards_at(R, pile)
        for i in range(B[U(b.B_SIZES + pile)]):
            look = I64(R[U(looks + ((B[U(at + i)] & b.CARD) >> 1))])
            B[U(counts + look)] += 1
            present |= U64(1) << U64(look)
    return present


@jit(f"uint64({INTS}, {MASKS}, {INTS}, int64)", inline=True)
def borne(R: Any, M: Any, B: Any, pile: Any) -> Any:
    """The looks that a pile of the goal takes just now."""
    kind = top_kind(R, B, pile)
    look = R[U(b.R_LOOKS + 1)] if kind == R[U(b.R_KINDS)] else R[U(R[U(b.R_LOOKS)] + kind)]
    return M[U(R[U(b.R_BEARS)] + look)]


@jit(f"int64({INTS}, {MASKS}, {INTS})")
def is_lost(R: Any, M: Any, B: Any) -> Any:
    """Whether some cards can never get to the goal, wherever they lie: each needs one that bears
    it, on the goal or still to come there, and none bears two."""
    present = count_looks(R, B)
    counts, bears = I64(R[U(b.R_SCRATCH)]), I64(R[U(b.R_BEARS)])
    first, last = I64(R[U(b.R_GOAL_PILE)]), I64(R[U(b.R_GOAL_PILE + 1)])
    reached = U64(0)
    for pile in range(first, last):
        reached |= borne(R, M, B, pile)
    done, new = U64(0), reached & present
    while new != U64(0):
        done |= new
        for look in range(R[U(b.R_LOOKS + 1)]):
            if (new >> U64(look)) & U64(1):
                reached |= M[U(bears + look)]
        new = reached & present & ~done
    if present & ~done:
        return I64(1)
    for look in range(R[U(b.R_LOOKS + 1)]):
        needed = I64(B[U(counts + look)])
        for other in range(R[U(b.R_LOOKS + 1)]):
            if (M[U(bears + other)] >> U64(look)) & U64(1):
                needed -= B[U(counts + other)]
        if needed > 0:
            for pile in range(first, last):
                needed -= I64((borne(R, M, B, pile) >> U64(look)) & U64(1))
        if needed > 0:
            return I64(1)
    return I64(0)


@jit(f"int64({INTS}, {MASKS}, {INTS}, {MASKS}, {MOVES}, int64)")
def list_all(R: Any, M: Any, B: Any, H: Any, moves: Any, start: Any) -> Any:
    """List what is worth trying, the most promising move last; the answer is where it ends."""
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
    for i in range(start + 1, n):
        move = moves[U(i)]
        j = i
        while j > start and moves[U(j - 1)] >> b.S_RANK < move >> b.S_RANK:
            moves[U(j)] = moves[U(j - 1)]
            j -= 1
        moves[U(j)] = move
    return n
