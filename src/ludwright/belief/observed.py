"""A hash of what a seat sees of a state: equal in states that look the same to it.

It has all zones, variables and live registers of the present position, but not the past. Tokens
count by their class (`kinds`): by number, or by what distinguishes them.
"""

from __future__ import annotations

from typing import Any

from ..machine import columns
from ..machine import state as m
from ..machine.jit import I64, U64, Export, U, jit
from ..machine.keys import mixed
from ..machine.ops import POP
from ..machine.rng import ONE, finalize
from .audience_table import (
    ALL,
    CHOOSER,
    DECIDER,
    K_BACKS,
    K_FIRST_LIVE,
    K_LIVE,
    K_PLACES,
    K_VARIABLES,
    LIST,
    NOBODY,
    PLAIN,
    REGISTER_WORDS,
)

LOW, HALF = U64(0x7FFFFFFF), U64(31)
GRANTED = I64(0x9E3779B1)  # makes whom a token was shown differ from who sees it
UNSEEN = I64(1) << 30  # added to a position that stands for a token


@jit("int64(state, state, int64, int64)", inline=True)
def identifies(P: Any, S: Any, t: Any, seat: Any) -> Any:
    """Whether a seat can identify a token by where it is: it sees it, or knows it in an ordered
    zone."""
    if S[U(columns.shown(P) + t)] >> seat & 1:
        return I64(1)
    if not S[U(m.KNOWN + t)] >> seat & 1:
        return I64(0)
    zone = S[U(columns.zone(P) + t)]
    ordered = P[U(P[U(m.P_SIGHT)] + zone * m.SIGHT_WORDS)] & m.ORDERED
    return I64(1) if ordered or not zone else I64(0)


@jit("int64(state, state, int64, int64)", inline=True)
def known_to(P: Any, S: Any, t: Any, seat: Any) -> Any:
    """Who knows a token, as far as a seat may know that; see `mask.forget_others`."""
    known = I64(S[U(m.KNOWN + t)])
    return known if known >> seat & 1 else known & S[U(columns.shown(P) + t)]


@jit("int64(state, state, int64, int64, state)")
def token_sign(P: Any, S: Any, t: Any, seat: Any, kinds: Any) -> Any:
    """A token as a seat can refer to it: by its class if it can identify it, else by its zone and,
    where that is ordered, its position."""
    if t <= 0 or t >= P[U(m.P_TOKENS)]:
        return I64(t)
    if identifies(P, S, t, seat):
        return I64(kinds[U(t)])
    zone = I64(S[U(columns.zone(P) + t)])
    place = I64(0)
    if P[U(P[U(m.P_SIGHT)] + zone * m.SIGHT_WORDS)] & m.ORDERED:
        before = columns.previous(P)
        c = S[U(before + t)]
        while c:
            place += 1
            c = S[U(before + c)]
    return UNSEEN + zone * P[U(m.P_TOKENS)] + place


@jit("uint64(state, state, state, uint64, int64, int64, state)")
def observed_zone(P: Any, S: Any, K: Any, h: Any, z: Any, seat: Any, kinds: Any) -> Any:
    """A hash with a zone in it: the order of its tokens if it has one, else their multiset."""
    after = columns.next(P)
    shown = columns.shown(P)
    face = columns.face(P)
    grants = P[U(m.P_GRANTS)]
    backs = K[U(K_BACKS)]
    ordered = P[U(P[U(m.P_SIGHT)] + z * m.SIGHT_WORDS)] & m.ORDERED
    total = U64(0)
    count = I64(0)
    t = S[U(columns.top(P) + z)]
    while t:
        known = known_to(P, S, I64(t), seat)
        seen = I64(S[U(shown + t)])
        sign = -I64(K[U(backs + t)])  # whoever does not know a token sees its back
        if (known | seen) >> seat & 1:
            sign = I64(kinds[U(t)]) + 1
        traits = known | seen << 16
        sign = 2 * sign + S[U(face + t)]
        if grants and S[U(grants + t)]:  # in most games there are none, in others few
            traits += I64(S[U(grants + t)]) * GRANTED
        count += 1
        if ordered:
            h = mixed(mixed(h, sign), traits)
        else:
            total += finalize(mixed(U64(sign + 1), traits))
        t = S[U(after + t)]
    h = mixed(h, count)
    if not ordered:
        h = mixed(mixed(h, I64(total & LOW)), I64(total >> HALF & LOW))
    return h


