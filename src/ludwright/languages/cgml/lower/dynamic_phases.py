"""Games that change the phases of the active state: its phases are an array of variables.

`flow_line` holds the phases of the active state, `flow_count` their number, and `flow_step` the
index of the next one, which is adjusted when a phase before it is inserted or removed.
"""

from __future__ import annotations

from ....gamedef import nodes as n
from ....gamedef.build import number, plus
from ...builders import set_number
from ...names import refers
from .. import codes
from .action_context import ActionContext
from .flow_actions import COUNT, LINE, STEP
from .move_actions import HOLES

MOST_PHASES = 32
INSERT, REMOVE = "insert_phase", "remove_phase"
AFTER, PHASE, AT, LAST = "after", "phase", "at", "last"


def _phase(name: str) -> n.Expr:
    return n.Symbol(enum="phase", value=name)


def _read(index: n.Expr) -> n.Expr:
    return n.Variable(name=LINE, index=index)


def _put(index: n.Expr, phase: n.Expr) -> n.Statement:
    return n.SetVariable(name=LINE, index=index, value=phase)


def _more(name: str, by: int) -> n.Statement:
    return n.SetVariable(name=name, value=plus(n.Variable(name=name), number(by)))


def _let(name: str, by: int) -> n.Statement:
    return n.Let(name=name, value=plus(n.Local(name=name), number(by)))


STEPS, SIZE = n.Variable(name=STEP), n.Variable(name=COUNT)
PLACE, EACH = n.Local(name=AT), n.Local(name=LAST)


def current_phase() -> n.Expr:
    """The phase that comes next."""
    return _read(STEPS)


def filled(phases: tuple[str, ...]) -> n.Block:
    """Start with the phases of a state as the file lists them."""
    return (
        *(_put(number(place), _phase(phase)) for place, phase in enumerate(phases)),
        set_number(COUNT, len(phases)),
        set_number(STEP, 0),
    )


def _found(phase: n.Expr) -> n.Block:
    """Bind a name to the first index of a phase, or to the end of the list."""
    # `And` short-circuits, so the array is never read behind its end.
    other = n.Not(item=n.Equal(left=_read(PLACE), right=phase))
    search = n.And(items=(n.Less(left=PLACE, right=SIZE), other))
    return (n.Let(name=AT, value=number(0)), n.While(test=search, body=(_let(AT, 1),)))


def go_to_phase(name: str) -> n.Block:
    """Continue with a phase, if the list contains it."""
    there = n.Less(left=PLACE, right=SIZE)
    return (
        *_found(_phase(name)),
        n.If(test=there, then=(n.SetVariable(name=STEP, value=PLACE),)),
    )


def procedures() -> tuple[n.Procedure, ...]:
    """The procedures that change the list."""
    kinds = (n.Parameter(name=AFTER, type="phase"), n.Parameter(name=PHASE, type="phase"))
    return (
        n.Procedure(name=INSERT, parameters=kinds, body=_insertion()),
        n.Procedure(name=REMOVE, parameters=kinds[1:], body=_removal()),
    )


