"""Decide which moves may be skipped and which come first; docs/solver.md has the proofs."""

from __future__ import annotations

from typing import Any

from ...machine.jit import I64, U64, U, jit
from . import words as b
from .make import cards_at, is_goal, top_kind
from .words import INTS, MASKS

# The rank of a move, in the order in which moves are tried: progress towards a win comes first.
TO_GOAL, UNCOVER, PART, EMPTY_OUT, BUILD, FROM_STOCK, TO_EMPTY, DRAW_ON, BACK = range(9)
NEVER = -1


@jit(f"uint64({INTS}, {MASKS}, {INTS})")
def ready_kinds(R: Any, M: Any, B: Any) -> Any:
    """The kinds that a goal pile accepts now."""
    group = R[U(b.R_GROUPS)] + b.G_WORDS * R[U(b.R_GOAL)]
    first = R[U(group + b.G_FIRST)]
    ready = U64(0)
    for pile in range(first, first + R[U(group + b.G_COUNT)]):
        ready |= M[U(R[U(b.R_GOAL_ACCEPT)] + top_kind(R, B, pile))]
    return ready


@jit(f"int64({INTS}, {MASKS}, {INTS}, {MASKS}, int64, uint64)")
def is_safe(R: Any, M: Any, B: Any, H: Any, kind: Any, ready: Any) -> Any:
    """Whether moving a ready card to the goal is safe: no card will ever need to be put on it.

    Grows the set of unfinished cards that it supports, directly or not, until it is closed; every
    one must be ready itself. If cards can leave the goal, the closure is static (R_CLOSURE).
    """
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


@jit(f"int64({INTS}, {MASKS}, {INTS}, {MASKS}, int64, int64, int64, int64, uint64)")
def rank_of(
    R: Any, M: Any, B: Any, H: Any, rule: Any, source: Any, target: Any, count: Any, ready: Any
) -> Any:
    """The rank of a legal move, or NEVER if it may be skipped."""
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
        # Moving part of a run to an equally good card is worth it only if that frees a ready one.
        linked = (M[U(R[U(rule + b.RULE_LINKS)] + (under >> 1))] >> U64(B[U(at)] >> 1)) & U64(1)
        classes = R[U(b.R_CLASSES)]
        if linked and R[U(classes + (under >> 1))] == R[U(classes + top)]:
            return I64(PART) if (ready >> U64(under >> 1)) & U64(1) else I64(NEVER)
    return I64(BUILD)


@jit(f"uint64({INTS}, {INTS})")
def count_looks(R: Any, B: Any) -> Any:
    """Count the cards outside the goal by look, in the scratch words of B; returns a mask of the
    looks that occur."""
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
    """The looks that a goal pile accepts now."""
    kind = top_kind(R, B, pile)
    look = R[U(b.R_LOOKS + 1)] if kind == R[U(b.R_KINDS)] else R[U(R[U(b.R_LOOKS)] + kind)]
    return M[U(R[U(b.R_BEARS)] + look)]


@jit(f"int64({INTS}, {MASKS}, {INTS})")
def is_lost(R: Any, M: Any, B: Any) -> Any:
    """Whether some card can never get to the goal, wherever it is: each needs a card that bears it,
    on the goal or still to go there, and no card bears two."""
    present = count_looks(R, B)
    counts, bears = I64(R[U(b.R_SCRATCH)]), I64(R[U(b.R_BEARS)])
    first, last = I64(R[U(b.R_GOAL_PILE)]), I64(R[U(b.R_GOAL_PILE + 1)])
    # Every look that is left must be reachable from the tops of the goal piles ...
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
    # ... and there must be at least as many bearers for it as cards of it.
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
