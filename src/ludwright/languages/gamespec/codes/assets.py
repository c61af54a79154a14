"""The diagnostics of the data assets of a GameSpecDoc: maps, pieces, scenarios."""

from ....diagnostics import declare

ASSET = declare(
    "DATA_ASSET_SCHEMA_INVALID",
    "not a data asset",
    """A data asset has an `id`, a `kind` (`map`, `pieceCatalog`, `scenario`, `table` or
    `eventCardSet`) and a `payload`, and nothing else.""",
)
ASSET_MISSING = declare(
    "CNL_COMPILER_DATA_ASSET_REF_MISSING",
    "an unknown data asset",
    "A scenario names its map and its pieces by the ids of data assets of these kinds.",
)
ASSET_AMBIGUOUS = declare(
    "CNL_COMPILER_DATA_ASSET_AMBIGUOUS",
    "several data assets of a kind",
    "With several maps or catalogues of pieces a scenario must say which one is meant.",
)
SCENARIOS = declare(
    "CNL_COMPILER_DATA_ASSET_SCENARIO_AMBIGUOUS",
    "several scenarios",
    "Of several scenarios the first one is played.",
)
CASCADE_ZONES = declare(
    "CNL_DATA_ASSET_CASCADE_ZONES_MISSING",
    "no zones without the map",
    "The map can't be used and there are no other zones, so what names zones can't be checked.",
)
CASCADE_TYPES = declare(
    "CNL_DATA_ASSET_CASCADE_TOKEN_TYPES_MISSING",
    "no token types without the catalogue",
    "The catalogue of pieces can't be used and there are no other types of tokens.",
)
MAP = declare(
    "MAP_PAYLOAD_SCHEMA_INVALID",
    "not a map",
    """A map has `spaces`, each with `id` and `adjacentTo`, and may have `tracks`, `markerLattices`,
    `spaceMarkers` and `stackingConstraints`.""",
)
TRACK_TWICE = declare(
    "MAP_TRACK_DUPLICATE",
    "a track given twice",
    "Each track needs an id of its own; it is a global variable.",
)
TRACK_BOUNDS = declare(
    "MAP_TRACK_BOUNDS_INVALID",
    "a track out of its range",
    "A track has `min`, `max` and `initial`, whole numbers in this order: min, initial, max.",
)
TRACK_SCOPE = declare(
    "MAP_TRACK_SCOPE_INVALID",
    "whose track it is",
    "`scope` of a track is `global`, or `faction` together with a `faction`.",
)
LATTICE_TWICE = declare(
    "MAP_MARKER_LATTICE_DUPLICATE",
    "two markers with one id",
    "Each marker lattice needs an id of its own.",
)
LATTICE_EMPTY = declare(
    "MAP_MARKER_LATTICE_STATES_EMPTY",
    "a marker without states",
    "A marker lattice lists at least one state.",
)
LATTICE_DEFAULT = declare(
    "MAP_MARKER_DEFAULT_INVALID",
    "an unknown default state",
    "`defaultState` is one of the `states` of the same marker lattice.",
)
RULE_EMPTY = declare(
    "MAP_MARKER_CONSTRAINT_STATES_EMPTY",
    "a rule that allows no state",
    "`allowedStates` lists at least one state of the marker.",
)
RULE_STATE = declare(
    "MAP_MARKER_CONSTRAINT_STATE_UNKNOWN",
    "a rule about an unknown state",
    "`allowedStates` lists states of the same marker lattice only.",
)
RULE_SPACE = declare(
    "MAP_MARKER_CONSTRAINT_SPACE_UNKNOWN",
    "a rule about an unknown space",
    "`spaceIds` lists spaces of the map by their ids.",
)
RULE_TYPE = declare(
    "MAP_MARKER_CONSTRAINT_SPACE_TYPE_UNKNOWN",
    "a rule about an unknown type of space",
    "`spaceTypes` lists types that spaces of the map have.",
)
RULE_BROKEN = declare(
    "MAP_MARKER_CONSTRAINT_VIOLATION",
    "a marker that starts in a forbidden state",
    """Every space starts with each marker in its default state or the one that `spaceMarkers` says,
    and the rules of the marker must allow that.""",
)
MARKER_SPACE = declare(
    "MAP_SPACE_MARKER_SPACE_UNKNOWN",
    "a marker in an unknown space",
    "`spaceId` of a marker is the id of a space of the map.",
)
MARKER_LATTICE = declare(
    "MAP_SPACE_MARKER_LATTICE_UNKNOWN",
    "an unknown marker",
    "`markerId` is the id of a marker lattice.",
)
MARKER_STATE = declare(
    "MAP_SPACE_MARKER_STATE_UNKNOWN",
    "an unknown state of a marker",
    "`state` is one of the states of the marker lattice.",
)
MARKER_TWICE = declare(
    "MAP_SPACE_MARKER_DUPLICATE",
    "a marker given twice",
    "A marker of a space has one state at the start.",
)
CATALOG = declare(
    "PIECE_CATALOG_SCHEMA_INVALID",
    "not a catalogue of pieces",
    """A catalogue has `pieceTypes`, each with `id`, `faction`, `statusDimensions` and
    `transitions`, and an `inventory` with a `total` for each type.""",
)
PIECE_TWICE = declare(
    "PIECE_CATALOG_DUPLICATE_PIECE_TYPE",
    "two pieces with one id",
    "Each type of piece needs an id of its own.",
)
DIMENSION = declare(
    "PIECE_STATUS_DIMENSION_UNDECLARED",
    "an unknown status of a piece",
    "Transitions and status values are about dimensions in the `statusDimensions` of the piece.",
)
STATUS_VALUE = declare(
    "PIECE_STATUS_VALUE_INVALID",
    "an unknown value of a status",
    """`activity` is `underground` or `active`, `tunnel` is `untunneled` or `tunneled`; values of
    other dimensions are any texts.""",
)
INVENTORY_UNKNOWN = declare(
    "PIECE_INVENTORY_UNKNOWN_PIECE_TYPE",
    "an inventory of an unknown piece",
    "The inventory names types of the same catalogue only.",
)
INVENTORY_FACTION = declare(
    "PIECE_INVENTORY_FACTION_MISMATCH",
    "an inventory for another faction",
    "A row of the inventory names the faction that the type of piece belongs to.",
)
INVENTORY_MISSING = declare(
    "PIECE_INVENTORY_MISSING",
    "a piece without inventory",
    "The inventory has one row for each type of piece.",
)
INVENTORY_TWICE = declare(
    "PIECE_INVENTORY_DUPLICATE",
    "an inventory given twice",
    "The inventory has only one row for each type of piece.",
)
SCENARIO = declare(
    "CNL_VALIDATOR_DATA_ASSET_SCENARIO_PAYLOAD_INVALID",
    "not a scenario",
    """A scenario may have `mapAssetId`, `pieceCatalogAssetId`, `initialPlacements`,
    `initialTrackValues`, `initialMarkers` and `outOfPlay`: the message says what is wrong.""",
)
SCENARIO_REF = declare(
    "CNL_VALIDATOR_DATA_ASSET_SCENARIO_REF_INVALID",
    "not the id of a data asset",
    "`mapAssetId`, `pieceCatalogAssetId` and `eventDeckAssetId` are texts: ids of data assets.",
)
PLACEMENT_SPACE = declare(
    "CNL_VALIDATOR_SCENARIO_PLACEMENT_SPACE_INVALID",
    "pieces in an unknown space",
    "`spaceId` of a placement is the id of a space or zone.",
)
PLACEMENT_PIECE = declare(
    "CNL_VALIDATOR_SCENARIO_PLACEMENT_PIECE_INVALID",
    "unknown pieces are placed",
    "`pieceTypeId` of a placement is a type of the catalogue, and `count` is 1 or more.",
)
PLACEMENT_FACTION = declare(
    "CNL_VALIDATOR_SCENARIO_PLACEMENT_FACTION_MISMATCH",
    "pieces of another faction",
    "A placement names the faction that its type of piece belongs to.",
)
TRACK_VALUE = declare(
    "CNL_VALIDATOR_SCENARIO_TRACK_VALUE_INVALID",
    "a value of an unknown track",
    "`trackId` is the id of a track of the map or of a global variable; `value` is a number.",
)
TRACK_RANGE = declare(
    "CNL_VALIDATOR_SCENARIO_TRACK_VALUE_OUT_OF_BOUNDS",
    "a value outside of its track",
    "The value of a track at the start lies between its `min` and `max`.",
)
SCENARIO_MARKER = declare(
    "CNL_VALIDATOR_SCENARIO_MARKER_INVALID",
    "a marker that can't be set",
    "`initialMarkers` name a space, a marker and one of its states that is allowed there.",
)
OUT_OF_PLAY = declare(
    "CNL_VALIDATOR_SCENARIO_OUT_OF_PLAY_INVALID",
    "unknown pieces are out of play",
    "`outOfPlay` names types of the catalogue, with their faction and a count of 1 or more.",
)
CONSERVATION = declare(
    "CNL_VALIDATOR_SCENARIO_PIECE_CONSERVATION_VIOLATED",
    "more pieces than there are",
    "Of each type, what is placed and what is out of play must not exceed the inventory.",
)
STACKING = declare(
    "STACKING_CONSTRAINT_VIOLATION",
    "too many pieces in a space",
    "The pieces that a scenario places in a space must be allowed to lie there together.",
)
