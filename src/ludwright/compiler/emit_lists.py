"""Code for lists and what is computed from them: one function per kind of node."""

from __future__ import annotations

from typing import Any

from ..gamedef import nodes as n
from ..machine import ops
from ..machine import state as m
from .code import Label
from .dispatch import VALUES, To, Value, into, test, value
from .emit_cases import by_case
from .emit_context import is_literal, is_stream
from .emit_graphs import tree_size
from .emitter import Emitter
from .fold import Folded, fold_value
from .hoist import hoisted, shared
from .loop_patterns import size_of_tree
from .streams import Item, Loop, loop_over, over_list


def _seats(e: Emitter, node: n.Seats, to: To) -> int:
    return e.constant_list(tuple(range(1, e.layout.seats + 1)))


def _teams(e: Emitter, node: n.Teams, to: To) -> int:
    return e.constant_list(tuple(range(1, len(e.layout.teams) + 1)))


def _seats_of(e: Emitter, node: n.SeatsOf, to: To) -> int:
    """Look the team up in a table of constant lists."""
    lists = [e.constant_list(tuple(s + 1 for s in team)) for team in e.layout.teams]
    team = value(e, node.team)
    known = e.constant_at(team)
    if known:
        return lists[known - 1]
    result = e.register()
    # A constant list is the address of its words, so a table can map teams to lists.
    entries = [0, *(e.constant_at(each) or 0 for each in lists)]
    e.emit(ops.TABLE, result, e.table(entries), len(lists), team, e.fail)
    return result


def _zones_named(e: Emitter, node: n.ZonesNamed, to: To) -> int:
    return e.constant_list(tuple(e.layout.families[node.name].numbers))


def _list_of(e: Emitter, node: n.ListOf, to: To) -> int:
    items = addresses_of(e, node.items)
    constants = [e.constant_at(address) for address in items]
    if None not in constants:
        return e.constant_list(tuple(c for c in constants if c is not None))
    result = e.register()
    e.emit(ops.LIST_OF, result, len(items), *items)
    return result


def addresses_of(e: Emitter, exprs: tuple[n.Expr, ...]) -> list[int]:
    """Evaluate several expressions; the addresses of their values."""
    addresses = []
    for expr in exprs:
        # Each value gets a register that outlives its scratch registers and lists.
        kept, before = e.register(), len(e.frame.held)
        with e.registers(), e.lists(expr):
            made = VALUES[type(expr)](e, expr, kept)
            if made in e.frame.held[before:]:
                e.emit(ops.COPY, kept, made)
                made = kept
        addresses.append(made)
    return addresses


def _range(e: Emitter, node: n.Range, to: To) -> int:
    low, high = value(e, node.low), value(e, node.high)
    result = e.register()
    e.emit(ops.RANGE, result, low, high)
    return result


def _tokens_in(e: Emitter, node: n.TokensIn, to: To) -> int:
    zone = value(e, node.zone)
    e.draw(node.zone, zone, -1)
    result = e.register()
    e.emit(ops.TOKENS, result, zone, e.fail)
    return result


def row_key(e: Emitter, folded: Folded) -> int:
    """The address of the current row number of a bit table: its keys in mixed radix."""
    if not folded.keys:
        return e.constant(0)
    key = value(e, folded.keys[0])
    for expr, size in zip(folded.keys[1:], folded.sizes[1:], strict=True):
        next_value = value(e, expr)
        result = e.register()
        e.emit(ops.SCALE, result, key, size, next_value)
        key = result
    return key


def _filter(e: Emitter, node: n.Filter, to: To) -> int:
    result = e.register()
    node = e.context.fused(node)
    # One op for the whole test is best; else parts of it that are invariant come first.
    by_case(e, node, lambda each: _filtered(e, each, result))
    return result


