"""Lower points to statements that add to the variable `score`."""

from __future__ import annotations

from ....gamedef import nodes as n
from ..read.scores import TURN, key
from .symbols import Symbols

SCORE = "score"


def add_points(
    symbols: Symbols, kind: str, first: str = "", second: str = ""
) -> tuple[n.Statement, ...]:
    """Add the points for an event, if there are any."""
    points = symbols.points.get(key(kind, first, second), 0)
    total = n.Add(left=n.Variable(name=SCORE), right=n.Number(value=points))
    return (n.SetVariable(name=SCORE, value=total),) if points else ()


def turn_up(zone: n.Expr, name: str, symbols: Symbols) -> tuple[n.Statement, ...]:
    """Turn up the top card of a pile, if there is one; it scores only if it was face down."""
    turn = n.Turn(token=n.TopOf(zone=zone), up=True)
    points = add_points(symbols, TURN, name)
    face_down = n.Not(item=n.IsFaceUp(token=n.TopOf(zone=zone)))
    return (n.If(test=face_down, then=(turn, *points)),) if points else (turn,)
