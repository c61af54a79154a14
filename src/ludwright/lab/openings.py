"""Openings: whether one first move is better than all others."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import sqrt

import numpy as np

from ..machine import api
from ..machine.program import Program
from ..play.draws import Draws
from ..play.setup import natural_pace
from ..play.table import Table
from ..play.utility import utility_of
from .courses import Playouts
from .definition import Measure, Plan
from .estimates import Estimate, nothing, quantile
from .resampling import Floats, student95
from .rows import chunks, in_chunks, rows_of

MOST_DEALS, FEWEST_DEALS, CHUNK = 1000, 50, 10
TRIED, PLAYOUTS = 8, 4  # first moves of a deal that are tried, and playouts behind each
WORK = 20_000_000  # decisions and turns of all of these
LEAST = 20  # deals of a first move that is compared
FIRST_MOVES = 0x0BE7  # mixed into seeds
MOST_NAMED = 20


@dataclass(slots=True)
class Openings:
    """By the id of a first move: a text, and per deal the share of the victory of who made it."""

    texts: dict[int, str] = field(default_factory=dict)
    values: dict[int, list[float]] = field(default_factory=dict)
    deals: int = 0
    interrupted: bool = False

    def add(self, other: Openings) -> None:
        """Add those of other deals."""
        self.deals += other.deals
        for id, values in other.values.items():
            self.texts.setdefault(id, other.texts[id])
            self.values.setdefault(id, []).extend(values)


def openings_of(program: Program, seed: int, first: int, count: int, most: int) -> Openings:
    """Try first moves of some deals: at the first decision with more than one option."""
    found, playouts = Openings(deals=count), Playouts(program, most)
    sides = utility_of(program).sides
    for number in range(first, first + count):
        own = int(api.mix(seed, number))
        table = Table(program, seed=own, pace=natural_pace(program))
        while not table.over and len(table.legal()) == 1 and len(table.log_words) < most:
            table.apply(table.legal()[0])
        seat = table.decider
        if table.over or seat is None:
            continue
        moves = table.legal()
        draws = Draws(own ^ FIRST_MOVES)
        for index in draws.shuffled(list(range(len(moves))))[:TRIED]:
            after = table.branch()
            move = moves[index]
            after.apply(move)
            value = playouts.values(after.state, own ^ FIRST_MOVES, PLAYOUTS)[sides[seat]]
            found.texts.setdefault(move.id, str(move))
            found.values.setdefault(move.id, []).append(float(value))
    return found


def openings(plan: Plan) -> Openings:
    """The first moves of the deals of a batch."""
    program, seed, most = plan.program, plan.seed, plan.most
    pilot = rows_of(program, seed, 0, min(16, plan.games), most=most)
    length = 1 + float((pilot["decisions"] + pilot["turns"]).mean())
    tried = PLAYOUTS * min(TRIED, max(1, int(pilot["largest"].max())))
    number = min(plan.games, MOST_DEALS, max(FEWEST_DEALS, int(WORK / (tried * length))))

    def work(chunk: tuple[int, int]) -> Openings:
        return openings_of(program, seed, *chunk, most)

    tick = plan.told("openings")
    parts, interrupted = in_chunks(
        work, chunks(number, CHUNK), lambda o: o.deals, number, plan.jobs, tick
    )
    found = Openings(interrupted=interrupted)
    for part in parts:
        found.add(part)
    return found


def _dominant(found: Openings) -> Estimate:
    """The lead of the best first move, with intervals that hold for all moves at once."""
    usual = {id: np.array(each) for id, each in found.values.items() if len(each) >= LEAST}
    if len(usual) < 2:
        why = "no decision has more than one option" if not found.values else ""
        return nothing(why or "fewer than two first moves occur often enough", found.deals)
    means = {id: float(each.mean()) for id, each in usual.items()}
    halves = {id: _half(each, len(usual)) for id, each in usual.items()}
    order = sorted(means, key=lambda id: -means[id])
    best = order[0]
    rival = max(means[id] for id in order[1:])
    lows = [means[id] - halves[id] for id in order[1:]]
    highs = [means[id] + halves[id] for id in order[1:]]
    low = means[best] - halves[best] - max(highs)
    high = means[best] + halves[best] - max(lows)
    parts = tuple((found.texts[id], means[id]) for id in order[:MOST_NAMED])
    note = f"'{found.texts[best]}' is better than all others" if low > 0 else "none is dominant"
    return Estimate(means[best] - rival, low, high, found.deals, note, parts)


def _half(values: Floats, family: int) -> float:
    """Half of Student's interval, widened for a family of intervals; of values that do not vary, by
    the rule of three."""
    spread = float(values.std(ddof=1))
    if not spread:
        return 3.0 / len(values) / 2
    wider = quantile(family) / quantile(1)
    return wider * student95(len(values) - 1) * spread / sqrt(len(values))


OPENING_MEASURES = (
    Measure(
        "dominant_opening",
        "Dominant opening",
        "share of victory",
        "By how much the mean share of the victory of who makes the first move is larger after "
        "the best move (by id) than after the second best, if the rest is played at random; moves "
        "that are tried in at least 20 deals are compared, at the first decision with more than "
        "one option. Above 0 with its whole interval, that move's interval lies above all others.",
        "",
        "Student, for all first moves at once (Bonferroni)",
        of=_dominant,
        source="openings",
    ),
)
