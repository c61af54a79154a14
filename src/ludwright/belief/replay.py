"""The past of a world, replayed: how many steps did not come out as the seat saw them."""

from __future__ import annotations

from typing import Any

from ..machine import state as m
from ..machine.advance import ADVANCE, LIST
from ..machine.jit import I64, Export, U, jit, offset
from ..machine.kernels import operate_at
from ..machine.rng import mix, seed_words
from .past_table import (
    C_ANSWERS,
    C_APART,
    C_BLANK,
    C_BUFFER,
    C_DECIDER,
    C_FIRST,
    C_HITS,
    C_NOW,
    C_ORDER,
    C_ORDERED,
    C_SEEDS,
    C_STEPS,
    C_TESTED,
    C_TESTS,
    C_TOKENS,
    F_TESTED,
    H_BLANK_COUNT,
    H_END,
    WORST,
)
from .relabel import carry, put_tokens, start_again
from .unit import go_back, go_on, set_goal, test_unit


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