@jit("uint64(state, state, state, uint64, int64, int64, int64, int64, state)")
def observed_register(
    P: Any, S: Any, K: Any, h: Any, at: Any, described: Any, seat: Any, decides: Any, kinds: Any
) -> Any:
    """A hash with a live register in it, if the seat may read it."""
    audience, type = K[U(described)], K[U(described + 1)]
    value = I64(S[U(at)])
    items, count = at - 1, I64(1)
    if type >= LIST:
        items = value
        count = I64(S[U(value)]) if value else I64(0)
    open_to = audience == ALL or (audience == DECIDER and decides)
    if not open_to:
        if audience == NOBODY or (audience == CHOOSER and not decides):
            return h
        if type == PLAIN or type == LIST:
            return h
        for i in range(count):
            t = I64(S[U(items + 1 + i)])
            if t and not S[U(m.KNOWN + t)] >> seat & 1:
                return h
    h = mixed(h, count)
    for i in range(count):
        x = I64(S[U(items + 1 + i)])
        if type == PLAIN or type == LIST:
            h = mixed(h, x)
        else:
            h = mixed(h, token_sign(P, S, x, seat, kinds))
    return h


@jit("uint64(state, state, state, uint64, int64, state)")
def observed_registers(P: Any, S: Any, K: Any, h: Any, seat: Any, kinds: Any) -> Any:
    """A hash with the live registers in it, from the waiting site out to main."""
    decides = I64(1) if S[U(m.DECIDER)] == seat + 1 else I64(0)
    live = I64(P[U(S[U(m.SITE)] + m.SITE_LIVE)]) if S[U(m.SITE)] else I64(0)
    call = I64(S[U(m.CALL_TOP)])
    pushed = False
    while live:
        described = I64(K[U(K_LIVE + live - K[U(K_FIRST_LIVE)])])
        for i in range(P[U(live + 1)]):
            at = I64(call + 2 + i) if pushed else I64(P[U(live + 2 + i)])
            h = observed_register(P, S, K, h, at, described, seat, decides, kinds)
            described += REGISTER_WORDS
        back = I64(0)
        if P[U(live)]:
            back = I64(S[U(call + 1)] if pushed else S[U(P[U(live)])])
        live = I64(0)
        if back:
            h = mixed(h, K[U(K[U(K_PLACES)] + back)])
            live = I64(P[U(back - 1)])
            pushed = P[U(back)] == POP
            if pushed:
                call -= P[U(m.P_CALL_WORDS)]
    return h


@jit("uint64(state, state, state, uint64, int64, state)")
def observed(P: Any, S: Any, K: Any, h: Any, seat: Any, kinds: Any) -> Any:
    """A hash with everything in it that a seat sees."""
    # At a decision the site says where the machine is, in every program of the same description.
    site = I64(S[U(m.SITE)])
    h = mixed(h, K[U(K[U(K_PLACES)] + site)] if site else -S[U(m.PC)])
    h = mixed(h, S[U(m.DECIDER)])
    for z in range(1, P[U(m.P_ZONES)]):
        h = observed_zone(P, S, K, h, I64(z), seat, kinds)
    trees = P[U(m.P_TREES)]
    if trees:  # the parent and the direction of each branch
        for i in range(2 * P[U(m.P_ZONES)]):
            h = mixed(h, S[U(P[U(trees)] + i)])
    changing = P[U(m.P_CHANGING)]
    for i in range(P[U(changing)]):
        column = P[U(changing + 1 + m.CHANGING_WORDS * i)]
        for t in range(1, P[U(m.P_TOKENS)]):
            if S[U(m.KNOWN + t)] >> seat & 1:
                h = mixed(h, S[U(column + t)])
    at = I64(K[U(K[U(K_VARIABLES)] + seat)])
    for i in range(K[U(at)]):
        address = I64(K[U(at + 1 + i)])
        if address > 0:
            h = mixed(h, S[U(address)])
        else:
            h = mixed(h, token_sign(P, S, I64(S[U(-address)]), seat, kinds))
    return observed_registers(P, S, K, h, seat, kinds)


@jit("int64(state, state, state, int64, state)", export=Export.QUICK)
def observation_hash(P: Any, S: Any, K: Any, seat: Any, kinds: Any) -> Any:
    """The hash of what a seat sees, from nothing."""
    return I64(observed(P, S, K, U64(seat + 1), seat, kinds) >> ONE)
