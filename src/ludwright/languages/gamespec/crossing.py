"""Names that one section of a GameSpecDoc uses and another must define.

A row of the table is looked at only if both of its sections are there: of one that is broken its
own mistakes are told, not that others miss it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass

from ...diagnostics import ERROR, Code, Diagnostic, did_you_mean
from . import codes_crossing as codes
from . import effects as e
from .collation import collated
from .neighbours import all_ids
from .spec import CardDriven, Sections
from .tree import Name, ZoneNamed
from .walking import parts_in

Names = Iterable[Name]
Known = Collection[str] | None
MANY = 100  # players of a game that does not say how many there are


@dataclass(frozen=True, slots=True)
class Row:
    """A kind of reference: who uses which names, and which there are (None: nobody knows)."""

    code: Code
    what: str
    uses: Callable[[Sections], Names]
    known: Callable[[Sections], Known]


def cross_validate(sections: Sections) -> list[Diagnostic]:
    """What sections say about one another that is not so, by path."""
    return findings(sections, ROWS)


def findings(sections: Sections, rows: Iterable[Row]) -> list[Diagnostic]:
    """What does not fit, for each row of a table."""
    found: list[Diagnostic] = []
    for row in rows:
        known = row.known(sections)
        if known is not None:
            missing = [n for n in row.uses(sections) if n.text and n.text not in known]
            found += [_finding(row, name, known) for name in missing]
    return sorted(dict.fromkeys(found), key=lambda d: (_steps(d.path), d.code, d.message))


def _steps(path: str) -> tuple[tuple[int, str], ...]:
    """A path by its steps, so that the tenth item comes behind the second."""
    return tuple((int(s), "") if s.isdecimal() else (-1, s) for s in path.split("."))


def _finding(row: Row, name: Name, known: Collection[str]) -> Diagnostic:
    names = sorted(known, key=collated)
    some = ", ".join(names[:6]) + (", ..." if len(names) > 6 else "")
    hint = did_you_mean(name.text, names) or (f"there are: {some}" if some else "there is none")
    message = f"there is no {row.what} '{name.text}'"
    return Diagnostic(row.code.code, message, name.at.span, ERROR, hint, path=name.at.path)


# ---- what there is -------------------------------------------------------------------------------


def phase_ids(s: Sections) -> Known:
    """The ids of the phases."""
    return None if s.phases is None else {p.id.text for p in s.phases}


def action_ids(s: Sections) -> Known:
    """The ids of the actions."""
    return None if s.actions is None else {a.id.text for a in s.actions}


def zone_ids(s: Sections) -> Known:
    """The ids of all zones there can be."""
    return None if s.zones is None else all_ids(s.zones, s.metadata.most if s.metadata else MANY)


def token_type_ids(s: Sections) -> Known:
    """The ids of the types of tokens."""
    return None if s.token_types is None else {t.id.text for t in s.token_types}


def global_names(s: Sections) -> Known:
    """The names of the global variables."""
    return None if s.global_vars is None else {v.name.text for v in s.global_vars}


def _windows(s: Sections) -> Known:
    cards = _cards(s)
    return {w.id.text for w in cards.windows} if cards else None


def _factions(s: Sections) -> Known:
    cards = _cards(s)
    return {f.text for f in cards.factions} if cards else None


def _cards(s: Sections) -> CardDriven | None:
    return s.turn_order if isinstance(s.turn_order, CardDriven) else None


# ---- what is used --------------------------------------------------------------------------------


def named_zones(whole: object) -> Iterator[Name]:
    """The zones that are named by themselves: of nobody, or of a player by number."""
    for part in parts_in(whole):
        if isinstance(part, ZoneNamed):
            if part.owner is None:
                yield Name(f"{part.base}:none", part.at)
            elif part.owner.kind == "id":
                yield Name(f"{part.base}:{part.owner.number}", part.at)


def created(whole: object) -> Iterator[e.CreateToken]:
    """All effects that create tokens."""
    return (part for part in parts_in(whole) if isinstance(part, e.CreateToken))


def _action_phases(s: Sections) -> Names:
    return [phase for action in s.actions or () for phase in action.phases]


def _pipeline_actions(s: Sections) -> Names:
    return [p.action for p in s.pipelines or ()]


def _pipeline_windows(s: Sections) -> Names:
    return [window for p in s.pipelines or () for window in p.windows]


def _of_events(s: Sections, *types: str) -> Names:
    events = [t.event for t in s.triggers or ()]
    return [event.of for event in events if event.of and event.type in types]


def _trigger_phases(s: Sections) -> Names:
    return _of_events(s, "phaseEnter", "phaseExit")


def _trigger_actions(s: Sections) -> Names:
    return _of_events(s, "actionResolved")


def _checkpoints(s: Sections) -> Names:
    return [c.faction for c in s.terminal.checkpoints] if s.terminal else []


def _margins(s: Sections) -> Names:
    return [m.faction for m in s.terminal.margins] if s.terminal else []


def _setup_zones(s: Sections) -> Names:
    return [zone for token in created(s.setup) for zone in named_zones(token.zone)]


def _setup_types(s: Sections) -> Names:
    return [token.type for token in created(s.setup)]


def _action_zones(s: Sections) -> Names:
    return [zone for a in s.actions or () for zone in named_zones(a.effects)]


def _deck_zones(s: Sections) -> Names:
    return [zone for deck in s.event_decks or () for zone in (deck.draw, deck.discard)]


def _event_zones(s: Sections) -> Names:
    return [zone for deck in s.event_decks or () for zone in named_zones(deck.cards)]


def _slots(s: Sections) -> Names:
    cards = _cards(s)
    return [cards.played, cards.lookahead, cards.leader] if cards else []


def _rewards(s: Sections) -> Names:
    cards = _cards(s)
    return [reward.resource for reward in cards.rewards] if cards else []


ROWS = (
    Row(codes.ACTION_PHASE, "phase", _action_phases, phase_ids),
    Row(codes.PROFILE_ACTION, "action", _pipeline_actions, action_ids),
    Row(codes.PROFILE_WINDOW, "window", _pipeline_windows, _windows),
    Row(codes.TRIGGER_PHASE, "phase", _trigger_phases, phase_ids),
    Row(codes.TRIGGER_ACTION, "action", _trigger_actions, action_ids),
    Row(codes.VICTORY_FACTION, "faction", _checkpoints, _factions),
    Row(codes.MARGIN_FACTION, "faction", _margins, _factions),
    Row(codes.SETUP_ZONE, "zone", _setup_zones, zone_ids),
    Row(codes.SETUP_TOKEN_TYPE, "token type", _setup_types, token_type_ids),
    Row(codes.EFFECT_ZONE, "zone", _action_zones, zone_ids),
    Row(codes.DECK_ZONE, "zone", _deck_zones, zone_ids),
    Row(codes.DECK_EFFECT_ZONE, "zone", _event_zones, zone_ids),
    Row(codes.LIFECYCLE_ZONE, "zone", _slots, zone_ids),
    Row(codes.REWARD_VAR, "global variable", _rewards, global_names),
)
