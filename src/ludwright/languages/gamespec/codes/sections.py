"""The diagnostics of the sections of a GameSpecDoc: things, actions, the end, events."""

from ....diagnostics import declare

REQUIRED_SECTION = declare(
    "CNL_COMPILER_REQUIRED_SECTION_MISSING",
    "a section is missing",
    "A game needs `metadata`, `zones` (or a map), `turnStructure`, `actions` and `terminal`.",
)
ENUM = declare(
    "CNL_VALIDATOR_ENUM_VALUE_INVALID",
    "not one of the allowed words",
    "This key takes one of a few words, listed in help.",
)
IDENTIFIER = declare(
    "CNL_VALIDATOR_IDENTIFIER_INVALID",
    "not an identifier",
    "An identifier is a text of at least one character. Put quotes around a number.",
)
WHITESPACE = declare(
    "CNL_VALIDATOR_IDENTIFIER_WHITESPACE",
    "blanks around an identifier",
    "Blanks before and behind an identifier do not count; the id of a game must not have any.",
)
SAME_IDENTIFIER = declare(
    "CNL_VALIDATOR_IDENTIFIER_DUPLICATE_NORMALIZED",
    "two identifiers are the same",
    "Identifiers are compared without blanks around them, and accents in one form (NFC).",
)
NO_REFERENCE = declare(
    "CNL_VALIDATOR_REFERENCE_MISSING",
    "an unknown name",
    "A marker, table, property, faction or space is named that the document does not define.",
)

# ---- metadata, variables, zones, tokens ----------------------------------------------------------

PLAYERS = declare(
    "CNL_VALIDATOR_METADATA_PLAYERS_INVALID",
    "who can play is not said",
    "`metadata.players` is a mapping with `min` and `max`.",
)
PLAYERS_RANGE = declare(
    "CNL_VALIDATOR_METADATA_PLAYERS_RANGE_INVALID",
    "a number of players is no number",
    "`players.min` and `players.max` are both needed, and both are whole numbers.",
)
PLAYERS_LOW = declare(
    "CNL_VALIDATOR_METADATA_PLAYERS_MIN_TOO_LOW",
    "a game for nobody",
    "`players.min` must be 1 or more: somebody has to play.",
)
PLAYERS_ORDER = declare(
    "CNL_VALIDATOR_METADATA_PLAYERS_MIN_GT_MAX",
    "least players above most",
    "`players.min` must not be greater than `players.max`.",
)
PLAYERS_MOST = declare(
    "CNL_COMPILER_TOO_MANY_PLAYERS",
    "more players than a table has seats",
    "`players.max` is 16 or less: so many can sit at a table.",
)
TRIGGER_DEPTH = declare(
    "META_MAX_TRIGGER_DEPTH_INVALID",
    "how deep triggers may go",
    "`maxTriggerDepth` is a whole number, 1 or more; without it 8 is taken.",
)
VARIABLE = declare(
    "CNL_VALIDATOR_VARIABLE_SHAPE_INVALID",
    "not a variable",
    "A variable is a mapping with `name`, `type`, `init`, and for `int` also `min` and `max`.",
)
VARIABLE_MISSING = declare(
    "CNL_VALIDATOR_VARIABLE_REQUIRED_FIELD_MISSING",
    "a variable is not complete",
    "A variable needs `name`, `type` and `init`; one of type `int` also `min` and `max`.",
)
VARIABLE_RANGE = declare(
    "CNL_VALIDATOR_VARIABLE_RANGE_FIELDS_INVALID",
    "the range of a variable",
    """`init`, `min` and `max` of an `int` are whole numbers of 32 bits; `init` of a `boolean` is
    true or false.""",
)
VARIABLE_ORDER = declare(
    "CNL_VALIDATOR_VARIABLE_MIN_GT_MAX",
    "an empty range",
    "`min` of a variable must not be greater than its `max`.",
)
VARIABLE_INIT = declare(
    "CNL_VALIDATOR_VARIABLE_INIT_OUT_OF_RANGE",
    "a variable starts outside of its range",
    "`init` of a variable must lie between its `min` and `max`.",
)
GLOBAL_TWICE = declare(
    "DUPLICATE_GLOBAL_VAR_NAME",
    "two global variables with one name",
    "Each global variable needs a name of its own.",
)
PLAYER_VAR_TWICE = declare(
    "DUPLICATE_PER_PLAYER_VAR_NAME",
    "two variables of players with one name",
    "Each variable of the players needs a name of its own.",
)
ZONE = declare(
    "CNL_VALIDATOR_ZONE_SHAPE_INVALID",
    "not a zone",
    "A zone is a mapping with `id`, `owner`, `visibility` and `ordering`.",
)
ZONE_ID = declare(
    "CNL_COMPILER_ZONE_ID_INVALID",
    "not an id of a zone",
    "The id of a zone is a text; what stands before the first colon is its base.",
)
ZONE_OWNER = declare(
    "CNL_COMPILER_ZONE_OWNER_INVALID",
    "whose zone it is",
    "`owner` is `none` for one zone of all, or `player` for one zone of each player.",
)
ZONE_VISIBILITY = declare(
    "CNL_COMPILER_ZONE_VISIBILITY_INVALID",
    "who sees a zone",
    "The `visibility` of a zone is `public`, `owner` or `hidden`.",
)
ZONE_ORDERING = declare(
    "CNL_COMPILER_ZONE_ORDERING_INVALID",
    "how a zone is ordered",
    "The `ordering` of a zone is `stack`, `queue` or `set`.",
)
ZONE_TWICE = declare(
    "DUPLICATE_ZONE_ID",
    "two zones with one id",
    "Each zone needs an id of its own, also beside the spaces of a map.",
)
ZONE_QUALIFIER = declare(
    "ZONE_ID_OWNERSHIP_INVALID",
    "an id that does not fit the owner",
    """What stands behind the colon of a zone's id does not count: a zone of nobody is `base:none`,
    those of the players are `base:0`, `base:1` and so on.""",
)
UNSORTED = declare(
    "SPATIAL_NEIGHBORS_UNSORTED",
    "neighbours out of order",
    "Neighbours are taken in the order of their ids, however they are written.",
)
DANGLING = declare(
    "SPATIAL_DANGLING_ZONE_REF",
    "a neighbour that is not there",
    "`adjacentTo` names zones by their full ids (`yard:none`), and each must exist.",
)
SELF_LOOP = declare(
    "SPATIAL_SELF_LOOP", "a zone beside itself", "No zone can be its own neighbour."
)
NEIGHBOR_TWICE = declare(
    "SPATIAL_DUPLICATE_NEIGHBOR",
    "a neighbour named twice",
    "A neighbour needs to be named only once; the second time does not count.",
)
ONE_WAY = declare(
    "SPATIAL_ASYMMETRIC_EDGE_NORMALIZED",
    "a neighbour in one direction only",
    "Zones are neighbours in both directions; name each in the list of the other.",
)
TOKEN_TYPE_TWICE = declare(
    "DUPLICATE_TOKEN_TYPE_ID",
    "two token types with one id",
    "Each type of token needs an id of its own.",
)

