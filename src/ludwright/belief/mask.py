"""Masking: a state as a seat may know it. The rest is blanked, hidden tokens get labels.

In a masked state the tokens that a seat cannot tell apart are sorted by number, zone by zone. So it
depends only on what the seat may know, and yet it is a valid state that can be run.
"""

from __future__ import annotations

from typing import Any

from ..machine import columns
from ..machine import state as m
from ..machine.checkpoint import copy_words
from ..machine.jit import I64, Export, U, jit, offset
from ..machine.withheld import record_at
from .audience_table import ALL, CHOOSER, DECIDER, LIST, NOBODY, PLAIN
from .held import (
    areas,
    attempt_of,
    attempts_end,
    find_held,
    find_names,
    items_end,
    shift_of,
    withheld_end,
)
from .labels import (
    compare_signs,
    contents,
    find_labels,
    find_references,
    find_signs,
    knows,
    relabel,
    settle_checkpoints,
    settle_unordered,
    start_again,
)
from .mask_table import (
    M_HIDDEN,
    M_PROPERTIES,
    M_UNORDERED,
    M_VARIABLES_END,
    R_ADDRESS,
    R_AUDIENCE,
    R_ITEMS,
    R_TYPE,
    RECORD_WORDS,
    X_BLANK_ROOM,
    X_BLANKS,
    X_BLANKS_AT,
    X_FULL,
    X_HELD,
    X_HELD_AT,
    X_LABELS,
    X_ORDER,
    X_STATE,
    X_WORDS,
)

# ---- results: done, or the scratch memory was too small and nothing was written ----
DONE, FULL = I64(0), I64(1)


# ---- the live words ------------------------------------------------------------------------------


@jit("void(state, state, state, state, state)")
def copy_held(P: Any, image: Any, S: Any, W: Any, X: Any) -> None:
    """Copy the registers in use, and the lists they refer to."""
    for i in range(X[U(X_HELD)]):
        record = X[U(X_HELD_AT)] + i * RECORD_WORDS
        at, items = X[U(record + R_ADDRESS)], I64(X[U(record + R_ITEMS)])
        W[U(at)] = S[U(at)]
        if items:
            copy_words(S, W, items, items_end(P, S, items))


@jit("void(state, state, state, state, state, state)")
def copy_living(P: Any, image: Any, M: Any, S: Any, W: Any, X: Any) -> None:
    """Copy the live words of a state whose registers in use are known: no random numbers, no dead
    registers. Dead words stay those of the image."""
    copy_words(image, W, I64(0), I64(P[U(m.P_SIZE)]))
    copy_words(S, W, I64(0), I64(m.RNG))
    for at in range(m.ACTION, m.OPERANDS + m.MOST_OPERANDS):
        W[U(at)] = 0
    W[U(m.REASON)] = 0
    start = columns.next(P)
    copy_words(S, W, I64(m.KNOWN), start)
    calls = I64(P[U(m.P_CALLS)])
    copy_words(S, W, calls, min(I64(S[U(m.CALL_TOP)]), I64(P[U(m.P_CALLS_END)])))
    if S[U(m.TOGETHER)]:
        copy_words(S, W, I64(P[U(m.P_ANSWERS)]), I64(P[U(m.P_ANSWERS)] + m.A_HEAD))
    agenda = I64(P[U(m.P_AGENDA)])
    for area in range(areas(P, S)):
        shift = shift_of(P, I64(area))
        end = attempt_of(P, S, I64(area)) if area else attempts_end(P, S)
        copy_words(S, W, start + shift, M[U(M_VARIABLES_END)] + shift)
        copy_words(S, W, P[U(m.P_ATTEMPTS)] + shift, end + shift)
        if agenda:
            copy_words(S, W, agenda + shift, agenda + shift + 1 + m.MOST_DUE * m.DUE_WORDS)
    copy_held(P, image, S, W, X)
    if P[U(m.P_LOOKAHEAD)]:
        copy_words(S, W, record_at(P), withheld_end(P, S))


# ---- hidden words --------------------------------------------------------------------------------


