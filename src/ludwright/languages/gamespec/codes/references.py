"""The diagnostics of names that one section of a GameSpecDoc uses and another defines."""

from ....diagnostics import declare

ACTION_PHASE = declare(
    "GS501",
    "an action in an unknown phase",
    "The `phase` of an action is one of `turnStructure.phases`.",
    alias="CNL_XREF_ACTION_PHASE_MISSING",
)
PROFILE_ACTION = declare(
    "GS502",
    "a pipeline for an unknown action",
    "The `actionId` of a pipeline is the id of an action.",
    alias="CNL_XREF_PROFILE_ACTION_MISSING",
)
PROFILE_WINDOW = declare(
    "GS503",
    "a pipeline with an unknown window",
    "`linkedWindows` of a pipeline names `eligibility.overrideWindows` of the turn order.",
    alias="CNL_XREF_PROFILE_WINDOW_MISSING",
)
TRIGGER_PHASE = declare(
    "GS504",
    "a trigger for an unknown phase",
    "The `phase` of a trigger's event is one of `turnStructure.phases`.",
    alias="CNL_XREF_TRIGGER_PHASE_MISSING",
)
TRIGGER_ACTION = declare(
    "GS505",
    "a trigger for an unknown action",
    "The `action` of a trigger's event is the id of an action.",
    alias="CNL_XREF_TRIGGER_ACTION_MISSING",
)
VICTORY_FACTION = declare(
    "GS506",
    "an unknown faction wins",
    "The faction of a checkpoint is one of `eligibility.factions` of the turn order.",
    alias="CNL_XREF_VICTORY_FACTION_MISSING",
)
MARGIN_FACTION = declare(
    "GS507",
    "an unknown faction is ranked",
    "The faction of a margin is one of `eligibility.factions` of the turn order.",
    alias="CNL_XREF_MARGIN_FACTION_MISSING",
)
SETUP_ZONE = declare(
    "GS508",
    "a token is created in an unknown zone",
    "`createToken` in the setup names a zone that exists for the most players.",
    alias="CNL_XREF_SETUP_ZONE_MISSING",
)
SETUP_TOKEN_TYPE = declare(
    "GS509",
    "a token of an unknown type",
    "`createToken` in the setup names one of `tokenTypes`, or of the pieces of a catalogue.",
    alias="CNL_XREF_SETUP_TOKEN_TYPE_MISSING",
)
EFFECT_ZONE = declare(
    "GS510",
    "an effect on an unknown zone",
    "Effects of actions name zones that exist for the most players.",
    alias="CNL_XREF_EFFECT_ZONE_MISSING",
)
DECK_ZONE = declare(
    "GS511",
    "an event deck in an unknown zone",
    "`drawZone` and `discardZone` of an event deck are ids of zones.",
    alias="CNL_XREF_EVENT_DECK_ZONE_MISSING",
)
DECK_EFFECT_ZONE = declare(
    "GS512",
    "an event on an unknown zone",
    "Effects of events name zones that exist for the most players.",
    alias="CNL_XREF_EVENT_DECK_EFFECT_ZONE_MISSING",
)
LIFECYCLE_ZONE = declare(
    "GS513",
    "an unknown slot for cards",
    "`played`, `lookahead` and `leader` of `cardLifecycle` are ids of zones.",
    alias="CNL_XREF_LIFECYCLE_ZONE_MISSING",
)
REWARD_VAR = declare(
    "GS514",
    "a reward into an unknown variable",
    "The `resource` of a reward for passing is a global variable.",
    alias="CNL_XREF_REWARD_VAR_MISSING",
)
GVAR = declare(
    "GS515",
    "an unknown global variable",
    "Global variables are declared in `globalVars` or as tracks of a map.",
    alias="REF_GVAR_MISSING",
)
PVAR = declare(
    "GS516",
    "an unknown variable of players",
    "Variables that each player has are declared in `perPlayerVars`.",
    alias="REF_PVAR_MISSING",
)
ZONE = declare(
    "GS517",
    "an unknown zone",
    "Zones are declared in `zones` or are spaces of a map.",
    alias="REF_ZONE_MISSING",
)
TOKEN_TYPE = declare(
    "GS518",
    "an unknown type of token",
    "Types of tokens are declared in `tokenTypes` or are pieces of a catalogue.",
    alias="REF_TOKEN_TYPE_MISSING",
)
PHASE = declare(
    "GS519",
    "an unknown phase",
    "Phases are declared in `turnStructure.phases` and nowhere else.",
    alias="REF_PHASE_MISSING",
)
ACTION = declare(
    "GS520",
    "an unknown action",
    "What the turn order says of actions names them by their ids.",
    alias="REF_ACTION_MISSING",
)
