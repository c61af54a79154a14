"""Diagnostics about the sections of a document, except turn order and data assets (GS2xx)."""

from ....diagnostics import declare

REQUIRED_SECTION = declare(
    "GS201",
    "missing section",
    "A game requires `metadata`, `zones` (or a map), `turnStructure`, `actions` and `terminal`.",
    alias="CNL_COMPILER_REQUIRED_SECTION_MISSING",
)
ENUM = declare(
    "GS202",
    "invalid word",
    "This key takes one of a few words, which the help lists.",
    alias="CNL_VALIDATOR_ENUM_VALUE_INVALID",
)
IDENTIFIER = declare(
    "GS203",
    "invalid identifier",
    "An identifier is a non-empty text. Put a number in quotes.",
    alias="CNL_VALIDATOR_IDENTIFIER_INVALID",
)
# A warning for other identifiers, an error for the id of a game.
WHITESPACE = declare(
    "GS204",
    "whitespace around an identifier",
    "Whitespace around an identifier is ignored; the id of a game must not have any.",
    alias="CNL_VALIDATOR_IDENTIFIER_WHITESPACE",
)
# Duplicates of declarations that have no code of their own, such as params and windows.
SAME_IDENTIFIER = declare(
    "GS205",
    "duplicate identifier",
    "Identifiers are compared without surrounding whitespace, in Unicode normal form (NFC).",
    alias="CNL_VALIDATOR_IDENTIFIER_DUPLICATE_NORMALIZED",
)
# Unknown names that have no code of their own in `references.py`.
NO_REFERENCE = declare(
    "GS206",
    "unknown name",
    "A marker, table, property, faction or space is used that the document does not declare.",
    alias="CNL_VALIDATOR_REFERENCE_MISSING",
)

# ---- metadata, variables, zones, tokens ----------------------------------------------------------

