"""Primitive changes of a board, with incremental hashing, and their inverses.

The hash of a pile is a Zobrist hash: the exclusive or of a random word for each card and height.
The hash of a board is the sum over its piles of the mixed pile hash plus a salt, which is the same
for interchangeable piles: positions that differ only in their order have equal hashes.
"""

from __future__ import annotations

from typing import Any

from ...machine.jit import I64, U64, Export, U, jit, pointer
from . import words as b
from .words import ARRAYS, INTS, MASKS, MOVES

ADD, TAKE = True, False


@jit("int64(int64, int64, int64, int64, int64, int64)", inline=True)
def packed(kind: Any, source: Any, target: Any, count: Any, rule: Any, rank: Any) -> Any:
    """A move as one number; the lowest rank is tried first."""
    move = kind | (source << b.S_FROM) | (target << b.S_TO) | (count << b.S_COUNT)
    return move | (rule << b.S_RULE) | (rank << b.S_RANK)


@jit("int64(int64, int64, int64)", inline=True)
def field(move: Any, shift: Any, mask: Any) -> Any:
    """A field of a packed move."""
    return (move >> shift) & mask


@jit("uint64(uint64)", inline=True)
def mix64(x: Any) -> Any:
    """The finalizer of splitmix64: every bit of the result depends on every bit of x."""
    x = (x ^ (x >> U64(30))) * U64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> U64(27))) * U64(0x94D049BB133111EB)
    return x ^ (x >> U64(31))


@jit(f"void({INTS}, {MASKS}, {MASKS}, int64, boolean)", inline=True)
def count_pile(R: Any, M: Any, H: Any, pile: Any, add: Any) -> None:
    """Add a pile's hash to the sum, or subtract it."""
    for word in range(2):
        salt = M[U(R[U(b.R_SALTS)] + 2 * pile + word)]
        h = mix64(H[U(b.H_PILES + 2 * pile + word)] + salt)
        H[U(b.SUM + word)] += h if add else U64(0) - h


@jit(f"void({INTS}, {MASKS}, {MASKS}, int64, int64, int64)", inline=True)
def toggle(R: Any, M: Any, H: Any, pile: Any, height: Any, card: Any) -> None:
    """Toggle a card at a height in a pile's hash."""
    at = R[U(b.R_ZOBRIST)] + 2 * (height * 2 * R[U(b.R_KINDS)] + card)
    H[U(b.H_PILES + 2 * pile)] ^= M[U(at)]
    H[U(b.H_PILES + 2 * pile + 1)] ^= M[U(at + 1)]


@jit(f"int64({INTS}, int64)", inline=True)
def cards_at(R: Any, pile: Any) -> Any:
    """The index of a pile's first card in B."""
    return I64(b.B_SIZES + R[U(b.R_PILES)] + pile * R[U(b.R_ROOM)])


@jit(f"void({INTS}, {MASKS}, {INTS}, {MASKS}, int64)", inline=True)
def toggle_top(R: Any, M: Any, B: Any, H: Any, pile: Any) -> None:
    """Toggle the top card in the hash of a pile that is keyed by it: at its height if the size is
    part of the key, else at height 0."""
    size = I64(B[U(b.B_SIZES + pile)])
    if size > 0:
        height = size - 1 if R[U(R[U(b.R_KEY_PARTS)] + pile)] == b.TOP_AND_SIZE else I64(0)
        toggle(R, M, H, pile, height, I64(B[U(cards_at(R, pile) + size - 1)]))


@jit(f"int64({INTS}, {INTS}, int64)", inline=True)
def top_kind(R: Any, B: Any, pile: Any) -> Any:
    """The kind of a pile's top card; the number of kinds if the pile is empty."""
    size = B[U(b.B_SIZES + pile)]
    if size == 0:
        return I64(R[U(b.R_KINDS)])
    return I64(B[U(cards_at(R, pile) + size - 1)] >> 1)


@jit(f"boolean({INTS}, int64)", inline=True)
def is_goal(R: Any, pile: Any) -> Any:
    """Whether a pile belongs to the goal group."""
    first = R[U(b.R_GOAL_PILE)]
    return first <= pile and pile < R[U(b.R_GOAL_PILE + 1)]


