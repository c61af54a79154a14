"""The machine's alphabet, on one page: every op with its operands and what it does.

Operand kinds: `to` the state address written, `at` a state address read, `list` a state address
that holds a list, `#` a plain number, `jump` a code address, `fail` a code address to go to on
failure (0: the statement fails), `table` an offset of a table in the program, `*` state addresses
as many as the number before says. All widths, listings and checks are derived from here.
"""

from __future__ import annotations

from typing import NamedTuple


class Spec(NamedTuple):
    """What the rest of the house knows of an op."""

    operands: tuple[str, ...]
    does: str


SPECS: list[Spec] = []


def op(operands: str, does: str) -> int:
    """Add an op to the alphabet; its number is its place."""
    SPECS.append(Spec(tuple(operands.split()), does))
    return len(SPECS) - 1


# ---- flow ----
FAILED = op("", "Word 0 of every program, where failed statements go: on to the innermost TRY.")
STOP = op("", "A place no program may reach: a fault.")
JUMP = op("jump", "Go on there.")
IF_ZERO = op("at jump", "Jump if it is 0.")
IF_SET = op("at jump", "Jump if it is not 0.")
IF_EQUAL = op("at at jump", "Jump if both are the same.")
IF_DIFFER = op("at at jump", "Jump if they differ.")
IF_LESS = op("at at jump", "Jump if the first is smaller.")
IF_AT_MOST = op("at at jump", "Jump if the first is smaller or the same.")
IF_ANY = op(
    "at table at # # jump", "Jump if a zone has (#: 1) or lacks (0) a token with its bit set."
)
CALL = op("jump to table", "Keep the place after this op and jump; the table says what is live.")
RETURN = op("at", "Go back to the place kept there.")
TRY = op("jump #", "From here on a failure goes there; #: 1 undoes what was done, 2 keeps lists.")
END_TRY = op("", "Take the innermost TRY away and keep what was done.")
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
SEAT_AFTER = op("to at at fail", "The seat so many steps after a seat.")
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
TOKEN_AT = op("to at at fail", "The token so many places below the top of a zone, or 0.")
RUN_LENGTH = op(
    "to at table # fail", "Face-up tokens from the top that follow a bit table pair by pair."
)
CHANGED = op("# #", "The variable at # was given a value: report it to the seats of a mask.")

# ---- lists ----
NEW_LIST = op("to", "An empty list on top of the list area.")
APPEND = op("list at", "Add a value to the list on top of the list area.")
KEEP_LISTS = op("to", "Remember how full the list area is.")
DROP_LISTS = op("at", "Make the list area as full as remembered.")
KEEP_LIST = op("at list #", "Copy a list to the place kept for it, with room for # items.")
TOKENS = op("to at fail", "The list of a zone's tokens, from the top.")
SELECT = op(
    "to list table at #", "The tokens of a list whose bit is set in row `at` of a bit table."
)
RANGE = op("to at at", "The list of numbers from low to high.")
DISTINCT = op("to list", "Each different item once.")
LENGTH = op("to list", "How many items.")
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
    "at at at # # fail", "Move so many tokens one by one from zone to zone; place; partial."
)
MOVE_BLOCK = op("at at at # fail", "Move so many (-1: all) as a block from zone to zone; place.")
SHUFFLE = op("at fail", "Put a zone in random order.")
TURN = op("at #", "Turn a token down (0) or up (1).")

# ---- choices ----
DECIDE = op("table", "Wait for a choice at a site, then do what was chosen.")
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
ROWS_START = op("", "Forget all options.")
ROWS_END = op("", "All options are listed.")
TAKE = op("table jump", "Do the first option listed, or jump if there is none.")
POSSIBLE = op("", "The end of a body that is tried out: it can be done.")

