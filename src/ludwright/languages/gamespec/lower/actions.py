"""Lower actions: when they are legal and what they do, with or without pipelines."""

from __future__ import annotations

from ....gamedef import nodes as n
from ....gamedef.build import ONE, TRUE, ZERO, and_, equals, has_items, not_, number, or_, plus
from ....gamedef.claims import CHOOSES, may
from ....gamedef.walk import walk
from ..read.tree import sections
from . import targets
from .choices import prompt
from .effects import block
from .events import event_effects
from .phases import is_phase, usage
from .places import player, players
from .scope import Environment, condition, items_of
from .symbols import ACTIVE, Symbols
from .terms import Bound, type_of, unless
from .triggers import fire, listen, setting, with_triggers
from .turns import Order


def actions_of(symbols: Symbols, order: Order) -> tuple[n.Action, ...]:
    """All actions offered at a decision, each with a procedure that executes it."""
    return tuple(action_of(symbols, order, each) for each in symbols.actions if order.offers(each))


def action_of(symbols: Symbols, order: Order, action: sections.Action) -> n.Action:
    """One action, together with the procedure that executes it."""
    env = Environment(symbols)
    parameters: list[n.Parameter] = list(order.parameters(action, env))
    for param in action.params:
        items = items_of(env, param.domain)
        name = symbols.fresh(prompt(param.name))
        parameters.append(n.Parameter(name=name, type=type_of(items.kind), items=items.expr))
        env.names[param.name.text] = Bound(name, items.kind, zone=items.zone, types=items.types)
    # The parameters are in scope in the guard, which is evaluated for each combination of values.
    guard = and_(
        *(_guards(symbols, action)),
        order.guard(action, env),
        condition(env, action.pre),
        _pipelines_allow(symbols, action, env),
    )
    locals_ = tuple(n.Local(name=each.name) for each in parameters)
    body = _body(symbols, order, action, env)
    given = tuple(n.Parameter(name=each.name, type=each.type) for each in parameters)
    symbols.procedure(action.id.text, body, *given)
    # Moves are written as "play card, target".
    parts: list[str | n.Expr] = [action.id.text]
    for position, local in enumerate(locals_):
        parts += [" " if position == 0 else ", ", local]
    return n.Action(
        name=action.id.text,
        parameters=tuple(parameters),
        guard=guard,
        body=(n.Call(procedure=action.id.text, arguments=locals_),),
        notations=(n.Notation(name="", parts=tuple(parts)),),
        # A body with choices of its own is legal only if they can be completed: see lookahead.
        atomic=_chooses(symbols, body),
        span=action.at.span,
    )


def _chooses(symbols: Symbols, body: n.Block) -> bool:
    """Whether a block contains a choice, also in the procedures that it calls directly."""
    for node in (x for statement in body for x in walk(statement)):
        if may(node, CHOOSES):
            return True
        called = symbols.procedures.get(node.procedure) if isinstance(node, n.Call) else None
        if called is not None and any(may(x, CHOOSES) for x in walk(called)):
            return True
    return False


def available(action: n.Action) -> n.Expr:
    """Whether an action has at least one legal combination of parameters."""
    test = action.guard
    for parameter in reversed(action.parameters):
        assert parameter.items is not None
        test = n.AnyOf(items=parameter.items, name=parameter.name, where=test)
    return test


def _guards(symbols: Symbols, action: sections.Action) -> list[n.Expr]:
    """Tests for the phase, the actor and the usage limits."""
    tests: list[n.Expr] = []
    names = [phase.text for phase in action.phases]
    # An action of all phases needs no test.
    if set(names) < {phase.id.text for phase in symbols.phases}:
        tests.append(or_(*(is_phase(name) for name in names)))
    if action.actor.kind == "id":
        tests.append(equals(n.Variable(name=ACTIVE), player(Environment(symbols), action.actor)))
    # Whoever decides is the active player, so these three need no test.
    elif action.actor.kind not in ("actor", "active", "all"):
        actors = players(Environment(symbols), action.actor)
        tests.append(n.Contains(items=actors, value=n.Variable(name=ACTIVE)))
    for limit in action.limits:
        name = usage(action, limit.scope)
        symbols.keep(n.VariableDef(name=name, type="int", initial=ZERO, inner=True))
        unused = n.Less(left=n.Variable(name=name), right=number(limit.most), span=limit.at.span)
        tests.append(unused)
    return tests


# ---- pipelines ---------------------------------------------------------------------------------


