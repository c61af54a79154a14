"""How many options there are along a game: some games of a batch, decision by decision."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

import numpy as np

from ...machine import api
from ...machine.program import Program
from ...play.errors import GameFault
from ...play.table import Table
from ...players import Player, against_all, begin, choice, seated

GAMES, FEWEST = 50, 4  # of the batch: a tenth, within these bounds
MOST = 1_000  # decisions of a game that are looked at
POINTS = 60  # of a curve


def games_along(games: int) -> int:
    """How many games of a batch are looked at."""
    return min(games, GAMES, max(FEWEST, games // 10))


@dataclass(frozen=True, slots=True)
class Curve:
    """Options by decision: where a stretch of decisions begins, their mean number of options, the
    10th and the 90th percentile, and the share of the games that get there."""

    games: int
    starts: tuple[int, ...]
    means: tuple[float, ...]
    lows: tuple[float, ...]
    highs: tuple[float, ...]
    reached: tuple[float, ...]
    cut: bool  # whether a game has more decisions than were looked at


def options_along(
    program: Program, seed: int, first: int, count: int, bot: str, against: str
) -> list[list[int]]:
    """The number of options at each decision of games of a batch, which is played at tables: the
    same games as those that were measured."""
    with seated(against_all(program.seats, bot, against or bot)) as players:
        return [
            _along(Table(program, seed=int(api.mix(seed, game))), players)
            for game in range(first, first + count)
        ]


def _along(table: Table, players: Sequence[Player]) -> list[int]:
    begin(table, players)
    counts: list[int] = []
    try:
        while not table.over and table.decider is not None and len(counts) < MOST:
            counts.append(len(table.legal()))
            table.apply(choice(players[table.decider], table))
    except GameFault:
        pass  # it is counted among the games that broke; what was seen of it stays
    return counts


def curve_of(games: Sequence[Sequence[int]]) -> Curve | None:
    """The curve of games; None if nobody ever decides."""
    longest = max(map(len, games), default=0)
    if not longest:
        return None
    width = max(1, ceil(longest / POINTS))
    points = []
    for start in range(0, longest, width):
        found = [each for game in games for each in game[start : start + width]]
        low, high = np.percentile(found, (10, 90))
        here = sum(len(game) > start for game in games) / len(games)
        points.append((start + 1, float(np.mean(found)), float(low), float(high), here))
    starts, means, lows, highs, reached = zip(*points, strict=True)
    return Curve(len(games), starts, means, lows, highs, reached, longest >= MOST)
