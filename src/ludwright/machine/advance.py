"""From decision to decision: list the options, leave out what cannot be done, choose, play on."""

from __future__ import annotations

from typing import Any

from . import state as m
from .cold_ops import stop
from .jit import I64, U, jit, offset, spliced
from .pick_sets import take_set
from .rng import below, bot_seed, mix, seed_state, seed_words
from .run import run

HALF, LOW_WORD = I64(2**31), I64(0xFFFFFFFF)  # how a row and a number are packed in one answer

# ---- what a played game leaves: status, decisions, turns, options seen, scored, decisions with a
# choice, then winner and score per seat ----
G_STATUS, G_DECISIONS, G_TURNS, G_OPTIONS, G_SCORED, G_CHOICES, G_SEATS = range(7)


@jit("void(state, state, state, int64)")
def take_row(P: Any, S: Any, B: Any, row: Any) -> None:
    """Make a row of the workspace the choice."""
    width = P[U(m.P_WIDTH)]
    for i in range(width):
        S[U(m.ACTION + i)] = B[U(m.W_DATA + row * width + i)]


@jit("int64(state, state, state, int64)")
def is_range(P: Any, S: Any, B: Any, row: Any) -> Any:
    """Whether a row stands for a range of numbers."""
    action = B[U(m.W_DATA + row * P[U(m.P_WIDTH)])] - 1
    record = S[U(m.SITE)] + m.SITE_HEAD + action * m.ACTION_WORDS
    return I64(1) if P[U(record + m.ACTION_OPERANDS)] < 0 else I64(0)


@jit("int64(state, state, state)")
def count_options(P: Any, S: Any, B: Any) -> Any:
    """How many options there are, with every number of a range counted."""
    n = I64(B[U(m.W_ROWS)])
    if P[U(m.P_RANGES)]:
        for row in range(B[U(m.W_ROWS)]):
            if is_range(P, S, B, I64(row)):
                at = m.W_DATA + row * P[U(m.P_WIDTH)]
                n += I64(B[U(at + 2)]) - B[U(at + 1)]
    return n


@jit("int64(state, state, state, int64)")
def option_row(P: Any, S: Any, B: Any, option: Any) -> Any:
    """The row of an option, with every number of a range counted: row << 32, plus the number."""
    row = I64(0)
    while True:
        size = I64(1)
        at = m.W_DATA + row * P[U(m.P_WIDTH)]
        if is_range(P, S, B, row):
            size = I64(B[U(at + 2)]) - B[U(at + 1)] + 1
        if option < size:
            return (row << 32) + B[U(at + 1)] + option + HALF
        option -= size
        row += 1


@jit("void(state, state, state, int64)")
def take_option(P: Any, S: Any, B: Any, option: Any) -> None:
    """Make an option the choice, with every number of a range counted."""
    if P[U(m.P_RANGES)]:
        packed = option_row(P, S, B, option)
        row = packed >> 32
        take_row(P, S, B, row)
        if is_range(P, S, B, row):
            number = (packed & LOW_WORD) - HALF
            record = S[U(m.SITE)] + m.SITE_HEAD + (S[U(m.ACTION)] - 1) * m.ACTION_WORDS
            S[U(m.ACTION + 1)] = number
            S[U(m.ACTION + 2)] = 0
            if P[U(record + m.ACTION_OPERANDS)] < m.RANGE_ROW:
                take_set(P, S, I64(record), number)
    else:
        take_row(P, S, B, option)


@jit("void(state, state, state, state, int64)")
def start_trial(P: Any, S: Any, B: Any, trial: Any, row: Any) -> None:
    """Make a copy of a state, as far as it is in use, with an option of a workspace chosen."""
    snapshot = P[U(m.P_LISTS_END)] - m.KNOWN - P[U(m.P_TOKENS)]
    for i in range(S[U(m.LIST_TOP)]):
        trial[U(i)] = S[U(i)]
    for i in range(P[U(m.P_SNAPSHOTS)], P[U(m.P_SNAPSHOTS)] + S[U(m.SNAPSHOTS)] * snapshot):
        trial[U(i)] = S[U(i)]
    for i in range(P[U(m.P_ANSWERS)] if S[U(m.TOGETHER)] else P[U(m.P_CALLS)], S[U(m.CALL_TOP)]):
        trial[U(i)] = S[U(i)]
    take_row(P, trial, B, row)


