"""From decision to decision: list the options, leave out what cannot be done, choose, play on."""

from __future__ import annotations

from typing import Any

from .cold_ops import stop
from .jit import I64, U, jit, offset, spliced
from .pick_sets import take_set
from .rng import below, bot_seed, mix, seed_state, seed_words
from .run import run
from .state import (
    ACTION,
    ACTION_OPERANDS,
    ACTION_TRY,
    ACTION_WORDS,
    ASKER,
    ATOMIC,
    ATOMIC_BASE,
    CALL_TOP,
    CANNOT,
    CHANCE,
    DECIDER,
    DECISION,
    DECISIONS,
    EVENT_WORDS,
    FAULT_BUDGET,
    FAULTED,
    FILTERING,
    KEPT_LISTS,
    KIND_ASK,
    KIND_TAKE,
    KNEW,
    KNOWN,
    LIST_TOP,
    LISTED,
    MODE,
    OVER,
    P_ANSWERS,
    P_BUDGET,
    P_CALLS,
    P_DEPTH,
    P_LISTS_END,
    P_RANGES,
    P_RESULTS,
    P_SEATS,
    P_SIZE,
    P_SNAPSHOTS,
    P_TOKENS,
    P_WIDTH,
    PACE,
    PC,
    RANGE_ROW,
    RUNNING,
    SCORED,
    SEARCH_ROWS,
    SEARCH_TRIALS,
    SITE,
    SITE_HEAD,
    SITE_KIND,
    SITE_NONE,
    SITE_ROWS,
    SNAPSHOTS,
    STATUS,
    TOGETHER,
    TRIED,
    TRY_ALL,
    TRY_BASE,
    TRY_TOP,
    TURN_LIMIT,
    TURNS,
    W_BOT,
    W_CAPACITY,
    W_DATA,
    W_EVENT_CAPACITY,
    W_NEXT,
    W_ROWS,
    W_TRACING,
)

HALF, LOW_WORD = I64(2**31), I64(0xFFFFFFFF)  # how a row and a number are packed in one answer

# ---- what a played game leaves: status, decisions, turns, options seen, scored, decisions with a
# choice, then winner and score per seat ----
G_STATUS, G_DECISIONS, G_TURNS, G_OPTIONS, G_SCORED, G_CHOICES, G_SEATS = range(7)


@jit("void(state, state, state, int64)")
def take_row(P: Any, S: Any, B: Any, row: Any) -> None:
    """Make a row of the workspace the choice."""
    width = P[U(P_WIDTH)]
    for i in range(width):
        S[U(ACTION + i)] = B[U(W_DATA + row * width + i)]


@jit("int64(state, state, state, int64)")
def is_range(P: Any, S: Any, B: Any, row: Any) -> Any:
    """Whether a row stands for a range of numbers."""
    action = B[U(W_DATA + row * P[U(P_WIDTH)])] - 1
    record = S[U(SITE)] + SITE_HEAD + action * ACTION_WORDS
    return I64(1) if P[U(record + ACTION_OPERANDS)] < 0 else I64(0)


@jit("int64(state, state, state)")
def count_options(P: Any, S: Any, B: Any) -> Any:
    """How many options there are, with every number of a range counted."""
    n = I64(B[U(W_ROWS)])
    if P[U(P_RANGES)]:
        for row in range(B[U(W_ROWS)]):
            if is_range(P, S, B, I64(row)):
                at = W_DATA + row * P[U(P_WIDTH)]
                n += I64(B[U(at + 2)]) - B[U(at + 1)]
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


@jit("void(state, state, state, int64)")
def take_option(P: Any, S: Any, B: Any, option: Any) -> None:
    """Make an option the choice, with every number of a range counted."""
    if P[U(P_RANGES)]:
        packed = option_row(P, S, B, option)
        row = packed >> 32
        take_row(P, S, B, row)
        if is_range(P, S, B, row):
            number = (packed & LOW_WORD) - HALF
            record = S[U(SITE)] + SITE_HEAD + (S[U(ACTION)] - 1) * ACTION_WORDS
            S[U(ACTION + 1)] = number
            S[U(ACTION + 2)] = 0
            if P[U(record + ACTION_OPERANDS)] < RANGE_ROW:
                take_set(P, S, I64(record), number)
    else:
        take_row(P, S, B, option)


