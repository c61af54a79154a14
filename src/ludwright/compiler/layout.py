"""The layout of the state: numbers of tokens and zones, addresses of everything a game stores."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ..gamedef import nodes as n
from ..gamedef.claims import TREES, may
from ..gamedef.intervals import Intervals
from ..gamedef.walk import walk
from ..machine import state as m
from ..machine.column_table import columns_of
from ..machine.look import LookInfo
from ..machine.program import ZoneInfo

FACES = {"down": 0, "up": 1, "keep": 2}


@dataclass(frozen=True)
class Family:
    """The zones of one name: the number of the first, how many per owner, how many owners."""

    zone: n.Zone
    first: int
    seats: int

    def number(self, seat: int = 0, index: int = 0) -> int:
        """The number of one of them; seat and index count from 0."""
        return self.first + seat * self.zone.count + index

    @property
    def numbers(self) -> range:
        """The numbers of all of them."""
        return range(self.first, self.first + self.seats * self.zone.count)


class Layout:
    """Numbers and addresses of everything that a game declares, for a number of seats."""

    def __init__(self, game: n.GameDef, seats: int, chance: bool = False) -> None:
        self.game = game
        self.intervals = Intervals(game)
        self.seats = seats
        self.teams = [[s for s in sorted(set(t.seats)) if s < seats] for t in game.teams]
        self.tokens = [t for supply in game.supplies for t in supply.tokens]
        self.backs = [supply.name for supply in game.supplies for _ in supply.tokens]
        self.open = {p.name: i for i, p in enumerate(game.properties) if p.open}
        self._places = {e.name: {x: i for i, x in enumerate(e.values, 1)} for e in game.enums}
        self._tables: dict[str, list[int]] = {}
        self._alike: dict[str, bool] = {}
        self.families: dict[str, Family] = {}
        self.zones: list[ZoneInfo | None] = [None]
        self.looks: list[tuple[int, int]] = [(0, 0)]  # by zone: who sees it, see machine/state.py
        self.branches: dict[tuple[int, int], range] = {}  # by look: the zones that may grow
        for zone in game.zones:
            self._add_zone(zone)
        self.first_branch = len(self.zones)
        self._add_branches()
        self.past_branches = len(self.zones)
        # A hidden zone for each supply whose tokens start out of play.
        self.pools: dict[str, int] = {}
        for supply in game.supplies:
            if not supply.zone:
                self.pools[supply.name] = len(self.zones)
                self.zones.append(None)
                self.looks.append((m.ORDERED, 0))
        # Number 0 is nothing, so every array has one more word than there are tokens or zones.
        n1, z1 = len(self.tokens) + 1, len(self.zones)
        self.columns = columns_of(n1, z1)
        self.results = self.columns.end
        self.first_variable = self.results + m.RESULT_WORDS * seats
        self.variables: dict[str, int] = {}
        address = self.first_variable
        for variable in game.variables:
            self.variables[variable.name] = address
            address += self.copies(variable)
        self.grants = 0  # a word per token, if the game shows or hides tokens one by one
        self.bags = 0  # a word per token, if the caller decides the outcome of chance
        if chance or any(isinstance(x, n.Show | n.Hide) for x in walk(game)):
            self.grants = address
            address += n1
        if chance:
            self.bags = address
            address += n1
        self.changing: dict[str, int] = {}
        # Fixed properties are tables in the code; only changing ones need words of the state.
        for each in game.properties:
            if each.changing:
                self.changing[each.name] = address
                address += n1
        # Followed by directions, eight children and, in chains, the deepest zones: z1 words each.
        self.parents = address
        self.has_trees = bool(self.branches) or any(may(x, TREES) for x in walk(game))
        self.way = self._only_way() if self.has_trees else -1
        address += (2 + m.DIRECTIONS + (self.way >= 0)) * z1 if self.has_trees else 0
        self.end = address

    def values_of(self, kind: str) -> int | None:
        """How many raw values a type has, nothing included; None if too many to count."""
        if kind in self._places:
            return len(self._places[kind]) + 1
        counts = {
            "bool": 2,
            "seat": self.seats + 1,
            "team": len(self.teams) + 1,
            "token": len(self.tokens) + 1,
            "zone": len(self.zones),
        }
        return counts.get(kind)

    def copies(self, variable: n.VariableDef) -> int:
        """How many words a variable has."""
        return len(self.owners(variable)) * variable.count

    def owners(self, thing: n.Zone | n.VariableDef) -> list[list[int]]:
        """The owners of each zone or variable of a declaration: a seat, a team's seats, or none."""
        if thing.per_team:
            return self.teams
        return [[seat] for seat in range(self.seats)] if thing.per_seat else [[]]

    def _add_zone(self, zone: n.Zone) -> None:
        owners = self.owners(zone)
        self.families[zone.name] = Family(zone, len(self.zones), len(owners))
        label = zone.label or zone.name.replace("_", " ")
        everybody = range(self.seats)
        # Reversed, so that the first of duplicate spots is the one that stays.
        own = [spot for spot in reversed(self.game.spots) if spot.zone == zone.name]
        spots = {spot.index: (spot.x, spot.y) for spot in own}
        for number, seats in enumerate(owners):
            seat = number if zone.per_seat else None
            team = number if zone.per_team else None
            whose = f"player {number + 1}'s " if zone.per_seat else ""
            whose = f"{self.game.teams[number].name}'s " if zone.per_team else whose
            for index in range(zone.count):
                shown = f"{whose}{label} {index + 1}" if zone.count > 1 else f"{whose}{label}"
                sees = [zone.owner_sees if s in seats else zone.others_see for s in everybody]
                uncounted = frozenset(s for s in everybody if sees[s] == "none")
                spot = spots.get(index)
                info = ZoneInfo(
                    zone.name, seat, index, shown, uncounted, zone.look, team=team, spot=spot
                )
                self.zones.append(replace(info, grows=zone.grows, turned=zone.turned))
                self.looks.append(self._look(zone, seats))

    def _add_branches(self) -> None:
        """Reserve numbers for branches, one range for all trees whose zones are seen alike."""
        counts: dict[tuple[int, int], int] = {}
        for family in self.families.values():
            for seat in range(family.seats):
                look = self.looks[family.number(seat)]
                counts[look] = counts.get(look, 0) + family.zone.branches
        for look, count in counts.items():
            if count:
                self.branches[look] = range(len(self.zones), len(self.zones) + count)
                self.zones += [None] * count
                self.looks += [look] * count

    def zone_of(self, number: int) -> n.Zone:
        """The declaration of a zone, by its number."""
        info = self.zones[number]
        assert info is not None
        return self.families[info.name].zone

    def _look(self, zone: n.Zone, owners: list[int]) -> tuple[int, int]:
        """Two words: who sees all of a zone, its face and order; who sees only its top."""
        sees = [zone.owner_sees if s in owners else zone.others_see for s in range(self.seats)]
        whole = sum(1 << s for s, sight in enumerate(sees) if sight == "all")
        top = sum(1 << s for s, sight in enumerate(sees) if sight == "top")
        flags = FACES[zone.face] << m.FACE_IN
        flags |= m.ORDERED if zone.ordered else 0
        flags |= m.TOP_ONLY if top else 0
        return whole | flags, top

    def sight(self) -> list[int]:
        """Two words per zone: who sees all of it, its face and order; who sees only its top."""
        singly = m.SINGLY if self.grants else 0
        return [word for whole, top in self.looks for word in (whole | singly, top)]

    def tree_table(self, named: bool) -> list[int]:
        """See P_TREES in machine/state.py."""
        head = [self.parents, self.first_branch, self.past_branches, int(named), self.way]
        words = [*head, 0, 0]
        for number, look in enumerate(self.looks[1:], start=1):
            root = self.zones[number]
            bare = root and not self.families[root.name].zone.branches
            grows = range(0) if bare else self.branches.get(look, range(0))
            words += [grows.start, grows.stop]
        return words

    def _only_way(self) -> int:
        """The only direction in which trees grow, or -1 if there may be several."""
        growing = [x.direction for x in walk(self.game) if isinstance(x, n.Grow | n.MoveTree)]
        # The direction of a zone is one that something has grown in before.
        ways = {way for way in growing if not isinstance(way, n.DirectionOf)}
        numbers = {way.value for way in ways if isinstance(way, n.Number)}
        alone = len(ways) == 1 and len(numbers) == 1 and numbers <= {*range(m.DIRECTIONS)}
        return numbers.pop() if alone else -1

    def link_table(self, name: str) -> list[int]:
        """By zone number: the offset in this table of its neighbours, preceded by their number."""
        # Dicts as ordered sets: each neighbour once, in the order of the links.
        ways: list[dict[int, None]] = [{} for _ in self.zones]
        for link in self.game.links:
            if link.name == name:
                a = self.families[link.zone_a].number(index=link.index_a)
                b = self.families[link.zone_b].number(index=link.index_b)
                ways[a][b] = None
                if link.both:
                    ways[b][a] = None
        words = [0] * len(ways)
        for number, found in enumerate(ways):
            words[number] = len(words)
            words += [len(found), *found]
        return words

    def trait_table(self, name: str) -> tuple[list[int], list[int]]:
        """By zone number: the position of its value in the second list, 0 if it has none."""
        trait = next(t for t in self.game.traits if t.name == name)
        places, values = [0] * len(self.zones), [0]
        for each in trait.values:
            family = self.families[each.zone]
            for seat in range(family.seats):
                places[family.number(seat, each.index)] = len(values)
            values.append(self.raw(each.value, trait.type))
        return places, values

    def team_number(self, name: str) -> int:
        """The number of a team, from 1."""
        return next(i for i, team in enumerate(self.game.teams, start=1) if team.name == name)

    def raw(self, value: int | bool | str, kind: str) -> int:
        """A property's value as a word."""
        return self._places[kind][value] if isinstance(value, str) else int(value)

    def property_table(self, name: str) -> list[int]:
        """The raw value of a property by token number; the initial one if it changes."""
        if name not in self._tables:
            place = next(i for i, p in enumerate(self.game.properties) if p.name == name)
            kind = self.game.properties[place].type
            self._tables[name] = [0] + [self.raw(t.values[place], kind) for t in self.tokens]
        return self._tables[name]

    def classes(self) -> list[int]:
        """By token number: the first token that is equal in all fixed properties and its back."""
        alike: dict[object, int] = {}
        fixed = [i for i, p in enumerate(self.game.properties) if not p.changing]
        looks = zip(self.tokens, self.backs, strict=True)
        return [0] + [
            alike.setdefault((back, *(token.values[i] for i in fixed)), number)
            for number, (token, back) in enumerate(looks, start=1)
        ]

    def alike(self, supply: str) -> bool:
        """Whether the tokens of a supply have the same fixed properties."""
        if supply not in self._alike:
            fixed = [i for i, p in enumerate(self.game.properties) if not p.changing]
            tokens = next(s.tokens for s in self.game.supplies if s.name == supply)
            looks = {tuple(t.values[i] for i in fixed) for t in tokens}
            self._alike[supply] = len(looks) < 2
        return self._alike[supply]

    def look(self) -> LookInfo | None:
        """The look of the table, with the anchor and rotation of each token."""
        look = self.game.look
        if look is None:
            return None
        anchors = self.property_table(look.anchor) if look.anchor else [0] * (1 + len(self.tokens))
        return LookInfo(
            look.width,
            look.height,
            look.token_width,
            look.token_height,
            look.step_up,
            look.step_down,
            look.picture_start,
            look.picture_ending,
            look.degree,
            anchors=tuple(map(bool, anchors)),
            turned=tuple(self.property_table(look.rotation)) if look.rotation else (),
            rotation=look.rotation if look.rotation in self.changing else "",
        )

    def signs(self) -> list[str]:
        """What the back of each token shows: its supply, and the open properties."""
        return [
            " ".join((back, *(str(token.values[i]) for i in self.open.values())))
            for token, back in zip(self.tokens, self.backs, strict=True)
        ]

    def pool_table(self) -> list[int]:
        """By token number: the hidden zone of its supply, 0 if it starts in play."""
        return [0] + [self.pools.get(back, 0) for back in self.backs]

    def first_words(self) -> list[int]:
        """The initial state up to the last variable: tokens in their zones, all variables set."""
        words = [0] * self.end
        number = 0
        for supply in self.game.supplies:
            zone = self.families[supply.zone].first if supply.zone else self.pools[supply.name]
            face = int(bool(supply.zone) and self.zone_of(zone).face == "up")
            for _ in supply.tokens:
                number += 1
                self._lay(words, number, zone, face)
        self._show(words)
        for variable in self.game.variables:
            start = self.variables[variable.name]
            for i in range(self.copies(variable)):
                words[start + i] = self.constant(variable.initial)
        for name, start in self.changing.items():
            words[start : start + len(self.tokens) + 1] = self.property_table(name)
        if self.has_trees:
            directions = self.parents + len(self.zones)
            # -1 is the direction of a root.
            words[directions : directions + len(self.zones)] = [-1] * len(self.zones)
        return words

    def _lay(self, words: list[int], token: int, zone: int, face: int) -> None:
        """Append a token to the doubly linked list of a zone; the first of a supply is on top."""
        last = words[self.columns.bottom + zone]
        words[self.columns.previous + token] = last
        if last:
            words[self.columns.next + last] = token
        else:
            words[self.columns.top + zone] = token
        words[self.columns.bottom + zone] = token
        words[self.columns.size + zone] += 1
        words[self.columns.zone + token] = zone
        words[self.columns.face + token] = face

    def _show(self, words: list[int]) -> None:
        """Let seats see the tokens that are face up, as their zones allow."""
        sight = self.sight()
        for token in range(1, len(self.tokens) + 1):
            zone = words[self.columns.zone + token]
            if words[self.columns.face + token]:
                seers = sight[2 * zone] & m.SEE_ALL
                if words[self.columns.top + zone] == token:
                    seers |= sight[2 * zone + 1]
                words[self.columns.shown + token] = words[self.columns.known + token] = seers

    def constant(self, expr: n.Expr) -> int:
        """The raw value of a constant."""
        if isinstance(expr, n.Symbol):
            return self.raw(expr.value, expr.enum)
        if isinstance(expr, n.Seat):
            return expr.number + 1
        if isinstance(expr, n.TeamNamed):
            return self.team_number(expr.name)
        return int(expr.value) if isinstance(expr, n.Number | n.Truth) else 0
