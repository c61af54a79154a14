"""Code for choices: Decide, TakeFirst, Ask and Pick, and the bodies of their actions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from ..gamedef import nodes as n
from ..gamedef.block_fallibility import action_facts, block_can_fail
from ..gamedef.english import phrase
from ..gamedef.fallibility import exists
from ..gamedef.scope import item_type
from ..machine import ops
from ..machine import state as m
from ..machine.program import Text, ValueAt
from ..machine.sites import PickInfo
from .code import Label
from .dispatch import value
from .emit_explanations import explain
from .emit_notations import texts
from .emit_sites import amend_site, site_record
from .emitter import Emitter
from .enumeration import list_actions, list_items, list_options
from .option_plan import Plan, with_operands
from .pick_plan import TOO_FEW

Blocks = Callable[[Emitter, n.Block], None]


# ---- statements ----


def decide(e: Emitter, node: n.Decide, block: Blocks) -> None:
    """Let a seat choose an option of the actions, then run its body."""
    decider = _decider(e, node.seat)
    live, end = e.live_table(node), Label()
    rows = Label()
    e.frame.kept.pop(decider)  # not needed once the choice is made
    plans = _plans(e, node.actions)
    refused = _refused(e, node.refused, plans)
    # A site with an alternative, or one that may fail, may have no options.
    may_be_empty = node.otherwise is not None or node.picking is not None
    kind = m.KIND_OPTIONAL if may_be_empty else m.KIND_DECIDE
    none: Label | int = 0 if node.otherwise is None else Label()
    site = site_record(e, kind, decider, (rows, none), live, plans, node.prompt, node, refused)
    _wait(e, site, live, any(plan.needed & m.LOOKAHEAD for plan in plans))
    start = e.here
    _bodies(e, plans, end, block)
    pick = None
    if picking := node.picking:
        chosen, least, most = (value(e, x) for x in (picking.chosen, picking.least, picking.most))
        kind_of_item = item_type(e.type_of(picking.chosen))
        pick = PickInfo(kind_of_item, least, most, chosen=chosen, sequence=picking.sequence)
    amend_site(e, site, body=(start, e.here), pick=pick)
    # Run instead of the decision if there are no options, so it starts from the facts before it.
    if node.otherwise is not None and isinstance(none, Label):
        e.place(none)
        before = e.context.facts
        block(e, node.otherwise)
        e.context.facts = before
        e.emit(ops.JUMP, end)
    for plan in refused:
        with with_operands(e, plan):
            texts(e, plan)
            plan.why.append(explain(e, plan))
    e.place(rows)
    list_options(e, plans)
    e.place(end)


def take_first(e: Emitter, node: n.TakeFirst, block: Blocks) -> None:
    """Run the first option."""
    live, none, end = e.live_table(node), Label(), Label()
    plans = _plans(e, node.actions)
    e.emit(ops.ROWS_START)
    list_actions(e, plans)
    e.emit(
        ops.TAKE, site_record(e, m.KIND_TAKE, e.constant(0), (0, 0), live, plans, "", node), none
    )
    _bodies(e, plans, end, block)
    e.place(none)
    before = e.context.facts
    block(e, node.otherwise)
    e.context.facts = before
    e.place(end)


def ask(e: Emitter, node: n.Ask) -> None:
    """Let a seat choose an item of a list, and bind it to a name."""
    decider = _decider(e, node.seat)
    live, end, rows = e.live_table(node), Label(), Label()
    kind = item_type(e.type_of(node.items))
    address = e.frame.name(node.name, kind)
    parameter = n.Parameter(name=node.name, type=kind, items=node.items, span=node.span)
    notations = node.notations or (n.Notation(name="", parts=(n.Local(name=node.name),)),)
    action = n.Action(name=node.name, parameters=(parameter,), notations=notations, span=node.span)
    # A lookahead tries options one by one, so there a range is listed number by number.
    is_range = isinstance(node.items, n.Range) and not e.context.searched
    plan = Plan(action, [address], end, 0, is_range, {}, [], needed=_sure(e, node))
    site = site_record(e, m.KIND_OPTIONAL, decider, (rows, 0), live, [plan], node.prompt, node)
    _wait(e, site, live)
    e.place(rows)
    # The machine restores the list area after it has listed the options.
    with e.registers(), e.context.without_draws(), e.failing(no_rows := Label()):
        list_items(e, node.items, is_range)
        e.place(no_rows)
    e.emit(ops.ROWS_END)
    texts(e, plan)
    plan.why.append(explain(e, plan))
    e.place(end)


def pick(e: Emitter, node: n.Pick) -> None:
    """Let a seat choose a set of items of a list, and bind it to a name."""
    items, least, most = (value(e, x) for x in (node.items, node.least, node.most))
    none, end, rows, code = Label(), Label(), Label(), Label()
    _enough(e, node, none)
    decider = _decider(e, node.seat)
    live = e.live_table(node)
    count = max(2, -(-(e.layout.values_of(node.of) or 0) // m.SET_BITS))
    # A set is a bit per value, spread over as many operands as the type has values.
    words = [e.register() for _ in range(count)]
    action = n.Action(name=node.name, span=node.span)
    plan = Plan(action, words, code, 0, not e.context.searched, {}, [], node, _sure(e, node))
    site = site_record(e, m.KIND_OPTIONAL, decider, (rows, 0), live, [plan], node.prompt, node)
    _wait(e, site, live)
    e.place(code)
    result = e.register()
    e.emit(ops.PICKED, result, items, count, *words)
    _bind_list(e, node, result)
    e.emit(ops.JUMP, end)
    e.place(none)
    # Nothing can be picked: the empty set is bound without a decision.
    _bind_list(e, node, e.constant_list(()))
    e.emit(ops.JUMP, end)
    amend_site(e, site, pick=PickInfo(node.of, least, most, items))
    e.place(rows)
    e.emit(ops.ROWS_SETS, 1, items, least, most, count, int(e.context.searched))
    e.emit(ops.ROWS_END)
    _about_set(e, plan, items)
    e.place(end)


def _enough(e: Emitter, node: n.Pick, none: Label) -> None:
    """Emit code that fails if too few items can be picked, and jumps to `none` if none can."""
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
    """Emit code that binds the name of a Pick to a list."""
    e.bind_list(node.name, f"[{node.of}]", made)


def _about_set(e: Emitter, plan: Plan, items: int) -> None:
    """Emit code for the text of a set, and for the explanation why it can be picked."""
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
            "each of them can be picked": inside,
            f"at least {phrase(node.least)} are picked": n.AtMost(left=node.least, right=size),
            f"at most {phrase(node.most)} are picked": n.AtMost(left=size, right=node.most),
        }
        because = tuple(n.Reason(text=text, test=test) for text, test in tests.items())
        action = replace(plan.action, because=because)
        with e.bound(name, made, kind):
            explained = explain(e, replace(plan, action=action))
    plan.why.append(replace(explained, entry=entry))


def _wait(e: Emitter, site: int, live: int, begins_search: bool = False) -> None:
    """Emit a DECIDE. If its options are searched, a failure after one of them may return to it."""
    if begins_search or e.context.searched:
        again = Label()
        e.place(again)
        e.code.rollbacks.append((again, live))
    e.emit(ops.DECIDE, site)


def _decider(e: Emitter, seat: n.Expr) -> int:
    """A register with the seat that decides; nothing fails the statement."""
    decider = e.register(lasts=True)
    with e.lists(seat):
        value(e, seat, decider)
    if not exists(seat, e.context.facts):
        e.require(decider, "the deciding seat is nothing")
    return decider


# ---- actions ----


def _plans(e: Emitter, actions: tuple[n.Action, ...]) -> list[Plan]:
    plans = []
    for action in actions:
        facts = action_facts(action, e.context.facts.changed())
        tried = m.TRIAL if block_can_fail(action.body, facts) else 0
        # The trial of an atomic action also goes through the choices inside it, even if nothing
        # else in it can fail.
        tried = m.LOOKAHEAD if action.atomic else tried
        # Options that need a trial are listed one by one, not as a range.
        is_range = _is_range(action) and not (tried or e.context.searched)
        certain = action.atomic and e.context.completion.is_certain(action)
        needed = (0 if certain else tried) + _sure(e, action)
        plans.append(Plan(action, [], Label(), tried, is_range, {}, [], needed=needed))
    most = max((len(a.parameters) for a in actions), default=0)
    shared = [e.register() for _ in range(most)]  # shared, as only one action is run
    for plan in plans:
        plan.operands = shared[: len(plan.action.parameters)]
    return plans


def _sure(e: Emitter, choice: n.Action | n.Ask | n.Pick) -> int:
    return m.SURE if e.context.completion.is_sure(choice) else 0


def _refused(e: Emitter, refusals: tuple[n.Refusal, ...], plans: list[Plan]) -> list[Plan]:
    """Plans for what can be written but never chosen; they share the operands of the actions."""
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
    """Whether the options of an action are one range of numbers."""
    one = action.parameters[0].items if len(action.parameters) == 1 else None
    return isinstance(one, n.Range) and action.guard == n.Truth(value=True)


def _bodies(e: Emitter, plans: list[Plan], end: Label, block: Blocks) -> None:
    for plan in plans:
        before = e.context.facts
        with with_operands(e, plan):
            e.at(plan.action.span)
            e.place(plan.code)
            e.context.facts = action_facts(plan.action, before.changed())
            _body(e, plan, block)
            e.emit(ops.JUMP, end)
            e.context.facts = before
            texts(e, plan)
            plan.why.append(explain(e, plan))
        e.context.facts = before


def _body(e: Emitter, plan: Plan, block: Blocks) -> None:
    """Emit the body of an action; its end is marked if it may be run in a trial."""
    atomic, searched = plan.action.atomic, e.context.searched
    e.context.searched = searched or atomic
    e.frame.bodies += plan.tried == m.TRIAL
    e.frame.atomic += atomic
    if atomic:
        e.emit(ops.BEGIN_ATOMIC)
    before = dict(e.frame.chosen)
    e.frame.chosen |= {parameter.name: plan.action for parameter in plan.action.parameters}
    with e.asking(bool(plan.tried) or e.context.asks):
        block(e, plan.action.body)
    e.frame.chosen = before
    e.frame.bodies -= plan.tried == m.TRIAL
    e.frame.atomic -= atomic
    e.context.searched = searched
    if plan.tried:
        e.emit(ops.END_ATOMIC if atomic else ops.END_TRIAL)