PLAYERS = declare(
    "GS207",
    "malformed player count",
    "`metadata.players` is a mapping with `min` and `max`.",
    alias="CNL_VALIDATOR_METADATA_PLAYERS_INVALID",
)
PLAYERS_RANGE = declare(
    "GS208",
    "invalid player count",
    "`players.min` and `players.max` are both required, and both are whole numbers.",
    alias="CNL_VALIDATOR_METADATA_PLAYERS_RANGE_INVALID",
)
PLAYERS_LOW = declare(
    "GS209",
    "no players",
    "`players.min` must be 1 or more.",
    alias="CNL_VALIDATOR_METADATA_PLAYERS_MIN_TOO_LOW",
)
PLAYERS_ORDER = declare(
    "GS210",
    "minimum of players above the maximum",
    "`players.min` must not be greater than `players.max`.",
    alias="CNL_VALIDATOR_METADATA_PLAYERS_MIN_GT_MAX",
)
PLAYERS_MOST = declare(
    "GS211",
    "too many players",
    "`players.max` may be up to 16, the number of seats at a table.",
    alias="CNL_COMPILER_TOO_MANY_PLAYERS",
)
TRIGGER_DEPTH = declare(
    "GS212",
    "invalid trigger depth",
    "`maxTriggerDepth` is a whole number of at least 1; the default is 8.",
    alias="META_MAX_TRIGGER_DEPTH_INVALID",
)
VARIABLE = declare(
    "GS213",
    "malformed variable",
    "A variable is a mapping with `name`, `type`, `init`, and for `int` also `min` and `max`.",
    alias="CNL_VALIDATOR_VARIABLE_SHAPE_INVALID",
)
VARIABLE_MISSING = declare(
    "GS214",
    "incomplete variable",
    "A variable requires `name`, `type` and `init`; one of type `int` also `min` and `max`.",
    alias="CNL_VALIDATOR_VARIABLE_REQUIRED_FIELD_MISSING",
)
VARIABLE_RANGE = declare(
    "GS215",
    "invalid range of a variable",
    """`init`, `min` and `max` of an `int` are 32-bit integers; `init` of a `boolean` is true or
    false.""",
    alias="CNL_VALIDATOR_VARIABLE_RANGE_FIELDS_INVALID",
)
VARIABLE_ORDER = declare(
    "GS216",
    "minimum of a variable above its maximum",
    "`min` of a variable must not exceed its `max`.",
    alias="CNL_VALIDATOR_VARIABLE_MIN_GT_MAX",
)
VARIABLE_INIT = declare(
    "GS217",
    "initial value out of range",
    "`init` of a variable must be between its `min` and `max`.",
    alias="CNL_VALIDATOR_VARIABLE_INIT_OUT_OF_RANGE",
)
GLOBAL_TWICE = declare(
    "GS218",
    "duplicate global variable",
    "Each global variable needs a unique name.",
    alias="DUPLICATE_GLOBAL_VAR_NAME",
)
PLAYER_VAR_TWICE = declare(
    "GS219",
    "duplicate per-player variable",
    "Each per-player variable needs a unique name.",
    alias="DUPLICATE_PER_PLAYER_VAR_NAME",
)
ZONE = declare(
    "GS220",
    "malformed zone",
    "A zone is a mapping with `id`, `owner`, `visibility` and `ordering`.",
    alias="CNL_VALIDATOR_ZONE_SHAPE_INVALID",
)
ZONE_ID = declare(
    "GS221",
    "invalid zone id",
    "The id of a zone is a text; the part before the first colon is its base.",
    alias="CNL_COMPILER_ZONE_ID_INVALID",
)
ZONE_OWNER = declare(
    "GS222",
    "invalid zone owner",
    "`owner` is `none` for a single shared zone, or `player` for one zone per player.",
    alias="CNL_COMPILER_ZONE_OWNER_INVALID",
)
ZONE_VISIBILITY = declare(
    "GS223",
    "invalid zone visibility",
    "The `visibility` of a zone is `public`, `owner` or `hidden`.",
    alias="CNL_COMPILER_ZONE_VISIBILITY_INVALID",
)
ZONE_ORDERING = declare(
    "GS224",
    "invalid zone ordering",
    "The `ordering` of a zone is `stack`, `queue` or `set`.",
    alias="CNL_COMPILER_ZONE_ORDERING_INVALID",
)
ZONE_TWICE = declare(
    "GS225",
    "duplicate zone",
    "Each zone needs a unique id; spaces of a map are zones too.",
    alias="DUPLICATE_ZONE_ID",
)
ZONE_QUALIFIER = declare(
    "GS226",
    "id that contradicts the owner",
    """The part after the colon of a zone's id is ignored: a zone without owner is `base:none`,
    those of the players are `base:0`, `base:1` and so on.""",
    alias="ZONE_ID_OWNERSHIP_INVALID",
)
# Only a warning: other implementations reject unsorted neighbours, here they are sorted.
UNSORTED = declare(
    "GS227",
    "unsorted neighbours",
    "Neighbours are used in the order of their ids, regardless of how they are listed.",
    alias="SPATIAL_NEIGHBORS_UNSORTED",
)
DANGLING = declare(
    "GS228",
    "unknown neighbour",
    "`adjacentTo` names zones by their full ids (`yard:none`), and each must exist.",
    alias="SPATIAL_DANGLING_ZONE_REF",
)
SELF_LOOP = declare(
    "GS229",
    "zone adjacent to itself",
    "A zone cannot be its own neighbour.",
    alias="SPATIAL_SELF_LOOP",
)
NEIGHBOR_TWICE = declare(
    "GS230",
    "duplicate neighbour",
    "A neighbour is listed once; the duplicate is ignored.",
    alias="SPATIAL_DUPLICATE_NEIGHBOR",
)
# Only a warning: adjacency is made symmetric.
ONE_WAY = declare(
    "GS231",
    "one-way adjacency",
    "Adjacency is symmetric: list each zone among the neighbours of the other.",
    alias="SPATIAL_ASYMMETRIC_EDGE_NORMALIZED",
)
TOKEN_TYPE_TWICE = declare(
    "GS232",
    "duplicate token type",
    "Each token type needs a unique id.",
    alias="DUPLICATE_TOKEN_TYPE_ID",
)

