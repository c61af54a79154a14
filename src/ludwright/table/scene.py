"""What is seen of a table, prepared for drawing: places with cards, and values."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from ..play.inspect_state import LookInfo, ZoneInfo
from ..play.sight import SeenCard, Sight
from .hand_order import held_order

STRAIGHT = Fraction(0)
SPACE = "space"  # the look of the zones of a map
BOOKKEEPING = "none"  # the look of zones that are shown as piles, and only while they have cards
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
    zone: int = 0  # its number


@dataclass(frozen=True, slots=True)
class Place:
    """A zone as it is drawn: its label, owner, number if there are several, and cards."""

    name: str
    label: str
    owner: int | None
    number: int  # from 1; 0 if it is the only one
    look: str  # pile, column, row or space; placed, if it has a spot; tree, if others hang below
    cards: tuple[str | None, ...]  # names from bottom to top, None if hidden
    counted: bool = True  # whether the number of cards is known
    spot: tuple[int, int] | None = None  # where it is on the table, see the node Spot
    turned: Fraction = STRAIGHT  # rotation of the top card in degrees
    branches: tuple[Node, ...] = ()  # piles hanging below it, parents first
    marks: tuple[tuple[str, str], ...] = ()  # variables of this place: names and values
    zone: int = 0  # the number of the zone, the same throughout a game
    grows: str = ""  # the direction in which its tree usually grows
    sorted: tuple[int, ...] = ()  # indices of cards in the order of a hand; () as they lie
    states: tuple[str, ...] = ()  # by card: its changing properties in words; () if none has any
    backs: tuple[str, ...] = ()  # by card: what its back shows; () if all backs are equal

    @property
    def shown(self) -> tuple[str | None, ...]:
        """The cards as a list shows them: in the order of a hand, each with its states."""
        states = self.states or ("",) * len(self.cards)
        named = [
            card and f"{card} {state}".rstrip()
            for card, state in zip(self.cards, states, strict=True)
        ]
        return tuple(named[i] for i in self.sorted or range(len(named)))

    @property
    def nodes(self) -> tuple[Node, ...]:
        """Its own pile and those hanging below it."""
        return (Node((), self.cards, self.turned, self.zone), *self.branches)

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
    type: str = ""  # of its variable


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything on a table that one seat sees; `seat` is None for a spectator."""

    seat: int | None
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


def scene_of(eyes: Sight) -> Scene:
    """The table as a seat sees it, without places that need not be shown."""
    zones = eyes.zones_by_number()
    several = {zone.name for zone in zones.values() if zone.index}
    below: dict[Which, list[Node]] = {}
    marks = _marks(eyes)
    places = []
    for number, zone in zones.items():
        if zone.path and zone.seat is None:
            lying = eyes.cards(number)
            below.setdefault(_which(zone), []).append(_node(eyes, number, zone, lying))
    for number, zone in zones.items():
        if zone.path and zone.seat is None:
            continue
        place = _place(eyes, number, zone, several)
        if zone.seat is None and not zone.index:
            place = replace(place, marks=tuple(marks.get(zone.name, ())))
        branches = sorted(below.get(_which(zone), ()), key=lambda node: node.path)
        if branches:
            place = replace(place, branches=tuple(branches), look=_look(zone, "tree"))
        if place.cards or branches or _stays(eyes, zone, place):
            places.append(place)
    return Scene(eyes.seat, eyes.names, tuple(places), tuple(_values(eyes)), eyes.look)


def visible(cards: Iterable[SeenCard]) -> list[SeenCard]:
    """The cards of a zone that a scene shows: all but anchors."""
    # An anchor that is not seen is drawn as a card: leaving it out would reveal it.
    return [card for card in cards if not (card.anchor and card.seen)]


def _stays(eyes: Sight, zone: ZoneInfo, place: Place) -> bool:
    """Whether an empty place is shown: not bookkeeping, nor one that only serves to shuffle, nor,
    in games with a layout, one without a spot."""
    if zone.look == BOOKKEEPING:
        return False
    if eyes.look and place.owner is None:
        return zone.spot is not None
    if zone.look == SPACE:
        return True
    return not place.counted or zone.name not in eyes.program.shuffled


