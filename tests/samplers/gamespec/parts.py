"""Random values, conditions, queries and effects of GameSpecDocs, right by construction."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

Tree = Any
HUES = ("red", "blue", "gold")
STATES = ("calm", "tense", "wild")


@dataclass
class Things:
    """What a random game has."""

    spaces: list[str] = field(default_factory=list)
    mapped: bool = False  # spaces have properties, markers and limits
    tables: bool = False
    numbers: tuple[str, ...] = ("g", "h")
    own: tuple[str, ...] = ("p", "q")
    phases: tuple[str, ...] = ("one",)
    together: bool = False  # all choose at the same time


@dataclass
class Scope:
    """Names that are bound, by what they stand for; whether nothing may fail from here on."""

    names: dict[str, list[str]] = field(default_factory=dict)
    safe: bool = False
    depth: int = 2
    once: bool = True  # a choice, a new token or a change of turn may stand here
    destroyed: bool = False  # whether a token was destroyed, which a name may still stand for

    def inner(self, kind: str = "", name: str = "") -> Scope:
        names = {key: list(held) for key, held in self.names.items()}
        found = Scope(names, self.safe, self.depth - 1, self.once)
        if kind:
            found.bind(kind, name)
        return found

    def leave(self, inner: Scope) -> None:
        """Go on behind what stood in an inner scope."""
        self.safe = self.safe or inner.safe
        if inner.destroyed:
            self.forget()

    def forget(self) -> None:
        """Names of tokens are not to be used any more."""
        self.names["token"], self.names["tokens"], self.destroyed = [], [], True

    def bind(self, kind: str, name: str) -> None:
        self.names.setdefault(kind, []).append(name)

    def of(self, kind: str) -> list[str]:
        return self.names.get(kind, [])


class Parts:
    """Makes random parts of a document."""

    def __init__(self, chance: random.Random, things: Things) -> None:
        self.chance, self.things, self.count = chance, things, 0

    def name(self) -> str:
        self.count += 1
        return f"$x{self.count}"

    def pick(self, *ways: Any) -> Any:
        return self.chance.choice([way for way in ways if way is not None])

    # ---- players and zones ----

    def player(self, scope: Scope) -> Tree:
        ways = ["actor", "active", "left", "right", "0", {"id": 1}, {"relative": "left"}]
        ways += [name for name in scope.of("player")]
        ways += [{"chosen": name} for name in scope.of("player")]
        return self.chance.choice(ways)

    def zone(self, scope: Scope) -> Tree:
        """A zone that lies open; never the deck."""
        ways: list[Tree] = ["pool", "pool:none", "hand:actor", "hand:right", "hand:0"]
        ways += self.things.spaces[:2] + scope.of("zone") + scope.of("space")
        ways += [f"hand:{name}" for name in scope.of("player")]
        ways += [{"concat": ["hand:", {"ref": "activePlayer"}]}]
        ways += [{"ref": "tokenZone", "token": name} for name in scope.of("token")]
        return self.chance.choice(ways)

    def space(self, scope: Scope) -> Tree:
        return self.chance.choice([*self.things.spaces, *scope.of("space")])

    # ---- values ----

    def number(self, scope: Scope) -> Tree:
        if scope.depth <= 0:
            return self.chance.randint(0, 4)
        inner = scope.inner()
        ways: list[Callable[[], Tree]] = [
            lambda: self.chance.randint(-2, 5),
            lambda: {"ref": "gvar", "var": self.pick(*self.things.numbers)},
            lambda: {"ref": "pvar", "player": self.player(scope), "var": self.pick("p", "q")},
            lambda: {"ref": "zoneCount", "zone": self.zone(scope)},
            lambda: {"zoneCount": self.pick("deck", "pool", "hand:actor")},
            lambda: {"ref": self.pick("activePlayer", "turnCount")},
            lambda: self.aggregate(inner),
            lambda: self.sum(inner),
            lambda: {
                "if": {
                    "when": self.condition(inner),
                    "then": self.number(inner),
                    "else": self.number(inner),
                }
            },
        ]
        for name in scope.of("number") + scope.of("player"):
            ways += [lambda name=name: {"ref": "binding", "name": name}] * 2
        for name in scope.of("token"):
            ways += [lambda name=name: {"ref": "tokenProp", "token": name, "prop": "rank"}] * 2
        for name in scope.of("row"):
            shown = {"ref": "assetField", "row": name, "tableId": "prices", "field": "cost"}
            ways += [lambda shown=shown: shown] * 2
        if self.things.mapped:
            shown = {"ref": "zoneProp", "zone": self.space(scope), "prop": "population"}
            ways.append(lambda: shown)
        return self.chance.choice(ways)()

    def sum(self, scope: Scope) -> Tree:
        op = self.pick("+", "-", "*", "/", "floorDiv", "ceilDiv", "min", "max")
        right: Tree = self.number(scope)
        if op in ("/", "floorDiv", "ceilDiv"):
            right = self.pick(2, 3, -2) if scope.safe else self.pick(2, -3, right)
        if op == "*":
            right = self.pick(-1, 2)
        return {"op": op, "left": self.number(scope), "right": right}

    def aggregate(self, scope: Scope) -> Tree:
        op = self.pick("count", "sum", "min", "max")
        kind = self.pick("token", "number", "player", "zone")
        query = self.query(kind, scope)
        if op == "count":
            return {"aggregate": {"op": op, "query": query}}
        if kind == "token" and self.chance.random() < 0.5:
            return {"aggregate": {"op": op, "query": query, "prop": "rank"}}
        if kind == "zone" or self.chance.random() < 0.5:
            name = self.name()
            shown = self.number(scope.inner(kind, name))
            return {"aggregate": {"op": op, "query": query, "bind": name, "valueExpr": shown}}
        numbers = self.query("number", scope)
        return {"aggregate": {"op": op, "query": numbers}}

    def hue(self, scope: Scope) -> Tree:
        ways: list[Tree] = list(HUES)
        ways += [{"ref": "binding", "name": name} for name in scope.of("hue")]
        ways += [{"ref": "tokenProp", "token": name, "prop": "hue"} for name in scope.of("token")]
        if scope.depth > 0:
            inner = scope.inner()
            test = self.condition(inner)
            ways.append({"if": {"when": test, "then": self.hue(inner), "else": self.hue(inner)}})
        return self.chance.choice(ways)

    # ---- conditions ----

    def condition(self, scope: Scope) -> Tree:
        if scope.depth <= 0:
            return {"op": self.pick("<", ">="), "left": {"ref": "gvar", "var": "g"}, "right": 3}
        inner = scope.inner()
        order = self.pick("<", "<=", ">", ">=", "==", "!=")
        ways: list[Callable[[], Tree]] = [
            lambda: {"op": order, "left": self.number(inner), "right": self.number(inner)},
            lambda: {"op": order, "left": self.number(inner), "right": self.number(inner)},
            lambda: {
                "op": self.pick("and", "or"),
                "args": [self.condition(inner) for _ in range(self.chance.randint(0, 3))],
            },
            lambda: {"op": "not", "arg": self.condition(inner)},
            lambda: {
                "op": self.pick("==", "!="),
                "left": self.hue(inner),
                "right": self.hue(inner),
            },
            lambda: {"ref": "gvar", "var": "flag"},
            lambda: {"op": "==", "left": {"ref": "gvar", "var": "flag"}, "right": True},
            lambda: self.pick(True, False),
            lambda: {"op": "adjacent", "left": self.space(scope), "right": self.space(scope)},
            lambda: self.linked(inner),
        ]
        for name in scope.of("numbers"):
            item, held = self.number(inner), {"ref": "binding", "name": name}
            ways.append(lambda item=item, held=held: {"op": "in", "item": item, "set": held})
        for name in scope.of("token"):
            ways += [lambda name=name: {"ref": "tokenProp", "token": name, "prop": "up"}] * 2
            kind = {"ref": "tokenProp", "token": name, "prop": "type"}
            ways.append(lambda kind=kind: {"op": "==", "left": kind, "right": "chip"})
        for name in scope.of("zone") + scope.of("space"):
            shown = {"ref": "binding", "name": name}
            ways.append(lambda shown=shown: {"op": "!=", "left": shown, "right": "pool:none"})
        if self.things.mapped:
            where = {"op": "zonePropIncludes", "zone": self.space(scope), "prop": "terrainTags"}
            ways.append(lambda: {**where, "value": self.pick("reef", "sand")})
            mark = {"ref": "markerState", "space": self.space(scope), "marker": "mood"}
            ways.append(lambda: {"op": "==", "left": mark, "right": self.pick(*STATES)})
        return self.chance.choice(ways)()

    def linked(self, scope: Scope) -> Tree:
        found = {"op": "connected", "from": self.space(scope), "to": self.space(scope)}
        return {**found, **self.reach(scope)}

    def reach(self, scope: Scope) -> Tree:
        found: Tree = {}
        if self.chance.random() < 0.5:
            found["via"] = self.condition(scope.inner("space", "$zone"))
        if self.chance.random() < 0.4:
            found["maxDepth"] = self.chance.randint(0, 3)
        return found

    # ---- queries ----

    def query(self, kind: str, scope: Scope) -> Tree:
        return {
            "token": self.tokens,
            "number": self.numbers,
            "player": self.players,
            "zone": self.zones,
            "space": self.spaces,
            "hue": lambda scope: {"query": "enums", "values": list(HUES)},
            "row": self.rows,
        }[kind](scope)

    def filter(self, scope: Scope) -> Tree:
        lines: list[Tree] = [
            {"prop": "hue", "op": self.pick("eq", "neq"), "value": self.hue(scope)},
            {"prop": "hue", self.pick("in", "notIn"): ["red", "gold"]},
            {"prop": "rank", self.pick("eq", "neq"): self.number(scope.inner())},
            {"prop": "up", "eq": True},
            {"prop": "type", self.pick("eq", "neq"): "piece"},
        ]
        return self.chance.sample(lines, self.chance.randint(1, 2))

    def tokens(self, scope: Scope) -> Tree:
        found: Tree = {"query": "tokensInZone", "zone": self.zone(scope)}
        if self.chance.random() < 0.25:
            found = {"query": "tokensInAdjacentZones", "zone": self.space(scope)}
        if self.chance.random() < 0.3:
            found["filter"] = self.filter(scope.inner())
        lists = [{"query": "binding", "name": name} for name in scope.of("tokens")]
        if scope.depth > 0 and self.chance.random() < 0.1:
            other = {"query": "tokensInZone", "zone": "hand:left"}
            pool = {"query": "tokensInZone", "zone": "pool"}
            return {"query": "concat", "sources": [pool, other]}
        return self.pick(found, found, *lists)

    def numbers(self, scope: Scope) -> Tree:
        least = self.chance.randint(-1, 2)
        found: Tree = {"query": "intsInRange", "min": least, "max": least + 2}
        if self.chance.random() < 0.3:
            more = {"ref": "gvar", "var": "g"}
            found |= {"max": {"op": "+", "left": more, "right": least}}
            found |= {"step": self.pick(1, 2), "alwaysInclude": [self.number(scope.inner())]}
            if self.chance.random() < 0.3:
                found["maxResults"] = self.chance.randint(2, 4)
        lists = [{"query": "binding", "name": name} for name in scope.of("numbers")]
        return self.pick(found, *lists)

    def players(self, scope: Scope) -> Tree:
        if scope.depth > 0 and self.chance.random() < 0.3:
            name = self.name()
            return {
                "query": "nextInOrderByCondition",
                "source": {"query": "players"},
                "from": {"ref": "activePlayer"},
                "bind": name,
                "where": self.condition(scope.inner("player", name)),
                "includeFrom": self.pick(True, False),
            }
        return {"query": "players"}

    def zones(self, scope: Scope) -> Tree:
        inner = scope.inner("zone", "$zone")
        return self.pick(
            {"query": "zones"},
            {"query": "zones", "filter": {"owner": self.pick("actor", "allOther", "all")}},
            {"query": "zones", "filter": {"owner": "all", "condition": self.condition(inner)}},
            {"query": "zones", "filter": self.tested("zone", inner)},
            self.spaces(scope),
        )

    def tested(self, kind: str, scope: Scope) -> Tree:
        count = {"ref": "zoneCount", "zone": "$zone"}
        return {"op": self.pick(">", "<="), "left": count, "right": self.number(scope.inner())}

    def spaces(self, scope: Scope) -> Tree:
        test = self.tested("space", scope.inner("space", "$zone"))
        reached = {"query": "connectedZones", "zone": self.space(scope), **self.reach(scope)}
        return self.pick(
            {"query": "mapSpaces"} if self.things.spaces[0] != "shore:none" else None,
            {"query": "mapSpaces", "filter": test}
            if self.things.spaces[0] != "shore:none"
            else None,
            {"query": "adjacentZones", "zone": self.space(scope)},
            {**reached, "includeStart": self.pick(True, False)},
        )

    def rows(self, scope: Scope) -> Tree:
        tests: list[Tree] = [
            {"field": "hue", "op": "eq", "value": self.hue(scope.inner())},
            {"field": "cost", "op": "neq", "value": 2},
            {"field": "hue", "op": "in", "value": ["red", "blue"]},
        ]
        where = self.chance.sample(tests, self.chance.randint(0, 1))
        return {"query": "assetRows", "tableId": "prices", **({"where": where} if where else {})}