@jit(f"void({MASKS}, {MOVES}, int64, int64, int64, int64)", inline=True)
def save_hashes(H: Any, done: Any, n: Any, move: Any, source: Any, target: Any) -> None:
    """Record a move about to be made, with all hashes that it will change."""
    at = b.DONE_WORDS * n
    done[U(at)] = move
    for word in range(2):
        done[U(at + 1 + word)] = I64(H[U(b.SUM + word)])
        done[U(at + 3 + word)] = I64(H[U(b.H_PILES + 2 * source + word)])
        done[U(at + 5 + word)] = I64(H[U(b.H_PILES + 2 * target + word)])
    done[U(at + 7)] = I64(H[U(b.GOALS)])


@jit(f"void({MASKS}, {MOVES}, int64, int64, int64)", inline=True)
def restore_hashes(H: Any, done: Any, n: Any, source: Any, target: Any) -> None:
    """Restore the hashes recorded before a move."""
    at = b.DONE_WORDS * n
    for word in range(2):
        H[U(b.SUM + word)] = U64(done[U(at + 1 + word)])
        H[U(b.H_PILES + 2 * source + word)] = U64(done[U(at + 3 + word)])
        H[U(b.H_PILES + 2 * target + word)] = U64(done[U(at + 5 + word)])
    H[U(b.GOALS)] = U64(done[U(at + 7)])


@jit(f"void({INTS}, {MASKS}, {INTS}, {MASKS}, {MOVES}, int64, int64, int64, int64, int64)")
def carry(
    R: Any,
    M: Any,
    B: Any,
    H: Any,
    done: Any,
    n: Any,
    move: Any,
    source: Any,
    target: Any,
    count: Any,
) -> None:
    """Move top cards between piles, and turn up the card they uncover."""
    save_hashes(H, done, n, move, source, target)
    count_pile(R, M, H, source, TAKE)
    count_pile(R, M, H, target, TAKE)
    have = I64(B[U(b.B_SIZES + source)])
    there = I64(B[U(b.B_SIZES + target)])
    start = cards_at(R, source) + have - count
    onto = cards_at(R, target) + there
    moved = U64(0)
    whole = R[U(R[U(b.R_KEY_PARTS)] + target)] == b.WHOLE
    if not whole:
        toggle_top(R, M, B, H, target)
    for i in range(count):
        card = I64(B[U(start + i)])
        toggle(R, M, H, source, have - count + i, card)
        if whole:
            toggle(R, M, H, target, there + i, card)
        B[U(onto + i)] = card
        moved |= U64(1) << U64(card >> 1)
    B[U(b.B_SIZES + source)] = have - count
    B[U(b.B_SIZES + target)] = there + count
    if not whole:
        toggle_top(R, M, B, H, target)
    if is_goal(R, target):
        H[U(b.GOALS)] |= moved
    if is_goal(R, source):
        H[U(b.GOALS)] &= ~moved
    if have > count and B[U(start - 1)] & 1:
        done[U(b.DONE_WORDS * n)] |= I64(1) << b.S_TURNED
        card = I64(B[U(start - 1)])
        toggle(R, M, H, source, have - count - 1, card)
        toggle(R, M, H, source, have - count - 1, card ^ 1)
        B[U(start - 1)] = card ^ 1
    count_pile(R, M, H, source, ADD)
    count_pile(R, M, H, target, ADD)


@jit(f"void({INTS}, {INTS}, {MASKS}, {MOVES}, int64, int64, int64, int64)")
def undo_carry(
    R: Any, B: Any, H: Any, done: Any, n: Any, source: Any, target: Any, count: Any
) -> None:
    """Undo carry."""
    left = I64(B[U(b.B_SIZES + source)])
    there = I64(B[U(b.B_SIZES + target)]) - count
    start = cards_at(R, source) + left
    onto = cards_at(R, target) + there
    if (done[U(b.DONE_WORDS * n)] >> b.S_TURNED) & 1:
        B[U(start - 1)] ^= 1
    for i in range(count):
        B[U(start + i)] = B[U(onto + i)]
    B[U(b.B_SIZES + source)] = left + count
    B[U(b.B_SIZES + target)] = there
    restore_hashes(H, done, n, source, target)