# ---- phases, actions, pipelines, triggers --------------------------------------------------------

PHASES = declare(
    "GS233",
    "turn without phases",
    "`turnStructure.phases` is a list of at least one phase.",
    alias="CNL_VALIDATOR_TURN_STRUCTURE_PHASES_INVALID",
)
PHASE = declare(
    "GS234",
    "malformed phase",
    "A phase is a mapping with `id` and optionally the effects `onEnter` and `onExit`.",
    alias="CNL_VALIDATOR_TURN_STRUCTURE_PHASE_SHAPE_INVALID",
)
LEGACY_ORDER = declare(
    "GS235",
    "obsolete order of players",
    "`turnStructure.activePlayerOrder` is obsolete. Write a section `turnOrder` instead.",
    alias="CNL_COMPILER_TURN_STRUCTURE_LEGACY_FIELD_UNSUPPORTED",
)
PHASE_TWICE = declare(
    "GS236",
    "duplicate phase",
    "Each phase needs a unique id.",
    alias="DUPLICATE_PHASE_ID",
)
ACTION = declare(
    "GS237",
    "malformed action",
    "An action is a mapping: `id`, `actor`, `phase`, `params`, `cost`, `effects`, `limits`.",
    alias="CNL_VALIDATOR_ACTION_SHAPE_INVALID",
)
ACTION_MISSING = declare(
    "GS238",
    "incomplete action",
    "All keys of an action are required except `pre` and `executor`; lists may be empty.",
    alias="CNL_VALIDATOR_ACTION_REQUIRED_FIELD_MISSING",
)
ACTION_EFFECTS = declare(
    "GS239",
    "invalid list of effects",
    "`cost` and `effects` of an action are lists, which may be empty.",
    alias="CNL_VALIDATOR_ACTION_EFFECTS_SHAPE_INVALID",
)
ACTION_TWICE = declare(
    "GS240",
    "duplicate action",
    "Each action needs a unique id.",
    alias="DUPLICATE_ACTION_ID",
)
PIPELINE = declare(
    "GS241",
    "malformed pipeline",
    "A pipeline is a mapping that names an action and lists the stages of its execution.",
    alias="CNL_COMPILER_ACTION_PIPELINE_INVALID",
)
PIPELINE_MISSING = declare(
    "GS242",
    "incomplete pipeline",
    "A pipeline requires `id`, `actionId`, `costEffects`, `targeting`, `stages` and `atomicity`.",
    alias="CNL_COMPILER_ACTION_PIPELINE_REQUIRED_FIELD_MISSING",
)
PIPELINE_TWICE = declare(
    "GS243",
    "duplicate pipeline",
    "Each pipeline needs a unique id.",
    alias="CNL_COMPILER_ACTION_PIPELINE_DUPLICATE_ID",
)
PIPELINE_WINDOWS = declare(
    "GS244",
    "invalid list of linked windows",
    "`linkedWindows` is a list of ids of windows.",
    alias="CNL_COMPILER_ACTION_PIPELINE_LINKED_WINDOWS_INVALID",
)
PIPELINE_AMBIGUOUS = declare(
    "GS245",
    "ambiguous pipelines",
    """If an action has several pipelines, each requires `applicability`; use `true` for the
    fallback.""",
    alias="CNL_COMPILER_ACTION_PIPELINE_ACTION_MAPPING_AMBIGUOUS",
)
STAGES_EMPTY = declare(
    "GS246",
    "pipeline without stages",
    "`stages` is a list of at least one stage, each with its effects.",
    alias="ACTION_PIPELINE_STAGES_EMPTY",
)
ATOMICITY = declare(
    "GS247",
    "invalid atomicity",
    "`atomicity` is `atomic` (all or nothing) or `partial` (as far as it can be paid for).",
    alias="ACTION_PIPELINE_ATOMICITY_INVALID",
)
TRIGGER = declare(
    "GS248",
    "malformed trigger",
    """A trigger is a mapping with `event` and `effects`; the event has a `type` and optionally the
    phase, action or zone that it applies to.""",
    alias="CNL_VALIDATOR_TRIGGER_SHAPE_INVALID",
)
TRIGGER_TWICE = declare(
    "GS249",
    "duplicate trigger",
    "Each trigger needs a unique id.",
    alias="DUPLICATE_TRIGGER_ID",
)

