"""The search loops, compiled: best first, breadth first and depth first.

A search lives in arrays that its driver allocates and grows. A loop runs in slices: it returns
after a number of options, or when it finds a win or a full table, and can be called again.
"""

from __future__ import annotations

from typing import Any

from ..machine import state as m
from ..machine.jit import I64, Export, U, jit, offset, pointer
from .heuristic import value_of
from .position_options import (
    TO_CHANCE,
    TO_CHOICE,
    TO_FAULT,
    TO_MORE_ROWS,
    TO_WIN,
    try_option,
    write_options,
)
from .position_store import (
    R_CHILDREN,
    R_COUNT,
    R_DEPTH,
    R_HEAD,
    R_NEXT,
    R_OPTION,
    R_PAIRS,
    R_PARENT,
    R_ROWS,
    R_SIZE,
    R_TRIED,
    WHOLE_EVERY,
    apply_pairs,
    copy_live,
    read_whole,
    write_pairs,
    write_whole,
)
from .state_hash import HASH, HIGH, LOW, forget, hash_state
from .transposition_set import add

# ---- why a slice ended ----
WORKING, DONE, WON, MORE_KEYS, MORE_WORDS, MORE_HEAP, MORE_ROWS, CHANCE_MET, OVERFLOWED = range(9)

# ---- the counters of a search: positions visited, options tried, current record (0: none), end of
# the records, positions on the heap, positions ever pushed, record and option of the first win,
# positions won, positions lost or stuck, greatest depth, whether T holds the state of the current
# record, 1 for breadth first (records in order) instead of best first, next record in that order;
# then scratch for the chain of records back to a whole one ----
C_COUNT, C_STEPS, C_CURRENT, C_END, C_OPEN, C_NUMBER, C_WON, C_OPTION = range(8)
C_WINS, C_DEAD, C_DEPTH, C_FRESH, C_ORDERED, C_PLACE, C_CHAIN = range(8, 15)
COUNTERS = C_CHAIN + WHOLE_EVERY + 1

KEYS, NUMBERS = "uint64[::1]", "int64[::1]"
LAST = I64((1 << 40) - 1)


@jit(f"void({HASH}, array, array, array)", export=Export.QUICK)
def key_of(H: Any, P: Any, S: Any, Y: Any) -> None:
    """Compute the two words of a state's key."""
    hash_state(H, pointer(P), pointer(S), pointer(Y))


@jit("void(array, array, array)", export=Export.QUICK)
def forget_in(P: Any, S: Any, Y: Any) -> None:
    """Reset the forgotten variables of a state."""
    forget(pointer(P), pointer(S), pointer(Y))


@jit("int64(array, array)", inline=True)
def room_needed(P: Any, B: Any) -> Any:
    """The most words that one more record, or its child entries, can take."""
    return I64(R_HEAD + 2 * B[U(m.W_CAPACITY)] * P[U(m.P_WIDTH)] + 2 * P[U(m.P_SIZE)] + 2)


@jit("int64(int64)", inline=True)
def stop_reason(found: Any) -> Any:
    """Why a slice ends at an option whose outcome is not a position."""
    if found == TO_MORE_ROWS:
        return I64(MORE_ROWS)
    return I64(CHANCE_MET) if found == TO_CHANCE else I64(OVERFLOWED)


# ---- best first and breadth first: a binary heap of records, or records in order ----


