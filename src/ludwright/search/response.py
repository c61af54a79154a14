"""Values and best responses of strategies of an unfolded game, as compiled loops."""

from __future__ import annotations

from typing import Any

from ..machine.jit import I64, Export, U, jit
from .regret import expect, reach
from .unfold import (
    CHANCE,
    I_COUNT,
    I_FIRST,
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


@jit(
    f"void(array, {VALUES}, {NUMBERS}, {VALUES}, {VALUES}, int64, int64, int64)", export=Export.LONG
)
def expected(
    N: Any, V: Any, Q: Any, X: Any, values: Any, nodes: Any, seats: Any, seat: Any
) -> None:  # fmt: skip
    """Compute the expected utility of each node to a seat, the root first."""
    expect(N, V, Q, X, values, nodes, seats, seat)


@jit(f"void(array, {NUMBERS}, int64, int64)", export=Export.QUICK)
def own_depths(N: Any, depths: Any, nodes: Any, seat: Any) -> None:
    """Compute how many decisions of a seat lead to each node."""
    depths[U(0)] = 0
    for i in range(nodes):
        at = i * NODE_WORDS
        below = depths[U(i)] + (1 if N[U(at + N_WHO)] == seat else 0)
        for a in range(N[U(at + N_COUNT)]):
            depths[U(N[U(at + N_FIRST)] + a)] = below


@jit(f"int64({VALUES}, int64, int64)")
def greatest(gains: Any, first: Any, count: Any) -> Any:
    """The first action with the greatest gain."""
    best = I64(0)
    for a in range(1, count):
        if gains[U(first + a)] > gains[U(first + best)]:
            best = I64(a)
    return best


@jit(
    f"void(array, {VALUES}, {NUMBERS}, {VALUES}, {NUMBERS}, {NUMBERS}, {VALUES}, {VALUES}, "
    f"{VALUES}, {VALUES}, int64, int64, int64)",
    export=Export.LONG,
)
def respond(
    N: Any, V: Any, Q: Any, X: Any, order: Any, levels: Any, others: Any, own: Any, gains: Any,
    values: Any, nodes: Any, seats: Any, seat: Any,
) -> None:  # fmt: skip
    """Compute the utility of each node to a seat that responds best to the strategies X, the root
    first; in `gains`, which is 0, what each of its actions gains, weighted by the others' reach.

    Nodes are visited in an order that has those below more of the seat's decisions first, `levels`
    of equally many, and in each level later nodes first: so an information set, all of which is in
    one level, is decided when everything below it is known.
    """
    reach(N, Q, X, others, own, nodes, seat)
    for level in range(len(levels) - 1):
        start, end = levels[U(level)], levels[U(level + 1)]
        for k in range(start, end):
            i = order[U(k)]
            at = i * NODE_WORDS
            if N[U(at + N_WHO)] == seat:
                actions = Q[U(N[U(at + N_NUMBER)] * SET_WORDS + I_FIRST)]
                for a in range(N[U(at + N_COUNT)]):
                    value = values[U(N[U(at + N_FIRST)] + a)]
                    gains[U(actions + a)] += others[U(i)] * value
        for k in range(start, end):
            i = order[U(k)]
            at = i * NODE_WORDS
            who, number = N[U(at + N_WHO)], N[U(at + N_NUMBER)]
            first, count = N[U(at + N_FIRST)], N[U(at + N_COUNT)]
            if who == TERMINAL:
                values[U(i)] = V[U(number * seats + seat)]
                continue
            total = 0.0
            if who == CHANCE:
                for a in range(count):
                    total += values[U(first + a)]
                total /= count
            else:
                record = number * SET_WORDS
                actions = Q[U(record + I_FIRST)]
                if who == seat:
                    best = greatest(gains, actions, Q[U(record + I_COUNT)])
                    total = values[U(first + best)]
                else:
                    for a in range(count):
                        total += X[U(actions + a)] * values[U(first + a)]
            values[U(i)] = total
