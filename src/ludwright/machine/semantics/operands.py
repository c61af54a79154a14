"""How an op reads and writes its operands, and how it leaves the machine.

An op is a function `op_<name>(P, S, R, B, pc)`: program, state, registers, workspace (`state.py`
lays them out) and the op's address. Its result is the address of the next op; 0 if the statement
fails; below 0 the status in which the machine stops, negated.

`R` is where registers are kept: the state itself in the interpreter and in plain Python, local
variables in native code. So operands are only ever read by `get` and written by `put`. Indices into
the state that come from registers are checked by the ops, because native code does not check them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .. import ops
from .. import state as m
from ..jit import Export, U, external, jit

Op = Callable[[Any, Any, Any, Any, Any], Any]

# By number: the function that carries out an op.
OPS: dict[int, Op] = {}

_signature = jit("int64(state, state, state, state, int64)", export=Export.CODE)


def operation(function: Op) -> Op:
    """Register the function of an op under the op's number."""
    compiled = _signature(function)
    OPS[getattr(ops, function.__name__.removeprefix("op_").upper())] = compiled
    return compiled


@external("int64(state, state, int64)")
def word(S: Any, R: Any, x: Any) -> Any:
    """A word that an operand names."""
    return S[x]


@external("void(state, state, int64, int64)")
def set_word(S: Any, R: Any, x: Any, value: Any) -> None:
    """Write a word that an operand names."""
    S[x] = value


@jit("int64(state, state, state, int64)", inline=True)
def get(P: Any, S: Any, R: Any, at: Any) -> Any:
    """The state word that the operand at an address names."""
    return word(S, R, P[U(at)])


@jit("void(state, state, state, int64, int64)", inline=True)
def put(P: Any, S: Any, R: Any, at: Any, value: Any) -> None:
    """Write the state word that the operand at an address names."""
    set_word(S, R, P[U(at)], value)


@jit("int64(state, int64)", inline=True)
def is_token(P: Any, t: Any) -> Any:
    """Whether a number is that of a token."""
    return 1 <= t < P[U(m.P_TOKENS)]


@jit("int64(state, int64)", inline=True)
def is_zone(P: Any, z: Any) -> Any:
    """Whether a number is that of a zone."""
    return 1 <= z < P[U(m.P_ZONES)]


@jit("int64(state, int64, int64, int64)")
def stop(S: Any, status: Any, pc: Any, fault: Any) -> Any:
    """Leave the machine: write down where and why; the result is an op's."""
    S[U(m.STATUS)] = status
    S[U(m.PC)] = pc
    S[U(m.FAULT)] = fault
    return -status


@jit("int64(state, int64, int64)")
def fault(S: Any, pc: Any, kind: Any) -> Any:
    """Leave the machine at an op with a fault of a kind."""
    return stop(S, m.FAULTED, pc, kind)


@jit("int64(state)", inline=True)
def is_unseen(S: Any) -> Any:
    """Whether what happens is never seen: in dry runs, and while answers are collected."""
    return S[U(m.TOGETHER)] == m.COLLECTING or S[U(m.MODE)] >= m.DRY_RUN


@jit("int64(state)", inline=True)
def pace(S: Any) -> Any:
    """The pace in force: nothing pauses what nobody can see."""
    return 0 if S[U(m.MODE)] or is_unseen(S) else S[U(m.PACE)]


@jit("int64(state, int64)", inline=True)
def after_event(S: Any, pc: Any) -> Any:
    """Where to continue after a visible event, unless the pace is to pause after each."""
    if S[U(m.PACE)] >= 3 and pace(S) >= 3:
        return stop(S, m.PAUSED, pc, 0)
    return pc


@jit("void(state, int64)", inline=True)
def charge(B: Any, steps: Any) -> None:
    """Count the work of an op that does much at once, in words of code; a jump back checks it."""
    B[U(m.W_BUDGET)] -= m.STEP_WORDS * steps
