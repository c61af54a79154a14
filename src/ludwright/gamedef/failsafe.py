"""Fail-safe tests, which are false where a part of them fails or is nothing.

Each idiom has its builder and its matcher here. It is a Conditional, because a failure in the
test of one makes that test false.
"""

from __future__ import annotations

from . import nodes as n
from .build import FALSE, TRUE

Meeting = n.Equal | n.Not | n.Contains


def holds(test: n.Expr) -> n.Expr:
    """A test that is false if it fails."""
    # These never fail; and wrapping twice would keep `met` from recognising the comparison.
    if isinstance(test, n.Truth | n.Hole | n.Possible) or held(test) is not None:
        return test
    return n.Conditional(test=test, then=TRUE, otherwise=FALSE, span=test.span)


def held(expr: n.Expr) -> n.Expr | None:
    """The test of an expression made by `holds`."""
    if isinstance(expr, n.Conditional) and (expr.then, expr.otherwise) == (TRUE, FALSE):
        return expr.test
    return None


def meets(test: n.Expr, *present: n.Expr) -> n.Expr:
    """A comparison that is false if a value in it is nothing, or fails."""
    there = tuple(n.Exists(item=value, span=value.span) for value in present)
    return holds(n.And(items=(*there, test), span=test.span) if there else test)


def met(test: n.Expr) -> Meeting | None:
    """The comparison in a test made by `meets`, if it tests any of its values for nothing."""
    if not isinstance(test, n.And) or len(test.items) < 2:
        return None
    *there, last = test.items
    inner = last.item if isinstance(last, n.Not) else last
    if not isinstance(inner, n.Equal | n.Contains) or not isinstance(last, Meeting):
        return None
    sides = (inner.left, inner.right) if isinstance(inner, n.Equal) else (inner.value,)
    # An Exists about anything else is a condition of its own, not a safeguard.
    asked = all(isinstance(each, n.Exists) and each.item in sides for each in there)
    return last if asked else None
