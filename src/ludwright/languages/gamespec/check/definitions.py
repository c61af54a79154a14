"""Check the names in a GameSpecDoc that `references` does not: unknown ones anywhere in it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from ....diagnostics import Diagnostic
from ..codes import references as codes
from ..codes import sections as codes_sections
from ..read.tree import effects as e
from ..read.tree import values as t
from ..read.tree.sections import CardDriven, Sections
from ..read.tree.values import Name
from ..read.walk import PartsByKind
from .references import (
    Known,
    Names,
    Row,
    action_ids,
    global_names,
    ids_of,
    phase_ids,
    setup_zones,
    token_type_ids,
    unknown_names,
    zone_ids,
)

OF_ALL_TOKENS = ("type", "id")
"""Properties that tokens have without declaring them."""


def definition_findings(sections: Sections) -> list[Diagnostic]:
    """The names that are used but not declared anywhere, sorted by path."""
    return unknown_names(sections, ROWS)


# ---- variables -----------------------------------------------------------------------------------


def _held(w: PartsByKind, owned: bool) -> Iterator[Name]:
    """The variables that effects assign: those of players, or global ones."""
    held: list[e.SetVar | e.AddVar | e.Holding]
    held = [*w.all(e.SetVar), *w.all(e.AddVar), *w.all(e.Holding)]
    for part in held:
        if (part.player is not None) is owned:
            yield part.var


def _global_uses(w: PartsByKind) -> Names:
    return [*_held(w, owned=False), *(part.var for part in w.all(t.GlobalVar))]


def _player_uses(w: PartsByKind) -> Names:
    return [*_held(w, owned=True), *(part.var for part in w.all(t.PlayerVar))]


def _player_names(s: Sections) -> Known:
    variables = s.player_vars
    return None if variables is None else s.known("player_vars", (v.name.text for v in variables))


# ---- zones, tokens, phases, actions --------------------------------------------------------------


def _other_zones(w: PartsByKind) -> Names:
    """The zones that no row of `references` checks."""
    # SETUP_ZONE of `references` checks the zones of created tokens: report each zone once.
    elsewhere = {id(zone) for zone in setup_zones(w)}
    yield from ids_of(z for z in w.of("setup", t.ZoneNamed) if id(z) not in elsewhere)
    for name in ("phases", "turn_order", "actions", "pipelines", "triggers", "terminal"):
        yield from ids_of(w.of(name, t.ZoneNamed))


def _entered(w: PartsByKind) -> Names:
    """The bases of the zones that triggers listen to."""
    for trigger in w.sections.triggers or ():
        of = trigger.event.of
        if of and trigger.event.type == "tokenEntered":
            # Only the base is a declared name: `hand:all` and `hand:1` are both about `hand`.
            yield Name(of.text.partition(":")[0], of.at)


def _bases(s: Sections) -> Known:
    return None if s.zones is None else s.known("zones", (z.base for z in s.zones))


def _other_types(w: PartsByKind) -> Names:
    # Types in the setup are checked by SETUP_TOKEN_TYPE of `references`.
    inside = {id(token) for token in w.of("setup", e.CreateToken)}
    return [token.type for token in w.all(e.CreateToken) if id(token) not in inside]


def _phases(w: PartsByKind) -> Names:
    return [part.phase for part in w.all(e.GotoPhase)]


def _flow_actions(w: PartsByKind) -> Names:
    cards = w.sections.turn_order
    if not isinstance(cards, CardDriven):
        return
    # The keys of `actionClassByActionId`.
    yield from cards.classed
    yield from (r.action for r in (cards.monsoon.restricted if cards.monsoon else ()))
    if cards.pivotal:
        yield from cards.pivotal.actions
        for each in cards.pivotal.cancellations:
            yield from (each.winner, each.canceled)


# ---- what has no code of its own -----------------------------------------------------------------


def _marker_uses(w: PartsByKind) -> Names:
    found: list[t.MarkerState | e.SetMarker | e.ShiftMarker]
    found = [*w.all(t.MarkerState), *w.all(e.SetMarker), *w.all(e.ShiftMarker)]
    return [part.marker for part in found]


def _markers(s: Sections) -> Known:
    lattices = s.lattices
    return None if lattices is None else s.known("lattices", (x.id.text for x in lattices))


def _table_uses(w: PartsByKind) -> Names:
    found: list[t.AssetRows | t.AssetField] = [*w.all(t.AssetRows), *w.all(t.AssetField)]
    return [part.table for part in found]


def _tables(s: Sections) -> Known:
    return None if s.tables is None else s.known("tables", (x.id.text for x in s.tables))


def _prop_uses(w: PartsByKind) -> Names:
    found: list[t.TokenProp | t.TokenTest | e.SetTokenProp]
    found = [*w.all(t.TokenProp), *w.all(t.TokenTest), *w.all(e.SetTokenProp)]
    yield from (part.prop for part in found)
    yield from (name for part in w.all(e.CreateToken) for name, _ in part.props)


def _props(s: Sections) -> Known:
    # A lost declaration has lost its properties, too, and their names are not kept.
    if s.token_types is None or s.lost.get("token_types"):
        return None
    return {*OF_ALL_TOKENS, *(prop for each in s.token_types for prop in each.props)}


def _zone_prop_uses(w: PartsByKind) -> Names:
    found: list[t.ZoneProp | t.PropIncludes] = [*w.all(t.ZoneProp), *w.all(t.PropIncludes)]
    return [part.prop for part in found]


def _zone_props(s: Sections) -> Known:
    # A lost zone or board could have had any property, so none is unknown then.
    if s.zones is None or s.lost.get("zones") or s.cells:
        return None
    return {prop for zone in s.zones or () for prop in zone.props}


_UNKNOWN: Iterable[tuple[str, Callable[[PartsByKind], Names], Callable[[Sections], Known]]] = (
    ("marker", _marker_uses, _markers),
    ("table", _table_uses, _tables),
    ("token property", _prop_uses, _props),
    ("zone property", _zone_prop_uses, _zone_props),
)
ROWS = (
    Row(codes.GVAR, "global variable", _global_uses, global_names),
    Row(codes.PVAR, "player variable", _player_uses, _player_names),
    Row(codes.ZONE, "zone", _other_zones, zone_ids),
    Row(codes.ZONE, "zone", _entered, _bases),
    Row(codes.TOKEN_TYPE, "token type", _other_types, token_type_ids),
    Row(codes.PHASE, "phase", _phases, phase_ids),
    Row(codes.ACTION, "action", _flow_actions, action_ids),
    *(Row(codes_sections.NO_REFERENCE, *row) for row in _UNKNOWN),
)
