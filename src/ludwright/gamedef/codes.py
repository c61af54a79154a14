"""The diagnostics of games that violate a law of GameDef."""

from ..diagnostics import declare

TWICE = declare(
    "GD101",
    "duplicate name",
    """Two declarations of one kind share a name: enums, tables, properties, zones, variables,
    options, procedures, teams or traits; supplies, where one is out of play; values of an enum;
    parameters or notations of an action; parameters of a procedure; the two tokens of a RunLength;
    the names of a Listener. A Possible must not bind a name that is bound outside. Rename one of
    them.""",
)
UNKNOWN = declare(
    "GD102",
    "unknown name",
    """The game uses a zone, variable, option, procedure, table, property, enum, enum value, link,
    trait, supply or team that it does not declare. Declare it or correct the spelling.""",
)
ARGUMENTS = declare(
    "GD103",
    "wrong number of arguments",
    """A Call or Later passes a procedure more or fewer arguments than it has parameters.""",
)
MAIN = declare(
    "GD104",
    "missing or invalid procedure `main`",
    """Play starts with the procedure `main`, which must exist, have no parameters and not be called
    by any other.""",
)
WORD = declare(
    "GD105",
    "invalid keyword",
    """Fields such as `place`, `face` or `audience` take one of a few words; the message lists
    them. The audience `owner` requires a variable that is kept per seat or per team.""",
)
ZONE = declare(
    "GD106",
    "incomplete or superfluous zone reference",
    """A zone that is kept per seat or per team is referred to with its owner, one of several with
    its index, and any other with neither. ZonesNamed denotes all zones of a name. Links connect
    zones without owners.""",
)
VARIABLE = declare(
    "GD107",
    "incomplete or superfluous variable reference",
    """A variable that is kept per seat or per team is referred to with `of`, one of several with
    its `index`, and any other with neither. A variable cannot be both.""",
)
PLAYERS = declare(
    "GD108",
    "invalid number of players",
    """A game has at least 1 and at most 16 players, and the maximum must not be below the
    minimum.""",
)
TEAMS = declare(
    "GD109",
    "invalid teams",
    """In a game with teams every seat that may be occupied is in exactly one team, and no team is
    empty, whatever the number of players. A zone or variable is kept per seat or per team, not
    both. A game without teams must not refer to any.""",
)
LEAVE = declare(
    "GD110",
    "Leave outside a loop",
    """Leave exits the innermost While or ForEach of its own procedure, but there is none; or the
    only one encloses a Together or a Possible, which cannot be left.""",
)
ACTIONS = declare(
    "GD111",
    "choice without actions",
    """Decide and TakeFirst need at least one action.""",
)
PARAMETER = declare(
    "GD112",
    "invalid parameter",
    """A parameter of an action needs `items`, the list from which its value is chosen; a parameter
    of a procedure has none, because its value is passed by the Call.""",
)
HOLE = declare(
    "GD113",
    "missing part",
    """A Hole stands for a part that could not be lowered. The cause was reported where the game was
    read; a game with a Hole is never compiled.""",
)
RANGE = declare(
    "GD114",
    "number out of range",
    """Whole numbers have 32 bits, seats are numbered from 0, the count of a zone is at least 1, and
    an index must be below that count.""",
)
SUPPLY = declare(
    "GD115",
    "invalid supply",
    """A supply starts in a zone that exists once: neither kept per seat or team nor one of several.
    Let the tokens start elsewhere and deal them. The tokens of a supply without a zone start out of
    play, and only those can be created.""",
)
DEEP = declare(
    "GD116",
    "nested too deeply",
    """The nesting depth of expressions and statements exceeds the limit in the message. Split them
    up with local names or procedures.""",
)
RESERVED = declare(
    "GD117",
    "reserved enum name",
    """The name of an enum is a type, so it cannot be `int`, `bool`, `seat`, `token`, `zone` or
    `any`, be empty, or begin with a bracket.""",
)
TOGETHER = declare(
    "GD131",
    "invalid statement in a Together or Possible",
    """The body of a Together is run twice: to collect the answers of each seat, then with all of
    them. So Leave and Return cannot end it, it contains no other Together, and no choice follows a
    random draw, because the draw is made only after all choices. Draw before the Together, or ask
    after it. Return cannot end a Possible either, which is only a dry run.""",
)
LATER = declare(
    "GD132",
    "invalid call on the agenda",
    """A call on the agenda stores its arguments: at most 4, none of them a list. Keep the rest in
    variables.""",
)
FIXED = declare(
    "GD133",
    "assignment to a fixed property",
    """SetProperty requires a property that is declared to change. Declare it so, or use a variable.
    A property that shows on the backs of tokens cannot change.""",
)
TYPE = declare(
    "GD201",
    "type mismatch",
    """A value of one type is used where another type is expected. The message names both.""",
)
UNBOUND = declare(
    "GD202",
    "unbound local name",
    """A local name is used before it is bound in its procedure, in reading order. Names bound by an
    expression such as Filter are visible only inside it.""",
)
TWO_TYPES = declare(
    "GD203",
    "local name with two types",
    """A local name has one type in its whole procedure, parameters of actions included. Use two
    names.""",
)
CONSTANT = declare(
    "GD204",
    "constant expected",
    """The initial value of a variable is a number, truth, symbol, seat, team or nothing; an option
    is a number, truth or symbol, and its default is one of the allowed values.""",
)
VALUES = declare(
    "GD205",
    "wrong number of values",
    """A table has one number for each value of its enum, a token one value for each property.""",
)
NO_TYPE = declare(
    "GD206",
    "invalid type",
    """Types are `int`, `bool`, `seat`, `team`, `token`, `zone`, the names of enums, and lists such
    as `[token]`. Properties are int, bool or an enum; variables cannot be lists; only tokens,
    zones, seats, teams and enum values can be nothing.""",
)
EMPTY = declare(
    "GD207",
    "empty list of unknown type",
    """The type of a ListOf without items cannot be inferred: give the type of its items in `of`.
    Nor can that of a Join of no lists.""",
)
