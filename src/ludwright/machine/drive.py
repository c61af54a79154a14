"""From decision to decision: list the options, leave out what cannot be done, choose, play on."""

from __future__ import annotations

from typing import Any

from .jit import I64, U, jit, offset
from .rng import below, bot_seed, mix, seed_state, seed_words
from .run import run
from .state import (
    ACTION,
    ACTION_OPERANDS,
    ACTION_TRY,
    ACTION_WORDS,
    CANNOT,
    DECISION,
    DECISIONS,
    EVENT_WORDS,
    FILTERING,
    KIND_ASK,
    LIST_TOP,
    LISTED,
    MODE,
    OVER,
    P_RANGES,
    P_RESULTS,
    P_SEATS,
    P_SIZE,
    P_WIDTH,
    PACE,
    PC,
    SCORED,
    SITE,
    SITE_HEAD,
    SITE_KIND,
    SITE_ROWS,
    STATUS,
    TRIED,
    TRY_BASE,
    TRY_TOP,
    TURN_LIMIT,
    TURNS,
    W_BOT,
    W_CAPACITY,
    W_DATA,
    W_EVENT_CAPACITY,
    W_ROWS,
)

# ---- what a played game leaves: status, decisions, turns, options seen, scored, decisions with a
# choice, then winner and score per seat ----
HALF, LOW_WORD = I64(2**31), I64(0xFFFFFFFF)  # how a row and a number are packed in one answer

G_STATUS, G_DECISIONS, G_TURNS, G_OPTIONS, G_SCORED, G_CHOICES, G_SEATS = range(7)


@jit("void(state, state, state, int64)")
def take_row(P: Any, S: Any, B: Any, row: Any) -> None:
    """Make a row of the workspace the choice."""
    width = P[U(P_WIDTH)]
    for i in range(width):
        S[U(ACTION + i)] = B[U(W_DATA + row * width + i)]


@jit("int64(state, state, state, int64)")
def can_do(P: Any, S: Any, B: Any, row: Any) -> Any:
    """Whether an option can be carried out up to the next choice, tried on a copy of the state."""
    size = P[U(P_SIZE)]
    width = P[U(P_WIDTH)]
    start = W_DATA + B[U(W_CAPACITY)] * width + B[U(W_EVENT_CAPACITY)] * EVENT_WORDS
    trial = offset(B, I64(start))
    space = offset(B, I64(start + size))
    for i in range(size):
        trial[U(i)] = S[U(i)]
    space[U(W_CAPACITY)] = B[U(W_CAPACITY)]
    trial[U(MODE)] = 1
    trial[U(TRY_BASE)] = trial[U(TRY_TOP)]
    take_row(P, trial, B, row)
    while True:
        status = run(P, trial, space, I64(trial[U(PC)]))
        if status == DECISION and P[U(trial[U(SITE)] + SITE_KIND)] == KIND_ASK:
            space[U(W_ROWS)] = 0
            pc = trial[U(PC)]
            listed = run(P, trial, space, I64(P[U(trial[U(SITE)] + SITE_ROWS)]))
            if listed == LISTED and space[U(W_ROWS)] == 0:
                trial[U(PC)] = pc
                trial[U(ACTION)] = -1
                continue
        return I64(0) if status == CANNOT else I64(1)


@jit("void(state, state, state)")
def filter_rows(P: Any, S: Any, B: Any) -> None:
    """Leave out the options that must be tried out and cannot be done."""
    width = P[U(P_WIDTH)]
    site = S[U(SITE)]
    first = site + SITE_HEAD
    kept = 0
    for row in range(B[U(W_ROWS)]):
        at = W_DATA + row * width
        tried = P[U(first + (B[U(at)] - 1) * ACTION_WORDS + ACTION_TRY)]
        if not tried or can_do(P, S, B, I64(row)):
            for i in range(width):
                B[U(W_DATA + kept * width + i)] = B[U(at + i)]
            kept += 1
    B[U(W_ROWS)] = kept


@jit("int64(state, state, state, int64)")
def list_rows(P: Any, S: Any, B: Any, entry: Any) -> Any:
    """List the options of the site that waits, from an entry of it; the answer is how many."""
    B[U(W_ROWS)] = 0
    pc = S[U(PC)]
    lists = S[U(LIST_TOP)]
    status = run(P, S, B, I64(P[U(S[U(SITE)] + entry)]))
    S[U(LIST_TOP)] = lists
    if status != LISTED:
        return I64(-1)
    S[U(PC)] = pc
    if P[U(S[U(SITE)] + SITE_KIND)] >= TRIED:
        filter_rows(P, S, B)
    return I64(B[U(W_ROWS)])


@jit("int64(state, state, state, int64)")
def is_range(P: Any, S: Any, B: Any, row: Any) -> Any:
    """Whether a row stands for a range of numbers."""
    width = P[U(P_WIDTH)]
    site = S[U(SITE)]
    action = B[U(W_DATA + row * width)] - 1
    record = site + SITE_HEAD + action * ACTION_WORDS
    return I64(1) if P[U(record + ACTION_OPERANDS)] < 0 else I64(0)


