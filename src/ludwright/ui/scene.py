"""What a seat sees of a table, sorted for drawing: places with cards, and values."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from ..play.inspect_state import LookInfo, ZoneInfo
from ..play.table import Table
from ..play.view import View

STRAIGHT = Fraction(0)
SPACE = "space"  # how the zones of a map look
HUMP = re.compile(r"(?<=[a-z])[A-Z](?![A-Z])")  # where a word begins in the middle of a name
NOTHING = "-"  # how games write that a property has no value
Which = tuple[str, int | None, int]


@dataclass(frozen=True, slots=True)
class Node:
    """A pile of a tree: the directions to it, its cards from bottom to top (None where the seat
    can't tell) without those that only mark the place, and by how much the top one is turned."""

    path: tuple[int, ...]
    cards: tuple[str | None, ...]
    turned: Fraction = STRAIGHT


@dataclass(frozen=True, slots=True)
class Place:
    """A zone: what it is called, whose it is, its number if there are several, and its cards."""

    name: str
    label: str
    owner: int | None
    number: int  # from 1; 0 if it is the only one
    look: str  # pile, column, row or space; or placed, at a spot; or tree, if others hang below it
    cards: tuple[str | None, ...]  # from bottom to top, None where the seat can't tell
    counted: bool = True  # whether the seat may know how many there are
    spot: tuple[int, int] | None = None  # where people lay it, see the node Spot
    turned: Fraction = STRAIGHT  # by how many degrees its top card is turned
    branches: tuple[Node, ...] = ()  # what hangs below it, each before those below itself
    marks: tuple[tuple[str, str], ...] = ()  # what is counted or remembered of it: names, values

    @property
    def nodes(self) -> tuple[Node, ...]:
        """Its piles: its own, and what hangs below it."""
        return (Node((), self.cards, self.turned), *self.branches)

    @property
    def numbered(self) -> str:
        """What people call it, if they know whose it is."""
        return f"{self.label} {self.number}" if self.number else self.label


@dataclass(frozen=True, slots=True)
class Value:
    """Something that is counted or remembered: of the whole table, or of a seat."""

    name: str
    owner: int | None
    text: str


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything on a table that one seat may see."""

    seat: int
    names: tuple[str, ...]
    places: tuple[Place, ...]
    values: tuple[Value, ...]
    look: LookInfo | None = None

    def cards(self) -> Iterator[str | None]:
        """All cards that lie somewhere, but not on a map; None for those the seat can't tell."""
        piles = (place for place in self.places if place.look != SPACE)
        return (card for place in piles for node in place.nodes for card in node.cards)

    def title(self, place: Place) -> str:
        """What people at this seat call a place."""
        if place.owner is None:
            return place.numbered
        whose = "your" if place.owner == self.seat else f"{self.names[place.owner]}'s"
        return f"{whose} {place.numbered}"


def scene_of(table: Table, seat: int) -> Scene:
    """The table as a seat sees it; places that are only used to shuffle are left out if empty."""
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
    """Whether a place is shown though it looks empty: not if it is only used to shuffle or, where
    the game says what lies on the table, if it does not."""
    if table.look and place.owner is None:
        return zone.spot is not None
    if zone.look == SPACE:
        return True
    return not place.counted or zone.name not in table.program.shuffled


def _place(table: Table, eyes: View, zone: ZoneInfo, several: set[str]) -> Place:
    """A zone with its own cards."""
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
    """The cards of a zone as a seat sees them, each with what changes about it."""
    cards = _seen(eyes, zone).cards
    changed = eyes.changed(*_which(zone))
    if len(changed) != len(cards):
        return cards
    inner = {info.name for info in table.program.properties.values() if info.inner}
    return tuple(
        card and " ".join([card, *(_states(values, inner))])
        for card, values in zip(cards, changed, strict=True)
    )


def _states(values: dict[str, int | bool | str | None], inner: set[str]) -> Iterator[str]:
    """What properties that change say: truths by their names, numbers with them."""
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
    # What the seat knows but does not see now is for its memory, not for its eyes.
    seen = zip(eyes.zone(*which, path=path), eyes.sees(*which, path=path), strict=False)
    cards = [card if shown else None for card, shown in seen]
    marks = zip(cards, eyes.anchored(*which, path=path), strict=False)
    lying = tuple(card for card, mark in marks if card is None or not mark)
    turns = eyes.turned(*which, path=path) if lying and cards[-1] else []
    return Node(path, lying, turns[-1] if turns and lying[-1] == cards[-1] else STRAIGHT)


def as_held(table: Table, hand: Sequence[str | None]) -> tuple[str | None, ...]:
    """A hand in the order in which the game names its cards; what can't be told comes last."""
    names = table.program.tokens
    order = {name: number for number, name in reversed(list(enumerate(names)))}
    return tuple(sorted(hand, key=lambda card: order.get(card or "", len(names))))


def _marks(table: Table, eyes: View) -> dict[str, list[tuple[str, str]]]:
    """What is counted or remembered of each zone."""
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
                continue  # it is shown there, or nowhere
            if not (info.inner or eyes.hides(info.name, owner)):
                value = eyes.variable(info.name, owner, index)
                if value is None and not kept:
                    continue  # nothing is remembered
                text = _text(table, value, info.type)
                name, seat = words(info.name), owner
                if info.per_team:
                    name, seat = f"{table.program.teams[place].name}'s {name}", None
                which = "" if index is None else f" {index + 1}"
                which = f" of {info.places[place]}" if info.places else which
                yield Value(name + which, seat, text)


def words(name: str) -> str:
    """A name as people write it, in words."""
    return HUMP.sub(lambda found: f" {found[0].lower()}", name.replace("_", " "))


def _text(table: Table, value: int | bool | str | None, kind: str) -> str:
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return table.names[value] if kind == "seat" and isinstance(value, int) else str(value)
