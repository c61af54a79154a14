"""Reduce a GameSpecDoc with errors to what can be lowered, for the errors that only lowering finds.

Lowering assumes that every name is declared. A part that uses an undeclared name is replaced by a
hole, and a part that cannot be a hole is dropped together with its parent.
"""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any, TypeVar, cast, get_args

from ....gamedef.verify_nodes import MOST_PLAYERS
from ..read.tree import sections as spec
from ..read.tree import values as t
from ..read.walk import PartsByKind
from . import definitions, references
from .references import faction_names, window_ids

T = TypeVar("T")

HOLEABLE = tuple({*get_args(t.Value), *get_args(t.Condition), *get_args(t.Query)})
ZONES = get_args(t.ZoneSel)
Bad = frozenset[t.Location]


def salvaged(s: spec.Sections) -> spec.Sections | None:
    """The sections without their broken parts; None if too little is left to lower."""
    phases = tuple(phase for phase in s.phases or () if phase.id.text)
    if s.terminal is None or s.zones is None or not phases:
        return None
    order = None if s.lost.get("turn_order") else s.turn_order
    rest = replace(s, phases=phases, turn_order=order)
    if s.metadata is None:
        # The widest range, so that no seat is reported as being out of bounds.
        rest.metadata = spec.Metadata(s.terminal.at, "", 1, MOST_PLAYERS)
        rest.lost = {**s.lost, "metadata": ("",)}
    bad = _undeclared(rest)
    # All or nothing: with a hole in it, an order of turns has no meaning.
    if order is not None and _scrubbed(order, bad) != order:
        rest.turn_order = order = None
    # Which cards are played, and when, depends on the turn order.
    rest.event_decks = _scrubbed(s.event_decks, bad) if s.turn_order is order else ()
    rest.setup, rest.phases = _scrubbed(s.setup, bad), _scrubbed(phases, bad)
    rest.terminal = replace(
        s.terminal,
        conditions=_scrubbed(s.terminal.conditions, bad),
        checkpoints=_scrubbed(s.terminal.checkpoints, bad),
        margins=_scrubbed(s.terminal.margins, bad),
        scoring=_scrubbed(s.terminal.scoring, bad),
    )
    rest.actions = tuple(_action(x, bad, phases) for x in s.actions or () if x.id.text)
    rest.pipelines = tuple(
        _pipeline(x, bad) for x in s.pipelines or () if x.action.text and x.action.at not in bad
    )
    rest.triggers = tuple(_trigger(x, bad) for x in s.triggers or ())
    return rest


def _undeclared(s: spec.Sections) -> Bad:
    """The locations of names that lowering would not find."""
    # Without `lost` names: references to broken declarations are allowed, but not lowered.
    there, walked = replace(s, lost={}, cells=False), PartsByKind(s)
    found: set[t.Location] = set()
    for row in (*references.ROWS, *definitions.ROWS):
        known = row.known(there)
        if known is None and row.known in (faction_names, window_ids):
            continue  # in other turn orders factions are player numbers
        found |= {name.at for name in row.uses(walked) if name.text not in (known or ())}
    return frozenset(found)


def _scrubbed(node: T, bad: Bad) -> T:
    """A part, or several, with holes in place of parts that use an undeclared name."""
    return cast("T", _scrub(node, bad))


def _scrub(node: Any, bad: Bad) -> Any:
    """The same, or None for a part that can be neither kept nor replaced by a hole."""
    if isinstance(node, tuple):
        # A pair such as (property, value) goes as a whole: its name cannot be a hole.
        if any(isinstance(each, t.Name) and each.at in bad for each in node):
            return None
        items = ((each, _scrub(each, bad)) for each in node)
        # Items that cannot be holes, such as effects, are dropped from their list.
        return tuple(made for each, made in items if made is not None or each is None)
    if not isinstance(node, t.Part):
        return node
    made = _rebuilt(node, bad)
    if made is None and isinstance(node, (*HOLEABLE, *ZONES)):
        return t.Hole(node.at)
    return made


def _rebuilt(node: t.Part, bad: Bad) -> t.Part | None:
    # The base of a zone is a plain text, so its location is compared instead of a Name.
    if isinstance(node, t.ZoneNamed) and node.at in bad:
        return None
    changed: dict[str, Any] = {}
    for each in fields(node):
        before = getattr(node, each.name)
        if isinstance(before, t.Name):
            if before.at in bad:
                return None
            continue
        after = _scrub(before, bad)
        if after is None and before is not None:
            return None
        if after is not before:
            changed[each.name] = after
    return replace(node, **changed) if changed else node


def _action(action: spec.Action, bad: Bad, phases: tuple[spec.Phase, ...]) -> spec.Action:
    known = tuple(name for name in action.phases if name.text and name.at not in bad)
    return replace(
        action,
        # An action needs a phase; which one does not matter for finding errors.
        phases=known or (phases[0].id,),
        params=_scrubbed(action.params, bad),
        pre=_scrubbed(action.pre, bad),
        cost=_scrubbed(action.cost, bad),
        effects=_scrubbed(action.effects, bad),
    )


def _pipeline(pipeline: spec.Pipeline, bad: Bad) -> spec.Pipeline:
    targeting = pipeline.targeting
    return replace(
        pipeline,
        applicability=_scrubbed(pipeline.applicability, bad),
        legality=_scrubbed(pipeline.legality, bad),
        affordable=_scrubbed(pipeline.affordable, bad),
        cost=_scrubbed(pipeline.cost, bad),
        targeting=replace(_scrubbed(targeting, bad), select=targeting.select or None),
        stages=_scrubbed(pipeline.stages, bad),
        windows=(),
    )


def _trigger(trigger: spec.Trigger, bad: Bad) -> spec.Trigger:
    of = trigger.event.of
    event = replace(trigger.event, of=None) if of and of.at in bad else trigger.event
    return replace(
        trigger,
        event=event,
        match=_scrubbed(trigger.match, bad),
        when=_scrubbed(trigger.when, bad),
        effects=_scrubbed(trigger.effects, bad),
    )
