"""Tests of tokens where a seat asks: when one NEED for all tokens of a list comes to the same.

An unmet NEED ends a trial, or makes a condition hidden, whichever of several values it is about. So
the NEEDs of a loop over tokens can be made at once if the loop certainly comes to each of them, and
to no other.
"""

from __future__ import annotations

from ..gamedef import nodes as n
from ..gamedef.walk import children
from .layout import Layout

LEAVES = n.Number | n.Symbol | n.Truth | n.Nothing | n.Local
PLAIN = n.And | n.Or | n.Not | n.Equal | n.Less | n.AtMost | n.Conditional | n.Lookup


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