@jit("void(state, state, state, state, int64)")
def start_trial(P: Any, S: Any, B: Any, trial: Any, row: Any) -> None:
    """Make a copy of a state, as far as it is in use, with an option of a workspace chosen."""
    snapshot = P[U(P_LISTS_END)] - KNOWN - P[U(P_TOKENS)]
    for i in range(S[U(LIST_TOP)]):
        trial[U(i)] = S[U(i)]
    for i in range(P[U(P_SNAPSHOTS)], P[U(P_SNAPSHOTS)] + S[U(SNAPSHOTS)] * snapshot):
        trial[U(i)] = S[U(i)]
    for i in range(P[U(P_ANSWERS)] if S[U(TOGETHER)] else P[U(P_CALLS)], S[U(CALL_TOP)]):
        trial[U(i)] = S[U(i)]
    take_row(P, trial, B, row)


@spliced
def can_do(P: Any, S: Any, B: Any, row: Any, depth: Any) -> Any:
    """Whether an option can be carried out, tried on copies of the state: up to the next choice;
    or, if a depth is given, whether some way through so many choices leads to the end of what is
    atomic. A copy and a workspace for each choice lie one behind the other."""
    room = I64(B[U(W_CAPACITY)])
    if depth:
        room = min(room, I64(SEARCH_ROWS))
    start = W_DATA + B[U(W_CAPACITY)] * P[U(P_WIDTH)] + B[U(W_EVENT_CAPACITY)] * EVENT_WORDS
    stride = P[U(P_SIZE)] + W_DATA + room * P[U(P_WIDTH)]
    trial = offset(B, I64(start))
    space = offset(B, I64(start + P[U(P_SIZE)]))
    start_trial(P, S, B, trial, row)
    trial[U(MODE)] = 2 if depth else 1
    trial[U(ASKER)] = S[U(DECIDER)]
    if S[U(DECIDER)]:
        for i in range(KNOWN, KNOWN + P[U(P_TOKENS)]):
            trial[U(i)] |= ((trial[U(i)] >> (S[U(DECIDER)] - 1)) & 1) * KNEW
    trial[U(TRY_BASE)] = S[U(ATOMIC_BASE)] if depth and S[U(ATOMIC)] else S[U(TRY_TOP)]
    pc = I64(trial[U(PC)])
    level = I64(0)
    left = I64(SEARCH_TRIALS)
    waiting = I64(0)
    answer = I64(-1)
    while answer < 0:
        space[U(W_TRACING)] = 0
        space[U(W_CAPACITY)] = room
        status = run(P, trial, space, pc)
        dead = status == CANNOT
        ask = P[U(trial[U(SITE)] + SITE_KIND)] & 3 == KIND_ASK
        if waiting:  # its options are listed
            trial[U(LIST_TOP)] = trial[U(KEPT_LISTS)]
            trial[U(PC)] = waiting
            pc = waiting
            waiting = I64(0)
            if status != LISTED or (space[U(W_ROWS)] and level == depth):
                answer = I64(1)
            elif space[U(W_ROWS)] == 0 and ask:
                trial[U(ACTION)] = -1  # nothing to choose from: the question fails
            else:
                dead = True  # go on with the next option, which is the first
                level += 1
        elif status == DECISION and (depth or ask):
            waiting = I64(trial[U(PC)])
            pc = I64(P[U(trial[U(SITE)] + SITE_ROWS)])
            trial[U(KEPT_LISTS)] = trial[U(LIST_TOP)]
            space[U(W_ROWS)] = 0
            space[U(W_NEXT)] = 0
        elif not dead:
            answer = I64(1)
        if dead and answer < 0:
            answer = I64(0)
            while level and answer == 0:
                level -= 1
                space = offset(B, I64(start + level * stride + P[U(P_SIZE)]))
                before = offset(B, I64(start + level * stride))
                row = I64(space[U(W_NEXT)])
                vain = row == space[U(W_ROWS)] and P[U(before[U(SITE)] + SITE_NONE)] != 0
                if vain or row < space[U(W_ROWS)]:
                    answer = I64(-1) if left else I64(1)
                    left -= 1
                    level += 1
                    trial = offset(B, I64(start + level * stride))
                    start_trial(P, before, space, trial, row - 1 if vain else row)
                    if vain:
                        trial[U(ACTION)] = -1
                    space[U(W_NEXT)] += 1
                    space = offset(B, I64(start + level * stride + P[U(P_SIZE)]))
                    pc = I64(trial[U(PC)])
    return answer == 1


@spliced
def filter_rows(P: Any, S: Any, B: Any) -> None:
    """Leave out the options that must be tried out and cannot be done."""
    width = P[U(P_WIDTH)]
    first = S[U(SITE)] + SITE_HEAD
    inside = S[U(ATOMIC)] != 0 and P[U(S[U(SITE)] + SITE_KIND)] & 3 != KIND_TAKE
    kept = 0
    for row in range(B[U(W_ROWS)]):
        at = W_DATA + row * width
        tried = P[U(first + (B[U(at)] - 1) * ACTION_WORDS + ACTION_TRY)]
        depth = I64(0)
        if inside or (tried == TRY_ALL and S[U(ATOMIC)] == 0):
            depth = I64(P[U(P_DEPTH)])
        if not (tried or inside) or can_do(P, S, B, I64(row), depth):
            for i in range(width):
                B[U(W_DATA + kept * width + i)] = B[U(at + i)]
            kept += 1
    B[U(W_ROWS)] = kept