def _place(eyes: Sight, number: int, zone: ZoneInfo, several: set[str]) -> Place:
    """A zone with its own cards, without those hanging below."""
    lying = eyes.cards(number)
    node, cards = _node(eyes, number, zone, lying), visible(lying)
    index = zone.index + 1 if zone.name in several and not zone.path else 0
    label = zone.label.removesuffix(f" {index}") if index else zone.label
    if zone.seat is not None:
        label = label.removeprefix(f"player {zone.seat + 1}'s ")
    held = zone.seat == eyes.seat and zone.seat is not None and zone.look == "row"
    one_back = len(set(eyes.program.backs[1:])) < 2
    return Place(
        name=zone.name,
        label=label,
        owner=zone.seat,
        number=index,
        look=_look(zone, "pile" if zone.look == BOOKKEEPING else zone.look),
        cards=node.cards,
        counted=eyes.counts_cards(number),
        spot=zone.spot,
        turned=node.turned,
        zone=number,
        grows=zone.grows,
        sorted=held_order(eyes.program, node.cards) if held else (),
        states=_states_of(eyes, cards) if zone.look == SPACE else (),
        backs=() if one_back else tuple(card.back for card in cards),
    )


def _node(eyes: Sight, number: int, zone: ZoneInfo, lying: list[SeenCard]) -> Node:
    """The cards of a zone as they are seen."""
    cards = visible(lying)
    # A seat may know a card that it does not see now; the table shows what is seen.
    names = tuple(card.name if card.seen else None for card in cards)
    # An anchor on top hides how the card below it is turned.
    open_top = bool(cards) and names[-1] is not None and cards[-1] is lying[-1]
    return Node(zone.path, names, eyes.rotations(number)[-1] if open_top else STRAIGHT, number)


def _states_of(eyes: Sight, cards: list[SeenCard]) -> tuple[str, ...]:
    """By card: its changing properties in words; () if none has any."""
    inner = {info.name for info in eyes.program.properties.values() if info.inner}
    states = [" ".join(_states(eyes.changing(card), inner)) if card.seen else "" for card in cards]
    return tuple(states) if any(states) else ()


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


def _marks(eyes: Sight) -> dict[str, list[tuple[str, str]]]:
    """The variables that belong to a zone of the map, by zone."""
    found: dict[str, list[tuple[str, str]]] = {}
    spaces = _spaces(eyes)
    for info in eyes.program.variables.values():
        if info.inner or eyes.hides(info.name):
            continue
        for index, zone in enumerate(info.places):
            value = eyes.variable(info.name, None, index if info.count > 1 else None)
            if value is not None and value != NOTHING and zone in spaces:
                mark = words(info.name), _text(eyes, value, info.type)
                found.setdefault(zone, []).append(mark)
    return found


def _spaces(eyes: Sight) -> set[str]:
    """The names of the zones of a map."""
    return {zone.name for zone in eyes.program.zones if zone and zone.look == SPACE}


def _values(eyes: Sight) -> Iterator[Value]:
    spaces = _spaces(eyes)
    for info in eyes.program.variables.values():
        kept = info.per_seat or info.per_team
        for place in range(len(eyes.program.owners(info))):
            owner, index = place if kept else None, place if info.count > 1 else None
            if info.places and info.places[place] in (spaces | {""}):
                continue  # shown on the map, or nowhere
            if not (info.inner or eyes.hides(info.name, owner)):
                value = eyes.variable(info.name, owner, index)
                if value is None and not kept:
                    continue  # not set yet
                text = _text(eyes, value, info.type)
                name, seat = words(info.name), owner
                if info.per_team:
                    name, seat = f"{eyes.program.teams[place].name}'s {name}", None
                which = "" if index is None else f" {index + 1}"
                which = f" of {info.places[place]}" if info.places else which
                yield Value(name + which, seat, text, info.type)


def words(name: str) -> str:
    """An identifier as separate words."""
    return HUMP.sub(lambda found: f" {found[0].lower()}", name.replace("_", " "))


def _text(eyes: Sight, value: int | bool | str | None, kind: str) -> str:
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return eyes.names[value] if kind == "seat" and isinstance(value, int) else str(value)
