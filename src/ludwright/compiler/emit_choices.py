"""Code for choices: sites, and what each of their options does."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any

from ..gamedef import nodes as n
from ..gamedef.block_fallibility import action_facts, block_can_fail
from ..gamedef.english import phrase
from ..gamedef.fallibility import exists
from ..gamedef.scope import item_type
from ..machine import ops
from ..machine import state as m
from ..machine.program import ActionInfo, SiteInfo, Text, ValueAt
from ..machine.sites import PickInfo, SetInfo
from .dispatch import value
from .emit_explanations import explain
from .emitter import Emitter, Label, TableAt
from .enumeration import Plan, fixed_zones, list_action, list_items, list_options, with_operands
from .pick_plan import TOO_FEW, sets_up_to

Blocks = Callable[[Emitter, n.Block], None]


# ---- sites ----


def decide(e: Emitter, node: n.Decide, block: Blocks) -> None:
    """Wait for a seat to choose among actions, then do it."""
    decider = _decider(e, node.seat)
    live, end = e.live_table(node), Label()
    rows = Label()
    e.frame.kept.pop(decider)
    plans = _plans(e, node.actions)
    refused = _refused(e, node.refused, plans)
    # Where there is something else to do, or it may fail, it may be asked in vain.
    in_vain = node.otherwise is not None or node.picking is not None
    kind = m.KIND_ASK if in_vain else m.KIND_DECIDE
    kind += m.NEEDS_TRIAL if any(p.tried for p in plans) else 0
    none: Label | int = 0 if node.otherwise is None else Label()
    site = _site(e, kind, decider, (rows, none), live, plans, node.prompt, node, refused)
    e.emit(ops.DECIDE, site)
    start = e.here
    _bodies(e, plans, end, block)
    pick = None
    if picking := node.picking:
        chosen, least, most = (value(e, x) for x in (picking.chosen, picking.least, picking.most))
        kind_of_item = item_type(e.type_of(picking.chosen))
        pick = PickInfo(kind_of_item, least, most, chosen=chosen, sequence=picking.sequence)
    _told(e, site, body=(start, e.here), pick=pick)
    if node.otherwise is not None and isinstance(none, Label):
        e.place(none)
        before = e.facts
        block(e, node.otherwise)
        e.facts = before
        e.emit(ops.JUMP, end)
    for plan in refused:
        with with_operands(e, plan):
            _texts(e, plan)
            plan.why.append(explain(e, plan))
    e.place(rows)
    list_options(e, plans)
    e.place(end)


def take_first(e: Emitter, node: n.TakeFirst, block: Blocks) -> None:
    """Do the first option there is."""
    live, none, end = e.live_table(node), Label(), Label()
    plans = _plans(e, node.actions)
    kind = m.KIND_TAKE + (m.NEEDS_TRIAL if any(p.tried for p in plans) else 0)
    e.emit(ops.ROWS_START)
    for number, plan in enumerate(plans, start=1):
        list_action(e, plan, number)
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
    live, end, rows = e.live_table(node), Label(), Label()
    kind = item_type(e.type_of(node.items))
    address = e.name(node.name, kind)
    parameter = n.Parameter(name=node.name, type=kind, items=node.items, span=node.span)
    notations = node.notations or (n.Notation(name="", parts=(n.Local(name=node.name),)),)
    action = n.Action(name=node.name, parameters=(parameter,), notations=notations, span=node.span)
    is_range = isinstance(node.items, n.Range) and not e.searched
    plan = Plan(action, [address], end, 0, is_range, {}, [])
    site = _site(e, m.KIND_ASK, decider, (rows, 0), live, [plan], node.prompt, node)
    e.emit(ops.DECIDE, site)
    e.place(rows)
    # Whoever has the options listed gives the list area back.
    with e.registers(), e.settled(), e.failing(no_rows := Label()):
        list_items(e, node.items, is_range)
        e.place(no_rows)
    e.emit(ops.ROWS_END)
    _texts(e, plan)
    plan.why.append(explain(e, plan))
    e.place(end)


def pick(e: Emitter, node: n.Pick) -> None:
    """Wait for a seat to choose a set of items of a list, and bind it to a name."""
    items, least, most = (value(e, x) for x in (node.items, node.least, node.most))
    none, end, rows, code = Label(), Label(), Label(), Label()
    _enough(e, node, none)
    decider = _decider(e, node.seat)
    live = e.live_table(node)
    count = max(2, -(-(e.values_of(node.of) or 0) // m.SET_BITS))
    words = [e.register() for _ in range(count)]
    action = n.Action(name=node.name, span=node.span)
    plan = Plan(action, words, code, 0, not e.searched, {}, [], node)
    site = _site(e, m.KIND_ASK, decider, (rows, 0), live, [plan], node.prompt, node)
    e.emit(ops.DECIDE, site)
    e.place(code)
    result = e.register()
    e.emit(ops.PICKED, result, items, count, *words)
    _bind_list(e, node, result)
    e.emit(ops.JUMP, end)
    e.place(none)
    _bind_list(e, node, e.constant_list(()))
    e.emit(ops.JUMP, end)
    _told(e, site, pick=PickInfo(node.of, least, most, items))
    e.place(rows)
    e.emit(ops.ROWS_SETS, 1, items, least, most, count, int(e.searched))
    e.emit(ops.ROWS_END)
    _about_set(e, plan, items)
    e.place(end)


def _enough(e: Emitter, node: n.Pick, none: Label) -> None:
    """Code that fails where too few can be picked, and goes on elsewhere if none can."""
    items, least, most = (value(e, x) for x in (node.items, node.least, node.most))
    size = e.register()
    e.emit(ops.LENGTH, size, items)
    for high in (size, most):
        enough = Label()
        e.emit(ops.IF_AT_MOST, least, high, enough)
        e.emit(ops.FAIL, e.fail, e.reason(TOO_FEW))
        e.place(enough)
    for high in (size, most):
        e.emit(ops.IF_AT_MOST, high, e.constant(0), none)


def _bind_list(e: Emitter, node: n.Pick, made: int) -> None:
    """Code that binds the name of a Pick to a list."""
    kind = f"[{node.of}]"
    if node.name in e.frame.lasting:
        name = e.list_name(node.name, kind)
        e.emit(ops.KEEP_LIST, name, made, e.frame.rooms[node.name])
    else:
        e.emit(ops.COPY, e.name(node.name, kind), made)


def _about_set(e: Emitter, plan: Plan, items: int) -> None:
    """Code for the text of a set, and for why it may be picked."""
    node = plan.sets
    assert node is not None
    entry, kind = e.here, f"[{node.of}]"
    with e.registers():
        made = e.register()
        e.emit(ops.PICKED, made, items, len(plan.operands), *plan.operands)
        e.emit(ops.ROWS_END)
        plan.texts[""] = Text(entry, (ValueAt(made, kind, None),))
        entry = e.here
        e.emit(ops.PICKED, made, items, len(plan.operands), *plan.operands)
        name = f"{node.name}, set"
        taken, item = n.Local(name=name), n.Local(name="item")
        inside = n.AllOf(items=taken, name="item", where=n.Contains(items=node.items, value=item))
        size = n.Length(items=taken)
        tests = {
            "every one of them can be picked": inside,
            f"they are at least {phrase(node.least)}": n.AtMost(left=node.least, right=size),
            f"they are at most {phrase(node.most)}": n.AtMost(left=size, right=node.most),
        }
        because = tuple(n.Reason(text=text, test=test) for text, test in tests.items())
        action = replace(plan.action, because=because)
        with e.bound(name, made, kind):
            told = explain(e, replace(plan, action=action))
    plan.why.append(replace(told, entry=entry))


def _told(e: Emitter, offset: int, **facts: Any) -> None:
    """Add what is known of a site only once its code is made."""
    at = next(i for i, site in enumerate(e.sites) if site.offset == offset)
    e.sites[at] = replace(e.sites[at], **facts)


def _decider(e: Emitter, seat: n.Expr) -> int:
    """A register with the seat that decides; nobody fails the statement."""
    decider = e.register(lasts=True)
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
    node: n.Decide | n.TakeFirst | n.Ask | n.Pick,
    refused: Iterable[Plan] = (),
) -> int:
    """The offset of a site's record."""
    beside = [[] if p.sets is None else [_set_table(e, p.sets)] for p in plans]
    offset = len(e.tables)
    rows, none = entries
    e.tables.extend([kind, decider, rows, TableAt(live), len(plans), none])
    for plan, more in zip(plans, beside, strict=True):
        count = m.RANGE_ROW * len(plan.operands) if plan.is_range else len(plan.operands)
        padding = [0] * (m.MOST_OPERANDS - len(plan.operands) - len(more))
        e.tables.extend([plan.code, plan.tried, count, *plan.operands, *more, *padding])
        e.widest = max(e.widest, 1 + len(plan.operands))
        e.has_ranges = e.has_ranges or plan.is_range
    infos = tuple(_counted(e, plan) for plan in plans)
    announced = isinstance(node, n.TakeFirst) or node.announced
    never = tuple(_info(e, plan, -1) for plan in refused)
    site = SiteInfo(offset, kind, prompt, infos, announced, node.span, never)
    e.sites.append(site)
    return offset


