"""The past of a world, replayed: how many steps did not come out as the seat saw them."""

from __future__ import annotations

from typing import Any

from ..machine import columns
from ..machine import state as m
from ..machine.advance import ADVANCE, LIST
from ..machine.jit import I64, U64, Export, U, jit, offset
from ..machine.kernels import operate_at
from ..machine.keys import mixed
from ..machine.rng import ONE, mix, seed_words
from .choices import CHOSEN, UNLISTED, choose_as_known, choose_other
from .observed import observed
from .past_table import (
    ANNOUNCED,
    C_ANSWERS,
    C_APART,
    C_BLANK,
    C_BUFFER,
    C_DECIDER,
    C_FIRST,
    C_GOAL,
    C_HITS,
    C_MARKS,
    C_NOW,
    C_NUMBERS,
    C_ORDER,
    C_ORDERED,
    C_PERMUTATIONS,
    C_REST,
    C_ROOM,
    C_SEAT,
    C_SEEDS,
    C_STEPS,
    C_TESTED,
    C_TESTS,
    C_TOKENS,
    F_TESTED,
    G_ENDS,
    G_KNOWN,
    G_PERMUTATION,
    G_UNKNOWN,
    GROUP_HEAD,
    H_BLANK_COUNT,
    H_CHOICE,
    H_DECIDER,
    H_END,
    H_EVENTS,
    H_FOLLOWS,
    H_GROUP_COUNT,
    H_GROUPS,
    H_LABELS,
    H_LOST,
    H_LOST_COUNT,
    H_PERMUTATIONS,
    H_SEEN,
    H_WORDS,
    LOST_WORDS,
    WORST,
)
from .relabel import before_answers, carry, put_tokens, start_again

SKIPPED = I64(-1)
LOW, HIGH = U64(0x7FFFFFFF), U64(31)


@jit("int64(state, state, state, state, state, state)")
def back_through(V: Any, C: Any, group: Any, later: Any, earlier: Any, permutations: Any) -> Any:
    """The tokens of mixed labels before a step, by a permutation; the result is how many that were
    known then are not among them."""
    known, unknown, ends = I64(group[U(G_KNOWN)]), I64(group[U(G_UNKNOWN)]), I64(group[U(G_ENDS)])
    marks, rest = offset(V, C[U(C_MARKS)]), offset(V, C[U(C_REST)])
    permutation = offset(permutations, group[U(G_PERMUTATION)])
    starts = offset(group, GROUP_HEAD)
    for i in range(known):
        marks[U(starts[U(i)])] = 1
    n = I64(0)
    for i in range(ends):
        t = I64(later[U(starts[U(known + unknown + i)])])
        if marks[U(t)]:
            marks[U(t)] = 0
            earlier[U(t)] = t
        else:
            rest[U(n)] = t
            n += 1
    for i in range(unknown):
        earlier[U(starts[U(known + i)])] = rest[U(permutation[U(i)])]
    missing = I64(0)
    for i in range(known):
        label = I64(starts[U(i)])
        if marks[U(label)]:
            marks[U(label)] = 0
            earlier[U(label)] = rest[U(unknown + missing)]
            missing += 1
    return missing


@jit("int64(state, state, state, state, state, int64, int64)")
def go_back(P: Any, H: Any, at: Any, V: Any, C: Any, first: Any, last: Any) -> Any:
    """The tokens by label at every record before one, back to the first; the result is how many
    tokens would have been where the seat knew another one."""
    n1 = I64(P[U(m.P_TOKENS)])
    tokens = offset(V, C[U(C_TOKENS)])
    wrong = I64(0)
    for k in range(last - 1, first - 1, -1):
        record = offset(H, at[U(k)])
        later, earlier = offset(tokens, (k + 1) * n1), offset(tokens, k * n1)
        follows = offset(record, record[U(H_FOLLOWS)])
        for i in range(1, n1):
            earlier[U(follows[U(i)])] = later[U(i)]
        earlier[U(0)] = 0
        lost = offset(record, record[U(H_LOST)])
        for i in range(record[U(H_LOST_COUNT)]):
            wrong += later[U(lost[U(LOST_WORDS * i)])] != lost[U(LOST_WORDS * i + 1)]
        group = I64(record[U(H_GROUPS)])
        permutations = offset(V, C[U(C_PERMUTATIONS)] + record[U(H_PERMUTATIONS)])
        for _ in range(record[U(H_GROUP_COUNT)]):
            here = offset(record, group)
            wrong += back_through(V, C, here, later, earlier, permutations)
            group += GROUP_HEAD + here[U(G_KNOWN)] + here[U(G_UNKNOWN)] + here[U(G_ENDS)]
    return wrong


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


