"""The layout of the arrays of a board.

`B` is a position: a header, the size of each pile, then the cards of each pile from the bottom up,
each as twice its kind, plus one if it is face down. `H` holds 64-bit words: a hash of 128 bits per
pile, their sum, and the kinds on the goal. `R` (numbers) and `M` (masks with a bit per kind) are
the rules, which do not change during a search.

A stock that is turned over is one pile in the order of drawing, waste included: the first `DRAWN`
cards are the waste, and the last of these is its top.
"""

from __future__ import annotations

INTS, MASKS, MOVES = "CPointer(int32)", "CPointer(uint64)", "CPointer(int64)"
BYTES = "CPointer(uint8)"
ARRAYS = {INTS: "int32[::1]", MASKS: "uint64[::1]", MOVES: "int64[::1]", BYTES: "uint8[::1]"}

# ---- B: the header -----------------------------------------------------------------------------

DRAWN = 0  # number of cards in the waste
REDEALS = 1  # number of redeals so far
PENDING = 2  # the obligation of the last move: see below
AT_PILE = 3  # the pile it concerns
B_SIZES = 4

# A move that is only worth making for what it enables must be followed by that.
# Automatic moves already legal at the start are made after the first move, whatever it is.
FREE = 0  # any move may follow
FILL = 1  # a card must be put on AT_PILE
CLEAR = 2  # the top card of AT_PILE must be moved to a goal
FRESH = 3  # any move may follow, and waiting automatic moves come after it

# ---- H: sums, goal kinds, then two words per pile ---------------------------------------------

SUM, GOALS, H_PILES = 0, 2, 3

# ---- R: the header -----------------------------------------------------------------------------

R_PILES = 0  # number of piles; the stock, if there is one, is last
R_ROOM = 1  # capacity of a pile
R_KINDS = 2
R_STOCK = 3  # its pile, or -1
R_PER_DRAW = 4  # cards per draw; 0: a draw deals a card to each pile of a list
R_MOST_REDEALS = 5  # UNLIMITED: draws are then part of the move that follows
R_DRAW_ACTION = 6
R_RULES = 7  # where the player's rules are, and how many
R_AUTO = 9  # where the automatic rules are, and how many
R_WIN = 11  # where the tests for winning are, and how many
R_GROUPS = 13  # where the groups are
R_DEALS = 15  # where the piles that a stock deals to are, and how many
R_SAFE = 17  # how moves to goals can be proved safe: see SAFE_*
R_GOAL = 18  # the goal group, or -1
R_SALTS = 19  # where in M the salts of piles are
R_ZOBRIST = 20  # where in M the random words of cards at heights are
R_SUPPORTS = 21  # where in M the kinds are that a kind supports
R_CLOSURE = 22  # where in M the kinds are that must be done or ready for a kind to be safe
R_CLASSES = 23  # where in R the class of each kind is: equally good to build on
R_OPTIONS = 24  # the prunings in force: PRUNE_* and EAGER, below
R_SLACK = 25  # whether ready cards count as if they were on the goal
R_DRAW_TESTS = 26  # where the tests for drawing are, and how many
R_GOAL_ACCEPT = 28  # where in M the kinds are that the goal accepts
R_FILLS = 29  # whether automatic moves fill empty piles
R_GOAL_PILE = 30  # the first pile of the goal, and the one after its last
R_STEPS = 32  # where in R the position of each kind in its goal chain is
R_NODE = 33  # bytes of a packed position
R_BONDS = 34  # where in M the kinds are that are well placed on a kind
R_KEY_PARTS = 35  # where in R the part of each pile is that belongs to a key: see WHOLE
R_MOST_MOVES = 36  # upper bound on the moves of a position
R_MOST_DONE = 37  # upper bound on the undo log of a move and its automatic moves
R_LOSS = 38  # where in R the flag of each pile is: must lose its cards for a win
R_BEARS = 39  # where in M the looks are that a look can bear on the goal, or 0
R_LOOKS = 40  # where in R the look of each kind is, and the number of looks
R_SCRATCH = 42  # where in B the scratch words to count looks are
R_HEAD = 43

# The part of a pile that belongs to a key: all cards; the top card; the top card and the size.
WHOLE, TOP, TOP_AND_SIZE = 0, 1, 2

UNLIMITED = -1
MOST_AUTOMATIC = 10  # automatic moves after one move, per card of the game
STOCK_GROUP = -1  # in a rule: the top of the waste
SAFE_NEVER, SAFE_STAYS, SAFE_RETURNS = 0, 1, 2
PRUNE_SAFE, PRUNE_PARTS, PRUNE_RETURNS, EAGER, PRUNE_LOST = 1, 2, 4, 8, 16

# A card of a turned-over stock: its index at the start in the bits above the card itself.
S_HOME, CARD = 8, 0xFF

# A group: the piles of a zone. First pile, number of piles, whether they are interchangeable.
G_FIRST, G_COUNT, G_SAME, G_WORDS = 0, 1, 2, 3
# A rule: source group, target group, whether runs move (else single cards), where in M the kinds
# that fit on a kind are, where those that continue a run are, where its tests are and how many,
# whether part of a run moves only to free the card below, whether a move by it can be safe.
(
    RULE_FROM,
    RULE_TO,
    RULE_RUN,
    RULE_ACCEPT,
    RULE_LINKS,
    RULE_TESTS,
    RULE_TEST_COUNT,
    RULE_PARTS,
    RULE_SAFE,
    RULE_WORDS,
) = range(10)
# A test: quantity, where its list of piles is, comparison, number.
Q_MOVED, Q_FROM_SIZE, Q_TO_SIZE, Q_LEFT, Q_CARDS, Q_EMPTY, Q_OVER_CAPACITY = range(7)
T_QUANTITY, T_WHERE, T_COMPARE, T_NUMBER, T_WORDS = range(5)
EQUAL, UNEQUAL, LESS, MORE, AT_MOST, AT_LEAST = range(6)

# ---- a move in one number: kind, source, target, count (or index in the stock), rule, rank ------

MOVE, PLAY_STOCK, DRAW = 0, 1, 2
DONE_WORDS = 8  # per entry of the undo log: the move, and the hashes from before it
S_FROM, S_TO, S_COUNT, S_RULE, S_TURNED, S_RANK = 2, 10, 18, 32, 40, 48
