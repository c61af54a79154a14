"""Code for trees of zones and for links between zones."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..gamedef import nodes as n
from ..gamedef.fallibility import exists
from ..machine import ops
from ..machine import state as m
from .code import Label
from .dispatch import VALUES, To, Value, into, test, value
from .emit_values import field
from .emitter import Emitter

# ---- trees ----


def _tree_field(place: int) -> Value:
    """A word per zone, in one of the arrays that follow the parents."""

    def rule(e: Emitter, node: Any, to: To) -> int:
        zones = len(e.layout.zones)
        return field(e, node.zone, e.layout.parents + place * zones, zones - 1, to)

    return rule


def _child_at(e: Emitter, node: n.ChildAt, to: To) -> int:
    if isinstance(node.direction, n.Number) and 0 <= node.direction.value < m.DIRECTIONS:
        return _tree_field(2 + node.direction.value)(e, node, to)
    zone, direction = value(e, node.zone), value(e, node.direction)
    result = into(e, to)
    e.emit(ops.CHILD, result, zone, direction, e.fail)
    return result


def _found(op: int) -> Value:
    """What an op finds in the tree of a zone."""

    def rule(e: Emitter, node: Any, to: To) -> int:
        return _of_tree(e, op, node.zone, to)

    return rule


def _of_tree(e: Emitter, op: int, zone: n.Expr, to: To) -> int:
    start = value(e, zone)
    result = into(e, to)
    e.emit(op, result, start, e.fail)
    return result


def tree_size(e: Emitter, zone: n.Expr, to: To) -> int:
    """Emit the number of tokens in a zone and below it."""
    return _of_tree(e, ops.TREE_SIZE, zone, to)


def _tree_of(e: Emitter, node: n.TreeOf, to: To) -> int:
    return _of_tree(e, ops.TREE, node.zone, None)


# ---- links ----


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
        if not exists(node.zone, e.context.facts):
            e.require(start, "the zone is nothing")  # also if no link is followed
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


VALUES |= {
    n.ChildAt: _child_at,
    n.ParentOf: _tree_field(0),
    n.DirectionOf: _tree_field(1),
    n.RootOf: _found(ops.ROOT),
    n.DeepestOf: _found(ops.DEEPEST),
    n.TreeOf: _tree_of,
    n.Neighbours: _neighbours,
    n.Connected: _connected,
}
