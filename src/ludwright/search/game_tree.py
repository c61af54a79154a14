"""A small game as a tree in flat arrays: unfolded once, then followed without running the game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..belief.audience_table import audience_table
from ..machine import state as m
from ..machine.kernels import machine_for
from ..machine.program import Array, Program
from ..play.errors import TableError, fault
from ..play.utility import utility_of
from ..play.workspace import EVENT_ROOM, MOST_ROWS, workspace
from . import unfold as u
from .choice_table import choice_table
from .kernels import KERNELS, entry_point

_unfold = entry_point(u.unfold)
_move_keys = entry_point(u.move_keys)

MOST_NODES = 5_000_000
LEAST = 1 << 10  # items of an array to begin with
EXPECTED = 0.2  # seconds; native code of the program is worth it only for longer work
SLICE = 1 << 14  # nodes between two reports of progress
PLAIN_SLICE = 1 << 6
MOST_EVENTS = 1 << 16

Progress = Callable[[int], None]
Values = np.ndarray[Any, np.dtype[np.float64]]
Numbers = np.ndarray[Any, np.dtype[np.int64]]


class NotUnfolded(TableError):
    """A game that cannot be unfolded."""


class GameTree:
    """The tree of a game with explicit chance, below its deal or below a state.

    `nodes` and `sets` have a record for each node and each information set (see `unfold.py`);
    `values` are the utilities of each terminal, a number per seat. Unless it is `strict`, options
    may be equal, and information sets need not have the same actions everywhere.
    """

    def __init__(
        self,
        program: Program,
        start: Array | None = None,
        most: int = MOST_NODES,
        progress: Progress | None = None,
        strict: bool = True,
    ) -> None:
        self.program, self.seats = program, program.seats
        self._start = program.image if start is None else start
        self._state = program.image.copy()
        self._space = workspace(program, events=EVENT_ROOM)
        self._frames: Array = np.zeros(1 << 16, np.int32)
        self.nodes: Array = np.zeros(LEAST * u.NODE_WORDS, np.int32)
        self.values: Values = np.zeros(LEAST * self.seats, np.float64)
        self.sets: Numbers = np.zeros(LEAST * u.SET_WORDS, np.int64)
        self.signs = np.zeros(LEAST, np.uint64)
        self.keys, self._slots = np.zeros(LEAST, np.uint64), np.zeros(LEAST, np.int64)
        self._counters: Numbers = np.zeros(u.COUNTERS, np.int64)
        self._counters[u.C_END] = u.FIRST_FRAME
        self._counters[u.C_NODES] = 1
        self._counters[u.C_MOST] = most
        self._counters[u.C_STRICT] = strict
        self._unfold(progress)
        self._trim()

    # ---- what it has ----

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

    @property
    def information_sets(self) -> int:
        """The number of information sets."""
        return int(self._counters[u.C_SETS])

    @property
    def actions(self) -> int:
        """The number of actions in all information sets."""
        return int(self._counters[u.C_ACTIONS])

    def sets_of(self, seat: int) -> int:
        """The number of information sets of a seat."""
        return int((self.sets[u.I_SEAT :: u.SET_WORDS] == seat).sum())

    def path(self, node: int) -> list[int]:
        """The options that lead to a node, by their numbers in the game's order."""
        options: list[int] = []
        while node:
            record = self.nodes[node * u.NODE_WORDS :]
            options.insert(0, int(record[u.N_OPTION]))
            node = int(record[u.N_PARENT])
        return options

    # ---- unfolding ----

    def _unfold(self, progress: Progress | None) -> None:
        program = self.program
        code = KERNELS.program_words(program.code)
        tables = audience_table(program), choice_table(program)
        kinds = np.arange(len(program.tokens), dtype=np.int32)
        payoff = utility_of(program).table
        steps = SLICE if KERNELS.are_compiled else PLAIN_SLICE
        machine = machine_for(program, EXPECTED)
        while True:
            ended = _unfold(
                *(machine, code, self._start, *tables, kinds, payoff, self._state, self._space),
                *(self._frames, self.nodes, self.values, self.sets, self.signs, self.keys),
                *(self._slots, self._counters, steps),
            )
            if ended == u.DONE:
                return
            if ended == u.WORKING:
                if progress:
                    progress(self.size)
            elif ended in GROW:
                GROW[ended](self)
            else:
                self._refuse(ended)

    def _refuse(self, ended: int) -> None:
        if ended == u.TOO_MANY:
            most = int(self._counters[u.C_MOST])
            raise NotUnfolded(f"the tree has more than {most:,} nodes")
        if ended == u.FAULTY:
            raise fault(self.program, self._state)
        if ended == u.DIFFERENT:
            raise NotUnfolded(
                "the options of a decision depend on what its seat cannot know; "
                "such a game has no information sets"
            )
        raise NotUnfolded(
            "a seat forgets what it knew or chose; only games with perfect recall can be unfolded"
        )

    def _more_nodes(self) -> None:
        self.nodes, self.values = _longer(self.nodes), _longer(self.values)

    def _more_frames(self) -> None:
        self._frames = _longer(self._frames)
        if len(self._frames) >= 2**31:
            raise NotUnfolded("the tree is too deep")

    def _more_actions(self) -> None:
        self.signs = _longer(self.signs)

    def _more_sets(self) -> None:
        keys, slots = (
            np.zeros(2 * len(self.keys), np.uint64),
            np.zeros(2 * len(self.keys), np.int64),
        )
        _move_keys(self.keys, self._slots, keys, slots)
        self.keys, self._slots = keys, slots
        self.sets = _longer(self.sets)

    def _more_rows(self) -> None:
        rows = 4 * int(self._space[m.W_CAPACITY])
        if rows > MOST_ROWS:
            raise fault(self.program, self._state)
        self._space = workspace(self.program, rows, int(self._space[m.W_EVENT_CAPACITY]))

    def _more_events(self) -> None:
        events = 4 * int(self._space[m.W_EVENT_CAPACITY])
        if events > MOST_EVENTS:
            raise NotUnfolded("too much happens between two decisions")
        self._space = workspace(self.program, int(self._space[m.W_CAPACITY]), events)

    def _trim(self) -> None:
        """Release what only unfolding needs."""
        self.nodes = self.nodes[: self.size * u.NODE_WORDS].copy()
        self.values = self.values[: self.terminals * self.seats].copy()
        self.sets = self.sets[: self.information_sets * u.SET_WORDS].copy()
        self.signs = self.signs[: self.actions].copy()
        used = np.flatnonzero(self._slots)
        keys = np.zeros(self.information_sets, np.uint64)
        keys[self._slots[used] - 1] = self.keys[used]
        self.keys = keys
        self._slots = self._slots[:0]
        self._frames = self._frames[:0]


GROW: dict[int, Callable[[GameTree], None]] = {
    u.MORE_NODES: GameTree._more_nodes,
    u.MORE_WORDS: GameTree._more_frames,
    u.MORE_SETS: GameTree._more_sets,
    u.MORE_ACTIONS: GameTree._more_actions,
    u.MORE_ROWS: GameTree._more_rows,
    u.MORE_EVENTS: GameTree._more_events,
}


def _longer(array: Any) -> Any:
    """An array of twice the length that starts with another one."""
    return np.concatenate([array, np.zeros_like(array)])
