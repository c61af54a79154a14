"""The run loop: carries out ops on a state until a choice, the end, a pause or a fault.

One flat chain of comparisons, which LLVM compiles to one jump table; a dict or a list of functions
would cost a call per op. Since it is a table, the order of the cases does not matter for speed:
they stand in the order of `ops.py`. Ops that few games need are behind a single range test at the
end (`cold_ops.py`), because the loop's registers are allocated for all cases together.

An op that fails sets `pc` to its `fail` operand; 0 means that the statement fails, and the op at
address 0 handles that. Indices into the state that come from registers are checked here, because
compiled code does not check them.

Throughout the machine, `P` is the program, `S` the state and `B` the workspace (the `W_` words), as
`state.py` lays them out.
"""

from __future__ import annotations

from typing import Any

from . import columns
from . import ops as O
from . import state as m
from .chance import bag_zone
from .checkpoint import restore_attempt, save_attempt
from .cold_ops import cold_op, stop
from .dry_run import at_horizon, dry_run_failed
from .enumerate_ops import (
    add_row,
    any_in_zone,
    first_in_zone,
    list_tops,
    next_node,
    next_run,
    rows_of_list,
    rows_of_nodes,
    rows_of_pairs,
    rows_of_runs,
    rows_of_zone,
    run_length,
)
from .event_log import note
from .failures import note_failure
from .jit import I64, U, jit
from .lists import (
    append_distinct,
    contains,
    copy_list,
    extreme,
    list_range,
    list_tokens,
    select,
    total,
)
from .recursion import pop
from .rng import below
from .together import current_pace, replay_answer, save_answer
from .tokens import (
    move_all,
    move_block,
    move_token,
    move_top,
    shuffle_zone,
    turn_token,
)
from .trees import is_gone

LOW, HIGH = I64(-(2**31)), I64(2**31 - 1)


@jit("int64(state, state, state)")
def fail(P: Any, S: Any, B: Any) -> Any:
    """Unwind to the innermost attempt, as a statement failed; the result is where to continue, or 0
    if there is no attempt, or none that a trial may unwind to."""
    top = S[U(m.ATTEMPT_TOP)]
    if top == P[U(m.P_ATTEMPTS)] or (0 < S[U(m.MODE)] < m.DRY_RUN and top <= S[U(m.TRIAL_BASE)]):
        return I64(0)
    top -= m.ATTEMPT_WORDS
    checkpoint = S[U(top + m.T_CHECKPOINT)]
    if checkpoint == m.NO_CHECKPOINT:
        return dry_run_failed(P, S, B)
    # Read everything before restoring: the attempts are part of what a rollback restores.
    S[U(m.ATTEMPT_TOP)] = top
    pc = S[U(top + m.T_PC)]
    lists = S[U(top + m.T_LISTS)]
    turns = S[U(top + m.T_TURNS)]
    if S[U(m.CALL_TOP)] > S[U(top + m.T_CALLS)]:
        pop(P, S, S[U(top + m.T_CALLS)])
    S[U(m.ATOMIC)] = S[U(top + m.T_ATOMIC)]
    if checkpoint:
        restore_attempt(P, S, checkpoint)
        S[U(m.CHECKPOINTS)] = checkpoint - 1
        S[U(m.TURNS)] = turns
    if lists:
        S[U(m.LIST_TOP)] = lists
    return I64(pc)


@jit("int64(state, state, int64)")
def begin_action(P: Any, S: Any, site: Any) -> Any:
    """Hand the chosen operands to the chosen action; the result is where its code starts.

    The choice is cleared: states that differ only in past choices must have equal keys."""
    record = site + m.SITE_HEAD + (S[U(m.ACTION)] - 1) * m.ACTION_WORDS
    n = P[U(record + m.ACTION_OPERANDS)]
    if n == m.RANGE_ROW:
        S[U(m.OPERANDS + 1)] = 0
    for i in range(abs(n)):
        S[U(P[U(record + m.ACTION_HEAD + i)])] = S[U(m.OPERANDS + i)]
        S[U(m.OPERANDS + i)] = 0
    S[U(m.ACTION)] = 0
    return I64(P[U(record + m.ACTION_CODE)])


