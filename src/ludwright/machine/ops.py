"""The machine's instruction set, on one page: every op with its operands and what it does.

Operand kinds: `to` a state address written, `at` one read, `both` one read and written, `list` one
that holds a list, `#` a number, `jump` a code address, `fail` one to jump to on failure (0: the
statement fails), `table` the offset of a table in the program, `*` as many state addresses as the
number before says. An operand may have a name: `count#` is a number, `index@` an `at`, `bits:table`
a table. Widths, listings, control flow and checks are derived from here.

An op's number is its position here. Compiled programs are not stored, so numbers may change.
"""

from __future__ import annotations

from typing import NamedTuple


class Spec(NamedTuple):
    """The operands of an op, by kind and by name (empty where the kind says enough), what the op
    does, and whether the op behind it may be next."""

    operands: tuple[str, ...]
    names: tuple[str, ...]
    does: str
    falls_through: bool

    def operand(self, index: int) -> tuple[str, str]:
        """The kind and the name of an operand; the last one stands for all that follow it."""
        at = min(index, len(self.operands) - 1)
        return self.operands[at], self.names[at]


SPECS: list[Spec] = []


def op(operands: str, does: str, falls_through: bool = True) -> int:
    """Add an op; its number is its position. What comes next is the op behind it, one that a `jump`
    or `fail` operand names, or an address that the state or a table holds."""
    parsed = [_operand(word) for word in operands.split()]
    kinds, names = tuple(kind for kind, _ in parsed), tuple(name for _, name in parsed)
    SPECS.append(Spec(kinds, names, does, falls_through))
    return len(SPECS) - 1


def _operand(word: str) -> tuple[str, str]:
    """The kind and the name of an operand, as an op spells it."""
    for mark, kind in (("#", "#"), ("@", "at")):
        if word.endswith(mark):
            return kind, word[:-1]
    name, _, kind = word.rpartition(":")
    return kind, name


# ---- flow ----
FAILED = op(
    "",
    "Word 0 of every program: a statement that fails unwinds to the innermost ATTEMPT.",
    falls_through=False,
)
STOP = op("", "Unreachable in a valid program: a fault.", falls_through=False)
JUMP = op("jump", "Jump.", falls_through=False)
IF_ZERO = op("at jump", "Jump if it is 0.")
IF_SET = op("at jump", "Jump if it is not 0.")
IF_EQUAL = op("at at jump", "Jump if both are equal.")
IF_DIFFER = op("at at jump", "Jump if they differ.")
IF_LESS = op("at at jump", "Jump if the first is smaller.")
IF_AT_MOST = op("at at jump", "Jump if the first is smaller or equal.")
IF_ANY = op(
    "zone@ bits:table row@ width# sense# jump",
    "Jump if a zone has (sense 1) or lacks (0) a token whose bit is set in a row of width words.",
)
JUMP_TABLE = op(
    "value@ targets:table otherwise:jump",
    "Jump to the target of a value; the table has the lowest value, how many, and their targets.",
    falls_through=False,
)
CALL = op(
    "jump returns:to live:table",
    "Save the address after this op and jump; the table lists what is live.",
    falls_through=False,
)
RETURN = op("returns:both", "Jump to the address saved there.", falls_through=False)
ATTEMPT = op(
    "failed:jump mode#", "From here on a failure jumps there; mode 1 rolls back, 2 keeps lists."
)
END_ATTEMPT = op("", "End the innermost ATTEMPT and keep what was done.")
FAIL = op("fail reason#", "Fail, for a reason.", falls_through=False)
MARK = op("kind#", "A pause (kind 1: phase, 2: turn).")
END = op(
    "winners:list scores# reason#",
    "End the game; scores is the address of their list, or 0.",
    falls_through=False,
)

# ---- numbers ----
COPY = op("to at", "Copy a word.")
ADD = op("to at at", "Sum.")
SUBTRACT = op("to at at", "Difference.")
MULTIPLY = op("to at at", "Product.")
DIVIDE = op("to at at fail", "Quotient, rounded down.")
MODULO = op("to at at fail", "Remainder of DIVIDE.")
SCALE = op("to key@ radix# digit@", "key * radix + digit: a key of mixed radix.")
SEAT_AFTER = op("to seat@ steps@ fail", "The seat a number of steps after a seat.")
ROLL = op(
    "to low@ high@ fail seers# sides#",
    "A random number between two numbers, both included; seers is a mask of seats, sides how many"
    " the die has; 0 if it is none.",
)

