"""Code that lists options: native loops where a bit table holds the guard, else loops in code."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from itertools import chain

from ..gamedef import nodes as n
from ..gamedef.fallibility import items_exist
from ..gamedef.walk import substitute, walk
from ..machine import ops
from .code import Label
from .dispatch import test, value
from .emit_cases import by_case, case_tree
from .emit_lists import row_key
from .emitter import Emitter
from .option_plan import Plan, fixed_zones, shared_zones, with_shared
from .pair_options import (
    NodeFit,
    PairFit,
    Tops,
    list_nodes,
    list_pairs,
    list_tops,
    node_fit,
    pair_fit,
)
from .passes import static_items
from .speculation import may_stop
from .unswitch import leaves_of


def list_options(e: Emitter, plans: list[Plan]) -> None:
    """Emit code that lists the options of all actions."""
    list_actions(e, plans)
    e.emit(ops.ROWS_END)


def list_actions(e: Emitter, plans: list[Plan]) -> None:
    """Emit code that lists the options of actions: one op each where possible, else loops."""
    with e.registers(), e.context.without_draws():
        fits = [None if _single_zones(e, plan.action) else _fit(e, plan) for plan in plans]
        nodes = [fit for fit in fits if isinstance(fit, NodeFit)]
        # In a trial of a decision or a TakeFirst nothing else restores the list area.
        kept = e.register() if nodes else 0
        if kept:
            e.emit(ops.KEEP_LISTS, kept)
        tops = list_tops(e, nodes)
        for number, plan in enumerate(plans, start=1):
            e.at(plan.action.span)
            with e.registers():
                _list_action(e, plan, number, fits[number - 1], tops)
        if kept:
            e.emit(ops.DROP_LISTS, kept)


def _fit(e: Emitter, plan: Plan) -> PairFit | NodeFit | None:
    return pair_fit(e, plan) or node_fit(e, plan)


def _list_action(
    e: Emitter, plan: Plan, number: int, fit: PairFit | NodeFit | None, tops: Tops
) -> None:
    # Each returns False if the action does not have the form it handles.
    if any(way(e, plan, number) for way in (_list_range, _list_single, _list_zone_tokens)):
        return
    if isinstance(fit, PairFit):
        list_pairs(e, plan, number, fit)
        return
    if isinstance(fit, NodeFit):
        list_nodes(e, plan, number, fit, tops)
        return
    skip = Label()
    with _hoisted(e, plan.action, skip) as ready:
        _list_loops(e, plan, number, 0, Loops(_stages(e, plan.action), ready))
        e.place(skip)


@contextmanager
def _hoisted(e: Emitter, action: n.Action, skip: Label) -> Iterator[dict[int, int]]:
    """Hoist lists of zones that do not depend on earlier parameters out of the loops."""
    names: set[str] = set()
    ready: dict[int, int] = {}
    with ExitStack() as stack:
        for depth, parameter in enumerate(action.parameters):
            items = parameter.items
            read = {x.name for x in walk(parameter) if isinstance(x, n.Local)}
            # The outermost list is evaluated once anyway.
            apart = depth and parameter.type == "zone" and not read & names
            fixed = items is None or fixed_zones(e, items)
            if items is not None and apart and not (fixed or may_stop(e.layout, items)):
                stack.enter_context(e.lists(items))
                with e.failing(skip):
                    ready[depth] = value(e, items)
            names.add(parameter.name)
        yield ready


def _list_range(e: Emitter, plan: Plan, number: int) -> bool:
    """One row for a range of numbers."""
    if not plan.is_range:
        return False
    numbers = plan.action.parameters[0].items
    assert isinstance(numbers, n.Range)
    skip = Label()
    with e.lists(numbers.low, numbers.high):
        with e.failing(skip):
            e.emit(ops.ROWS_RANGE, number, value(e, numbers.low), value(e, numbers.high))
        e.place(skip)
    return True


def _list_single(e: Emitter, plan: Plan, number: int) -> bool:
    """One row, without loops, for an action whose parameters can each be one fixed zone only."""
    zones = _single_zones(e, plan.action)
    if not zones:
        return False
    skip = Label()
    # In the order of loops over all zones: tests of the whole table first.
    parts = tuple(chain(*_stages(e, plan.action)))
    guard = n.And(items=parts, span=plan.action.guard.span)
    test(e, substitute(guard, zones), skip)
    fixed = [fixed_zones(e, n.ListOf(items=(zone,), of="zone")) or [0] for zone in zones.values()]
    e.emit(ops.ROW, number, len(fixed), *(e.constant(zone) for (zone,) in fixed))
    e.place(skip)
    return True


def _single_zones(e: Emitter, action: n.Action) -> dict[str, n.Expr]:
    """The zone that each parameter of an action is, if there is only one for each."""
    found: dict[str, n.Expr] = {}
    for parameter in action.parameters:
        items = static_items(parameter.items, e.game, e.layout.seats) if parameter.items else None
        if items is None or len(items) != 1 or not isinstance(items[0], n.ZoneAt):
            return {}
        found[parameter.name] = items[0]
    return found


Stages = list[tuple[n.Expr, ...]]


@dataclass(frozen=True)
class Loops:
    """The parts of a guard by the loop they are tested in, and the lists that are hoisted."""

    stages: Stages
    ready: dict[int, int]


def _stages(e: Emitter, action: n.Action) -> Stages:
    """The parts of a guard by how many parameters must be bound to test each.

    Loop-invariant parts are tested as far outside as possible, where that cannot be observed. A
    part that may be a fault must not run when it would not have run in the innermost loop: it stays
    in order, and inside every loop that may be empty. Other parts stay behind lists and parts that
    may be faults."""
    names = [parameter.name for parameter in action.parameters]
    guard = action.guard
    parts = guard.items if isinstance(guard, n.And) else (guard,)
    stages: Stages = [() for _ in range(len(names) + 1)]
    fixed = [bool(fixed_zones(e, parameter.items)) for parameter in action.parameters]
    lists = [parameter.items for parameter in action.parameters]
    after_all = next((i for i in range(len(names), 0, -1) if not fixed[i - 1]), 0)
    first = next((i for i in range(after_all, 0, -1) if may_stop(e.layout, lists[i - 1])), 0)
    deepest = 0
    for part in parts:
        read = (node.name for node in walk(part) if isinstance(node, n.Local))
        depth = max(first, *(names.index(name) + 1 for name in read if name in names), 0)
        # A NEED or a DRAW in a part is observable, so it is treated like a fault.
        if e.context.asks or e.context.draws or may_stop(e.layout, part):
            first = depth = max(depth, after_all, deepest)
        deepest = max(deepest, depth)
        stages[depth] += (part,)
    return stages


def _list_loops(e: Emitter, plan: Plan, number: int, depth: int, loops: Loops) -> None:
    """Emit a loop per parameter, each part of the guard as far outside as possible."""
    refused = Label()
    with ExitStack() as kept:
        kept.enter_context(e.registers())
        loops = _shared_reads(e, plan, depth, loops, kept, 2)
        if loops.stages[depth]:
            test(e, n.And(items=loops.stages[depth], span=plan.action.guard.span), refused)
        if depth == len(plan.operands):
            e.emit(ops.ROW, number, len(plan.operands), *plan.operands)
        else:
            loops = _shared_reads(e, plan, depth, loops, kept, 1)
            _list_next(e, plan, number, depth, loops)
    e.place(refused)


def _shared_reads(
    e: Emitter, plan: Plan, depth: int, loops: Loops, kept: ExitStack, least: int
) -> Loops:
    """Common subexpressions: evaluate the root of a zone that was just chosen, and its deepest
    descendant, once, if this part of the guard, or later ones, read it at least `least` times."""
    if not depth:
        return loops
    asked = loops.stages[depth] if least > 1 else tuple(chain(*loops.stages[depth + 1 :]))
    found = shared_zones(e, plan.action.parameters[depth - 1], asked, kept, least)
    stages = [tuple(with_shared(part, found) for part in stage) for stage in loops.stages]
    return replace(loops, stages=stages)


def _list_next(e: Emitter, plan: Plan, number: int, depth: int, loops: Loops) -> None:
    """The loop over the values of one parameter."""
    past, again = Label(), Label()
    parameter, operand = plan.action.parameters[depth], plan.operands[depth]
    assert parameter.items is not None
    if isinstance(parameter.items, n.Range):
        _list_numbers(e, plan, number, depth, parameter.items, loops)
        return
    ready = loops.ready.get(depth)
    with e.registers(), e.lists(parameter.items if ready is None else None):
        with e.failing(past):
            made = value(e, parameter.items) if ready is None else ready
        cursor = e.register()
        e.emit(ops.COPY, cursor, e.constant(0))
        e.place(again)
        e.emit(ops.NEXT, operand, made, cursor, past)
        known = items_exist(parameter.items, e.context.facts)
        with e.bound(parameter.name, operand, parameter.type, known):
            _list_loops(e, plan, number, depth + 1, loops)
        e.emit(ops.JUMP, again)
        e.place(past)


def _list_numbers(
    e: Emitter, plan: Plan, number: int, depth: int, numbers: n.Range, loops: Loops
) -> None:
    """Emit a counting loop: without a list there may be any number of iterations."""
    parameter, operand = plan.action.parameters[depth], plan.operands[depth]
    again, past = Label(), Label()
    with e.registers(), e.lists(numbers.low, numbers.high):
        with e.failing(past):
            low, high = value(e, numbers.low), value(e, numbers.high)
        e.emit(ops.COPY, operand, low)
        e.emit(ops.IF_LESS, high, operand, past)
        e.place(again)
        with e.bound(parameter.name, operand, parameter.type):
            _list_loops(e, plan, number, depth + 1, loops)
        # Tested before the addition, which would overflow at the largest number.
        e.emit(ops.IF_EQUAL, operand, high, past)
        e.emit(ops.ADD, operand, operand, e.constant(1))
        e.emit(ops.JUMP, again)
        e.place(past)


def list_items(e: Emitter, items: n.Expr, is_range: bool) -> None:
    """Emit code that lists the options of an Ask, one for each item."""
    if is_range:
        assert isinstance(items, n.Range)
        e.emit(ops.ROWS_RANGE, 1, value(e, items.low), value(e, items.high))
    elif isinstance(items, n.Filter):
        by_case(e, items, lambda each: _item_rows(e, 1, each))
    else:
        e.emit(ops.ROWS_LIST, 1, value(e, items))


def _item_rows(e: Emitter, number: int, items: n.Filter) -> None:
    """Emit an option per filtered item."""
    none = items.where == n.Truth(value=False) and e.context.may_skip(items.items)
    if not none and not _zone_rows(e, number, items):
        e.emit(ops.ROWS_LIST, number, value(e, items))


def _zone_rows(e: Emitter, number: int, items: n.Filter) -> bool:
    """Emit one op over the tokens of a zone, if the test is a bit table."""
    if not isinstance(items.items, n.TokensIn):
        return False
    folded = e.context.fold_items(items)
    if folded is None:
        return False
    zone, key = value(e, items.items.zone), row_key(e, folded)
    e.emit(ops.ROWS_ZONE, number, zone, e.table(folded.bits), key, folded.words)
    return True


def _list_zone_tokens(e: Emitter, plan: Plan, number: int) -> bool:
    """One op for an action on a token of a zone, if its guard is a bit table over that token."""
    if len(plan.operands) != 1:
        return False
    parameter = plan.action.parameters[0]
    if not isinstance(parameter.items, n.TokensIn):
        return False
    choice = n.Filter(items=parameter.items, name=parameter.name, where=plan.action.guard)
    leaves = leaves_of(case_tree(e, choice))
    if any(e.context.fold_items(replace(choice, where=leaf)) is None for leaf in leaves):
        return False
    skip = Label()
    with e.lists(parameter.items.zone):
        with e.failing(skip):
            by_case(e, choice, lambda each: _item_rows(e, number, each))
        e.place(skip)
    return True
