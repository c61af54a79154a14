"""Interval analysis: bounds of numbers, and tests whose value is the same in every state."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from . import nodes as n
from .claims import PRESENT, TOTAL, claimed
from .claims import of as claims_of
from .walk import children, walk

Bounds = tuple[float, float]
ANYTHING: Bounds = (-math.inf, math.inf)
LITERALS = (n.Number, n.Truth, n.Symbol, n.Seat)


@dataclass(frozen=True)
class Intervals:
    """What holds in every state of a game."""

    game: n.GameDef

    @cached_property
    def tokens(self) -> int:
        """The number of tokens."""
        return sum(len(supply.tokens) for supply in self.game.supplies)

    @cached_property
    def values(self) -> dict[str, frozenset[object]]:
        """The values of each fixed property."""
        every = [token for supply in self.game.supplies for token in supply.tokens]
        return {
            prop.name: frozenset(token.values[at] for token in every)
            for at, prop in enumerate(self.game.properties)
            if not prop.changing
        }

    @cached_property
    def tables(self) -> dict[str, Bounds]:
        """The bounds of each table."""
        return {t.name: (min(t.values), max(t.values)) for t in self.game.tables if t.values}

    @cached_property
    def constants(self) -> dict[str, n.Expr]:
        """The values of variables that are never set."""
        changed = {x.name for x in walk(self.game) if isinstance(x, n.SetVariable)}
        return {
            v.name: v.initial
            for v in self.game.variables
            # Inner variables belong to the lowering, not to the author of the game.
            if v.name not in changed and isinstance(v.initial, LITERALS) and not v.inner
        }

    @cached_property
    def options(self) -> dict[str, n.Option]:
        """The options by name."""
        return {option.name: option for option in self.game.options}

    def never(self, test: n.Expr) -> bool:
        """Whether a test never holds."""
        return self.truth(test) is False

    def always(self, test: n.Expr) -> bool:
        """Whether a test always holds and never fails before that is decided."""
        if isinstance(test, n.And):
            return all(self.always(item) for item in test.items)
        if isinstance(test, n.Or):
            for item in test.items:
                if self.always(item):
                    return True
                # Evaluation stops at the first item that holds, so those before must not fail.
                if not _is_safe(item):
                    return False
        return self.truth(test) is True and _is_safe(test)

    def bounds(self, expr: n.Expr) -> Bounds:
        """The bounds of a number, where it has a value."""
        rule = BOUNDS.get(type(expr))
        return rule(self, expr) if rule else ANYTHING

    def truth(self, expr: n.Expr) -> bool | None:
        """The value of a test where nothing in it fails; None if it depends on the state."""
        rule = TRUTHS.get(type(expr))
        return rule(self, expr) if rule else None

    def reachable(self, node: n.Node) -> Iterator[n.Node]:
        """A node and everything below it, without what a constant test makes unreachable."""
        waiting = [node]
        while waiting:
            here = waiting.pop()
            yield here
            below = [*self._run(here)] if isinstance(here, _BRANCHING) else children(here)
            waiting.extend(reversed(below))

    def _run(self, node: n.Node) -> Iterator[n.Node]:
        if isinstance(node, n.If):
            yield node.test
            yield from () if self.never(node.test) else node.then
            yield from () if self.always(node.test) else node.otherwise
        elif isinstance(node, n.While) and self.never(node.test):
            yield node.test
        # It is never an option, so neither its body nor its notations are ever used.
        elif isinstance(node, n.Action) and self.never(node.guard):
            yield node.guard
        else:
            yield from children(node)


_BRANCHING = (n.If, n.While, n.Action)
"""What runs its parts only if a test holds."""


def _is_safe(expr: n.Expr) -> bool:
    return all(_is_infallible(node) for node in walk(expr))


def _is_infallible(node: n.Node) -> bool:
    """Whether a node fails only if one of its parts does."""
    if isinstance(node, n.Variable):
        return node.of is None and node.index is None
    if isinstance(node, n.ZoneAt):
        return node.owner is None and node.index is None
    needs = claims_of(type(node)).needs
    present = bool(needs) and all(claimed(getattr(node, part), PRESENT) for part in needs)
    return claimed(node, TOTAL) or present


# ---- truth -------------------------------------------------------------------------------------


def _and(c: Intervals, expr: n.And) -> bool | None:
    found = [c.truth(item) for item in expr.items]
    return False if False in found else (None if None in found else True)


def _or(c: Intervals, expr: n.Or) -> bool | None:
    found = [c.truth(item) for item in expr.items]
    return True if True in found else (None if None in found else False)


def _not(c: Intervals, expr: n.Not) -> bool | None:
    inner = c.truth(expr.item)
    return None if inner is None else not inner


def _equal(c: Intervals, expr: n.Equal) -> bool | None:
    left, right = _value(c, expr.left), _value(c, expr.right)
    if isinstance(left, LITERALS) and isinstance(right, LITERALS):
        return left == right
    for one, other in ((left, right), (right, left)):
        if isinstance(one, n.PropertyOf) and isinstance(other, n.Symbol | n.Number | n.Truth):
            found = c.values.get(one.property)
            if found is not None and other.value not in found:
                return False
    low, high = c.bounds(left), c.bounds(right)
    # Disjoint intervals; overlapping ones prove nothing.
    return False if low[1] < high[0] or high[1] < low[0] else None


def _value(c: Intervals, expr: n.Expr) -> n.Expr:
    """The value of a variable that is never set, else the expression itself."""
    if isinstance(expr, n.Variable):
        return c.constants.get(expr.name, expr)
    return expr


def _flag(c: Intervals, expr: n.Variable) -> bool | None:
    value = c.constants.get(expr.name)
    return value.value if isinstance(value, n.Truth) else None


def _less(c: Intervals, expr: n.Less) -> bool | None:
    left, right = c.bounds(expr.left), c.bounds(expr.right)
    return True if left[1] < right[0] else (False if left[0] >= right[1] else None)


def _at_most(c: Intervals, expr: n.AtMost) -> bool | None:
    left, right = c.bounds(expr.left), c.bounds(expr.right)
    return True if left[1] <= right[0] else (False if left[0] > right[1] else None)


def _any_of(c: Intervals, expr: n.AnyOf) -> bool | None:
    empty = isinstance(expr.items, n.ListOf) and not expr.items.items
    return False if empty or c.truth(expr.where) is False else None


def _contains(c: Intervals, expr: n.Contains) -> bool | None:
    if not isinstance(expr.items, n.ListOf):
        return None
    found = [c.truth(n.Equal(left=item, right=expr.value)) for item in expr.items.items]
    return True if True in found else (None if None in found else False)


def _conditional(c: Intervals, expr: n.Conditional) -> bool | None:
    test, then, otherwise = c.truth(expr.test), c.truth(expr.then), c.truth(expr.otherwise)
    # `truth` speaks of evaluations in which nothing fails, so a failing test need not be
    # considered.
    if test is not None:
        return then if test else otherwise
    return then if then == otherwise else None


TRUTHS: dict[type[n.Expr], Callable[[Intervals, Any], bool | None]] = {
    n.Truth: lambda c, e: e.value,
    n.Variable: _flag,
    n.And: _and,
    n.Or: _or,
    n.Not: _not,
    n.Equal: _equal,
    n.Less: _less,
    n.AtMost: _at_most,
    n.AnyOf: _any_of,
    n.Contains: _contains,
    n.Exists: lambda c, e: False if isinstance(e.item, n.Nothing) else None,
    n.Conditional: _conditional,
}


# ---- numbers -----------------------------------------------------------------------------------


def _corners(c: Intervals, expr: Any, combine: Callable[[float, float], float]) -> Bounds:
    (a, b), (x, y) = c.bounds(expr.left), c.bounds(expr.right)
    # A product is extreme at the corners, but 0 times infinity is undefined.
    if math.inf in (b, y) or -math.inf in (a, x):
        return ANYTHING
    found = [combine(one, other) for one in (a, b) for other in (x, y)]
    return min(found), max(found)


def _sum(c: Intervals, expr: n.Add | n.Subtract) -> Bounds:
    (a, b), (x, y) = c.bounds(expr.left), c.bounds(expr.right)
    return (a + x, b + y) if isinstance(expr, n.Add) else (a - y, b - x)


def _modulo(c: Intervals, expr: n.Modulo) -> Bounds:
    low, high = c.bounds(expr.right)
    # The remainder has the sign of the divisor, so a positive divisor makes it nonnegative.
    return (0, high - 1) if low > 0 else ANYTHING


def _length(c: Intervals, expr: n.Length) -> Bounds:
    items = expr.items
    if isinstance(items, n.Seats):
        return c.game.least_players, c.game.most_players
    if isinstance(items, n.ListOf):
        return len(items.items), len(items.items)
    return 0, math.inf


def _property(c: Intervals, expr: n.PropertyOf) -> Bounds:
    found = [v for v in c.values.get(expr.property, ()) if isinstance(v, int)]
    return (min(found), max(found)) if found else ANYTHING


def _either(c: Intervals, expr: n.Conditional) -> Bounds:
    then, otherwise = c.bounds(expr.then), c.bounds(expr.otherwise)
    return min(then[0], otherwise[0]), max(then[1], otherwise[1])


def _option(c: Intervals, expr: n.OptionValue) -> Bounds:
    option = c.options.get(expr.name)
    # Without a list of allowed values, any number can be given.
    found = [a.value for a in option.allowed if isinstance(a, n.Number)] if option else []
    return (min(found), max(found)) if found else ANYTHING


def _variable(c: Intervals, expr: n.Variable) -> Bounds:
    value = c.constants.get(expr.name)
    return (value.value, value.value) if isinstance(value, n.Number) else ANYTHING


BOUNDS: dict[type[n.Expr], Callable[[Intervals, Any], Bounds]] = {
    n.Number: lambda c, e: (e.value, e.value),
    n.SizeOf: lambda c, e: (0, c.tokens),
    n.RunLength: lambda c, e: (0, c.tokens),
    n.Length: _length,
    n.Lookup: lambda c, e: c.tables.get(e.table, ANYTHING),
    n.PropertyOf: _property,
    n.OptionValue: _option,
    n.Variable: _variable,
    n.Add: _sum,
    n.Subtract: _sum,
    n.Multiply: lambda c, e: _corners(c, e, lambda a, b: a * b),
    n.Modulo: _modulo,
    n.Conditional: _either,
}
