"""The machine as the oracle tells it: its states and options as plain values, and lock step."""

from __future__ import annotations

import random
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from ludwright.compiler.compile import compile_game
from ludwright.gamedef import nodes as n
from ludwright.machine import api
from ludwright.machine import state as m
from ludwright.machine.program import Array, Program
from ludwright.machine.rng import generator
from ludwright.machine.sites import values_of
from ludwright.machine.verify import verify
from oracle import Oracle

Row = tuple[int, ...]

FAULTS = {
    m.FAULT_BUDGET: "budget",
    m.FAULT_OVERFLOW: "overflow",
    m.FAULT_FAILED: "failed",
    m.FAULT_LISTS: "lists",
    m.FAULT_CALLS: "calls",
    m.FAULT_AGENDA: "agenda",
    m.FAULT_SUBSETS: "combinations",
}
ROWS = 4096
DEEP = ([], None, "calls")  # the result of an oracle whose calls went too deep
LONG = ([], None, "budget")  # the result of an oracle that went on for too long
TOO_LONG = ([], None, "lists")  # the result of a machine that had no room for a list
ALWAYS_ROOM = 100  # items; only longer lists may find no room


class Machine:
    """One game being played on the machine: it has always run on to the next decision."""

    def __init__(self, program: Program, seed: int | None) -> None:
        self.program = program
        self.state: Array = program.image.copy()
        self.space = workspace(program)
        if seed is not None:
            api.seed_state(self.state, seed)
        self.answer = int(api.advance(program.code, self.state, self.space))

    @property
    def status(self) -> str:
        """Where it stands, in the oracle's words."""
        status, rows = self.answer & 15, self.answer >> 4
        if status == m.DECISION:
            return "decision" if rows else "stuck"
        return {m.OVER: "over", m.FAULTED: "fault"}[status]

    def options(self) -> list[Row]:
        """What may be chosen, every number of a range on its own."""
        return self._rows() if self.status == "decision" else []

    def _rows(self) -> list[Row]:
        width = int(self.program.code[m.P_WIDTH])
        end = m.W_DATA + int(self.space[m.W_ROWS]) * width
        found: list[Row] = []
        actions = self.program.sites[int(self.state[m.SITE])].actions
        for row in self.space[m.W_DATA : end].reshape(-1, width).tolist():
            action = actions[row[0] - 1]
            if action.is_range and action.sets is None:
                found += [(row[0] - 1, number) for number in range(row[1], row[2] + 1)]
            elif action.is_range:
                found += [(row[0] - 1, *each) for each in self._sets(row[2] + 1)]
            elif action.sets is not None:
                found.append((row[0] - 1, *values_of(row[1 : 1 + len(action.operands)])))
            else:
                found.append((row[0] - 1, *row[1 : 1 + len(action.operands)]))
        return found

    def _sets(self, count: int) -> list[Row]:
        """The sets of items that may be chosen, in order."""
        pick = self.program.sites[int(self.state[m.SITE])].pick
        assert pick is not None
        start = int(self.state[pick.items])
        items = self.state[start + 1 : start + 1 + int(self.state[start])].tolist()
        least, most = int(self.state[pick.least]), int(self.state[pick.most])
        sizes = range(max(least, 0), min(most, len(items)) + 1)
        sets = [tuple(sorted(each)) for size in sizes for each in combinations(items, size)]
        assert len(sets) == count
        return sets

    def take(self, number: int) -> None:
        """Take an option by its number, which the machine must read as the same option."""
        wanted = self.options()[number]
        if self.program.sites[int(self.state[m.SITE])].actions[wanted[0]].sets is not None:
            self._take_set(number, wanted)
            return
        row, value = api.row_of_option(self.program.code, self.state, self.space, number)
        start = m.W_DATA + row * int(self.program.code[m.P_WIDTH])
        action = int(self.space[start]) - 1
        is_range = self.program.sites[int(self.state[m.SITE])].actions[action].is_range
        read = [value] if is_range else self.space[start + 1 : start + len(wanted)].tolist()
        assert (action, *read) == wanted
        self.choose(wanted)

    def _take_set(self, number: int, wanted: Row) -> None:
        state = self.state
        api.take_option(self.program.code, state, self.space, number)
        words = len(self.program.sites[int(state[m.SITE])].actions[wanted[0]].operands)
        assert values_of(state[m.OPERANDS : m.OPERANDS + words].tolist()) == wanted[1:]
        self.answer = api.advance(self.program.code, state, self.space)

    def choose(self, row: Row) -> None:
        """Take an option by what it is."""
        action, *operands = row
        self.answer = api.choose(self.program.code, self.state, self.space, action + 1, *operands)

    def snapshot(self) -> dict[str, Any]:
        """All there is to compare, as the oracle's snapshot has it."""
        program, words = self.program, self.state.tolist()
        n1, z1 = len(program.tokens), len(program.zones)
        at = program.columns
        starts = (at.known, at.next, at.face, at.shown)
        known, after, face, shown = (words[start:][:n1] for start in starts)
        top = words[at.top :][:z1]
        zones, unnamed = {}, []
        for zone, first in zip(program.zones[1:], top[1:], strict=True):
            if zone is not None:
                zones[zone.name, zone.owner, zone.index] = chain(after, first)
            else:
                unnamed.append(chain(after, first))
        changing = program.properties.values()
        return {
            "zones": zones,
            "unnamed": unnamed,
            "properties": {p.name: words[p.address + 1 :][: n1 - 1] for p in changing},
            "hangs": hanging(program, words),
            "faces": [bool(f) for f in face[1:]],
            "variables": self._variables(words),
            "turns": words[m.TURNS],
            "status": self.status,
            "decider": words[m.DECIDER] - 1 if self.status == "decision" else None,
            "result": self._result(words),
            "shown": shown[1:],
            "known": known[1:],
            "rng": generator(words[m.RNG : m.RNG + 8]),
        }

    def _variables(self, words: list[int]) -> dict[tuple[str, int | None], int]:
        found: dict[tuple[str, int | None], int] = {}
        for variable in self.program.variables.values():
            kept = variable.per_seat or variable.per_team or variable.count > 1
            for place in range(len(self.program.owners(variable))):
                found[variable.name, place if kept else None] = words[variable.address + place]
        return found

    def _result(self, words: list[int]) -> tuple[list[int], list[int] | None, str] | None:
        if self.status == "over":
            start = int(self.program.code[m.P_RESULTS])
            wins, scores = (words[start + i :][: 2 * self.program.seats : 2] for i in (0, 1))
            winners = [seat for seat, won in enumerate(wins) if won]
            reason = self.program.reasons[words[m.REASON]]
            return winners, scores if words[m.SCORED] else None, reason
        if self.status == "stuck":
            return [], None, "stuck"
        return ([], None, FAULTS[words[m.FAULT]]) if self.status == "fault" else None


