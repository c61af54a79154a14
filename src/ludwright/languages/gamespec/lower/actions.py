"""Actions of a GameSpecDoc: when they are allowed, and what they do, with or without pipelines."""

from __future__ import annotations

from ....gamedef import nodes as n
from ....gamedef.claims import CHOOSES, may
from ....gamedef.walk import walk
from ...builders import number
from ..read.tree import sections
from . import targets
from .choices import prompt
from .effects import block
from .events import happened
from .phases import is_phase, usage
from .places import player, players
from .scope import Environment, condition, items_of
from .symbols import ACTIVE, Symbols
from .terms import Bound, at_least, both, either, negated, plus, same, truth, type_of, unless
from .triggers import fire, heard, listen, setting
from .turns import Order


def actions_of(world: Symbols, order: Order) -> tuple[n.Action, ...]:
    """All actions that a player chooses from, each with a procedure that carries it out."""
    return tuple(action_of(world, order, each) for each in world.actions if order.offers(each))


def action_of(world: Symbols, order: Order, action: sections.Action) -> n.Action:
    """One action."""
    around = Environment(world)
    parameters: list[n.Parameter] = list(order.parameters(action, around))
    for param in action.params:
        items = items_of(around, param.domain)
        name = world.fresh(prompt(param.name))
        parameters.append(n.Parameter(name=name, type=type_of(items.kind), items=items.expr))
        around.names[param.name.text] = Bound(name, items.kind, lies=items.lies, types=items.types)
    guard = both(
        *(_guards(world, action)),
        order.guard(action, around),
        condition(around, action.pre),
        _pipelines_allow(world, action, around),
    )
    locals_ = tuple(n.Local(name=each.name) for each in parameters)
    body = _body(world, order, action, around)
    given = tuple(n.Parameter(name=each.name, type=each.type) for each in parameters)
    world.procedure(action.id.text, body, *given)
    parts: list[str | n.Expr] = [action.id.text]
    for position, local in enumerate(locals_):
        parts += [" " if position == 0 else ", ", local]
    return n.Action(
        name=action.id.text,
        parameters=tuple(parameters),
        guard=guard,
        body=(n.Call(procedure=action.id.text, arguments=locals_),),
        notations=(n.Notation(name="", parts=tuple(parts)),),
        atomic=_chooses(world, body),
        span=action.at.span,
    )


def _chooses(world: Symbols, body: n.Block) -> bool:
    """Whether something is chosen in a block, or in what it calls for that."""
    for node in (x for statement in body for x in walk(statement)):
        if may(node, CHOOSES):
            return True
        called = world.procedures.get(node.procedure) if isinstance(node, n.Call) else None
        if called is not None and any(may(x, CHOOSES) for x in walk(called)):
            return True
    return False


def available(action: n.Action) -> n.Expr:
    """Whether there is a way to choose an action."""
    test = action.guard
    for parameter in reversed(action.parameters):
        assert parameter.items is not None
        test = n.AnyOf(items=parameter.items, name=parameter.name, where=test)
    return test


def _guards(world: Symbols, action: sections.Action) -> list[n.Expr]:
    """The phase, the actor and the limits."""
    tests: list[n.Expr] = []
    names = [phase.text for phase in action.phases]
    if set(names) < {phase.id.text for phase in world.phases}:
        tests.append(either(*(is_phase(name) for name in names)))
    if action.actor.kind == "id":
        tests.append(same(n.Variable(name=ACTIVE), player(Environment(world), action.actor)))
    elif action.actor.kind not in ("actor", "active", "all"):
        may = players(Environment(world), action.actor)
        tests.append(n.Contains(items=may, value=n.Variable(name=ACTIVE)))
    for limit in action.limits:
        name = usage(action, limit.scope)
        world.keep(n.VariableDef(name=name, type="int", initial=number(0), inner=True))
        often = n.Less(left=n.Variable(name=name), right=number(limit.most), span=limit.at.span)
        tests.append(often)
    return tests


# ---- pipelines ---------------------------------------------------------------------------------


def _pipelines(world: Symbols, action: sections.Action) -> list[sections.Pipeline]:
    every = world.sections.pipelines or ()
    return [each for each in every if each.action.text == action.id.text]


