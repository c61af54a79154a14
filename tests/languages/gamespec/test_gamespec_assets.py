"""Data assets: maps, pieces, scenarios and tables, what becomes of them and what can be wrong."""

from __future__ import annotations

from typing import Any

import pytest

from ludwright.languages.gamespec.read.tree import effects as e
from ludwright.languages.gamespec.read.tree.values import Ints, Literal, ZoneNamed
from tools.gamespec.documents import GONE, MAPPED, SMALL, SPACES, changed, compiled, said, told

C, V = "CNL_COMPILER_DATA_ASSET_", "CNL_VALIDATOR_"
MAP, PIECES, SCENARIO = (f"dataAssets.{i}.payload" for i in range(3))
LATTICE, CAMP = f"{MAP}.markerLattices.0", f"{PIECES}.pieceTypes.0"
PLACED = f"{SCENARIO}.initialPlacements.0"


# ---- what becomes of them ------------------------------------------------------------------------


def test_spaces_are_zones_before_the_others() -> None:
    sections, findings = compiled(MAPPED)
    assert findings == [] and sections.zones
    assert [z.base for z in sections.zones] == ["hill", "lake", "deck", "hand"]
    hill = sections.zones[0]
    assert hill.space and (hill.owned, hill.visibility, hill.ordering) == (False, "public", "set")
    assert dict(hill.props) == {"spaceType": "land", "population": 2}
    assert [n.text for n in hill.adjacent] == ["lake:none"]
    assert not sections.zones[2].space


def test_a_map_is_enough_for_zones() -> None:
    _, findings = compiled(MAPPED, ("zones", GONE), ("setup", GONE))
    assert findings == []


def test_spaces_have_properties_of_all_kinds_and_spots() -> None:
    more = {
        "econ": 1,
        "terrainTags": ["bog", "reed"],
        "country": "north",
        "coastal": True,
        "attributes": {"wards": 3, "names": ["Bog", "Fen"]},
        "spot": [120, 40],
    }
    sections, findings = compiled(MAPPED, (f"{MAP}.spaces.0", {**SPACES[0], **more}))
    assert findings == [] and sections.zones
    props = dict(sections.zones[0].props)
    assert props["terrainTags"] == ("bog", "reed") and props["names"] == ("Bog", "Fen")
    assert (props["econ"], props["country"], props["coastal"], props["wards"]) == (
        1,
        "north",
        True,
        3,
    )
    assert sections.zones[0].spot == (120, 40)


def test_a_space_needs_an_id_and_neighbours_only() -> None:
    bare = [{"id": "hill", "adjacentTo": ["lake"]}, {"id": "lake", "adjacentTo": ["hill"]}]
    alone = changed(MAPPED, ("dataAssets", MAPPED["dataAssets"][:1]), (MAP, {"spaces": bare}))
    sections, findings = compiled(alone)
    assert findings == [] and sections.zones
    assert [z.ids(1)[0] for z in sections.zones[:2]] == ["hill:none", "lake:none"]


def test_pieces_are_token_types() -> None:
    sections, findings = compiled(MAPPED)
    assert findings == [] and sections.token_types
    (camp,) = sections.token_types
    assert camp.id.text == "camp" and camp.total == 4
    assert dict(camp.props) == {"faction": "string", "activity": "string"}
    assert [(t.prop, t.before, t.after) for t in camp.transitions] == [
        ("activity", "underground", "active")
    ]


def test_pieces_are_there_beside_other_tokens() -> None:
    sections, findings = compiled(MAPPED, ("tokenTypes", SMALL["tokenTypes"]))
    assert findings == [] and sections.token_types
    assert [t.id.text for t in sections.token_types] == ["camp", "chip"]
    own = [{"id": "camp", "props": {"faction": "string", "size": "int"}}]
    placement = (
        f"{SCENARIO}.initialPlacements",
        [MAPPED["dataAssets"][2]["payload"]["initialPlacements"][0]],
    )
    sections, findings = compiled(MAPPED, ("tokenTypes", own), placement)
    assert findings == [] and sections.token_types
    (camp,) = sections.token_types
    assert dict(camp.props) == {"faction": "string", "size": "int"}


def test_tracks_are_variables() -> None:
    sections, findings = compiled(MAPPED)
    assert findings == [] and sections.global_vars
    wind = sections.global_vars[1]
    assert (wind.name.text, wind.init, wind.least, wind.most) == ("wind", 1, 0, 5)
    own = {"name": "wind", "type": "int", "init": 3, "min": 3, "max": 3}
    sections, findings = compiled(MAPPED, ("globalVars.+", own))
    assert findings == [] and sections.global_vars
    assert [(v.name.text, v.init) for v in sections.global_vars] == [("gold", 1), ("wind", 3)]