@jit("int64(state, int64)", inline=True)
def is_pause(H: Any, at: Any) -> Any:
    """Whether a record is of a pause."""
    record = offset(H, at)
    return I64(1) if record[U(record[U(H_WORDS)] + m.STATUS)] == m.PAUSED else I64(0)


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
        if S[U(zone + u)] != z or S[U(m.KNOWN + u)] != words[U(m.KNOWN + t)]:
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


@jit("void(state, state, int64, state, state, state)")
def set_goal(P: Any, H: Any, at: Any, V: Any, C: Any, tokens: Any) -> None:
    """Note in which zone each token is at a record."""
    record = offset(H, at)
    zone = offset(record, record[U(H_WORDS)] + columns.zone(P))
    goal = offset(V, C[U(C_GOAL)])
    for t in range(1, P[U(m.P_TOKENS)]):
        goal[U(tokens[U(t)])] = zone[U(t)]


@jit("int64(int64, state, state, state, state, state, state, float64[::1], state, state, int64)")
def go_on(
    machine: Any,
    P: Any,
    H: Any,
    S: Any,
    B: Any,
    C: Any,
    V: Any,
    F: Any,
    L: Any,
    tokens: Any,
    k: Any,
) -> Any:
    """Make the choice of a record in a state; the result is the violations, SKIPPED if that cannot
    be tested. `H` starts at the record."""
    decider = I64(H[U(H_DECIDER)])
    if S[U(m.TOGETHER)] == m.COLLECTING and not S[U(m.SITE)]:
        operate_at(machine, P, S, B, I64(ADVANCE), I64(0))
    if decider:
        if S[U(m.STATUS)] != m.DECISION or not S[U(m.SITE)] or S[U(m.DECIDER)] != decider:
            return I64(WORST)
        if decider == C[U(C_SEAT)] + 1 and H[U(H_CHOICE)] == ANNOUNCED:
            if P[U(m.P_LOOKAHEAD)]:
                operate_at(machine, P, S, B, I64(LIST), I64(0))
            choose_as_known(H, S, L, tokens, I64(H[U(H_LABELS)]))
        else:
            chosen = choose_other(machine, P, S, B, C, V, F, L, H, k)
            if chosen == UNLISTED:
                return SKIPPED
            if chosen != CHOSEN:
                return I64(1)
    B[U(m.W_EVENTS)] = 0
    operate_at(machine, P, S, B, I64(ADVANCE), I64(0))
    if S[U(m.STATUS)] == m.FAULTED:
        return SKIPPED if S[U(m.FAULT)] == m.FAULT_ROWS else I64(WORST)
    return I64(0)


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


