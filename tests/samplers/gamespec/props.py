"""Random GameSpecDocs whose tokens have different properties: written, worked out, or none."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from samplers.gamespec.documents import written

Tree = Any
KINDS = {"rank": "int", "hue": "string", "up": "boolean", "seat": "int"}
HUES = ("red", "blue", "gold")
ZONES = ("table", "home")


def props_document(seed: int) -> str:
    """A random document."""
    return written(Maker(random.Random(seed)).document())


class Maker:
    """Makes documents in which it matters what a token has."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self.kinds = {**KINDS, "seat": chance.choice(["int", "string"])}
        self.types = {name: self._declared() for name in ("card", "worker", "stone")}
        self.used = [name for name in self.types if chance.random() < 0.8] or ["card"]

    def _declared(self) -> dict[str, str]:
        return {prop: kind for prop, kind in self.kinds.items() if self.chance.random() < 0.6}

    def document(self) -> Tree:
        """A document as a tree."""
        known = {prop for props in self.types.values() for prop in props}
        self.known = [prop for prop in KINDS if prop in known]
        if not self.known:
            self.types["card"], self.known = self.kinds, list(KINDS)
        actions = [self.action("rest", [], [])]
        forms = [self.make, self.make, self.copy, self.change, self.drop, self.send, self.count]
        forms += [self.vote, self.gift]
        for place in range(self.chance.randint(3, 6)):
            actions.append(self.chance.choice(forms)(f"act{place}"))
        return {
            "metadata": {"id": "props", "players": {"min": 2, "max": 2}},
            "globalVars": [{"name": "n", "type": "int", "init": 1, "min": 0, "max": 9}],
            "perPlayerVars": [{"name": "p", "type": "int", "init": 0, "min": 0, "max": 9}],
            "zones": [
                {"id": zone, "owner": "none", "visibility": "public", "ordering": "set"}
                for zone in ZONES
            ],
            "tokenTypes": [self._type(name) for name in self.types],
            "setup": self.setup(),
            "turnStructure": {"phases": [{"id": "main"}]},
            "actions": actions,
            "terminal": {"conditions": [self.end()]},
        }

    def _type(self, name: str) -> Tree:
        found: Tree = {"id": name, "props": self.types[name]}
        if "hue" in self.types[name] and self.chance.random() < 0.3:
            ways = [("red", "blue"), ("blue", "gold"), ("gold", "red"), ("red", "gold")]
            found["transitions"] = [{"prop": "hue", "from": a, "to": b} for a, b in ways]
        return found

    def setup(self) -> list[Tree]:
        found = [self.create() for _ in range(self.chance.randint(1, 4))]
        if self.chance.random() < 0.5:
            found.insert(
                self.chance.randint(0, len(found)),
                {
                    "forEach": {
                        "bind": "$p",
                        "over": self.chance.choice(
                            [{"query": "players"}, {"query": "enums", "values": list(HUES)}]
                        ),
                        "effects": [self.create()],
                    }
                },
            )
        return found

    def end(self) -> Tree:
        late = {"op": ">=", "left": {"ref": "turnCount"}, "right": 7}
        return {"when": late, "result": {"type": "draw"}}

    # ---- values ----

    def value(self, prop: str, worked: bool | None = None, token: str = "") -> Tree:
        """A value of a property, written or worked out."""
        if worked is None:
            worked = self.chance.random() < 0.5
        ways = {"rank": self.number, "hue": self.hue, "up": self.truth, "seat": self.seat}
        return ways[prop](worked, token)

    def _given(self, prop: str, token: str) -> list[Tree]:
        asked = prop in self.known and token
        return [{"ref": "tokenProp", "token": token, "prop": prop}] * 3 if asked else []

    def number(self, worked: bool, token: str) -> Tree:
        if not worked:
            return self.chance.randint(0, 3)
        ways: list[Tree] = [
            {"op": "+", "left": 1, "right": {"ref": "activePlayer"}},
            {"ref": "gvar", "var": "n"},
            {"ref": "zoneCount", "zone": "table"},
            *self._given("rank", token),
        ]
        return self.chance.choice(ways)

    def hue(self, worked: bool, token: str) -> Tree:
        if not worked:
            return self.chance.choice(HUES)
        first = {"op": "==", "left": {"ref": "gvar", "var": "n"}, "right": 1}
        either = {"if": {"when": first, "then": "red", "else": "gold"}}
        return self.chance.choice([either, *self._given("hue", token)])

    def truth(self, worked: bool, token: str) -> Tree:
        if not worked:
            return self.chance.random() < 0.5
        test = {"op": ">", "left": {"ref": "gvar", "var": "n"}, "right": 2}
        return self.chance.choice([test, *self._given("up", token)])

    def seat(self, worked: bool, token: str) -> Tree:
        """A player, whether a property holds numbers or texts."""
        return self.chance.choice([{"ref": "activePlayer"}, *self._given("seat", token)])

    def beside(self, token: str = "") -> Tree:
        """What a player is compared with: a number, a text, one that nobody has, or a player."""
        return self.chance.choice([0, 1, "0", "1", "01", self.seat(True, token)])

    def filter(self, token: str = "") -> list[Tree]:
        lines: list[Tree] = []
        for prop in self.chance.sample(self.known, self.chance.randint(0, len(self.known))):
            op = self.chance.choice(["eq", "neq", "in", "notIn"])
            listed = {"rank": [1, 2], "hue": ["red", "gold"], "up": ["true"], "seat": ["0", 1]}
            told = self.beside(token) if prop == "seat" else self.value(prop, token=token)
            wanted = told if op in ("eq", "neq") else listed[prop]
            lines.append({"prop": prop, "op": op, "value": wanted})
        return lines

    def tokens(self) -> Tree:
        zone = self.chance.choice(ZONES)
        return {"query": "tokensInZone", "zone": zone, "filter": self.filter()}

    # ---- effects ----

    def create(self, token: str = "") -> Tree:
        """A token with some properties; now and then one that its type does not declare."""
        name = self.chance.choice(self.used)
        props = {}
        for prop in self.known:
            if self.chance.random() < (0.75 if prop in self.types[name] else 0.1):
                props[prop] = self.value(prop, token=token)
        zone = self.chance.choice(ZONES)
        return {"createToken": {"type": name, "zone": zone, "props": props}}

    def action(self, name: str, params: list[Tree], effects: list[Tree]) -> Tree:
        return {
            "id": name,
            "actor": "active",
            "phase": "main",
            "params": params,
            "pre": None,
            "cost": [],
            "effects": effects,
            "limits": [{"scope": "turn", "max": 1}],
        }

    def _on(self, name: str, effect: Callable[[], list[Tree]]) -> Tree:
        return self.action(name, [{"name": "$t", "domain": self.tokens()}], effect())

    def make(self, name: str) -> Tree:
        return self.action(name, [], [self.create()])

    def copy(self, name: str) -> Tree:
        return self._on(name, lambda: [self.create("$t")])

    def change(self, name: str) -> Tree:
        prop = self.chance.choice(self.known)
        told = {"token": "$t", "prop": prop, "value": self.value(prop, token="$t")}
        return self._on(name, lambda: [{"setTokenProp": told}])

    def drop(self, name: str) -> Tree:
        after = [self.create()] if self.chance.random() < 0.5 else []
        return self._on(name, lambda: [{"destroyToken": {"token": "$t"}}, *after])

    def send(self, name: str) -> Tree:
        moved = {"token": "$t", "from": {"ref": "tokenZone", "token": "$t"}, "to": "home"}
        return self._on(name, lambda: [{"moveToken": moved}])

    def count(self, name: str) -> Tree:
        """A sum that fails where a token lacks what is summed up, unless a filter leaves it out."""
        query = self.tokens()
        told: Tree = {"op": "count", "query": query}
        if "rank" in self.known and self.chance.random() < 0.7:
            told = {"op": self.chance.choice(["sum", "min", "max"]), "query": query, "prop": "rank"}
        setting = {"scope": "global", "var": "n", "value": {"aggregate": told}}
        found = self.action(name, [], [{"setVar": setting}])
        if self.chance.random() < 0.5:
            found["pre"] = {"op": "<", "left": {"aggregate": told}, "right": 4}
        return found

    def vote(self, name: str) -> Tree:
        """Some players, as players or as texts, and whether another is among them."""
        texts = {"query": "enums", "values": ["0", "1", "nobody"]}
        options = self.chance.choice([{"query": "players"}, texts])
        chosen = {"bind": "$some", "options": options, "min": 1, "max": 2}
        item = (
            self.beside()
            if options is not texts
            else self.chance.choice(["0", "nobody", {"ref": "activePlayer"}])
        )
        among = {"op": "in", "item": item, "set": {"ref": "binding", "name": "$some"}}
        more = {"addVar": {"scope": "global", "var": "n", "delta": 1}}
        return self.action(name, [], [{"chooseN": chosen}, {"if": {"when": among, "then": [more]}}])

    def gift(self, name: str) -> Tree:
        """Something for a player who is chosen as a player, a number or a text."""
        domain = self.chance.choice(
            [
                {"query": "players"},
                {"query": "intsInRange", "min": 0, "max": 1},
                {"query": "enums", "values": ["1", "0"]},
            ]
        )
        chosen = {"ref": "binding", "name": "$x"}
        given = {"scope": "pvar", "player": {"chosen": "$x"}, "var": "p", "delta": 1}
        found = self.action(name, [{"name": "$x", "domain": domain}], [{"addVar": given}])
        if self.chance.random() < 0.6:
            op = self.chance.choice(["==", "!="])
            found["pre"] = {"op": op, "left": {"ref": "activePlayer"}, "right": chosen}
        return found