def _pipelines(symbols: Symbols, action: sections.Action) -> list[sections.Pipeline]:
    every = symbols.sections.pipelines or ()
    return [each for each in every if each.action.text == action.id.text]


def _pipelines_allow(symbols: Symbols, action: sections.Action, env: Environment) -> n.Expr:
    """Whether the first applicable pipeline permits the action."""
    ways: list[n.Expr] = []
    before: list[n.Expr] = []
    found = _pipelines(symbols, action)
    for each in found:
        fits = condition(env, each.applicability)
        tests = [*before, fits, condition(env, each.legality)]
        # With targets, the cost is checked and paid for each target as it is processed.
        if each.targeting.select is None:
            tests += [condition(env, each.affordable)] if each.atomic else []
        elif least := targets.least_targets(each.targeting):
            there = targets.candidates(env, each.targeting).expr
            tests.append(has_items(there, least))
        ways.append(and_(*tests))
        before.append(not_(fits))
    return or_(*ways) if found else TRUE


def _body(symbols: Symbols, order: Order, action: sections.Action, params: Environment) -> n.Block:
    """Cost, effects or stages, the event card, usage counters, triggers, bookkeeping of turns."""
    before, env = setting(symbols, params.names)
    env.caps = params.caps
    found = _pipelines(symbols, action)
    name = listen(env)
    # Tokens that move as a cost fire no triggers: recording starts after it.
    env.entered = ""
    if found:
        done = _staged(order, action, env, found, name)
    else:
        paid = block(env, action.cost)
        env.entered = name
        done = (*paid, *order.between(action, env, 0, 1), *block(env, action.effects))
        done = (*done, *order.between(action, env, 1, 1))
    env.entered = name
    done = (*done, *event_effects(env, order, action))
    counted: list[n.Statement] = []
    for scope in dict.fromkeys(limit.scope for limit in action.limits):
        counter = usage(action, scope)
        more = plus(n.Variable(name=counter), ONE)
        counted.append(n.SetVariable(name=counter, value=more))
    return (
        *before,
        *with_triggers(env, name, (*done, *counted)),
        *fire(symbols, "actionResolved", action.id.text),
        *order.resolved(action, env),
    )


def _staged(
    order: Order,
    action: sections.Action,
    env: Environment,
    found: list[sections.Pipeline],
    name: str,
) -> n.Block:
    """The stages of the first applicable pipeline."""
    chain: n.Block = ()
    for each in reversed(found):
        inside = env.inside()
        done = _pipeline(order, action, inside, each, name)
        fits = condition(env, each.applicability)
        chain = done if fits == TRUE else (n.If(test=fits, then=done, otherwise=chain),)
    return chain


def _pipeline(
    order: Order, action: sections.Action, env: Environment, pipeline: sections.Pipeline, name: str
) -> n.Block:
    """The targets, cost and stages of a pipeline; with targets, cost and stages once per target."""
    first = order.between(action, env, 0, len(pipeline.stages))
    if pipeline.targeting.select is None:
        paid = _paid(env, pipeline)
        env.entered = name
        return (*paid, *first, *_stages(order, action, env, pipeline))
    chosen = targets.chosen(env, pipeline.targeting)
    inside, target = targets.each_target(env)
    listed = n.Local(name=env.names[targets.TARGETS].local)
    affordable = condition(inside, pipeline.affordable)
    paid = block(inside, pipeline.cost)
    inside.entered = name
    done = (*paid, *(x for stage in pipeline.stages for x in block(inside, stage.effects)))
    if pipeline.atomic:
        done = (*unless(affordable, "the cost cannot be paid"), *done)
    elif affordable != TRUE:
        done = (n.If(test=affordable, then=done),)
    loop = n.ForEach(name=target, items=listed, body=done)
    last = order.between(action, env, len(pipeline.stages), len(pipeline.stages))
    return (*first, *chosen, loop, *last)


def _paid(env: Environment, pipeline: sections.Pipeline) -> n.Block:
    """The cost. In a partial pipeline it is skipped if it cannot be paid."""
    affordable = condition(env, pipeline.affordable)
    paid = block(env, pipeline.cost)
    if pipeline.atomic or affordable == TRUE or not paid:
        return paid
    return (n.If(test=affordable, then=paid),)


def _stages(
    order: Order, action: sections.Action, env: Environment, pipeline: sections.Pipeline
) -> n.Block:
    done: list[n.Statement] = []
    for position, stage in enumerate(pipeline.stages, start=1):
        done += block(env, stage.effects)
        done += order.between(action, env, position, len(pipeline.stages))
    return tuple(done)
