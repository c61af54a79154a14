"""Rules for single names as few rules for sets of names, in the same order.

Two names of which cards may be removed in either order stand on both sides.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product

from ..lower.symbols import Symbols
from ..read.pairs import pile_pairs
from ..read.tree import REMOVE, MoveRule, Word
from .conditions import condition_lines, texts


def joined(rules: Sequence[MoveRule], places: Symbols) -> Iterator[MoveRule]:
    """The longest stretches of rules that can be one."""
    at = 0
    while at < len(rules):
        stretches = (rules[at:end] for end in range(len(rules), at + 1, -1))
        found = next((one for some in stretches for one in _as_one(some, places)), rules[at])
        yield found
        at += 1 if found is rules[at] else _stands_for(found, places)


def _stands_for(rule: MoveRule, places: Symbols) -> int:
    """How many rules for single names a rule stands for."""
    return len(_pairs(rule, places))


def _pairs(rule: MoveRule, places: Symbols) -> list[tuple[str, ...]]:
    if rule.kind == REMOVE and rule.targets:
        return [(first, second) for first, second, _ in pile_pairs(rule, Counter(places.piles))]
    ends = [list(texts(words)) for words in (rule.sources, rule.targets) if words]
    return list(product(*ends))


def _as_one(rules: Sequence[MoveRule], places: Symbols) -> Iterator[MoveRule]:
    """Rules that may stand for several."""
    first = rules[0]
    if any(not _alike(rule, first) for rule in rules):
        return
    wanted = [tuple(texts(rule.sources[:1] + rule.targets[:1])) for rule in rules]
    rows: dict[str, list[str]] = {}
    for pair in wanted:
        rows.setdefault(pair[0], []).extend(pair[1:])
    sources = _names([list(rows)], [rule.sources for rule in rules])
    targets = _names(list(rows.values()), [rule.targets for rule in rules])
    rule = replace(first, sources=sources, targets=targets)
    if _pairs(rule, places) == wanted:
        yield rule


def _alike(rule: MoveRule, other: MoveRule) -> bool:
    heaps = [each.to.text if each.to else "" for each in (rule, other)]
    said = [list(condition_lines(each.condition)) for each in (rule, other)]
    return rule.kind == other.kind and heaps[0] == heaps[1] and said[0] == said[1]


def _names(rows: list[list[str]], sides: list[tuple[Word, ...]]) -> tuple[Word, ...]:
    """The names on one side: first those that give the pairs their order, in one that fits all
    rows if there is such an order."""
    words = {word.text: word for side in sides for word in side}
    left = [row for row in rows if row]
    ordered: dict[str, None] = {}
    while left:
        heads = [row[0] for row in left]
        free = [head for head in heads if not any(head in row[1:] for row in left)]
        head = (free or heads)[0]
        ordered[head] = None
        left = [rest for row in left if (rest := [name for name in row if name != head])]
    return tuple(words[name] for name in (ordered | dict.fromkeys(words)))