@jit("void(state, int64, int64)")
def add_blanks(X: Any, first: Any, end: Any) -> None:
    """Add a stretch of words to those to blank, or note that there is no room."""
    n = I64(X[U(X_BLANKS)])
    if n + end - first > X[U(X_BLANK_ROOM)]:
        X[U(X_FULL)] = 1
    else:
        for at in range(first, end):
            X[U(X[U(X_BLANKS_AT)] + n)] = at
            n += 1
        X[U(X_BLANKS)] = n


@jit("int64(state, state, state, int64, int64, int64)")
def is_open(P: Any, S: Any, X: Any, record: Any, seat: Any, decides: Any) -> Any:
    """Whether a seat may read a register."""
    audience, type = X[U(record + R_AUDIENCE)], X[U(record + R_TYPE)]
    if audience == ALL or (audience == DECIDER and decides):
        return I64(1)
    # Who knows the tokens knows the value, unless it is another seat's choice.
    if audience == NOBODY or (audience == CHOOSER and not decides):
        return I64(0)
    if type == PLAIN or type == LIST:
        return I64(0)
    first, end = I64(X[U(record + R_ADDRESS)]), I64(X[U(record + R_ADDRESS)]) + 1
    if type > LIST:
        items = I64(X[U(record + R_ITEMS)])
        first, end = items + 1, items_end(P, S, items)
    for at in range(first, end):
        t = I64(S[U(at)])
        if t < 0 or t >= P[U(m.P_TOKENS)] or not knows(S, t, seat):
            return I64(0)
    return I64(1)


@jit("void(state, state, state, state, int64)")
def find_blanks(P: Any, M: Any, S: Any, X: Any, seat: Any) -> None:
    """Write the variables and registers in use that are hidden from a seat; the latter are
    known."""
    X[U(X_BLANKS)] = 0
    hidden = M[U(M[U(M_HIDDEN)] + seat)]
    for area in range(areas(P, S)):
        for i in range(M[U(hidden)]):
            at = M[U(hidden + 1 + i)] + shift_of(P, I64(area))
            add_blanks(X, at, at + 1)
    decides = I64(S[U(m.DECIDER)] == seat + 1)
    for i in range(X[U(X_HELD)]):
        record = I64(X[U(X_HELD_AT)] + i * RECORD_WORDS)
        if not is_open(P, S, X, record, seat, decides):
            items = I64(X[U(record + R_ITEMS)])
            if X[U(record + R_TYPE)] < LIST:
                at = I64(X[U(record + R_ADDRESS)])
                add_blanks(X, at, at + 1)
            elif items:
                add_blanks(X, items, items_end(P, S, items))
    if P[U(m.P_LOOKAHEAD)] and S[U(record_at(P) + m.H_SEAT)] != seat + 1:
        add_blanks(X, record_at(P), withheld_end(P, S))


@jit("void(state, state, state, state, int64)")
def blank_properties(P: Any, image: Any, M: Any, W: Any, seat: Any) -> None:
    """Blank the changing properties of unknown tokens."""
    properties = M[U(M_PROPERTIES)]
    for i in range(M[U(properties)]):
        for area in range(areas(P, W)):
            column = M[U(properties + 1 + i)] + shift_of(P, I64(area))
            for t in range(P[U(m.P_TOKENS)]):
                if not knows(W, I64(t), seat):
                    W[U(column + t)] = image[U(column + t)]


@jit("void(state, state, int64)")
def forget_others(P: Any, W: Any, seat: Any) -> None:
    """Of tokens that a seat does not know, leave only who sees them: who else could identify one
    would reveal where it comes from, such as that a card was passed."""
    for t in range(1, P[U(m.P_TOKENS)]):
        if not knows(W, I64(t), seat):
            W[U(m.KNOWN + t)] &= W[U(columns.shown(P) + t)]


# ---- the whole state -----------------------------------------------------------------------------


