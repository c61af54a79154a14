"""The layouts that the kernels of this room share: the past of a seat, and a chain of worlds.

The past is one flat array of records. Record k has what the seat knew before step k: the masked
state, what it knows of the choice made there, where labels went. The record behind the last step
has the present; behind it are the simultaneous answers given so far.
"""

from __future__ import annotations

# ---- a record: its decider (a seat from 1; 0: the machine went on by itself), what is known of the
# choice, its words with a mask of those that are labels; the record where its unit ends (of a round
# of simultaneous choices, of steps with pauses between them, else of one step); hashes of what the
# seat saw of these words, and of the events that it saw after the choice, two words each ----
H_DECIDER, H_CHOICE, H_ROW, H_ROW_COUNT, H_LABELS, H_END = range(6)
H_SEEN, H_EVENTS = 7, 9
# ---- offsets and lengths of the tables that follow: labels, known tokens that are lost, groups,
# words that name tokens, shifts of checkpoints, blanks; the masked words; where permutations of the
# groups start ----
H_FOLLOWS, H_LOST, H_LOST_COUNT, H_GROUPS, H_GROUP_COUNT = range(11, 16)
H_NAMING, H_NAMING_COUNT, H_SHIFTS, H_SHIFT_COUNT = range(16, 20)
H_BLANKS, H_BLANK_COUNT, H_WORDS, H_PERMUTATIONS, RECORD_HEAD = range(20, 25)
# ---- what is known of a choice: nothing was chosen, all of it, a part or nothing ----
CONTINUED, ANNOUNCED, HIDDEN = range(3)
UNKNOWN = -(2**31)  # a word of a choice
# ---- a group of labels that were mixed: where its permutation starts among those of its record,
# counts of the labels before that are known, of those that are not, of the labels afterwards; then
# these labels ----
G_PERMUTATION, G_KNOWN, G_UNKNOWN, G_ENDS, GROUP_HEAD = range(5)
# ---- a known token that is lost: its new label, its number; a blank: its address, whether it
# is the length of a list ----
LOST_WORDS = BLANK_WORDS = 2

# ---- the table of sites: by the offset of a site where its entry starts. An entry: addresses of
# the least and the largest size of a set and of the list it is picked from; then of each action a
# mask of the operands that are tokens, and what its rows are ----
L_LEAST, L_MOST, L_ITEMS, L_ACTIONS = range(4)
OPERAND_WORDS = 2
PLAIN, SET, TOKEN_SET, SETS, TOKEN_SETS = range(5)

# ---- a chain: the number of steps, the first that is replayed, the seat, answers given so far,
# the expected decider, whether choices are hidden, whether more
# than tokens is; hidden labels, groups and hidden choices that can change, unordered zones ----
C_STEPS, C_FIRST, C_SEAT, C_ANSWERS, C_DECIDER, C_VARIES, C_BLANK = range(7)
C_UNKNOWN, C_GROUPS, C_CHOICES, C_ZONES = range(8, 12)
# ---- its violations, tests so far, changes accepted, which buffer has the state that leads to the
# present ----
C_VIOLATIONS, C_TESTS, C_ACCEPTED, C_BUFFER = range(12, 16)
# ---- where its arrays are in its words: tokens by label now, and at every record; permutations of
# groups; a number per step that hidden choices come from; whether a step is tested, how many worlds
# violated it; which token may have which label, hidden labels, runs of them that are free, classes
# of labels; groups that can change (start, length), classes of their labels; steps with choices;
# zones; tokens by number; scratch; words exchanged last; how easily several pairs of tokens are
# exchanged at once; backs of tokens ----
C_NOW, C_TOKENS, C_PERMUTATIONS, C_SEEDS, C_TESTED, C_HITS, C_POSSIBLE, C_LABELS = range(16, 24)
C_FREE, C_CLASSES, C_GROUP_LIST, C_SLOTS, C_CHOICE_LIST, C_ZONE_LIST = range(24, 30)
C_NUMBERS, C_GOAL, C_MARKS, C_REST, C_ROOM, C_UNDO, C_EASE, C_BACKS = range(30, 38)
# ---- how many of the groups that can change begin in any order, the first ones of the list;
# whether choices that are known are made even where they are not legal; whether units can be tested
# in any order, that order, how many there are ----
C_SHUFFLED, C_LENIENT, C_APART, C_ORDER, C_ORDERED, CHAIN_WORDS = range(38, 44)
EASE = 4  # so much of it for each pair more
MOST_PAIRS = 16
UNDO_WORDS = 4 * MOST_PAIRS
# ---- numbers of a chain: its weight, that of the world tested last; the price of violations ----
F_WEIGHT, F_TESTED, F_PRICES = 0, 1, 2
MOST_VIOLATIONS = 128
WORST = 24  # violations of one step
