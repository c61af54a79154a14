"""The diagnostics of the sections of a GameSpecDoc: things, actions, the end, events."""

from ....diagnostics import declare

REQUIRED_SECTION = declare(
    "GS201",
    "a section is missing",
    "A game needs `metadata`, `zones` (or a map), `turnStructure`, `actions` and `terminal`.",
    alias="CNL_COMPILER_REQUIRED_SECTION_MISSING",
)
ENUM = declare(
    "GS202",
    "not one of the allowed words",
    "This key takes one of a few words, listed in help.",
    alias="CNL_VALIDATOR_ENUM_VALUE_INVALID",
)
IDENTIFIER = declare(
    "GS203",
    "not an identifier",
    "An identifier is a text of at least one character. Put quotes around a number.",
    alias="CNL_VALIDATOR_IDENTIFIER_INVALID",
)
WHITESPACE = declare(
    "GS204",
    "blanks around an identifier",
    "Blanks before and behind an identifier do not count; the id of a game must not have any.",
    alias="CNL_VALIDATOR_IDENTIFIER_WHITESPACE",
)
SAME_IDENTIFIER = declare(
    "GS205",
    "two identifiers are the same",
    "Identifiers are compared without blanks around them, and accents in one form (NFC).",
    alias="CNL_VALIDATOR_IDENTIFIER_DUPLICATE_NORMALIZED",
)
NO_REFERENCE = declare(
    "GS206",
    "an unknown name",
    "A marker, table, property, faction or space is named that the document does not define.",
    alias="CNL_VALIDATOR_REFERENCE_MISSING",
)

# ---- metadata, variables, zones, tokens ----------------------------------------------------------

