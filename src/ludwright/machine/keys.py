"""Three keys of a state: exact (records), position (play) and future (what can still matter)."""

from __future__ import annotations

from typing import Any

from . import columns
from . import state as m
from .jit import I64, U32, U64, Export, U, jit
from .ops import POP
from .rng import M64, ONE
from .trees import child_word, next_in_tree
from .withheld import record_at as withheld_at
from .withheld import withheld_here

PRIME = U64(0x9FB21C651E98DF25)
SHIFT = U64(29)


@jit("uint64(uint64, int64)")
def mixed(h: Any, x: Any) -> Any:
    """A hash with one more word in it."""
    h = ((h ^ U64(U32(x))) * PRIME) & M64
    return h ^ (h >> SHIFT)


@jit("uint64(state, uint64, int64, int64)")
def stretch(S: Any, h: Any, start: Any, count: Any) -> Any:
    """A hash with a slice of the state in it."""
    for i in range(count):
        h = mixed(h, S[U(start + i)])
    return h


@jit("uint64(state, state, uint64, int64)")
def pile(P: Any, S: Any, h: Any, z: Any) -> Any:
    """A hash with a zone's tokens in it: tokens of equal class and properties are the same."""
    after = columns.next(P)
    changing = P[U(m.P_CHANGING)]
    t = S[U(columns.top(P) + z)]
    while t:
        h = mixed(h, 2 * P[U(P[U(m.P_CLASSES)] + t)] + S[U(columns.face(P) + t)] + 1)
        for i in range(P[U(changing)]):
            h = mixed(h, S[U(P[U(changing + 1 + m.CHANGING_WORDS * i)] + t)])
        t = S[U(after + t)]
    return mixed(h, 0)


@jit("uint64(state, state, uint64, int64)")
def row(P: Any, S: Any, h: Any, z: Any) -> Any:
    """A hash with a zone's tokens in it, each by its number."""
    after = columns.next(P)
    t = S[U(columns.top(P) + z)]
    while t:
        h = mixed(h, t)
        t = S[U(after + t)]
    return mixed(h, 0)


@jit("uint64(state, state, uint64, int64, int64)")
def tree(P: Any, S: Any, h: Any, root: Any, apart: Any) -> Any:
    """A hash with the zones below a root in it: their shape and contents, all tokens told apart or
    not. The numbers of branches count only if something may refer to one."""
    named = P[U(P[U(m.P_TREES)] + m.TREE_NAMED)]
    z = root
    while z:
        for d in range(m.DIRECTIONS):
            child = S[U(child_word(P, z, d))]
            h = mixed(h, child if named or not child else 1)
        if z != root:
            h = row(P, S, h, z) if apart else pile(P, S, h, z)
        z = next_in_tree(P, S, z, root)
    return h


@jit("uint64(state, state, uint64)")
def piles(P: Any, S: Any, h: Any) -> Any:
    """A hash with every pile in it, branches as parts of their trees."""
    trees = P[U(m.P_TREES)]
    for z in range(1, P[U(m.P_ZONES)]):
        if not trees or z < P[U(trees + m.TREE_FIRST)] or z >= P[U(trees + m.TREE_PAST)]:
            h = pile(P, S, h, z)
        if trees and z < P[U(trees + m.TREE_FIRST)]:
            h = tree(P, S, h, I64(z), I64(0))
    return h


@jit("uint64(state, state, uint64)")
def rows(P: Any, S: Any, h: Any) -> Any:
    """A hash with the zone and position of every token in it, in a game with trees."""
    first, past = P[U(P[U(m.P_TREES)] + m.TREE_FIRST)], P[U(P[U(m.P_TREES)] + m.TREE_PAST)]
    for z in range(1, P[U(m.P_ZONES)]):
        if z < first or z >= past:
            h = row(P, S, h, I64(z))
        if z < first:
            h = tree(P, S, h, I64(z), I64(1))
    return h


