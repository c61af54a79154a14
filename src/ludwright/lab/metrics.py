"""Statistics of many games: rates with confidence intervals, lengths, means."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from math import ceil, sqrt
from typing import Any

from ..play.errors import GameFault
from ..play.failures import FailedAction
from ..players import Faults

Z95 = 1.959963984540054  # 95 % of a normal distribution are within Z95 standard deviations


def wilson(hits: int, trials: int) -> tuple[float, float]:
    """Wilson's 95 % score interval of a rate: reliable for few trials and for rates near 0 or 1."""
    if not trials:
        return 0.0, 1.0
    rate, z = hits / trials, Z95 * Z95 / trials
    half = Z95 * sqrt((rate * (1 - rate) + z / 4) / trials)
    # Rounding must not put a rate of exactly 0 or 1 outside its own interval.
    low = 0.0 if hits == 0 else (rate + z / 2 - half) / (1 + z)
    high = 1.0 if hits == trials else (rate + z / 2 + half) / (1 + z)
    return low, high


def percentile(counts: Mapping[int, int], share: float) -> int:
    """The smallest value that at least a share of all values does not exceed (nearest rank)."""
    wanted = max(1, ceil(share * sum(counts.values())))
    seen = 0
    for value in sorted(counts):
        seen += counts[value]
        if seen >= wanted:
            return value
    raise ValueError("no values")


@dataclass(frozen=True, slots=True)
class SeatStatistics:
    """The results of one seat: `wins` alone or with its team, `shared` wins with others. The rate
    is of both among all games, unfinished ones included."""

    seat: int
    wins: int
    shared: int
    losses: int
    win_rate: float
    ci95: tuple[float, float]
    mean_score: float | None


@dataclass(frozen=True, slots=True)
class Length:
    """The length of finished games in turns; None if most games were cut off."""

    mean: float | None
    p5: int | None
    p50: int | None
    p95: int | None


@dataclass(frozen=True, slots=True)
class Fault:
    """The first game that faulted: its number in the batch, its seed, and the fault."""

    game: int
    seed: int
    what: str
    error: GameFault = field(compare=False)

    def as_json(self) -> dict[str, Any]:
        """The machine-readable form."""
        return {"game": self.game, "seed": self.seed, "diagnostic": self.error.diagnostic.as_json()}


@dataclass(frozen=True, slots=True)
class Statistics:
    """The statistics of a batch. Games that got stuck count as finished."""

    games: int
    finished: int
    unfinished: int
    faulted: int
    decisions: int
    turns: int
    seconds: float
    decisions_per_second: float
    turns_per_second: float
    seats: tuple[SeatStatistics, ...]
    length: Length
    decisions_per_game: float
    branching: float | None
    max_moves: int  # decisions or turns after which a game is cut off
    failed_actions: tuple[FailedAction, ...] = ()  # the most frequent first
    interrupted: bool = False
    first_fault: Fault | None = None
    bot_faults: tuple[Faults, ...] = ()  # of bots that are programs of their own

    def as_json(self) -> dict[str, Any]:
        """The machine-readable form, without an interruption or faults if there were none."""
        data = asdict(replace(self, first_fault=None, failed_actions=()))
        data["failed_actions"] = [each.as_json() for each in self.failed_actions]
        data["first_fault"] = self.first_fault and self.first_fault.as_json()
        return {k: v for k, v in data.items() if k not in RARE or v}

    def svg(self) -> str:
        """The share of games that each seat won, as an SVG document."""
        from .showing import statistics_svg

        return statistics_svg(self)

    def _repr_html_(self) -> str:
        from .showing import statistics_html

        return statistics_html(self)


RARE = ("interrupted", "first_fault", "bot_faults")
