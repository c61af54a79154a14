"""What happens by itself when a card has left a pile."""

from __future__ import annotations

from ....gamedef import nodes as n
from .covers import uncovering
from .score import turned_up
from .symbols import Symbols


def left(name: str, zone: n.Expr, places: Symbols) -> tuple[n.Statement, ...]:
    """The card below what left is turned up, and so are cards that nothing covers any more; a
    window that is refilled gets a card back."""
    return (
        *turned_up(zone, name, places),
        *uncovering(name, zone, places),
        *_refilling(name, places),
    )


def _refilling(name: str, places: Symbols) -> tuple[n.Statement, ...]:
    """The card that passed last comes back into the window of a draw pile that lost one."""
    draw = places.draws.get(name)
    if draw is None or draw.refill is None or draw.waste is None or draw.passed is None:
        return ()
    waste, newest = n.ZoneAt(name=draw.waste), n.BottomOf(zone=n.ZoneAt(name=draw.passed))
    room = n.Less(left=n.SizeOf(zone=waste), right=n.Number(value=draw.refill))
    back = n.MoveToken(token=newest, to=waste, place="bottom")
    return (n.If(test=n.And(items=(room, n.Exists(item=newest))), then=(back,)),)
