"""Typed values: properties of cards, ends of zones, lists, and the functions around a path."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from ....diagnostics import Span, did_you_mean
from ....gamedef import nodes as n
from ....gamedef.types import ANY, is_list, item_type, list_of
from ....gamedef.walk import substitute
from ...builders import written_out
from .. import codes
from .cards import BY_RANK
from .symbols import REALS, TEXT_TYPE, Symbols, Typed, base_of

RANK, SUIT = "rank", "suit"
SHORT = 8


def property_of(world: Symbols, card: Typed, name: str, place: Span) -> Typed:
    """A property of a card."""
    if name not in world.properties:
        return world.unknown(place, "property", name, world.properties)
    return Typed(n.PropertyOf(token=card.expr, property=name, span=place), world.properties[name])


def face_of(world: Symbols, card: Typed, place: Span) -> Typed:
    """Which side of a card is up; nothing if there is no card."""
    world.enums.setdefault("face", ("up", "down"))
    up, down = (n.Symbol(enum="face", value=value, span=place) for value in ("up", "down"))
    test = n.IsFaceUp(token=card.expr, span=place)
    face = n.Conditional(test=test, then=up, otherwise=down, span=place)
    there = n.Exists(item=card.expr, span=place)
    none = n.Nothing(type="face", span=place)
    return Typed(n.Conditional(test=there, then=face, otherwise=none, span=place), "face")


def top_of(world: Symbols, zone: Typed, place: Span) -> Typed:
    """The top card of a zone."""
    return Typed(n.TopOf(zone=zone.expr, span=place), "token")


def bottom_of(world: Symbols, zone: Typed, place: Span) -> Typed:
    """The bottom card of a zone."""
    return Typed(n.BottomOf(zone=zone.expr, span=place), "token")


def size_of(world: Symbols, zone: Typed, place: Span) -> Typed:
    """How many cards a zone holds."""
    return Typed(n.SizeOf(zone=zone.expr, span=place), "int")


def cards_in(world: Symbols, zone: Typed, place: Span) -> Typed:
    """The cards of a zone, from the top down."""
    return Typed(n.TokensIn(zone=zone.expr, span=place), "[token]")


def look_of(field: str) -> Callable[[Symbols, Typed, Span], Typed]:
    """A field of a zone's type: a constant, unless the zone may be one of several."""

    def value(world: Symbols, zone: Typed, place: Span) -> Typed:
        names = sorted(zone.zones or world.zones)
        found = [(name, _said(world, getattr(world.looks[name], field), place)) for name in names]
        result = found[-1][1]
        for name, look in found[:-1]:
            if look.expr != result.expr:
                named = n.ZonesNamed(name=name, span=place)
                test = n.Contains(items=named, value=zone.expr, span=place)
                expr = n.Conditional(test=test, then=look.expr, otherwise=result.expr, span=place)
                result = Typed(expr, look.type)
        return result

    return value


def _said(world: Symbols, look: str | bool, place: Span) -> Typed:
    if isinstance(look, bool):
        return Typed(n.Truth(value=look, span=place), "bool")
    if look in ("up", "down"):
        world.enums.setdefault("face", ("up", "down"))
        return Typed(n.Symbol(enum="face", value=look, span=place), "face")
    world.texts.setdefault(look)
    return Typed(n.Symbol(enum=TEXT_TYPE, value=look, span=place), TEXT_TYPE)


# ---- lists -------------------------------------------------------------------------------------


def name_of(value: Typed) -> str:
    """The name of a value that is a local name."""
    return value.expr.name if isinstance(value.expr, n.Local) else ""


def filtered(items: Typed, item: Typed | str, where: n.Expr) -> Typed:
    """The items for which a test holds, in which a name stands for the item."""
    name = item if isinstance(item, str) else name_of(item)
    kept = n.Filter(items=base_of(items), name=name, where=where, span=items.expr.span)
    if items.type == REALS and isinstance(items.expr, n.Each):
        return replace(items, expr=replace(items.expr, items=kept))
    return replace(items, expr=kept)


def mapped(world: Symbols, items: Typed, change: Callable[[Typed], Typed]) -> Typed:
    """A value computed from each item of a list; a chain of these becomes one, unless what the
    change may repeat is long."""
    span = items.expr.span
    inside = items.expr if isinstance(items.expr, n.Each) and items.type != REALS else None
    if inside is not None and written_out(inside.value) <= SHORT:
        base, name = inside.items, inside.name
        inner = change(world.one(items, inside.value))
    else:
        base = base_of(items)
        name, item = world.each(items, span)
        inner = change(item)
    result = n.Each(items=base, name=name, value=inner.expr, span=span)
    return Typed(result, list_of(inner.type), inner.zones)


def present(world: Symbols, items: Typed) -> Typed:
    """A list without the items that are nothing."""
    item = world.local("each", item_type(items.type), items.expr.span)
    return filtered(items, item, n.Exists(item=item.expr, span=item.expr.span))


def one_seat(world: Symbols, value: Typed, place: Span) -> Typed:
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


def apply(world: Symbols, value: Typed, function: str, place: Span) -> Typed:
    """The value of a function such as `top(...)` of one value."""
    known = FUNCTIONS.get(function)
    if known is None:
        message = f"there is no path function '{function}'"
        return world.hole(codes.PATH, place, message, did_you_mean(function, FUNCTIONS))
    return value if value.type == ANY else known(world, value, place)


def _end(last: bool) -> Callable[[Symbols, Typed, Span], Typed]:
    def end(world: Symbols, value: Typed, place: Span) -> Typed:
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
        return world.one(value, n.Item(items=value.expr, index=index, span=place))

    return end


