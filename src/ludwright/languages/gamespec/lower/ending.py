"""How games of a GameSpecDoc end: checkpoints, then conditions, and scores through these."""

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
    """Add the procedure that ends the game if it is over."""
    terminal = symbols.sections.terminal
    assert terminal
    before, env = setting(symbols)
    first = checkpoint_block(order, env)
    done = [_condition(env, terminal, each) for each in terminal.conditions]
    symbols.procedure(LOOK, (*before, *first, *(x for block in done for x in block)))


def _condition(
    env: Environment, terminal: sections.Terminal, told: sections.EndCondition
) -> n.Block:
    test = condition(env, told.when)
    if told.result == "score" and terminal.scoring is not None:
        end = scored(env, terminal.scoring, told.at)
    elif told.result == "win" and told.player is not None:
        winner = n.ListOf(items=(player(env, told.player),), of="seat")
        end = (n.EndGame(winners=winner, reason="win", span=told.at.span),)
    else:
        reason = "draw" if told.result == "draw" else "loss"
        end = (n.EndGame(winners=NOBODY, reason=reason, span=told.at.span),)
    if test == FALSE:
        return ()
    return (n.If(test=test, then=end, span=told.at.span),)


def scored(env: Environment, scoring: sections.Scoring, at: t.Location) -> n.Block:
    """End with a score for every player."""
    symbols = env.symbols
    seat = symbols.fresh("player")
    inside = env.inside()
    inside.actor = n.Local(name=seat)
    score = amount(inside, scoring.value)
    scores = n.Each(items=n.Seats(), name=seat, value=score)
    best = symbols.fresh("best")
    return end_by_score(scores, score, seat, "score", not scoring.highest, best, at.span)
