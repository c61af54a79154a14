"""The diagnostics of the CGML front end, each with its manual page."""

from ...diagnostics import declare

UNKNOWN_KEY = declare(
    "CG101",
    "unknown key",
    """A mapping has a key that CGML does not define there. Keys are checked strictly, so that a
    misspelt key is not silently ignored; keys of your own belong in a `meta` key. A misspelt key
    is reported once: checking continues as if it were spelt correctly.""",
)
MISSING = declare("CG102", "missing key", "A required key is missing. The message names it.")
SHAPE = declare(
    "CG103",
    "wrong kind of value",
    "Expected a value of a different kind: a list, a mapping, text, a number or a boolean.",
)
WORD = declare("CG104", "invalid value", "This key accepts only a few words, which the help lists.")
VERSION = declare(
    "CG105",
    "unsupported language version",
    """`cgml_version` must be "1.3", or "1.2" for an older file, which is upgraded while it is read;
    `ludwright migrate` writes the upgraded file. This applies to every file of a game.""",
)
DUPLICATE = declare(
    "CG106",
    "duplicate name",
    """Zones, variables, options, rules and transitions with an id each need a unique name.
    Variables and options share one namespace, because both are read as `$.name`. Different cards
    need different names, and cards that agree in all properties need the same one; names of cards
    are compared without regard to case, because players type them.""",
)
NUMBER = declare(
    "CG107",
    "number out of range",
    "A number is too small or too large for its key; integers have 32 bits.",
)
NO_ZONE = declare(
    "CG108",
    "deck without a starting zone",
    """The cards of a deck start in the first zone whose `of_deck` names it and which is neither per
    player nor per team. This deck has no such zone.""",
)
PROPERTY_MISSING = declare(
    "CG109",
    "missing card property",
    """Every card of a game has every property, so that a path to it is always valid. Give the
    property to each card, or put it in `default_properties`.""",
)
NAME = declare(
    "CG111",
    "invalid card name",
    """Players see the `name` of a card and type it in moves, where spaces, `+`, `,` and `/`
    separate names. A name starts with a letter, a digit or a symbol such as a star, continues with
    these or with any of `-_'.!?*#&%`, and has at most 40 characters. `none` and `done` are
    reserved, because they are moves.""",
)
UNKNOWN = declare(
    "CG201",
    "unknown name",
    "A zone, deck, type, variable, state, phase, template or definition is not declared.",
)
OPERATOR = declare(
    "CG202",
    "unknown operator",
    """An expression is `value`, `path`, `ref`, `use` or one operator with a list of operands. This
    key is none of these.""",
)
ACTION = declare("CG203", "unknown action", "CGML has no action of this name.")
TRIGGER = declare(
    "CG204",
    "unknown trigger",
    """A trigger is `on.phase.NAME`, `on.state.enter.NAME`, `on.state.exit.NAME`, `on.turn.begin`,
    `on.turn.end`, an event of a card (`on.draw`, `on.play`, `on.discard`, `on.move`), or `on.NAME`
    for an event that `components.events` declares.""",
)
PATH = declare(
    "CG205",
    "invalid path",
    """A path starts with `$`, followed by `.name` and `[selector]` steps, as in
    `$.players[current].zones.hand`. Functions such as `top(...)` enclose a path.""",
)
FIELD = declare(
    "CG206",
    "unknown field",
    "A step of the path names a field or selector that the value before it does not have.",
)
REF = declare(
    "CG207",
    "ref without a value",
    """`ref: name` reads the value that an earlier action of the same effect stored with
    `store_as: name`. Other rules cannot read it; use a variable for that.""",
)
CYCLE = declare(
    "CG208",
    "computed variable depends on itself",
    "The expressions of computed variables must not form a cycle.",
)
ALIAS = declare(
    "CG209",
    "invalid item name",
    """With `as: name`, nested tests can read the item of the outer test as `$.name`. The name
    consists of letters, digits and `_`, and must be free: not a word of the language (`$.card`,
    `$.player`), not a variable or option, and not the item of an enclosing test. `as` is only
    allowed next to an operator that tests each item of a list.""",
)
RECURSION = declare(
    "CG210",
    "recursive definition",
    """A definition is substituted for each `{use: name}`, so it cannot contain itself, directly or
    through other definitions. The message shows the cycle. To repeat something, use REPEAT,
    FOR_EACH, or an operator over a list.""",
)
TYPE = declare(
    "CG301",
    "mismatched types",
    """Every expression has one type, known before play. Here a value has a different type than its
    context expects, or two values that can never be equal are compared.""",
)
LITERAL = declare(
    "CG302",
    "unknown value of a type",
    """A literal is read as the type of its neighbours: next to a rank, `2` and "2" both name the
    rank 2. That type has no such value.""",
)
RANKS = declare(
    "CG303",
    "ranks are not ordered",
    """Ranks are symbols without an order. Compare their positions in the `rank_hierarchy`: apply
    `rank_value` to both sides.""",
)
UNTYPED = declare(
    "CG304",
    "cannot infer a type",
    """The type of a variable or of a stored value is inferred from its initial value and its uses.
    Here neither determines it: add a `type:` key.""",
)
OPERANDS = declare(
    "CG305", "wrong number of operands", "The operator takes a different number of operands."
)
PER_PLAYER = declare(
    "CG306",
    "expected one number per player",
    """`max` and `min` as the evaluator of a win condition need exactly one number per player, in
    seat order: a list with an item for each player, or a path through `$.players[*]`.""",
)
UNSET = declare(
    "CG307",
    "variable without a value",
    "Numbers and booleans cannot be unset: add an `initial_value`.",
)
NOT_YET = declare(
    "CG401",
    "not yet supported",
    "The construct is part of the language, but this version cannot run it yet.",
)
DEPRECATED = declare(
    "CG402", "deprecated word", "The word still works but will be removed; use the new one."
)
NEVER = declare(
    "CG403",
    "unreachable",
    "The rule, state or transition is well formed, but no play can get to it.",
)
UNSHUFFLED = declare(
    "CG404",
    "never shuffled",
    """`ordering: shuffled` only declares that the order of a zone is unknown. It does not shuffle
    the zone: add a SHUFFLE action.""",
)
REVEALS = declare(
    "CG405",
    "automatic choice reveals information",
    """With `auto: true` a single option is taken without asking, which reveals to the others that
    the player had only one option.""",
)
REARRANGED = declare(
    "CG411",
    "reordering a fixed zone",
    """The type of the zone has `allows_reorder: false`, but a REORDER action lets a player choose
    the order of its cards. The action still works: remove one of the two.""",
)
MISPLACED = declare(
    "CG406",
    "not allowed here",
    "The action, tag or anchor exists, but is not allowed in this context.",
)
COMPLEX = declare(
    "CG407",
    "too large",
    """Fully expanded, the game exceeds the size limit: computed variables and definitions are
    copied to each place that reads them, and some operators copy their operands. Use plain
    variables.""",
)
NO_BASE = declare(
    "CG408",
    "nothing to change",
    """An entry with only `disabled: true` deletes the entry of the same name from a base or an
    import, and `extends` names the rule that another one refines. No such entry exists.""",
)
EMPTY = declare(
    "CG409",
    "choice may be empty",
    """REQUEST_INPUT fails if there is no option, and the rest of the rule is then skipped. That can
    happen here, and the file does not show that it is intended. Ask only if there is an option:
    with a `condition`, or in an IF with `any`, `exists` or `count` of the same list. Or add
    `on_failure` to the action or the rule. Zones are assumed to hold cards.""",
)
UNREAD = declare(
    "CG410",
    "unused computed variable",
    "Computed variables are evaluated where they are read. Nothing reads this one: remove it.",
)
UNUSED = declare(
    "CG412",
    "unused definition",
    "Nothing uses the named expression. Refer to it as `{use: name}`, or remove it.",
)
UNREAD_ALIAS = declare(
    "CG413",
    "unused item name",
    "`as` names the item of a test, but nothing in the test reads it as `$.name`.",
)
ABSENT = declare(
    "CG414",
    "comparison with a value that may be absent",
    """An absent value (no card on top, no such item, a variable or ref that is not set) makes every
    comparison false, including `isNotEqual`. If absent counts as different, write
    `not: [{isEqual: [...]}]`; if not, test `exists` first, as in
    `and: [{exists: [a]}, {isNotEqual: [a, b]}]`. A comparison with `null` tests for an absent value
    and is not affected.""",
)
SKIPPED = declare(
    "CG415",
    "phases that SET_STATE skips",
    """After SET_STATE the transitions of the new state are tested before its first phase. One of
    them always holds here, so that the state is left at once and none of its phases runs. After a
    transition into a state its first phase is played before its transitions are tested: enter this
    state by a transition, or leave it by SET_STATE in a rule of its last phase.""",
)
LAYOUT = declare(
    "CG110",
    "file cannot be rewritten",
    """`fmt` and `migrate` read their output again and compare it with the file. Here the meaning
    would change, so nothing is written. Replace aliases (`*name`) by what they stand for.""",
)
NOT_UPGRADED = declare(
    "CG501",
    "cannot be upgraded from version 1.2",
    """A file of version 1.2 is read as the equivalent file of version 1.3. This part has no
    equivalent, or it is ambiguous. The help says what to write instead.""",
)
