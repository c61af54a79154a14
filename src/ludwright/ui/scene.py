"""What a seat sees of a table, sorted for drawing: places with cards, and values."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ..play.table import Table
from ..play.view import View


@dataclass(frozen=True, slots=True)
class Place:
    """A zone: what it is called, whose it is, its number if there are several, and its cards."""

    name: str
    label: str
    owner: int | None
    number: int  # from 1; 0 if it is the only one
    look: str  # pile, column or row; or placed, at a spot
    cards: tuple[str | None, ...]  # from bottom to top, None where the seat can't tell
    counted: bool = True  # whether the seat may know how many there are
    spot: tuple[int, int] | None = None  # where people lay it, in hundredths of a pile

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
    places = []
    for zone in zones:
        which = (zone.name, zone.owner, zone.index)
        # What the seat knows but does not see now is for its memory, not for its eyes.
        seen = zip(
            eyes.zone(*which, path=zone.path), eyes.sees(*which, path=zone.path), strict=False
        )
        cards = tuple(card if shown else None for card, shown in seen)
        if zone.seat == seat and zone.look == "row":
            cards = _sorted(table, cards)
        counted = eyes.counts(*which)
        if counted and not cards and zone.name in table.program.shuffled:
            continue
        number = zone.index + 1 if zone.name in several else 0
        label = zone.label.removesuffix(f" {number}") if number else zone.label
        if zone.seat is not None:
            label = label.removeprefix(f"player {zone.seat + 1}'s ")
        look = zone.look if zone.spot is None else "placed"
        places.append(Place(zone.name, label, zone.seat, number, look, cards, counted, zone.spot))
    return Scene(seat, table.names, tuple(places), tuple(_values(table, eyes)))


def _sorted(table: Table, hand: tuple[str | None, ...]) -> tuple[str | None, ...]:
    """A hand in the order in which the game names its cards; what can't be told comes last."""
    names = table.program.tokens
    order = {name: number for number, name in reversed(list(enumerate(names)))}
    return tuple(sorted(hand, key=lambda card: order.get(card or "", len(names))))


def _values(table: Table, eyes: View) -> Iterator[Value]:
    for info in table.program.variables.values():
        kept = info.per_seat or info.per_team
        for place in range(len(table.program.owners(info))):
            owner, index = place if kept else None, place if info.count > 1 else None
            if not (info.inner or eyes.hides(info.name, owner)):
                text = _text(table, eyes.variable(info.name, owner, index), info.type)
                name, seat = info.name.replace("_", " "), owner
                if info.per_team:
                    name, seat = f"{table.program.teams[place].name}'s {name}", None
                yield Value(name if index is None else f"{name} {index + 1}", seat, text)


def _text(table: Table, value: int | bool | str | None, kind: str) -> str:
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return table.names[value] if kind == "seat" and isinstance(value, int) else str(value)
