"""Kernels: compiled loops of other rooms that run programs, and how Python calls them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from . import advance, interpreter, ir, native
from .jit import external, qualified
from .program import Array, Program
from .tier import tier_of

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
    """The address of the code that runs a program in a kernel, given the seconds ahead."""
    code = tier_of(program).expect(seconds)
    return OPERATE if code is None else code.address


def _source(bitcode: native.Bitcode) -> native.Source:
    return native.Source(OPERATE_AT + ir.entries(bitcode.functions))


class Kernels:
    """The kernels of a room: the modules of its folder that export functions to Python."""

    def __init__(self, folder: Path, *modules: str, uses: Sequence[Kernels] = ()) -> None:
        package = f"{__package__.rpartition('.')[0]}.{folder.name}"
        names = tuple(f"{package}.{module}" for module in modules)
        self.room: native.Room = native.Room(
            folder, names, (native.MACHINE, *(each.room for each in uses))
        )

    @cached_property
    def _library(self) -> native.Library | None:
        # Native kernels call the native machine.
        return native.library(self.room, _source) if interpreter.COMPILED else None

    @property
    def are_compiled(self) -> bool:
        """Whether they are native code."""
        return self._library is not None

    @property
    def are_cold(self) -> bool:
        """Whether they have to be compiled before their first use."""
        return interpreter.COMPILED and native.is_cold(self.room)

    def program_words(self, code: Array) -> Any:
        """A program as the kernels take it: plain Python indexes lists faster than arrays."""
        return code if self.are_compiled else code.tolist()

    def entry_point(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """An exported function as called from Python. Uncompiled, arrays are passed as memoryviews:
        faster to index, and their items are Python integers, which do not overflow."""
        library = self._library
        if library is not None:
            return library.function(qualified(function))

        def call(*arguments: Any) -> Any:
            views = (memoryview(a) if isinstance(a, np.ndarray) else a for a in arguments)  # type: ignore[arg-type]
            return function(*views)

        return call
