"""Luck against skill: what the deal explains, and what better players make of it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

import numpy as np

from ..machine import api
from ..machine.program import Program
from ..play.errors import TableError
from ..play.setup import natural_pace
from ..play.table import Table
from ..play.utility import utility_of
from ..players import begin, choice, seated, why_not
from .arena import arena
from .courses import Playouts
from .definition import Measure, Plan
from .estimates import Estimate, nothing, resampled_sums
from .resampling import Difference, Floats, percentile_interval
from .row_measures import solitaire
from .rows import OnChunks, chunks, in_chunks, rows_of

REPEATS = 16  # games of each deal at random play ...
BOT_REPEATS = 4  # ... and of other bots
MOST_DEALS, FEWEST_DEALS, CHUNK = 400, 20, 10
WORK = 20_000_000  # decisions and turns of all of these games
AGAIN = 0xDEA1  # mixed into the seeds of repeated games
LADDER = ("random", "level-1", "level-2", "level-3")
MOST_LADDER = 100  # deals of each step of the ladder


@dataclass(frozen=True, slots=True)
class Deals:
    """The utilities of deals that were played several times: by deal, repeat and seat."""

    utilities: Floats
    seed: int
    interrupted: bool = False


def deals(plan: Plan) -> Deals:
    """Play deals several times: the positions before the first decision, or the first turn of a
    game without decisions, from which the rest of chance and all choices differ."""
    program, seed, most = plan.program, plan.seed, plan.most
    pilot = rows_of(program, seed, 0, min(16, plan.games), most=most)
    length = 1 + float((pilot["decisions"] + pilot["turns"]).mean())
    number = min(plan.games, MOST_DEALS, max(FEWEST_DEALS, int(WORK / (REPEATS * length))))
    bot, against = plan.bot, plan.against or plan.bot

    work = OnChunks(partial(utilities_of, program, seed, bot=bot, against=against, most=most))
    tasks, tick = chunks(number, CHUNK), plan.told("deals")
    found, interrupted = in_chunks(work, tasks, len, number, plan.jobs, tick, plan.engine)
    return Deals(np.concatenate(found), seed, interrupted)


def utilities_of(
    program: Program, seed: int, first: int, count: int, *, bot: str, against: str, most: int
) -> Floats:
    """The utilities of some deals of a batch, each played several times."""
    found = []
    with seated((bot, *[against] * (program.seats - 1))) as players:
        playouts = Playouts(program, most)
        for number in range(first, first + count):
            own = int(api.mix(seed, number))
            begun = Table(program, seed=own, pace=natural_pace(program))
            again = own ^ AGAIN
            if bot == against == "random":
                found.append(playouts.rows(begun.state, again, REPEATS)["utility"])
                continue
            of_deal = []
            for repeat in range(BOT_REPEATS):
                state = begun.state.copy()
                api.seed_state(state, int(api.mix(again, repeat)))
                table = Table(program, seed=int(api.mix(again, repeat)), start=state)
                begin(table, players)
                while not table.over and len(table.log_words) < most:
                    seat = table.decider
                    move = table.legal()[0] if seat is None else choice(players[seat], table)
                    table.apply(move)
                result = table.result() if table.over else None
                of_deal.append(utility_of(program).of(result))
            found.append(np.array(of_deal))
    return np.array(found)


def _explained(found: Deals) -> Estimate:
    """The intraclass correlation, by the mean squares of a one-way analysis of variance; those of
    all seats are added up."""
    number, repeats, _ = found.utilities.shape
    if number < 2:
        return nothing("one deal is not enough", number)
    means = found.utilities.mean(axis=1)
    within = ((found.utilities - means[:, None]) ** 2).sum(axis=(1, 2)) / (repeats - 1)
    sums = np.concatenate(
        [np.ones((1, number)), within[None], means.T, (means.T**2).sum(axis=0)[None]]
    )
    value = _correlation(sums.sum(axis=1)[None], repeats)[0]
    if np.isnan(value):
        return nothing("all games have the same result", number)
    each = _correlation(resampled_sums(sums, found.seed), repeats)
    low, high = percentile_interval(each[~np.isnan(each)])
    return Estimate(float(value), low, high, number)


def _correlation(sums: Floats, repeats: int) -> Floats:
    """From sums over deals: 1, the variance within the deal, means by seat, their squares."""
    deals, within = sums[:, 0], sums[:, 1] / sums[:, 0]
    middle = sums[:, 2:-1] / deals[:, None]
    between = repeats * (sums[:, -1] - deals * (middle**2).sum(axis=1)) / (deals - 1)
    total = between + (repeats - 1) * within
    with np.errstate(invalid="ignore"):
        found: Floats = np.where(
            total > 1e-12, np.clip((between - within) / np.maximum(total, 1e-300), 0, 1), np.nan
        )
    return found


# ---- the ladder ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Ladder:
    """Steps of the ladder of levels: each against the one below it, and the highest against the
    lowest, with its share of the victory."""

    steps: tuple[Difference, ...]
    whole: Difference
    share: float

    @property
    def parts(self) -> tuple[tuple[str, float], ...]:
        """The difference of each step."""
        return tuple((f"{each.first} - {each.second}", each.difference) for each in self.steps)


def ladder(plan: Plan) -> Ladder:
    """Let levels play the same deals, with exchanged seats."""
    number = min(plan.games, MOST_LADDER)
    if number < 2:
        raise TableError("the ladder of levels takes at least 2 games")
    pairs = [*zip(LADDER[1:], LADDER, strict=False), (LADDER[-1], LADDER[0])]
    told = plan.told("ladder")
    found = []
    for done, pair in enumerate(pairs):

        def tick(deals: int, _: int, before: int = done * number) -> None:
            if told:
                told(before + deals, len(pairs) * number)

        played = arena(
            plan.program,
            pair,
            number,
            plan.seed,
            jobs=plan.jobs,
            engine=plan.engine,
            most=plan.most,
            progress=tick,
        )
        if played.interrupted:
            raise KeyboardInterrupt
        if played.broken:
            raise played.broken.error
        found.append(played)
    differences = [each.difference(*pair) for each, pair in zip(found, pairs, strict=True)]
    best = next(each for each in found[-1].players if each.name == LADDER[-1])
    return Ladder(tuple(differences[:-1]), differences[-1], best.rate)


def _no_ladder(program: Program) -> str:
    if not program.sites:
        return "no decisions"
    return solitaire(program) or next((why for b in LADDER if (why := why_not(b, program))), "")


def _skill(found: Ladder) -> Estimate:
    whole = found.whole
    low, high = whole.ci95 or (None, None)
    parts = (*found.parts, (f"share of victory of {whole.first}", found.share))
    return Estimate(whole.difference, low, high, whole.deals, parts=parts)


def _depth(found: Ladder) -> Estimate:
    """Steps that are certain; as many are possible whose interval reaches above 0."""
    certain = sum(each.ci95 is not None and each.ci95[0] > 0 for each in found.steps)
    possible = sum(each.ci95 is None or each.ci95[1] > 0 for each in found.steps)
    return Estimate(certain, certain, possible, found.whole.deals, parts=found.parts)


LUCK_MEASURES = (
    Measure(
        "luck",
        "Explained by the deal",
        "share of variance",
        "Share of the variance of the utility that differences between deals explain, as the "
        "intraclass correlation (B - W) / (B + (r-1)W), from the mean squares B between deals and "
        "W within, of r games of each deal; a deal is the position before the first decision, "
        "from which later chance and all choices are drawn anew.",
        "Fisher 1925 (intraclass correlation)",
        "bootstrap over deals",
        of=_explained,
        source="deals",
    ),
    Measure(
        "skill",
        "Skill",
        "utility",
        f"Mean utility of {LADDER[-1]} minus that of {LADDER[0]} play, on the same deals with "
        "exchanged seats. The parts are the differences of neighbouring levels, and the share of "
        "the victory.",
        "Browne 2008 (depth) compares levels of look-ahead",
        "Student, over deals",
        of=_skill,
        source="ladder",
        why_not=_no_ladder,
    ),
    Measure(
        "depth",
        "Depth",
        "levels",
        f"Number of steps of the ladder {', '.join(LADDER)} at which the higher level is certainly "
        "better: Student's 95 % interval of the paired difference of utility is above 0. The "
        "upper end counts the steps whose interval is not wholly below.",
        "Lantz et al. 2017, Depth in Strategic Games (levels of a skill ladder)",
        "steps that are certain, and possible",
        of=_depth,
        source="ladder",
        why_not=_no_ladder,
    ),
)