# ---- phases, actions, pipelines, triggers --------------------------------------------------------

PHASES = declare(
    "CNL_VALIDATOR_TURN_STRUCTURE_PHASES_INVALID",
    "a turn without phases",
    "`turnStructure.phases` is a list of at least one phase.",
)
PHASE = declare(
    "CNL_VALIDATOR_TURN_STRUCTURE_PHASE_SHAPE_INVALID",
    "not a phase",
    "A phase is a mapping with `id` and, if wanted, the effects `onEnter` and `onExit`.",
)
LEGACY_ORDER = declare(
    "CNL_COMPILER_TURN_STRUCTURE_LEGACY_FIELD_UNSUPPORTED",
    "an old way to give the order of players",
    "`turnStructure.activePlayerOrder` is no more. Write a section `turnOrder`.",
)
PHASE_TWICE = declare(
    "DUPLICATE_PHASE_ID", "two phases with one id", "Each phase needs an id of its own."
)
ACTION = declare(
    "CNL_VALIDATOR_ACTION_SHAPE_INVALID",
    "not an action",
    "An action is a mapping: `id`, `actor`, `phase`, `params`, `cost`, `effects`, `limits`.",
)
ACTION_MISSING = declare(
    "CNL_VALIDATOR_ACTION_REQUIRED_FIELD_MISSING",
    "an action is not complete",
    "An action needs all of its keys but `pre`; lists may be empty.",
)
ACTION_EFFECTS = declare(
    "CNL_VALIDATOR_ACTION_EFFECTS_SHAPE_INVALID",
    "not a list of effects",
    "`cost` and `effects` of an action are lists, which may be empty.",
)
ACTION_TWICE = declare(
    "DUPLICATE_ACTION_ID", "two actions with one id", "Each action needs an id of its own."
)
PIPELINE = declare(
    "CNL_COMPILER_ACTION_PIPELINE_INVALID",
    "not a pipeline",
    "A pipeline is a mapping that says for which action it is, and in which stages it goes.",
)
PIPELINE_MISSING = declare(
    "CNL_COMPILER_ACTION_PIPELINE_REQUIRED_FIELD_MISSING",
    "a pipeline is not complete",
    "A pipeline needs `id`, `actionId`, `costEffects`, `targeting`, `stages` and `atomicity`.",
)
PIPELINE_TWICE = declare(
    "CNL_COMPILER_ACTION_PIPELINE_DUPLICATE_ID",
    "two pipelines with one id",
    "Each pipeline needs an id of its own.",
)
PIPELINE_WINDOWS = declare(
    "CNL_COMPILER_ACTION_PIPELINE_LINKED_WINDOWS_INVALID",
    "not a list of windows",
    "`linkedWindows` is a list of the ids of windows.",
)
PIPELINE_AMBIGUOUS = declare(
    "CNL_COMPILER_ACTION_PIPELINE_ACTION_MAPPING_AMBIGUOUS",
    "several pipelines for one action",
    "Of several pipelines each needs `applicability`; `true` is for the one that is left over.",
)
STAGES_EMPTY = declare(
    "ACTION_PIPELINE_STAGES_EMPTY",
    "a pipeline without stages",
    "`stages` is a list of at least one stage, each with its effects.",
)
ATOMICITY = declare(
    "ACTION_PIPELINE_ATOMICITY_INVALID",
    "all or a part",
    "`atomicity` is `atomic` (all or nothing) or `partial` (what can be paid for).",
)
TRIGGER = declare(
    "CNL_VALIDATOR_TRIGGER_SHAPE_INVALID",
    "not a trigger",
    """A trigger is a mapping with `event` and `effects`; the event has a `type` and, if wanted, the
    phase, action or zone that it is about.""",
)
TRIGGER_TWICE = declare(
    "DUPLICATE_TRIGGER_ID", "two triggers with one id", "Each trigger needs an id of its own."
)

