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


class Possible(Exception):
    """A dry run came as far as it looks."""


class Hidden(Possible):
    """It came to something that its asker may not know."""


@dataclass(frozen=True)
class Place:
    """One zone on the table; the owner is a seat or a team."""

    zone: n.Zone
    owner: int | None
    index: int

    @property
    def seat(self) -> int | None:
        """The seat that owns it."""
        return self.owner if self.zone.per_seat else None


NOWHERE = n.Zone(name="", owner_sees="none", others_see="none", face="down")
"""Where tokens are that are not in play."""


class Things:
    """What never changes during a game, numbered from 1 as in the raw values."""

    def __init__(self, game: n.GameDef, players: int, options: dict[str, Any]) -> None:
        self.players = players
        self.teams = [[s for s in range(players) if s in team.seats] for team in game.teams]
        self.team_names = [team.name for team in game.teams]
        self.enums = {enum.name: enum.values for enum in game.enums}
        self.tables = {table.name: table.values for table in game.tables}
        self.properties = {p.name: (i, p.type) for i, p in enumerate(game.properties)}
        self.open = {p.name for p in game.properties if p.open}
        self.variables = {variable.name: variable for variable in game.variables}
        self.traits = {trait.name: trait for trait in game.traits}
        self.tokens = [t for supply in game.supplies for t in supply.tokens]
        self.places = [
            Place(zone, owner, index)
            for zone in game.zones
            for owner in self.owners(zone)
            for index in range(zone.count)
        ]
        self.zone_numbers = {
            (p.zone.name, p.owner, p.index): i for i, p in enumerate(self.places, 1)
        }
        self.first_branch = len(self.places) + 1
        self.branches: dict[Any, range] = {}
        self.add_branches(game)
        self.pools: dict[str, int] = {}
        for supply in game.supplies:
            if not supply.zone:
                self.places.append(Place(NOWHERE, None, 0))
                self.pools[supply.name] = len(self.places)
        self.pool_of = [0, *(self.pools.get(s.name, 0) for s in game.supplies for _ in s.tokens)]
        self.changing = [p.name for p in game.properties if p.changing]
        self.links = [
            (link.name, a, b, link.both)
            for link in game.links
            for a in [self.zone_numbers[link.zone_a, None, link.index_a]]
            for b in [self.zone_numbers[link.zone_b, None, link.index_b]]
        ]
        self.option_values = {o.name: self.option(o, options) for o in game.options}

    def count(self, kind: str) -> int:
        """How many values a type has, without nothing."""
        if kind in self.enums:
            return len(self.enums[kind])
        counts = {"bool": 2, "seat": self.players, "team": len(self.teams)}
        return {**counts, "token": len(self.tokens), "zone": len(self.places)}[kind]

    def owners(self, thing: n.Zone | n.VariableDef) -> list[int | None]:
        """For whom something is kept: seats, teams, or nobody in particular."""
        count = len(self.teams) if thing.per_team else self.players
        return [*range(count)] if thing.per_seat or thing.per_team else [None]

    def sight(self, place: Place, seat: int) -> str:
        """How much of a place a seat sees."""
        mine = seat == place.owner
        if place.zone.per_team and place.owner is not None:
            mine = seat in self.teams[place.owner]
        return place.zone.owner_sees if mine else place.zone.others_see

    def look(self, place: Place) -> Any:
        """All that decides who sees a token that comes to a place, and which way up."""
        zone = place.zone
        sights = [self.sight(place, seat) for seat in range(self.players)]
        seen = tuple("" if sight in ("count", "none") else sight for sight in sights)
        return zone.ordered, zone.face, seen

    def add_branches(self, game: n.GameDef) -> None:
        """Places that may hang below others: so many for each look."""
        looks: dict[Any, list[Place]] = {}
        for zone in game.zones:
            for owner in self.owners(zone):
                more = [Place(zone, owner, 0)] * zone.branches
                looks.setdefault(self.look(Place(zone, owner, 0)), []).extend(more)
        for look, places in looks.items():
            start = len(self.places) + 1
            self.places += places
            self.branches[look] = range(start, start + len(places))

    def zones_named(self, name: str) -> list[int]:
        """The numbers of all zones of a name."""
        return [i for (known, _, _), i in self.zone_numbers.items() if known == name]

    def neighbours(self, zone: int, name: str) -> list[int]:
        """The zones that links of a name lead to from a zone."""
        found: list[int] = []
        for link, a, b, both in self.links:
            if link == name:
                found += [b] if a == zone else []
                found += [a] if b == zone and both else []
        return list(dict.fromkeys(found))

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
        """The raw value of a token's property at the start."""
        position, kind = self.properties[name]
        return self.raw(self.tokens[token - 1].values[position], kind)

    def alike(self, supply: str) -> bool:
        """Whether the tokens of a pool have the same fixed properties."""
        own = [t + 1 for t in range(len(self.tokens)) if self.pool_of[t + 1] == self.pools[supply]]
        fixed = [name for name in self.properties if name not in self.changing]
        return len({tuple(self.property_of(t, name) for name in fixed) for t in own}) < 2

    def raw(self, value: int | bool | str, kind: str) -> int:
        """A written value as a number."""
        return self.symbol(kind, str(value)) if kind in self.enums else int(value)


