"""Code for choices: sites, how their options are listed, and what each option does."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass

from ..gamedef import nodes as n
from ..gamedef.nodes import Action, Block, Expr
from ..gamedef.scope import item_type
from ..gamedef.walk import children
from ..machine import ops
from ..machine.program import ActionInfo, SiteInfo, Text
from ..machine.state import KIND_ASK, KIND_DECIDE, KIND_TAKE, MOST_OPERANDS, RANGE_ROW, TRIED
from .dispatch import test, value
from .emitter import Emitter, Label, TableAt
from .fold import Folded
from .lists import row_key
from .passes import static_items
from .prove import action_facts, block_can_fail, exists, items_exist
from .values import pair_bits

Blocks = Callable[[Emitter, Block], None]


@dataclass
class Plan:
    """One action on its way to code: where its operands go and where its body starts."""

    action: Action
    operands: list[int]
    code: Label
    tried: bool
    is_range: bool
    texts: dict[str, Text]


# ---- sites ----


def decide(e: Emitter, node: n.Decide, block: Blocks) -> None:
    """Wait for a seat to choose among actions, then do it."""
    decider = _decider(e, node.seat)
    live, end = e.live_table(), Label()
    rows, unlisted = Label(), Label()
    plans = _plans(e, node.actions)
    hidden = any(not a.listed for a in node.actions)
    kind = KIND_DECIDE + (TRIED if any(p.tried for p in plans) else 0)
    entries = (rows, unlisted if hidden else 0)
    e.emit(ops.DECIDE, _site(e, kind, decider, entries, live, plans, "", node))
    _bodies(e, plans, end, block)
    e.place(rows)
    _rows(e, plans, listed=True)
    if hidden:
        e.place(unlisted)
        _rows(e, plans, listed=False)
    e.place(end)


def take_first(e: Emitter, node: n.TakeFirst, block: Blocks) -> None:
    """Do the first option there is."""
    live, none, end = e.live_table(), Label(), Label()
    plans = _plans(e, node.actions)
    kind = KIND_TAKE + (TRIED if any(p.tried for p in plans) else 0)
    e.emit(ops.ROWS_START)
    for number, plan in enumerate(plans, start=1):
        if plan.action.listed:
            _list_action(e, plan, number)
    e.emit(ops.TAKE, _site(e, kind, e.constant(0), (0, 0), live, plans, "", node), none)
    _bodies(e, plans, end, block)
    e.place(none)
    before = e.facts
    block(e, node.otherwise)
    e.facts = before
    e.place(end)


def ask(e: Emitter, node: n.Ask) -> None:
    """Wait for a seat to choose an item of a list, and bind it to a name."""
    decider = _decider(e, node.seat)
    live, end, rows = e.live_table(), Label(), Label()
    kind = item_type(e.type_of(node.items))
    address = e.name(node.name, kind)
    parameter = n.Parameter(name=node.name, type=kind, items=node.items, span=node.span)
    notations = node.notations or (n.Notation(name="", parts=(n.Local(name=node.name),)),)
    action = Action(name=node.name, parameters=(parameter,), notations=notations, span=node.span)
    is_range = isinstance(node.items, n.Range)
    plan = Plan(action, [address], end, False, is_range, {})
    site = _site(e, KIND_ASK, decider, (rows, 0), live, [plan], node.prompt, node)
    e.emit(ops.DECIDE, site)
    e.place(rows)
    # Whoever has the options listed gives the list area back.
    with e.registers(), e.failing(no_rows := Label()):
        _list_items(e, node.items, is_range)
        e.place(no_rows)
    e.emit(ops.ROWS_END)
    _texts(e, plan)
    e.place(end)


def _decider(e: Emitter, seat: Expr) -> int:
    """A register with the seat that decides; nobody fails the statement."""
    decider = e.register()
    with e.lists(seat):
        value(e, seat, decider)
    if not exists(seat, e.facts):
        somebody = Label()
        e.emit(ops.IF_SET, decider, somebody)
        e.emit(ops.FAIL, e.fail, e.reason("nobody is there to decide"))
        e.place(somebody)
    return decider


def _site(
    e: Emitter,
    kind: int,
    decider: int,
    entries: tuple[Label | int, Label | int],
    live: int,
    plans: list[Plan],
    prompt: str,
    node: n.Decide | n.TakeFirst | n.Ask,
) -> int:
    """The offset of a site's record."""
    offset = len(e.tables)
    e.tables.extend([kind, decider, *entries, TableAt(live), len(plans)])
    for plan in plans:
        count = RANGE_ROW if plan.is_range else len(plan.operands)
        padding = [0] * (MOST_OPERANDS - len(plan.operands))
        e.tables.extend([plan.code, int(plan.tried), count, *plan.operands, *padding])
        e.widest = max(e.widest, 1 + len(plan.operands))
        e.has_ranges = e.has_ranges or plan.is_range
    infos = tuple(_info(e, plan) for plan in plans)
    has_unlisted = not isinstance(entries[1], int)
    e.sites.append(SiteInfo(offset, kind, prompt, infos, has_unlisted, node.span))
    return offset


