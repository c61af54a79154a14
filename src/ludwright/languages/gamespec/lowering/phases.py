"""Phases and turns: procedures that go on from one to the next."""

from __future__ import annotations

from ....gamedef import nodes as n
from ...flow import number, set_number
from .. import effects as e
from .. import spec
from . import terms
from .terms import plus, same, truth
from .triggers import fire, followed, setting
from .turns import Order
from .varying import OVER
from .world import PHASE, PHASES, TURN, World

ENTER, EXIT, NEXT = "enter phase", "exit phase", "next phase"
BEGIN, END = "begin turn", "end turn"


def is_phase(name: str) -> n.Expr:
    """Whether a phase is on."""
    return same(n.Variable(name=PHASE), n.Symbol(enum=PHASES, value=name))


def usage(action: spec.Action, scope: str) -> str:
    """The variable that counts how often an action was played in a turn, a phase or the game."""
    return f"{action.id.text} in {scope}"


def _reset(world: World, *scopes: str) -> n.Block:
    return tuple(
        set_number(usage(action, limit.scope), 0)
        for action in world.actions
        for limit in action.limits
        if limit.scope in scopes
    )


def phase_procedures(world: World, order: Order) -> None:
    """Add everything that makes phases and turns go on."""
    several = len(world.phases) > 1
    if several:
        enum = n.Enum(name=PHASES, values=tuple(x.id.text for x in world.phases))
        world.enums[PHASES] = enum
        first = n.Symbol(enum=PHASES, value=world.phases[0].id.text)
        world.keep(n.VariableDef(name=PHASE, type=PHASES, initial=first))
    world.keep(n.VariableDef(name=TURN, type="int", initial=number(0), inner=True))
    if world.does(e.EndTurn):
        world.keep(n.VariableDef(name=OVER, type="bool", initial=truth(False), inner=True))
    world.procedure(ENTER, _by_phase(world, lambda phase: _entered(world, phase)))
    world.procedure(EXIT, _by_phase(world, lambda phase: _exited(world, phase)))
    world.procedure(BEGIN, _begin(world))
    world.procedure(END, _end(world, order))
    world.procedure(NEXT, _next(world))
    for effect in world.everything():
        if isinstance(effect, e.GotoPhase):
            world.procedure(f"go to {effect.phase.text}", _goto(world, effect.phase.text))


def _by_phase(world: World, made) -> n.Block:  # type: ignore[no-untyped-def]
    """What is done in each phase, if anything is."""
    if len(world.phases) == 1:
        block: n.Block = made(world.phases[0])
        return block
    done: list[n.Statement] = []
    for phase in world.phases:
        if block := made(phase):
            done.append(n.If(test=is_phase(phase.id.text), then=block))
    return _chained(done)


def _chained(tests: list[n.Statement]) -> n.Block:
    """Tests of which one holds at most: the next is only made if the one before did not hold."""
    chain: n.Block = ()
    for test in reversed(tests):
        assert isinstance(test, n.If)
        chain = (n.If(test=test.test, then=test.then, otherwise=chain),)
    return chain


def _entered(world: World, phase: spec.Phase) -> n.Block:
    before, around = setting(world)
    effects = followed(around, phase.on_enter)
    return (*(before if effects else ()), *effects, *fire(world, "phaseEnter", phase.id.text))


def _exited(world: World, phase: spec.Phase) -> n.Block:
    before, around = setting(world)
    effects = followed(around, phase.on_exit)
    return (*(before if effects else ()), *effects, *fire(world, "phaseExit", phase.id.text))


def _begin(world: World) -> n.Block:
    first = world.phases[0].id.text
    started: n.Block = ()
    if len(world.phases) > 1:
        started = (_set_phase(first),)
    return (
        *started,
        *_reset(world, "turn", "phase"),
        *fire(world, "turnStart"),
        n.Call(procedure=ENTER),
    )


def _set_phase(name: str) -> n.Statement:
    return n.SetVariable(name=PHASE, value=n.Symbol(enum=PHASES, value=name))


def _end(world: World, order: Order) -> n.Block:
    """The end of a turn, behind that of its last phase, and the beginning of the next."""
    turn = n.SetVariable(name=TURN, value=plus(n.Variable(name=TURN), number(1)))
    over: n.Block = ()
    if order.ends_turn() != truth(False):
        over = (n.SetVariable(name=OVER, value=truth(False)),)
    return (
        *fire(world, "turnEnd"),
        *order.turned(),
        turn,
        *over,
        n.Mark(kind="turn"),
        n.Call(procedure=BEGIN),
    )


def _next(world: World) -> n.Block:
    steps: list[n.Statement] = []
    for phase, following in zip(world.phases, world.phases[1:], strict=False):
        go_on = (
            _set_phase(following.id.text),
            *_reset(world, "phase"),
            n.Mark(kind="phase"),
            n.Call(procedure=ENTER),
        )
        steps.append(n.If(test=is_phase(phase.id.text), then=go_on))
    last: n.Block = (n.Call(procedure=END),)
    for step in reversed(steps):
        assert isinstance(step, n.If)
        last = (n.If(test=step.test, then=step.then, otherwise=last),)
    return (n.Call(procedure=EXIT), *last)


def _goto(world: World, name: str) -> n.Block:
    """Go on to a later phase of this turn; nothing is to be done if it is on."""
    names = [phase.id.text for phase in world.phases]
    if name not in names or len(names) == 1:
        return ()
    later = names[names.index(name) + 1 :]
    too_late = terms.either(*(is_phase(x) for x in later))
    change = (
        n.Call(procedure=EXIT),
        _set_phase(name),
        *_reset(world, "phase"),
        n.Mark(kind="phase"),
        n.Call(procedure=ENTER),
    )
    there = n.If(test=terms.negated(is_phase(name)), then=change)
    return (*terms.unless(terms.negated(too_late), "that phase is over"), there)
