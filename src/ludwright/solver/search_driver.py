"""A running search: its arrays, how they grow, and the solution it found."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..gamedef import nodes as n
from ..machine import api
from ..machine import state as m
from ..machine.kernels import machine_for
from ..machine.program import Array, Program
from ..play.errors import GameFault, TableError
from ..play.table import Table
from ..play.workspace import MOST_ROWS, workspace
from . import search_kernel as s
from .answers import Limits, ShouldStop
from .growable import longer, zeros
from .kernels import KERNELS, entry_point
from .position_store import FIRST, R_COUNT, R_HEAD, R_OPTION, R_PARENT, R_ROWS
from .state_hash import HASH_WORDS, HIGH, LOW, Y_FORGOTTEN
from .static_facts import StaticFacts, static_facts_of
from .transposition_set import add, grown, new_set

_write_record = entry_point(s.write_record)
_widen = entry_point(s.widen)
_deepen = entry_point(s.deepen)
_go_down = entry_point(s.go_down)
_rebuild = entry_point(s.rebuild)
_take = entry_point(s.take)
_push = entry_point(s.push)
_key_of = entry_point(s.key_of)
_forget = entry_point(s.forget_in)
_add = entry_point(add)

LEAST_WORDS = 1 << 16
PATIENCE = 1.0  # seconds of a search before native code of its program is considered
UNLIMITED = 3600.0
SLICE = 0.03  # target seconds between two looks at the clock
MOST_WORDS = 2**31 - 1  # records name each other by 32-bit words


class NotSolvable(TableError):
    """A game or a position that the solver does not handle."""


class Overflowed(Exception):
    """A number overflowed, perhaps because a variable was forgotten."""


@dataclass
class Clock:
    """The limits of a search, and the time it has used."""

    limits: Limits
    should_stop: ShouldStop | None
    began: float

    @property
    def spent(self) -> float:
        """CPU seconds used so far."""
        return time.thread_time() - self.began

    @property
    def left(self) -> float:
        """CPU seconds that may still be used; many, if there is no limit."""
        return UNLIMITED if self.limits.seconds is None else self.limits.seconds - self.spent

    def over(self, states: int) -> str:
        """The limit that is reached, or an empty text."""
        if self.limits.seconds is not None and self.spent >= self.limits.seconds:
            return "time"
        if self.limits.states is not None and states >= self.limits.states:
            return "states"
        return "stopped" if self.should_stop is not None and self.should_stop(states) else ""


class Search:
    """The state of a search: recorded positions, a heap for best first, a stack for depth first."""

    def __init__(
        self,
        definition: n.GameDef,
        program: Program,
        start: Array,
        clock: Clock,
        alike: bool = True,
        forgets: bool = True,
    ) -> None:
        self.program, self.start, self.clock = program, start.copy(), clock
        self.facts: StaticFacts = static_facts_of(definition, program)
        self.code = KERNELS.program_words(program.code)
        self.machine = machine_for(program, 0.0)
        self.state, self.copy = start.copy(), start.copy()
        self.space = workspace(program)
        self.hash = np.zeros(HASH_WORDS, np.uint64)
        self.places = (self.facts.places if alike else self.facts.places_apart).copy()
        self.places[Y_FORGOTTEN] *= forgets
        self.keys = new_set()
        self.words = zeros(LEAST_WORDS, np.int32)  # recorded positions
        self.stack = zeros(LEAST_WORDS, np.int32)  # positions on the current path, depth first
        self.heap = np.zeros(1 << 10, np.int64)
        self.counters = np.zeros(s.COUNTERS, np.int64)
        self.down = np.zeros(s.COUNTERS, np.int64)  # the counters of the depth-first search
        self.steps = 256 if KERNELS.are_compiled else 16
        for each in (self.counters, self.down):
            each[s.C_END] = each[s.C_PLACE] = FIRST
        self.limit = ""  # what stopped the search
        self.base = 0  # the record where the depth-first search starts
        self._list(self.state)
        _forget(self.code, self.state, self.places)
        _key_of(self.hash, self.code, self.state, self.places)
        _add(self.keys, int(self.hash[LOW]), int(self.hash[HIGH]))
        self.counters[s.C_COUNT] = 1
        self._room(self.counters, "words")
        _write_record(
            *(self.machine, self.code, self.places, self.state, self.copy, self.space, self.words),
            *(self.counters, 0),
        )

    @property
    def visited(self) -> int:
        """The number of positions visited."""
        return int(max(self.counters[s.C_COUNT], self.down[s.C_COUNT]))

    @property
    def memory(self) -> int:
        """The bytes that the arrays take."""
        return sum(a.nbytes for a in (self.keys, self.words, self.stack, self.heap, self.space))

    # ---- running ----

    def queue_first(self) -> None:
        """Put the first position on the heap, for a best-first search."""
        _push(self.heap, self.counters, 0, FIRST)

    def widen(self, most: int | None = None, seconds: float | None = None) -> int:
        """Expand recorded positions until the search ends, the records take `most` bytes, or
        `seconds` have passed; returns DONE, WON, or WORKING if there is more to do."""
        return self._run(self._widen_slice, self.counters, "words", most, seconds)

    def deepen(self) -> int:
        """Search depth first from the current base; returns as `widen` does."""
        return self._run(self._deepen_slice, self.down, "stack")

    def _widen_slice(self, steps: int) -> int:
        return int(_widen(*self._shared(), self.words, self.heap, self.counters, steps))

    def _deepen_slice(self, steps: int) -> int:
        return int(_deepen(*self._shared(), self.stack, self.down, steps))

    def _shared(self) -> tuple[Any, ...]:
        """The first arguments of both searches."""
        game = (self.machine, self.code, self.places, self.facts.evaluation)
        return (*game, self.state, self.copy, self.space, self.hash, self.keys)

    def _run(
        self,
        run: Callable[[int], int],
        counters: Any,
        words: str,
        most: int | None = None,
        seconds: float | None = None,
    ) -> int:
        while True:
            steps = self.steps
            if self.clock.limits.states is not None:
                steps = min(steps, self.clock.limits.states - self.visited)
            if steps <= 0:
                self.limit = "states"
                return s.WORKING
            before = time.perf_counter()
            ended = run(steps)
            took = time.perf_counter() - before
            if ended in (s.DONE, s.WON):
                return ended
            if ended == s.CHANCE_MET:
                raise NotSolvable("a game with chance events after a decision cannot be solved")
            if ended == s.OVERFLOWED:
                raise Overflowed
            if ended == s.WORKING and steps == self.steps:
                self._pace(took)
            if self.clock.spent > PATIENCE:  # by now it will take longer
                self.machine = machine_for(self.program, self.clock.left)
            if ended == s.MORE_ROWS and not self._more_rows():
                raise NotSolvable("a decision has too many options to list")
            if ended == s.MORE_WORDS and most is not None and 8 * len(self.words) > most:
                return s.WORKING
            full = not self._grow(ended, counters, words)
            self.limit = "memory" if full else self.clock.over(self.visited)
            if self.limit or (seconds is not None and self.clock.spent > seconds):
                return s.WORKING

    def _pace(self, took: float) -> None:
        """Adapt the number of steps so that a slice takes about SLICE seconds."""
        if took < SLICE / 2:
            self.steps *= 2
        elif took > 2 * SLICE and self.steps > 16:
            self.steps //= 2

    # ---- growing ----

    def _grow(self, ended: int, counters: Any, words: str) -> bool:
        """Grow the table that a slice found full; false if that exceeds the memory limit."""
        left = self.clock.limits.tables - self.memory
        if ended == s.MORE_KEYS:
            # While keys are rehashed, the old set and the new one, twice as large, coexist.
            if 2 * self.keys.nbytes > left:
                return False
            self.keys = grown(self.keys)
        elif ended == s.MORE_HEAP:
            if self.heap.nbytes > left:
                return False
            self.heap = longer(self.heap, 2 * len(self.heap))
        elif ended == s.MORE_WORDS:
            return self._room(counters, words, left)
        return True

    def _room(self, counters: Any, words: str, left: int | None = None) -> bool:
        """Double the words for records; at least enough for one more."""
        old: Array = getattr(self, words)
        wanted = 2 * len(old) + self._least()
        if wanted > MOST_WORDS or (left is not None and 4 * (wanted - len(old)) > left):
            return False
        setattr(self, words, longer(old, wanted, int(counters[s.C_END])))
        return True

    def _least(self) -> int:
        """The most words that the next record can take, plus the room before the first record."""
        width, size = (int(self.program.code[at]) for at in (m.P_WIDTH, m.P_SIZE))
        return FIRST + R_HEAD + 2 * int(self.space[m.W_CAPACITY]) * width + 2 * size + 2

    def _more_rows(self) -> bool:
        rows = 4 * int(self.space[m.W_CAPACITY])
        if rows <= MOST_ROWS:
            self.space = workspace(self.program, rows)
        return rows <= MOST_ROWS

    def _list(self, state: Array) -> None:
        """List the options of a state that has some, growing the workspace as needed."""
        code = self.program.code
        while api.list_rows(code, state, self.space) < 0:
            state[:] = self.start  # only the first position can need more rows here
            if not self._more_rows():
                raise NotSolvable("a decision has too many options to list")

    # ---- from best first to depth first ----

    def start_below(self) -> bool:
        """Start a depth-first search at the best record on the heap; false if there is none."""
        counters = self.counters
        self.base = int(counters[s.C_CURRENT]) or int(_take(self.heap, counters))
        counters[s.C_CURRENT] = 0
        if not self.base:
            return False
        _rebuild(self.code, self.state, self.words, counters, self.base)
        self.down[s.C_COUNT] = self.visited
        self.down[s.C_END] = FIRST
        self._list(self.state)
        if len(self.stack) < self._least():
            self._room(self.down, "stack")
        _go_down(
            *(self.machine, self.code, self.places, self.state, self.copy, self.space, self.stack),
            *(self.down, 0, 0),
        )
        return True

    # ---- the solution ----

    def moves(self) -> tuple[tuple[int, ...], ...]:
        """The moves of the solution found, as in a table's log."""
        if self.down[s.C_WON]:
            path = self._path(self.stack, int(self.down[s.C_WON]), int(self.down[s.C_OPTION]))
            if self.base != FIRST:
                parent = int(self.words[self.base + R_PARENT])
                path = self._path(self.words, parent, int(self.words[self.base + R_OPTION])) + path
        else:
            won, option = int(self.counters[s.C_WON]), int(self.counters[s.C_OPTION])
            path = self._path(self.words, won, option)
        table = Table(self.program, start=self.start)
        for rows, number in path:
            try:
                table.advance(_entry(table, rows, number))
            except GameFault as broken:
                raise Overflowed from broken
        return tuple(table.log)

    def _path(self, words: Array, record: int, option: int) -> list[tuple[list[list[int]], int]]:
        """For a record and its ancestors, the option rows and the number of the option taken."""
        width = int(self.program.code[m.P_WIDTH])
        path = []
        while record:
            start = record + R_HEAD
            rows = words[start : start + int(words[record + R_ROWS]) * width]
            assert 0 <= option < words[record + R_COUNT]
            path.append((rows.reshape(-1, width).tolist(), option))
            record, option = int(words[record + R_PARENT]), int(words[record + R_OPTION])
        return path[::-1]


def _entry(table: Table, rows: list[list[int]], number: int) -> tuple[int, ...]:
    """The log entry of an option, by its number: every value of a range row counts as one."""
    for row in rows:
        info = table.site.actions[row[0] - 1]
        size = row[2] - row[1] + 1 if info.is_range else 1
        if number < size:
            if info.sets is not None and info.is_range:
                return table.entry(table.legal()[number])  # the only action of its site
            if info.is_range:
                return row[0], row[1] + number
            return tuple(row[: 1 + len(info.operands)])
        number -= size
    raise AssertionError("the option taken is not in its record")
