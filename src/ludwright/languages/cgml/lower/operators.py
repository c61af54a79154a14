"""The operators of expressions: a function each, in one table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ....diagnostics import Span
from ....gamedef import nodes as n
from ....gamedef.failsafe import holds, meets
from ....gamedef.types import is_list, item_type, list_of
from ...yaml.read import Mapping, Scalar
from .. import codes
from ..read.shapes import head
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
from .operator_context import Use, flexible
from .subsets import best_partition, subsets
from .symbols import Symbols, Typed, base_of
from .teams import mates

MANY = 10_000
PRESENT = n.Symbol | n.Seat | n.TeamNamed | n.PropertyOf | n.SeatAfter | n.TeamOf | n.ZoneAt
"""What is never nothing; some of it may fail."""


# ---- logic and comparison ----------------------------------------------------------------------


def _logic(kind: type[n.And] | type[n.Or]) -> Callable[[Use], Typed]:
    def lower(use: Use) -> Typed:
        items = tuple(_part(use, i) for i in range(len(use.operands)))
        return use.result(kind(items=items, span=use.span), "bool")

    return lower


def _not(use: Use) -> Typed:
    return use.result(n.Not(item=_part(use, 0), span=use.span), "bool")


def _part(use: Use, index: int) -> n.Expr:
    """A test that is part of another: if it fails it is false, and the other goes on with that."""
    part = use.wanted(index, "bool")
    # What these are made of does not fail.
    return part if isinstance(part, n.And | n.Or | n.Not) else holds(part)


def _equal(use: Use) -> Typed:
    left, right = use.neighbours(range(2))
    absent = _absent(left, right, use.span)
    if absent is not None:
        return use.result(n.Not(item=absent, span=use.span), "bool")
    sides = [side.expr for side in (left, right) if _may_be_nothing(use.world, side)]
    test = _alike(use, left, right)
    # If they are the same and one is there, so is the other.
    return use.result(meets(test, *(sides[:1] if len(sides) == 2 else ())), "bool")


def _not_equal(use: Use) -> Typed:
    left, right = use.neighbours(range(2))
    absent = _absent(left, right, use.span)
    if absent is not None:
        return use.result(absent, "bool")
    use.world.differences.add(use.span)
    sides = [side.expr for side in (left, right) if _may_be_nothing(use.world, side)]
    test = n.Not(item=_alike(use, left, right), span=use.span)
    return use.result(meets(test, *sides), "bool")


def _absent(left: Typed, right: Typed, span: Span) -> n.Expr | None:
    """What a comparison with `null` asks: whether the other side is there."""
    for one, other in ((left, right), (right, left)):
        if isinstance(one.expr, n.Nothing):
            return holds(n.Exists(item=other.expr, span=span))
    return None


def _may_be_nothing(world: Symbols, value: Typed) -> bool:
    """Whether a value may be nothing, as far as its look tells."""
    return world.nullable(world.known(value.type)) and not isinstance(value.expr, PRESENT)


def _alike(use: Use, left: Typed, right: Typed) -> n.Equal | n.And:
    if is_list(left.type):
        return _equal_lists(use, left, right)
    test = compared(n.Equal, left, right, use.span)
    assert isinstance(test, n.Equal)
    return test


def _equal_lists(use: Use, left: Typed, right: Typed) -> n.And:
    """Whether two lists have the same items in the same order."""
    sizes = [n.Length(items=side.expr, span=use.span) for side in (left, right)]
    same = n.Equal(left=sizes[0], right=sizes[1], span=use.span)
    at = use.world.local("at", "int", use.span)
    items = [use.world.one(s, n.Item(items=s.expr, index=at.expr)) for s in (left, right)]
    last = n.Subtract(left=sizes[0], right=n.Number(value=1), span=use.span)
    places = n.Range(low=n.Number(value=0), high=last, span=use.span)
    where = compared(n.Equal, items[0], items[1], use.span)
    alike = n.AllOf(items=places, name=name_of(at), where=where, span=use.span)
    return n.And(items=(same, alike), span=use.span)


def _if(use: Use) -> Typed:
    test = use.wanted(0, "bool")
    then, otherwise = use.neighbours(range(1, 3), use.want)
    if then.type == REAL:
        return chosen(test, then, otherwise, use.span)
    expr = n.Conditional(test=test, then=then.expr, otherwise=otherwise.expr, span=use.span)
    return use.result(expr, then.type, then.zones | otherwise.zones)


def _exists(use: Use) -> Typed:
    value = use.operand(0)
    kind = use.world.known(value.type)
    if kind == "zone" or is_list(kind):
        zero = n.Number(value=0, span=use.span)
        size = count_of(use.world, Typed(value.expr, kind, value.zones), use.span).expr
        return use.result(holds(n.Less(left=zero, right=size, span=use.span)), "bool")
    if kind in ("int", "bool", REAL):
        # There is a number or a truth value unless it can't be worked out.
        same = n.Equal(left=value.expr, right=value.expr, span=use.span)
        return use.result(holds(same), "bool")
    return use.result(holds(n.Exists(item=value.expr, span=use.span)), "bool")


# ---- lists -------------------------------------------------------------------------------------


def _quantified(kind: type[n.AnyOf] | type[n.AllOf]) -> Callable[[Use], Typed]:
    def lower(use: Use) -> Typed:
        value = use.operand(0)
        if len(use.operands) == 1 and value.type in ("zone", "[zone]", "[token]"):
            return cards_of(use.world, value, use.span)
        items = use.as_list(value, 0)
        name, item = use.world.each(items, use.span)
        where = use.fit(use.inside(1, item), "bool", 1) if len(use.operands) == 2 else item.expr
        if len(use.operands) == 1:
            use.fit(items, "[bool]", 0)
        over = base_of(items)
        return use.result(holds(kind(items=over, name=name, where=where, span=use.span)), "bool")

    return lower


def _filter(use: Use) -> Typed:
    items = use.listed(0, use.want)
    name, item = use.world.each(items, use.span)
    return filtered(items, name, use.fit(use.inside(1, item), "bool", 1))


def _map(use: Use) -> Typed:
    return mapped(use.world, use.listed(0), lambda item: use.inside(1, item))


def _count(use: Use) -> Typed:
    counts = [
        count_of(use.world, two_levels(use, index), use.span) for index in range(len(use.operands))
    ]
    if len(counts) == 1:
        return counts[0]
    items = n.ListOf(items=tuple(count.expr for count in counts), of="int", span=use.span)
    return use.result(n.Sum(items=items, span=use.span), "int")


def _contains(swap: bool) -> Callable[[Use], Typed]:
    def lower(use: Use) -> Typed:
        listed, single = (1, 0) if swap else (0, 1)
        weak = [flexible(use.operands[i]) for i in (listed, single)]
        if weak[0] > weak[1]:
            value = use.operand(single)
            items = use.listed(listed, list_of(value.type))
        else:
            items = use.listed(listed)
            value = use.operand(single, item_type(items.type))
        if items.type == REALS:
            return _contains_real(use, items, value, single)
        if use.world.join(item_type(items.type), value.type, weak=any(weak)) is None:
            use.clash(item_type(items.type), value, use.operands[single].span)
        there = (value.expr,) if _may_be_nothing(use.world, value) else ()
        test = n.Contains(items=items.expr, value=value.expr, span=use.span)
        return use.result(meets(test, *there), "bool")

    return lower


def _contains_real(use: Use, items: Typed, value: Typed, index: int) -> Typed:
    if value.type != REAL:
        value = Typed(use.fit(value, "int", index), "int")
    name, item = use.world.each(items, use.span)
    where = compared(n.Equal, item, value, use.span)
    over = base_of(items)
    return use.result(holds(n.AnyOf(items=over, name=name, where=where, span=use.span)), "bool")


def _distinct(use: Use) -> Typed:
    items = concat(use) if len(use.operands) > 1 else two_levels(use, 0, use.want)
    if item_type(items.type) not in use.world.ways:
        items = use.as_list(items, 0)
    return use.result(n.Distinct(items=items.expr, span=use.span), items.type, items.zones)


def _item(index: Callable[[Use, Typed], n.Expr]) -> Callable[[Use], Typed]:
    def lower(use: Use) -> Typed:
        items = use.listed(0, list_of(use.want) if use.want else None)
        expr = n.Item(items=items.expr, index=index(use, items), span=use.span)
        return use.world.one(items, expr)

    return lower


def _last_index(use: Use, items: Typed) -> n.Expr:
    size = n.Length(items=items.expr, span=use.span)
    return n.Subtract(left=size, right=n.Number(value=1, span=use.span), span=use.span)


def _range(use: Use) -> Typed:
    low, high = use.wanted(0, "int"), use.wanted(1, "int")
    return use.result(n.Range(low=low, high=high, span=use.span), "[int]")


# ---- cards and players -------------------------------------------------------------------------


def _function(use: Use) -> Typed:
    want = use.world.properties.get("rank") if use.key.text == "rank_value" else None
    return apply(use.world, use.operand(0, want), use.key.text, use.span)


def _property(use: Use) -> Typed:
    card = use.operand(0)
    name = use.operands[1]
    given = name.get("value") if isinstance(name, Mapping) and len(name.entries) == 1 else None
    name = given or name
    if not isinstance(name, Scalar):
        return use.world.hole(codes.SHAPE, head(name.span), "the name of a property is needed")
    use.fit(card, "token", 0)
    return property_of(use.world, card, name.text, name.span)


def _next_player(use: Use) -> Typed:
    seat = current(use.world, use.scope, use.span)
    if use.operands:
        seat = one_seat(use.world, use.operand(0, "seat"), use.operands[0].span)
    return use.result(n.SeatAfter(seat=seat.expr, steps=step(use.world, use.span)), "seat")


def _teammates(use: Use) -> Typed:
    seat = current(use.world, use.scope, use.span)
    if use.operands:
        seat = one_seat(use.world, use.operand(0, "seat"), use.operands[0].span)
    return mates(use.world, seat, use.span)


def step(world: Symbols, span: Span) -> n.Expr:
    """The way play goes round the table: 1 clockwise, -1 the other way."""
    if "direction" in world.machinery:
        return n.Variable(name="direction", span=span)
    return n.Number(value=-1 if world.order == "counterclockwise" else 1, span=span)


def _can_perform(use: Use) -> Typed:
    expr = feasible(use.world, use.scope, use.operands[0])
    return use.result(expr, "bool")


@dataclass(frozen=True, slots=True)
class Operator:
    """An operator: how it is lowered and how many operands it takes."""

    lower: Callable[[Use], Typed]
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
    "first": Operator(_item(lambda use, items: n.Number(value=0, span=use.span))),
    "last": Operator(_item(_last_index)),
    "nth": Operator(_item(lambda use, items: use.wanted(1, "int")), 2, 2),
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
"""Every operator that can be used."""
