"""Information sets: a hash of everything that a seat observed and chose, in order.

It is a chain. At each decision that the seat may notice it takes up what the seat sees; then come
the events on the way to the next decision, as it sees them, and the choice as far as it knows it:
its own, or an announced one. A seat notices nothing of simultaneous choices before all are made.
"""

from __future__ import annotations

from typing import Any

from ..belief.observed import identifies, observed
from ..machine import columns
from ..machine import state as m
from ..machine.jit import I64, U64, Export, U, jit, pointer
from ..machine.keys import mixed
from ..machine.rng import M64, finalize
from .choice_table import SET, SET_OF_TOKENS, T_ACTIONS, T_FIRST, T_SITES

ABOUT_TOKENS = (
    1 << m.E_MOVE | 1 << m.E_CARRY | 1 << m.E_TURN | 1 << m.E_SHOW
)  # kinds of events whose first value is a token
PRIVATE = 1 << m.E_SET | 1 << m.E_ROLL  # those that only seers notice
UNSEEN = I64(1) << 30  # added to a position that stands for a token
NOT_KNOWN, HIDDEN = I64(-1), I64(1) << 40
# ---- how a seat knows the tokens of a choice: it is its own, it was announced, or they are given
# as the seat knows them ----
OWN, ANNOUNCED, GIVEN = range(3)
LOW, HALF = U64(0x7FFFFFFF), U64(31)


@jit("uint64(uint64, uint64)")
def joined(h: Any, x: Any) -> Any:
    """A hash with another one in it."""
    return mixed(mixed(h, I64(x & LOW)), I64(x >> HALF & LOW))


@jit("uint64(int64)")
def first_link(seat: Any) -> Any:
    """The hash of a seat that has observed nothing."""
    return finalize(U64(seat + 1))


# ---- choices -------------------------------------------------------------------------------------


@jit("int64(state, state, int64, int64)")
def own_sign(P: Any, S: Any, t: Any, seat: Any) -> Any:
    """A token as a seat chooses it: its number if the seat can identify it, else where it is; in an
    unordered zone among those that it does not see there."""
    if t <= 0 or t >= P[U(m.P_TOKENS)] or identifies(P, S, t, seat):
        return I64(t)
    zone = I64(S[U(columns.zone(P) + t)])
    ordered = P[U(P[U(m.P_SIGHT)] + zone * m.SIGHT_WORDS)] & m.ORDERED
    before, shown = columns.previous(P), columns.shown(P)
    place = I64(0)
    c = S[U(before + t)]
    while c:
        if ordered or not S[U(shown + c)] >> seat & 1:
            place += 1
        c = S[U(before + c)]
    return UNSEEN + zone * P[U(m.P_TOKENS)] + place


@jit("int64(state, state, state, int64, int64)")
def announced_sign(P: Any, S: Any, N: Any, t: Any, seat: Any) -> Any:
    """A token that another seat chose, if this one could identify it before the choice or can
    identify it after that."""
    if t <= 0 or t >= P[U(m.P_TOKENS)] or identifies(P, S, t, seat):
        return I64(t)
    # While answers are collected, the others see the state in which the first seat was asked.
    known = P[U(m.P_START)] if N[U(m.TOGETHER)] == m.COLLECTING else m.KNOWN
    return I64(t) if N[U(known + t)] >> seat & 1 else NOT_KNOWN


@jit("int64(state, state, state, int64, int64, int64)")
def chosen_sign(P: Any, S: Any, N: Any, t: Any, seat: Any, way: Any) -> Any:
    """A token that was chosen, as a seat knows it."""
    if way == OWN:
        return own_sign(P, S, t, seat)
    return announced_sign(P, S, N, t, seat) if way == ANNOUNCED else I64(t)


