"""Test a game by playing it at random within a time limit."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from ..machine.program import Program
from ..play.contract import Tested, contract
from ..play.failures import FailedAction, most_frequent

GAMES = 4  # per number of players, if time allows
SECONDS = 10.0  # per number of players; the first game is always finished

Progress = Callable[[int, int, int], None]  # number of players, games started, games in all


@dataclass(frozen=True, slots=True)
class Played:
    """The results of playing a game with every number of players."""

    tested: tuple[Tested, ...]
    failed_actions: tuple[FailedAction, ...]
    stopped_by: str  # "games" if all were played, "time" if some were skipped

    @property
    def games(self) -> int:
        """The number of games played."""
        return sum(each.games for each in self.tested)

    @property
    def finished(self) -> int:
        """The number of games that ended."""
        return sum(each.finished for each in self.tested)

    @property
    def faulted(self) -> int:
        """The number of games that faulted."""
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
            "same_worlds": sum(each.same for each in self.tested),
            "stopped_by": self.stopped_by,
            "failed_actions": [each.as_json() for each in self.failed_actions],
        }


def check_by_play(
    programs: Iterable[Program],
    games: int | None = None,
    seconds: float = SECONDS,
    progress: Progress | None = None,
) -> Played:
    """Test the contract of a game with every number of players: exactly `games` games each, or by
    default a few within `seconds`."""
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