def test_a_scenario_is_laid_out_before_the_setup() -> None:
    sections, findings = compiled(MAPPED)
    assert findings == [] and sections.setup
    two, one, track, marker, shuffle = sections.setup
    assert isinstance(two, e.ForEach) and isinstance(two.over, Ints)
    assert isinstance(two.over.most, Literal) and two.over.most.value == 2
    assert isinstance(two.effects[0], e.CreateToken) and isinstance(one, e.CreateToken)
    assert [props_of(made) for made in (two.effects[0], one)] == [
        {"faction": "red", "activity": "underground"},
        {"faction": "red", "activity": "active"},
    ]
    assert isinstance(one.zone, ZoneNamed) and one.zone.base == "lake"
    assert isinstance(track, e.SetVar) and track.var.text == "wind"
    assert said(track.value) == said(Literal(track.at, 3))
    assert isinstance(marker, e.SetMarker) and marker.marker.text == "mood"
    assert isinstance(shuffle, e.Shuffle)


def test_pieces_may_be_placed_in_the_zone_of_a_player() -> None:
    sections, findings = compiled(MAPPED, (f"{PLACED}.spaceId", "hand:1"))
    assert findings == [] and sections.setup
    loop = sections.setup[0]
    assert isinstance(loop, e.ForEach) and isinstance(loop.effects[0], e.CreateToken)
    zone = loop.effects[0].zone
    assert isinstance(zone, ZoneNamed) and zone.base == "hand"
    assert zone.owner is not None and (zone.owner.kind, zone.owner.number) == ("id", 1)


def props_of(token: Any) -> dict[str, Any]:
    """The properties that a token is created with."""
    return {name.text: value.value for name, value in token.props}


def test_markers_and_limits_come_from_the_map_or_from_sections() -> None:
    one, findings = compiled(MAPPED)
    assert findings == [] and one.lattices and one.stacking and one.space_markers
    assert [(m.space, m.marker, m.state) for m in one.space_markers] == [
        ("hill:none", "mood", "angry")
    ]
    assert (one.stacking[0].types, one.stacking[0].most) == (("camp",), 2)
    payload = MAPPED["dataAssets"][0]["payload"]
    moved = [(name, payload[name]) for name in ("markerLattices", "stackingConstraints")]
    other, findings = compiled(MAPPED, *moved, *((f"{MAP}.{name}", GONE) for name, _ in moved))
    assert findings == []
    assert said(one.lattices) == said(other.lattices)
    assert said(one.stacking) == said(other.stacking)


def test_prohibited_means_none() -> None:
    never = {
        "rule": "prohibit",
        "spaceFilter": {"spaceTypes": ["water"], "country": [], "populationEquals": 0},
    }
    limit = {"id": "dry", "pieceFilter": {"factions": ["blue"]}, **never}
    sections, findings = compiled(MAPPED, ("stackingConstraints", [limit]))
    assert findings == [] and sections.stacking
    assert (sections.stacking[0].most, sections.stacking[0].factions) == (0, ("blue",))
    assert sections.stacking[0].spaces.population == 0


def test_tables_are_assets_or_lists_in_scenarios() -> None:
    rows = [{"rank": 1, "name": "one", "big": False}, {"rank": 2, "name": "two", "big": True}]
    table = {"id": "ranks", "kind": "table", "payload": {"rows": rows}}
    sections, findings = compiled(
        MAPPED, ("dataAssets.+", table), (f"{SCENARIO}.blinds", {"levels": rows})
    )
    assert findings == [] and sections.tables
    tables = {t.id.text: [dict(row) for row in t.rows] for t in sections.tables}
    assert tables["ranks"] == rows == tables["spring::blinds.levels"]


def test_the_first_of_several_scenarios_is_played() -> None:
    other = {"id": "autumn", "kind": "scenario", "payload": {"mapAssetId": "land"}}
    sections, findings = compiled(MAPPED, ("dataAssets.+", other))
    assert told(findings) == [("?" + C + "SCENARIO_AMBIGUOUS", "dataAssets.3.id")]
    assert sections.setup and len(sections.setup) == 5


def test_a_scenario_says_which_map_is_meant() -> None:
    sea = {"id": "sea", "kind": "map", "payload": {"spaces": []}}
    _, findings = compiled(MAPPED, ("dataAssets.+", sea))
    assert findings == []
    _, findings = compiled(MAPPED, ("dataAssets.+", sea), (f"{SCENARIO}.mapAssetId", GONE))
    assert (C + "AMBIGUOUS", "dataAssets.3.id") in told(findings)


