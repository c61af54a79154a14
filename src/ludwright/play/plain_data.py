"""Views, events and results as plain data, for programs that read JSON.

Every function here takes a program, which is public, or what one seat may know: nothing else can
get into a message.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..machine import state as m
from ..machine.program import Program, VariableInfo
from ..machine.sites import words_of
from .events import Event
from .inspect_state import Result
from .move_text import Readership, text_of
from .moves import Move
from .view import View

Data = dict[str, Any]
MOVING = ("move", "carry")  # kinds of events in which a card travels
MOST_EVENTS = 240  # per message; a deal of two packs is listed, a long simulation is not
MOST_LISTED = 1000  # moves; others can still be chosen by their number, id or text
FEW = 8  # moves of a span that are listed one by one


# ---- a game --------------------------------------------------------------------------------------


def program_data(program: Program) -> Data:
    """What is public of a game before it begins: its cards, zones, variables and teams."""
    return {
        "name": program.name,
        "players": program.seats,
        "options": program.options,
        "teams": [{"name": team.name, "seats": team.seats} for team in program.teams],
        "cards": program.tokens[1:],
        "zones": [
            {"zone": number, "name": zone.name, "owner": zone.owner, "index": zone.index}
            | {"label": zone.label}
            for number, zone in enumerate(program.zones)
            if zone
        ],
        "variables": [_variable_data(info, program) for info in program.variables.values()],
        "ids": program.ids,
    }


def _variable_data(info: VariableInfo, program: Program) -> Data:
    per = "seat" if info.per_seat else "team" if info.per_team else ""
    data: Data = {"name": info.name, "type": info.type, "per": per, "readers": info.audience}
    return data | ({"count": info.count} if info.count > 1 else {})


# ---- a view --------------------------------------------------------------------------------------


def view_data(view: View, since: int = 0) -> Data:
    """What a seat may know now, with what it saw of the moves after the first `since`."""
    return {
        "seat": view.seat,
        "names": view.names,
        "turn": view.turns,
        "zones": _zones_data(view),
        "variables": _values_data(view),
        "moves": len(view.steps),
        "since": since,
        "made": [data for i in range(since, len(view.steps)) if (data := _step_data(view, i))],
        "options": options_data(view),
    }


def _zones_data(view: View) -> list[Data]:
    """The cards of all zones from bottom to top, null where the seat cannot identify them."""
    found = []
    one_back = len(set(view.program.backs[1:])) < 2
    for number, zone in view.zones_by_number().items():
        cards = view.cards(number)
        data: Data = {
            "zone": number,
            "name": zone.name,
            "owner": zone.owner,
            "index": zone.index,
            "cards": [card.name for card in cards],
        }
        if zone.path:
            data["path"] = zone.path
        if not view.counts_cards(number):
            data["counted"] = False
        if cards and not one_back:
            data["backs"] = [card.back for card in cards]
        if cards and view.program.properties:
            data["properties"] = [view.changing(card) for card in cards]
        found.append(data)
    return found


def _values_data(view: View) -> Data:
    """The values of all variables that the seat may read; in a list by seat, team or index, null
    for those that it may not."""
    found: Data = {}
    for name, info in view.program.variables.items():
        count = len(view.program.owners(info))
        if info.per_seat or info.per_team:
            found[name] = [
                None if view.hides(name, owner) else view.variable(name, owner)
                for owner in range(count)
            ]
        elif not view.hides(name):
            several = info.count > 1
            values = [view.variable(name, None, i if several else None) for i in range(count)]
            found[name] = values if several else values[0]
    return found


def _step_data(view: View, number: int) -> Data | None:
    """A move as the seat observed it: who made it, its text if it was announced, and its events;
    None for the end of a pause in which nothing happened."""
    step = view.steps[number]
    events = (
        Event(str(kind), tuple(map(_whole, values)), "", 0, (0, 0)) for kind, *values in step.seen
    )
    happened = events_data(events, view.program)
    if step.decider is None and not happened:
        return None
    return {"seat": step.decider, "text": step_text(view, number), "events": happened}


def _whole(value: object) -> int:
    assert isinstance(value, int)
    return value


def step_text(view: View, number: int) -> str | None:
    """The text of a move as the seat may know it; None if its choice was not announced, if it ended
    a pause, or was one of several that were made together."""
    step = view.steps[number]
    site = view.program.sites.get(step.words.item(m.SITE))
    if step.row is None or site is None:
        return None
    action, *known = step.row
    assert action is not None
    info = site.actions[action - 1]
    raw = tuple(m.BLANK if value is None else value for value in known)
    plain = view.reading().wording.form(info).writings[""].operands is not None
    if None in known and (info.sets is not None or not plain):
        return info.name  # nothing can be computed from a value that is hidden
    if info.sets is not None:
        raw = words_of(raw, len(info.operands))
    later = number + 1
    after = view.steps[later].words if later < len(view.steps) else view.state
    reading = Readership(view.masks, view.reading().wording, step.words, after, view.seat)
    return text_of(reading, info, "", raw)


# ---- options -------------------------------------------------------------------------------------


def options_data(view: View) -> Data:
    """The legal moves of a seat, numbered from 0: one by one, spans of those that differ in a
    number, and the items of a set."""
    legal, pick = view.legal(), view.pick
    data: Data = {"prompt": view.prompt, "count": len(legal)}
    single: list[Move] = []
    spans: list[Data] = []
    for first, count in view.spans():
        if count <= FEW:
            single += legal[first : first + count]
        elif not (pick and pick.items):
            spans.append(_span_data(legal[first], legal[first + count - 1]))
    data["moves"] = [_move_data(move) for move in single[:MOST_LISTED]]
    if spans:
        data["spans"] = spans
    if pick and pick.items:
        least, most = view.pick_sizes()
        items = [_item_text(view, item, pick.kind) for item in view.pick_items()]
        data["picks"] = {"items": items, "least": least, "most": min(most, len(items))}
    return data


def _move_data(move: Move) -> Data:
    return {"n": move.index, "id": move.id, "text": str(move), "action": move.name}


def _span_data(first: Move, last: Move) -> Data:
    """Moves from a first to a last one; their numbers and ids are consecutive."""
    return _move_data(first) | {"last": str(last), "count": last.index - first.index + 1}


def _item_text(view: View, item: int, kind: str) -> str | None:
    if kind == "token" and not view.identifies(item):
        return None
    return view.program.value_text(item, kind, view.state)


# ---- what happened -------------------------------------------------------------------------------


def events_data(events: Iterable[Event], program: Program) -> list[Data]:
    """The events of a move, as the seat saw them; too many are left out: the position shows where
    everything ended."""
    found = [data for event in events if (data := _event_data(event, program))]
    return found if len(found) <= MOST_EVENTS else []


def _event_data(event: Event, program: Program) -> Data | None:
    if event.kind in MOVING:
        token, source, target = event.values[:3]
        if event.kind == "carry" and any(event.roots):
            source, target = event.roots
        name = program.tokens[token] if token else None
        return {"k": "move", "card": name, "from": source, "to": target}
    if event.kind == "turn":
        return {"k": "turn", "card": program.tokens[event.values[0]], "up": bool(event.values[1])}
    if event.kind == "shuffle":
        return {"k": "shuffle", "zone": event.values[0]}
    if event.kind == "roll":
        value, sides = event.values[:2]
        return {"k": "roll", "value": value} | ({"sides": sides} if sides else {})
    return None


def result_data(result: Result) -> Data:
    """How a game ended."""
    return {
        "winners": result.winners,
        "scores": result.scores,
        "reason": result.reason,
        "teams": result.teams,
    }
