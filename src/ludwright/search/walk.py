"""What walks through a game need on the machine: tables of the program, arrays that grow."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..belief.audience_table import audience_table
from ..machine import state as m
from ..machine.program import Array, Program
from ..play.errors import TableError, fault
from ..play.utility import utility_of
from ..play.workspace import EVENT_ROOM, MOST_ROWS, workspace
from . import unfold as u
from .choice_table import choice_table
from .kernels import KERNELS, entry_point

_move_keys = entry_point(u.move_keys)

Values = np.ndarray[Any, np.dtype[np.float64]]
Numbers = np.ndarray[Any, np.dtype[np.int64]]
Progress = Callable[[int], None]

LEAST = 1 << 10  # items of an array to begin with
MOST_FRAMES = 1 << 28  # words of the path
MOST_EVENTS = 1 << 16
BOT = slice(m.W_BOT, m.W_BOT + 8)  # the words of a player's generator in a workspace


class NotSolvable(TableError):
    """A game whose equilibria cannot be computed, or not in this way."""


class Walk:
    """A walk through the game of a program, with the information sets it has met so far.

    `sets` has a record for each of them (see `unfold.py`), `keys` its hash; `signs` are hashes of
    all their actions.
    """

    def __init__(self, program: Program, counters: int, most: int, strict: bool) -> None:
        self.program, self.seats = program, program.seats
        self._state = program.image.copy()
        self._space = workspace(program, events=EVENT_ROOM)
        self._frames: Array = np.zeros(1 << 16, np.int32)
        self.sets: Numbers = np.zeros(LEAST * u.SET_WORDS, np.int64)
        self.signs = np.zeros(LEAST, np.uint64)
        self._keys, self._slots = np.zeros(LEAST, np.uint64), np.zeros(LEAST, np.int64)
        self._counters: Numbers = np.zeros(counters, np.int64)
        self._counters[u.C_END] = u.FIRST_FRAME
        self._counters[u.C_MOST] = most
        self._counters[u.C_STRICT] = strict
        self._tables = (
            *(audience_table(program), choice_table(program)),
            *(np.arange(len(program.tokens), dtype=np.int32), utility_of(program).table),
        )
        self._code = KERNELS.program_words(program.code)

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
        found = self.sets[: self.information_sets * u.SET_WORDS]
        return int((found[u.I_SEAT :: u.SET_WORDS] == seat).sum())

    def keys(self) -> list[int]:
        """The hash of each information set."""
        used = np.flatnonzero(self._slots)
        keys = np.zeros(self.information_sets, np.uint64)
        keys[self._slots[used] - 1] = self._keys[used]
        found: list[int] = keys.tolist()
        return found

    def grow(self, ended: int) -> None:
        """Grow the array for which a slice ended, or refuse to go on."""
        if ended == u.MORE_NODES:
            self.more_nodes()
        elif ended == u.MORE_WORDS:
            self._frames = self._longer(self._frames, MOST_FRAMES, "the game is too long")
        elif ended == u.MORE_SETS:
            self._more_sets()
        elif ended == u.MORE_ACTIONS:
            self.more_actions()
        elif ended == u.MORE_ROWS:
            if 4 * int(self._space[m.W_CAPACITY]) > MOST_ROWS:
                raise fault(self.program, self._state)
            self._make_room(4, 1)
        elif ended == u.MORE_EVENTS:
            if 4 * int(self._space[m.W_EVENT_CAPACITY]) > MOST_EVENTS:
                raise NotSolvable("too much happens between two decisions")
            self._make_room(1, 4)
        else:
            self._refuse(ended)

    def more_nodes(self) -> None:
        """Grow the arrays of nodes."""
        raise NotImplementedError

    def more_actions(self) -> None:
        """Grow the arrays of actions."""
        self.signs = longer(self.signs)

    def _longer(self, array: Any, most: int, why: str) -> Any:
        if 2 * len(array) > most:
            raise NotSolvable(why)
        return longer(array)

    def _more_sets(self) -> None:
        keys, slots = longer(self._keys), longer(self._slots)
        keys[:], slots[:] = 0, 0
        _move_keys(self._keys, self._slots, keys, slots)
        self._keys, self._slots = keys, slots
        self.sets = longer(self.sets)

    def _make_room(self, rows: int, events: int) -> None:
        old = self._space
        sizes = rows * int(old[m.W_CAPACITY]), events * int(old[m.W_EVENT_CAPACITY])
        self._space = workspace(self.program, *sizes)
        self._space[BOT] = old[BOT]

    def _refuse(self, ended: int) -> None:
        if ended == u.FAULTY:
            raise fault(self.program, self._state)
        if ended == u.DIFFERENT:
            raise NotSolvable(
                "the options of a decision depend on what its seat cannot know, so there are no"
                " information sets"
            )
        raise NotSolvable("a seat forgets what it knew or chose; perfect recall is required")


def longer(array: Any) -> Any:
    """An array of twice the length that starts with another one."""
    return np.concatenate([array, np.zeros_like(array)])
