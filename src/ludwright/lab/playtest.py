"""Testing a game by playing it within a time: what was played, how it ended, and what broke."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from ..machine.program import Program
from ..play.contract import Tested, contract
from ..play.failures import FailedAction, most_frequent

GAMES = 4  # for each number of players, if there is time
SECONDS = 10.0  # for each number of players; the first game is played whatever it takes

Progress = Callable[[int, int, int], None]  # number of players, games begun, games in all


@dataclass(frozen=True, slots=True)
class Played:
    """What playing a game brought to light, for all numbers of players together."""

    tested: tuple[Tested, ...]
    failed_actions: tuple[FailedAction, ...]
    stopped_by: str  # "games": all were played; "time": some were left out

    @property
    def games(self) -> int:
        """How many games were played."""
        return sum(each.games for each in self.tested)

    @property
    def finished(self) -> int:
        """How many of them came to their end."""
        return sum(each.finished for each in self.tested)

    @property
    def faulted(self) -> int:
        """How many of them broke."""
        return sum(each.faulted for each in self.tested)

    def as_json(self) -> dict[str, Any]:
        """The machine-readable form."""
        return {
            "games": self.games,
            "finished": self.finished,
            "unfinished": self.games - self.finished - self.faulted,
            "faulted": self.faulted,
            "decisions": sum(each.decisions for each in self.tested),
            "tested_moves": sum(each.moves for each in self.tested),
            "worlds": sum(each.worlds for each in self.tested),
            "stopped_by": self.stopped_by,
            "failed_actions": [each.as_json() for each in self.failed_actions],
        }


def check_by_play(
    programs: Iterable[Program],
    games: int | None = None,
    seconds: float = SECONDS,
    progress: Progress | None = None,
) -> Played:
    """Test all that a game promises with every number of players: exactly so many games each; or,
    if that is not said, a few, as long as there is time."""
    wanted = GAMES if games is None else games
    limit = None if games is not None else seconds
    tested = [_tested(program, wanted, limit, progress) for program in programs]
    failed = most_frequent(action for each in tested for action in each.failed_actions)
    complete = all(each.games == wanted for each in tested)
    return Played(tuple(tested), failed, "games" if complete else "time")


def _tested(
    program: Program, games: int, seconds: float | None, progress: Progress | None
) -> Tested:
    began = time.monotonic()

    def going(played: int) -> bool:
        if progress:
            progress(program.seats, played, games)
        return seconds is None or time.monotonic() - began < seconds

    if progress:
        progress(program.seats, 0, games)
    return contract(program, games, going=going)