def _insertion() -> n.Block:
    """Insert after the current phase if it has the given name, else after the first of that name;
    without a name, insert as the next phase."""
    after, phase = n.Local(name=AFTER), n.Local(name=PHASE)
    waits = n.Less(left=STEPS, right=number(0))
    # Between turns (TURN_OVER) the next phase is the first of the list.
    next_place = n.Conditional(test=waits, then=number(0), otherwise=STEPS)
    played = n.Equal(left=_read(plus(STEPS, number(-1))), right=after)
    missing = n.If(
        test=n.AtMost(left=SIZE, right=PLACE), then=(n.Fail(reason="there is no such phase"),)
    )
    search = n.If(test=n.Exists(item=after), then=(*_found(after), missing, _let(AT, 1)))
    # Idempotent: a phase that is already at that place is not inserted again.
    there = n.And(items=(n.Less(left=PLACE, right=SIZE), n.Equal(left=_read(PLACE), right=phase)))
    full = n.Fail(reason=f"there are {MOST_PHASES} phases already")
    shift = (_put(EACH, _read(plus(EACH, number(-1)))), _let(LAST, -1))
    return (
        n.Let(name=AT, value=next_place),
        n.If(test=played, then=(), otherwise=(search,)),
        n.If(test=there, then=(n.Return(),)),
        n.If(test=n.AtMost(left=number(MOST_PHASES), right=SIZE), then=(full,)),
        n.Let(name=LAST, value=SIZE),
        # From the end down to the place, so that no phase is overwritten before it has moved.
        n.While(test=n.Less(left=PLACE, right=EACH), body=shift),
        _put(PLACE, phase),
        _more(COUNT, 1),
        n.If(test=n.Less(left=PLACE, right=STEPS), then=(_more(STEP, 1),)),
    )


def _removal() -> n.Block:
    """Remove all phases of a name."""
    phase = n.Local(name=PHASE)
    shift = (_put(plus(EACH, number(-1)), _read(EACH)), _let(LAST, 1))
    take = (
        n.Let(name=LAST, value=plus(PLACE, number(1))),
        n.While(test=n.Less(left=EACH, right=SIZE), body=shift),
        _more(COUNT, -1),
        n.If(test=n.Less(left=PLACE, right=STEPS), then=(_more(STEP, -1),)),
    )
    here = n.Equal(left=_read(PLACE), right=phase)
    return (
        n.Let(name=AT, value=number(0)),
        n.While(
            test=n.Less(left=PLACE, right=SIZE),
            # After a removal the next phase is at the same index, which must not advance.
            body=(n.If(test=here, then=take, otherwise=(_let(AT, 1),)),),
        ),
    )


# ---- the actions -------------------------------------------------------------------------------


def insert_phase(ctx: ActionContext) -> n.Block:
    """INSERT_PHASE: add a phase to the active state until the state is left."""
    name, known = _named(ctx), _known(ctx)
    after = ctx.fields.text("after")
    refers("phase", after, ctx.fields.at("after"))
    if after and after not in ctx.symbols.phases:
        ctx.symbols.unknown(ctx.fields.at("after"), "phase", after, ctx.symbols.phases)
        return HOLES
    if not name or not known:
        return HOLES
    place = _phase(after) if after else n.Nothing(type="phase")
    return (n.Call(procedure=INSERT, arguments=(place, _phase(name)), span=ctx.span),)


def remove_phase(ctx: ActionContext) -> n.Block:
    """REMOVE_PHASE: remove a phase from the active state until the state is left."""
    name, known = _named(ctx), _known(ctx)
    if not name or not known:
        return HOLES
    return (n.Call(procedure=REMOVE, arguments=(_phase(name),), span=ctx.span),)


def _named(ctx: ActionContext) -> str:
    """The phase that an action names."""
    fields = ctx.fields
    if (fields.get("phase") is None) == (fields.get("name") is None):
        message = f"{ctx.word.text} takes either 'phase' or 'name'"
        ctx.symbols.error(codes.MISSING, ctx.span, message)
        return ""
    key = "phase" if fields.get("phase") is not None else "name"
    name = fields.text(key)
    refers("phase", name, fields.at(key))
    if name not in ctx.symbols.phases:
        hint = "a phase must be listed by a state, or be the trigger of a rule"
        message = f"unknown phase '{name}'"
        ctx.symbols.error(codes.UNKNOWN, fields.at(key), message, hint)
        return ""
    return name


def _known(ctx: ActionContext) -> bool:
    if ctx.effect.policy is None:
        message = f"{ctx.word.text} is not allowed in the setup: no state is active yet"
        ctx.symbols.error(codes.MISPLACED, ctx.span, message)
    return ctx.effect.policy is not None
