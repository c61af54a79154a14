"""A compiled game: flat code, a first state, and the way back to names and places."""

from __future__ import annotations

import itertools
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from ..diagnostics import Span
from . import ops
from . import state as m
from .look import LookInfo
from .sites import Explained, PickInfo, SetInfo, values_of

Array = np.ndarray[Any, np.dtype[np.int32]]


DIRECTION_WORDS = tuple("north northeast east southeast south southwest west northwest".split())


@dataclass(frozen=True, slots=True)
class ZoneInfo:
    """One zone: its name, owner (a seat or a team from 0) and number, what people call it, how it
    lies, and, if it hangs below that one, the directions to it."""

    name: str
    seat: int | None
    index: int
    label: str
    uncounted: frozenset[int] = frozenset()  # seats (from 0) that may not know how many lie there
    look: str = "pile"
    path: tuple[int, ...] = ()
    team: int | None = None
    spot: tuple[int, int] | None = None  # where people lay it, see the node Spot
    grows: str = ""  # the direction in which its tree is expected to grow
    turned: int = 0  # by how much its tokens are turned

    @property
    def owner(self) -> int | None:
        """The number of the seat or the team that owns it."""
        return self.seat if self.team is None else self.team


@dataclass(frozen=True, slots=True)
class TeamInfo:
    """Seats (from 0) that play together."""

    name: str
    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class VariableInfo:
    """One variable: where it is (its first word, if there are several) and what it holds."""

    name: str
    address: int
    type: str
    per_seat: bool
    audience: str
    inner: bool  # whether people are not shown it
    per_team: bool = False
    count: int = 1  # how many there are, told apart by an index
    places: tuple[str, ...] = ()  # the zones that these tell something about, if they do


@dataclass(frozen=True, slots=True)
class ValueAt:
    """A value in a text: its address and type, and the parameter it is the value of, if any."""

    address: int
    type: str
    parameter: int | None


@dataclass(frozen=True, slots=True)
class PropertyInfo:
    """A property that changes: its word for token t is `address + t`."""

    name: str
    address: int
    type: str
    inner: bool = False  # whether people are not shown it


@dataclass(frozen=True, slots=True)
class Text:
    """How a notation is written: code that works out its values, then texts and values in order."""

    entry: int
    parts: tuple[str | ValueAt, ...]


@dataclass(frozen=True, slots=True)
class ActionInfo:
    """One action of a site: what its operands are, how it is written, where its ids start."""

    name: str
    operands: tuple[tuple[str, str, int], ...]  # name, type, state address
    texts: dict[str, Text]
    why: list[Explained]  # one, once its code is made
    first_id: int
    radix: tuple[tuple[int, int], ...]  # lowest value and number of values, per operand
    is_range: bool
    span: Span | None
    among: tuple[tuple[int, ...] | None, ...] = ()  # the only values, where they never change
    sets: SetInfo | None = None  # if its operands are words of bits: those of a set

    def chosen(self, operands: Sequence[int]) -> list[tuple[int, str]]:
        """What operands of this action choose: values and their types; of a set, its values."""
        if self.sets is not None:
            return [(value, self.sets.kind) for value in values_of(operands)]
        kinds = (kind for _, kind, _ in self.operands)
        return list(zip(operands, kinds, strict=True))

    @property
    def names_tokens(self) -> bool:
        """Whether an operand is a token, or a set of tokens."""
        if self.sets is not None:
            return self.sets.kind == "token"
        return any(kind == "token" for _, kind, _ in self.operands)


@dataclass(frozen=True, slots=True)
class SiteInfo:
    """A place where somebody chooses."""

    offset: int
    kind: int
    prompt: str
    actions: tuple[ActionInfo, ...]
    announced: bool  # whether the others learn what was chosen
    span: Span | None
    refused: tuple[ActionInfo, ...] = ()  # what can be written but is never an option
    body: tuple[int, int] = (0, 0)  # the addresses of what its actions do, the last one excluded
    pick: PickInfo | None = None  # if it is about several items that are picked


@dataclass(frozen=True, slots=True)
class Slot:
    """What a stretch of a state's words is: views, hashes, saves and diffs are derived from it."""

    name: str
    start: int
    count: int
    type: str
    audience: str
    keys: int = 0  # the kinds of key it is part of; what is live at a site is part of all


class Held(NamedTuple):
    """A register in use, where it is, and the words of the list that it names: how long, items."""

    slot: Slot
    items: range