# ---- rarer ones: cold_ops.py carries out all from TREE to PROVED, outside of the run loop ----
TREE = op("to at fail", "The list of a zone and all below it, depth first.")
EXTEND = op("list list", "Add all items of a list to the list on top of the list area.")
SORT = op("to list list", "The items of a list by the numbers in another, the smallest first.")
REVERSE = op("to list", "The items from the last to the first.")
NEXT_LINK = op(
    "to table # at to jump fail",
    "Next zone (first to) that a zone in 1..# has a link to by its cursor (second), or jump.",
)
NEED = op(
    "# at jump",
    "Jump if the asking seat may not know a value of kind #; in a trial that ends it: possible.",
)
SHOW = op("at list #", "Show a token to the seats of a list (1), or hide it from them (0).")
INSERT = op("at at at fail", "Move a token into a zone so that so many tokens lie above it.")
FAMILIAR = op("at", "In what is tried out: a token counts as known from before, where it is seen.")
DESTROY = op("at table fail", "Take a token out of play; the table says to which pool, 0 to none.")
CHILD = op("to at at fail", "The zone below a zone in a direction, or 0.")
GROW = op("to at at fail", "The zone below a zone in a direction, made if there is none.")
DEEPEST = op("to at fail", "The zone most steps below a zone, the last one of several.")
PRUNE = op("at fail", "Remove an empty zone without zones below it from its parent.")
HANG = op("at at at fail", "Hang a zone and all below it from another zone in a direction.")
HALT = op("#", "What must not happen: a fault, for reason number #.")

# ---- combinations: subsets.py carries out these ----
SUBSETS = op(
    "to to list at at",
    "Begin to select so many to so many items: no selection yet; room for its items.",
)
NEXT_SUBSET = op(
    "to list list at jump", "Next selection of at most so many items of the second list, or jump."
)
NEXT_ALIKE = op(
    "to list list at jump table #",
    "The same, without those in which two tokens are not alike by their rows in a bit table.",
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
    "The sets of so many to so many items of a list, as words of bits: one option that stands for"
    " all (0), or one each (1).",
)

# ---- chance, where the caller is to tell it: chance.py carries out these two ----
DRAW = op(
    "at at #", "Settle which tokens lie at so many places (-1: all) from the top (0) or bottom."
)
TOSS = op("to at at fail", "A number between two numbers, both included, that the caller says.")

# ---- what is kept for later: nesting.py carries out all from PUSH to TAKE_DUE ----
PUSH = op(
    "table #",
    "Keep what is live of this procedure, which may be entered again; then CALL. #: how it counts.",
)
POP = op("", "Bring back what the last PUSH kept.")
BEGIN_ATOMIC = op("", "An atomic action begins.")
END_ATOMIC = op("", "It ends: what is tried out can be done, if it was the outermost.")
TOGETHER = op(
    "jump", "Begin to collect answers in rounds that all start as it is now; ROUND is there."
)
ROUND = op(
    "to list jump table",
    "The next seat of the list; after the last replay them; then jump. The table: what is live.",
)
APART = op("fail", "Give up what TOGETHER began, and fail.")
LATER = op(
    "# # at fail # *", "Put on the agenda: boundary, procedure, how many to come; what it is given."
)
COUNT_DOWN = op("#", "A boundary has come: count down what waits for it.")
TAKE_DUE = op("# to jump", "Procedure (and behind it what it is given) of what is due, or jump.")

# ---- dry runs: dry_run.py carries out these two ----
PROBE = op(
    "jump jump fail",
    "Begin a dry run: where to go if it fails, if it can be done, if a NEED asks in vain (or 0).",
)
PROVED = op("", "The end of a dry run: it can be done.")

NAMES: dict[int, str] = {
    number: name
    for name, number in list(globals().items())
    if name.isupper() and isinstance(number, int)
}


def width(code: list[int], at: int) -> int:
    """How many words the op at an address takes."""
    operands = SPECS[code[at]].operands
    if operands and operands[-1] == "*":
        return len(operands) + code[at + len(operands) - 1]
    return 1 + len(operands)
