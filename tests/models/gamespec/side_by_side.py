"""A compiled GameSpecDoc and the second model side by side: the same choices, the same table."""

from __future__ import annotations

import random
from typing import Any

from ludwright.game import Game
from ludwright.machine.sites import values_of, words_of
from ludwright.play.errors import GameFault
from ludwright.play.inspect_state import tokens_in
from ludwright.play.picks import picks_set
from ludwright.play.set_options import listed
from ludwright.play.table import Table
from models.gamespec import original_hash
from models.gamespec.context import Token
from models.gamespec.effects import DONE
from models.gamespec.game import Fault
from models.gamespec.reader import collation
from models.gamespec.session import Sitting

ACTIVE, PHASE, TURN, KIND = "active player", "current phase", "turn number", "token type"
SKIPS = ("not yet", "no special activity")
LONE = [[name] for name in SKIPS]
"""Nothing else can be said if no special activity can be completed: the model does not ask."""
Position = dict[str, Any]


class Difference(AssertionError):
    """The table and the model do not agree."""


class Side:
    """One game at both: the table of a compiled document, and the model of its text."""

    def __init__(self, game: Game, text: str, players: int, seed: int) -> None:
        self.game, self.answered = game, []
        self.marked: list[int] = []  # picked so far of a set that the table asks for at once
        rng = original_hash.create(seed)
        self.sitting: Sitting | None = None
        self.table: Table | None = None
        try:
            self.sitting = Sitting(text, players, seed)
        except Fault:
            self.sitting = None
        try:
            self.table = game.table(players=players, rng=rng)
        except GameFault:
            self.table = None
        self.over = self.sitting is None or self.table is None
        if (self.sitting is None) != (self.table is None):
            raise Difference(f"a fault at the start: {self.told()}")

    def told(self) -> str:
        """What led here."""
        faults = [name for name in ("sitting", "table") if getattr(self, name) is None]
        return f"faults of {faults}, after {self.answered}"

    # ---- the table ----

    def position_of_table(self) -> Position:
        """Everything there is to see on the table, as the model says it."""
        table, sitting = self.table, self.sitting
        assert table and sitting
        state, count = sitting.state, sitting.state["playerCount"]
        own = {
            str(seat): {name: self._variable(name, seat) for name in sitting.game["playerVars"]}
            for seat in range(count)
        }
        phases = sitting.game["phases"]
        several = len(phases) > 1
        return {
            "zones": {zone: self._tokens(zone) for zone in state["zones"]},
            "globalVars": {name: table.variable(name) for name in sitting.game["globalVars"]},
            "perPlayerVars": own,
            "activePlayer": table.variable(ACTIVE),
            "turnCount": table.variable(TURN),
            "currentPhase": table.variable(PHASE) if several else phases[0]["id"],
            "markers": self._markers(),
            "rng": [hex(word) for word in self._rng()],
        }

    def _variable(self, name: str, seat: int) -> Any:
        assert self.table and self.sitting
        shared = name in self.sitting.game["globalVars"]
        return self.table.variable(f"{name} of player" if shared else name, seat)

    def _rng(self) -> tuple[int, int]:
        from ludwright.machine import state as m
        from ludwright.machine.rng import generator

        assert self.table
        return generator(self.table.state[m.RNG : m.RNG + 8].tolist())

    def _numbers(self, zone: str) -> list[int]:
        """The tokens of a zone from the top, as numbers."""
        assert self.table
        base, _, owner = zone.partition(":")
        for number, info in enumerate(self.table.program.zones):
            if info is None or info.name not in (base, f"{base} of player"):
                continue
            if (info.seat is None and owner == "none") or str(info.seat) == owner:
                return tokens_in(self.table.program, self.table.state, number)[::-1]
        raise Difference(f"the table has no zone {zone}")

    def _tokens(self, zone: str) -> list[dict[str, Any]]:
        return [self._token(number) for number in self._numbers(zone)]

    def _token(self, number: int) -> dict[str, Any]:
        """What a token has."""
        assert self.table and self.sitting
        program, definition = self.table.program, self.game.definition
        made = [token for supply in definition.supplies for token in supply.tokens][number - 1]
        found: dict[str, Any] = {}
        for prop, value in zip(definition.properties, made.values, strict=True):
            found[prop.name] = value
            if prop.changing:
                raw = int(self.table.state[program.properties[prop.name].address + number])
                found[prop.name] = self._plain(raw, prop.type)
        for name in [name for name in found if name.startswith("has ")]:
            if not found.pop(name):
                found.pop(name.removeprefix("has "))
        (only,) = list(self.sitting.game["types"])[:1]
        return {"type": found.pop(KIND, only), **dict(sorted(found.items()))}

    def _plain(self, raw: int, kind: str) -> Any:
        assert self.table
        if kind in ("int", "bool"):
            return bool(raw) if kind == "bool" else raw
        return self.table.program.value_text(raw, kind)

    def _markers(self) -> dict[str, dict[str, Any]]:
        assert self.table and self.sitting
        game = self.sitting.game
        unowned = [zone for zone in game["zones"] if zone["owner"] == "none"]
        spaces = sorted((f"{zone['base']}:none" for zone in unowned), key=collation)
        found: dict[str, dict[str, Any]] = {}
        for marker, lattice in game["lattices"].items():
            for index, space in enumerate(spaces):
                which = index if len(spaces) > 1 else None
                state = self.table.variable(marker, index=which)
                if state != lattice["defaultState"]:
                    found.setdefault(space, {})[marker] = state
        return found

    def _place(self, number: int) -> tuple[str, int] | None:
        assert self.sitting
        for zone in self.sitting.state["zones"]:
            numbers = self._numbers(zone)
            if number in numbers:
                return zone, numbers.index(number)
        return None

    def options_of_table(self) -> list[Any]:
        """What can be chosen at the table, as the model says it."""
        assert self.table and self.sitting
        if picks_set(self.table):
            items, done = self._items_of_set()
            return [*((item,) for item in map(self._picked, items)), *([DONE] if done else [])]
        inner = not self.sitting.request.get("moves")
        found: list[Any] = []
        for move in self.table.legal():
            info = move.info
            assert info
            operands = zip(info.operands, self.table.entry(move)[1:], strict=True)
            values = tuple(self._item(raw, kind) for (_, kind, _), raw in operands)
            if move.name in SKIPS:
                found.append(DONE)
            elif inner and self.sitting.request.get("name") != "special":
                found.append(values or move.name)
            else:
                found.append((move.name, *values))
        return found

    def _items_of_set(self) -> tuple[list[int], bool]:
        """What can still be picked so that a legal set comes of it, and whether that is one."""
        assert self.table
        pick = self.table.site.pick
        assert pick
        sets = [{*values_of(self.table.entry(move)[1:])} for move in self.table.legal()]
        more = [item for item in listed(self.table.state, pick.items) if item not in self.marked]
        fit = [item for item in more if any({*self.marked, item} <= each for each in sets)]
        fixed = self.table.state[pick.least] == self.table.state[pick.most]
        return fit, {*self.marked} in sets and not fixed

    def _picked(self, raw: int) -> Any:
        assert self.table and self.table.site.pick
        return self._item(raw, self.table.site.pick.kind)

    def _apply(self, number: int) -> None:
        """Choose an option at the table; items of a set are kept until it is complete."""
        table = self.table
        assert table
        if not picks_set(table):
            table.apply(table.legal()[number])
            return
        items, _ = self._items_of_set()
        pick = table.site.pick
        assert pick
        if number < len(items):
            self.marked.append(items[number])
            size = len(listed(table.state, pick.items))
            if len(self.marked) < min(int(table.state[pick.most]), size):
                return
        words = words_of(self.marked, len(table.site.actions[0].operands))
        self.marked = []
        table.apply(table.logged((1, *words)))

    def _item(self, raw: int, kind: str) -> Any:
        assert self.table
        if kind == "seat":
            return raw - 1
        if kind == "token":
            return ("token", self._place(raw))
        if kind == "zone":
            info = self.table.program.zones[raw]
            assert info
            owner = "none" if info.seat is None else info.seat
            return f"{info.name.removesuffix(' of player')}:{owner}"
        found = self._plain(raw, kind)
        return ("row", int(found) - 1) if kind.startswith("row of ") else found

    # ---- the model ----

    def position_of_model(self) -> Position:
        """Everything the model knows, as far as it can be seen on a table."""
        assert self.sitting
        state, game = self.sitting.state, self.sitting.game
        names = ("globalVars", "perPlayerVars", "activePlayer", "turnCount", "currentPhase")
        markers: dict[str, dict[str, str]] = {}
        for space, held in state["markers"].items():
            for marker, shown in held.items():
                if shown != game["lattices"][marker]["defaultState"]:
                    markers.setdefault(space, {})[marker] = shown
        zones = {
            zone: [self._made(token) for token in held] for zone, held in state["zones"].items()
        }
        kept = {name: state[name] for name in names}
        rng = [hex(word) for word in state["rng"]]
        return {"zones": zones, **kept, "markers": markers, "rng": rng}

    def _made(self, token: str) -> dict[str, Any]:
        assert self.sitting
        made = self.sitting.state["tokens"][token]
        declared = [kind["props"] for kind in self.sitting.game["types"].values()]
        texts = {prop for props in declared for prop, word in props.items() if word == "string"}
        shown = {prop: str(x) if prop in texts else x for prop, x in made["props"].items()}
        return {"type": made["type"], **dict(sorted(shown.items()))}

    def options_of_model(self) -> list[Any]:
        """What can be chosen in the model."""
        assert self.sitting
        request = self.sitting.request
        found: list[Any] = []
        for option in request["options"]:
            if request.get("moves") or request.get("name") == "special":
                found.append((option[0], *map(self._shown, option[1].values())))
            else:
                found.append((self._shown(option),))
        return [*found, *([DONE] if request.get("done") else [])]

    def _shown(self, item: Any) -> Any:
        assert self.sitting
        if isinstance(item, Token):
            for zone, held in self.sitting.state["zones"].items():
                if item in held:
                    return ("token", (zone, held.index(item)))
            return ("token", None)
        if isinstance(item, dict):
            for rows in self.sitting.game["tables"].values():
                if any(row is item for row in rows):
                    return ("row", next(i for i, row in enumerate(rows) if row is item))
        return item

    # ---- both ----

    def compare(self) -> None:
        """Complain about the first difference."""
        table, sitting = self.table, self.sitting
        if self.over or table is None or sitting is None:
            return
        told, known = self.position_of_table(), self.position_of_model()
        for part, shown in known.items():
            if told[part] != shown:
                here, there = _apart(told[part], shown)
                raise Difference(f"{part}: table {here}, model {there}; {self.told()}")
        if table.over != (sitting.result is not None):
            raise Difference(f"over: table {table.over}, model {sitting.result}; {self.told()}")
        if table.over:
            self._compare_results()
            self.over = True
            return
        if table.decider != sitting.request["player"]:
            who = (table.decider, sitting.request["player"])
            raise Difference(f"decider: table, model {who}; {self.told()}")
        if (here := self.options_of_table()) != (there := self.options_of_model()):
            raise Difference(f"options: table {here}, model {there}; {self.told()}")

    def _compare_results(self) -> None:
        assert self.table and self.sitting and self.sitting.result
        told, known = self.table.result(), self.sitting.result
        scores = None if "scores" not in known else tuple(known["scores"])
        found = (told.winners, told.scores, told.reason)
        wanted = (tuple(known["winners"]), scores, known["reason"])
        if found != wanted:
            raise Difference(f"result: table {found}, model {wanted}; {self.told()}")

    def choose(self, number: int) -> None:
        """Choose the same option at both."""
        table, sitting = self.table, self.sitting
        assert table and sitting
        self.answered.append(self.options_of_model()[number])
        answer, failed = sitting.answers()[number], []
        try:
            sitting.send(answer)
        except Fault:
            failed.append("model")
        try:
            self._apply(number)
            while not table.over and [move.name for move in table.legal()] in LONE:
                table.apply(table.legal()[0])
        except GameFault:
            failed.append("table")
        if len(failed) == 1:
            raise Difference(f"only the {failed[0]} failed; {self.told()}")
        self.over = bool(failed)


def _apart(left: Any, right: Any) -> tuple[Any, Any]:
    """Only what differs of two things."""
    if not isinstance(left, dict) or not isinstance(right, dict):
        return left, right
    names = [name for name in {**left, **right} if left.get(name) != right.get(name)]
    return {name: left.get(name) for name in names}, {name: right.get(name) for name in names}


def play(game: Game, text: str, players: int, seed: int, most: int = 400) -> int:
    """Play a game at random at both and compare everything; how many choices were made."""
    side, chance = Side(game, text, players, seed), random.Random(seed)
    side.compare()
    while not side.over and len(side.answered) < most:
        assert side.sitting
        side.choose(chance.randrange(len(side.sitting.answers())))
        side.compare()
    return len(side.answered)
