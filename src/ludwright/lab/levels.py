"""How the levels of a game differ: adjacent ones play the same deals with exchanged seats."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

from ..machine.program import Program
from ..play.table import Table
from ..players import play_on
from ..players.budgets import iterations_of
from ..players.level import Level
from .arena import arena

FIXED = (1, 2, 3, 4)  # levels with a fixed budget
TUNING, REPORTING = 0x7E57, 0x5EED  # seeds: what is tuned on some deals is reported on others
TIMED_GAMES = 2


@dataclass(frozen=True, slots=True)
class Step:
    """The paired difference of the utilities of two bots, with its interval over deals."""

    first: str
    second: str
    difference: float
    ci95: tuple[float, float]
    deals: int

    @property
    def is_certain(self) -> bool:
        """Whether the first is better: the interval excludes 0."""
        return self.ci95[0] > 0

    def as_json(self) -> dict[str, Any]:
        """The step for facts."""
        rounded = [round(end, 4) for end in self.ci95]
        return {
            "first": self.first,
            "second": self.second,
            "difference": round(self.difference, 4),
            "ci95": rounded,
            "deals": self.deals,
            "certain": self.is_certain,
        }


def step(program: Program, first: str, second: str, deals: int, seed: int, jobs: int) -> Step:
    """Two bots on the same deals, with exchanged seats."""
    found = arena(program, (first, second), deals, seed, jobs=jobs).difference(first, second)
    # Without an interval, as after a single deal, nothing is certain.
    return Step(first, second, found.difference, found.ci95 or (-1e9, 1e9), found.deals)


def seconds_per_move(program: Program, level: int, seed: int) -> float:
    """The mean CPU time of a decision of a level that has more than one option."""
    spent, decisions = 0.0, 0

    class Timed(Level):
        def choose(self, view: Any) -> Any:
            nonlocal spent, decisions
            began = time.thread_time()
            chosen = super().choose(view)
            if len(view.legal()) > 1:
                spent += time.thread_time() - began
                decisions += 1
            return chosen

    for game in range(TIMED_GAMES):
        play_on(Table(program, seed=seed + game), Timed(level), 400)
    return spent / max(1, decisions)


def levels_of(
    program: Program, deals: int = 200, seed: int = REPORTING, jobs: int = 1
) -> dict[str, Any]:
    """The levels of a game, as its facts have them: iterations per decision, which adjacent ones
    differ, level 3 against the greedy player, and the seconds that a move takes."""
    pairs = [(f"level-{level + 1}", f"level-{level}") for level in FIXED[:-1]]
    steps = [step(program, *pair, deals, seed, jobs) for pair in (*pairs, ("level-3", "greedy"))]
    seconds = [round(seconds_per_move(program, level, seed), 4) for level in FIXED]
    return {
        "iterations": [iterations_of(program, level) for level in FIXED],
        "seed": seed,
        "steps": [each.as_json() for each in steps],
        "seconds": seconds,
    }
