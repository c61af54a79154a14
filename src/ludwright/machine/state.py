"""The layout of a state, a workspace and a program: the word addresses all rooms agree on.

A state is one flat array of 32-bit integers:

    header | rng | known | next previous zone face shown (columns: a word per token each) |
    top bottom size (a word per zone each) | results | variables | changing properties (a word per
    token each) | trees: parent, direction, eight children (a word per zone each) | grants |
    attempts | constants and frames | lists | withheld options | checkpoints | answers | calls |
    dry runs

Tokens, zones and seats count from 1; 0 is nothing, and word 0 of each of these arrays is unused.
A rollback restores everything from the column `next` up to the end of the lists. It does not
restore `known`: a seat does not forget what it has seen.
"""

from __future__ import annotations

# ---- header of a state ----
STATUS = 0  # see below
PC = 1  # address of the next op
SITE = 2  # offset in the program of the site that waits for a choice; 0: none
DECIDER = 3  # the seat that decides there
FAULT = 4  # see below
REASON = 5  # why the game ended, or why a statement failed
TURNS = 6
TURN_LIMIT = 7  # pause after this number of turns; 0: never
PACE = 8  # pause at: 0 decisions only, 1 turns, 2 phases too, 3 every event
LIST_TOP = 9  # first free word of the list area
ATTEMPT_TOP = 10  # first free word of the attempts
CHECKPOINTS = 11  # number of checkpoints in use by attempts
MODE = 12  # 0: play; TRIAL: up to the next choice; LOOKAHEAD: up to the end of an atomic action
TRIAL, LOOKAHEAD = 1, 2
TRIAL_BITS = 3
SURE = 4  # added to the trial an action needs: inside an atomic action, it needs none
DRY_RUN = 4  # added to any of these inside a dry run
TRIAL_BASE = 13  # in a trial: the attempts that were under way before; the body can't fail to them
STACKED = 14  # the zone whose next shuffle is left to the caller; 0: none
SCORED = 15  # whether the results carry scores
ACTION = 16  # the choice: action of the site from 1; 0: none yet, -1: there was no option
OPERANDS = 17  # ... and its operands
MOST_OPERANDS = 8
ASKER = 25  # the seat on whose behalf a trial, an explanation or a text is made; 0: nobody
DECISIONS = 26  # number of choices made
KEPT_LISTS = 27  # the list top before the options of the waiting site were listed
TOGETHER = 28  # simultaneous choices: 0, COLLECTING or REPLAYING
CALL_TOP = 29  # first free word of the stack of recursive calls
ATOMIC = 30  # nesting depth of atomic actions ...
ATOMIC_BASE = 31  # ... and the first attempt inside the outermost, if there is one
HEADER = 32

RNG = 32  # state low, state high, increment low, increment high: two words each
KNOWN = 40  # the first column: a word per token with a bit per seat that can identify it

# ---- columns, in order: those of tokens by their number, then those of zones; `columns.py` has
# their addresses. A zone's tokens are a doubly linked list: `next` leads down, `previous` up ----
NEXT_COLUMN, PREVIOUS_COLUMN, ZONE_COLUMN, FACE_COLUMN, SHOWN_COLUMN, TOKEN_COLUMNS = range(1, 7)
TOP_COLUMN, BOTTOM_COLUMN, SIZE_COLUMN, ZONE_COLUMNS = range(4)
RESULT_WORDS = 2  # of each seat: whether it wins, its score

# ---- status ----
RUNNING, DECISION, OVER, FAULTED, PAUSED, DEALING, FILTERING, CAN, CANNOT, LISTED = range(10)
CHANCE = 10

# ---- faults ----
FAULT_STOP = 1
FAULT_BUDGET = 2
FAULT_OVERFLOW = 3
FAULT_FAILED = 4
FAULT_LISTS = 5
FAULT_ATTEMPTS = 6
FAULT_ROWS = 7
FAULT_CHECKPOINTS = 8
FAULT_ANSWERS = 9
FAULT_CALLS = 10
FAULT_AGENDA = 11
FAULT_SUBSETS = 12

