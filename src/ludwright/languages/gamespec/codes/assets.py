"""Diagnostics about data assets: maps, pieces, scenarios (GS6xx)."""

from ....diagnostics import declare

ASSET = declare(
    "GS601",
    "malformed data asset",
    """A data asset has an `id`, a `kind` (`map`, `pieceCatalog`, `scenario`, `table` or
    `eventCardSet`) and a `payload`, and no other keys.""",
    alias="DATA_ASSET_SCHEMA_INVALID",
)
ASSET_MISSING = declare(
    "GS602",
    "unknown data asset",
    "A scenario refers to its map and its pieces by the ids of data assets of these kinds.",
    alias="CNL_COMPILER_DATA_ASSET_REF_MISSING",
)
ASSET_AMBIGUOUS = declare(
    "GS603",
    "several data assets of one kind",
    "With several maps or piece catalogues, a scenario must name the one to use.",
    alias="CNL_COMPILER_DATA_ASSET_AMBIGUOUS",
)
SCENARIOS = declare(
    "GS604",
    "several scenarios",
    "Only the first scenario is used.",
    alias="CNL_COMPILER_DATA_ASSET_SCENARIO_AMBIGUOUS",
)
# Warnings that explain why a broken asset causes no errors about unknown names.
CASCADE_ZONES = declare(
    "GS605",
    "no zones because of a broken map",
    "The map has errors and no other zones are declared, so references to zones are not checked.",
    alias="CNL_DATA_ASSET_CASCADE_ZONES_MISSING",
)
CASCADE_TYPES = declare(
    "GS606",
    "no token types because of a broken catalogue",
    "The piece catalogue has errors and no other token types are declared.",
    alias="CNL_DATA_ASSET_CASCADE_TOKEN_TYPES_MISSING",
)
MAP = declare(
    "GS607",
    "malformed map",
    """A map has `spaces`, each with `id` and `adjacentTo`, and optionally `tracks`,
    `markerLattices`, `spaceMarkers` and `stackingConstraints`.""",
    alias="MAP_PAYLOAD_SCHEMA_INVALID",
)
TRACK_TWICE = declare(
    "GS608",
    "duplicate track",
    "Each track needs a unique id; it is a global variable.",
    alias="MAP_TRACK_DUPLICATE",
)
TRACK_BOUNDS = declare(
    "GS609",
    "track out of range",
    """`min`, `max` and `initial` of a track are whole numbers, with `initial` between `min` and
    `max`.""",
    alias="MAP_TRACK_BOUNDS_INVALID",
)
TRACK_SCOPE = declare(
    "GS610",
    "invalid scope of a track",
    "`scope` of a track is `global`, or `faction` together with a `faction`.",
    alias="MAP_TRACK_SCOPE_INVALID",
)
LATTICE_TWICE = declare(
    "GS611",
    "duplicate marker lattice",
    "Each marker lattice needs a unique id.",
    alias="MAP_MARKER_LATTICE_DUPLICATE",
)
LATTICE_EMPTY = declare(
    "GS612",
    "marker without states",
    "A marker lattice lists at least one state.",
    alias="MAP_MARKER_LATTICE_STATES_EMPTY",
)
LATTICE_DEFAULT = declare(
    "GS613",
    "unknown default state",
    "`defaultState` must be one of the `states` of the same marker lattice.",
    alias="MAP_MARKER_DEFAULT_INVALID",
)
RULE_EMPTY = declare(
    "GS614",
    "constraint that allows no state",
    "`allowedStates` lists at least one state of the marker.",
    alias="MAP_MARKER_CONSTRAINT_STATES_EMPTY",
)
RULE_STATE = declare(
    "GS615",
    "constraint on an unknown state",
    "`allowedStates` may only list states of the same marker lattice.",
    alias="MAP_MARKER_CONSTRAINT_STATE_UNKNOWN",
)
RULE_SPACE = declare(
    "GS616",
    "constraint on an unknown space",
    "`spaceIds` must list ids of spaces of the map.",
    alias="MAP_MARKER_CONSTRAINT_SPACE_UNKNOWN",
)
RULE_TYPE = declare(
    "GS617",
    "constraint on an unknown space type",
    "`spaceTypes` must list types that spaces of the map have.",
    alias="MAP_MARKER_CONSTRAINT_SPACE_TYPE_UNKNOWN",
)
RULE_BROKEN = declare(
    "GS618",
    "marker that starts in a forbidden state",
    """In each space a marker starts in its default state, or in the state given in `spaceMarkers`.
    The constraints of the marker must allow that state.""",
    alias="MAP_MARKER_CONSTRAINT_VIOLATION",
)
MARKER_SPACE = declare(
    "GS619",
    "marker in an unknown space",
    "`spaceId` of a marker must be the id of a space of the map.",
    alias="MAP_SPACE_MARKER_SPACE_UNKNOWN",
)
MARKER_LATTICE = declare(
    "GS620",
    "unknown marker",
    "`markerId` must be the id of a marker lattice.",
    alias="MAP_SPACE_MARKER_LATTICE_UNKNOWN",
)
MARKER_STATE = declare(
    "GS621",
    "unknown marker state",
    "`state` must be one of the states of the marker lattice.",
    alias="MAP_SPACE_MARKER_STATE_UNKNOWN",
)
MARKER_TWICE = declare(
    "GS622",
    "duplicate space marker",
    "A marker can have only one initial state in a space.",
    alias="MAP_SPACE_MARKER_DUPLICATE",
)
CATALOG = declare(
    "GS623",
    "malformed piece catalogue",
    """A catalogue has `pieceTypes`, each with `id`, `faction`, `statusDimensions` and
    `transitions`, and an `inventory` with a `total` for each type.""",
    alias="PIECE_CATALOG_SCHEMA_INVALID",
)
PIECE_TWICE = declare(
    "GS624",
    "duplicate piece type",
    "Each piece type needs a unique id.",
    alias="PIECE_CATALOG_DUPLICATE_PIECE_TYPE",
)
DIMENSION = declare(
    "GS625",
    "unknown status dimension",
    "Transitions and status values must use the `statusDimensions` of the piece type.",
    alias="PIECE_STATUS_DIMENSION_UNDECLARED",
)
STATUS_VALUE = declare(
    "GS626",
    "invalid status value",
    """`activity` is `underground` or `active`, and `tunnel` is `untunneled` or `tunneled`. Other
    dimensions may have any text as their value.""",
    alias="PIECE_STATUS_VALUE_INVALID",
)
INVENTORY_UNKNOWN = declare(
    "GS627",
    "inventory of an unknown piece type",
    "The inventory may only list piece types of the same catalogue.",
    alias="PIECE_INVENTORY_UNKNOWN_PIECE_TYPE",
)
INVENTORY_FACTION = declare(
    "GS628",
    "inventory for the wrong faction",
    "A row of the inventory must name the faction that the piece type belongs to.",
    alias="PIECE_INVENTORY_FACTION_MISMATCH",
)
INVENTORY_MISSING = declare(
    "GS629",
    "missing inventory",
    "The inventory must have a row for each piece type.",
    alias="PIECE_INVENTORY_MISSING",
)
INVENTORY_TWICE = declare(
    "GS630",
    "duplicate inventory",
    "The inventory may have only one row for each piece type.",
    alias="PIECE_INVENTORY_DUPLICATE",
)
SCENARIO = declare(
    "GS631",
    "malformed scenario",
    """A scenario may have `mapAssetId`, `pieceCatalogAssetId`, `initialPlacements`,
    `initialTrackValues`, `initialMarkers` and `outOfPlay`. The message says which part is
    malformed.""",
    alias="CNL_VALIDATOR_DATA_ASSET_SCENARIO_PAYLOAD_INVALID",
)
SCENARIO_REF = declare(
    "GS632",
    "invalid reference to a data asset",
    "`mapAssetId`, `pieceCatalogAssetId` and `eventDeckAssetId` are texts: ids of data assets.",
    alias="CNL_VALIDATOR_DATA_ASSET_SCENARIO_REF_INVALID",
)
PLACEMENT_SPACE = declare(
    "GS633",
    "pieces in an unknown space",
    "`spaceId` of a placement must be the id of a space or zone.",
    alias="CNL_VALIDATOR_SCENARIO_PLACEMENT_SPACE_INVALID",
)
PLACEMENT_PIECE = declare(
    "GS634",
    "invalid placement",
    "`pieceTypeId` of a placement must be a type of the catalogue, and `count` at least 1.",
    alias="CNL_VALIDATOR_SCENARIO_PLACEMENT_PIECE_INVALID",
)
PLACEMENT_FACTION = declare(
    "GS635",
    "placement for the wrong faction",
    "A placement must name the faction that its piece type belongs to.",
    alias="CNL_VALIDATOR_SCENARIO_PLACEMENT_FACTION_MISMATCH",
)
TRACK_VALUE = declare(
    "GS636",
    "invalid track value",
    "`trackId` must be the id of a track of the map or of a global variable; `value` is a number.",
    alias="CNL_VALIDATOR_SCENARIO_TRACK_VALUE_INVALID",
)
TRACK_RANGE = declare(
    "GS637",
    "track value out of range",
    "The initial value of a track must be between its `min` and `max`.",
    alias="CNL_VALIDATOR_SCENARIO_TRACK_VALUE_OUT_OF_BOUNDS",
)
SCENARIO_MARKER = declare(
    "GS638",
    "invalid initial marker",
    "`initialMarkers` name a space, a marker and a state that is allowed there.",
    alias="CNL_VALIDATOR_SCENARIO_MARKER_INVALID",
)
OUT_OF_PLAY = declare(
    "GS639",
    "invalid pieces out of play",
    "`outOfPlay` names types of the catalogue, with their faction and a count of at least 1.",
    alias="CNL_VALIDATOR_SCENARIO_OUT_OF_PLAY_INVALID",
)
CONSERVATION = declare(
    "GS640",
    "more pieces than the inventory has",
    "The pieces of a type that are placed or out of play must not exceed the inventory.",
    alias="CNL_VALIDATOR_SCENARIO_PIECE_CONSERVATION_VIOLATED",
)
STACKING = declare(
    "GS641",
    "too many pieces in a space",
    "The pieces that a scenario places in a space must satisfy its stacking constraints.",
    alias="STACKING_CONSTRAINT_VIOLATION",
)