@jit(
    "int64(int64, state, state, state, state, state, state, state, float64[::1], state, state, "
    "int64)"
)
def test_unit(
    machine: Any,
    P: Any,
    H: Any,
    at: Any,
    S: Any,
    B: Any,
    C: Any,
    V: Any,
    F: Any,
    L: Any,
    K: Any,
    first: Any,
) -> Any:
    """Make the choices of a unit in the state where it begins, and compare where that leads with
    what the seat saw. What chance decided is not compared: all its outcomes count alike. A unit
    that begins at a pause passes: nothing is chosen before the first decision."""
    if is_pause(H, I64(at[U(first)])):
        return I64(0)
    seat = I64(C[U(C_SEAT)])
    n1 = I64(P[U(m.P_TOKENS)])
    end = I64(H[U(at[U(first)] + H_END)])
    after = offset(V, C[U(C_TOKENS)] + end * n1)
    set_goal(P, H, I64(at[U(end)]), V, C, after)
    seed_words(S, I64(m.RNG), mix(I64(V[U(C[U(C_SEEDS)] + first)]), first))
    low, high = I64(S[U(m.RNG)]), I64(S[U(m.RNG + 1)])
    source, earlier = offset(H, at[U(first)]), offset(V, C[U(C_TOKENS)] + first * n1)
    for k in range(first, end):
        here = offset(V, C[U(C_TOKENS)] + k * n1)
        wrong = go_on(machine, P, offset(H, at[U(k)]), S, B, C, V, F, L, here, I64(k))
        if wrong:
            return wrong
        if k + 1 < end and not is_pause(H, I64(at[U(k + 1)])):
            continue  # more answers of one round
        if S[U(m.RNG)] != low or S[U(m.RNG + 1)] != high:
            return I64(0)
        made, record = offset(H, at[U(k)]), offset(H, at[U(k + 1)])
        tokens, room = offset(V, C[U(C_TOKENS)] + (k + 1) * n1), offset(V, C[U(C_ROOM)])
        wrong = compare(P, made, record, S, B, tokens, source, earlier, room, seat)
        if wrong:
            return wrong
    record = offset(H, at[U(end)])
    numbers = offset(V, C[U(C_NUMBERS)])
    seen = observed(P, S, K, U64(seat + 1), seat, numbers) >> ONE
    return I64(0) if is_hash(record, I64(H_SEEN), seen) else I64(1)


@jit("int64(int64, state, state, state, state, state, state, state, float64[::1], state)")
def present(
    machine: Any,
    P: Any,
    H: Any,
    at: Any,
    S: Any,
    B: Any,
    C: Any,
    V: Any,
    F: Any,
    L: Any,
) -> Any:
    """Make the present state of a world, in the buffer that its past has left free, and give the
    simultaneous answers so far; the result is the violations."""
    steps, size = I64(C[U(C_STEPS)]), I64(P[U(m.P_SIZE)])
    before, here = offset(S, C[U(C_BUFFER)] * size), offset(S, (1 - C[U(C_BUFFER)]) * size)
    now = offset(V, C[U(C_NOW)])
    put_tokens(P, H, I64(at[U(steps)]), now, here)
    if steps > C[U(C_FIRST)] and C[U(C_BLANK)]:
        carry(P, H, I64(at[U(steps)]), before, here)
    start_again(P, here)
    if not here[U(m.TOGETHER)]:
        return I64(0)
    seed_words(here, I64(m.RNG), mix(I64(V[U(C[U(C_SEEDS)] + steps)]), steps))
    set_goal(P, H, I64(at[U(steps)]), V, C, now)
    operate_at(machine, P, here, B, I64(ADVANCE), I64(0))
    for i in range(C[U(C_ANSWERS)]):
        k = steps + 1 + i
        wrong = go_on(machine, P, offset(H, at[U(k)]), here, B, C, V, F, L, now, I64(k))
        if wrong > 0:
            return wrong
    right = here[U(m.STATUS)] == m.DECISION and here[U(m.DECIDER)] == C[U(C_DECIDER)]
    return I64(0) if right else I64(WORST)


@jit("int64(state, state, int64)")
def first_needed(H: Any, at: Any, first: Any) -> Any:
    """The first record to replay if one is tested: more than tokens may be hidden there, which the
    units before it lead to."""
    while first > 0 and H[U(at[U(first)] + H_BLANK_COUNT)]:
        first -= 1
        while first > 0 and H[U(at[U(first - 1)] + H_END)] == H[U(at[U(first)] + H_END)]:
            first -= 1
    return first


@jit("int64(int64, state, state, state, state)")
def no_options(machine: Any, P: Any, S: Any, B: Any, C: Any) -> Any:
    """Whether the present decision has no options: the seat would know that."""
    here = offset(S, (1 - C[U(C_BUFFER)]) * P[U(m.P_SIZE)])
    if here[U(m.STATUS)] != m.DECISION or not here[U(m.SITE)]:
        return I64(1)
    listed = operate_at(machine, P, here, B, I64(LIST), I64(0))
    if listed < 0 and here[U(m.FAULT)] == m.FAULT_ROWS:
        return I64(0)
    return I64(1) if listed <= 0 else I64(0)


