"""Unfold a game with explicit chance into flat arrays, depth first, as a compiled loop.

A node's children are consecutive and come after it. The loop runs in slices: it returns after a
number of steps, or when an array is full or something is wrong, and can be called again.
"""

from __future__ import annotations

from typing import Any

from ..belief.observed import observed
from ..machine import state as m
from ..machine.advance import ADVANCE, LIST, count_options, take_option
from ..machine.checkpoint import copy_words
from ..machine.enumerate_ops import take_row
from ..machine.jit import I64, U64, Export, U, jit, offset, pointer
from ..machine.kernels import operate_at
from ..machine.rng import ONE, get64, put64
from ..machine.utility import utilities
from .information import OWN, choice_sign, first_link, with_choice, with_event

# ---- nodes: who decides (a seat from 0, or one of these), the number of the information set or of
# the terminal, the first child, the number of children, the parent, which of its options (in the
# game's order) leads here ----
CHANCE, TERMINAL = -1, -2
N_WHO, N_NUMBER, N_FIRST, N_COUNT, N_PARENT, N_OPTION, NODE_WORDS = range(7)
# ---- information sets: seat, number of actions, the first of these among all, the action of the
# same seat that led here (from 1; 0: none), the first node ----
I_SEAT, I_COUNT, I_FIRST, I_AFTER, I_NODE, SET_WORDS = range(6)

# ---- why a slice ended ----
WORKING, DONE, MORE_NODES, MORE_WORDS, MORE_SETS, MORE_ACTIONS, MORE_ROWS, MORE_EVENTS = range(8)
FAULTY, TOO_MANY, DIFFERENT, FORGETFUL = range(8, 12)

# ---- counters: the current frame (0: none), the end of the frames, nodes, information sets,
# actions, terminals, chance nodes, the most nodes, whether the tree has to be one to be solved:
# then equal options are one, and information sets must not contradict themselves ----
C_FRAME, C_END, C_NODES, C_SETS, C_ACTIONS, C_TERMINALS, C_CHANCE = range(7)
C_MOST, C_STRICT, COUNTERS = range(7, 10)

# ---- a frame of the path: the frame before, the node, whether chance decides, the number of
# options, the next one, the frame of the last decision (0: none), the information set, the choice
# under way; then of each seat its chain (two words) and its last action; the state, the option
# rows with the head of a workspace, and the options in canonical order ----
F_BEFORE, F_NODE, F_CHANCE, F_COUNT, F_NEXT, F_ASKED, F_SET, F_ROW = range(8)
F_SEATS = F_ROW + 1 + m.MOST_OPERANDS
SEAT_WORDS = 3
FIRST_FRAME = 1

KEYS, NUMBERS, VALUES = "uint64[::1]", "int64[::1]", "float64[::1]"


@jit("int64(state)", inline=True)
def state_at(P: Any) -> Any:
    """Where a frame has its state."""
    return I64(F_SEATS + SEAT_WORDS * P[U(m.P_SEATS)])


@jit("int64(state)", inline=True)
def rows_at(P: Any) -> Any:
    """Where a frame has its option rows."""
    return state_at(P) + P[U(m.P_SIZE)]


@jit("int64(state, int64, int64)", inline=True)
def order_at(P: Any, rows: Any, option: Any) -> Any:
    """Where a frame has an option in canonical order."""
    return rows_at(P) + m.W_DATA + rows * P[U(m.P_WIDTH)] + option


@jit("int64(state, array, int64, int64)", inline=True)
def option_at(P: Any, W: Any, frame: Any, number: Any) -> Any:
    """The option of a frame with a number in canonical order."""
    rows = I64(W[U(frame + rows_at(P) + m.W_ROWS)])
    return I64(W[U(frame + order_at(P, rows, number))])


