"""External-sampling counterfactual regret minimization on the machine, as a compiled loop.

Nothing is unfolded: a traversal samples chance and the choices of all seats but one, of which it
tries every option, and updates that seat's regrets (Lanctot and others 2009). The loop runs in
slices like that of `unfold.py`, whose frames and counters it shares.
"""

from __future__ import annotations

from typing import Any

from ..machine import state as m
from ..machine.advance import ADVANCE, count_options
from ..machine.checkpoint import copy_words
from ..machine.jit import I64, Export, U, jit, pointer
from ..machine.kernels import operate_at
from ..machine.rng import below, bot_seed, mix, seed_state, seed_words
from ..machine.utility import utilities
from .unfold import (
    C_ACTIONS,
    C_END,
    C_FRAME,
    C_MOST,
    C_SETS,
    COUNTERS,
    F_BEFORE,
    F_CHANCE,
    F_COUNT,
    F_NEXT,
    F_NODE,
    F_SET,
    I_COUNT,
    I_FIRST,
    KEYS,
    MORE_ACTIONS,
    MORE_NODES,
    MORE_SETS,
    MORE_WORDS,
    NUMBERS,
    SET_WORDS,
    TOO_MANY,
    VALUES,
    WORKING,
    choose,
    enter_decision,
    link_chains,
    open_frame,
    order_at,
    outcome,
    was_asked,
)

# ---- more counters: traversals that are done, the one at which to stop, the end of the values of
# options on the path, whether play by the average strategy is only measured ----
C_DONE, C_TARGET, C_VALUES, C_MEASURE, SAMPLING_COUNTERS = range(COUNTERS, COUNTERS + 5)
FINE = I64(1) << 40  # steps of a random number between 0 and 1


@jit(f"void({VALUES}, int64, int64, {VALUES}, int64)")
def matched(regrets: Any, first: Any, count: Any, to: Any, at: Any) -> None:
    """Write shares in proportion to regrets above 0; equal shares if there are none."""
    total = 0.0
    for a in range(count):
        total += max(regrets[U(first + a)], 0.0)
    for a in range(count):
        share = max(regrets[U(first + a)], 0.0) / total if total > 0.0 else 1.0 / count
        to[U(at + a)] = share


@jit(f"int64(array, {VALUES}, int64, int64)")
def sampled(B: Any, shares: Any, at: Any, count: Any) -> Any:
    """A random number from 0 to count - 1, by these shares."""
    left = below(pointer(B), I64(m.W_BOT), FINE) / FINE
    for a in range(count - 1):
        left -= shares[U(at + a)]
        if left < 0.0:
            return I64(a)
    return I64(count - 1)


@jit(f"int64(array, array, {NUMBERS}, int64)", inline=True)
def is_traverser(P: Any, W: Any, C: Any, frame: Any) -> Any:
    """Whether a frame belongs to the seat of which every option is tried."""
    if C[U(C_MEASURE)]:
        return I64(0)
    seat = C[U(C_DONE)] % I64(P[U(m.P_SEATS)])
    return was_asked(pointer(W), frame, pointer(P), I64(seat))


@jit(f"void(array, array, array, {NUMBERS}, {NUMBERS}, {VALUES}, {VALUES}, {VALUES}, int64, int64)")
def enter_frame(
    P: Any, B: Any, W: Any, Q: Any, C: Any, V: Any, R: Any, A: Any, frame: Any, found: Any
) -> None:
    """Prepare a new frame: all options for the traverser, a sampled one for others, whose average
    strategies take up what they play now."""
    record = found * SET_WORDS
    first, count = Q[U(record + I_FIRST)], Q[U(record + I_COUNT)]
    at = C[U(C_VALUES)]
    W[U(frame + F_NODE)] = at
    W[U(frame + F_NEXT)] = 0
    if is_traverser(P, W, C, frame):
        C[U(C_VALUES)] += count
        return
    matched(A if C[U(C_MEASURE)] else R, first, count, V, at)
    if C[U(C_MEASURE)] == 0:
        for a in range(count):
            A[U(first + a)] += V[U(at + a)]
    option = sampled(B, V, at, count)
    W[U(frame + F_NEXT)] = option
    W[U(frame + F_COUNT)] = option + 1
    C[U(C_VALUES)] += 1


@jit(f"double(array, array, {NUMBERS}, {NUMBERS}, {VALUES}, {VALUES}, int64)")
def leave_frame(P: Any, W: Any, Q: Any, C: Any, V: Any, R: Any, frame: Any) -> Any:
    """The value of a frame whose options have theirs; the traverser's regrets are updated."""
    at = I64(W[U(frame + F_NODE)])
    C[U(C_VALUES)] = at
    C[U(C_END)] = frame
    if not is_traverser(P, W, C, frame):
        return V[U(at)]
    record = I64(W[U(frame + F_SET)]) * SET_WORDS
    first, count = Q[U(record + I_FIRST)], Q[U(record + I_COUNT)]
    shares = at + count
    matched(R, first, count, V, shares)
    value = 0.0
    for a in range(count):
        value += V[U(shares + a)] * V[U(at + a)]
    for a in range(count):
        R[U(first + a)] += V[U(at + a)] - value
    return value


