"""Hoisting: values in the body of a loop that do not depend on its item are computed before it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from ..gamedef import nodes as n
from ..gamedef.claims import STRICT, claimed
from ..gamedef.fallibility import can_fail, is_sure
from ..gamedef.scope import is_list
from ..gamedef.walk import children, walk, with_parts
from .code import Label
from .dispatch import value
from .emitter import Emitter
from .speculation import may_stop

CONSTANTS = n.Number | n.Truth | n.Symbol | n.Seat | n.TeamNamed | n.Nothing | n.Local


@contextmanager
def hoisted(e: Emitter, body: n.Expr, name: str, none: Label | None) -> Iterator[n.Expr]:
    """Compute what is invariant in the body of a loop, and provide the body that reads it.

    If the body is a test, a value that fails makes it false for every item: `none` is where to go
    then. Without that label only infallible values are computed."""
    found = dict.fromkeys(_invariant(e, body, name, none is not None))
    if not found or not e.context.is_plain:
        yield body
        return
    names: dict[n.Expr, n.Expr] = {}
    with ExitStack() as stack:
        for number, expr in enumerate(found):
            kind, sure = e.type_of(expr), is_sure(expr, e.context.facts)
            to = e.register()
            with e.failing(none or e.fail):
                if is_list(kind):
                    address = value(e, expr)
                else:
                    with e.registers(), e.lists(expr):
                        address = value(e, expr, to)
            # No name of a game can be like this one, nor that of an enclosing loop.
            made = f"{name}, invariant {number}"
            stack.enter_context(e.bound(made, address, kind, sure))
            names[expr] = n.Local(name=made, span=expr.span)
        yield _reading(body, names)


def _invariant(e: Emitter, expr: n.Expr, name: str, is_test: bool) -> Iterator[n.Expr]:
    """The largest parts that are evaluated in every iteration and are the same in each."""
    if is_word(expr):
        return
    if not any(isinstance(x, n.Local) and x.name == name for x in walk(expr)):
        free = is_test or not can_fail(expr, e.context.facts)
        if free and not may_stop(e.layout, expr):
            yield expr
        return
    for part in _always(expr):
        yield from _invariant(e, part, name, is_test)
        # A value that fails must not keep this part from stopping the game.
        is_test = is_test and not may_stop(e.layout, part)


def _always(expr: n.Expr) -> Iterator[n.Expr]:
    """The parts of which a failure is that of the whole, if they are evaluated; in a loop, most
    are in some iteration."""
    if isinstance(expr, n.And):
        yield from expr.items
    elif isinstance(expr, n.Or):
        yield from expr.items[:1]
    elif claimed(expr, STRICT):
        yield from (part for part in children(expr) if isinstance(part, n.Expr))


def _reading(expr: n.Expr, names: dict[n.Expr, n.Expr]) -> n.Expr:
    """An expression with names in place of its invariant parts."""
    if expr in names:
        return names[expr]
    inner = {id(part) for part in _always(expr)}

    def change(part: n.Node) -> n.Node:
        return _reading(part, names) if isinstance(part, n.Expr) and id(part) in inner else part

    return with_parts(expr, change)  # type: ignore[return-value]


def is_word(expr: n.Expr) -> bool:
    """Whether the value is a word of the state, which costs nothing to read again."""
    if isinstance(expr, n.Variable):
        return expr.index is None and (expr.of is None or isinstance(expr.of, n.Seat))
    if isinstance(expr, n.SizeOf | n.TopOf | n.BottomOf):
        return is_word(expr.zone)
    if isinstance(expr, n.ZoneAt):
        return all(x is None or isinstance(x, CONSTANTS) for x in (expr.owner, expr.index))
    if isinstance(expr, n.Seats | n.Teams | n.ZonesNamed):
        return True
    if isinstance(expr, n.ListOf):
        return all(isinstance(item, CONSTANTS) for item in expr.items)
    return isinstance(expr, CONSTANTS)
