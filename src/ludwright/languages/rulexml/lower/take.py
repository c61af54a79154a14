"""How cards leave a node for another: pile by pile, and with all that hangs below.

A `Taking` says what is taken of a pile and what is done to each card. Piles that have nodes below
are taken by a procedure that goes down the tree and grows the same shape at the other end.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from ....gamedef.nodes import (
    Add,
    And,
    Block,
    BottomOf,
    Call,
    ChildAt,
    Conditional,
    Exists,
    Expr,
    Filter,
    ForEach,
    Grow,
    If,
    Item,
    Length,
    Less,
    Let,
    Local,
    Modulo,
    MoveBlock,
    MoveToken,
    MoveTop,
    Not,
    Number,
    Parameter,
    Procedure,
    PropertyOf,
    Range,
    Reversed,
    Roll,
    SetProperty,
    SizeOf,
    Statement,
    Subtract,
    TokenAt,
    TokensIn,
    TopOf,
    Turn,
)
from .conditions import is_fixed

SOURCE, TO, CARD = Local(name="source"), Local(name="to"), Local(name="card")
BELOW, ALONG = Local(name="below"), Local(name="along")
ZERO, ONE = Number(value=0), Number(value=1)
OWN = -1
"""No direction: the first node itself."""


@dataclass(frozen=True, slots=True)
class Taking:
    """What is taken of a pile (`whole` keeps the order, `all` turns the pile over; `number` is for
    `some`), whether cards are turned `up` or `down`, by how much they are rotated of how much in a
    full circle, and whether some may be fixed. Of the node furthest in the direction `peak` the
    card laid last is turned up."""

    kind: str
    face: str = ""
    rotation: int = 0
    circle: int = 0
    fixed: bool = False
    number: int = 0
    backwards: bool = False
    peak: int | None = None

    @property
    def name(self) -> str:
        """What its procedure is called."""
        parts = ["take", self.kind, self.face, f"turned_{self.rotation}" if self.rotation else ""]
        parts += ["loose"] if self.fixed else []
        parts += [f"peak_{self.peak}"] if self.peak is not None else []
        return "_".join(part for part in parts if part)


def loose(node: Expr, fixed: bool) -> Expr:
    """The cards of a pile that can be moved, from the top down."""
    cards = TokensIn(zone=node)
    if not fixed:
        return cards
    return Filter(items=cards, name="each", where=Not(item=is_fixed(Local(name="each"))))


def changed(card: Expr, taking: Taking) -> Block:
    """What is done to one card, wherever it lies."""
    done: list[Statement] = []
    if taking.face:
        done.append(Turn(token=card, up=taking.face == "up"))
    if taking.rotation:
        before = PropertyOf(token=card, property="rotation")
        after = Modulo(
            left=Add(left=before, right=Number(value=taking.rotation)),
            right=Number(value=taking.circle),
        )
        done.append(SetProperty(token=card, property="rotation", value=after))
    return tuple(done)


# ---- one pile ----------------------------------------------------------------------------------

Use = Callable[[Expr], Block]
"""What is done with a card."""


def each_card(taking: Taking, source: Expr, use: Use) -> Block:
    """Do something with each card that is taken of one pile, in the order they are taken."""
    return EACH[taking.kind](taking, source, use)


def _in_order(taking: Taking, source: Expr, use: Use) -> Block:
    """Who takes one card after another from the top turns the pile over."""
    cards = loose(source, taking.fixed)
    kept = (taking.kind == "whole") is not taking.backwards
    items = Reversed(items=cards) if kept else cards
    return (ForEach(name=CARD.name, items=items, body=use(CARD)),)


def _top(taking: Taking, source: Expr, use: Use) -> Block:
    top = TopOf(zone=source)
    there: Expr = Exists(item=top)
    if taking.fixed:
        there = And(items=(there, Not(item=is_fixed(top))))
    return (If(test=there, then=(Let(name=CARD.name, value=top), *use(CARD))),)


def _one_of(cards: Expr, chosen: Callable[[Expr], Block], use: Use) -> Block:
    some = Less(left=ZERO, right=Length(items=cards))
    return (If(test=some, then=(*chosen(cards), *use(CARD))),)


def _bottom(taking: Taking, source: Expr, use: Use) -> Block:
    if not taking.fixed:
        there = Exists(item=BottomOf(zone=source))
        lowest = Let(name=CARD.name, value=BottomOf(zone=source))
        return (If(test=there, then=(lowest, *use(CARD))),)

    def chosen(cards: Expr) -> Block:
        return (Let(name=CARD.name, value=Item(items=Reversed(items=cards), index=ZERO)),)

    return _one_of(loose(source, True), chosen, use)


def _random(taking: Taking, source: Expr, use: Use) -> Block:
    def chosen(cards: Expr) -> Block:
        last = Subtract(left=Length(items=cards), right=ONE)
        return (
            Roll(name="drawn", low=ZERO, high=last),
            Let(name=CARD.name, value=Item(items=cards, index=Local(name="drawn"))),
        )

    return _one_of(loose(source, taking.fixed), chosen, use)


def _some(taking: Taking, source: Expr, use: Use) -> Block:
    """So many from the top; the places of those that are left change only below what is taken."""
    cards, number = loose(source, taking.fixed), Number(value=taking.number)
    there = Length(items=cards)
    most = Conditional(test=Less(left=there, right=number), then=there, otherwise=number)
    places = Range(low=ZERO, high=Subtract(left=most, right=ONE))
    position = Local(name="position")
    if taking.backwards:
        taken = Item(items=cards, index=position)
        items: Expr = Reversed(items=places)
    else:
        taken, items = Item(items=cards, index=ZERO), places
    body = (Let(name=CARD.name, value=taken), *use(CARD))
    return (ForEach(name=position.name, items=items, body=body),)


EACH: dict[str, Callable[[Taking, Expr, Use], Block]] = {
    "all": _in_order,
    "whole": _in_order,
    "top": _top,
    "bottom": _bottom,
    "random": _random,
    "some": _some,
}


def step(taking: Taking, source: Expr, to: Expr) -> Block:
    """Move what is taken of one pile to the top of another."""
    if taking.kind in PLAIN and not (taking.fixed or taking.face or taking.rotation):
        return (PLAIN[taking.kind](taking, source, to),)

    def use(card: Expr) -> Block:
        return (MoveToken(token=card, to=to), *changed(card, taking))

    return each_card(taking, source, use)


def _all_at_once(taking: Taking, source: Expr, to: Expr) -> Statement:
    if (taking.kind == "whole") is not taking.backwards:
        return MoveBlock(source=source, to=to)
    return MoveTop(source=source, to=to, count=SizeOf(zone=source))


def _some_at_once(taking: Taking, source: Expr, to: Expr) -> Statement:
    number = Number(value=taking.number)
    if not taking.backwards:
        return MoveTop(source=source, to=to, count=number, partial=True)
    size = SizeOf(zone=source)
    most = Conditional(test=Less(left=size, right=number), then=size, otherwise=number)
    return MoveBlock(source=source, to=to, count=most)


PLAIN = {"all": _all_at_once, "whole": _all_at_once, "some": _some_at_once}
"""What is one movement where cards are only moved, and all of them can be."""


# ---- a tree ------------------------------------------------------------------------------------


def taken(taking: Taking, directions: tuple[int, ...]) -> Block:
    """Move what is taken of a node and of all below it; the shape is kept."""
    inner = below(taking)
    if inner == taking:
        along = (ONE,) if taking.peak is not None else ()
        return (Call(procedure=taking.name, arguments=(SOURCE, TO, *along)),)
    return (*one_pile(taking), *_down(inner, directions))


def below(taking: Taking) -> Taking:
    """What is taken of the nodes below the first: only that one is treated differently."""
    return replace(taking, backwards=False, peak=None if taking.peak == OWN else taking.peak)


def one_pile(taking: Taking, along: Expr = ONE) -> Block:
    """Move what is taken of one pile; at the end of the way the card laid last is turned up."""
    moved = step(taking, SOURCE, TO)
    if taking.peak is None:
        return moved
    before = Local(name="before")
    there: tuple[Expr, ...] = (Less(left=before, right=SizeOf(zone=TO)),)
    if taking.peak != OWN:
        further = ChildAt(zone=SOURCE, direction=Number(value=taking.peak))
        there += (Less(left=ZERO, right=along), Not(item=Exists(item=further)))
    turned = If(test=And(items=there), then=(Turn(token=last_of(taking, before), up=True),))
    return (Let(name=before.name, value=SizeOf(zone=TO)), *moved, turned)


def last_of(taking: Taking, before: Expr) -> Expr:
    """The top of a packet that has come to where so many lay before: its lowest card, if it was
    turned over on the way."""
    if not taking.backwards:
        return TopOf(zone=TO)
    come = Subtract(left=SizeOf(zone=TO), right=before)
    return TokenAt(zone=TO, position=Subtract(left=come, right=ONE))


def _down(taking: Taking, directions: tuple[int, ...], along: Expr = ONE) -> Block:
    return tuple(_below(taking, Number(value=direction), along) for direction in directions)


def _below(taking: Taking, direction: Number, along: Expr) -> Statement:
    child = ChildAt(zone=SOURCE, direction=direction)
    further = along if taking.peak == direction.value else ZERO
    arguments = (child, BELOW, *((further,) if taking.peak is not None else ()))
    return If(
        test=Exists(item=child),
        then=(
            Grow(name=BELOW.name, zone=TO, direction=direction),
            Call(procedure=taking.name, arguments=arguments),
        ),
    )


def procedure(taking: Taking, directions: tuple[int, ...]) -> Procedure:
    """Take of a node and of all below it."""
    along = (Parameter(name=ALONG.name, type="int"),) if taking.peak is not None else ()
    return Procedure(
        name=taking.name,
        parameters=(
            Parameter(name=SOURCE.name, type="zone"),
            Parameter(name=TO.name, type="zone"),
            *along,
        ),
        body=(*one_pile(taking, ALONG), *_down(taking, directions, ALONG)),
    )
