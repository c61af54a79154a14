"""What is worked out once for a program, and kept as long as the program is among the last used."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from ..machine.program import Program

T = TypeVar("T")
MOST_KEPT = 8


class PerProgram(Generic[T]):
    """Something for every program. It goes by the program's identity, so the program is kept, too:
    that way it stays the only one."""

    def __init__(self, make: Callable[[Program], T]) -> None:
        self._make = make
        self._kept: dict[int, tuple[Program, T]] = {}

    def __call__(self, program: Program) -> T:
        """What belongs to a program."""
        found = self._kept.get(id(program))
        if found is None:
            if len(self._kept) >= MOST_KEPT:
                self._kept.pop(next(iter(self._kept)), None)
            found = self._kept[id(program)] = program, self._make(program)
        return found[1]
