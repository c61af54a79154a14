"""Utility: what a result is worth to each seat, for search, equilibria, arenas and adapters alike.

It is the payoff that the game declares: the score, its negative, or victory. Without one it is the
score, if scores always add up to 0; else the share of victory, scaled so that the utilities of all
sides add up to 0 and a victory that is not shared is worth 1. A solitaire that is won is worth 1.
Partners have the same utility: the mean of their scores.
"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean
from typing import Any

import numpy as np

from ..machine import api
from ..machine import state as m
from ..machine.advance import G_SCORED, G_SEATS, G_STATUS
from ..machine.program import Array, Program
from ..machine.utility import MOST_SEATS, SCORE, SHARE, U_KIND, U_SIDE, U_SIDES, U_SIGN
from .draws import Draws
from .inspect_state import Result
from .program_cache import PerProgram
from .workspace import workspace

Truths = np.ndarray[Any, np.dtype[np.bool_]]
Floats = np.ndarray[Any, np.dtype[np.float64]]

SAMPLED, LONGEST, ROWS, SEED = 100, 5_000, 4096, 1

# What counts by the declared payoff, and whether a high score is good.
DECLARED = {"score": (SCORE, 1), "lower score": (SCORE, -1), "victory": (SHARE, 1)}


class Utility:
    """The utility of the results of one program; `table` is the form that kernels take."""

    def __init__(self, program: Program) -> None:
        self.seats = program.seats
        self.sides = _sides(program)
        self.table: Array = np.zeros(U_SIDE + MOST_SEATS, np.int32)
        self.table[U_KIND], self.table[U_SIGN] = _kind(program, self.sides)
        self.table[U_SIDES] = len(set(self.sides))
        self.table[U_SIDE : U_SIDE + self.seats] = self.sides

    @property
    def by_score(self) -> bool:
        """Whether it is the score, not the share of victory."""
        return bool(self.table[U_KIND] == SCORE)

    def of(self, result: Result | None) -> tuple[float, ...]:
        """The utility of a result to each seat; None stands for a game that was broken off."""
        if result is None:
            return (0.0,) * self.seats
        if self.by_score:
            scores = result.scores or (0,) * self.seats
            sign = int(self.table[U_SIGN])
            return tuple(sign * fmean(self._scores_of(side, scores)) for side in self.sides)
        won = {self.sides[seat] for seat in result.winners}
        sides = int(self.table[U_SIDES])
        if sides == 1 or not won:
            return (1.0 if won else 0.0,) * self.seats
        return tuple((sides * (side in won) / len(won) - 1) / (sides - 1) for side in self.sides)

    def of_rows(self, winners: Truths, scores: Array) -> Floats:
        """The utility of many results, each a row with a column per seat. Where there is neither a
        winner nor a score, it is that of a result without them."""
        sides = np.array(self.sides)
        members = sides[:, None] == sides[None, :]
        if self.by_score:
            means: Floats = scores @ members / members.sum(axis=0)
            return float(self.table[U_SIGN]) * means
        won = winners @ members  # of each seat, whether its side has won
        count = int(self.table[U_SIDES])
        if count == 1:
            return won.astype(float)
        first = np.array([self.sides.index(side) for side in range(count)])
        shared = won[:, first].sum(axis=1, keepdims=True)
        share = won / np.maximum(shared, 1)
        return np.where(shared > 0, (count * share - 1) / (count - 1), 0.0)

    def _scores_of(self, side: int, scores: Sequence[int]) -> list[int]:
        return [score for each, score in zip(self.sides, scores, strict=True) if each == side]


def _sides(program: Program) -> list[int]:
    """The side of each seat, from 0: its team, or the seat alone."""
    first = [
        next((min(team.seats) for team in program.teams if seat in team.seats), seat)
        for seat in range(program.seats)
    ]
    numbers = {seat: number for number, seat in enumerate(sorted(set(first)))}
    return [numbers[seat] for seat in first]


def _kind(program: Program, sides: Sequence[int]) -> tuple[int, int]:
    """What counts, and whether a high score is good: as declared, or found out by random games."""
    if program.payoff:
        return DECLARED[program.payoff]
    if len(set(sides)) < 2:
        return SHARE, 1
    games = _sampled_with_chance(program) if program.chance else _sampled(program)
    over = games[games[:, G_STATUS] == m.OVER]
    won = over[:, G_SEATS :: m.RESULT_WORDS] != 0
    scores = over[:, G_SEATS + 1 :: m.RESULT_WORDS]
    if not len(over) or not over[:, G_SCORED].all() or scores.sum(axis=1).any():
        return SHARE, 1
    differ = scores.max(axis=1) > scores.min(axis=1)
    for sign in (1, -1):
        best = (sign * scores).max(axis=1, keepdims=True)
        if differ.any() and (won == (sign * scores == best))[differ].all():
            return SCORE, sign
    return SHARE, 1


def _sampled(program: Program) -> Array:
    """The results of random games, as the machine writes them."""
    games = np.zeros((SAMPLED, G_SEATS + m.RESULT_WORDS * program.seats), np.int32)
    state, space = program.image.copy(), workspace(program, ROWS)
    api.playouts(program.code, program.image, state, space, SEED, 0, LONGEST, games.reshape(-1))
    return games


def _sampled_with_chance(program: Program) -> Array:
    """The same where the caller decides the outcomes of chance."""
    from .table import Table

    words = m.RESULT_WORDS * program.seats
    games = np.zeros((SAMPLED, G_SEATS + words), np.int32)
    draws, first = Draws(SEED), int(program.code[m.P_RESULTS])
    for game in games:
        table = Table(program)
        for _ in range(LONGEST):
            if table.over:
                break
            moves = table.legal()
            table.apply(moves[draws.below(len(moves))])
        if table.over:
            game[G_STATUS], game[G_SCORED] = m.OVER, table.state[m.SCORED]
            game[G_SEATS:] = table.state[first : first + words]
    return games


utility_of = PerProgram(Utility)
