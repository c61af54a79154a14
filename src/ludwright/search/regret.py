"""CFR+: counterfactual regret minimization over an unfolded game, as compiled loops.

The seats are updated in turn. Regrets below 0 are set to 0, and the average strategy weights an
iteration by its number (Tammelin 2014).
"""

from __future__ import annotations

from typing import Any

from ..machine.jit import Export, U, jit
from .unfold import (
    CHANCE,
    I_COUNT,
    I_FIRST,
    I_NODE,
    I_SEAT,
    N_COUNT,
    N_FIRST,
    N_NUMBER,
    N_WHO,
    NODE_WORDS,
    NUMBERS,
    SET_WORDS,
    TERMINAL,
    VALUES,
)


@jit(f"void({VALUES}, {VALUES}, int64, int64)")
def normalized(weights: Any, to: Any, first: Any, count: Any) -> None:
    """Write the shares of some weights, none below 0; equal shares if all are 0."""
    total = 0.0
    for a in range(first, first + count):
        total += weights[U(a)]
    for a in range(first, first + count):
        to[U(a)] = weights[U(a)] / total if total > 0.0 else 1.0 / count


@jit(f"void({NUMBERS}, int64, {VALUES}, {VALUES})", export=Export.QUICK)
def normalize(Q: Any, sets: Any, weights: Any, to: Any) -> None:
    """Write the shares of the weights of all information sets."""
    for k in range(sets):
        at = k * SET_WORDS
        normalized(weights, to, Q[U(at + I_FIRST)], Q[U(at + I_COUNT)])


@jit(f"void(array, {NUMBERS}, {VALUES}, {VALUES}, {VALUES}, int64, int64)")
def reach(N: Any, Q: Any, X: Any, others: Any, own: Any, nodes: Any, seat: Any) -> None:
    """Compute the probability that the others and chance, and that the seat itself, go to each node
    by the strategies X."""
    others[U(0)] = 1.0
    own[U(0)] = 1.0
    for i in range(nodes):
        at = i * NODE_WORDS
        who = N[U(at + N_WHO)]
        first, count = N[U(at + N_FIRST)], N[U(at + N_COUNT)]
        actions = Q[U(N[U(at + N_NUMBER)] * SET_WORDS + I_FIRST)] if who >= 0 else 0
        for a in range(count):
            x = X[U(actions + a)] if who >= 0 else 1.0 / count
            others[U(first + a)] = others[U(i)] if who == seat else others[U(i)] * x
            own[U(first + a)] = own[U(i)] * x if who == seat else own[U(i)]


@jit(f"void(array, {VALUES}, {NUMBERS}, {VALUES}, {VALUES}, int64, int64, int64)")
def expect(
    N: Any, V: Any, Q: Any, X: Any, values: Any, nodes: Any, seats: Any, seat: Any
) -> None:  # fmt: skip
    """Compute the expected utility of each node to a seat by the strategies X."""
    for k in range(nodes):
        i = nodes - 1 - k
        at = i * NODE_WORDS
        who = N[U(at + N_WHO)]
        if who == TERMINAL:
            values[U(i)] = V[U(N[U(at + N_NUMBER)] * seats + seat)]
            continue
        first, count = N[U(at + N_FIRST)], N[U(at + N_COUNT)]
        total = 0.0
        if who == CHANCE:
            for a in range(count):
                total += values[U(first + a)]
            total /= count
        else:
            actions = Q[U(N[U(at + N_NUMBER)] * SET_WORDS + I_FIRST)]
            for a in range(count):
                total += X[U(actions + a)] * values[U(first + a)]
        values[U(i)] = total


@jit(
    f"void(array, {VALUES}, {NUMBERS}, {VALUES}, {VALUES}, {VALUES}, {VALUES}, {VALUES}, {VALUES}, "
    "int64, int64, int64, int64, int64)",
    export=Export.LONG,
)
def iterate(
    N: Any, V: Any, Q: Any, X: Any, R: Any, A: Any, others: Any, own: Any, values: Any,
    nodes: Any, seats: Any, sets: Any, done: Any, count: Any,
) -> None:  # fmt: skip
    """Make a number of iterations after those that are done: update the current strategies X, the
    regrets R and the weighted sums A of the average strategies."""
    for t in range(done + 1, done + count + 1):
        for seat in range(seats):
            reach(N, Q, X, others, own, nodes, seat)
            expect(N, V, Q, X, values, nodes, seats, seat)
            for i in range(nodes):
                at = i * NODE_WORDS
                if N[U(at + N_WHO)] != seat:
                    continue
                record = N[U(at + N_NUMBER)] * SET_WORDS
                first, actions = N[U(at + N_FIRST)], Q[U(record + I_FIRST)]
                here = Q[U(record + I_NODE)] == i  # own reach is the same at all its nodes
                for a in range(N[U(at + N_COUNT)]):
                    gain = values[U(first + a)] - values[U(i)]
                    R[U(actions + a)] += others[U(i)] * gain
                    if here:
                        A[U(actions + a)] += t * own[U(i)] * X[U(actions + a)]
            for k in range(sets):
                record = k * SET_WORDS
                if Q[U(record + I_SEAT)] == seat:
                    first, actions = Q[U(record + I_FIRST)], Q[U(record + I_COUNT)]
                    for a in range(first, first + actions):
                        R[U(a)] = max(R[U(a)], 0.0)
                    normalized(R, X, first, actions)
