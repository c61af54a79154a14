"""Phases and turns: procedures that go on from one to the next."""

from __future__ import annotations

from ....gamedef import nodes as n
from ...builders import number, set_number
from ..read.tree import effects as e
from ..read.tree import sections
from . import terms
from .symbols import BEGIN, END, ENTER, EXIT, NEXT, PHASE, PHASES, TURN, Symbols
from .terms import plus, same, truth
from .triggers import fire, followed, setting
from .turns import Order
from .variables import OVER


def is_phase(name: str) -> n.Expr:
    """Whether a phase is on."""
    return same(n.Variable(name=PHASE), n.Symbol(enum=PHASES, value=name))


def usage(action: sections.Action, scope: str) -> str:
    """The variable that counts how often an action was played in a turn, a phase or the game."""
    return f"{action.id.text} in {scope}"


def _reset(world: Symbols, *scopes: str) -> n.Block:
    counters = (
        usage(action, limit.scope)
        for action in world.actions
        for limit in action.limits
        if limit.scope in scopes
    )
    return tuple(set_number(counter, 0) for counter in dict.fromkeys(counters))


def phase_procedures(world: Symbols, order: Order) -> None:
    """Add everything that makes phases and turns go on."""
    several = len(world.phases) > 1
    if several:
        enum = n.Enum(name=PHASES, values=tuple(x.id.text for x in world.phases))
        world.enums[PHASES] = enum
        first = n.Symbol(enum=PHASES, value=world.phases[0].id.text)
        world.keep(n.VariableDef(name=PHASE, type=PHASES, initial=first, inner=True))
    world.keep(n.VariableDef(name=TURN, type="int", initial=number(0), inner=True))
    if world.does(e.EndTurn):
        world.keep(n.VariableDef(name=OVER, type="bool", initial=truth(False), inner=True))
    entered = [_happens(world, x, x.on_enter, "phaseEnter") for x in world.phases]
    exited = [_happens(world, x, x.on_exit, "phaseExit") for x in world.phases]
    world.procedure(ENTER, _by_phase(world, entered))
    world.procedure(EXIT, _by_phase(world, exited))
    world.procedure(BEGIN, _begin(world))
    world.procedure(END, _end(world, order))
    world.procedure(NEXT, _next(world))
    for effect in world.everything():
        if isinstance(effect, e.GotoPhase):
            world.procedure(f"go to {effect.phase.text}", _goto(world, effect.phase.text))


def _by_phase(world: Symbols, blocks: list[n.Block]) -> n.Block:
    """What is done in each phase, if anything is."""
    if len(world.phases) == 1:
        return blocks[0]
    chain: n.Block = ()
    for phase, block in reversed([*zip(world.phases, blocks, strict=True)]):
        if block:
            chain = (n.If(test=is_phase(phase.id.text), then=block, otherwise=chain),)
    return chain


def _happens(world: Symbols, phase: sections.Phase, told: e.Effects, event: str) -> n.Block:
    """The effects at one end of a phase, and then its triggers."""
    before, around = setting(world)
    effects = followed(around, told)
    return (*(before if effects else ()), *effects, *fire(world, event, phase.id.text))


def _begin(world: Symbols) -> n.Block:
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


def _end(world: Symbols, order: Order) -> n.Block:
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


def _next(world: Symbols) -> n.Block:
    chain: n.Block = (n.Call(procedure=END),)
    for phase, following in reversed([*zip(world.phases, world.phases[1:], strict=False)]):
        on = is_phase(phase.id.text)
        chain = (n.If(test=on, then=_begun(world, following.id.text), otherwise=chain),)
    return (n.Call(procedure=EXIT), *chain)


def _begun(world: Symbols, name: str) -> n.Block:
    """Another phase of the same turn begins."""
    return (
        _set_phase(name),
        *_reset(world, "phase"),
        n.Mark(kind="phase"),
        n.Call(procedure=ENTER),
    )


def _goto(world: Symbols, name: str) -> n.Block:
    """Go on to a later phase of this turn; nothing is to be done if it is on."""
    names = [phase.id.text for phase in world.phases]
    if name not in names or len(names) == 1:
        return ()
    later = names[names.index(name) + 1 :]
    too_late = terms.either(*(is_phase(x) for x in later))
    change = (n.Call(procedure=EXIT), *_begun(world, name))
    there = n.If(test=terms.negated(is_phase(name)), then=change)
    return (*terms.unless(terms.negated(too_late), "that phase is over"), there)
