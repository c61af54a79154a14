"""Combinations of list items: a selection is a number whose bit i says whether item i is taken.

Limits keep the number of selections small enough to be enumerated within a decision.
"""

from __future__ import annotations

from typing import Any

from . import state as m
from .jit import I64, U, allocate, jit, release

MOST_ITEMS = 30  # of a list to select from
MOST_WAYS = 1 << 16  # selections that are enumerated
MOST_PARTED = 20  # items of a list to partition: the tables have a word per subset
MOST_GROUPS = 4096


@jit("int64(int64)")
def count_bits(selection: Any) -> Any:
    """The number of items that a selection takes: Kernighan's loop over the bits set."""
    n = I64(0)
    while selection:
        selection &= selection - 1
        n += 1
    return n


@jit("int64(int64)")
def highest(selection: Any) -> Any:
    """The last item that a selection takes."""
    i = I64(MOST_ITEMS)
    while not selection >> i & 1:
        i -= 1
    return i


@jit("int64(int64)")
def lowest(selection: Any) -> Any:
    """The first item that a selection takes."""
    i = I64(0)
    while not selection >> i & 1:
        i += 1
    return i


@jit("int64(int64, int64, int64)")
def count_ways(n: Any, least: Any, most: Any) -> Any:
    """The number of selections of `least` to `most` of n items."""
    ways = I64(0)
    each = I64(1)
    for k in range(min(most, n) + 1):
        if k >= least:
            ways += each
        each = each * (n - k) // (k + 1)
    return ways


@jit("int64(int64, int64, int64)")
def next_selection(selection: Any, n: Any, most: Any) -> Any:
    """The next selection of n items, by size and then by items; below 0 after the last.

    -1 - k stands for the position before the first selection of k items."""
    if selection < 0:
        k = -1 - selection
        return (I64(1) << k) - 1 if k <= min(most, n) else I64(-1)
    last = I64(0)  # how many of the last items are taken
    while last < n and selection >> (n - 1 - last) & 1:
        last += 1
    p = n - 1 - last
    while p >= 0 and not selection >> p & 1:
        p -= 1
    if p >= 0:
        kept = selection & ((I64(1) << p) - 1)
        return kept | ((I64(1) << (last + 1)) - 1) << (p + 1)
    return (I64(1) << (last + 1)) - 1 if last < min(most, n) else I64(-1)


@jit("int64(state, state, int64, int64, int64, int64)")
def may_join(P: Any, S: Any, items: Any, selection: Any, at: Any, pc: Any) -> Any:
    """Whether a token matches all those before it that a selection takes."""
    words = I64(P[U(pc + 7)])
    token = I64(S[U(items + 1 + at)])
    for i in range(at):
        if selection >> i & 1:
            row = I64(P[U(pc + 6)]) + S[U(items + 1 + i)] * words
            if not P[U(row + (token >> 5))] >> (token & 31) & 1:
                return I64(0)
    return I64(1)


@jit("int64(state, state, int64, int64, int64, int64)")
def next_alike(P: Any, S: Any, items: Any, selection: Any, most: Any, pc: Any) -> Any:
    """Like `next_selection`, but only of tokens that match pairwise: a backtracking search that
    drops prefixes that cannot be completed."""
    n = I64(S[U(items)])
    size = -1 - selection if selection < 0 else count_bits(selection)
    have = size
    at = n
    if selection < 0:
        selection = I64(0)
        have = I64(0)
        at = I64(0)
        if size == 0 and most >= 0:
            return selection
    while size <= min(most, n):
        while have < size and n - at >= size - have:
            if may_join(P, S, items, selection, at, pc):
                selection |= I64(1) << at
                have += 1
                if have == size:
                    return selection
            at += 1
        if selection:  # backtrack: drop the last one and continue behind it
            at = highest(selection) + 1
            selection ^= I64(1) << (at - 1)
            have -= 1
        else:
            size += 1
            have = I64(0)
            at = I64(0)
    return I64(-1)


@jit("int64(state, int64, int64, int64)")
def take(S: Any, items: Any, selection: Any, to: Any) -> Any:
    """Write the list of the items that a selection takes; the result is the word behind it."""
    n = I64(0)
    for i in range(min(I64(S[U(items)]), I64(MOST_ITEMS))):
        if selection >> i & 1:
            n += 1
            S[U(to + n)] = S[U(items + 1 + i)]
    S[U(to)] = n
    return to + n + 1


@jit("void(state, int64, int64, int64, CPointer(int64), CPointer(int64))")
def chain(S: Any, groups: Any, count: Any, full: Any, first: Any, after: Any) -> None:
    """Chain the groups by their first item: by item the first group; by group, from 1, the next."""
    for g in range(count, 0, -1):
        taken = I64(S[U(groups + g)])
        if 0 < taken <= full:
            i = lowest(taken)
            after[g] = first[i]
            first[i] = g


@jit("void(state, int64, int64, CPointer(int64), CPointer(int64), CPointer(int64))")
def mark_reachable(S: Any, groups: Any, full: Any, first: Any, after: Any, best: Any) -> None:
    """Mark the sets of remaining items that can occur when items are assigned in order."""
    best[full] = 1
    for left in range(full, 0, -1):
        if best[left]:
            best[left & (left - 1)] = 1
            g = first[lowest(I64(left))]
            while g:
                taken = I64(S[U(groups + g)])
                if taken & left == taken:
                    best[left - taken] = 1
                g = after[g]


@jit("int64(state, int64, int64, int64)")
def weigh(S: Any, weights: Any, n: Any, taken: Any) -> Any:
    """What a group adds: its weight 32 times, less 1 so that fewer groups are better."""
    total = I64(0)
    for i in range(n):
        if taken >> i & 1:
            total += S[U(weights + 1 + i)]
    return 32 * total - 1


@jit("void(state, int64, int64)")
def part(S: Any, weights: Any, groups: Any) -> None:
    """Make the list of the groups that share no item and weigh most."""
    n = I64(S[U(weights)])
    count = I64(S[U(groups)])
    full = (I64(1) << n) - 1 if count else I64(0)
    first = allocate(n + 1)
    after = allocate(count + 1)
    adds = allocate(count + 1)
    for g in range(1, count + 1):
        adds[g] = weigh(S, weights, n, I64(S[U(groups + g)]))
    chain(S, groups, count, full, first, after)
    best = allocate(full + 1)  # by the set of remaining items: the largest weight
    choice = allocate(full + 1)  # the group of the first remaining item, or 0
    mark_reachable(S, groups, full, first, after, best)
    best[0] = 0
    for left in range(1, full + 1):
        if best[left]:
            best[left] = best[left & (left - 1)]
            g = first[lowest(I64(left))]
            while g:
                taken = I64(S[U(groups + g)])
                if taken & left == taken:
                    made = best[left - taken] + adds[g]
                    if made > best[left] or (made == best[left] and choice[left] == 0):
                        best[left] = made
                        choice[left] = g
                g = after[g]
    start = I64(S[U(m.LIST_TOP)])
    found = I64(0)
    while full:
        g = choice[full]
        taken = I64(S[U(groups + g)]) if g else full & -full
        if g:
            found += 1
            S[U(start + found)] = taken
        full -= taken
    S[U(start)] = found
    S[U(m.LIST_TOP)] = start + found + 1
    for numbers in (first, after, adds, best, choice):
        release(numbers)
