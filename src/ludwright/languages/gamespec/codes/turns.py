"""The diagnostics of the turn order of a GameSpecDoc."""

from ....diagnostics import declare

TURN_ORDER = declare(
    "GS401",
    "not a turn order",
    "`turnOrder` is a mapping with a `type`, and with what that type needs.",
    alias="CNL_COMPILER_TURN_ORDER_INVALID",
)
TURN_ORDER_TYPE = declare(
    "GS402",
    "an unknown turn order",
    "The type of a turn order is `roundRobin`, `fixedOrder`, `simultaneous` or `cardDriven`.",
    alias="CNL_COMPILER_TURN_ORDER_UNSUPPORTED_TYPE",
)
CONFIG_REQUIRED = declare(
    "GS403",
    "cards that drive, but how?",
    "A `cardDriven` turn order needs a mapping `config` with its slots, factions and options.",
    alias="CNL_COMPILER_TURN_ORDER_CARD_DRIVEN_CONFIG_REQUIRED",
)
FIXED_EMPTY = declare(
    "GS404",
    "an order of nobody",
    "`order` of a `fixedOrder` is a list of at least one player.",
    alias="CNL_COMPILER_FIXED_ORDER_EMPTY",
)
FIXED_TWICE = declare(
    "GS405",
    "a player twice in the order",
    "A player who is named twice has two turns in each round. Remove one if that is not meant.",
    alias="CNL_COMPILER_FIXED_ORDER_DUPLICATE",
)
FIXED_INVALID = declare(
    "GS406",
    "not a player",
    "Players are named by their numbers in quotes, from `'0'` to one less than `players.max`.",
    alias="CNL_VALIDATOR_FIXED_ORDER_INVALID",
)
FLOW = declare(
    "GS407",
    "a part of the turn flow is wrong",
    "What a card-driven turn order says must have the form that the message names.",
    alias="CNL_COMPILER_TURN_FLOW_INVALID",
)
FLOW_MISSING = declare(
    "GS408",
    "a part of the turn flow is missing",
    """A card-driven turn order needs `cardLifecycle`, `eligibility`, `optionMatrix`, `passRewards`
    and `durationWindows`; lists may be empty.""",
    alias="CNL_COMPILER_TURN_FLOW_REQUIRED_FIELD_MISSING",
)
FACTION_TWICE = declare(
    "GS409",
    "a faction named twice",
    "Each faction stands in the order of factions once.",
    alias="CNL_COMPILER_TURN_FLOW_ORDERING_DUPLICATE_FACTION",
)
ROW_TWICE = declare(
    "GS410",
    "two rows for one first option",
    "The option matrix has at most one row for each thing that the first can do.",
    alias="CNL_COMPILER_TURN_FLOW_ORDERING_DUPLICATE_OPTION_ROW",
)
PRECEDENCE = declare(
    "GS411",
    "who interrupts first is not said",
    "With more than one pivotal action, `interrupt.precedence` must list the factions in order.",
    alias="CNL_COMPILER_TURN_FLOW_ORDERING_PRECEDENCE_REQUIRED",
)
PRECEDENCE_UNKNOWN = declare(
    "GS412",
    "an unknown faction interrupts",
    "`interrupt.precedence` names factions of `eligibility.factions` only.",
    alias="CNL_COMPILER_TURN_FLOW_ORDERING_PRECEDENCE_UNKNOWN_FACTION",
)
PRECEDENCE_TWICE = declare(
    "GS413",
    "a faction interrupts twice",
    "`interrupt.precedence` names each faction once and not twice.",
    alias="CNL_COMPILER_TURN_FLOW_ORDERING_PRECEDENCE_DUPLICATE",
)
LIFECYCLE = declare(
    "GS414",
    "not the slots of cards",
    "`cardLifecycle` is a mapping of `played`, `lookahead` and `leader` to ids of zones.",
    alias="CNL_VALIDATOR_TURN_FLOW_CARD_LIFECYCLE_INVALID",
)
ELIGIBILITY = declare(
    "GS415",
    "who may act is not said",
    "`eligibility` is a mapping with `factions` and, if wanted, `overrideWindows`.",
    alias="CNL_VALIDATOR_TURN_FLOW_ELIGIBILITY_INVALID",
)
FACTIONS = declare(
    "GS416",
    "not a list of factions",
    "`factions` is a list of texts, at least one.",
    alias="CNL_VALIDATOR_TURN_FLOW_ELIGIBILITY_FACTIONS_INVALID",
)
WINDOWS = declare(
    "GS417",
    "not a list of windows",
    "`overrideWindows` is a list of mappings with `id` and `duration`.",
    alias="CNL_VALIDATOR_TURN_FLOW_OVERRIDE_WINDOWS_INVALID",
)
WINDOW = declare(
    "GS418",
    "not a window",
    "A window is a mapping with `id` and `duration`: `turn`, `nextTurn`, `round` or `cycle`.",
    alias="CNL_VALIDATOR_TURN_FLOW_OVERRIDE_WINDOW_SHAPE_INVALID",
)
MATRIX = declare(
    "GS419",
    "not an option matrix",
    "`optionMatrix` is a list of rows, each with `first` and `second`.",
    alias="CNL_VALIDATOR_TURN_FLOW_OPTION_MATRIX_INVALID",
)
MATRIX_ROW = declare(
    "GS420",
    "not a row of the option matrix",
    "A row has `first` (`event`, `operation` or `operationPlusSpecialActivity`) and `second`.",
    alias="CNL_VALIDATOR_TURN_FLOW_OPTION_MATRIX_ROW_INVALID",
)
MATRIX_SECOND = declare(
    "GS421",
    "not a list of options",
    "`second` is a list of what the second may do: classes of actions.",
    alias="CNL_VALIDATOR_TURN_FLOW_OPTION_MATRIX_SECOND_INVALID",
)
REWARDS = declare(
    "GS422",
    "not a list of rewards",
    "`passRewards` is a list of mappings with `factionClass`, `resource` and `amount`.",
    alias="CNL_VALIDATOR_TURN_FLOW_PASS_REWARDS_INVALID",
)
REWARD = declare(
    "GS423",
    "not a reward",
    "A reward is a mapping with `factionClass`, `resource` (a global variable) and `amount`.",
    alias="CNL_VALIDATOR_TURN_FLOW_PASS_REWARD_SHAPE_INVALID",
)
REWARD_AMOUNT = declare(
    "GS424",
    "how much a pass is worth",
    "`amount` of a reward is a whole number.",
    alias="CNL_VALIDATOR_TURN_FLOW_PASS_REWARD_AMOUNT_INVALID",
)
DURATION_WINDOWS = declare(
    "GS425",
    "not a list of durations",
    "`durationWindows` is a list of `turn`, `nextTurn`, `round` and `cycle`.",
    alias="CNL_VALIDATOR_TURN_FLOW_DURATION_WINDOWS_INVALID",
)
COUP = declare(
    "GS426",
    "not a coup plan",
    "`coupPlan` is a mapping with `phases`, in the `config` of a card-driven turn order only.",
    alias="CNL_COMPILER_COUP_PLAN_INVALID",
)
COUP_MISSING = declare(
    "GS427",
    "a coup plan without phases",
    "A coup plan needs a list of `phases`, and each phase an `id` and `steps` or `effects`.",
    alias="CNL_COMPILER_COUP_PLAN_REQUIRED_FIELD_MISSING",
)
COUP_EMPTY = declare(
    "GS428",
    "a coup round in which nothing happens",
    "A coup plan has at least one phase.",
    alias="CNL_COMPILER_COUP_PLAN_PHASES_EMPTY",
)
COUP_PHASE = declare(
    "GS429",
    "not a phase of a coup round",
    "A phase of a coup round is a mapping with `id` and either `steps` or `effects`.",
    alias="CNL_COMPILER_COUP_PLAN_PHASE_INVALID",
)
COUP_ID = declare(
    "GS430",
    "not an id of a coup phase",
    "The id of a phase is a text of at least one character.",
    alias="CNL_COMPILER_COUP_PLAN_PHASE_ID_INVALID",
)
COUP_TWICE = declare(
    "GS431",
    "two coup phases with one id",
    "Each phase of a coup round needs an id of its own.",
    alias="CNL_COMPILER_COUP_PLAN_PHASE_DUPLICATE",
)
COUP_STEPS = declare(
    "GS432",
    "not a list of steps",
    "`steps` is a list of texts, at least one: names of what is done, for people.",
    alias="CNL_COMPILER_COUP_PLAN_PHASE_STEPS_INVALID",
)
COUP_ROUNDS = declare(
    "GS433",
    "how many coup rounds in a row",
    "`maxConsecutiveRounds` is a whole number, 1 or more.",
    alias="CNL_COMPILER_COUP_PLAN_MAX_CONSECUTIVE_INVALID",
)
COUP_OMIT = declare(
    "GS434",
    "not a list of phases to leave out",
    "`finalRoundOmitPhases` is a list of ids of phases of the coup round.",
    alias="CNL_COMPILER_COUP_PLAN_FINAL_ROUND_OMIT_INVALID",
)
COUP_OMIT_UNKNOWN = declare(
    "GS435",
    "an unknown phase is left out",
    "`finalRoundOmitPhases` names phases of the same coup plan only.",
    alias="CNL_COMPILER_COUP_PLAN_FINAL_ROUND_OMIT_UNKNOWN_PHASE",
)
