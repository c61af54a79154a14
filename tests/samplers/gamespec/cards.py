"""Random card-driven GameSpecDocs: who may act, coups, events, lasting effects."""

from __future__ import annotations

import random
from typing import Any

from samplers.gamespec.documents import Maker, written
from samplers.gamespec.parts import HUES, Scope

Tree = Any
SLOTS = ("pile", "shown", "ahead", "past", "spent")
STAY = "eligibilityOverride:self:eligible:stay"
GO = "eligibilityOverride:self:ineligible:stay"


def card_document(seed: int) -> str:
    """A random card-driven document."""
    return written(CardMaker(random.Random(seed)).document())


class CardMaker(Maker):
    """Makes random card-driven documents."""

    def document(self) -> Tree:
        self.factions = self.pick(["0", "1", "2"], ["reds", "blues", "golds"], ["1", "0", "2"])
        doc = super().document()
        doc["metadata"]["players"] = {"min": 3, "max": 3}
        for base in SLOTS:
            order = "stack" if base == "pile" else "queue"
            doc["zones"].append(
                {"id": base, "owner": "none", "visibility": "public", "ordering": order}
            )
        props = {"rank": "int", "hue": "string", "up": "boolean"}
        doc["tokenTypes"].append(
            {"id": "card", "props": {**props, "cardId": "string", "isCoup": "boolean"}}
        )
        doc["setup"] = [*self.cards(), *doc["setup"]]
        doc["eventDecks"] = [self.deck()]
        if self.chance.random() < 0.6:
            self.checkpoints(doc["terminal"])
        return doc

    def zones(self, scope: Scope) -> Tree:
        """Zones, but never the slots of cards."""
        owners = {"owner": self.pick("actor", "allOther", "all")}
        return self.pick({"query": "zones", "filter": owners}, self.spaces(scope))

    def cards(self) -> list[Tree]:
        found: list[Tree] = []
        for place in range(self.chance.randint(4, 7)):
            coup = self.chance.random() < 0.3
            card = self.pick("gale", "feast", "none-such") if not coup else "reckoning"
            props = {"rank": 0, "hue": HUES[place % 3], "up": False}
            props |= {"cardId": card, "isCoup": coup}
            found.append({"createToken": {"type": "card", "zone": "pile", "props": props}})
        if self.chance.random() < 0.4:
            found.append({"shuffle": {"zone": "pile"}})
        return found

    def order(self) -> Tree:
        flow: Tree = {
            "cardLifecycle": {"played": "shown:none", "lookahead": "ahead:none"},
            "eligibility": {
                "factions": self.factions,
                "overrideWindows": [{"id": "stay", "duration": self.pick("nextTurn", "turn")}],
            },
            "optionMatrix": self.matrix(),
            "passRewards": [
                {"factionClass": name, "resource": self.pick("g", "h"), "amount": amount}
                for name, amount in zip(self.factions, (1, 9, -2), strict=True)
                if self.chance.random() < 0.7
            ],
            "durationWindows": ["turn", "nextTurn", "round", "cycle"],
            "actionClassByActionId": {
                "act0": self.pick("operation", "limitedOperation"),
                "act1": ["operation", "operationPlusSpecialActivity"],
                "extra": "specialActivity",
            },
        }
        flow["cardLifecycle"]["leader"] = "past:none"
        if self.chance.random() < 0.5:
            limit = {"actionId": "sail", "maxParam": {"name": "$n", "max": 1}}
            flow["monsoon"] = {
                "restrictedActions": [limit, {"actionId": "act0", "overrideToken": "blue"}],
                "blockPivotal": self.pick(True, False),
            }
        if self.chance.random() < 0.5:
            flow["pivotal"] = {
                "actionIds": ["strike"],
                "requirePreActionWindow": self.pick(True, False),
                "disallowWhenLookaheadIsCoup": self.pick(True, False),
                "interrupt": {"precedence": self.factions[::-1]},
            }
        config: Tree = {"turnFlow": flow} if self.chance.random() < 0.5 else dict(flow)
        if self.chance.random() < 0.7:
            config["coupPlan"] = self.coup_plan()
        return {"type": "cardDriven", "config": config}

    def matrix(self) -> list[Tree]:
        rows = [
            {"first": "event", "second": ["operation", "operationPlusSpecialActivity"]},
            {"first": "operation", "second": ["event", "limitedOperation"]},
            {"first": "operationPlusSpecialActivity", "second": ["limitedOperation", "event"]},
        ]
        return self.chance.sample(rows, self.chance.randint(1, 3))

    def coup_plan(self) -> Tree:
        calm = Scope(safe=True, once=False)
        found: Tree = {
            "phases": [
                {"id": "count", "effects": self.effects(calm.inner(), 2)},
                {"id": "talk", "steps": ["people talk"]},
                {"id": "reset", "effects": self.effects(calm.inner(), 2)},
            ]
        }
        if self.chance.random() < 0.5:
            found["finalRoundOmitPhases"] = ["reset"]
        if self.chance.random() < 0.5:
            found["maxConsecutiveRounds"] = 1
        return found

    def actions(self) -> tuple[list[Tree], list[Tree]]:
        actions, pipelines = super().actions()
        made = {action["id"] for action in actions}
        plain = {"actor": "active", "phase": list(self.things.phases), "pre": None, "cost": []}
        none = {"params": [], "limits": []}
        keep = {"query": "enums", "values": ["none", STAY, GO]}
        sides = {"query": "enums", "values": ["unshaded", "shaded"]}
        gain = {"addVar": {"scope": "global", "var": "h", "delta": 1}}
        params = [{"name": "keep", "domain": keep}] if self.chance.random() < 0.5 else []
        if self.chance.random() < 0.3:
            params.append({"name": "side", "domain": sides})
        number = {"query": "intsInRange", "min": 1, "max": 2}
        trade = {
            "addVar": {"scope": "global", "var": "h", "delta": {"ref": "binding", "name": "$n"}}
        }
        actions += [
            {"id": "pass", **plain, **none, "effects": []},
            {"id": "event", **plain, "params": params, "effects": [], "limits": []},
            {
                "id": "sail",
                **plain,
                "params": [{"name": "$n", "domain": number}],
                "effects": [trade],
                "limits": [],
            },
            {"id": "strike", **plain, **none, "effects": [gain, gain]},
            {"id": "extra", **plain, **none, "effects": self.certain()},
        ]
        if "act1" not in made:
            actions.append({"id": "act1", **plain, **none, "effects": [gain]})
        return actions, pipelines

    def certain(self) -> list[Tree]:
        """Effects without chance: what comes after them may fail."""
        while self.draws(found := self.effects(Scope({}, False, 1), 2)):
            pass
        return found

    # ---- events ----

    def deck(self) -> Tree:
        found: Tree = {
            "id": "tales",
            "drawZone": "pile:none",
            "discardZone": self.pick("shown:none", "spent:none"),
            "cards": [
                {
                    "id": "gale",
                    "title": "Gale",
                    "sideMode": "dual",
                    "unshaded": self.side(),
                    "shaded": self.side(),
                },
                {
                    "id": "feast",
                    "title": "Feast",
                    "sideMode": "single",
                    "unshaded": {**self.side(), "branches": self.branches()},
                },
            ],
        }
        if found["discardZone"] == "spent:none" and self.chance.random() < 0.5:
            found["reshuffle"] = True
        if self.chance.random() < 0.3:
            found["shuffleOnSetup"] = True
        return found

    def side(self) -> Tree:
        found: Tree = {}
        scope = Scope({}, True, 2)
        if self.chance.random() < 0.3:
            found["applicability"] = self.condition(Scope(depth=1))
        if self.chance.random() < 0.5:
            found["targets"] = [self.target(scope)]
        found["effects"] = self.effects(scope, 2)
        if self.chance.random() < 0.6:
            found["lastingEffects"] = [self.lasting()]
        return found

    def target(self, scope: Scope) -> Tree:
        name, kind = f"goal{self.count}", self.pick("token", "space", "player")
        self.count += 1
        found: Tree = {"id": name, "selector": self.query(kind, Scope(depth=1))}
        if kind == "token" and self.chance.random() < 0.5:
            shown = {"ref": "tokenProp", "token": "$token", "prop": "rank"}
            found["filter"] = {"op": ">", "left": shown, "right": 0}
        if kind == "token":
            scope.bind("tokens", f"${name}")
        found["cardinality"] = self.pick({"max": 2}, {"upTo": 1}, "all", {"min": 0, "max": 1})
        return found

    def branches(self) -> list[Tree]:
        found = []
        for name in ("north", "south"):
            branch: Tree = {"id": name, "effects": self.effects(Scope(safe=True, depth=1), 2)}
            if self.chance.random() < 0.3:
                branch["applicability"] = self.condition(Scope(depth=1))
            if self.chance.random() < 0.4:
                branch["lastingEffects"] = [self.lasting()]
            found.append(branch)
        return found

    def lasting(self) -> Tree:
        self.count += 1
        calm = Scope(safe=True, once=False, depth=1)
        return {
            "id": f"spell{self.count}",
            "duration": self.pick("turn", "nextTurn", "round", "cycle"),
            "setupEffects": self.add_var(calm.inner()),
            "teardownEffects": self.add_var(calm.inner()),
        }

    def checkpoints(self, terminal: Tree) -> None:
        """Ways to win at coups."""
        most = {"ref": "gvar", "var": self.pick("g", "h")}
        terminal["checkpoints"] = [
            {
                "id": f"{timing}-goal",
                "faction": self.factions[place],
                "timing": timing,
                "when": {"op": ">=", "left": most, "right": self.chance.randint(1, 5)},
            }
            for place, timing in enumerate(("duringCoup", "finalCoup"))
        ]
        if self.chance.random() < 0.7:
            terminal["margins"] = [
                {"faction": name, "value": {"ref": "gvar", "var": var}}
                for name, var in zip(self.factions, ("g", "h", "g"), strict=True)
            ]
            terminal["ranking"] = {"order": self.pick("asc", "desc")}
