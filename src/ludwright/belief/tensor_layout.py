"""The layout of observations as tensors: which number means what, derived from a program alone.

Seats, and what belongs to them, are relative to the observer: itself, the next seat, and so on.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ..machine import ops
from ..machine import state as m
from ..machine.program import Program, VariableInfo, instructions
from .audience_table import OPEN_TO, TOKEN, TOKEN_LIST, type_of
from .mask_table import hidden_words
from .tensor_places import NOWHERE, places_of, relative, seats_from, teams_from

MOST_NUMBERS = 65_536  # of an observation
MOST_VALUES = 64  # of an enumeration with a number for each value
WIDE = 2.0**31  # the largest magnitude of a whole number of a game

# ---- kinds of variables: a number; 1 for one of several seats, teams, values, zones or classes; a
# number for each seat of a set ----
V_NUMBER, V_SEAT, V_TEAM, V_VALUE, V_ZONE, V_TOKEN, V_SEATS = range(7)
SIMPLE = {"seat": V_SEAT, "team": V_TEAM, "zone": V_ZONE, "token": V_TOKEN, "seats": V_SEATS}


class Block(NamedTuple):
    """Numbers that are explained alike: where they start, how many there are, their bounds."""

    start: int
    size: int
    low: float
    high: float


class Word(NamedTuple):
    """A word of a variable as a seat reads it: its kind, its address, where its numbers start, and
    the number of values."""

    kind: int
    address: int
    start: int
    values: int


@dataclass(frozen=True, slots=True)
class Detail:
    """How much an observation has: the order of zones, every zone of its own (or those of one name
    and owner together), every class of tokens (or all together), variables."""

    order: bool = True
    zones: bool = True
    classes: bool = True
    variables: bool = True


DETAILS = (
    Detail(),
    Detail(order=False),
    Detail(order=False, zones=False),
    Detail(order=False, zones=False, classes=False),
    Detail(order=False, zones=False, classes=False, variables=False),
)


@dataclass(frozen=True, slots=True)
class Layout:
    """The numbers of an observation. Places are zones, or groups of them, as the observer calls
    them; `places`, `counted` and `ordered` have, for each seat, the place of each zone (NOWHERE if
    it is not observed, its size is not, or it has no order)."""

    size: int
    names: tuple[str, ...]
    low: tuple[float, ...]
    high: tuple[float, ...]
    detail: Detail
    blocks: dict[str, Block]
    class_names: tuple[str, ...]
    classes: tuple[int, ...]  # by token number
    backs: tuple[int, ...]  # by token number
    place_names: tuple[str, ...]
    places: tuple[tuple[int, ...], ...]
    counted: tuple[tuple[int, ...], ...]
    ordered: tuple[tuple[int, ...], ...]
    teams: tuple[tuple[int, ...], ...]  # by seat: the teams in the order in which it calls them
    words: tuple[tuple[Word, ...], ...]  # by seat
    properties: tuple[tuple[int, int], ...]  # addresses, and where their numbers start


def layout_of(program: Program) -> Layout:
    """The layout of a program's observations: the most detailed one that is not too large."""
    for detail in DETAILS:
        made = _Maker(program, detail)
        if made.size <= MOST_NUMBERS:
            break
    return made.layout()


# ---- the numbers ---------------------------------------------------------------------------------


