"""The second model of observations as tensors: numbers by name, from what a view has.

Written from the description in docs/learning.md; only what is not 0 is listed.
"""

from __future__ import annotations

import re
from collections import defaultdict

from ludwright.machine import state as m
from ludwright.machine.program import DIRECTION_WORDS, Program, VariableInfo, ZoneInfo
from ludwright.play.inspect_state import tokens_in
from ludwright.play.view import View

from .registers import live_registers

NUMBERED = re.compile(r" \(\d+\)$")
MANY = 64  # values of an enumeration


def plain(name: str) -> str:
    """The name of a number without what distinguishes it from others of the same name."""
    return NUMBERED.sub("", name)


class Numbers(defaultdict[str, float]):
    """The numbers of one view."""

    def __init__(self, view: View) -> None:
        super().__init__(float)
        self.view, self.program, self.state = view, view.program, view.state
        kinds = self.program.kinds[1:]
        self.unique = len(set(kinds)) == len(kinds)  # every token is of its own class
        self._decision()
        for zone in range(1, len(self.program.zones)):
            self._zone(zone)
        self._registers()
        for info in self.program.variables.values():
            self._variable(info)

    def note(self, name: str, by: float = 1) -> None:
        """Add to a number."""
        self[plain(name)] += by

    # ---- names ----

    def relative(self, name: str, owner: int, what: str = "seat") -> str:
        """What belongs to a seat or team, as the observer calls it."""
        by = self.distance(owner, what)
        return f"own {name}" if by == 0 else f"{name} of {what} +{by}"

    def party(self, owner: int, what: str = "seat") -> str:
        """A seat or a team, as the observer calls it."""
        by = self.distance(owner, what)
        return f"own {what}" if by == 0 else f"{what} +{by}"

    def distance(self, owner: int, what: str) -> int:
        """How far on a seat is; or how many other teams have somebody seated before a team has."""
        seats, seat = self.program.seats, self.view.seat
        if what == "seat":
            return (owner - seat) % seats
        nearest = [min((s - seat) % seats for s in team.seats) for team in self.program.teams]
        return sorted(nearest).index(nearest[owner])

    def kind(self, token: int) -> str:
        """The name of a token's class: that of its first token."""
        kinds = self.program.kinds or tuple(range(len(self.program.tokens)))
        return self.program.tokens[kinds.index(kinds[token])]

    def place(self, zone: int) -> str:
        """What the observer calls a zone."""
        info = self.program.zones[zone]
        if info is None:
            return "out of play"
        zones = [z for z in self.program.zones if z and z.name == info.name]
        owners = self.program.teams if info.team is not None else range(self.program.seats)
        if info.owner is None or len(owners) == 1 or not _all_have_one(zones, info, len(owners)):
            return info.label
        numbered = any(z.index for z in zones)
        name = f"{info.name} {info.index + 1}" if numbered else info.name
        return self.relative(name, info.owner, "seat" if info.team is None else "team")

    # ---- numbers ----

    def _decision(self) -> None:
        state, program = self.state, self.program
        if state[m.STATUS] in (m.OVER, m.FAULTED):
            self.note("the game has ended")
        if program.seats > 1:
            self.note(f"own seat is {self.view.seat + 1}")
        if state[m.STATUS] != m.DECISION:
            return
        if program.seats > 1:
            self.note(f"{self.party(self.view.decider)} decides")
        if len(program.sites) > 1:
            site = program.sites[int(state[m.SITE])]
            asked = site.prompt or ", ".join(action.name for action in site.actions[:3])
            self.note(f"decision: {asked}")

    def _zone(self, zone: int) -> None:
        view, program, state = self.view, self.program, self.state
        root, steps = zone, 0
        trees = int(program.code[m.P_TREES])
        parents = int(program.code[trees]) if trees else 0
        while trees and state[parents + root]:
            root, steps = int(state[parents + root]), steps + 1
        if trees and program.zones[root] is None and self._is_branch(root):
            return  # free
        if trees and int(program.code[trees + m.TREE_WAY]) >= 0:
            steps = self._below(zone)
        place, info = self.place(root), program.zones[root]
        counted = info is not None and view.seat not in info.uncounted
        sight = int(program.code[m.P_SIGHT])
        ordered = info is not None and program.code[sight + root * m.SIGHT_WORDS] & m.ORDERED
        for depth, token in enumerate(reversed(tokens_in(program, state, zone)), steps + 1):
            up = state.item(program.columns.face + token)
            if counted:
                self.note(f"{place}: number of tokens")
                self.note(f"{place}: face up", up)
            if not view.knows_token(token):
                if counted:
                    self.note(f"{place}: unknown {program.backs[token]}")
                continue
            kind = self.kind(token)
            self.note(f"{place}: {kind}")
            if ordered:
                self.note(f"order: {kind}" if self.unique else f"{place}, order: {kind}", 1 / depth)
            self.note(f"face up: {kind}", up)
            for name, property in program.properties.items():
                self.note(f"{name}: {kind}", state.item(property.address + token))

    def _is_branch(self, zone: int) -> bool:
        trees = int(self.program.code[m.P_TREES])
        first, past = (int(self.program.code[trees + at]) for at in (m.TREE_FIRST, m.TREE_PAST))
        return first <= zone < past

    def _below(self, zone: int) -> int:
        """How many zones hang from a zone, one from another."""
        trees = int(self.program.code[m.P_TREES])
        children = int(self.program.code[trees]) + 2 * len(self.program.zones)
        count = 0
        while True:
            words = [
                children + d * len(self.program.zones) + zone for d in range(len(DIRECTION_WORDS))
            ]
            found = [int(self.state[at]) for at in words if self.state[at]]
            if not found:
                return count
            (zone,) = found
            count += 1

    def _registers(self) -> None:
        state, decides = self.state, self.view.decider == self.view.seat
        for slot in live_registers(self.program, state):
            if slot.type not in ("token", "[token]"):
                continue
            tokens = [int(state[slot.start])]
            if slot.type == "[token]":
                at = tokens[0]
                tokens = state[at + 1 : at + 1 + state[at]].tolist() if at else []
            known = [bool(t) and self.view.knows_token(t) for t in tokens]
            open_to = {"all": True, "decider": decides, "nobody": False}
            if slot.audience == "chooser" and not decides:
                continue
            if open_to.get(slot.audience, all(known)):
                for token, sure in zip(tokens, known, strict=True):
                    if sure:
                        self.note(f"chosen or at hand: {self.kind(token)}")

    def _variable(self, info: VariableInfo) -> None:
        what = "team" if info.per_team else "seat"
        if info.audience == "none":
            return
        for word, owners in enumerate(self.program.owners(info)):
            name = info.name
            if info.per_seat or info.per_team:
                if info.audience == "owner" and self.view.seat not in owners:
                    continue
                name = self.relative(name, word, what)
            elif info.count > 1 or info.places:
                name = f"{name} {info.places[word] if info.places else word + 1}"
            self._word(name, info.type, int(self.state[info.address + word]))

    def _word(self, name: str, kind: str, value: int) -> None:
        values = self.program.enums.get(kind, ())
        if kind in ("seat", "team"):
            if value:
                self.note(f"{name}: {self.party(value - 1, kind)}")
        elif kind == "token":
            if value:
                known = self.view.knows_token(value)
                self.note(f"{name}: {self.kind(value) if known else 'unknown'}")
        elif kind == "zone":
            if value:
                self.note(f"{name}: {self.place(self._root(value))}")
        elif kind == "seats":
            for seat in range(self.program.seats):
                self.note(f"{name}: {self.party(seat)}", value >> seat & 1)
        elif kind not in ("int", "bool") and 0 < len(values) <= MANY:
            if value:
                self.note(f"{name}: {values[value - 1]}")
        else:
            self.note(name, value)

    def _root(self, zone: int) -> int:
        trees = int(self.program.code[m.P_TREES])
        while trees and self.state[int(self.program.code[trees]) + zone]:
            zone = int(self.state[int(self.program.code[trees]) + zone])
        return zone


def _all_have_one(zones: list[ZoneInfo], info: ZoneInfo, owners: int) -> bool:
    alike = [z for z in zones if z.index == info.index and (z.team is None) == (info.team is None)]
    return len({z.owner for z in alike if z.owner is not None}) == owners


def numbers(view: View) -> dict[str, float]:
    """The numbers of a view that are not 0, by name."""
    return {name: value for name, value in Numbers(view).items() if value}


def named(program: Program, names: tuple[str, ...], values: list[float]) -> dict[str, float]:
    """The numbers of a tensor that are not 0, by name."""
    found: dict[str, float] = defaultdict(float)
    for name, value in zip(names, values, strict=True):
        if value:
            found[plain(name)] += value
    return {name: value for name, value in found.items() if value}
