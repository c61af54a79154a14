"""A prover: does one condition on moving a card imply another in every position?

It refutes the opposite, that the first condition holds and the second does not, by a tableau: the
two are split into cases, and a case is closed if no two cards of the deck satisfy all it says about
the moved card and the card below, if no size of a pile does, or if it contains a literal and its
negation. A case that takes too long stays open. The prover is therefore sound but not complete.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from ....gamedef import nodes as n
from ....gamedef.walk import walk
from ..read import tree
from ..read.words import COLORS, ENUMS, RANK_NUMBERS
from .predicates import RANK_NUMBER, SOURCE, TARGET

# Bounds the time of one proof, which is exponential in the number of disjunctions.
MOST_STEPS = 2000
MOVED, BELOW = n.TopOf(zone=SOURCE), n.TopOf(zone=TARGET)
SIZE_MOVED, SIZE_BELOW = n.SizeOf(zone=SOURCE), n.SizeOf(zone=TARGET)

Values: TypeAlias = npt.NDArray[np.float64]
"""The value of an expression for every pair of cards or every size; NaN where it fails."""
Bits: TypeAlias = npt.NDArray[np.bool_]
Literal = tuple[n.Expr, bool]
"""A test and its truth value."""
Given = dict[n.Expr, dict[str, Values]]
"""The values of the properties of cards, or of the size of a pile."""
SIZE = "size"


class Undetermined(Exception):
    """An expression depends on more than the given values."""


@dataclass(frozen=True, slots=True)
class Case:
    """What is still possible: the pairs of cards, the sizes of each pile, and other literals."""

    pairs: Bits
    sizes: dict[n.Expr, Bits]
    said: frozenset[Literal] = frozenset()


class Prover:
    """Proves implications between conditions, for the cards of a deck."""

    def __init__(self, deck: tree.Deck) -> None:
        kinds = [(rank, suit, COLORS[suit]) for rank in deck.ranks for suit in deck.suits]
        codes = {
            name: np.array([ENUMS[name].index(kind[i]) for kind in kinds], np.float64)
            for i, name in enumerate(ENUMS)
        }
        # Every pair of a moved card and a card below it, or NaN for an empty destination.
        moved = {name: np.repeat(each, len(kinds) + 1) for name, each in codes.items()}
        below = {name: np.tile([*each, np.nan], len(kinds)) for name, each in codes.items()}
        self.cards: Given = {MOVED: moved, BELOW: below}
        self.empty: Bits = np.isnan(below["rank"])
        self.numbers: Values = np.arange(deck.cards + 1, dtype=np.float64)
        self.steps = 0

    def implies(self, first: n.Expr, second: n.Expr) -> bool:
        """Whether the second is proved to hold for a top card whenever the first does."""
        self.steps = 0
        case = Case(
            np.ones_like(self.empty),
            # A card is moved, so its pile has one; the destination may be empty.
            {SIZE_MOVED: self.numbers > 0, SIZE_BELOW: self.numbers >= 0},
        )
        return not self._possible([(first, True), (second, False)], case)

    def never(self, test: n.Expr) -> bool:
        """Whether a test is proved to be false for every card."""
        return self.implies(test, n.Truth(value=False))

    def _possible(self, literals: list[Literal], case: Case | None) -> bool:
        """Whether there may be a case in which all literals hold."""
        # Literals that only narrow the case come first; disjunctions are kept for later, and only
        # the first of them is split, as the others may be closed by then.
        ways: list[tuple[Literal, ...]] = []
        while literals and case:
            self.steps += 1
            (test, truth), *literals = literals
            if (pairs := _where(test, truth, self.cards)) is not None:
                case = self._consistent(replace(case, pairs=case.pairs & pairs))
            elif isinstance(test, n.Not):
                literals.append((test.item, not truth))
            elif not isinstance(test, n.And | n.Or):
                case = self._narrowed(case, test, truth)
            elif isinstance(test, n.And) is truth:
                literals += [(item, truth) for item in test.items]
            else:
                ways.append(tuple((item, truth) for item in test.items))
        if case is None:
            return False
        # Giving up counts as possible: the implication is then not claimed.
        if not ways or self.steps > MOST_STEPS:
            return True
        rest = [_one_of(way) for way in ways[1:]]
        return any(self._possible([literal, *rest], case) for literal in ways[0])

    def _narrowed(self, case: Case, test: n.Expr, truth: bool) -> Case | None:
        """The case with a literal that is not about the two cards; None if that closes it."""
        sizes = {node for node in walk(test) if isinstance(node, n.SizeOf)}
        # A test on no size stays an opaque literal, and so does a comparison of two sizes.
        for size in sizes if len(sizes) == 1 else ():
            if (fitting := _where(test, truth, {size: {SIZE: self.numbers}})) is not None:
                left = case.sizes.get(size, True) & fitting
                return self._consistent(replace(case, sizes={**case.sizes, size: left}))
        if (test, not truth) in case.said:
            return None
        return replace(case, said=case.said | {(test, truth)})

    def _consistent(self, case: Case) -> Case | None:
        """The case after propagating between the card below and the size of its pile."""
        # The size 0 goes with an empty destination only, and any other size with a card only.
        size, filled = case.sizes[SIZE_BELOW], self.numbers > 0
        pairs = case.pairs & ((self.empty & size[0]) | (~self.empty & size[1:].any()))
        size = size & ((~filled & pairs[self.empty].any()) | (filled & pairs[~self.empty].any()))
        sizes = {**case.sizes, SIZE_BELOW: size}
        good = pairs.any() and all(each.any() for each in sizes.values())
        return replace(case, pairs=pairs, sizes=sizes) if good else None


def _one_of(way: tuple[Literal, ...]) -> Literal:
    """The disjunction of several literals as one literal."""
    items = tuple(test if truth else n.Not(item=test) for test, truth in way)
    return n.Or(items=items), True


# ---- the values of expressions -----------------------------------------------------------------


def _where(test: n.Expr, truth: bool, given: Given) -> Bits | None:
    """Where a test has this truth value or fails; None if it depends on more than is given."""
    try:
        found = _value(test, given)
    except Undetermined:
        return None
    # A failing test belongs to both truth values, so it closes no case.
    fits: Bits = np.isnan(found) | (found == truth)
    return fits


def _value(expr: n.Expr, given: Given) -> Values:
    if type(expr) not in _VALUES:
        raise Undetermined
    return _VALUES[type(expr)](expr, given)


def _given(what: n.Expr, name: str, given: Given) -> Values:
    if what not in given:
        raise Undetermined
    return given[what][name]


def _joined(node: n.And | n.Or, given: Given) -> Values:
    """AND or OR with short-circuit evaluation, so a failure after the deciding item is ignored."""
    neutral = isinstance(node, n.And)
    found = _constant(neutral, given)
    # Folded from the right: an item is only looked at where those before it are neutral.
    for item in reversed(node.items):
        value = _value(item, given)
        found = np.where(value == neutral, found, value)
    return found


def _constant(value: float, given: Given) -> Values:
    return np.full_like(next(iter(next(iter(given.values())).values())), value)


def _both(work: Callable[[Values, Values], Any]) -> Callable[[Any, Given], Values]:
    def value(node: n.Equal, given: Given) -> Values:
        left, right = _value(node.left, given), _value(node.right, given)
        return np.where(np.isnan(left) | np.isnan(right), np.nan, work(left, right))

    return value


def _looked_up(node: n.Lookup, given: Given) -> Values:
    if node.table != RANK_NUMBER:
        raise Undetermined
    return _value(node.key, given) + RANK_NUMBERS[0]  # the numbers are consecutive


_VALUES: dict[type, Callable[[Any, Given], Values]] = {
    n.And: _joined,
    n.Or: _joined,
    n.Not: lambda node, given: 1 - _value(node.item, given),
    n.Equal: _both(np.equal),
    n.Less: _both(np.less),
    n.AtMost: _both(np.less_equal),
    n.Add: _both(np.add),
    n.Subtract: _both(np.subtract),
    n.Exists: lambda node, given: 1.0 - np.isnan(_given(node.item, "rank", given)),
    n.PropertyOf: lambda node, given: _given(node.token, node.property, given),
    n.SizeOf: lambda node, given: _given(node, SIZE, given),
    n.Lookup: _looked_up,
    n.Symbol: lambda node, given: _constant(ENUMS[node.enum].index(node.value), given),
    n.Number: lambda node, given: _constant(node.value, given),
    n.Truth: lambda node, given: _constant(node.value, given),
}
