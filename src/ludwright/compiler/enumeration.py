"""Code that lists options: native loops where a bit table holds the guard, else loops in code."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from itertools import chain

from ..gamedef import nodes as n
from ..gamedef.claims import FAULTLESS, claimed
from ..gamedef.fallibility import exists, items_exist
from ..gamedef.walk import children, rebuild, walk
from ..machine import ops
from ..machine.program import Text
from ..machine.sites import Explained
from .code import Label
from .dispatch import test, value
from .emit_lists import row_key
from .emit_values import pair_bits
from .emitter import Emitter
from .fold import Folded
from .passes import static_items


@dataclass
class Plan:
    """How one action is emitted: where its operands are stored and where its body starts."""

    action: n.Action
    operands: list[int]
    code: Label
    tried: int  # whether the body may be run in a trial of its own: 0, TRIAL or LOOKAHEAD
    is_range: bool
    texts: dict[str, Text]
    why: list[Explained]
    sets: n.Pick | None = None  # if each option is a set of items
    needed: int = 0  # the trial that options need: as `tried` or 0, and SURE


@contextmanager
def with_operands(e: Emitter, plan: Plan) -> Iterator[None]:
    """Bind the parameters of an action to its operands."""
    with ExitStack() as stack:
        for parameter, address in zip(plan.action.parameters, plan.operands, strict=True):
            known = parameter.items is not None and items_exist(parameter.items, e.context.facts)
            stack.enter_context(e.bound(parameter.name, address, parameter.type, known))
        yield


def list_options(e: Emitter, plans: list[Plan]) -> None:
    """Emit code that lists the options of all actions."""
    for number, plan in enumerate(plans, start=1):
        list_action(e, plan, number)
    e.emit(ops.ROWS_END)


def list_action(e: Emitter, plan: Plan, number: int) -> None:
    """Emit code that lists the options of an action: one op where possible, else loops."""
    e.at(plan.action.span)
    with e.registers(), e.context.without_draws():
        # Each returns False if the action does not have the form it handles.
        for way in (_list_range, _list_zone_tokens, _list_pairs):
            if way(e, plan, number):
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
            if items is not None and apart and not (fixed_zones(e, items) or _may_stop(e, items)):
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
    first = next((i for i in range(after_all, 0, -1) if _may_stop(e, lists[i - 1])), 0)
    deepest = 0
    for part in parts:
        read = (node.name for node in walk(part) if isinstance(node, n.Local))
        depth = max(first, *(names.index(name) + 1 for name in read if name in names), 0)
        # A NEED or a DRAW in a part is observable, so it is treated like a fault.
        if e.context.asks or e.context.draws or _may_stop(e, part):
            first = depth = max(depth, after_all, deepest)
        deepest = max(deepest, depth)
        stages[depth] += (part,)
    return stages


SMALL = 1 << 20


def _may_stop(e: Emitter, expr: n.Expr | None) -> bool:
    """Whether evaluating an expression may be a fault."""
    return expr is not None and any(
        not (claimed(x, FAULTLESS) or _stays_small(e, x)) for x in walk(expr)
    )


def _stays_small(e: Emitter, expr: n.Node) -> bool:
    """Whether a sum certainly fits: of sizes, or of two small numbers."""
    if isinstance(expr, n.Add | n.Subtract):
        return _is_small(e, expr.left) and _is_small(e, expr.right)
    each = expr.items if isinstance(expr, n.Sum) else None
    return isinstance(each, n.Each) and isinstance(each.value, n.SizeOf)


def _is_small(e: Emitter, expr: n.Expr) -> bool:
    if isinstance(expr, n.PropertyOf) and expr.property not in e.layout.changing:
        return all(abs(x) < SMALL for x in e.layout.property_table(expr.property))
    return isinstance(expr, n.SizeOf) or (isinstance(expr, n.Number) and abs(expr.value) < SMALL)


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
    if not depth or plan.action.parameters[depth - 1].type != "zone":
        return loops
    chosen = n.Local(name=plan.action.parameters[depth - 1].name)
    asked = loops.stages[depth] if least > 1 else tuple(chain(*loops.stages[depth + 1 :]))
    inside = [node for part in asked for node in walk(part)]
    # The name is bound again inside: a common subexpression might mean another zone.
    hidden = any(getattr(node, "name", "") == chosen.name and node != chosen for node in inside)
    if hidden or not exists(chosen, e.context.facts):
        return loops
    for way in (n.RootOf(zone=chosen), n.DeepestOf(zone=chosen)):
        if inside.count(way) >= least:
            name = f"{type(way).__name__} of {chosen.name}"
            kept.enter_context(e.bound(name, value(e, way), "zone"))
            read = n.Local(name=name)
            stages = [tuple(_read(part, way, read) for part in stage) for stage in loops.stages]
            loops = replace(loops, stages=stages)
    return loops


def _read(expr: n.Expr, way: n.Expr, instead: n.Local) -> n.Expr:
    """An expression with a name in place of a common subexpression."""
    return rebuild(expr, lambda node: instead if node == way else node)


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
    elif not (isinstance(items, n.Filter) and _zone_rows(e, 1, items)):
        e.emit(ops.ROWS_LIST, 1, value(e, items))


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
    skip = Label()
    with e.lists(parameter.items.zone):
        with e.failing(skip):
            done = _zone_rows(e, number, choice)
        e.place(skip)
    return done


@dataclass(frozen=True)
class Pairs:
    """A guard over a source and a target zone, in the form that the native loops need."""

    sources: list[int]
    targets: list[int]
    face_up: bool
    bits: Folded


def _list_pairs(e: Emitter, plan: Plan, number: int) -> bool:
    """One op for moving a token or run from zone to zone, if the guard is a bit table over
    pairs."""
    parameters = plan.action.parameters
    if len(parameters) not in (2, 3) or [p.type for p in parameters[:2]] != ["zone", "zone"]:
        return False
    source = n.Local(name=parameters[0].name)
    run = _run(parameters[2], source) if len(parameters) == 3 else None
    if len(parameters) == 3 and run is None:
        return False
    token: n.Expr = n.TopOf(zone=source)
    if run:
        token = n.TokenAt(zone=source, position=n.Local(name=parameters[2].name))
    with with_operands(e, plan):
        pairs = _pairs(e, plan, token)
        follows = pair_bits(e, run) if run else None
    if pairs is None or (run and follows is None):
        return False
    zones = (pairs.sources[0], len(pairs.sources), pairs.targets[0], len(pairs.targets))
    bits, words = e.table(pairs.bits.bits), pairs.bits.words
    if follows is None:
        e.emit(ops.ROWS_PAIRS, number, *zones, bits, words, int(pairs.face_up))
        return True
    runs = e.table(follows.bits)
    e.emit(ops.ROWS_RUNS, number, *zones, bits, words, runs, follows.words)
    return True


def _run(parameter: n.Parameter, source: n.Expr) -> n.RunLength | None:
    """The run whose length less 1 is the upper bound of a depth from 1."""
    items = parameter.items
    if isinstance(items, n.Range) and items.low == n.Number(value=1):
        high = items.high
        if isinstance(high, n.Subtract) and high.right == n.Number(value=1):
            run = high.left
            if isinstance(run, n.RunLength) and run.zone == source:
                return run
    return None


def _pairs(e: Emitter, plan: Plan, token: n.Expr) -> Pairs | None:
    first, second = plan.action.parameters[:2]
    sources, targets = fixed_zones(e, first.items), fixed_zones(e, second.items)
    # The op has the first zone and a count as operands.
    if not sources or not targets or not (_in_a_row(sources) and _in_a_row(targets)):
        return None
    source, target = n.Local(name=first.name), n.Local(name=second.name)
    guard = plan.action.guard
    parts = list(guard.items) if isinstance(guard, n.And) else [guard]
    apart = {n.Not(item=n.Equal(left=a, right=b)) for a, b in ((source, target), (target, source))}
    face_up = n.IsFaceUp(token=token)
    rest = [p for p in parts if p not in apart and p != face_up]
    # The native loop skips equal zones, so the guard must exclude them, too.
    if len(set(sources) & set(targets)) and not any(p in apart for p in parts):
        return None
    test_of_tokens = rest[0] if len(rest) == 1 else n.And(items=tuple(rest))
    if any(
        node in (source, target) for node in _bare(test_of_tokens, (token, n.TopOf(zone=target)))
    ):
        return None
    folded = e.context.fold_pair(test_of_tokens, token, n.TopOf(zone=target))
    if folded is None:
        return None
    needs_token = face_up in parts or len(plan.operands) == 3
    # The native loop skips empty sources, so row 0 (no token) must be all false.
    if not needs_token and any(folded.bits[: folded.words]):
        return None
    return Pairs(sources, targets, face_up in parts, folded)


def _in_a_row(zones: list[int]) -> bool:
    return zones == list(range(zones[0], zones[0] + len(zones)))


def _bare(expr: n.Expr, whole: tuple[n.Expr, ...]) -> Iterator[n.Expr]:
    """The names in an expression outside these parts."""
    if expr in whole:
        return
    if isinstance(expr, n.Local):
        yield expr
    for child in children(expr):
        if isinstance(child, n.Expr):
            yield from _bare(child, whole)


def fixed_zones(e: Emitter, items: n.Expr | None) -> list[int] | None:
    """The numbers of the zones of a static list."""
    if items is None:
        return None
    zones = static_items(items, e.game, e.layout.seats)
    if zones is None or not all(isinstance(z, n.ZoneAt) for z in zones):
        return None
    numbers = []
    for zone in zones:
        assert isinstance(zone, n.ZoneAt)
        family = e.layout.families[zone.name]
        seat = zone.owner.number if isinstance(zone.owner, n.Seat) else 0
        index = zone.index.value if isinstance(zone.index, n.Number) else 0
        numbers.append(family.number(seat, index))
    return numbers
