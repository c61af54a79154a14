"""Tokens: links between neighbours, faces, and who sees and knows them.

Only `move_token`, and `move_all` for whole zones, move a token from zone to zone. Both keep up the
links, the faces and what each seat may know; nothing else may write the column `zone`.
"""

from __future__ import annotations

from typing import Any

from . import columns
from . import state as m
from .event_log import note_way, root_of
from .jit import I64, Export, U, jit
from .rng import below


@jit("int64(state, state, int64, int64)")
def granted(P: Any, S: Any, t: Any, see: Any) -> Any:
    """Who sees a token, given who sees it by its zone and face, and what was granted and denied."""
    if P[U(m.P_GRANTS)] and t:
        grants = S[U(P[U(m.P_GRANTS)] + t)]
        see = (see | (grants & m.SEE_ALL)) & ~(grants >> 16)
    return I64(see & m.SEE_ALL)


@jit("void(state, state, int64)")
def show_top(P: Any, S: Any, z: Any) -> None:
    """Show the top token of a zone to those who see only the top."""
    face = columns.face(P)
    shown = columns.shown(P)
    t = S[U(columns.top(P) + z)]
    if t and S[U(face + t)]:
        sight = P[U(m.P_SIGHT)] + z * m.SIGHT_WORDS
        S[U(shown + t)] = granted(P, S, I64(t), (P[U(sight)] & m.SEE_ALL) | P[U(sight + 1)])
        S[U(m.KNOWN + t)] |= S[U(shown + t)]


@jit("void(state, state, int64, int64, int64)", inline=True)
def link_below(P: Any, S: Any, z: Any, above: Any, t: Any) -> None:
    """Make a token the next in the new order of its zone, below one or, if that is 0, on top."""
    shown = columns.shown(P)
    S[U(columns.previous(P) + t)] = above
    S[U((columns.next(P) + above) if above else (columns.top(P) + z))] = t
    if P[U(m.P_GRANTS)]:
        S[U(P[U(m.P_GRANTS)] + t)] = 0
    see = P[U(P[U(m.P_SIGHT)] + z * m.SIGHT_WORDS)] & m.SEE_ALL
    S[U(shown + t)] = see if S[U(columns.face(P) + t)] else 0
    S[U(m.KNOWN + t)] &= S[U(shown + t)] | m.KNEW


@jit("void(state, state, int64, int64)", inline=True)
def end_links(P: Any, S: Any, z: Any, last: Any) -> None:
    """End the new order of a zone with the token that was linked last."""
    S[U(columns.next(P) + last)] = 0
    S[U(columns.bottom(P) + z)] = last
    if P[U(P[U(m.P_SIGHT)] + z * m.SIGHT_WORDS)] & m.TOP_ONLY:
        show_top(P, S, z)


@jit("void(state, state, int64, int64, int64)", export=Export.QUICK)
def relink(P: Any, S: Any, z: Any, order: Any, n: Any) -> None:
    """Give a zone's tokens the order written in n words of the state; seats that do not see them
    lose track of them."""
    above = I64(0)
    for i in range(n):
        t = I64(S[U(order + i)])
        link_below(P, S, z, above, t)
        above = t
    end_links(P, S, z, above)


@jit("int64(state, state, int64, int64, int64, int64)", inline=True)
def show_around(P: Any, S: Any, t: Any, a: Any, z: Any, covered: Any) -> Any:
    """Update who sees a token that has moved and its neighbours, where some seats see only tops or
    tokens are shown singly; the result is who sees the token."""
    face = columns.face(P)
    shown = columns.shown(P)
    sight = P[U(m.P_SIGHT)] + z * m.SIGHT_WORDS
    if P[U(m.P_GRANTS)]:
        S[U(P[U(m.P_GRANTS)] + t)] = 0
        if P[U(m.P_BAGS)]:
            S[U(P[U(m.P_BAGS)] + t)] = 0
    if S[U(face + t)] and S[U(columns.top(P) + z)] == t:
        S[U(shown + t)] |= P[U(sight + 1)]
    see = I64(S[U(shown + t)])
    if P[U(sight)] & m.TOP_ONLY and covered:
        whole = P[U(sight)] & m.SEE_ALL if S[U(face + covered)] else 0
        S[U(shown + covered)] = granted(P, S, covered, whole)
    if P[U(P[U(m.P_SIGHT)] + a * m.SIGHT_WORDS)] & m.TOP_ONLY:
        show_top(P, S, a)
    return see


