"""Expressions where a seat asks: which need nothing to be known, and which need all tokens of a
list, for which one NEED is enough.

An unmet NEED ends a trial, or makes a condition hidden, whichever of several values it is about. So
the NEEDs of a loop over tokens can be made at once if the loop certainly comes to each of them, and
to no other.
"""

from __future__ import annotations

from ..gamedef import nodes as n
from ..gamedef.scope import Scope
from ..gamedef.visibility import Visibility
from ..gamedef.walk import children, walk
from .layout import Layout

LEAVES = n.Number | n.Symbol | n.Truth | n.Nothing | n.Local
PLAIN = n.And | n.Or | n.Not | n.Equal | n.Less | n.AtMost | n.Conditional | n.Lookup


SCALARS = LEAVES | PLAIN | n.Seat | n.Seats | n.Add | n.Subtract | n.Multiply | n.Divide | n.Modulo
LISTS = (
    n.ListOf | n.Join | n.Distinct | n.Range | n.Length | n.Item | n.Sum | n.Largest | n.Smallest
)
ZONES = n.ZoneAt | n.ZonesNamed | n.ZoneOf | n.SizeOf | n.TraitOf | n.Neighbours | n.Connected
TOKENS = n.TokensIn | n.TopOf | n.BottomOf | n.Exists | n.Contains
OVER = n.Filter | n.Each | n.AnyOf | n.AllOf
OPEN = SCALARS | LISTS | ZONES | TOKENS | OVER
"""Kinds that, in a trial, need nothing to be known beside what their parts need."""


def may_need(expr: n.Expr, procedure: str, scope: Scope, visibility: Visibility) -> bool:
    """Whether a trial may end at an expression of a procedure, as a seat does not know enough."""
    for part in walk(expr):
        if isinstance(part, n.PropertyOf):
            if not visibility.always_known(part.token, procedure):
                return True
        elif isinstance(part, n.Variable):
            if scope.variables[part.name].audience != "all":
                return True
        elif not isinstance(part, OPEN):
            return True
    return False


def needs_token(expr: n.Node, token: n.Local, layout: Layout) -> bool:
    """Whether evaluating an expression certainly needs a token to be known, and nothing else."""
    return _needs_nothing_else(expr, token) and _needs(expr, token, layout)


def _needs_nothing_else(expr: n.Node, token: n.Local) -> bool:
    if isinstance(expr, n.PropertyOf):
        return expr.token == token
    if isinstance(expr, PLAIN):
        return all(_needs_nothing_else(part, token) for part in children(expr))
    return isinstance(expr, LEAVES) and expr != token  # comparing tokens may need both


def _needs(expr: n.Node, token: n.Local, layout: Layout) -> bool:
    """Whether the first thing that may fail or decide in an expression is a NEED for the token."""
    if isinstance(expr, n.PropertyOf):
        return expr.token == token and expr.property not in layout.open
    parts = children(expr)
    if isinstance(expr, n.Equal | n.Less | n.AtMost) and isinstance(expr.left, LEAVES):
        parts = parts[1:]
    return bool(parts) and _needs(parts[0], token, layout)
