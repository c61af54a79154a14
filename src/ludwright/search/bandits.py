"""Bandits: the choice of one candidate by what the table of edges says of each.

Where one seat chooses, it is UCB1 over the candidates of this world, each compared with how often
it could have been chosen. Where several seats choose together no fixed choice is best, so there is
regret matching: the average strategy of a node converges to an equilibrium where that is mixed, as
in rock, paper, scissors, which UCB does not. The regrets of what was not chosen are estimated by
its mean so far, corrected where it is chosen, so they are unbiased and vary little. But it takes
many iterations to tell a dozen candidates apart: where as many cards are bid, UCB for each seat
(decoupled UCT) was ahead of it from 60 iterations to 2,000, which is why the levels do without.
"""

from __future__ import annotations

from math import sqrt
from typing import Any

from ..machine import state as m
from ..machine.jit import I64, U64, Export, U, jit
from ..machine.rng import ONE, below, draw, finalize
from .layout import (
    F_CHANCE,
    F_EXPLORE,
    F_GAIN,
    F_LOGS,
    F_MIX,
    G_EDGES,
    G_INSIDE,
    G_LENGTH,
    G_MASK,
    G_MEMBER,
    G_MEMBERS,
    G_PATH,
    MOST_LOGS,
    MOST_MEMBERS,
    MOST_PATH,
    P_COUNT,
    P_FIRST,
    P_SLOT,
    P_WHO,
    P_WORDS,
    V_OPEN,
    V_VISITS,
    V_WORDS,
    W_AVERAGE,
    W_REGRET,
    W_WORDS,
    W_WORTH,
    X_SIGNS,
)

KEYS, COUNTS, SUMS = "CPointer(uint64)", "CPointer(int64)", "CPointer(double)"
EDGES = f"{KEYS}, {COUNTS}, {SUMS}"  # the table: N, V, W
SEARCH = f"{KEYS}, {COUNTS}, {SUMS}"  # the search: X, G, F
LN_2 = 0.6931471805599453
UNIT = 2.0**-53
S11 = U64(11)


@jit(f"int64({KEYS}, int64, uint64)")
def slot_of(N: Any, mask: Any, key: Any) -> Any:
    """The slot of a key, or the free one where it would be."""
    at = I64(key & U64(mask))
    while N[U(at)] != U64(0) and N[U(at)] != key:
        at = (at + 1) & mask
    return at


@jit("uint64(uint64, uint64)", inline=True)
def edge_key(node: Any, sign: Any) -> Any:
    """The key of a candidate at a node; never 0."""
    return finalize(node ^ sign) | ONE


@jit(f"int64({KEYS}, {COUNTS}, uint64, uint64)", export=Export.QUICK)
def find_edge(N: Any, G: Any, node: Any, sign: Any) -> Any:
    """The slot of a candidate at a node; -1 if it was never chosen."""
    at = slot_of(N, I64(G[U(G_MASK)]), edge_key(node, sign))
    return at if N[U(at)] else I64(-1)


@jit(f"double({SUMS}, int64)")
def log_of(F: Any, n: Any) -> Any:
    """A logarithm, from a table: the same on every machine."""
    halved = 0.0
    while n >= MOST_LOGS:
        n >>= 1
        halved += 1.0
    return F[U(F_LOGS + n)] + halved * LN_2


@jit("double(state)")
def fraction(B: Any) -> Any:
    """A random number from 0 up to 1."""
    return I64(draw(B, I64(m.W_BOT)) >> S11) * UNIT


@jit(f"int64({COUNTS})", inline=True)
def is_full(G: Any) -> Any:
    """Whether the table has no room for the candidates of another node."""
    return I64(4 * G[U(G_EDGES)] > 3 * G[U(G_MASK)])


@jit(f"void({COUNTS}, {SUMS}, int64, int64, double)")
def step_down(G: Any, F: Any, slot: Any, who: Any, chance: Any) -> None:
    """Put an edge on the path."""
    length = G[U(G_LENGTH)]
    if length >= MOST_PATH:
        G[U(G_INSIDE)] = 0
        return
    at = G_PATH + length * P_WORDS
    G[U(at + P_SLOT)] = slot
    G[U(at + P_WHO)] = who
    G[U(at + P_FIRST)] = G[U(G_MEMBERS)]
    G[U(at + P_COUNT)] = 0
    F[U(F_CHANCE + length)] = chance
    G[U(G_LENGTH)] = length + 1


@jit(f"int64(state, {EDGES}, {SEARCH}, uint64, int64, int64)")
def best_candidate(
    B: Any, N: Any, V: Any, W: Any, X: Any, G: Any, F: Any, node: Any, count: Any, who: Any
) -> Any:
    """The candidate for one seat to choose: a random one not tried yet, else the best by UCB. Of
    many candidates not all are tried at once."""
    mask = I64(G[U(G_MASK)])
    untried, tried, total = I64(0), I64(0), I64(0)
    best, best_slot, value = I64(0), I64(0), -1.0
    for j in range(count):
        slot = slot_of(N, mask, edge_key(node, X[U(X_SIGNS + j)]))
        if N[U(slot)] == U64(0):
            untried += 1
            continue
        tried += 1
        visits = V[U(slot * V_WORDS + V_VISITS)]
        available = V[U(slot * V_WORDS + V_OPEN)] + 1
        V[U(slot * V_WORDS + V_OPEN)] = available
        total += visits
        bound = 2.0
        if visits:
            bound = W[U(slot * W_WORDS + W_WORTH)] / visits
            bound += F[U(F_EXPLORE)] * sqrt(log_of(F, available) / visits)
        if bound > value:
            value = bound
            best = I64(j)
            best_slot = slot
    if untried and (tried == 0 or tried * tried <= 64 + 16 * total):
        G[U(G_INSIDE)] = 0
        left = below(B, I64(m.W_BOT), untried)
        for j in range(count):
            key = edge_key(node, X[U(X_SIGNS + j)])
            slot = slot_of(N, mask, key)
            if N[U(slot)] == U64(0):
                if left == 0:
                    if is_full(G) == 0:
                        N[U(slot)] = key
                        G[U(G_EDGES)] += 1
                        V[U(slot * V_WORDS + V_OPEN)] = 1
                        step_down(G, F, slot, who, 1.0)
                    return I64(j)
                left -= 1
    step_down(G, F, best_slot, who, 1.0)
    return best


