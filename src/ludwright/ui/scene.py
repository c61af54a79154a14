"""What a seat sees of a table, prepared for drawing: places with cards, and values."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from ..play.inspect_state import LookInfo, ZoneInfo
from ..play.table import Table
from ..play.view import View
from .faces import by_suit

STRAIGHT = Fraction(0)
SPACE = "space"  # the look of the zones of a map
HUMP = re.compile(r"(?<=[a-z])[A-Z](?![A-Z])")  # a new word in camelCase
NOTHING = "-"  # how games write that a property has no value
Which = tuple[str, int | None, int]


@dataclass(frozen=True, slots=True)
class Node:
    """A pile of a tree: the directions to it, its cards from bottom to top (None if hidden) without
    anchors, which only mark the place, and the rotation of the top card in degrees."""

    path: tuple[int, ...]
    cards: tuple[str | None, ...]
    turned: Fraction = STRAIGHT


@dataclass(frozen=True, slots=True)
class Place:
    """A zone as it is drawn: its label, owner, number if there are several, and cards."""

    name: str
    label: str
    owner: int | None
    number: int  # from 1; 0 if it is the only one
    look: str  # pile, column, row or space; placed, if it has a spot; tree, if others hang below
    cards: tuple[str | None, ...]  # from bottom to top, None if hidden
    counted: bool = True  # whether the number of cards is known
    spot: tuple[int, int] | None = None  # where it is on the table, see the node Spot
    turned: Fraction = STRAIGHT  # rotation of the top card in degrees
    branches: tuple[Node, ...] = ()  # piles hanging below it, parents first
    marks: tuple[tuple[str, str], ...] = ()  # variables of this place: names and values

    @property
    def nodes(self) -> tuple[Node, ...]:
        """Its own pile and those hanging below it."""
        return (Node((), self.cards, self.turned), *self.branches)

    @property
    def numbered(self) -> str:
        """Its label and number, without its owner."""
        return f"{self.label} {self.number}" if self.number else self.label


@dataclass(frozen=True, slots=True)
class Value:
    """The value of a variable: of the whole table, or of a seat."""

    name: str
    owner: int | None
    text: str


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything on a table that one seat sees."""

    seat: int
    names: tuple[str, ...]
    places: tuple[Place, ...]
    values: tuple[Value, ...]
    look: LookInfo | None = None

    def cards(self) -> Iterator[str | None]:
        """All cards except those on a map; None for hidden ones."""
        piles = (place for place in self.places if place.look != SPACE)
        return (card for place in piles for node in place.nodes for card in node.cards)

    def title(self, place: Place) -> str:
        """The full name of a place, as this seat calls it."""
        if place.owner is None:
            return place.numbered
        whose = "your" if place.owner == self.seat else f"{self.names[place.owner]}'s"
        return f"{whose} {place.numbered}"


def scene_of(table: Table, seat: int) -> Scene:
    """The table as a seat sees it, without places that need not be shown."""
    eyes = table.view(seat)
    zones = table.zones()
    several = {zone.name for zone in zones if zone.index}
    below: dict[Which, list[Node]] = {}
    marks = _marks(table, eyes)
    places = []
    for zone in zones:
        if zone.path and zone.seat is None:
            below.setdefault(_which(zone), []).append(_seen(eyes, zone))
    for zone in zones:
        if zone.path and zone.seat is None:
            continue
        place = _place(table, eyes, zone, several)
        if zone.seat is None and not zone.index:
            place = replace(place, marks=tuple(marks.get(zone.name, ())))
        branches = sorted(below.get(_which(zone), ()), key=lambda node: node.path)
        if branches:
            place = replace(place, branches=tuple(branches), look=_look(zone, "tree"))
        if place.cards or branches or _stays(table, zone, place):
            places.append(place)
    return Scene(seat, table.names, tuple(places), tuple(_values(table, eyes)), table.look)


def _stays(table: Table, zone: ZoneInfo, place: Place) -> bool:
    """Whether an empty place is shown: not one that only serves to shuffle, nor, in games with a
    layout, one without a spot."""
    if table.look and place.owner is None:
        return zone.spot is not None
    if zone.look == SPACE:
        return True
    return not place.counted or zone.name not in table.program.shuffled


def _place(table: Table, eyes: View, zone: ZoneInfo, several: set[str]) -> Place:
    """A zone with its own cards, without those hanging below."""
    node = _seen(eyes, zone)
    cards = _described(table, eyes, zone) if zone.look == SPACE else node.cards
    if zone.seat == eyes.seat and zone.look == "row":
        cards = as_held(table, cards)
    number = zone.index + 1 if zone.name in several and not zone.path else 0
    label = zone.label.removesuffix(f" {number}") if number else zone.label
    if zone.seat is not None:
        label = label.removeprefix(f"player {zone.seat + 1}'s ")
    look, counted = _look(zone, zone.look), eyes.counts(*_which(zone))
    return Place(zone.name, label, zone.seat, number, look, cards, counted, zone.spot, node.turned)


