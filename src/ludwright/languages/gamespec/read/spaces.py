"""Reading maps: their spaces become zones, their tracks global variables."""

from __future__ import annotations

from dataclasses import dataclass, field

from ...shapes import keys
from ...yaml.read import Sequence, Tree
from ..codes import assets as codes_assets
from .forms import ReadContext
from .keyed import Keyed, Keys, read_declarations
from .things import base_name, base_of, neighbours_in, properties_in, property_of, spot_in
from .tree.sections import VarDef, ZoneDef
from .tree.values import Scalar as Plain

_PROPERTY_KEYS = (
    *("spaceType?: name", "population?: whole", "econ?: whole", "terrainTags?: [scalar]"),
    *("country?: name", "coastal?: flag"),
)
_PROPERTIES = keys(*_PROPERTY_KEYS).may
MAP = Keys(
    "a map",
    codes_assets.MAP,
    keys(
        "spaces: [space], provisionalAdjacency?: any, tracks?: [track]",
        "markerLattices?: [lattice], spaceMarkers?: [space_marker]",
        "stackingConstraints?: [stacking]",
    ),
)
SPACE = Keys(
    "a space",
    codes_assets.MAP,
    keys(
        "id: name",
        "adjacentTo: [name]",
        *_PROPERTY_KEYS,
        "attributes?: {property}",
        "spot?: [whole]",
    ),
)
TRACK = Keys(
    "a track",
    codes_assets.MAP,
    keys(
        "id: name, scope: global|faction, min: whole, max: whole, initial: whole", "faction?: any"
    ),
)

Items = list[tuple[Tree, str]]


@dataclass(frozen=True, slots=True)
class GameMap:
    """A map. Its markers and stacking constraints are read after the sections they refer to."""

    zones: tuple[ZoneDef, ...]
    tracks: tuple[VarDef, ...] = ()
    lattices: Items = field(default_factory=list)
    markers: Items = field(default_factory=list)
    stacking: Items = field(default_factory=list)


def map_of(c: ReadContext, tree: Tree, path: str) -> GameMap | None:
    """The payload of a map."""
    fields = MAP.read(c, tree, path)
    if fields is None:
        return None
    # Without a list of spaces any zone may have been meant.
    start = len(c.report.items)
    items = fields.items("spaces", codes_assets.MAP)
    if c.failed_since(start) or not fields.has("spaces"):
        c.mark_lost("zones")
    return GameMap(
        read_declarations(c, "zones", items, _space, base_name),
        _tracks(fields),
        _items(fields, "markerLattices"),
        _items(fields, "spaceMarkers"),
        _items(fields, "stackingConstraints"),
    )


def _items(fields: Keyed, key: str) -> Items:
    return fields.items(key, codes_assets.MAP) if fields.has(key) else []


def _space(c: ReadContext, tree: Tree, path: str) -> ZoneDef | None:
    fields = SPACE.read(c, tree, path)
    if fields is None:
        return None
    base, qualifier = base_of(fields)
    if qualifier not in ("", "none"):
        message = f"invalid ':{qualifier}' in the id of a space: spaces have no owner"
        fields.error(codes_assets.MAP, "id", message, f"write '{base}:none'")
    props: dict[str, Plain | tuple[Plain, ...]] = {}
    for key in _PROPERTIES:
        written = fields.get(key)
        if written is not None:
            props[key] = property_of(c, written, fields.path(key), codes_assets.MAP)
    # `property_of` accepts any scalar, but these properties have fixed types.
    _check_properties(fields, props)
    props |= properties_in(fields, codes_assets.MAP)
    adjacent = neighbours_in(fields, codes_assets.MAP)
    spot = spot_in(fields, codes_assets.MAP)
    # A space is public and unordered: pieces on a map lie open, side by side.
    return ZoneDef(fields.at, base, False, "public", "set", adjacent, True, props, spot)


def _check_properties(fields: Keyed, props: dict[str, Plain | tuple[Plain, ...]]) -> None:
    for key in ("population", "econ"):
        if key in props:
            fields.whole(key, codes_assets.MAP, 0)
    if "coastal" in props:
        fields.flag("coastal", codes_assets.MAP)
    for key in ("spaceType", "country"):
        if key in props:
            fields.name(key, codes_assets.MAP)
    if "terrainTags" in props and not isinstance(fields.get("terrainTags"), Sequence):
        fields.error(codes_assets.MAP, "terrainTags", "'terrainTags' must be a list of texts")


def _tracks(fields: Keyed) -> tuple[VarDef, ...]:
    start, items = len(fields.c.report.items), _items(fields, "tracks")
    if fields.c.failed_since(start):
        fields.c.mark_lost("global_vars")
    twice = codes_assets.TRACK_TWICE, "track"
    return read_declarations(fields.c, "global_vars", items, _track, lambda each: each.name, twice)


def _track(c: ReadContext, tree: Tree, path: str) -> VarDef | None:
    fields = TRACK.read(c, tree, path)
    if fields is None:
        return None
    scope = fields.word("scope", codes_assets.TRACK_SCOPE)
    if scope and (scope == "faction") != fields.has("faction"):
        message = "'faction' is required for the scope 'faction' and not allowed otherwise"
        fields.error(codes_assets.TRACK_SCOPE, "scope", message)
    least, most, first = (
        fields.whole(key, codes_assets.TRACK_BOUNDS) for key in ("min", "max", "initial")
    )
    # With a key missing, its stand-in 0 would be reported as out of range.
    complete = all(fields.has(key) for key in ("min", "max", "initial"))
    if complete and not least <= first <= most:
        message = f"{first} is not between {least} and {most}"
        fields.error(codes_assets.TRACK_BOUNDS, "initial", message)
    name = fields.name("id", codes_assets.MAP)
    return VarDef(fields.at, name, "int", first, least, most)
