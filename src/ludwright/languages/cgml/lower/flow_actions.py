"""The actions that change turns, states and phases."""

from __future__ import annotations

from ....gamedef import nodes as n
from ....gamedef.types import is_list
from ...builders import queue
from ...names import refers
from .. import codes
from .action_context import ActionContext
from .functions import name_of, seats_equal
from .move_actions import HOLES
from .symbols import Typed
from .teams import as_players

JUMP, ENDING, WINNING = "flow_jump", "flow_ending", "flow_winning"
STATE, STEP, SKIPS = "flow_state", "flow_step", "flow_skips"
CURRENT, DIRECTION = "current", "direction"
# A queue of eight seats; the ninth EXTRA_TURN before any is taken fails.
EXTRA = tuple(f"flow_extra_{number}" for number in range(1, 9))
INDEX, NOW, RAISED = "flow_turn", "flow_phase", "raised_"
LINE, COUNT = "flow_line", "flow_count"
TURN, TURN_OVER = "turn", -1
"""Names of the variables that the flow keeps, how procedures for events of one's own begin, and the
jump to the end of a turn."""

RESERVED = frozenset(
    (JUMP, ENDING, WINNING, STATE, STEP, SKIPS, CURRENT, DIRECTION, INDEX, NOW, LINE, COUNT, *EXTRA)
)


def _remembered(ctx: ActionContext, target: str) -> n.Block:
    """Remember a jump in a variable; it is taken when the event is over."""
    if ctx.effect.policy is None:
        message = f"{ctx.word.text} is not allowed in the setup"
        ctx.symbols.error(codes.MISPLACED, ctx.span, message)
        return HOLES
    ctx.effect.jumps.add(target)
    # Not taken here: the remaining actions of the effect still run.
    code = n.Number(value=ctx.symbols.jump(target), span=ctx.span)
    return (n.SetVariable(name=JUMP, value=code, span=ctx.span),)


def set_state(ctx: ActionContext) -> n.Block:
    """SET_STATE: go to another state."""
    name = ctx.fields.text("state")
    refers("state", name, ctx.fields.at("state"))
    if name not in ctx.symbols.states:
        ctx.unknown("state", ctx.symbols.states)
        return HOLES
    return _remembered(ctx, f"state:{name}")


def set_game_state(ctx: ActionContext) -> n.Block:
    """SET_GAME_STATE: the deprecated name of SET_STATE."""
    message = "SET_GAME_STATE is deprecated"
    ctx.symbols.report.warning(codes.DEPRECATED, ctx.span, message, "use SET_STATE")
    return set_state(ctx)


def set_phase(ctx: ActionContext) -> n.Block:
    """SET_PHASE: go to another phase of the active state."""
    name = ctx.fields.text("phase")
    refers("phase", name, ctx.fields.at("phase"))
    if name not in ctx.symbols.phases:
        ctx.unknown("phase", ctx.symbols.phases)
        return HOLES
    return _remembered(ctx, f"phase:{name}")


def end_turn(ctx: ActionContext) -> n.Block:
    """END_TURN: skip the remaining phases."""
    return _remembered(ctx, TURN)


def end_game(ctx: ActionContext) -> n.Block:
    """END_GAME: at once if it is the last action of the effect, else when the event is over."""
    reason = ctx.fields.text("reason") or "finished"
    winners = _winners(ctx)
    # Nothing of the effect is left to run, so the end need not be remembered.
    if ctx.env.tail:
        return (_ending(ctx, winners, reason),)
    if ctx.effect.policy is None:
        ctx.symbols.error(codes.MISPLACED, ctx.span, "END_GAME is not allowed in the setup")
        return HOLES
    before: n.Block = ()
    if winners is not None:
        ctx.symbols.machinery.add(WINNING)
        before = _kept(ctx, winners)
        seat = ctx.symbols.local("seat", "seat", ctx.span)
        # The winners are evaluated now but the game ends later, so they are stored per seat.
        won = n.Variable(name=WINNING, of=seat.expr, span=ctx.span)
        winners = n.Filter(items=n.Seats(), name=name_of(seat), where=won, span=ctx.span)
    ctx.symbols.endings.append(_ending(ctx, winners, reason))
    ctx.effect.jumps.add(f"end:{len(ctx.symbols.endings)}")
    code = n.Number(value=len(ctx.symbols.endings), span=ctx.span)
    return (*before, n.SetVariable(name=ENDING, value=code, span=ctx.span))


