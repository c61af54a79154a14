"""The limits of a search and its answer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

SOLVED, IMPOSSIBLE, UNKNOWN = "solved", "impossible", "unknown"
STATUSES = (SOLVED, IMPOSSIBLE, UNKNOWN)

# Called regularly with the number of positions visited; returns whether the search should stop.
ShouldStop = Callable[[int], bool]


@dataclass(frozen=True, slots=True)
class Limits:
    """When a search gives up: CPU seconds, positions visited, bytes of memory."""

    seconds: float | None = 10.0
    states: int | None = None
    memory: int = 2 << 30

    @property
    def tables(self) -> int:
        """The bytes that tables may take; the rest is for everything else that a deal needs."""
        return self.memory - self.memory // 16


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer of a search: a proof or no claim at all.

    `solved` comes with a solution, each move as in a table's log (action and operands).
    `impossible` means that every reachable position was visited, and none is a win. `unknown` means
    that a limit was reached first; `limit` names it: time, states, memory or stopped.
    """

    status: str
    moves: tuple[tuple[int, ...], ...] = ()
    states: int = 0
    seconds: float = 0.0
    limit: str = ""
