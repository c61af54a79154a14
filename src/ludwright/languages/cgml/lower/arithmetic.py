"""The operators that compute and compare numbers, whole ones and fractions."""

from __future__ import annotations

from collections.abc import Callable

from ....gamedef import nodes as n
from ....gamedef.build import ZERO
from ....gamedef.failsafe import holds
from ....gamedef.types import ANY, is_list
from .. import codes
from ..read.shapes import head
from .fractions import (
    REAL,
    REALS,
    as_reals,
    combined,
    compared,
    divided,
    extreme,
    has_reals,
    listed,
    multiplied,
    rounded,
    summed,
)
from .functions import count_of
from .list_concat import joined, two_levels
from .operator_context import Use
from .symbols import Typed

Lowering = Callable[[Use], Typed]


def compare(kind: type[n.Less] | type[n.AtMost], swap: bool) -> Lowering:
    """`isLessThan` and its like."""

    def lower(use: Use) -> Typed:
        left, right = use.number(0), use.number(1)
        if swap:
            left, right = right, left
        return use.result(holds(compared(kind, left, right, use.span)), "bool")

    return lower


def pair(kind: type[n.Add] | type[n.Subtract] | type[n.Modulo]) -> Lowering:
    """`add`, `sub` and `mod`."""

    def lower(use: Use) -> Typed:
        left, right = use.number(0), use.number(1)
        if has_reals([left, right]):
            return combined(kind, left, right)
        return use.result(kind(left=left.expr, right=right.expr, span=use.span), "int")

    return lower


def multiply(use: Use) -> Typed:
    """`mul`."""
    left, right = use.number(0), use.number(1)
    if has_reals([left, right]):
        return multiplied(left, right)
    return use.result(n.Multiply(left=left.expr, right=right.expr, span=use.span), "int")


def divide(use: Use) -> Typed:
    """`div`: exact."""
    return divided(use.number(0), use.number(1), use.span)


def absolute(use: Use) -> Typed:
    """`abs`."""
    value = use.number(0)
    upper = value.expr.left if isinstance(value.expr, n.Divide) and value.type == REAL else None
    number = upper or value.expr
    negative = n.Less(left=number, right=ZERO, span=use.span)
    turned = n.Subtract(left=ZERO, right=number, span=use.span)
    positive = n.Conditional(test=negative, then=turned, otherwise=number, span=use.span)
    if upper is None:
        return use.result(positive, "int")
    assert isinstance(value.expr, n.Divide)
    return use.result(n.Divide(left=positive, right=value.expr.right, span=use.span), REAL)


def rounding(up: bool) -> Lowering:
    """`floor` and `ceil`."""

    def lower(use: Use) -> Typed:
        return use.result(rounded(use.number(0), up, use.span), "int")

    return lower


# ---- several numbers ---------------------------------------------------------------------------


def _numbers(use: Use) -> list[Typed]:
    """Numbers and lists of numbers, as they are."""
    values = []
    for index in range(len(use.operands)):
        value = two_levels(use, index, "int")
        if use.world.known(value.type) in (REAL, REALS):
            values.append(value)
            continue
        kind = "[int]" if is_list(value.type) or value.type == "zone" else "int"
        values.append(Typed(use.fit(value, kind, index), kind))
    return values


def total(use: Use) -> Typed:
    """`sum`."""
    return _total(use, _numbers(use))


def _total(use: Use, values: list[Typed]) -> Typed:
    if has_reals(values):
        return _real_total(use, values)
    if len(values) == 1 and values[0].type == "[int]":
        return use.result(n.Sum(items=values[0].expr, span=use.span), "int")
    parts = tuple(
        n.Sum(items=v.expr, span=use.span) if v.type == "[int]" else v.expr for v in values
    )
    if len(parts) == 2:
        return use.result(n.Add(left=parts[0], right=parts[1], span=use.span), "int")
    items = n.ListOf(items=parts, of="int", span=use.span)
    return use.result(n.Sum(items=items, span=use.span), "int")


def _real_total(use: Use, values: list[Typed]) -> Typed:
    result = Typed(ZERO, "int")
    for value in values:
        part: Typed | None = value
        if value.type == "[int]":
            part = Typed(n.Sum(items=value.expr, span=use.span), "int")
        elif value.type == REALS:
            part = summed(value, use.span)
        if part is None:
            message = "the numbers of this list have different divisors"
            hint = "add them one by one, or round them first"
            return use.world.hole(codes.TYPE, head(use.span), message, hint)
        result = combined(n.Add, result, part)
    return result


def average(use: Use) -> Typed:
    """`avg`: of none it fails."""
    values = _numbers(use)
    counts = [count_of(use.world, value, use.span).expr for value in values]
    count: n.Expr = n.Sum(items=n.ListOf(items=tuple(counts), of="int"), span=use.span)
    if all(isinstance(each, n.Number) for each in counts):
        count = n.Number(value=len(counts))
    elif len(counts) == 1:
        count = counts[0]
    whole = _total(use, values)
    return whole if whole.type == ANY else divided(whole, Typed(count, "int"), use.span)


def best_of(kind: type[n.Largest] | type[n.Smallest]) -> Lowering:
    """`max` and `min`: of none they fail."""

    def lower(use: Use) -> Typed:
        values = _numbers(use)
        if not has_reals(values):
            return use.result(kind(items=joined(use, values, "int"), span=use.span), "int")
        reals = [v for v in values if not is_list(v.type)]
        lists = [as_reals(use.world, v, use.span) for v in values if is_list(v.type)]
        best = [extreme(use.world, v, kind is n.Largest, use.span) for v in lists]
        if len(best) == 1 and not reals:
            return best[0]
        every = listed(use.world, [*best, *reals], use.span)
        return extreme(use.world, every, kind is n.Largest, use.span)

    return lower
