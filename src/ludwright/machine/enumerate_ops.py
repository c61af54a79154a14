"""Option rows: the ops that list options in the workspace, as native loops."""

from __future__ import annotations

from typing import Any

from . import columns
from . import state as m
from .jit import I64, U, jit
from .lists import one_row
from .trees import child_word, deepest, next_in_tree, tree_size


@jit("int64(state, state, int64)")
def add_row(P: Any, B: Any, action: Any) -> Any:
    """Begin an option row; the result is where its operands go. Callers check the capacity."""
    width = P[U(m.P_WIDTH)]
    at = m.W_DATA + B[U(m.W_ROWS)] * width
    B[U(m.W_ROWS)] += 1
    B[U(at)] = action
    for i in range(1, width):
        B[U(at + i)] = 0
    return I64(at + 1)


@jit("void(state, state, state, int64)")
def take_row(P: Any, S: Any, B: Any, row: Any) -> None:
    """Make a row of the workspace the choice."""
    width = P[U(m.P_WIDTH)]
    for i in range(width):
        S[U(m.ACTION + i)] = B[U(m.W_DATA + row * width + i)]


@jit("int64(state, state, state, int64, int64)")
def rows_of_list(P: Any, S: Any, B: Any, action: Any, items: Any) -> Any:
    """A row per item of a list; -1 if they do not fit."""
    n = S[U(items)]
    if B[U(m.W_ROWS)] + n > B[U(m.W_CAPACITY)]:
        return I64(-1)
    for i in range(n):
        B[U(add_row(P, B, action))] = S[U(items + 1 + i)]
    return I64(n)


@jit("int64(state, state, state, int64, int64, int64)")
def rows_of_zone(P: Any, S: Any, B: Any, action: Any, z: Any, row: Any) -> Any:
    """A row per token of a zone whose bit is set in a row of a bit table; -1 if they do not fit."""
    after = columns.next(P)
    if B[U(m.W_ROWS)] + P[U(m.P_TOKENS)] > B[U(m.W_CAPACITY)]:
        return I64(-1)
    t = S[U(columns.top(P) + z)]
    while t:
        if (P[U(row + (t >> 5))] >> (t & 31)) & 1:
            B[U(add_row(P, B, action))] = t
        t = S[U(after + t)]
    return I64(0)


@jit("int64(state, state, int64, int64)")
def first_in_zone(P: Any, S: Any, z: Any, row: Any) -> Any:
    """The first token from the top of a zone whose bit is set in a row of a bit table, or 0."""
    after = columns.next(P)
    t = S[U(columns.top(P) + z)]
    while t:
        if (P[U(row + (t >> 5))] >> (t & 31)) & 1:
            return I64(t)
        t = S[U(after + t)]
    return I64(0)


@jit("int64(state, state, int64, int64)")
def any_in_zone(P: Any, S: Any, z: Any, row: Any) -> Any:
    """Whether a zone has a token whose bit is set in a row of a bit table."""
    return I64(first_in_zone(P, S, z, row) != 0)


@jit("int64(state, state, int64, int64)")
def count_in_zone(P: Any, S: Any, z: Any, row: Any) -> Any:
    """How many tokens of a zone have their bit set in a row of a bit table."""
    after = columns.next(P)
    n = I64(0)
    t = S[U(columns.top(P) + z)]
    while t:
        n += (P[U(row + (t >> 5))] >> (t & 31)) & 1
        t = S[U(after + t)]
    return n


@jit("int64(state, state, int64, int64, int64)")
def run_length(P: Any, S: Any, z: Any, bits: Any, words: Any) -> Any:
    """How many face-up tokens from the top follow one another by a bit table (row: the lower)."""
    after = columns.next(P)
    face = columns.face(P)
    t = S[U(columns.top(P) + z)]
    if t == 0 or not S[U(face + t)]:
        return I64(0)
    n = I64(1)
    lower = S[U(after + t)]
    while lower and S[U(face + lower)]:
        if not (P[U(bits + lower * words + (t >> 5))] >> (t & 31)) & 1:
            break
        n += 1
        t = lower
        lower = S[U(after + t)]
    return n


@jit("int64(state, state, int64, int64, int64, int64, int64, int64)", inline=True)
def run_fits(
    P: Any, S: Any, z: Any, follow: Any, length: Any, bits: Any, words: Any, tops: Any
) -> Any:
    """Whether a zone has a run of two or more by the bit table `follow`, whose rows have a length,
    and, if that is quick to say, whether a token of it below the top fits one of the tops."""
    after = columns.next(P)
    face = columns.face(P)
    t = S[U(columns.top(P) + z)]
    if t == 0 or not S[U(face + t)]:
        return I64(0)
    fitting = I64(0)
    lower = S[U(after + t)]
    while lower and S[U(face + lower)]:
        if not (P[U(follow + lower * length + (t >> 5))] >> (t & 31)) & 1:
            break
        if words > 2:
            return I64(1)
        fitting |= one_row(P, bits + lower * words)
        t = lower
        lower = S[U(after + t)]
    return I64(fitting & tops != 0)