@spliced
def can_do(P: Any, S: Any, B: Any, row: Any, depth: Any) -> Any:
    """Whether an option can be carried out, tried on copies of the state: up to the next choice;
    or, if a depth is given, whether some way through so many choices leads to the end of what is
    atomic. A copy and a workspace for each choice lie one behind the other."""
    room = I64(B[U(m.W_CAPACITY)])
    if depth:
        room = min(room, I64(m.SEARCH_ROWS))
    start = (
        m.W_DATA + B[U(m.W_CAPACITY)] * P[U(m.P_WIDTH)] + B[U(m.W_EVENT_CAPACITY)] * m.EVENT_WORDS
    )
    stride = P[U(m.P_SIZE)] + m.W_DATA + room * P[U(m.P_WIDTH)]
    trial = offset(B, I64(start))
    space = offset(B, I64(start + P[U(m.P_SIZE)]))
    start_trial(P, S, B, trial, row)
    trial[U(m.MODE)] = 2 if depth else 1
    trial[U(m.ASKER)] = S[U(m.DECIDER)]
    if S[U(m.DECIDER)]:
        for i in range(m.KNOWN, m.KNOWN + P[U(m.P_TOKENS)]):
            trial[U(i)] |= ((trial[U(i)] >> (S[U(m.DECIDER)] - 1)) & 1) * m.KNEW
    trial[U(m.TRY_BASE)] = S[U(m.ATOMIC_BASE)] if depth and S[U(m.ATOMIC)] else S[U(m.TRY_TOP)]
    pc = I64(trial[U(m.PC)])
    level = I64(0)
    left = I64(m.SEARCH_TRIALS)
    waiting = I64(0)
    answer = I64(-1)
    while answer < 0:
        space[U(m.W_TRACING)] = 0
        space[U(m.W_CAPACITY)] = room
        status = run(P, trial, space, pc)
        dead = status == m.CANNOT
        ask = P[U(trial[U(m.SITE)] + m.SITE_KIND)] & 3 == m.KIND_ASK
        if waiting:  # its options are listed
            trial[U(m.LIST_TOP)] = trial[U(m.KEPT_LISTS)]
            trial[U(m.PC)] = waiting
            pc = waiting
            waiting = I64(0)
            if status != m.LISTED or (space[U(m.W_ROWS)] and level == depth):
                answer = I64(1)
            elif space[U(m.W_ROWS)] == 0 and ask:
                trial[U(m.ACTION)] = -1  # nothing to choose from: the question fails
            else:
                dead = True  # go on with the next option, which is the first
                level += 1
        elif status == m.DECISION and (depth or ask):
            waiting = I64(trial[U(m.PC)])
            pc = I64(P[U(trial[U(m.SITE)] + m.SITE_ROWS)])
            trial[U(m.KEPT_LISTS)] = trial[U(m.LIST_TOP)]
            space[U(m.W_ROWS)] = 0
            space[U(m.W_NEXT)] = 0
        elif not dead:
            answer = I64(1)
        if dead and answer < 0:
            answer = I64(0)
            while level and answer == 0:
                level -= 1
                space = offset(B, I64(start + level * stride + P[U(m.P_SIZE)]))
                before = offset(B, I64(start + level * stride))
                row = I64(space[U(m.W_NEXT)])
                vain = row == space[U(m.W_ROWS)] and P[U(before[U(m.SITE)] + m.SITE_NONE)] != 0
                if vain or row < space[U(m.W_ROWS)]:
                    answer = I64(-1) if left else I64(1)
                    left -= 1
                    level += 1
                    trial = offset(B, I64(start + level * stride))
                    start_trial(P, before, space, trial, row - 1 if vain else row)
                    if vain:
                        trial[U(m.ACTION)] = -1
                    space[U(m.W_NEXT)] += 1
                    space = offset(B, I64(start + level * stride + P[U(m.P_SIZE)]))
                    pc = I64(trial[U(m.PC)])
    return answer == 1


@spliced
def filter_rows(P: Any, S: Any, B: Any) -> None:
    """Leave out the options that must be tried out and cannot be done."""
    width = P[U(m.P_WIDTH)]
    first = S[U(m.SITE)] + m.SITE_HEAD
    inside = S[U(m.ATOMIC)] != 0 and P[U(S[U(m.SITE)] + m.SITE_KIND)] & 3 != m.KIND_TAKE
    kept = 0
    for row in range(B[U(m.W_ROWS)]):
        at = m.W_DATA + row * width
        tried = P[U(first + (B[U(at)] - 1) * m.ACTION_WORDS + m.ACTION_TRY)]
        depth = I64(0)
        if inside or (tried == m.TRY_ALL and S[U(m.ATOMIC)] == 0):
            depth = I64(P[U(m.P_DEPTH)])
        if not (tried or inside) or can_do(P, S, B, I64(row), depth):
            for i in range(width):
                B[U(m.W_DATA + kept * width + i)] = B[U(at + i)]
            kept += 1
    B[U(m.W_ROWS)] = kept