@jit(f"void({INTS}, {MASKS}, {INTS}, {MASKS}, {MOVES}, int64, int64, int64, int64)")
def take_from_stock(
    R: Any, M: Any, B: Any, H: Any, done: Any, n: Any, move: Any, target: Any, which: Any
) -> None:
    """Play card `which` of the stock to a pile; the cards before it become the waste.

    Cards never return to the stock, so the set of remaining cards determines its order: each is
    hashed at its original height, which is stored above its kind.
    """
    stock = I64(R[U(b.R_STOCK)])
    save_hashes(H, done, n, move, stock, target)
    count_pile(R, M, H, stock, TAKE)
    count_pile(R, M, H, target, TAKE)
    size = I64(B[U(b.B_SIZES + stock)])
    start = cards_at(R, stock)
    whole = I64(B[U(start + which)])
    card = whole & b.CARD
    toggle(R, M, H, stock, whole >> b.S_HOME, card)
    for i in range(which + 1, size):
        B[U(start + i - 1)] = B[U(start + i)]
    B[U(start + size - 1)] = whole  # kept behind the end, for undo_take_from_stock
    B[U(b.B_SIZES + stock)] = size - 1
    there = I64(B[U(b.B_SIZES + target)])
    kept = R[U(R[U(b.R_KEY_PARTS)] + target)]
    if kept != b.WHOLE:
        toggle_top(R, M, B, H, target)
    B[U(cards_at(R, target) + there)] = card
    B[U(b.B_SIZES + target)] = there + 1
    if kept != b.WHOLE:
        toggle_top(R, M, B, H, target)
    else:
        toggle(R, M, H, target, there, card)
    if is_goal(R, target):
        H[U(b.GOALS)] |= U64(1) << U64(card >> 1)
    B[U(b.DRAWN)] = which
    count_pile(R, M, H, stock, ADD)
    count_pile(R, M, H, target, ADD)


@jit(f"void({INTS}, {INTS}, {MASKS}, {MOVES}, int64, int64, int64)")
def undo_take_from_stock(
    R: Any, B: Any, H: Any, done: Any, n: Any, target: Any, which: Any
) -> None:
    """Undo take_from_stock; the card is still stored behind the remaining ones."""
    stock = I64(R[U(b.R_STOCK)])
    size = I64(B[U(b.B_SIZES + stock)])
    start = cards_at(R, stock)
    whole = B[U(start + size)]
    for i in range(size - 1, which - 1, -1):
        B[U(start + i + 1)] = B[U(start + i)]
    B[U(start + which)] = whole
    B[U(b.B_SIZES + stock)] = size + 1
    B[U(b.B_SIZES + target)] -= 1
    restore_hashes(H, done, n, stock, target)


@jit(f"void({INTS}, {MASKS}, {INTS}, {MASKS})")
def hash_all(R: Any, M: Any, B: Any, H: Any) -> None:
    """Compute all hashes of a board from scratch, and the kinds on the goal."""
    for i in range(b.H_PILES + 2 * R[U(b.R_PILES)]):
        H[U(i)] = U64(0)
    for pile in range(R[U(b.R_PILES)]):
        turned_over = pile == R[U(b.R_STOCK)] and R[U(b.R_PER_DRAW)] > 0
        whole = R[U(R[U(b.R_KEY_PARTS)] + pile)] == b.WHOLE
        if not whole:
            toggle_top(R, M, B, H, pile)
        for i in range(B[U(b.B_SIZES + pile)]):
            card = I64(B[U(cards_at(R, pile) + i)])
            height = card >> b.S_HOME if turned_over else I64(i)
            if whole:
                toggle(R, M, H, pile, height, card & b.CARD)
            if is_goal(R, pile):
                H[U(b.GOALS)] |= U64(1) << U64(card >> 1)
        count_pile(R, M, H, pile, ADD)


BOARD = ", ".join(ARRAYS[each] for each in (INTS, MASKS, INTS, MASKS))


@jit(f"void({BOARD})", export=Export.QUICK)
def hash_board(R: Any, M: Any, B: Any, H: Any) -> None:
    """See hash_all."""
    hash_all(pointer(R), pointer(M), pointer(B), pointer(H))
