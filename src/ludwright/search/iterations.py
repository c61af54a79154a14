"""Iterations of a search, compiled: from a world through the tree and a playout to rewards.

An iteration's random numbers follow from the seed and its number alone.
"""

from __future__ import annotations

from typing import Any

from ..machine import state as m
from ..machine.advance import count_options, take_option
from ..machine.checkpoint import copy_fresh, copy_position, copy_words
from ..machine.jit import I64, U64, Export, U, jit, offset, pointer
from ..machine.rng import below, mix, seed_state, seed_words
from ..machine.tokens import shuffle_zone
from ..machine.utility import utilities
from .bandits import EDGES, SEARCH, SUMS, learn
from .choosing import choose_in_tree, remember
from .layout import (
    G_ADDRESSES,
    G_AHEAD,
    G_AVERAGES,
    G_CUT,
    G_DEALS,
    G_DECISIONS,
    G_DEPTH,
    G_FAULTS,
    G_FEATURES,
    G_FLAT,
    G_INSIDE,
    G_LENGTH,
    G_LONG,
    G_LONGEST,
    G_MEMBERS,
    G_PLAYED,
    G_REPLIES,
    G_SEED,
    G_WHOLE,
    G_WORLD,
    G_WORLDS,
    MOST_SEATS,
    X_CHAIN,
    X_LATER,
    X_ROUND,
)
from .memory import learn_moves, note_move
from .playing import evaluate, play, run_on

PLAYERS = I64(0x9B07)  # makes the stream of the players differ from that of the world


@jit("void(state, state, state)")
def set_world(P: Any, world: Any, S: Any) -> None:
    """Copy a world to a state that has the constants in place, ready to list its options."""
    if world[U(m.SITE)]:
        copy_position(P, world, S, I64(P[U(m.P_ATTEMPTS)]))
        S[U(m.LIST_TOP)] = S[U(m.KEPT_LISTS)]
    else:
        copy_words(world, S, I64(0), I64(P[U(m.P_SIZE)]))
    S[U(m.ACTION)] = 0
    S[U(m.PACE)] = 0
    S[U(m.TURN_LIMIT)] = 0


@jit(f"void(state, state, state, {SEARCH}, int64)")
def begin_iteration(P: Any, world: Any, S: Any, X: Any, G: Any, F: Any, seed: Any) -> None:
    """Start from a world, at the root of the tree."""
    set_world(P, world, S)
    seed_state(S, seed)
    for seat in range(MOST_SEATS):
        X[U(X_CHAIN + seat)] = U64(seat + 1)
        X[U(X_ROUND + seat)] = U64(0)
        X[U(X_LATER + seat)] = U64(0)
    G[U(G_INSIDE)] = 1
    G[U(G_AHEAD)] = 1
    G[U(G_LENGTH)] = 0
    G[U(G_MEMBERS)] = 0
    G[U(G_PLAYED)] = 0


@jit(f"int64(int64, state, state, state, state, state, {EDGES}, {SEARCH}, {SUMS})")
def play_iteration(
    machine: Any, P: Any, S: Any, B: Any, A: Any, K: Any, N: Any, V: Any, W: Any, X: Any, G: Any,
    F: Any, M: Any,
) -> Any:  # fmt: skip
    """Choose until the end; the result is how the machine stopped."""
    limit = S[U(m.DECISIONS)] + G[U(G_LONGEST)]
    deals, whole = G[U(G_DEALS)], G[U(G_WHOLE)]
    notes = G[U(G_AVERAGES)] or G[U(G_REPLIES)]
    while True:
        answer = run_on(machine, P, S, B, deals, whole)
        if answer & 15 != m.DECISION:
            return answer
        if S[U(m.DECISIONS)] >= limit:
            G[U(G_LONG)] += 1
            return answer
        G[U(G_DECISIONS)] += 1
        if G[U(G_INSIDE)]:
            choose_in_tree(P, S, B, A, K, N, V, W, X, G, F)
            remember(P, S, A, K, X, G, F)
            if G[U(G_FLAT)] and G[U(G_AHEAD)] == 0:
                G[U(G_INSIDE)] = 0
            if notes:
                note_move(P, S, A, K, X, G, F, I64(0))
        else:
            play(P, S, B, A, K, X, G, F, M)


