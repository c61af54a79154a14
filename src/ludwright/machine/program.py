"""A compiled game: code, the initial state, and the names and source locations behind them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from ..diagnostics import Span
from . import ops
from . import state as m
from .column_table import Columns, columns_of
from .look import LookInfo
from .move_ids import Numbers, id_table
from .sites import Explained, PickInfo, SetInfo, values_of

Array = np.ndarray[Any, np.dtype[np.int32]]


DIRECTION_WORDS = tuple("north northeast east southeast south southwest west northwest".split())


@dataclass(frozen=True, slots=True)
class ZoneInfo:
    """A zone: its name, owner (a seat or a team from 0) and index, its label and layout, and, if it
    is a branch of that zone, the directions that lead to it."""

    name: str
    seat: int | None
    index: int
    label: str
    uncounted: frozenset[int] = frozenset()  # seats (from 0) that may not know its size
    look: str = "pile"
    path: tuple[int, ...] = ()
    team: int | None = None
    spot: tuple[int, int] | None = None  # its position on the screen, see the node Spot
    grows: str = ""  # the direction in which its tree usually grows
    turned: int = 0  # rotation of its tokens

    @property
    def owner(self) -> int | None:
        """The seat or team that owns it."""
        return self.seat if self.team is None else self.team


@dataclass(frozen=True, slots=True)
class TeamInfo:
    """Seats (from 0) that win together."""

    name: str
    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class VariableInfo:
    """A variable: the address of its first word, and its type."""

    name: str
    address: int
    type: str
    per_seat: bool
    audience: str
    inner: bool  # whether it is left out of displays
    per_team: bool = False
    count: int = 1  # the number of words, if it is indexed
    places: tuple[str, ...] = ()  # the zones it is indexed by, if it is


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
    inner: bool = False  # whether it is left out of displays


@dataclass(frozen=True, slots=True)
class Text:
    """A notation: code that evaluates its values, then texts and values in order."""

    entry: int
    parts: tuple[str | ValueAt, ...]


@dataclass(frozen=True, slots=True)
class ActionInfo:
    """An action of a site: its operands, its texts, its range of move ids."""

    name: str
    operands: tuple[tuple[str, str, int], ...]  # name, type, state address
    texts: dict[str, Text]
    why: list[Explained]  # one, as soon as its code is emitted
    first_id: int
    radix: tuple[tuple[int, int], ...]  # lowest value and number of values, per operand
    is_range: bool
    span: Span | None
    among: tuple[
        tuple[int, ...] | None, ...
    ] = ()  # per operand: its possible values, where these are constant
    sets: SetInfo | None = None  # if its operands are the bits of a set

    def chosen(self, operands: Sequence[int]) -> list[tuple[int, str]]:
        """The values that operands of this action choose, and their types; of a set, its items."""
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
    """A site: a point where a seat chooses, and what it chooses from."""

    offset: int
    kind: int
    prompt: str
    actions: tuple[ActionInfo, ...]
    announced: bool  # whether the others learn what was chosen
    span: Span | None
    refused: tuple[
        ActionInfo, ...
    ] = ()  # actions that can be parsed but are never legal, for explanations
    body: tuple[int, int] = (0, 0)  # address range of the bodies of its actions
    pick: PickInfo | None = None  # if several items are picked here


@dataclass(frozen=True, slots=True)
class Slot:
    """A range of a state's words and its meaning; views, keys, saves and diffs follow from it."""

    name: str
    start: int
    count: int
    type: str
    audience: str
    keys: int = 0  # the kinds of key it is part of; live registers are part of all


class Binding(NamedTuple):
    """A register that has a name from one op up to another."""

    start: int
    end: int
    address: int
    name: str


@dataclass(frozen=True, slots=True)
class Symbols:
    """What the words of the state and the pieces of the code are called, for listings only."""

    procedures: dict[int, str] = field(default_factory=dict)  # by the address of the first op
    constants: dict[int, int] = field(default_factory=dict)  # values, by their addresses
    words: dict[int, str] = field(default_factory=dict)  # words that have one name throughout
    bindings: tuple[Binding, ...] = ()  # an inner one before those around it