@jit("int64(state, int64, int64)")
def tops_of(S: Any, top: Any, count: Any) -> Any:
    """The top tokens of adjacent zones as 64 bits (bit 0: an empty zone), where all numbers fit."""
    tops = I64(0)
    for z in range(count):
        tops |= I64(1) << S[U(top + z)]
    return tops


@jit("int64(state, state, state, int64)", inline=True)
def rows_of_pairs(P: Any, S: Any, B: Any, pc: Any) -> Any:
    """A row per source and target zone whose top tokens fit; see ROWS_PAIRS."""
    first = P[U(pc + 2)]
    targets = P[U(pc + 4)]
    count = P[U(pc + 5)]
    bits = P[U(pc + 6)]
    words = P[U(pc + 7)]
    width = P[U(m.P_WIDTH)]
    face = columns.face(P)
    top = columns.top(P)
    n = B[U(m.W_ROWS)]
    if n + P[U(pc + 3)] * count > B[U(m.W_CAPACITY)]:
        return I64(-1)
    at = m.W_DATA + n * width
    tops = tops_of(S, top + targets, count) if words <= 2 else I64(0)
    for a in range(first, first + P[U(pc + 3)]):
        t = S[U(top + a)]
        if t and (S[U(face + t)] or not P[U(pc + 8)]):
            row = bits + t * words
            short = one_row(P, row)
            if words <= 2 and not short & tops:
                continue
            for z in range(targets, targets + count):
                u = S[U(top + z)]
                if words <= 2:
                    fits = (short >> u) & 1
                else:
                    fits = I64(P[U(row + (u >> 5))] >> (u & 31)) & 1
                if fits and a != z:
                    B[U(at)] = P[U(pc + 1)]
                    B[U(at + 1)] = a
                    B[U(at + 2)] = z
                    for i in range(3, width):
                        B[U(at + i)] = 0
                    at += width
                    n += 1
    B[U(m.W_ROWS)] = n
    return I64(0)


@jit("int64(state, state, state, int64)")
def rows_of_runs(P: Any, S: Any, B: Any, pc: Any) -> Any:
    """A row per source, target and run of two or more, the shortest first; see ROWS_RUNS."""
    first = P[U(pc + 2)]
    targets = P[U(pc + 4)]
    count = P[U(pc + 5)]
    bits = P[U(pc + 6)]
    words = P[U(pc + 7)]
    width = P[U(m.P_WIDTH)]
    after = columns.next(P)
    top = columns.top(P)
    n = B[U(m.W_ROWS)]
    at = m.W_DATA + n * width
    tops = tops_of(S, top + targets, count) if words <= 2 else I64(0)
    for a in range(first, first + P[U(pc + 3)]):
        if run_fits(P, S, a, P[U(pc + 8)], P[U(pc + 9)], bits, words, tops):
            length = run_length(P, S, a, P[U(pc + 8)], P[U(pc + 9)])
            if n + length * count > B[U(m.W_CAPACITY)]:
                return I64(-1)
            for z in range(targets, targets + count):
                u = S[U(top + z)]
                t = S[U(top + a)]
                for depth in range(1, length):
                    t = S[U(after + t)]
                    fits = P[U(bits + t * words + (u >> 5))] >> (u & 31)
                    if fits & 1 and a != z:
                        B[U(at)] = P[U(pc + 1)]
                        B[U(at + 1)] = a
                        B[U(at + 2)] = z
                        B[U(at + 3)] = depth
                        for i in range(4, width):
                            B[U(at + i)] = 0
                        at += width
                        n += 1
    B[U(m.W_ROWS)] = n
    return I64(0)


PLACE_BITS = 20  # of each of the three numbers that a place is packed from
PLACE_MASK = I64((1 << PLACE_BITS) - 1)


@jit("int64(int64, int64, int64)", inline=True)
def place_of(first: Any, second: Any, third: Any) -> Any:
    """Three numbers as one."""
    return (((first << PLACE_BITS) | second) << PLACE_BITS) | third


@jit("int64(state, state, int64, int64, int64, int64)")
def find_run(P: Any, S: Any, pc: Any, source: Any, target: Any, depth: Any) -> Any:
    """The next source, target and depth of a run, as a place; -1 if there are no more. See
    NEXT_RUN."""
    targets = P[U(pc + 6)]
    count = P[U(pc + 7)]
    bits = P[U(pc + 8)]
    words = P[U(pc + 9)]
    after = columns.next(P)
    top = columns.top(P)
    if source == 0:
        source, target, depth = I64(P[U(pc + 4)]), I64(targets), I64(0)
    tops = tops_of(S, top + targets, count) if words <= 2 else I64(0)
    while source < P[U(pc + 4)] + P[U(pc + 5)]:
        fitting = run_fits(P, S, source, P[U(pc + 10)], P[U(pc + 11)], bits, words, tops)
        length = run_length(P, S, source, P[U(pc + 10)], P[U(pc + 11)]) if fitting else I64(0)
        while fitting and target < targets + count:
            u = S[U(top + target)]
            t = S[U(top + source)]
            for _ in range(depth):
                t = S[U(after + t)]
            while depth + 1 < length and target != source:
                t = S[U(after + t)]
                depth += 1
                if (P[U(bits + t * words + (u >> 5))] >> (u & 31)) & 1:
                    return place_of(source, target, depth)
            target += 1
            depth = I64(0)
        source += 1
        target, depth = I64(targets), I64(0)
    return I64(-1)


