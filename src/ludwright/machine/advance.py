"""From decision to decision: run, list the legal options, choose; and whole random games."""

from __future__ import annotations

from typing import Any

from . import state as m
from .checkpoint import copy_fresh
from .enumerate_ops import take_row
from .jit import I64, Export, U, jit, offset
from .lookahead import begin_trial, filter_rows, run_to_choice
from .pick_sets import take_set
from .rng import below, bot_seed, mix, seed_state, seed_words
from .run import run
from .semantics.operands import fault

HALF, LOW_WORD = I64(2**31), I64(0xFFFFFFFF)  # a row and a number are packed in one result

# ---- the results of a playout: status, decisions, turns, options seen, whether it has scores,
# decisions with more than one option, the most options of a decision, the number of the reason why
# it ended, the seat (from 1) that had no move left, if that is why; then whether each seat won, and
# its score ----
G_STATUS, G_DECISIONS, G_TURNS, G_OPTIONS, G_SCORED, G_CHOICES = range(6)
G_LARGEST, G_REASON, G_STUCK, G_SEATS = range(6, 10)


@jit("int64(state, state, state, int64)")
def is_range(P: Any, S: Any, B: Any, row: Any) -> Any:
    """Whether a row stands for a range of numbers."""
    action = B[U(m.W_DATA + row * P[U(m.P_WIDTH)])] - 1
    record = S[U(m.SITE)] + m.SITE_HEAD + action * m.ACTION_WORDS
    return I64(1) if P[U(record + m.ACTION_OPERANDS)] < 0 else I64(0)


@jit("int64(state, state, state)", export=Export.QUICK)
def count_options(P: Any, S: Any, B: Any) -> Any:
    """The number of options; each number of a range is one."""
    n = I64(B[U(m.W_ROWS)])
    if P[U(m.P_RANGES)]:
        for row in range(B[U(m.W_ROWS)]):
            if is_range(P, S, B, I64(row)):
                at = m.W_DATA + row * P[U(m.P_WIDTH)]
                n += I64(B[U(at + 2)]) - B[U(at + 1)]
    return n


@jit("int64(state, state, state, int64)", export=Export.QUICK)
def option_row(P: Any, S: Any, B: Any, option: Any) -> Any:
    """The row of an option and its number in a range, as row << 32 plus the number plus HALF."""
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


@jit("void(state, state, state, int64)", export=Export.QUICK)
def take_option(P: Any, S: Any, B: Any, option: Any) -> None:
    """Make an option the choice; each number of a range is one."""
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


@jit("int64(state, state, state)")
def advance(P: Any, S: Any, B: Any) -> Any:
    """Run to the next decision with its options listed, the end, a pause or a fault.

    The result is the status, plus 16 times the number of option rows at a decision.
    """
    stopped = I64(m.RUNNING)
    left = I64(P[U(m.P_BUDGET)])  # the budget is in thousands of ops; a forced choice costs one
    while stopped == m.RUNNING:
        stopped = run(P, S, B, I64(S[U(m.PC)]))
        if stopped == m.CHANCE:
            stopped = m.CHANCE + 16 * I64(B[U(m.W_ROWS)])
        decision = stopped == m.DECISION
        if decision or stopped == m.FILTERING:
            kind = P[U(S[U(m.SITE)] + m.SITE_KIND)]
            if kind & m.NEEDS_TRIAL or S[U(m.ATOMIC)]:
                filter_rows(P, S, B)
            n = I64(B[U(m.W_ROWS)])
            if decision and (n or kind & m.KIND_BITS != m.KIND_OPTIONAL):
                stopped = m.DECISION + 16 * n
            else:  # a TAKE chooses the first option; a question without options fails
                stopped = I64(m.RUNNING)
                left -= 1
                if left < 0:
                    stopped = -fault(S, I64(S[U(m.PC)]), m.FAULT_BUDGET)
                elif n:
                    take_row(P, S, B, I64(0))
                else:
                    S[U(m.ACTION)] = -1
    return stopped


# ---- what `operate` does ----
ADVANCE, LIST, EVALUATE, TRY = range(4)


