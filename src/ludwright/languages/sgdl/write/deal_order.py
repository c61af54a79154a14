"""In which order the lines of `$initial` may have stood, by what must have come before what."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

Key = tuple[str, int]
"""A pile by its name and its number."""


def ordered(
    names: Mapping[str, int], others: Sequence[Key], sequences: Iterable[Sequence[Key]]
) -> list[Key]:
    """The piles of some names, each so often, and others, so that those in a sequence keep its
    order; so do the piles of a name, and the first ones of all names. As far as that leaves it
    open, the others come first and piles of a name stand together. What contradicts itself comes
    out in some order."""
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
        found.append((ready or left)[0])
    return found
