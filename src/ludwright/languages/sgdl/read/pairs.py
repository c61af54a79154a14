"""Pairs of piles in REMOVE rules, and whether the order of the two cards matters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from .tree import Block, CardTest, Condition, MoveRule, PairTest, SizeTest

SYMMETRIC = ("match", "match_color", "alternate_color", "equal", "add_13", "add_14", "distance",
             "distance_wrap")  # fmt: skip


def pile_pairs(rule: MoveRule, piles: Counter[str]) -> list[tuple[str, str, bool]]:
    """The unordered pairs of pile names of a rule, and whether it names them in both orders."""
    named = [(s.text, t.text) for s in rule.sources for t in rule.targets]
    found: list[tuple[str, str, bool]] = []
    for first, second in named:
        both = (second, first) in named
        again = both and (second, first, True) in found
        alone = first == second and piles[first] < 2  # the two cards come from different piles
        if not again and not alone:
            found.append((first, second, both))
    return found


def ordered(condition: Condition) -> bool:
    """Whether a condition distinguishes the first card from the second."""
    if isinstance(condition, Block):
        return any(ordered(item) for item in condition.items)
    if isinstance(condition, PairTest):
        return condition.mode not in SYMMETRIC
    # SRC and DEST test one of the two cards; size and pile tests do not depend on which is which.
    return isinstance(condition, CardTest)


def sizes(condition: Condition) -> Iterator[SizeTest]:
    """The size tests in a condition."""
    if isinstance(condition, Block):
        for item in condition.items:
            yield from sizes(item)
    elif isinstance(condition, SizeTest):
        yield condition
