"""Lower phases and turns to procedures that advance from one to the next."""

from __future__ import annotations

from ....gamedef import nodes as n
from ....gamedef.build import FALSE, ONE, ZERO, equals, not_, or_, plus
from ...builders import set_number
from ..read.tree import effects as e
from ..read.tree import sections
from . import terms
from .symbols import BEGIN, END, ENTER, EXIT, NEXT, PHASE, PHASES, TURN, Symbols
from .triggers import fire, followed, setting
from .turns import Order
from .variables import OVER


def is_phase(name: str) -> n.Expr:
    """Whether a phase is the current one."""
    return equals(n.Variable(name=PHASE), n.Symbol(enum=PHASES, value=name))


def usage(action: sections.Action, scope: str) -> str:
    """The variable that counts the uses of an action in a turn, a phase or the game."""
    return f"{action.id.text} in {scope}"


def _reset(symbols: Symbols, *scopes: str) -> n.Block:
    counters = (
        usage(action, limit.scope)
        for action in symbols.actions
        for limit in action.limits
        if limit.scope in scopes
    )
    return tuple(set_number(counter, 0) for counter in dict.fromkeys(counters))


def phase_procedures(symbols: Symbols, order: Order) -> None:
    """Add the variables and procedures of phases and turns."""
    several = len(symbols.phases) > 1
    # With a single phase there is nothing to store or to test.
    if several:
        enum = n.Enum(name=PHASES, values=tuple(x.id.text for x in symbols.phases))
        symbols.enums[PHASES] = enum
        first = n.Symbol(enum=PHASES, value=symbols.phases[0].id.text)
        symbols.keep(n.VariableDef(name=PHASE, type=PHASES, initial=first, inner=True))
    symbols.keep(n.VariableDef(name=TURN, type="int", initial=ZERO, inner=True))
    if symbols.does(e.EndTurn):
        symbols.keep(n.VariableDef(name=OVER, type="bool", initial=FALSE, inner=True))
    entered = [_happens(symbols, x, x.on_enter, "phaseEnter") for x in symbols.phases]
    exited = [_happens(symbols, x, x.on_exit, "phaseExit") for x in symbols.phases]
    symbols.procedure(ENTER, _by_phase(symbols, entered))
    symbols.procedure(EXIT, _by_phase(symbols, exited))
    symbols.procedure(BEGIN, _begin(symbols))
    symbols.procedure(END, _end(symbols, order))
    symbols.procedure(NEXT, _next(symbols))
    # One procedure per phase that is ever gone to; effects call it by name.
    for effect in symbols.everything():
        if isinstance(effect, e.GotoPhase):
            symbols.procedure(f"go to {effect.phase.text}", _goto(symbols, effect.phase.text))


def _by_phase(symbols: Symbols, blocks: list[n.Block]) -> n.Block:
    """A block per phase, selected by the current phase."""
    if len(symbols.phases) == 1:
        return blocks[0]
    chain: n.Block = ()
    for phase, block in reversed([*zip(symbols.phases, blocks, strict=True)]):
        if block:
            chain = (n.If(test=is_phase(phase.id.text), then=block, otherwise=chain),)
    return chain


def _happens(symbols: Symbols, phase: sections.Phase, listed: e.Effects, event: str) -> n.Block:
    """The effects on entering or leaving a phase, then its triggers."""
    before, env = setting(symbols)
    effects = followed(env, listed)
    return (*(before if effects else ()), *effects, *fire(symbols, event, phase.id.text))


def _begin(symbols: Symbols) -> n.Block:
    first = symbols.phases[0].id.text
    started: n.Block = ()
    if len(symbols.phases) > 1:
        started = (_set_phase(first),)
    return (
        *started,
        *_reset(symbols, "turn", "phase"),
        *fire(symbols, "turnStart"),
        n.Call(procedure=ENTER),
    )


def _set_phase(name: str) -> n.Statement:
    return n.SetVariable(name=PHASE, value=n.Symbol(enum=PHASES, value=name))


def _end(symbols: Symbols, order: Order) -> n.Block:
    """End a turn, after its last phase was left, and begin the next."""
    turn = n.SetVariable(name=TURN, value=plus(n.Variable(name=TURN), ONE))
    over: n.Block = ()
    if order.ends_turn() != FALSE:
        over = (n.SetVariable(name=OVER, value=FALSE),)
    return (
        *fire(symbols, "turnEnd"),
        *order.turned(),
        turn,
        *over,
        n.Mark(kind="turn"),
        n.Call(procedure=BEGIN),
    )


def _next(symbols: Symbols) -> n.Block:
    chain: n.Block = (n.Call(procedure=END),)
    for phase, following in reversed([*zip(symbols.phases, symbols.phases[1:], strict=False)]):
        on = is_phase(phase.id.text)
        chain = (n.If(test=on, then=_begun(symbols, following.id.text), otherwise=chain),)
    return (n.Call(procedure=EXIT), *chain)


def _begun(symbols: Symbols, name: str) -> n.Block:
    """Begin another phase of the same turn."""
    return (
        _set_phase(name),
        *_reset(symbols, "phase"),
        n.Mark(kind="phase"),
        n.Call(procedure=ENTER),
    )


def _goto(symbols: Symbols, name: str) -> n.Block:
    """Go to a later phase of this turn; no effect if it is the current one, else fail."""
    names = [phase.id.text for phase in symbols.phases]
    if name not in names or len(names) == 1:
        return ()
    # Only forward: an earlier phase of this turn cannot be entered again.
    later = names[names.index(name) + 1 :]
    too_late = or_(*(is_phase(x) for x in later))
    change = (n.Call(procedure=EXIT), *_begun(symbols, name))
    there = n.If(test=not_(is_phase(name)), then=change)
    return (*terms.unless(not_(too_late), "that phase is over"), there)
