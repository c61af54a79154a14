"""Numba as the compiler of the machine's sources: needed only where bitcode is built."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numba
import numpy as np
from llvmlite import ir
from numba.core import cgutils, types
from numba.core.codegen import JITCodeLibrary, JITCPUCodegen
from numba.extending import intrinsic

from .jit import Export, qualified

WORDS, ARRAY = "CPointer(int32)", "int32[::1]"
WORDS_AT: Any = types.CPointer  # type: ignore[attr-defined]


class Function(NamedTuple):
    """A compiled function: Numba's dispatcher, its signature as it was marked, who calls it."""

    dispatcher: Any
    signature: str
    export: Export

    @property
    def symbol(self) -> str:
        """The name of its code."""
        return str(self._overload.fndesc.llvm_func_name)

    @property
    def library(self) -> Any:
        """Numba's library with its code."""
        return self._overload.library

    @property
    def _overload(self) -> Any:
        (overload,) = self.dispatcher.overloads.values()
        return overload


def symbol_of(function: Any) -> str:
    """The name of a function's code for other rooms."""
    return f"lw.{qualified(function)}"


class NumbaDialect:
    """Compiles the marked functions of a room; those of other rooms are called by their names."""

    def __init__(self, room: str) -> None:
        self.functions: dict[str, Function] = {}
        self._room = room
        _leave_code_alone()

    def compiled(self, function: Any, signature: str, inline: bool, export: Export) -> Any:
        """See jit.Dialect."""
        if function.__module__.split(".")[1] != self._room:
            return _call(symbol_of(function), signature, function, _by_numba)
        made = numba.njit(
            _types(signature),
            nogil=True,
            error_model="numpy",
            forceinline=inline,
            no_cpython_wrapper=True,
            no_cfunc_wrapper=True,
        )(function)
        self.functions[symbol_of(function)] = Function(made, signature, export)
        return made

    def external(self, function: Any, signature: str) -> Any:
        """See jit.Dialect."""
        return _call(f"lw_{function.__name__}", signature, function)

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


def modules(library: Any) -> Iterator[Any]:
    """The code of a library, and of those that it needs."""
    yield library._final_module
    for needed in library._linking_libraries:
        yield from modules(needed)


def _leave_code_alone() -> None:
    """Keep Numba from optimising and loading each function together with all that it calls: here
    nothing is run, and a room is optimised as a whole."""

    def finalize(library: Any) -> None:
        library._finalized = True

    JITCodeLibrary._optimize_functions = lambda library, module: None
    JITCodeLibrary.finalize = finalize
    JITCodeLibrary.get_pointer_to_function = lambda library, name: 0
    JITCPUCodegen.set_env = lambda codegen, name, environment: None


def _by_c(context: Any, builder: Any, symbol: str, sig: Any, given: Any) -> Any:
    """Call a function by the C convention."""
    value = context.get_value_type(sig.return_type)
    kind = ir.FunctionType(
        ir.VoidType() if sig.return_type == types.void else value,
        [context.get_value_type(each) for each in sig.args],
    )
    return builder.call(cgutils.get_or_insert_function(builder.module, kind, symbol), given)


def _by_numba(context: Any, builder: Any, symbol: str, sig: Any, given: Any) -> Any:
    """Call a function by Numba's convention; it cannot fail, as nothing here raises."""
    kind = context.call_conv.get_function_type(sig.return_type, sig.args)
    function = cgutils.get_or_insert_function(builder.module, kind, symbol)
    _, value = context.call_conv.call_function(builder, function, sig.return_type, sig.args, given)
    return value


def _call(symbol: str, signature: str, marked: Any, convention: Any = _by_c) -> Any:
    """An intrinsic that calls what a marked function stands for."""
    expected, result = numba.core.sigutils.normalize_signature(_types(signature))

    def emit(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
        given = [
            context.cast(builder, argument, source, target)
            for argument, source, target in zip(arguments, sig.args, expected, strict=True)
        ]
        returned = convention(context, builder, symbol, result(*expected), given)
        return context.get_dummy_value() if result == types.void else returned

    # An intrinsic's number of arguments is that of the function that types it.
    names = ", ".join(f"a{i}" for i in range(len(expected)))
    space = {"emit": emit, "result": result, "expected": expected}
    exec(f"def typed(context, {names}): return result(*expected), emit", space)
    typed: Any = space["typed"]
    typed.__module__, typed.__name__ = marked.__module__, marked.__name__
    return intrinsic(typed)


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


def calloc(count: Any, size: Any) -> Any:
    """Of the C library."""


def release(address: Any) -> None:
    """See jit.release."""


_calloc = _call("calloc", "CPointer(int64)(int64, int64)", calloc)
release = _call("free", "void(CPointer(int64))", release)


@numba.njit("CPointer(int64)(int64)", no_cpython_wrapper=True, no_cfunc_wrapper=True)
def allocate(count: Any) -> Any:
    """See jit.allocate."""
    return _calloc(count, 8)
