"""The machine that runs: native code of the run loop and all that Python calls, if there is any."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from . import advance, ir, native, ops
from .jit import qualified
from .semantics.table import OPS

# Ops that few games need are not inlined: registers are allocated for all cases of a loop together.
RARE = {
    *range(ops.TREE, ops.END_DRY_RUN + 1),
    *(ops.ROLL, ops.SHUFFLE, ops.DISTINCT, ops.ROWS_PAIRS, ops.ROWS_RUNS, ops.TAKE, ops.END),
    *(ops.KEEP_LIST, ops.STOP, ops.MOVE_EACH),
    *(ops.NEXT_RUN, ops.TOPS, ops.ROWS_NODES, ops.NEXT_NODE),
} - {ops.EXTEND, ops.MAP, ops.NEED}


def _source(bitcode: native.Bitcode, counted: bool = False) -> native.Source:
    functions = bitcode.functions
    operate = qualified(advance.operate)
    text = ir.PLAIN_WORDS + ir.interpreter(functions, counted) + ir.entries(functions)
    text += ir.c_function(operate, functions[operate])
    names = {number: qualified(function) for number, function in OPS.items()}
    rare = [names[number] for number in OPS if number in RARE]
    return native.Source(text, [n for n in names.values() if n not in rare], rare)


def counting_source(bitcode: native.Bitcode) -> native.Source:
    """The source of an interpreter that counts."""
    return _source(bitcode, counted=True)


LIBRARY = native.library(native.MACHINE, _source)
COMPILED = LIBRARY is not None


def compiled(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function that is exported to Python: its native code, or itself."""
    return function if LIBRARY is None else LIBRARY.function(qualified(function))


def address_of(function: Callable[..., Any]) -> int:
    """The address of a function that other native code calls; 0 if there is none."""
    return 0 if LIBRARY is None else LIBRARY.address(f"c_{qualified(function)}")
