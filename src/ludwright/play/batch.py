"""Batches: many tables of one game, stepped in one call by the numbers of options."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import numpy as np

from ..machine import api
from ..machine import state as m
from ..machine.move_ids import HIDDEN, Numbers
from ..machine.program import Array, Program
from ..machine.stepping import TOO_MANY_ROWS
from .errors import IllegalMove, TableError, fault
from .setup import checked_seed
from .table import Table
from .workspace import larger_workspace, workspace

Truths = np.ndarray[Any, np.dtype[np.bool_]]
Result = TypeVar("Result")

FEWEST_ROWS = 32  # of each table; more are made for all when one of them needs more
MOST_THREADS = 256
MOST_IDS = 1 << 27  # options whose ids are written at once
PRUNE_EVERY = 64  # steps after which choices of finished games are dropped
EXPECTED = 0.02  # seconds of the interpreter's work that a table is used for, at a guess


class Batch:
    """Many tables of one game. Table i plays the games number i, i + n, i + 2n ... of the batch;
    game g has the seed mix(seed, g), so it is the same at any number of threads.

    A finished table stays as it is until the next step, which begins its next game; without
    `autoreset`, it stays for good. Either way its choice is ignored. Arrays have an item per table;
    those of earlier steps do not change.
    """

    counts: Numbers
    """The number of options; 0 where the game is over."""
    deciders: Numbers
    """The seat that decides; -1 where the game is over."""

    def __init__(
        self,
        program: Program,
        tables: int,
        *,
        seed: int = 0,
        autoreset: bool = True,
        threads: int = 1,
        log: bool = False,
        game: str = "",
    ) -> None:
        self.tables = _checked_count(tables, "tables")
        self.program = program
        self.game = game or program.name
        self.autoreset = bool(autoreset)
        self.threads = min(_checked_count(threads, "threads"), tables, MOST_THREADS)
        self._calls = api.INTERPRETER
        self._width = int(program.code[m.P_WIDTH])
        self._states: Array = np.zeros((tables, len(program.image)), np.int32)
        self._rows: Array = np.zeros((tables, m.W_DATA + FEWEST_ROWS * self._width), np.int32)
        self._spaces = [workspace(program) for _ in range(self.threads)]
        self._pool = ThreadPoolExecutor(self.threads) if self.threads > 1 else None
        self._log: list[Numbers] | None = [] if log else None
        self.reset(seed)

    def reset(self, seed: int | None = None) -> None:
        """Begin with the first games again, of another seed if one is given."""
        if seed is not None:
            self.seed = checked_seed(seed)
        self._games: Numbers = np.arange(-self.tables, 0)
        self._begun: Numbers = np.zeros(self.tables, np.int64)  # by the number of a step in the log
        if self._log is not None:
            self._log = []
        self.counts = self.deciders = np.zeros(self.tables, np.int64)
        self._advance(self.counts, True)

    # ---- steps ----

    def step(self, choices: Sequence[int] | Numbers | Array) -> None:
        """Choose an option at every table, by its number from 0; where the game is over, the number
        is ignored. If one is invalid, nothing is done."""
        chosen = self._checked(choices)
        if self._log is not None:
            self._note(self._log, chosen)
        self._advance(chosen, self.autoreset)

    def _checked(self, choices: object) -> Numbers:
        try:
            found = np.asarray(choices)
        except ValueError:  # lists of different lengths
            found = np.asarray(None)
        if found.dtype.kind not in "iu" or found.shape != (self.tables,):
            what = f"{found.dtype} of shape {found.shape}"
            raise TableError(f"expected {self.tables} option numbers, one per table; found {what}")
        if found.dtype != np.int64 or not found.flags.c_contiguous:
            found = np.ascontiguousarray(found, np.int64)
        wrong = api.wrong_choice(found, self.counts, self.tables)
        if wrong >= 0:
            last = self.counts.item(wrong) - 1
            message = (
                f"table {wrong} has no option {found.item(wrong)}; its options are 0 to {last}"
            )
            raise IllegalMove(message)
        return found

    def _note(self, log: list[Numbers], chosen: Numbers) -> None:
        """Keep the choices of the games under way."""
        log.append(chosen.copy())
        if self.autoreset:
            self._begun[self.counts == 0] = len(log)
        if len(log) % PRUNE_EVERY == 0:
            done = int(self._begun.min())
            del log[:done]
            self._begun -= done

    def _advance(self, chosen: Numbers, again: bool) -> None:
        """Step all tables, each thread its part of them."""
        if self._calls is api.INTERPRETER:  # as soon as there is something faster, that is used
            self._calls = api.calls_of(self.program, EXPECTED * self.tables)
        counts, deciders = np.zeros((2, self.tables), np.int64)
        run = self._runner(chosen, counts, deciders, again)
        if sum(self._in_parts(run)):
            for table in np.flatnonzero(counts < 0).tolist():
                counts[table] = self._options_anew(table, counts.item(table))
                decider = self._states.item(table, m.DECIDER) if counts[table] else 0
                deciders[table] = decider - 1
        counts.flags.writeable = deciders.flags.writeable = False
        self.counts, self.deciders = counts, deciders

    def _in_parts(self, run: Callable[[int, int, int], Result]) -> Iterable[Result]:
        """Run something for all tables, each thread its part of them."""
        if self._pool is None:
            return (run(0, self.tables, 0),)
        parts = [self.tables * k // self.threads for k in range(self.threads + 1)]
        return self._pool.map(run, parts[:-1], parts[1:], range(self.threads))

    def in_parts(self, run: Callable[[int, int], None]) -> None:
        """Run something for the tables from a first one up to an end, in each thread."""
        for _ in self._in_parts(lambda first, past, _: run(first, past)):
            pass

    def _runner(
        self, chosen: Numbers, counts: Numbers, deciders: Numbers, again: bool
    ) -> Callable[[int, int, int], int]:
        """What steps the tables of a part, in a workspace of its own."""

        def run(first: int, past: int, thread: int) -> int:
            return self._calls.step_tables(
                self.program.code,
                self.program.image,
                self._states.reshape(-1),
                self._rows.reshape(-1),
                self._rows.shape[1],
                self._spaces[thread],
                first,
                past,
                self.tables,
                chosen,
                self.counts,
                counts,
                deciders,
                self._games,
                self.seed,
                int(again),
            )

        return run

    def _options_anew(self, table: int, lacking: int) -> int:
        """List the options of a table again, in enough room for them; the result is how many."""
        program, state = self.program, self._states[table]
        space = self._spaces[0]
        if lacking == TOO_MANY_ROWS:
            answer = m.FAULTED
            while answer & 15 == m.FAULTED and state[m.FAULT] == m.FAULT_ROWS:
                found = larger_workspace(program, state, space)
                if found is None:
                    break
                space = found
                answer = api.advance(program.code, state, space)
            self._spaces = [space, *(space.copy() for _ in self._spaces[1:])]
            rows = answer >> 4 if answer & 15 == m.DECISION else 0
        else:
            rows = api.list_rows(program.code, state, space)
        words = m.W_DATA + rows * self._width
        if words > self._rows.shape[1]:
            more = np.zeros((self.tables, 2 * words - self._rows.shape[1]), np.int32)
            self._rows = np.hstack([self._rows, more])
        self._rows[table, m.W_DATA : words] = space[m.W_DATA : words]
        self._rows[table, m.W_ROWS] = rows
        return int(api.count_options(program.code, state, self._rows[table]))

    # ---- what there is to see ----

    @property
    def states(self) -> Array:
        """The words of all states, one behind the other, hidden ones included; not a copy."""
        words = self._states.reshape(-1)
        words.flags.writeable = False
        return words

    @property
    def over(self) -> Truths:
        """Whether the game is over."""
        return np.equal(self.counts, 0)

    @property
    def faulted(self) -> Truths:
        """Whether the game is over because its description broke; `table` raises that fault."""
        return np.equal(self._states[:, m.STATUS], m.FAULTED)

    @property
    def winners(self) -> Truths:
        """Whether each seat has won, a row of seats per table; False unless the game is over."""
        return np.not_equal(self._results(0), 0)

    @property
    def scores(self) -> Array:
        """The score of each seat, a row of seats per table; 0 unless the game is over, or where it
        has no scores."""
        scored = self._states[:, m.SCORED] != 0
        return np.where(scored[:, np.newaxis], self._results(1), 0)

    def _results(self, word: int) -> Array:
        start = int(self.program.code[m.P_RESULTS])
        end = start + m.RESULT_WORDS * self.program.seats
        ended = self._states[:, m.STATUS] == m.OVER
        results: Array = self._states[:, start + word : end : m.RESULT_WORDS]
        return np.where(ended[:, np.newaxis], results, 0)

    @property
    def games(self) -> Numbers:
        """The number of the current game in the batch."""
        return self._games.copy()

    def seed_of(self, table: int) -> int:
        """The seed of a table's current game."""
        return int(api.mix(self.seed, self._games.item(self._checked_table(table))))

    def ids(self) -> tuple[Numbers, Numbers]:
        """The ids of all options, table by table: those of table i are
        `ids[offsets[i]:offsets[i + 1]]` of the result `(offsets, ids)`."""
        offsets = np.zeros(self.tables + 1, np.int64)
        np.cumsum(self.counts, out=offsets[1:])
        total = offsets.item(self.tables)
        if self.program.ids > 2**63:
            raise TableError("ids of this game have more than 64 bits; ask each table for them")
        if total > MOST_IDS:
            raise TableError(f"too many options for their ids at once: {total:,}")
        ids = np.zeros(total, np.int64)
        program = self.program
        hidden = api.table_ids(
            program.code,
            self._states.reshape(-1),
            self._rows.reshape(-1),
            self._rows.shape[1],
            program.id_table,
            self.tables,
            offsets,
            ids,
        )
        if hidden:
            for table in np.flatnonzero(self.counts).tolist():
                start, end = offsets[table : table + 2].tolist()
                if ids[start] == HIDDEN:
                    ids[start:end] = self._continued(table).legal_ids()
        return offsets, ids

    def table(self, table: int) -> Table:
        """A table of its own at the position of one of the batch. Where the batch keeps a `log`, it
        has the whole game behind it; else it begins at this position, and cannot be saved."""
        table = self._checked_table(table)
        if self.faulted[table]:
            raise fault(self.program, self._states[table])
        if self._log is None:
            return self._continued(table)
        found = Table(self.program, seed=self.seed_of(table), game=self.game)
        for chosen in self._log[self._begun.item(table) :]:
            if not found.over:
                found.apply(found.legal()[chosen.item(table)])
        return found

    def _continued(self, table: int) -> Table:
        seed = self.seed_of(table)
        return Table(self.program, seed=seed, game=self.game, start=self._states[table])

    def _checked_table(self, table: int) -> int:
        if isinstance(table, bool) or not isinstance(table, int | np.integer):
            raise TableError(f"a table is a whole number, found {table!r}")
        if not 0 <= table < self.tables:
            raise TableError(f"unknown table {table}; tables are 0 to {self.tables - 1}")
        return int(table)

    def __len__(self) -> int:
        return self.tables

    def __repr__(self) -> str:
        over = int(self.over.sum())
        return f"<Batch of {self.tables} tables of {self.game}, seed {self.seed}: {over} are over>"


def _checked_count(count: object, what: str) -> int:
    if isinstance(count, bool) or not isinstance(count, int) or count < 1:
        raise TableError(f"the number of {what} must be a whole number from 1, found {count!r}")
    return count
