"""Typed values: properties of cards, ends of zones, lists, and the functions around a path."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from ....diagnostics import Span, did_you_mean
from ....gamedef import nodes as n
from ....gamedef.types import ANY, is_list, item_type, list_of
from ....gamedef.walk import substitute
from ...builders import written_out
from ...names import refers
from .. import codes
from .cards import BY_RANK
from .symbols import REALS, TEXT_TYPE, Symbols, Typed, base_of

RANK, SUIT = "rank", "suit"
SHORT = 8


def property_of(symbols: Symbols, card: Typed, name: str, span: Span) -> Typed:
    """A property of a card."""
    refers("property", name, span, known=symbols.properties)
    if name not in symbols.properties:
        return symbols.unknown(span, "property", name, symbols.properties)
    return Typed(n.PropertyOf(token=card.expr, property=name, span=span), symbols.properties[name])


def face_of(symbols: Symbols, card: Typed, span: Span) -> Typed:
    """The side of a card that is up; nothing if there is no card."""
    symbols.enums.setdefault("face", ("up", "down"))
    up, down = (n.Symbol(enum="face", value=value, span=span) for value in ("up", "down"))
    test = n.IsFaceUp(token=card.expr, span=span)
    face = n.Conditional(test=test, then=up, otherwise=down, span=span)
    there = n.Exists(item=card.expr, span=span)
    none = n.Nothing(type="face", span=span)
    return Typed(n.Conditional(test=there, then=face, otherwise=none, span=span), "face")


def top_of(symbols: Symbols, zone: Typed, span: Span) -> Typed:
    """The top card of a zone."""
    return Typed(n.TopOf(zone=zone.expr, span=span), "token")


def bottom_of(symbols: Symbols, zone: Typed, span: Span) -> Typed:
    """The bottom card of a zone."""
    return Typed(n.BottomOf(zone=zone.expr, span=span), "token")


def size_of(symbols: Symbols, zone: Typed, span: Span) -> Typed:
    """The number of cards in a zone."""
    return Typed(n.SizeOf(zone=zone.expr, span=span), "int")


def cards_in(symbols: Symbols, zone: Typed, span: Span) -> Typed:
    """The cards of a zone, from the top down."""
    return Typed(n.TokensIn(zone=zone.expr, span=span), "[token]")


def look_of(field: str) -> Callable[[Symbols, Typed, Span], Typed]:
    """A field of a zone's type: a constant, unless the zone may be one of several."""

    def value(symbols: Symbols, zone: Typed, span: Span) -> Typed:
        names = sorted(zone.zones or symbols.zones)
        found = [
            (name, _said(symbols, getattr(symbols.looks[name], field), span)) for name in names
        ]
        # Chained over the zones that differ: usually all agree, and the result is a constant.
        result = found[-1][1]
        for name, look in found[:-1]:
            if look.expr != result.expr:
                named = n.ZonesNamed(name=name, span=span)
                test = n.Contains(items=named, value=zone.expr, span=span)
                expr = n.Conditional(test=test, then=look.expr, otherwise=result.expr, span=span)
                result = Typed(expr, look.type)
        return result

    return value


def _said(symbols: Symbols, look: str | bool, span: Span) -> Typed:
    if isinstance(look, bool):
        return Typed(n.Truth(value=look, span=span), "bool")
    if look in ("up", "down"):
        symbols.enums.setdefault("face", ("up", "down"))
        return Typed(n.Symbol(enum="face", value=look, span=span), "face")
    symbols.texts.setdefault(look)
    return Typed(n.Symbol(enum=TEXT_TYPE, value=look, span=span), TEXT_TYPE)


# ---- lists -------------------------------------------------------------------------------------


def name_of(value: Typed) -> str:
    """The name of a value that is a local."""
    return value.expr.name if isinstance(value.expr, n.Local) else ""


def filtered(items: Typed, item: Typed | str, where: n.Expr) -> Typed:
    """The items for which a test of a local holds."""
    name = item if isinstance(item, str) else name_of(item)
    kept = n.Filter(items=base_of(items), name=name, where=where, span=items.expr.span)
    if items.type == REALS and isinstance(items.expr, n.Each):
        return replace(items, expr=replace(items.expr, items=kept))
    return replace(items, expr=kept)