def _filtered(e: Emitter, node: n.Filter, result: int) -> None:
    """Emit the list of the items for which a test holds."""
    if isinstance(node.where, n.Truth):
        if node.where.value or not e.context.may_skip(node.items):
            # A list with a name may be bound again, so it is copied.
            made = isinstance(node.items, n.Local | n.Conditional)
            value(e, n.Join(lists=(node.items,)) if made else node.items, result)
        if not node.where.value:
            e.emit(ops.COPY, result, e.constant_list(()))
        return
    folded = e.context.fold_items(node)
    if folded and e.context.sifts_zone(node):
        assert isinstance(node.items, n.TokensIn)
        zone, key = value(e, node.items.zone), row_key(e, folded)
        row = (e.table(folded.bits), key, folded.words)
        e.emit(ops.SELECT_TOKENS, result, zone, *row, e.fail)
        return
    if folded:
        items, key = value(e, node.items), row_key(e, folded)
        e.emit(ops.SELECT, result, items, e.table(folded.bits), key, folded.words)
        return

    node = e.context.sifted(node)
    test_left = node.where
    if e.context.asks and e.context.are_tokens(node.items):
        items, left = _preselected(e, value(e, node.items), node)
        if left is None:
            e.emit(ops.COPY, result, items)
            return
        loop, test_left = over_list(e, items, node.items), left
    else:
        loop = loop_over(e, node.items, node.where)
    none, end = Label(), Label()
    with hoisted(e, test_left, node.name, none) as where:

        def body(item: Item, again: Label) -> None:
            with e.bound(node.name, *item):
                test(e, where, again)
            e.emit(ops.APPEND, result, item.address)

        e.emit(ops.NEW_LIST, result)
        loop(body)
    e.emit(ops.JUMP, end)
    e.place(none)
    e.emit(ops.COPY, result, e.constant_list(()))
    e.place(end)


def _preselected(e: Emitter, items: int, node: n.Filter) -> tuple[int, n.Expr | None]:
    """Emit as much of a filter of tokens as a bit table can do where a seat asks; the list that is
    left to be filtered, and by which test."""
    tests = node.where.items if isinstance(node.where, n.And) else (node.where,)
    for count in range(len(tests), 0, -1):
        folded = e.context.fold_known(n.And(items=tests[:count]), node.name)
        if folded:
            e.need(m.NEED_TOKENS, items)
            result, key = e.register(), row_key(e, folded)
            e.emit(ops.SELECT, result, items, e.table(folded.bits), key, folded.words)
            return result, n.And(items=tests[count:]) if count < len(tests) else None
    return items, node.where


def _each(e: Emitter, node: n.Each, to: To) -> int:
    mapped = by_token(e, node)
    if mapped is not None:
        return _mapped(e, value(e, node.items), mapped[1])
    loop = loop_over(e, node.items, node.value)
    return _computed(e, loop, node.name, node.value)


def values_of(e: Emitter, items: int, node: Any, computed: n.Expr) -> int:
    """Emit the list of the values computed from each item of a list."""
    if e.context.are_tokens(node.items) and not e.context.asks:
        by_token = fold_value(computed, n.Local(name=node.name), e.layout)
        if by_token:
            return _mapped(e, items, by_token)
    return _computed(e, over_list(e, items, node.items), node.name, computed)


def _mapped(e: Emitter, items: int, by_token: list[int]) -> int:
    result = e.register()
    e.emit(ops.MAP, result, items, e.table(by_token), len(by_token) - 1, e.fail)
    return result


def _computed(e: Emitter, loop: Loop, name: str, computed: n.Expr) -> int:
    result, kept = e.register(), e.register()
    with hoisted(e, computed, name, None) as inner:

        def body(item: Item, again: Label) -> None:
            with e.bound(name, *item), e.lists(inner), shared(e, inner) as each:
                value(e, each, kept)
            e.emit(ops.APPEND, result, kept)

        e.emit(ops.NEW_LIST, result)
        loop(body)
    return result


def _sorted(e: Emitter, node: n.Sorted, to: To) -> int:
    items = value(e, node.items)
    keys = values_of(e, items, node, node.key)
    result = e.register()
    e.emit(ops.SORT, result, items, keys)
    return result