@spliced
def advance(P: Any, S: Any, B: Any) -> Any:
    """Run to the next decision with its options listed, the end, a pause or a fault.

    The answer is the status, plus 16 times the number of option rows at a decision.
    """
    answer = I64(m.RUNNING)
    left = I64(P[U(m.P_BUDGET)])  # each time it goes on by itself counts as a thousand ops
    while answer == m.RUNNING:
        answer = run(P, S, B, I64(S[U(m.PC)]))
        if answer == m.CHANCE:
            answer = m.CHANCE + 16 * I64(B[U(m.W_ROWS)])
        decision = answer == m.DECISION
        if decision or answer == m.FILTERING:
            kind = P[U(S[U(m.SITE)] + m.SITE_KIND)]
            if kind >= m.TRIED or S[U(m.ATOMIC)]:
                filter_rows(P, S, B)
            n = I64(B[U(m.W_ROWS)])
            if decision and (n or kind & 3 != m.KIND_ASK):
                answer = m.DECISION + 16 * n
            else:  # the first option is taken by itself; a question without options fails
                answer = I64(m.RUNNING)
                left -= 1
                if left < 0:
                    answer = stop(S, m.FAULTED, I64(S[U(m.PC)]), m.FAULT_BUDGET)
                elif n:
                    take_row(P, S, B, I64(0))
                else:
                    S[U(m.ACTION)] = -1
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
    B[U(m.W_ROWS)] = 0
    pc = S[U(m.PC)]
    status = run(P, S, B, I64(P[U(S[U(m.SITE)] + m.SITE_ROWS)]))
    S[U(m.LIST_TOP)] = S[U(m.KEPT_LISTS)]
    if status != m.LISTED:
        return I64(-1)
    S[U(m.PC)] = pc
    if P[U(S[U(m.SITE)] + m.SITE_KIND)] >= m.TRIED or S[U(m.ATOMIC)]:
        filter_rows(P, S, B)
    return I64(B[U(m.W_ROWS)])


@jit("void(state, state, state, int64, int64)")
def start_batch_game(image: Any, S: Any, B: Any, size: Any, own_seed: Any) -> None:
    """A fresh state, and the seeds of the game and of its random players."""
    for i in range(size):
        S[U(i)] = image[U(i)]
    seed_state(S, own_seed)
    seed_words(B, I64(m.W_BOT), bot_seed(own_seed))


@spliced
def playouts(
    P: Any, image: Any, S: Any, B: Any, seed: Any, first: Any, count: Any, most: Any, games: Any
) -> None:
    """Play games number first, first + 1 ... of a batch at random, each to its end or to so many
    decisions or turns, and keep what they leave."""
    words = G_SEATS + 2 * P[U(m.P_SEATS)]
    for g in range(count):
        start_batch_game(image, S, B, I64(P[U(m.P_SIZE)]), mix(seed, first + g))
        S[U(m.PACE)] = 0
        S[U(m.TURN_LIMIT)] = most
        options = I64(0)
        choices = 0
        while True:
            answer = advance(P, S, B)
            if answer <= m.DECISION or answer & 15 != m.DECISION or S[U(m.DECISIONS)] >= most:
                break
            n = count_options(P, S, B)
            options += n
            if n > 1:
                choices += 1
            take_option(P, S, B, below(B, I64(m.W_BOT), n))
        if answer == m.DECISION:  # nobody can move: the game is over
            answer = I64(m.OVER)
            S[U(m.STATUS)] = m.OVER
        game = offset(games, I64(g * words))
        game[U(G_STATUS)] = answer & 15
        game[U(G_DECISIONS)] = S[U(m.DECISIONS)]
        game[U(G_TURNS)] = S[U(m.TURNS)]
        game[U(G_OPTIONS)] = min(options, HALF - 1)
        game[U(G_SCORED)] = S[U(m.SCORED)]
        game[U(G_CHOICES)] = choices
        for i in range(2 * P[U(m.P_SEATS)]):
            game[U(G_SEATS + i)] = S[U(P[U(m.P_RESULTS)] + i)]
