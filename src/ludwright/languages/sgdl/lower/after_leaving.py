"""What happens by itself when a card has left a pile."""

from __future__ import annotations

from ....gamedef.nodes import (
    And,
    BottomOf,
    Exists,
    Expr,
    If,
    Less,
    MoveToken,
    Number,
    SizeOf,
    Statement,
    ZoneAt,
)
from .covers import uncovering
from .score import turned_up
from .symbols import Places


def left(name: str, zone: Expr, places: Places) -> tuple[Statement, ...]:
    """The card below what left is turned up, and so are cards that nothing covers any more; a
    window that is refilled gets a card back."""
    return (
        *turned_up(zone, name, places),
        *uncovering(name, zone, places),
        *_refilling(name, places),
    )


def _refilling(name: str, places: Places) -> tuple[Statement, ...]:
    """The card that passed last comes back into the window of a draw pile that lost one."""
    draw = places.draws.get(name)
    if draw is None or draw.refill is None or draw.waste is None or draw.passed is None:
        return ()
    waste, newest = ZoneAt(name=draw.waste), BottomOf(zone=ZoneAt(name=draw.passed))
    room = Less(left=SizeOf(zone=waste), right=Number(value=draw.refill))
    back = MoveToken(token=newest, to=waste, place="bottom")
    return (If(test=And(items=(room, Exists(item=newest))), then=(back,)),)