def _info(e: Emitter, plan: Plan) -> ActionInfo:
    parameters = plan.action.parameters
    operands = tuple(
        (p.name, p.type, address) for p, address in zip(parameters, plan.operands, strict=True)
    )
    radix = tuple(_radix(e, p) for p in parameters)
    first = e.ids
    count = 1
    for _, size in radix:
        count *= size
    e.ids += count
    name, span = plan.action.name, plan.action.span
    return ActionInfo(name, operands, plan.texts, first, radix, plan.is_range, span)


def _radix(e: Emitter, parameter: n.Parameter) -> tuple[int, int]:
    """The lowest raw value of an operand and how many there may be."""
    counted = e.values_of(parameter.type)
    if counted is not None:
        return 0, counted
    items = parameter.items
    if isinstance(items, n.Range) and isinstance(items.low, n.Number):
        if isinstance(items.high, n.Number):
            return items.low.value, max(1, items.high.value - items.low.value + 1)
        return items.low.value, len(e.layout.tokens) + 1
    if isinstance(items, n.ListOf) and all(isinstance(i, n.Number) for i in items.items):
        values = [i.value for i in items.items if isinstance(i, n.Number)] or [0]
        return min(values), max(values) - min(values) + 1
    return 0, UNBOUNDED


UNBOUNDED = 1 << 16  # values of a number nobody has given bounds


# ---- actions ----


def _plans(e: Emitter, actions: tuple[Action, ...]) -> list[Plan]:
    plans = []
    for action in actions:
        facts = action_facts(action, e.facts.changed())
        tried = block_can_fail(action.body, facts)
        # Numbers that must be tried out are listed one by one.
        is_range = _is_range(action) and not tried
        plans.append(Plan(action, [], Label(), tried, is_range, {}))
    most = max((len(a.parameters) for a in actions), default=0)
    shared = [e.register() for _ in range(most)]  # only one action is carried out
    for plan in plans:
        plan.operands = shared[: len(plan.action.parameters)]
    return plans


def _is_range(action: Action) -> bool:
    """Whether all of an action's options are one stretch of numbers."""
    one = action.parameters[0].items if len(action.parameters) == 1 else None
    return isinstance(one, n.Range) and action.guard == n.Truth(value=True)


@contextmanager
def _with_operands(e: Emitter, plan: Plan) -> Iterator[None]:
    with ExitStack() as stack:
        for parameter, address in zip(plan.action.parameters, plan.operands, strict=True):
            known = parameter.items is not None and items_exist(parameter.items, e.facts)
            stack.enter_context(e.bound(parameter.name, address, parameter.type, known))
        yield


