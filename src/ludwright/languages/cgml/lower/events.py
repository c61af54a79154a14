"""Rules triggered by movements of cards: `on.draw`, `on.play`, `on.discard`, `on.move`."""

from __future__ import annotations

from dataclasses import replace

from ....diagnostics import Span
from ....gamedef import nodes as n
from .. import codes
from ..read.shapes import Fields
from .functions import name_of
from .rules import CARD_EVENTS
from .states import Flow, scope_of
from .symbols import EVENT, Symbols, Typed

TIMES = {"pre": "before", "replace": "instead", "post": "after"}
ENDS = {"on.draw": "from", "on.play": "to", "on.discard": "to"}
"""Which end of a movement must have the role of the event."""


def listeners(flow: Flow) -> tuple[n.Listener, ...]:
    """The rules for movements; those of a specific event come before those of any movement."""
    found = [
        listener
        for trigger in CARD_EVENTS
        for rule in flow.rules.of(trigger)
        for listener in _listener(flow, trigger, rule)
    ]
    return tuple(found)


def _listener(flow: Flow, trigger: str, rule: Fields) -> list[n.Listener]:
    symbols, span = flow.symbols, rule.at("id")
    card, source, target = (
        symbols.local(hint, kind, span)
        for hint, kind in (("card", "token"), ("from", "zone"), ("to", "zone"))
    )
    names = _zones(symbols, trigger)
    end = ENDS.get(trigger)
    source = replace(source, zones=names if end == "from" else frozenset(symbols.zones))
    target = replace(target, zones=names if end == "to" else frozenset(symbols.zones))
    player = _player(flow, trigger, source, target, span)
    bound = {"card": card, "from": source, "to": target, "zone": source, "player": player}
    event = {f"{EVENT}{name}": value for name, value in bound.items()}
    # Lowered even if no zone has the role, for the errors in it.
    made = flow.rules.heard_rule(rule, {**scope_of(flow, "", "").bound, **bound, **event})
    if end and not names:
        role = trigger.removeprefix("on.")
        message = f"this rule never runs: no zone has the role '{role}'"
        symbols.report.warning(codes.NEVER, rule.at("trigger"), message)
        return []
    return [
        n.Listener(
            when=TIMES[rule.text("timing", "post")],
            body=made.block,
            sources=tuple(sorted(names)) if end == "from" else (),
            targets=tuple(sorted(names)) if end == "to" else (),
            token=name_of(card),
            source=name_of(source),
            target=name_of(target),
            test=made.test,
            span=span,
        )
    ]


def _zones(symbols: Symbols, trigger: str) -> frozenset[str]:
    """The zones that have the role of an event."""
    role = trigger.removeprefix("on.")
    found = [zone.name for zone in symbols.zones.values() if zone.role == role]
    # As for DRAW: a zone that is only called a pile is the draw pile if nothing else is.
    if not found and role == "draw":
        found = [zone.name for zone in symbols.zones.values() if zone.role == "pile"]
    return frozenset(found)


def _player(flow: Flow, trigger: str, source: Typed, target: Typed, span: Span) -> Typed:
    """Who draws, plays or discards: the owner of the hand, or else the current player."""
    here = flow.symbols.current(span)
    hand = {"on.draw": target, "on.play": source, "on.discard": source}.get(trigger)
    if hand is None:
        return here
    owner = n.OwnerOf(zone=hand.expr, span=span)
    test = n.Exists(item=owner, span=span)
    expr = n.Conditional(test=test, then=owner, otherwise=here.expr, span=span)
    return Typed(expr, "seat")
