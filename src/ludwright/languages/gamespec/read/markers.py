"""Reading markers and stacking constraints, of a map or in sections of their own."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from ....diagnostics import did_you_mean
from ...shapes import keys
from ...yaml.read import Tree
from ..codes import assets as codes_assets
from ..codes import sections as codes_sections
from .forms import ReadContext
from .keyed import Keyed, Keys, read_declarations, report_duplicates
from .table_data import Lattice, LatticeRule, SpaceFilter, SpaceMarker, Stacking
from .things import full_id
from .tree.sections import ZoneDef
from .tree.values import Name

LATTICE = Keys(
    "a marker lattice",
    codes_assets.MAP,
    keys("id: name, states: [name]+, defaultState: name, constraints?: [constraint]"),
)
_FILTERS = (
    *("spaceIds?: [name]", "spaceTypes?: [name]", "country?: [name]"),
    "populationEquals?: whole",
)
RULE = Keys("a constraint", codes_assets.MAP, keys("allowedStates: [name]+", *_FILTERS))
SPACES = Keys("spaceFilter", codes_assets.MAP, keys(*_FILTERS))
PIECES = Keys("pieceFilter", codes_assets.MAP, keys("pieceTypeIds?: [name], factions?: [name]"))
MARKER = Keys(
    "a space marker", codes_assets.MAP, keys("spaceId: name, markerId: name, state: name")
)
STACKING = Keys(
    "a stacking constraint",
    codes_assets.MAP,
    keys(
        "id: name, spaceFilter: space_filter, pieceFilter: piece_filter",
        "rule: maxCount|prohibit, description?: any, maxCount?: whole",
    ),
)

Items = Iterable[tuple[Tree, str]]
Spaces = Mapping[str, ZoneDef]


def spaces_of(zones: Iterable[ZoneDef]) -> dict[str, ZoneDef]:
    """The spaces of the map by their ids."""
    return {zone.ids(1)[0]: zone for zone in zones if zone.space}


def matches(where: SpaceFilter, space: str, zone: ZoneDef) -> bool:
    """Whether a space passes a filter; an empty list filters nothing."""
    return (
        (not where.ids or space in where.ids)
        and (not where.types or zone.props.get("spaceType") in where.types)
        and (not where.countries or zone.props.get("country") in where.countries)
        and (where.population is None or zone.props.get("population") == where.population)
    )


def _filter(fields: Keyed, spaces: Spaces) -> SpaceFilter:
    ids, types = _optional_names(fields, "spaceIds"), _optional_names(fields, "spaceTypes")
    # Types of spaces are not declared anywhere: those that occur are known.
    known = {str(zone.props["spaceType"]) for zone in spaces.values() if "spaceType" in zone.props}
    for name in ids:
        if name.text and full_id(name.text) not in spaces:
            message = f"unknown space '{name.text}'"
            hint = did_you_mean(name.text, spaces)
            fields.c.error(codes_assets.RULE_SPACE, name.at, message, hint)
    for name in types:
        if name.text and name.text not in known:
            message = f"unknown space type '{name.text}'"
            hint = did_you_mean(name.text, known)
            fields.c.error(codes_assets.RULE_TYPE, name.at, message, hint)
    population = None
    if fields.has("populationEquals"):
        population = fields.whole("populationEquals", codes_assets.MAP, 0)
    countries = tuple(name.text for name in _optional_names(fields, "country"))
    # Spaces may be named with or without `:none`.
    places = tuple(full_id(name.text) for name in ids)
    return SpaceFilter(fields.at, places, tuple(n.text for n in types), countries, population)


def _optional_names(fields: Keyed, key: str) -> tuple[Name, ...]:
    return fields.names(key, codes_assets.MAP) if fields.has(key) else ()


# ---- markers -------------------------------------------------------------------------------------


def lattices_of(c: ReadContext, items: Items, spaces: Spaces) -> tuple[Lattice, ...]:
    """`markerLattices`."""

    def read(c: ReadContext, tree: Tree, path: str) -> Lattice | None:
        return _lattice(c, tree, path, spaces)

    twice = codes_assets.LATTICE_TWICE, "marker"
    return read_declarations(c, "lattices", items, read, lambda each: each.id, twice)


def _lattice(c: ReadContext, tree: Tree, path: str, spaces: Spaces) -> Lattice | None:
    fields = LATTICE.read(c, tree, path)
    if fields is None:
        return None
    if fields.empty("states"):
        fields.error(codes_assets.LATTICE_EMPTY, "states", "a marker must have at least one state")
    names = fields.names("states", codes_assets.MAP)
    report_duplicates(c, names, codes_sections.SAME_IDENTIFIER, "state")
    states = tuple(name.text for name in names)
    default = fields.name("defaultState", codes_assets.LATTICE_DEFAULT)
    if default.text and states and default.text not in states:
        hint = did_you_mean(default.text, states)
        message = f"unknown default state '{default.text}'"
        c.error(codes_assets.LATTICE_DEFAULT, default.at, message, hint)
    has = fields.has("constraints")
    items = fields.items("constraints", codes_assets.MAP) if has else []
    rules = (_rule(c, t, p, states, spaces) for t, p in items)
    name = fields.name("id", codes_assets.MAP)
    return Lattice(fields.at, name, states, default.text, tuple(r for r in rules if r))


def _rule(
    c: ReadContext, tree: Tree, path: str, states: tuple[str, ...], spaces: Spaces
) -> LatticeRule | None:
    fields = RULE.read(c, tree, path)
    if fields is None:
        return None
    if fields.empty("allowedStates"):
        fields.error(
            codes_assets.RULE_EMPTY, "allowedStates", "'allowedStates' must have at least one state"
        )
    allowed = fields.names("allowedStates", codes_assets.MAP)
    for name in allowed:
        if name.text and name.text not in states:
            message = f"unknown state '{name.text}'"
            c.error(codes_assets.RULE_STATE, name.at, message, did_you_mean(name.text, states))
    where = _filter(fields, spaces)
    return LatticeRule(fields.at, where, tuple(name.text for name in allowed))


def markers_of(
    c: ReadContext, items: Items, lattices: tuple[Lattice, ...], spaces: Spaces
) -> tuple[SpaceMarker, ...]:
    """`spaceMarkers`; initial states that violate a constraint are reported, also defaults."""
    by_id = {lattice.id.text: lattice for lattice in lattices}
    found: dict[tuple[str, str], SpaceMarker] = {}
    for tree, path in items:
        fields = MARKER.read(c, tree, path)
        if fields is None:
            continue
        space, marker = fields.name("spaceId", codes_assets.MAP), fields.name("markerId")
        state = fields.name("state")
        place = full_id(space.text)
        if _is_known_marker(c, space, marker, state, by_id, spaces):
            if (place, marker.text) in found:
                message = f"duplicate marker '{marker.text}' in '{place}'"
                c.error(codes_assets.MARKER_TWICE, fields.at, message)
            placed = SpaceMarker(fields.at, place, marker.text, state.text)
            found.setdefault((place, marker.text), placed)
    _check_initial_states(c, found, lattices, spaces)
    return tuple(found.values())


def _is_known_marker(
    c: ReadContext,
    space: Name,
    marker: Name,
    state: Name,
    lattices: Mapping[str, Lattice],
    spaces: Spaces,
) -> bool:
    if not (space.text and marker.text and state.text):
        return False
    if full_id(space.text) not in spaces:
        message = f"unknown space '{space.text}'"
        c.error(codes_assets.MARKER_SPACE, space.at, message, did_you_mean(space.text, spaces))
        return False
    lattice = lattices.get(marker.text)
    if lattice is None:
        message = f"unknown marker '{marker.text}'"
        hint = did_you_mean(marker.text, lattices)
        c.error(codes_assets.MARKER_LATTICE, marker.at, message, hint)
        return False
    if state.text not in lattice.states:
        message = f"unknown state '{state.text}' of '{marker.text}'"
        hint = did_you_mean(state.text, lattice.states)
        c.error(codes_assets.MARKER_STATE, state.at, message, hint)
        return False
    return True


def allows(lattice: Lattice, state: str, space: str, zone: ZoneDef) -> bool:
    """Whether the constraints of a marker allow a state in a space."""
    # Constraints are cumulative: a state must be allowed by every one that applies to the space.
    rules = [rule for rule in lattice.rules if matches(rule.spaces, space, zone)]
    return all(state in rule.allowed for rule in rules)


def _check_initial_states(
    c: ReadContext,
    given: Mapping[tuple[str, str], SpaceMarker],
    lattices: tuple[Lattice, ...],
    spaces: Spaces,
) -> None:
    for lattice in lattices:
        for space, zone in spaces.items():
            marker = given.get((space, lattice.id.text))
            state = marker.state if marker else lattice.default
            # An unknown default state has been reported.
            if state in lattice.states and not allows(lattice, state, space, zone):
                at = marker.at if marker else lattice.id.at
                message = (
                    f"initial state '{state}' of '{lattice.id.text}' is not allowed in '{space}'"
                )
                c.error(codes_assets.RULE_BROKEN, at, message)


# ---- stacking ------------------------------------------------------------------------------------


def stackings_of(
    c: ReadContext, items: Items, spaces: Spaces, types: Collection[str] | None
) -> tuple[Stacking, ...]:
    """`stackingConstraints`."""
    found = [_stacking(c, tree, path, spaces, types) for tree, path in items]
    limits = tuple(limit for limit in found if limit is not None)
    report_duplicates(
        c, (x.id for x in limits), codes_sections.SAME_IDENTIFIER, "stacking constraint"
    )
    return limits


def _stacking(
    c: ReadContext, tree: Tree, path: str, spaces: Spaces, types: Collection[str] | None
) -> Stacking | None:
    fields = STACKING.read(c, tree, path)
    if fields is None:
        return None
    space_fields = SPACES.read(c, fields.tree.get("spaceFilter"), fields.path("spaceFilter"))
    piece_fields = PIECES.read(c, fields.tree.get("pieceFilter"), fields.path("pieceFilter"))
    where = _filter(space_fields, spaces) if space_fields else SpaceFilter(fields.at)
    pieces = _optional_names(piece_fields, "pieceTypeIds") if piece_fields else ()
    factions = _optional_names(piece_fields, "factions") if piece_fields else ()
    for name in pieces:
        # None: some token types could not be read, so any name may be right.
        if types is not None and name.text and name.text not in types:
            message = f"unknown token type '{name.text}'"
            hint = did_you_mean(name.text, types)
            c.error(codes_sections.NO_REFERENCE, name.at, message, hint)
    rule = fields.word("rule", codes_assets.MAP)
    # `prohibit` is a limit of 0.
    most = 0
    if rule == "maxCount":
        if not fields.has("maxCount") and fields.has("rule"):
            fields.error(codes_assets.MAP, "rule", "missing 'maxCount' of the rule 'maxCount'")
        most = fields.whole("maxCount", codes_assets.MAP, 0)
    return Stacking(
        fields.at,
        fields.name("id", codes_assets.MAP),
        where,
        tuple(name.text for name in pieces),
        tuple(name.text for name in factions),
        most,
    )
