"""A small game as a tree in flat arrays: unfolded once, then followed without running the game."""

from __future__ import annotations

import numpy as np

from ..machine.kernels import machine_for
from ..machine.program import Array, Program
from . import unfold as u
from .kernels import KERNELS, entry_point
from .walk import LEAST, NotSolvable, Progress, Values, Walk, longer

_unfold = entry_point(u.unfold)

MOST_NODES = 5_000_000
EXPECTED = 0.2  # seconds; native code of the program is worth it only for longer work
SLICE, PLAIN_SLICE = 1 << 14, 1 << 6  # nodes between two reports of progress


class GameTree(Walk):
    """The tree of a game with explicit chance, below its deal or below a state.

    `nodes` has a record for each node (see `unfold.py`); `values` are the utilities of each
    terminal, a number per seat. Unless the tree is `strict`, options may be equal, and the nodes
    of an information set may have different options.
    """

    def __init__(
        self,
        program: Program,
        start: Array | None = None,
        most: int = MOST_NODES,
        progress: Progress | None = None,
        strict: bool = True,
    ) -> None:
        super().__init__(program, u.COUNTERS, most, strict)
        self.nodes: Array = np.zeros(LEAST * u.NODE_WORDS, np.int32)
        self.values: Values = np.zeros(LEAST * self.seats, np.float64)
        self._counters[u.C_NODES] = 1
        self._unfold(program.image if start is None else start, progress)
        self._trim()

    @property
    def size(self) -> int:
        """The number of nodes."""
        return int(self._counters[u.C_NODES])

    @property
    def terminals(self) -> int:
        """The number of terminals."""
        return int(self._counters[u.C_TERMINALS])

    @property
    def chance(self) -> int:
        """The number of nodes at which chance decides."""
        return int(self._counters[u.C_CHANCE])

    def path(self, node: int) -> list[int]:
        """The options that lead to a node, by their numbers in the game's order."""
        options: list[int] = []
        while node:
            record = self.nodes[node * u.NODE_WORDS :]
            options.insert(0, int(record[u.N_OPTION]))
            node = int(record[u.N_PARENT])
        return options

    def _unfold(self, start: Array, progress: Progress | None) -> None:
        steps = SLICE if KERNELS.are_compiled else PLAIN_SLICE
        machine = machine_for(self.program, EXPECTED)
        while True:
            ended = _unfold(
                *(machine, self._code, start, *self._tables, self._state, self._space),
                *(self._frames, self.nodes, self.values, self.sets, self.signs, self._keys),
                *(self._slots, self._counters, steps),
            )
            if ended == u.DONE:
                return
            if ended == u.TOO_MANY:
                raise NotSolvable(f"the tree has more than {self._counters[u.C_MOST]:,} nodes")
            if ended != u.WORKING:
                self.grow(ended)
            elif progress:
                progress(self.size)

    def more_nodes(self) -> None:
        """Grow the arrays of nodes and of terminals."""
        self.nodes, self.values = longer(self.nodes), longer(self.values)

    def _trim(self) -> None:
        """Release what only unfolding needs."""
        self.nodes = self.nodes[: self.size * u.NODE_WORDS].copy()
        self.values = self.values[: self.terminals * self.seats].copy()
        self.sets = self.sets[: self.information_sets * u.SET_WORDS].copy()
        self.signs = self.signs[: self.actions].copy()
        self._frames = self._frames[:0]
