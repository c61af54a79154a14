"""What happened: the machine's event records, for people."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ..machine import state as m
from ..machine.program import Array, Program
from .failures import Failures, add_failures, failure

HIDDEN = "[]"  # a card that cannot be seen
ABOUT_TOKENS = ("move", "turn", "show")  # kinds of events whose first value is a token


@dataclass(frozen=True, slots=True)
class Event:
    """One change: its kind, its raw values, what people would say, and a mask of who saw it."""

    kind: str
    values: tuple[int, ...]
    text: str
    seers: int


def read_events(program: Program, space: Array, state: Array) -> list[Event]:
    """The events in a workspace, oldest first; zones are called what they are now."""
    count = min(int(space[m.W_EVENTS]), int(space[m.W_EVENT_CAPACITY]))
    start = m.W_DATA + int(space[m.W_CAPACITY]) * int(program.code[m.P_WIDTH])
    words = space[start : start + count * m.EVENT_WORDS].tolist()
    records = (words[i : i + m.EVENT_WORDS] for i in range(0, len(words), m.EVENT_WORDS))
    return [_event(program, state, record) for record in records]


def failures_of(events: Iterable[Event]) -> Failures:
    """The failures among events."""
    found: Failures = {}
    for event in events:
        if event.kind == "failed":
            failed, cause, *_ = event.values
            add_failures(found, {failed: (1, cause)})
    return found


def as_seen(event: Event, seat: int, program: Program) -> Event | None:
    """An event as a seat sees it: without the token where it can't tell which one it is; None if
    the seat does not notice it at all."""
    if event.seers >> seat & 1:
        return event
    if event.kind in ("set", "roll", "failed"):
        return None
    if event.kind not in ABOUT_TOKENS:
        return event
    token, *rest = event.values
    text = event.text.replace(program.tokens[token], HIDDEN, 1)
    return Event(event.kind, (0, *rest), text, event.seers)


def _event(program: Program, state: Array, record: list[int]) -> Event:
    kind, *values, seers = record
    name, describe = KINDS[kind]
    return Event(name, tuple(values), describe(program, state, values), seers)


def _moved(program: Program, state: Array, values: list[int]) -> str:
    token, source, target, _ = values
    way = f"{_zone(program, state, source)} -> {_zone(program, state, target)}"
    return f"{program.tokens[token]}: {way}"


def _hung(program: Program, state: Array, values: list[int]) -> str:
    _, source, target, _ = values
    return f"a branch: {_zone(program, state, source)} -> {_zone(program, state, target)}"


def _zone(program: Program, state: Array, number: int) -> str:
    zone = program.zone_in(number, state)
    if zone is None:
        trees = int(program.code[m.P_TREES])
        gone = trees and number < program.code[trees + m.TREE_PAST]
        return "a branch that has gone" if gone else "out of play"
    return zone.label


def _set(program: Program, state: Array, values: list[int]) -> str:
    address, value = values[:2]
    for info in program.variables.values():
        place = address - info.address
        if 0 <= place < len(program.owners(info)):
            whose = f" of player {place + 1}" if info.per_seat else ""
            whose = f" of {program.teams[place].name}" if info.per_team else whose
            which = f" {place + 1}" if info.count > 1 else ""
            return f"{info.name}{which}{whose} = {program.value_text(value, info.type, state)}"
    for changing in program.properties.values():
        token = address - changing.address
        if 0 < token < len(program.tokens):
            text = program.value_text(value, changing.type)
            return f"{changing.name} of {program.tokens[token]} = {text}"
    return f"word {address} = {value}"


KINDS = {
    m.E_MOVE: ("move", _moved),
    m.E_SHUFFLE: ("shuffle", lambda program, s, v: f"{_zone(program, s, v[0])} is shuffled"),
    m.E_TURN: (
        "turn",
        lambda program, s, v: f"{program.tokens[v[0]]} is turned {'up' if v[1] else 'down'}",
    ),
    m.E_SHOW: (
        "show",
        lambda program, s, v: f"{program.tokens[v[0]]} is {'shown' if v[1] else 'hidden'}",
    ),
    m.E_SET: ("set", _set),
    m.E_MARK: ("mark", lambda program, s, v: "a turn begins" if v[0] == 2 else "a phase begins"),
    m.E_ROLL: ("roll", lambda program, s, v: f"{v[0]} is rolled"),
    m.E_HANG: ("hang", _hung),
    m.E_FAILED: ("failed", lambda program, s, v: str(failure(program, v[0], v[1]))),
}


def story(program: Program, events: Iterable[Event], seat: int | None = None) -> list[str]:
    """What happened on the table in few lines; a seat reads [] for a card it did not see."""
    told: list[tuple[str, list[str]]] = []
    for event in events:
        if event.kind == "move" and event.values[1] == event.values[2]:
            sorting = f"{event.text.rpartition(' -> ')[2]} is put in another order"
            if not told or told[-1][0] != sorting:
                told.append((sorting, []))
        elif event.kind == "move":
            token = event.values[0]
            way = event.text.removeprefix(f"{program.tokens[token]}: ")
            unseen = seat is not None and not event.seers >> seat & 1
            if not told or told[-1][0] != way:
                told.append((way, []))
            told[-1][1].append(HIDDEN if unseen else program.tokens[token])
        elif event.kind in ("shuffle", "roll", "hang"):
            told.append((event.text, []))
    return [f"{what}   {' '.join(cards)}".rstrip() for what, cards in told]