def mapped(symbols: Symbols, items: Typed, change: Callable[[Typed], Typed]) -> Typed:
    """A value computed from each item of a list. Nested maps are fused, unless the inner value is
    large and the outer one may repeat it."""
    span = items.expr.span
    inside = items.expr if isinstance(items.expr, n.Each) and items.type != REALS else None
    if inside is not None and written_out(inside.value) <= SHORT:
        base, name = inside.items, inside.name
        inner = change(symbols.one(items, inside.value))
    else:
        base = base_of(items)
        name, item = symbols.each(items, span)
        inner = change(item)
    result = n.Each(items=base, name=name, value=inner.expr, span=span)
    return Typed(result, list_of(inner.type), inner.zones)


def present(symbols: Symbols, items: Typed) -> Typed:
    """A list without its absent items."""
    item = symbols.local("each", item_type(items.type), items.expr.span)
    return filtered(items, item, n.Exists(item=item.expr, span=item.expr.span))


def seats_equal(symbols: Symbols, player: n.Expr, span: Span) -> n.Expr:
    """A list of the one seat that is a player; empty if there is no such player."""
    # A filter, not a list of one: an absent player then gives an empty list.
    seat = symbols.local("seat", "seat", span)
    same = n.Equal(left=seat.expr, right=player, span=span)
    return n.Filter(items=n.Seats(), name=name_of(seat), where=same, span=span)


def one_seat(symbols: Symbols, value: Typed, span: Span) -> Typed:
    """A player where one is expected; a list must have exactly one at run time."""
    if symbols.join(value.type, "seat") is not None:
        return Typed(value.expr, "seat")
    if symbols.known(value.type) != "[seat]":
        return symbols.hole(
            codes.TYPE, span, f"expected a player, found {symbols.describe(value.type)}"
        )
    # The index is out of range, and fails, unless the list has exactly one item.
    many = n.Subtract(left=n.Length(items=value.expr), right=n.Number(value=1))
    index = n.Multiply(left=many, right=n.Number(value=1000))
    return Typed(n.Item(items=value.expr, index=index, span=span), "seat")


# ---- functions around a path -------------------------------------------------------------------


def apply(symbols: Symbols, value: Typed, function: str, span: Span) -> Typed:
    """The value of a function such as `top(...)` of one value."""
    known = FUNCTIONS.get(function)
    if known is None:
        message = f"unknown path function '{function}'"
        return symbols.hole(codes.PATH, span, message, did_you_mean(function, FUNCTIONS))
    return value if value.type == ANY else known(symbols, value, span)


def _end(last: bool) -> Callable[[Symbols, Typed, Span], Typed]:
    def end(symbols: Symbols, value: Typed, span: Span) -> Typed:
        field = bottom_of if last else top_of
        if value.type == "zone":
            return field(symbols, value, span)
        if value.type == "[zone]":
            return present(symbols, mapped(symbols, value, lambda zone: field(symbols, zone, span)))
        if not is_list(value.type):
            return _misfit(symbols, value, "a zone or a list", span)
        size = n.Length(items=value.expr, span=span)
        first = n.Number(value=0, span=span)
        index = n.Subtract(left=size, right=n.Number(value=1), span=span) if last else first
        return symbols.one(value, n.Item(items=value.expr, index=index, span=span))

    return end


def _misfit(symbols: Symbols, value: Typed, wanted: str, span: Span) -> Typed:
    message = f"expected {wanted}, found {symbols.describe(value.type)}"
    return symbols.hole(codes.TYPE, span, message)


def cards_of(symbols: Symbols, value: Typed, span: Span) -> Typed:
    """The cards of a zone."""
    if value.type == "zone":
        return cards_in(symbols, value, span)
    if value.type == "[zone]":
        return joined_cards(symbols, value, span)
    return value if value.type == "[token]" else _misfit(symbols, value, "a zone", span)


def joined_cards(symbols: Symbols, zones: Typed, span: Span) -> Typed:
    """The cards of several zones as one list, zone by zone."""
    parts: list[n.Expr]
    if isinstance(zones.expr, n.ListOf):
        parts = [n.TokensIn(zone=zone, span=span) for zone in zones.expr.items]
    else:
        # The machine has no list of lists: the zones are enumerated, seat by seat.
        parts = [*_cards_of_seats(symbols, zones.expr, span)]
    if not parts:
        return symbols.not_yet(span, "the cards of these zones as one list")
    return Typed(n.Join(lists=tuple(parts), span=span), "[token]", zones.zones)


