"""Where things are in a state, a workspace and a program: the words everybody agrees on.

A state is one flat array of 32-bit integers:

    header | rng | known | next prev zone face shown (a word per token each) | top bottom size (a
    word per zone each) | results | variables | changing properties (a word per token each) |
    trees: parent, direction, eight children (a word per zone each) | grants |
    tries | constants and frames | lists | snapshots | answers | calls | dry runs

Tokens, zones and seats count from 1; 0 is none, and word 0 of each of these arrays is unused.
Everything from NEXT on to the end of the lists is what a rollback restores.
"""

from __future__ import annotations

# ---- header of a state ----
STATUS = 0  # see below
PC = 1  # where the machine goes on
SITE = 2  # offset in the program of the site that waits for a choice
DECIDER = 3  # the seat that decides
FAULT = 4  # what went wrong, see below
REASON = 5  # why the game ended, or why a statement failed
TURNS = 6
TURN_LIMIT = 7  # pause after so many turns; 0: never
PACE = 8  # pause at: 0 decisions only, 1 turns, 2 phases too, 3 every event
LIST_TOP = 9  # first free word of the list area
TRY_TOP = 10  # first free word of the tries
SNAPSHOTS = 11  # how many snapshots are in use
MODE = 12  # 0 play, else trying out: 1 up to the first choice, 2 up to the end of what is atomic
TRYING = 3  # ... the bits of both
PROBING = 4  # ... plus this in a dry run in the middle of that
TRY_BASE = 13  # while trying out: a failure that gets down to here is the body's own
STACKED = 14  # the zone whose next shuffle is left to the caller; 0: none
SCORED = 15  # whether the results carry scores
ACTION = 16  # the choice: action of the site from 1; 0 none, -1 there was no option
OPERANDS = 17  # ... and its operands
MOST_OPERANDS = 8
ASKER = 25  # the seat on whose behalf something is tried out, explained or written; 0: nobody
DECISIONS = 26  # how many choices were made
KEPT_LISTS = 27  # the list top before the options of the waiting site were listed
TOGETHER = 28  # 0, or whether answers are being collected or replayed
CALL_TOP = 29  # first free word of the calls in a circle
ATOMIC = 30  # how many atomic actions are under way inside of each other ...
ATOMIC_BASE = 31  # ... and the tries around the outermost
HEADER = 32

RNG = 32  # state low, state high, increment low, increment high: two words each
KNOWN = 40

# ---- status ----
RUNNING, DECISION, OVER, FAULTED, PAUSED, DEALING, FILTERING, CAN, CANNOT, LISTED = range(10)
CHANCE = 10

# ---- faults ----
FAULT_STOP = 1
FAULT_BUDGET = 2
FAULT_OVERFLOW = 3
FAULT_FAILED = 4
FAULT_LISTS = 5
FAULT_TRIES = 6
FAULT_ROWS = 7
FAULT_SNAPSHOTS = 8
FAULT_ANSWERS = 9
FAULT_CALLS = 10
FAULT_AGENDA = 11
FAULT_SUBSETS = 12

# ---- header of a program ----
P_FAILED = 0  # the op FAILED: a failed statement goes to address 0
P_TOKENS = 1  # tokens + 1
P_ZONES = 2  # zones + 1
P_SEATS = 3
P_RESULTS = 4  # state address of the results: winner and score per seat
P_TRIES = 5  # state address of the tries ...
P_TRIES_END = 6
P_LISTS = 7  # ... of the list area ...
P_LISTS_END = 8
P_SNAPSHOTS = 9  # ... of the snapshots ...
P_SNAPSHOT_COUNT = 10
P_SIGHT = 11  # offset of the table of who sees which zone
P_WIDTH = 12  # words of an option row
P_BUDGET = 13  # ops between two decisions, in thousands
P_CLASSES = 14  # offset of the table of token classes
P_FACTS = 15  # offset of the table of hashed stretches of the state
P_SIZE = 17  # words of a state
P_RANGES = 16  # whether an option row may stand for a range of numbers
P_PROCEDURES = 19  # offset of the table of procedures
P_BAGS = 20  # state address of whether a token's place in its zone is open; 0: chance is not told
P_GRANTS = 21  # state address of who was shown (low half) or denied (high half) a token; or 0
P_CHANGING = 22  # offset of the table of changing properties: how many, then where and first values
P_TREES = 23  # offset of the table of trees; 0: none
P_ANSWERS = 24  # state address of the answers of several seats; 0: nobody is asked together ...
P_START = 25  # ... of the common start of those seats, which ends the answers ...
P_CALLS = 26  # ... of what is kept for calls in a circle ...
P_CALLS_END = 27
P_CALL_WORDS = 28  # words that are kept for each of these calls
P_AGENDA = 29  # state address of the agenda; 0: there is none
P_PROBES = 18  # state address of how many dry runs are under way; 0: there are none
P_DEPTH = 30  # how many further choices of an atomic action are tried out
P_CODE = 32  # where the code starts

