"""Reading scenarios: the initial position on the map, as effects before those of `setup`."""

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
from .markers import allows, matches, spaces_of
from .pieces import FACTION, Catalog, Piece, check_status
from .table_data import Stacking
from .things import full_id
from .tree import effects as e
from .tree.effects import Effect, Effects
from .tree.sections import Sections, TokenType, ZoneDef
from .tree.values import Ints, Literal, Location, Name, Player, Scalar, Value, ZoneNamed

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

COUNTER = "$piece"
"""The binding of the loop that places several pieces; it is never read."""


@dataclass(slots=True)
class _Context:
    """The sections that a scenario refers to, and the pieces counted so far: by type (`used`), and
    by space and type (`placed`)."""

    c: ReadContext
    sections: Sections
    catalog: Catalog | None
    spaces: Mapping[str, ZoneDef]
    used: Counter[str] = field(default_factory=Counter)
    placed: dict[str, Counter[str]] = field(default_factory=dict)


def scenario_effects(
    c: ReadContext, scenario: Keyed, catalog: Catalog | None, s: Sections
) -> Effects:
    """The effects of a scenario: pieces, tracks and markers."""
    ctx = _Context(c, s, catalog, spaces_of(s.zones or ()))
    pieces = [
        e for row in _rows(scenario, "initialPlacements", PLACEMENT) for e in _place(ctx, row)
    ]
    tracks = [_track(ctx, row) for row in _rows(scenario, "initialTrackValues", TRACK)]
    markers = [_marker(ctx, row) for row in _rows(scenario, "initialMarkers", MARKER)]
    for row in _rows(scenario, "outOfPlay", ASIDE):
        _out_of_play(ctx, row)
    # Last: totals include the pieces out of play.
    _check_totals(ctx, scenario)
    _check_stacking(ctx, scenario)
    return (*pieces, *(t for t in tracks if t), *(m for m in markers if m))


def _rows(scenario: Keyed, key: str, keys: Keys) -> Iterable[Keyed]:
    if scenario.has(key):
        for tree, path in scenario.items(key, codes_assets.SCENARIO):
            fields = keys.read(scenario.c, tree, path)
            if fields is not None:
                yield fields


# ---- pieces --------------------------------------------------------------------------------------


def _place(ctx: _Context, row: Keyed) -> tuple[Effect, ...]:
    space = row.name("spaceId", codes_assets.PLACEMENT_SPACE)
    known = zone_ids(ctx.sections)
    place = full_id(space.text)
    if space.text and known is not None and place not in known:
        message = f"unknown space '{space.text}'"
        hint = did_you_mean(space.text, known)
        ctx.c.error(codes_assets.PLACEMENT_SPACE, space.at, message, hint)
    type = row.name("pieceTypeId", codes_assets.PLACEMENT_PIECE)
    piece = _piece(ctx, row, type, codes_assets.PLACEMENT_PIECE, codes_assets.PLACEMENT_FACTION)
    count = row.whole("count", codes_assets.PLACEMENT_PIECE, 1)
    ctx.used[type.text] += count
    ctx.placed.setdefault(place, Counter())[type.text] += count
    base, _, owner = place.partition(":")
    if not type.text or not (owner == "none" or place in (known or ())):
        return ()
    # A known id that is not shared ends in the number of its player.
    player = None if owner == "none" else Player(space.at, "id", int(owner))
    zone = ZoneNamed(space.at, base, player)
    props = _props(ctx, row, type, piece)
    made = e.CreateToken(row.at, type, zone, props)
    if count == 1:
        return (made,)
    numbers = Ints(row.at, Literal(row.at, 1), Literal(row.at, count))
    bind = Name(COUNTER, row.at)
    # The explicit limit is needed: without it `forEach` stops after 100 items.
    return (e.ForEach(row.at, bind, numbers, (made,), Literal(row.at, count)),)


def _piece(ctx: _Context, row: Keyed, type: Name, unknown: Code, other: Code) -> Piece | None:
    """The piece type of a row; an unknown type and a wrong faction are reported."""
    faction = row.name("faction", other)
    if not type.text or ctx.catalog is None:
        return None
    piece = ctx.catalog.pieces.get(type.text)
    if piece is None:
        message = f"unknown piece type '{type.text}'"
        ctx.c.error(unknown, type.at, message, did_you_mean(type.text, ctx.catalog.pieces))
    elif faction.text and piece.faction != faction.text:
        message = f"'{type.text}' belongs to '{piece.faction}', not to '{faction.text}'"
        ctx.c.error(other, faction.at, message)
    return piece


def _props(
    ctx: _Context, row: Keyed, type: Name, piece: Piece | None
) -> tuple[tuple[Name, Value], ...]:
    """The faction and status of a placed piece, as far as its token type declares them."""
    # `tokenTypes` may replace the type of the catalogue, and then declares its properties.
    declared = _declared(ctx, type.text)
    status = STATUS.read(ctx.c, row.get("status"), row.path("status"))
    values: dict[str, str] = {FACTION: row.name("faction").text, **(piece.status if piece else {})}
    for key, _ in status.tree.entries if status else ():
        value = status.name(key.text, codes_assets.STATUS_VALUE) if status else None
        if declared is not None and key.text not in declared.props:
            at = Location(key.span, f"{row.path('status')}.{key.text}")
            message = f"unknown status dimension '{key.text}'"
            ctx.c.error(codes_assets.DIMENSION, at, message, did_you_mean(key.text, declared.props))
        elif value is not None:
            check_status(ctx.c, key.text, value)
            values[key.text] = value.text
    allowed = declared.props if declared else {}
    return tuple(
        (Name(key, row.at), Literal(row.at, text)) for key, text in values.items() if key in allowed
    )


