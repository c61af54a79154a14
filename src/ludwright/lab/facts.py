"""Facts of a game for its page in the gallery: length, branching, fairness, winnable deals.

All are measured by random play and by the solver, with 95 % intervals. Means come from batches of
games with consecutive seeds: the interval is that of the batches' means.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from math import sqrt
from statistics import fmean, stdev
from typing import Any

from ..gamedef import nodes as n
from ..machine.program import Program
from ..solver.answers import Limits
from ..solver.solve import NotSolvable
from .metrics import Statistics, wilson
from .simulate import simulate
from .solutions import Deal
from .solve_deals import solve_deals

BATCHES = 10
T95 = 2.262157163  # 95 % of Student's distribution with BATCHES - 1 degrees of freedom
LONGEST = 2_000  # decisions of a random game; longer ones count as unfinished
DIGITS = 4
MOSTLY = 0.9  # share of decided deals from which on a rate is given


def facts_of(
    game: n.GameDef, program: Program, games: int, deals: int, seconds: float, seed: int = 1
) -> dict[str, Any]:
    """The facts of a game for the players of a program; `seconds` bounds each of the two parts."""
    facts: dict[str, Any] = {"digest": program.sources, "seed": seed}
    facts |= _random_play(program, games, seconds, seed)
    if game.most_players == 1:
        facts |= _winnable(game, program, deals, seconds, seed)
    return facts


def _random_play(program: Program, games: int, seconds: float, seed: int) -> dict[str, Any]:
    played: list[Statistics] = []
    size, late = max(1, games // BATCHES), time.monotonic() + seconds
    # A slow game gets smaller batches, never fewer: the interval needs them all.
    first = simulate(program, 1, seed, jobs=1, most=LONGEST)
    size = max(2, min(size, int(seconds / BATCHES / max(first.seconds, 1e-6))))
    for number in range(BATCHES):
        played.append(simulate(program, size, seed + number * size, jobs=1, most=LONGEST))
        if time.monotonic() > 3 * late:
            raise TimeoutError(f"{program.name}: random play takes too long")
    played_games = size * BATCHES
    decides = all(batch.decisions for batch in played)
    lengths = [batch.decisions_per_game if decides else batch.turns / size for batch in played]
    facts: dict[str, Any] = {
        "games": played_games,
        "players": program.seats,
        "finished": _rate(sum(batch.finished for batch in played), played_games),
    }
    # Where most random games were cut off, their length says nothing of the game.
    if facts["finished"]["rate"] > 0.5:
        facts["length"] = _mean(lengths) | {"unit": "decisions" if decides else "turns"}
    if decides:
        facts["branching"] = _mean([batch.branching or 0.0 for batch in played])
    seats = range(len(played[0].seats))
    if len(seats) == 1:
        return facts | {"random": _rate(sum(batch.seats[0].wins for batch in played), played_games)}
    # A shared victory counts half, as in an arena.
    shares = [[(b.seats[s].wins + b.seats[s].shared / 2) / size for b in played] for s in seats]
    return facts | {"fairness": [_mean(each) for each in shares]}


def _winnable(
    game: n.GameDef, program: Program, deals: int, seconds: float, seed: int
) -> dict[str, Any]:
    """The share of deals that the solver wins: undecided ones count as lost for the lower end of
    the interval and as won for the upper end."""
    asked = [Deal(each) for each in range(seed, seed + deals)]
    limits = Limits(max(0.2, seconds / deals))
    try:
        summary = solve_deals(game, program, asked, limits=limits, jobs=1).summary
    except NotSolvable:
        return {}
    found: dict[str, Any] = {"ci95": [round(end, DIGITS) for end in summary.ci95], "deals": deals}
    found["decided"] = round(summary.decided, DIGITS)
    # Undecided deals are the hard ones: a rate of the others alone would mislead.
    if summary.decided >= MOSTLY:
        found["rate"] = round(summary.solved / (summary.solved + summary.impossible), DIGITS)
    return {"winnable": found}


def _rate(hits: int, trials: int) -> dict[str, Any]:
    low, high = wilson(hits, trials)
    return {"rate": round(hits / trials, DIGITS), "ci95": [round(low, DIGITS), round(high, DIGITS)]}


def _mean(values: Sequence[float]) -> dict[str, Any]:
    mean, half = fmean(values), T95 * stdev(values) / sqrt(len(values))
    ends = [round(mean - half, DIGITS), round(mean + half, DIGITS)]
    return {"mean": round(mean, DIGITS), "ci95": ends}
