"""Depth-first search on a board: to a win, or until every reachable position is visited."""

from __future__ import annotations

from typing import Any

from ...machine.jit import I64, Export, U, jit, pointer
from ..transposition_set import put
from . import words as b
from .conditions import is_won
from .moves import list_all
from .steps import key_word, make, unmake
from .words import ARRAYS, INTS, MASKS, MOVES

# S, the state of a search between slices.
DEPTH, VISITED, MASK, ROOM_MOVES, ROOM_DONE, ROOM_LEVELS, SEARCH_WORDS = range(7)
GOING, WON, EXHAUSTED, FULL_KEYS, FULL_MOVES, FULL_DONE, FULL_DEPTH, ENDLESS = range(8)

# A level of the stack: start of its moves, end of those not tried yet, start of its part of the
# undo log, and the header of the board before the move.
L_MOVES, L_LEFT, L_DONE, L_DRAWN, L_REDEALS, L_PENDING, L_PILE, LEVEL = range(8)


@jit(f"void({INTS}, {INTS}, {MASKS}, {MOVES}, {MOVES}, int64, int64)", inline=True)
def step_back(R: Any, B: Any, H: Any, done: Any, levels: Any, at: Any, end: Any) -> None:
    """Undo the last move made at a level."""
    unmake(R, B, H, done, levels[U(at + L_DONE)], end, levels[U(at + L_DRAWN)])
    B[U(b.REDEALS)] = levels[U(at + L_REDEALS)]
    B[U(b.PENDING)] = levels[U(at + L_PENDING)]
    B[U(b.AT_PILE)] = levels[U(at + L_PILE)]


WHOLE = ", ".join((INTS, MASKS, INTS, MASKS, MASKS, MOVES, MOVES, MOVES, MOVES))
FROM_PYTHON = ", ".join(ARRAYS[each] for each in WHOLE.split(", "))


@jit(f"int64({WHOLE}, int64)")
def descend(
    R: Any, M: Any, B: Any, H: Any, keys: Any, moves: Any, done: Any, levels: Any, S: Any, most: Any
) -> Any:
    """Search until an outcome, a full table, or `most` further positions."""
    depth = S[U(DEPTH)]
    visited = S[U(VISITED)]
    mask = S[U(MASK)]
    # Linear probing slows down when a table fills up: stop at three fifths.
    until = min(visited + most, (mask + 1) * 3 // 5)
    answer = I64(GOING)
    while visited < until:
        at = LEVEL * depth
        if levels[U(at + L_LEFT)] == levels[U(at + L_MOVES)]:
            if depth == 0:
                answer = I64(EXHAUSTED)
                break
            depth -= 1
            step_back(R, B, H, done, levels, LEVEL * depth, levels[U(at + L_DONE)])
            continue
        left = levels[U(at + L_LEFT)] - 1
        end = levels[U(at + L_DONE)]
        if left + 1 + R[U(b.R_MOST_MOVES)] > S[U(ROOM_MOVES)]:
            answer = I64(FULL_MOVES)
            break
        if (end + R[U(b.R_MOST_DONE)]) * b.DONE_WORDS > S[U(ROOM_DONE)]:
            answer = I64(FULL_DONE)
            break
        if at + 2 * LEVEL > S[U(ROOM_LEVELS)]:
            answer = I64(FULL_DEPTH)
            break
        levels[U(at + L_LEFT)] = left
        levels[U(at + L_DRAWN)] = B[U(b.DRAWN)]
        levels[U(at + L_REDEALS)] = B[U(b.REDEALS)]
        levels[U(at + L_PENDING)] = B[U(b.PENDING)]
        levels[U(at + L_PILE)] = B[U(b.AT_PILE)]
        end = make(R, M, B, H, done, end, moves[U(left)])
        if end == 0:
            answer = I64(ENDLESS)
            break
        if is_won(R, B):
            depth += 1
            answer = I64(WON)
            break
        if put(keys, mask, key_word(R, B, H, I64(0)), key_word(R, B, H, I64(1))):
            visited += 1
            depth += 1
            at += LEVEL
            # Moves still to try are below `left`; the one just made stays at `left`, for path().
            levels[U(at + L_MOVES)] = left + 1
            levels[U(at + L_LEFT)] = list_all(R, M, B, H, moves, left + 1)
            levels[U(at + L_DONE)] = end
        else:
            step_back(R, B, H, done, levels, at, end)
    if answer == GOING and visited < S[U(VISITED)] + most:
        answer = I64(FULL_KEYS)
    S[U(DEPTH)] = depth
    S[U(VISITED)] = visited
    return answer


@jit(f"void({WHOLE})")
def start_at(
    R: Any, M: Any, B: Any, H: Any, keys: Any, moves: Any, done: Any, levels: Any, S: Any
) -> None:
    """Start a search at a position."""
    put(keys, S[U(MASK)], key_word(R, B, H, I64(0)), key_word(R, B, H, I64(1)))
    S[U(DEPTH)] = 0
    S[U(VISITED)] = 1
    levels[U(L_MOVES)] = 0
    levels[U(L_LEFT)] = list_all(R, M, B, H, moves, I64(0))
    levels[U(L_DONE)] = 1


@jit(f"int64({FROM_PYTHON}, int64)", export=Export.LONG)
def search(
    R: Any, M: Any, B: Any, H: Any, keys: Any, moves: Any, done: Any, levels: Any, S: Any, most: Any
) -> Any:
    """Start or resume a search."""
    S[MASK] = len(keys) // 2 - 1
    S[ROOM_MOVES], S[ROOM_DONE], S[ROOM_LEVELS] = len(moves), len(done), len(levels)
    r, m, p, h = pointer(R), pointer(M), pointer(B), pointer(H)
    k, o, d, v, s = pointer(keys), pointer(moves), pointer(done), pointer(levels), pointer(S)
    if S[VISITED] == 0:
        start_at(r, m, p, h, k, o, d, v, s)
    return descend(r, m, p, h, k, o, d, v, s, most)
