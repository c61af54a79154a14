"""Call the machine from compiled searches, by the address of its code.

A normal call would link the run loop, which takes seconds to compile, into every caller.
"""

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
    """A program as the searches take it: plain Python indexes lists faster than arrays."""
    return code if COMPILED else code.tolist()


def entry_point(function: Callable[..., Any]) -> Callable[..., Any]:
    """A compiled function as called from Python. Uncompiled, arrays are passed as memoryviews: they
    are faster to index, and yield Python integers instead of NumPy scalars that overflow."""
    if COMPILED:
        return function

    def call(*arguments: Any) -> Any:
        views = (memoryview(a) if isinstance(a, np.ndarray) else a for a in arguments)  # type: ignore[arg-type]
        return function(*views)

    return call
