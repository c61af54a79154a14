"""The automatic effects of a card that leaves a pile."""

from __future__ import annotations

from ....gamedef import nodes as n
from .covers import turn_up_below
from .score import turn_up
from .symbols import Symbols


def after_leaving(name: str, zone: n.Expr, symbols: Symbols) -> tuple[n.Statement, ...]:
    """Turn up the new top card and the cards that are no longer covered, and refill the window."""
    return (
        *turn_up(zone, name, symbols),
        *turn_up_below(name, zone, symbols),
        *_refill_window(name, symbols),
    )


def _refill_window(name: str, symbols: Symbols) -> tuple[n.Statement, ...]:
    """Return the card that passed last to the window of a draw pile that lost one."""
    draw = symbols.draws.get(name)
    if draw is None or draw.refill is None or draw.waste is None or draw.passed is None:
        return ()
    # Cards enter `passed` at the bottom, so the one that passed last is there.
    waste, newest = n.ZoneAt(name=draw.waste), n.BottomOf(zone=n.ZoneAt(name=draw.passed))
    room = n.Less(left=n.SizeOf(zone=waste), right=n.Number(value=draw.refill))
    back = n.MoveToken(token=newest, to=waste, place="bottom")
    return (n.If(test=n.And(items=(room, n.Exists(item=newest))), then=(back,)),)
