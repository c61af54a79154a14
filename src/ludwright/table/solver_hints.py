"""The solver's verdict on the game on the table, cached as long as it applies."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

from ..game import Game
from ..play.errors import GameFault, TableError
from ..play.table import Table
from ..solver.answers import IMPOSSIBLE, SOLVED, UNKNOWN, Limits

SECONDS = 4.0  # CPU time for a hint
LATEST = 1.5  # times SECONDS of wall-clock time, if the cores are busy

Line = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether the game is still winnable, and the moves that win from here."""

    status: str
    moves: Line = ()


def cold() -> bool:
    """Whether the solver has to be compiled before its first use."""
    from ..solver.kernels import KERNELS

    return KERNELS.are_cold


def warm_up() -> None:
    """Compile the solver, unless that has been done."""
    from ..solver import exhaust, shorten, solve  # noqa: F401  (importing compiles)


class Knowledge:
    """What the solver has found out about one deal.

    A solution holds for every position on it, and an impossible position for all that follow it, so
    both are kept as logs and compared by prefix; an unknown verdict holds for one position only.
    """

    def __init__(self, game: Game, seconds: float = SECONDS) -> None:
        self.game = game
        self.seconds = seconds
        self.stopped = False
        self._won: Line = ()  # all moves of a won game
        self._lost: Line | None = None  # the moves to an impossible position
        self._unknown: Line | None = None  # the moves to a position where the search gave up

    def known(self, table: Table) -> Verdict | None:
        """The verdict on a position, if it is known without a search."""
        log = _moves(table.log)
        if self._won and self._won[: len(log)] == log:
            return Verdict(SOLVED, self._won[len(log) :])
        if self._lost is not None and log[: len(self._lost)] == self._lost:
            return Verdict(IMPOSSIBLE)
        return Verdict(UNKNOWN) if log == self._unknown else None

    def search(self, table: Table) -> Verdict:
        """Search; Ctrl-C or setting `stopped` (from another thread) ends it."""
        from ..solver.shorten import shortened
        from ..solver.solve import solve

        warm_up()

        self.stopped = False
        log, definition, limits = _moves(table.log), self.game.definition, Limits(self.seconds)
        late = time.monotonic() + LATEST * self.seconds

        def must_stop(states: int) -> bool:
            return self.stopped or time.monotonic() > late

        try:
            found = solve(definition, table.program, table.state, limits, must_stop)
        except KeyboardInterrupt:
            return Verdict(UNKNOWN)
        except (TableError, GameFault):  # chance is involved, or the game fails
            self._unknown = log
            return Verdict(UNKNOWN)
        if found.status == SOLVED:
            solution = shortened(table.program, table.state, found.moves)
            self._won = (*log, *solution)
            return Verdict(SOLVED, solution)
        if found.status == IMPOSSIBLE:
            self._lost = log
        elif not self.stopped:
            self._unknown = log
        return Verdict(found.status)


def _moves(log: Sequence[tuple[int, ...]]) -> Line:
    """The moves of a log, without pauses, which have empty entries."""
    return tuple(entry for entry in log if entry)
