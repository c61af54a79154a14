"""The diagnostics of a game that breaks a law of GameDef."""

from ..diagnostics import declare

TWICE = declare(
    "GD101",
    "a name is given twice",
    """Two enums, tables, properties, zones, variables, options, procedures or teams share a name
    (or two supplies, where one is a pool), or an enum lists a value twice, or an action or
    procedure names two parameters alike, or a RunLength its two tokens, or a listener what it hears
    of, or an action has two notations of one name, or a Possible binds a name that has a value
    outside. Rename one of them.""",
)
UNKNOWN = declare(
    "GD102",
    "an unknown name",
    """Something is used that the game does not declare: a zone, variable, option, procedure,
    table, property, enum, enum value or team. Declare it or correct the spelling.""",
)
ARGUMENTS = declare(
    "GD103",
    "the wrong number of arguments",
    """A Call or Later gives a procedure more or fewer arguments than it has parameters.""",
)
MAIN = declare(
    "GD104",
    "no procedure to start with",
    """Play starts with the procedure `main`, which must exist, have no parameters and not be called
    by any other.""",
)
WORD = declare(
    "GD105",
    "a word that is not allowed here",
    """Fields such as `place`, `face` or `audience` take one of a few words; the message lists
    them. The audience `owner` needs a variable that is kept per seat or per team.""",
)
ZONE = declare(
    "GD106",
    "a zone is not named in full",
    """A zone that is kept per seat or per team is named with its owner, one of several with its
    index, and any other with neither. ZonesNamed stands for all zones of a name. Links are between
    zones without owners.""",
)
VARIABLE = declare(
    "GD107",
    "a variable is not named in full",
    """A variable that is kept per seat or per team is named with `of`, one of several with its
    `index`, any other with neither. It is not both kept for somebody and one of several.""",
)
PLAYERS = declare(
    "GD108",
    "an impossible number of players",
    """A game is for at least 1 and at most 16 players, and for no fewer at most than at least.""",
)
TEAMS = declare(
    "GD109",
    "teams that are not whole",
    """In a game with teams every seat that may play is in one team, and no team is empty, however
    many play. A zone or variable is kept per seat or per team, not both; without teams nothing is
    kept per team, and nobody is in one.""",
)
LEAVE = declare(
    "GD110",
    "Leave outside of a loop",
    """Leave ends the innermost While or ForEach of its own procedure, and there is none; or the
    only one is around a Together or a Possible, which cannot be left.""",
)
ACTIONS = declare(
    "GD111",
    "nothing to choose from",
    """Decide and TakeFirst need at least one action.""",
)
PARAMETER = declare(
    "GD112",
    "where a parameter's value comes from",
    """A parameter of an action needs `items`, the list that its value is chosen from; one of a
    procedure has none, because its value is given by the Call.""",
)
HOLE = declare(
    "GD113",
    "a part of the game is missing",
    """A Hole stands for what could not be understood. The reason was reported where the game was
    read; a game with a Hole is never compiled.""",
)
RANGE = declare(
    "GD114",
    "a number out of range",
    """Whole numbers have 32 bits, seats count from 0, there is at least one of every zone, and a
    link is between zones that are there.""",
)
SUPPLY = declare(
    "GD115",
    "tokens start in one zone",
    """A supply names a zone that exists once: not one kept per seat and not one of several. Let
    the tokens start elsewhere and deal them. A supply without a zone is a pool, and only the
    tokens of a pool are created.""",
)
DEEP = declare(
    "GD116",
    "nested too deeply",
    """Expressions and statements lie in each other deeper than the limit in the message. Split
    them up with names or procedures.""",
)
RESERVED = declare(
    "GD117",
    "an enum with the name of a type",
    """An enum's name is a type, so it cannot be `int`, `bool`, `seat`, `token`, `zone`, `any`,
    nothing at all, or begin with a bracket.""",
)
TOGETHER = declare(
    "GD131",
    "what several seats choose at the same time",
    """The body of a Together is first rehearsed for each seat and then carried out. So nothing
    leads out of it, there is no Together inside, and no choice comes after a random draw, because
    the draw is not made before all have chosen. Draw before the Together, or ask afterwards.
    Return does not lead out of a Possible either, which only tries something out.""",
)
LATER = declare(
    "GD132",
    "what cannot be put on the agenda",
    """A call on the agenda keeps what the procedure is given: at most 4 values, and no lists. Keep
    the rest in variables.""",
)
FIXED = declare(
    "GD133",
    "a fixed property is set",
    """SetProperty is for properties that are declared to change. Declare it so, or keep what
    changes in a variable. What shows on the backs of tokens can't change.""",
)
TYPE = declare(
    "GD201",
    "a value of the wrong type",
    """A value of one type stands where another type is needed. The message names both.""",
)
UNBOUND = declare(
    "GD202",
    "a local name without a value",
    """A local name is used before anything binds it in its procedure, reading from the top. Names
    bound by an expression such as Filter are known only inside of it.""",
)
TWO_TYPES = declare(
    "GD203",
    "a local name with two types",
    """A local name has one type in its whole procedure, parameters of actions included. Use two
    names.""",
)
CONSTANT = declare(
    "GD204",
    "a constant is needed",
    """A variable starts with a number, truth, symbol, seat, team or nothing; an option is a
    number, truth or symbol, and its default is one of those allowed.""",
)
VALUES = declare(
    "GD205",
    "the wrong number of values",
    """A table has one number for each value of its enum, a token one value for each property.""",
)
NO_TYPE = declare(
    "GD206",
    "not a type",
    """Types are `int`, `bool`, `seat`, `team`, `token`, `zone`, the names of enums and lists such
    as `[token]`. Properties are int, bool or an enum; variables are no lists; nothing is possible
    only for tokens, zones, seats, teams and enum values.""",
)
EMPTY = declare(
    "GD207",
    "an empty list of unknown type",
    """A ListOf without items does not tell what it is a list of: give the type in `of`. A Join of
    no lists does not tell it either.""",
)
