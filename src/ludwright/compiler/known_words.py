"""Known words: a forward dataflow analysis of which words certainly have, or lack, which constants.

It decides tests that follow from earlier tests and copies, as in code that goes by phases. A fact
is dropped where its word may be written, and everything is forgotten where the machine may wait for
a choice, as a seat's view of the state there has blanks.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from ..machine import ops

MOST_ROUNDS = 40  # of one op, before the analysis gives up

TESTS = {ops.IF_EQUAL: True, ops.IF_DIFFER: False, ops.IF_ZERO: True, ops.IF_SET: False}
"""The tests that are decided here, and whether they jump if both sides are equal."""

# Ops that write nothing but what they are said to, and come to the next op or a target.
CLEAR = {
    *(ops.JUMP, *TESTS, ops.IF_LESS, ops.IF_AT_MOST, ops.IF_ANY, ops.COPY, ops.ADD, ops.SUBTRACT),
    *(ops.MULTIPLY, ops.DIVIDE, ops.MODULO, ops.SCALE, ops.SEAT_AFTER, ops.TABLE, ops.FIELD),
    *(ops.ZONE_AT, ops.TOKEN_AT, ops.RUN_LENGTH, ops.CHANGED, ops.NEW_LIST, ops.APPEND),
    *(ops.KEEP_LISTS, ops.DROP_LISTS, ops.TOKENS, ops.SELECT, ops.RANGE, ops.DISTINCT),
    *(ops.LENGTH, ops.ITEM, ops.NEXT, ops.CONTAINS, ops.SUM, ops.LARGEST, ops.SMALLEST),
    *(ops.LIST_OF, ops.SUM_OF, ops.LARGEST_OF, ops.SMALLEST_OF, ops.COUNT_TOKENS),
    *(ops.COUNT_ITEMS, ops.COUNT_VALUES, ops.FIRST_FIT, ops.NEXT_RUN, ops.TOPS, ops.NEXT_NODE),
    *(ops.ROOT, ops.FURTHEST, ops.TREE_SIZE, ops.SELECT_TOKENS),
}
WRITTEN = [
    tuple(i for i, kind in enumerate(spec.operands) if kind in ("to", "both")) for spec in ops.SPECS
]
"""By op, which operands are words that it writes."""


class Facts(NamedTuple):
    """Which constants words have, and which they certainly do not have."""

    equal: dict[int, int]
    differ: frozenset[tuple[int, int]]

    def without(self, word: int) -> Facts:
        """These facts after a word is written."""
        if word not in self.equal and not any(w == word for w, _ in self.differ):
            return self
        equal = {w: c for w, c in self.equal.items() if w != word}
        return Facts(equal, frozenset((w, c) for w, c in self.differ if w != word))

    def plus(self, word: int, constant: int, equal: bool) -> Facts:
        """These facts and one more."""
        if equal:
            return Facts({**self.equal, word: constant}, self.differ)
        return Facts(self.equal, self.differ | {(word, constant)})

    def meet(self, other: Facts) -> Facts:
        """What holds either way."""
        if self == other:
            return self
        equal = {w: c for w, c in self.equal.items() if other.equal.get(w) == c}
        apart = (
            x for one, two in ((self, other), (other, self)) for x in one.differ if two.lacks(*x)
        )
        return Facts(equal, frozenset(apart))

    def lacks(self, word: int, constant: int) -> bool:
        """Whether a word certainly does not have a value."""
        return (word, constant) in self.differ or self.equal.get(word, constant) != constant

    def truth(self, word: int, constant: int) -> bool | None:
        """Whether a word has a value; None if that is not known."""
        if word in self.equal:
            return self.equal[word] == constant
        return False if (word, constant) in self.differ else None


NOTHING = Facts({}, frozenset())


class Test(NamedTuple):
    """A comparison of a word with a constant."""

    word: int
    constant: int
    jumps_if_equal: bool


Constant = Callable[[int], int | None]


def tested(op: int, operands: Sequence[object], constant_at: Constant) -> Test | None:
    """What an op compares, if it is a test of a word for a constant."""
    if op in (ops.IF_ZERO, ops.IF_SET):
        word, constant = operands[0], 0
    elif op in TESTS:
        left, right = operands[:2]
        assert isinstance(left, int) and isinstance(right, int)
        one, other = constant_at(left), constant_at(right)
        if (one is None) is (other is None):
            return None
        word, constant = (right, one) if one is not None else (left, other)  # type: ignore[assignment]
    else:
        return None
    assert isinstance(word, int)
    return None if constant_at(word) is not None else Test(word, constant, TESTS[op])


def after(op: int, operands: Sequence[object], facts: Facts, constant_at: Constant) -> Facts:
    """What is known after an op, where it continues with the next."""
    if op not in CLEAR:
        return NOTHING
    for i in WRITTEN[op]:
        word = operands[i]
        assert isinstance(word, int)
        facts = facts.without(word)
    if op == ops.COPY:
        to, source = operands
        assert isinstance(to, int) and isinstance(source, int)
        constant = constant_at(source)
        constant = facts.equal.get(source) if constant is None else constant
        if constant is not None:
            facts = facts.plus(to, constant, True)
    return facts


def edges(test: Test | None, facts: Facts) -> tuple[Facts, Facts]:
    """What is known where an op jumps, and where it continues with the next."""
    if test is None:
        return facts, facts
    jumps = facts.plus(test.word, test.constant, test.jumps_if_equal)
    return jumps, facts.plus(test.word, test.constant, not test.jumps_if_equal)


def both(one: Facts | None, other: Facts) -> Facts:
    """What is known where two ways meet; the first may not have been found yet."""
    return other if one is None else one.meet(other)
