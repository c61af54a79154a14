"""Public events: what happened in a move, as far as every seat saw it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from ..machine import stack
from ..machine import state as m
from ..machine.program import Program
from .events import ABOUT_TOKENS, WAYS, Event, as_seen, recognised

if TYPE_CHECKING:
    from .table import Table

EVERYBODY, NOBODY = -1, 0
UP, KEEP = 1, 2  # what happens to a token that enters a zone, as in the table of sights


def seen_by_all(table: Table) -> frozenset[int]:
    """The tokens that every seat sees now; not for a seat, as it has true tokens."""
    words = stack.before_answers(table.program, table.state)
    all_seats = (1 << table.program.seats) - 1
    shown = words[table.masks.columns.shown :][: table.masks.n1]
    return frozenset(token for token, who in enumerate(shown.tolist()) if who == all_seats)


def public_events(table: Table, before: frozenset[int]) -> list[Event]:
    """The events since the last move, seen by everybody or by nobody. `before` are the tokens that
    every seat saw before it.

    That every seat knows a token is not enough: a card passed face down between two seats is known
    to both. Each token is followed, to find out whether all of them saw it at the same time.
    """
    events = table.events()
    after, last = seen_by_all(table), _last_places(events)
    public = set(before)
    found = []
    for place, event in enumerate(events):
        if event.kind not in ABOUT_TOKENS:
            if event.kind == "shuffle":
                public.clear()  # from here on, only what is shown again
            found.append(replace(event, seers=_seers(table.program, event)))
            continue
        token = event.values[0]
        was = token in public
        ends_open = last[token] == place and token in after
        if event.kind in WAYS and not (ends_open or _stays_open(table.program, event, was)):
            public.discard(token)
        elif event.kind in WAYS or ends_open:
            public.add(token)
        elif event.kind == "turn" and not event.values[1]:
            public.discard(token)
        seen = was or token in public
        found.append(replace(event, seers=EVERYBODY if seen else NOBODY))
    return found


def seen_in_public(program: Program, events: Sequence[Event]) -> list[Event]:
    """Public events without the tokens that are not public."""
    # They are seen by all seats or by none, so the first one stands for everybody.
    found = (as_seen(event, 0, program) for event in recognised(program, events))
    return [event for event in found if event]


def public_tokens(table: Table, before: frozenset[int], events: Sequence[Event]) -> frozenset[int]:
    """The tokens that every seat saw before, after or during the last move, which led to these
    public events."""
    during = {event.values[0] for event in events if event.kind in ABOUT_TOKENS and event.seers}
    return before | seen_by_all(table) | during


def _last_places(events: Sequence[Event]) -> dict[int, int]:
    """By token: the index of the last event about it."""
    return {
        event.values[0]: place for place, event in enumerate(events) if event.kind in ABOUT_TOKENS
    }


def _seers(program: Program, event: Event) -> int:
    everyone = (1 << program.seats) - 1
    if event.kind in ("set", "roll"):
        return EVERYBODY if event.seers & everyone == everyone else NOBODY
    return NOBODY if event.kind == "failed" else EVERYBODY


def _stays_open(program: Program, event: Event, was: bool) -> bool:
    """Whether every seat sees a token where it went, by the sight of that zone alone."""
    _, _, zone, how = event.values
    sight = int(program.code[m.P_SIGHT]) + zone * m.SIGHT_WORDS
    whole, top = int(program.code[sight]), int(program.code[sight + 1])
    face = whole >> m.FACE_IN & 3
    sees = whole & m.SEE_ALL | (0 if how else top)  # only 0 is the top of a zone
    # Without grants, what was seen was face up, and stays so.
    up = face == UP or (face == KEEP and was and not program.code[m.P_GRANTS])
    return up and sees == (1 << program.seats) - 1
