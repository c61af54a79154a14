"""Several values and lists joined into one list, for `concat`, `count`, `max` and similar."""

from __future__ import annotations

from ....gamedef import nodes as n
from ....gamedef.types import ANY, is_list, item_type, list_of
from ...yaml.read import Mapping, Sequence
from .fractions import REAL, listed
from .operator_context import OperatorContext, empty_list
from .subsets import joined_groups
from .symbols import Typed


def concat(ctx: OperatorContext) -> Typed:
    """`concat`: lists joined in order; a zone denotes its cards, a single value itself."""
    values: list[Typed] = []
    kind = ctx.want or ANY
    for index in range(len(ctx.operands)):
        value = ctx.as_list(two_levels(ctx, index, kind), index)
        if item_type(value.type) in ctx.symbols.combinations:
            value = joined_groups(ctx.symbols, value, ctx.span)
        both = ctx.symbols.join(list_of(ANY) if kind == ANY else kind, value.type)
        if both is None:
            ctx.clash(kind, value, ctx.operands[index].span)
        kind = both or kind
        values.append(value)
    zones = frozenset[str]().union(*(value.zones for value in values))
    return Typed(joined(ctx, values, ctx.symbols.plain(item_type(kind))), kind, zones)


def two_levels(ctx: OperatorContext, index: int, want: str | None = None) -> Typed:
    """An operand of an operator that joins lists; lists in a `list` there are joined too."""
    node = ctx.operands[index]
    alone = isinstance(node, Mapping) and len(node.entries) == 1
    inner = node.get("list") if isinstance(node, Mapping) and alone else None
    if not isinstance(inner, Sequence) or not inner.items:
        return ctx.operand(index, want)
    return list_made(
        OperatorContext(ctx.symbols, ctx.env, ctx.key, inner.items, want, ctx.lower), joins=True
    )


def list_made(ctx: OperatorContext, joins: bool = False) -> Typed:
    """`list`: the operands as a list; lists among them are joined if the context does so, and so
    are lists of combinations of one list."""
    if not ctx.operands:
        return empty_list(ctx.want, ctx.span)
    want = item_type(ctx.want) if ctx.want and is_list(ctx.want) else ctx.want
    values = ctx.neighbours(range(len(ctx.operands)), want)
    kind = values[0].type
    if kind == REAL:
        return listed(ctx.symbols, values, ctx.span)
    zones = frozenset[str]().union(*(value.zones for value in values))
    if is_list(kind) and not joins:
        if item_type(kind) not in ctx.symbols.combinations:
            return ctx.symbols.not_yet(ctx.span, "lists of lists")
        return Typed(joined(ctx, values, ctx.symbols.plain(item_type(kind))), kind, zones)
    if is_list(kind) and item_type(kind) in ctx.symbols.combinations:
        values = [joined_groups(ctx.symbols, value, ctx.span) for value in values]
        kind = values[0].type
    of = ctx.symbols.plain(item_type(kind) if is_list(kind) else kind)
    if is_list(kind):
        return Typed(joined(ctx, values, of), kind, zones)
    items = tuple(value.expr for value in values)
    return Typed(n.ListOf(items=items, of=of, span=ctx.span), list_of(kind), zones)


def joined(ctx: OperatorContext, values: list[Typed], kind: str) -> n.Expr:
    """Values and lists of them as one list."""
    if len(values) == 1 and is_list(values[0].type):
        return values[0].expr
    if not any(is_list(value.type) for value in values):
        return n.ListOf(items=tuple(v.expr for v in values), of=kind, span=ctx.span)
    lists = (
        v.expr if is_list(v.type) else n.ListOf(items=(v.expr,), of=kind, span=ctx.span)
        for v in values
    )
    return n.Join(lists=tuple(lists), span=ctx.span)