@jit("int64(state, state, state, state, state, int64)")
def mask(P: Any, image: Any, M: Any, S: Any, X: Any, seat: Any) -> Any:
    """Write a state as a seat may know it, and the label of each token in it, to the scratch
    memory."""
    W = offset(X, I64(X[U(X_WORDS)]))
    X[U(X_FULL)] = 0
    find_held(P, M, S, X)
    if X[U(X_FULL)]:
        return FULL
    copy_living(P, image, M, S, W, X)
    forget_others(P, W, seat)
    find_blanks(P, M, W, X, seat)
    if X[U(X_FULL)]:
        return FULL
    # Blank before labelling: the labels of unordered tokens depend on which words name them.
    for i in range(X[U(X_BLANKS)]):
        at = X[U(X[U(X_BLANKS_AT)] + i)]
        W[U(at)] = image[U(at)]
    if X[U(X_BLANKS)]:
        find_held(P, M, W, X)
    find_names(P, M, W, X)
    if X[U(X_FULL)]:
        return FULL
    settle_unordered(P, M, W, X, seat)
    if find_labels(P, M, W, X, seat):
        relabel(P, M, W, offset(X, I64(X[U(X_LABELS)])), X)
    start_again(P, W)
    settle_checkpoints(P, M, W, X, seat)
    blank_properties(P, image, M, W, seat)
    start_again(P, W)
    return DONE


@jit("void(state, state, state)")
def copy_before_answers(P: Any, S: Any, to: Any) -> None:
    """Copy the state in which the first of the seats was about to be asked whose answers are being
    collected."""
    at = P[U(m.P_ANSWERS)]
    copy_words(S, to, I64(0), I64(P[U(m.P_SIZE)]))
    length = P[U(m.P_LISTS_END)] - m.KNOWN
    copy_words(offset(S, I64(P[U(m.P_START)] - m.KNOWN)), to, I64(m.KNOWN), I64(m.KNOWN + length))
    saved = at + m.A_CHECKPOINT
    to[U(m.TURNS)] = S[U(saved + m.C_TURNS)]
    to[U(m.LIST_TOP)] = S[U(saved + m.C_LISTS)]
    to[U(m.ATTEMPT_TOP)] = S[U(saved + m.C_ATTEMPTS)]
    to[U(m.CALL_TOP)] = S[U(saved + m.C_CALLS)]
    to[U(m.CHECKPOINTS)] = S[U(saved + m.C_CHECKPOINTS)]
    to[U(m.ATOMIC)] = S[U(saved + m.C_ATOMIC)]
    to[U(m.DECISIONS)] = S[U(m.DECISIONS)] - S[U(at + m.A_COUNT)]
    to[U(m.STATUS)] = 0
    to[U(m.SITE)] = 0
    to[U(m.DECIDER)] = 0
    to[U(m.PC)] = S[U(at + m.A_PC)]
    for i in range(at, at + m.A_CHECKPOINT):
        to[U(i)] = 0
    for i in range(at + m.A_HEAD, P[U(m.P_START)]):
        to[U(i)] = 0


@jit("int64(state, state, state, state, state, int64)")
def mask_joined(P: Any, image: Any, M: Any, S: Any, X: Any, seat: Any) -> Any:
    """Mask a state; while simultaneous answers are collected, the one before the first."""
    if S[U(m.TOGETHER)] == m.COLLECTING:
        T = offset(X, I64(X[U(X_STATE)]))
        copy_before_answers(P, S, T)
        return mask(P, image, M, T, X, seat)
    return mask(P, image, M, S, X, seat)


# ---- as Python calls them ------------------------------------------------------------------------


@jit("int64(state, state, state, state, state, int64, int64, state, state)", export=Export.QUICK)
def masked(
    P: Any, image: Any, M: Any, S: Any, X: Any, seat: Any, joined: Any, words: Any, labels: Any
) -> Any:
    """Write a state as a seat may know it, and the label of each token in it; `joined` as in
    `mask_joined`."""
    full = mask_joined(P, image, M, S, X, seat) if joined else mask(P, image, M, S, X, seat)
    if full:
        return FULL
    copy_words(offset(X, I64(X[U(X_WORDS)])), words, I64(0), I64(P[U(m.P_SIZE)]))
    copy_words(offset(X, I64(X[U(X_LABELS)])), labels, I64(0), I64(P[U(m.P_TOKENS)]))
    return DONE