def _set_table(e: Emitter, node: n.Pick) -> TableAt:
    """Where the machine finds the list that sets are from, and how many items they have."""
    return TableAt(e.table([value(e, node.items), value(e, node.least)]))


def _counted(e: Emitter, plan: Plan) -> ActionInfo:
    """An action whose options have ids of their own."""
    info = _info(e, plan, e.ids)
    e.ids += math.prod(size for _, size in info.radix)
    return info


def _info(e: Emitter, plan: Plan, first: int) -> ActionInfo:
    if plan.sets is not None:
        return _set_info(e, plan, plan.sets, first)
    parameters = plan.action.parameters
    operands = tuple(
        (p.name, p.type, address) for p, address in zip(parameters, plan.operands, strict=True)
    )
    radix = tuple(_radix(e, p) for p in parameters)
    among = tuple(None if z is None else tuple(z) for z in _zones_among(e, plan))
    name, span = plan.action.name, plan.action.span
    is_range = plan.is_range
    return ActionInfo(name, operands, plan.texts, plan.why, first, radix, is_range, span, among)


def _set_info(e: Emitter, plan: Plan, node: n.Pick, first: int) -> ActionInfo:
    """An action whose options are sets; they have ids by size, then as words of bits."""
    values = e.values_of(node.of) or 0
    most = node.most.value if isinstance(node.most, n.Number) else values
    sets = SetInfo(node.of, values, min(max(most, 0), values))
    operands = tuple((node.name, "bits", address) for address in plan.operands)
    radix = ((0, sets_up_to(values, sets.largest)),)
    name, span = plan.action.name, plan.action.span
    return ActionInfo(
        name, operands, plan.texts, plan.why, first, radix, plan.is_range, span, sets=sets
    )


