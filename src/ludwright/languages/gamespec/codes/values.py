"""Diagnostics about values, conditions, queries and effects (GS3xx)."""

from ....diagnostics import declare

# The catch-all for forms; tools know it under this alias, whatever is wrong with the form.
MISSING_CAPABILITY = declare(
    "GS301",
    "unsupported form",
    """A value, condition, query or effect has a form that the language does not define, or a
    required key is missing. The help lists the forms that are allowed. Numbers are 32-bit
    integers.""",
    alias="CNL_COMPILER_MISSING_CAPABILITY",
)
PLAYER_SELECTOR = declare(
    "GS302",
    "invalid player selector",
    """Players are selected by `actor`, `active`, `all`, `allOther`, `left`, `right`, by a player
    number in quotes or as `{id: 2}`, or by a binding: `$x` or `{chosen: $x}`.""",
    alias="CNL_COMPILER_PLAYER_SELECTOR_INVALID",
)
ZONE_SELECTOR = declare(
    "GS303",
    "invalid zone selector",
    """A zone is selected by `base:owner`, where the owner is `none`, a player selector or a player
    number; by its base alone if it has no owner; by a binding; or by a value that evaluates to its
    id.""",
    alias="CNL_COMPILER_ZONE_SELECTOR_INVALID",
)
ZONE_AMBIGUOUS = declare(
    "GS304",
    "zone without owner",
    "Each player has a zone of this base, so the selector must include the owner: `hand:actor`.",
    alias="CNL_COMPILER_ZONE_SELECTOR_AMBIGUOUS",
)
# For bases without a full id; full ids such as `deck:none` are checked between sections (GS5xx).
ZONE_UNKNOWN = declare(
    "GS305",
    "unknown zone",
    "No zone of this base is declared, neither in `zones` nor by the map or a board.",
    alias="CNL_COMPILER_ZONE_SELECTOR_UNKNOWN_BASE",
)
ZONE_OWNERSHIP = declare(
    "GS306",
    "wrong zone owner",
    """A zone that is declared for players requires a player as its owner. A zone without owner is
    written with `none` or by its base alone.""",
    alias="ZONE_SELECTOR_OWNERSHIP_INVALID",
)
PLAYER_OUT_OF_BOUNDS = declare(
    "GS307",
    "player number out of range",
    "Players are numbered from 0 to one less than `metadata.players.max`.",
    alias="PLAYER_SELECTOR_ID_OUT_OF_BOUNDS",
)
UNBOUND = declare(
    "GS308",
    "unbound name",
    """A binding is in scope only inside the construct that binds it: params in their action; the
    names of `forEach`, `let`, `rollRandom` and `reduce` in their nested effects; choices and
    `bindValue` in the effects that follow.""",
    alias="CNL_COMPILER_BINDING_UNBOUND",
)
SHADOWED = declare(
    "GS309",
    "shadowed name",
    "A binding has the name of another that is already in scope and hides it. Rename one of them.",
    alias="CNL_COMPILER_BINDING_SHADOWED",
)
UNKNOWN_KEY = declare(
    "GS310",
    "unknown key",
    "The key is not defined here and is ignored. It may be misspelt.",
    alias="CNL_VALIDATOR_UNKNOWN_KEY",
)
INTS_RANGE = declare(
    "GS311",
    "empty integer range",
    "`intsInRange` ends before it starts, or its step is not positive.",
    alias="DOMAIN_INTS_RANGE_INVALID",
)
CHOOSE_N = declare(
    "GS312",
    "invalid number of choices",
    """`chooseN` takes either `n`, or `max` and optionally `min`: at least 0, with `min` not above
    `max`.""",
    alias="EFFECT_CHOOSE_N_CARDINALITY_INVALID",
)