@dataclass(frozen=True)
class Entry:
    """A call on the agenda."""

    boundary: str
    count: int
    procedure: str
    arguments: list[Any]


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
    properties: dict[str, list[int]] = field(default_factory=dict)  # those that change
    hangs: dict[int, tuple[int, int]] = field(default_factory=dict)  # from which zone, and where
    agenda: list[Entry] = field(default_factory=list)

    def lay_out(self, supplies: tuple[n.Supply, ...]) -> None:
        """Put every token where it starts; later supplies of a zone lie below earlier ones."""
        count = len(self.things.tokens)
        self.zones = [[] for _ in range(len(self.things.places) + 1)]
        self.faces = [False] * (count + 1)
        self.known = [0] * (count + 1)
        number = 0
        for supply in supplies:
            zone = self.things.pools.get(supply.name) or self.things.zones_named(supply.zone)[0]
            for _ in supply.tokens:
                number += 1
                self.zones[zone].append(number)
                self.faces[number] = self.things.places[zone - 1].zone.face == "up"
        for name in self.things.changing:
            first = [self.things.property_of(t, name) for t in range(1, count + 1)]
            self.properties[name] = [0, *first]
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
            properties={name: list(each) for name, each in self.properties.items()},
            hangs=dict(self.hangs),
            agenda=list(self.agenda),
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
            sight = self.things.sight(place, seat)
            if sight == "all" or (sight == "top" and position == 0):
                mask |= 1 << seat
        return mask

    def move(self, token: int, to: int, place: str | int) -> None:
        """Move one token, by name or to a position, and note who could follow it."""
        self.stand(to)
        source = self.zone_of(token)
        before, known = self.shown[token], list(self.known)
        self.grants.pop(token, None)
        self.zones[source].remove(token)
        ends = {"top": 0, "bottom": len(self.zones[to])}
        self.zones[to].insert(ends[place] if isinstance(place, str) else place, token)
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

    def insert(self, token: int, to: int, above: int) -> None:
        """Move one token in among those of a zone, of which all lose track who do not see them."""
        if not 0 <= above <= len([t for t in self.zones[to] if t != token]):
            raise Failed("no such place")
        self.move(token, to, above)
        self.forget(to)

    def create(self, pool: int, to: int, place: str) -> int:
        """Bring the lowest token of a pool into play."""
        if not self.zones[pool]:
            raise Failed("all are in play")
        token = min(self.zones[pool])
        self.move(token, to, place)
        return token

    def destroy(self, token: int) -> None:
        """Take a token out of play, as it was at the start."""
        pool = self.things.pool_of[token]
        if not pool or token in self.zones[pool]:
            raise Failed("not in play")
        self.move(token, pool, "top")
        self.zones[pool].sort()
        self.known[token] = 0
        for name, each in self.properties.items():
            each[token] = self.things.property_of(token, name)

    def child(self, zone: int, direction: int) -> int:
        """The zone below a zone, or 0."""
        if not 0 <= direction < 8:
            raise Failed("no direction")
        return next((z for z, at in self.hangs.items() if at == (zone, direction)), 0)

    def root(self, zone: int) -> int:
        """The zone at the end of all parents."""
        return self.root(self.hangs[zone][0]) if zone in self.hangs else zone

    def depth(self, zone: int) -> int:
        """How many zones it hangs from, one below another."""
        return 1 + self.depth(self.hangs[zone][0]) if zone in self.hangs else 0

    def tree(self, zone: int) -> list[int]:
        """A zone and all below it."""
        return self._tree(zone, {at: child for child, at in self.hangs.items()})

    def _tree(self, zone: int, children: dict[tuple[int, int], int]) -> list[int]:
        below = [children[zone, d] for d in range(8) if (zone, d) in children]
        return [zone, *(z for child in below for z in self._tree(child, children))]

    def stand(self, zone: int) -> None:
        """Fail for a branch that hangs nowhere."""
        branch = any(zone in numbers for numbers in self.things.branches.values())
        if branch and zone not in self.hangs:
            raise Failed("gone")

    def branches(self, zone: int) -> range:
        """The numbers of the zones that may grow below a zone."""
        place = self.things.places[zone - 1]
        return self.things.branches[self.things.look(place)] if place.zone.branches else range(0)

    def grow(self, zone: int, direction: int) -> int:
        """The zone below a zone, made of the lowest number that is free."""
        child = self.child(zone, direction)
        self.stand(zone)
        numbers = self.branches(zone)
        free = [number for number in numbers if number not in self.hangs]
        if not child and not free:
            raise Failed("no branch is left")
        child = child or free[0]
        self.hangs[child] = zone, direction
        return child

    def prune(self, zone: int) -> None:
        """Remove an empty zone with nothing below it."""
        if zone not in self.hangs or self.zones[zone] or self.tree(zone) != [zone]:
            raise Failed("it stays")
        del self.hangs[zone]

    def hang(self, zone: int, to: int, direction: int) -> None:
        """Hang a tree elsewhere."""
        self.stand(to)
        alike = self.branches(zone) == self.branches(to)
        taken = self.child(to, direction) != 0
        if zone not in self.hangs or taken or to in self.tree(zone) or not alike:
            raise Failed("it cannot hang there")
        self.hangs[zone] = to, direction

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
        self.forget(zone)

    def forget(self, zone: int) -> None:
        """Nobody who does not see the tokens of a zone can tell which is which any more."""
        for token in self.zones[zone]:
            self.grants.pop(token, None)
        self.look()
        for token in self.zones[zone]:
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