def hanging(program: Program, words: list[int]) -> dict[int, tuple[int, int]]:
    """By zone: from which zone it hangs and in which direction; children must say the same."""
    trees, z1 = int(program.code[m.P_TREES]), len(program.zones)
    if not trees:
        return {}
    start = int(program.code[trees])
    stretches = [words[start + k * z1 :][:z1] for k in range(2 + m.DIRECTIONS)]
    parents, directions, *children = stretches
    found = {z: (parents[z], directions[z]) for z in range(z1) if parents[z]}
    below = {c: (z, d) for d, each in enumerate(children) for z, c in enumerate(each) if c}
    assert found == dict(sorted(below.items()))
    assert all(directions[z] == -1 for z in range(z1) if z not in found)
    if program.code[trees + m.TREE_WAY] >= 0:
        _check_ends(words[start + (2 + m.DIRECTIONS) * z1 :][:z1], found)
    return found


def _check_ends(ends: list[int], hangs: dict[int, tuple[int, int]]) -> None:
    """Where trees are chains: the deepest zone that is kept for each root is the right one."""
    below = {parent: z for z, (parent, _) in hangs.items()}
    assert len(below) == len(hangs), "a zone with two children"
    for root in (z for z in range(len(ends)) if z not in hangs):
        end = root
        while end in below:
            end = below[end]
        assert ends[root] == (0 if end == root else end)