@jit("void(array, array, array, int64, int64)")
def choose(P: Any, S: Any, W: Any, frame: Any, option: Any) -> None:
    """Restore the state of a frame and make an option the choice."""
    p, s = pointer(P), pointer(S)
    at = frame + state_at(p)
    for i in range(P[U(m.P_SIZE)]):
        S[U(i)] = W[U(at + i)]
    rows = offset(pointer(W), frame + rows_at(p))
    number = option_at(p, W, frame, option)
    if W[U(frame + F_CHANCE)]:
        take_row(p, s, rows, number)
    else:
        take_option(p, s, rows, number)
    for i in range(1 + m.MOST_OPERANDS):
        W[U(frame + F_ROW + i)] = S[U(m.ACTION + i)]


@jit("void(array, array, array, array, int64, int64)")
def open_frame(P: Any, S: Any, B: Any, W: Any, frame: Any, count: Any) -> None:
    """Write the state and its options into a new frame."""
    p = pointer(P)
    at = frame + state_at(p)
    for i in range(P[U(m.P_SIZE)]):
        W[U(at + i)] = S[U(i)]
    at = frame + rows_at(p)
    for i in range(m.W_DATA + B[U(m.W_ROWS)] * P[U(m.P_WIDTH)]):
        W[U(at + i)] = B[U(i)]
    at = frame + order_at(p, I64(B[U(m.W_ROWS)]), I64(0))
    for i in range(count):
        W[U(at + i)] = i
    W[U(frame + F_COUNT)] = count
    W[U(frame + F_NEXT)] = 0


@jit(f"void(state, {KEYS}, int64, int64)")
def sort_signs(order: Any, signs: Any, start: Any, count: Any) -> None:
    """Sort signs, and their options along with them (Shell's method)."""
    gap = I64(1)
    while gap < count // 3:
        gap = 3 * gap + 1
    while gap > 0:
        for i in range(gap, count):
            sign, option = signs[U(start + i)], order[U(i)]
            at = I64(i)
            while at >= gap and signs[U(start + at - gap)] > sign:
                signs[U(start + at)] = signs[U(start + at - gap)]
                order[U(at)] = order[U(at - gap)]
                at -= gap
            signs[U(start + at)] = sign
            order[U(at)] = option
        gap //= 3


@jit(f"int64(state, {KEYS}, int64, int64)")
def drop_equals(order: Any, signs: Any, start: Any, count: Any) -> Any:
    """Drop options with the sign of the one before; the result is how many are left."""
    left = I64(0)
    for i in range(count):
        if i == 0 or signs[U(start + i)] != signs[U(start + left - 1)]:
            signs[U(start + left)] = signs[U(start + i)]
            order[U(left)] = order[U(i)]
            left += 1
    return left


@jit(f"void(array, array, array, {KEYS}, int64, int64, int64, int64)")
def list_signs(
    P: Any, T: Any, W: Any, signs: Any, start: Any, frame: Any, seat: Any, strict: Any
) -> None:
    """Put the options of a frame in canonical order, and their signs behind the known actions."""
    p, t = pointer(P), pointer(T)
    s = offset(pointer(W), frame + state_at(p))
    rows = offset(pointer(W), frame + rows_at(p))
    order = offset(pointer(W), frame + order_at(p, I64(rows[U(m.W_ROWS)]), I64(0)))
    count = I64(W[U(frame + F_COUNT)])
    site = I64(s[U(m.SITE)])
    row = offset(pointer(W), frame + F_ROW)
    for i in range(1 + m.MOST_OPERANDS):
        row[U(i)] = s[U(m.ACTION + i)]
    chosen = offset(s, I64(m.ACTION))
    for i in range(count):
        take_option(p, s, rows, I64(i))
        signs[U(start + i)] = choice_sign(p, s, t, site, chosen, s, seat, I64(OWN), I64(0))
    for i in range(1 + m.MOST_OPERANDS):
        chosen[U(i)] = row[U(i)]
    sort_signs(order, signs, start, count)
    if strict:
        W[U(frame + F_COUNT)] = drop_equals(order, signs, start, count)