def _join(e: Emitter, node: n.Join, to: To) -> int:
    lists = [part for part in node.lists if not (isinstance(part, n.ListOf) and not part.items)]
    # Everything that needs a list is evaluated first: only the list on top can grow.
    parts = [
        loop_over(e, part)
        if isinstance(part, n.Filter | n.Each) and is_stream(e.context, part)
        else value(e, part)
        for part in lists
    ]
    result = e.register()
    e.emit(ops.NEW_LIST, result)
    for part in parts:
        if isinstance(part, int):
            e.emit(ops.EXTEND, result, part)
        else:
            part(lambda item, again: e.emit(ops.APPEND, result, item.address))
    return result


def by_token(e: Emitter, items: n.Expr) -> tuple[n.Each, list[int]] | None:
    """A list of values computed from tokens, and the value of each token."""
    # With an asking seat, each property read needs its own NEED, so nothing is folded.
    if not isinstance(items, n.Each) or e.context.asks or not e.context.are_tokens(items.items):
        return None
    by_token = fold_value(items.value, n.Local(name=items.name), e.layout)
    return (items, by_token) if by_token else None


def _list_op(op: int, fails: bool = False) -> Value:
    def rule(e: Emitter, node: Any, to: To) -> int:
        items = value(e, node.items)
        result = into(e, to)
        e.emit(op, result, items, *([e.fail] if fails else []))
        return result

    return rule


def _aggregate(op: int, of_words: int, fails: bool = False) -> Value:
    """A number computed from a list; of a literal list, without making it."""
    of_list = _list_op(op, fails)

    def rule(e: Emitter, node: Any, to: To) -> int:
        if not is_literal(node.items):
            return of_list(e, node, to)
        items = addresses_of(e, node.items.items)
        result = into(e, to)
        e.emit(of_words, result, len(items), *items)
        return result

    return rule


_sum_of_items = _aggregate(ops.SUM, ops.SUM_OF)


def _sum(e: Emitter, node: n.Sum, to: To) -> int:
    zone = size_of_tree(node)
    return tree_size(e, zone, to) if zone else _sum_of_items(e, node, to)


def _item(e: Emitter, node: n.Item, to: To) -> int:
    if isinstance(node.items, n.TokensIn):
        # One token of a zone is read without a list of all.
        here = n.TokenAt(zone=node.items.zone, position=node.index, span=node.span)
        # Not written to `to` yet: it keeps its value if this fails.
        result = value(e, here)
        e.require(result, "index out of range")
        return result
    folded = e.context.fold_first(node)
    if folded:
        assert isinstance(node.items, n.Filter) and isinstance(node.items.items, n.TokensIn)
        zone, key = value(e, node.items.items.zone), row_key(e, folded)
        result = into(e, to)
        e.emit(ops.FIRST_FIT, result, zone, e.table(folded.bits), key, folded.words, e.fail)
        return result
    if node.index == n.Number(value=0) and is_stream(e.context, node.items):
        return _first_item(e, node, to)
    items, index = value(e, node.items), value(e, node.index)
    result = into(e, to)
    e.emit(ops.ITEM, result, items, index, e.fail)
    return result


def _first_item(e: Emitter, node: n.Item, to: To) -> int:
    """A search for the first item, without a list of all."""
    result, end = into(e, to), Label()

    def body(item: Item, again: Label) -> None:
        e.emit(ops.COPY, result, item.address)
        e.emit(ops.JUMP, end)

    loop_over(e, node.items)(body)
    # No item was found: fail like an index that is out of range.
    e.emit(ops.ITEM, result, e.constant_list(()), e.constant(0), e.fail)
    e.place(end)
    return result


VALUES |= {
    n.ZonesNamed: _zones_named,
    n.Seats: _seats,
    n.Teams: _teams,
    n.SeatsOf: _seats_of,
    n.TokensIn: _tokens_in,
    n.ListOf: _list_of,
    n.Range: _range,
    n.Filter: _filter,
    n.Each: _each,
    n.Distinct: _list_op(ops.DISTINCT),
    n.Join: _join,
    n.Sorted: _sorted,
    n.Reversed: _list_op(ops.REVERSE),
    n.Item: _item,
    n.Sum: _sum,
    n.Largest: _aggregate(ops.LARGEST, ops.LARGEST_OF, fails=True),
    n.Smallest: _aggregate(ops.SMALLEST, ops.SMALLEST_OF, fails=True),
}
