"""Measures from the rows of a batch: length, branching, endings, fairness."""

from __future__ import annotations

from math import sqrt

import numpy as np

from ..machine.program import Program
from ..play.utility import utility_of
from .definition import Measure
from .estimates import UNDEFINED, Estimate, nothing, quantile, ratio, resampled_sums
from .resampling import Floats, percentile_interval
from .rows import Column, Rows


def where(wanted: Column, values: Column) -> Floats:
    """Values as numbers, nan where they are not wanted."""
    found: Floats = np.where(wanted, values.astype(float), np.nan)
    return found


def victories(rows: Rows) -> Floats:
    """Each side's share of the victory: 1 divided by the number of sides that win; nan if the game
    did not end."""
    first = [rows.sides.index(side) for side in range(1 + max(rows.sides))]
    members = np.array(rows.sides)[:, None] == np.arange(len(first))[None, :]
    won: Column = np.matmul(rows["winners"], members) > 0
    shares: Floats = won / np.maximum(won.sum(axis=1, keepdims=True), 1)
    return where(rows["over"][:, None], shares)


def winning_sides(rows: Rows) -> Floats:
    """How many sides win; nan if the game did not end."""
    return where(rows["over"], (victories(rows) > 0).sum(axis=1))


def solitaire(program: Program) -> str:
    """Why a measure that compares sides makes no sense, if it does not."""
    return "only one side" if len(set(utility_of(program).sides)) < 2 else ""


def contest(program: Program) -> str:
    """Why a measure of solitaires makes no sense, if it does not."""
    return "" if program.seats == 1 else "only for solitaires"


def _first_seat(rows: Rows) -> Floats:
    shares = victories(rows)
    total = shares.sum(axis=1)
    sides = shares.shape[1]
    return where(~np.isnan(total), (shares[:, rows.sides[0]] - 1 / sides) * (total > 0))


def _fairness(rows: Rows) -> Estimate:
    """The largest difference of two sides; its interval covers the differences of all pairs."""
    shares = victories(rows)
    shares = shares[~np.isnan(shares[:, 0])]
    games, sides = shares.shape
    if games < 2:
        return nothing(UNDEFINED if not games else "one game is not enough", games)
    means = shares.mean(axis=0)
    pairs = sides * (sides - 1) // 2
    spread = max(
        float((shares[:, a] - shares[:, b]).std(ddof=1)) for a in range(sides) for b in range(a)
    )
    half = quantile(pairs) * spread / sqrt(games)
    value = float(means.max() - means.min())
    if not spread:  # nothing varies: by the rule of three
        half = min(1.0, 3.0 / games)
    parts = tuple((f"side {i + 1}", float(rate)) for i, rate in enumerate(means))
    return Estimate(value, max(0.0, value - half), min(1.0, value + half), games, parts=parts)


def _spread_of_turns(rows: Rows) -> Estimate:
    """The standard deviation of turns as a share of their mean, by moments that are resampled."""
    turns = rows["turns"][rows["over"]].astype(float)
    if len(turns) < 2:
        return nothing("fewer than two games ended", len(turns))
    ones = np.ones(len(turns))
    moments = resampled_sums(np.stack([ones, turns, turns**2]), rows.seed)
    middle = moments[:, 1] / moments[:, 0]
    spread = np.sqrt(np.maximum(moments[:, 2] / moments[:, 0] - middle**2, 0))
    value = float(turns.std() / turns.mean()) if turns.mean() else 0.0
    return Estimate(value, *percentile_interval(spread / np.maximum(middle, 1e-12)), len(turns))