# ---- what depends on them ------------------------------------------------------------------------


def test_without_the_map_there_are_no_zones_and_that_is_said() -> None:
    changes = ((f"{MAP}.spaces.0.population", -1), ("zones", GONE), ("setup", GONE))
    sections, findings = compiled(MAPPED, *changes)
    assert told(findings) == [
        ("?CNL_DATA_ASSET_CASCADE_ZONES_MISSING", "zones"),
        ("MAP_PAYLOAD_SCHEMA_INVALID", f"{MAP}.spaces.0.population"),
    ]
    assert sections.zones is None


def test_zones_that_are_written_stay_without_the_map() -> None:
    sections, findings = compiled(
        MAPPED, (f"{MAP}.spaces.0.population", -1), ("dataAssets.2", GONE)
    )
    assert told(findings) == [("MAP_PAYLOAD_SCHEMA_INVALID", f"{MAP}.spaces.0.population")]
    assert sections.zones and [z.base for z in sections.zones] == ["deck", "hand"]


def test_without_the_catalogue_there_are_no_tokens_and_that_is_said() -> None:
    sections, findings = compiled(MAPPED, (f"{PIECES}.inventory", GONE))
    assert told(findings) == [
        ("?CNL_DATA_ASSET_CASCADE_TOKEN_TYPES_MISSING", "tokenTypes"),
        ("PIECE_CATALOG_SCHEMA_INVALID", PIECES),
    ]
    assert sections.token_types is None and sections.zones is not None


# ---- what can be wrong ---------------------------------------------------------------------------

RULE = f"{LATTICE}.constraints.0"
MARKER = {"spaceId": "hill:none", "markerId": "mood", "state": "calm"}
TRACK = {"id": "wind", "scope": "global", "min": 0, "max": 5, "initial": 1}
CAMPS = MAPPED["dataAssets"][1]["payload"]["pieceTypes"]
STOCK = MAPPED["dataAssets"][1]["payload"]["inventory"][0]
LIMIT = f"{MAP}.stackingConstraints.0"

