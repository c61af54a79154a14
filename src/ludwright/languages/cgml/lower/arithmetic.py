"""The operators that compute and compare integers and fractions."""

from __future__ import annotations

from collections.abc import Callable

from ....gamedef import nodes as n
from ....gamedef.build import ZERO
from ....gamedef.failsafe import holds
from ....gamedef.types import ANY, is_list
from ...yaml.read import head
from .. import codes
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
from .operator_context import OperatorContext
from .symbols import Typed

Lowering = Callable[[OperatorContext], Typed]


def compare(kind: type[n.Less] | type[n.AtMost], swap: bool) -> Lowering:
    """`isLessThan` and the other comparisons."""

    def lower(ctx: OperatorContext) -> Typed:
        left, right = ctx.number(0), ctx.number(1)
        if swap:
            left, right = right, left
        return ctx.result(holds(compared(kind, left, right, ctx.span)), "bool")

    return lower


def pair(kind: type[n.Add] | type[n.Subtract] | type[n.Modulo]) -> Lowering:
    """`add`, `sub` and `mod`."""

    def lower(ctx: OperatorContext) -> Typed:
        left, right = ctx.number(0), ctx.number(1)
        if has_reals([left, right]):
            return combined(kind, left, right)
        return ctx.result(kind(left=left.expr, right=right.expr, span=ctx.span), "int")

    return lower


def multiply(ctx: OperatorContext) -> Typed:
    """`mul`."""
    left, right = ctx.number(0), ctx.number(1)
    if has_reals([left, right]):
        return multiplied(left, right)
    return ctx.result(n.Multiply(left=left.expr, right=right.expr, span=ctx.span), "int")


def divide(ctx: OperatorContext) -> Typed:
    """`div`: exact."""
    return divided(ctx.number(0), ctx.number(1), ctx.span)


def absolute(ctx: OperatorContext) -> Typed:
    """`abs`."""
    value = ctx.number(0)
    upper = value.expr.left if isinstance(value.expr, n.Divide) and value.type == REAL else None
    number = upper or value.expr
    negative = n.Less(left=number, right=ZERO, span=ctx.span)
    turned = n.Subtract(left=ZERO, right=number, span=ctx.span)
    positive = n.Conditional(test=negative, then=turned, otherwise=number, span=ctx.span)
    if upper is None:
        return ctx.result(positive, "int")
    assert isinstance(value.expr, n.Divide)
    return ctx.result(n.Divide(left=positive, right=value.expr.right, span=ctx.span), REAL)


def rounding(up: bool) -> Lowering:
    """`floor` and `ceil`."""

    def lower(ctx: OperatorContext) -> Typed:
        return ctx.result(rounded(ctx.number(0), up, ctx.span), "int")

    return lower


# ---- several numbers ---------------------------------------------------------------------------


def _numbers(ctx: OperatorContext) -> list[Typed]:
    """Operands that are numbers or lists of numbers, unconverted."""
    values = []
    for index in range(len(ctx.operands)):
        value = two_levels(ctx, index, "int")
        if ctx.symbols.known(value.type) in (REAL, REALS):
            values.append(value)
            continue
        kind = "[int]" if is_list(value.type) or value.type == "zone" else "int"
        values.append(Typed(ctx.fit(value, kind, index), kind))
    return values


def total(ctx: OperatorContext) -> Typed:
    """`sum`."""
    return _total(ctx, _numbers(ctx))


def _total(ctx: OperatorContext, values: list[Typed]) -> Typed:
    if has_reals(values):
        return _real_total(ctx, values)
    if len(values) == 1 and values[0].type == "[int]":
        return ctx.result(n.Sum(items=values[0].expr, span=ctx.span), "int")
    parts = tuple(
        n.Sum(items=v.expr, span=ctx.span) if v.type == "[int]" else v.expr for v in values
    )
    if len(parts) == 2:
        return ctx.result(n.Add(left=parts[0], right=parts[1], span=ctx.span), "int")
    items = n.ListOf(items=parts, of="int", span=ctx.span)
    return ctx.result(n.Sum(items=items, span=ctx.span), "int")


def _real_total(ctx: OperatorContext, values: list[Typed]) -> Typed:
    result = Typed(ZERO, "int")
    for value in values:
        part: Typed | None = value
        if value.type == "[int]":
            part = Typed(n.Sum(items=value.expr, span=ctx.span), "int")
        elif value.type == REALS:
            part = summed(value, ctx.span)
        if part is None:
            message = "the fractions in this list have different denominators"
            hint = "add them one by one, or round them first"
            return ctx.symbols.hole(codes.TYPE, head(ctx.span), message, hint)
        result = combined(n.Add, result, part)
    return result


def average(ctx: OperatorContext) -> Typed:
    """`avg`; it fails for an empty list."""
    values = _numbers(ctx)
    counts = [count_of(ctx.symbols, value, ctx.span).expr for value in values]
    count: n.Expr = n.Sum(items=n.ListOf(items=tuple(counts), of="int"), span=ctx.span)
    if all(isinstance(each, n.Number) for each in counts):
        count = n.Number(value=len(counts))
    elif len(counts) == 1:
        count = counts[0]
    whole = _total(ctx, values)
    return whole if whole.type == ANY else divided(whole, Typed(count, "int"), ctx.span)


def best_of(kind: type[n.Largest] | type[n.Smallest]) -> Lowering:
    """`max` and `min`; they fail for an empty list."""

    def lower(ctx: OperatorContext) -> Typed:
        values = _numbers(ctx)
        if not has_reals(values):
            return ctx.result(kind(items=joined(ctx, values, "int"), span=ctx.span), "int")
        reals = [v for v in values if not is_list(v.type)]
        lists = [as_reals(ctx.symbols, v, ctx.span) for v in values if is_list(v.type)]
        best = [extreme(ctx.symbols, v, kind is n.Largest, ctx.span) for v in lists]
        if len(best) == 1 and not reals:
            return best[0]
        every = listed(ctx.symbols, [*best, *reals], ctx.span)
        return extreme(ctx.symbols, every, kind is n.Largest, ctx.span)

    return lower
