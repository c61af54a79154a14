"""A unit of the past, replayed: its choices made again in a world, and where that leads."""

from __future__ import annotations

from typing import Any

from ..machine import columns
from ..machine import state as m
from ..machine.advance import ADVANCE, LIST
from ..machine.jit import I64, U64, U, jit, offset
from ..machine.kernels import operate_at
from ..machine.rng import ONE, mix, seed_words
from .choices import CHOSEN, UNLISTED, choose_as_known, choose_other
from .compare import compare, is_hash
from .observed import observed
from .past_table import (
    ANNOUNCED,
    C_GOAL,
    C_MARKS,
    C_NUMBERS,
    C_PERMUTATIONS,
    C_REST,
    C_ROOM,
    C_SEAT,
    C_SEEDS,
    C_TOKENS,
    G_ENDS,
    G_KNOWN,
    G_PERMUTATION,
    G_UNKNOWN,
    GROUP_HEAD,
    H_CHOICE,
    H_DECIDER,
    H_END,
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

SKIPPED = I64(-1)


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


@jit("int64(state, int64)", inline=True)
def is_pause(H: Any, at: Any) -> Any:
    """Whether a record is of a pause."""
    record = offset(H, at)
    return I64(1) if record[U(record[U(H_WORDS)] + m.STATUS)] == m.PAUSED else I64(0)


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
