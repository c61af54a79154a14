"""What the solver knows of the game on the table; asked once, remembered while it holds."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

from ..game import Game
from ..play.errors import GameFault, TableError
from ..play.table import Table
from ..solver.answers import IMPOSSIBLE, SOLVED, UNKNOWN, Limits

SECONDS = 4.0  # of a core, that are spent on a hint
LATEST = 1.5  # times as long a person is kept waiting where others use the cores, too

Line = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether the game can still be won, and with which moves from here on."""

    status: str
    moves: Line = ()


def cold() -> bool:
    """Whether the solver has to be compiled before its first use."""
    from ..solver.jit import STORE

    return STORE is not None and not STORE.complete


def warm_up() -> None:
    """Compile the solver, if that was not done before."""
    from ..solver import exhaust, shorten, solve  # noqa: F401  (compiled when first imported)
    from ..solver.jit import STORE

    if STORE is not None:
        STORE.ready()


class Knowledge:
    """What a person at a table has been told by the solver, and the way to ask it."""

    def __init__(self, game: Game, seconds: float = SECONDS) -> None:
        self.game = game
        self.seconds = seconds
        self.stopped = False
        self._won: Line = ()  # all moves of a game that ends well
        self._lost: Line | None = None  # the moves to a position that can't be won
        self._unknown: Line | None = None  # the moves to a position that the search gave up

    def known(self, table: Table) -> Verdict | None:
        """What is known of a position without a search."""
        log = _moves(table.log)
        if self._won and self._won[: len(log)] == log:
            return Verdict(SOLVED, self._won[len(log) :])
        if self._lost is not None and log[: len(self._lost)] == self._lost:
            return Verdict(IMPOSSIBLE)
        return Verdict(UNKNOWN) if log == self._unknown else None

    def search(self, table: Table) -> Verdict:
        """Ask the solver; Ctrl-C, or somebody who sets `stopped`, ends that."""
        from ..solver.shorten import shortened
        from ..solver.solve import solve

        warm_up()

        self.stopped = False
        log, definition, limits = _moves(table.log), self.game.definition, Limits(self.seconds)
        late = time.monotonic() + LATEST * self.seconds

        def asked(states: int) -> bool:
            return self.stopped or time.monotonic() > late

        try:
            found = solve(definition, table.program, table.state, limits, asked)
        except KeyboardInterrupt:
            return Verdict(UNKNOWN)
        except (TableError, GameFault):  # chance is left, or the game breaks
            self._unknown = log
            return Verdict(UNKNOWN)
        if found.status == SOLVED:
            way = shortened(table.program, table.state, found.moves)
            self._won = (*log, *way)
            return Verdict(SOLVED, way)
        if found.status == IMPOSSIBLE:
            self._lost = log
        elif not self.stopped:
            self._unknown = log
        return Verdict(found.status)


def _moves(log: Sequence[tuple[int, ...]]) -> Line:
    """The moves of a log, without its pauses."""
    return tuple(entry for entry in log if entry)
