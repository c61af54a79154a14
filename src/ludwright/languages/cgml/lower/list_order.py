"""Lists in order and in groups: `sort`, `argmax`, `argmin`, `len` and `group_by`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from ....diagnostics import Span
from ....gamedef import nodes as n
from ....gamedef.types import ANY, is_list, item_type, list_of
from ....gamedef.walk import rebuild, walk
from .fractions import REAL, REALS, place_among
from .functions import count_of, name_of
from .operator_context import Use
from .symbols import TEXT_TYPE, Group, Symbols, Typed, base_of

FIXED = (
    *(n.PropertyOf, n.Lookup, n.Local, n.Number, n.Symbol, n.Truth, n.OptionValue),
    *(n.Equal, n.Less, n.AtMost, n.Not, n.And, n.Or, n.Conditional),
    *(n.Add, n.Subtract, n.Multiply, n.Divide, n.Modulo),
)
"""What a key may be made of so that nothing that happens to a card changes it."""


def _each(use: Use, items: Typed) -> tuple[str, Typed]:
    """A name for the items of a list, and the second operand, computed from each."""
    name, item = use.world.each(items, use.span)
    return name, use.inside(1, item)


def sorted_list(use: Use) -> Typed:
    """`sort`: by a number computed from each item, or numbers by themselves."""
    items = use.listed(0)
    if len(use.operands) == 2:
        return use.result(_by_key(use, items, 1), items.type, items.zones)
    if items.type == REALS:
        return use.result(_ordered(use, items, *use.world.each(items, use.span), 1), REALS)
    item = use.world.local("each", "int", use.span)
    numbers = use.fit(items, "[int]", 0)
    expr = n.Sorted(items=numbers, name=name_of(item), key=item.expr, span=use.span)
    return use.result(expr, "[int]")


def _by_key(use: Use, items: Typed, sign: int) -> n.Expr:
    name, value = _each(use, items)
    return _ordered(use, items, name, value, sign)


def _ordered(use: Use, items: Typed, name: str, value: Typed, sign: int) -> n.Expr:
    """The items by a number, which may be a fraction; and so may the items."""
    over = base_of(items)
    if value.type == REAL:
        key = place_among(use.world, over, name, value, use.span)
    else:
        key = use.fit(value, "int", 1)
    if sign < 0:
        key = n.Subtract(left=n.Number(value=0), right=key, span=use.span)
    ordered = n.Sorted(items=over, name=name, key=key, span=use.span)
    if items.type == REALS and isinstance(items.expr, n.Each):
        return replace(items.expr, items=ordered)
    return ordered


def best(sign: int) -> Callable[[Use], Typed]:
    """`argmax` (sign -1) and `argmin` (1): the first item with the best number; none: it fails."""

    def lower(use: Use) -> Typed:
        items = use.listed(0)
        ordered = _by_key(use, items, sign)
        index = n.Number(value=0, span=use.span)
        best = replace(items, expr=ordered)
        return use.world.one(best, n.Item(items=ordered, index=index, span=use.span))

    return lower


def length(use: Use) -> Typed:
    """`len`: how many items a list has, or letters a text."""
    value = use.operand(0)
    kind = use.world.known(value.type)
    if isinstance(value.expr, n.Symbol):
        return use.result(n.Number(value=len(value.expr.value), span=use.span), "int")
    if kind == TEXT_TYPE or kind in use.world.enums:
        table = use.world.lengths.setdefault(kind, f"length_of_{kind}")
        return use.result(n.Lookup(table=table, key=value.expr, span=use.span), "int")
    if value.type != "zone" and not is_list(value.type) and value.type != ANY:
        use.clash("[any]", value, use.operands[0].span)
    return count_of(use.world, value, use.span)


def group_by(use: Use) -> Typed:
    """`group_by`: the groups of a list in the order of their first items. In a game a group is
    its key; the items are looked for where they are asked for."""
    items = use.listed(0)
    if items.type == ANY:
        return items
    name, key = _each(use, items)
    if is_list(key.type):
        return use.world.not_yet(use.span, "groups by a list")
    if key.type == REAL:
        key = Typed(use.fit(key, "int", 1), "int")
    group = Group(items, key, name)
    return Typed(_keys(group, use.span), list_of(use.world.group(group)))


def _keys(group: Group, span: Span) -> n.Expr:
    each = n.Each(items=group.items.expr, name=group.name, value=group.key.expr, span=span)
    return n.Distinct(items=each, span=span)


def members(world: Symbols, value: Typed, place: Span) -> Typed:
    """The items of a group."""
    group = world.groups[value.type]
    if group.listed is not None:
        return _by_place(world, group, value, place)
    same = n.Equal(left=group.key.expr, right=value.expr, span=place)
    kept = n.Filter(items=group.items.expr, name=group.name, where=same, span=place)
    return replace(group.items, expr=kept)


def _by_place(world: Symbols, group: Group, value: Typed, place: Span) -> Typed:
    assert group.listed is not None
    index = world.local("at", "int", place)
    size = n.Length(items=group.items.expr, span=place)
    last = n.Subtract(left=size, right=n.Number(value=1), span=place)
    key = n.Item(items=group.listed, index=index.expr, span=place)
    places = n.Filter(
        items=n.Range(low=n.Number(value=0), high=last, span=place),
        name=name_of(index),
        where=n.Equal(left=key, right=value.expr, span=place),
        span=place,
    )
    item = n.Item(items=group.items.expr, index=index.expr, span=place)
    return replace(
        group.items, expr=n.Each(items=places, name=name_of(index), value=item, span=place)
    )


def key_of(world: Symbols, value: Typed, place: Span) -> Typed:
    """The key of a group."""
    return Typed(value.expr, world.groups[value.type].key.type)


def frozen(world: Symbols, value: Typed, span: Span) -> tuple[list[tuple[n.Let, str]], Typed]:
    """Groups as they are now: what is done with one of them does not change the others. Also the
    lists to be bound before, with their types."""
    group = world.groups[item_type(value.type)]
    items = n.Local(name=world.fresh("grouped"), span=span)
    lets = [(n.Let(name=items.name, value=group.items.expr, span=span), group.items.type)]
    old, expr = group.items.expr, value.expr
    expr = rebuild(expr, lambda node: items if node == old else node)
    group = replace(group, items=replace(group.items, expr=items))
    if not _is_fixed(group):
        listed = n.Local(name=world.fresh("keys"), span=span)
        each = n.Each(items=items, name=group.name, value=group.key.expr, span=span)
        lets.append((n.Let(name=listed.name, value=each, span=span), list_of(group.key.type)))
        group = replace(group, listed=listed)
    return lets, Typed(expr, list_of(world.group(group)))


def _is_fixed(group: Group) -> bool:
    return all(
        isinstance(node, FIXED) and getattr(node, "name", group.name) == group.name
        for node in walk(group.key.expr)
        if not isinstance(node, n.OptionValue)
    )


GROUP_FIELDS = {"key": key_of, "items": members}
"""What a path can ask of a group."""
