"""A cache of values derived from programs, for the programs used last."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from ..machine.program import Program

T = TypeVar("T")
MOST_KEPT = 8


class PerProgram(Generic[T]):
    """A value per program, keyed by the program's identity; the program is kept too, so that its id
    is not used again."""

    def __init__(self, make: Callable[[Program], T]) -> None:
        self._make = make
        self._kept: dict[int, tuple[Program, T]] = {}

    def __call__(self, program: Program) -> T:
        """The value of a program."""
        found = self._kept.get(id(program))
        if found is None:
            # The oldest goes; its value can be made again.
            if len(self._kept) >= MOST_KEPT:
                self._kept.pop(next(iter(self._kept)), None)
            found = self._kept[id(program)] = program, self._make(program)
        return found[1]
