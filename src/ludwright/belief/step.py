"""One step of an observation history: a move is repeated in the true state, and what one seat
observes of it is written down.

In a copy the seat knows every token: those it no longer knows after the move are the ones it could
not follow. `history.py` has the layout of what is written.
"""

from __future__ import annotations

from typing import Any

from ..machine import state as m
from ..machine.advance import ADVANCE
from ..machine.checkpoint import copy_words
from ..machine.jit import I64, Export, U, jit, offset
from ..machine.kernels import operate_at
from .announced import write_row, write_seen
from .groups import find_classes, find_groups, node_count, write_follows
from .held import answers_shift
from .history import ROW_HEAD
from .history_hash import write_link
from .labels import knows
from .mask import DONE, FULL, mask_joined
from .mask_table import M_MOST_VALUES, X_FULL, X_LABELS, X_WORDS
from .possible import unless_known, write_possible

# ---- results beside DONE and FULL: the workspace has too few rows; a fault of the game; a masked
# state has more words of its own than are kept, X_FULL is how many ----
MORE_ROWS, FAULT, WIDER = I64(2), I64(3), I64(4)

GROUP_COLUMNS = 8  # words by token in the memory for groups, behind the nodes


# ---- the move itself -----------------------------------------------------------------------------


@jit("void(state, state, state, state, int64, state, int64)")
def choose(P: Any, S: Any, N: Any, L: Any, entry: Any, fresh: Any, reseeds: Any) -> None:
    """Copy a state, with the choice of a log entry made in it, and perhaps with other words for the
    generator."""
    copy_words(S, N, I64(0), I64(P[U(m.P_SIZE)]))
    if reseeds:
        for i in range(8):
            N[U(m.RNG + i)] = fresh[U(i)]
    operands = min(I64(L[U(entry)]), I64(m.MOST_OPERANDS))
    if operands >= 0:
        for i in range(1 + max(operands, I64(3))):
            N[U(m.ACTION + i)] = L[U(entry + 1 + i)] if i <= operands else 0


@jit("int64(int64, state, state, state)")
def run_on(machine: Any, P: Any, N: Any, B: Any) -> Any:
    """Run a state to where it stops, recording events."""
    B[U(m.W_EVENTS)] = 0
    stopped = operate_at(machine, P, N, B, I64(ADVANCE), I64(0))
    if stopped & 15 == m.DEALING:
        stopped = operate_at(machine, P, N, B, I64(ADVANCE), I64(0))
    if stopped & 15 == m.FAULTED:
        return MORE_ROWS if N[U(m.FAULT)] == m.FAULT_ROWS else FAULT
    return DONE


@jit("void(state, state, int64)")
def reveal(P: Any, N: Any, seat: Any) -> None:
    """Let a seat know every token."""
    for t in range(P[U(m.P_TOKENS)]):
        N[U(m.KNOWN + t)] |= 1 << seat
        if P[U(m.P_ANSWERS)]:
            N[U(P[U(m.P_START)] + t)] |= 1 << seat


@jit("int64(state, state, state, state, int64)")
def is_wider(P: Any, image: Any, W: Any, X: Any, width: Any) -> Any:
    """Whether a masked state differs from the image behind its first words; notes how many words
    it needs."""
    used = I64(P[U(m.P_SIZE)])
    while used > width and W[U(used - 1)] == image[U(used - 1)]:
        used -= 1
    X[U(X_FULL)] = used
    return I64(used > width)


# ---- as Python calls them ------------------------------------------------------------------------


@jit("int64(state, state, state, state, state, int64, state)")
def see(P: Any, image: Any, M: Any, N: Any, X: Any, seat: Any, C: Any) -> Any:
    """Mask a state in scratch memory, and write the labels and classes of its tokens as those after
    a move."""
    if mask_joined(P, image, M, N, X, seat):
        return FULL
    n1 = I64(P[U(m.P_TOKENS)])
    for t in range(n1):
        C[U(2 * n1 + t)] = X[U(X[U(X_LABELS)] + t)]
    W = offset(X, I64(X[U(X_WORDS)]))
    find_classes(P, M, W, X, seat, C, 3 * n1)
    return DONE