def _pipelines_allow(world: Symbols, action: sections.Action, around: Environment) -> n.Expr:
    """Whether the first pipeline that fits lets the action be played."""
    ways: list[n.Expr] = []
    before: list[n.Expr] = []
    found = _pipelines(world, action)
    for each in found:
        fits = condition(around, each.applicability)
        tests = [*before, fits, condition(around, each.legality)]
        if each.targeting.select is None:
            tests += [condition(around, each.affordable)] if each.atomic else []
        elif least := targets.least_targets(each.targeting):
            there = targets.candidates(around, each.targeting).expr
            tests.append(at_least(least, there))
        ways.append(both(*tests))
        before.append(negated(fits))
    return either(*ways) if found else truth(True)


def _body(world: Symbols, order: Order, action: sections.Action, params: Environment) -> n.Block:
    """Cost, effects or stages, what an event brings, counters, triggers, what the order says."""
    before, around = setting(world, params.names)
    around.caps = params.caps
    found = _pipelines(world, action)
    name = listen(around)
    around.entered = ""
    if found:
        done = _staged(order, action, around, found, name)
    else:
        paid = block(around, action.cost)
        around.entered = name
        done = (*paid, *order.between(action, around, 0, 1), *block(around, action.effects))
        done = (*done, *order.between(action, around, 1, 1))
    around.entered = name
    done = (*done, *happened(around, order, action))
    counted: list[n.Statement] = []
    for scope in dict.fromkeys(limit.scope for limit in action.limits):
        counter = usage(action, scope)
        more = plus(n.Variable(name=counter), number(1))
        counted.append(n.SetVariable(name=counter, value=more))
    return (
        *before,
        *heard(around, name, (*done, *counted)),
        *fire(world, "actionResolved", action.id.text),
        *order.resolved(action, around),
    )


def _staged(
    order: Order,
    action: sections.Action,
    around: Environment,
    found: list[sections.Pipeline],
    name: str,
) -> n.Block:
    """The stages of the first pipeline that fits."""
    chain: n.Block = ()
    for each in reversed(found):
        inside = around.inside()
        done = _pipeline(order, action, inside, each, name)
        fits = condition(around, each.applicability)
        chain = done if fits == truth(True) else (n.If(test=fits, then=done, otherwise=chain),)
    return chain


def _pipeline(
    order: Order,
    action: sections.Action,
    around: Environment,
    pipeline: sections.Pipeline,
    name: str,
) -> n.Block:
    first = order.between(action, around, 0, len(pipeline.stages))
    if pipeline.targeting.select is None:
        paid = _paid(around, pipeline)
        around.entered = name
        return (*paid, *first, *_stages(order, action, around, pipeline))
    chosen = targets.chosen(around, pipeline.targeting)
    inside, target = targets.each_target(around)
    listed = n.Local(name=around.names[targets.ALL].local)
    affordable = condition(inside, pipeline.affordable)
    paid = block(inside, pipeline.cost)
    inside.entered = name
    done = (*paid, *(x for stage in pipeline.stages for x in block(inside, stage.effects)))
    if pipeline.atomic:
        done = (*unless(affordable, "there is not enough to pay for it"), *done)
    elif affordable != truth(True):
        done = (n.If(test=affordable, then=done),)
    loop = n.ForEach(name=target, items=listed, body=done)
    last = order.between(action, around, len(pipeline.stages), len(pipeline.stages))
    return (*first, *chosen, loop, *last)


def _paid(around: Environment, pipeline: sections.Pipeline) -> n.Block:
    """What it costs; if that can't be paid it is free unless the pipeline is atomic."""
    affordable = condition(around, pipeline.affordable)
    paid = block(around, pipeline.cost)
    if pipeline.atomic or affordable == truth(True) or not paid:
        return paid
    return (n.If(test=affordable, then=paid),)


def _stages(
    order: Order, action: sections.Action, around: Environment, pipeline: sections.Pipeline
) -> n.Block:
    done: list[n.Statement] = []
    for position, stage in enumerate(pipeline.stages, start=1):
        done += block(around, stage.effects)
        done += order.between(action, around, position, len(pipeline.stages))
    return tuple(done)