def _zones_among(e: Emitter, plan: Plan) -> Iterator[list[int] | None]:
    """The zones that each operand may be, where they never change."""
    for parameter in plan.action.parameters:
        yield fixed_zones(e, parameter.items) if parameter.type == "zone" else None


def _radix(e: Emitter, parameter: n.Parameter) -> tuple[int, int]:
    """The lowest raw value of an operand and how many there may be."""
    counted = e.values_of(parameter.type)
    if counted is not None:
        return 0, counted
    items = parameter.items
    if isinstance(items, n.Range) and isinstance(items.low, n.Number):
        low, high = items.low.value, items.high
        if isinstance(high, n.Number):
            return low, max(1, high.value - low + 1)
        if low >= 0 and _is_a_size(high):
            return low, len(e.layout.tokens) + 1
    if isinstance(items, n.Subsets):
        return 0, 1 << 30
    if isinstance(items, n.ListOf) and all(isinstance(i, n.Number) for i in items.items):
        values = [i.value for i in items.items if isinstance(i, n.Number)] or [0]
        return min(values), max(values) - min(values) + 1
    return -(1 << 31), 1 << 32


def _is_a_size(expr: n.Expr) -> bool:
    """Whether a number is never more than there are tokens."""
    if isinstance(expr, n.Subtract) and isinstance(expr.right, n.Number):
        return expr.right.value >= 0 and _is_a_size(expr.left)
    return isinstance(expr, n.SizeOf | n.RunLength)


# ---- actions ----


def _plans(e: Emitter, actions: tuple[n.Action, ...]) -> list[Plan]:
    plans = []
    for action in actions:
        facts = action_facts(action, e.facts.changed())
        tried = m.TRIAL if block_can_fail(action.body, facts) else 0
        tried = m.LOOKAHEAD if action.atomic else tried
        # Numbers that must be tried out are listed one by one.
        is_range = _is_range(action) and not (tried or e.searched)
        plans.append(Plan(action, [], Label(), tried, is_range, {}, []))
    most = max((len(a.parameters) for a in actions), default=0)
    shared = [e.register() for _ in range(most)]  # only one action is carried out
    for plan in plans:
        plan.operands = shared[: len(plan.action.parameters)]
    return plans