@jit("void(state, state, int64, int64)")
def end_game(P: Any, S: Any, winners: Any, scores: Any) -> None:
    """Write the results: who wins, and a score per seat if the game has scores."""
    results = P[U(m.P_RESULTS)]
    seats = P[U(m.P_SEATS)]
    for i in range(S[U(winners)]):
        seat = S[U(winners + 1 + i)]
        if 0 < seat <= seats:
            S[U(results + m.RESULT_WORDS * (seat - 1))] = 1
    if scores:
        S[U(m.SCORED)] = 1
        for i in range(min(I64(S[U(scores)]), I64(seats))):
            S[U(results + m.RESULT_WORDS * i + 1)] = S[U(scores + 1 + i)]


@jit("int64(state, state, state, int64)")
def run(P: Any, S: Any, B: Any, pc: Any) -> Any:
    """Run from an op; the result is the status in which the machine stopped."""
    tokens = P[U(m.P_TOKENS)] - 1
    zones = P[U(m.P_ZONES)] - 1
    size = columns.size(P)
    pace = S[U(m.PACE)] if S[U(m.MODE)] == 0 else 0
    if S[U(m.TOGETHER)] or B[U(m.W_TRACING)]:
        pace = current_pace(S, B)
    steps = I64(P[U(m.P_BUDGET)]) * 1000
    at = last = pc
    waiting = I64(0)  # the DECIDE whose options are being listed
    while True:
        last = at  # when FAILED is reached, the op that failed
        at = pc
        steps -= 1
        if steps < 0:
            return stop(S, m.FAULTED, at, m.FAULT_BUDGET)
        op = P[U(pc)]
        if op == O.FAILED:
            if S[U(m.MODE)] == 0 and S[U(m.TOGETHER)] != m.COLLECTING:
                note_failure(P, S, B, last)
            pc = fail(P, S, B)
            pace = current_pace(S, B)
            if pc == 0:
                if S[U(m.MODE)]:
                    return stop(S, m.CANNOT, last, 0)
                return stop(S, m.FAULTED, last, m.FAULT_FAILED)
        elif op == O.STOP:
            return stop(S, m.FAULTED, at, m.FAULT_STOP)
        elif op == O.JUMP:
            pc = I64(P[U(pc + 1)])
        elif op == O.IF_ZERO:
            pc = I64(P[U(pc + 2)]) if S[U(P[U(pc + 1)])] == 0 else pc + 3
        elif op == O.IF_SET:
            pc = I64(P[U(pc + 2)]) if S[U(P[U(pc + 1)])] != 0 else pc + 3
        elif op == O.IF_EQUAL:
            if S[U(P[U(pc + 1)])] == S[U(P[U(pc + 2)])]:
                pc = I64(P[U(pc + 3)])
            else:
                pc += 4
        elif op == O.IF_DIFFER:
            if S[U(P[U(pc + 1)])] != S[U(P[U(pc + 2)])]:
                pc = I64(P[U(pc + 3)])
            else:
                pc += 4
        elif op == O.IF_LESS:
            if S[U(P[U(pc + 1)])] < S[U(P[U(pc + 2)])]:
                pc = I64(P[U(pc + 3)])
            else:
                pc += 4
        elif op == O.IF_AT_MOST:
            if S[U(P[U(pc + 1)])] <= S[U(P[U(pc + 2)])]:
                pc = I64(P[U(pc + 3)])
            else:
                pc += 4
        elif op == O.IF_ANY:
            z = S[U(P[U(pc + 1)])]
            row = P[U(pc + 2)] + S[U(P[U(pc + 3)])] * P[U(pc + 4)]
            found = 0
            if 1 <= z <= zones:
                found = any_in_zone(P, S, z, row)
            pc = I64(P[U(pc + 6)]) if found == P[U(pc + 5)] else pc + 7
        elif op == O.CALL:
            S[U(P[U(pc + 2)])] = pc + 4
            pc = I64(P[U(pc + 1)])
        elif op == O.RETURN:
            kept = P[U(pc + 1)]
            pc = I64(S[U(kept)])
            S[U(kept)] = 0
        elif op == O.ATTEMPT:
            top = S[U(m.ATTEMPT_TOP)]
            if top + m.ATTEMPT_WORDS > P[U(m.P_ATTEMPTS_END)]:
                return stop(S, m.FAULTED, at, m.FAULT_ATTEMPTS)
            S[U(top + m.T_PC)] = P[U(pc + 1)]
            S[U(top + m.T_LISTS)] = S[U(m.LIST_TOP)]
            S[U(top + m.T_CHECKPOINT)] = 0
            S[U(top + m.T_TURNS)] = S[U(m.TURNS)]
            S[U(top + m.T_CALLS)] = S[U(m.CALL_TOP)]
            S[U(top + m.T_ATOMIC)] = S[U(m.ATOMIC)]
            if P[U(pc + 2)] == 2:
                S[U(top + m.T_LISTS)] = 0
            elif P[U(pc + 2)]:
                checkpoint = S[U(m.CHECKPOINTS)] + 1
                if checkpoint > P[U(m.P_CHECKPOINT_COUNT)]:
                    return stop(S, m.FAULTED, at, m.FAULT_CHECKPOINTS)
                S[U(top + m.T_CHECKPOINT)] = checkpoint
                save_attempt(P, S, checkpoint)
                S[U(m.CHECKPOINTS)] = checkpoint
            S[U(m.ATTEMPT_TOP)] = top + m.ATTEMPT_WORDS
            pc += 3
        elif op == O.END_ATTEMPT:
            top = S[U(m.ATTEMPT_TOP)] - m.ATTEMPT_WORDS
            if S[U(top + m.T_CHECKPOINT)]:
                S[U(m.CHECKPOINTS)] = S[U(top + m.T_CHECKPOINT)] - 1
            S[U(m.ATTEMPT_TOP)] = top
            pc += 1
        elif op == O.FAIL:
            S[U(m.REASON)] = P[U(pc + 2)]
            pc = I64(P[U(pc + 1)])
        elif op == O.MARK:
            if S[U(m.MODE)] >= m.DRY_RUN:
                pc = at_horizon(P, S, B, pc)
                pace = current_pace(S, B)
                continue
            if S[U(m.MODE)]:
                return stop(S, m.CAN, at, 0)
            kind = P[U(pc + 1)]
            pc += 2
            if B[U(m.W_TRACING)]:
                note(P, B, m.E_MARK, kind, 0, 0, 0, -1)
            if kind == 2:
                S[U(m.TURNS)] += 1
                over = S[U(m.TURN_LIMIT)] and S[U(m.TURNS)] > S[U(m.TURN_LIMIT)]
                if over and S[U(m.TOGETHER)] != m.COLLECTING:
                    return stop(S, m.PAUSED, pc, 0)
            if pace + kind >= 3:
                return stop(S, m.PAUSED, pc, 0)
        elif op == O.END:
            if S[U(m.MODE)] >= m.DRY_RUN:
                pc = at_horizon(P, S, B, pc)
                pace = current_pace(S, B)
                continue
            if S[U(m.MODE)]:
                return stop(S, m.CAN, at, 0)
            if S[U(m.TOGETHER)] == m.COLLECTING:  # this seat's answers are complete
                pc = I64(S[U(P[U(m.P_ANSWERS)] + m.A_PC)])
                continue
            scores = P[U(pc + 2)]
            end_game(P, S, S[U(P[U(pc + 1)])], I64(S[U(scores)]) if scores else I64(0))
            S[U(m.REASON)] = P[U(pc + 3)]
            return stop(S, m.OVER, at, 0)

        elif op == O.COPY:
            S[U(P[U(pc + 1)])] = S[U(P[U(pc + 2)])]
            pc += 3
        elif op == O.ADD:
            x = I64(S[U(P[U(pc + 2)])]) + S[U(P[U(pc + 3)])]
            if x < LOW or x > HIGH:
                return stop(S, m.FAULTED, at, m.FAULT_OVERFLOW)
            S[U(P[U(pc + 1)])] = x
            pc += 4
        elif op == O.SUBTRACT:
            x = I64(S[U(P[U(pc + 2)])]) - S[U(P[U(pc + 3)])]
            if x < LOW or x > HIGH:
                return stop(S, m.FAULTED, at, m.FAULT_OVERFLOW)
            S[U(P[U(pc + 1)])] = x
            pc += 4
        elif op == O.MULTIPLY:
            x = I64(S[U(P[U(pc + 2)])]) * S[U(P[U(pc + 3)])]
            if x < LOW or x > HIGH:
                return stop(S, m.FAULTED, at, m.FAULT_OVERFLOW)
            S[U(P[U(pc + 1)])] = x
            pc += 4
        elif op == O.DIVIDE:
            y = I64(S[U(P[U(pc + 3)])])
            if y == 0:
                pc = I64(P[U(pc + 4)])
            else:
                x = I64(S[U(P[U(pc + 2)])]) // y
                if x > HIGH:
                    return stop(S, m.FAULTED, at, m.FAULT_OVERFLOW)
                S[U(P[U(pc + 1)])] = x
                pc += 5
        elif op == O.MODULO:
            y = I64(S[U(P[U(pc + 3)])])
            if y == 0:
                pc = I64(P[U(pc + 4)])
            else:
                S[U(P[U(pc + 1)])] = I64(S[U(P[U(pc + 2)])]) % y
                pc += 5
        elif op == O.SCALE:
            S[U(P[U(pc + 1)])] = S[U(P[U(pc + 2)])] * P[U(pc + 3)] + S[U(P[U(pc + 4)])]
            pc += 5
        elif op == O.SEAT_AFTER:
            seat = I64(S[U(P[U(pc + 2)])])
            seats = P[U(m.P_SEATS)]
            if seat < 1 or seat > seats:
                pc = I64(P[U(pc + 4)])
            else:
                S[U(P[U(pc + 1)])] = (seat - 1 + I64(S[U(P[U(pc + 3)])])) % seats + 1
                pc += 5
        elif op == O.ROLL:
            x = I64(S[U(P[U(pc + 2)])])
            y = I64(S[U(P[U(pc + 3)])])
            if y < x:
                pc = I64(P[U(pc + 4)])
            elif S[U(m.MODE)]:
                if S[U(m.MODE)] < m.DRY_RUN:
                    return stop(S, m.CAN, at, 0)
                pc = at_horizon(P, S, B, pc)
                pace = current_pace(S, B)
            elif S[U(m.TOGETHER)] == m.COLLECTING:
                pc = I64(S[U(P[U(m.P_ANSWERS)] + m.A_PC)])
            else:
                x += below(S, I64(m.RNG), y - x + 1)
                S[U(P[U(pc + 1)])] = x
                if B[U(m.W_TRACING)]:
                    note(P, B, m.E_ROLL, x, 0, 0, 0, P[U(pc + 5)])
                pc += 6
                if pace >= 3:
                    return stop(S, m.PAUSED, pc, 0)

        elif op == O.TABLE:
            i = S[U(P[U(pc + 4)])]
            if i < 1 or i > P[U(pc + 3)]:
                pc = I64(P[U(pc + 5)])
            else:
                S[U(P[U(pc + 1)])] = P[U(P[U(pc + 2)] + i)]
                pc += 6
        elif op == O.FIELD:
            i = S[U(P[U(pc + 4)])]
            if i < 1 or i > P[U(pc + 3)]:
                pc = I64(P[U(pc + 5)])
            else:
                S[U(P[U(pc + 1)])] = S[U(P[U(pc + 2)] + i)]
                pc += 6
        elif op == O.STORE:
            i = S[U(P[U(pc + 4)])]
            if i < 1 or i > P[U(pc + 2)]:
                pc = I64(P[U(pc + 6)])
            else:
                S[U(P[U(pc + 1)] + i)] = S[U(P[U(pc + 5)])]
                if B[U(m.W_TRACING)]:
                    seers = P[U(pc + 3)] if P[U(pc + 3)] != m.OWNER else 1 << (i - 1)
                    if seers == m.KNOWERS:
                        seers = S[U(m.KNOWN + i)]
                    note(P, B, m.E_SET, P[U(pc + 1)] + i, S[U(P[U(pc + 5)])], 0, 0, seers)
                pc += 7
                if pace >= 3:
                    return stop(S, m.PAUSED, pc, 0)
        elif op == O.ZONE_AT:
            count = P[U(pc + 3)]
            seat = S[U(P[U(pc + 5)])]
            i = S[U(P[U(pc + 6)])]
            if seat < 1 or seat > P[U(pc + 4)] or i < 0 or i >= count:
                pc = I64(P[U(pc + 7)])
            else:
                S[U(P[U(pc + 1)])] = P[U(pc + 2)] + (seat - 1) * count + i
                pc += 8
        elif op == O.TOKEN_AT:
            z = S[U(P[U(pc + 2)])]
            i = S[U(P[U(pc + 3)])]
            if z < 1 or z > zones:
                pc = I64(P[U(pc + 4)])
            else:
                t = 0
                if 0 <= i < S[U(size + z)]:
                    t = S[U(columns.top(P) + z)]
                    while i > 0:
                        t = S[U(columns.next(P) + t)]
                        i -= 1
                S[U(P[U(pc + 1)])] = t
                pc += 5
        elif op == O.FIRST_FIT:
            z = S[U(P[U(pc + 2)])]
            t = 0
            if 1 <= z <= zones:
                row = P[U(pc + 3)] + S[U(P[U(pc + 4)])] * P[U(pc + 5)]
                t = first_in_zone(P, S, z, row)
            S[U(P[U(pc + 1)])] = t
            pc = pc + 7 if t else I64(P[U(pc + 6)])
        elif op == O.RUN_LENGTH:
            z = S[U(P[U(pc + 2)])]
            if z < 1 or z > zones:
                pc = I64(P[U(pc + 5)])
            else:
                S[U(P[U(pc + 1)])] = run_length(P, S, z, P[U(pc + 3)], P[U(pc + 4)])
                pc += 6
        elif op == O.CHANGED:
            x = P[U(pc + 1)]
            if B[U(m.W_TRACING)]:
                note(P, B, m.E_SET, x, S[U(x)], 0, 0, P[U(pc + 2)])
            pc += 3
            if pace >= 3:
                return stop(S, m.PAUSED, pc, 0)

        elif op == O.NEW_LIST:
            top = S[U(m.LIST_TOP)]
            if top >= P[U(m.P_LISTS_END)]:
                return stop(S, m.FAULTED, at, m.FAULT_LISTS)
            S[U(P[U(pc + 1)])] = top
            S[U(top)] = 0
            S[U(m.LIST_TOP)] = top + 1
            pc += 2
        elif op == O.APPEND:
            top = S[U(m.LIST_TOP)]
            if top >= P[U(m.P_LISTS_END)]:
                return stop(S, m.FAULTED, at, m.FAULT_LISTS)
            S[U(top)] = S[U(P[U(pc + 2)])]
            S[U(S[U(P[U(pc + 1)])])] += 1
            S[U(m.LIST_TOP)] = top + 1
            pc += 3
        elif op == O.KEEP_LISTS:
            S[U(P[U(pc + 1)])] = S[U(m.LIST_TOP)]
            pc += 2
        elif op == O.DROP_LISTS:
            S[U(m.LIST_TOP)] = S[U(P[U(pc + 1)])]
            pc += 2
        elif op == O.KEEP_LIST:
            x = S[U(P[U(pc + 2)])]
            if S[U(x)] > P[U(pc + 3)]:
                return stop(S, m.FAULTED, at, m.FAULT_LISTS)
            copy_list(S, x, S[U(P[U(pc + 1)])], P[U(pc + 3)])
            pc += 4
        elif op == O.TOKENS:
            z = S[U(P[U(pc + 2)])]
            if z < 1 or z > zones:
                pc = I64(P[U(pc + 3)])
            else:
                if S[U(m.LIST_TOP)] + S[U(size + z)] >= P[U(m.P_LISTS_END)]:
                    return stop(S, m.FAULTED, at, m.FAULT_LISTS)
                S[U(P[U(pc + 1)])] = list_tokens(P, S, z)
                pc += 4
        elif op == O.SELECT:
            x = S[U(P[U(pc + 2)])]
            if S[U(m.LIST_TOP)] + S[U(x)] >= P[U(m.P_LISTS_END)]:
                return stop(S, m.FAULTED, at, m.FAULT_LISTS)
            row = P[U(pc + 3)] + S[U(P[U(pc + 4)])] * P[U(pc + 5)]
            S[U(P[U(pc + 1)])] = select(P, S, x, row)
            pc += 6
        elif op == O.RANGE:
            x = I64(S[U(P[U(pc + 2)])])
            y = I64(S[U(P[U(pc + 3)])])
            if S[U(m.LIST_TOP)] + max(y - x + 1, I64(0)) >= P[U(m.P_LISTS_END)]:
                return stop(S, m.FAULTED, at, m.FAULT_LISTS)
            S[U(P[U(pc + 1)])] = list_range(S, x, y)
            pc += 4
        elif op == O.DISTINCT:
            x = S[U(P[U(pc + 2)])]
            if S[U(m.LIST_TOP)] + S[U(x)] >= P[U(m.P_LISTS_END)]:
                return stop(S, m.FAULTED, at, m.FAULT_LISTS)
            S[U(P[U(pc + 1)])] = append_distinct(S, x)
            pc += 3
        elif op == O.LENGTH:
            S[U(P[U(pc + 1)])] = S[U(S[U(P[U(pc + 2)])])]
            pc += 3
        elif op == O.ITEM:
            x = S[U(P[U(pc + 2)])]
            i = S[U(P[U(pc + 3)])]
            if i < 0 or i >= S[U(x)]:
                pc = I64(P[U(pc + 4)])
            else:
                S[U(P[U(pc + 1)])] = S[U(x + 1 + i)]
                pc += 5
        elif op == O.NEXT:
            x = S[U(P[U(pc + 2)])]
            i = S[U(P[U(pc + 3)])]
            if i >= S[U(x)]:
                pc = I64(P[U(pc + 4)])
            else:
                S[U(P[U(pc + 1)])] = S[U(x + 1 + i)]
                S[U(P[U(pc + 3)])] = i + 1
                pc += 5
        elif op == O.CONTAINS:
            if contains(S, S[U(P[U(pc + 1)])], S[U(P[U(pc + 2)])]):
                pc += 4
            else:
                pc = I64(P[U(pc + 3)])
        elif op == O.SUM:
            x = total(S, S[U(P[U(pc + 2)])])
            if x < LOW or x > HIGH:
                return stop(S, m.FAULTED, at, m.FAULT_OVERFLOW)
            S[U(P[U(pc + 1)])] = x
            pc += 3
        elif op == O.LARGEST:
            x = S[U(P[U(pc + 2)])]
            if S[U(x)] == 0:
                pc = I64(P[U(pc + 3)])
            else:
                S[U(P[U(pc + 1)])] = extreme(S, x, I64(1))
                pc += 4
        elif op == O.SMALLEST:
            x = S[U(P[U(pc + 2)])]
            if S[U(x)] == 0:
                pc = I64(P[U(pc + 3)])
            else:
                S[U(P[U(pc + 1)])] = extreme(S, x, I64(-1))
                pc += 4

        elif op == O.MOVE:
            t = S[U(P[U(pc + 1)])]
            z = S[U(P[U(pc + 2)])]
            if t < 1 or t > tokens or z < 1 or z > zones:
                pc = I64(P[U(pc + 4)])
            else:
                move_token(P, S, B, t, z, P[U(pc + 3)])
                pc += 5
                if pace >= 3:
                    return stop(S, m.PAUSED, pc, 0)
        elif op == O.MOVE_EACH:
            x = S[U(P[U(pc + 2)])]
            z = S[U(P[U(pc + 4)])]
            i = S[U(P[U(pc + 3)])]
            if i >= S[U(x)]:
                pc += 8
                continue
            if z < 1 or z > zones:
                pc = I64(P[U(pc + 7)])
                continue
            if P[U(m.P_TREES)] and is_gone(P, S, z):
                S[U(m.REASON)] = P[U(pc + 6)]
                pc = I64(P[U(pc + 7)])
                continue
            n = I64(S[U(x)]) if pace < 3 else I64(i) + 1
            steps -= n - i
            t = 0
            for j in range(i, n):
                t = S[U(x + 1 + j)]
                move_token(P, S, B, t, z, P[U(pc + 5)])
            S[U(P[U(pc + 1)])] = t
            S[U(P[U(pc + 3)])] = n
            if pace >= 3:
                return stop(S, m.PAUSED, pc, 0)
            pc += 8
        elif op == O.MOVE_TOP:
            a = S[U(P[U(pc + 1)])]
            z = S[U(P[U(pc + 2)])]
            n = I64(S[U(P[U(pc + 3)])])
            if a < 1 or a > zones or z < 1 or z > zones:
                pc = I64(P[U(pc + 6)])
            elif (n < 0 or n > S[U(size + a)]) and not P[U(pc + 5)]:
                pc = I64(P[U(pc + 6)])
            else:
                if a != z:
                    n = min(n, I64(S[U(size + a)]))
                    steps -= n
                    move_top(P, S, B, a, z, n, P[U(pc + 4)])
                pc += 7
                if pace >= 3:
                    return stop(S, m.PAUSED, pc, 0)
        elif op == O.MOVE_BLOCK:
            a = S[U(P[U(pc + 1)])]
            z = S[U(P[U(pc + 2)])]
            n = I64(S[U(P[U(pc + 3)])])
            if a < 1 or a > zones or z < 1 or z > zones:
                pc = I64(P[U(pc + 5)])
            elif n < -1 or n > S[U(size + a)]:
                pc = I64(P[U(pc + 5)])
            else:
                if a != z:
                    if n < 0:
                        n = I64(S[U(size + a)])
                    steps -= n
                    whole = n > 1 and n == S[U(size + a)]
                    if not (whole and move_all(P, S, B, a, z, P[U(pc + 4)])):
                        if P[U(pc + 4)]:
                            move_top(P, S, B, a, z, n, 1)
                        else:
                            move_block(P, S, B, a, z, n)
                pc += 6
                if pace >= 3:
                    return stop(S, m.PAUSED, pc, 0)
        elif op == O.SHUFFLE:
            z = S[U(P[U(pc + 1)])]
            if z < 1 or z > zones:
                pc = I64(P[U(pc + 2)])
            elif S[U(m.MODE)] >= m.DRY_RUN and S[U(size + z)] > 1:
                pc = at_horizon(P, S, B, pc)
                pace = current_pace(S, B)
            elif S[U(m.TOGETHER)] == m.COLLECTING and S[U(m.MODE)] == 0 and S[U(size + z)] > 1:
                pc = I64(S[U(P[U(m.P_ANSWERS)] + m.A_PC)])
            elif S[U(m.STACKED)] == z and S[U(size + z)] > 1:
                S[U(m.STACKED)] = 0
                return stop(S, m.DEALING, pc + 3, 0)
            else:
                pc += 3
                if S[U(size + z)] > 1:
                    if S[U(m.MODE)]:
                        return stop(S, m.CAN, at, 0)
                    steps -= 4 * S[U(size + z)]
                    if P[U(m.P_BAGS)]:
                        bag_zone(P, S, z)
                    else:
                        shuffle_zone(P, S, z)
                    if B[U(m.W_TRACING)]:
                        note(P, B, m.E_SHUFFLE, z, 0, 0, 0, -1)
                    if pace >= 3:
                        return stop(S, m.PAUSED, pc, 0)
        elif op == O.TURN:
            t = S[U(P[U(pc + 1)])]
            if 1 <= t <= tokens and S[U(columns.face(P) + t)] != P[U(pc + 2)]:
                turn_token(P, S, t, P[U(pc + 2)])
                if B[U(m.W_TRACING)]:
                    note(P, B, m.E_TURN, t, P[U(pc + 2)], 0, 0, S[U(m.KNOWN + t)])
                if pace >= 3:
                    return stop(S, m.PAUSED, pc + 3, 0)
            pc += 3

        elif op == O.DECIDE:
            if S[U(m.MODE)] >= m.DRY_RUN:
                pc = at_horizon(P, S, B, pc)
                pace = current_pace(S, B)
                continue
            x = P[U(pc + 1)]
            if S[U(m.ACTION)] == 0:
                if S[U(m.TOGETHER)] == m.REPLAYING and S[U(m.MODE)] == 0:
                    none = I64(P[U(x + m.SITE_NONE)])
                    pc = begin_action(P, S, x) if replay_answer(P, S, x) else none
                    continue
                S[U(m.SITE)] = x
                S[U(m.DECIDER)] = S[U(P[U(x + m.SITE_DECIDER)])]
                if S[U(m.MODE)]:
                    return stop(S, m.DECISION, pc, 0)
                # List the options right away: every caller needs them.
                S[U(m.KEPT_LISTS)] = S[U(m.LIST_TOP)]
                B[U(m.W_ROWS)] = 0
                waiting = pc
                pc = I64(P[U(x + m.SITE_ROWS)])
                continue
            if S[U(m.TOGETHER)] and S[U(m.ACTION)] > 0 and save_answer(P, S, x) == 0:
                return stop(S, m.FAULTED, at, m.FAULT_ANSWERS)
            S[U(m.SITE)] = 0
            S[U(m.DECIDER)] = 0
            if S[U(m.ACTION)] < 0:
                S[U(m.ACTION)] = 0
                pc = I64(P[U(x + m.SITE_NONE)])
            else:
                S[U(m.DECISIONS)] += 1
                pc = begin_action(P, S, x)
        elif op == O.ROW:
            n = I64(P[U(pc + 2)])
            if B[U(m.W_ROWS)] >= B[U(m.W_CAPACITY)]:
                return stop(S, m.FAULTED, at, m.FAULT_ROWS)
            x = add_row(P, B, P[U(pc + 1)])
            for i in range(n):
                B[U(x + i)] = S[U(P[U(pc + 3 + i)])]
            pc += 3 + n
        elif op == O.ROWS_RANGE:
            if S[U(P[U(pc + 2)])] <= S[U(P[U(pc + 3)])]:
                if B[U(m.W_ROWS)] >= B[U(m.W_CAPACITY)]:
                    return stop(S, m.FAULTED, at, m.FAULT_ROWS)
                x = add_row(P, B, P[U(pc + 1)])
                B[U(x)] = S[U(P[U(pc + 2)])]
                B[U(x + 1)] = S[U(P[U(pc + 3)])]
            pc += 4
        elif op == O.ROWS_LIST:
            if rows_of_list(P, S, B, P[U(pc + 1)], S[U(P[U(pc + 2)])]) < 0:
                return stop(S, m.FAULTED, at, m.FAULT_ROWS)
            pc += 3
        elif op == O.ROWS_ZONE:
            z = S[U(P[U(pc + 2)])]
            row = P[U(pc + 3)] + S[U(P[U(pc + 4)])] * P[U(pc + 5)]
            if 1 <= z <= zones and rows_of_zone(P, S, B, P[U(pc + 1)], z, row) < 0:
                return stop(S, m.FAULTED, at, m.FAULT_ROWS)
            pc += 6
        elif op == O.ROWS_PAIRS:
            if rows_of_pairs(P, S, B, pc) < 0:
                return stop(S, m.FAULTED, at, m.FAULT_ROWS)
            pc += 9
        elif op == O.ROWS_RUNS:
            if rows_of_runs(P, S, B, pc) < 0:
                return stop(S, m.FAULTED, at, m.FAULT_ROWS)
            pc += 10
        elif op == O.NEXT_RUN:
            pc = pc + 13 if next_run(P, S, pc) else I64(P[U(pc + 12)])
        elif op == O.TOPS:
            x = S[U(P[U(pc + 2)])]
            if S[U(m.LIST_TOP)] + S[U(x)] + P[U(pc + 5)] >= P[U(m.P_LISTS_END)]:
                return stop(S, m.FAULTED, at, m.FAULT_LISTS)
            S[U(P[U(pc + 1)])] = list_tops(P, S, x, P[U(pc + 3)], P[U(pc + 4)], P[U(pc + 5)])
            pc += 6
        elif op == O.ROWS_NODES:
            if rows_of_nodes(P, S, B, pc) >= 0:
                return stop(S, m.FAULTED, at, m.FAULT_ROWS)
            pc += 8
        elif op == O.NEXT_NODE:
            pc = pc + 12 if next_node(P, S, B, pc) else I64(P[U(pc + 11)])
        elif op == O.ROWS_START:
            if S[U(m.MODE)] < m.DRY_RUN:
                B[U(m.W_ROWS)] = 0
            pc += 1
        elif op == O.ROWS_END:
            if S[U(m.MODE)] >= m.DRY_RUN:
                pc = at_horizon(P, S, B, pc)
                pace = current_pace(S, B)
                continue
            if waiting == 0:
                return I64(m.LISTED)
            S[U(m.LIST_TOP)] = S[U(m.KEPT_LISTS)]
            return stop(S, m.DECISION, waiting, 0)
        elif op == O.TAKE:
            if S[U(m.MODE)] >= m.DRY_RUN:
                pc = at_horizon(P, S, B, pc)
                pace = current_pace(S, B)
                continue
            x = P[U(pc + 1)]
            if S[U(m.ACTION)] == 0:
                if B[U(m.W_ROWS)] == 0:
                    S[U(m.ACTION)] = -1
                elif S[U(m.MODE)]:
                    return stop(S, m.CAN, at, 0)
                elif P[U(x + m.SITE_KIND)] & m.NEEDS_TRIAL:
                    S[U(m.SITE)] = x
                    return stop(S, m.FILTERING, pc, 0)
                else:
                    for i in range(P[U(m.P_WIDTH)]):
                        S[U(m.ACTION + i)] = B[U(m.W_DATA + i)]
            S[U(m.SITE)] = 0
            if S[U(m.ACTION)] < 0:
                S[U(m.ACTION)] = 0
                pc = I64(P[U(pc + 2)])
            else:
                pc = begin_action(P, S, x)
        elif op == O.END_TRIAL:
            if S[U(m.MODE)] == m.TRIAL:
                return stop(S, m.CAN, at, 0)
            pc += 1
        elif O.TREE <= op <= O.END_DRY_RUN:
            pc = cold_op(P, S, B, pc, pace)
            pace = current_pace(S, B)
            if pc < 0:
                return -pc
        else:
            return stop(S, m.FAULTED, at, m.FAULT_STOP)
