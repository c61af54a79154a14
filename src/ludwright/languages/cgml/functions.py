"""Typed values: properties of cards, ends of zones, lists, and the functions around a path."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ...diagnostics import Span, did_you_mean
from ...gamedef import nodes as n
from ...gamedef.types import ANY, is_list, item_type, list_of
from ...gamedef.walk import substitute
from ..flow import written_out
from . import codes
from .world import Typed, World

RANK, SUIT = "rank", "suit"
SHORT = 8


def property_of(world: World, card: Typed, name: str, place: Span) -> Typed:
    """A property of a card."""
    if name not in world.properties:
        return world.unknown(place, "property", name, world.properties)
    return Typed(n.PropertyOf(token=card.expr, property=name, span=place), world.properties[name])


def face_of(world: World, card: Typed, place: Span) -> Typed:
    """Which side of a card is up."""
    world.enums.setdefault("face", ("up", "down"))
    up, down = (n.Symbol(enum="face", value=value, span=place) for value in ("up", "down"))
    test = n.IsFaceUp(token=card.expr, span=place)
    return Typed(n.Conditional(test=test, then=up, otherwise=down, span=place), "face")


def top_of(world: World, zone: Typed, place: Span) -> Typed:
    """The top card of a zone."""
    return Typed(n.TopOf(zone=zone.expr, span=place), "token")


def bottom_of(world: World, zone: Typed, place: Span) -> Typed:
    """The bottom card of a zone."""
    return Typed(n.BottomOf(zone=zone.expr, span=place), "token")


def size_of(world: World, zone: Typed, place: Span) -> Typed:
    """How many cards a zone holds."""
    return Typed(n.SizeOf(zone=zone.expr, span=place), "int")


def cards_in(world: World, zone: Typed, place: Span) -> Typed:
    """The cards of a zone, from the top down."""
    return Typed(n.TokensIn(zone=zone.expr, span=place), "[token]")


# ---- lists -------------------------------------------------------------------------------------


def name_of(value: Typed) -> str:
    """The name of a value that is a local name."""
    return value.expr.name if isinstance(value.expr, n.Local) else ""


def filtered(items: Typed, item: Typed, where: n.Expr) -> Typed:
    """The items for which a test holds."""
    span = items.expr.span
    expr = n.Filter(items=items.expr, name=name_of(item), where=where, span=span)
    return Typed(expr, items.type, items.zones)


def mapped(world: World, items: Typed, change: Callable[[Typed], Typed]) -> Typed:
    """A value computed from each item of a list; a chain of these becomes one, unless what the
    change may repeat is long."""
    span = items.expr.span
    kind = item_type(items.type)
    if isinstance(items.expr, n.Each) and written_out(items.expr.value) <= SHORT:
        base, name = items.expr.items, items.expr.name
        inner = change(Typed(items.expr.value, kind, items.zones))
    else:
        item = world.local("each", kind, span)
        base, name = items.expr, name_of(item)
        inner = change(Typed(item.expr, kind, items.zones))
    result = n.Each(items=base, name=name, value=inner.expr, span=span)
    return Typed(result, list_of(inner.type), inner.zones)


def present(world: World, items: Typed) -> Typed:
    """A list without the items that are nothing."""
    item = world.local("each", item_type(items.type), items.expr.span)
    return filtered(items, item, n.Exists(item=item.expr, span=item.expr.span))


def one_seat(world: World, value: Typed, place: Span) -> Typed:
    """A player where one is needed; of a list there must be exactly one when it is run."""
    if world.join(value.type, "seat") is not None:
        return Typed(value.expr, "seat")
    if world.known(value.type) != "[seat]":
        return world.hole(
            codes.TYPE, place, f"a player is needed here, but this is {world.say(value.type)}"
        )
    # Any number of items but one gives an index that does not exist, and so fails.
    many = n.Subtract(left=n.Length(items=value.expr), right=n.Number(value=1))
    index = n.Multiply(left=many, right=n.Number(value=1000))
    return Typed(n.Item(items=value.expr, index=index, span=place), "seat")


# ---- functions around a path -------------------------------------------------------------------


def apply(world: World, value: Typed, function: str, place: Span) -> Typed:
    """The value of a function such as `top(...)` of one value."""
    known = FUNCTIONS.get(function)
    if known is None:
        message = f"there is no path function '{function}'"
        return world.hole(codes.PATH, place, message, did_you_mean(function, FUNCTIONS))
    return value if value.type == ANY else known(world, value, place)


def _end(last: bool) -> Callable[[World, Typed, Span], Typed]:
    def end(world: World, value: Typed, place: Span) -> Typed:
        field = bottom_of if last else top_of
        if value.type == "zone":
            return field(world, value, place)
        if value.type == "[zone]":
            return present(world, mapped(world, value, lambda zone: field(world, zone, place)))
        if not is_list(value.type):
            return _misfit(world, value, "a zone or a list", place)
        size = n.Length(items=value.expr, span=place)
        first = n.Number(value=0, span=place)
        index = n.Subtract(left=size, right=n.Number(value=1), span=place) if last else first
        return Typed(n.Item(items=value.expr, index=index, span=place), item_type(value.type))

    return end


def _misfit(world: World, value: Typed, wanted: str, place: Span) -> Typed:
    message = f"{wanted} is needed here, but this is {world.say(value.type)}"
    return world.hole(codes.TYPE, place, message)


def cards_of(world: World, value: Typed, place: Span) -> Typed:
    """The cards of a zone."""
    if value.type == "zone":
        return cards_in(world, value, place)
    if value.type == "[zone]":
        return joined_cards(world, value, place)
    return value if value.type == "[token]" else _misfit(world, value, "a zone", place)


def joined_cards(world: World, zones: Typed, place: Span) -> Typed:
    """The cards of several zones as one list, zone by zone."""
    parts: list[n.Expr]
    if isinstance(zones.expr, n.ListOf):
        parts = [n.TokensIn(zone=zone, span=place) for zone in zones.expr.items]
    else:
        parts = [*_cards_of_seats(world, zones.expr, place)]
    if not parts:
        return world.not_yet(place, "the cards of these zones as one list")
    return Typed(n.Join(lists=tuple(parts), span=place), "[token]", zones.zones)


def _cards_of_seats(world: World, zones: n.Expr, place: Span) -> Iterator[n.Expr]:
    """The cards of each seat's zone; none where a seat does not play or is not meant."""
    if not isinstance(zones, n.Each):
        return
    seats = zones.items
    inner = seats.items if isinstance(seats, n.Filter) else seats
    if not isinstance(inner, n.Seats):
        return
    for number in range(world.most):
        seat = n.Seat(number=number, span=place)
        test: list[n.Expr] = []
        if number >= world.least:
            many = n.Length(items=n.Seats(span=place), span=place)
            test.append(n.Less(left=n.Number(value=number), right=many, span=place))
        if isinstance(seats, n.Filter):
            test.append(substitute(seats.where, {seats.name: seat}))
        cards = n.TokensIn(zone=substitute(zones.value, {zones.name: seat}), span=place)
        none = n.ListOf(items=(), of="token", span=place)
        whole = n.And(items=tuple(test), span=place)
        yield n.Conditional(test=whole, then=cards, otherwise=none) if test else cards