def _refused(e: Emitter, refusals: tuple[n.Refusal, ...], plans: list[Plan]) -> list[Plan]:
    """What can be written but never chosen; it has the operands of what can be."""
    shared = max((plan.operands for plan in plans), key=len, default=[])
    most = max((len(refusal.parameters) for refusal in refusals), default=0)
    operands = shared + [e.register() for _ in range(most - len(shared))]
    return [
        Plan(
            n.Action(
                name="",
                parameters=refusal.parameters,
                notations=refusal.notations,
                because=refusal.because,
                span=refusal.span,
            ),
            operands[: len(refusal.parameters)],
            Label(),
            0,
            False,
            {},
            [],
        )
        for refusal in refusals
    ]


def _is_range(action: n.Action) -> bool:
    """Whether all of an action's options are one stretch of numbers."""
    one = action.parameters[0].items if len(action.parameters) == 1 else None
    return isinstance(one, n.Range) and action.guard == n.Truth(value=True)


def _bodies(e: Emitter, plans: list[Plan], end: Label, block: Blocks) -> None:
    for plan in plans:
        before = e.facts
        with with_operands(e, plan):
            e.at(plan.action.span)
            e.place(plan.code)
            e.facts = action_facts(plan.action, before.changed())
            _body(e, plan, block)
            e.emit(ops.JUMP, end)
            e.facts = before
            _texts(e, plan)
            plan.why.append(explain(e, plan))
        e.facts = before


def _body(e: Emitter, plan: Plan, block: Blocks) -> None:
    """Code for what an action does; its end is marked if it may be tried out."""
    atomic, searched = plan.action.atomic, e.searched
    e.searched = searched or atomic
    e.frame.bodies += plan.tried == m.TRIAL
    e.frame.atomic += atomic
    if atomic:
        e.emit(ops.BEGIN_ATOMIC)
    before = dict(e.frame.chosen)
    e.frame.chosen |= {parameter.name: plan.action for parameter in plan.action.parameters}
    with e.asking(bool(plan.tried) or e.asks):
        block(e, plan.action.body)
    e.frame.chosen = before
    e.frame.bodies -= plan.tried == m.TRIAL
    e.frame.atomic -= atomic
    e.searched = searched
    if plan.tried:
        e.emit(ops.END_ATOMIC if atomic else ops.END_TRIAL)


def _texts(e: Emitter, plan: Plan) -> None:
    """Code that works out the values a notation shows, for each notation."""
    notations = {notation.name: notation.parts for notation in plan.action.notations}
    if plan.action.name:
        notations.setdefault("", _plain_text(plan.action))
    for name, parts in notations.items():
        entry = e.here
        shown: list[str | ValueAt] = []
        failed = Label()
        exprs = [part for part in parts if isinstance(part, n.Expr)]
        with e.registers(), e.lists(*exprs):
            with e.failing(failed):
                for part in parts:
                    shown.append(part if isinstance(part, str) else _shown(e, plan, part))
            e.place(failed)
        e.emit(ops.ROWS_END)
        plan.texts[name] = Text(entry, tuple(shown))


def _shown(e: Emitter, plan: Plan, part: n.Expr) -> ValueAt:
    """A value in a text; what its reader may not know becomes a blank."""
    kept, blank, past = e.register(), Label(), Label()
    with e.asking(blank):
        value(e, part, kept)
    if blank.asked:
        e.emit(ops.JUMP, past)
        e.place(blank)
        e.emit(ops.COPY, kept, e.constant(m.BLANK))
        e.place(past)
    names = [parameter.name for parameter in plan.action.parameters]
    name = part.name if isinstance(part, n.Local) else ""
    return ValueAt(kept, e.type_of(part), names.index(name) if name in names else None)


def chance_sites(e: Emitter) -> tuple[SiteInfo, SiteInfo]:
    """What the caller says where chance decides: a token that is drawn, a number that is rolled."""
    entry = e.here
    e.emit(ops.ROWS_END)
    counts = {"token": (0, len(e.layout.tokens) + 1), "int": (-(1 << 31), 1 << 32)}
    sites = []
    for name, kind in (("draw", "token"), ("roll", "int")):
        text = Text(entry, (f"{name} ", ValueAt(m.OPERANDS, kind, 0)))
        operands = ((name, kind, m.OPERANDS),)
        radix = (counts[kind],)
        action = ActionInfo(name, operands, {"": text}, [], e.ids, radix, False, None)
        e.ids += radix[0][1]
        sites.append(SiteInfo(0, m.KIND_DECIDE, "", (action,), False, None))
    return sites[0], sites[1]


def _plain_text(action: n.Action) -> tuple[str | n.Expr, ...]:
    parts: list[str | n.Expr] = [action.name]
    for parameter in action.parameters:
        parts += [" ", n.Local(name=parameter.name)]
    return tuple(parts)
