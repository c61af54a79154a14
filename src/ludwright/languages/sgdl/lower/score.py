"""Points as statements: the score is a variable that grows when something happens."""

from __future__ import annotations

from ....gamedef import nodes as n
from ..read.scores import TURN, key
from .symbols import Symbols

SCORE = "score"


def scored(
    places: Symbols, kind: str, first: str = "", second: str = ""
) -> tuple[n.Statement, ...]:
    """The points that something is worth, if it is worth any."""
    points = places.points.get(key(kind, first, second), 0)
    total = n.Add(left=n.Variable(name=SCORE), right=n.Number(value=points))
    return (n.SetVariable(name=SCORE, value=total),) if points else ()


def turned_up(zone: n.Expr, name: str, places: Symbols) -> tuple[n.Statement, ...]:
    """The top card of a pile is turned up, if there is one; it counts if it lay face down."""
    turn = n.Turn(token=n.TopOf(zone=zone), up=True)
    points = scored(places, TURN, name)
    face_down = n.Not(item=n.IsFaceUp(token=n.TopOf(zone=zone)))
    return (n.If(test=face_down, then=(turn, *points)),) if points else (turn,)