class _Maker:
    """A layout as it grows."""

    def __init__(self, program: Program, detail: Detail) -> None:
        self.program, self.detail, self.size = program, detail, 0
        self._names: list[str] = []
        self._parts: list[tuple[int, float, float]] = []
        self._blocks: dict[str, Block] = {}
        self._words: list[list[Word]] = [[] for _ in range(program.seats)]
        self._properties: list[tuple[int, int]] = []
        self._hidden = [set(hidden_words(program, seat)) for seat in range(program.seats)]
        self._find_classes()
        self._places = places_of(program, detail.zones)
        self._find_sight()
        self._add_decision()
        self._add_zones()
        self._add_tokens()
        if detail.variables:
            for info in program.variables.values():
                self._add_variable(info)

    def layout(self) -> Layout:
        """The finished layout."""
        bounds = [bound for count, *bound in self._parts for _ in range(count)]
        seats = range(self.program.seats)
        return Layout(
            size=self.size,
            names=tuple(_distinct(self._names)),
            low=tuple(low for low, _ in bounds),
            high=tuple(high for _, high in bounds),
            detail=self.detail,
            blocks=self._blocks,
            class_names=tuple(self._class_names),
            classes=tuple(self._classes),
            backs=tuple(self._backs),
            place_names=tuple(self._places.names),
            places=_frozen(self._places.of),
            counted=_frozen(self._counted),
            ordered=_frozen(self._ordered),
            teams=tuple(tuple(teams_from(self.program, seat)) for seat in seats),
            words=tuple(map(tuple, self._words)),
            properties=tuple(self._properties),
        )

    def _add(self, names: Sequence[str], low: float, high: float) -> int:
        """Add numbers; returns where they start."""
        start = self.size
        self.size += len(names)
        if self.size <= MOST_NUMBERS:
            self._names += names
            self._parts.append((len(names), low, high))
        return start

    def _add_block(self, name: str, names: Sequence[str], high: float, low: float = 0) -> None:
        start = self._add(names, low, high)
        self._blocks[name] = Block(start, len(names), low, high)

    def _find_classes(self) -> None:
        program = self.program
        count = len(program.tokens)
        kinds = list(program.kinds or range(count)) if self.detail.classes else [0] * count
        order = {kind: i for i, kind in enumerate(dict.fromkeys(kinds[1:]))}
        self._classes = [NOWHERE, *(order[kind] for kind in kinds[1:])]
        names: dict[int, str] = {}
        for token, kind in enumerate(self._classes):
            names.setdefault(kind, program.tokens[token] if self.detail.classes else "tokens")
        self._class_names = _distinct([names[i] for i in range(len(order))])
        self._most = max(Counter(self._classes[1:]).values(), default=0)  # tokens of one class
        backs = {back: i for i, back in enumerate(sorted(set(program.backs[1:])))}
        self._backs = [NOWHERE, *(backs[back] for back in program.backs[1:])]
        self._back_names = list(backs)

    def _find_sight(self) -> None:
        """Find whose size is known, and whose order there is to know."""
        program = self.program
        sight = int(program.code[m.P_SIGHT])
        flags = [int(program.code[sight + z * m.SIGHT_WORDS]) for z in range(len(program.zones))]
        self._counted = [[*row] for row in self._places.of]
        self._ordered = [[*row] for row in self._places.of]
        for seat in range(program.seats):
            for z, zone in enumerate(program.zones):
                if zone is None or seat in zone.uncounted:
                    self._counted[seat][z] = NOWHERE
                if zone is None or not flags[z] & m.ORDERED:
                    self._ordered[seat][z] = NOWHERE
        used = sorted({place for row in self._ordered for place in row if place != NOWHERE})
        self._order_places = used if self.detail.order else []
        again = {place: i for i, place in enumerate(self._order_places)}
        if self._most == 1:  # where a token is says which order is meant
            again = dict.fromkeys(again, 0)
        self._ordered = [[again.get(place, NOWHERE) for place in row] for row in self._ordered]
        faces = {flag >> m.FACE_IN & 3 for z, flag in enumerate(flags) if program.zones[z]}
        turns = any(op == ops.TURN for _, op, _ in instructions(program))
        self._turned = turns or 2 in faces

    def _add_decision(self) -> None:
        program = self.program
        seats = range(program.seats)
        self._add_block("ended", ["the game has ended"], 1)
        if program.seats > 1:
            self._add_block("seat", [f"own seat is {seat + 1}" for seat in seats], 1)
            self._add_block("decider", [_decides(by) for by in seats], 1)
        sites = [site for _, site in sorted(program.sites.items())]
        if len(sites) > 1:
            asked = [s.prompt or ", ".join(a.name for a in s.actions[:3]) for s in sites]
            self._add_block("sites", [f"decision: {text}" for text in asked], 1)

    def _add_zones(self) -> None:
        names, tokens = self._places.names, len(self.program.tokens) - 1
        self._add_block("sizes", [f"{name}: number of tokens" for name in names], tokens)
        if self._turned:
            self._add_block("up", [f"{name}: face up" for name in names], tokens)
        if len(self._back_names) > 1:
            unknown = [f"{name}: unknown {back}" for back in self._back_names for name in names]
            self._add_block("unknown", unknown, tokens)

    def _add_tokens(self) -> None:
        places, classes = self._places.names, self._class_names
        self._add_block("tokens", _pairs(places, classes), self._most)
        if self._order_places:
            some = [f"{places[i]}, order" for i in self._order_places]
            if self._most == 1:
                some = ["order"]
            self._add_block("order", _pairs(some, classes), self._most)
        if self._turned:
            self._add_block("faces", _pairs(["face up"], classes), self._most)
        registers = (slot for slots in self.program.live.values() for slot in slots)
        if any(
            type_of(slot) in (TOKEN, TOKEN_LIST) and slot.audience != "nobody" for slot in registers
        ):
            self._add_block("named", _pairs(["chosen or at hand"], classes), WIDE)
        for name, info in self.program.properties.items():
            start = self._add(_pairs([name], classes), -WIDE * self._most, WIDE * self._most)
            self._properties.append((info.address, start))

    # ---- variables ----

    def _add_variable(self, info: VariableInfo) -> None:
        program = self.program
        slot = next((s for s in program.slots if s.start <= info.address < s.start + s.count), None)
        if slot is None or slot.audience not in OPEN_TO:
            return
        if not info.per_seat and not info.per_team:
            places = info.places or [str(i + 1) for i in range(info.count)]
            for i in range(info.count):
                name = (
                    info.name if info.count == 1 and not info.places else f"{info.name} {places[i]}"
                )
                self._add_word(info, name, [i] * program.seats)
            return
        order = teams_from if info.per_team else seats_from
        turned = [order(program, seat) for seat in range(program.seats)]
        own = slot.audience != "all"
        for by in range(1 if own else len(turned[0])):
            name = relative(info.name, by, "team" if info.per_team else "seat")
            self._add_word(info, name, [row[by] for row in turned])

    def _add_word(self, info: VariableInfo, name: str, words: Sequence[int]) -> None:
        """Add the numbers of a word of a variable; which word it is depends on the seat."""
        kind, names, low, high = self._numbers_of(info, name)
        start = self._add(names, low, high)
        for seat, word in enumerate(words):
            if info.address + word not in self._hidden[seat]:
                self._words[seat].append(Word(kind, info.address + word, start, len(names)))

    def _numbers_of(self, info: VariableInfo, name: str) -> tuple[int, list[str], float, float]:
        """The kind of a word of a variable, and the names and bounds of its numbers."""
        program = self.program
        kind = SIMPLE.get(info.type, V_NUMBER)
        values = program.enums.get(info.type, ())
        if kind == V_NUMBER and 0 < len(values) <= MOST_VALUES:
            kind = V_VALUE
        if kind == V_NUMBER:
            low, high = (0.0, 1.0) if info.type == "bool" else (-WIDE, WIDE)
            return kind, [name], low, high
        named: dict[int, Iterable[str]] = {
            V_SEAT: (_seat(by) for by in range(program.seats)),
            V_SEATS: (_seat(by) for by in range(program.seats)),
            V_TEAM: (_seat(by, "team") for by in range(len(program.teams))),
            V_VALUE: values,
            V_ZONE: self._places.names,
            V_TOKEN: [*self._class_names, "unknown"],
        }
        return kind, [f"{name}: {each}" for each in named[kind]], 0.0, 1.0


def _seat(by: int, what: str = "seat") -> str:
    return f"own {what}" if by == 0 else f"{what} +{by}"


def _decides(by: int) -> str:
    return f"{_seat(by)} decides"


def _pairs(places: Iterable[str], classes: Sequence[str]) -> list[str]:
    return [f"{place}: {each}" for place in places for each in classes]


def _frozen(rows: Iterable[Iterable[int]]) -> tuple[tuple[int, ...], ...]:
    return tuple(map(tuple, rows))


def _distinct(names: Sequence[str]) -> list[str]:
    """The names, later equal ones with a number."""
    seen: Counter[str] = Counter()
    taken = set(names)
    found = []
    for name in names:
        seen[name] += 1
        made = name
        while seen[name] > 1 and (made := f"{name} ({seen[name]})") in taken:
            seen[name] += 1
        taken.add(made)
        found.append(made)
    return found
