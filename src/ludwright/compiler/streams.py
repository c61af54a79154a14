"""Streams: loops over the items of a list that is not made, as each item is used at once.

A loop over filtered, computed or joined items is a loop over what they are made from. That changes
the order in which things are evaluated, and an early exit leaves some of it out, so it needs parts
that are never a fault and, except for tests, never fail.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from ..gamedef import nodes as n
from ..gamedef.fallibility import items_exist
from ..gamedef.scope import item_type
from ..machine import ops
from .code import Label
from .dispatch import test, value
from .emit_context import is_stream, unrolled
from .emitter import Emitter


class Item(NamedTuple):
    """An item in a loop: its address, its type, and whether it certainly exists."""

    address: int
    kind: str
    exists: bool


Body = Callable[[Item, Label], None]
"""Emits what is done with an item; the label is that of the next one."""

Loop = Callable[[Body], None]


def loop_over(e: Emitter, items: n.Expr, *inside: n.Expr) -> Loop:
    """Evaluate what a loop over the items needs, and return what emits the loop; `inside` are the
    expressions that it evaluates for each item."""
    if not is_stream(e.context, items, inside):
        return over_list(e, value(e, items), items)
    constants = unrolled(e.context, items, inside)
    if constants is not None:
        return _over_constants(e, items, constants)
    if isinstance(items, n.Filter):
        return _over_filtered(e, items, inside)
    if isinstance(items, n.Each):
        return _over_computed(e, items, inside)
    assert isinstance(items, n.Join)
    loops = [loop_over(e, part, *inside) for part in items.lists]

    def emit(body: Body) -> None:
        for loop in loops:
            loop(body)

    return emit


def over_list(e: Emitter, made: int, items: n.Expr) -> Loop:
    """A loop over a list that has been made."""
    kind, exists = item_type(e.type_of(items)), items_exist(items, e.context.facts)

    def emit(body: Body) -> None:
        item, cursor = e.register(), e.register()
        again, end = Label(), Label()
        e.emit(ops.COPY, cursor, e.constant(0))
        e.place(again)
        e.emit(ops.NEXT, item, made, cursor, end)
        with e.registers():
            body(Item(item, kind, exists), again)
        e.emit(ops.JUMP, again)
        e.place(end)

    return emit


def _over_constants(e: Emitter, items: n.Expr, constants: tuple[n.Expr, ...]) -> Loop:
    kind = item_type(e.type_of(items))

    def emit(body: Body) -> None:
        for each in constants:
            again = Label()
            with e.registers():
                body(Item(value(e, each), kind, True), again)
            e.place(again)

    return emit


def _over_filtered(e: Emitter, items: n.Filter, inside: tuple[n.Expr, ...]) -> Loop:
    items = e.context.sifted(items)
    loop = loop_over(e, items.items, items.where, *inside)

    def emit(body: Body) -> None:
        def sift(item: Item, again: Label) -> None:
            with e.bound(items.name, *item), e.registers():
                test(e, items.where, again)
            body(item, again)

        loop(sift)

    return emit


def _over_computed(e: Emitter, items: n.Each, inside: tuple[n.Expr, ...]) -> Loop:
    loop = loop_over(e, items.items, items.value, *inside)
    kind, exists = item_type(e.type_of(items)), items_exist(items, e.context.facts)

    def emit(body: Body) -> None:
        def compute(item: Item, again: Label) -> None:
            kept = e.register()
            with e.bound(items.name, *item), e.registers(), e.lists(items.value):
                value(e, items.value, kept)
            body(Item(kept, kind, exists), again)

        loop(compute)

    return emit
