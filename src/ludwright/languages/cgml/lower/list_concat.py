"""Several values and lists as one list, as `concat`, `count`, `max` and their like need them."""

from __future__ import annotations

from ....gamedef import nodes as n
from ....gamedef.types import ANY, is_list, item_type, list_of
from ...yaml.read import Mapping, Sequence
from .fractions import REAL, listed
from .operator_context import Use, empty_list
from .subsets import joined_groups
from .symbols import Typed


def concat(use: Use) -> Typed:
    """Lists one behind the other; a zone stands for its cards, a single value for itself."""
    values: list[Typed] = []
    kind = use.want or ANY
    for index in range(len(use.operands)):
        value = use.as_list(two_levels(use, index, kind), index)
        if item_type(value.type) in use.world.ways:
            value = joined_groups(use.world, value, use.span)
        both = use.world.join(list_of(ANY) if kind == ANY else kind, value.type)
        if both is None:
            use.clash(kind, value, use.operands[index].span)
        kind = both or kind
        values.append(value)
    zones = frozenset[str]().union(*(value.zones for value in values))
    return Typed(joined(use, values, use.world.plain(item_type(kind))), kind, zones)


def two_levels(use: Use, index: int, want: str | None = None) -> Typed:
    """An operand of what joins lists; lists that stand in a `list` there are joined too."""
    node = use.operands[index]
    alone = isinstance(node, Mapping) and len(node.entries) == 1
    inner = node.get("list") if isinstance(node, Mapping) and alone else None
    if not isinstance(inner, Sequence) or not inner.items:
        return use.operand(index, want)
    return list_made(Use(use.world, use.scope, use.key, inner.items, want, use.lower), joins=True)


def list_made(use: Use, joins: bool = False) -> Typed:
    """`list`: the operands as a list. Lists among them are joined where that is meant."""
    if not use.operands:
        return empty_list(use.want, use.span)
    want = item_type(use.want) if use.want and is_list(use.want) else use.want
    values = use.neighbours(range(len(use.operands)), want)
    kind = values[0].type
    if kind == REAL:
        return listed(use.world, values, use.span)
    zones = frozenset[str]().union(*(value.zones for value in values))
    if is_list(kind) and not joins:
        return use.world.not_yet(use.span, "lists of lists")
    if is_list(kind) and item_type(kind) in use.world.ways:
        values = [joined_groups(use.world, value, use.span) for value in values]
        kind = values[0].type
    of = use.world.plain(item_type(kind) if is_list(kind) else kind)
    if is_list(kind):
        return Typed(joined(use, values, of), kind, zones)
    items = tuple(value.expr for value in values)
    return Typed(n.ListOf(items=items, of=of, span=use.span), list_of(kind), zones)


def joined(use: Use, values: list[Typed], kind: str) -> n.Expr:
    """Values and lists of them as one list."""
    if len(values) == 1 and is_list(values[0].type):
        return values[0].expr
    if not any(is_list(value.type) for value in values):
        return n.ListOf(items=tuple(v.expr for v in values), of=kind, span=use.span)
    lists = (
        v.expr if is_list(v.type) else n.ListOf(items=(v.expr,), of=kind, span=use.span)
        for v in values
    )
    return n.Join(lists=tuple(lists), span=use.span)