def _described(table: Table, eyes: View, zone: ZoneInfo) -> tuple[str | None, ...]:
    """The cards of a zone as a seat sees them, each with its changing properties."""
    cards = _seen(eyes, zone).cards
    changed = eyes.changed(*_which(zone))
    if len(changed) != len(cards):  # anchors were left out, so the two cannot be paired
        return cards
    inner = {info.name for info in table.program.properties.values() if info.inner}
    return tuple(
        card and " ".join([card, *(_states(values, inner))])
        for card, values in zip(cards, changed, strict=True)
    )


def _states(values: dict[str, int | bool | str | None], inner: set[str]) -> Iterator[str]:
    """Changing properties as words: true ones by name, numbers with their name."""
    for name, value in values.items():
        if name in inner or value in (None, False, NOTHING, "none"):
            continue
        if value is True:
            yield name
        else:
            yield value if isinstance(value, str) else f"{name} {value}"


def _which(zone: ZoneInfo) -> Which:
    return zone.name, zone.owner, zone.index


def _look(zone: ZoneInfo, otherwise: str) -> str:
    return otherwise if zone.spot is None or zone.look == SPACE else "placed"


def _seen(eyes: View, zone: ZoneInfo) -> Node:
    """The cards of a zone as a seat sees them."""
    which, path = _which(zone), zone.path
    # A seat may know a card that it does not see now; the table shows what is seen.
    seen = zip(eyes.zone(*which, path=path), eyes.sees(*which, path=path), strict=False)
    cards = [card if shown else None for card, shown in seen]
    marks = zip(cards, eyes.anchored(*which, path=path), strict=False)
    visible = tuple(card for card, mark in marks if card is None or not mark)
    turns = eyes.turned(*which, path=path) if visible and cards[-1] else []
    return Node(path, visible, turns[-1] if turns and visible[-1] == cards[-1] else STRAIGHT)


def as_held(table: Table, hand: Sequence[str | None]) -> tuple[str | None, ...]:
    """A hand in the order in which it is shown everywhere: playing cards by suit and rank, others
    in the order of their declaration, hidden ones last."""
    names = table.program.tokens
    # Of several tokens with one name the first counts, hence the reversed order.
    order = {name: number for number, name in reversed(list(enumerate(names)))}
    order[""] = len(names)  # tokens are counted from 1: the empty name stands for hidden cards
    return tuple(by_suit(sorted(hand, key=lambda card: order.get(card or "", len(names)))))


def _marks(table: Table, eyes: View) -> dict[str, list[tuple[str, str]]]:
    """The variables that belong to a zone of the map, by zone."""
    found: dict[str, list[tuple[str, str]]] = {}
    spaces = _spaces(table)
    for info in table.program.variables.values():
        if info.inner or eyes.hides(info.name):
            continue
        for index, zone in enumerate(info.places):
            value = eyes.variable(info.name, None, index if info.count > 1 else None)
            if value is not None and value != NOTHING and zone in spaces:
                mark = words(info.name), _text(table, value, info.type)
                found.setdefault(zone, []).append(mark)
    return found


def _spaces(table: Table) -> set[str]:
    """The names of the zones of a map."""
    return {zone.name for zone in table.program.zones if zone and zone.look == SPACE}


def _values(table: Table, eyes: View) -> Iterator[Value]:
    spaces = _spaces(table)
    for info in table.program.variables.values():
        kept = info.per_seat or info.per_team
        for place in range(len(table.program.owners(info))):
            owner, index = place if kept else None, place if info.count > 1 else None
            if info.places and info.places[place] in (spaces | {""}):
                continue  # shown on the map, or nowhere
            if not (info.inner or eyes.hides(info.name, owner)):
                value = eyes.variable(info.name, owner, index)
                if value is None and not kept:
                    continue  # not set yet
                text = _text(table, value, info.type)
                name, seat = words(info.name), owner
                if info.per_team:
                    name, seat = f"{table.program.teams[place].name}'s {name}", None
                which = "" if index is None else f" {index + 1}"
                which = f" of {info.places[place]}" if info.places else which
                yield Value(name + which, seat, text)


def words(name: str) -> str:
    """An identifier as separate words."""
    return HUMP.sub(lambda found: f" {found[0].lower()}", name.replace("_", " "))


def _text(table: Table, value: int | bool | str | None, kind: str) -> str:
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return table.names[value] if kind == "seat" and isinstance(value, int) else str(value)