@jit(f"int64({KEYS}, {NUMBERS}, uint64)")
def slot_of(keys: Any, slots: Any, key: Any) -> Any:
    """The slot with a key, or the empty one where it would be."""
    mask = U64(len(keys)) - ONE
    at = key & mask
    while slots[U(at)] and keys[U(at)] != key:
        at = (at + ONE) & mask
    return I64(at)


@jit(f"void({KEYS}, {NUMBERS}, {KEYS}, {NUMBERS})", export=Export.QUICK)
def move_keys(keys: Any, slots: Any, new_keys: Any, new_slots: Any) -> None:
    """Enter all keys of a table in a larger one."""
    for i in range(len(keys)):
        if slots[U(i)]:
            at = slot_of(new_keys, new_slots, keys[U(i)])
            new_keys[U(at)] = keys[U(i)]
            new_slots[U(at)] = slots[U(i)]


@jit(f"int64({NUMBERS}, {KEYS}, {KEYS}, {NUMBERS}, {NUMBERS}, uint64, int64, int64, int64, int64)")
def enter_set(
    Q: Any, signs: Any, keys: Any, slots: Any, C: Any, key: Any, seat: Any, count: Any, after: Any,
    node: Any,
) -> Any:  # fmt: skip
    """The information set of a key, entered if it is new, given its options' signs behind the known
    actions; below 0 if it contradicts what is known."""
    at = slot_of(keys, slots, key)
    start = C[U(C_ACTIONS)]
    if slots[U(at)]:
        known = slots[U(at)] - 1
        record = known * SET_WORDS
        if C[U(C_STRICT)] == 0:
            return known
        if Q[U(record + I_COUNT)] != count or Q[U(record + I_SEAT)] != seat:
            return -I64(DIFFERENT)
        for i in range(count):
            if signs[U(Q[U(record + I_FIRST)] + i)] != signs[U(start + i)]:
                return -I64(DIFFERENT)
        return -I64(FORGETFUL) if Q[U(record + I_AFTER)] != after else known
    made = C[U(C_SETS)]
    record = made * SET_WORDS
    Q[U(record + I_SEAT)] = seat
    Q[U(record + I_COUNT)] = count
    Q[U(record + I_FIRST)] = start
    Q[U(record + I_AFTER)] = after
    Q[U(record + I_NODE)] = node
    keys[U(at)] = key
    slots[U(at)] = made + 1
    C[U(C_SETS)] += 1
    C[U(C_ACTIONS)] += count
    return made


@jit("int64(state, int64, state, int64)", inline=True)
def was_asked(W: Any, frame: Any, P: Any, seat: Any) -> Any:
    """Whether a seat decided at a frame."""
    return I64(1) if W[U(frame + state_at(P) + m.DECIDER)] == seat + 1 else I64(0)


@jit(f"void(array, array, array, array, array, {NUMBERS}, int64, int64, int64)")
def link_chains(
    P: Any, S: Any, T: Any, B: Any, W: Any, Q: Any, before: Any, frame: Any, settled: Any
) -> None:
    """Write the chains of all seats into a frame, up to the stop before it: what they saw happen
    and, once the machine has stopped at a decision or the end, the last choice."""
    p, s, w = pointer(P), pointer(S), pointer(W)
    seats = I64(P[U(m.P_SEATS)])
    asked = I64(0)
    if before:
        asked = before if not W[U(before + F_CHANCE)] else I64(W[U(before + F_ASKED)])
    W[U(frame + F_ASKED)] = asked
    events = m.W_DATA + B[U(m.W_CAPACITY)] * P[U(m.P_WIDTH)]
    for seat in range(seats):
        to = frame + F_SEATS + SEAT_WORDS * seat
        h, last = first_link(I64(seat)), I64(0)
        if before:
            at = before + F_SEATS + SEAT_WORDS * seat
            h = get64(w, at)
            last = I64(W[U(at + 2)])
        if asked:  # what happened before the first decision nobody has to remember: it is seen
            for i in range(B[U(m.W_EVENTS)]):
                h = with_event(p, offset(pointer(B), I64(events + m.EVENT_WORDS * i)), h, I64(seat))
            if settled:
                was = offset(w, asked + state_at(p))
                h = with_choice(p, was, pointer(T), offset(w, asked + F_ROW), s, h, I64(seat))
            if asked == before and was_asked(pointer(W), asked, p, I64(seat)):
                record = I64(W[U(asked + F_SET)]) * SET_WORDS
                last = Q[U(record + I_FIRST)] + W[U(asked + F_NEXT)] + 1
        put64(w, I64(to), h)
        W[U(to + 2)] = last