def _bodies(e: Emitter, plans: list[Plan], end: Label, block: Blocks) -> None:
    for plan in plans:
        before = e.facts
        with _with_operands(e, plan):
            e.at(plan.action.span)
            e.place(plan.code)
            e.facts = action_facts(plan.action, before.changed())
            e.frame.bodies += plan.tried
            block(e, plan.action.body)
            e.frame.bodies -= plan.tried
            if plan.tried:
                e.emit(ops.POSSIBLE)
            e.emit(ops.JUMP, end)
            e.facts = before
            _texts(e, plan)
        e.facts = before


def _texts(e: Emitter, plan: Plan) -> None:
    """Code that works out the values a notation shows, for each notation."""
    notations = {notation.name: notation.parts for notation in plan.action.notations}
    notations.setdefault("", _plain_text(plan.action))
    for name, parts in notations.items():
        entry = e.here
        shown: list[str | tuple[int, str]] = []
        failed = Label()
        exprs = [part for part in parts if isinstance(part, Expr)]
        with e.registers(), e.lists(*exprs):
            with e.failing(failed):
                for part in parts:
                    if isinstance(part, str):
                        shown.append(part)
                    else:
                        kept = e.register()
                        value(e, part, kept)
                        shown.append((kept, e.type_of(part)))
            e.place(failed)
        e.emit(ops.ROWS_END)
        plan.texts[name] = Text(entry, tuple(shown))


def _plain_text(action: Action) -> tuple[str | Expr, ...]:
    parts: list[str | Expr] = [action.name]
    for parameter in action.parameters:
        parts += [" ", n.Local(name=parameter.name)]
    return tuple(parts)


# ---- options ----


def _rows(e: Emitter, plans: list[Plan], listed: bool) -> None:
    for number, plan in enumerate(plans, start=1):
        if plan.action.listed is listed:
            _list_action(e, plan, number)
    e.emit(ops.ROWS_END)


def _list_action(e: Emitter, plan: Plan, number: int) -> None:
    """Code that lists the options of an action: native where it can be, else loops."""
    e.at(plan.action.span)
    with e.registers():
        for way in (_list_range, _list_zone_tokens, _list_pairs):
            if way(e, plan, number):
                return
        _list_loops(e, plan, number, 0)


def _list_range(e: Emitter, plan: Plan, number: int) -> bool:
    """One row for a stretch of numbers."""
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


def _list_loops(e: Emitter, plan: Plan, number: int, depth: int) -> None:
    """A loop per parameter, the guard innermost."""
    past = Label()
    if depth == len(plan.operands):
        test(e, plan.action.guard, past)
        e.emit(ops.ROW, number, len(plan.operands), *plan.operands)
        e.place(past)
        return
    parameter, operand = plan.action.parameters[depth], plan.operands[depth]
    assert parameter.items is not None
    again = Label()
    with e.registers(), e.lists(parameter.items):
        with e.failing(past):
            made = value(e, parameter.items)
        cursor = e.register()
        e.emit(ops.COPY, cursor, e.constant(0))
        e.place(again)
        e.emit(ops.NEXT, operand, made, cursor, past)
        known = items_exist(parameter.items, e.facts)
        with e.bound(parameter.name, operand, parameter.type, known):
            _list_loops(e, plan, number, depth + 1)
        e.emit(ops.JUMP, again)
        e.place(past)


def _list_items(e: Emitter, items: Expr, is_range: bool) -> None:
    """The options of an Ask: an item each."""
    if is_range:
        assert isinstance(items, n.Range)
        e.emit(ops.ROWS_RANGE, 1, value(e, items.low), value(e, items.high))
    elif not (isinstance(items, n.Filter) and _zone_rows(e, 1, items)):
        e.emit(ops.ROWS_LIST, 1, value(e, items))


