"""The result of an arena: games as they were played, and what follows for each bot."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from itertools import combinations
from math import fsum
from typing import Any

import numpy as np

from ..machine.program import Program
from ..players import Faults
from .engines.work import raisable
from .ratings import Picks, elo, strengths
from .resampling import (
    Counts,
    Difference,
    paired_difference,
    percentile_interval,
    rate_interval,
    resamples,
)

OVER, BROKEN_OFF, FAULTED = "over", "unfinished", "faulted"
ENDS = (OVER, BROKEN_OFF, FAULTED)
ANCHOR = "random"  # the bot with a rating of 0, if it plays; else it is the first bot


@dataclass(frozen=True, slots=True)
class Setting:
    """What determines an arena, beside the game: bots, deals, seed and move limit."""

    bots: tuple[str, ...]
    deals: int
    seed: int
    max_moves: int


@dataclass(frozen=True, slots=True)
class GameResult:
    """One game: the bot of each side (a team, or a seat alone), how it ended, the sides that won,
    the utility of each side, and the number of moves."""

    seating: tuple[int, ...]
    end: str
    won: tuple[int, ...]
    utilities: tuple[float, ...]
    moves: int


@dataclass(frozen=True, slots=True)
class DealResult:
    """The games of a deal, one for each rotation of the bots."""

    deal: int
    games: tuple[GameResult, ...]

    def utilities(self, bots: int) -> list[float]:
        """The mean utility of each bot over its games and sides."""
        of_bot: list[list[float]] = [[] for _ in range(bots)]
        for game in self.games:
            for bot, utility in zip(game.seating, game.utilities, strict=True):
                of_bot[bot].append(utility)
        return [fsum(each) / len(each) for each in of_bot]


@dataclass(frozen=True, slots=True)
class Standing:
    """The result of one bot: games that it won alone and with other bots, the share of victory with
    its interval, its mean utility, and its Elo rating with its interval.

    The rating is None where no two bots play in the same game, its interval also where the bot won
    or lost all of its games: the rating is then only a bound.
    """

    name: str
    games: int
    wins: int
    shared: int
    rate: float
    ci95: tuple[float, float]
    score: float
    elo: float | None
    elo_ci95: tuple[float, float] | None


@dataclass(frozen=True, slots=True)
class Broken:
    """A bot that broke: in which deal, and its error."""

    name: str
    deal: int
    what: str
    error: BaseException = field(compare=False)

    def __reduce__(self) -> tuple[type[Broken], tuple[str, int, str, BaseException]]:
        return Broken, (self.name, self.deal, self.what, raisable(self.error))


@dataclass(frozen=True, slots=True)
class Arena:
    """The result of an arena. `deals` are those that count; `unfinished` games reached the move
    limit, `faulted` ones broke, and neither has a winner."""

    game: str
    seats: int
    deals: int
    seed: int
    players: tuple[Standing, ...]
    differences: tuple[Difference, ...]
    games: int
    unfinished: int
    faulted: int
    max_moves: int
    stopped: bool = False  # by a sequential test: intervals are not those of a fixed size
    interrupted: bool = False
    timed: bool = False  # a bot plays by the clock: the result cannot be reproduced
    broken: Broken | None = None
    bot_faults: tuple[Faults, ...] = ()  # of bots that are programs of their own, in this run

    def difference(self, first: str, second: str) -> Difference:
        """The paired difference of two bots, by their names."""
        for each in self.differences:
            if (each.first, each.second) == (first, second):
                return each
            if (each.second, each.first) == (first, second):
                low, high = each.ci95 or (0.0, 0.0)
                turned = (-high, -low) if each.ci95 else None
                return Difference(first, second, -each.difference, turned, each.deals)
        raise KeyError(f"no difference of '{first}' and '{second}'")

    def as_json(self) -> dict[str, Any]:
        """The machine-readable form, without what did not occur, such as an interruption."""
        data = asdict(replace(self, broken=None))
        if self.broken:
            broken = self.broken
            data["broken"] = {"name": broken.name, "deal": broken.deal, "what": broken.what}
        return {key: value for key, value in data.items() if key not in RARE or value}

    def __str__(self) -> str:
        return "\n".join(_lines(self))

    def svg(self) -> str:
        """The share of victory of each bot, as an SVG document."""
        from .showing import arena_svg

        return arena_svg(self)

    def _repr_html_(self) -> str:
        from .showing import arena_html

        return arena_html(self)


RARE = ("stopped", "interrupted", "timed", "broken", "bot_faults")


def summarized(
    program: Program,
    setting: Setting,
    deals: Sequence[DealResult],
    *,
    stopped: bool = False,
    interrupted: bool = False,
    timed: bool = False,
    broken: Broken | None = None,
    bot_faults: Sequence[Faults] = (),
) -> Arena:
    """The result of the deals of an arena."""
    games = [game for deal in deals for game in deal.games]
    return Arena(
        game=program.name,
        seats=program.seats,
        deals=len(deals),
        seed=setting.seed,
        players=_standings(setting, deals) if deals else (),
        differences=_differences(setting, deals) if deals else (),
        games=len(games),
        unfinished=sum(game.end == BROKEN_OFF for game in games),
        faulted=sum(game.end == FAULTED for game in games),
        max_moves=setting.max_moves,
        stopped=stopped,
        interrupted=interrupted,
        timed=timed,
        broken=broken,
        bot_faults=tuple(sorted(filter(None, bot_faults), key=lambda each: each.bot)),
    )


def _differences(setting: Setting, deals: Sequence[DealResult]) -> tuple[Difference, ...]:
    names = setting.bots
    columns = list(zip(*(deal.utilities(len(names)) for deal in deals), strict=True))
    return tuple(
        paired_difference(names[a], names[b], columns[a], columns[b])
        for a, b in combinations(range(len(names)), 2)
    )


def _standings(setting: Setting, deals: Sequence[DealResult]) -> tuple[Standing, ...]:
    drawn = resamples(len(deals), setting.seed)
    ratings, intervals = _ratings(setting, deals, drawn)
    standings = []
    utilities = [deal.utilities(len(setting.bots)) for deal in deals]
    for bot, name in enumerate(setting.bots):
        wins = shared = 0
        rates = []
        for deal in deals:
            own = [_outcome(game, bot) for game in deal.games if bot in game.seating]
            wins += sum(won == 1 for won in own)
            shared += sum(won == 0.5 for won in own)
            rates.append(fsum(own) / len(own))
        games = len(deals) * sum(bot in game.seating for game in deals[0].games)
        standings.append(
            Standing(
                name=name,
                games=games,
                wins=wins,
                shared=shared,
                rate=(wins + shared / 2) / games,
                ci95=rate_interval(np.array(rates), drawn),
                score=fsum(each[bot] for each in utilities) / len(deals),
                elo=ratings[bot] if ratings else None,
                elo_ci95=None if 2 * wins + shared in (0, 2 * games) else intervals[bot],
            )
        )
    return tuple(standings)


def _outcome(game: GameResult, bot: int) -> float:
    """1 for a victory, half for one that is shared with other bots, else 0."""
    won = {game.seating[side] for side in game.won}
    return (1.0 if len(won) == 1 else 0.5) if bot in won else 0.0


def _ratings(
    setting: Setting, deals: Sequence[DealResult], drawn: Counts
) -> tuple[list[float], list[tuple[float, float] | None]]:
    """The ratings and their intervals; none if bots never meet."""
    bots = setting.bots
    picks = Picks(len(bots))
    for deal in deals:
        over = (game for game in deal.games if game.end == OVER)
        picks.add_deal((game.seating, game.utilities) for game in over)
    times, wins, sets = picks.arrays()
    if not len(sets):
        return [], [None] * len(bots)
    anchor = bots.index(ANCHOR) if ANCHOR in bots else 0
    fitted = elo(
        strengths(times.sum(axis=0)[None].astype(float), wins.sum(axis=0)[None], sets), anchor
    )
    again = elo(strengths((drawn @ times).astype(float), drawn @ wins, sets), anchor)
    ratings = [round(float(each), 1) + 0.0 for each in fitted[0]]
    intervals = [percentile_interval(again[:, bot]) for bot in range(len(bots))]
    return ratings, [(round(low, 1) + 0.0, round(high, 1) + 0.0) for low, high in intervals]


# ---- as text -------------------------------------------------------------------------------------


def _lines(found: Arena) -> Iterator[str]:
    """The result as a table."""
    per_deal = found.games // found.deals if found.deals else 0
    yield f"{found.game} for {found.seats}: {found.deals:,} deals, {per_deal} games each"
    width = max([len(each.name) for each in found.players] + [6])
    if found.players:
        yield f"{'':<{width}}  {'won':>7}  {'95 % interval':>15}  {'utility':>8}  {'Elo':>6}"
    for each in found.players:
        low, high = (f"{100 * limit:.1f}" for limit in each.ci95)
        rating = "" if each.elo is None else f"{each.elo:+.0f}"
        limits = each.elo_ci95
        spread = f" ({limits[0]:+.0f} to {limits[1]:+.0f})" if limits and any(limits) else ""
        rate = f"{100 * each.rate:.1f} %"
        yield (
            f"{each.name:<{width}}  {rate:>7}  {f'{low} to {high} %':>15}  {each.score:>+8.3f}"
            f"  {rating:>6}{spread}"
        )
    for pair in found.differences:
        spread = f" ({pair.ci95[0]:+.3f} to {pair.ci95[1]:+.3f})" if pair.ci95 else ""
        yield f"{pair.first} - {pair.second}: {pair.difference:+.3f} utility a game{spread}"
    if found.unfinished:
        limit = f"{found.max_moves:,} moves"
        yield f"{found.unfinished:,} games were cut off at {limit}: nobody won them"
    if found.faulted:
        yield f"{found.faulted:,} games faulted: nobody won them"
    yield from map(str, found.bot_faults)
    if found.timed:
        yield "not reproducible: a bot plays by the clock"
    if found.stopped:
        yield "stopped early: the bots differ; intervals are not those of a fixed number of deals"
    if found.interrupted:
        yield "interrupted: only deals finished by then are counted"
