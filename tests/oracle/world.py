"""What lies on the table: the fixed things of a game and the world that changes in play."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from ludwright.gamedef import nodes as n

from .rng import Rng


class Failed(Exception):
    """A statement or an expression fails."""


class Fault(Exception):
    """The game stops for a reason that no Attempt catches."""


@dataclass(frozen=True)
class Place:
    """One zone on the table."""

    zone: n.Zone
    seat: int | None
    index: int


class Things:
    """What never changes during a game, numbered from 1 as in the raw values."""

    def __init__(self, game: n.GameDef, players: int, options: dict[str, Any]) -> None:
        self.players = players
        self.enums = {enum.name: enum.values for enum in game.enums}
        self.tables = {table.name: table.values for table in game.tables}
        self.properties = {p.name: (i, p.type) for i, p in enumerate(game.properties)}
        self.variables = {variable.name: variable for variable in game.variables}
        self.tokens = [t for supply in game.supplies for t in supply.tokens]
        self.places = [
            Place(zone, seat, index)
            for zone in game.zones
            for seat in (range(players) if zone.per_seat else [None])
            for index in range(zone.count)
        ]
        self.zone_numbers = {
            (p.zone.name, p.seat, p.index): i for i, p in enumerate(self.places, 1)
        }
        self.option_values = {o.name: self.option(o, options) for o in game.options}

    def zones_named(self, name: str) -> list[int]:
        """The numbers of all zones of a name."""
        return [i for i, place in enumerate(self.places, 1) if place.zone.name == name]

    def symbol(self, enum: str, value: str) -> int:
        """The raw value of a symbol."""
        return self.enums[enum].index(value) + 1

    def option(self, option: n.Option, given: dict[str, Any]) -> int:
        """The raw value of an option as given by the caller, or its default."""
        value = given.get(option.name, getattr(option.default, "value", 0))
        if isinstance(option.default, n.Symbol):
            return self.symbol(option.default.enum, value)
        return int(value)

    def property_of(self, token: int, name: str) -> int:
        """The raw value of a token's property."""
        position, kind = self.properties[name]
        value = self.tokens[token - 1].values[position]
        return self.symbol(kind, str(value)) if kind in self.enums else int(value)


@dataclass
class World:
    """What changes: lists by zone and by token number start with an unused item 0."""

    things: Things
    rng: Rng
    stacked: dict[str, list[str]]
    turns: int = 0
    variables: dict[tuple[str, int | None], int] = field(default_factory=dict)
    zones: list[list[int]] = field(default_factory=list)
    faces: list[bool] = field(default_factory=list)
    shown: list[int] = field(default_factory=list)
    known: list[int] = field(default_factory=list)
    grants: dict[int, dict[int, bool]] = field(default_factory=dict)  # by token, by seat

    def lay_out(self, supplies: tuple[n.Supply, ...]) -> None:
        """Put every token where it starts; later supplies of a zone lie below earlier ones."""
        count = len(self.things.tokens)
        self.zones = [[] for _ in range(len(self.things.places) + 1)]
        self.faces = [False] * (count + 1)
        self.known = [0] * (count + 1)
        number = 0
        for supply in supplies:
            zone = self.things.zones_named(supply.zone)[0]
            for _ in supply.tokens:
                number += 1
                self.zones[zone].append(number)
                self.faces[number] = self.things.places[zone - 1].zone.face == "up"
        self.look()

    def copy(self) -> World:
        """An independent copy; the fixed things are shared."""
        return replace(
            self,
            rng=replace(self.rng),
            stacked=dict(self.stacked),
            variables=dict(self.variables),
            zones=[list(tokens) for tokens in self.zones],
            faces=list(self.faces),
            shown=list(self.shown),
            known=list(self.known),
            grants={token: dict(seats) for token, seats in self.grants.items()},
        )

    def back_to(self, saved: World) -> World:
        """The saved world with today's random numbers and knowledge; who sees knows again."""
        restored = saved.copy()
        restored.rng, restored.stacked = self.rng, self.stacked
        restored.known = [k | s for k, s in zip(self.known, restored.shown, strict=True)]
        return restored

    def zone_of(self, token: int) -> int:
        """The number of the zone a token lies in."""
        return next(i for i, tokens in enumerate(self.zones) if token in tokens)

    def look(self) -> None:
        """Recompute who sees what; whoever sees a token knows it."""
        self.shown = [0] * len(self.faces)
        for number, place in enumerate(self.things.places, 1):
            for position, token in enumerate(self.zones[number]):
                if self.faces[token]:
                    self.shown[token] = self.watchers(place, position)
        for token, seats in self.grants.items():
            for seat, shown in seats.items():
                mask = 1 << seat
                self.shown[token] = self.shown[token] | mask if shown else self.shown[token] & ~mask
        self.known = [k | s for k, s in zip(self.known, self.shown, strict=True)]

    def grant(self, token: int, seats: list[int], shown: bool) -> None:
        """Let seats see a token, or not, as long as it stays as it is."""
        given = self.grants.setdefault(token, {})
        given.update({seat - 1: shown for seat in seats if seat})
        self.look()

    def watchers(self, place: Place, position: int) -> int:
        """The seats that see a face-up token at a position of a zone."""
        mask = 0
        for seat in range(self.things.players):
            sight = place.zone.owner_sees if seat == place.seat else place.zone.others_see
            if sight == "all" or (sight == "top" and position == 0):
                mask |= 1 << seat
        return mask

    def move(self, token: int, to: int, place: str) -> None:
        """Move one token and note who could follow it."""
        source = self.zone_of(token)
        before, known = self.shown[token], list(self.known)
        self.grants.pop(token, None)
        self.zones[source].remove(token)
        self.zones[to].insert(0 if place == "top" else len(self.zones[to]), token)
        face = self.things.places[to - 1].zone.face
        self.faces[token] = {"up": True, "down": False, "keep": self.faces[token]}[face]
        self.look()
        seen = before | self.shown[token]
        ordered = self.things.places[source - 1].zone.ordered
        follow = (1 << self.things.players) - 1 if ordered else seen
        known[token] = (known[token] & follow) | seen
        if not ordered:
            for other in self.zones[source]:
                if other != token:
                    known[other] &= follow | self.shown[other]
        self.known = [k | s for k, s in zip(known, self.shown, strict=True)]

    def turn(self, token: int, up: bool) -> None:
        """Turn a token where it lies."""
        if self.faces[token] != up:
            self.grants.pop(token, None)
        self.faces[token] = up
        self.look()

    def shuffle(self, zone: int) -> None:
        """Put a zone of two or more tokens in random order, or the first time in a given one."""
        tokens = self.zones[zone]
        given = self.stacked.pop(self.things.places[zone - 1].zone.name, None)
        if given is None:
            self.rng.shuffle(tokens)
        else:
            self.zones[zone] = tokens = self.stack(tokens, given)
        for token in tokens:
            self.grants.pop(token, None)
        self.look()
        for token in tokens:
            self.known[token] &= self.shown[token]

    def stack(self, tokens: list[int], given: list[str]) -> list[int]:
        """The named tokens in their order on top of the others."""
        rest, top = list(tokens), []
        for name in given:
            match = [t for t in rest if self.things.tokens[t - 1].name == name]
            if not match:
                raise Fault("stacked")
            rest.remove(match[0])
            top.append(match[0])
        return top + rest