def chain(after: list[int], token: int) -> list[int]:
    """The tokens from one on downwards."""
    found = []
    while token:
        found.append(token)
        token = after[token]
    return found


def workspace(program: Program) -> Array:
    """Room for option rows and for what is tried out."""
    rows, size = ROWS * int(program.code[m.P_WIDTH]), int(program.code[m.P_SIZE])
    copies = 1 + int(program.code[m.P_LOOKAHEAD])
    space = np.zeros(m.W_DATA + rows + copies * (m.W_DATA + rows + size), np.int32)
    space[m.W_CAPACITY] = ROWS
    return space


@dataclass(frozen=True)
class Walk:
    """How far machine and oracle went together."""

    decisions: int
    status: str


def some_options(game: n.GameDef, rng: random.Random) -> dict[str, n.Expr]:
    """New values for some of a game's options: other constants of the same type."""
    chosen: dict[str, n.Expr] = {}
    for option in game.options:
        values = next((e.values for e in game.enums if e.name == _enum(option)), ())
        others: dict[type[n.Expr], list[n.Expr]] = {
            n.Number: [n.Number(value=i) for i in range(-1, 5)],
            n.Truth: [n.Truth(value=True), n.Truth(value=False)],
            n.Symbol: [n.Symbol(enum=_enum(option), value=value) for value in values],
        }
        if rng.random() < 0.4:
            chosen[option.name] = rng.choice(option.allowed or others[type(option.default)])
    return chosen


def _enum(option: n.Option) -> str:
    return option.default.enum if isinstance(option.default, n.Symbol) else ""


_compiled: dict[tuple[object, ...], tuple[n.GameDef, Program]] = {}
MOST_COMPILED = 4


def compiled(game: n.GameDef, players: int, chosen: dict[str, n.Expr]) -> Program:
    """A program for a game, shared by the walks that follow each other through the same one."""
    key = (id(game), players, *((name, chosen[name]) for name in sorted(chosen)))
    if key not in _compiled:
        while len(_compiled) >= MOST_COMPILED:
            del _compiled[next(iter(_compiled))]
        program = compile_game(game, players, chosen)
        assert verify(program) == []
        _compiled[key] = game, program  # the game is kept, so that no other gets its identity
    return _compiled[key][1]


def lock_step(
    game: n.GameDef, players: int, seed: int, most: int = 60, budget: int | None = None
) -> Walk:
    """Play machine and oracle with the same random choices; fail where they differ. With a budget
    the walk ends where the oracle takes more steps to the next decision."""
    rng = random.Random(seed)
    chosen = some_options(game, rng)
    program = compiled(game, players, chosen)
    machine = Machine(program, seed)
    plain = {name: getattr(expr, "value", None) for name, expr in chosen.items()}
    oracle = Oracle(game, players, seed, plain, budget=budget)
    for number in range(most + 1):
        if budget is not None and oracle.result == LONG:
            return Walk(number, "budget")
        expected, found = oracle.snapshot(), machine.snapshot()
        if found["result"] == TOO_LONG and oracle.longest[0] > ALWAYS_ROOM:
            return Walk(number, "lists")
        # The machine does not count listeners that can't set themselves off: how far a circle
        # goes may differ by those around it.
        parts = ("status", "result") if game.listeners and expected["result"] == DEEP else expected
        for part in parts:
            assert found[part] == expected[part], (part, number)
        assert machine.options() == oracle.options(), number
        if oracle.status != "decision" or number == most:
            break
        choice = rng.randrange(len(oracle.options()))
        row = oracle.options()[choice]
        machine.take(choice)
        oracle.choose(row)
    return Walk(number, oracle.status)
