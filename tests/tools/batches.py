"""A batch beside tables that play the same games one by one."""

from __future__ import annotations

import random

import numpy as np

from ludwright.machine import api
from ludwright.machine.program import Program
from ludwright.play.batch import Batch
from ludwright.play.errors import GameFault
from ludwright.play.table import Table

MANY = 300  # options whose ids are compared one by one


class Beside:
    """The tables of a batch, each made and played on its own."""

    def __init__(self, program: Program, tables: int, seed: int, **how: int) -> None:
        self.program, self.seed = program, seed
        self.batch = Batch(program, tables, seed=seed, **how)
        self.random = random.Random(seed)
        self.broken = 0  # games
        self.games = [*range(tables)]
        self.tables = [self._begin(game) for game in self.games]

    def _begin(self, game: int) -> Table | None:
        """The table of a game; None if it broke."""
        try:
            return Table(self.program, seed=int(api.mix(self.seed, game)))
        except GameFault:
            self.broken += 1
            return None

    def compare(self) -> None:
        """The batch shows what the tables show."""
        batch = self.batch
        few = batch.counts.sum() < MANY * len(batch) and self.program.ids < 2**63
        offsets, ids = batch.ids() if few else ([], [])
        assert batch.games.tolist() == self.games
        for i, table in enumerate(self.tables):
            assert batch.faulted[i] == (table is None)
            running = table is not None and not table.over
            assert batch.over[i] != running
            if table is None:
                continue
            assert batch.counts[i] == (len(table.legal()) if running else 0)
            assert batch.deciders[i] == (
                -1 if table.decider is None or table.over else table.decider
            )
            if running and len(ids) and batch.counts[i] < MANY:
                assert ids[offsets[i] : offsets[i + 1]].tolist() == table.legal_ids()
            result = table.result() if table.over else None
            won = set(result.winners) if result else set()
            assert set(np.flatnonzero(batch.winners[i]).tolist()) == won
            scores = result.scores if result else None
            assert batch.scores[i].tolist() == [*(scores or [0] * self.program.seats)]

    def compare_states(self) -> None:
        """A table taken out of the batch stands where the other one does."""
        for i, table in enumerate(self.tables):
            if table is not None:
                taken = self.batch.table(i)
                assert taken.key() == table.key()
                assert len(taken.legal()) == len(table.legal())

    def step(self) -> None:
        """Step the batch, and every table on its own."""
        counts = self.batch.counts.tolist()
        choices = [self.random.randrange(count) if count else -7 for count in counts]
        self.batch.step(choices)
        for i, (table, choice) in enumerate(zip(self.tables, choices, strict=True)):
            if table is not None and not table.over:
                try:
                    table.apply(table.legal()[choice])
                except GameFault:
                    self.broken += 1
                    self.tables[i] = None
            elif self.batch.autoreset:
                self.games[i] += len(self.tables)
                self.tables[i] = self._begin(self.games[i])


def side_by_side(
    program: Program, steps: int, tables: int = 3, seed: int = 5, **how: int
) -> Beside:
    """Step a batch beside tables, comparing all the way."""
    beside = Beside(program, tables, seed, **how)
    beside.compare()
    for _ in range(steps):
        beside.step()
        beside.compare()
    beside.compare_states()
    return beside
