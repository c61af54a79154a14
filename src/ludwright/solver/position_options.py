"""The options of a position: recorded, and tried one by one."""

from __future__ import annotations

from typing import Any

from ..machine import columns
from ..machine import state as m
from ..machine.advance import ADVANCE, count_options, take_option
from ..machine.jit import I64, U, jit, offset, pointer
from ..machine.kernels import operate_at
from .position_store import R_COUNT, R_HEAD, R_ROWS, R_SIZE
from .state_hash import Y_FORGOTTEN, Y_GROUPS, forget

# ---- the outcome of an option; from TO_MORE_ROWS on the search has to stop and react ----
TO_FAULT, TO_DEAD_END, TO_CHOICE, TO_WIN, TO_MORE_ROWS, TO_CHANCE, TO_OVERFLOW = range(7)


@jit("int64(int64, array, array, array, array, array, int64, int64)")
def try_option(
    machine: Any, P: Any, Y: Any, S: Any, B: Any, W: Any, record: Any, option: Any
) -> Any:
    """Take an option of a record in its state and classify the outcome. Forgotten variables are
    reset afterwards; an overflow counts as TO_OVERFLOW only if that may have caused it."""
    a, b = S[U(m.RNG)], S[U(m.RNG + 1)]
    rows = offset(pointer(W), record + R_HEAD - m.W_DATA)
    take_option(pointer(P), pointer(S), rows, option)
    stopped = operate_at(machine, pointer(P), pointer(S), pointer(B), I64(ADVANCE), I64(0))
    status = stopped & 15
    found = I64(TO_FAULT)
    if S[U(m.RNG)] != a or S[U(m.RNG + 1)] != b:
        found = I64(TO_CHANCE)
    elif status == m.DECISION:
        found = I64(TO_CHOICE) if stopped >> 4 else I64(TO_DEAD_END)
    elif status == m.OVER:
        found = I64(TO_WIN) if S[U(P[U(m.P_RESULTS)])] else I64(TO_DEAD_END)
    elif status == m.FAULTED and S[U(m.FAULT)] == m.FAULT_ROWS:
        found = I64(TO_MORE_ROWS)
    elif status == m.FAULTED and S[U(m.FAULT)] == m.FAULT_OVERFLOW and Y[U(Y_FORGOTTEN)]:
        found = I64(TO_OVERFLOW)
    forget(pointer(P), pointer(S), pointer(Y))
    return found


@jit("int64(state, state, state, state)")
def is_repeated(P: Any, Y: Any, S: Any, row: Any) -> Any:
    """Whether an option names an empty zone for which an earlier, interchangeable zone is empty,
    too: the option with that one has an equivalent outcome, so this one is redundant."""
    mask = I64(Y[U(Y_GROUPS + P[U(m.P_ZONES)] + S[U(m.SITE)] + row[U(0)] - 1)])
    sizes = columns.size(P)
    found = I64(0)
    operand = I64(1)
    while mask:
        z = I64(row[U(operand)])
        if mask & 1 and z and Y[U(Y_GROUPS + z)] and S[U(sizes + z)] == 0:
            if found:
                return I64(0)  # several empty zones in one option: keep all combinations
            found = z
        mask >>= 1
        operand += 1
    first = found
    while first > 1 and Y[U(Y_GROUPS + first - 1)] == Y[U(Y_GROUPS + found)]:
        first -= 1
    while first < found and S[U(sizes + first)]:
        first += 1
    return I64(first < found)


@jit("int64(array, array, array, array, array, int64)")
def copy_rows(P: Any, Y: Any, S: Any, B: Any, W: Any, at: Any) -> Any:
    """Copy the option rows of a workspace without redundant ones, and return their number."""
    width = I64(P[U(m.P_WIDTH)])
    # Range rows stand for many options, and pending answers or checkpoints hold zones by number.
    whole = P[U(m.P_RANGES)] or S[U(m.CHECKPOINTS)] or S[U(m.TOGETHER)]
    rows = I64(0)
    for row in range(B[U(m.W_ROWS)]):
        start = m.W_DATA + row * width
        if whole or not is_repeated(
            pointer(P), pointer(Y), pointer(S), offset(pointer(B), I64(start))
        ):
            for i in range(width):
                W[U(at + rows * width + i)] = B[U(start + i)]
            rows += 1
    return rows


@jit("void(array, array, array, array, array, int64)")
def write_options(P: Any, Y: Any, S: Any, B: Any, W: Any, record: Any) -> None:
    """Start a record with the options of a state, which must be listed in the workspace."""
    for i in range(R_HEAD):
        W[U(record + i)] = 0
    width = I64(P[U(m.P_WIDTH)])
    more = count_options(pointer(P), pointer(S), pointer(B)) - B[U(m.W_ROWS)]  # options in ranges
    rows = copy_rows(P, Y, S, B, W, record + R_HEAD)
    W[U(record + R_ROWS)] = rows
    W[U(record + R_COUNT)] = rows + more
    W[U(record + R_SIZE)] = R_HEAD + rows * width
