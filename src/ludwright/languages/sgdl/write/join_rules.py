"""Join rules for single names into fewer rules for sets of names, in the same order.

If the cards of two names may be removed in either order, both names are on both sides.
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


def joined(rules: Sequence[MoveRule], symbols: Symbols) -> Iterator[MoveRule]:
    """The rules, with each longest stretch that can be one rule joined (greedily)."""
    at = 0
    while at < len(rules):
        # Longer stretches first; each candidate is expanded again, so a wrong guess does no harm.
        stretches = (rules[at:end] for end in range(len(rules), at + 1, -1))
        found = next((one for some in stretches for one in _as_one(some, symbols)), rules[at])
        yield found
        at += 1 if found is rules[at] else _stands_for(found, symbols)


def _stands_for(rule: MoveRule, symbols: Symbols) -> int:
    """The number of rules for single names that a rule expands to."""
    return len(_pairs(rule, symbols))


def _pairs(rule: MoveRule, symbols: Symbols) -> list[tuple[str, ...]]:
    if rule.kind == REMOVE and rule.targets:
        return [(first, second) for first, second, _ in pile_pairs(rule, Counter(symbols.piles))]
    ends = [list(texts(words)) for words in (rule.sources, rule.targets) if words]
    return list(product(*ends))


def _as_one(rules: Sequence[MoveRule], symbols: Symbols) -> Iterator[MoveRule]:
    """The rule that expands to exactly these rules, if there is one."""
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
    # Only a full product of the names, in this order, expands to the same rules.
    if _pairs(rule, symbols) == wanted:
        yield rule


def _alike(rule: MoveRule, other: MoveRule) -> bool:
    heaps = [each.to.text if each.to else "" for each in (rule, other)]
    # Conditions are compared as text because trees also differ by their locations.
    said = [list(condition_lines(each.condition)) for each in (rule, other)]
    return rule.kind == other.kind and heaps[0] == heaps[1] and said[0] == said[1]


def _names(rows: list[list[str]], sides: list[tuple[Word, ...]]) -> tuple[Word, ...]:
    """The names on one side, in an order that agrees with all rows if there is one.

    This merges the rows as C3 linearization does: take a head that is in the tail of no row.
    """
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