@jit(
    f"int64(array, array, array, array, array, array, {NUMBERS}, {KEYS}, {KEYS}, {NUMBERS}, "
    f"{NUMBERS}, int64)"
)
def enter_decision(
    P: Any, S: Any, K: Any, T: Any, W: Any, kinds: Any, Q: Any, signs: Any, keys: Any, slots: Any,
    C: Any, frame: Any,
) -> Any:  # fmt: skip
    """Find the information set of a new frame, and let all seats see its decision; the result is
    the set, or why it is contradictory, below 0."""
    p, s, w, k = pointer(P), pointer(S), pointer(W), pointer(K)
    seat = I64(S[U(m.DECIDER)]) - 1
    list_signs(P, T, W, signs, C[U(C_ACTIONS)], frame, seat, C[U(C_STRICT)])
    count = I64(W[U(frame + F_COUNT)])
    at = frame + F_SEATS + SEAT_WORDS * seat
    key = observed(p, s, k, get64(w, at), seat, pointer(kinds))
    after = I64(W[U(at + 2)])
    found = enter_set(Q, signs, keys, slots, C, key, seat, count, after, I64(W[U(frame + F_NODE)]))
    W[U(frame + F_SET)] = found
    if S[U(m.TOGETHER)] != m.COLLECTING:
        for each in range(P[U(m.P_SEATS)]):
            at = frame + F_SEATS + SEAT_WORDS * each
            put64(w, at, observed(p, s, k, get64(w, at), I64(each), pointer(kinds)))
    return found


@jit(f"int64({NUMBERS}, array, {VALUES}, {NUMBERS}, {KEYS}, {KEYS}, array, int64, int64, int64)")
def room_for(
    C: Any, N: Any, V: Any, Q: Any, signs: Any, keys: Any, W: Any, seats: Any, count: Any,
    words: Any,
) -> Any:  # fmt: skip
    """Which array has to grow before a node with a number of children can be entered."""
    nodes = C[U(C_NODES)] + count
    if nodes > C[U(C_MOST)]:
        return I64(TOO_MANY)
    if nodes * NODE_WORDS > len(N) or (C[U(C_TERMINALS)] + 1) * seats > len(V):
        return I64(MORE_NODES)
    if C[U(C_ACTIONS)] + count > len(signs):
        return I64(MORE_ACTIONS)
    if 2 * C[U(C_SETS)] + 2 > len(keys) or (C[U(C_SETS)] + 1) * SET_WORDS > len(Q):
        return I64(MORE_SETS)
    return I64(MORE_WORDS) if C[U(C_END)] + words > len(W) else I64(WORKING)


@jit("int64(array, array, int64)")
def outcome(S: Any, B: Any, stopped: Any) -> Any:
    """Why a slice has to end at a stop of the machine."""
    status = stopped & 15
    if status == m.FAULTED:
        return I64(MORE_ROWS) if S[U(m.FAULT)] == m.FAULT_ROWS else I64(FAULTY)
    if B[U(m.W_EVENTS)] > B[U(m.W_EVENT_CAPACITY)]:
        return I64(MORE_EVENTS)
    return I64(WORKING)