MISTAKES: list[tuple[str, Any, str, str]] = [
    ("dataAssets.+", 3, "DATA_ASSET_SCHEMA_INVALID", "dataAssets.3"),
    ("dataAssets.0.note", "x", "DATA_ASSET_SCHEMA_INVALID", "dataAssets.0.note"),
    (
        "dataAssets.+",
        {"id": "x", "kind": "poem", "payload": {}},
        "DATA_ASSET_SCHEMA_INVALID",
        "dataAssets.3.kind",
    ),
    (
        "dataAssets.+",
        {"id": "x", "kind": "table", "payload": 1},
        "DATA_ASSET_SCHEMA_INVALID",
        "dataAssets.3.payload",
    ),
    (
        "dataAssets.+",
        {"id": "x", "kind": "table", "payload": {"rows": [{"a": None}]}},
        "DATA_ASSET_SCHEMA_INVALID",
        "dataAssets.3.payload.rows.0.a",
    ),
    (
        "dataAssets.+",
        {"id": "land", "kind": "table", "payload": {"rows": []}},
        V + "IDENTIFIER_DUPLICATE_NORMALIZED",
        "dataAssets.3.id",
    ),
    (f"{SCENARIO}.eventDeckAssetId", "nows", C + "REF_MISSING", f"{SCENARIO}.eventDeckAssetId"),
    (
        f"{SCENARIO}.eventDeckAssetId",
        4,
        V + "DATA_ASSET_SCENARIO_REF_INVALID",
        f"{SCENARIO}.eventDeckAssetId",
    ),
    # maps
    (f"{MAP}.spaces.0.coastal", "yes", "MAP_PAYLOAD_SCHEMA_INVALID", f"{MAP}.spaces.0.coastal"),
    (
        f"{MAP}.spaces.0.terrainTags",
        "bog",
        "MAP_PAYLOAD_SCHEMA_INVALID",
        f"{MAP}.spaces.0.terrainTags",
    ),
    (f"{MAP}.tracks.+", TRACK, "MAP_TRACK_DUPLICATE", f"{MAP}.tracks.1.id"),
    (f"{MAP}.tracks.0.initial", 6, "MAP_TRACK_BOUNDS_INVALID", f"{MAP}.tracks.0.initial"),
    (f"{MAP}.tracks.0.scope", "team", "MAP_TRACK_SCOPE_INVALID", f"{MAP}.tracks.0.scope"),
    (f"{MAP}.tracks.0.scope", "faction", "MAP_TRACK_SCOPE_INVALID", f"{MAP}.tracks.0.scope"),
    # markers
    (
        f"{MAP}.markerLattices.+",
        {"id": "mood", "states": ["a"], "defaultState": "a"},
        "MAP_MARKER_LATTICE_DUPLICATE",
        f"{MAP}.markerLattices.1.id",
    ),
    (
        f"{MAP}.markerLattices.+",
        {"id": "m", "states": [], "defaultState": "a"},
        "MAP_MARKER_LATTICE_STATES_EMPTY",
        f"{MAP}.markerLattices.1.states",
    ),
    (f"{LATTICE}.defaultState", "clam", "MAP_MARKER_DEFAULT_INVALID", f"{LATTICE}.defaultState"),
    (f"{RULE}.allowedStates", [], "MAP_MARKER_CONSTRAINT_STATES_EMPTY", f"{RULE}.allowedStates"),
    (
        f"{RULE}.allowedStates",
        ["calm", "mad"],
        "MAP_MARKER_CONSTRAINT_STATE_UNKNOWN",
        f"{RULE}.allowedStates.1",
    ),
    (f"{RULE}.spaceIds", ["hull"], "MAP_MARKER_CONSTRAINT_SPACE_UNKNOWN", f"{RULE}.spaceIds.0"),
    (
        f"{RULE}.spaceTypes",
        ["watre"],
        "MAP_MARKER_CONSTRAINT_SPACE_TYPE_UNKNOWN",
        f"{RULE}.spaceTypes.0",
    ),
    (f"{RULE}.allowedStates", ["angry"], "MAP_MARKER_CONSTRAINT_VIOLATION", f"{LATTICE}.id"),
    (
        f"{MAP}.spaceMarkers.0.spaceId",
        "hull",
        "MAP_SPACE_MARKER_SPACE_UNKNOWN",
        f"{MAP}.spaceMarkers.0.spaceId",
    ),
    (
        f"{MAP}.spaceMarkers.0.markerId",
        "moo",
        "MAP_SPACE_MARKER_LATTICE_UNKNOWN",
        f"{MAP}.spaceMarkers.0.markerId",
    ),
    (
        f"{MAP}.spaceMarkers.0.state",
        "angre",
        "MAP_SPACE_MARKER_STATE_UNKNOWN",
        f"{MAP}.spaceMarkers.0.state",
    ),
    (f"{MAP}.spaceMarkers.+", MARKER, "MAP_SPACE_MARKER_DUPLICATE", f"{MAP}.spaceMarkers.1"),
    # limits
    (
        f"{LIMIT}.pieceFilter.pieceTypeIds",
        ["kamp"],
        V + "REFERENCE_MISSING",
        f"{LIMIT}.pieceFilter.pieceTypeIds.0",
    ),
    (f"{LIMIT}.maxCount", GONE, "MAP_PAYLOAD_SCHEMA_INVALID", f"{LIMIT}.rule"),
    (f"{LIMIT}.maxCount", 1, "STACKING_CONSTRAINT_VIOLATION", f"{SCENARIO}.initialPlacements"),
    # scenarios
    (
        f"{SCENARIO}.initialPlacements",
        1,
        V + "DATA_ASSET_SCENARIO_PAYLOAD_INVALID",
        f"{SCENARIO}.initialPlacements",
    ),
    (f"{PLACED}.spaceId", "hell", V + "SCENARIO_PLACEMENT_SPACE_INVALID", f"{PLACED}.spaceId"),
    (f"{PLACED}.count", 0, V + "SCENARIO_PLACEMENT_PIECE_INVALID", f"{PLACED}.count"),
    (f"{PLACED}.faction", "blue", V + "SCENARIO_PLACEMENT_FACTION_MISMATCH", f"{PLACED}.faction"),
    (
        f"{PLACED}.status",
        {"tunnel": "tunneled"},
        "PIECE_STATUS_DIMENSION_UNDECLARED",
        f"{PLACED}.status.tunnel",
    ),
    (
        f"{PLACED}.status",
        {"activity": "asleep"},
        "PIECE_STATUS_VALUE_INVALID",
        f"{PLACED}.status.activity",
    ),
    (
        f"{SCENARIO}.initialTrackValues.0.trackId",
        "wild",
        V + "SCENARIO_TRACK_VALUE_INVALID",
        f"{SCENARIO}.initialTrackValues.0.trackId",
    ),
    (
        f"{SCENARIO}.initialTrackValues.0.value",
        6,
        V + "SCENARIO_TRACK_VALUE_OUT_OF_BOUNDS",
        f"{SCENARIO}.initialTrackValues.0.value",
    ),
    (
        f"{SCENARIO}.initialMarkers.0.state",
        "sad",
        V + "SCENARIO_MARKER_INVALID",
        f"{SCENARIO}.initialMarkers.0.state",
    ),
    (
        f"{SCENARIO}.initialMarkers.0",
        {"spaceId": "lake", "markerId": "mood", "state": "angry"},
        V + "SCENARIO_MARKER_INVALID",
        f"{SCENARIO}.initialMarkers.0.state",
    ),
    (
        f"{SCENARIO}.outOfPlay.0.pieceTypeId",
        "tent",
        V + "SCENARIO_OUT_OF_PLAY_INVALID",
        f"{SCENARIO}.outOfPlay.0.pieceTypeId",
    ),
    (
        f"{SCENARIO}.outOfPlay.0.count",
        2,
        V + "SCENARIO_PIECE_CONSERVATION_VIOLATED",
        f"{SCENARIO}.initialPlacements",
    ),
]
# With a broken catalogue there are no types, and that is said, too.
BAD_PIECES: list[tuple[str, Any, str, str]] = [
    (f"{PIECES}.pieceTypes", 1, "PIECE_CATALOG_SCHEMA_INVALID", f"{PIECES}.pieceTypes"),
    (
        f"{PIECES}.pieceTypes.+",
        CAMPS[0],
        "PIECE_CATALOG_DUPLICATE_PIECE_TYPE",
        f"{PIECES}.pieceTypes.1.id",
    ),
    (
        f"{CAMP}.transitions.0.dimension",
        "tunnel",
        "PIECE_STATUS_DIMENSION_UNDECLARED",
        f"{CAMP}.transitions.0.dimension",
    ),
    (f"{CAMP}.transitions.0.to", "idle", "PIECE_STATUS_VALUE_INVALID", f"{CAMP}.transitions.0.to"),
    (
        f"{PIECES}.inventory.+",
        {**STOCK, "pieceTypeId": "tent"},
        "PIECE_INVENTORY_UNKNOWN_PIECE_TYPE",
        f"{PIECES}.inventory.1.pieceTypeId",
    ),
    (
        f"{PIECES}.inventory.0.faction",
        "blue",
        "PIECE_INVENTORY_FACTION_MISMATCH",
        f"{PIECES}.inventory.0.faction",
    ),
    (f"{PIECES}.inventory", [], "PIECE_INVENTORY_MISSING", f"{CAMP}.id"),
    (
        f"{PIECES}.inventory.+",
        STOCK,
        "PIECE_INVENTORY_DUPLICATE",
        f"{PIECES}.inventory.1.pieceTypeId",
    ),
    (
        f"{SCENARIO}.pieceCatalogAssetId",
        "stuf",
        C + "REF_MISSING",
        f"{SCENARIO}.pieceCatalogAssetId",
    ),
]


