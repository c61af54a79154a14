"""What a search is allowed to spend, and what it answers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

SOLVED, IMPOSSIBLE, UNKNOWN = "solved", "impossible", "unknown"
STATUSES = (SOLVED, IMPOSSIBLE, UNKNOWN)

# Called now and then with the number of positions seen so far; true asks the search to stop.
Asked = Callable[[int], bool]


@dataclass(frozen=True, slots=True)
class Limits:
    """When a search gives up: seconds of its own processor time, positions, bytes of memory."""

    seconds: float | None = 10.0
    states: int | None = None
    memory: int = 2 << 30

    @property
    def tables(self) -> int:
        """The bytes that tables may take; the rest is for all else that a deal needs."""
        return self.memory - self.memory // 16


@dataclass(frozen=True, slots=True)
class Answer:
    """What came out: never a guess.

    `solved` has moves that lead to a win, each the words of a table's log (action and operands);
    `impossible` means that every position within reach was looked at; `unknown` that a limit came
    first, and `limit` says which: time, states, memory or stopped.
    """

    status: str
    moves: tuple[tuple[int, ...], ...] = ()
    states: int = 0
    seconds: float = 0.0
    limit: str = ""
