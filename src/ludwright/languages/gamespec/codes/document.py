"""What can be wrong with the text of a GameSpecDoc as a whole, with its blocks and its macros."""

from __future__ import annotations

from ....diagnostics import declare

INPUT_LIMIT = declare(
    "GS101",
    "document too large",
    "A document may be 1 MiB long. Nothing of a longer one is read.",
    alias="CNL_PARSER_INPUT_TOO_LARGE",
)
BLOCK_LIMIT = declare(
    "GS102",
    "too many blocks",
    "A document may have 128 YAML blocks. The others are left out: put more sections in a block.",
    alias="CNL_PARSER_TOO_MANY_BLOCKS",
)
BLOCK_SIZE = declare(
    "GS103",
    "block too large",
    "A YAML block may be 256 KiB long. A longer one is left out: split it.",
    alias="CNL_PARSER_BLOCK_TOO_LARGE",
)
TRUNCATED = declare(
    "GS104",
    "too much to tell",
    "There are more than 500 findings. The others are not shown; mend these first.",
    alias="CNL_PARSER_DIAGNOSTICS_TRUNCATED",
)
UNCLOSED = declare(
    "GS105",
    "a block without an end",
    "A block ends at the next three back-ticks. There are none behind this one, so it is ignored.",
    alias="CNL_PARSER_FENCE_UNCLOSED",
)
LABELLED = declare(
    "GS106",
    "more than a label at a fence",
    """Behind the three back-ticks that open a block stand its label (`yaml`) and the end of the
    line, nothing else, not even blanks. Any other block is prose and is ignored.""",
    alias="CNL_PARSER_FENCE_LABEL",
)
NO_BLOCKS = declare(
    "GS107",
    "nothing to read",
    """The sections of a game stand in blocks of YAML, which begin with a line that ends in three
    back-ticks and `yaml`, and end with three back-ticks. Everything else is prose.""",
    alias="CNL_PARSER_NO_BLOCKS",
)
SECTION_AMBIGUOUS = declare(
    "GS108",
    "no telling which section this is",
    """A block is a mapping: the names of sections with their contents, or the contents of one
    section with a key `section` that names it. A block without either is looked at for its shape,
    and this one has the shape of no section or of several. It is ignored.""",
    alias="CNL_PARSER_SECTION_AMBIGUOUS",
)
SECTION_UNKNOWN = declare(
    "GS109",
    "no such section",
    "The key `section` names a section that does not exist, so the block is ignored.",
    alias="CNL_PARSER_SECTION_UNKNOWN",
)
SECTION_TWICE = declare(
    "GS110",
    "a section given twice",
    """There is only one of `metadata`, `constants`, `turnStructure`, `turnOrder` and `terminal` (of
    `scoring` and `victory`, too). The first one counts. Sections that are lists may be split.""",
    alias="CNL_PARSER_DUPLICATE_SINGLETON_SECTION",
)
NOT_A_LIST = declare(
    "GS111",
    "a section that should be a list",
    """Sections such as `zones`, `actions` or `setup` are lists: each item begins with a dash. What
    is given here is something else, and counts as an empty list.""",
    alias="CNL_PARSER_SECTION_NOT_LIST",
)
ROOT_COUP_PLAN = declare(
    "GS112",
    "a coup plan of its own",
    "A `coupPlan` belongs to a card-driven turn order: it stands in `turnOrder`, below `config`.",
    alias="CNL_PARSER_ROOT_COUP_PLAN",
)
UNKNOWN_ROOT_KEY = declare(
    "GS113",
    "unknown section",
    "A key at the root of a block is the name of no section, so what it holds is ignored.",
    alias="CNL_YAML_007",
)
DASH = declare(
    "GS114",
    "dash without a space",
    """In YAML an item of a list is a dash, a space and the item. Without the space the dash
    belongs to the text, and what looks like a list is a mapping or one long text.""",
    alias="CNL_YAML_011",
)
EXPANSION_LIMIT = declare(
    "GS115",
    "too much",
    """Macros may make 20,000 effects and boards 10,000 zones, and what they make may be nested 200
    levels deep; what would go beyond that is left out. A game has 2,500 zones
    and 250,000 parts at most.""",
    alias="CNL_COMPILER_LIMIT_EXCEEDED",
)
CONSTANT_UNKNOWN = declare(
    "GS116",
    "no such constant",
    "`{ref: constant, name: x}` stands for the number `x` of the section `constants`.",
    alias="CNL_COMPILER_CONSTANT_UNKNOWN",
)
MACRO_INVALID = declare(
    "GS117",
    "a macro that can't be used",
    """An effect macro is `{id, params: [{name, type}], effects: [...]}`, a condition macro is
    `{id, params: [{name, type}], condition: ...}`. Its text may use only its own params.""",
    alias="EFFECT_MACRO_INVALID",
)
MACRO_TWICE = declare(
    "GS118",
    "two macros of one name",
    "Every macro needs an id of its own. The first one of this id counts.",
    alias="EFFECT_MACRO_DUPLICATE_ID",
)
MACRO_UNKNOWN = declare(
    "GS119",
    "no such macro",
    "A call `{macro: id, args: {...}}` or `{conditionMacro: id, args: {...}}` names no macro.",
    alias="EFFECT_MACRO_UNKNOWN",
)
MACRO_CYCLE = declare(
    "GS120",
    "a macro within itself",
    "A macro calls itself, directly or through others, so it would never end.",
    alias="EFFECT_MACRO_CYCLE",
)
MACRO_DEPTH = declare(
    "GS121",
    "macros too deep in macros",
    "A macro may call another, and that one more, but only 10 levels deep.",
    alias="EFFECT_MACRO_DEPTH_EXCEEDED",
)
MACRO_MISSING_ARGS = declare(
    "GS122",
    "a macro lacks arguments",
    "A call must give a value in `args` for each param of the macro.",
    alias="EFFECT_MACRO_MISSING_ARGS",
)
MACRO_EXTRA_ARGS = declare(
    "GS123",
    "arguments that a macro does not have",
    "A call gives values that the macro has no params for. They are not used.",
    alias="EFFECT_MACRO_EXTRA_ARGS",
)
BUILT_IN = declare(
    "GS124",
    "a built-in macro with wrong arguments",
    """`refillToSize: {zone, fromZone, size}` and `discardDownTo: {zone, size, to?}` need all of
    these; `size` is a whole number that is not negative, or a constant.""",
    alias="CNL_COMPILER_BUILT_IN_INVALID",
)
BOARD_UNKNOWN = declare(
    "GS125",
    "no such board",
    "A zone `{macro: name, args: [...]}` stands for the zones of a board: `grid` or `hex`.",
    alias="CNL_BOARD_MACRO_UNKNOWN",
)
BOARD_ARGS = declare(
    "GS126",
    "a board with wrong measures",
    "A board is `{macro: grid, args: [rows, columns]}` or `{macro: hex, args: [radius]}`.",
    alias="CNL_BOARD_MACRO_ARGS_INVALID",
)
