"""The diagnostics of what a GameSpecDoc says in values, conditions, queries and effects."""

from ....diagnostics import declare

MISSING_CAPABILITY = declare(
    "GS301",
    "not a form of the language",
    """A value, condition, query or effect is written in a way that the language does not know, or a
    key that it needs is missing. The help lists what may stand there. Numbers are whole and have 32
    bits.""",
    alias="CNL_COMPILER_MISSING_CAPABILITY",
)
PLAYER_SELECTOR = declare(
    "GS302",
    "not a player selector",
    """Players are selected by `actor`, `active`, `all`, `allOther`, `left`, `right`, a number in
    quotes or `{id: 2}`, and by the name of a binding: `$x` or `{chosen: $x}`.""",
    alias="CNL_COMPILER_PLAYER_SELECTOR_INVALID",
)
ZONE_SELECTOR = declare(
    "GS303",
    "not a zone selector",
    """A zone is selected by `base:owner`, where the owner is `none`, a player selector or a number,
    by the base alone if nobody owns it, by a binding, or by a value that gives its id.""",
    alias="CNL_COMPILER_ZONE_SELECTOR_INVALID",
)
ZONE_AMBIGUOUS = declare(
    "GS304",
    "a zone without its owner",
    "Each player has a zone of this base, so its owner must be written too: `hand:actor`.",
    alias="CNL_COMPILER_ZONE_SELECTOR_AMBIGUOUS",
)
ZONE_UNKNOWN = declare(
    "GS305",
    "unknown zone",
    "No zone of this base is declared in `zones`, nor by the map or a board.",
    alias="CNL_COMPILER_ZONE_SELECTOR_UNKNOWN_BASE",
)
ZONE_OWNERSHIP = declare(
    "GS306",
    "a zone has no such owner",
    """A zone that is declared for players needs one as its owner, and one that belongs to nobody is
    written with `none` or with its base alone.""",
    alias="ZONE_SELECTOR_OWNERSHIP_INVALID",
)
PLAYER_OUT_OF_BOUNDS = declare(
    "GS307",
    "there is no such player",
    "Players are numbered from 0; there are at most as many as `metadata.players.max` says.",
    alias="PLAYER_SELECTOR_ID_OUT_OF_BOUNDS",
)
UNBOUND = declare(
    "GS308",
    "a name that nothing is bound to",
    """A binding is known inside of what binds it: params in their action, `forEach`, `let`,
    `rollRandom` and `reduce` in their inner effects, choices and `bindValue` from there on.""",
    alias="CNL_COMPILER_BINDING_UNBOUND",
)
SHADOWED = declare(
    "GS309",
    "a name hides another",
    "A binding has the name of one that is known here already, which can't be reached inside it.",
    alias="CNL_COMPILER_BINDING_SHADOWED",
)
UNKNOWN_KEY = declare(
    "GS310",
    "a key that means nothing here",
    "The key is not one of those that may stand here, so it is ignored. It may be misspelt.",
    alias="CNL_VALIDATOR_UNKNOWN_KEY",
)
INTS_RANGE = declare(
    "GS311",
    "a range without numbers",
    "The range of `intsInRange` ends before it begins, or its step is not a positive number.",
    alias="DOMAIN_INTS_RANGE_INVALID",
)
CHOOSE_N = declare(
    "GS312",
    "how many to choose is not clear",
    "`chooseN` takes either `n`, or `max` and perhaps `min`; 0 or more, and `min` at most `max`.",
    alias="EFFECT_CHOOSE_N_CARDINALITY_INVALID",
)