@jit("int64(state, state, state, state, state, int64, state)", export=Export.QUICK)
def names(P: Any, image: Any, M: Any, S: Any, X: Any, seat: Any, found: Any) -> Any:
    """Write, by token, the number by which a seat chooses it: its own if the seat can identify it,
    else the label at its position in the masked state."""
    if mask(P, image, M, S, X, seat):
        return FULL
    W, L = offset(X, I64(X[U(X_WORDS)])), offset(X, I64(X[U(X_LABELS)]))
    n1 = P[U(m.P_TOKENS)]
    copy_words(L, found, I64(0), I64(n1))
    zones, order, other = M[U(M_UNORDERED)], I64(X[U(X_ORDER)]), I64(X[U(X_LABELS)])
    for i in range(M[U(zones)]):
        z = I64(M[U(zones + 1 + i)])
        n = contents(P, S, z, I64(0), X, order)
        n = min(n, contents(P, W, z, I64(0), X, other))
        for k in range(n):
            found[U(X[U(order + k)])] = X[U(other + k)]
    for t in range(n1):
        z = I64(S[U(columns.zone(P) + t)])
        sure = S[U(columns.shown(P) + t)] >> seat & 1
        if not sure and knows(S, I64(t), seat):
            ordered = P[U(P[U(m.P_SIGHT)] + z * m.SIGHT_WORDS)] & m.ORDERED
            sure = 1 if ordered or not z else 0
        if sure:
            found[U(t)] = t
    return DONE


@jit("int64(state, state, state, state, int64)", export=Export.QUICK)
def blanks(P: Any, M: Any, S: Any, X: Any, seat: Any) -> Any:
    """Write the addresses of the words in use that are hidden from a seat to the scratch memory."""
    X[U(X_FULL)] = 0
    find_held(P, M, S, X)
    find_blanks(P, M, S, X, seat)
    return FULL if X[U(X_FULL)] else DONE


@jit("int64(state, state, state, state)", export=Export.QUICK)
def references(P: Any, M: Any, S: Any, X: Any) -> Any:
    """Write the addresses of the words that refer to tokens to the scratch memory."""
    X[U(X_FULL)] = 0
    find_references(P, M, S, X)
    return FULL if X[U(X_FULL)] else DONE


@jit("int64(state, state, state, state, int64, state)", export=Export.QUICK)
def classes(P: Any, M: Any, S: Any, X: Any, seat: Any, found: Any) -> Any:
    """Write, by label of a masked state, the first label from which a seat cannot distinguish it:
    one that it does not know either, in the same zone without an order, with the same signs."""
    X[U(X_FULL)] = 0
    find_references(P, M, S, X)
    if X[U(X_FULL)]:
        return FULL
    find_signs(P, M, S, X)
    for t in range(P[U(m.P_TOKENS)]):
        found[U(t)] = t
    zones, order = M[U(M_UNORDERED)], I64(X[U(X_ORDER)])
    for i in range(M[U(zones)]):
        n = contents(P, S, I64(M[U(zones + 1 + i)]), I64(0), X, order)
        for k in range(n):
            t = I64(X[U(order + k)])
            if knows(S, t, seat):
                continue
            for j in range(k):
                other = I64(X[U(order + j)])
                if not knows(S, other, seat) and not compare_signs(P, M, S, X, t, other):
                    found[U(t)] = found[U(other)]
                    break
    return DONE


@jit("int64(state, state, state, state, state)", export=Export.QUICK)
def relabelled(P: Any, M: Any, S: Any, L: Any, X: Any) -> Any:
    """Replace tokens by their labels everywhere in a state."""
    X[U(X_FULL)] = 0
    find_references(P, M, S, X)
    if X[U(X_FULL)]:
        return FULL
    relabel(P, M, S, L, X)
    start_again(P, S)
    return DONE
