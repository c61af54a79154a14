"""Reconstruct an order of the lines of `$initial` from the orders of the statements they made."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

Key = tuple[str, int]
"""A pile by its name and its number."""


def ordered(
    names: Mapping[str, int], others: Sequence[Key], sequences: Iterable[Sequence[Key]]
) -> list[Key]:
    """All piles, given as a count for each name, and others, in an order consistent with all
    sequences. The piles of a name keep their order, and so do the first piles of all names.
    Otherwise the others come first and piles of a name stay together. Contradictory sequences give
    some order.

    This is a stable topological sort: of the keys whose predecessors are all placed, it takes the
    first. The number of piles is limited to 200, so quadratic time is fine.
    """
    piles = [(name, index) for name, count in names.items() for index in range(count)]
    keys = [*others, *piles]
    firsts = [(name, 0) for name in names]
    numbered = [[(name, i) for i in range(count)] for name, count in names.items()]
    before: dict[Key, set[Key]] = {key: set() for key in keys}
    for sequence in (*sequences, firsts, *numbered):
        for earlier, later in pairwise(key for key in sequence if key in before):
            before[later].add(earlier)
    found: list[Key] = []
    while len(found) < len(keys):
        left = [key for key in keys if key not in found]
        ready = [key for key in left if before[key] <= set(found)]
        # Nothing is ready in a cycle of contradictory sequences; the round trip rejects what is
        # wrong.
        found.append((ready or left)[0])
    return found