# ---- zones of trees ----


@jit("int64(state, state, int64, int64, int64, int64)")
def list_tops(P: Any, S: Any, zones: Any, deep: Any, bits: Any, words: Any) -> Any:
    """The list of the top tokens of zones or, if deep, of the deepest zones below them; behind it,
    a row with a bit for each token that fits one of them by a bit table."""
    start = S[U(m.LIST_TOP)]
    n = S[U(zones)]
    top = columns.top(P)
    row = start + 1 + n
    trees = P[U(m.P_TREES)]
    chains = deep and P[U(trees + m.TREE_WAY)] >= 0
    parents = P[U(trees + m.TREE_PARENTS)]
    ends = child_word(P, I64(0), I64(m.DIRECTIONS)) if chains else I64(0)
    for k in range(words):
        S[U(row + k)] = 0
    for i in range(1, n + 1):
        z = I64(S[U(zones + i)])
        if chains and S[U(parents + z)] == 0:
            if S[U(ends + z)]:
                z = I64(S[U(ends + z)])
        elif deep:
            z = deepest(P, S, z)
        t = S[U(top + z)]
        S[U(start + i)] = t
        for k in range(words):
            S[U(row + k)] |= P[U(bits + t * words + k)]
    S[U(start)] = n
    S[U(m.LIST_TOP)] = row + words
    return I64(start)


@jit("int64(state, state, int64)")
def last_filled(P: Any, S: Any, root: Any) -> Any:
    """The deepest zone with tokens of a chain; the root if there is none."""
    parents = P[U(P[U(m.P_TREES)] + m.TREE_PARENTS)]
    z = deepest(P, S, root)
    while z != root and S[U(columns.size(P) + z)] == 0:
        z = I64(S[U(parents + z)])
    return I64(z)


@jit("int64(state, state, state, int64, int64, int64, int64, int64, int64, int64, int64)")
def find_node(
    P: Any,
    S: Any,
    B: Any,
    at: Any,
    roots: Any,
    targets: Any,
    tops: Any,
    action: Any,
    i: Any,
    z: Any,
    j: Any,
) -> Any:
    """The next zone of some trees and target that fit, from a zone (0: the root) of the tree at an
    index and a target at an index on: all three as a place, or -1 if there are no more. For an
    action (not 0), write a row for each instead, as long as there is room. The operands from
    `bits` on are at `at`; see ROWS_NODES."""
    trees = S[U(roots)]
    bits = P[U(at)]
    words = P[U(at + 1)]
    how = P[U(at + 2)]
    count = S[U(targets)]
    fitting = tops + 1 + count
    face = columns.face(P)
    top = columns.top(P)
    way = P[U(P[U(m.P_TREES)] + m.TREE_WAY)] if P[U(m.P_TREES)] else -1
    children = child_word(P, I64(0), way) if way >= 0 else I64(0)
    any_face = 0 if how & m.FACE_UP else 1
    # In a chain only the last token can be alone.
    last = way >= 0 and how & m.ALONE
    while i < trees:
        root = I64(S[U(roots + 1 + i)])
        if z == 0:
            z = last_filled(P, S, root) if last else root
        while z:
            t = S[U(top + z)]
            # One branch that is rarely taken: two would often be mispredicted.
            if (S[U(fitting + (t >> 5))] >> (t & 31)) & (S[U(face + t)] | any_face) & 1:
                if not how & m.ALONE or tree_size(P, S, z, I64(1)) == 1:
                    at_token = bits + (t >> 5)
                    while j < count:
                        if (P[U(at_token + S[U(tops + 1 + j)] * words)] >> (t & 31)) & 1:
                            if S[U(targets + 1 + j)] != root or not how & m.APART:
                                full = action and B[U(m.W_ROWS)] >= B[U(m.W_CAPACITY)]
                                if full or not action:
                                    return place_of(i, z, j)
                                x = add_row(P, B, action)
                                B[U(x)] = z
                                B[U(x + 1)] = S[U(targets + 1 + j)]
                        j += 1
            j = I64(0)
            if way >= 0:
                z = I64(0) if last else I64(S[U(children + z)])
            else:
                z = next_in_tree(P, S, z, root) if P[U(m.P_TREES)] else I64(0)
        i += 1
    return I64(-1)