@jit("void(state, state, state, int64, int64, int64)", inline=True)
def move_token(P: Any, S: Any, B: Any, t: Any, z: Any, bottom: Any) -> None:
    """Move a token to the top or bottom of a zone and update who sees and knows it.

    A seat can follow a token that it sees before or after, or that leaves an ordered zone. A seat
    that cannot follow it no longer knows which token it is, nor which ones stay behind unseen.
    """
    after = columns.next(P)
    before = columns.previous(P)
    zone = columns.zone(P)
    face = columns.face(P)
    shown = columns.shown(P)
    top = columns.top(P)
    last = columns.bottom(P)
    size = columns.size(P)
    a = S[U(zone + t)]
    below_it = S[U(after + t)]
    above_it = S[U(before + t)]
    if above_it:
        S[U(after + above_it)] = below_it
    else:
        S[U(top + a)] = below_it
    if below_it:
        S[U(before + below_it)] = above_it
    else:
        S[U(last + a)] = above_it
    S[U(size + a)] -= 1
    if bottom:
        other = S[U(last + z)]
        S[U(before + t)] = other
        S[U(after + t)] = 0
        S[U(last + z)] = t
        if other:
            S[U(after + other)] = t
        else:
            S[U(top + z)] = t
    else:
        other = S[U(top + z)]
        S[U(after + t)] = other
        S[U(before + t)] = 0
        S[U(top + z)] = t
        if other:
            S[U(before + other)] = t
        else:
            S[U(last + z)] = t
    S[U(size + z)] += 1
    S[U(zone + t)] = z

    # Links are done; what follows is knowledge. KNEW survives: it dates from before the trial.
    left = P[U(P[U(m.P_SIGHT)] + a * m.SIGHT_WORDS)]
    entered = P[U(P[U(m.P_SIGHT)] + z * m.SIGHT_WORDS)]
    up = (entered >> m.FACE_IN) & 3
    if up < 2:
        S[U(face + t)] = up
    else:
        up = S[U(face + t)]
    saw = S[U(shown + t)]
    see = entered & m.SEE_ALL if up else 0
    S[U(shown + t)] = see
    if (left | entered) & (m.TOP_ONLY | m.SINGLY):
        see = show_around(P, S, t, a, z, 0 if bottom else other)
    seen = saw | see
    if left & m.ORDERED:
        S[U(m.KNOWN + t)] |= seen
    else:
        S[U(m.KNOWN + t)] = seen | (S[U(m.KNOWN + t)] & m.KNEW)
        # A seat that saw which token left still knows the others; all other seats lose track.
        if seen != (1 << P[U(m.P_SEATS)]) - 1:
            c = S[U(top + a)]
            while c:
                if c != t:
                    S[U(m.KNOWN + c)] = S[U(m.KNOWN + c)] & (seen | S[U(shown + c)] | m.KNEW)
                c = S[U(after + c)]
    if B[U(m.W_TRACING)]:
        note_way(P, S, B, m.E_MOVE, t, a, z, bottom, root_of(P, S, I64(a)), root_of(P, S, z))


@jit("int64(state, state, state, int64, int64, int64)")
def insert(P: Any, S: Any, B: Any, t: Any, z: Any, above: Any) -> Any:
    """Move a token into a zone below a number of its other tokens; seats that do not see them lose
    track of all. 0 if the zone has fewer tokens."""
    after = columns.next(P)
    source = S[U(columns.zone(P) + t)]
    size = S[U(columns.size(P) + z)]
    if source == z:
        size -= 1
    if above < 0 or above > size:
        return I64(0)
    traced = B[U(m.W_TRACING)]
    B[U(m.W_TRACING)] = 0
    # A token that ends up below others must not pass over the top, where some seats would see it.
    move_token(P, S, B, t, z, 1 if above else 0)
    B[U(m.W_TRACING)] = traced
    if traced:
        note_way(P, S, B, m.E_MOVE, t, source, z, 2, root_of(P, S, I64(source)), root_of(P, S, z))
    order = S[U(m.LIST_TOP)]  # free words, as in a shuffle
    n = I64(0)
    c = S[U(columns.top(P) + z)]
    while c:
        if n == above:
            S[U(order + n)] = t
            n += 1
        if c != t:
            S[U(order + n)] = c
            n += 1
        c = S[U(after + c)]
    relink(P, S, z, I64(order), n)
    return I64(1)


@jit("void(state, state, state, int64, int64, int64, int64)")
def move_top(P: Any, S: Any, B: Any, a: Any, z: Any, n: Any, bottom: Any) -> None:
    """Move n tokens one by one from the top of a zone: they keep their order at the bottom of
    another, and reverse it on top."""
    top = columns.top(P) + a
    for _ in range(n):
        move_token(P, S, B, S[U(top)], z, bottom)


@jit("void(state, state, state, int64, int64, int64)")
def move_block(P: Any, S: Any, B: Any, a: Any, z: Any, n: Any) -> None:
    """Move the top tokens of a zone onto another, the lowest first, so that they keep order."""
    after = columns.next(P)
    before = columns.previous(P)
    t = S[U(columns.top(P) + a)]
    for _ in range(n - 1):
        t = S[U(after + t)]
    for _ in range(n):
        above = S[U(before + t)]
        move_token(P, S, B, t, z, 0)
        t = above


