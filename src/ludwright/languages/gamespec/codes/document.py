"""Diagnostics about the text of a document, its blocks, sections and macros (GS1xx)."""

from __future__ import annotations

from ....diagnostics import declare

INPUT_LIMIT = declare(
    "GS101",
    "document too large",
    "A document may have up to 1 MiB. Nothing is read of a longer one.",
    alias="CNL_PARSER_INPUT_TOO_LARGE",
)
BLOCK_LIMIT = declare(
    "GS102",
    "too many blocks",
    """A document may have 128 YAML blocks. The others are ignored: put several sections in one
    block.""",
    alias="CNL_PARSER_TOO_MANY_BLOCKS",
)
BLOCK_SIZE = declare(
    "GS103",
    "block too large",
    "A YAML block may have up to 256 KiB. A longer one is ignored: split it.",
    alias="CNL_PARSER_BLOCK_TOO_LARGE",
)
# Reported by `capped`, once per stage, so that no document can flood the output.
TRUNCATED = declare(
    "GS104",
    "too many diagnostics",
    "There are more than 500 diagnostics. Fix those that are shown first.",
    alias="CNL_PARSER_DIAGNOSTICS_TRUNCATED",
)
UNCLOSED = declare(
    "GS105",
    "unclosed block",
    "A block ends at the next three backticks. None follow this fence, so the block is ignored.",
    alias="CNL_PARSER_FENCE_UNCLOSED",
)
LABELLED = declare(
    "GS106",
    "text after the label of a fence",
    """The three backticks that open a block are followed by its label (`yaml`) and the end of the
    line; not even spaces may come between. Any other block is prose and is ignored.""",
    alias="CNL_PARSER_FENCE_LABEL",
)
NO_BLOCKS = declare(
    "GS107",
    "no YAML blocks",
    """The sections of a game are in YAML blocks, which start with three backticks and `yaml` at the
    end of a line and end with three backticks. Everything else is prose.""",
    alias="CNL_PARSER_NO_BLOCKS",
)
SECTION_AMBIGUOUS = declare(
    "GS108",
    "ambiguous section",
    """A block is a mapping: either names of sections with their contents, or the contents of one
    section with a key `section` that names it. Otherwise the section is inferred from the shape of
    the block, and this shape matches no section or several. The block is ignored.""",
    alias="CNL_PARSER_SECTION_AMBIGUOUS",
)
SECTION_UNKNOWN = declare(
    "GS109",
    "unknown section name",
    "The key `section` names a section that does not exist, so the block is ignored.",
    alias="CNL_PARSER_SECTION_UNKNOWN",
)
SECTION_TWICE = declare(
    "GS110",
    "duplicate section",
    """`metadata`, `constants`, `turnStructure`, `turnOrder`, `terminal`, `scoring` and `victory`
    may appear only once. The first one is used. Sections that are lists may be split.""",
    alias="CNL_PARSER_DUPLICATE_SINGLETON_SECTION",
)
NOT_A_LIST = declare(
    "GS111",
    "section that is not a list",
    """Sections such as `zones`, `actions` or `setup` are lists: each item starts with a dash. Any
    other value counts as an empty list.""",
    alias="CNL_PARSER_SECTION_NOT_LIST",
)
ROOT_COUP_PLAN = declare(
    "GS112",
    "coup plan outside `turnOrder`",
    "A `coupPlan` is part of a card-driven turn order: put it in `turnOrder`, below `config`.",
    alias="CNL_PARSER_ROOT_COUP_PLAN",
)
# For a key beside known sections; GS109 is for the value of the key `section`.
UNKNOWN_ROOT_KEY = declare(
    "GS113",
    "unknown section",
    "A key at the root of a block is not the name of a section, so its value is ignored.",
    alias="CNL_YAML_007",
)
DASH = declare(
    "GS114",
    "dash without a space",
    """In YAML a list item is a dash, a space and the item. Without the space the dash is part of
    the text, and what looks like a list is a mapping or one long text.""",
    alias="CNL_YAML_011",
)
# Also reported by lowering, for a game with too many zones or nodes.
EXPANSION_LIMIT = declare(
    "GS115",
    "expansion too large",
    """Macros may produce 20,000 effects and boards 10,000 zones, nested up to 200 levels deep; the
    excess is omitted. A game may have up to 2,500 zones and 250,000 nodes.""",
    alias="CNL_COMPILER_LIMIT_EXCEEDED",
)
CONSTANT_UNKNOWN = declare(
    "GS116",
    "unknown constant",
    "`{ref: constant, name: x}` is replaced by the number `x` of the section `constants`.",
    alias="CNL_COMPILER_CONSTANT_UNKNOWN",
)
MACRO_INVALID = declare(
    "GS117",
    "malformed macro",
    """An effect macro is `{id, params: [{name, type}], effects: [...]}`, a condition macro is `{id,
    params: [{name, type}], condition: ...}`. Its body may only use its own params.""",
    alias="EFFECT_MACRO_INVALID",
)
MACRO_TWICE = declare(
    "GS118",
    "duplicate macro",
    "Each macro needs a unique id. The first one is used.",
    alias="EFFECT_MACRO_DUPLICATE_ID",
)
MACRO_UNKNOWN = declare(
    "GS119",
    "unknown macro",
    "A call `{macro: id, args: {...}}` or `{conditionMacro: id, args: {...}}` must name a macro.",
    alias="EFFECT_MACRO_UNKNOWN",
)
MACRO_CYCLE = declare(
    "GS120",
    "recursive macro",
    "A macro calls itself, directly or through others, so its expansion would never end.",
    alias="EFFECT_MACRO_CYCLE",
)
MACRO_DEPTH = declare(
    "GS121",
    "macro calls nested too deeply",
    "Macros may call macros up to 10 levels deep.",
    alias="EFFECT_MACRO_DEPTH_EXCEEDED",
)
MACRO_MISSING_ARGS = declare(
    "GS122",
    "missing macro argument",
    "A call must give a value in `args` for each param of the macro.",
    alias="EFFECT_MACRO_MISSING_ARGS",
)
MACRO_EXTRA_ARGS = declare(
    "GS123",
    "unknown macro argument",
    "`args` of a call has a name that is not a param of the macro. It is ignored.",
    alias="EFFECT_MACRO_EXTRA_ARGS",
)
BUILT_IN = declare(
    "GS124",
    "invalid arguments of a built-in macro",
    """The built-in macros are `refillToSize: {zone, fromZone, size}` and `discardDownTo: {zone,
    size, to?}`; `size` is a whole number of at least 0, or a constant.""",
    alias="CNL_COMPILER_BUILT_IN_INVALID",
)
BOARD_UNKNOWN = declare(
    "GS125",
    "unknown board",
    "A zone `{macro: name, args: [...]}` expands to the zones of a board: `grid` or `hex`.",
    alias="CNL_BOARD_MACRO_UNKNOWN",
)
BOARD_ARGS = declare(
    "GS126",
    "invalid board size",
    "A board is `{macro: grid, args: [rows, columns]}` or `{macro: hex, args: [radius]}`.",
    alias="CNL_BOARD_MACRO_ARGS_INVALID",
)