@jit(
    "int64(state, state, state, state, state, int64, state, state, int64, int64, "
    "CPointer(uint64), int64)",
    export=Export.QUICK,
)
def look(
    P: Any,
    image: Any,
    M: Any,
    S: Any,
    X: Any,
    seat: Any,
    C: Any,
    words: Any,
    width: Any,
    number: Any,
    possible: Any,
    fresh: Any,
) -> Any:
    """Observe the present state: write the labels and classes of its tokens and, if it is `fresh`,
    its masked words, and strike what is impossible."""
    if see(P, image, M, S, X, seat, C):
        return FULL
    n1 = I64(P[U(m.P_TOKENS)])
    for x in range(2 * n1):
        C[U(x)] = C[U(2 * n1 + x)]
    if fresh:
        W = offset(X, I64(X[U(X_WORDS)]))
        if is_wider(P, image, W, X, width):
            return WIDER
        copy_words(W, offset(words, number * width), I64(0), width)
        cells = n1 * ((n1 + 63) >> 6)
        unless_known(P, W, seat, possible, number * cells, (number + 1) * cells)
    return DONE


@jit("int64(int64, state, state, state, state, state, int64, state, int64)", export=Export.QUICK)
def repeat(
    machine: Any, P: Any, S: Any, N: Any, B: Any, L: Any, entry: Any, fresh: Any, reseeds: Any
) -> Any:
    """Repeat the move of a log entry in a copy N of the state S."""
    choose(P, S, N, L, entry, fresh, reseeds)
    return run_on(machine, P, N, B)


@jit(
    "int64(int64, state, state, state, state, state, state, state, state, state, state, int64, "
    "state, int64, int64, int64, state, int64, CPointer(uint64), CPointer(uint64), "
    "CPointer(uint64), "
    "state, state, state, state, state, state, state)",
    export=Export.QUICK,
)
def step(
    machine: Any,
    P: Any,
    image: Any,
    M: Any,
    S: Any,
    N: Any,
    B: Any,
    X: Any,
    Y: Any,
    C: Any,
    L: Any,
    entry: Any,
    fresh: Any,
    reseeds: Any,
    seat: Any,
    number: Any,
    words: Any,
    width: Any,
    possible: Any,
    alike: Any,
    chain: Any,
    decider: Any,
    rows: Any,
    follows: Any,
    mixed_at: Any,
    mixed: Any,
    seen_at: Any,
    seen: Any,
) -> Any:
    """Repeat the move of a log entry in a copy N of the state S, and write step `number`. Unless
    the result is DONE, nothing counts."""
    n1 = I64(P[U(m.P_TOKENS)])
    choose(P, S, N, L, entry, fresh, reseeds)
    reveal(P, N, seat)
    trouble = run_on(machine, P, N, B)
    if trouble:
        return trouble
    lost = node_count(P, B) + n1
    for t in range(n1):
        Y[U(lost + t)] = 1 - knows(N, answers_shift(P, N) + t, seat)
    choose(P, S, N, L, entry, fresh, reseeds)
    trouble = run_on(machine, P, N, B)
    if trouble:
        return trouble
    if see(P, image, M, N, X, seat, C):
        return FULL
    W = offset(X, I64(X[U(X_WORDS)]))
    if is_wider(P, image, W, X, width):
        return WIDER
    copy_words(W, offset(words, (number + 1) * width), I64(0), width)
    find_groups(P, M, S, N, B, X, Y, C, seat)
    start, first = I64(mixed_at[U(number)]), I64(seen_at[U(number)])
    end = write_follows(P, B, follows, Y, C, number * n1, mixed, start)
    last = write_seen(P, B, seat, seen, first)
    mixed_at[U(number + 1)] = end
    seen_at[U(number + 1)] = last
    decides = S[U(m.STATUS)] == m.DECISION
    decider[U(number)] = S[U(m.DECIDER)] - 1 if decides else -1
    room = ROW_HEAD + M[U(M_MOST_VALUES)]
    row = number * room
    write_row(P, M, S, N, L, entry, C, seat, rows, row)
    write_possible(P, W, seat, follows, number * n1, mixed, start, end, possible, alike, number)
    values = ROW_HEAD + max(I64(rows[U(row)]), I64(0))
    source = offset(words, number * width)
    write_link(
        image, source, width, rows, row, values, seen, first, last, chain, 2 * number, chain,
        2 * number + 2,
    )  # fmt: skip
    for x in range(2 * n1):
        C[U(x)] = C[U(2 * n1 + x)]
    return DONE