@jit(
    "int64(int64, array, array, array, array, array, array, array, uint64[::1], int64[::1], "
    "float64[::1], uint64[::1], int64[::1], float64[::1], float64[::1], int64, int64)",
    export=Export.LONG,
)
def iterate(
    machine: Any, PA: Any, worlds: Any, SA: Any, BA: Any, AA: Any, KA: Any, TA: Any, NA: Any,
    VA: Any, WA: Any, XA: Any, GA: Any, FA: Any, MA: Any, first: Any, count: Any,
) -> Any:  # fmt: skip
    """Iterations number first, first + 1 ..., each in the next world; the result is how many came
    to a decision of the root."""
    P, S, B, A, K = pointer(PA), pointer(SA), pointer(BA), pointer(AA), pointer(KA)
    N, V, W = pointer(NA), pointer(VA), pointer(WA)
    X, G, F, M, T = pointer(XA), pointer(GA), pointer(FA), pointer(MA), pointer(TA)
    size = I64(P[U(m.P_SIZE)])
    done = I64(0)
    for number in range(first, first + count):
        G[U(G_WORLD)] = number % G[U(G_WORLDS)]
        seed = mix(I64(G[U(G_SEED)]), I64(number))
        world = offset(pointer(worlds), G[U(G_WORLD)] * size)
        begin_iteration(P, world, S, X, G, F, seed)
        seed_words(B, I64(m.W_BOT), mix(seed, PLAYERS))
        answer = play_iteration(machine, P, S, B, A, K, N, V, W, X, G, F, M)
        status = answer & 15
        if status == m.DEALING:
            G[U(G_CUT)] += 1
        elif status == m.FAULTED:
            G[U(G_FAULTS)] = S[U(m.FAULT)]
        evaluate(P, S, T, G, F)
        learn(V, W, G, F)
        if G[U(G_AVERAGES)] or G[U(G_REPLIES)]:
            learn_moves(P, X, G, F, M, I64(number))
        G[U(G_DEPTH)] += G[U(G_LENGTH)]
        if G[U(G_AHEAD)] == 0:
            done += 1
    return done


@jit(
    "int64(int64, array, array, array, array, array, int64[::1], float64[::1], int64, int64)",
    export=Export.LONG,
)
def sample_game(
    machine: Any, PA: Any, image: Any, SA: Any, BA: Any, TA: Any, GA: Any, out: Any,
    seed: Any, most: Any,
) -> Any:  # fmt: skip
    """Play a random game, and write the utilities of its end and, at each end of a hand, the
    features by seat; the result is how many hands ended, -1 if the game does not."""
    P, S, B, G = pointer(PA), pointer(SA), pointer(BA), pointer(GA)
    copy_fresh(P, pointer(image), S)
    seed_state(S, seed)
    seed_words(B, I64(m.W_BOT), mix(seed, PLAYERS))
    S[U(m.PACE)] = 0
    S[U(m.TURN_LIMIT)] = 0
    hands = I64(0)
    at = I64(MOST_SEATS)
    seats = I64(P[U(m.P_SEATS)])
    deals = I64(0)  # the first deal is not the end of a hand
    while True:
        answer = run_on(machine, P, S, B, deals, G[U(G_WHOLE)])
        if answer & 15 == m.DEALING:
            if hands < most:
                for i in range(G[U(G_FEATURES)]):
                    for seat in range(seats):
                        out[U(at)] = S[U(G[U(G_ADDRESSES + i * MOST_SEATS + seat)])]
                        at += 1
                hands += 1
            shuffle_zone(P, S, deals)
            continue
        if answer & 15 != m.DECISION or S[U(m.DECISIONS)] >= G[U(G_LONGEST)]:
            break
        deals = I64(G[U(G_DEALS)])
        take_option(P, S, B, below(B, I64(m.W_BOT), count_options(P, S, B)))
    utilities(P, S, pointer(TA), pointer(out))
    return hands if S[U(m.STATUS)] == m.OVER else I64(-1)
