"""The diagnostics of names that one section of a GameSpecDoc uses and another defines."""

from ....diagnostics import declare

ACTION_PHASE = declare(
    "CNL_XREF_ACTION_PHASE_MISSING",
    "an action in an unknown phase",
    "The `phase` of an action is one of `turnStructure.phases`.",
)
PROFILE_ACTION = declare(
    "CNL_XREF_PROFILE_ACTION_MISSING",
    "a pipeline for an unknown action",
    "The `actionId` of a pipeline is the id of an action.",
)
PROFILE_WINDOW = declare(
    "CNL_XREF_PROFILE_WINDOW_MISSING",
    "a pipeline with an unknown window",
    "`linkedWindows` of a pipeline names `eligibility.overrideWindows` of the turn order.",
)
TRIGGER_PHASE = declare(
    "CNL_XREF_TRIGGER_PHASE_MISSING",
    "a trigger for an unknown phase",
    "The `phase` of a trigger's event is one of `turnStructure.phases`.",
)
TRIGGER_ACTION = declare(
    "CNL_XREF_TRIGGER_ACTION_MISSING",
    "a trigger for an unknown action",
    "The `action` of a trigger's event is the id of an action.",
)
VICTORY_FACTION = declare(
    "CNL_XREF_VICTORY_FACTION_MISSING",
    "an unknown faction wins",
    "The faction of a checkpoint is one of `eligibility.factions` of the turn order.",
)
MARGIN_FACTION = declare(
    "CNL_XREF_MARGIN_FACTION_MISSING",
    "an unknown faction is ranked",
    "The faction of a margin is one of `eligibility.factions` of the turn order.",
)
SETUP_ZONE = declare(
    "CNL_XREF_SETUP_ZONE_MISSING",
    "a token is created in an unknown zone",
    "`createToken` in the setup names a zone that exists for the most players.",
)
SETUP_TOKEN_TYPE = declare(
    "CNL_XREF_SETUP_TOKEN_TYPE_MISSING",
    "a token of an unknown type",
    "`createToken` in the setup names one of `tokenTypes`, or of the pieces of a catalogue.",
)
EFFECT_ZONE = declare(
    "CNL_XREF_EFFECT_ZONE_MISSING",
    "an effect on an unknown zone",
    "Effects of actions name zones that exist for the most players.",
)
DECK_ZONE = declare(
    "CNL_XREF_EVENT_DECK_ZONE_MISSING",
    "an event deck in an unknown zone",
    "`drawZone` and `discardZone` of an event deck are ids of zones.",
)
DECK_EFFECT_ZONE = declare(
    "CNL_XREF_EVENT_DECK_EFFECT_ZONE_MISSING",
    "an event on an unknown zone",
    "Effects of events name zones that exist for the most players.",
)
LIFECYCLE_ZONE = declare(
    "CNL_XREF_LIFECYCLE_ZONE_MISSING",
    "an unknown slot for cards",
    "`played`, `lookahead` and `leader` of `cardLifecycle` are ids of zones.",
)
REWARD_VAR = declare(
    "CNL_XREF_REWARD_VAR_MISSING",
    "a reward into an unknown variable",
    "The `resource` of a reward for passing is a global variable.",
)
GVAR = declare(
    "REF_GVAR_MISSING",
    "an unknown global variable",
    "Global variables are declared in `globalVars` or as tracks of a map.",
)
PVAR = declare(
    "REF_PVAR_MISSING",
    "an unknown variable of players",
    "Variables that each player has are declared in `perPlayerVars`.",
)
ZONE = declare(
    "REF_ZONE_MISSING",
    "an unknown zone",
    "Zones are declared in `zones` or are spaces of a map.",
)
TOKEN_TYPE = declare(
    "REF_TOKEN_TYPE_MISSING",
    "an unknown type of token",
    "Types of tokens are declared in `tokenTypes` or are pieces of a catalogue.",
)
PHASE = declare(
    "REF_PHASE_MISSING",
    "an unknown phase",
    "Phases are declared in `turnStructure.phases` and nowhere else.",
)
ACTION = declare(
    "REF_ACTION_MISSING",
    "an unknown action",
    "What the turn order says of actions names them by their ids.",
)
