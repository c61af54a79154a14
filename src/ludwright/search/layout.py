"""The arrays of a search: what the compiled loops and their driver agree on."""

from __future__ import annotations

MOST_SEATS = 16

# ---- the table of edges, by slot: the key (0: free); visits and how often the edge could be
# chosen; the sum of rewards, the regret and the weight in the average strategy ----
V_VISITS, V_OPEN, V_WORDS = range(3)
W_WORTH, W_REGRET, W_AVERAGE, W_WORDS = range(4)

# ---- hashes: what each seat learned of choices since the root; in a round of simultaneous choices
# what it chose, and what it will learn of the others' choices; the signs of the candidates ----
X_CHAIN, X_ROUND, X_LATER, X_SIGNS = (i * MOST_SEATS for i in range(4))
MOST_SIGNS = 4096
# ---- ... the signs of the moves played, and the last good replies by hash of what was replied to:
# the sign of a move, its lowest bits replaced by its number among the options, the place to look
# first; 0: none ----
MOST_PLAYED = 4096
X_PLAYED = X_SIGNS + MOST_SIGNS
X_REPLIES = X_PLAYED + MOST_PLAYED
REPLIES, PLACE_BITS = 1 << 13, 8
X_ALL = X_REPLIES + REPLIES

# ---- integers of a search: settings ... ----
(
    G_SEAT,  # who searches
    G_OBSERVER,  # ROOT, DECIDER or EVERYTHING
    G_POOLED,  # whether nodes that look the same are the same, whatever was chosen before
    G_LONGEST,  # most decisions of an iteration
    G_DEALS,  # the zone whose shuffle begins a hand; 0: none
    G_WHOLE,  # ... and how many tokens are in it then
    G_FEATURES,  # number of features of the value of an unfinished game
    G_AVERAGES,  # options compared by move averages in playouts; 0: none
    G_REPLIES,  # options among which playouts look for the last good reply; 0: none
    G_MASK,  # slots of the table of edges, less one
    G_WORLDS,  # number of worlds
    G_SEED,
    G_FLAT,  # whether the tree ends below the root
    # ... state of an iteration: whether it is still in the tree, whether the root is still ahead,
    # length of the path, members of its mixed nodes, moves played, the world ...
    G_INSIDE,
    G_AHEAD,
    G_LENGTH,
    G_MEMBERS,
    G_PLAYED,
    G_WORLD,
    # ... and counters: edges in use, decisions, iterations cut at the end of a hand, and at the
    # limit; the sum of all lengths; why the last one could not be begun
    G_EDGES,
    G_DECISIONS,
    G_CUT,
    G_LONG,
    G_DEPTH,
    G_FAULTS,
) = range(25)
ROOT, DECIDER, EVERYTHING = range(3)  # what nodes are told apart by: the observations of whom
# ---- the addresses of features: of each a word per seat ----
MOST_FEATURES = 12
G_ADDRESSES = 32
# ---- the items of a set: whether each was taken ----
MOST_ITEMS = 256
G_ITEMS = G_ADDRESSES + MOST_FEATURES * MOST_SEATS
# ---- the path: slot, decider, first member, number of members (0: not a mixed node) ----
P_SLOT, P_WHO, P_FIRST, P_COUNT, P_WORDS = range(5)
MOST_PATH = 512
G_PATH = G_ITEMS + MOST_ITEMS
# ---- slots of the candidates of mixed nodes ----
MOST_MEMBERS = 1 << 14
G_MEMBER = G_PATH + MOST_PATH * P_WORDS
# ---- moves played: the entry of its average, the decider, the entry of the reply (-1: none) ----
M_AVERAGE, M_WHO, M_REPLY, M_WORDS = range(4)
G_PLAY = G_MEMBER + MOST_MEMBERS
G_ALL = G_PLAY + M_WORDS * MOST_PLAYED

# ---- fractions of a search: exploration, exploration of mixed strategies, reward of a unit of
# utility, how often averages decide; weights of features; the utility of reward 0 for each seat;
# rewards of the seats, and their sums so far; the probability with which each choice of the path
# was made; logarithms ----
F_EXPLORE, F_MIX, F_SCALE, F_GREEDY, F_WEIGHTS = range(5)
F_LOW = F_WEIGHTS + MOST_FEATURES
F_GAIN = F_LOW + MOST_SEATS
F_SUM = F_GAIN + MOST_SEATS
F_CHANCE = F_SUM + MOST_SEATS
F_LOGS = F_CHANCE + MOST_PATH
MOST_LOGS = 4096
F_ALL = F_LOGS + MOST_LOGS

# ---- move averages, by hash of the move: sum of rewards, number ----
AVERAGES = 1 << 13

# ---- how a move is signed, at the site's offset plus the action: a bit per operand that is a
# token; from NAMED on a bit per operand; whether it is a range, a set, a set of tokens; the words
# of a set. At the offset itself: whether choices are announced ----
NAMED, IS_RANGE, IS_SET, OF_TOKENS, SET_WORDS_AT = 8, 1 << 16, 1 << 17, 1 << 18, 20

NARROW, PARTS = 16, 8  # a range of more numbers is first narrowed down to one of so many parts
