"""How a search runs the machine: by the address of its compiled code, so that it is not compiled
once more into every search."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..machine import exports
from ..machine.jit import COMPILED
from ..machine.program import Array

if COMPILED:
    from numba.core import types
    from numba.extending import intrinsic

    _compiled: Any = exports.operate
    _made = next(iter(_compiled.overloads.values()))
    OPERATE = int(_made.library.get_pointer_to_function(_made.fndesc.llvm_func_name))

    @intrinsic  # type: ignore[untyped-decorator]
    def operate(typing_context: Any, address: Any, P: Any, S: Any, B: Any, a: Any, b: Any) -> Any:
        """See machine.entry.operate; its own arguments are the last two, the rest zeros."""
        given = (P, S, B, *(types.int64 for _ in range(5)))
        result: Any = types.int64

        def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            convention = context.call_conv
            kind = convention.get_function_type(result, given)
            function = builder.inttoptr(arguments[0], kind.as_pointer())
            zero = context.get_constant(types.int64, 0)
            passed = (*arguments[1:], zero, zero, zero)
            _, answer = convention.call_function(builder, function, result, given, passed)
            return answer

        return result(types.int64, P, S, B, types.int64, types.int64), code

else:
    OPERATE = 0

    def operate(address: Any, P: Any, S: Any, B: Any, what: Any, where: Any) -> Any:
        """See machine.entry.operate; its own arguments are the last two, the rest zeros."""
        return exports.operate(P, S, B, what, where, 0, 0, 0)


def program_words(code: Array) -> Any:
    """A program as searches are given it."""
    return code if COMPILED else code.tolist()


def called(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function of this room as it is to be called: plain Python is faster with memoryviews,
    which give and take whole numbers of any size."""
    if COMPILED:
        return function

    def call(*arguments: Any) -> Any:
        seen = (memoryview(a) if isinstance(a, np.ndarray) else a for a in arguments)  # type: ignore[arg-type]
        return function(*seen)

    return call
