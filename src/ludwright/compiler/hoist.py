"""Values that are computed ahead because they are needed more than once: hoisting, of parts of the
body of a loop that do not depend on its item; sharing, of parts that an expression has repeatedly.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from ..gamedef import nodes as n
from ..gamedef.claims import STRICT, claimed
from ..gamedef.claims import of as claims_of
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
            with e.failing(none or e.fail):
                # No name of a game can be like this one, nor that of an enclosing loop.
                names[expr] = _computed(e, expr, f"{name}, invariant {number}", stack)
        yield _reading(body, names)


@contextmanager
def shared(e: Emitter, expr: n.Expr) -> Iterator[n.Expr]:
    """Compute what an expression has more than once and needs in any case, and provide the
    expression that reads it."""
    with ExitStack() as stack:
        while (part := _repeated(e, expr)) is not None:
            # Where it is computed makes a name unique.
            expr = _replaced(expr, part, _computed(e, part, f"shared, {e.here}", stack))
        yield expr


def _computed(e: Emitter, expr: n.Expr, name: str, stack: ExitStack) -> n.Expr:
    """Emit code that computes an expression, and bind it to a name; the result reads that."""
    kind, sure = e.type_of(expr), is_sure(expr, e.context.facts)
    to = e.register()
    if is_list(kind):
        address = value(e, expr)
    else:
        with e.registers(), e.lists(expr):
            address = value(e, expr, to)
    stack.enter_context(e.bound(name, address, kind, sure))
    return n.Local(name=name, span=expr.span)


def _repeated(e: Emitter, expr: n.Expr) -> n.Expr | None:
    """The part that occurs most often, of those that are always evaluated; the largest of these."""
    if not e.context.is_plain:
        return None
    parts = Counter(part for part in walk(expr) if isinstance(part, n.Expr) and not is_word(part))
    if len(parts) == parts.total():
        return None
    found: n.Expr | None = None
    waiting = [(expr, False)]
    while waiting:
        part, caught = waiting.pop()
        more = parts[part] > (parts[found] if found else 1)
        fails = caught and can_fail(part, e.context.facts)
        if more and not fails and not may_stop(e.layout, part):
            found = part
        caught = caught or isinstance(part, n.Conditional)
        waiting.extend((inner, caught) for inner in reversed(_evaluated(part)))
    return found


def _evaluated(expr: n.Expr) -> list[n.Expr]:
    """The parts that are evaluated whenever an expression is; if one fails, so does the expression,
    unless it is a test."""
    if isinstance(expr, n.And | n.Or):
        return list(expr.items[:1])
    if isinstance(expr, n.Conditional):
        return [expr.test]
    if not claimed(expr, STRICT):
        return []
    scope = claims_of(type(expr)).scope
    inside = getattr(expr, scope) if scope else None
    return [x for x in children(expr) if isinstance(x, n.Expr) and x is not inside]


def _replaced(expr: n.Expr, part: n.Expr, by: n.Expr) -> n.Expr:
    """An expression with something else in place of a part, wherever that is the same."""
    names = {x.name for x in walk(part) if isinstance(x, n.Local)}

    def change(node: n.Node) -> n.Node:
        if node == part:
            return by
        # Where one of its names is bound anew, it would be another part.
        binds = {getattr(node, field) for field in claims_of(type(node)).binds}
        return node if binds & names else with_parts(node, change)

    return change(expr)  # type: ignore[return-value]


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