# ---- the end -------------------------------------------------------------------------------------

CONDITIONS = declare(
    "CNL_VALIDATOR_TERMINAL_CONDITIONS_INVALID",
    "how the game ends",
    """`terminal.conditions` is a list, which may be empty, of mappings with `when` and `result`; a
    result has the type `win` (with a `player`), `lossAll`, `draw` or `score`.""",
)
SCORING = declare(
    "CNL_VALIDATOR_SCORING_SHAPE_INVALID",
    "not a scoring",
    "`scoring` is one mapping with `method` and `value`.",
)
SCORING_METHOD = declare(
    "CNL_VALIDATOR_SCORING_METHOD_INVALID",
    "which score is best",
    "The `method` of scoring is `highest` or `lowest`.",
)
SCORING_VALUE = declare(
    "CNL_VALIDATOR_SCORING_VALUE_MISSING",
    "what the score is",
    "`scoring.value` is the value that players are ranked by; each is `actor` in turn.",
)
SCORING_NEEDED = declare(
    "SCORING_REQUIRED_FOR_SCORE_RESULT",
    "no score to end with",
    "A condition ends the game by score, so `terminal.scoring` must say what the score is.",
)
SCORING_UNUSED = declare(
    "SCORING_UNUSED",
    "a score that is never asked for",
    "No condition has the result `score`, so the scoring is never used.",
)
CHECKPOINT_MISSING = declare(
    "CNL_COMPILER_VICTORY_REQUIRED_FIELD_MISSING",
    "a part of the victory is missing",
    """A checkpoint needs `id`, `faction`, `timing` and `when`, a margin `faction` and `value`;
    margins and ranking count only beside checkpoints.""",
)
CHECKPOINT = declare(
    "CNL_COMPILER_VICTORY_CHECKPOINT_INVALID",
    "not a checkpoint",
    "`checkpoints` is a list of mappings with `id`, `faction`, `timing` and `when`.",
)
CHECKPOINT_ID = declare(
    "CNL_COMPILER_VICTORY_CHECKPOINT_ID_INVALID",
    "not an id of a checkpoint",
    "The id of a checkpoint is a text of at least one character.",
)
CHECKPOINT_TWICE = declare(
    "CNL_COMPILER_VICTORY_CHECKPOINT_DUPLICATE",
    "two checkpoints with one id",
    "Each checkpoint needs an id of its own.",
)
CHECKPOINT_FACTION = declare(
    "CNL_COMPILER_VICTORY_CHECKPOINT_FACTION_INVALID",
    "not a faction",
    "The faction of a checkpoint is a text: the name of a faction, or a player's number in quotes.",
)
CHECKPOINT_TIMING = declare(
    "CNL_COMPILER_VICTORY_CHECKPOINT_TIMING_INVALID",
    "when a checkpoint is looked at",
    "`timing` of a checkpoint is `duringCoup` or `finalCoup`.",
)
CHECKPOINT_WHEN = declare(
    "CNL_COMPILER_VICTORY_CHECKPOINT_WHEN_INVALID",
    "not a condition of a checkpoint",
    "`when` of a checkpoint is a condition written as a mapping.",
)
MARGINS = declare(
    "CNL_COMPILER_VICTORY_MARGINS_INVALID",
    "not a list of margins",
    "`margins` is a list of mappings with `faction` and `value`.",
)
MARGIN = declare(
    "CNL_COMPILER_VICTORY_MARGIN_INVALID",
    "not a margin",
    "A margin is a mapping with `faction` and `value`.",
)
MARGIN_FACTION = declare(
    "CNL_COMPILER_VICTORY_MARGIN_FACTION_INVALID",
    "not a faction",
    "The faction of a margin is a text: the name of a faction, or a player's number in quotes.",
)
MARGIN_VALUE = declare(
    "CNL_COMPILER_VICTORY_MARGIN_VALUE_INVALID",
    "not a value of a margin",
    "The value of a margin is a number, or a mapping that says how to work it out.",
)
RANKING = declare(
    "CNL_COMPILER_VICTORY_RANKING_INVALID",
    "not a ranking",
    "`ranking` is a mapping with an `order` in it.",
)
RANKING_ORDER = declare(
    "CNL_COMPILER_VICTORY_RANKING_ORDER_INVALID",
    "which margin is best",
    "`ranking.order` is `desc` (the greatest margin first) or `asc`.",
)

