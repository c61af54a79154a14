"""Names in a whole GameSpecDoc that no section defines, beside those of `crossing`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from ...diagnostics import Diagnostic
from . import codes_crossing as codes
from . import codes_sections
from . import effects as e
from . import tree as t
from .crossing import (
    Known,
    Names,
    Row,
    action_ids,
    created,
    findings,
    global_names,
    named_zones,
    phase_ids,
    token_type_ids,
    zone_ids,
)
from .spec import CardDriven, Sections
from .tree import Name
from .walking import parts_in

OF_ALL_TOKENS = ("type", "id")
"""What can be asked of a token without being declared."""


def definition_findings(sections: Sections) -> list[Diagnostic]:
    """What is used and not defined anywhere, by path."""
    return findings(sections, ROWS)


def _whole(s: Sections) -> tuple[object, ...]:
    """All sections in which something is said about others."""
    first = (s.setup, s.phases, s.turn_order, s.actions)
    return (*first, s.pipelines, s.triggers, s.terminal, s.event_decks)


# ---- variables -----------------------------------------------------------------------------------


def _variables(s: Sections, owned: bool) -> Iterator[Name]:
    for part in parts_in(_whole(s)):
        if (
            isinstance(part, e.SetVar | e.AddVar | e.Holding) and (part.player is not None) is owned
        ) or isinstance(part, t.PlayerVar if owned else t.GlobalVar):
            yield part.var


def _global_uses(s: Sections) -> Names:
    return _variables(s, owned=False)


def _player_uses(s: Sections) -> Names:
    return _variables(s, owned=True)


def _player_names(s: Sections) -> Known:
    return None if s.player_vars is None else {v.name.text for v in s.player_vars}


# ---- zones, tokens, phases, actions --------------------------------------------------------------


def _other_zones(s: Sections) -> Names:
    """Zones in all places that no row of `crossing` looks at."""
    elsewhere = {id(token.zone) for token in created(s.setup)}
    for part in parts_in(s.setup):
        if isinstance(part, t.ZoneNamed) and id(part) not in elsewhere:
            yield from named_zones(part)
    for action in s.actions or ():
        yield from named_zones((action.params, action.pre, action.cost))
    yield from named_zones((s.phases, s.turn_order, s.pipelines, s.triggers, s.terminal))


def _entered(s: Sections) -> Names:
    """Bases of the zones that triggers wait for."""
    for trigger in s.triggers or ():
        of = trigger.event.of
        if of and trigger.event.type == "tokenEntered":
            yield Name(of.text.partition(":")[0], of.at)


def _bases(s: Sections) -> Known:
    return None if s.zones is None else {z.base for z in s.zones}


def _other_types(s: Sections) -> Names:
    rest = [part for part in _whole(s) if part is not s.setup]
    return [token.type for part in rest for token in created(part)]


def _phases(s: Sections) -> Names:
    return [part.phase for part in parts_in(_whole(s)) if isinstance(part, e.GotoPhase)]


def _flow_actions(s: Sections) -> Names:
    cards = s.turn_order
    if not isinstance(cards, CardDriven):
        return
    yield from (Name(action, cards.at) for action in cards.classes)
    yield from (r.action for r in (cards.monsoon.restricted if cards.monsoon else ()))
    if cards.pivotal:
        yield from cards.pivotal.actions
        for each in cards.pivotal.cancellations:
            yield from (each.winner, each.canceled)


# ---- what has no code of its own -----------------------------------------------------------------


def _marker_uses(s: Sections) -> Names:
    for part in parts_in(_whole(s)):
        if isinstance(part, e.SetMarker | e.ShiftMarker | t.MarkerState):
            yield part.marker


def _markers(s: Sections) -> Known:
    return None if s.lattices is None else {lattice.id.text for lattice in s.lattices}


def _table_uses(s: Sections) -> Names:
    for part in parts_in(_whole(s)):
        if isinstance(part, t.AssetRows | t.AssetField):
            yield part.table


def _tables(s: Sections) -> Known:
    return None if s.tables is None else {table.id.text for table in s.tables}


def _prop_uses(s: Sections) -> Names:
    for part in parts_in(_whole(s)):
        if isinstance(part, t.TokenProp | t.TokenTest | e.SetTokenProp):
            yield part.prop
        elif isinstance(part, e.CreateToken):
            yield from (name for name, _ in part.props)


def _props(s: Sections) -> Known:
    if s.token_types is None:
        return None
    return {*OF_ALL_TOKENS, *(prop for each in s.token_types for prop in each.props)}


def _zone_prop_uses(s: Sections) -> Names:
    for part in parts_in(_whole(s)):
        if isinstance(part, t.ZoneProp | t.PropIncludes):
            yield part.prop


def _zone_props(s: Sections) -> Known:
    return None if s.zones is None else {prop for zone in s.zones for prop in zone.props}


_UNKNOWN: Iterable[tuple[str, Callable[[Sections], Names], Callable[[Sections], Known]]] = (
    ("marker", _marker_uses, _markers),
    ("table", _table_uses, _tables),
    ("property of tokens", _prop_uses, _props),
    ("property of zones", _zone_prop_uses, _zone_props),
)
ROWS = (
    Row(codes.GVAR, "global variable", _global_uses, global_names),
    Row(codes.PVAR, "variable of players", _player_uses, _player_names),
    Row(codes.ZONE, "zone", _other_zones, zone_ids),
    Row(codes.ZONE, "zone", _entered, _bases),
    Row(codes.TOKEN_TYPE, "token type", _other_types, token_type_ids),
    Row(codes.PHASE, "phase", _phases, phase_ids),
    Row(codes.ACTION, "action", _flow_actions, action_ids),
    *(Row(codes_sections.NO_REFERENCE, *row) for row in _UNKNOWN),
)
