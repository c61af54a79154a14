"""Testing a game by playing it within a time: what was played, how it ended, and what broke."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..diagnostics import Diagnostic, declare
from ..play.contract import Tested, contract
from ..play.failures import FailedAction, as_written, most_frequent

if TYPE_CHECKING:
    from ..game import Game

GAMES = 4  # for each number of players, if there is time
SECONDS = 10.0  # for each number of players; the first game is played whatever it takes

NEVER_ENDS = declare(
    "CT108",
    "no game ends",
    """Played at random, no game came to its end within the number of moves that is played at most.
    Often a rule that should bring the end closer fails: see the actions that failed. Some games
    are just very long when nobody tries to win.""",
)

Progress = Callable[[int, int, int], None]  # number of players, games begun, games in all


@dataclass(frozen=True, slots=True)
class Played:
    """What playing a game brought to light, for all numbers of players together."""

    tested: tuple[Tested, ...]
    failed_actions: tuple[FailedAction, ...]
    stopped_by: str  # "games": all were played; "time": some were left out

    @property
    def breaches(self) -> list[Diagnostic]:
        """Every promise that was broken, and a warning if no game ended."""
        found = [breach for each in self.tested for breach in each.breaches]
        if self.games and not self.finished and not self.faulted:
            message = f"none of {self.games} random games ended"
            found.append(Diagnostic(NEVER_ENDS.code, message, None, "warning", NEVER_ENDS.page))
        return found

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
    game: Game,
    games: int | None = None,
    seconds: float = SECONDS,
    progress: Progress | None = None,
) -> Played:
    """Test all that a game promises with every number of players: exactly so many games each; or,
    if that is not said, a few, as long as there is time."""
    wanted = GAMES if games is None else games
    limit = None if games is not None else seconds
    least, most = game.definition.least_players, game.definition.most_players
    tested = [_tested(game, seats, wanted, limit, progress) for seats in range(least, most + 1)]
    written = [as_written(each.failed_actions, game.loaded.sources) for each in tested]
    failed = most_frequent(action for each in written for action in each)
    complete = all(each.games == wanted for each in tested)
    return Played(tuple(tested), failed, "games" if complete else "time")


def _tested(
    game: Game, seats: int, games: int, seconds: float | None, progress: Progress | None
) -> Tested:
    began = time.monotonic()

    def going(played: int) -> bool:
        if progress:
            progress(seats, played, games)
        return seconds is None or time.monotonic() - began < seconds

    if progress:
        progress(seats, 0, games)
    return contract(game.program(seats), games, going=going)