@jit("int64(state, state, state)")
def advance(P: Any, S: Any, B: Any) -> Any:
    """Run to the next decision with its options listed, the end, a pause or a fault.

    The answer is the status, plus 16 times the number of option rows at a decision.
    """
    while True:
        status = run(P, S, B, I64(S[U(PC)]))
        if status == FILTERING:
            filter_rows(P, S, B)
            if B[U(W_ROWS)]:
                take_row(P, S, B, I64(0))
            else:
                S[U(ACTION)] = -1
        elif status == DECISION:
            n = list_rows(P, S, B, I64(SITE_ROWS))
            if n < 0:
                return I64(S[U(STATUS)])
            if n or P[U(S[U(SITE)] + SITE_KIND)] & 3 != KIND_ASK:
                return status + 16 * n
            S[U(ACTION)] = -1
        else:
            return status


@jit("int64(state, state, state, int64, int64)")
def step(P: Any, S: Any, B: Any, row: Any, value: Any) -> Any:
    """Choose a row (and a number in it, if it stands for a range) and advance."""
    take_row(P, S, B, row)
    if P[U(P_RANGES)] and is_range(P, S, B, row):
        S[U(ACTION + 1)] = value
        S[U(ACTION + 2)] = 0
    return advance(P, S, B)


@jit("int64(state, state, state)")
def count_options(P: Any, S: Any, B: Any) -> Any:
    """How many options there are, with every number of a range counted."""
    n = I64(B[U(W_ROWS)])
    if P[U(P_RANGES)]:
        for row in range(B[U(W_ROWS)]):
            if is_range(P, S, B, I64(row)):
                at = W_DATA + row * P[U(P_WIDTH)]
                n += B[U(at + 2)] - B[U(at + 1)]
    return n


@jit("int64(state, state, state, int64)")
def option_row(P: Any, S: Any, B: Any, option: Any) -> Any:
    """The row of an option, with every number of a range counted: row << 32, plus the number."""
    row = I64(0)
    while True:
        size = I64(1)
        at = W_DATA + row * P[U(P_WIDTH)]
        if is_range(P, S, B, row):
            size = I64(B[U(at + 2)]) - B[U(at + 1)] + 1
        if option < size:
            return (row << 32) + B[U(at + 1)] + option + HALF
        option -= size
        row += 1


@jit("int64(state, state, state, int64)")
def step_option(P: Any, S: Any, B: Any, option: Any) -> Any:
    """Choose an option by its number, with every number of a range counted, and advance."""
    if not P[U(P_RANGES)]:
        return step(P, S, B, option, I64(0))
    packed = option_row(P, S, B, option)
    return step(P, S, B, packed >> 32, (packed & LOW_WORD) - HALF)


@jit("int64(state, state, state, int64, int64, int64, int64)")
def choose(P: Any, S: Any, B: Any, action: Any, a: Any, b: Any, c: Any) -> Any:
    """Choose by action and operands, and advance."""
    S[U(ACTION)] = action
    S[U(ACTION + 1)] = a
    S[U(ACTION + 2)] = b
    S[U(ACTION + 3)] = c
    return advance(P, S, B)


@jit("int64(state, state, state)")
def random_option(P: Any, S: Any, B: Any) -> Any:
    """The number of an option drawn from the players' own stream."""
    return below(B, I64(W_BOT), count_options(P, S, B))


@jit("int64(state, state, state, int64, state)")
def playout(P: Any, S: Any, B: Any, most: Any, game: Any) -> Any:
    """Play at random to the end, or to so many decisions and turns; keep what a game leaves."""
    for i in range(G_SEATS):
        game[U(i)] = 0
    status = advance(P, S, B)
    while status & 15 == DECISION and status > DECISION and S[U(DECISIONS)] < most:
        n = count_options(P, S, B)
        game[U(G_OPTIONS)] += n
        if n > 1:
            game[U(G_CHOICES)] += 1
        status = step_option(P, S, B, below(B, I64(W_BOT), n))
    if status == DECISION:  # nobody can move: the game is over
        status = I64(OVER)
        S[U(STATUS)] = OVER
    game[U(G_STATUS)] = status & 15
    game[U(G_DECISIONS)] = S[U(DECISIONS)]
    game[U(G_TURNS)] = S[U(TURNS)]
    game[U(G_SCORED)] = S[U(SCORED)]
    for i in range(2 * P[U(P_SEATS)]):
        game[U(G_SEATS + i)] = S[U(P[U(P_RESULTS)] + i)]
    return status & 15


@jit("void(state, state, int64, int64)")
def start_batch_game(S: Any, B: Any, seed: Any, number: Any) -> None:
    """Seed the game and its random players for one game of a batch."""
    own = mix(seed, number)
    seed_state(S, own)
    seed_words(B, I64(W_BOT), bot_seed(own))


@jit("void(state, state, state, state, int64, int64, int64, int64, state)")
def playouts(
    P: Any, image: Any, S: Any, B: Any, seed: Any, first: Any, count: Any, most: Any, games: Any
) -> None:
    """Play games number first, first + 1 ... of a batch, as many as there is room for."""
    size = P[U(P_SIZE)]
    words = G_SEATS + 2 * P[U(P_SEATS)]
    for g in range(count):
        for i in range(size):
            S[U(i)] = image[U(i)]
        start_batch_game(S, B, seed, first + g)
        S[U(PACE)] = 0
        S[U(TURN_LIMIT)] = most
        playout(P, S, B, most, offset(games, I64(g * words)))