@jit("uint64(state, state, state, int64, state, state, int64, int64, int64)")
def choice_sign(
    P: Any, S: Any, T: Any, site: Any, row: Any, N: Any, seat: Any, way: Any, hidden: Any
) -> Any:
    """A hash of a choice (an action and its operands) at a site as a seat knows it, given the
    states before and after it; `hidden` is the number of items of a set that are not in the row."""
    action = I64(row[U(0)])
    words = T[U(T[U(T_SITES + site - T[U(T_FIRST)])] + T_ACTIONS + action - 1)]
    record = site + m.SITE_HEAD + (action - 1) * m.ACTION_WORDS
    operands = abs(I64(P[U(record + m.ACTION_OPERANDS)]))
    h = mixed(finalize(U64(action)), operands)
    if words & (SET | SET_OF_TOKENS):
        total = U64(hidden) * finalize(U64(HIDDEN))
        for i in range(operands * m.SET_BITS):
            if row[U(1 + i // m.SET_BITS)] >> i % m.SET_BITS & 1:
                x = I64(i)
                if words & SET_OF_TOKENS:
                    x = chosen_sign(P, S, N, x, seat, way)
                total += finalize(U64(HIDDEN if x == NOT_KNOWN else x))
        return joined(h, total & M64)
    for i in range(operands):
        x = I64(row[U(1 + i)])
        if words >> i & 1:
            x = chosen_sign(P, S, N, x, seat, way)
        h = mixed(h, x)
    return h


@jit("uint64(state, state, state, state, state, uint64, int64)")
def with_choice(P: Any, S: Any, T: Any, row: Any, N: Any, h: Any, seat: Any) -> Any:
    """A chain with a choice in it, if the seat knows anything of that."""
    site = I64(S[U(m.SITE)])
    if S[U(m.DECIDER)] == seat + 1:
        return joined(h, choice_sign(P, S, T, site, row, N, seat, I64(OWN), I64(0)))
    if S[U(m.TOGETHER)] == m.COLLECTING or not T[U(T[U(T_SITES + site - T[U(T_FIRST)])])]:
        return h
    return joined(h, choice_sign(P, S, T, site, row, N, seat, I64(ANNOUNCED), I64(0)))


# ---- what is seen --------------------------------------------------------------------------------


@jit("int64(state, int64)")
def stable_word(P: Any, address: Any) -> Any:
    """The address of a variable, or a number for that of a changing property."""
    changing = P[U(m.P_CHANGING)]
    for i in range(P[U(changing)]):
        column = P[U(changing + 1 + m.CHANGING_WORDS * i)]
        if column < address < column + P[U(m.P_TOKENS)]:
            return -(I64(i) * P[U(m.P_TOKENS)] + address - column)
    return I64(address)


@jit("uint64(state, state, uint64, int64)")
def with_event(P: Any, event: Any, h: Any, seat: Any) -> Any:
    """A chain with an event record in it, as far as the seat notices the event."""
    kind = event[U(0)]
    seen = event[U(5)] >> seat & 1
    about = I64(1) << kind
    if kind == m.E_FAILED or (about & PRIVATE and not seen):
        return h
    first = I64(event[U(1)])
    if kind == m.E_SET:
        first = stable_word(P, first)
    h = mixed(mixed(h, kind), first if seen or not about & ABOUT_TOKENS else I64(0))
    for i in range(2, 5):
        h = mixed(h, event[U(i)])
    return h


# ---- as Python calls it: for seats that have a view --------------------------------------------


@jit("uint64(array, array, array, array, uint64, int64)", export=Export.QUICK)
def link_sight(P: Any, S: Any, K: Any, kinds: Any, h: Any, seat: Any) -> Any:
    """A chain with what a seat sees of an observation."""
    return observed(pointer(P), pointer(S), pointer(K), h, seat, pointer(kinds))


@jit("uint64(array, array, array, int64, array, int64, int64, int64)", export=Export.QUICK)
def sign_of(P: Any, S: Any, T: Any, site: Any, row: Any, seat: Any, way: Any, hidden: Any) -> Any:
    """A hash of a choice as a seat knows it, given its observation before the choice."""
    s = pointer(S)
    return choice_sign(pointer(P), s, pointer(T), site, pointer(row), s, seat, way, hidden)


@jit("uint64(array, array, uint64, int64)", export=Export.QUICK)
def link_event(P: Any, event: Any, h: Any, seat: Any) -> Any:
    """A chain with an event record in it."""
    return with_event(pointer(P), pointer(event), h, seat)


@jit("uint64(uint64, uint64)", export=Export.QUICK)
def link(h: Any, x: Any) -> Any:
    """A chain with another hash in it."""
    return joined(h, x)


@jit("uint64(int64)", export=Export.QUICK)
def chain_of(seat: Any) -> Any:
    """The chain of a seat that has observed nothing."""
    return first_link(seat)
