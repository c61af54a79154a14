"""Diagnostics about the turn order (GS4xx)."""

from ....diagnostics import declare

TURN_ORDER = declare(
    "GS401",
    "malformed turn order",
    "`turnOrder` is a mapping with a `type` and the keys of that type.",
    alias="CNL_COMPILER_TURN_ORDER_INVALID",
)
TURN_ORDER_TYPE = declare(
    "GS402",
    "unknown type of turn order",
    "The type of a turn order is `roundRobin`, `fixedOrder`, `simultaneous` or `cardDriven`.",
    alias="CNL_COMPILER_TURN_ORDER_UNSUPPORTED_TYPE",
)
CONFIG_REQUIRED = declare(
    "GS403",
    "card-driven turn order without `config`",
    "A `cardDriven` turn order needs a mapping `config` with its slots, factions and options.",
    alias="CNL_COMPILER_TURN_ORDER_CARD_DRIVEN_CONFIG_REQUIRED",
)
FIXED_EMPTY = declare(
    "GS404",
    "empty turn order",
    "`order` of a `fixedOrder` is a list of at least one player.",
    alias="CNL_COMPILER_FIXED_ORDER_EMPTY",
)
# A warning: two turns per round may be intended.
FIXED_TWICE = declare(
    "GS405",
    "player twice in the turn order",
    "A player who is listed twice has two turns in each round. Remove one if that is unintended.",
    alias="CNL_COMPILER_FIXED_ORDER_DUPLICATE",
)
FIXED_INVALID = declare(
    "GS406",
    "invalid player in the turn order",
    "Players are named by their numbers in quotes, from `'0'` to one less than `players.max`.",
    alias="CNL_VALIDATOR_FIXED_ORDER_INVALID",
)
FLOW = declare(
    "GS407",
    "malformed turn flow",
    "A part of a card-driven turn order is malformed. The message names the expected form.",
    alias="CNL_COMPILER_TURN_FLOW_INVALID",
)
FLOW_MISSING = declare(
    "GS408",
    "incomplete turn flow",
    """A card-driven turn order requires `cardLifecycle`, `eligibility`, `optionMatrix`,
    `passRewards` and `durationWindows`; lists may be empty.""",
    alias="CNL_COMPILER_TURN_FLOW_REQUIRED_FIELD_MISSING",
)
FACTION_TWICE = declare(
    "GS409",
    "duplicate faction",
    "Each faction may be listed only once in `factions`.",
    alias="CNL_COMPILER_TURN_FLOW_ORDERING_DUPLICATE_FACTION",
)
ROW_TWICE = declare(
    "GS410",
    "duplicate row of the option matrix",
    "The option matrix has at most one row for each class of action of the first faction.",
    alias="CNL_COMPILER_TURN_FLOW_ORDERING_DUPLICATE_OPTION_ROW",
)
PRECEDENCE = declare(
    "GS411",
    "missing precedence of interrupts",
    "With more than one pivotal action, `interrupt.precedence` must list the factions in order.",
    alias="CNL_COMPILER_TURN_FLOW_ORDERING_PRECEDENCE_REQUIRED",
)
PRECEDENCE_UNKNOWN = declare(
    "GS412",
    "unknown faction in the precedence",
    "`interrupt.precedence` may only name factions of `eligibility.factions`.",
    alias="CNL_COMPILER_TURN_FLOW_ORDERING_PRECEDENCE_UNKNOWN_FACTION",
)
PRECEDENCE_TWICE = declare(
    "GS413",
    "duplicate faction in the precedence",
    "`interrupt.precedence` may name each faction only once.",
    alias="CNL_COMPILER_TURN_FLOW_ORDERING_PRECEDENCE_DUPLICATE",
)
LIFECYCLE = declare(
    "GS414",
    "malformed card slots",
    "`cardLifecycle` is a mapping of `played`, `lookahead` and `leader` to ids of zones.",
    alias="CNL_VALIDATOR_TURN_FLOW_CARD_LIFECYCLE_INVALID",
)
ELIGIBILITY = declare(
    "GS415",
    "malformed eligibility",
    "`eligibility` is a mapping with `factions` and optionally `overrideWindows`.",
    alias="CNL_VALIDATOR_TURN_FLOW_ELIGIBILITY_INVALID",
)
FACTIONS = declare(
    "GS416",
    "invalid list of factions",
    "`factions` is a list of at least one text.",
    alias="CNL_VALIDATOR_TURN_FLOW_ELIGIBILITY_FACTIONS_INVALID",
)
WINDOWS = declare(
    "GS417",
    "invalid list of windows",
    "`overrideWindows` is a list of mappings with `id` and `duration`.",
    alias="CNL_VALIDATOR_TURN_FLOW_OVERRIDE_WINDOWS_INVALID",
)
WINDOW = declare(
    "GS418",
    "malformed window",
    "A window is a mapping with `id` and `duration`: `turn`, `nextTurn`, `round` or `cycle`.",
    alias="CNL_VALIDATOR_TURN_FLOW_OVERRIDE_WINDOW_SHAPE_INVALID",
)
MATRIX = declare(
    "GS419",
    "malformed option matrix",
    "`optionMatrix` is a list of rows, each with `first` and `second`.",
    alias="CNL_VALIDATOR_TURN_FLOW_OPTION_MATRIX_INVALID",
)
MATRIX_ROW = declare(
    "GS420",
    "malformed row of the option matrix",
    "A row has `first` (`event`, `operation` or `operationPlusSpecialActivity`) and `second`.",
    alias="CNL_VALIDATOR_TURN_FLOW_OPTION_MATRIX_ROW_INVALID",
)
MATRIX_SECOND = declare(
    "GS421",
    "invalid list of options",
    "`second` lists the classes of actions that the second faction may play.",
    alias="CNL_VALIDATOR_TURN_FLOW_OPTION_MATRIX_SECOND_INVALID",
)
REWARDS = declare(
    "GS422",
    "invalid list of rewards",
    "`passRewards` is a list of mappings with `factionClass`, `resource` and `amount`.",
    alias="CNL_VALIDATOR_TURN_FLOW_PASS_REWARDS_INVALID",
)
REWARD = declare(
    "GS423",
    "malformed reward",
    "A reward is a mapping with `factionClass`, `resource` (a global variable) and `amount`.",
    alias="CNL_VALIDATOR_TURN_FLOW_PASS_REWARD_SHAPE_INVALID",
)
REWARD_AMOUNT = declare(
    "GS424",
    "invalid amount of a reward",
    "`amount` of a reward is a whole number.",
    alias="CNL_VALIDATOR_TURN_FLOW_PASS_REWARD_AMOUNT_INVALID",
)
DURATION_WINDOWS = declare(
    "GS425",
    "invalid list of durations",
    "`durationWindows` is a list of `turn`, `nextTurn`, `round` and `cycle`.",
    alias="CNL_VALIDATOR_TURN_FLOW_DURATION_WINDOWS_INVALID",
)
COUP = declare(
    "GS426",
    "malformed coup plan",
    """`coupPlan` is a mapping with `phases`, allowed only in the `config` of a card-driven turn
    order.""",
    alias="CNL_COMPILER_COUP_PLAN_INVALID",
)
COUP_MISSING = declare(
    "GS427",
    "incomplete coup plan",
    "A coup plan needs a list of `phases`, and each phase an `id` and `steps` or `effects`.",
    alias="CNL_COMPILER_COUP_PLAN_REQUIRED_FIELD_MISSING",
)
COUP_EMPTY = declare(
    "GS428",
    "coup plan without phases",
    "A coup plan has at least one phase.",
    alias="CNL_COMPILER_COUP_PLAN_PHASES_EMPTY",
)
COUP_PHASE = declare(
    "GS429",
    "malformed coup phase",
    "A phase of a coup round is a mapping with `id` and either `steps` or `effects`.",
    alias="CNL_COMPILER_COUP_PLAN_PHASE_INVALID",
)
COUP_ID = declare(
    "GS430",
    "invalid id of a coup phase",
    "The id of a phase is a non-empty text.",
    alias="CNL_COMPILER_COUP_PLAN_PHASE_ID_INVALID",
)
COUP_TWICE = declare(
    "GS431",
    "duplicate coup phase",
    "Each phase of a coup round needs a unique id.",
    alias="CNL_COMPILER_COUP_PLAN_PHASE_DUPLICATE",
)
COUP_STEPS = declare(
    "GS432",
    "invalid list of steps",
    "`steps` is a list of at least one text: names of steps, for human readers.",
    alias="CNL_COMPILER_COUP_PLAN_PHASE_STEPS_INVALID",
)
COUP_ROUNDS = declare(
    "GS433",
    "invalid number of coup rounds",
    "`maxConsecutiveRounds` is a whole number of at least 1.",
    alias="CNL_COMPILER_COUP_PLAN_MAX_CONSECUTIVE_INVALID",
)
COUP_OMIT = declare(
    "GS434",
    "invalid list of omitted phases",
    "`finalRoundOmitPhases` is a list of ids of phases of the coup round.",
    alias="CNL_COMPILER_COUP_PLAN_FINAL_ROUND_OMIT_INVALID",
)
COUP_OMIT_UNKNOWN = declare(
    "GS435",
    "unknown omitted phase",
    "`finalRoundOmitPhases` may only name phases of the same coup plan.",
    alias="CNL_COMPILER_COUP_PLAN_FINAL_ROUND_OMIT_UNKNOWN_PHASE",
)
