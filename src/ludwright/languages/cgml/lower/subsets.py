"""Combinations of the items of a list: `subsets` and `best_partition`.

In a GameDef a combination is a bit set of the indices of its items; the list itself is part of the
type (`Symbols.combinations`). Reading a combination gives the list of its items.
"""

from __future__ import annotations

from dataclasses import replace

from ....diagnostics import Span
from ....gamedef import nodes as n
from ....gamedef.types import ANY, item_type, list_of
from ....gamedef.walk import rebuild
from ...yaml.read import head
from .. import codes
from .functions import name_of
from .operator_context import OperatorContext
from .symbols import CombinationSource, Symbols, Typed


def subsets(ctx: OperatorContext) -> Typed:
    """`subsets`: a list, a test of the selected items, and their maximum and minimum number."""
    items = _source(ctx)
    if items.type == ANY:
        return items
    return _combinations(ctx, CombinationSource(items), _selections(ctx, items, 2))


def best_partition(ctx: OperatorContext) -> Typed:
    """`best_partition`: a list, a test of a group, a number for each item, and sizes as in
    `subsets`; or existing groups, and a number for each item."""
    if len(ctx.operands) == 2:
        return _of_groups(ctx)
    items = _source(ctx)
    if items.type == ANY:
        return items
    return _best(ctx, items, _selections(ctx, items, 3), 2)


def _of_groups(ctx: OperatorContext) -> Typed:
    groups = ctx.operand(0)
    if groups.type == ANY:
        return groups
    source = ctx.symbols.combinations.get(item_type(groups.type))
    if source is None:
        message = f"expected groups, found {ctx.symbols.describe(groups.type)}"
        hint = "give a list, a test of a group and a number for each item"
        return ctx.symbols.hole(codes.TYPE, head(ctx.operands[0].span), message, hint)
    return _best(ctx, source.items, groups.expr, 1)


def _best(ctx: OperatorContext, items: Typed, groups: n.Expr, key: int) -> Typed:
    name, item = ctx.symbols.each(items, ctx.span)
    weight = ctx.fit(ctx.inside(key, item), "int", key)
    expr = n.BestPartition(items=items.expr, groups=groups, name=name, weight=weight, span=ctx.span)
    return _combinations(ctx, CombinationSource(items, disjoint=True), expr)


def _combinations(ctx: OperatorContext, source: CombinationSource, expr: n.Expr) -> Typed:
    return ctx.result(expr, list_of(ctx.symbols.combination(source)))


def _source(ctx: OperatorContext) -> Typed:
    """The list to select from."""
    items = ctx.listed(0)
    if item_type(items.type) in (*ctx.symbols.combinations, *ctx.symbols.groups):
        ctx.clash(list_of("token"), items, ctx.operands[0].span)
        return Typed(n.Hole(span=ctx.span), ANY)
    return items


def _selections(ctx: OperatorContext, items: Typed, sizes: int) -> n.Expr:
    """The combinations that pass the test; operands from `sizes` on limit the number of items."""
    taken = ctx.symbols.local("some", items.type, ctx.span)
    where = ctx.fit(ctx.inside(1, replace(taken, zones=items.zones)), "bool", 1)
    expr = n.Subsets(items=items.expr, name=name_of(taken), where=where, span=ctx.span)
    if len(ctx.operands) > sizes:
        expr = replace(expr, most=ctx.wanted(sizes, "int"))
    if len(ctx.operands) > sizes + 1:
        expr = replace(expr, least=ctx.wanted(sizes + 1, "int"))
    return expr


def joined_groups(symbols: Symbols, value: Typed, span: Span) -> Typed:
    """The items that are in any group, each once, in the order of their list."""
    source = symbols.combinations[item_type(value.type)]
    items = source.items
    if source.disjoint:
        # The sum of disjoint bit sets is their union.
        union = n.Sum(items=value.expr, span=span)
        return replace(items, expr=n.Selected(items=items.expr, selection=union, span=span))
    name, item = symbols.each(items, span)
    group, taken = symbols.each(value, span)
    there = n.Contains(items=taken.expr, value=item.expr, span=span)
    within = n.AnyOf(items=value.expr, name=group, where=there, span=span)
    return replace(items, expr=n.Filter(items=items.expr, name=name, where=within, span=span))


def frozen_combinations(
    symbols: Symbols, value: Typed, span: Span
) -> tuple[list[tuple[n.Let, str]], Typed]:
    """Combinations of a frozen list, whatever happens to its items. Also the list to bind before,
    with its type, unless it has a name already."""
    source = symbols.combinations[item_type(value.type)]
    old = source.items.expr
    if isinstance(old, n.Local):
        return [], value
    kept = n.Local(name=symbols.fresh("among"), span=span)
    # A bit set means something only together with the list that its bits index.
    expr = rebuild(value.expr, lambda node: kept if node == old else node)
    let = n.Let(name=kept.name, value=old, span=span)
    source = replace(source, items=replace(source.items, expr=kept))
    return [(let, source.items.type)], Typed(expr, list_of(symbols.combination(source)))
