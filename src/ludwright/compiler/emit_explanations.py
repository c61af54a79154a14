"""Code for explanations: the conditions of an action again, each with a truth value of its own.

Every condition writes a row (its number, its truth) to the workspace. There is no short-circuit
evaluation and no folding, so that each part is reported separately.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ..diagnostics import Span
from ..gamedef import nodes as n
from ..gamedef.english import phrase
from ..gamedef.walk import rebuild, substitute
from ..machine import ops
from ..machine import state as m
from ..machine.sites import ConditionInfo, Explained
from .code import Label
from .dispatch import branch
from .emitter import Emitter
from .option_plan import Plan

JOINED = {
    n.And: ("and", "all of these"),
    n.Or: ("or", "at least one of these"),
    n.Not: ("not", "not this"),
}


def explain(e: Emitter, plan: Plan) -> Explained:
    """Emit all conditions of an action, and describe them."""
    entry, span = e.here, plan.action.span
    # Only leaves have numbers: the truth of And, Or and Not follows from their parts.
    numbers = iter(range(1, 1 << 20))
    if plan.action.because:
        conditions = [_reason(e, reason, span, numbers) for reason in plan.action.because]
    else:
        conditions = [_condition(e, test, span, numbers) for test in _tests(plan)]
    e.emit(ops.ROWS_END)
    return Explained(entry, tuple(conditions))


def _reason(
    e: Emitter, reason: n.Reason, around: Span | None, numbers: Iterator[int]
) -> ConditionInfo:
    """A condition in its author's words."""
    span = reason.span or around
    if reason.test is None:
        parts = tuple(_reason(e, part, span, numbers) for part in reason.parts)
        return ConditionInfo("and" if reason.every else "or", reason.text, span, 0, parts)
    number = next(numbers)
    _record(e, reason.test, number)
    return ConditionInfo("test", reason.text, span, number, ())


def _tests(plan: Plan) -> Iterator[n.Expr]:
    """Everything that must hold: each parameter is an item of its list, and the guard."""
    for parameter in plan.action.parameters:
        assert parameter.items is not None
        yield from _chosen(n.Local(name=parameter.name, span=parameter.span), parameter.items)
    yield from _all_of(plan.action.guard)


def _all_of(test: n.Expr) -> Iterator[n.Expr]:
    """The parts of a test that must all hold."""
    if isinstance(test, n.And):
        yield from test.items
    elif test != n.Truth(value=True):
        yield test


def _chosen(value: n.Local, items: n.Expr) -> Iterator[n.Expr]:
    """That a value is an item of a list; the test of a filter is separate from the list itself."""
    if isinstance(items, n.Filter):
        yield from _chosen(value, items.items)
        yield from _all_of(substitute(items.where, {items.name: value}))
    elif isinstance(items, n.Range):
        yield n.AtMost(left=items.low, right=value, span=items.span)
        yield n.AtMost(left=value, right=items.high, span=items.span)
    else:
        yield n.Contains(items=items, value=value, span=items.span)


def _condition(
    e: Emitter, test: n.Expr, around: Span | None, numbers: Iterator[int]
) -> ConditionInfo:
    span = test.span or around
    parts: tuple[n.Expr, ...] = ()
    if isinstance(test, n.And | n.Or):
        parts = test.items
    elif isinstance(test, n.Not) and isinstance(test.item, n.And | n.Or | n.Not):
        parts = (test.item,)
    if parts:
        inner = tuple(_condition(e, part, span, numbers) for part in parts)
        kind, text = JOINED[type(test)]
        return ConditionInfo(kind, text, span, 0, inner)
    number = next(numbers)
    _record(e, test, number)
    return ConditionInfo("test", phrase(_for_people(e, test)), span, number, ())


def _for_people(e: Emitter, test: n.Expr) -> n.Expr:
    """A test in which zones have their labels as names."""

    def change(node: n.Node) -> n.Node:
        if not isinstance(node, n.ZoneAt | n.ZonesNamed):
            return node
        zone = e.scope.zones[node.name]
        label = zone.label or zone.name
        # `every stock` would be odd if there is only one.
        single = zone.count == 1 and not (zone.per_seat or zone.per_team)
        if isinstance(node, n.ZonesNamed) and single:
            return n.ListOf(items=(n.ZoneAt(name=label),))
        return replace(node, name=label)

    return rebuild(test, change)


def _record(e: Emitter, test: n.Expr, number: int) -> None:
    """Emit code that records whether a test holds, does not, fails, or may not be known."""
    ends = {truth: Label() for truth in (m.HOLDS_NOT, m.FAILS, m.HIDDEN)}
    past = Label()
    with e.registers(), e.lists(test):
        with e.failing(ends[m.FAILS]), e.asking(ends[m.HIDDEN]):
            branch(e, test, ends[m.HOLDS_NOT], False)
        e.emit(ops.ROW, number, 1, e.constant(m.HOLDS))
        # Every exit of the test writes its own row, then joins the others.
        for truth, label in ends.items():
            e.emit(ops.JUMP, past)
            e.place(label)
            e.emit(ops.ROW, number, 1, e.constant(truth))
        e.place(past)
