"""Points as statements: the score is a variable that grows when something happens."""

from __future__ import annotations

from ....gamedef.nodes import (
    Add,
    Expr,
    If,
    IsFaceUp,
    Not,
    Number,
    SetVariable,
    Statement,
    TopOf,
    Turn,
    Variable,
)
from ..read.scores import TURN, key
from .symbols import Places

SCORE = "score"


def scored(places: Places, kind: str, first: str = "", second: str = "") -> tuple[Statement, ...]:
    """The points that something is worth, if it is worth any."""
    points = places.points.get(key(kind, first, second), 0)
    total = Add(left=Variable(name=SCORE), right=Number(value=points))
    return (SetVariable(name=SCORE, value=total),) if points else ()


def turned_up(zone: Expr, name: str, places: Places) -> tuple[Statement, ...]:
    """The top card of a pile is turned up, if there is one; it counts if it lay face down."""
    turn = Turn(token=TopOf(zone=zone), up=True)
    points = scored(places, TURN, name)
    face_down = Not(item=IsFaceUp(token=TopOf(zone=zone)))
    return (If(test=face_down, then=(turn, *points)),) if points else (turn,)