# ---- reading and writing by number ----
TABLE = op("to entries:table count# index@ fail", "The entry of a table at an index in 1..count.")
FIELD = op(
    "to base# count# index@ fail", "The state word at base + index, for an index in 1..count."
)
STORE = op(
    "base# count# seers# index@ value@ fail",
    "Write a value to the state word at base + index, for an index in 1..count; seers is a mask of"
    " seats (-2: the seat of the index, -3: who knows the token).",
)
ZONE_AT = op(
    "to first# count# seats# seat@ index@ fail",
    "The zone first + (seat - 1) * count + index, for a seat in 1..seats and an index from 0 and"
    " below count.",
)
TOKEN_AT = op(
    "to zone@ position@ fail", "The token a number of positions below the top of a zone, or 0."
)
FIRST_FIT = op(
    "to zone@ bits:table row@ width# fail",
    "The first token from the top of a zone whose bit is set in a row of width words.",
)
RUN_LENGTH = op(
    "to zone@ bits:table width# fail",
    "The number of face-up tokens from the top that follow a bit table pair by pair.",
)
SET = op("to at seers#", "COPY and CHANGED in one.")
CHANGED = op("word# seers#", "The variable at word was set: report it to the seats of a mask.")

# ---- lists ----
NEW_LIST = op("to", "An empty list on top of the list area.")
APPEND = op("list value@", "Add a value to the list on top of the list area.")
KEEP_LISTS = op("to", "Save the top of the list area.")
DROP_LISTS = op("at", "Restore the top of the list area.")
KEEP_LIST = op(
    "room@ list capacity#", "Copy a list to its reserved words, with room for as many items."
)
TOKENS = op("to zone@ fail", "The list of a zone's tokens, from the top.")
SELECT = op(
    "to list bits:table row@ width#",
    "The tokens of a list whose bit is set in a row of width words.",
)
RANGE = op("to low@ high@", "The list of numbers from low to high.")
DISTINCT = op("to list", "The items without duplicates.")
LENGTH = op("to list", "The number of items.")
ITEM = op("to list index@ fail", "The item at an index from 0.")
NEXT = op(
    "item:to list cursor:both end:jump",
    "The next item of a list by its cursor, or jump at the end.",
)
CONTAINS = op("list value@ absent:jump", "Jump if the value is not among the items.")
SUM = op("to list", "The sum of the items.")
LARGEST = op("to list fail", "The largest item.")
SMALLEST = op("to list fail", "The smallest item.")
LIST_OF = op("to count# *", "The list of these values.")
SUM_OF = op("to count# *", "The sum of these values.")
LARGEST_OF = op("to count# *", "The largest of these values.")
SMALLEST_OF = op("to count# *", "The smallest of these values.")
SELECT_TOKENS = op(
    "to zone@ bits:table row@ width# fail",
    "The list of a zone's tokens, from the top, whose bit is set in a row of width words.",
)
COUNT_TOKENS = op(
    "to zone@ bits:table row@ width# fail",
    "The number of a zone's tokens whose bit is set in a row of width words.",
)
COUNT_ITEMS = op(
    "to list bits:table row@ width#",
    "The number of tokens of a list whose bit is set in a row of width words.",
)
COUNT_VALUES = op(
    "to list entries:table count# fail",
    "The number of different entries that the items have in a table with entries 1..count.",
)

# ---- tokens ----
MOVE = op("token@ zone@ end# fail", "Move a token to the end of a zone (0 top, 1 bottom).")
MOVE_EACH = op(
    "item:both list cursor:both zone@ end# reason# fail",
    "Move the tokens of a list from its cursor on to the end of a zone (0 top, 1 bottom); fail for"
    " a reason if the zone has been pruned.",
)
MOVE_TOP = op(
    "source@ zone@ count@ end# partial# fail",
    "Move a number of tokens one by one from zone to zone; partial: as many as there are.",
)
MOVE_BLOCK = op(
    "source@ zone@ count@ end# fail", "Move a number (-1: all) as a block from zone to zone."
)
SHUFFLE = op("zone@ fail", "Shuffle a zone.")
TURN = op("token@ up#", "Turn a token down (0) or up (1).")