# ---- the end -------------------------------------------------------------------------------------

CONDITIONS = declare(
    "GS250",
    "malformed end condition",
    """`terminal.conditions` is a list, which may be empty, of mappings with `when` and `result`; a
    result has the type `win` (with a `player`), `lossAll`, `draw` or `score`.""",
    alias="CNL_VALIDATOR_TERMINAL_CONDITIONS_INVALID",
)
SCORING = declare(
    "GS251",
    "malformed scoring",
    "`scoring` is a mapping with `method` and `value`.",
    alias="CNL_VALIDATOR_SCORING_SHAPE_INVALID",
)
SCORING_METHOD = declare(
    "GS252",
    "invalid scoring method",
    "The `method` of scoring is `highest` or `lowest`.",
    alias="CNL_VALIDATOR_SCORING_METHOD_INVALID",
)
SCORING_VALUE = declare(
    "GS253",
    "missing score",
    "`scoring.value` is the value that players are ranked by; each player is the `actor` in turn.",
    alias="CNL_VALIDATOR_SCORING_VALUE_MISSING",
)
SCORING_NEEDED = declare(
    "GS254",
    "missing scoring",
    "A condition ends the game by score, so `terminal.scoring` must define the score.",
    alias="SCORING_REQUIRED_FOR_SCORE_RESULT",
)
SCORING_UNUSED = declare(
    "GS255",
    "unused scoring",
    "No condition has the result `score`, so the scoring is never used.",
    alias="SCORING_UNUSED",
)
CHECKPOINT_MISSING = declare(
    "GS256",
    "incomplete victory",
    """A checkpoint requires `id`, `faction`, `timing` and `when`, a margin `faction` and `value`;
    margins and ranking have an effect only together with checkpoints.""",
    alias="CNL_COMPILER_VICTORY_REQUIRED_FIELD_MISSING",
)
CHECKPOINT = declare(
    "GS257",
    "malformed checkpoint",
    "`checkpoints` is a list of mappings with `id`, `faction`, `timing` and `when`.",
    alias="CNL_COMPILER_VICTORY_CHECKPOINT_INVALID",
)
CHECKPOINT_ID = declare(
    "GS258",
    "invalid id of a checkpoint",
    "The id of a checkpoint is a non-empty text.",
    alias="CNL_COMPILER_VICTORY_CHECKPOINT_ID_INVALID",
)
CHECKPOINT_TWICE = declare(
    "GS259",
    "duplicate checkpoint",
    "Each checkpoint needs a unique id.",
    alias="CNL_COMPILER_VICTORY_CHECKPOINT_DUPLICATE",
)
CHECKPOINT_FACTION = declare(
    "GS260",
    "invalid faction of a checkpoint",
    "The faction of a checkpoint is a text: the name of a faction, or a player's number in quotes.",
    alias="CNL_COMPILER_VICTORY_CHECKPOINT_FACTION_INVALID",
)
CHECKPOINT_TIMING = declare(
    "GS261",
    "invalid timing of a checkpoint",
    "`timing` of a checkpoint is `duringCoup` or `finalCoup`.",
    alias="CNL_COMPILER_VICTORY_CHECKPOINT_TIMING_INVALID",
)
CHECKPOINT_WHEN = declare(
    "GS262",
    "invalid condition of a checkpoint",
    "`when` of a checkpoint is a condition written as a mapping.",
    alias="CNL_COMPILER_VICTORY_CHECKPOINT_WHEN_INVALID",
)
MARGINS = declare(
    "GS263",
    "invalid list of margins",
    "`margins` is a list of mappings with `faction` and `value`.",
    alias="CNL_COMPILER_VICTORY_MARGINS_INVALID",
)
MARGIN = declare(
    "GS264",
    "malformed margin",
    "A margin is a mapping with `faction` and `value`.",
    alias="CNL_COMPILER_VICTORY_MARGIN_INVALID",
)
MARGIN_FACTION = declare(
    "GS265",
    "invalid faction of a margin",
    "The faction of a margin is a text: the name of a faction, or a player's number in quotes.",
    alias="CNL_COMPILER_VICTORY_MARGIN_FACTION_INVALID",
)
MARGIN_VALUE = declare(
    "GS266",
    "invalid value of a margin",
    "The value of a margin is a number, or a mapping that says how to compute it.",
    alias="CNL_COMPILER_VICTORY_MARGIN_VALUE_INVALID",
)
RANKING = declare(
    "GS267",
    "malformed ranking",
    "`ranking` is a mapping with the key `order`.",
    alias="CNL_COMPILER_VICTORY_RANKING_INVALID",
)
RANKING_ORDER = declare(
    "GS268",
    "invalid ranking order",
    "`ranking.order` is `desc` (the greatest margin first) or `asc`.",
    alias="CNL_COMPILER_VICTORY_RANKING_ORDER_INVALID",
)