# ---- procedures: a number of them; of each its first op, the one behind its last, and the word
# that keeps where it returns to (0 in main) ----
PROCEDURE_WORDS = 3
# A try: where to go on, list top, snapshot number or 0 (-1: a dry run), turns, calls in a circle,
# atomic actions.
TRY_WORDS = 6
# ---- answers of several seats: rounds begun, answers given, answers used, what a round starts with
# (tops of lists, tries and calls, snapshots, turns, atomic actions), where rounds begin; then the
# answers ----
COLLECTING, REPLAYING = 1, 2
A_ROUND, A_COUNT, A_USED, A_LISTS, A_TRIES, A_CALLS = range(6)
A_SNAPSHOTS, A_TURNS, A_ATOMIC, A_PC, A_HEAD = range(6, 11)
ANSWER_HEAD = 3  # round, seat and site of an answer; then an option row
DEEPEST_CALLS = 256  # calls in a circle inside of each other
MOST_ANSWERS = 256
# ---- a dry run: where it began, mode and answers then, option rows listed, list top before a
# question inside and its site; then words of the header, and all from KNOWN to the end of the lists
R_PC, R_MODE, R_TOGETHER, R_ROWS, R_KEPT, R_SITE, R_HEADER = range(7)
PROBE_HEAD = R_HEADER + 6
# ---- the agenda: a number of entries; each: boundary, boundaries still to come, procedure, what it
# is given ----
DUE_BOUNDARY, DUE_COUNT, DUE_PROCEDURE, DUE_ARGUMENTS = range(4)
MOST_ARGUMENTS = 4
DUE_WORDS = DUE_ARGUMENTS + MOST_ARGUMENTS
MOST_DUE = 64
# ---- who sees a zone: a word with the seats that see all of it, the face that tokens get (0 down,
# 1 up, 2 as it was), whether it is ordered, whether some see only its top, whether the game shows
# tokens one by one; a word with those who see only its top ----
SIGHT_WORDS = 2
KNEW = 1 << 16  # in the word of who knows a token, in a trial: its seat did so when it began
SEE_ALL, FACE_IN, ORDERED, TOP_ONLY, SINGLY = 0xFFFF, 16, 1 << 18, 1 << 19, 1 << 20

# ---- trees: the state address of the parents, the first zone that is a branch, the one after the
# last, whether something may hold on to a branch; then two words per zone: the first branch that
# may grow in its tree, and the one after the last ----
TREE_PARENTS, TREE_FIRST, TREE_PAST, TREE_NAMED, TREE_HEAD = range(5)
DIRECTIONS = 8  # north, northeast ... northwest

# ---- a site: kind, decider's address, first op of its enumeration, what is live here, number of
# actions, where to go if there is no option (0: a failure); then per action: first op, whether it
# must be tried out, number of operands, their addresses. What is live: the address of the
# procedure's return place (0 in main), a number of addresses, the addresses ----
SITE_KIND, SITE_DECIDER, SITE_ROWS, SITE_LIVE, SITE_ACTIONS, SITE_NONE, SITE_HEAD = range(7)
KIND_DECIDE, KIND_ASK, KIND_TAKE = range(3)
TRIED = 4  # added to the kind if options of the site must be tried out
TRY_FIRST, TRY_ALL = 1, 2  # up to the first choice, or every way through all choices
ACTION_CODE, ACTION_TRY, ACTION_OPERANDS, ACTION_HEAD = range(4)
ACTION_WORDS = ACTION_HEAD + MOST_OPERANDS
# An action's number of operands if its row is (low, high), and each number between is an option.
# With more operands, negative too, the numbers stand for the sets of a list's items: bit by bit in
# these operands is what a set has. The word behind them is the offset of a table: the addresses of
# the list and of how many items a set has at least.
RANGE_ROW = -1
SET_BITS = 31  # of an operand
MOST_SET_WORDS = MOST_OPERANDS - 1

# ---- a workspace ----
W_ROWS = 0  # number of option rows
W_TRACING = 1  # 1: events are noted; HELD: not just now
HELD = 2
W_EVENTS = 2  # number of event records
W_CAPACITY = 3  # most option rows
W_EVENT_CAPACITY = 4
W_BOT = 5  # random numbers of a player: 8 words
W_NEXT = 13  # in what is tried out: the next row
W_FAILURES = 14  # where failures are counted, by the address of what failed; 0: nowhere
FAILURE_WORDS = 2  # how often, and the highest address of an op that was the cause
W_DATA = 16  # rows, then events, then what is tried out

SEARCH_DEPTH, SEARCH_ROWS, SEARCH_TRIALS = 8, 256, 2000  # beyond that it counts as possible
# kind, four values, mask of the seats that saw it, the roots between which a token went
EVENT_WORDS = 8
EVERYBODY, NOBODY, OWNER = -1, 0, -2  # masks of who sees that a variable changed
KNOWERS = -3  # ... that a property of a token changed: whoever can tell the token
E_MOVE, E_SHUFFLE, E_TURN, E_SET, E_MARK, E_ROLL, E_SHOW, E_HANG, E_CARRY = range(1, 10)
E_FAILED = 10

# ---- what the asking seat must know: a token, what only a certain seat may, what nobody may, what
# the seats of a mask may ----
NEED_TOKEN, NEED_SEAT, NEED_NOBODY, NEED_SEATS = range(4)
# ---- truths of a condition, in the rows that explain an action ----
HOLDS_NOT, HOLDS, FAILS, HIDDEN = range(4)
BLANK = -(2**31)  # a value in a text that its reader may not know

# ---- kinds of key ----
EXACT, POSITION, FUTURE = 1, 2, 4