def _declared(ctx: _Context, type: str) -> TokenType | None:
    types = ctx.sections.token_types or ()
    return next((t for t in types if t.id.text == type), None)


def _out_of_play(ctx: _Context, row: Keyed) -> None:
    type = row.name("pieceTypeId", codes_assets.OUT_OF_PLAY)
    _piece(ctx, row, type, codes_assets.OUT_OF_PLAY, codes_assets.OUT_OF_PLAY)
    ctx.used[type.text] += row.whole("count", codes_assets.OUT_OF_PLAY, 1)


def _check_totals(ctx: _Context, scenario: Keyed) -> None:
    for key, piece in (ctx.catalog.pieces if ctx.catalog else {}).items():
        total = piece.type.total
        if total is not None and ctx.used[key] > total:
            message = f"{ctx.used[key]} pieces '{key}' are placed, but the inventory has {total}"
            ctx.c.error(codes_assets.CONSERVATION, scenario.location("initialPlacements"), message)


def _check_stacking(ctx: _Context, scenario: Keyed) -> None:
    for place, counts in ctx.placed.items():
        zone = ctx.spaces.get(place)
        for limit in ctx.sections.stacking or () if zone else ():
            if zone and matches(limit.spaces, place, zone):
                count = sum(n for key, n in counts.items() if _is_limited(ctx, limit, key))
                if count > limit.most:
                    message = f"{count} pieces in '{place}' violate '{limit.id.text}'"
                    at = scenario.location("initialPlacements")
                    ctx.c.error(
                        codes_assets.STACKING, at, message, f"at most {limit.most} are allowed"
                    )


def _is_limited(ctx: _Context, limit: Stacking, type: str) -> bool:
    piece = ctx.catalog.pieces.get(type) if ctx.catalog else None
    faction = piece.faction if piece else ""
    return (not limit.types or type in limit.types) and (
        not limit.factions or faction in limit.factions
    )


# ---- tracks and markers --------------------------------------------------------------------------


def _track(ctx: _Context, row: Keyed) -> Effect | None:
    name = row.name("trackId", codes_assets.TRACK_VALUE)
    declared = global_names(ctx.sections)
    if declared is None:
        return None
    known = {v.name.text: v for v in ctx.sections.global_vars or ()}
    # A broken declaration: the name is known, but its range is not.
    if name.text in declared and name.text not in known:
        return None
    if name.text and name.text not in known:
        message = f"unknown track '{name.text}'"
        ctx.c.error(codes_assets.TRACK_VALUE, name.at, message, did_you_mean(name.text, known))
        return None
    if name.text and known[name.text].type == "boolean":
        value: Scalar = row.flag("value", codes_assets.TRACK_VALUE)
    else:
        value = row.whole("value", codes_assets.TRACK_VALUE)
        track = known.get(name.text)
        if track and row.has("value") and not track.least <= value <= track.most:
            message = f"{value} is not between {track.least} and {track.most}"
            row.error(codes_assets.TRACK_RANGE, "value", message)
    return e.SetVar(row.at, name, None, Literal(row.at, value))


def _marker(ctx: _Context, row: Keyed) -> Effect | None:
    space, marker, state = (row.name(key, codes_assets.SCENARIO_MARKER) for key in MARKER.needs)
    place = full_id(space.text)
    zone = ctx.spaces.get(place)
    # With a broken space or marker it is not decidable whether a state is allowed.
    lost = ctx.sections.lost.get("zones") or ctx.sections.lost.get("lattices")
    if lost or ctx.sections.lattices is None or not space.text:
        return None
    lattice = next((x for x in ctx.sections.lattices if x.id.text == marker.text), None)
    if zone is None:
        message, hint = f"unknown space '{space.text}'", did_you_mean(space.text, ctx.spaces)
        ctx.c.error(codes_assets.SCENARIO_MARKER, space.at, message, hint)
    elif lattice is None:
        known = [x.id.text for x in ctx.sections.lattices]
        message, hint = f"unknown marker '{marker.text}'", did_you_mean(marker.text, known)
        ctx.c.error(codes_assets.SCENARIO_MARKER, marker.at, message, hint)
    elif state.text not in lattice.states or not allows(lattice, state.text, place, zone):
        message = f"invalid state '{state.text}' of '{marker.text}' in '{place}'"
        hint = did_you_mean(state.text, lattice.states)
        ctx.c.error(codes_assets.SCENARIO_MARKER, state.at, message, hint)
    base = place.partition(":")[0]
    return e.SetMarker(
        row.at, ZoneNamed(space.at, base, None), marker, Literal(state.at, state.text)
    )