def _zone_rows(e: Emitter, number: int, items: n.Filter) -> bool:
    """One native loop over the tokens of a zone, if the test is a bit table."""
    if not isinstance(items.items, n.TokensIn):
        return False
    folded = e.fold_items(items)
    if folded is None:
        return False
    zone, key = value(e, items.items.zone), row_key(e, folded)
    e.emit(ops.ROWS_ZONE, number, zone, e.table(folded.bits), key, folded.words)
    return True


def _list_zone_tokens(e: Emitter, plan: Plan, number: int) -> bool:
    """An action on one token of a zone, whose guard reads that token."""
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
    """A guard over a source and a target zone, taken apart."""

    sources: list[int]
    targets: list[int]
    face_up: bool
    bits: Folded


def _list_pairs(e: Emitter, plan: Plan, number: int) -> bool:
    """Tokens from zone to zone: one native double loop, if the guard is about the tokens."""
    parameters = plan.action.parameters
    if len(parameters) not in (2, 3) or [p.type for p in parameters[:2]] != ["zone", "zone"]:
        return False
    source = n.Local(name=parameters[0].name)
    run = _run(parameters[2], source) if len(parameters) == 3 else None
    if len(parameters) == 3 and run is None:
        return False
    token: Expr = n.TopOf(zone=source)
    if run:
        token = n.TokenAt(zone=source, position=n.Local(name=parameters[2].name))
    with _with_operands(e, plan):
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


def _run(parameter: n.Parameter, source: Expr) -> n.RunLength | None:
    """The run that a depth is within: from 1 to its length less 1."""
    items = parameter.items
    if isinstance(items, n.Range) and items.low == n.Number(value=1):
        high = items.high
        if isinstance(high, n.Subtract) and high.right == n.Number(value=1):
            run = high.left
            if isinstance(run, n.RunLength) and run.zone == source:
                return run
    return None


def _pairs(e: Emitter, plan: Plan, token: Expr) -> Pairs | None:
    first, second = plan.action.parameters[:2]
    sources, targets = _fixed_zones(e, first.items), _fixed_zones(e, second.items)
    if not sources or not targets or not (_in_a_row(sources) and _in_a_row(targets)):
        return None
    source, target = n.Local(name=first.name), n.Local(name=second.name)
    guard = plan.action.guard
    parts = list(guard.items) if isinstance(guard, n.And) else [guard]
    apart = {n.Not(item=n.Equal(left=a, right=b)) for a, b in ((source, target), (target, source))}
    face_up = n.IsFaceUp(token=token)
    rest = [p for p in parts if p not in apart and p != face_up]
    if len(set(sources) & set(targets)) and not any(p in apart for p in parts):
        return None
    test_of_tokens = rest[0] if len(rest) == 1 else n.And(items=tuple(rest))
    if any(
        node in (source, target) for node in _bare(test_of_tokens, (token, n.TopOf(zone=target)))
    ):
        return None
    folded = e.fold(test_of_tokens, n.TopOf(zone=target))
    if folded is None or any(key != token for key in folded.keys):
        return None
    if not folded.keys:  # the same row whatever is moved
        rows = len(e.layout.tokens) + 1
        folded = Folded((token,), (rows,), folded.words, folded.bits * rows)
    needs_token = face_up in parts or len(plan.operands) == 3
    if not needs_token and any(folded.bits[: folded.words]):
        return None
    return Pairs(sources, targets, face_up in parts, folded)


def _in_a_row(zones: list[int]) -> bool:
    return zones == list(range(zones[0], zones[0] + len(zones)))


def _bare(expr: Expr, whole: tuple[Expr, ...]) -> Iterator[Expr]:
    """The names in an expression that are not inside one of these parts."""
    if expr in whole:
        return
    if isinstance(expr, n.Local):
        yield expr
    for child in children(expr):
        if isinstance(child, Expr):
            yield from _bare(child, whole)


def _fixed_zones(e: Emitter, items: Expr | None) -> list[int] | None:
    """The numbers of the zones of a list that never changes."""
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
