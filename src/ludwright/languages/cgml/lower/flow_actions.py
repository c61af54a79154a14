"""The actions that change whose turn it is and where the flow goes on."""

from __future__ import annotations

from ....gamedef import nodes as n
from ....gamedef.types import is_list
from ...builders import queue
from .. import codes
from .action_context import Doing
from .functions import name_of
from .move_actions import HOLES
from .symbols import Typed
from .teams import as_players

JUMP, ENDING, WINNING = "flow_jump", "flow_ending", "flow_winning"
STATE, STEP, SKIPS = "flow_state", "flow_step", "flow_skips"
CURRENT, DIRECTION = "current", "direction"
EXTRA = tuple(f"flow_extra_{number}" for number in range(1, 9))
INDEX, NOW, RAISED = "flow_turn", "flow_phase", "raised_"
LINE, COUNT = "flow_line", "flow_count"
TURN, TURN_OVER = "turn", -1
"""Names of the variables that the flow keeps, how procedures for events of one's own begin, and the
jump to the end of a turn."""

RESERVED = frozenset(
    (JUMP, ENDING, WINNING, STATE, STEP, SKIPS, CURRENT, DIRECTION, INDEX, NOW, LINE, COUNT, *EXTRA)
)


def _remembered(doing: Doing, target: str) -> n.Block:
    """A jump is taken when the event is over; until then a variable remembers it."""
    if doing.effect.policy is None:
        message = f"{doing.word.text} has no meaning in the setup"
        doing.world.error(codes.MISPLACED, doing.span, message)
        return HOLES
    doing.effect.jumps.add(target)
    code = n.Number(value=doing.world.jump(target), span=doing.span)
    return (n.SetVariable(name=JUMP, value=code, span=doing.span),)


def set_state(doing: Doing) -> n.Block:
    """SET_STATE: go to another state."""
    name = doing.fields.text("state")
    if name not in doing.world.states:
        doing.unknown("state", doing.world.states)
        return HOLES
    return _remembered(doing, f"state:{name}")


def set_game_state(doing: Doing) -> n.Block:
    """SET_GAME_STATE: the old word for SET_STATE."""
    message = "SET_GAME_STATE is an old word"
    doing.world.report.warning(codes.DEPRECATED, doing.span, message, "write SET_STATE")
    return set_state(doing)


def set_phase(doing: Doing) -> n.Block:
    """SET_PHASE: go to another phase of the active state."""
    name = doing.fields.text("phase")
    if name not in doing.world.phases:
        doing.unknown("phase", doing.world.phases)
        return HOLES
    return _remembered(doing, f"phase:{name}")


def end_turn(doing: Doing) -> n.Block:
    """END_TURN: leave out the rest of the phases."""
    return _remembered(doing, TURN)


def end_game(doing: Doing) -> n.Block:
    """END_GAME: at once where nothing follows in the effect, else when the event is over."""
    reason = doing.fields.text("reason") or "finished"
    winners = _winners(doing)
    if doing.scope.tail:
        return (_ending(doing, winners, reason),)
    if doing.effect.policy is None:
        doing.world.error(codes.MISPLACED, doing.span, "END_GAME has no meaning in the setup")
        return HOLES
    before: n.Block = ()
    if winners is not None:
        doing.world.machinery.add(WINNING)
        before = _kept(doing, winners)
        seat = doing.world.local("seat", "seat", doing.span)
        won = n.Variable(name=WINNING, of=seat.expr, span=doing.span)
        winners = n.Filter(items=n.Seats(), name=name_of(seat), where=won, span=doing.span)
    doing.world.endings.append(_ending(doing, winners, reason))
    doing.effect.jumps.add(f"end:{len(doing.world.endings)}")
    code = n.Number(value=len(doing.world.endings), span=doing.span)
    return (*before, n.SetVariable(name=ENDING, value=code, span=doing.span))


def _winners(doing: Doing) -> n.Expr | None:
    if doing.fields.get("winners") is None:
        return None
    value = doing.value("winners", "[seat]")
    return seats(doing, value)


def seats(doing: Doing, value: Typed) -> n.Expr:
    """A player, a team or a list of them as a list of players; nobody if there is no player."""
    value = as_players(doing.world, value, doing.span)
    if is_list(value.type) and doing.world.join(value.type, "[seat]") is not None:
        return value.expr
    if doing.world.join(value.type, "seat") is None:
        return doing.misfit("a player", value, "winners").expr
    seat = doing.world.local("seat", "seat", doing.span)
    same = n.Equal(left=seat.expr, right=value.expr, span=doing.span)
    return n.Filter(items=n.Seats(), name=name_of(seat), where=same, span=doing.span)


def _ending(doing: Doing, winners: n.Expr | None, reason: str) -> n.Statement:
    if winners is None:
        return n.Call(procedure=doing.world.finish(reason), span=doing.span)
    return n.EndGame(winners=winners, reason=reason, span=doing.span)


def _kept(doing: Doing, winners: n.Expr) -> n.Block:
    seat, name, span = doing.world.local("seat", "seat", doing.span), "winners", doing.span
    local = n.Local(name=doing.world.fresh(name), span=span)
    won = n.Contains(items=local, value=seat.expr, span=span)
    assign = n.SetVariable(name=WINNING, of=seat.expr, value=won, span=span)
    return (
        n.Let(name=local.name, value=winners, span=span),
        n.ForEach(name=name_of(seat), items=n.Seats(), body=(assign,), span=span),
    )


def raise_event(doing: Doing) -> n.Block:
    """RAISE: the rules that hear an event of the game's own run now."""
    name = doing.fields.text("event")
    if name not in doing.world.events:
        doing.unknown("event", doing.world.events)
        return HOLES
    if doing.effect.policy is None:
        doing.world.error(codes.MISPLACED, doing.span, "RAISE has no meaning in the setup")
        return HOLES
    return (n.Call(procedure=RAISED + name, span=doing.span),)


def _turns(doing: Doing) -> bool:
    if doing.world.simultaneous:
        message = f"{doing.word.text} has no meaning when all play at once"
        doing.world.error(codes.MISPLACED, doing.span, message)
    return not doing.world.simultaneous


def set_current_player(doing: Doing) -> n.Block:
    """SET_CURRENT_PLAYER: whose turn it is from now on."""
    if not _turns(doing):
        return HOLES
    return (n.SetVariable(name=CURRENT, value=doing.player(), span=doing.span),)


def skip_turn(doing: Doing) -> n.Block:
    """SKIP_TURN: a player misses the next turn."""
    if not _turns(doing):
        return HOLES
    doing.world.machinery.add(SKIPS)
    seat = doing.player()
    old = n.Variable(name=SKIPS, of=seat, span=doing.span)
    more = n.Add(left=old, right=n.Number(value=1), span=doing.span)
    return (n.SetVariable(name=SKIPS, of=seat, value=more, span=doing.span),)


def extra_turn(doing: Doing) -> n.Block:
    """EXTRA_TURN: a player takes the next turn, after those who were promised one before."""
    if not _turns(doing):
        return HOLES
    doing.world.machinery.update(EXTRA)
    return queue(EXTRA, doing.player())


def reverse_order(doing: Doing) -> n.Block:
    """REVERSE_ORDER: play goes round the other way."""
    if not _turns(doing):
        return HOLES
    old = n.Variable(name=DIRECTION, span=doing.span)
    turned = n.Subtract(left=n.Number(value=0), right=old, span=doing.span)
    return (n.SetVariable(name=DIRECTION, value=turned, span=doing.span),)