PLAYERS = declare(
    "GS207",
    "who can play is not said",
    "`metadata.players` is a mapping with `min` and `max`.",
    alias="CNL_VALIDATOR_METADATA_PLAYERS_INVALID",
)
PLAYERS_RANGE = declare(
    "GS208",
    "a number of players is no number",
    "`players.min` and `players.max` are both needed, and both are whole numbers.",
    alias="CNL_VALIDATOR_METADATA_PLAYERS_RANGE_INVALID",
)
PLAYERS_LOW = declare(
    "GS209",
    "a game for nobody",
    "`players.min` must be 1 or more: somebody has to play.",
    alias="CNL_VALIDATOR_METADATA_PLAYERS_MIN_TOO_LOW",
)
PLAYERS_ORDER = declare(
    "GS210",
    "least players above most",
    "`players.min` must not be greater than `players.max`.",
    alias="CNL_VALIDATOR_METADATA_PLAYERS_MIN_GT_MAX",
)
PLAYERS_MOST = declare(
    "GS211",
    "more players than a table has seats",
    "`players.max` is 16 or less: so many can sit at a table.",
    alias="CNL_COMPILER_TOO_MANY_PLAYERS",
)
TRIGGER_DEPTH = declare(
    "GS212",
    "how deep triggers may go",
    "`maxTriggerDepth` is a whole number, 1 or more; without it 8 is taken.",
    alias="META_MAX_TRIGGER_DEPTH_INVALID",
)
VARIABLE = declare(
    "GS213",
    "not a variable",
    "A variable is a mapping with `name`, `type`, `init`, and for `int` also `min` and `max`.",
    alias="CNL_VALIDATOR_VARIABLE_SHAPE_INVALID",
)
VARIABLE_MISSING = declare(
    "GS214",
    "a variable is not complete",
    "A variable needs `name`, `type` and `init`; one of type `int` also `min` and `max`.",
    alias="CNL_VALIDATOR_VARIABLE_REQUIRED_FIELD_MISSING",
)
VARIABLE_RANGE = declare(
    "GS215",
    "the range of a variable",
    """`init`, `min` and `max` of an `int` are whole numbers of 32 bits; `init` of a `boolean` is
    true or false.""",
    alias="CNL_VALIDATOR_VARIABLE_RANGE_FIELDS_INVALID",
)
VARIABLE_ORDER = declare(
    "GS216",
    "an empty range",
    "`min` of a variable must not be greater than its `max`.",
    alias="CNL_VALIDATOR_VARIABLE_MIN_GT_MAX",
)
VARIABLE_INIT = declare(
    "GS217",
    "a variable starts outside of its range",
    "`init` of a variable must lie between its `min` and `max`.",
    alias="CNL_VALIDATOR_VARIABLE_INIT_OUT_OF_RANGE",
)
GLOBAL_TWICE = declare(
    "GS218",
    "two global variables with one name",
    "Each global variable needs a name of its own.",
    alias="DUPLICATE_GLOBAL_VAR_NAME",
)
PLAYER_VAR_TWICE = declare(
    "GS219",
    "two variables of players with one name",
    "Each variable of the players needs a name of its own.",
    alias="DUPLICATE_PER_PLAYER_VAR_NAME",
)
ZONE = declare(
    "GS220",
    "not a zone",
    "A zone is a mapping with `id`, `owner`, `visibility` and `ordering`.",
    alias="CNL_VALIDATOR_ZONE_SHAPE_INVALID",
)
ZONE_ID = declare(
    "GS221",
    "not an id of a zone",
    "The id of a zone is a text; what stands before the first colon is its base.",
    alias="CNL_COMPILER_ZONE_ID_INVALID",
)
ZONE_OWNER = declare(
    "GS222",
    "whose zone it is",
    "`owner` is `none` for one zone of all, or `player` for one zone of each player.",
    alias="CNL_COMPILER_ZONE_OWNER_INVALID",
)
ZONE_VISIBILITY = declare(
    "GS223",
    "who sees a zone",
    "The `visibility` of a zone is `public`, `owner` or `hidden`.",
    alias="CNL_COMPILER_ZONE_VISIBILITY_INVALID",
)
ZONE_ORDERING = declare(
    "GS224",
    "how a zone is ordered",
    "The `ordering` of a zone is `stack`, `queue` or `set`.",
    alias="CNL_COMPILER_ZONE_ORDERING_INVALID",
)
ZONE_TWICE = declare(
    "GS225",
    "two zones with one id",
    "Each zone needs an id of its own, also beside the spaces of a map.",
    alias="DUPLICATE_ZONE_ID",
)
ZONE_QUALIFIER = declare(
    "GS226",
    "an id that does not fit the owner",
    """What stands behind the colon of a zone's id does not count: a zone of nobody is `base:none`,
    those of the players are `base:0`, `base:1` and so on.""",
    alias="ZONE_ID_OWNERSHIP_INVALID",
)
UNSORTED = declare(
    "GS227",
    "neighbours out of order",
    "Neighbours are taken in the order of their ids, however they are written.",
    alias="SPATIAL_NEIGHBORS_UNSORTED",
)
DANGLING = declare(
    "GS228",
    "a neighbour that is not there",
    "`adjacentTo` names zones by their full ids (`yard:none`), and each must exist.",
    alias="SPATIAL_DANGLING_ZONE_REF",
)
SELF_LOOP = declare(
    "GS229",
    "a zone beside itself",
    "No zone can be its own neighbour.",
    alias="SPATIAL_SELF_LOOP",
)
NEIGHBOR_TWICE = declare(
    "GS230",
    "a neighbour named twice",
    "A neighbour needs to be named only once; the second time does not count.",
    alias="SPATIAL_DUPLICATE_NEIGHBOR",
)
ONE_WAY = declare(
    "GS231",
    "a neighbour in one direction only",
    "Zones are neighbours in both directions; name each in the list of the other.",
    alias="SPATIAL_ASYMMETRIC_EDGE_NORMALIZED",
)
TOKEN_TYPE_TWICE = declare(
    "GS232",
    "two token types with one id",
    "Each type of token needs an id of its own.",
    alias="DUPLICATE_TOKEN_TYPE_ID",
)

