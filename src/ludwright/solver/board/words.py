"""The words of a board: what stands where in the arrays of a patience under search.

`B` is a position: a header, the size of every pile, and its cards from the bottom up, each as twice
its kind plus one if it lies face down. `H` holds 64-bit words: a hash of 128 bits for every pile,
their sum, and the kinds that lie on goal piles. `R` and `M` never change during a search: numbers,
and masks of 64 bits with a bit per kind.

The cards of a stock that is turned over lie in one pile in the order in which they are drawn; the
first `DRAWN` of them are the waste, and the last of these is the one in reach.
"""

from __future__ import annotations

INTS, MASKS, MOVES = "CPointer(int32)", "CPointer(uint64)", "CPointer(int64)"
BYTES = "CPointer(uint8)"
ARRAYS = {INTS: "int32[::1]", MASKS: "uint64[::1]", MOVES: "int64[::1]", BYTES: "uint8[::1]"}

# ---- B: the header -----------------------------------------------------------------------------

DRAWN = 0  # cards of the stock that are drawn
REDEALS = 1  # how often it was turned over
PENDING = 2  # what the last move obliges to: see below
AT_PILE = 3  # the pile that this concerns
B_SIZES = 4

# A move whose only sense is what it allows next must be followed by that.
# Automatic moves that wait at the start, because no choice was made yet, come with the first one.
FREE = 0  # anything may follow
FILL = 1  # a card must be put on AT_PILE
CLEAR = 2  # the top card of AT_PILE must be moved to a goal
FRESH = 3  # anything may follow, and automatic moves happen then

# ---- H: sums, goal kinds, then two words per pile ---------------------------------------------

SUM, GOALS, H_PILES = 0, 2, 3

# ---- R: the header -----------------------------------------------------------------------------

R_PILES = 0  # how many; the stock, if there is one, is the last
R_ROOM = 1  # cards that a pile can hold
R_KINDS = 2
R_STOCK = 3  # its pile, or -1
R_PER_DRAW = 4  # 0: a draw deals a card to each pile of a list
R_MOST_REDEALS = 5  # UNLIMITED: drawing is then a part of the moves that follow it
R_DRAW_ACTION = 6
R_RULES = 7  # where the player's rules are, and how many
R_AUTO = 9  # where the automatic rules are, and how many
R_WIN = 11  # where the tests for winning are, and how many
R_GROUPS = 13  # where the groups are
R_DEALS = 15  # where the piles that a stock deals to are, and how many
R_SAFE = 17  # how moves to goals can be proved safe: see SAFE_*
R_GOAL = 18  # the goal group, or -1
R_SALTS = 19  # where in M the hashes of piles' places are
R_ZOBRIST = 20  # where in M the hashes of cards at heights are
R_SUPPORTS = 21  # where in M the kinds are that may come to lie on a kind
R_CLOSURE = 22  # where in M the kinds are that must be on goals, or ready, for a kind to be safe
R_CLASSES = 23  # where in R the class of each kind as a place to build on is
R_OPTIONS = 24  # prunings that are on: a sum of the constants below
R_SLACK = 25  # whether cards that a goal takes at once count as if they were there
R_DRAW_TESTS = 26  # where the tests for drawing are, and how many
R_GOAL_ACCEPT = 28  # where in M the kinds are that a goal takes
R_FILLS = 29  # whether automatic moves fill empty piles
R_GOAL_PILE = 30  # the first pile of the goal, and the one after its last
R_STEPS = 32  # where in R is how early each kind goes to its goal
R_NODE = 33  # bytes of a position
R_BONDS = 34  # where in M the kinds are that lie well on a kind
R_KEPT = 35  # where in R is what of each pile belongs to a key: see WHOLE
R_MOST_MOVES = 36  # that a position can have
R_MOST_DONE = 37  # that a move can do, with all automatic ones after it
R_LOSS = 38  # where in R is whether the cards of a pile keep from a win
R_BEARS = 39  # where in M the looks are that a look bears on the goal, or 0
R_LOOKS = 40  # where in R the look of each kind is, and how many looks there are
R_SCRATCH = 42  # where in B numbers of looks can be counted
R_HEAD = 43

# What of a pile belongs to a key: all its cards; its top card; its top card and how many there are.
WHOLE, TOP, TOP_AND_SIZE = 0, 1, 2

UNLIMITED = -1
MOST_AUTOMATIC = 10  # moves after one choice, times the number of cards
STOCK_GROUP = -1  # in a rule: the card in reach of a stock that is turned over
SAFE_NEVER, SAFE_STAYS, SAFE_RETURNS = 0, 1, 2
PRUNE_SAFE, PRUNE_PARTS, PRUNE_RETURNS, EAGER, PRUNE_LOST = 1, 2, 4, 8, 16

# A card of a stock that is turned over: where it was at the start, above the card itself.
S_HOME, CARD = 8, 0xFF

# A group of piles: first, number, whether its piles are interchangeable.
G_FIRST, G_COUNT, G_SAME, G_WORDS = 0, 1, 2, 3
# A rule: from group, to group, whether runs move (else one card), where in M the kinds are that fit
# on a kind, where those are that continue a run, where its tests are and how many, whether a part
# of a run is worth moving only to free the card below it, whether a move by it can be safe.
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
# A test: quantity, where it is, comparison, number.
Q_MOVED, Q_FROM_SIZE, Q_TO_SIZE, Q_LEFT, Q_CARDS, Q_EMPTY, Q_OVER_CAPACITY = range(7)
T_QUANTITY, T_WHERE, T_COMPARE, T_NUMBER, T_WORDS = range(5)
EQUAL, UNEQUAL, LESS, MORE, AT_MOST, AT_LEAST = range(6)

# ---- a move in one number: kind, from, to, how many (or which of the stock), rule, rank ---------

MOVE, PLAY_STOCK, DRAW = 0, 1, 2
DONE_WORDS = 8  # of a move that was made: the move, and the hashes from before it
S_FROM, S_TO, S_COUNT, S_RULE, S_TURNED, S_RANK = 2, 10, 18, 32, 40, 48
