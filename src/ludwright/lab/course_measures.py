"""Measures from the courses of games: the lead and how it changes, repetition, hidden cards."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import numpy as np

from .courses import PLAYOUTS
from .definition import Measure
from .estimates import Estimate, ratio
from .resampling import Floats
from .row_measures import solitaire, victories, where
from .rows import Rows

CERTAIN = 2.0  # standard errors by which a side must be ahead


def _ahead(first: float, second: float) -> bool:
    """Whether one estimated share of the victory is certainly larger than another."""
    difference = first - second
    variance = max(first + second - difference**2, 0.0) / PLAYOUTS
    return bool(difference > CERTAIN * variance**0.5)


def behind_by(values: Floats, side: int) -> Floats:
    """By checkpoint, how far a side is behind the best other one; 0 where that is not certain."""
    others = np.delete(values, side, axis=1).max(axis=1)
    return np.array(
        [
            best - own if _ahead(best, own) else 0.0
            for best, own in zip(others, values[:, side], strict=True)
        ]
    )


def leaders(values: Floats, result: Floats) -> list[int]:
    """Who leads at each checkpoint and in the end; -1 as long as nobody has led. The lead passes
    only to a side that is certainly ahead of who leads."""
    found, leader = [], -1
    for number, shares in enumerate((*values, result)):
        best = int(shares.argmax())
        rivals = np.delete(shares, best) if leader < 0 else shares[[leader]]
        exact = number == len(values)
        if best != leader and all(
            shares[best] > rival if exact else _ahead(shares[best], rival) for rival in rivals
        ):
            leader = best
        found.append(leader)
    return found


Course = Callable[[Floats, Floats], float]


def of_course(measured: Course, only_decided: bool = True) -> Callable[[Rows], Floats]:
    """Values per game from the values at its checkpoints and the shares of the victory in the end;
    nan unless it ended and, if asked for, one side won."""

    def values(rows: Rows) -> Floats:
        found = np.full(len(rows), np.nan)
        shares = victories(rows)
        for game, (course, result) in enumerate(zip(rows["values"], shares, strict=True)):
            decided = (result == 1).sum() == 1 or not only_decided
            if rows["over"][game] and decided and not np.isnan(course).any():
                found[game] = measured(course, result)
        return found

    return values


def _lead_changes(values: Floats, result: Floats) -> float:
    led = leaders(values, result)
    changes = sum(a >= 0 and a != b for a, b in pairwise(led))
    return changes / len(values)


def _drama(values: Floats, result: Floats) -> float:
    return float(behind_by(values, int(result.argmax())).mean())


def _comeback(values: Floats, result: Floats) -> float:
    winner = int(result.argmax())
    hopeless = values[:, winner] <= 0.5 / values.shape[1]
    return float((hopeless & (behind_by(values, winner) > 0)).any())


def _decisiveness(values: Floats, result: Floats) -> float:
    winner = int(result.argmax())
    threshold = np.delete(values, winner, axis=1).max()
    decided = np.flatnonzero(values[:, winner] > threshold)
    return float(1 - decided[0] / len(values)) if len(decided) else 0.0


def _uncertainty(values: Floats, result: Floats) -> float:
    sides = values.shape[1]
    leads = [_lead(shares) for shares in values]
    return float(1 - np.mean(leads) * sides / (sides - 1))


def _lead(shares: Floats) -> float:
    """How much more than the mean share the leader has, if it is certainly ahead of the second."""
    second, best = np.sort(shares)[-2:]
    return float(best - shares.mean()) if _ahead(best, second) else 0.0


def _repetition(rows: Rows) -> Estimate:
    return ratio(rows["repeated"].astype(float), rows["moves"].astype(float), rows.seed)


def _busiest(rows: Rows) -> Estimate:
    """The seat with most choices in the whole sample, against an equal share."""
    choices = rows["by_seat"].astype(float)
    total = choices.sum(axis=0)
    busiest = int(total.argmax())
    found = ratio(choices[:, busiest], choices.sum(axis=1), rows.seed)
    if found.value is None:
        return found
    parts = tuple(
        (f"seat {seat + 1}", float(part / total.sum())) for seat, part in enumerate(total)
    )
    return Estimate(found.value, found.low, found.high, found.count, parts=parts)


VALUES = (
    f"Values are estimated at 10 checkpoints by {PLAYOUTS} random playouts each, from the true "
    "position with chance drawn anew; a side is ahead only by more than 2 standard errors."
)

COURSE_MEASURES = (
    Measure(
        "lead_changes",
        "Lead changes",
        "share of checkpoints",
        f"Share of the steps from checkpoint to checkpoint, and to the end, at which the lead "
        f"passes to another side, over the games that one side won. {VALUES}",
        "Browne 2008 (lead change), at checkpoints instead of all moves",
        "Student, 0 to 1",
        values=of_course(_lead_changes),
        source="courses",
        why_not=solitaire,
    ),
    Measure(
        "drama",
        "Drama",
        "share of victory",
        "How far the later winner is behind the leader in expected share of the victory, 0 where "
        "it is not behind; mean over the checkpoints of the games that one side won.",
        "Browne 2008 (drama), with the deficit as in Ludii's metrics",
        "Student, 0 to 1",
        values=of_course(_drama),
        source="courses",
        why_not=solitaire,
    ),
    Measure(
        "comeback",
        "Comebacks",
        "share",
        "Share of the games that one side won whose winner was behind at some checkpoint with at "
        "most half an equal share of the victory, 1/2n of n sides.",
        "",
        "Wilson",
        values=of_course(_comeback),
        source="courses",
        why_not=solitaire,
    ),
    Measure(
        "decisiveness",
        "Decisiveness",
        "share of the game",
        "Share of the game that is left when the winner's expected share of the victory first "
        "exceeds the most that any loser ever had, 0 if it never does; over the games that one "
        "side won.",
        "Browne 2008 (decisiveness), with the threshold of each game as in Ludii's metrics",
        "Student, 0 to 1",
        values=of_course(_decisiveness),
        source="courses",
        why_not=solitaire,
    ),
    Measure(
        "uncertainty",
        "Uncertainty",
        "share",
        "1 minus the leader's expected share of the victory beyond the mean of all n sides, as a "
        "part of the largest possible (n-1)/n, 1 where nobody leads; mean over the checkpoints of "
        "the games that ended.",
        "Browne 2008 (uncertainty), by the lead",
        "Student, 0 to 1",
        values=of_course(_uncertainty, only_decided=False),
        source="courses",
        why_not=solitaire,
    ),
    Measure(
        "repetition",
        "Repetition",
        "share of moves",
        "Share of the moves that lead to a position which was there before in the same game.",
        "",
        "bootstrap over games",
        of=_repetition,
        source="courses",
    ),
    Measure(
        "hidden",
        "Hidden information",
        "share of tokens",
        "Share of the tokens in play that the seat to decide cannot identify, mean over a game's "
        "decisions (of long games, every n-th).",
        "",
        "Student, 0 to 1",
        values=lambda rows: where(~np.isnan(rows["hidden"]), rows["hidden"]),
        source="courses",
    ),
    Measure(
        "busiest_seat",
        "Choices of the busiest seat",
        "share of choices",
        "Share of the decisions with at least two options that falls to the seat with most of "
        "them; 1/n if all n seats decide equally often. The parts are the seats.",
        "",
        "bootstrap over games",
        of=_busiest,
        source="courses",
        why_not=solitaire,
    ),
)
