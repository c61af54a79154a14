"""The machine's instruction set, on one page: every op with its operands and what it does.

Operand kinds: `to` a state address written, `at` a state address read, `list` a state address that
holds a list, `#` a number, `jump` a code address, `fail` a code address to jump to on failure (0:
the statement fails), `table` the offset of a table in the program, `*` as many state addresses as
the number before says. Widths, listings and checks are derived from here.

An op's number is its position here, and programs are stored as numbers: insert no op in the middle,
and keep the groups that `cold_ops.py` dispatches by ranges together.
"""

from __future__ import annotations

from typing import NamedTuple


class Spec(NamedTuple):
    """The operands of an op, and what it does."""

    operands: tuple[str, ...]
    does: str


SPECS: list[Spec] = []


def op(operands: str, does: str) -> int:
    """Add an op; its number is its position."""
    SPECS.append(Spec(tuple(operands.split()), does))
    return len(SPECS) - 1


# ---- flow ----
FAILED = op(
    "", "Word 0 of every program, where statements fail to: unwind to the innermost ATTEMPT."
)
STOP = op("", "Unreachable in a valid program: a fault.")
JUMP = op("jump", "Jump.")
IF_ZERO = op("at jump", "Jump if it is 0.")
IF_SET = op("at jump", "Jump if it is not 0.")
IF_EQUAL = op("at at jump", "Jump if both are equal.")
IF_DIFFER = op("at at jump", "Jump if they differ.")
IF_LESS = op("at at jump", "Jump if the first is smaller.")
IF_AT_MOST = op("at at jump", "Jump if the first is smaller or equal.")
IF_ANY = op(
    "at table at # # jump", "Jump if a zone has (#: 1) or lacks (0) a token with its bit set."
)
CALL = op("jump to table", "Save the address after this op and jump; the table lists what is live.")
RETURN = op("at", "Jump to the address saved there.")
ATTEMPT = op("jump #", "From here on a failure jumps there; #: 1 rolls back, 2 keeps lists.")
END_ATTEMPT = op("", "End the innermost ATTEMPT and keep what was done.")
FAIL = op("fail #", "Fail, for reason number #.")
MARK = op("#", "A pause of kind # (1 phase, 2 turn).")
END = op("list # #", "End the game: winners, address of the scores' list or 0, reason number.")

# ---- numbers ----
COPY = op("to at", "Copy a word.")
ADD = op("to at at", "Sum.")
SUBTRACT = op("to at at", "Difference.")
MULTIPLY = op("to at at", "Product.")
DIVIDE = op("to at at fail", "Quotient, rounded down.")
MODULO = op("to at at fail", "Remainder of DIVIDE.")
SCALE = op("to at # at", "First value times # plus second value: a key of mixed radix.")
SEAT_AFTER = op("to at at fail", "The seat a number of steps after a seat.")
ROLL = op("to at at fail #", "A random number between two numbers, both included; # who sees it.")

# ---- reading and writing by number ----
TABLE = op("to table # at fail", "The entry of a table with entries 1..#.")
FIELD = op("to # # at fail", "The state word # + index, for an index in 1..#.")
STORE = op(
    "# # # at at fail",
    "Write a value to word # + index in 1..#; who sees it (-2: its seat, -3: who knows the token).",
)
ZONE_AT = op(
    "to # # # at at fail", "Zone # + seat * # + index, for a seat in 1.. and index below #."
)
TOKEN_AT = op("to at at fail", "The token a number of positions below the top of a zone, or 0.")
RUN_LENGTH = op(
    "to at table # fail", "Face-up tokens from the top that follow a bit table pair by pair."
)
CHANGED = op("# #", "The variable at # was set: report it to the seats of a mask.")

# ---- lists ----
NEW_LIST = op("to", "An empty list on top of the list area.")
APPEND = op("list at", "Add a value to the list on top of the list area.")
KEEP_LISTS = op("to", "Save the top of the list area.")
DROP_LISTS = op("at", "Restore the top of the list area.")
KEEP_LIST = op("at list #", "Copy a list to its reserved words, with room for # items.")
TOKENS = op("to at fail", "The list of a zone's tokens, from the top.")
SELECT = op(
    "to list table at #", "The tokens of a list whose bit is set in row `at` of a bit table."
)
RANGE = op("to at at", "The list of numbers from low to high.")
DISTINCT = op("to list", "The items without duplicates.")
LENGTH = op("to list", "The number of items.")
ITEM = op("to list at fail", "The item at an index from 0.")
NEXT = op(
    "to list to jump", "Next item (first to) of a list by its cursor (second), or jump at the end."
)
CONTAINS = op("list at jump", "Jump if the value is not among the items.")
SUM = op("to list", "The sum of the items.")
LARGEST = op("to list fail", "The largest item.")
SMALLEST = op("to list fail", "The smallest item.")

# ---- tokens ----
MOVE = op("at at # fail", "Move a token to a zone; #: 0 top, 1 bottom.")
MOVE_TOP = op(
    "at at at # # fail", "Move a number of tokens one by one from zone to zone; end; partial."
)
MOVE_BLOCK = op("at at at # fail", "Move a number (-1: all) as a block from zone to zone; end.")
SHUFFLE = op("at fail", "Shuffle a zone.")
TURN = op("at #", "Turn a token down (0) or up (1).")

