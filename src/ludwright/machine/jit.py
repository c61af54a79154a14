"""How the machine is compiled: by Numba if it is installed; without it, the source is plain Python.

Compiled code is cached in a folder named by a hash of the machine's sources (`cache.py`), because
Numba's own cache does not notice a change in an imported module.
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


# Casts. An unsigned index saves Numba's test for negative ones; plain Python needs no casts.
U: Any = np.uintp if COMPILED else _identity
U32: Any = np.uint32 if COMPILED else (lambda x: x & 0xFFFFFFFF)
U64: Any = np.uint64 if COMPILED else _identity
I64: Any = np.int64 if COMPILED else _identity
I32: Any = np.int32 if COMPILED else (lambda x: ((x + 0x80000000) & 0xFFFFFFFF) - 0x80000000)


HERE = Path(__file__).parent


def store_of(*rooms: Path) -> Store | None:
    """The cache for the compiled sources of some folders; None if they are not compiled."""
    return Store(cache_home(), stamp(numba.__version__, *rooms)) if COMPILED else None


STORE = store_of(HERE)


def cold() -> bool:
    """Whether the machine has to be compiled before its first use."""
    return STORE is not None and not STORE.complete


def ready() -> None:
    """Mark the cache as complete."""
    if STORE is not None:
        STORE.ready()


def jit_into(store: Store | None) -> Callable[..., Callable[[F], F]]:
    """The decorator for functions whose compiled form goes into a cache."""

    def jit(signature: str, inline: bool = False) -> Callable[[F], F]:
        """Compile a function now, for exactly these argument types; `inline` into every caller.

        `state` stands for a pointer to words, which costs nothing to pass and is never counted."""

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
    """A function compiled through a cache, or without one if the cache does not work."""
    for first in (True, False):
        try:
            return compiled(store.folder)
        except numba.core.errors.NumbaError:
            raise
        except OSError as error:
            unwritable(error)
            break
        except Exception:  # unpickling a damaged file can raise anything
            if first:
                store.clear()
    return compiled(None)


jit = jit_into(STORE)


def inline_always(function: F) -> F:
    """Inline a function into each caller instead of compiling it on its own.

    For callers of the run loop: every function compiled with that loop in it takes seconds.
    """
    return numba.njit(inline="always")(function) if COMPILED else function


if COMPILED:
    from numba.core import types
    from numba.extending import intrinsic

    @intrinsic
    def pointer(typing_context: Any, array: Any) -> Any:
        """A pointer to an array's words: cheap to pass on, without reference counting."""

        def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return context.make_array(array)(context, builder, arguments[0]).data

        words: Any = types
        return words.CPointer(array.dtype)(array), code

    @intrinsic
    def offset(typing_context: Any, words: Any, by: Any) -> Any:
        """The words from an offset on."""

        def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.gep(arguments[0], [arguments[1]])

        return words(words, types.intp), code

else:
    pointer = _identity

    def offset(words: Any, by: Any) -> Any:
        """The words from an offset on."""
        return words[by:]
