"""Code for the length of a list: counted without a list where possible."""

from __future__ import annotations

from collections.abc import Iterator

from ..gamedef import nodes as n
from ..machine import ops
from .code import Label
from .dispatch import VALUES, To, into, test, value
from .emit_cases import by_case
from .emit_lists import by_token, row_key
from .emitter import Emitter
from .hoist import hoisted
from .streams import Item, loop_over


def _length(e: Emitter, node: n.Length, to: To) -> int:
    terms = [_count(e, part) for part in _joined(node.items)]
    constants = [e.constant_at(count) for count in terms]
    known = sum(c for c in constants if c is not None)
    words = [count for count, c in zip(terms, constants, strict=True) if c is None]
    words += [e.constant(known)] if known or not words else []
    if len(words) == 1:
        return words[0]
    result = into(e, to)
    e.emit(ops.SUM_OF, result, len(words), *words)
    return result


def _joined(items: n.Expr) -> Iterator[n.Expr]:
    if isinstance(items, n.Join):
        for part in items.lists:
            yield from _joined(part)
    else:
        yield items


def _count(e: Emitter, items: n.Expr) -> int:
    """Emit the number of items, without a list of them where possible."""
    if isinstance(items, n.TokensIn) and not e.context.draws:
        return value(e, n.SizeOf(zone=items.zone, span=items.span))
    if isinstance(items, n.ListOf) and e.context.may_skip(items):
        return e.constant(len(items.items))
    result = e.register()
    if isinstance(items, n.Filter):
        folded = e.context.fold_items(items)
        if e.context.sifts_zone(items):
            assert isinstance(items.items, n.TokensIn) and folded
            zone, key = value(e, items.items.zone), row_key(e, folded)
            row = (e.table(folded.bits), key, folded.words)
            e.emit(ops.COUNT_TOKENS, result, zone, *row, e.fail)
            return result
        if folded:
            made, key = value(e, items.items), row_key(e, folded)
            e.emit(ops.COUNT_ITEMS, result, made, e.table(folded.bits), key, folded.words)
            return result
        if e.context.is_plain:
            e.emit(ops.COPY, result, e.constant(0))
            by_case(e, items, lambda each: _count_matches(e, each, result))
            return result
    if isinstance(items, n.Distinct) and (mapped := by_token(e, items.items)) is not None:
        node, entries = mapped
        made, last = value(e, node.items), len(entries) - 1
        e.emit(ops.COUNT_VALUES, result, made, e.table(entries), last, e.fail)
        return result
    e.emit(ops.LENGTH, result, value(e, items))
    return result


def _count_matches(e: Emitter, node: n.Filter, result: int) -> None:
    if isinstance(node.where, n.Truth) and (node.where.value or e.context.may_skip(node.items)):
        if node.where.value:
            e.emit(ops.COPY, result, _count(e, node.items))
        return
    if e.context.fold_items(node):
        e.emit(ops.COPY, result, _count(e, node))
        return

    node = e.context.sifted(node)
    loop, none = loop_over(e, node.items, node.where), Label()
    with hoisted(e, node.where, node.name, none) as where:

        def body(item: Item, again: Label) -> None:
            with e.bound(node.name, *item):
                test(e, where, again)
            e.emit(ops.ADD, result, result, e.constant(1))

        loop(body)
    e.place(none)


VALUES |= {n.Length: _length}
