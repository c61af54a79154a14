"""The diagnostics of what a GameSpecDoc says in values, conditions, queries and effects."""

from ....diagnostics import declare

MISSING_CAPABILITY = declare(
    "CNL_COMPILER_MISSING_CAPABILITY",
    "not a form of the language",
    """A value, condition, query or effect is written in a way that the language does not know, or a
    key that it needs is missing. The help lists what may stand there. Numbers are whole and have 32
    bits.""",
)
PLAYER_SELECTOR = declare(
    "CNL_COMPILER_PLAYER_SELECTOR_INVALID",
    "not a player selector",
    """Players are selected by `actor`, `active`, `all`, `allOther`, `left`, `right`, a number in
    quotes or `{id: 2}`, and by the name of a binding: `$x` or `{chosen: $x}`.""",
)
ZONE_SELECTOR = declare(
    "CNL_COMPILER_ZONE_SELECTOR_INVALID",
    "not a zone selector",
    """A zone is selected by `base:owner`, where the owner is `none`, a player selector or a number,
    by the base alone if nobody owns it, by a binding, or by a value that gives its id.""",
)
ZONE_AMBIGUOUS = declare(
    "CNL_COMPILER_ZONE_SELECTOR_AMBIGUOUS",
    "a zone without its owner",
    "Each player has a zone of this base, so its owner must be written too: `hand:actor`.",
)
ZONE_UNKNOWN = declare(
    "CNL_COMPILER_ZONE_SELECTOR_UNKNOWN_BASE",
    "unknown zone",
    "No zone of this base is declared in `zones`, nor by the map or a board.",
)
ZONE_OWNERSHIP = declare(
    "ZONE_SELECTOR_OWNERSHIP_INVALID",
    "a zone has no such owner",
    """A zone that is declared for players needs one as its owner, and one that belongs to nobody is
    written with `none` or with its base alone.""",
)
PLAYER_OUT_OF_BOUNDS = declare(
    "PLAYER_SELECTOR_ID_OUT_OF_BOUNDS",
    "there is no such player",
    "Players are numbered from 0; there are at most as many as `metadata.players.max` says.",
)
UNBOUND = declare(
    "CNL_COMPILER_BINDING_UNBOUND",
    "a name that nothing is bound to",
    """A binding is known inside of what binds it: params in their action, `forEach`, `let`,
    `rollRandom` and `reduce` in their inner effects, choices and `bindValue` from there on.""",
)
SHADOWED = declare(
    "CNL_COMPILER_BINDING_SHADOWED",
    "a name hides another",
    "A binding has the name of one that is known here already, which can't be reached inside it.",
)
UNKNOWN_KEY = declare(
    "CNL_VALIDATOR_UNKNOWN_KEY",
    "a key that means nothing here",
    "The key is not one of those that may stand here, so it is ignored. It may be misspelt.",
)
INTS_RANGE = declare(
    "DOMAIN_INTS_RANGE_INVALID",
    "a range without numbers",
    "The range of `intsInRange` ends before it begins, or its step is not a positive number.",
)
CHOOSE_N = declare(
    "EFFECT_CHOOSE_N_CARDINALITY_INVALID",
    "how many to choose is not clear",
    "`chooseN` takes either `n`, or `max` and perhaps `min`; 0 or more, and `min` at most `max`.",
)
