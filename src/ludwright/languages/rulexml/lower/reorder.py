"""Putting a pile in another order, at random or backwards, around the cards that are fixed."""

from __future__ import annotations

from ....gamedef.nodes import (
    Block,
    Call,
    Expr,
    ForEach,
    If,
    Local,
    MoveBlock,
    MoveToken,
    MoveTop,
    Not,
    Parameter,
    Procedure,
    Reversed,
    Shuffle,
    SizeOf,
    TokensIn,
    ZoneAt,
)
from .conditions import is_fixed

PILE, CARDS, CARD = Local(name="pile"), Local(name="cards"), Local(name="card")


def shuffling(fixed: bool, aside: str) -> Procedure:
    """Shuffle a pile."""
    if not fixed:
        return _procedure("shuffle", (Shuffle(zone=PILE),))
    return _around("shuffle_loose", aside, (Shuffle(zone=ZoneAt(name=aside)),))


def reversing(fixed: bool, aside: str) -> Procedure:
    """Turn the order of a pile round."""
    if fixed:
        return _around("reverse_loose", aside, ())
    there = ZoneAt(name=aside)
    back = MoveTop(source=there, to=PILE, count=SizeOf(zone=there))
    return _procedure("reverse", (MoveBlock(source=PILE, to=there), back))


def called(made: Procedure, pile: Expr) -> Call:
    """Put a pile in another order; where cards are fixed, it is told how they lay."""
    cards = (Reversed(items=TokensIn(zone=pile)),) if len(made.parameters) > 1 else ()
    return Call(procedure=made.name, arguments=(pile, *cards))


def _around(name: str, aside: str, mixed: Block) -> Procedure:
    """The loose cards go aside, the last on top; then the pile is laid anew from the bottom."""
    there = ZoneAt(name=aside)
    out = If(test=Not(item=is_fixed(CARD)), then=(MoveToken(token=CARD, to=there),))
    back = If(
        test=is_fixed(CARD),
        then=(MoveToken(token=CARD, to=PILE),),
        otherwise=(MoveTop(source=there, to=PILE),),
    )
    body = (
        ForEach(name=CARD.name, items=CARDS, body=(out,)),
        *mixed,
        ForEach(name=CARD.name, items=CARDS, body=(back,)),
    )
    return _procedure(name, body, Parameter(name=CARDS.name, type="[token]"))


def _procedure(name: str, body: Block, *more: Parameter) -> Procedure:
    first = Parameter(name=PILE.name, type="zone")
    return Procedure(name=name, parameters=(first, *more), body=body)
