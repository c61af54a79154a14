"""What can be wrong with the text of a GameSpecDoc as a whole, with its blocks and its macros."""

from __future__ import annotations

from ....diagnostics import declare

INPUT_LIMIT = declare(
    "CNL_PARSER_INPUT_TOO_LARGE",
    "document too large",
    "A document may be 1 MiB long. Nothing of a longer one is read.",
)
BLOCK_LIMIT = declare(
    "CNL_PARSER_TOO_MANY_BLOCKS",
    "too many blocks",
    "A document may have 128 YAML blocks. The others are left out: put more sections in a block.",
)
BLOCK_SIZE = declare(
    "CNL_PARSER_BLOCK_TOO_LARGE",
    "block too large",
    "A YAML block may be 256 KiB long. A longer one is left out: split it.",
)
TRUNCATED = declare(
    "CNL_PARSER_DIAGNOSTICS_TRUNCATED",
    "too much to tell",
    "There are more than 500 findings. The others are not shown; mend these first.",
)
UNCLOSED = declare(
    "CNL_PARSER_FENCE_UNCLOSED",
    "a block without an end",
    "A block ends at the next three back-ticks. There are none behind this one, so it is ignored.",
)
LABELLED = declare(
    "CNL_PARSER_FENCE_LABEL",
    "more than a label at a fence",
    """Behind the three back-ticks that open a block stand its label (`yaml`) and the end of the
    line, nothing else, not even blanks. Any other block is prose and is ignored.""",
)
NO_BLOCKS = declare(
    "CNL_PARSER_NO_BLOCKS",
    "nothing to read",
    """The sections of a game stand in blocks of YAML, which begin with a line that ends in three
    back-ticks and `yaml`, and end with three back-ticks. Everything else is prose.""",
)
SECTION_AMBIGUOUS = declare(
    "CNL_PARSER_SECTION_AMBIGUOUS",
    "no telling which section this is",
    """A block is a mapping: the names of sections with their contents, or the contents of one
    section with a key `section` that names it. A block without either is looked at for its shape,
    and this one has the shape of no section or of several. It is ignored.""",
)
SECTION_UNKNOWN = declare(
    "CNL_PARSER_SECTION_UNKNOWN",
    "no such section",
    "The key `section` names a section that does not exist, so the block is ignored.",
)
SECTION_TWICE = declare(
    "CNL_PARSER_DUPLICATE_SINGLETON_SECTION",
    "a section given twice",
    """There is only one of `metadata`, `constants`, `turnStructure`, `turnOrder` and `terminal` (of
    `scoring` and `victory`, too). The first one counts. Sections that are lists may be split.""",
)
NOT_A_LIST = declare(
    "CNL_PARSER_SECTION_NOT_LIST",
    "a section that should be a list",
    """Sections such as `zones`, `actions` or `setup` are lists: each item begins with a dash. What
    is given here is something else, and counts as an empty list.""",
)
ROOT_COUP_PLAN = declare(
    "CNL_PARSER_ROOT_COUP_PLAN",
    "a coup plan of its own",
    "A `coupPlan` belongs to a card-driven turn order: it stands in `turnOrder`, below `config`.",
)
UNKNOWN_ROOT_KEY = declare(
    "CNL_YAML_007",
    "unknown section",
    "A key at the root of a block is the name of no section, so what it holds is ignored.",
)
DASH = declare(
    "CNL_YAML_011",
    "dash without a space",
    """In YAML an item of a list is a dash, a space and the item. Without the space the dash
    belongs to the text, and what looks like a list is a mapping or one long text.""",
)
EXPANSION_LIMIT = declare(
    "CNL_COMPILER_LIMIT_EXCEEDED",
    "too much",
    """Macros may make 20,000 effects and boards 10,000 zones, and what they make may be nested 200
    levels deep; what would go beyond that is left out. A game has 2,500 zones
    and 250,000 parts at most.""",
)
CONSTANT_UNKNOWN = declare(
    "CNL_COMPILER_CONSTANT_UNKNOWN",
    "no such constant",
    "`{ref: constant, name: x}` stands for the number `x` of the section `constants`.",
)
MACRO_INVALID = declare(
    "EFFECT_MACRO_INVALID",
    "a macro that can't be used",
    """An effect macro is `{id, params: [{name, type}], effects: [...]}`, a condition macro is
    `{id, params: [{name, type}], condition: ...}`. Its text may use only its own params.""",
)
MACRO_TWICE = declare(
    "EFFECT_MACRO_DUPLICATE_ID",
    "two macros of one name",
    "Every macro needs an id of its own. The first one of this id counts.",
)
MACRO_UNKNOWN = declare(
    "EFFECT_MACRO_UNKNOWN",
    "no such macro",
    "A call `{macro: id, args: {...}}` or `{conditionMacro: id, args: {...}}` names no macro.",
)
MACRO_CYCLE = declare(
    "EFFECT_MACRO_CYCLE",
    "a macro within itself",
    "A macro calls itself, directly or through others, so it would never end.",
)
MACRO_DEPTH = declare(
    "EFFECT_MACRO_DEPTH_EXCEEDED",
    "macros too deep in macros",
    "A macro may call another, and that one more, but only 10 levels deep.",
)
MACRO_MISSING_ARGS = declare(
    "EFFECT_MACRO_MISSING_ARGS",
    "a macro lacks arguments",
    "A call must give a value in `args` for each param of the macro.",
)
MACRO_EXTRA_ARGS = declare(
    "EFFECT_MACRO_EXTRA_ARGS",
    "arguments that a macro does not have",
    "A call gives values that the macro has no params for. They are not used.",
)
BUILT_IN = declare(
    "CNL_COMPILER_BUILT_IN_INVALID",
    "a built-in macro with wrong arguments",
    """`refillToSize: {zone, fromZone, size}` and `discardDownTo: {zone, size, to?}` need all of
    these; `size` is a whole number that is not negative, or a constant.""",
)
BOARD_UNKNOWN = declare(
    "CNL_BOARD_MACRO_UNKNOWN",
    "no such board",
    "A zone `{macro: name, args: [...]}` stands for the zones of a board: `grid` or `hex`.",
)
BOARD_ARGS = declare(
    "CNL_BOARD_MACRO_ARGS_INVALID",
    "a board with wrong measures",
    "A board is `{macro: grid, args: [rows, columns]}` or `{macro: hex, args: [radius]}`.",
)
