"""Numba as the compiler of the machine's sources: needed only where bitcode is built."""

from __future__ import annotations

import ctypes
from typing import Any, NamedTuple

import llvmlite.binding as llvm
import numba
import numpy as np
from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic

from .jit import Export, qualified

WORDS, ARRAY = "CPointer(int32)", "int32[::1]"
WORDS_AT: Any = types.CPointer  # type: ignore[attr-defined]


class Function(NamedTuple):
    """A compiled function: Numba's dispatcher, its signature as it was marked, who calls it."""

    dispatcher: Any
    signature: str
    export: Export


class NumbaDialect:
    """Compiles what is marked, and remembers what is exported."""

    def __init__(self) -> None:
        self.exports: dict[str, Function] = {}

    def compiled(self, function: Any, signature: str, inline: bool, export: Export) -> Any:
        """See jit.Dialect."""
        made = numba.njit(
            _types(signature),
            nogil=True,
            error_model="numpy",
            forceinline=inline,
            no_cpython_wrapper=True,
            no_cfunc_wrapper=True,
        )(function)
        if export != Export.NO:
            self.exports[qualified(function)] = Function(made, signature, export)
        return made

    def external(self, function: Any, signature: str) -> Any:
        """See jit.Dialect."""
        return _call(f"lw_{function.__name__}", signature, len(signature.split(",")))

    def primitives(self) -> dict[str, Any]:
        """See jit.Dialect."""
        return {
            "U": np.uintp,
            "U32": np.uint32,
            "U64": np.uint64,
            "I32": np.int32,
            "I64": np.int64,
            "pointer": pointer,
            "offset": offset,
            "allocate": allocate,
            "release": release,
        }


def _types(signature: str) -> str:
    return signature.replace("state", WORDS).replace("array", ARRAY)


# Numba loads what it compiles, though here it is never run: undefined names need some address.
_NOWHERE = ctypes.cast(ctypes.pythonapi.Py_IsInitialized, ctypes.c_void_p).value


def _call(symbol: str, signature: str, count: int) -> Any:
    """An intrinsic with `count` arguments that calls a function by the C convention."""
    llvm.add_symbol(symbol, _NOWHERE)
    made = numba.core.sigutils.normalize_signature(_types(signature))
    expected, result = made

    def emit(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
        kinds = [context.get_value_type(kind) for kind in expected]
        value = ir.VoidType() if result == types.void else context.get_value_type(result)
        kind = ir.FunctionType(value, kinds)
        function = builder.module.globals.get(symbol) or ir.Function(builder.module, kind, symbol)
        given = [
            context.cast(builder, argument, source, target)
            for argument, source, target in zip(arguments, sig.args, expected, strict=True)
        ]
        returned = builder.call(function, given)
        return context.get_dummy_value() if result == types.void else returned

    # An intrinsic's number of arguments is that of the function that types it.
    names = ", ".join(f"a{i}" for i in range(count))
    space = {"emit": emit, "result": result, "expected": expected}
    exec(f"def typed(context, {names}): return result(*expected), emit", space)
    return intrinsic(space["typed"])


@intrinsic
def pointer(context: Any, array: Any) -> Any:
    """See jit.pointer."""

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return context.make_array(array)(context, builder, arguments[0]).data

    return WORDS_AT(array.dtype)(array), emit


@intrinsic
def offset(context: Any, words: Any, by: Any) -> Any:
    """See jit.offset."""

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.gep(arguments[0], [arguments[1]])

    return words(words, types.intp), emit


_calloc = _call("calloc", "CPointer(int64)(int64, int64)", 2)
release = _call("free", "void(CPointer(int64))", 1)


@numba.njit("CPointer(int64)(int64)", no_cpython_wrapper=True, no_cfunc_wrapper=True)
def allocate(count: Any) -> Any:
    """See jit.allocate."""
    return _calloc(count, 8)