@jit(f"void(array, array, {NUMBERS}, {VALUES}, int64, double)")
def deliver(P: Any, W: Any, C: Any, V: Any, frame: Any, value: Any) -> None:
    """Give a frame the value of the option that was tried; without a frame the traversal ends."""
    C[U(C_FRAME)] = frame
    if frame == 0:
        C[U(C_DONE)] += 1
        return
    at = I64(W[U(frame + F_NODE)])
    if is_traverser(P, W, C, frame):
        at += W[U(frame + F_NEXT)]
    V[U(at)] = value
    W[U(frame + F_NEXT)] += 1


@jit(f"int64({NUMBERS}, {VALUES}, {NUMBERS}, {KEYS}, {KEYS}, array, int64, int64)")
def room_to_sample(
    C: Any, V: Any, Q: Any, signs: Any, keys: Any, W: Any, count: Any, words: Any
) -> Any:  # fmt: skip
    """Which array has to grow before a frame with a number of options can be entered."""
    if C[U(C_SETS)] >= C[U(C_MOST)] or count > C[U(C_MOST)]:
        return I64(TOO_MANY)
    if C[U(C_VALUES)] + 2 * count > len(V):
        return I64(MORE_NODES)
    if C[U(C_ACTIONS)] + count > len(signs):
        return I64(MORE_ACTIONS)
    if 2 * C[U(C_SETS)] + 2 > len(keys) or (C[U(C_SETS)] + 1) * SET_WORDS > len(Q):
        return I64(MORE_SETS)
    return I64(MORE_WORDS) if C[U(C_END)] + words > len(W) else I64(WORKING)


@jit(
    "int64(int64, array, array, array, array, array, array, array, array, array, "
    f"{NUMBERS}, {KEYS}, {KEYS}, {NUMBERS}, {NUMBERS}, {VALUES}, {VALUES}, {VALUES}, {VALUES}, "
    "int64, int64)",
    export=Export.LONG,
)
def traverse(
    machine: Any, P: Any, image: Any, K: Any, T: Any, kinds: Any, payoff: Any, S: Any, B: Any,
    W: Any, Q: Any, signs: Any, keys: Any, slots: Any, C: Any, V: Any, R: Any, A: Any, payoffs: Any,
    seed: Any, steps: Any,
) -> Any:  # fmt: skip
    """Try up to a number of options, until a number of traversals is done; `payoffs` are sums over
    games that were measured, behind room for the utilities of one game."""
    p, s, b = pointer(P), pointer(S), pointer(B)
    seats = I64(P[U(m.P_SEATS)])
    ended = I64(WORKING)
    while steps > 0 and ended == WORKING:
        frame = C[U(C_FRAME)]
        if frame and W[U(frame + F_NEXT)] == W[U(frame + F_COUNT)]:
            value = leave_frame(P, W, Q, C, V, R, frame)
            deliver(P, W, C, V, I64(W[U(frame + F_BEFORE)]), value)
            continue
        if frame == 0 and C[U(C_DONE)] == C[U(C_TARGET)]:
            return ended
        steps -= 1
        if frame:
            choose(P, S, W, frame, I64(W[U(frame + F_NEXT)]))
        else:
            copy_words(pointer(image), s, I64(0), I64(P[U(m.P_SIZE)]))
            game = mix(seed, C[U(C_DONE)])
            seed_state(s, game)
            seed_words(b, I64(m.W_BOT), bot_seed(game))
        B[U(m.W_EVENTS)] = 0
        stopped = operate_at(machine, p, s, b, I64(ADVANCE), I64(0))
        ended = outcome(S, B, stopped)
        count, words = I64(0), I64(0)
        if stopped & 15 == m.DECISION and stopped >> 4:
            count = count_options(p, s, b)
        if ended == WORKING:
            words = order_at(p, I64(B[U(m.W_ROWS)]), count)
            ended = room_to_sample(C, V, Q, signs, keys, W, count, words)
        if ended != WORKING:
            continue
        if count == 0:
            utilities(p, s, pointer(payoff), pointer(payoffs))
            if C[U(C_MEASURE)]:
                for seat in range(seats):
                    payoffs[U(seats + seat)] += payoffs[U(seat)]
            deliver(P, W, C, V, frame, payoffs[U(C[U(C_DONE)] % seats)])
            continue
        made = C[U(C_END)]
        W[U(made + F_BEFORE)] = frame
        W[U(made + F_NODE)] = 0
        W[U(made + F_CHANCE)] = 0
        open_frame(P, S, B, W, made, count)
        link_chains(P, S, T, B, W, Q, frame, made, I64(1))
        found = enter_decision(P, S, K, T, W, kinds, Q, signs, keys, slots, C, made)
        if found < 0:
            ended = -found
            continue
        enter_frame(P, B, W, Q, C, V, R, A, made, found)
        C[U(C_END)] += words
        C[U(C_FRAME)] = made
    return ended
