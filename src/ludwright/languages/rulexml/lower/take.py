"""Take cards from one node to another: pile by pile, along with all descendants.

A `Take` says what is taken of a pile and what is done to each card. Piles that have nodes below
are taken by a recursive procedure that grows the same shape at the other end.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from ....gamedef import nodes as n
from ....gamedef.build import ONE, ZERO, last_index
from .conditions import is_fixed

SOURCE, TO, CARD = n.Local(name="source"), n.Local(name="to"), n.Local(name="card")
BELOW, ALONG = n.Local(name="below"), n.Local(name="along")
OWN = -1
"""No direction: the start node itself."""


@dataclass(frozen=True, slots=True)
class Take:
    """How cards are taken from a pile.

    Of the kinds, `whole` keeps the order, `all` reverses it, and `some` takes a `number` of cards.
    `face` turns cards `up` or `down`; `rotation` is the angle to rotate them by and `circle` that
    of a full turn; `fixed` says that some cards may be fixed. The last card placed on the node
    furthest in the direction `peak` is turned up.
    """

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
        """The name of its procedure."""
        # `number` and `backwards` never occur in a recursive take, and `circle` is one per game.
        parts = ["take", self.kind, self.face, f"turned_{self.rotation}" if self.rotation else ""]
        parts += ["loose"] if self.fixed else []
        parts += [f"peak_{self.peak}"] if self.peak is not None else []
        return "_".join(part for part in parts if part)


def loose(node: n.Expr, fixed: bool) -> n.Expr:
    """The cards of a pile that are not fixed, from the top down."""
    cards = n.TokensIn(zone=node)
    if not fixed:
        return cards
    return n.Filter(items=cards, name="each", where=n.Not(item=is_fixed(n.Local(name="each"))))


def changed(card: n.Expr, take: Take) -> n.Block:
    """Turn and rotate one card."""
    done: list[n.Statement] = []
    if take.face:
        done.append(n.Turn(token=card, up=take.face == "up"))
    if take.rotation:
        before = n.PropertyOf(token=card, property="rotation")
        after = n.Modulo(
            left=n.Add(left=before, right=n.Number(value=take.rotation)),
            right=n.Number(value=take.circle),
        )
        done.append(n.SetProperty(token=card, property="rotation", value=after))
    return tuple(done)


# ---- one pile ----------------------------------------------------------------------------------

Use = Callable[[n.Expr], n.Block]
"""Makes the statements for a card."""


def each_card(take: Take, source: n.Expr, use: Use) -> n.Block:
    """Run statements for each card taken from one pile, in order."""
    return EACH[take.kind](take, source, use)


def _in_order(take: Take, source: n.Expr, use: Use) -> n.Block:
    """All loose cards; taking them one by one from the top reverses their order."""
    cards = loose(source, take.fixed)
    # An exclusive or: `rev` undoes the reversal of `*`.
    kept = (take.kind == "whole") is not take.backwards
    items = n.Reversed(items=cards) if kept else cards
    return (n.ForEach(name=CARD.name, items=items, body=use(CARD)),)


def _top(take: Take, source: n.Expr, use: Use) -> n.Block:
    top = n.TopOf(zone=source)
    there: n.Expr = n.Exists(item=top)
    if take.fixed:
        there = n.And(items=(there, n.Not(item=is_fixed(top))))
    return (n.If(test=there, then=(n.Let(name=CARD.name, value=top), *use(CARD))),)


def _one_of(cards: n.Expr, chosen: Callable[[n.Expr], n.Block], use: Use) -> n.Block:
    some = n.Less(left=ZERO, right=n.Length(items=cards))
    return (n.If(test=some, then=(*chosen(cards), *use(CARD))),)


def _bottom(take: Take, source: n.Expr, use: Use) -> n.Block:
    if not take.fixed:
        there = n.Exists(item=n.BottomOf(zone=source))
        lowest = n.Let(name=CARD.name, value=n.BottomOf(zone=source))
        return (n.If(test=there, then=(lowest, *use(CARD))),)

    def chosen(cards: n.Expr) -> n.Block:
        return (n.Let(name=CARD.name, value=n.Item(items=n.Reversed(items=cards), index=ZERO)),)

    return _one_of(loose(source, True), chosen, use)


def _random(take: Take, source: n.Expr, use: Use) -> n.Block:
    def chosen(cards: n.Expr) -> n.Block:
        last = last_index(cards)
        return (
            n.Roll(name="drawn", low=ZERO, high=last),
            n.Let(name=CARD.name, value=n.Item(items=cards, index=n.Local(name="drawn"))),
        )

    return _one_of(loose(source, take.fixed), chosen, use)


def _some(take: Take, source: n.Expr, use: Use) -> n.Block:
    """A number of cards from the top. Taken from the lowest one up, the positions of those still to
    be taken do not change; taken from the top, the next one is always first."""
    cards, number = loose(source, take.fixed), n.Number(value=take.number)
    there = n.Length(items=cards)
    most = n.Conditional(test=n.Less(left=there, right=number), then=there, otherwise=number)
    places = n.Range(low=ZERO, high=n.Subtract(left=most, right=ONE))
    position = n.Local(name="position")
    if take.backwards:
        taken = n.Item(items=cards, index=position)
        items: n.Expr = n.Reversed(items=places)
    else:
        taken, items = n.Item(items=cards, index=ZERO), places
    body = (n.Let(name=CARD.name, value=taken), *use(CARD))
    return (n.ForEach(name=position.name, items=items, body=body),)


EACH: dict[str, Callable[[Take, n.Expr, Use], n.Block]] = {
    "all": _in_order,
    "whole": _in_order,
    "top": _top,
    "bottom": _bottom,
    "random": _random,
    "some": _some,
}


def step(take: Take, source: n.Expr, to: n.Expr) -> n.Block:
    """Move the taken cards of one pile to the top of another."""
    # A single statement is much faster than a loop over cards.
    if take.kind in PLAIN and not (take.fixed or take.face or take.rotation):
        return (PLAIN[take.kind](take, source, to),)

    def use(card: n.Expr) -> n.Block:
        return (n.MoveToken(token=card, to=to), *changed(card, take))

    return each_card(take, source, use)


def _all_at_once(take: Take, source: n.Expr, to: n.Expr) -> n.Statement:
    if (take.kind == "whole") is not take.backwards:
        return n.MoveBlock(source=source, to=to)
    return n.MoveTop(source=source, to=to, count=n.SizeOf(zone=source))


def _some_at_once(take: Take, source: n.Expr, to: n.Expr) -> n.Statement:
    number = n.Number(value=take.number)
    if not take.backwards:
        return n.MoveTop(source=source, to=to, count=number, partial=True)
    size = n.SizeOf(zone=source)
    most = n.Conditional(test=n.Less(left=size, right=number), then=size, otherwise=number)
    return n.MoveBlock(source=source, to=to, count=most)


PLAIN = {"all": _all_at_once, "whole": _all_at_once, "some": _some_at_once}
"""The single statement for a kind, if cards are neither changed nor fixed."""


# ---- a tree ------------------------------------------------------------------------------------


def taken(take: Take, directions: tuple[int, ...]) -> n.Block:
    """Take from a node and all its descendants, keeping the shape."""
    # A first node that differs from those below is inlined; only they share the procedure.
    inner = below(take)
    if inner == take:
        along = (ONE,) if take.peak is not None else ()
        return (n.Call(procedure=take.name, arguments=(SOURCE, TO, *along)),)
    return (*one_pile(take), *_down(inner, directions))


def below(take: Take) -> Take:
    """How cards are taken from the descendants: only the first node is reversed or is the peak."""
    return replace(take, backwards=False, peak=None if take.peak == OWN else take.peak)


def one_pile(take: Take, along: n.Expr = ONE) -> n.Block:
    """Take from one pile; at the peak, turn up the card placed last."""
    moved = step(take, SOURCE, TO)
    if take.peak is None:
        return moved
    before = n.Local(name="before")
    # Nothing may have arrived, as fixed cards stay.
    there: tuple[n.Expr, ...] = (n.Less(left=before, right=n.SizeOf(zone=TO)),)
    if take.peak != OWN:
        further = n.ChildAt(zone=SOURCE, direction=n.Number(value=take.peak))
        there += (n.Less(left=ZERO, right=along), n.Not(item=n.Exists(item=further)))
    turned = n.If(test=n.And(items=there), then=(n.Turn(token=last_of(take, before), up=True),))
    return (n.Let(name=before.name, value=n.SizeOf(zone=TO)), *moved, turned)


def last_of(take: Take, before: n.Expr) -> n.Expr:
    """The card to turn up of a packet placed on `before` cards: its lowest one if the packet was
    reversed on the way."""
    if not take.backwards:
        return n.TopOf(zone=TO)
    come = n.Subtract(left=n.SizeOf(zone=TO), right=before)
    return n.TokenAt(zone=TO, position=n.Subtract(left=come, right=ONE))


def _down(take: Take, directions: tuple[int, ...], along: n.Expr = ONE) -> n.Block:
    return tuple(_below(take, n.Number(value=direction), along) for direction in directions)


def _below(take: Take, direction: n.Number, along: n.Expr) -> n.Statement:
    child = n.ChildAt(zone=SOURCE, direction=direction)
    # ALONG is 1 as long as the recursion follows the direction of the peak, and 0 elsewhere.
    further = along if take.peak == direction.value else ZERO
    arguments = (child, BELOW, *((further,) if take.peak is not None else ()))
    return n.If(
        test=n.Exists(item=child),
        then=(
            n.Grow(name=BELOW.name, zone=TO, direction=direction),
            n.Call(procedure=take.name, arguments=arguments),
        ),
    )


def procedure(take: Take, directions: tuple[int, ...]) -> n.Procedure:
    """The recursive procedure that takes from a node and all its descendants."""
    along = (n.Parameter(name=ALONG.name, type="int"),) if take.peak is not None else ()
    return n.Procedure(
        name=take.name,
        parameters=(
            n.Parameter(name=SOURCE.name, type="zone"),
            n.Parameter(name=TO.name, type="zone"),
            *along,
        ),
        body=(*one_pile(take, ALONG), *_down(take, directions, ALONG)),
    )