ROW_MEASURES = (
    Measure(
        "turns",
        "Turns",
        "turns",
        "Mean number of turns of the games that ended.",
        "Browne 2008 (duration) counts moves",
        "Student",
        values=lambda rows: where(rows["over"], rows["turns"]),
    ),
    Measure(
        "decisions",
        "Decisions",
        "decisions",
        "Mean number of decisions of the games that ended, forced ones included.",
        "Browne 2008 (duration)",
        "Student",
        values=lambda rows: where(rows["over"], rows["decisions"]),
    ),
    Measure(
        "choices",
        "Choices",
        "decisions",
        "Mean number of decisions with at least two options, of the games that ended.",
        "",
        "Student",
        values=lambda rows: where(rows["over"], rows["choices"]),
    ),
    Measure(
        "length_spread",
        "Spread of the length",
        "share of the mean",
        "Standard deviation of the turns of the games that ended, divided by their mean.",
        "coefficient of variation",
        "bootstrap over games",
        of=_spread_of_turns,
    ),
    Measure(
        "branching",
        "Branching",
        "options",
        "Options of all decisions of all games, divided by the number of these decisions.",
        "Browne 2008 (branching factor)",
        "bootstrap over games",
        of=lambda rows: ratio(
            rows["options"].astype(float), rows["decisions"].astype(float), rows.seed
        ),
    ),
    Measure(
        "largest_branching",
        "Largest branching",
        "options",
        "Mean over all games with a decision of the number of options at the decision with most.",
        "",
        "Student",
        values=lambda rows: where(rows["decisions"] > 0, rows["largest"]),
    ),
    Measure(
        "forced",
        "Forced decisions",
        "share",
        "Share of the decisions of all games that have exactly one option.",
        "",
        "bootstrap over games",
        of=lambda rows: ratio(
            (rows["decisions"] - rows["choices"]).astype(float),
            rows["decisions"].astype(float),
            rows.seed,
        ),
    ),
    Measure(
        "choiceless",
        "Games without a choice",
        "share",
        "Share of the games that ended in which no decision had more than one option.",
        "",
        "Wilson",
        values=lambda rows: where(rows["over"], rows["choices"] == 0),
    ),
    Measure(
        "completion",
        "Completion",
        "share",
        "Share of all games that end with one winning side.",
        "Browne 2008 (completion)",
        "Wilson",
        values=lambda rows: (winning_sides(rows) == 1).astype(float),
    ),
    Measure(
        "drawn",
        "Drawn",
        "share",
        "Share of the games that ended in which no side, or more than one, wins.",
        "Browne 2008 (drawishness)",
        "Wilson",
        values=lambda rows: where(rows["over"], winning_sides(rows) != 1),
        why_not=solitaire,
    ),
    Measure(
        "stuck",
        "Stuck",
        "share",
        "Share of the games that ended because the seat to decide had no option.",
        "",
        "Wilson",
        values=lambda rows: where(rows["over"], rows["stuck"] >= 0),
    ),
    Measure(
        "unfinished",
        "Unfinished",
        "share",
        "Share of all games that were cut off at the limit of decisions or turns.",
        "Browne 2008 (timeouts)",
        "Wilson",
        values=lambda rows: (~rows["over"] & ~rows["faulted"]).astype(float),
    ),
    Measure(
        "first_seat",
        "First-seat advantage",
        "share of victory",
        "Mean over the games that ended of s - 1/n, where s is the share of the victory of the "
        "first seat's side (1/k if k sides win) and n the number of sides; 0 if nobody wins.",
        "Browne 2008 (advantage), with a sign",
        "Student",
        values=_first_seat,
        why_not=solitaire,
    ),
    Measure(
        "unfairness",
        "Unfairness",
        "share of victory",
        "Largest difference of two sides in their mean share of the victory, over the games that "
        "ended; the parts are the sides.",
        "Browne 2008 (balance), for any number of sides",
        "normal, for all pairs at once (Bonferroni)",
        of=_fairness,
        why_not=solitaire,
    ),
    Measure(
        "won",
        "Won",
        "share",
        "Share of all games that the bot wins, unfinished ones included.",
        "",
        "Wilson",
        values=lambda rows: rows["winners"][:, 0].astype(float),
        why_not=contest,
    ),
)