def count_of(world: World, value: Typed, place: Span) -> Typed:
    """How many cards a zone or zones hold, or how many items a list has."""
    if value.type == "zone":
        return size_of(world, value, place)
    if value.type == "[zone]":
        sizes = mapped(world, value, lambda zone: size_of(world, zone, place))
        return Typed(n.Sum(items=sizes.expr, span=place), "int")
    if is_list(value.type):
        return Typed(n.Length(items=value.expr, span=place), "int")
    return Typed(n.Number(value=1, span=place), "int")


def of_card(change: Callable[[World, Typed, Span], Typed]) -> Callable[[World, Typed, Span], Typed]:
    """A function of a card that also maps over lists and zones."""

    def function(world: World, value: Typed, place: Span) -> Typed:
        if value.type == "zone":
            value = cards_in(world, value, place)
        if is_list(value.type) and item_type(value.type) != ANY:
            return mapped(world, value, lambda item: function(world, item, place))
        return change(world, value, place)

    return function


def _owner(world: World, value: Typed, place: Span) -> Typed:
    if value.type not in ("token", "zone"):
        return _misfit(world, value, "a card", place)
    zone = value.expr if value.type == "zone" else n.ZoneOf(token=value.expr, span=place)
    return Typed(n.OwnerOf(zone=zone, span=place), "seat")


def card_property(name: str) -> Callable[[World, Typed, Span], Typed]:
    """A function that gives a property of a card."""

    def function(world: World, value: Typed, place: Span) -> Typed:
        if value.type != "token":
            return _misfit(world, value, "a card", place)
        return property_of(world, value, name, place)

    return of_card(function)


def _rank_value(world: World, value: Typed, place: Span) -> Typed:
    if not world.ranks:
        return world.hole(codes.UNKNOWN, place, "no deck type has a rank_hierarchy")
    if value.type == "token":
        value = property_of(world, value, RANK, place)
    if world.join(value.type, world.properties.get(RANK, ANY)) is None:
        return _misfit(world, value, "a card or a rank", place)
    return Typed(n.Lookup(table=world.ranks, key=value.expr, span=place), "int")


FUNCTIONS: dict[str, Callable[[World, Typed, Span], Typed]] = {
    "top": _end(last=False),
    "bottom": _end(last=True),
    "all": cards_of,
    "count": count_of,
    "owner": of_card(_owner),
    RANK: card_property(RANK),
    SUIT: card_property(SUIT),
    "rank_value": of_card(_rank_value),
}
"""The functions that may stand around a path; the operators of these names are the same."""


def empty(world: World, kind: str, span: Span) -> n.Expr:
    """What a name of a type starts as: nothing, or an empty list."""
    if is_list(kind):
        return n.ListOf(items=(), of=item_type(kind), span=span)
    return n.Nothing(type=kind, span=span) if world.nullable(kind) else n.Hole(span=span)