@pytest.mark.parametrize(
    "path, value, code, where", MISTAKES, ids=[f"{m[2]}-{m[3]}" for m in MISTAKES]
)
def test_a_mistake_is_told_once_at_its_place(path: str, value: Any, code: str, where: str) -> None:
    assert (code, where) in told(compiled(MAPPED, (path, value))[1])
    errors = [each for each in told(compiled(MAPPED, (path, value))[1]) if each[0][0] != "?"]
    # What builds on a broken map can't be told apart from a map without it.
    if not code.startswith(("MAP_PAYLOAD", "MAP_TRACK")):
        assert errors == [(code, where)]


@pytest.mark.parametrize("path, value, code, where", BAD_PIECES, ids=[m[2] for m in BAD_PIECES])
def test_a_broken_catalogue_is_told(path: str, value: Any, code: str, where: str) -> None:
    sections, findings = compiled(MAPPED, (path, value))
    assert sorted(told(findings)) == sorted(
        [(code, where), ("?CNL_DATA_ASSET_CASCADE_TOKEN_TYPES_MISSING", "tokenTypes")]
    )
    assert sections.token_types is None


def test_a_space_and_a_zone_must_not_share_an_id() -> None:
    zone = {"id": "hill", "owner": "none", "visibility": "public", "ordering": "set"}
    _, findings = compiled(MAPPED, ("zones.+", zone))
    assert told(findings) == [("DUPLICATE_ZONE_ID", "zones.2")]