@jit(f"void({NUMBERS}, {NUMBERS}, int64, int64)", export=Export.QUICK)
def push(heap: Any, C: Any, value: Any, record: Any) -> None:
    """Push a record; among equal values the latest comes first, which favours depth."""
    C[U(C_NUMBER)] += 1
    key = (value << 40) + LAST - C[U(C_NUMBER)]
    at = C[U(C_OPEN)]
    C[U(C_OPEN)] += 1
    while at > 0 and heap[U(2 * ((at - 1) // 2))] > key:
        above = (at - 1) // 2
        heap[U(2 * at)] = heap[U(2 * above)]
        heap[U(2 * at + 1)] = heap[U(2 * above + 1)]
        at = above
    heap[U(2 * at)] = key
    heap[U(2 * at + 1)] = record


@jit(f"int64({NUMBERS}, {NUMBERS})", export=Export.QUICK)
def take(heap: Any, C: Any) -> Any:
    """Pop the best record; 0 if the heap is empty."""
    if C[U(C_OPEN)] == 0:
        return I64(0)
    best = heap[U(1)]
    C[U(C_OPEN)] -= 1
    n = C[U(C_OPEN)]
    key, record = heap[U(2 * n)], heap[U(2 * n + 1)]
    at = I64(0)
    while 2 * at + 1 < n:
        below = 2 * at + 1
        if below + 1 < n and heap[U(2 * below + 2)] < heap[U(2 * below)]:
            below += 1
        if heap[U(2 * below)] >= key:
            break
        heap[U(2 * at)] = heap[U(2 * below)]
        heap[U(2 * at + 1)] = heap[U(2 * below + 1)]
        at = below
    heap[U(2 * at)] = key
    heap[U(2 * at + 1)] = record
    return best


@jit(f"void(array, array, array, {NUMBERS}, int64)", export=Export.QUICK)
def rebuild(P: Any, S: Any, W: Any, C: Any, record: Any) -> None:
    """Rebuild the state of a record: its nearest whole ancestor, then the deltas since."""
    width = I64(P[U(m.P_WIDTH)])
    n = I64(0)
    while W[U(record + R_PAIRS)] >= 0:
        C[U(C_CHAIN + n)] = record
        n += 1
        record = I64(W[U(record + R_PARENT)])
    pairs = record + R_HEAD + W[U(record + R_ROWS)] * width
    read_whole(pointer(P), pointer(S), offset(pointer(W), pairs))
    while n > 0:
        n -= 1
        record = C[U(C_CHAIN + n)]
        pairs = record + R_HEAD + W[U(record + R_ROWS)] * width
        apply_pairs(pointer(S), offset(pointer(W), pairs), I64(W[U(record + R_PAIRS)]))


@jit(
    f"int64(int64, array, array, array, array, array, array, {NUMBERS}, int64)", export=Export.QUICK
)
def write_record(
    machine: Any, P: Any, Y: Any, S: Any, T: Any, B: Any, W: Any, C: Any, parent: Any
) -> Any:
    """Append a record for the state S that an option led to, and return its position; T is the
    state of its parent."""
    record = C[U(C_END)]
    write_options(P, Y, S, B, W, record)
    pairs = offset(pointer(W), record + W[U(record + R_SIZE)])
    depth = I64(W[U(parent + R_DEPTH)] + 1 if parent else 0)
    if depth % WHOLE_EVERY == 0:
        W[U(record + R_PAIRS)] = -1
        W[U(record + R_SIZE)] += write_whole(pointer(P), pointer(S), pairs)
    else:
        n = write_pairs(pointer(P), pointer(T), pointer(S), pairs)
        W[U(record + R_PAIRS)] = n
        W[U(record + R_SIZE)] += 2 * n
    W[U(record + R_PARENT)] = parent
    W[U(record + R_DEPTH)] = depth
    if parent:
        W[U(record + R_OPTION)] = W[U(parent + R_TRIED)]
    C[U(C_DEPTH)] = max(C[U(C_DEPTH)], depth)
    C[U(C_END)] += W[U(record + R_SIZE)]
    return record


@jit(f"int64(array, array, array, {NUMBERS}, {NUMBERS})")
def next_record(P: Any, T: Any, W: Any, heap: Any, C: Any) -> Any:
    """Make the next record current and rebuild its state in T; 0 if there is none."""
    record = I64(0)
    if C[U(C_ORDERED)] == 0:
        record = take(heap, C)
    elif C[U(C_PLACE)] < C[U(C_END)]:
        record = C[U(C_PLACE)]
        C[U(C_PLACE)] += W[U(record + R_SIZE)]
    C[U(C_CURRENT)] = record
    if record:
        rebuild(P, T, W, C, record)
    return record


@jit(
    f"int64(int64, array, array, array, array, array, array, {HASH}, {KEYS}, array, {NUMBERS}, "
    f"{NUMBERS}, int64)",
    export=Export.LONG,
)
def widen(
    machine: Any, P: Any, Y: Any, E: Any, S: Any, T: Any, B: Any, H: Any, keys: Any, W: Any,
    heap: Any, C: Any, steps: Any,
) -> Any:  # fmt: skip
    """Try up to `steps` options: best first until a win is found, or breadth first to the end."""
    p, s, t, y = pointer(P), pointer(S), pointer(T), pointer(Y)
    room = len(W) - room_needed(P, B)
    ended = I64(WORKING)
    while steps > 0 and ended == WORKING:
        record = C[U(C_CURRENT)]
        if record == 0 or W[U(record + R_TRIED)] == W[U(record + R_COUNT)]:
            if next_record(P, T, W, heap, C) == 0:
                ended = I64(DONE)
        elif 4 * C[U(C_COUNT)] >= len(keys):
            ended = I64(MORE_KEYS)
        elif C[U(C_END)] >= room:
            ended = I64(MORE_WORDS)
        elif 2 * C[U(C_OPEN)] >= len(heap):
            ended = I64(MORE_HEAP)
        else:
            steps -= 1
            copy_live(p, t, s)
            found = try_option(machine, P, Y, S, B, W, record, I64(W[U(record + R_TRIED)]))
            if found >= TO_MORE_ROWS:
                ended = stop_reason(found)
                continue
            C[U(C_STEPS)] += 1
            if found == TO_WIN and C[U(C_WON)] == 0:
                C[U(C_WON)] = record
                C[U(C_OPTION)] = W[U(record + R_TRIED)]
            if found == TO_CHOICE or (C[U(C_ORDERED)] and found != TO_FAULT):
                hash_state(H, p, s, y)
                if add(keys, H[U(LOW)], H[U(HIGH)]):
                    C[U(C_COUNT)] += 1
                    if found == TO_CHOICE:
                        made = write_record(machine, P, Y, S, T, B, W, C, record)
                        if C[U(C_ORDERED)] == 0:
                            push(heap, C, value_of(s, pointer(E)), made)
                    else:
                        C[U(C_WINS if found == TO_WIN else C_DEAD)] += 1
                        C[U(C_DEPTH)] = max(C[U(C_DEPTH)], I64(W[U(record + R_DEPTH)] + 1))
            W[U(record + R_TRIED)] += 1
            if found == TO_WIN and C[U(C_ORDERED)] == 0:
                ended = I64(WON)
    return ended


# ---- depth first: a stack of records with the pairs that undo their move; behind the last one its
# children, an estimate and an option each ----


@jit("void(array, int64, int64)")
def sort_children(W: Any, start: Any, count: Any) -> None:
    """Sort (value, option) pairs by value: insertion sort, stable and fast for so few."""
    for i in range(1, count):
        value, option = W[U(start + 2 * i)], W[U(start + 2 * i + 1)]
        at = I64(i)
        while at > 0 and W[U(start + 2 * at - 2)] > value:
            W[U(start + 2 * at)] = W[U(start + 2 * at - 2)]
            W[U(start + 2 * at + 1)] = W[U(start + 2 * at - 1)]
            at -= 1
        W[U(start + 2 * at)] = value
        W[U(start + 2 * at + 1)] = option


@jit(
    f"void(int64, array, array, array, array, array, array, {NUMBERS}, int64, int64)",
    export=Export.QUICK,
)
def go_down(
    machine: Any, P: Any, Y: Any, S: Any, T: Any, B: Any, W: Any, C: Any, record: Any, option: Any
) -> None:
    """Push the state S that an option led to; T is the state before."""
    made = C[U(C_END)]
    write_options(P, Y, S, B, W, made)
    if record:
        pairs = offset(pointer(W), made + W[U(made + R_SIZE)])
        W[U(made + R_PAIRS)] = write_pairs(pointer(P), pointer(S), pointer(T), pairs)
        W[U(made + R_SIZE)] += 2 * W[U(made + R_PAIRS)]
        W[U(made + R_DEPTH)] = W[U(record + R_DEPTH)] + 1
    W[U(made + R_PARENT)] = record
    W[U(made + R_OPTION)] = option
    C[U(C_CURRENT)] = made
    C[U(C_END)] += W[U(made + R_SIZE)]
    C[U(C_FRESH)] = 0


@jit(f"void(array, array, array, {NUMBERS}, int64)")
def go_up(P: Any, S: Any, W: Any, C: Any, record: Any) -> None:
    """Pop the last record and undo its move."""
    n = I64(W[U(record + R_PAIRS)])
    pairs = record + R_HEAD + W[U(record + R_ROWS)] * P[U(m.P_WIDTH)]
    apply_pairs(pointer(S), offset(pointer(W), pairs), n)
    C[U(C_CURRENT)] = W[U(record + R_PARENT)]
    C[U(C_END)] = record
    C[U(C_FRESH)] = 0


@jit(
    f"int64(int64, array, array, array, array, array, array, {HASH}, {KEYS}, array, {NUMBERS}, "
    "int64)",
    export=Export.LONG,
)
def deepen(
    machine: Any, P: Any, Y: Any, E: Any, S: Any, T: Any, B: Any, H: Any, keys: Any, W: Any,
    C: Any, steps: Any,
) -> Any:  # fmt: skip
    """Try up to `steps` options: all of a position, then descend into its children, best first."""
    p, s, t, y = pointer(P), pointer(S), pointer(T), pointer(Y)
    room = len(W) - room_needed(P, B)
    ended = I64(WORKING)
    while steps > 0 and ended == WORKING:
        record = C[U(C_CURRENT)]
        if record and C[U(C_FRESH)] == 0:
            copy_live(p, s, t)
            C[U(C_FRESH)] = 1
        if record == 0:
            ended = I64(DONE)
        elif 4 * C[U(C_COUNT)] >= len(keys):
            ended = I64(MORE_KEYS)
        elif C[U(C_END)] >= room:
            ended = I64(MORE_WORDS)
        elif W[U(record + R_TRIED)] < W[U(record + R_COUNT)]:
            steps -= 1
            option = I64(W[U(record + R_TRIED)])
            found = try_option(machine, P, Y, S, B, W, record, option)
            if found >= TO_MORE_ROWS:
                ended = stop_reason(found)
            else:
                C[U(C_STEPS)] += 1
                W[U(record + R_TRIED)] += 1
            if found == TO_WIN:
                C[U(C_WON)] = record
                C[U(C_OPTION)] = option
                ended = I64(WON)
            elif found == TO_CHOICE:
                hash_state(H, p, s, y)
                if add(keys, H[U(LOW)], H[U(HIGH)]):
                    C[U(C_COUNT)] += 1
                    W[U(C[U(C_END)])] = value_of(s, pointer(E))
                    W[U(C[U(C_END)] + 1)] = option
                    C[U(C_END)] += 2
                    W[U(record + R_CHILDREN)] += 1
            copy_live(p, t, s)
            if W[U(record + R_TRIED)] == W[U(record + R_COUNT)]:
                children = I64(W[U(record + R_CHILDREN)])
                sort_children(W, C[U(C_END)] - 2 * children, children)
        elif W[U(record + R_NEXT)] < W[U(record + R_CHILDREN)]:
            # Children keep only their option: trying it again is cheaper than storing a state.
            child = record + W[U(record + R_SIZE)] + 2 * W[U(record + R_NEXT)]
            option = I64(W[U(child + 1)])
            if try_option(machine, P, Y, S, B, W, record, option) == TO_MORE_ROWS:
                copy_live(p, t, s)
                ended = I64(MORE_ROWS)
            else:
                W[U(record + R_NEXT)] += 1
                go_down(machine, P, Y, S, T, B, W, C, record, option)
        else:
            go_up(P, S, W, C, record)
    return ended