@jit("uint64(state, state, uint64)")
def registers(P: Any, S: Any, h: Any) -> Any:
    """A hash with the live registers in it, from the waiting site out to main."""
    live = I64(P[U(S[U(m.SITE)] + m.SITE_LIVE)]) if S[U(m.SITE)] else I64(0)
    call = I64(S[U(m.CALL_TOP)])
    pushed = False
    while live:
        for i in range(P[U(live + 1)]):
            h = mixed(h, S[U(call + 2 + i)] if pushed else S[U(P[U(live + 2 + i)])])
        back = I64(0)
        if P[U(live)]:
            back = I64(S[U(call + 1)] if pushed else S[U(P[U(live)])])
        live = I64(0)
        if back:
            h = mixed(h, back)
            live = I64(P[U(back - 1)])
            pushed = P[U(back)] == POP
            if pushed:
                call -= P[U(m.P_CALL_WORDS)]
    return h


@jit("uint64(state, state, uint64, int64, int64, int64, int64)")
def checkpoint(P: Any, S: Any, h: Any, start: Any, shift: Any, attempts: Any, lists: Any) -> Any:
    """A hash with a copy of the words from `start` to the end of its attempts and its lists in it,
    by its distance from them. Of the registers only those count that may be live."""
    h = stretch(S, h, start + shift, P[U(m.P_REGISTERS)] - start)
    table = P[U(m.P_LIVE)]
    for i in range(P[U(table)]):
        h = mixed(h, S[U(P[U(table + 1 + i)] + shift)])
    first = P[U(m.P_ATTEMPTS)]
    h = stretch(S, h, first + shift, attempts - first)
    first = P[U(m.P_LISTS)]
    return stretch(S, h, first + shift, lists - first)


@jit("int64(state, state, int64)", export=Export.QUICK)
def key(P: Any, S: Any, kind: Any) -> Any:
    """The key of a kind. Never in it: random numbers, budgets, dead registers."""
    h = mixed(U64(kind), S[U(m.PC)])
    slices = P[U(m.P_KEY_SLICES)]
    for i in range(P[U(slices)]):
        at = slices + 1 + m.KEY_SLICE_WORDS * i
        if P[U(at + 2)] & kind:
            h = stretch(S, h, P[U(at)], P[U(at + 1)])
    if kind == m.FUTURE:
        h = piles(P, S, h)
    elif kind == m.POSITION and P[U(m.P_TREES)]:
        h = rows(P, S, h)
    h = registers(P, S, h)
    h = stretch(S, h, P[U(m.P_LISTS)], S[U(m.LIST_TOP)] - P[U(m.P_LISTS)])
    h = stretch(S, h, P[U(m.P_ATTEMPTS)], S[U(m.ATTEMPT_TOP)] - P[U(m.P_ATTEMPTS)])
    start = columns.next(P)
    length = P[U(m.P_LISTS_END)] - start
    for k in range(S[U(m.CHECKPOINTS)]):
        shift = P[U(m.P_CHECKPOINTS)] + k * length - start
        h = checkpoint(P, S, h, start, shift, P[U(m.P_LISTS)], P[U(m.P_LISTS_END)])
    if S[U(m.ATOMIC)]:
        h = mixed(h, S[U(m.ATOMIC)])
    if P[U(m.P_LOOKAHEAD)]:
        h = stretch(S, h, withheld_at(P) + m.H_ROWS, withheld_here(P, S) * P[U(m.P_WIDTH)])
    if S[U(m.TOGETHER)]:
        at = P[U(m.P_ANSWERS)]
        h = stretch(S, h, at, m.A_CHECKPOINT)
        h = stretch(S, h, at + m.A_HEAD, S[U(at + m.A_COUNT)] * (m.ANSWER_HEAD + P[U(m.P_WIDTH)]))
        saved = at + m.A_CHECKPOINT
        attempts, lists = S[U(saved + m.C_ATTEMPTS)], S[U(saved + m.C_LISTS)]
        h = checkpoint(P, S, h, I64(m.KNOWN), P[U(m.P_START)] - m.KNOWN, attempts, lists)
    return I64(h >> ONE)
