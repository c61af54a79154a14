"""Running totals of games, the same in any order of addition."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np

from ..machine import api
from ..machine import state as m
from ..machine.advance import G_STATUS, G_TURNS
from ..machine.program import Array, Program
from ..machine.tally import T_SEAT_WORDS, T_SEATS
from ..play.errors import GameFault
from ..play.failures import Failures, add_failures

Counts = np.ndarray[Any, np.dtype[np.int64]]

LONGEST_COUNTED = 1 << 16  # turns of a game, up to which games are counted in an array


class Tally:
    """Running totals of games: integers only, so that the order of addition does not matter."""

    def __init__(self, program: Program, most: int) -> None:
        self.seats = program.seats
        self.most = most
        self.totals: Counts = np.zeros(T_SEATS + T_SEAT_WORDS * program.seats, np.int64)
        # By turns, the number of finished games; the few that are longer are counted one by one.
        self.lengths: Counts = np.zeros(min(most, LONGEST_COUNTED) + 2, np.int64)
        self.longer: Counter[int] = Counter()
        self.failures: Failures = {}
        self.first_fault: tuple[int, GameFault] | None = None
        masks = [sum(1 << seat for seat in team.seats) for team in program.teams]
        self._teams: Counts = np.array(masks or [0], np.int64)
        self._team_count = len(masks)

    def add_rows(self, rows: Array) -> None:
        """Add the games of a chunk, a row of words each."""
        longest = len(self.lengths) - 1
        beyond = api.add_games(
            rows.reshape(-1),
            len(rows),
            self.seats,
            self.most,
            self._teams,
            self._team_count,
            self.totals,
            self.lengths,
            longest,
        )
        if beyond:
            long = (rows[:, G_STATUS] == m.OVER) & (rows[:, G_TURNS] > longest)
            self.longer.update(rows[long, G_TURNS].tolist())

    def add_length(self, turns: int, games: int) -> None:
        """Add finished games of a length."""
        if turns < len(self.lengths):
            self.lengths[turns] += games
        else:
            self.longer[turns] += games

    def add_fault(self, game: int, broken: GameFault) -> None:
        """Record a fault, keeping that of the lowest game number."""
        if self.first_fault is None or game < self.first_fault[0]:
            self.first_fault = game, broken

    def add(self, other: Tally) -> None:
        """Add the totals of another tally."""
        self.totals += other.totals
        self.lengths[: len(other.lengths)] += other.lengths
        self.longer.update(other.longer)
        add_failures(self.failures, other.failures)
        if other.first_fault is not None:
            self.add_fault(*other.first_fault)

    def __getstate__(self) -> dict[str, Any]:
        """As it is sent from one process to another: to be added there."""
        longest = np.flatnonzero(self.lengths)[-1:].sum() + 1
        return self.__dict__ | {"lengths": self.lengths[:longest].copy()}

    def total(self, word: int) -> int:
        """One of the totals, by its number."""
        return self.totals.item(word)

    def of_seat(self, seat: int, word: int) -> int:
        """One of the totals of a seat."""
        return self.totals.item(T_SEATS + T_SEAT_WORDS * seat + word)

    def turns(self) -> dict[int, int]:
        """The number of finished games by turns."""
        counted = np.flatnonzero(self.lengths).tolist()
        return {**{turns: self.lengths.item(turns) for turns in counted}, **self.longer}
