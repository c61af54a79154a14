"""Unswitching: tests in the body of a loop that do not depend on its item are made before it.

A test over an item becomes a tree: inner nodes are invariant tests, leaves are tests in which these
have been replaced by their truth values. An invariant test has no effect and cannot fail, so it may
be evaluated once, whether the loop would have come to it or not.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import cast

from ..gamedef import nodes as n
from ..gamedef.fallibility import Facts, can_fail
from ..gamedef.walk import walk
from .layout import Layout
from .passes import simplified
from .speculation import is_free, may_stop

MOST_SPLITS = 8
MOST_NODES = 1000  # of all leaves together


@dataclass(frozen=True)
class Split:
    """An invariant test, and what is left to test where it holds and where it does not."""

    test: n.Expr
    then: Tree
    otherwise: Tree


Tree = Split | n.Expr


def unswitched(where: n.Expr, names: frozenset[str], layout: Layout, facts: Facts) -> Tree:
    """A test as a tree whose inner nodes depend on none of the names."""
    splits = min(MOST_SPLITS, MOST_NODES // sum(1 for _ in walk(where)))
    return _split(where, names, layout, facts, [splits])


def leaves_of(tree: Tree) -> Iterator[n.Expr]:
    """The tests that remain."""
    if isinstance(tree, Split):
        yield from leaves_of(tree.then)
        yield from leaves_of(tree.otherwise)
    else:
        yield tree


def _split(
    where: n.Expr, names: frozenset[str], layout: Layout, facts: Facts, left: list[int]
) -> Tree:
    test = _invariant(where, names, layout, facts, True) if left[0] else None
    if test is None:
        return where
    left[0] -= 1
    sure = not can_fail(test, facts)
    then, otherwise = (
        _split(
            _settled(_assume(where, test, truth, sure, True), layout),
            *(names, layout, known, left),
        )
        for truth, known in ((True, facts.plus(test)), (False, facts))
    )
    return Split(test, then, otherwise)


def _settled(where: n.Expr, layout: Layout) -> n.Expr:
    """A conjunction with a false part is false even if another part fails."""
    false = isinstance(where, n.And) and n.Truth(value=False) in where.items
    return n.Truth(value=False) if false and not may_stop(layout, where) else where


def _invariant(
    expr: n.Expr, names: frozenset[str], layout: Layout, facts: Facts, is_test: bool
) -> n.Expr | None:
    """The first part of a test, in order of evaluation, that can be evaluated beforehand."""
    if isinstance(expr, n.Truth):
        return None
    if not any(isinstance(x, n.Local) and x.name in names for x in walk(expr)):
        # What fails as a test is false; elsewhere its failure would be that of the whole.
        free = is_free(layout, expr, facts)
        return expr if free or (is_test and not may_stop(layout, expr)) else None
    found = (_invariant(part, names, layout, facts, inner) for part, inner in _parts(expr, is_test))
    return next((each for each in found if each is not None), None)


def _assume(expr: n.Expr, test: n.Expr, truth: bool, sure: bool, is_test: bool) -> n.Expr:
    """A test where another is known to hold, or not to. If that other may have failed instead, it
    is merely false where a failure is."""
    if expr == test and (truth or sure or is_test):
        return n.Truth(value=truth)
    parts = [_assume(x, test, truth, sure, inner) for x, inner in _parts(expr, is_test)]
    made: n.Node = expr
    if isinstance(expr, n.And | n.Or):
        made = type(expr)(items=tuple(parts), span=expr.span)
    elif isinstance(expr, n.Not):
        made = n.Not(item=parts[0], span=expr.span)
    elif isinstance(expr, n.Conditional):
        first, then, otherwise = parts
        made = n.Conditional(test=first, then=then, otherwise=otherwise, span=expr.span)
    return cast(n.Expr, simplified(made))


def _parts(expr: n.Expr, is_test: bool) -> list[tuple[n.Expr, bool]]:
    """The parts of a test that are tests, and whether a failure in each makes it merely false."""
    if isinstance(expr, n.And):
        return [(item, is_test) for item in expr.items]
    if isinstance(expr, n.Or):
        # A failure in another one than the last keeps those behind it from being evaluated.
        last = len(expr.items) - 1
        return [(item, is_test and i == last) for i, item in enumerate(expr.items)]
    if isinstance(expr, n.Not):
        return [(expr.item, False)]
    if isinstance(expr, n.Conditional):
        return [(expr.test, True), (expr.then, is_test), (expr.otherwise, is_test)]
    return []
