"""Games of a batch, played by the machine or by bots at a table: a row of words for each game."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..machine import api
from ..machine import state as m
from ..machine.advance import (
    G_CHOICES,
    G_DECISIONS,
    G_LARGEST,
    G_OPTIONS,
    G_REASON,
    G_SCORED,
    G_SEATS,
    G_STATUS,
    G_STUCK,
    G_TURNS,
)
from ..machine.program import Array, Program
from ..play.errors import GameFault, fault
from ..play.events import failures_of
from ..play.failures import Failures, add_failures, take_failures
from ..play.table import Table
from ..play.workspace import MOST_ROWS, workspace
from ..players import Player, begin, choice, end

ROWS = 4096


class RandomGames:
    """Random playouts of one thread: the machine plays whole chunks."""

    def __init__(self, program: Program, seed: int, most: int) -> None:
        self.program = program
        self.seed = seed
        self.most = most
        self.faults: dict[int, GameFault] = {}
        self.failures: Failures = {}
        self._state = program.image.copy()
        self._space = workspace(program, ROWS, failures=True)
        self._rows = result_rows(0, program)
        self._playouts = api.playouts

    def play(self, games: range) -> Array:
        """Play a chunk; returns a row of words for each game, valid until the next chunk."""
        if len(games) > len(self._rows):
            self._rows = result_rows(len(games), self.program)
        rows = self._played(games, self._rows[: len(games)])
        self.failures = take_failures(self._space)
        for i in np.flatnonzero(rows[:, G_STATUS] == m.FAULTED).tolist():
            if len(games) > 1:  # the state is that of the last game: replay this one alone
                self._played(games[i : i + 1], result_rows(1, self.program))
            if self._grow():  # replay the chunk: a game cut short has not counted all its failures
                return self.play(games)
            self.faults[games[i]] = fault(self.program, self._state)
        take_failures(self._space)  # discard those of replayed games
        return rows

    def _grow(self) -> bool:
        """Enlarge the workspace, if lack of rows is why the last game faulted."""
        rows = 4 * int(self._space[m.W_CAPACITY])
        if self._state[m.FAULT] != m.FAULT_ROWS or rows > MOST_ROWS:
            return False
        self._space = workspace(self.program, rows, failures=True)
        self.faults.clear()
        return True

    def _played(self, games: range, rows: Array) -> Array:
        program = self.program
        arrays = (program.code, program.image, self._state, self._space)
        limits = (self.seed, games.start, self.most)
        self._playouts(*arrays, *limits, rows.reshape(-1))
        return rows

    def expect(self, seconds: float) -> None:
        """Play on native code of the program as soon as there is some."""
        self._playouts = api.playouts_of(self.program, seconds)


class BotGames:
    """Games of one thread with any bots, at a table."""

    def __init__(self, program: Program, seed: int, most: int, players: Sequence[Player]) -> None:
        self.program = program
        self.seed = seed
        self.most = most
        self.players = players
        self.faults: dict[int, GameFault] = {}
        self.failures: Failures = {}

    def play(self, games: range) -> Array:
        """Play a chunk; returns a row of words for each game."""
        self.failures = {}
        rows = result_rows(len(games), self.program)
        for row, game in zip(rows, games, strict=True):
            try:
                self._play_one(row, int(api.mix(self.seed, game)))
            except GameFault as broken:
                row[G_STATUS] = m.FAULTED
                self.faults[game] = broken
        return rows

    def expect(self, seconds: float) -> None:
        """Tables are run by the interpreter."""

    def _play_one(self, row: Array, seed: int) -> None:
        table = Table(self.program, seed=seed, pace="turn", trace=True)
        players = self.players
        begin(table, players)
        self._note(table)
        while not table.over and max(row[G_DECISIONS], table.turns - 1) < self.most:
            moves = table.legal()
            if table.paused:
                table.apply(moves[0])
            else:
                _count_decision(row, len(moves))
                table.apply(choice(players[table.decider or 0], table))
            self._note(table)
        write_end(row, table)
        if table.over:
            end(table, players)

    def _note(self, table: Table) -> None:
        """Count the actions that failed since the last move."""
        add_failures(self.failures, failures_of(table.events()))


def result_rows(games: int, program: Program) -> Array:
    """Room for the results of games."""
    return np.zeros((games, G_SEATS + m.RESULT_WORDS * program.seats), np.int32)


def _count_decision(row: Array, options: int) -> None:
    row[G_DECISIONS] += 1
    row[G_OPTIONS] += options
    row[G_CHOICES] += options > 1
    row[G_LARGEST] = max(row[G_LARGEST], options)


def write_end(row: Array, table: Table) -> None:
    """Write how a game ended, or that it was cut off."""
    row[G_TURNS] = table.turns
    row[G_STATUS] = m.OVER if table.over else m.DECISION
    if not table.over:
        return
    result = table.result()
    if table.stuck:
        row[G_STUCK] = table.state[m.DECIDER]
    row[G_REASON] = table.state[m.REASON]
    for seat in result.winners:
        row[G_SEATS + m.RESULT_WORDS * seat] = 1
    row[G_SCORED] = result.scores is not None
    for seat, score in enumerate(result.scores or ()):
        row[G_SEATS + m.RESULT_WORDS * seat + 1] = score