class Calling(NamedTuple):
    """A procedure under way: what is live, where that is kept, and the word that says where it
    returns to (0 in main)."""

    live: tuple[Slot, ...]
    at: Sequence[int]
    returns: int
    pushed: bool


@dataclass(frozen=True, slots=True)
class Answer:
    """What a seat (from 0) has chosen while others are still to be asked: an action of a site."""

    seat: int
    site: int
    action: int
    operands: tuple[int, ...]


@dataclass(frozen=True)
class Program:
    """A game for one number of players and one set of options, ready to run."""

    name: str
    seats: int
    options: dict[str, Any]
    code: Array
    image: Array
    tokens: tuple[str, ...]  # by token number, "" for none
    backs: tuple[str, ...]  # what can be told of each token from behind
    zones: tuple[ZoneInfo | None, ...]  # by zone number
    enums: dict[str, tuple[str, ...]]
    variables: dict[str, VariableInfo]
    sites: dict[int, SiteInfo]
    slots: tuple[Slot, ...]
    registers_at: int  # where constants and registers start, behind the variables
    live: dict[int, tuple[Slot, ...]]  # registers, by the table that says they are live
    reasons: tuple[str, ...]
    places: tuple[tuple[int, Span | None], ...]  # first address, where it came from
    attempts: tuple[tuple[int, int, str], ...]  # first op, end and name, the innermost first
    code_end: int
    shuffled: frozenset[str]  # names of zones that are shuffled somewhere
    digest: str  # of code and image
    ids: int  # how many move ids there are
    sources: str = ""  # a hash of the texts it was made of; nothing if there were none
    properties: dict[str, PropertyInfo] = field(default_factory=dict)  # those that change
    chance: tuple[SiteInfo, ...] = ()  # what the caller says of draws and rolls, if that is told
    rollbacks: dict[int, int] = field(default_factory=dict)  # what is live where they go on
    due: dict[int, tuple[Slot, ...]] = field(default_factory=dict)  # what agenda calls are given
    teams: tuple[TeamInfo, ...] = ()
    look: LookInfo | None = None
    kinds: tuple[int, ...] = ()  # by token number: those that never differ have the same

    @cached_property
    def _starts(self) -> list[int]:
        return [start for start, _ in self.places]

    def place(self, address: int) -> Span | None:
        """Where in the description the code at an address came from."""
        found = bisect_right(self._starts, address) - 1
        return self.places[found][1] if found >= 0 else None

    def is_failure(self, address: int) -> bool:
        """Whether the op at an address is there to fail."""
        return int(self.code[address]) in (ops.FAIL, ops.HALT)

    @cached_property
    def site_addresses(self) -> dict[int, int]:
        """The op that waits at each site."""
        return {operands[0]: at for at, op, operands in instructions(self) if op == ops.DECIDE}

    def registers(self, state: Array) -> list[Slot]:
        """The registers that are live in a state that waits for a choice, the innermost first."""
        return [
            _moved(s, at) for f in self._frames(state) for s, at in zip(f.live, f.at, strict=True)
        ]

    def standing(self, state: Array) -> list[int]:
        """Where each procedure under way stands in the code, the innermost first, while it waits
        for a choice."""
        returns = [frame.returns for frame in self._frames(state) if frame.returns]
        return [int(state[at]) for at in (m.PC, *returns)]

    def return_places(self, state: Array) -> list[int]:
        """The words that say where the procedures under way return to."""
        kept = (self._undone(state, k) for k in range(int(state[m.SNAPSHOTS])))
        frames = itertools.chain(self._frames(state), *kept)
        return [frame.returns for frame in frames if frame.returns]

    def held(self, state: Array) -> list[Held]:
        """Every register in use: now, and in each snapshot what a rollback brings back."""
        shifts = self.shifts(state)
        found = [x for f in self._frames(state) for x in _held(state, f, 0)]
        for k, shift in enumerate(shifts):
            found += [x for f in self._undone(state, k) for x in _held(state, f, shift)]
        for shift in (0, *shifts):
            found += [Held(slot, range(0)) for slot in self._given(state, shift)]
        return found

    def shifts(self, state: Array) -> list[int]:
        """How far behind the words themselves each snapshot in use has its copies of them."""
        start = m.KNOWN + int(self.code[m.P_TOKENS])
        first = int(self.code[m.P_SNAPSHOTS]) - start
        size = int(self.code[m.P_LISTS_END]) - start
        return [first + k * size for k in range(int(state[m.SNAPSHOTS]))]

    def undoing(self, state: Array, number: int) -> int:
        """The try to which the snapshot of a number (from 0) belongs."""
        tries = range(int(self.code[m.P_TRIES]), int(state[m.TRY_TOP]), m.TRY_WORDS)
        return next(at for at in tries if state[at + 2] == number + 1)

    def _undone(self, state: Array, number: int) -> Iterator[Calling]:
        """The procedures under way where a rollback goes on; those that are kept aside for a call
        in a circle are the same as now."""
        at = self.undoing(state, number)
        table = self.rollbacks[int(state[at])]
        chain = self._chain(state, table, int(state[at + 4]), self.shifts(state)[number])
        return (frame for frame in chain if not frame.pushed)

    def _given(self, state: Array, shift: int) -> Iterator[Slot]:
        """The values on the agenda that calls will be given."""
        agenda = int(self.code[m.P_AGENDA]) + shift
        for i in range(int(state[agenda]) if agenda > shift else 0):
            entry = agenda + 1 + i * m.DUE_WORDS
            for k, slot in enumerate(self.due[int(state[entry + m.DUE_PROCEDURE])]):
                yield _moved(slot, entry + m.DUE_ARGUMENTS + k)

    def _frames(self, state: Array) -> Iterator[Calling]:
        """The procedures under way, from the waiting site out to main."""
        table = int(self.code[state[m.SITE] + m.SITE_LIVE]) if state[m.SITE] else 0
        if not table and state[m.TOGETHER]:  # about to ask several: the op ROUND says what is live
            table = int(self.code[state[m.PC] + 4])
        return self._chain(state, table, int(state[m.CALL_TOP]), 0)

    def _chain(self, state: Array, table: int, call: int, shift: int) -> Iterator[Calling]:
        """The procedures under way, from one that has a table of what is live there out to main;
        what a call in a circle has kept aside is found where it is kept."""
        pushed = False
        while table:
            live, returns = self.live[table], int(self.code[table])
            at: Sequence[int] = [slot.start + shift for slot in live]
            if pushed:
                at = range(call + 2, call + 2 + len(live))
            if returns:
                returns = call + 1 if pushed else returns + shift
            yield Calling(live, at, returns, pushed)
            back = int(state[returns]) if returns else 0
            table = int(self.code[back - 1]) if back else 0
            pushed = bool(back and self.code[back] == ops.POP)
            call -= int(self.code[m.P_CALL_WORDS]) if pushed else 0

    def answers(self, state: Array) -> list[Answer]:
        """Who has answered what while several seats are asked together, in the order given."""
        at = int(self.code[m.P_ANSWERS])
        if not state[m.TOGETHER]:
            return []
        words = m.ANSWER_HEAD + int(self.code[m.P_WIDTH])
        first = at + m.A_HEAD
        given = (
            state[first : first + int(state[at + m.A_COUNT]) * words].reshape(-1, words).tolist()
        )
        return [
            Answer(seat - 1, site, action - 1, tuple(operands))
            for _, seat, site, action, *operands in given
        ]

    def common_start(self, state: Array) -> Array:
        """What seats see that are not asked just now: the state in which all were first asked."""
        shown = state.copy()
        if state[m.TOGETHER] == m.COLLECTING:
            at, start = int(self.code[m.P_ANSWERS]), int(self.code[m.P_START])
            length = int(self.code[m.P_LISTS_END]) - m.KNOWN
            shown[m.KNOWN : m.KNOWN + length] = state[start : start + length]
            shown[m.TURNS] = state[at + m.A_TURNS]
        return shown

    def rejoined(self, state: Array) -> Array:
        """The state in which several seats were first asked together, about to ask them again; a
        state in which they are not is what it is."""
        if state[m.TOGETHER] != m.COLLECTING:
            return state
        at, words = int(self.code[m.P_ANSWERS]), self.common_start(state)
        for here, kept in (
            (m.LIST_TOP, m.A_LISTS),
            (m.TRY_TOP, m.A_TRIES),
            (m.CALL_TOP, m.A_CALLS),
        ):
            words[here] = state[at + kept]
        words[m.SNAPSHOTS], words[m.ATOMIC] = state[at + m.A_SNAPSHOTS], state[at + m.A_ATOMIC]
        words[m.DECISIONS] -= state[at + m.A_COUNT]
        words[[m.STATUS, m.SITE, m.DECIDER]] = 0
        words[m.PC] = state[at + m.A_PC]
        words[at : at + m.A_LISTS] = 0
        words[at + m.A_HEAD : int(self.code[m.P_START])] = 0
        return words

    def value_text(self, value: int, kind: str, state: Array | None = None) -> str:
        """A raw value as people write it; a branch of a tree needs the state it hangs in."""
        if kind == "zone" and state is not None:
            zone = self.zone_in(value, state)
            return zone.label if zone else "none"
        return TEXTS.get(kind, _symbol_text)(self, value, kind)

    def zone_in(self, number: int, state: Array) -> ZoneInfo | None:
        """What a zone is in a state; None for nothing and for what hangs nowhere."""
        path: list[int] = []
        trees = int(self.code[m.P_TREES])
        if trees and number:
            parents = int(self.code[trees])
            while state[parents + number]:
                path.insert(0, int(state[parents + len(self.zones) + number]))
                number = int(state[parents + number])
        root = self.zones[number]
        if root is None or not path:
            return root
        words = (DIRECTION_WORDS[direction] for direction in path)
        return replace(root, label=",".join([root.label, *words]), path=tuple(path))

    def owners(self, info: VariableInfo) -> list[tuple[int, ...]]:
        """The seats (from 0) that own each word of a variable: one each, those of a team, none."""
        if info.per_team:
            return [team.seats for team in self.teams]
        return [(seat,) for seat in range(self.seats)] if info.per_seat else [()] * info.count

    def zone_number(self, name: str, owner: int | None = None, index: int = 0) -> int:
        """The number of a zone by its owner, a seat or a team; 0 if there is none such."""
        for number, zone in enumerate(self.zones):
            if zone and (zone.name, zone.owner, zone.index) == (name, owner, index):
                return number
        return 0


