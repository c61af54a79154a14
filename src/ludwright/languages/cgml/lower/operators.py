"""The operators of expressions: one function each, in one table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ....diagnostics import Span
from ....gamedef import nodes as n
from ....gamedef.failsafe import holds, meets
from ....gamedef.types import is_list, item_type, list_of
from ...yaml.read import Mapping, Scalar, head
from .. import codes
from .arithmetic import absolute, average, best_of, compare, divide, multiply, pair, rounding, total
from .can_perform import feasible
from .fractions import REAL, REALS, chosen, compared
from .functions import (
    FUNCTIONS,
    apply,
    cards_of,
    count_of,
    filtered,
    mapped,
    name_of,
    one_seat,
    property_of,
)
from .list_concat import concat, list_made, two_levels
from .list_order import best, group_by, length, sorted_list
from .names import current
from .operator_context import OperatorContext, flexible
from .subsets import best_partition, subsets
from .symbols import Symbols, Typed, base_of
from .teams import teammates

MANY = 10_000
PRESENT = n.Symbol | n.Seat | n.TeamNamed | n.PropertyOf | n.SeatAfter | n.TeamOf | n.ZoneAt
"""Nodes that are never nothing, although some may fail."""


# ---- logic and comparison ----------------------------------------------------------------------


def _logic(kind: type[n.And] | type[n.Or]) -> Callable[[OperatorContext], Typed]:
    def lower(ctx: OperatorContext) -> Typed:
        items = tuple(_part(ctx, i) for i in range(len(ctx.operands)))
        return ctx.result(kind(items=items, span=ctx.span), "bool")

    return lower


def _not(ctx: OperatorContext) -> Typed:
    return ctx.result(n.Not(item=_part(ctx, 0), span=ctx.span), "bool")


def _part(ctx: OperatorContext, index: int) -> n.Expr:
    """A test that is part of another: if it fails it is false, and the outer test continues."""
    part = ctx.wanted(index, "bool")
    # The parts of these nodes do not fail.
    return part if isinstance(part, n.And | n.Or | n.Not) else holds(part)


def _equal(ctx: OperatorContext) -> Typed:
    left, right = ctx.neighbours(range(2))
    absent = _absent(left, right, ctx.span)
    if absent is not None:
        return ctx.result(n.Not(item=absent, span=ctx.span), "bool")
    sides = [side.expr for side in (left, right) if _may_be_nothing(ctx.symbols, side)]
    test = _alike(ctx, left, right)
    # If they are equal and one is present, so is the other.
    return ctx.result(meets(test, *(sides[:1] if len(sides) == 2 else ())), "bool")


def _not_equal(ctx: OperatorContext) -> Typed:
    left, right = ctx.neighbours(range(2))
    absent = _absent(left, right, ctx.span)
    if absent is not None:
        return ctx.result(absent, "bool")
    ctx.symbols.differences.add(ctx.span)
    sides = [side.expr for side in (left, right) if _may_be_nothing(ctx.symbols, side)]
    test = n.Not(item=_alike(ctx, left, right), span=ctx.span)
    return ctx.result(meets(test, *sides), "bool")


def _absent(left: Typed, right: Typed, span: Span) -> n.Expr | None:
    """A comparison with `null`: whether the other side is absent."""
    for one, other in ((left, right), (right, left)):
        if isinstance(one.expr, n.Nothing):
            return holds(n.Exists(item=other.expr, span=span))
    return None


def _may_be_nothing(symbols: Symbols, value: Typed) -> bool:
    """Whether a value may be nothing, judged by its node."""
    return symbols.nullable(symbols.known(value.type)) and not isinstance(value.expr, PRESENT)


def _alike(ctx: OperatorContext, left: Typed, right: Typed) -> n.Equal | n.And:
    if is_list(left.type):
        return _equal_lists(ctx, left, right)
    test = compared(n.Equal, left, right, ctx.span)
    assert isinstance(test, n.Equal)
    return test


def _equal_lists(ctx: OperatorContext, left: Typed, right: Typed) -> n.And:
    """Whether two lists have the same items in the same order."""
    sizes = [n.Length(items=side.expr, span=ctx.span) for side in (left, right)]
    same = n.Equal(left=sizes[0], right=sizes[1], span=ctx.span)
    at = ctx.symbols.local("at", "int", ctx.span)
    items = [ctx.symbols.one(s, n.Item(items=s.expr, index=at.expr)) for s in (left, right)]
    last = n.Subtract(left=sizes[0], right=n.Number(value=1), span=ctx.span)
    places = n.Range(low=n.Number(value=0), high=last, span=ctx.span)
    where = compared(n.Equal, items[0], items[1], ctx.span)
    alike = n.AllOf(items=places, name=name_of(at), where=where, span=ctx.span)
    return n.And(items=(same, alike), span=ctx.span)


def _if(ctx: OperatorContext) -> Typed:
    test = ctx.wanted(0, "bool")
    then, otherwise = ctx.neighbours(range(1, 3), ctx.want)
    if then.type == REAL:
        return chosen(test, then, otherwise, ctx.span)
    expr = n.Conditional(test=test, then=then.expr, otherwise=otherwise.expr, span=ctx.span)
    return ctx.result(expr, then.type, then.zones | otherwise.zones)


def _exists(ctx: OperatorContext) -> Typed:
    value = ctx.operand(0)
    kind = ctx.symbols.known(value.type)
    if kind == "zone" or is_list(kind):
        zero = n.Number(value=0, span=ctx.span)
        size = count_of(ctx.symbols, Typed(value.expr, kind, value.zones), ctx.span).expr
        return ctx.result(holds(n.Less(left=zero, right=size, span=ctx.span)), "bool")
    if kind in ("int", "bool", REAL):
        # A number or boolean is present unless its evaluation fails.
        same = n.Equal(left=value.expr, right=value.expr, span=ctx.span)
        return ctx.result(holds(same), "bool")
    return ctx.result(holds(n.Exists(item=value.expr, span=ctx.span)), "bool")


# ---- lists -------------------------------------------------------------------------------------


def _quantified(kind: type[n.AnyOf] | type[n.AllOf]) -> Callable[[OperatorContext], Typed]:
    def lower(ctx: OperatorContext) -> Typed:
        value = ctx.operand(0)
        if len(ctx.operands) == 1 and value.type in ("zone", "[zone]", "[token]"):
            # `all: [zone]` is the path function of that name, not a quantifier.
            return cards_of(ctx.symbols, value, ctx.span)
        items = ctx.as_list(value, 0)
        name, item = ctx.symbols.each(items, ctx.span)
        where = ctx.fit(ctx.inside(1, item), "bool", 1) if len(ctx.operands) == 2 else item.expr
        if len(ctx.operands) == 1:
            ctx.fit(items, "[bool]", 0)
        over = base_of(items)
        return ctx.result(holds(kind(items=over, name=name, where=where, span=ctx.span)), "bool")

    return lower


def _filter(ctx: OperatorContext) -> Typed:
    items = ctx.listed(0, ctx.want)
    name, item = ctx.symbols.each(items, ctx.span)
    return filtered(items, name, ctx.fit(ctx.inside(1, item), "bool", 1))


def _map(ctx: OperatorContext) -> Typed:
    return mapped(ctx.symbols, ctx.listed(0), lambda item: ctx.inside(1, item))


def _count(ctx: OperatorContext) -> Typed:
    counts = [
        count_of(ctx.symbols, two_levels(ctx, index), ctx.span)
        for index in range(len(ctx.operands))
    ]
    if len(counts) == 1:
        return counts[0]
    items = n.ListOf(items=tuple(count.expr for count in counts), of="int", span=ctx.span)
    return ctx.result(n.Sum(items=items, span=ctx.span), "int")


def _contains(swap: bool) -> Callable[[OperatorContext], Typed]:
    def lower(ctx: OperatorContext) -> Typed:
        listed, single = (1, 0) if swap else (0, 1)
        weak = [flexible(ctx.operands[i]) for i in (listed, single)]
        # The operand with a type of its own first: it determines how the other's literals are read.
        if weak[0] > weak[1]:
            value = ctx.operand(single)
            items = ctx.listed(listed, list_of(value.type))
        else:
            items = ctx.listed(listed)
            value = ctx.operand(single, item_type(items.type))
        if items.type == REALS:
            return _contains_real(ctx, items, value, single)
        if ctx.symbols.join(item_type(items.type), value.type, weak=any(weak)) is None:
            ctx.clash(item_type(items.type), value, ctx.operands[single].span)
        there = (value.expr,) if _may_be_nothing(ctx.symbols, value) else ()
        test = n.Contains(items=items.expr, value=value.expr, span=ctx.span)
        return ctx.result(meets(test, *there), "bool")

    return lower


def _contains_real(ctx: OperatorContext, items: Typed, value: Typed, index: int) -> Typed:
    if value.type != REAL:
        value = Typed(ctx.fit(value, "int", index), "int")
    name, item = ctx.symbols.each(items, ctx.span)
    where = compared(n.Equal, item, value, ctx.span)
    over = base_of(items)
    return ctx.result(holds(n.AnyOf(items=over, name=name, where=where, span=ctx.span)), "bool")


def _distinct(ctx: OperatorContext) -> Typed:
    items = concat(ctx) if len(ctx.operands) > 1 else two_levels(ctx, 0, ctx.want)
    if item_type(items.type) not in ctx.symbols.combinations:
        items = ctx.as_list(items, 0)
    return ctx.result(n.Distinct(items=items.expr, span=ctx.span), items.type, items.zones)


def _item(index: Callable[[OperatorContext, Typed], n.Expr]) -> Callable[[OperatorContext], Typed]:
    def lower(ctx: OperatorContext) -> Typed:
        items = ctx.listed(0, list_of(ctx.want) if ctx.want else None)
        expr = n.Item(items=items.expr, index=index(ctx, items), span=ctx.span)
        return ctx.symbols.one(items, expr)

    return lower


def _last_index(ctx: OperatorContext, items: Typed) -> n.Expr:
    size = n.Length(items=items.expr, span=ctx.span)
    return n.Subtract(left=size, right=n.Number(value=1, span=ctx.span), span=ctx.span)


def _range(ctx: OperatorContext) -> Typed:
    low, high = ctx.wanted(0, "int"), ctx.wanted(1, "int")
    return ctx.result(n.Range(low=low, high=high, span=ctx.span), "[int]")


# ---- cards and players -------------------------------------------------------------------------


def _function(ctx: OperatorContext) -> Typed:
    want = ctx.symbols.properties.get("rank") if ctx.key.text == "rank_value" else None
    return apply(ctx.symbols, ctx.operand(0, want), ctx.key.text, ctx.span)


def _property(ctx: OperatorContext) -> Typed:
    card = ctx.operand(0)
    name = ctx.operands[1]
    given = name.get("value") if isinstance(name, Mapping) and len(name.entries) == 1 else None
    name = given or name
    if not isinstance(name, Scalar):
        return ctx.symbols.hole(codes.SHAPE, head(name.span), "expected the name of a property")
    ctx.fit(card, "token", 0)
    return property_of(ctx.symbols, card, name.text, name.span)


def _next_player(ctx: OperatorContext) -> Typed:
    seat = current(ctx.symbols, ctx.env, ctx.span)
    if ctx.operands:
        seat = one_seat(ctx.symbols, ctx.operand(0, "seat"), ctx.operands[0].span)
    return ctx.result(n.SeatAfter(seat=seat.expr, steps=step(ctx.symbols, ctx.span)), "seat")


def _teammates(ctx: OperatorContext) -> Typed:
    seat = current(ctx.symbols, ctx.env, ctx.span)
    if ctx.operands:
        seat = one_seat(ctx.symbols, ctx.operand(0, "seat"), ctx.operands[0].span)
    return teammates(ctx.symbols, seat, ctx.span)


def step(symbols: Symbols, span: Span) -> n.Expr:
    """The direction of play: 1 clockwise, -1 counterclockwise."""
    if "direction" in symbols.machinery:
        return n.Variable(name="direction", span=span)
    return n.Number(value=-1 if symbols.order == "counterclockwise" else 1, span=span)


def _can_perform(ctx: OperatorContext) -> Typed:
    expr = feasible(ctx.symbols, ctx.env, ctx.operands[0])
    return ctx.result(expr, "bool")


@dataclass(frozen=True, slots=True)
class Operator:
    """An operator: how it is lowered and how many operands it takes."""

    lower: Callable[[OperatorContext], Typed]
    least: int = 1
    most: int = 1


OPERATORS: dict[str, Operator] = {
    "isEqual": Operator(_equal, 2, 2),
    "isNotEqual": Operator(_not_equal, 2, 2),
    "isGreaterThan": Operator(compare(n.Less, swap=True), 2, 2),
    "isLessThan": Operator(compare(n.Less, swap=False), 2, 2),
    "isAtLeast": Operator(compare(n.AtMost, swap=True), 2, 2),
    "isAtMost": Operator(compare(n.AtMost, swap=False), 2, 2),
    "not": Operator(_not),
    "and": Operator(_logic(n.And), 1, MANY),
    "or": Operator(_logic(n.Or), 1, MANY),
    "if": Operator(_if, 3, 3),
    "exists": Operator(_exists),
    "list": Operator(list_made, 0, MANY),
    "any": Operator(_quantified(n.AnyOf), 1, 2),
    "all": Operator(_quantified(n.AllOf), 1, 2),
    "count": Operator(_count, 1, MANY),
    "len": Operator(length),
    "max": Operator(best_of(n.Largest), 1, MANY),
    "min": Operator(best_of(n.Smallest), 1, MANY),
    "contains": Operator(_contains(swap=False), 2, 2),
    "in": Operator(_contains(swap=True), 2, 2),
    "distinct": Operator(_distinct, 1, MANY),
    "filter": Operator(_filter, 2, 2),
    "map": Operator(_map, 2, 2),
    "first": Operator(_item(lambda ctx, items: n.Number(value=0, span=ctx.span))),
    "last": Operator(_item(_last_index)),
    "nth": Operator(_item(lambda ctx, items: ctx.wanted(1, "int")), 2, 2),
    "range": Operator(_range, 2, 2),
    "concat": Operator(concat, 1, MANY),
    "sort": Operator(sorted_list, 1, 2),
    "argmax": Operator(best(-1), 2, 2),
    "argmin": Operator(best(1), 2, 2),
    "group_by": Operator(group_by, 2, 2),
    "subsets": Operator(subsets, 2, 4),
    "best_partition": Operator(best_partition, 2, 5),
    "add": Operator(pair(n.Add), 2, 2),
    "sub": Operator(pair(n.Subtract), 2, 2),
    "mul": Operator(multiply, 2, 2),
    "div": Operator(divide, 2, 2),
    "mod": Operator(pair(n.Modulo), 2, 2),
    "sum": Operator(total, 1, MANY),
    "avg": Operator(average, 1, MANY),
    "abs": Operator(absolute),
    "floor": Operator(rounding(up=False)),
    "ceil": Operator(rounding(up=True)),
    "property": Operator(_property, 2, 2),
    "next_player": Operator(_next_player, 0, 1),
    "teammates": Operator(_teammates, 0, 1),
    "canPerform": Operator(_can_perform),
    **{name: Operator(_function) for name in FUNCTIONS if name not in ("all", "count")},
}
"""Every operator of the language."""

SIGNS = {
    "+": "add",
    "-": "sub",
    "*": "mul",
    "/": "div",
    "%": "mod",
    "==": "isEqual",
    "=": "isEqual",
    "!=": "isNotEqual",
    ">": "isGreaterThan",
    "<": "isLessThan",
    ">=": "isAtLeast",
    "<=": "isAtMost",
}
"""The operators that signs stand for: after `operator:` in version 1.2, and in hints."""
