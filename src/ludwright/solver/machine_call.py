"""How native code and Python call each other: the machine from a search, searches from Python."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from ..machine import advance, interpreter, ir, native
from ..machine.jit import external, qualified
from ..machine.program import Array, Program
from ..machine.tier import tier_of

KERNELS = (
    *("search_kernel", "shorten", "transposition_set"),
    *(f"board.{name}" for name in ("dfs", "best_first", "shorten", "make", "steps", "moves")),
)
ROOM = native.Room(
    "solver",
    tuple(f"{__package__}.{name}" for name in KERNELS),
    (native.HERE, Path(__file__).parent),
)

# The address of `advance.operate`; a program's own native code has another.
OPERATE = interpreter.address_of(advance.operate)

OPERATE_AT = """
define i64 @lw_operate_at(i64 %address, ptr %P, ptr %S, ptr %B, i64 %what, i64 %entry) {
  %f = inttoptr i64 %address to ptr
  %r = call i64 %f(ptr %P, ptr %S, ptr %B, i64 %what, i64 %entry, i64 0, i64 0, i64 0)
  ret i64 %r
}
"""


@external("int64(int64, state, state, state, int64, int64)")
def operate_at(address: Any, P: Any, S: Any, B: Any, what: Any, entry: Any) -> Any:
    """See advance.operate; without a choice."""
    return advance.operate(P, S, B, what, entry, 0, 0, 0)


def machine_for(program: Program, seconds: float) -> int:
    """The address of the code that runs a program in a search, given the seconds ahead."""
    code = tier_of(program).expect(seconds)
    return OPERATE if code is None else code.address


def program_words(code: Array) -> Any:
    """A program as the searches take it: plain Python indexes lists faster than arrays."""
    return code if is_compiled() else code.tolist()


def _source(bitcode: native.Bitcode) -> native.Source:
    return native.Source(OPERATE_AT + ir.entries(bitcode.functions))


@cache
def _library() -> native.Library | None:
    # Native searches call the native machine.
    return native.library(ROOM, _source) if interpreter.COMPILED else None


def is_compiled() -> bool:
    """Whether the searches are native code."""
    return _library() is not None


def is_cold() -> bool:
    """Whether the searches have to be compiled before their first use."""
    return interpreter.COMPILED and native.is_cold(ROOM)


def entry_point(function: Callable[..., Any]) -> Callable[..., Any]:
    """An exported function as called from Python. Uncompiled, arrays are passed as memoryviews:
    faster to index, and their items are Python integers, which do not overflow."""
    library = _library()
    if library is not None:
        return library.function(qualified(function))

    def call(*arguments: Any) -> Any:
        views = (memoryview(a) if isinstance(a, np.ndarray) else a for a in arguments)  # type: ignore[arg-type]
        return function(*views)

    return call
