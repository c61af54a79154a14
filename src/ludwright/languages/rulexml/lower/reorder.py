"""Procedures that shuffle or reverse a pile, keeping fixed cards in position."""

from __future__ import annotations

from ....gamedef import nodes as n
from .conditions import is_fixed

PILE, CARDS, CARD = n.Local(name="pile"), n.Local(name="cards"), n.Local(name="card")


def shuffle_procedure(fixed: bool, aside: str) -> n.Procedure:
    """The procedure that shuffles a pile."""
    if not fixed:
        return _procedure("shuffle", (n.Shuffle(zone=PILE),))
    return _around("shuffle_loose", aside, (n.Shuffle(zone=n.ZoneAt(name=aside)),))


def reverse_procedure(fixed: bool, aside: str) -> n.Procedure:
    """The procedure that reverses a pile."""
    if fixed:
        # Moving the cards out from the bottom up, and back from the top, already reverses them.
        return _around("reverse_loose", aside, ())
    # MoveBlock keeps the order and MoveTop reverses it.
    there = n.ZoneAt(name=aside)
    back = n.MoveTop(source=there, to=PILE, count=n.SizeOf(zone=there))
    return _procedure("reverse", (n.MoveBlock(source=PILE, to=there), back))


def call(made: n.Procedure, pile: n.Expr) -> n.Call:
    """Call such a procedure; if cards may be fixed, it also gets the original order."""
    cards = (n.Reversed(items=n.TokensIn(zone=pile)),) if len(made.parameters) > 1 else ()
    return n.Call(procedure=made.name, arguments=(pile, *cards))


def _around(name: str, aside: str, mixed: n.Block) -> n.Procedure:
    """Move the loose cards aside, reorder them there, then rebuild the pile from the bottom."""
    there = n.ZoneAt(name=aside)
    out = n.If(test=n.Not(item=is_fixed(CARD)), then=(n.MoveToken(token=CARD, to=there),))
    # A fixed card is moved within its pile: to the top of what has been rebuilt so far.
    back = n.If(
        test=is_fixed(CARD),
        then=(n.MoveToken(token=CARD, to=PILE),),
        otherwise=(n.MoveTop(source=there, to=PILE),),
    )
    body = (
        n.ForEach(name=CARD.name, items=CARDS, body=(out,)),
        *mixed,
        n.ForEach(name=CARD.name, items=CARDS, body=(back,)),
    )
    return _procedure(name, body, n.Parameter(name=CARDS.name, type="[token]"))


def _procedure(name: str, body: n.Block, *more: n.Parameter) -> n.Procedure:
    first = n.Parameter(name=PILE.name, type="zone")
    return n.Procedure(name=name, parameters=(first, *more), body=body)
