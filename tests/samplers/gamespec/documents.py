"""Random small GameSpecDocs that use every effect, query and condition, right by construction."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

from samplers.gamespec.effects import Effects
from samplers.gamespec.parts import HUES, STATES, Scope, Things

Tree = Any


def document(seed: int) -> str:
    """A random document."""
    return written(Maker(random.Random(seed)).document())


def written(doc: Tree) -> str:
    """A document as Markdown; JSON is YAML, too."""
    return f"# A game\n\n```yaml\n{json.dumps(doc, indent=1)}\n```\n"


def _plain(base: str, owner: str, **more: Any) -> Tree:
    return {"id": base, "owner": owner, "visibility": "public", "ordering": "set", **more}


def _grid(things: Things) -> Tree:
    things.spaces = [f"cell_{row}_{column}:none" for row in range(2) for column in range(2)]
    return {"zones": [{"macro": "grid", "args": [2, 2]}]}


def _hex(things: Things) -> Tree:
    things.spaces = ["hex_0_0:none", "hex_0_1:none", "hex_n1_0:none", "hex_1_n1:none"]
    return {"zones": [{"macro": "hex", "args": [1]}]}


def _shores(things: Things) -> Tree:
    things.spaces = ["shore:none", "strand:none", "spit:none"]
    return {
        "zones": [
            _plain("shore:none", "none", adjacentTo=["spit:none"]),
            _plain("strand:none", "none"),
            _plain("spit:none", "none", adjacentTo=["shore:none", "strand:none"]),
        ]
    }


def _chart(things: Things) -> Tree:
    things.spaces = ["reef:none", "cove:none", "isle:none"]
    things.mapped = things.tables = True
    spaces = [
        ("cove:none", "bay", 1, ["sand"], ["isle:none", "reef:none"]),
        ("isle:none", "land", 2, ["sand", "palm"], ["cove:none"]),
        ("reef:none", "bay", 0, ["reef"], ["cove:none"]),
    ]
    names = ("id", "spaceType", "population", "terrainTags", "adjacentTo")
    payload = {
        "spaces": [dict(zip(names, space, strict=True)) for space in spaces],
        "markerLattices": [
            {
                "id": "mood",
                "states": list(STATES),
                "defaultState": "calm",
                "constraints": [{"spaceTypes": ["land"], "allowedStates": ["calm", "tense"]}],
            }
        ],
        "stackingConstraints": [
            {
                "id": "narrow",
                "description": "few fit",
                "spaceFilter": {"spaceTypes": ["bay"]},
                "pieceFilter": {"pieceTypeIds": ["piece"]},
                "rule": "maxCount",
                "maxCount": 2,
            }
        ],
    }
    rows = [{"hue": hue, "cost": cost} for cost, hue in enumerate(HUES)]
    return {
        "dataAssets": [
            {"id": "chart", "kind": "map", "payload": payload},
            {"id": "prices", "kind": "table", "payload": {"rows": rows}},
        ],
        "zones": [],
    }


BOARDS: tuple[Callable[[Things], Tree], ...] = (_grid, _hex, _shores, _chart)


MACROS = {
    "constants": {"one": 1},
    "effectMacros": [
        {
            "id": "bump",
            "params": [{"name": "by", "type": "number"}],
            "effects": [{"addVar": {"scope": "global", "var": "h", "delta": {"param": "by"}}}],
        }
    ],
    "conditionMacros": [
        {
            "id": "reached",
            "params": [{"name": "goal", "type": "number"}],
            "condition": {
                "op": ">=",
                "left": {"ref": "gvar", "var": "h"},
                "right": {"param": "goal"},
            },
        }
    ],
}


class Maker(Effects):
    """Makes random documents."""

    def __init__(self, chance: random.Random) -> None:
        super().__init__(chance, Things())

    def document(self) -> Tree:
        """A document as a tree."""
        board, order = self.pick(*BOARDS)(self.things), self.order()
        self.things.together = order["type"] == "simultaneous"
        if self.chance.random() < 0.4:
            self.things.phases = ("one", "two")
        zones = [
            *board.pop("zones"),
            {"id": "deck", "owner": "none", "visibility": "public", "ordering": "stack"},
            _plain("pool", "none"),
            {"id": "hand", "owner": "player", "visibility": "public", "ordering": "set"},
        ]
        doc = {
            "metadata": {"id": "sample", "players": {"min": 2, "max": 3}, "maxTriggerDepth": 2},
            **board,
            **MACROS,
            "globalVars": [
                {"name": "g", "type": "int", "init": 1, "min": 0, "max": 6},
                {"name": "h", "type": "int", "init": 0, "min": -5, "max": 20},
                {"name": "flag", "type": "boolean", "init": self.pick(True, False)},
            ],
            "perPlayerVars": [
                {"name": "p", "type": "int", "init": 3, "min": 0, "max": 9},
                {"name": "q", "type": "int", "init": 0, "min": 0, "max": 5},
            ],
            "zones": zones,
            "tokenTypes": [
                {"id": kind, "props": {"rank": "int", "hue": "string", "up": "boolean"}}
                for kind in ("piece", "chip")
            ],
            "setup": self.setup(),
            "turnStructure": {"phases": [self.phase(name) for name in self.things.phases]},
            "turnOrder": order,
        }
        doc["actions"], doc["actionPipelines"] = self.actions()
        doc["triggers"] = [self.trigger() for _ in range(self.chance.randint(0, 2))]
        doc["terminal"] = self.terminal()
        return doc

    def setup(self) -> list[Tree]:
        """Pieces in the deck, some of them elsewhere."""
        found: list[Tree] = []
        for rank in range(self.chance.randint(3, 6)):
            props = {"rank": rank % 4, "hue": HUES[rank % 3], "up": rank % 2 == 0}
            found.append({"createToken": {"type": "piece", "zone": "deck", "props": props}})
        if self.chance.random() < 0.6:
            found.append({"shuffle": {"zone": "deck"}})
        found.append({"draw": {"from": "deck", "to": "hand:each", "count": 1}})
        found.append({"draw": {"from": "deck", "to": self.things.spaces[0], "count": 1}})
        if self.chance.random() < 0.4:
            found += self.effects(Scope(safe=True, once=False), 2)
        return found

    def phase(self, name: str) -> Tree:
        found: Tree = {"id": name}
        for word in ("onEnter", "onExit"):
            if self.chance.random() < 0.25:
                found[word] = self.effects(self.asking(), 2)
        return found

    def asking(self) -> Scope:
        """A scope for what happens of itself; somebody may be asked."""
        return Scope(safe=True, once=self.chance.random() < 0.3 and not self.things.together)

    def order(self) -> Tree:
        return self.pick(
            {"type": "roundRobin"},
            {"type": "roundRobin"},
            {"type": "fixedOrder", "order": ["1", "0", "1"]},
            {"type": "simultaneous"},
        )

    def actions(self) -> tuple[list[Tree], list[Tree]]:
        """Actions, and pipelines for some of them."""
        actions, pipelines = [], []
        if self.chance.random() < 0.7:
            actions.append(self.rest())
        for place in range(self.chance.randint(2, 4)):
            name = f"act{place}"
            scope = Scope({}, False, 3)
            action = self.action(name, scope)
            if self.chance.random() < 0.3:
                if self.chance.random() < 0.3:
                    other = self.pipeline(name, scope.inner())
                    test = self.condition(scope.inner())
                    pipelines.append({**other, "id": f"{name}-other", "applicability": test})
                pipelines.append(self.pipeline(name, scope))
                if len(pipelines) > 1 and pipelines[-2]["actionId"] == name:
                    pipelines[-1]["applicability"] = self.condition(Scope(depth=1))
                action |= {"cost": [], "effects": []}
            else:
                action["effects"] = self.effects(scope, 4)
            actions.append(action)
        return actions, pipelines

    def rest(self) -> Tree:
        """An action that is always possible."""
        return {
            "id": "rest",
            "actor": "active",
            "phase": self.things.phases[-1],
            "params": [],
            "pre": None,
            "cost": [],
            "effects": [{"macro": "bump", "args": {"by": {"ref": "constant", "name": "one"}}}],
            "limits": [{"scope": "turn", "max": 1}],
        }

    def action(self, name: str, scope: Scope) -> Tree:
        """An action without its effects; its params are bound in the scope."""
        params = []
        for _ in range(self.pick(0, 0, 1, 1, 2)):
            kind = self.pick("token", "token", "space", "number", "hue", "player")
            bound = self.name()
            params.append({"name": bound, "domain": self.query(kind, scope.inner())})
            scope.bind(kind, bound)
        pre = self.condition(scope.inner()) if self.chance.random() < 0.3 else None
        limits = [{"scope": "turn", "max": self.chance.randint(1, 2)}]
        if self.chance.random() < 0.3:
            limits.append({"scope": self.pick("phase", "game"), "max": 3})
        limits.append({"scope": "game", "max": 8})
        cost = self.add_var(scope.inner()) if self.chance.random() < 0.4 else []
        phases = self.pick(self.things.phases[0], list(self.things.phases))
        return {
            "id": name,
            "actor": self.pick("active", "active", "all", "actor", "allOther", "0"),
            "phase": phases,
            "params": params,
            "pre": pre,
            "cost": cost,
            "limits": limits,
        }

    def pipeline(self, name: str, scope: Scope) -> Tree:
        found: Tree = {"id": f"{name}-pipe", "actionId": name}
        if self.chance.random() < 0.3:
            found["applicability"] = self.condition(scope.inner())
        found["legality"] = self.pick(None, self.condition(scope.inner()))
        own = {"ref": "pvar", "player": "actor", "var": "p"}
        found["costValidation"] = {"op": ">=", "left": own, "right": 1}
        spent = {"scope": "pvar", "player": "actor", "var": "p", "delta": -1}
        found["costEffects"] = [{"addVar": spent}]
        found["targeting"] = self.targeting(scope)
        stages = [{"stage": "first", "effects": self.effects(scope, 2)}]
        stages.append({"stage": "second", "effects": self.effects(scope, 2)})
        random = found["targeting"] and self.draws(stages)
        whole = "partial" if random else self.pick("atomic", "partial")
        return {**found, "stages": stages, "atomicity": whole}

    def targeting(self, scope: Scope) -> Tree:
        if self.chance.random() < 0.6:
            return {}
        select = self.pick("upToN", "exactN", "allEligible")
        found: Tree = {"select": select, "max": self.chance.randint(1, 2)}
        test = self.tested("space", scope.inner("space", "$zone"))
        if self.chance.random() < 0.5:
            found["query"] = {"query": "adjacentZones", "zone": self.things.spaces[0]}
        if self.chance.random() < 0.5:
            found["filter"] = test
        if self.chance.random() < 0.4 and not self.things.spaces[0].startswith("shore"):
            found["tieBreak"] = "lexicographic"
        if self.things.mapped and self.chance.random() < 0.4:
            found["order"] = self.pick("population", "-population")
        scope.bind("space", "$target")
        scope.once = False
        return found

    def trigger(self) -> Tree:
        event = self.pick(
            {"type": "tokenEntered", "zone": self.pick("pool", "pool:none", "hand", "hand:all")},
            {"type": "tokenEntered", "zone": "hand:0"},
            {"type": "tokenEntered"},
            {"type": "turnStart"},
            {"type": "turnEnd"},
            {"type": "phaseEnter", "phase": self.things.phases[-1]},
            {"type": "phaseExit"},
            {"type": "actionResolved", "action": "act0"},
            {"type": "actionResolved"},
        )
        scope = self.asking()
        if event["type"] == "tokenEntered":
            scope.bind("zone", "$zone")
        found: Tree = {"event": event}
        if self.chance.random() < 0.4:
            found["when"] = self.condition(scope.inner())
        if self.chance.random() < 0.2:
            found["match"] = self.condition(scope.inner())
        return {**found, "effects": self.effects(scope, 2)}

    def terminal(self) -> Tree:
        count = {"op": ">=", "left": {"ref": "turnCount"}, "right": self.chance.randint(4, 8)}
        late = {"conditionMacro": "reached", "args": {"goal": 12}}
        result = self.pick(
            {"type": "win", "player": "active"},
            {"type": "win", "player": "0"},
            {"type": "draw"},
            {"type": "lossAll"},
        )
        own = {"ref": "pvar", "player": "actor", "var": "p"}
        other = {"ref": "pvar", "player": "actor", "var": "q"}
        value = self.pick(own, {"op": "+", "left": own, "right": other})
        return {
            "conditions": [
                {"when": late, "result": result},
                {"when": count, "result": {"type": "score"}},
            ],
            "scoring": {"method": self.pick("highest", "lowest"), "value": value},
        }