# ---- phases, actions, pipelines, triggers --------------------------------------------------------

PHASES = declare(
    "GS233",
    "a turn without phases",
    "`turnStructure.phases` is a list of at least one phase.",
    alias="CNL_VALIDATOR_TURN_STRUCTURE_PHASES_INVALID",
)
PHASE = declare(
    "GS234",
    "not a phase",
    "A phase is a mapping with `id` and, if wanted, the effects `onEnter` and `onExit`.",
    alias="CNL_VALIDATOR_TURN_STRUCTURE_PHASE_SHAPE_INVALID",
)
LEGACY_ORDER = declare(
    "GS235",
    "an old way to give the order of players",
    "`turnStructure.activePlayerOrder` is no more. Write a section `turnOrder`.",
    alias="CNL_COMPILER_TURN_STRUCTURE_LEGACY_FIELD_UNSUPPORTED",
)
PHASE_TWICE = declare(
    "GS236",
    "two phases with one id",
    "Each phase needs an id of its own.",
    alias="DUPLICATE_PHASE_ID",
)
ACTION = declare(
    "GS237",
    "not an action",
    "An action is a mapping: `id`, `actor`, `phase`, `params`, `cost`, `effects`, `limits`.",
    alias="CNL_VALIDATOR_ACTION_SHAPE_INVALID",
)
ACTION_MISSING = declare(
    "GS238",
    "an action is not complete",
    "An action needs all of its keys but `pre`; lists may be empty.",
    alias="CNL_VALIDATOR_ACTION_REQUIRED_FIELD_MISSING",
)
ACTION_EFFECTS = declare(
    "GS239",
    "not a list of effects",
    "`cost` and `effects` of an action are lists, which may be empty.",
    alias="CNL_VALIDATOR_ACTION_EFFECTS_SHAPE_INVALID",
)
ACTION_TWICE = declare(
    "GS240",
    "two actions with one id",
    "Each action needs an id of its own.",
    alias="DUPLICATE_ACTION_ID",
)
PIPELINE = declare(
    "GS241",
    "not a pipeline",
    "A pipeline is a mapping that says for which action it is, and in which stages it goes.",
    alias="CNL_COMPILER_ACTION_PIPELINE_INVALID",
)
PIPELINE_MISSING = declare(
    "GS242",
    "a pipeline is not complete",
    "A pipeline needs `id`, `actionId`, `costEffects`, `targeting`, `stages` and `atomicity`.",
    alias="CNL_COMPILER_ACTION_PIPELINE_REQUIRED_FIELD_MISSING",
)
PIPELINE_TWICE = declare(
    "GS243",
    "two pipelines with one id",
    "Each pipeline needs an id of its own.",
    alias="CNL_COMPILER_ACTION_PIPELINE_DUPLICATE_ID",
)
PIPELINE_WINDOWS = declare(
    "GS244",
    "not a list of windows",
    "`linkedWindows` is a list of the ids of windows.",
    alias="CNL_COMPILER_ACTION_PIPELINE_LINKED_WINDOWS_INVALID",
)
PIPELINE_AMBIGUOUS = declare(
    "GS245",
    "several pipelines for one action",
    "Of several pipelines each needs `applicability`; `true` is for the one that is left over.",
    alias="CNL_COMPILER_ACTION_PIPELINE_ACTION_MAPPING_AMBIGUOUS",
)
STAGES_EMPTY = declare(
    "GS246",
    "a pipeline without stages",
    "`stages` is a list of at least one stage, each with its effects.",
    alias="ACTION_PIPELINE_STAGES_EMPTY",
)
ATOMICITY = declare(
    "GS247",
    "all or a part",
    "`atomicity` is `atomic` (all or nothing) or `partial` (what can be paid for).",
    alias="ACTION_PIPELINE_ATOMICITY_INVALID",
)
TRIGGER = declare(
    "GS248",
    "not a trigger",
    """A trigger is a mapping with `event` and `effects`; the event has a `type` and, if wanted, the
    phase, action or zone that it is about.""",
    alias="CNL_VALIDATOR_TRIGGER_SHAPE_INVALID",
)
TRIGGER_TWICE = declare(
    "GS249",
    "two triggers with one id",
    "Each trigger needs an id of its own.",
    alias="DUPLICATE_TRIGGER_ID",
)

