"""Code for lists and what is computed from them: one function per kind of node."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..gamedef import nodes as n
from ..gamedef.fallibility import items_exist
from ..gamedef.scope import item_type
from ..machine import ops
from ..machine import state as m
from .code import Label
from .dispatch import VALUES, To, Value, into, test, value
from .emitter import Emitter
from .fold import Folded, fold_value


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
    items = []
    for item in node.items:
        address = e.register()
        # Each value is moved to a register that outlives its scratch registers and lists.
        with e.registers(), e.lists(item):
            made = value(e, item)
            if e.constant_at(made) is None:
                e.emit(ops.COPY, address, made)
                made = address
        items.append(made)
    constants = [e.constant_at(address) for address in items]
    if None not in constants:
        return e.constant_list(tuple(c for c in constants if c is not None))
    result = e.register()
    e.emit(ops.NEW_LIST, result)
    for address in items:
        e.emit(ops.APPEND, result, address)
    return result


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


def _tree_of(e: Emitter, node: n.TreeOf, to: To) -> int:
    zone = value(e, node.zone)
    result = e.register()
    e.emit(ops.TREE, result, zone, e.fail)
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
    items = value(e, node.items)
    folded = e.context.fold_items(node)
    result = e.register()
    if folded:
        key = row_key(e, folded)
        e.emit(ops.SELECT, result, items, e.table(folded.bits), key, folded.words)
        return result
    items, where = _preselected(e, items, node)
    if where is None:
        return items

    def body(item: int, again: Label) -> None:
        test(e, where, again)
        e.emit(ops.APPEND, result, item)

    e.emit(ops.NEW_LIST, result)
    each_item(e, items, node.name, node.items, body)
    return result


def _preselected(e: Emitter, items: int, node: n.Filter) -> tuple[int, n.Expr | None]:
    """Emit as much of a filter as a bit table can do; the list that is left to be filtered, and by
    which test."""
    tests = node.where.items if isinstance(node.where, n.And) else (node.where,)
    if not e.context.are_tokens(node.items):
        return items, node.where
    for count in range(len(tests), 0, -1):
        folded = e.context.fold_known(n.And(items=tests[:count]), node.name)
        if folded:
            e.need(m.NEED_TOKENS, items)
            result, key = e.register(), row_key(e, folded)
            e.emit(ops.SELECT, result, items, e.table(folded.bits), key, folded.words)
            return result, n.And(items=tests[count:]) if count < len(tests) else None
    return items, node.where


def _each(e: Emitter, node: n.Each, to: To) -> int:
    return values_of(e, value(e, node.items), node, node.value)


def values_of(e: Emitter, items: int, node: Any, computed: n.Expr) -> int:
    """Emit the list of the values computed from each item of a list."""
    result, kept = e.register(), e.register()
    # With an asking seat, each property read needs its own NEED, so nothing is folded.
    if e.context.are_tokens(node.items) and not e.context.asks:
        by_token = fold_value(computed, n.Local(name=node.name), e.layout)
        if by_token:
            e.emit(ops.MAP, result, items, e.table(by_token), len(by_token) - 1, e.fail)
            return result

    def body(item: int, again: Label) -> None:
        with e.lists(computed):
            value(e, computed, kept)
        e.emit(ops.APPEND, result, kept)

    e.emit(ops.NEW_LIST, result)
    each_item(e, items, node.name, node.items, body)
    return result


def _sorted(e: Emitter, node: n.Sorted, to: To) -> int:
    items = value(e, node.items)
    keys = values_of(e, items, node, node.key)
    result = e.register()
    e.emit(ops.SORT, result, items, keys)
    return result


def _join(e: Emitter, node: n.Join, to: To) -> int:
    made = [value(e, items) for items in node.lists]
    result = e.register()
    e.emit(ops.NEW_LIST, result)
    for items in made:
        e.emit(ops.EXTEND, result, items)
    return result


def each_item(
    e: Emitter, items: int, name: str, source: n.Expr, body: Callable[[int, Label], None]
) -> None:
    """Emit a loop over a list inside an expression; `body` gets the item and the label of the
    next."""
    item, cursor = e.register(), e.register()
    again, end = Label(), Label()
    e.emit(ops.COPY, cursor, e.constant(0))
    e.place(again)
    e.emit(ops.NEXT, item, items, cursor, end)
    kind = item_type(e.type_of(source))
    with e.bound(name, item, kind, items_exist(source, e.context.facts)), e.registers():
        body(item, again)
    e.emit(ops.JUMP, again)
    e.place(end)


def each_neighbour(e: Emitter, zone: int, link: str, body: Callable[[int, Label], None]) -> None:
    """Emit a loop over the zones that links lead to from a zone."""
    item, cursor = e.register(), e.register()
    again, end = Label(), Label()
    table, zones = e.table(e.layout.link_table(link)), len(e.layout.zones) - 1
    e.emit(ops.COPY, cursor, e.constant(0))
    e.place(again)
    e.emit(ops.NEXT_LINK, item, table, zones, zone, cursor, end, e.fail)
    with e.registers():
        body(item, again)
    e.emit(ops.JUMP, again)
    e.place(end)


def _neighbours(e: Emitter, node: n.Neighbours, to: To) -> int:
    zone, result = value(e, node.zone), e.register()
    e.emit(ops.NEW_LIST, result)
    each_neighbour(e, zone, node.link, lambda item, again: e.emit(ops.APPEND, result, item))
    return result


def _connected(e: Emitter, node: n.Connected, to: To) -> int:
    """Breadth-first search: the result is also the queue. `left` counts the links that remain for
    zones up to `edge`, the end of the current level."""
    start = value(e, node.zone)
    within = None if node.within is None else value(e, node.within)
    result, zone, cursor = e.register(), e.register(), e.register()
    onwards, end = Label(), Label()

    def body(item: int, again: Label) -> None:
        fresh = Label()
        # The start is never part of the result, so it is not in the list of visited zones either.
        e.emit(ops.IF_EQUAL, item, start, again)
        e.emit(ops.CONTAINS, result, item, fresh)
        e.emit(ops.JUMP, again)
        e.place(fresh)
        with e.bound(node.name, item, "zone"):
            test(e, node.where, again)
        e.emit(ops.APPEND, result, item)

    e.emit(ops.NEW_LIST, result)
    e.emit(ops.COPY, cursor, e.constant(0))
    e.emit(ops.COPY, zone, start)
    left, edge, near = e.register(), e.register(), Label()
    if within is not None:
        e.emit(ops.COPY, left, within)
        e.emit(ops.COPY, edge, e.constant(0))
        e.emit(ops.IF_AT_MOST, left, e.constant(0), end)
    e.place(onwards)
    each_neighbour(e, zone, node.link, body)
    if within is not None:
        # Past the edge begins the next level, one link further away.
        e.emit(ops.IF_LESS, cursor, edge, near)
        e.emit(ops.SUBTRACT, left, left, e.constant(1))
        e.emit(ops.IF_AT_MOST, left, e.constant(0), end)
        e.emit(ops.LENGTH, edge, result)
    e.place(near)
    e.emit(ops.NEXT, zone, result, cursor, end)
    e.emit(ops.JUMP, onwards)
    e.place(end)
    return result


def _list_op(op: int, fails: bool = False) -> Value:
    def rule(e: Emitter, node: Any, to: To) -> int:
        items = value(e, node.items)
        result = into(e, to)
        e.emit(op, result, items, *([e.fail] if fails else []))
        return result

    return rule


def _item(e: Emitter, node: n.Item, to: To) -> int:
    if isinstance(node.items, n.TokensIn):
        # One token of a zone is read without a list of all.
        here = n.TokenAt(zone=node.items.zone, position=node.index, span=node.span)
        result, there = value(e, here, to), Label()
        e.emit(ops.IF_SET, result, there)
        e.emit(ops.FAIL, e.fail, e.reason("index out of range"))
        e.place(there)
        return result
    items, index = value(e, node.items), value(e, node.index)
    result = into(e, to)
    e.emit(ops.ITEM, result, items, index, e.fail)
    return result


VALUES |= {
    n.ZonesNamed: _zones_named,
    n.Seats: _seats,
    n.Teams: _teams,
    n.SeatsOf: _seats_of,
    n.TokensIn: _tokens_in,
    n.Neighbours: _neighbours,
    n.Connected: _connected,
    n.TreeOf: _tree_of,
    n.ListOf: _list_of,
    n.Range: _range,
    n.Filter: _filter,
    n.Each: _each,
    n.Distinct: _list_op(ops.DISTINCT),
    n.Join: _join,
    n.Sorted: _sorted,
    n.Reversed: _list_op(ops.REVERSE),
    n.Length: _list_op(ops.LENGTH),
    n.Item: _item,
    n.Sum: _list_op(ops.SUM),
    n.Largest: _list_op(ops.LARGEST, fails=True),
    n.Smallest: _list_op(ops.SMALLEST, fails=True),
}
