"""Constructors of common expressions, shared by languages, analyses, compiler and solver.

A combinator folds what is known at once, so that the callers need no special cases for constants.
Folding never drops an operand that may fail, except behind a constant that settles an And or Or.
"""

from __future__ import annotations

from . import nodes as n

ZERO, ONE = n.Number(value=0), n.Number(value=1)
TRUE, FALSE = n.Truth(value=True), n.Truth(value=False)

Constant = n.Number | n.Symbol | n.Truth
"""Expressions that are equal exactly if their values are."""

INFALLIBLE = (n.Number, n.Variable, n.Local, n.SizeOf)
"""A few kinds that `minimum` and `maximum` know not to fail; `fallibility` knows them all."""


def number(value: int) -> n.Number:
    """An integer constant."""
    return n.Number(value=value)


def truth(value: bool) -> n.Truth:
    """A boolean constant."""
    return TRUE if value else FALSE


# ---- tests -------------------------------------------------------------------------------------


def and_(*items: n.Expr) -> n.Expr:
    """The conjunction of tests; true if there are none."""
    open_items = tuple(item for item in items if item != TRUE)
    if FALSE in open_items:
        return FALSE
    if len(open_items) == 1:
        return open_items[0]
    return n.And(items=open_items) if open_items else TRUE


def or_(*items: n.Expr) -> n.Expr:
    """The disjunction of tests; false if there are none."""
    open_items = tuple(item for item in items if item != FALSE)
    if TRUE in open_items:
        return TRUE
    if len(open_items) == 1:
        return open_items[0]
    return n.Or(items=open_items) if open_items else FALSE


def not_(item: n.Expr) -> n.Expr:
    """The negation of a test."""
    if isinstance(item, n.Truth):
        return truth(not item.value)
    return item.item if isinstance(item, n.Not) else n.Not(item=item)


def equals(left: n.Expr, right: n.Expr) -> n.Expr:
    """Whether two values are equal."""
    if isinstance(left, Constant) and isinstance(right, Constant):
        return truth(left == right)
    return n.Equal(left=left, right=right)


def is_empty(zone: n.Expr) -> n.Expr:
    """Whether a zone holds no tokens."""
    return n.Equal(left=n.SizeOf(zone=zone), right=ZERO)


def has_tokens(zone: n.Expr) -> n.Expr:
    """Whether a zone holds at least one token."""
    return n.Less(left=ZERO, right=n.SizeOf(zone=zone))


def has_items(items: n.Expr, count: int = 1) -> n.Expr:
    """Whether a list has at least `count` items."""
    # A search for the first match stops early; counting would visit all items.
    if count == 1 and isinstance(items, n.Filter):
        return n.AnyOf(items=items.items, name=items.name, where=items.where)
    return n.AtMost(left=number(count), right=n.Length(items=items))


# ---- numbers -----------------------------------------------------------------------------------


def plus(left: n.Expr, right: n.Expr) -> n.Expr:
    """A sum."""
    if isinstance(left, n.Number) and isinstance(right, n.Number):
        return number(left.value + right.value)
    if ZERO in (left, right):
        return right if left == ZERO else left
    return n.Add(left=left, right=right)


def minus(left: n.Expr, right: n.Expr) -> n.Expr:
    """A difference."""
    if isinstance(left, n.Number) and isinstance(right, n.Number):
        return number(left.value - right.value)
    return left if right == ZERO else n.Subtract(left=left, right=right)


def opposite(value: n.Expr) -> n.Expr:
    """A number with its sign changed."""
    return n.Subtract(left=ZERO, right=value)


def last_index(items: n.Expr) -> n.Expr:
    """The index of the last item of a list; -1 if the list is empty."""
    return n.Subtract(left=n.Length(items=items), right=ONE)


def minimum(left: n.Expr, right: n.Expr) -> n.Expr:
    """The smaller of two numbers; fails if either does."""
    if isinstance(left, n.Number) and isinstance(right, n.Number):
        return number(min(left.value, right.value))
    # A test that fails counts as false and selects `otherwise`: the operand that may fail has to
    # be evaluated there, so that its failure is not swallowed.
    if isinstance(right, INFALLIBLE) and not isinstance(left, INFALLIBLE):
        left, right = right, left
    return n.Conditional(test=n.Less(left=left, right=right), then=left, otherwise=right)


def maximum(left: n.Expr, right: n.Expr) -> n.Expr:
    """The larger of two numbers; fails if either does."""
    if isinstance(left, n.Number) and isinstance(right, n.Number):
        return number(max(left.value, right.value))
    # As in `minimum`, mirrored: here `otherwise` is the left operand.
    if isinstance(left, INFALLIBLE) and not isinstance(right, INFALLIBLE):
        left, right = right, left
    return n.Conditional(test=n.Less(left=left, right=right), then=right, otherwise=left)


def clamp(value: n.Expr, low: int, high: int) -> n.Expr:
    """A number, limited to a range."""
    if isinstance(value, n.Number):
        return number(max(low, min(high, value.value)))
    return minimum(maximum(value, number(low)), number(high))
