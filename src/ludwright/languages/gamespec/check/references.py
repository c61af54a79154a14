"""Check the names that one section of a GameSpecDoc uses and another has to declare.

A row of the table is checked only if both of its sections could be read: for a broken section, its
own errors are reported, but not what others miss in it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass

from ....diagnostics import ERROR, Code, Diagnostic, did_you_mean
from ..codes import references as codes
from ..read.adjacency import all_ids, lost_ids
from ..read.collation import collated
from ..read.macros.boards import is_cell
from ..read.tree.effects import CreateToken
from ..read.tree.sections import CardDriven, Sections
from ..read.tree.values import Name, ZoneNamed
from ..read.walk import PartsByKind

Names = Iterable[Name]
Known = Collection[str] | None
MANY = 100  # the number of players to assume if the metadata is broken


@dataclass(frozen=True, slots=True)
class Row:
    """A kind of reference: the names that are used, and those that are declared (None: unknown)."""

    code: Code
    what: str
    uses: Callable[[PartsByKind], Names]
    known: Callable[[Sections], Known]


def cross_validate(sections: Sections) -> list[Diagnostic]:
    """The unknown names in references between sections, sorted by path."""
    return unknown_names(sections, ROWS)


def unknown_names(sections: Sections, rows: Iterable[Row]) -> list[Diagnostic]:
    """The diagnostics of all rows of a table, sorted by path."""
    found: list[Diagnostic] = []
    walked = PartsByKind(sections)
    for row in rows:
        known = row.known(sections)
        if known is not None:
            missing = [n for n in row.uses(walked) if n.text and n.text not in known]
            # If a board could not be expanded, names such as `cell_0_1:none` may be its cells.
            missing = [n for n in missing if not (sections.cells and is_cell(n.text))]
            found += [_unknown(row, name, known) for name in missing]
    # The tree may share a part (`n` of chooseN is its minimum and maximum) and list a name twice.
    return sorted(dict.fromkeys(found), key=lambda d: (_steps(d.path), d.alias, d.message))


def _steps(path: str) -> tuple[tuple[int, str], ...]:
    """The sort key of a path: item 10 comes after item 2."""
    return tuple((int(s), "") if s.isdecimal() else (-1, s) for s in path.split("."))


def _unknown(row: Row, name: Name, known: Collection[str]) -> Diagnostic:
    names = sorted(known, key=collated)
    some = ", ".join(names[:6]) + (", ..." if len(names) > 6 else "")
    hint = did_you_mean(name.text, names) or (f"expected {some}" if some else "none is declared")
    message = f"unknown {row.what} '{name.text}'"
    return Diagnostic(row.code.code, message, name.at.span, ERROR, hint, path=name.at.path)


# ---- declared names ------------------------------------------------------------------------------


def phase_ids(s: Sections) -> Known:
    """The ids of the phases."""
    return None if s.phases is None else s.known("phases", (p.id.text for p in s.phases))


def action_ids(s: Sections) -> Known:
    """The ids of the actions."""
    return None if s.actions is None else s.known("actions", (a.id.text for a in s.actions))


def zone_ids(s: Sections) -> Known:
    """The ids of all zones; an owned zone has one id per possible player."""
    lost = s.lost.get("zones", ())
    # An empty name stands for a declaration whose name could not be read: it may be any name.
    if s.zones is None or "" in lost:
        return None
    players = s.metadata.most if s.metadata else MANY
    return all_ids(s.zones, players) | lost_ids(lost, players)


def token_type_ids(s: Sections) -> Known:
    """The ids of the token types."""
    types = s.token_types
    return None if types is None else s.known("token_types", (t.id.text for t in types))


def global_names(s: Sections) -> Known:
    """The names of the global variables."""
    variables = s.global_vars
    return None if variables is None else s.known("global_vars", (v.name.text for v in variables))


def window_ids(s: Sections) -> Known:
    """The ids of the override windows, if the game is card-driven."""
    cards = _cards(s)
    return s.known("turn_order", (w.id.text for w in cards.windows)) if cards else None


def faction_names(s: Sections) -> Known:
    """The factions, if the game is card-driven."""
    cards = _cards(s)
    return s.known("turn_order", (f.text for f in cards.factions)) if cards else None


def _cards(s: Sections) -> CardDriven | None:
    return s.turn_order if isinstance(s.turn_order, CardDriven) else None


# ---- used names ----------------------------------------------------------------------------------


def ids_of(zones: Iterable[ZoneNamed]) -> Iterator[Name]:
    """The ids of zones that are known statically: without an owner, or of a numbered player."""
    for zone in zones:
        if zone.owner is None:
            # Other owners (`actor`, `$who`) depend on the state; the reader has checked the base.
            yield Name(f"{zone.base}:none", zone.at)
        elif zone.owner.kind == "id":
            yield Name(f"{zone.base}:{zone.owner.number}", zone.at)


def setup_zones(w: PartsByKind) -> list[ZoneNamed]:
    """The zones in which the setup creates tokens."""
    tokens = w.of("setup", CreateToken)
    return [token.zone for token in tokens if isinstance(token.zone, ZoneNamed)]


def _action_phases(w: PartsByKind) -> Names:
    return [phase for action in w.sections.actions or () for phase in action.phases]


def _pipeline_actions(w: PartsByKind) -> Names:
    return [p.action for p in w.sections.pipelines or ()]


def _pipeline_windows(w: PartsByKind) -> Names:
    return [window for p in w.sections.pipelines or () for window in p.windows]


def _of_events(w: PartsByKind, *types: str) -> Names:
    events = [t.event for t in w.sections.triggers or ()]
    return [event.of for event in events if event.of and event.type in types]


def _trigger_phases(w: PartsByKind) -> Names:
    return _of_events(w, "phaseEnter", "phaseExit")


def _trigger_actions(w: PartsByKind) -> Names:
    return _of_events(w, "actionResolved")


def _checkpoints(w: PartsByKind) -> Names:
    return [c.faction for c in w.sections.terminal.checkpoints] if w.sections.terminal else []


def _margins(w: PartsByKind) -> Names:
    return [m.faction for m in w.sections.terminal.margins] if w.sections.terminal else []


def _setup_zones(w: PartsByKind) -> Names:
    return ids_of(setup_zones(w))


def _setup_types(w: PartsByKind) -> Names:
    return [token.type for token in w.of("setup", CreateToken)]


def _action_zones(w: PartsByKind) -> Names:
    return ids_of(w.of("effects", ZoneNamed))


def _deck_zones(w: PartsByKind) -> Names:
    return [zone for deck in w.sections.event_decks or () for zone in (deck.draw, deck.discard)]


def _event_zones(w: PartsByKind) -> Names:
    return ids_of(w.of("event_decks", ZoneNamed))


def _slots(w: PartsByKind) -> Names:
    cards = _cards(w.sections)
    return [cards.played, cards.lookahead, cards.leader] if cards else []


def _rewards(w: PartsByKind) -> Names:
    cards = _cards(w.sections)
    return [reward.resource for reward in cards.rewards] if cards else []


ROWS = (
    Row(codes.ACTION_PHASE, "phase", _action_phases, phase_ids),
    Row(codes.PROFILE_ACTION, "action", _pipeline_actions, action_ids),
    Row(codes.PROFILE_WINDOW, "window", _pipeline_windows, window_ids),
    Row(codes.TRIGGER_PHASE, "phase", _trigger_phases, phase_ids),
    Row(codes.TRIGGER_ACTION, "action", _trigger_actions, action_ids),
    Row(codes.VICTORY_FACTION, "faction", _checkpoints, faction_names),
    Row(codes.MARGIN_FACTION, "faction", _margins, faction_names),
    Row(codes.SETUP_ZONE, "zone", _setup_zones, zone_ids),
    Row(codes.SETUP_TOKEN_TYPE, "token type", _setup_types, token_type_ids),
    Row(codes.EFFECT_ZONE, "zone", _action_zones, zone_ids),
    Row(codes.DECK_ZONE, "zone", _deck_zones, zone_ids),
    Row(codes.DECK_EFFECT_ZONE, "zone", _event_zones, zone_ids),
    Row(codes.LIFECYCLE_ZONE, "zone", _slots, zone_ids),
    Row(codes.REWARD_VAR, "global variable", _rewards, global_names),
)