# ---- the end -------------------------------------------------------------------------------------

CONDITIONS = declare(
    "GS250",
    "how the game ends",
    """`terminal.conditions` is a list, which may be empty, of mappings with `when` and `result`; a
    result has the type `win` (with a `player`), `lossAll`, `draw` or `score`.""",
    alias="CNL_VALIDATOR_TERMINAL_CONDITIONS_INVALID",
)
SCORING = declare(
    "GS251",
    "not a scoring",
    "`scoring` is one mapping with `method` and `value`.",
    alias="CNL_VALIDATOR_SCORING_SHAPE_INVALID",
)
SCORING_METHOD = declare(
    "GS252",
    "which score is best",
    "The `method` of scoring is `highest` or `lowest`.",
    alias="CNL_VALIDATOR_SCORING_METHOD_INVALID",
)
SCORING_VALUE = declare(
    "GS253",
    "what the score is",
    "`scoring.value` is the value that players are ranked by; each is `actor` in turn.",
    alias="CNL_VALIDATOR_SCORING_VALUE_MISSING",
)
SCORING_NEEDED = declare(
    "GS254",
    "no score to end with",
    "A condition ends the game by score, so `terminal.scoring` must say what the score is.",
    alias="SCORING_REQUIRED_FOR_SCORE_RESULT",
)
SCORING_UNUSED = declare(
    "GS255",
    "a score that is never asked for",
    "No condition has the result `score`, so the scoring is never used.",
    alias="SCORING_UNUSED",
)
CHECKPOINT_MISSING = declare(
    "GS256",
    "a part of the victory is missing",
    """A checkpoint needs `id`, `faction`, `timing` and `when`, a margin `faction` and `value`;
    margins and ranking count only beside checkpoints.""",
    alias="CNL_COMPILER_VICTORY_REQUIRED_FIELD_MISSING",
)
CHECKPOINT = declare(
    "GS257",
    "not a checkpoint",
    "`checkpoints` is a list of mappings with `id`, `faction`, `timing` and `when`.",
    alias="CNL_COMPILER_VICTORY_CHECKPOINT_INVALID",
)
CHECKPOINT_ID = declare(
    "GS258",
    "not an id of a checkpoint",
    "The id of a checkpoint is a text of at least one character.",
    alias="CNL_COMPILER_VICTORY_CHECKPOINT_ID_INVALID",
)
CHECKPOINT_TWICE = declare(
    "GS259",
    "two checkpoints with one id",
    "Each checkpoint needs an id of its own.",
    alias="CNL_COMPILER_VICTORY_CHECKPOINT_DUPLICATE",
)
CHECKPOINT_FACTION = declare(
    "GS260",
    "not a faction",
    "The faction of a checkpoint is a text: the name of a faction, or a player's number in quotes.",
    alias="CNL_COMPILER_VICTORY_CHECKPOINT_FACTION_INVALID",
)
CHECKPOINT_TIMING = declare(
    "GS261",
    "when a checkpoint is looked at",
    "`timing` of a checkpoint is `duringCoup` or `finalCoup`.",
    alias="CNL_COMPILER_VICTORY_CHECKPOINT_TIMING_INVALID",
)
CHECKPOINT_WHEN = declare(
    "GS262",
    "not a condition of a checkpoint",
    "`when` of a checkpoint is a condition written as a mapping.",
    alias="CNL_COMPILER_VICTORY_CHECKPOINT_WHEN_INVALID",
)
MARGINS = declare(
    "GS263",
    "not a list of margins",
    "`margins` is a list of mappings with `faction` and `value`.",
    alias="CNL_COMPILER_VICTORY_MARGINS_INVALID",
)
MARGIN = declare(
    "GS264",
    "not a margin",
    "A margin is a mapping with `faction` and `value`.",
    alias="CNL_COMPILER_VICTORY_MARGIN_INVALID",
)
MARGIN_FACTION = declare(
    "GS265",
    "not a faction",
    "The faction of a margin is a text: the name of a faction, or a player's number in quotes.",
    alias="CNL_COMPILER_VICTORY_MARGIN_FACTION_INVALID",
)
MARGIN_VALUE = declare(
    "GS266",
    "not a value of a margin",
    "The value of a margin is a number, or a mapping that says how to work it out.",
    alias="CNL_COMPILER_VICTORY_MARGIN_VALUE_INVALID",
)
RANKING = declare(
    "GS267",
    "not a ranking",
    "`ranking` is a mapping with an `order` in it.",
    alias="CNL_COMPILER_VICTORY_RANKING_INVALID",
)
RANKING_ORDER = declare(
    "GS268",
    "which margin is best",
    "`ranking.order` is `desc` (the greatest margin first) or `asc`.",
    alias="CNL_COMPILER_VICTORY_RANKING_ORDER_INVALID",
)

