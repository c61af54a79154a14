"""The language the machine is written in: a subset of Python that compiles to native code.

A function marked with `jit` is plain Python here. `build.py` compiles the same source by Numba to
LLVM bitcode, from which `native.py` makes the machine that runs. Casts mean little in plain Python,
whose integers do not overflow.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import Any, Protocol, TypeVar

F = TypeVar("F", bound=Callable[..., Any])


class Export(Enum):
    """Who else calls a function: nobody, generated code, or also Python, quickly or for long, in
    which case its other threads run meanwhile."""

    NO, CODE, QUICK, LONG = range(4)


class Dialect(Protocol):
    """What the marks and casts of this module mean to a compiler."""

    def compiled(self, function: F, signature: str, inline: bool, export: Export) -> F:
        """The form of a function that other compiled functions call."""

    def external(self, function: F, signature: str) -> F:
        """A function that generated code defines, as compiled functions call it."""

    def primitives(self) -> dict[str, Any]:
        """Casts and memory access, by the names that they have in this module."""


_dialect: Dialect | None = None


def qualified(function: Callable[..., Any]) -> str:
    """The name of an exported function."""
    return f"{function.__module__.partition('.')[2]}.{function.__name__}"


def use(dialect: Dialect) -> None:
    """Compile every function marked from now on; to be called before the marked modules load."""
    global _dialect
    _dialect = dialect
    globals().update(dialect.primitives())


def building() -> bool:
    """Whether marked functions are compiled in this process."""
    return _dialect is not None


def jit(signature: str, inline: bool = False, export: Export = Export.NO) -> Callable[[F], F]:
    """Mark a function for compilation, for exactly these argument types: `state` is a pointer to
    words, `array` an array of them. `inline` it into every caller; `export` it, to whom."""

    def mark(function: F) -> F:
        if _dialect is None:
            return function
        return _dialect.compiled(function, signature, inline, export)

    return mark


def external(signature: str) -> Callable[[F], F]:
    """Mark a function that plain Python has here, and generated code in its own form."""

    def mark(function: F) -> F:
        return function if _dialect is None else _dialect.external(function, signature)

    return mark


def _identity(x: Any) -> Any:
    return x


# Casts. An unsigned index saves a test for negative ones.
U: Any = _identity
U64: Any = _identity
I64: Any = _identity
U32: Any = lambda x: x & 0xFFFFFFFF  # noqa: E731
I32: Any = lambda x: ((x + 0x80000000) & 0xFFFFFFFF) - 0x80000000  # noqa: E731


def pointer(array: Any) -> Any:
    """A pointer to an array's words: cheap to pass on, without reference counting."""
    return array


def offset(words: Any, by: Any) -> Any:
    """The words from an offset on."""
    return words[by:]


def allocate(count: Any) -> Any:
    """Memory for numbers, all 0, until it is released."""
    return [0] * count


def release(numbers: Any) -> None:
    """Give allocated memory back."""
