"""Diagnostics about names that one section uses and another must declare (GS5xx)."""

from ....diagnostics import declare

ACTION_PHASE = declare(
    "GS501",
    "action in an unknown phase",
    "The `phase` of an action must be one of `turnStructure.phases`.",
    alias="CNL_XREF_ACTION_PHASE_MISSING",
)
PROFILE_ACTION = declare(
    "GS502",
    "pipeline for an unknown action",
    "The `actionId` of a pipeline must be the id of an action.",
    alias="CNL_XREF_PROFILE_ACTION_MISSING",
)
PROFILE_WINDOW = declare(
    "GS503",
    "pipeline with an unknown window",
    "`linkedWindows` of a pipeline must name `eligibility.overrideWindows` of the turn order.",
    alias="CNL_XREF_PROFILE_WINDOW_MISSING",
)
TRIGGER_PHASE = declare(
    "GS504",
    "trigger for an unknown phase",
    "The `phase` of a trigger's event must be one of `turnStructure.phases`.",
    alias="CNL_XREF_TRIGGER_PHASE_MISSING",
)
TRIGGER_ACTION = declare(
    "GS505",
    "trigger for an unknown action",
    "The `action` of a trigger's event must be the id of an action.",
    alias="CNL_XREF_TRIGGER_ACTION_MISSING",
)
VICTORY_FACTION = declare(
    "GS506",
    "checkpoint of an unknown faction",
    "The faction of a checkpoint must be one of `eligibility.factions` of the turn order.",
    alias="CNL_XREF_VICTORY_FACTION_MISSING",
)
MARGIN_FACTION = declare(
    "GS507",
    "margin of an unknown faction",
    "The faction of a margin must be one of `eligibility.factions` of the turn order.",
    alias="CNL_XREF_MARGIN_FACTION_MISSING",
)
SETUP_ZONE = declare(
    "GS508",
    "token created in an unknown zone",
    "`createToken` in the setup must name a zone that exists with the maximum number of players.",
    alias="CNL_XREF_SETUP_ZONE_MISSING",
)
SETUP_TOKEN_TYPE = declare(
    "GS509",
    "token of an unknown type",
    "`createToken` in the setup must name one of `tokenTypes` or a piece type of the catalogue.",
    alias="CNL_XREF_SETUP_TOKEN_TYPE_MISSING",
)
EFFECT_ZONE = declare(
    "GS510",
    "effect on an unknown zone",
    "Effects of actions must name zones that exist with the maximum number of players.",
    alias="CNL_XREF_EFFECT_ZONE_MISSING",
)
DECK_ZONE = declare(
    "GS511",
    "event deck in an unknown zone",
    "`drawZone` and `discardZone` of an event deck must be ids of zones.",
    alias="CNL_XREF_EVENT_DECK_ZONE_MISSING",
)
DECK_EFFECT_ZONE = declare(
    "GS512",
    "event on an unknown zone",
    "Effects of events must name zones that exist with the maximum number of players.",
    alias="CNL_XREF_EVENT_DECK_EFFECT_ZONE_MISSING",
)
LIFECYCLE_ZONE = declare(
    "GS513",
    "unknown card slot",
    "`played`, `lookahead` and `leader` of `cardLifecycle` must be ids of zones.",
    alias="CNL_XREF_LIFECYCLE_ZONE_MISSING",
)
REWARD_VAR = declare(
    "GS514",
    "reward in an unknown variable",
    "The `resource` of a pass reward must be a global variable.",
    alias="CNL_XREF_REWARD_VAR_MISSING",
)
# From here on, names in any section; the codes above are for one kind of reference each.
GVAR = declare(
    "GS515",
    "unknown global variable",
    "Global variables are declared in `globalVars` or as tracks of a map.",
    alias="REF_GVAR_MISSING",
)
PVAR = declare(
    "GS516",
    "unknown per-player variable",
    "Variables that each player has are declared in `perPlayerVars`.",
    alias="REF_PVAR_MISSING",
)
ZONE = declare(
    "GS517",
    "unknown zone",
    "Zones are declared in `zones` or as spaces of a map.",
    alias="REF_ZONE_MISSING",
)
TOKEN_TYPE = declare(
    "GS518",
    "unknown token type",
    "Token types are declared in `tokenTypes` or as pieces of a catalogue.",
    alias="REF_TOKEN_TYPE_MISSING",
)
PHASE = declare(
    "GS519",
    "unknown phase",
    "Phases are declared in `turnStructure.phases` and nowhere else.",
    alias="REF_PHASE_MISSING",
)
ACTION = declare(
    "GS520",
    "unknown action",
    "The turn order must refer to actions by their ids.",
    alias="REF_ACTION_MISSING",
)
