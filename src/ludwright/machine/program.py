"""A compiled game: flat code, a first state, and the way back to names and places."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from ..diagnostics import Span
from . import ops
from .state import (
    A_COUNT,
    A_HEAD,
    A_TURNS,
    ANSWER_HEAD,
    CALL_TOP,
    COLLECTING,
    KNOWN,
    P_ANSWERS,
    P_CALL_WORDS,
    P_CODE,
    P_LISTS_END,
    P_START,
    P_WIDTH,
    SITE,
    SITE_LIVE,
    TOGETHER,
    TURNS,
)

Array = np.ndarray[Any, np.dtype[np.int32]]


@dataclass(frozen=True, slots=True)
class ZoneInfo:
    """One zone: its name, owner (a seat from 0) and number, and what people call it."""

    name: str
    seat: int | None
    index: int
    label: str


@dataclass(frozen=True, slots=True)
class VariableInfo:
    """One variable: where it is (its first word, if kept per seat) and what it holds."""

    name: str
    address: int
    type: str
    per_seat: bool
    audience: str


@dataclass(frozen=True, slots=True)
class Text:
    """How a notation is written: code that works out its values, then texts and values in order."""

    entry: int
    parts: tuple[str | tuple[int, str], ...]  # a text, or the address and type of a value


@dataclass(frozen=True, slots=True)
class ActionInfo:
    """One action of a site: what its operands are, how it is written, where its ids start."""

    name: str
    operands: tuple[tuple[str, str, int], ...]  # name, type, state address
    texts: dict[str, Text]
    first_id: int
    radix: tuple[tuple[int, int], ...]  # lowest value and number of values, per operand
    is_range: bool
    span: Span | None


@dataclass(frozen=True, slots=True)
class SiteInfo:
    """A place where somebody chooses."""

    offset: int
    kind: int
    prompt: str
    actions: tuple[ActionInfo, ...]
    has_unlisted: bool
    announced: bool  # whether the others learn what was chosen
    span: Span | None


@dataclass(frozen=True, slots=True)
class Slot:
    """What a stretch of a state's words is: views, hashes, saves and diffs are derived from it."""

    name: str
    start: int
    count: int
    type: str
    audience: str
    keys: int = 0  # the kinds of key it is part of; what is live at a site is part of all


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
    backs: tuple[str, ...]  # the supply each token belongs to
    zones: tuple[ZoneInfo | None, ...]  # by zone number
    enums: dict[str, tuple[str, ...]]
    variables: dict[str, VariableInfo]
    sites: dict[int, SiteInfo]
    slots: tuple[Slot, ...]
    live: dict[int, tuple[Slot, ...]]  # registers, by the table that says they are live
    reasons: tuple[str, ...]
    places: tuple[tuple[int, Span | None], ...]  # first address, where it came from
    code_end: int
    shuffled: frozenset[str]  # names of zones that are shuffled somewhere
    digest: str
    ids: int  # how many move ids there are

    @cached_property
    def _starts(self) -> list[int]:
        return [start for start, _ in self.places]

    def place(self, address: int) -> Span | None:
        """Where in the description the code at an address came from."""
        found = bisect_right(self._starts, address) - 1
        return self.places[found][1] if found >= 0 else None

    def is_failure(self, address: int) -> bool:
        """Whether the op at an address is there to fail."""
        return bool(self.code[address] == ops.FAIL)

    @cached_property
    def site_addresses(self) -> dict[int, int]:
        """The op that waits at each site."""
        return {operands[0]: at for at, op, operands in instructions(self) if op == ops.DECIDE}

    def registers(self, state: Array) -> list[Slot]:
        """The registers that are live in a state that waits for a choice, the innermost first."""
        found: list[Slot] = []
        table = int(self.code[state[SITE] + SITE_LIVE]) if state[SITE] else 0
        call, pushed = int(state[CALL_TOP]), False
        while table:
            live, kept = self.live[table], int(self.code[table])
            if pushed:
                live = tuple(replace(s, start=call + 2 + i) for i, s in enumerate(live))
            found += live
            back = int(state[call + 1 if pushed else kept]) if kept else 0
            table = int(self.code[back - 1]) if back else 0
            pushed = bool(back and self.code[back] == ops.POP)
            call -= int(self.code[P_CALL_WORDS]) if pushed else 0
        return found

    def answers(self, state: Array) -> list[Answer]:
        """Who has answered what while several seats are asked together, in the order given."""
        at = int(self.code[P_ANSWERS])
        if not state[TOGETHER]:
            return []
        words = ANSWER_HEAD + int(self.code[P_WIDTH])
        first = at + A_HEAD
        given = state[first : first + int(state[at + A_COUNT]) * words].reshape(-1, words).tolist()
        return [
            Answer(seat - 1, site, action - 1, tuple(operands))
            for _, seat, site, action, *operands in given
        ]

    def common_start(self, state: Array) -> Array:
        """What seats see that are not asked just now: the state in which all were first asked."""
        shown = state.copy()
        if state[TOGETHER] == COLLECTING:
            at, start = int(self.code[P_ANSWERS]), int(self.code[P_START])
            length = int(self.code[P_LISTS_END]) - KNOWN
            shown[KNOWN : KNOWN + length] = state[start : start + length]
            shown[TURNS] = state[at + A_TURNS]
        return shown

    def value_text(self, value: int, kind: str) -> str:
        """A raw value as people write it."""
        return TEXTS.get(kind, _symbol_text)(self, value, kind)

    def zone_number(self, name: str, seat: int | None = None, index: int = 0) -> int:
        """The number of a zone; 0 if there is none such."""
        for number, zone in enumerate(self.zones):
            if zone and (zone.name, zone.seat, zone.index) == (name, seat, index):
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
    "token": lambda program, value, kind: program.tokens[value] or "none",
    "zone": _zone_text,
}


def instructions(program: Program) -> Iterator[tuple[int, int, list[int]]]:
    """Every op of a program: its address, number and operands."""
    code = program.code[: program.code_end].tolist()
    at = P_CODE
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
        lines.append(f"{line:>5} {at:5d}  {ops.NAMES[op].lower():<12} {shown}".rstrip())
    return "\n".join(lines)


def _operand(kind: str, value: int) -> str:
    marks = {"to": "=@", "at": "@", "list": "@", "*": "@", "jump": ">", "fail": "!", "table": "t"}
    return f"{marks.get(kind, '#')}{value}"