@jit("int64(state, state, state, int64, int64, int64)")
def move_all(P: Any, S: Any, B: Any, a: Any, z: Any, bottom: Any) -> Any:
    """Move a whole zone by relinking only its ends; 0 if its tokens must be moved one by one,
    because a seat sees only tops, could not follow a single token or was shown one singly, or
    because events are recorded."""
    left = P[U(P[U(m.P_SIGHT)] + a * m.SIGHT_WORDS)]
    entered = P[U(P[U(m.P_SIGHT)] + z * m.SIGHT_WORDS)]
    if (left | entered) & (m.TOP_ONLY | m.SINGLY) or not left & m.ORDERED or B[U(m.W_TRACING)]:
        return I64(0)
    after = columns.next(P)
    before = columns.previous(P)
    zone = columns.zone(P)
    face = columns.face(P)
    shown = columns.shown(P)
    top = columns.top(P)
    last = columns.bottom(P)
    size = columns.size(P)
    first_token = S[U(top + a)]
    last_token = S[U(last + a)]
    if bottom:
        other = S[U(last + z)]
        S[U(before + first_token)] = other
        S[U((after + other) if other else (top + z))] = first_token
        S[U(last + z)] = last_token
    else:
        other = S[U(top + z)]
        S[U(after + last_token)] = other
        S[U((before + other) if other else (last + z))] = last_token
        S[U(top + z)] = first_token
    S[U(top + a)] = 0
    S[U(last + a)] = 0
    n = S[U(size + a)]
    S[U(size + z)] += n
    S[U(size + a)] = 0
    turned = (entered >> m.FACE_IN) & 3
    t = first_token
    for _ in range(n):
        S[U(zone + t)] = z
        if turned < 2:
            S[U(face + t)] = turned
        see = entered & m.SEE_ALL if S[U(face + t)] else 0
        S[U(m.KNOWN + t)] |= S[U(shown + t)] | see
        S[U(shown + t)] = see
        t = S[U(after + t)]
    return I64(1)


@jit("void(state, state, int64, int64)")
def turn_token(P: Any, S: Any, t: Any, up: Any) -> None:
    """Turn a token in place."""
    shown = columns.shown(P)
    z = S[U(columns.zone(P) + t)]
    S[U(columns.face(P) + t)] = up
    if P[U(m.P_GRANTS)]:
        S[U(P[U(m.P_GRANTS)] + t)] = 0
    see = 0
    if up:
        sight = P[U(m.P_SIGHT)] + z * m.SIGHT_WORDS
        see = P[U(sight)] & m.SEE_ALL
        if S[U(columns.top(P) + z)] == t:
            see |= P[U(sight + 1)]
    S[U(shown + t)] = see
    S[U(m.KNOWN + t)] |= see


@jit("void(state, state, int64, int64, int64)")
def show_token(P: Any, S: Any, t: Any, seats: Any, show: Any) -> None:
    """Show a token to the seats of a list, or hide it from them, until it moves or turns."""
    shown = columns.shown(P)
    grants = P[U(m.P_GRANTS)] + t
    for i in range(S[U(seats)]):
        seat = S[U(seats + 1 + i)] - 1
        if 0 <= seat < P[U(m.P_SEATS)]:
            yes = 1 << (seat if show else seat + 16)
            no = 1 << (seat + 16 if show else seat)
            S[U(grants)] = (S[U(grants)] | yes) & ~no
    S[U(shown + t)] = granted(P, S, t, I64(S[U(shown + t)]))
    S[U(m.KNOWN + t)] |= S[U(shown + t)]


@jit("int64(state, state, int64, int64)")
def is_hidden(P: Any, S: Any, kind: Any, value: Any) -> Any:
    """Whether a value is hidden from the asking seat, if there is one."""
    seat = S[U(m.ASKER)]
    if seat == 0:
        return I64(0)
    if kind == m.NEED_TOKEN:
        if value < 1 or value >= P[U(m.P_TOKENS)]:
            return I64(0)
        known = S[U(m.KNOWN + value)]
        if S[U(m.MODE)] & m.TRIAL_BITS and not known & m.KNEW:
            return I64(1)  # what the trial itself uncovered was not known before
        return I64(1) - ((known >> (seat - 1)) & 1)
    if kind == m.NEED_SEATS:
        return I64(1) - ((value >> (seat - 1)) & 1)
    return I64(0) if kind == m.NEED_SEAT and (value == seat or value == 0) else I64(1)


@jit("void(state, state, int64)")
def shuffle_zone(P: Any, S: Any, z: Any) -> None:
    """Shuffle a zone: Fisher-Yates over the positions from the top."""
    after = columns.next(P)
    if S[U(columns.size(P) + z)] == 2:  # such as a trick of two, again and again
        upper = I64(S[U(columns.top(P) + z)])
        lower = I64(S[U(columns.bottom(P) + z)])
        both = upper ^ lower
        first = upper if below(S, m.RNG, 2) else lower
        link_below(P, S, z, I64(0), first)
        link_below(P, S, z, first, both ^ first)
        end_links(P, S, z, both ^ first)
        return
    order = S[U(m.LIST_TOP)]  # free words of the list area; the layout leaves room for all tokens
    n = 0
    t = S[U(columns.top(P) + z)]
    while t:
        S[U(order + n)] = t
        n += 1
        t = S[U(after + t)]
    for i in range(n - 1, 0, -1):
        j = below(S, m.RNG, i + 1)
        t = S[U(order + i)]
        S[U(order + i)] = S[U(order + j)]
        S[U(order + j)] = t
    relink(P, S, z, order, n)
