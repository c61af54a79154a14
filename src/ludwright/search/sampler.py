"""Equilibria of games that are too large to unfold, by sampling; see `sampling.py`."""

from __future__ import annotations

import numpy as np

from ..machine.kernels import machine_for
from ..machine.program import Program
from . import regret
from . import sampling as s
from . import unfold as u
from .kernels import KERNELS, entry_point
from .walk import LEAST, NotSolvable, Values, Walk, longer

_traverse = entry_point(s.traverse)
_normalize = entry_point(regret.normalize)

MOST_SETS = 2_000_000
EXPECTED = 2.0  # seconds
SLICE, PLAIN_SLICE = 1 << 13, 1 << 5


class Full(NotSolvable):
    """The table of information sets is full."""


class Sampler(Walk):
    """External-sampling counterfactual regret minimization of a program."""

    def __init__(self, program: Program, seed: int, most: int = MOST_SETS) -> None:
        super().__init__(program, s.SAMPLING_COUNTERS, most, strict=True)
        self.seed, self.iterations = seed, 0
        self._regrets, self._sums = np.zeros(LEAST), np.zeros(LEAST)
        self._room = np.zeros(LEAST)
        self._payoffs: Values = np.zeros(2 * self.seats)
        self._machine = machine_for(program, EXPECTED)

    def iterate(self, count: int) -> None:
        """Make a number of iterations, each of one traversal per seat."""
        self._run(count * self.seats)
        self.iterations += count

    def average(self) -> Values:
        """The average strategy so far, in the order of the information sets."""
        found: Values = np.zeros(self.actions)
        _normalize(self.sets, self.information_sets, self._sums, found)
        return found

    def value(self, games: int) -> list[float]:
        """The mean utility of each seat in some games of the average strategy."""
        self._forget_path()
        self._counters[s.C_MEASURE] = 1
        self._payoffs[:] = 0.0
        most, before = int(self._counters[u.C_MOST]), int(self._counters[s.C_DONE])
        self._counters[u.C_MOST] = 2 * most  # for those that were never met before
        try:
            self._run(games)
        except Full:
            pass  # the games so far will do
        finally:
            done = max(int(self._counters[s.C_DONE]) - before, 1)
            self._counters[s.C_MEASURE], self._counters[u.C_MOST] = 0, most
            self._forget_path()
        found: list[float] = (self._payoffs[self.seats :] / done).tolist()
        return found

    def _forget_path(self) -> None:
        """Give up a traversal under way."""
        self._counters[u.C_FRAME] = self._counters[s.C_VALUES] = 0
        self._counters[u.C_END] = u.FIRST_FRAME

    def _run(self, traversals: int) -> None:
        self._counters[s.C_TARGET] = self._counters[s.C_DONE] + traversals
        steps = SLICE if KERNELS.are_compiled else PLAIN_SLICE
        while self._counters[s.C_DONE] < self._counters[s.C_TARGET]:
            ended = _traverse(
                *(self._machine, self._code, self.program.image, *self._tables, self._state),
                *(self._space, self._frames, self.sets, self.signs, self._keys, self._slots),
                *(self._counters, self._room, self._regrets, self._sums, self._payoffs),
                *(self.seed, steps),
            )
            if ended == u.TOO_MANY:
                most = int(self._counters[u.C_MOST])
                raise Full(f"the game has more than {most:,} information sets")
            if ended != u.WORKING:
                self.grow(ended)

    def more_nodes(self) -> None:
        """Grow the room for values of options."""
        self._room = longer(self._room)

    def more_actions(self) -> None:
        """Grow the arrays of actions."""
        super().more_actions()
        self._regrets, self._sums = longer(self._regrets), longer(self._sums)
