"""Events: the machine's event records, as values and as texts for people."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from ..machine import state as m
from ..machine.program import Array, Program
from .failures import Failures, add_failures, failure

HIDDEN = "[]"  # a hidden card
AMONG = 2  # the position of a token that was inserted between others
WAYS = ("move", "carry")  # kinds of events that change the zone of a token
ABOUT_TOKENS = (*WAYS, "turn", "show")  # kinds of events whose first value is a token


@dataclass(frozen=True, slots=True)
class Event:
    """One change: its kind, its raw values, a text for people, and a mask of who saw it.

    `roots` are the zones that a token left and entered, as people see them: the roots, at that
    time, of the branches in the values."""

    kind: str
    values: tuple[int, ...]
    text: str
    seers: int
    roots: tuple[int, int] = (0, 0)


def read_events(program: Program, space: Array, state: Array) -> list[Event]:
    """The events in a workspace, oldest first; branches have their current labels, or that of their
    root if they have moved or no longer exist."""
    # The machine counts events that found no room; those are lost.
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
    """An event as a seat sees it: without the token if it cannot identify it; None if it does not
    notice the event at all."""
    if event.seers >> seat & 1:
        return event
    # Moves of cards are noticed by all, even face down; values and rolls only by who may see them.
    if event.kind in ("set", "roll", "failed"):
        return None
    if event.kind not in ABOUT_TOKENS:
        return event
    token, *rest = event.values
    text = event.text.replace(program.tokens[token], HIDDEN, 1)
    return replace(event, values=(0, *rest), text=text)


def recognised(program: Program, events: Sequence[Event]) -> list[Event]:
    """Events with those among the seers, too, who saw only later which token it was, and could
    follow it until then: who sees a card laid down and turned up knows which one was laid down."""
    found = list(events)
    later: dict[int, int] = {}  # the seats that identify a token after the events at hand
    for place in reversed(range(len(found))):
        event = found[place]
        if event.kind not in ABOUT_TOKENS:
            # Nobody follows a token through a shuffle.
            later = {} if event.kind == "shuffle" else later
            continue
        token, source, target, how = event.values
        if event.kind == "move" and (source == target or how == AMONG):
            later = {}  # a zone is reordered: nobody can follow its tokens back
        elif event.kind == "move" and not _ordered(program, target):
            later[token] = 0
        found[place] = replace(event, seers=event.seers | later.get(token, 0))
        later[token] = found[place].seers
    return found


def _ordered(program: Program, zone: int) -> bool:
    """Whether a position in a zone identifies its token."""
    sight = int(program.code[m.P_SIGHT]) + zone * m.SIGHT_WORDS
    return bool(int(program.code[sight]) & m.ORDERED)


def _event(program: Program, state: Array, record: list[int]) -> Event:
    kind, *values, seers, source, target = record
    name, describe = KINDS[kind]
    roots = (source, target)
    event = Event(name, tuple(values), "", seers, roots)
    return replace(event, text=describe(program, state, event))


def _went(program: Program, state: Array, event: Event) -> str:
    token, *zones = event.values[:3]
    pairs = zip(zones, event.roots, strict=True)
    source, target = (_branch(program, state, zone, root) for zone, root in pairs)
    return f"{program.tokens[token]}: {source} -> {target}"


def _carried(program: Program, state: Array, event: Event) -> str:
    return f"{program.tokens[event.values[0]]}: {_way(program, event)}"


def _way(program: Program, event: Event) -> str:
    source, target = event.roots
    return f"{_zone(program, source)} -> {_zone(program, target)}"


def _hung(program: Program, state: Array, event: Event) -> str:
    _, source, target, _ = event.values
    return f"a branch: {_zone(program, source)} -> {_zone(program, target)}"


def _branch(program: Program, state: Array, number: int, root: int) -> str:
    """The current label of a zone, if it still has the same root."""
    now, then = program.zone_in(number, state), program.zones[root]
    same = now and then and (now.name, now.owner, now.index) == (then.name, then.owner, then.index)
    return now.label if now and same else _zone(program, root)


def _zone(program: Program, number: int) -> str:
    zone = program.zones[number]
    return zone.label if zone else "out of play"


def _shuffled(program: Program, state: Array, event: Event) -> str:
    zone = program.zone_in(event.values[0], state)
    return f"{zone.label if zone else 'a pile'} is shuffled"


def _set(program: Program, state: Array, event: Event) -> str:
    address, value = event.values[:2]
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


KINDS: dict[int, tuple[str, Callable[[Program, Array, Event], str]]] = {
    m.E_MOVE: ("move", _went),
    m.E_CARRY: ("carry", _carried),
    m.E_SHUFFLE: ("shuffle", _shuffled),
    m.E_TURN: (
        "turn",
        lambda p, s, e: f"{p.tokens[e.values[0]]} is turned {'up' if e.values[1] else 'down'}",
    ),
    m.E_SHOW: (
        "show",
        lambda p, s, e: f"{p.tokens[e.values[0]]} is {'shown' if e.values[1] else 'hidden'}",
    ),
    m.E_SET: ("set", _set),
    m.E_MARK: ("mark", lambda p, s, e: f"a {'turn' if e.values[0] == 2 else 'phase'} begins"),
    m.E_ROLL: ("roll", lambda p, s, e: f"{e.values[0]} is rolled"),
    m.E_HANG: ("hang", _hung),
    m.E_FAILED: ("failed", lambda p, s, e: str(failure(p, e.values[0], e.values[1]))),
}


# ---- for people ----------------------------------------------------------------------------------


def story(program: Program, events: Sequence[Event], seat: int | None = None) -> list[str]:
    """What happened, in few lines; hidden cards are [] for a seat."""
    lines: list[tuple[str, list[str]]] = []
    for event in _joined(recognised(program, events)):
        if event.kind == "move" and not _elsewhere(event):
            sorting = f"{_zone(program, event.roots[1])} is put in another order"
            if not lines or lines[-1][0] != sorting:
                lines.append((sorting, []))
        elif event.kind in WAYS:
            way = _way(program, event)
            unseen = seat is not None and not event.seers >> seat & 1
            if not lines or lines[-1][0] != way:
                lines.append((way, []))
            lines[-1][1].append(HIDDEN if unseen else program.tokens[event.values[0]])
        elif event.kind in ("shuffle", "roll"):
            lines.append((event.text, []))
    return [f"{what}   {' '.join(cards)}".rstrip() for what, cards in lines]


def _joined(events: Iterable[Event]) -> Iterator[Event]:
    """Events with the steps of a carried card joined into one, and without moves within a tree."""
    found: list[Event] = []
    carried: dict[int, int] = {}  # the first event of a card that may be carried further
    for event in events:
        if event.kind in WAYS:
            token = event.values[0]
            place = carried.pop(token, len(found))
            if place < len(found):
                begun = found[place]
                found[place] = replace(begun, roots=(begun.roots[0], event.roots[1]))
            else:
                found.append(event)
            if event.kind == "carry":
                carried[token] = place
        else:
            found.append(event)
    for event in found:
        same = event.roots[0] == event.roots[1]
        if not (event.kind in WAYS and same and _elsewhere(event)):
            yield event


def _elsewhere(event: Event) -> bool:
    """Whether a card has left its zone, even if only for another branch."""
    return event.kind == "carry" or event.values[1] != event.values[2]
