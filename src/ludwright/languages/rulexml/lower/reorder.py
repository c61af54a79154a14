"""Putting a pile in another order, at random or backwards, around the cards that are fixed."""

from __future__ import annotations

from ....gamedef import nodes as n
from .conditions import is_fixed

PILE, CARDS, CARD = n.Local(name="pile"), n.Local(name="cards"), n.Local(name="card")


def shuffle_procedure(fixed: bool, aside: str) -> n.Procedure:
    """Shuffle a pile."""
    if not fixed:
        return _procedure("shuffle", (n.Shuffle(zone=PILE),))
    return _around("shuffle_loose", aside, (n.Shuffle(zone=n.ZoneAt(name=aside)),))


def reverse_procedure(fixed: bool, aside: str) -> n.Procedure:
    """Turn the order of a pile round."""
    if fixed:
        return _around("reverse_loose", aside, ())
    there = n.ZoneAt(name=aside)
    back = n.MoveTop(source=there, to=PILE, count=n.SizeOf(zone=there))
    return _procedure("reverse", (n.MoveBlock(source=PILE, to=there), back))


def call(made: n.Procedure, pile: n.Expr) -> n.Call:
    """Put a pile in another order; where cards are fixed, it is told how they lay."""
    cards = (n.Reversed(items=n.TokensIn(zone=pile)),) if len(made.parameters) > 1 else ()
    return n.Call(procedure=made.name, arguments=(pile, *cards))


def _around(name: str, aside: str, mixed: n.Block) -> n.Procedure:
    """The loose cards go aside, the last on top; then the pile is laid anew from the bottom."""
    there = n.ZoneAt(name=aside)
    out = n.If(test=n.Not(item=is_fixed(CARD)), then=(n.MoveToken(token=CARD, to=there),))
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
