"""Speculation: what may be evaluated earlier, more often or less often than a game says."""

from __future__ import annotations

from ..gamedef import nodes as n
from ..gamedef.claims import FAULTLESS, claimed
from ..gamedef.fallibility import Facts, can_fail
from ..gamedef.walk import walk
from .layout import Layout

SMALL = 1 << 20


def is_free(layout: Layout, expr: n.Expr, facts: Facts) -> bool:
    """Whether evaluating an expression is never a failure or a fault."""
    return not (may_stop(layout, expr) or can_fail(expr, facts))


def may_stop(layout: Layout, expr: n.Expr | None) -> bool:
    """Whether evaluating an expression may be a fault."""
    return expr is not None and any(
        not (claimed(x, FAULTLESS) or _stays_small(layout, x)) for x in walk(expr)
    )


def _stays_small(layout: Layout, expr: n.Node) -> bool:
    """Whether a sum certainly fits: of sizes, or of a few small numbers."""
    if isinstance(expr, n.Add | n.Subtract):
        return _is_small(layout, expr.left) and _is_small(layout, expr.right)
    items = expr.items if isinstance(expr, n.Sum) else None
    if isinstance(items, n.ListOf):
        return all(_is_small(layout, item) for item in items.items)
    return isinstance(items, n.Each) and isinstance(items.value, n.SizeOf)


def _is_small(layout: Layout, expr: n.Expr) -> bool:
    if isinstance(expr, n.PropertyOf) and expr.property not in layout.changing:
        return all(abs(x) < SMALL for x in layout.property_table(expr.property))
    return isinstance(expr, n.SizeOf) or (isinstance(expr, n.Number) and abs(expr.value) < SMALL)
