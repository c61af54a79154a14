"""Sorting and grouping lists: `sort`, `argmax`, `argmin`, `len` and `group_by`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from ....diagnostics import Span
from ....gamedef import nodes as n
from ....gamedef.types import ANY, is_list, item_type, list_of
from ....gamedef.walk import rebuild, walk
from .fractions import REAL, REALS, place_among
from .functions import count_of, name_of
from .operator_context import OperatorContext
from .symbols import TEXT_TYPE, Group, Symbols, Typed, base_of

FIXED = (
    *(n.PropertyOf, n.Lookup, n.Local, n.Number, n.Symbol, n.Truth, n.OptionValue),
    *(n.Equal, n.Less, n.AtMost, n.Not, n.And, n.Or, n.Conditional),
    *(n.Add, n.Subtract, n.Multiply, n.Divide, n.Modulo),
)
"""The nodes of a key that no movement of a card can change."""


def _each(ctx: OperatorContext, items: Typed) -> tuple[str, Typed]:
    """A name for the items of a list, and the second operand evaluated for each."""
    name, item = ctx.symbols.each(items, ctx.span)
    return name, ctx.inside(1, item)


def sorted_list(ctx: OperatorContext) -> Typed:
    """`sort`: by a number for each item; numbers sort by themselves."""
    items = ctx.listed(0)
    if len(ctx.operands) == 2:
        return ctx.result(_by_key(ctx, items, 1), items.type, items.zones)
    if items.type == REALS:
        return ctx.result(_ordered(ctx, items, *ctx.symbols.each(items, ctx.span), 1), REALS)
    item = ctx.symbols.local("each", "int", ctx.span)
    numbers = ctx.fit(items, "[int]", 0)
    expr = n.Sorted(items=numbers, name=name_of(item), key=item.expr, span=ctx.span)
    return ctx.result(expr, "[int]")


def _by_key(ctx: OperatorContext, items: Typed, sign: int) -> n.Expr:
    name, value = _each(ctx, items)
    return _ordered(ctx, items, name, value, sign)


def _ordered(ctx: OperatorContext, items: Typed, name: str, value: Typed, sign: int) -> n.Expr:
    """The items sorted by a number; items and numbers may be fractions."""
    over = base_of(items)
    if value.type == REAL:
        # Sorted takes integers: the number of smaller keys has the same order.
        key = place_among(ctx.symbols, over, name, value, ctx.span)
    else:
        key = ctx.fit(value, "int", 1)
    if sign < 0:
        key = n.Subtract(left=n.Number(value=0), right=key, span=ctx.span)
    ordered = n.Sorted(items=over, name=name, key=key, span=ctx.span)
    if items.type == REALS and isinstance(items.expr, n.Each):
        return replace(items.expr, items=ordered)
    return ordered


def best(sign: int) -> Callable[[OperatorContext], Typed]:
    """`argmax` (sign -1) and `argmin` (1): the first item with the best number; fails if there is
    none."""

    def lower(ctx: OperatorContext) -> Typed:
        items = ctx.listed(0)
        ordered = _by_key(ctx, items, sign)
        index = n.Number(value=0, span=ctx.span)
        best = replace(items, expr=ordered)
        return ctx.symbols.one(best, n.Item(items=ordered, index=index, span=ctx.span))

    return lower


def length(ctx: OperatorContext) -> Typed:
    """`len`: the number of items in a list, or of characters in a text."""
    value = ctx.operand(0)
    kind = ctx.symbols.known(value.type)
    # A literal's length is known now; others look it up in a table over their enum.
    if isinstance(value.expr, n.Symbol):
        return ctx.result(n.Number(value=len(value.expr.value), span=ctx.span), "int")
    if kind == TEXT_TYPE or kind in ctx.symbols.enums:
        table = ctx.symbols.lengths.setdefault(kind, f"length_of_{kind}")
        return ctx.result(n.Lookup(table=table, key=value.expr, span=ctx.span), "int")
    if value.type != "zone" and not is_list(value.type) and value.type != ANY:
        ctx.clash("[any]", value, ctx.operands[0].span)
    return count_of(ctx.symbols, value, ctx.span)


def group_by(ctx: OperatorContext) -> Typed:
    """`group_by`: the groups of a list in the order of their first items. In a GameDef a group is
    its key; its items are filtered out where they are read."""
    items = ctx.listed(0)
    if items.type == ANY:
        return items
    name, key = _each(ctx, items)
    if is_list(key.type):
        return ctx.symbols.not_yet(ctx.span, "groups by a list")
    if key.type == REAL:
        key = Typed(ctx.fit(key, "int", 1), "int")
    group = Group(items, key, name)
    return Typed(_keys(group, ctx.span), list_of(ctx.symbols.group(group)))


def _keys(group: Group, span: Span) -> n.Expr:
    each = n.Each(items=group.items.expr, name=group.name, value=group.key.expr, span=span)
    return n.Distinct(items=each, span=span)


def members(symbols: Symbols, value: Typed, span: Span) -> Typed:
    """The items of a group."""
    group = symbols.groups[value.type]
    if group.listed is not None:
        return _by_index(symbols, group, value, span)
    same = n.Equal(left=group.key.expr, right=value.expr, span=span)
    kept = n.Filter(items=group.items.expr, name=group.name, where=same, span=span)
    return replace(group.items, expr=kept)


def _by_index(symbols: Symbols, group: Group, value: Typed, span: Span) -> Typed:
    assert group.listed is not None
    index = symbols.local("at", "int", span)
    size = n.Length(items=group.items.expr, span=span)
    last = n.Subtract(left=size, right=n.Number(value=1), span=span)
    key = n.Item(items=group.listed, index=index.expr, span=span)
    places = n.Filter(
        items=n.Range(low=n.Number(value=0), high=last, span=span),
        name=name_of(index),
        where=n.Equal(left=key, right=value.expr, span=span),
        span=span,
    )
    item = n.Item(items=group.items.expr, index=index.expr, span=span)
    return replace(
        group.items, expr=n.Each(items=places, name=name_of(index), value=item, span=span)
    )


def key_of(symbols: Symbols, value: Typed, span: Span) -> Typed:
    """The key of a group."""
    return Typed(value.expr, symbols.groups[value.type].key.type)


def frozen_groups(
    symbols: Symbols, value: Typed, span: Span
) -> tuple[list[tuple[n.Let, str]], Typed]:
    """Groups frozen at their present value, so that moving the items of one does not change the
    others. Also the lists to bind before, with their types."""
    group = symbols.groups[item_type(value.type)]
    items = n.Local(name=symbols.fresh("grouped"), span=span)
    lets = [(n.Let(name=items.name, value=group.items.expr, span=span), group.items.type)]
    old, expr = group.items.expr, value.expr
    # The groups were computed from the same list, wherever it occurs in them.
    expr = rebuild(expr, lambda node: items if node == old else node)
    group = replace(group, items=replace(group.items, expr=items))
    # A key such as the owner of a card changes when the card moves: its value is stored per item.
    if not _is_fixed(group):
        listed = n.Local(name=symbols.fresh("keys"), span=span)
        each = n.Each(items=items, name=group.name, value=group.key.expr, span=span)
        lets.append((n.Let(name=listed.name, value=each, span=span), list_of(group.key.type)))
        group = replace(group, listed=listed)
    return lets, Typed(expr, list_of(symbols.group(group)))


def _is_fixed(group: Group) -> bool:
    return all(
        isinstance(node, FIXED) and getattr(node, "name", group.name) == group.name
        for node in walk(group.key.expr)
        if not isinstance(node, n.OptionValue)
    )


GROUP_FIELDS = {"key": key_of, "items": members}
"""The fields of a group."""