# ---- choices ----
DECIDE = op(
    "site:table", "Wait for a choice at a site, then run the chosen action.", falls_through=False
)
ROW = op(
    "number# count# *",
    "An option: the number of its action and its operands; in explanations, a condition's truth.",
)
ROWS_RANGE = op("action# low@ high@", "One option that stands for all numbers from low to high.")
ROWS_LIST = op("action# list", "An option per item.")
ROWS_ZONE = op(
    "action# zone@ bits:table row@ width#",
    "An option per token of a zone whose bit is set in a row of width words.",
)
ROWS_PAIRS = op(
    "action# source# sources# target# targets# bits:table width# face_up#",
    "An option per source and target zone (each: the first, how many) whose tops fit by a bit"
    " table; face_up: only tops that are.",
)
ROWS_RUNS = op(
    "action# source# sources# target# targets# bits:table width# follows:table follows_width#",
    "An option per source, target and run of two or more from the top of the source, if its tokens"
    " follow each other by a bit table and the lowest fits the target by another.",
)
NEXT_RUN = op(
    "from:both onto:both depth:both source# sources# target# targets# bits:table width#"
    " follows:table follows_width# end:jump",
    "The next source, target and depth of a run that fit as in ROWS_RUNS, after those in the"
    " registers (from 0: the first), or jump at the end.",
)
TOPS = op(
    "to zones:list deep# bits:table width#",
    "The top tokens of the zones of a list or, if deep, of the deepest zones below them; behind the"
    " list, the union of their rows of width words in a bit table.",
)
ROWS_NODES = op(
    "action# roots:list targets:list tops:list bits:table width# how#",
    "An option per zone of the trees of a list and target of another, if its top fits the token of"
    " the target by a bit table; how: FACE_UP, ALONE, APART.",
)
NEXT_NODE = op(
    "node:both target:both root:both choice:both roots:list targets:list tops:list bits:table"
    " width# how# end:jump",
    "The next zone and target that fit as in ROWS_NODES, by two cursors (node 0: the first), or"
    " jump at the end.",
)
ROWS_START = op("", "Clear the options.")
ROWS_END = op("", "All options are listed.", falls_through=False)
TAKE = op(
    "site:table none:jump",
    "Run the first option listed, or jump if there is none.",
    falls_through=False,
)
END_TRIAL = op("", "The end of a body that may need a trial: a trial ends here, passed.")

# ---- rarer ones ----
TREE = op("to zone@ fail", "The list of a zone and its descendants, in preorder.")
EXTEND = op("list more:list", "Add all items of a list to the list on top of the list area.")
SORT = op("to list keys:list", "The items of a list sorted by the numbers in another, ascending.")
REVERSE = op("to list", "The items in reverse.")
NEXT_LINK = op(
    "to links:table count# zone@ cursor:both end:jump fail",
    "The next zone that a zone in 1..count has a link to, by its cursor, or jump at the end.",
)
NEED = op(
    "kind# value@ hidden:jump",
    "Jump if a value of a kind is hidden from the asking seat; a trial ends here, passed.",
)
SHOW = op(
    "token@ seats:list show#", "Show a token to the seats of a list (1), or hide it from them (0)."
)
INSERT = op("token@ zone@ above@ fail", "Move a token into a zone, below a number of its tokens.")
FAMILIAR = op("token@", "In a trial: a token counts as known beforehand.")
DESTROY = op(
    "token@ pools:table fail",
    "Take a token out of play; the table has the pool of each, 0 if it has none.",
)
CHILD = op("to zone@ direction@ fail", "The child of a zone in a direction, or 0.")
GROW = op(
    "to zone@ direction@ fail", "The child of a zone in a direction, created if there is none."
)
DEEPEST = op("to zone@ fail", "The deepest zone below a zone, the last one of several.")
PRUNE = op("zone@ fail", "Detach an empty zone without children from its parent.")
HANG = op(
    "zone@ parent@ direction@ fail",
    "Make a zone with its descendants the child of another in a direction.",
)
ROOT = op("to zone@ fail", "The root of the tree that a zone is in.")
FURTHEST = op(
    "to zone@ direction@ fail", "The last zone on the way from a zone in a direction, or itself."
)
TREE_SIZE = op("to zone@ fail", "The number of tokens in a zone and below it.")
PRUNE_LEAVES = op(
    "zone@ spared:list fail",
    "Detach the empty zones below a zone, and itself, children first, except those of a list, roots"
    " and zones that have children.",
)
MOVE_BRANCH = op(
    "source@ zone@ direction# bits:table width# reason# slowly:jump fail",
    "Move the tokens of a zone whose bits are set to another, and those of the zones below it in a"
    " direction to zones below that, grown as needed. Jump instead if a pause may be due, or if the"
    " two are the same.",
)
HALT = op("reason#", "Stop with a fault, for a reason.", falls_through=False)