@dataclass(frozen=True)
class Program:
    """A game for one number of players and one set of options, ready to run."""

    name: str
    seats: int
    options: dict[str, Any]
    code: Array
    image: Array
    tokens: tuple[str, ...]  # by token number; "" for 0
    backs: tuple[str, ...]  # what the back of each token shows
    zones: tuple[ZoneInfo | None, ...]  # by zone number
    enums: dict[str, tuple[str, ...]]
    variables: dict[str, VariableInfo]
    sites: dict[int, SiteInfo]
    slots: tuple[Slot, ...]
    registers_at: int  # where constants and registers start, behind the variables
    live: dict[int, tuple[Slot, ...]]  # live registers, by the offset of their table
    reasons: tuple[str, ...]
    locations: tuple[tuple[int, Span | None], ...]  # first address, source location
    attempts: tuple[tuple[int, int, str], ...]  # first op, end and name; innermost first
    code_end: int
    shuffled: frozenset[str]  # names of zones that some statement shuffles
    digest: str  # of code and image
    ids: int  # number of move ids
    sources: str = ""  # a hash of the source texts, if there are any
    properties: dict[str, PropertyInfo] = field(default_factory=dict)  # the changing ones
    chance: tuple[SiteInfo, ...] = ()  # sites of draws and rolls, if chance is explicit
    rollbacks: dict[int, int] = field(
        default_factory=dict
    )  # table of what is live, by where a rollback continues
    due: dict[int, tuple[Slot, ...]] = field(
        default_factory=dict
    )  # parameters of calls on the agenda
    teams: tuple[TeamInfo, ...] = ()
    look: LookInfo | None = None
    payoff: str = ""  # what players play for, if it is declared: see GameDef
    kinds: tuple[int, ...] = ()  # by token number: equal for tokens that never differ
    symbols: Symbols = field(default_factory=Symbols)

    @cached_property
    def columns(self) -> Columns:
        """The addresses of the columns of a state."""
        return columns_of(int(self.code[m.P_TOKENS]), int(self.code[m.P_ZONES]))

    @cached_property
    def id_table(self) -> Numbers:
        """How ids follow from option rows."""
        return id_table(self)

    @cached_property
    def _starts(self) -> list[int]:
        return [start for start, _ in self.locations]

    def location(self, address: int) -> Span | None:
        """The source location of the code at an address."""
        found = bisect_right(self._starts, address) - 1
        return self.locations[found][1] if found >= 0 else None

    def is_failure(self, address: int) -> bool:
        """Whether the op at an address fails unconditionally."""
        return int(self.code[address]) in (ops.FAIL, ops.HALT)

    @cached_property
    def site_addresses(self) -> dict[int, int]:
        """The address of the DECIDE of each site."""
        return {operands[0]: at for at, op, operands in instructions(self) if op == ops.DECIDE}

    def value_text(self, value: int, kind: str, state: Array | None = None) -> str:
        """A raw value as text; the label of a branch depends on the state."""
        if kind == "zone" and state is not None:
            zone = self.zone_in(value, state)
            return zone.label if zone else "none"
        return TEXTS.get(kind, _symbol_text)(self, value, kind)

    def zone_in(self, number: int, state: Array) -> ZoneInfo | None:
        """A zone as it is in a state; None for 0 and for a branch without a parent."""
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
        """The seats (from 0) that own each word of a variable."""
        if info.per_team:
            return [team.seats for team in self.teams]
        return [(seat,) for seat in range(self.seats)] if info.per_seat else [()] * info.count

    def zone_number(self, name: str, owner: int | None = None, index: int = 0) -> int:
        """The number of a zone by its name, owner (a seat or a team) and index; 0 if unknown."""
        for number, zone in enumerate(self.zones):
            if zone and (zone.name, zone.owner, zone.index) == (name, owner, index):
                return number
        return 0


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
