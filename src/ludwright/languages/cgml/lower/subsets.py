"""Combinations of the items of a list: `subsets` and `best_partition`.

In a game a combination is a number that says which items of its list are taken; the list itself is
part of the type (`World.ways`). Whoever looks at one of them sees the list of its items.
"""

from __future__ import annotations

from dataclasses import replace

from ....diagnostics import Span
from ....gamedef import nodes as n
from ....gamedef.types import ANY, item_type, list_of
from ....gamedef.walk import rebuild
from .. import codes
from ..read.shapes import head
from .functions import name_of
from .operator_context import Use
from .symbols import Symbols, Typed, Ways


def subsets(use: Use) -> Typed:
    """`subsets`: a list, a test of the items taken, how many at most, how many at least."""
    items = _source(use)
    if items.type == ANY:
        return items
    return _ways(use, Ways(items), _selections(use, items, 2))


def best_partition(use: Use) -> Typed:
    """`best_partition`: a list, a test of a group, a number for each item, and sizes as in
    `subsets`; or groups that are known already, and a number for each item."""
    if len(use.operands) == 2:
        return _of_groups(use)
    items = _source(use)
    if items.type == ANY:
        return items
    return _best(use, items, _selections(use, items, 3), 2)


def _of_groups(use: Use) -> Typed:
    groups = use.operand(0)
    if groups.type == ANY:
        return groups
    ways = use.world.ways.get(item_type(groups.type))
    if ways is None:
        message = f"groups are needed here, but this is {use.world.say(groups.type)}"
        hint = "give a list, a test of a group and a number for each item"
        return use.world.hole(codes.TYPE, head(use.operands[0].span), message, hint)
    return _best(use, ways.items, groups.expr, 1)


def _best(use: Use, items: Typed, groups: n.Expr, key: int) -> Typed:
    name, item = use.world.each(items, use.span)
    weight = use.fit(use.inside(key, item), "int", key)
    expr = n.BestPartition(items=items.expr, groups=groups, name=name, weight=weight, span=use.span)
    return _ways(use, Ways(items, disjoint=True), expr)


def _ways(use: Use, ways: Ways, expr: n.Expr) -> Typed:
    return use.result(expr, list_of(use.world.way(ways)))


def _source(use: Use) -> Typed:
    """The list to take items from."""
    items = use.listed(0)
    if item_type(items.type) in (*use.world.ways, *use.world.groups):
        use.clash(list_of("token"), items, use.operands[0].span)
        return Typed(n.Hole(span=use.span), ANY)
    return items


def _selections(use: Use, items: Typed, sizes: int) -> n.Expr:
    """The combinations that pass the test; operands from `sizes` on say how many items."""
    taken = use.world.local("some", items.type, use.span)
    where = use.fit(use.inside(1, replace(taken, zones=items.zones)), "bool", 1)
    expr = n.Subsets(items=items.expr, name=name_of(taken), where=where, span=use.span)
    if len(use.operands) > sizes:
        expr = replace(expr, most=use.wanted(sizes, "int"))
    if len(use.operands) > sizes + 1:
        expr = replace(expr, least=use.wanted(sizes + 1, "int"))
    return expr


def joined_groups(world: Symbols, value: Typed, place: Span) -> Typed:
    """The items that are in a group, each once, in the order of their list."""
    ways = world.ways[item_type(value.type)]
    items = ways.items
    if ways.disjoint:
        union = n.Sum(items=value.expr, span=place)
        return replace(items, expr=n.Selected(items=items.expr, selection=union, span=place))
    name, item = world.each(items, place)
    group, taken = world.each(value, place)
    there = n.Contains(items=taken.expr, value=item.expr, span=place)
    within = n.AnyOf(items=value.expr, name=group, where=there, span=place)
    return replace(items, expr=n.Filter(items=items.expr, name=name, where=within, span=place))


def settled(world: Symbols, value: Typed, span: Span) -> tuple[list[tuple[n.Let, str]], Typed]:
    """Combinations of a list as it is now, whatever is done with its items. Also the list to be
    bound before, with its type, unless it has a name already."""
    ways = world.ways[item_type(value.type)]
    old = ways.items.expr
    if isinstance(old, n.Local):
        return [], value
    kept = n.Local(name=world.fresh("among"), span=span)
    expr = rebuild(value.expr, lambda node: kept if node == old else node)
    let = n.Let(name=kept.name, value=old, span=span)
    ways = replace(ways, items=replace(ways.items, expr=kept))
    return [(let, ways.items.type)], Typed(expr, list_of(world.way(ways)))