def _winners(ctx: ActionContext) -> n.Expr | None:
    if ctx.fields.get("winners") is None:
        return None
    value = ctx.value("winners", "[seat]")
    return seats(ctx, value)


def seats(ctx: ActionContext, value: Typed) -> n.Expr:
    """A player, a team or a list of them as a list of players; empty if there is no player."""
    value = as_players(ctx.symbols, value, ctx.span)
    if is_list(value.type) and ctx.symbols.join(value.type, "[seat]") is not None:
        return value.expr
    if ctx.symbols.join(value.type, "seat") is None:
        return ctx.misfit("a player", value, "winners").expr
    return seats_equal(ctx.symbols, value.expr, ctx.span)


def _ending(ctx: ActionContext, winners: n.Expr | None, reason: str) -> n.Statement:
    if winners is None:
        return n.Call(procedure=ctx.symbols.finish(reason), span=ctx.span)
    return n.EndGame(winners=winners, reason=reason, span=ctx.span)


def _kept(ctx: ActionContext, winners: n.Expr) -> n.Block:
    seat, name, span = ctx.symbols.local("seat", "seat", ctx.span), "winners", ctx.span
    local = n.Local(name=ctx.symbols.fresh(name), span=span)
    won = n.Contains(items=local, value=seat.expr, span=span)
    assign = n.SetVariable(name=WINNING, of=seat.expr, value=won, span=span)
    return (
        n.Let(name=local.name, value=winners, span=span),
        n.ForEach(name=name_of(seat), items=n.Seats(), body=(assign,), span=span),
    )


def raise_event(ctx: ActionContext) -> n.Block:
    """RAISE: run the rules of one of the game's own events now."""
    name = ctx.fields.text("event")
    refers("event", name, ctx.fields.at("event"))
    if name not in ctx.symbols.events:
        ctx.unknown("event", ctx.symbols.events)
        return HOLES
    if ctx.effect.policy is None:
        ctx.symbols.error(codes.MISPLACED, ctx.span, "RAISE is not allowed in the setup")
        return HOLES
    return (n.Call(procedure=RAISED + name, span=ctx.span),)


def _turns(ctx: ActionContext) -> bool:
    if ctx.symbols.simultaneous:
        message = f"{ctx.word.text} is not allowed in simultaneous play: there are no turns"
        ctx.symbols.error(codes.MISPLACED, ctx.span, message)
    return not ctx.symbols.simultaneous


def set_current_player(ctx: ActionContext) -> n.Block:
    """SET_CURRENT_PLAYER: give the turn to another player."""
    if not _turns(ctx):
        return HOLES
    return (n.SetVariable(name=CURRENT, value=ctx.player(), span=ctx.span),)


def skip_turn(ctx: ActionContext) -> n.Block:
    """SKIP_TURN: a player misses the next turn."""
    if not _turns(ctx):
        return HOLES
    ctx.symbols.machinery.add(SKIPS)
    seat = ctx.player()
    old = n.Variable(name=SKIPS, of=seat, span=ctx.span)
    more = n.Add(left=old, right=n.Number(value=1), span=ctx.span)
    return (n.SetVariable(name=SKIPS, of=seat, value=more, span=ctx.span),)


def extra_turn(ctx: ActionContext) -> n.Block:
    """EXTRA_TURN: queue a turn for a player, behind those already queued."""
    if not _turns(ctx):
        return HOLES
    ctx.symbols.machinery.update(EXTRA)
    return queue(EXTRA, ctx.player())


def reverse_order(ctx: ActionContext) -> n.Block:
    """REVERSE_ORDER: reverse the direction of play."""
    if not _turns(ctx):
        return HOLES
    old = n.Variable(name=DIRECTION, span=ctx.span)
    # Multiplied into the steps to the next seat: see `operators.step`.
    turned = n.Subtract(left=n.Number(value=0), right=old, span=ctx.span)
    return (n.SetVariable(name=DIRECTION, value=turned, span=ctx.span),)
