"""What happened: the machine's event records, for people."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ..machine import state as m
from ..machine.program import Array, Program

HIDDEN = "[]"  # a card that cannot be seen


@dataclass(frozen=True, slots=True)
class Event:
    """One change: its kind, its raw values, what people would say, and a mask of who saw it."""

    kind: str
    values: tuple[int, ...]
    text: str
    seers: int


def read_events(program: Program, space: Array) -> list[Event]:
    """The events in a workspace, oldest first."""
    count = min(int(space[m.W_EVENTS]), int(space[m.W_EVENT_CAPACITY]))
    start = m.W_DATA + int(space[m.W_CAPACITY]) * int(program.code[m.P_WIDTH])
    words = space[start : start + count * m.EVENT_WORDS].tolist()
    records = (words[i : i + m.EVENT_WORDS] for i in range(0, len(words), m.EVENT_WORDS))
    return [_event(program, record) for record in records]


def _event(program: Program, record: list[int]) -> Event:
    kind, *values, seers = record
    name, describe = KINDS[kind]
    return Event(name, tuple(values), describe(program, values), seers)


def _moved(program: Program, values: list[int]) -> str:
    token, source, target, _ = values
    name = program.tokens[token]
    return f"{name}: {_zone(program, source)} -> {_zone(program, target)}"


def _zone(program: Program, number: int) -> str:
    return program.value_text(number, "zone")


def _set(program: Program, values: list[int]) -> str:
    address, value = values[:2]
    for info in program.variables.values():
        words = program.seats if info.per_seat else 1
        if info.address <= address < info.address + words:
            whose = f" of player {address - info.address + 1}" if info.per_seat else ""
            return f"{info.name}{whose} = {program.value_text(value, info.type)}"
    return f"word {address} = {value}"


KINDS = {
    m.E_MOVE: ("move", _moved),
    m.E_SHUFFLE: ("shuffle", lambda program, v: f"{_zone(program, v[0])} is shuffled"),
    m.E_TURN: (
        "turn",
        lambda program, v: f"{program.tokens[v[0]]} is turned {'up' if v[1] else 'down'}",
    ),
    m.E_SHOW: (
        "show",
        lambda program, v: f"{program.tokens[v[0]]} is {'shown' if v[1] else 'hidden'}",
    ),
    m.E_SET: ("set", _set),
    m.E_MARK: ("mark", lambda program, v: "a turn begins" if v[0] == 2 else "a phase begins"),
    m.E_ROLL: ("roll", lambda program, v: f"{v[0]} is rolled"),
}


def story(program: Program, events: Iterable[Event], seat: int | None = None) -> list[str]:
    """What happened on the table in few lines; a seat reads [] for a card it did not see."""
    told: list[tuple[str, list[str]]] = []
    for event in events:
        if event.kind == "move":
            token, source, target, _ = event.values
            way = f"{_zone(program, source)} -> {_zone(program, target)}"
            unseen = seat is not None and not event.seers >> seat & 1
            if not told or told[-1][0] != way:
                told.append((way, []))
            told[-1][1].append(HIDDEN if unseen else program.tokens[token])
        elif event.kind in ("shuffle", "roll"):
            told.append((event.text, []))
    return [f"{what}   {' '.join(cards)}".rstrip() for what, cards in told]