@jit(
    f"int64(int64, array, array, array, array, array, array, array, array, array, array, {VALUES}, "
    f"{NUMBERS}, {KEYS}, {KEYS}, {NUMBERS}, {NUMBERS}, int64)",
    export=Export.LONG,
)
def unfold(
    machine: Any, P: Any, image: Any, K: Any, T: Any, kinds: Any, payoff: Any, S: Any, B: Any,
    W: Any, N: Any, V: Any, Q: Any, signs: Any, keys: Any, slots: Any, C: Any, steps: Any,
) -> Any:  # fmt: skip
    """Visit up to a number of nodes."""
    p, s, b = pointer(P), pointer(S), pointer(B)
    seats = I64(P[U(m.P_SEATS)])
    ended = I64(WORKING)
    while steps > 0 and ended == WORKING:
        frame = C[U(C_FRAME)]
        if frame and W[U(frame + F_NEXT)] == W[U(frame + F_COUNT)]:
            C[U(C_END)] = frame
            C[U(C_FRAME)] = W[U(frame + F_BEFORE)]
            if C[U(C_FRAME)] == 0:
                ended = I64(DONE)
            continue
        steps -= 1
        node = I64(0)
        if frame:
            node = I64(N[U(W[U(frame + F_NODE)] * NODE_WORDS + N_FIRST)] + W[U(frame + F_NEXT)])
            choose(P, S, W, frame, I64(W[U(frame + F_NEXT)]))
        else:
            copy_words(pointer(image), s, I64(0), I64(P[U(m.P_SIZE)]))
        B[U(m.W_EVENTS)] = 0
        stopped = I64(S[U(m.STATUS)])
        if frame or stopped == m.RUNNING or stopped == m.CHANCE:
            stopped = operate_at(machine, p, s, b, I64(ADVANCE), I64(0))
        elif stopped == m.DECISION:
            stopped += 16 * operate_at(machine, p, s, b, I64(LIST), I64(0))
        ended = outcome(S, B, stopped)
        count, words = I64(0), I64(0)
        if stopped & 15 == m.CHANCE:
            count = stopped >> 4
        elif stopped & 15 == m.DECISION and stopped >> 4:
            count = count_options(p, s, b)
        if ended == WORKING:
            words = order_at(p, I64(B[U(m.W_ROWS)]), count)
            ended = room_for(C, N, V, Q, signs, keys, W, seats, count, words)
        if ended != WORKING:
            continue
        at = node * NODE_WORDS
        if frame:
            N[U(at + N_PARENT)] = W[U(frame + F_NODE)]
            N[U(at + N_OPTION)] = option_at(p, W, frame, I64(W[U(frame + F_NEXT)]))
        N[U(at + N_COUNT)] = count
        N[U(at + N_FIRST)] = C[U(C_NODES)]
        if count == 0:
            N[U(at + N_WHO)] = TERMINAL
            N[U(at + N_NUMBER)] = C[U(C_TERMINALS)]
            utilities(p, s, pointer(payoff), offset(pointer(V), C[U(C_TERMINALS)] * seats))
            C[U(C_TERMINALS)] += 1
            if frame == 0:
                ended = I64(DONE)
        else:
            made = C[U(C_END)]
            chance = I64(1) if stopped & 15 == m.CHANCE else I64(0)
            W[U(made + F_BEFORE)] = frame
            W[U(made + F_NODE)] = node
            W[U(made + F_CHANCE)] = chance
            open_frame(P, S, B, W, made, count)
            link_chains(P, S, T, B, W, Q, frame, made, I64(1) - chance)
            N[U(at + N_WHO)] = CHANCE
            N[U(at + N_NUMBER)] = 0
            if chance:
                C[U(C_CHANCE)] += 1
            else:
                found = enter_decision(P, S, K, T, W, kinds, Q, signs, keys, slots, C, made)
                count = I64(W[U(made + F_COUNT)])
                N[U(at + N_COUNT)] = count
                if found < 0:
                    ended = -found
                N[U(at + N_WHO)] = S[U(m.DECIDER)] - 1
                N[U(at + N_NUMBER)] = found
            C[U(C_NODES)] += count
            C[U(C_END)] += words
            C[U(C_FRAME)] = made
        if frame:
            W[U(frame + F_NEXT)] += 1
    return ended