# ---- choices ----
DECIDE = op("table", "Wait for a choice at a site, then run the chosen action.")
ROW = op("# # *", "An option of action # with as many operands.")
ROWS_RANGE = op("# at at", "One option that stands for all numbers from low to high.")
ROWS_LIST = op("# list", "An option per item.")
ROWS_ZONE = op("# at table at #", "An option per token of a zone whose bit is set in a row.")
ROWS_PAIRS = op(
    "# # # # # table # #", "An option per source (first, count) and target whose tops fit; face up."
)
ROWS_RUNS = op(
    "# # # # # table # table #", "An option per source, target and run of two or more that fits."
)
ROWS_START = op("", "Clear the options.")
ROWS_END = op("", "All options are listed.")
TAKE = op("table jump", "Run the first option listed, or jump if there is none.")
END_TRIAL = op("", "The end of a body that may need a trial: a trial ends here, passed.")

# ---- rarer ones: all from TREE to END_DRY_RUN are in cold_ops.py, outside the run loop ----
TREE = op("to at fail", "The list of a zone and its descendants, in preorder.")
EXTEND = op("list list", "Add all items of a list to the list on top of the list area.")
SORT = op("to list list", "The items of a list sorted by the numbers in another, ascending.")
REVERSE = op("to list", "The items in reverse.")
NEXT_LINK = op(
    "to table # at to jump fail",
    "Next zone (first to) that a zone in 1..# has a link to by its cursor (second), or jump.",
)
NEED = op(
    "# at jump",
    "Jump if a value of kind # is hidden from the asking seat; a trial ends here, passed.",
)
SHOW = op("at list #", "Show a token to the seats of a list (1), or hide it from them (0).")
INSERT = op("at at at fail", "Move a token into a zone, below a number of its tokens.")
FAMILIAR = op("at", "In a trial: a token counts as known beforehand.")
DESTROY = op("at table fail", "Take a token out of play; the table has its pool, 0 if it has none.")
CHILD = op("to at at fail", "The child of a zone in a direction, or 0.")
GROW = op("to at at fail", "The child of a zone in a direction, created if there is none.")
DEEPEST = op("to at fail", "The deepest zone below a zone, the last one of several.")
PRUNE = op("at fail", "Detach an empty zone without children from its parent.")
HANG = op("at at at fail", "Make a zone with its descendants the child of another in a direction.")
HALT = op("#", "Stop with a fault, for reason number #.")

# ---- combinations: subsets.py and pick_sets.py ----
SUBSETS = op(
    "to to list at at",
    "Begin to select between two numbers of items: no selection yet; room for its items.",
)
NEXT_SUBSET = op(
    "to list list at jump",
    "Next selection from the second list, of at most a number of items, or jump.",
)
NEXT_ALIKE = op(
    "to list list at jump table #",
    "The same, without those in which two tokens do not match by their rows in a bit table.",
)
SELECTED = op("to list at", "The items that a selection takes.")
PARTITION = op(
    "to list list", "The selections (second) that share no item and weigh most by the first list."
)
MAP = op("to list table # fail", "For each item its entry in a table with entries 1..#.")
PICKED = op(
    "to list # *",
    "The values whose bits are set in words: those of a list in its order, then the others.",
)
ROWS_SETS = op(
    "# at at at # #",
    "The sets of between two numbers of items of a list, as words of bits: one option for all of"
    " them (0), or one each (1).",
)

# ---- explicit chance: chance.py ----
DRAW = op(
    "at at #", "Settle the tokens at a number of positions (-1: all) from the top (0) or bottom."
)
TOSS = op("to at at fail", "A number between two numbers, both included, that the caller chooses.")

# ---- recursion and atomic actions: recursion.py, cold_ops.py ----
PUSH = op(
    "table #",
    "Save the live registers of this procedure before a recursive CALL; #: 1 adds to its depth.",
)
POP = op("", "Restore what the last PUSH saved.")
BEGIN_ATOMIC = op("", "An atomic action begins.")
END_ATOMIC = op("", "It ends; with the outermost a trial or lookahead ends, passed.")
# ---- simultaneous choices: together.py ----
TOGETHER = op(
    "jump", "Begin to collect answers, in rounds that all start from this state; ROUND is there."
)
ROUND = op(
    "to list jump table",
    "The next seat of the list; after the last replay all; then jump. The table: what is live.",
)
APART = op("fail", "Undo what TOGETHER began, and fail.")
# ---- the agenda: agenda.py ----
LATER = op(
    "# # at fail # *",
    "Put a call on the agenda: boundary, procedure, boundaries to come; arguments.",
)
COUNT_DOWN = op("#", "A boundary has come: count down the calls that wait for it.")
TAKE_DUE = op("# to jump", "Procedure and, behind it, arguments of a call that is due, or jump.")

# ---- dry runs: dry_run.py ----
DRY_RUN = op(
    "jump jump fail",
    "Begin a dry run: where to go if it fails, if it passes, if a NEED is not met (or 0).",
)
END_DRY_RUN = op("", "The end of a dry run: it passes.")

NAMES: dict[int, str] = {
    number: name
    for name, number in list(globals().items())
    if name.isupper() and isinstance(number, int)
}


def width(code: list[int], at: int) -> int:
    """The number of words of the op at an address."""
    operands = SPECS[code[at]].operands
    if operands and operands[-1] == "*":
        return len(operands) + code[at + len(operands) - 1]
    return 1 + len(operands)
