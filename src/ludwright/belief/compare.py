"""Where a step led, compared with what the seat saw of it."""

from __future__ import annotations

from typing import Any

from ..machine import columns
from ..machine import state as m
from ..machine.jit import I64, U64, U, jit, offset
from ..machine.keys import mixed
from .observed import known_to
from .past_table import H_EVENTS, H_WORDS, WORST
from .relabel import before_answers

LOW, HIGH = U64(0x7FFFFFFF), U64(31)


@jit("uint64(state, state, int64)")
def events_hash(P: Any, B: Any, seat: Any) -> Any:
    """A hash of the events in a workspace that a seat noticed, without the tokens they are
    about."""
    h = U64(1)
    start = m.W_DATA + B[U(m.W_CAPACITY)] * P[U(m.P_WIDTH)]
    for i in range(min(B[U(m.W_EVENTS)], B[U(m.W_EVENT_CAPACITY)])):
        event = offset(B, start + i * m.EVENT_WORDS)
        kind = I64(event[U(0)])
        if kind == m.E_SET or kind == m.E_ROLL or kind == m.E_FAILED:
            if not event[U(5)] >> seat & 1:
                continue
        h = mixed(h, kind)
        about = kind == m.E_MOVE or kind == m.E_CARRY or kind == m.E_TURN or kind == m.E_SHOW
        for j in range(2 if about else 1, 5):
            h = mixed(h, I64(event[U(j)]))
    return h


@jit("int64(state, int64, uint64)", inline=True)
def is_hash(record: Any, at: Any, h: Any) -> Any:
    """Whether a record has this hash."""
    low, high = I64(h & LOW), I64(h >> HIGH & LOW)
    return I64(1) if record[U(at)] == low and record[U(at + 1)] == high else I64(0)


@jit("void(state, state, state, state, int64)")
def find_sources(P: Any, record: Any, tokens: Any, sources: Any, seat: Any) -> None:
    """Write, by token, the zone without an order in which the seat did not see it at a record; 0 if
    it was elsewhere."""
    words = offset(record, record[U(H_WORDS)])
    zone, shown = columns.zone(P), columns.shown(P)
    sources[U(0)] = 0
    for t in range(1, P[U(m.P_TOKENS)]):
        z = I64(words[U(zone + t)])
        ordered = P[U(P[U(m.P_SIGHT)] + z * m.SIGHT_WORDS)] & m.ORDERED
        unseen = z and not ordered and not words[U(shown + t)] >> seat & 1
        sources[U(tokens[U(t)])] = z if unseen else 0


@jit("int64(state, state, int64, state, state, state)")
def put_in_order(P: Any, words: Any, z: Any, S: Any, tokens: Any, sources: Any) -> Any:
    """Put the tokens of a zone in the order of a record, as far as they came from one zone without
    an order: in which order they were there means nothing. The result is how many others are not
    where they should be."""
    after, before = columns.next(P), columns.previous(P)
    wrong, last = I64(0), I64(0)
    t, u = I64(words[U(columns.top(P) + z)]), I64(S[U(columns.top(P) + z)])
    while t:
        expected = I64(tokens[U(t)])
        if expected != u:
            same = sources[U(u)] and sources[U(u)] == sources[U(expected)]
            wrong += I64(0) if same else I64(1)
        t, u = I64(words[U(after + t)]), I64(S[U(after + u)])
    if wrong:
        return wrong
    t = I64(words[U(columns.top(P) + z)])
    while t:
        u = I64(tokens[U(t)])
        S[U(before + u)] = last
        S[U((after + last) if last else (columns.top(P) + z))] = u
        last = u
        t = I64(words[U(after + t)])
    S[U(after + last)] = 0
    S[U(columns.bottom(P) + z)] = last
    return I64(0)


@jit("int64(state, state, state, state, state, state, state, int64)")
def misplaced(
    P: Any, record: Any, S: Any, tokens: Any, source: Any, earlier: Any, room: Any, seat: Any
) -> Any:
    """How many tokens of a state are not where the world has them at a record, or not known to whom
    they are there. `source` is the record at which its unit begins, `earlier` has the tokens
    there."""
    words = offset(record, record[U(H_WORDS)])
    zone, after = columns.zone(P), columns.next(P)
    wrong, reordered = I64(0), I64(0)
    for t in range(1, P[U(m.P_TOKENS)]):
        z = I64(words[U(zone + t)])
        u = I64(tokens[U(t)])
        if S[U(zone + u)] != z or known_to(P, S, u, seat) != words[U(m.KNOWN + t)]:
            wrong += 1
        elif P[U(P[U(m.P_SIGHT)] + z * m.SIGHT_WORDS)] & m.ORDERED:
            reordered |= I64(S[U(after + u)] != tokens[U(words[U(after + t)])])
    if wrong or not reordered:
        return wrong
    find_sources(P, source, earlier, room, seat)
    for z in range(1, P[U(m.P_ZONES)]):
        if P[U(P[U(m.P_SIGHT)] + z * m.SIGHT_WORDS)] & m.ORDERED:
            wrong += put_in_order(P, words, I64(z), S, tokens, room)
    return wrong


@jit("int64(state, state, state, state, state, state, state, state, state, int64)")
def compare(
    P: Any,
    made: Any,
    record: Any,
    S: Any,
    B: Any,
    tokens: Any,
    source: Any,
    earlier: Any,
    room: Any,
    seat: Any,
) -> Any:
    """Compare where a step led with the record after it; the result is the violations. See
    `misplaced`."""
    events = events_hash(P, B, seat)
    before_answers(P, S)
    wrong = misplaced(P, record, S, tokens, source, earlier, room, seat)
    if wrong:
        return min(wrong, I64(WORST))
    if S[U(m.STATUS)] != record[U(record[U(H_WORDS)] + m.STATUS)]:
        return I64(1)
    return I64(0) if is_hash(made, I64(H_EVENTS), events) else I64(1)
