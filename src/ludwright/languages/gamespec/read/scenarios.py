"""Scenarios of a GameSpecDoc: what lies on the map at the start, as effects before the setup."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from ....diagnostics import Code, did_you_mean
from ...shapes import keys
from ..check.references import global_names, zone_ids
from ..codes import assets as codes_assets
from .forms import ReadContext
from .keyed import Keyed, Keys
from .markers import allows, fits, spaces_of
from .pieces import FACTION, Catalog, Piece, check_status
from .table_data import Stacking
from .things import full_id
from .tree import effects as e
from .tree.effects import Effect, Effects
from .tree.sections import Sections, TokenType, ZoneDef
from .tree.values import Ints, Literal, Location, Name, Scalar, Value, ZoneNamed

PLACEMENT = Keys(
    "a placement",
    codes_assets.SCENARIO,
    keys("spaceId: name, pieceTypeId: name, faction: name, count: whole, status?: {name}"),
)
TRACK = Keys("a value of a track", codes_assets.SCENARIO, keys("trackId: name, value: scalar"))
MARKER = Keys("a marker", codes_assets.SCENARIO, keys("spaceId: name, markerId: name, state: name"))
ASIDE = Keys(
    "a row of 'outOfPlay'",
    codes_assets.SCENARIO,
    keys("pieceTypeId: name, faction: name, count: whole"),
)
STATUS = Keys("status", codes_assets.SCENARIO, keys(open=True))

EACH = "$piece"
"""What the number of a piece that is placed is bound to; nobody reads it."""


@dataclass(slots=True)
class _Work:
    """Where the scenario is played, and how many pieces of each type are in use so far."""

    c: ReadContext
    sections: Sections
    catalog: Catalog | None
    spaces: Mapping[str, ZoneDef]
    used: Counter[str] = field(default_factory=Counter)
    placed: dict[str, Counter[str]] = field(default_factory=dict)


def scenario_effects(
    c: ReadContext, scenario: Keyed, catalog: Catalog | None, s: Sections
) -> Effects:
    """What is done before the setup: pieces, tracks and markers."""
    work = _Work(c, s, catalog, spaces_of(s.zones or ()))
    pieces = [
        e for row in _rows(scenario, "initialPlacements", PLACEMENT) for e in _place(work, row)
    ]
    tracks = [_track(work, row) for row in _rows(scenario, "initialTrackValues", TRACK)]
    markers = [_marker(work, row) for row in _rows(scenario, "initialMarkers", MARKER)]
    for row in _rows(scenario, "outOfPlay", ASIDE):
        _aside(work, row)
    _conserved(work, scenario)
    _stacked(work, scenario)
    return (*pieces, *(t for t in tracks if t), *(m for m in markers if m))


def _rows(scenario: Keyed, key: str, keys: Keys) -> Iterable[Keyed]:
    if scenario.has(key):
        for tree, path in scenario.items(key, codes_assets.SCENARIO):
            fields = keys.read(scenario.c, tree, path)
            if fields is not None:
                yield fields


# ---- pieces --------------------------------------------------------------------------------------


def _place(work: _Work, row: Keyed) -> tuple[Effect, ...]:
    space = row.name("spaceId", codes_assets.PLACEMENT_SPACE)
    known = zone_ids(work.sections)
    place = full_id(space.text)
    if space.text and known is not None and place not in known:
        message = f"there is no space '{space.text}'"
        hint = did_you_mean(space.text, known)
        work.c.error(codes_assets.PLACEMENT_SPACE, space.at, message, hint)
    type = row.name("pieceTypeId", codes_assets.PLACEMENT_PIECE)
    piece = _piece(work, row, type, codes_assets.PLACEMENT_PIECE, codes_assets.PLACEMENT_FACTION)
    count = row.whole("count", codes_assets.PLACEMENT_PIECE, 1)
    work.used[type.text] += count
    work.placed.setdefault(place, Counter())[type.text] += count
    base, _, owner = place.partition(":")
    if owner != "none" or not type.text:
        return ()
    zone = ZoneNamed(space.at, base, None)
    props = _props(work, row, type, piece)
    made = e.CreateToken(row.at, type, zone, props)
    if count == 1:
        return (made,)
    numbers = Ints(row.at, Literal(row.at, 1), Literal(row.at, count))
    bind = Name(EACH, row.at)
    return (e.ForEach(row.at, bind, numbers, (made,), Literal(row.at, count)),)


def _piece(work: _Work, row: Keyed, type: Name, unknown: Code, other: Code) -> Piece | None:
    """The piece that is meant, if its faction is right, too."""
    faction = row.name("faction", other)
    if not type.text or work.catalog is None:
        return None
    piece = work.catalog.pieces.get(type.text)
    if piece is None:
        message = f"there is no type of piece '{type.text}'"
        work.c.error(unknown, type.at, message, did_you_mean(type.text, work.catalog.pieces))
    elif faction.text and piece.faction != faction.text:
        message = f"'{type.text}' belongs to '{piece.faction}', not to '{faction.text}'"
        work.c.error(other, faction.at, message)
    return piece


def _props(
    work: _Work, row: Keyed, type: Name, piece: Piece | None
) -> tuple[tuple[Name, Value], ...]:
    """Faction and status, as far as tokens of the type have them."""
    declared = _declared(work, type.text)
    status = STATUS.read(work.c, row.get("status"), row.path("status"))
    values: dict[str, str] = {FACTION: row.name("faction").text, **(piece.status if piece else {})}
    for key, _ in status.tree.entries if status else ():
        value = status.name(key.text, codes_assets.STATUS_VALUE) if status else None
        if declared is not None and key.text not in declared.props:
            at = Location(key.span, f"{row.path('status')}.{key.text}")
            message = f"the piece has no status '{key.text}'"
            work.c.error(
                codes_assets.DIMENSION, at, message, did_you_mean(key.text, declared.props)
            )
        elif value is not None:
            check_status(work.c, key.text, value)
            values[key.text] = value.text
    had = declared.props if declared else {}
    return tuple(
        (Name(key, row.at), Literal(row.at, text)) for key, text in values.items() if key in had
    )


def _declared(work: _Work, type: str) -> TokenType | None:
    types = work.sections.token_types or ()
    return next((t for t in types if t.id.text == type), None)


def _aside(work: _Work, row: Keyed) -> None:
    type = row.name("pieceTypeId", codes_assets.OUT_OF_PLAY)
    _piece(work, row, type, codes_assets.OUT_OF_PLAY, codes_assets.OUT_OF_PLAY)
    work.used[type.text] += row.whole("count", codes_assets.OUT_OF_PLAY, 1)


def _conserved(work: _Work, scenario: Keyed) -> None:
    for key, piece in (work.catalog.pieces if work.catalog else {}).items():
        total = piece.type.total
        if total is not None and work.used[key] > total:
            message = f"{work.used[key]} of '{key}' are used, but there are {total}"
            work.c.error(codes_assets.CONSERVATION, scenario.place("initialPlacements"), message)


def _stacked(work: _Work, scenario: Keyed) -> None:
    for place, counts in work.placed.items():
        zone = work.spaces.get(place)
        for limit in work.sections.stacking or () if zone else ():
            if zone and fits(limit.spaces, place, zone):
                count = sum(n for key, n in counts.items() if _counts(work, limit, key))
                if count > limit.most:
                    message = f"'{limit.id.text}' does not allow {count} pieces in '{place}'"
                    at = scenario.place("initialPlacements")
                    work.c.error(codes_assets.STACKING, at, message, f"at most {limit.most}")


def _counts(work: _Work, limit: Stacking, type: str) -> bool:
    piece = work.catalog.pieces.get(type) if work.catalog else None
    faction = piece.faction if piece else ""
    return (not limit.types or type in limit.types) and (
        not limit.factions or faction in limit.factions
    )


# ---- tracks and markers --------------------------------------------------------------------------


def _track(work: _Work, row: Keyed) -> Effect | None:
    name = row.name("trackId", codes_assets.TRACK_VALUE)
    declared = global_names(work.sections)
    if declared is None:
        return None
    known = {v.name.text: v for v in work.sections.global_vars or ()}
    if name.text in declared and name.text not in known:
        return None
    if name.text and name.text not in known:
        message = f"there is no track '{name.text}'"
        work.c.error(codes_assets.TRACK_VALUE, name.at, message, did_you_mean(name.text, known))
        return None
    if name.text and known[name.text].type == "boolean":
        value: Scalar = row.truth("value", codes_assets.TRACK_VALUE)
    else:
        value = row.whole("value", codes_assets.TRACK_VALUE)
        track = known.get(name.text)
        if track and row.has("value") and not track.least <= value <= track.most:
            message = f"{value} is not between {track.least} and {track.most}"
            row.wrong(codes_assets.TRACK_RANGE, "value", message)
    return e.SetVar(row.at, name, None, Literal(row.at, value))


def _marker(work: _Work, row: Keyed) -> Effect | None:
    space, marker, state = (row.name(key, codes_assets.SCENARIO_MARKER) for key in MARKER.needs)
    place = full_id(space.text)
    zone = work.spaces.get(place)
    lost = work.sections.lost.get("zones") or work.sections.lost.get("lattices")
    if lost or work.sections.lattices is None or not space.text:
        return None
    lattice = next((x for x in work.sections.lattices if x.id.text == marker.text), None)
    if zone is None:
        message, hint = f"there is no space '{space.text}'", did_you_mean(space.text, work.spaces)
        work.c.error(codes_assets.SCENARIO_MARKER, space.at, message, hint)
    elif lattice is None:
        known = [x.id.text for x in work.sections.lattices]
        message, hint = f"there is no marker '{marker.text}'", did_you_mean(marker.text, known)
        work.c.error(codes_assets.SCENARIO_MARKER, marker.at, message, hint)
    elif state.text not in lattice.states or not allows(lattice, state.text, place, zone):
        message = f"'{marker.text}' of '{place}' can't be '{state.text}'"
        hint = did_you_mean(state.text, lattice.states)
        work.c.error(codes_assets.SCENARIO_MARKER, state.at, message, hint)
    base = place.partition(":")[0]
    return e.SetMarker(
        row.at, ZoneNamed(space.at, base, None), marker, Literal(state.at, state.text)
    )