# ---- events --------------------------------------------------------------------------------------

DECK = declare(
    "GS269",
    "not an event deck",
    "An event deck is a mapping with `id`, `drawZone`, `discardZone` and `cards`.",
    alias="CNL_VALIDATOR_EVENT_DECK_SHAPE_INVALID",
)
DECK_CARDS = declare(
    "GS270",
    "not a list of event cards",
    "`cards` of an event deck is a list of cards.",
    alias="CNL_VALIDATOR_EVENT_DECK_CARDS_INVALID",
)
CARD = declare(
    "GS271",
    "not an event card",
    """A card has `id`, `title` and `sideMode`; a `dual` one has both sides, a `single` one at least
    one. A side or branch says at least one of effects, branches, targets and lasting effects.""",
    alias="CNL_VALIDATOR_EVENT_CARD_SHAPE_INVALID",
)
DECK_TWICE = declare(
    "GS272",
    "two event decks with one id",
    "Each event deck needs an id of its own.",
    alias="CNL_COMPILER_EVENT_DECK_ID_DUPLICATE",
)
CARD_TWICE = declare(
    "GS273",
    "two event cards with one id",
    "Each card of a deck needs an id of its own.",
    alias="CNL_COMPILER_EVENT_CARD_ID_DUPLICATE",
)
CARD_ORDER = declare(
    "GS274",
    "two event cards at one place",
    "Two cards of a deck must not have the same `order`.",
    alias="CNL_COMPILER_EVENT_CARD_ORDER_AMBIGUOUS",
)
BRANCH_TWICE = declare(
    "GS275",
    "two branches with one id",
    "Each branch of a side needs an id of its own.",
    alias="CNL_COMPILER_EVENT_CARD_BRANCH_ID_DUPLICATE",
)
BRANCH_ORDER = declare(
    "GS276",
    "two branches at one place",
    "Two branches of a side must not have the same `order`.",
    alias="CNL_COMPILER_EVENT_CARD_BRANCH_ORDER_AMBIGUOUS",
)
CARD_SET = declare(
    "GS277",
    "an old way to write event cards",
    "Data assets of the kind `eventCardSet` still work; write a section `eventDecks` instead.",
    alias="CNL_COMPILER_EVENT_CARD_SET_DEPRECATED",
)
CARD_SETS = declare(
    "GS278",
    "several old sets of event cards",
    "Only one data asset may be an `eventCardSet`. Several decks belong into `eventDecks`.",
    alias="CNL_COMPILER_EVENT_CARD_SET_AMBIGUOUS",
)