def _misfit(world: Symbols, value: Typed, wanted: str, place: Span) -> Typed:
    message = f"{wanted} is needed here, but this is {world.say(value.type)}"
    return world.hole(codes.TYPE, place, message)


def cards_of(world: Symbols, value: Typed, place: Span) -> Typed:
    """The cards of a zone."""
    if value.type == "zone":
        return cards_in(world, value, place)
    if value.type == "[zone]":
        return joined_cards(world, value, place)
    return value if value.type == "[token]" else _misfit(world, value, "a zone", place)


def joined_cards(world: Symbols, zones: Typed, place: Span) -> Typed:
    """The cards of several zones as one list, zone by zone."""
    parts: list[n.Expr]
    if isinstance(zones.expr, n.ListOf):
        parts = [n.TokensIn(zone=zone, span=place) for zone in zones.expr.items]
    else:
        parts = [*_cards_of_seats(world, zones.expr, place)]
    if not parts:
        return world.not_yet(place, "the cards of these zones as one list")
    return Typed(n.Join(lists=tuple(parts), span=place), "[token]", zones.zones)


def _cards_of_seats(world: Symbols, zones: n.Expr, place: Span) -> Iterator[n.Expr]:
    """The cards of each seat's or team's zone; none where a seat does not play or is not meant."""
    if not isinstance(zones, n.Each):
        return
    seats = zones.items
    inner = seats.items if isinstance(seats, n.Filter) else seats
    for owner, test in _members(world, inner, place):
        if isinstance(seats, n.Filter):
            test.append(substitute(seats.where, {seats.name: owner}))
        cards = n.TokensIn(zone=substitute(zones.value, {zones.name: owner}), span=place)
        none = n.ListOf(items=(), of="token", span=place)
        whole = n.And(items=tuple(test), span=place)
        yield n.Conditional(test=whole, then=cards, otherwise=none) if test else cards


def _members(world: Symbols, owners: n.Expr, place: Span) -> Iterator[tuple[n.Expr, list[n.Expr]]]:
    """The seats or teams that may be in a list, each with what must hold for it to be there; none
    if that can't be told."""
    if isinstance(owners, n.Teams):
        yield from ((n.TeamNamed(name=name, span=place), []) for name in world.teams)
    for number in range(world.most if isinstance(owners, n.Seats | n.SeatsOf) else 0):
        seat, tests = n.Seat(number=number, span=place), list[n.Expr]()
        if number >= world.least:
            many = n.Length(items=n.Seats(span=place), span=place)
            tests.append(n.Less(left=n.Number(value=number), right=many, span=place))
        if isinstance(owners, n.SeatsOf):
            own = n.TeamOf(seat=seat, span=place)
            tests.append(n.Equal(left=own, right=owners.team, span=place))
        yield seat, tests


def count_of(world: Symbols, value: Typed, place: Span) -> Typed:
    """How many cards a zone or zones hold, or how many items a list has."""
    if value.type == "zone":
        return size_of(world, value, place)
    if value.type == "[zone]":
        sizes = mapped(world, value, lambda zone: size_of(world, zone, place))
        return Typed(n.Sum(items=sizes.expr, span=place), "int")
    if is_list(value.type):
        return Typed(n.Length(items=value.expr, span=place), "int")
    return Typed(n.Number(value=1, span=place), "int")


def of_card(
    change: Callable[[Symbols, Typed, Span], Typed],
) -> Callable[[Symbols, Typed, Span], Typed]:
    """A function of a card that also maps over lists and zones."""

    def function(world: Symbols, value: Typed, place: Span) -> Typed:
        if value.type == "zone":
            value = cards_in(world, value, place)
        if is_list(value.type) and item_type(value.type) != ANY:
            return mapped(world, value, lambda item: function(world, item, place))
        return change(world, value, place)

    return function


def _owner(world: Symbols, value: Typed, place: Span) -> Typed:
    if value.type not in ("token", "zone"):
        return _misfit(world, value, "a card", place)
    zone = value.expr if value.type == "zone" else n.ZoneOf(token=value.expr, span=place)
    return Typed(n.OwnerOf(zone=zone, span=place), "seat")


def card_property(name: str) -> Callable[[Symbols, Typed, Span], Typed]:
    """A function that gives a property of a card."""

    def function(world: Symbols, value: Typed, place: Span) -> Typed:
        if value.type != "token":
            return _misfit(world, value, "a card", place)
        return property_of(world, value, name, place)

    return of_card(function)


def _rank_value(world: Symbols, value: Typed, place: Span) -> Typed:
    if not world.ranks:
        return world.hole(codes.UNKNOWN, place, "no deck type has a rank_hierarchy")
    if value.type == "token":
        value = property_of(world, value, RANK if world.ranks == BY_RANK else BY_RANK, place)
        if world.ranks != BY_RANK:
            return value
    if world.join(value.type, world.properties.get(RANK, ANY)) is None:
        return _misfit(world, value, "a card or a rank", place)
    if world.ranks != BY_RANK:
        message = "the decks order their ranks differently: a rank alone has no rank_value"
        return world.hole(codes.TYPE, place, message, "take the rank_value of a card")
    return Typed(n.Lookup(table=world.ranks, key=value.expr, span=place), "int")


FUNCTIONS: dict[str, Callable[[Symbols, Typed, Span], Typed]] = {
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


def empty(world: Symbols, kind: str, span: Span) -> n.Expr:
    """What a name of a type starts as: nothing, or an empty list."""
    if is_list(kind):
        return n.ListOf(items=(), of=item_type(kind), span=span)
    return n.Nothing(type=kind, span=span) if world.nullable(kind) else n.Hole(span=span)
