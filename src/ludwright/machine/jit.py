"""How the machine is compiled: Numba where there is Numba, plain Python where not.

The same source runs both ways. Compiled code is kept in a folder named by a hash of the machine's
sources (`cache.py`), because Numba's own cache does not notice a change in another module.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from .cache import Store, cache_home, stamp, unwritable

F = TypeVar("F", bound=Callable[..., Any])

try:
    import numba

    COMPILED = not numba.config.DISABLE_JIT
except ImportError:
    COMPILED = False

STATE = "CPointer(int32)"
ARRAY = "int32[::1]"


def _identity(x: Any) -> Any:
    return x


# Casts. An unsigned index spares a test for negative ones; plain Python needs none of them.
U: Any = np.uintp if COMPILED else _identity
U32: Any = np.uint32 if COMPILED else (lambda x: x & 0xFFFFFFFF)
U64: Any = np.uint64 if COMPILED else _identity
I64: Any = np.int64 if COMPILED else _identity
I32: Any = np.int32 if COMPILED else (lambda x: ((x + 0x80000000) & 0xFFFFFFFF) - 0x80000000)


HERE = Path(__file__).parent


def store_of(*rooms: Path) -> Store | None:
    """Where the compiled form of the sources in some folders is kept, if they are compiled."""
    return Store(cache_home(), stamp(numba.__version__, *rooms)) if COMPILED else None


STORE = store_of(HERE)


def cold() -> bool:
    """Whether the machine has to be compiled before its first use."""
    return STORE is not None and not STORE.complete


def ready() -> None:
    """Take note that everything is compiled."""
    if STORE is not None:
        STORE.ready()


def jit_into(store: Store | None) -> Callable[..., Callable[[F], F]]:
    """The decorator for compiled functions whose compiled form is kept in a store."""

    def jit(signature: str, inline: bool = False) -> Callable[[F], F]:
        """Compile a function now, for exactly these argument types, or leave it as it is."""

        def compile_it(function: F) -> F:
            if store is None:
                return function
            types = signature.replace("state", STATE).replace("array", ARRAY)

            def compiled(folder: Path | None) -> F:
                before = numba.config.CACHE_DIR
                numba.config.CACHE_DIR = str(folder or before)
                try:
                    return numba.njit(  # type: ignore[no-any-return]
                        types,
                        cache=folder is not None,
                        nogil=True,
                        error_model="numpy",
                        forceinline=inline,
                        no_cpython_wrapper="CPointer" in types,
                        no_cfunc_wrapper=True,
                    )(function)
                finally:
                    numba.config.CACHE_DIR = before

            with store.lock():
                return _through(store, compiled)

        return compile_it

    return jit


def _through(store: Store, compiled: Callable[[Path | None], F]) -> F:
    """What is kept in a store or can be kept there; if that fails, the same without it."""
    for first in (True, False):
        try:
            return compiled(store.folder)
        except numba.core.errors.NumbaError:
            raise
        except OSError as error:
            unwritable(error)
            break
        except Exception:  # whatever comes of unpickling something damaged
            if first:
                store.clear()
    return compiled(None)


jit = jit_into(STORE)


def spliced(function: F) -> F:
    """Put a function into each of its callers instead of compiling it for itself.

    For what calls the run loop: every function compiled with that loop in it takes seconds.
    """
    return numba.njit(inline="always")(function) if COMPILED else function


if COMPILED:
    from numba.core import types
    from numba.extending import intrinsic

    @intrinsic
    def pointer(typing_context: Any, array: Any) -> Any:
        """Where an array's words are: passing that on is cheap, and nobody counts references."""

        def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return context.make_array(array)(context, builder, arguments[0]).data

        words: Any = types
        return words.CPointer(array.dtype)(array), code

    @intrinsic
    def offset(typing_context: Any, words: Any, by: Any) -> Any:
        """The words from a place on."""

        def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.gep(arguments[0], [arguments[1]])

        return words(words, types.intp), code

else:
    pointer = _identity

    def offset(words: Any, by: Any) -> Any:
        """The words from a place on."""
        return words[by:]