# ---- events --------------------------------------------------------------------------------------

DECK = declare(
    "GS269",
    "malformed event deck",
    "An event deck is a mapping with `id`, `drawZone`, `discardZone` and `cards`.",
    alias="CNL_VALIDATOR_EVENT_DECK_SHAPE_INVALID",
)
DECK_CARDS = declare(
    "GS270",
    "invalid list of event cards",
    "`cards` of an event deck is a list of cards.",
    alias="CNL_VALIDATOR_EVENT_DECK_CARDS_INVALID",
)
CARD = declare(
    "GS271",
    "malformed event card",
    """A card has `id`, `title` and `sideMode`; a `dual` card has both sides, a `single` card at
    least one. A side or branch has at least one of effects, branches, targets and lasting
    effects.""",
    alias="CNL_VALIDATOR_EVENT_CARD_SHAPE_INVALID",
)
DECK_TWICE = declare(
    "GS272",
    "duplicate event deck",
    "Each event deck needs a unique id.",
    alias="CNL_COMPILER_EVENT_DECK_ID_DUPLICATE",
)
CARD_TWICE = declare(
    "GS273",
    "duplicate event card",
    "Each card of a deck needs a unique id.",
    alias="CNL_COMPILER_EVENT_CARD_ID_DUPLICATE",
)
CARD_ORDER = declare(
    "GS274",
    "event cards with the same order",
    "Two cards of a deck must not have the same `order`.",
    alias="CNL_COMPILER_EVENT_CARD_ORDER_AMBIGUOUS",
)
BRANCH_TWICE = declare(
    "GS275",
    "duplicate branch",
    "Each branch of a side needs a unique id.",
    alias="CNL_COMPILER_EVENT_CARD_BRANCH_ID_DUPLICATE",
)
BRANCH_ORDER = declare(
    "GS276",
    "branches with the same order",
    "Two branches of a side must not have the same `order`.",
    alias="CNL_COMPILER_EVENT_CARD_BRANCH_ORDER_AMBIGUOUS",
)
CARD_SET = declare(
    "GS277",
    "deprecated form of event cards",
    "Data assets of the kind `eventCardSet` still work; write a section `eventDecks` instead.",
    alias="CNL_COMPILER_EVENT_CARD_SET_DEPRECATED",
)
CARD_SETS = declare(
    "GS278",
    "several sets of event cards",
    "Only one data asset may be an `eventCardSet`. Put several decks in `eventDecks`.",
    alias="CNL_COMPILER_EVENT_CARD_SET_AMBIGUOUS",
)
