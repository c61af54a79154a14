"""The diagnostics of the data assets of a GameSpecDoc: maps, pieces, scenarios."""

from ....diagnostics import declare

ASSET = declare(
    "GS601",
    "not a data asset",
    """A data asset has an `id`, a `kind` (`map`, `pieceCatalog`, `scenario`, `table` or
    `eventCardSet`) and a `payload`, and nothing else.""",
    alias="DATA_ASSET_SCHEMA_INVALID",
)
ASSET_MISSING = declare(
    "GS602",
    "an unknown data asset",
    "A scenario names its map and its pieces by the ids of data assets of these kinds.",
    alias="CNL_COMPILER_DATA_ASSET_REF_MISSING",
)
ASSET_AMBIGUOUS = declare(
    "GS603",
    "several data assets of a kind",
    "With several maps or catalogues of pieces a scenario must say which one is meant.",
    alias="CNL_COMPILER_DATA_ASSET_AMBIGUOUS",
)
SCENARIOS = declare(
    "GS604",
    "several scenarios",
    "Of several scenarios the first one is played.",
    alias="CNL_COMPILER_DATA_ASSET_SCENARIO_AMBIGUOUS",
)
CASCADE_ZONES = declare(
    "GS605",
    "no zones without the map",
    "The map can't be used and there are no other zones, so what names zones can't be checked.",
    alias="CNL_DATA_ASSET_CASCADE_ZONES_MISSING",
)
CASCADE_TYPES = declare(
    "GS606",
    "no token types without the catalogue",
    "The catalogue of pieces can't be used and there are no other types of tokens.",
    alias="CNL_DATA_ASSET_CASCADE_TOKEN_TYPES_MISSING",
)
MAP = declare(
    "GS607",
    "not a map",
    """A map has `spaces`, each with `id` and `adjacentTo`, and may have `tracks`, `markerLattices`,
    `spaceMarkers` and `stackingConstraints`.""",
    alias="MAP_PAYLOAD_SCHEMA_INVALID",
)
TRACK_TWICE = declare(
    "GS608",
    "a track given twice",
    "Each track needs an id of its own; it is a global variable.",
    alias="MAP_TRACK_DUPLICATE",
)
TRACK_BOUNDS = declare(
    "GS609",
    "a track out of its range",
    "A track has `min`, `max` and `initial`, whole numbers in this order: min, initial, max.",
    alias="MAP_TRACK_BOUNDS_INVALID",
)
TRACK_SCOPE = declare(
    "GS610",
    "whose track it is",
    "`scope` of a track is `global`, or `faction` together with a `faction`.",
    alias="MAP_TRACK_SCOPE_INVALID",
)
LATTICE_TWICE = declare(
    "GS611",
    "two markers with one id",
    "Each marker lattice needs an id of its own.",
    alias="MAP_MARKER_LATTICE_DUPLICATE",
)
LATTICE_EMPTY = declare(
    "GS612",
    "a marker without states",
    "A marker lattice lists at least one state.",
    alias="MAP_MARKER_LATTICE_STATES_EMPTY",
)
LATTICE_DEFAULT = declare(
    "GS613",
    "an unknown default state",
    "`defaultState` is one of the `states` of the same marker lattice.",
    alias="MAP_MARKER_DEFAULT_INVALID",
)
RULE_EMPTY = declare(
    "GS614",
    "a rule that allows no state",
    "`allowedStates` lists at least one state of the marker.",
    alias="MAP_MARKER_CONSTRAINT_STATES_EMPTY",
)
RULE_STATE = declare(
    "GS615",
    "a rule about an unknown state",
    "`allowedStates` lists states of the same marker lattice only.",
    alias="MAP_MARKER_CONSTRAINT_STATE_UNKNOWN",
)
RULE_SPACE = declare(
    "GS616",
    "a rule about an unknown space",
    "`spaceIds` lists spaces of the map by their ids.",
    alias="MAP_MARKER_CONSTRAINT_SPACE_UNKNOWN",
)
RULE_TYPE = declare(
    "GS617",
    "a rule about an unknown type of space",
    "`spaceTypes` lists types that spaces of the map have.",
    alias="MAP_MARKER_CONSTRAINT_SPACE_TYPE_UNKNOWN",
)
RULE_BROKEN = declare(
    "GS618",
    "a marker that starts in a forbidden state",
    """Every space starts with each marker in its default state or the one that `spaceMarkers` says,
    and the rules of the marker must allow that.""",
    alias="MAP_MARKER_CONSTRAINT_VIOLATION",
)
MARKER_SPACE = declare(
    "GS619",
    "a marker in an unknown space",
    "`spaceId` of a marker is the id of a space of the map.",
    alias="MAP_SPACE_MARKER_SPACE_UNKNOWN",
)
MARKER_LATTICE = declare(
    "GS620",
    "an unknown marker",
    "`markerId` is the id of a marker lattice.",
    alias="MAP_SPACE_MARKER_LATTICE_UNKNOWN",
)
MARKER_STATE = declare(
    "GS621",
    "an unknown state of a marker",
    "`state` is one of the states of the marker lattice.",
    alias="MAP_SPACE_MARKER_STATE_UNKNOWN",
)
MARKER_TWICE = declare(
    "GS622",
    "a marker given twice",
    "A marker of a space has one state at the start.",
    alias="MAP_SPACE_MARKER_DUPLICATE",
)
CATALOG = declare(
    "GS623",
    "not a catalogue of pieces",
    """A catalogue has `pieceTypes`, each with `id`, `faction`, `statusDimensions` and
    `transitions`, and an `inventory` with a `total` for each type.""",
    alias="PIECE_CATALOG_SCHEMA_INVALID",
)
PIECE_TWICE = declare(
    "GS624",
    "two pieces with one id",
    "Each type of piece needs an id of its own.",
    alias="PIECE_CATALOG_DUPLICATE_PIECE_TYPE",
)
DIMENSION = declare(
    "GS625",
    "an unknown status of a piece",
    "Transitions and status values are about dimensions in the `statusDimensions` of the piece.",
    alias="PIECE_STATUS_DIMENSION_UNDECLARED",
)
STATUS_VALUE = declare(
    "GS626",
    "an unknown value of a status",
    """`activity` is `underground` or `active`, `tunnel` is `untunneled` or `tunneled`; values of
    other dimensions are any texts.""",
    alias="PIECE_STATUS_VALUE_INVALID",
)
INVENTORY_UNKNOWN = declare(
    "GS627",
    "an inventory of an unknown piece",
    "The inventory names types of the same catalogue only.",
    alias="PIECE_INVENTORY_UNKNOWN_PIECE_TYPE",
)
INVENTORY_FACTION = declare(
    "GS628",
    "an inventory for another faction",
    "A row of the inventory names the faction that the type of piece belongs to.",
    alias="PIECE_INVENTORY_FACTION_MISMATCH",
)
INVENTORY_MISSING = declare(
    "GS629",
    "a piece without inventory",
    "The inventory has one row for each type of piece.",
    alias="PIECE_INVENTORY_MISSING",
)
INVENTORY_TWICE = declare(
    "GS630",
    "an inventory given twice",
    "The inventory has only one row for each type of piece.",
    alias="PIECE_INVENTORY_DUPLICATE",
)
SCENARIO = declare(
    "GS631",
    "not a scenario",
    """A scenario may have `mapAssetId`, `pieceCatalogAssetId`, `initialPlacements`,
    `initialTrackValues`, `initialMarkers` and `outOfPlay`: the message says what is wrong.""",
    alias="CNL_VALIDATOR_DATA_ASSET_SCENARIO_PAYLOAD_INVALID",
)
SCENARIO_REF = declare(
    "GS632",
    "not the id of a data asset",
    "`mapAssetId`, `pieceCatalogAssetId` and `eventDeckAssetId` are texts: ids of data assets.",
    alias="CNL_VALIDATOR_DATA_ASSET_SCENARIO_REF_INVALID",
)
PLACEMENT_SPACE = declare(
    "GS633",
    "pieces in an unknown space",
    "`spaceId` of a placement is the id of a space or zone.",
    alias="CNL_VALIDATOR_SCENARIO_PLACEMENT_SPACE_INVALID",
)
PLACEMENT_PIECE = declare(
    "GS634",
    "unknown pieces are placed",
    "`pieceTypeId` of a placement is a type of the catalogue, and `count` is 1 or more.",
    alias="CNL_VALIDATOR_SCENARIO_PLACEMENT_PIECE_INVALID",
)
PLACEMENT_FACTION = declare(
    "GS635",
    "pieces of another faction",
    "A placement names the faction that its type of piece belongs to.",
    alias="CNL_VALIDATOR_SCENARIO_PLACEMENT_FACTION_MISMATCH",
)
TRACK_VALUE = declare(
    "GS636",
    "a value of an unknown track",
    "`trackId` is the id of a track of the map or of a global variable; `value` is a number.",
    alias="CNL_VALIDATOR_SCENARIO_TRACK_VALUE_INVALID",
)
TRACK_RANGE = declare(
    "GS637",
    "a value outside of its track",
    "The value of a track at the start lies between its `min` and `max`.",
    alias="CNL_VALIDATOR_SCENARIO_TRACK_VALUE_OUT_OF_BOUNDS",
)
SCENARIO_MARKER = declare(
    "GS638",
    "a marker that can't be set",
    "`initialMarkers` name a space, a marker and one of its states that is allowed there.",
    alias="CNL_VALIDATOR_SCENARIO_MARKER_INVALID",
)
OUT_OF_PLAY = declare(
    "GS639",
    "unknown pieces are out of play",
    "`outOfPlay` names types of the catalogue, with their faction and a count of 1 or more.",
    alias="CNL_VALIDATOR_SCENARIO_OUT_OF_PLAY_INVALID",
)
CONSERVATION = declare(
    "GS640",
    "more pieces than there are",
    "Of each type, what is placed and what is out of play must not exceed the inventory.",
    alias="CNL_VALIDATOR_SCENARIO_PIECE_CONSERVATION_VIOLATED",
)
STACKING = declare(
    "GS641",
    "too many pieces in a space",
    "The pieces that a scenario places in a space must be allowed to lie there together.",
    alias="STACKING_CONSTRAINT_VIOLATION",
)
