"""The diagnostics of the turn order of a GameSpecDoc."""

from ....diagnostics import declare

TURN_ORDER = declare(
    "CNL_COMPILER_TURN_ORDER_INVALID",
    "not a turn order",
    "`turnOrder` is a mapping with a `type`, and with what that type needs.",
)
TURN_ORDER_TYPE = declare(
    "CNL_COMPILER_TURN_ORDER_UNSUPPORTED_TYPE",
    "an unknown turn order",
    "The type of a turn order is `roundRobin`, `fixedOrder`, `simultaneous` or `cardDriven`.",
)
CONFIG_REQUIRED = declare(
    "CNL_COMPILER_TURN_ORDER_CARD_DRIVEN_CONFIG_REQUIRED",
    "cards that drive, but how?",
    "A `cardDriven` turn order needs a mapping `config` with its slots, factions and options.",
)
FIXED_EMPTY = declare(
    "CNL_COMPILER_FIXED_ORDER_EMPTY",
    "an order of nobody",
    "`order` of a `fixedOrder` is a list of at least one player.",
)
FIXED_TWICE = declare(
    "CNL_COMPILER_FIXED_ORDER_DUPLICATE",
    "a player twice in the order",
    "A player who is named twice has two turns in each round. Remove one if that is not meant.",
)
FIXED_INVALID = declare(
    "CNL_VALIDATOR_FIXED_ORDER_INVALID",
    "not a player",
    "Players are named by their numbers in quotes, from `'0'` to one less than `players.max`.",
)
FLOW = declare(
    "CNL_COMPILER_TURN_FLOW_INVALID",
    "a part of the turn flow is wrong",
    "What a card-driven turn order says must have the form that the message names.",
)
FLOW_MISSING = declare(
    "CNL_COMPILER_TURN_FLOW_REQUIRED_FIELD_MISSING",
    "a part of the turn flow is missing",
    """A card-driven turn order needs `cardLifecycle`, `eligibility`, `optionMatrix`, `passRewards`
    and `durationWindows`; lists may be empty.""",
)
FACTION_TWICE = declare(
    "CNL_COMPILER_TURN_FLOW_ORDERING_DUPLICATE_FACTION",
    "a faction named twice",
    "Each faction stands in the order of factions once.",
)
ROW_TWICE = declare(
    "CNL_COMPILER_TURN_FLOW_ORDERING_DUPLICATE_OPTION_ROW",
    "two rows for one first option",
    "The option matrix has at most one row for each thing that the first can do.",
)
PRECEDENCE = declare(
    "CNL_COMPILER_TURN_FLOW_ORDERING_PRECEDENCE_REQUIRED",
    "who interrupts first is not said",
    "With more than one pivotal action, `interrupt.precedence` must list the factions in order.",
)
PRECEDENCE_UNKNOWN = declare(
    "CNL_COMPILER_TURN_FLOW_ORDERING_PRECEDENCE_UNKNOWN_FACTION",
    "an unknown faction interrupts",
    "`interrupt.precedence` names factions of `eligibility.factions` only.",
)
PRECEDENCE_TWICE = declare(
    "CNL_COMPILER_TURN_FLOW_ORDERING_PRECEDENCE_DUPLICATE",
    "a faction interrupts twice",
    "`interrupt.precedence` names each faction once and not twice.",
)
LIFECYCLE = declare(
    "CNL_VALIDATOR_TURN_FLOW_CARD_LIFECYCLE_INVALID",
    "not the slots of cards",
    "`cardLifecycle` is a mapping of `played`, `lookahead` and `leader` to ids of zones.",
)
ELIGIBILITY = declare(
    "CNL_VALIDATOR_TURN_FLOW_ELIGIBILITY_INVALID",
    "who may act is not said",
    "`eligibility` is a mapping with `factions` and, if wanted, `overrideWindows`.",
)
FACTIONS = declare(
    "CNL_VALIDATOR_TURN_FLOW_ELIGIBILITY_FACTIONS_INVALID",
    "not a list of factions",
    "`factions` is a list of texts, at least one.",
)
WINDOWS = declare(
    "CNL_VALIDATOR_TURN_FLOW_OVERRIDE_WINDOWS_INVALID",
    "not a list of windows",
    "`overrideWindows` is a list of mappings with `id` and `duration`.",
)
WINDOW = declare(
    "CNL_VALIDATOR_TURN_FLOW_OVERRIDE_WINDOW_SHAPE_INVALID",
    "not a window",
    "A window is a mapping with `id` and `duration`: `turn`, `nextTurn`, `round` or `cycle`.",
)
MATRIX = declare(
    "CNL_VALIDATOR_TURN_FLOW_OPTION_MATRIX_INVALID",
    "not an option matrix",
    "`optionMatrix` is a list of rows, each with `first` and `second`.",
)
MATRIX_ROW = declare(
    "CNL_VALIDATOR_TURN_FLOW_OPTION_MATRIX_ROW_INVALID",
    "not a row of the option matrix",
    "A row has `first` (`event`, `operation` or `operationPlusSpecialActivity`) and `second`.",
)
MATRIX_SECOND = declare(
    "CNL_VALIDATOR_TURN_FLOW_OPTION_MATRIX_SECOND_INVALID",
    "not a list of options",
    "`second` is a list of what the second may do: classes of actions.",
)
REWARDS = declare(
    "CNL_VALIDATOR_TURN_FLOW_PASS_REWARDS_INVALID",
    "not a list of rewards",
    "`passRewards` is a list of mappings with `factionClass`, `resource` and `amount`.",
)
REWARD = declare(
    "CNL_VALIDATOR_TURN_FLOW_PASS_REWARD_SHAPE_INVALID",
    "not a reward",
    "A reward is a mapping with `factionClass`, `resource` (a global variable) and `amount`.",
)
REWARD_AMOUNT = declare(
    "CNL_VALIDATOR_TURN_FLOW_PASS_REWARD_AMOUNT_INVALID",
    "how much a pass is worth",
    "`amount` of a reward is a whole number.",
)
DURATION_WINDOWS = declare(
    "CNL_VALIDATOR_TURN_FLOW_DURATION_WINDOWS_INVALID",
    "not a list of durations",
    "`durationWindows` is a list of `turn`, `nextTurn`, `round` and `cycle`.",
)
COUP = declare(
    "CNL_COMPILER_COUP_PLAN_INVALID",
    "not a coup plan",
    "`coupPlan` is a mapping with `phases`, in the `config` of a card-driven turn order only.",
)
COUP_MISSING = declare(
    "CNL_COMPILER_COUP_PLAN_REQUIRED_FIELD_MISSING",
    "a coup plan without phases",
    "A coup plan needs a list of `phases`, and each phase an `id` and `steps` or `effects`.",
)
COUP_EMPTY = declare(
    "CNL_COMPILER_COUP_PLAN_PHASES_EMPTY",
    "a coup round in which nothing happens",
    "A coup plan has at least one phase.",
)
COUP_PHASE = declare(
    "CNL_COMPILER_COUP_PLAN_PHASE_INVALID",
    "not a phase of a coup round",
    "A phase of a coup round is a mapping with `id` and either `steps` or `effects`.",
)
COUP_ID = declare(
    "CNL_COMPILER_COUP_PLAN_PHASE_ID_INVALID",
    "not an id of a coup phase",
    "The id of a phase is a text of at least one character.",
)
COUP_TWICE = declare(
    "CNL_COMPILER_COUP_PLAN_PHASE_DUPLICATE",
    "two coup phases with one id",
    "Each phase of a coup round needs an id of its own.",
)
COUP_STEPS = declare(
    "CNL_COMPILER_COUP_PLAN_PHASE_STEPS_INVALID",
    "not a list of steps",
    "`steps` is a list of texts, at least one: names of what is done, for people.",
)
COUP_ROUNDS = declare(
    "CNL_COMPILER_COUP_PLAN_MAX_CONSECUTIVE_INVALID",
    "how many coup rounds in a row",
    "`maxConsecutiveRounds` is a whole number, 1 or more.",
)
COUP_OMIT = declare(
    "CNL_COMPILER_COUP_PLAN_FINAL_ROUND_OMIT_INVALID",
    "not a list of phases to leave out",
    "`finalRoundOmitPhases` is a list of ids of phases of the coup round.",
)
COUP_OMIT_UNKNOWN = declare(
    "CNL_COMPILER_COUP_PLAN_FINAL_ROUND_OMIT_UNKNOWN_PHASE",
    "an unknown phase is left out",
    "`finalRoundOmitPhases` names phases of the same coup plan only.",
)
