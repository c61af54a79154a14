"""Cut what is not needed out of a solution.

A search that goes deep finds ways that wander about. Stretches of such a way are left out on trial:
what of the rest can still be done is done, and if that wins, it is the new way. Long stretches are
tried first. The result is seldom shortest, but short enough to be told.
"""

from __future__ import annotations

from ..machine import calls
from ..machine import state as m
from ..machine.program import Array, Program
from ..play.moves import option_rows
from ..play.space import MOST_ROWS, workspace

Rows = tuple[tuple[int, ...], ...]

EFFORT = 100_000  # moves made on trial: a second or two
LONGEST = 64  # moves that are left out at once


def shortened(program: Program, start: Array, moves: Rows, effort: int = EFFORT) -> Rows:
    """A way from a position to a win that is at most as long as a given one."""
    way = _Way(program, start, effort)
    size = min(LONGEST, max(1, len(moves) // 2))
    found = list(moves)
    while size and way.effort > 0:
        found = way.without(found, size)
        size //= 2
    return tuple(found) if way.follow(found) == found else moves


class _Way:
    """Trials with a way to a win."""

    def __init__(self, program: Program, start: Array, effort: int) -> None:
        self.program = program
        self.start = start.copy()
        self.start[m.PACE] = 0
        self.effort = effort
        self.space = workspace(program)

    def without(self, moves: list[tuple[int, ...]], size: int) -> list[tuple[int, ...]]:
        """A way without those of its stretches of a size that are not needed."""
        state, at = self.start.copy(), 0
        while at < len(moves) and self.effort > 0:
            rest = self._tried(state.copy(), moves[at + size :])
            if rest is not None:
                moves = moves[:at] + rest
                continue
            for entry in moves[at : at + size]:
                self._make(state, entry)
            at += size
        return moves

    def follow(self, moves: list[tuple[int, ...]]) -> list[tuple[int, ...]] | None:
        """What of some moves can be done from the start, up to a win."""
        self.effort = len(moves) + 1
        return self._tried(self.start.copy(), moves)

    def _tried(self, state: Array, moves: list[tuple[int, ...]]) -> list[tuple[int, ...]] | None:
        """What of some moves can be done, up to a win; None if they do not lead to one."""
        done = []
        for entry in moves:
            self.effort -= 1
            if self.effort < 0 or state[m.STATUS] != m.DECISION:
                return None
            if entry in self._options(state):
                self._make(state, entry)
                done.append(entry)
                if self._won(state):
                    return done
        return None

    def _make(self, state: Array, entry: tuple[int, ...]) -> None:
        calls.choose(self.program.code, state, self.space, *entry)

    def _options(self, state: Array) -> list[tuple[int, ...]]:
        """What may be chosen, listed or not."""
        site = self.program.sites[int(state[m.SITE])]
        found: list[tuple[int, ...]] = []
        for entry in (m.SITE_ROWS, m.SITE_UNLISTED) if site.has_unlisted else (m.SITE_ROWS,):
            while self._list(state, entry) < 0:
                rows = 4 * int(self.space[m.W_CAPACITY])
                if rows > MOST_ROWS:
                    return []
                self.space = workspace(self.program, rows)
            found += [tuple(row) for row in option_rows(self.program, site, self.space)]
        return found

    def _list(self, state: Array, entry: int) -> int:
        return calls.list_rows(self.program.code, state, self.space, entry)

    def _won(self, state: Array) -> bool:
        return bool(state[m.STATUS] == m.OVER and state[self.program.code[m.P_RESULTS]])
