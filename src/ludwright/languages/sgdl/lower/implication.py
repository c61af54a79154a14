"""Whether one condition on moving a card implies another, whatever lies where.

The question is put the other way round: can the first hold and the second not? Both are taken apart
into cases. A case is impossible if no two cards of the deck fit all that it says of the moved card
and the card below, if no size of a pile fits, or if it says something and its opposite. What would
take too long counts as possible, so that only what is certain is called implied.
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

MOST_STEPS = 2000
MOVED, BELOW = n.TopOf(zone=SOURCE), n.TopOf(zone=TARGET)
SIZE_MOVED, SIZE_BELOW = n.SizeOf(zone=SOURCE), n.SizeOf(zone=TARGET)

Values: TypeAlias = npt.NDArray[np.float64]
"""The value of an expression in each of several cases: a number, or NaN where it fails."""
Bits: TypeAlias = npt.NDArray[np.bool_]
Literal = tuple[n.Expr, bool]
"""A test, and whether it holds."""
Given = dict[n.Expr, dict[str, Values]]
"""What is known of cards, by property, or of a pile: its size."""
SIZE = "size"


class Undetermined(Exception):
    """An expression depends on more than what is given."""


@dataclass(frozen=True, slots=True)
class Case:
    """What is still possible: which pairs of cards, which sizes of each pile, and what else was
    said."""

    pairs: Bits
    sizes: dict[n.Expr, Bits]
    said: frozenset[Literal] = frozenset()


class Prover:
    """Proves what conditions say of the cards of a deck."""

    def __init__(self, deck: tree.Deck) -> None:
        kinds = [(rank, suit, COLORS[suit]) for rank in deck.ranks for suit in deck.suits]
        codes = {
            name: np.array([ENUMS[name].index(kind[i]) for kind in kinds], np.float64)
            for i, name in enumerate(ENUMS)
        }
        moved = {name: np.repeat(each, len(kinds) + 1) for name, each in codes.items()}
        below = {name: np.tile([*each, np.nan], len(kinds)) for name, each in codes.items()}
        self.cards: Given = {MOVED: moved, BELOW: below}
        self.empty: Bits = np.isnan(below["rank"])
        self.numbers: Values = np.arange(deck.cards + 1, dtype=np.float64)
        self.steps = 0

    def implies(self, first: n.Expr, second: n.Expr) -> bool:
        """Whether the second certainly holds for the top card of a pile if the first does."""
        self.steps = 0
        case = Case(
            np.ones_like(self.empty),
            {SIZE_MOVED: self.numbers > 0, SIZE_BELOW: self.numbers >= 0},
        )
        return not self._possible([(first, True), (second, False)], case)

    def never(self, test: n.Expr) -> bool:
        """Whether a test certainly holds for no card."""
        return self.implies(test, n.Truth(value=False))

    def _possible(self, literals: list[Literal], case: Case | None) -> bool:
        """Whether there may be a case in which all literals hold."""
        ways: list[tuple[Literal, ...]] = []
        while literals and case:
            self.steps += 1
            (test, truth), *literals = literals
            if (pairs := _where(test, truth, self.cards)) is not None:
                case = self._agreeing(replace(case, pairs=case.pairs & pairs))
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
        if not ways or self.steps > MOST_STEPS:
            return True
        rest = [_one_of(way) for way in ways[1:]]
        return any(self._possible([literal, *rest], case) for literal in ways[0])

    def _narrowed(self, case: Case, test: n.Expr, truth: bool) -> Case | None:
        """The case with something said that is not about the two cards; None if it can't be."""
        sizes = {node for node in walk(test) if isinstance(node, n.SizeOf)}
        for size in sizes if len(sizes) == 1 else ():
            if (fitting := _where(test, truth, {size: {SIZE: self.numbers}})) is not None:
                left = case.sizes.get(size, True) & fitting
                return self._agreeing(replace(case, sizes={**case.sizes, size: left}))
        if (test, not truth) in case.said:
            return None
        return replace(case, said=case.said | {(test, truth)})

    def _agreeing(self, case: Case) -> Case | None:
        """The case with what the card below and the size of its pile say of each other."""
        size, filled = case.sizes[SIZE_BELOW], self.numbers > 0
        pairs = case.pairs & ((self.empty & size[0]) | (~self.empty & size[1:].any()))
        size = size & ((~filled & pairs[self.empty].any()) | (filled & pairs[~self.empty].any()))
        sizes = {**case.sizes, SIZE_BELOW: size}
        good = pairs.any() and all(each.any() for each in sizes.values())
        return replace(case, pairs=pairs, sizes=sizes) if good else None


def _one_of(way: tuple[Literal, ...]) -> Literal:
    """One literal that says that one of several holds."""
    items = tuple(test if truth else n.Not(item=test) for test, truth in way)
    return n.Or(items=items), True


# ---- the values of expressions -----------------------------------------------------------------


def _where(test: n.Expr, truth: bool, given: Given) -> Bits | None:
    """Where a test has this truth, or fails; None if more decides than what is given."""
    try:
        found = _value(test, given)
    except Undetermined:
        return None
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
    """All tests in order, up to the first that decides or fails."""
    goes_on = isinstance(node, n.And)
    found = _constant(goes_on, given)
    for item in reversed(node.items):
        value = _value(item, given)
        found = np.where(value == goes_on, found, value)
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
    return _value(node.key, given) + RANK_NUMBERS[0]  # they go up by one


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