# ---- header of a program ----
P_FAILED = 0  # the op FAILED: a failed statement jumps to address 0
P_TOKENS = 1  # tokens + 1
P_ZONES = 2  # zones + 1
P_SEATS = 3
P_RESULTS = 4  # state address of the results: winner and score per seat
P_ATTEMPTS = 5  # state address of the attempts ...
P_ATTEMPTS_END = 6
P_LISTS = 7  # ... of the list area ...
P_LISTS_END = 8
P_CHECKPOINTS = 9  # ... of the checkpoints of attempts ...
P_CHECKPOINT_COUNT = 10
P_SIGHT = 11  # offset of the table of who sees which zone
P_WIDTH = 12  # words of an option row
P_BUDGET = 13  # ops between two decisions, in thousands
STEP_WORDS = 4  # words of an op, on average: jumps back are charged by the words they go back
P_CLASSES = 14  # offset of the table of token classes
P_KEY_SLICES = 15  # offset of the table of slices of the state that are part of keys
P_RANGES = 16  # whether an option row may stand for a range of numbers
P_SIZE = 17  # words of a state
P_DRY_RUNS = 18  # state address of the nesting depth of dry runs; 0: there are none
P_PROCEDURES = 19  # offset of the table of procedures
P_BAGS = 20  # state address of whether a token's position is open; 0: chance is not explicit
P_GRANTS = 21  # state address of who was shown (low half) or denied (high half) a token; or 0
P_CHANGING = 22  # offset of the table of changing properties: a count, addresses, first values
P_TREES = 23  # offset of the table of trees; 0: none
P_ANSWERS = 24  # state address of simultaneous answers; 0: there are none ...
P_START = 25  # ... of the checkpoint they are collected from, which follows the answers ...
P_CALLS = 26  # ... of the stack of recursive calls ...
P_CALLS_END = 27
P_CALL_WORDS = 28  # words of a frame on that stack
P_AGENDA = 29  # state address of the agenda; 0: there is none
P_LOOKAHEAD = 30  # number of further choices of an atomic action that a lookahead searches
P_REGISTERS = 31  # state address of constants and frames, which end where the attempts begin
P_LIVE = 32  # table of the registers that may be live while the machine waits: a count, addresses
P_CODE = 34  # where the code starts

# ---- the table of procedures: a count; of each its first op, the end of its code, and the word
# that holds its return address (0 in main) ----
PROCEDURE_WORDS = 3
# ---- the table of registers: where constants and registers start, a count, addresses ----
# ---- the tables of changing properties (address, first values) and of slices (address, number of
# words, the kinds of key they are part of): a count, then as many entries ----
CHANGING_WORDS, KEY_SLICE_WORDS = 2, 3
# ---- an attempt: where a failure jumps to, list top, its checkpoint, turns, the stack of recursive
# calls, nesting depth of atomic actions. The checkpoint is a number from 1, 0 if nothing is undone,
# NO_CHECKPOINT for a dry run, which has a record of its own ----
T_PC, T_LISTS, T_CHECKPOINT, T_TURNS, T_CALLS, T_ATOMIC, ATTEMPT_WORDS = range(7)
NO_CHECKPOINT = -1
# ---- withheld options, in a game with atomic actions: whether an option of the decision at hand is
# neither refuted nor proved legal; site, seat and number of choices made when options failed there,
# how many did, their rows ----
H_OPEN, H_SITE, H_SEAT, H_DECISIONS, H_COUNT, H_ROWS = range(6)
MOST_WITHHELD = 64
# ---- a checkpoint of simultaneous choices or of a dry run: LIST_TOP, ATTEMPT_TOP, CALL_TOP,
# CHECKPOINTS, TURNS, ATOMIC; elsewhere everything from KNOWN on (see `checkpoint.py`) ----
C_LISTS, C_ATTEMPTS, C_CALLS, C_CHECKPOINTS, C_TURNS, C_ATOMIC, CHECKPOINT_HEAD = range(7)
# ---- simultaneous answers: the round, answers given, answers used, the head of a checkpoint, where
# rounds begin; then the answers ----
COLLECTING, REPLAYING = 1, 2
A_ROUND, A_COUNT, A_USED, A_CHECKPOINT = range(4)
A_PC = A_CHECKPOINT + CHECKPOINT_HEAD
A_HEAD = A_PC + 1
ANSWER_HEAD = 3  # round, seat and site of an answer; then an option row
DEEPEST_CALLS = 256  # nesting depth of recursive calls
MOST_ANSWERS = 256
# ---- a dry run: its op, mode and simultaneous answers before it, option rows listed, list top
# before a question inside it and that question's site; then a checkpoint ----
R_PC, R_MODE, R_TOGETHER, R_ROWS, R_KEPT, R_SITE, R_CHECKPOINT = range(7)
DRY_RUN_HEAD = R_CHECKPOINT + CHECKPOINT_HEAD
# ---- the agenda: a count of entries; of each its boundary, how many of these are still to come,
# its procedure, its arguments ----
DUE_BOUNDARY, DUE_COUNT, DUE_PROCEDURE, DUE_ARGUMENTS = range(4)
MOST_ARGUMENTS = 4
DUE_WORDS = DUE_ARGUMENTS + MOST_ARGUMENTS
MOST_DUE = 64
# ---- who sees a zone: a word with the seats that see all of it (SEE_ALL), the face that tokens get
# there (0 down, 1 up, 2 unchanged), whether it is ordered, whether some seats see only its top,
# whether the game shows tokens singly; then a word with the seats that see only its top ----
SIGHT_WORDS = 2
KNEW = 1 << 16  # in the column `known`, in a trial: the asking seat knew the token beforehand
SEE_ALL, FACE_IN, ORDERED, TOP_ONLY, SINGLY = 0xFFFF, 16, 1 << 18, 1 << 19, 1 << 20