@jit(f"int64(state, {EDGES}, {SEARCH}, uint64, int64, int64)")
def mixed_candidate(
    B: Any, N: Any, V: Any, W: Any, X: Any, G: Any, F: Any, node: Any, count: Any, who: Any
) -> Any:
    """A candidate drawn by regret matching."""
    mask = I64(G[U(G_MASK)])
    first = I64(G[U(G_MEMBERS)])
    fits = first + count <= MOST_MEMBERS and G[U(G_LENGTH)] < MOST_PATH
    if fits == 0 or is_full(G) or 4 * count > mask:
        G[U(G_INSIDE)] = 0
        return below(B, I64(m.W_BOT), count)
    positive = 0.0
    for j in range(count):
        key = edge_key(node, X[U(X_SIGNS + j)])
        slot = slot_of(N, mask, key)
        if N[U(slot)] == U64(0):
            N[U(slot)] = key
            G[U(G_EDGES)] += 1
            G[U(G_INSIDE)] = 0
        V[U(slot * V_WORDS + V_OPEN)] += 1
        G[U(G_MEMBER + first + j)] = slot
        positive += max(W[U(slot * W_WORDS + W_REGRET)], 0.0)
    left = fraction(B)
    chosen, chance = count - 1, 0.0
    for j in range(count):
        slot = G[U(G_MEMBER + first + j)]
        matched = 1.0 / count
        if positive > 0.0:
            matched = max(W[U(slot * W_WORDS + W_REGRET)], 0.0) / positive
        # Later strategies count for more: the first ones are those of a table of nothing.
        W[U(slot * W_WORDS + W_AVERAGE)] += matched * V[U(slot * V_WORDS + V_OPEN)]
        share = (1.0 - F[U(F_MIX)]) * matched + F[U(F_MIX)] / count
        if left >= 0.0:
            chosen = I64(j)
            chance = share
        left -= share
    step_down(G, F, I64(G[U(G_MEMBER + first + chosen)]), who, chance)
    G[U(G_PATH + (G[U(G_LENGTH)] - 1) * P_WORDS + P_COUNT)] = count
    G[U(G_MEMBERS)] = first + count
    return chosen


@jit(f"void({COUNTS}, {SUMS}, {COUNTS}, {SUMS}, int64, double)")
def learn_regrets(V: Any, W: Any, G: Any, F: Any, step: Any, gain: Any) -> None:
    """Add the regrets of a mixed node on the path, given what its choice led to."""
    at = G_PATH + step * P_WORDS
    first, count = G[U(at + P_FIRST)], G[U(at + P_COUNT)]
    slot = I64(G[U(at + P_SLOT)])
    positive = 0.0
    for j in range(count):
        positive += max(W[U(G[U(G_MEMBER + first + j)] * W_WORDS + W_REGRET)], 0.0)
    visits = V[U(slot * V_WORDS + V_VISITS)]
    mean = W[U(slot * W_WORDS + W_WORTH)] / visits if visits else 0.5
    surplus = (gain - mean) / F[U(F_CHANCE + step)]
    value = 0.0
    for j in range(count):
        other = I64(G[U(G_MEMBER + first + j)])
        seen = V[U(other * V_WORDS + V_VISITS)]
        worth = W[U(other * W_WORDS + W_WORTH)] / seen if seen else 0.5
        if other == slot:
            worth += surplus
        share = 1.0 / count
        if positive > 0.0:
            share = max(W[U(other * W_WORDS + W_REGRET)], 0.0) / positive
        value += share * worth
    for j in range(count):
        other = I64(G[U(G_MEMBER + first + j)])
        seen = V[U(other * V_WORDS + V_VISITS)]
        worth = W[U(other * W_WORDS + W_WORTH)] / seen if seen else 0.5
        if other == slot:
            worth += surplus
        W[U(other * W_WORDS + W_REGRET)] += worth - value


@jit(f"void({COUNTS}, {SUMS}, {COUNTS}, {SUMS})")
def learn(V: Any, W: Any, G: Any, F: Any) -> None:
    """Credit every edge of the path with the reward of its decider."""
    for step in range(G[U(G_LENGTH)]):
        at = G_PATH + step * P_WORDS
        slot = I64(G[U(at + P_SLOT)])
        gain = F[U(F_GAIN + G[U(at + P_WHO)])]
        if G[U(at + P_COUNT)]:
            learn_regrets(V, W, G, F, I64(step), gain)
        V[U(slot * V_WORDS + V_VISITS)] += 1
        W[U(slot * W_WORDS + W_WORTH)] += gain
