"""The diagnostics of a CGML file that can't be understood."""

from ...diagnostics import declare

UNKNOWN_KEY = declare(
    "CG101",
    "unknown key",
    """A mapping has a key that CGML does not know there. Keys are checked strictly, so that a
    misspelt one is not silently ignored; free keys belong below a `meta` key.""",
)
MISSING = declare(
    "CG102", "missing key", "A key that is needed here is not given. The message names it."
)
SHAPE = declare(
    "CG103",
    "wrong kind of value",
    "A list, a mapping, a text, a number or a truth value is needed here, and it is another one.",
)
WORD = declare(
    "CG104", "not one of the allowed words", "This key takes one of a few words, listed in help."
)
VERSION = declare(
    "CG105",
    "version of the language",
    """`cgml_version` must be "1.3", or "1.2" for an older file, which is upgraded while it is read;
    `ludwright migrate` writes the upgraded file. Also in every file that a game is made of.""",
)
TWICE = declare(
    "CG106",
    "a name is given twice",
    """Zones, variables, options, rules and transitions with an id each need a name of their own.
    Names of variables and options share one space, because both are read as `$.name`. Different
    cards need different names, and cards that agree in all properties the same one; capitals make
    no difference, because players type these names.""",
)
NUMBER = declare(
    "CG107",
    "number out of range",
    "A number is too small or too large for its place; whole numbers have 32 bits.",
)
NO_ZONE = declare(
    "CG108",
    "a deck has no zone to start in",
    """The cards of a deck start in the first zone whose `of_deck` names it and which is not per
    player. Without such a zone the cards would be nowhere.""",
)
PROPERTY_MISSING = declare(
    "CG109",
    "a card lacks a property",
    """Every card of a game has every property, so that a path to it always means something. Give
    the property to each card or put it in `default_properties`.""",
)
NAME = declare(
    "CG111",
    "a card's name that cannot be typed",
    """Players see the `name` of a card and type it in moves, where blanks, `+`, `,` and `/`
    separate names. A name starts with a letter, a digit or a symbol such as a star, continues with
    these or with any of `-_'.!?*#&%`, and has at most 40 characters. `none` and `done` are moves.
    """,
)
UNKNOWN = declare(
    "CG201",
    "unknown name",
    "A zone, deck, type, variable, state, phase or template is used that is not declared.",
)
OPERATOR = declare(
    "CG202",
    "unknown operator",
    """An expression is `value`, `path`, `ref` or one operator with a list of operands. The key
    used here is none of these.""",
)
ACTION = declare(
    "CG203", "unknown action", "The word after `action:` is not an action of the language."
)
TRIGGER = declare(
    "CG204",
    "unknown trigger",
    """A trigger is `on.phase.NAME`, `on.state.enter.NAME`, `on.state.exit.NAME`, `on.turn.begin`,
    `on.turn.end`, or an event of a card: `on.draw`, `on.play`, `on.discard`, `on.move`.""",
)
PATH = declare(
    "CG205",
    "a path that can't be read",
    """Paths start with `$` and go on with `.name` and `[selector]`, as in
    `$.players[current].zones.hand`. Functions such as `top(...)` stand around a path.""",
)
FIELD = declare(
    "CG206",
    "no such field",
    """A path goes on with a name or a selector that what it has reached so far does not have.""",
)
REF = declare(
    "CG207",
    "a ref without a value",
    """`ref: name` reads what an earlier action of the same effect kept with `store_as: name`. It
    is not visible in other rules; use a variable for that.""",
)
CIRCLE = declare(
    "CG208",
    "a computed variable depends on itself",
    "The expressions of computed variables must not read each other in a circle.",
)
ALIAS = declare(
    "CG209",
    "an item that can't be called this",
    """With `as: name`, nested tests can read the item of the outer test as `$.name`. The
    name consists of letters, digits and `_`; it must not have another meaning there: as a word of
    the language (`$.card`, `$.player`), as a variable or option, or as the item of a test around
    it. `as` stands beside an operator that goes through a list, and has no meaning elsewhere.""",
)
RECURSION = declare(
    "CG210",
    "a definition uses itself",
    """A definition is put in the place of each `{use: name}`, so it can't contain itself, directly
    or through other definitions. The message shows the cycle. To repeat something, use REPEAT,
    FOR_EACH, or an operator that goes through a list.""",
)
TYPE = declare(
    "CG301",
    "values of two kinds",
    """Every expression has one type, known before play. Here a value of one type stands where
    another is needed, or two that can never be equal are compared.""",
)
LITERAL = declare(
    "CG302",
    "not a value of its type",
    """A literal is read as what stands next to it: beside a rank, `2` and "2" both name the rank
    2. This one is not among the values of that type.""",
)
RANKS = declare(
    "CG303",
    "ranks have no order of their own",
    """Ranks are symbols. Compare their places in the `rank_hierarchy` instead: put `rank_value`
    around each side.""",
)
UNTYPED = declare(
    "CG304",
    "a type that can't be told",
    """The type of a variable or of what was stored is found from its initial value and from how it
    is used. Nothing tells it here: add a `type:` key.""",
)
OPERANDS = declare(
    "CG305", "wrong number of operands", "The operator takes another number of operands."
)
PER_PLAYER = declare(
    "CG306",
    "one number for each player",
    """`max` and `min` as the evaluator of a win condition need exactly one number per player, in
    seat order: a list as long as there are players, or a path through `$.players[*]`.""",
)
UNSET = declare(
    "CG307",
    "a variable without a value",
    "Numbers and truth values can't be unset: give an `initial_value`.",
)
NOT_YET = declare(
    "CG401",
    "not yet supported",
    "The construct is part of the language, but this version can't run it yet.",
)
DEPRECATED = declare(
    "CG402", "an old word", "The word still works but will go away; the message names the new one."
)
NEVER = declare(
    "CG403",
    "never happens",
    "The rule, state or transition is well formed, but nothing can ever set it off.",
)
UNSHUFFLED = declare(
    "CG404",
    "never shuffled",
    """A zone with `ordering: shuffled` only says that its order is not known. Nothing shuffles it
    unless an action SHUFFLE does.""",
)
TELLS = declare(
    "CG405",
    "an automatic choice tells something",
    """With `auto: true` a single option is taken without asking. Others can then tell how many
    options the player had.""",
)
REARRANGED = declare(
    "CG411",
    "a zone that may not be rearranged",
    """The type of the zone says `allows_reorder: false`, and yet an action REORDER lets a player
    choose the order of its cards. It works all the same: take one of the two away.""",
)
MISPLACED = declare(
    "CG406",
    "not possible here",
    "The action or anchor exists, but has no meaning in this place.",
)
COMPLEX = declare(
    "CG407",
    "too large",
    """Written out in full, the game has more parts than it may have: computed variables are
    repeated where they are read, and some operators repeat their operands. Use plain variables.""",
)
NO_BASE = declare(
    "CG408",
    "nothing to change",
    """An entry with `disabled: true` and nothing else deletes the one of the same name that a base
    or an import brings, and `extends` names the rule that another one refines. There is none.""",
)
EMPTY = declare(
    "CG409",
    "a choice that may be empty",
    """REQUEST_INPUT fails if there is no option, and the rest of the rule is then left out. That
    may happen here, and the file does not say that it is meant. Ask only if there is an option:
    with a `condition`, or in an IF with `any`, `exists` or `count` of the same list. Or say what
    happens with `on_failure`, on the action or on the rule. Zones are taken to hold cards.""",
)
UNREAD = declare(
    "CG410",
    "a computed variable that nothing reads",
    "The variable is worked out where it is read, and nothing reads it. Read it, or leave it out.",
)
UNUSED = declare(
    "CG412",
    "a definition that nothing uses",
    """The named expression is not used anywhere. Write `{use: name}` where it is meant, or leave
    it out.""",
)
UNREAD_ALIAS = declare(
    "CG413",
    "an item's name that nothing reads",
    "The item of a test is given a name with `as`, and nothing in the test reads it as `$.name`.",
)
ABSENT = declare(
    "CG414",
    "a comparison with a value that may be absent",
    """A value that is absent (no card on top, no such item, a variable or ref that is not set)
    makes the comparison it stands in false, `isNotEqual` too. If absent is to count as different,
    write `not: [{isEqual: [...]}]`; if not, test `exists` first, as in
    `and: [{exists: [a]}, {isNotEqual: [a, b]}]`. A comparison with `null` asks whether the value
    is absent and is not meant here.""",
)
LAYOUT = declare(
    "CG110",
    "a layout that can't be changed",
    """`fmt` and `migrate` read what they have written once more and compare it with the file. Here
    it would not say the same, so nothing is written. Write aliases (`*name`) out in full.""",
)
NOT_UPGRADED = declare(
    "CG501",
    "can't be upgraded from version 1.2",
    """A file of version 1.2 is read as the file of version 1.3 that says the same. For this part
    there is none, or it can't be told which. The help says what to write instead.""",
)
