"""Lower the end of the game: checkpoints first, then end conditions with their results."""

from __future__ import annotations

from ....gamedef import nodes as n
from ....gamedef.build import FALSE
from ...builders import end_by_score
from ..read.tree import sections
from ..read.tree import values as t
from .checkpoints import checkpoint_block
from .places import player
from .scope import Environment, amount, condition
from .symbols import Symbols
from .triggers import setting
from .turns import LOOK, Order

NOBODY = n.ListOf(items=(), of="seat")


def end_procedure(symbols: Symbols, order: Order) -> None:
    """Add the procedure that ends the game if a checkpoint or an end condition holds."""
    terminal = symbols.sections.terminal
    assert terminal
    before, env = setting(symbols)
    first = checkpoint_block(order, env)
    done = [_condition(env, terminal, each) for each in terminal.conditions]
    symbols.procedure(LOOK, (*before, *first, *(x for block in done for x in block)))


def _condition(
    env: Environment, terminal: sections.Terminal, ending: sections.EndCondition
) -> n.Block:
    test = condition(env, ending.when)
    if ending.result == "score" and terminal.scoring is not None:
        end = scored(env, terminal.scoring, ending.at)
    elif ending.result == "win" and ending.player is not None:
        winner = n.ListOf(items=(player(env, ending.player),), of="seat")
        end = (n.EndGame(winners=winner, reason="win", span=ending.at.span),)
    else:
        reason = "draw" if ending.result == "draw" else "loss"
        end = (n.EndGame(winners=NOBODY, reason=reason, span=ending.at.span),)
    # Not earlier: errors in a result that is never reached are reported, too.
    if test == FALSE:
        return ()
    return (n.If(test=test, then=end, span=ending.at.span),)


def scored(env: Environment, scoring: sections.Scoring, at: t.Location) -> n.Block:
    """End the game with a score for every player."""
    symbols = env.symbols
    seat = symbols.fresh("player")
    inside = env.inside()
    # The value is evaluated once per player, who is the actor in it.
    inside.actor = n.Local(name=seat)
    score = amount(inside, scoring.value)
    scores = n.Each(items=n.Seats(), name=seat, value=score)
    best = symbols.fresh("best")
    return end_by_score(scores, score, seat, "score", not scoring.highest, best, at.span)