def _moved(slot: Slot, at: int) -> Slot:
    return slot if slot.start == at else replace(slot, start=at)


def _held(state: Array, frame: Calling, shift: int) -> Iterator[Held]:
    """The registers of a procedure, each with the list that it names; a list that has its place
    right behind its name is kept aside together with it."""
    for slot, at in zip(frame.live, frame.at, strict=True):
        items = int(state[at]) if slot.type.startswith("[") else 0
        if items:
            beside = frame.pushed and items == slot.start + 1
            items = at + 1 if beside else items + shift
        yield Held(_moved(slot, at), range(items, items + 1 + int(state[items]) if items else 0))


def _symbol_text(program: Program, value: int, kind: str) -> str:
    values = program.enums.get(kind, ())
    return values[value - 1] if 0 < value <= len(values) else "none"


def _zone_text(program: Program, value: int, kind: str) -> str:
    zone = program.zones[value] if 0 < value < len(program.zones) else None
    return zone.label if zone else "none"


TEXTS = {
    "int": lambda program, value, kind: str(value),
    "bool": lambda program, value, kind: "yes" if value else "no",
    "seat": lambda program, value, kind: f"player {value}" if value else "nobody",
    "team": lambda program, value, kind: program.teams[value - 1].name if value else "none",
    "token": lambda program, value, kind: program.tokens[value] or "none",
    "zone": _zone_text,
}


def instructions(program: Program) -> Iterator[tuple[int, int, list[int]]]:
    """Every op of a program: its address, number and operands."""
    code = program.code[: program.code_end].tolist()
    at = m.P_CODE
    while at < program.code_end:
        size = ops.width(code, at)
        yield at, code[at], code[at + 1 : at + size]
        at += size


def listing(program: Program) -> str:
    """The program for people: source line, address, op, operands."""
    lines = []
    last = None
    for at, op, operands in instructions(program):
        span = program.place(at)
        line = str(span.line) if span and span.line != last else ""
        last = span.line if span else last
        kinds = ops.SPECS[op].operands
        shown = " ".join(_operand(kinds[min(i, len(kinds) - 1)], x) for i, x in enumerate(operands))
        lines.append(f"{line:>5} {at:7d}  {ops.NAMES[op].lower():<12} {shown}".rstrip())
    return "\n".join(lines)


def _operand(kind: str, value: int) -> str:
    marks = {"to": "=@", "at": "@", "list": "@", "*": "@", "jump": ">", "fail": "!", "table": "t"}
    return f"{marks.get(kind, '#')}{value}"