# ---- the table of trees: state address of the parents (behind them a word per zone each for its
# direction, its children in eight directions and, if trees grow in one direction only, the deepest
# zone below a root, 0 for the root itself), the first zone that is a branch, the end
# of the branches, whether something may refer to a branch by its number, the only direction in
# which trees grow (-1 if there are several); then two words per zone: the first branch that may
# grow in its tree, and the end of these ----
TREE_PARENTS, TREE_FIRST, TREE_PAST, TREE_NAMED, TREE_WAY, TREE_HEAD = range(6)
BRANCH_WORDS = 2
DIRECTIONS = 8  # north, northeast ... northwest

# ---- a site: kind, decider's address, first op of its enumeration, table of what is live here,
# number of actions, where to go if there is no option (0: a failure); then per action: first op,
# TRIAL or LOOKAHEAD if it needs one, SURE; number of operands, their addresses. What is live: the
# address of the procedure's return address (0 in main), a count of addresses, the addresses; these
# words once more as runs: a count, then address and length of each (below 0: those of a list) ----
SITE_KIND, SITE_DECIDER, SITE_ROWS, SITE_LIVE, SITE_ACTIONS, SITE_NONE, SITE_HEAD = range(7)
# KIND_OPTIONAL: without options there is no decision, but SITE_NONE or a failure. The kind is in
# the low bits of its word; the next bits say whether an action of the site needs a trial, is SURE,
# has no operands; and whether it is the first thing in a round that matters, and the last that can
# fail or ask.
KIND_DECIDE, KIND_OPTIONAL, KIND_TAKE = range(3)
KIND_BITS, NEEDS_TRIAL, HAS_SURE, HAS_BARE, IS_FINAL = 3, 4, 8, 16, 32
ACTION_CODE, ACTION_TRIAL, ACTION_OPERANDS, ACTION_HEAD = range(4)
ACTION_WORDS = ACTION_HEAD + MOST_OPERANDS
# An action's number of operands if its row is (low, high), and each number in between an option.
# A number below RANGE_ROW is minus the number of words of a set: the numbers between low and high
# then count the sets of a list's items, and the operands are the bits of one. The word behind these
# operands is the offset of a table: the addresses of the list and of the smallest size of a set.
RANGE_ROW = -1
SET_BITS = 31  # of an operand
MOST_SET_WORDS = MOST_OPERANDS - 1

# ---- what a zone must be to fit a target: its top face up, the only token in it and below it, in
# another tree than the target ----
FACE_UP, ALONE, APART = 1, 2, 4

# ---- a workspace ----
W_ROWS = 0  # number of option rows
W_TRACING = 1  # whether events are recorded
W_EVENTS = 2  # number of event records
W_CAPACITY = 3  # most option rows
W_EVENT_CAPACITY = 4
W_BOT = 5  # random numbers of a player: 8 words
W_NEXT = 13  # in a lookahead: the next row
W_FAILURES = 14  # where failures are counted, by the address of what failed; 0: nowhere
FAILURE_WORDS = 2  # a count, and the highest address of an op that was the cause
W_BUDGET = 15  # words of code that may still be run again before the next decision
W_WAITING = 16  # the DECIDE whose options are being listed; 0: none
W_TRIALS = 17  # number of levels of a lookahead whose states have the constants in place
W_DATA = 18  # rows, then events, then the states of trials

# Limits of a lookahead: choices, options of a choice, trials; trials of an option after one whose
# search was cut off at the same decision. Beyond them an option is offered, and undone if it fails.
LOOKAHEAD_DEPTH, LOOKAHEAD_ROWS, LOOKAHEAD_TRIALS, LATER_TRIALS = 8, 256, 2000, 200
# An event: kind, four values, mask of the seats that saw it, roots that a token left and entered
EVENT_WORDS = 8
EVERYBODY, NOBODY, OWNER = -1, 0, -2  # masks of who sees that a variable changed
KNOWERS = -3  # ... that a property of a token changed: who can identify the token
E_MOVE, E_SHUFFLE, E_TURN, E_SET, E_MARK, E_ROLL, E_SHOW, E_HANG, E_CARRY = range(1, 10)
E_FAILED = 10

# ---- what the op NEED asks the asking seat to know: a token, a value that only one seat may know,
# one that nobody may, one that the seats of a mask may, all tokens of a list ----
NEED_TOKEN, NEED_SEAT, NEED_NOBODY, NEED_SEATS, NEED_TOKENS = range(5)
# ---- truth values of a condition, in the rows that explain an action ----
HOLDS_NOT, HOLDS, FAILS, HIDDEN = range(4)
BLANK = -(2**31)  # a value in a text that its reader may not know

# ---- kinds of key, see `keys.py` ----
EXACT, POSITION, FUTURE = 1, 2, 4