@jit(
    "int64(int64, state, state, state, state, state, state, state, float64[::1], state, state, "
    "int64)"
)
def test_apart(
    machine: Any,
    P: Any,
    H: Any,
    at: Any,
    S: Any,
    B: Any,
    C: Any,
    V: Any,
    F: Any,
    L: Any,
    K: Any,
    most: Any,
) -> Any:
    """The violations of units where only tokens are hidden, counted up to a bit more than `most`.
    One that showed a world to be wrong is tested earlier from then on."""
    n1 = P[U(m.P_TOKENS)]
    order = offset(V, C[U(C_ORDER)])
    total = I64(0)
    for i in range(C[U(C_ORDERED)]):
        if total > most:
            break
        k = I64(order[U(i)])
        put_tokens(P, H, I64(at[U(k)]), offset(V, C[U(C_TOKENS)] + k * n1), S)
        start_again(P, S)
        wrong = test_unit(machine, P, H, at, S, B, C, V, F, L, K, k)
        C[U(C_TESTS)] += 1
        if wrong > 0:
            total += wrong
            if total > most:
                for j in range(i, i // 2, -1):
                    order[U(j)] = order[U(j - 1)]
                order[U(i // 2)] = k
    return total


@jit(
    "int64(int64, state, state, state, state, state, state, state, float64[::1], state, state, "
    "int64, int64)",
    export=Export.LONG,
)
def replay(
    machine: Any,
    P: Any,
    H: Any,
    at: Any,
    S: Any,
    B: Any,
    C: Any,
    V: Any,
    F: Any,
    L: Any,
    K: Any,
    most: Any,
    full: Any,
) -> Any:
    """The violations of a world, counted up to a bit more than `most`; with `full`, of all steps,
    not only those that are tested, and of each step whether it is violated is counted."""
    steps, n1, size = I64(C[U(C_STEPS)]), I64(P[U(m.P_TOKENS)]), I64(P[U(m.P_SIZE)])
    C[U(C_TESTS)] += 1
    F[U(F_TESTED)] = 1.0
    k = I64(0) if full else first_needed(H, at, I64(C[U(C_FIRST)]))
    for i in range(n1):
        V[U(C[U(C_TOKENS)] + steps * n1 + i)] = V[U(C[U(C_NOW)] + i)]
    total = go_back(P, H, at, V, C, k, steps)
    if C[U(C_APART)] and not full:
        total += test_apart(machine, P, H, at, S, B, C, V, F, L, K, most - total)
        k = steps
    carried = False
    buffer = I64(0)
    while k < steps and total <= most:
        end = I64(H[U(at[U(k)] + H_END)])
        needed = H[U(at[U(end)] + H_BLANK_COUNT)] > 0
        if full or needed or V[U(C[U(C_TESTED)] + k)]:
            before = offset(S, buffer * size)
            buffer = 1 - buffer
            here = offset(S, buffer * size)
            put_tokens(P, H, I64(at[U(k)]), offset(V, C[U(C_TOKENS)] + k * n1), here)
            if carried:
                carry(P, H, I64(at[U(k)]), before, here)
            start_again(P, here)
            wrong = test_unit(machine, P, H, at, here, B, C, V, F, L, K, k)
            C[U(C_TESTS)] += 1
            carried = needed
            if wrong > 0:
                total += wrong
                if full:
                    V[U(C[U(C_HITS)] + k)] += 1
        else:
            carried = False
        k = end
    C[U(C_BUFFER)] = buffer
    if total <= most and (full or V[U(C[U(C_TESTED)] + steps)]):
        wrong = present(machine, P, H, at, S, B, C, V, F, L)
        if not wrong:
            wrong = no_options(machine, P, S, B, C)
        total += wrong
        if full and wrong:
            V[U(C[U(C_HITS)] + steps)] += 1
    return total
