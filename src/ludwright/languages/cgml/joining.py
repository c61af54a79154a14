"""Several values and lists as one list, as `concat`, `count`, `max` and their like need them."""

from __future__ import annotations

from ...gamedef import nodes as n
from ...gamedef.types import ANY, is_list, item_type, list_of
from ..building import Mapping, Sequence
from .combining import joined_groups
from .use import Use
from .world import Typed


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
    inner = node.get("list") if isinstance(node, Mapping) else None
    if not isinstance(inner, Sequence) or not inner.items:
        return use.operand(index, want)
    parts = Use(use.world, use.scope, use.key, inner.items, None, use.lower)
    if not is_list(parts.operand(0, want).type):
        return use.operand(index, want)
    return concat(parts)


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