# ---- combinations: subsets.py and pick_sets.py ----
SUBSETS = op(
    "selection:to taken:to list least@ most@",
    "Begin to select between two numbers of items: no selection yet; room for its items.",
)
NEXT_SUBSET = op(
    "selection:both taken:list list most@ end:jump",
    "The next selection from a list, of at most a number of items, or jump at the end.",
)
NEXT_ALIKE = op(
    "selection:both taken:list list most@ end:jump bits:table width#",
    "The same, without those in which two tokens do not match by their rows in a bit table.",
)
SELECTED = op("to list selection@", "The items that a selection takes.")
PARTITION = op(
    "to weights:list selections:list", "The selections that share no item and together weigh most."
)
MAP = op(
    "to list entries:table count# fail", "For each item its entry in a table with entries 1..count."
)
PICKED = op(
    "to list count# *",
    "The values whose bits are set in count words: those of a list in its order, then the others.",
)
ROWS_SETS = op(
    "action# items@ least@ most@ words# singly#",
    "The sets of between two numbers of items of a list, as words of bits: one option for all of"
    " them, or (singly) one each.",
)

# ---- explicit chance: chance.py ----
DRAW = op(
    "zone@ count@ end#",
    "Settle the tokens at a number of positions (-1: all) from the top (0) or bottom.",
)
TOSS = op(
    "to low@ high@ fail", "A number between two numbers, both included, that the caller chooses."
)

# ---- recursion and atomic actions: recursion.py ----
PUSH = op(
    "live:table deeper#",
    "Save the live registers of this procedure before a recursive CALL; deeper: its depth counts.",
)
POP = op("", "Restore what the last PUSH saved.")
BEGIN_ATOMIC = op("", "An atomic action begins.")
END_ATOMIC = op("", "It ends; with the outermost a trial or lookahead ends, passed.")
# ---- simultaneous choices: together.py ----
TOGETHER = op(
    "round:jump",
    "Begin to collect answers, in rounds that all start from this state; ROUND is there.",
)
ROUND = op(
    "seat:to seats:list done:jump live:table",
    "The next seat of the list; after the last replay all; then jump. The table: what is live.",
)
APART = op("fail", "Undo what TOGETHER began, and fail.", falls_through=False)
# ---- the agenda: agenda.py ----
LATER = op(
    "boundary# procedure# boundaries@ fail count# *",
    "Put a call on the agenda, due after as many boundaries; its arguments.",
)
COUNT_DOWN = op("boundary#", "A boundary has come: count down the calls that wait for it.")
TAKE_DUE = op(
    "boundary# procedure:to none:jump",
    "Procedure and, behind it, arguments of a call that is due, or jump.",
)

# ---- dry runs: dry_run.py ----
DRY_RUN = op(
    "fails:jump passes:jump hidden:fail written:table",
    "Begin a dry run: where to go if it fails, if it passes, if a NEED is not met (or 0). The"
    " table: which registers it may write, as runs.",
)
END_DRY_RUN = op("", "The end of a dry run: it passes.", falls_through=False)

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