# ---- events --------------------------------------------------------------------------------------

DECK = declare(
    "CNL_VALIDATOR_EVENT_DECK_SHAPE_INVALID",
    "not an event deck",
    "An event deck is a mapping with `id`, `drawZone`, `discardZone` and `cards`.",
)
DECK_CARDS = declare(
    "CNL_VALIDATOR_EVENT_DECK_CARDS_INVALID",
    "not a list of event cards",
    "`cards` of an event deck is a list of cards.",
)
CARD = declare(
    "CNL_VALIDATOR_EVENT_CARD_SHAPE_INVALID",
    "not an event card",
    """A card has `id`, `title` and `sideMode`; a `dual` one has both sides, a `single` one at least
    one. A side or branch says at least one of effects, branches, targets and lasting effects.""",
)
DECK_TWICE = declare(
    "CNL_COMPILER_EVENT_DECK_ID_DUPLICATE",
    "two event decks with one id",
    "Each event deck needs an id of its own.",
)
CARD_TWICE = declare(
    "CNL_COMPILER_EVENT_CARD_ID_DUPLICATE",
    "two event cards with one id",
    "Each card of a deck needs an id of its own.",
)
CARD_ORDER = declare(
    "CNL_COMPILER_EVENT_CARD_ORDER_AMBIGUOUS",
    "two event cards at one place",
    "Two cards of a deck must not have the same `order`.",
)
BRANCH_TWICE = declare(
    "CNL_COMPILER_EVENT_CARD_BRANCH_ID_DUPLICATE",
    "two branches with one id",
    "Each branch of a side needs an id of its own.",
)
BRANCH_ORDER = declare(
    "CNL_COMPILER_EVENT_CARD_BRANCH_ORDER_AMBIGUOUS",
    "two branches at one place",
    "Two branches of a side must not have the same `order`.",
)
CARD_SET = declare(
    "CNL_COMPILER_EVENT_CARD_SET_DEPRECATED",
    "an old way to write event cards",
    "Data assets of the kind `eventCardSet` still work; write a section `eventDecks` instead.",
)
CARD_SETS = declare(
    "CNL_COMPILER_EVENT_CARD_SET_AMBIGUOUS",
    "several old sets of event cards",
    "Only one data asset may be an `eventCardSet`. Several decks belong into `eventDecks`.",
)
