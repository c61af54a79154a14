"""Speculation: what may be evaluated earlier, more often or less often than a game says."""

from __future__ import annotations

from ..gamedef import nodes as n
from ..gamedef.claims import FAULTLESS, claimed
from ..gamedef.fallibility import Facts, can_fail
from ..gamedef.walk import walk
from .layout import Layout

LARGEST = 2**31 - 1


def is_free(layout: Layout, expr: n.Expr, facts: Facts) -> bool:
    """Whether evaluating an expression is never a failure or a fault."""
    return not (may_stop(layout, expr) or can_fail(expr, facts))


def may_stop(layout: Layout, expr: n.Expr | None) -> bool:
    """Whether evaluating an expression may be a fault."""
    return expr is not None and any(
        not (claimed(x, FAULTLESS) or _stays_small(layout, x)) for x in walk(expr)
    )


def _stays_small(layout: Layout, expr: n.Node) -> bool:
    """Whether a sum or a product certainly fits in a word."""
    if isinstance(expr, n.Add | n.Subtract | n.Multiply):
        low, high = layout.intervals.bounds(expr)
        return low >= -LARGEST and high <= LARGEST
    items = expr.items if isinstance(expr, n.Sum) else None
    if isinstance(items, n.ListOf):
        bounds = [layout.intervals.bounds(item) for item in items.items]
        return sum(max(-low, high) for low, high in bounds) <= LARGEST
    return isinstance(items, n.Each) and isinstance(items.value, n.SizeOf)
