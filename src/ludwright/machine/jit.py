"""How the machine is compiled: Numba where there is Numba, plain Python where not.

The same source runs both ways. Compiled code is cached in a folder named by a hash of the
machine's sources, because Numba's own cache does not notice a change in another module.
"""

from __future__ import annotations

import atexit
import hashlib
import os
import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

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


def stamp(*rooms: Path) -> str:
    """A name for the compiled form of the sources in some folders; another one if any changes."""
    digest = hashlib.sha256(f"{sys.version} {numba.__version__}".encode())
    for path in (path for room in rooms for path in sorted(room.glob("*.py"))):
        digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()[:16]


def cache_home() -> Path:
    """Where the user keeps what can be made again."""
    named = os.environ.get("LUDWRIGHT_CACHE") or os.environ.get("XDG_CACHE_HOME")
    local = os.environ.get("LOCALAPPDATA") if os.name == "nt" else None
    return Path(named or local or Path.home() / ".cache") / "ludwright"


def cache_folder(home: Path, *rooms: Path) -> Path:
    """The folder for the compiled code of these sources; a temporary one where nothing can be
    written."""
    try:
        folder = home / stamp(*rooms)
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
        _prune(home, keep=folder)
    except (OSError, RuntimeError):
        folder = Path(tempfile.mkdtemp(prefix="ludwright-"))
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def _prune(home: Path, keep: Path, most: int = 8) -> None:
    """Remove the compiled code of versions not used for longest."""
    others = [p for p in home.iterdir() if p.is_dir() and p != keep]
    others.sort(key=lambda p: p.stat().st_mtime, reverse=True)
    for old in others[most - 1 :]:
        shutil.rmtree(old, ignore_errors=True)


HERE = Path(__file__).parent
FOLDER: Path | None = cache_folder(cache_home(), HERE) if COMPILED else None


def cold() -> bool:
    """Whether the machine has to be compiled before its first use."""
    return FOLDER is not None and not (FOLDER / "ready").exists()


def ready() -> None:
    """Take note that everything is compiled."""
    if FOLDER is not None and cold():
        (FOLDER / "ready").touch()


def jit_into(folder: Path | None) -> Callable[..., Callable[[F], F]]:
    """The decorator for compiled functions whose compiled form is kept in a folder."""

    def jit(signature: str, inline: bool = False) -> Callable[[F], F]:
        """Compile a function now, for exactly these argument types, or leave it as it is."""

        def compile_it(function: F) -> F:
            if not COMPILED:
                return function
            types = signature.replace("state", STATE).replace("array", ARRAY)
            before = numba.config.CACHE_DIR
            numba.config.CACHE_DIR = str(folder)
            try:
                made = numba.njit(
                    types,
                    cache=True,
                    nogil=True,
                    error_model="numpy",
                    forceinline=inline,
                    no_cpython_wrapper="CPointer" in types,
                    no_cfunc_wrapper=True,
                )(function)
            finally:
                numba.config.CACHE_DIR = before
            return made  # type: ignore[no-any-return]

        return compile_it

    return jit


jit = jit_into(FOLDER)


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
