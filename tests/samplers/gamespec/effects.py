"""Random effects of GameSpecDocs, right by construction."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from samplers.gamespec.parts import STATES, Parts, Scope

Tree = Any


class Effects(Parts):
    """Makes random effects."""

    def effects(self, scope: Scope, most: int = 3) -> list[Tree]:
        """A list of effects; what one binds the next can use."""
        found: list[Tree] = []
        for _ in range(self.chance.randint(1, most)):
            found += self.effect(scope)
        return found

    def effect(self, scope: Scope) -> list[Tree]:
        ways: list[Callable[[Scope], list[Tree]]] = [
            self.set_var,
            self.add_var,
            self.add_var,
            self.flag,
            self.transfer,
            self.draw,
            self.move_all,
            self.refill,
            self.roll,
            self.shuffle,
        ]
        if scope.of("token"):
            ways += [self.move, self.move, self.set_prop, self.set_prop]
            if not scope.safe:
                ways += [self.move_near, self.destroy, self.move_wrongly]
        if scope.depth > 0:
            ways += [self.if_, self.for_each, self.for_each, self.let, self.reduce]
            ways += [self.bind, self.subset, self.reveal]
        if self.things.mapped:
            ways += [self.marker, self.marker]
        if scope.once and not (self.things.together and scope.safe):
            ways += [self.choose, self.choose, self.choose_several]
            if not scope.safe:
                ways += [self.create, self.turn]
        return self.chance.choice(ways)(scope)

    # ---- variables ----

    def holding(self, scope: Scope) -> Tree:
        if self.chance.random() < 0.5:
            return {"scope": "global", "var": self.pick(*self.things.numbers)}
        return {"scope": "pvar", "player": self.player(scope), "var": self.pick("p", "q")}

    def set_var(self, scope: Scope) -> list[Tree]:
        return [{"setVar": {**self.holding(scope), "value": self.number(scope)}}]

    def add_var(self, scope: Scope) -> list[Tree]:
        return [{"addVar": {**self.holding(scope), "delta": self.number(scope)}}]

    def flag(self, scope: Scope) -> list[Tree]:
        shown = self.condition(scope) if self.chance.random() < 0.5 else self.pick(True, False)
        return [{"setVar": {"scope": "global", "var": "flag", "value": shown}}]

    def transfer(self, scope: Scope) -> list[Tree]:
        word, name = self.pick("transferVar", "commitResource"), self.name()
        source = {"scope": "pvar", "player": "actor", "var": "p"}
        target = self.pick(
            {"scope": "global", "var": "g"}, {"scope": "pvar", "player": "actor", "var": "q"}
        )
        found = {"from": source, "to": target, "amount": self.number(scope)}
        if self.chance.random() < 0.3:
            found["min"] = self.chance.randint(0, 2)
        if self.chance.random() < 0.3:
            found["max"] = self.chance.randint(1, 3)
        if self.chance.random() < 0.5:
            found["actualBind"] = name
            scope.bind("number", name)
        return [{word: found}]

    def bind(self, scope: Scope) -> list[Tree]:
        name, shown = self.name(), self.number(scope.inner())
        scope.bind("number", name)
        return [{"bindValue": {"bind": name, "value": shown}}]

    # ---- tokens ----

    def place(self, scope: Scope) -> Tree:
        if self.things.mapped and scope.safe:
            return self.pick("pool", "hand:actor", "hand:right")  # nothing is full there
        return self.zone(scope)

    def draw(self, scope: Scope) -> list[Tree]:
        target = self.pick("hand:actor", "pool", "hand:each", "hand:right")
        count = self.pick(0, 1, 2, {"op": "max", "left": 0, "right": self.number(scope.inner())})
        return [{"draw": {"from": "deck", "to": target, "count": count}}]

    def move_all(self, scope: Scope) -> list[Tree]:
        found = {"from": self.zone(scope), "to": self.place(scope)}
        if self.chance.random() < 0.5 and scope.depth > 0:
            found["filter"] = self.condition(scope.inner("token", "$token"))
        return [{"moveAll": found}]

    def refill(self, scope: Scope) -> list[Tree]:
        return [
            self.pick(
                {"refillToSize": {"zone": "hand:actor", "fromZone": "deck", "size": 2}},
                {"discardDownTo": {"zone": "hand:actor", "size": 1, "to": "pool"}},
                {"discardDownTo": {"zone": "pool", "size": 3, "to": "deck"}},
            )
        ]

    def shuffle(self, scope: Scope) -> list[Tree]:
        scope.safe = True
        return [{"shuffle": {"zone": self.pick("deck", "pool", "hand:actor")}}]

    def move(self, scope: Scope) -> list[Tree]:
        token = self.pick(*scope.of("token"))
        source = {"ref": "tokenZone", "token": token}
        found = {"token": token, "from": source, "to": self.place(scope)}
        position = self.pick(None, "top", "bottom", "random" if scope.safe else None)
        return [{"moveToken": {**found, **({"position": position} if position else {})}}]

    def move_wrongly(self, scope: Scope) -> list[Tree]:
        token = self.pick(*scope.of("token"))
        source = self.pick(self.zone(scope), "hand:actor", "pool")
        found = {"token": token, "from": source, "to": self.place(scope)}
        return [{"moveToken": found}]

    def move_near(self, scope: Scope) -> list[Tree]:
        token = self.pick(*scope.of("token"))
        source = {"ref": "tokenZone", "token": token}
        target = {"token": token, "from": source, "direction": self.space(scope)}
        return [{"moveTokenAdjacent": target}]

    def destroy(self, scope: Scope) -> list[Tree]:
        token = self.pick(*scope.of("token"))
        scope.forget()  # others may be the same
        return [{"destroyToken": {"token": token}}]

    def set_prop(self, scope: Scope) -> list[Tree]:
        token = self.pick(*scope.of("token"))
        shown = self.pick(
            {"prop": "rank", "value": self.number(scope)},
            {"prop": "hue", "value": self.hue(scope)},
            {"prop": "up", "value": self.condition(scope)},
        )
        if shown["prop"] == "rank":
            low = {"op": "max", "left": -9, "right": shown["value"]}
            shown["value"] = {"op": "min", "left": 9, "right": low}
        return [{"setTokenProp": {"token": token, **shown}}]

    def create(self, scope: Scope) -> list[Tree]:
        scope.once = False
        props = {"rank": self.chance.randint(0, 3), "hue": self.hue(scope), "up": True}
        return [{"createToken": {"type": "chip", "zone": self.place(scope), "props": props}}]

    # ---- control ----

    def if_(self, scope: Scope) -> list[Tree]:
        found: Tree = {"when": self.condition(scope), "then": self.inside(scope)}
        if self.chance.random() < 0.5:
            found["else"] = self.inside(scope)
        return [{"if": found}]

    def inside(self, scope: Scope, kind: str = "", name: str = "") -> list[Tree]:
        """Effects inside of another; what comes after must not fail if these draw."""
        inner = scope.inner(kind, name)
        found = self.effects(inner, 2)
        scope.leave(inner)
        return found

    def for_each(self, scope: Scope) -> list[Tree]:
        name, kind = self.name(), self.pick("token", "token", "player", "space", "number")
        if self.things.tables and self.chance.random() < 0.2:
            kind = "row"
        over = self.query(kind, scope.inner())
        found: Tree = {"bind": name, "over": over}
        inner = scope.inner(kind, name)
        inner.once = False
        calm = Scope(inner.names, True, inner.depth, False)  # it may draw again and again
        found["effects"] = self.effects(calm if self.chance.random() < 0.7 else inner, 2)
        scope.safe = scope.safe or self.draws(found["effects"])
        scope.leave(inner)
        if self.chance.random() < 0.3:
            found["limit"] = self.chance.randint(1, 3)
        if self.chance.random() < 0.3:
            found["countBind"] = self.name()
            found["in"] = self.inside(scope, "number", found["countBind"])
        return [{"forEach": found}]

    def draws(self, tree: Tree) -> bool:
        """Whether something in a tree is random."""
        if isinstance(tree, list):
            return any(self.draws(part) for part in tree)
        if isinstance(tree, dict):
            random = {"rollRandom", "shuffle"} & set(tree) or tree.get("position") == "random"
            return bool(random) or any(self.draws(part) for part in tree.values())
        return False

    def let(self, scope: Scope) -> list[Tree]:
        name, kind = self.name(), self.pick("number", "hue")
        shown = self.number(scope) if kind == "number" else self.hue(scope)
        return [{"let": {"bind": name, "value": shown, "in": self.inside(scope, kind, name)}}]

    def reduce(self, scope: Scope) -> list[Tree]:
        item, so_far, result = self.name(), self.name(), self.name()
        kind = self.pick("token", "number", "player")
        inner = scope.inner(kind, item).inner("number", so_far)
        low = {"op": "max", "left": -99, "right": self.number(inner)}
        found = {
            "itemBind": item,
            "accBind": so_far,
            "over": self.query(kind, scope.inner()),
            "initial": self.chance.randint(0, 2),
            "next": {"op": "min", "left": 99, "right": low},
            "resultBind": result,
            "in": self.inside(scope, "number", result),
        }
        return [{"reduce": found}]

    def subset(self, scope: Scope) -> list[Tree]:
        some, result, best = self.name(), self.name(), self.name()
        over = {"query": "binding", "name": some}
        score = {"aggregate": {"op": self.pick("sum", "max"), "query": over, "prop": "rank"}}
        compute: list[Tree] = []
        if self.chance.random() < 0.4:
            mine = scope.inner("tokens", some)
            compute = self.bind(mine)
            bound = {"ref": "binding", "name": mine.of("number")[-1]}
            score = {"op": "+", "left": score, "right": bound}
        inner = scope.inner("number", result)
        inner.bind("tokens", best)
        inside = self.effects(inner, 2)
        scope.leave(inner)
        found = {
            "source": {"query": "tokensInZone", "zone": "hand:actor"},
            "subsetSize": 0 if scope.safe else self.pick(0, 1, 2),
            "subsetBind": some,
            "compute": compute,
            "scoreExpr": score,
            "resultBind": result,
            "bestSubsetBind": best,
            "in": inside,
        }
        if self.draws(inside):
            scope.safe = True
        return [{"evaluateSubset": found}]

    def roll(self, scope: Scope) -> list[Tree]:
        scope.safe = True
        name, least = self.name(), self.chance.randint(-1, 2)
        most = self.pick(least, least + 2, {"op": "max", "left": least, "right": 4})
        inside = self.inside(scope, "number", name)
        return [{"rollRandom": {"bind": name, "min": least, "max": most, "in": inside}}]

    def reveal(self, scope: Scope) -> list[Tree]:
        zone = self.pick("hand:actor", "hand:right", "deck")
        return [
            self.pick(
                {"reveal": {"zone": zone, "to": self.pick("all", "actor", "allOther")}},
                {"conceal": {"zone": zone, **self.pick({}, {"from": "all"})}},
            )
        ]

    # ---- choices ----

    def chooser(self, scope: Scope) -> Tree:
        return {"chooser": self.player(scope)} if self.chance.random() < 0.2 else {}

    def choose(self, scope: Scope) -> list[Tree]:
        kind = self.pick("hue", "number", "player", *(() if scope.safe else ("token", "space")))
        name, options = self.name(), self.query(kind, scope.inner())
        if scope.safe:
            options = {
                "hue": {"query": "enums", "values": ["red", "blue"]},
                "number": {"query": "intsInRange", "min": 0, "max": 2},
                "player": {"query": "players"},
            }[kind]
        found = {"bind": name, "options": options, **self.chooser(scope)}
        scope.bind(kind, name)
        return [{"chooseOne": found}]

    def choose_several(self, scope: Scope) -> list[Tree]:
        kind = self.pick("number", *(() if scope.safe else ("token",)))
        name = self.name()
        options = self.query(kind, scope.inner())
        found: Tree = {"bind": name, "options": options}
        if scope.safe:
            found |= {"min": 0, "max": self.pick(1, 2)}
        else:
            found |= self.pick({"n": 1}, {"n": 2}, {"max": 2}, {"min": 1, "max": 2})
        scope.bind(f"{kind}s", name)
        return [{"chooseN": {**found, **self.chooser(scope)}}]

    # ---- the table ----

    def marker(self, scope: Scope) -> list[Tree]:
        space = self.space(scope)
        if scope.safe or self.chance.random() < 0.5:
            space = "reef:none" if scope.safe else space  # every state is allowed there
            shift = {"space": space, "marker": "mood", "delta": self.number(scope.inner())}
            return [{"shiftMarker": shift}]
        return [{"setMarker": {"space": space, "marker": "mood", "state": self.pick(*STATES)}}]

    def turn(self, scope: Scope) -> list[Tree]:
        scope.once = False
        scope.safe = True  # nobody looks beyond the end of a phase
        last = self.things.phases[-1]
        if self.things.together:
            return [{"endTurn": {}}]
        return [
            self.pick(
                {"endTurn": {}},
                {"advancePhase": {}},
                {"gotoPhaseExact": {"phase": last}},
                {"setActivePlayer": {"player": self.player(scope)}},
            )
        ]