@jit("int64(state, state, state, int64, int64, int64, int64, int64)", export=Export.QUICK)
def operate(P: Any, S: Any, B: Any, what: Any, entry: Any, a: Any, b: Any, c: Any) -> Any:
    """Advance, with an entry first choosing the action of that number and up to three operands; or
    run code that only evaluates expressions; or list the options of the waiting site, -1 on a
    fault; or try the choice made on behalf of the seat `entry`, up to the next one, in this state.
    """
    if what == ADVANCE:
        if entry:
            S[U(m.ACTION)] = entry
            S[U(m.OPERANDS)] = a
            S[U(m.OPERANDS + 1)] = b
            S[U(m.OPERANDS + 2)] = c
        return advance(P, S, B)
    if what == EVALUATE:
        return run(P, S, B, entry)
    if what == TRY:
        begin_trial(P, S, I64(m.TRIAL), entry, I64(S[U(m.ATTEMPT_TOP)]))
        return run_to_choice(P, S, B)
    B[U(m.W_ROWS)] = 0
    pc = S[U(m.PC)]
    status = run(P, S, B, I64(P[U(S[U(m.SITE)] + m.SITE_ROWS)]))
    S[U(m.LIST_TOP)] = S[U(m.KEPT_LISTS)]
    if status != m.LISTED:
        return I64(-1)
    S[U(m.PC)] = pc
    if P[U(S[U(m.SITE)] + m.SITE_KIND)] & m.NEEDS_TRIAL or S[U(m.ATOMIC)]:
        filter_rows(P, S, B)
    return I64(B[U(m.W_ROWS)])


@jit("void(state, state, state, state, int64)")
def start_batch_game(P: Any, image: Any, S: Any, B: Any, own_seed: Any) -> None:
    """Make a fresh state, and seed the game and its random players."""
    copy_fresh(P, image, S)
    seed_state(S, own_seed)
    seed_words(B, I64(m.W_BOT), bot_seed(own_seed))


@jit("void(state, state, state, state, int64, int64, int64, int64, state)", export=Export.LONG)
def playouts(
    P: Any, image: Any, S: Any, B: Any, seed: Any, first: Any, count: Any, most: Any, games: Any
) -> None:
    """Play games number first, first + 1 ... of a batch at random, each to its end or to a limit of
    decisions or turns, and write their results."""
    words = G_SEATS + m.RESULT_WORDS * P[U(m.P_SEATS)]
    for g in range(count):
        start_batch_game(P, image, S, B, mix(seed, first + g))
        S[U(m.PACE)] = 0
        S[U(m.TURN_LIMIT)] = most
        options, largest = I64(0), I64(0)
        choices = 0
        while True:
            stopped = advance(P, S, B)
            if stopped <= m.DECISION or stopped & 15 != m.DECISION or S[U(m.DECISIONS)] >= most:
                break
            n = count_options(P, S, B)
            options += n
            largest = max(largest, n)
            if n > 1:
                choices += 1
            take_option(P, S, B, below(B, I64(m.W_BOT), n))
        stuck = 0
        if stopped == m.DECISION:  # nobody can move: the game is over
            stopped = I64(m.OVER)
            S[U(m.STATUS)] = m.OVER
            stuck = S[U(m.DECIDER)]
        game = offset(games, I64(g * words))
        game[U(G_STATUS)] = stopped & 15
        game[U(G_DECISIONS)] = S[U(m.DECISIONS)]
        game[U(G_TURNS)] = S[U(m.TURNS)]
        game[U(G_OPTIONS)] = min(options, HALF - 1)
        game[U(G_SCORED)] = S[U(m.SCORED)]
        game[U(G_CHOICES)] = choices
        game[U(G_LARGEST)] = min(largest, HALF - 1)
        game[U(G_REASON)] = S[U(m.REASON)]
        game[U(G_STUCK)] = stuck
        for i in range(m.RESULT_WORDS * P[U(m.P_SEATS)]):
            game[U(G_SEATS + i)] = S[U(P[U(m.P_RESULTS)] + i)]