@spliced
def advance(P: Any, S: Any, B: Any) -> Any:
    """Run to the next decision with its options listed, the end, a pause or a fault.

    The answer is the status, plus 16 times the number of option rows at a decision.
    """
    answer = I64(RUNNING)
    left = I64(P[U(P_BUDGET)])  # each time it goes on by itself counts as a thousand ops
    while answer == RUNNING:
        answer = run(P, S, B, I64(S[U(PC)]))
        if answer == CHANCE:
            answer = CHANCE + 16 * I64(B[U(W_ROWS)])
        decision = answer == DECISION
        if decision or answer == FILTERING:
            kind = P[U(S[U(SITE)] + SITE_KIND)]
            if kind >= TRIED or S[U(ATOMIC)]:
                filter_rows(P, S, B)
            n = I64(B[U(W_ROWS)])
            if decision and (n or kind & 3 != KIND_ASK):
                answer = DECISION + 16 * n
            else:  # the first option is taken by itself; a question without options fails
                answer = I64(RUNNING)
                left -= 1
                if left < 0:
                    answer = stop(S, FAULTED, I64(S[U(PC)]), FAULT_BUDGET)
                elif n:
                    take_row(P, S, B, I64(0))
                else:
                    S[U(ACTION)] = -1
    return answer


# ---- what operate does ----
ADVANCE, LIST, WORK_OUT = range(3)


@spliced
def operate(P: Any, S: Any, B: Any, what: Any, entry: Any) -> Any:
    """Advance; or list the options of the waiting site, -1 if that goes wrong; or run
    code that only works out values."""
    if what == ADVANCE:
        return advance(P, S, B)
    if what == WORK_OUT:
        return run(P, S, B, entry)
    B[U(W_ROWS)] = 0
    pc = S[U(PC)]
    status = run(P, S, B, I64(P[U(S[U(SITE)] + SITE_ROWS)]))
    S[U(LIST_TOP)] = S[U(KEPT_LISTS)]
    if status != LISTED:
        return I64(-1)
    S[U(PC)] = pc
    if P[U(S[U(SITE)] + SITE_KIND)] >= TRIED or S[U(ATOMIC)]:
        filter_rows(P, S, B)
    return I64(B[U(W_ROWS)])


@jit("void(state, state, state, int64, int64)")
def start_batch_game(image: Any, S: Any, B: Any, size: Any, own_seed: Any) -> None:
    """A fresh state, and the seeds of the game and of its random players."""
    for i in range(size):
        S[U(i)] = image[U(i)]
    seed_state(S, own_seed)
    seed_words(B, I64(W_BOT), bot_seed(own_seed))


@spliced
def playouts(
    P: Any, image: Any, S: Any, B: Any, seed: Any, first: Any, count: Any, most: Any, games: Any
) -> None:
    """Play games number first, first + 1 ... of a batch at random, each to its end or to so many
    decisions or turns, and keep what they leave."""
    words = G_SEATS + 2 * P[U(P_SEATS)]
    for g in range(count):
        start_batch_game(image, S, B, I64(P[U(P_SIZE)]), mix(seed, first + g))
        S[U(PACE)] = 0
        S[U(TURN_LIMIT)] = most
        options = I64(0)
        choices = 0
        while True:
            answer = advance(P, S, B)
            if answer <= DECISION or answer & 15 != DECISION or S[U(DECISIONS)] >= most:
                break
            n = count_options(P, S, B)
            options += n
            if n > 1:
                choices += 1
            take_option(P, S, B, below(B, I64(W_BOT), n))
        if answer == DECISION:  # nobody can move: the game is over
            answer = I64(OVER)
            S[U(STATUS)] = OVER
        game = offset(games, I64(g * words))
        game[U(G_STATUS)] = answer & 15
        game[U(G_DECISIONS)] = S[U(DECISIONS)]
        game[U(G_TURNS)] = S[U(TURNS)]
        game[U(G_OPTIONS)] = min(options, HALF - 1)
        game[U(G_SCORED)] = S[U(SCORED)]
        game[U(G_CHOICES)] = choices
        for i in range(2 * P[U(P_SEATS)]):
            game[U(G_SEATS + i)] = S[U(P[U(P_RESULTS)] + i)]