def _cards_of_seats(symbols: Symbols, zones: n.Expr, span: Span) -> Iterator[n.Expr]:
    """The cards of each seat's or team's zone; empty for seats that are not selected."""
    if not isinstance(zones, n.Each):
        return
    seats = zones.items
    inner = seats.items if isinstance(seats, n.Filter) else seats
    for owner, test in _members(symbols, inner, span):
        if isinstance(seats, n.Filter):
            test.append(substitute(seats.where, {seats.name: owner}))
        cards = n.TokensIn(zone=substitute(zones.value, {zones.name: owner}), span=span)
        none = n.ListOf(items=(), of="token", span=span)
        whole = n.And(items=tuple(test), span=span)
        yield n.Conditional(test=whole, then=cards, otherwise=none) if test else cards


def _members(symbols: Symbols, owners: n.Expr, span: Span) -> Iterator[tuple[n.Expr, list[n.Expr]]]:
    """The seats or teams that a list may contain, each with its condition; none if unknown."""
    if isinstance(owners, n.Teams):
        yield from ((n.TeamNamed(name=name, span=span), []) for name in symbols.teams)
    for number in range(symbols.most if isinstance(owners, n.Seats | n.SeatsOf) else 0):
        seat, tests = n.Seat(number=number, span=span), list[n.Expr]()
        # A seat that is not taken in a game with fewer players has no zones.
        if number >= symbols.least:
            many = n.Length(items=n.Seats(span=span), span=span)
            tests.append(n.Less(left=n.Number(value=number), right=many, span=span))
        if isinstance(owners, n.SeatsOf):
            own = n.TeamOf(seat=seat, span=span)
            tests.append(n.Equal(left=own, right=owners.team, span=span))
        yield seat, tests


def count_of(symbols: Symbols, value: Typed, span: Span) -> Typed:
    """The number of cards in a zone or zones, or of items in a list."""
    if value.type == "zone":
        return size_of(symbols, value, span)
    if value.type == "[zone]":
        sizes = mapped(symbols, value, lambda zone: size_of(symbols, zone, span))
        return Typed(n.Sum(items=sizes.expr, span=span), "int")
    if is_list(value.type):
        return Typed(n.Length(items=value.expr, span=span), "int")
    return Typed(n.Number(value=1, span=span), "int")


def of_card(
    change: Callable[[Symbols, Typed, Span], Typed],
) -> Callable[[Symbols, Typed, Span], Typed]:
    """A function of a card that is mapped over lists and zones."""

    def function(symbols: Symbols, value: Typed, span: Span) -> Typed:
        if value.type == "zone":
            value = cards_in(symbols, value, span)
        if is_list(value.type) and item_type(value.type) != ANY:
            return mapped(symbols, value, lambda item: function(symbols, item, span))
        return change(symbols, value, span)

    return function


def _owner(symbols: Symbols, value: Typed, span: Span) -> Typed:
    if value.type not in ("token", "zone"):
        return _misfit(symbols, value, "a card", span)
    zone = value.expr if value.type == "zone" else n.ZoneOf(token=value.expr, span=span)
    return Typed(n.OwnerOf(zone=zone, span=span), "seat")


def card_property(name: str) -> Callable[[Symbols, Typed, Span], Typed]:
    """A function that reads a property of a card."""

    def function(symbols: Symbols, value: Typed, span: Span) -> Typed:
        if value.type != "token":
            return _misfit(symbols, value, "a card", span)
        return property_of(symbols, value, name, span)

    return of_card(function)


def _rank_value(symbols: Symbols, value: Typed, span: Span) -> Typed:
    if not symbols.ranks:
        return symbols.hole(
            codes.UNKNOWN, span, "rank_value needs a rank_hierarchy, and no deck type has one"
        )
    if value.type == "token":
        value = property_of(symbols, value, RANK if symbols.ranks == BY_RANK else BY_RANK, span)
        if symbols.ranks != BY_RANK:
            return value
    if symbols.join(value.type, symbols.properties.get(RANK, ANY)) is None:
        return _misfit(symbols, value, "a card or a rank", span)
    if symbols.ranks != BY_RANK:
        message = "ambiguous rank_value of a rank: the decks order their ranks differently"
        return symbols.hole(codes.TYPE, span, message, "take the rank_value of a card")
    return Typed(n.Lookup(table=symbols.ranks, key=value.expr, span=span), "int")


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
"""The functions that may enclose a path; the operators of the same names are identical."""


def empty(symbols: Symbols, kind: str, span: Span) -> n.Expr:
    """The initial value of a local: nothing, or an empty list."""
    if is_list(kind):
        return n.ListOf(items=(), of=item_type(kind), span=span)
    return n.Nothing(type=kind, span=span) if symbols.nullable(kind) else n.Hole(span=span)
