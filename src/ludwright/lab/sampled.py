"""Some games of a run in detail: all their decisions, and what positions are worth by playouts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ..machine import api
from ..machine import state as m
from ..machine.advance import G_SEATS, G_STATUS
from ..machine.program import Array, Program
from ..play.errors import GameFault
from ..play.program_cache import PerProgram
from ..play.table import Table
from ..play.utility import utility_of
from ..play.workspace import workspace
from ..players import Player, begin, choice
from .plan import Plan
from .tables import DECISIONS, POSITIONS

CHECKPOINTS = 10  # positions of a game that are valued, at equal distances
PLAYOUTS = 32  # of each position
LONGEST = 10_000  # decisions or turns of a playout

Row = tuple[Any, ...]


@dataclass
class Sampled:
    """Rows of decisions and of positions, as tuples in the order of the columns."""

    decisions: list[Row] = field(default_factory=list)
    positions: list[Row] = field(default_factory=list)


def sample_game(
    program: Program, players: Sequence[Player], plan: Plan, number: int, into: Sampled
) -> None:
    """Play a game of a run once more, at a table, and add its rows; of a game that breaks, those up
    to there."""
    wanted = plan.details(number)
    table = Table(program, seed=int(api.mix(plan.seed, number)), pace="turn")
    begin(table, players)
    states: list[Array] = []
    made = 0
    try:
        while not table.over and max(made, table.turns - 1) < plan.max_moves:
            if table.paused:
                table.apply(table.legal()[0])
                continue
            move = choice(players[table.decider or 0], table)
            if DECISIONS.name in wanted:
                into.decisions.append(decision_row(table, number, made, move, plan.bots))
            if POSITIONS.name in wanted:
                states.append(table.state.copy())
            table.apply(move)
            made += 1
    except GameFault:
        pass
    into.positions += value_rows(program, states, number, table.seed)


def decision_row(table: Table, number: int, made: int, move: Any, bots: Sequence[str]) -> Row:
    """The row of a decision that is about to be made."""
    seat = table.decider or 0
    site = site_numbers(table.program)[table.state.item(m.SITE)]
    options = len(table.legal())
    return number, made, seat, bots[seat], site, options, move.id, move.text()


def _site_numbers(program: Program) -> dict[int, int]:
    """The numbers of sites by their addresses."""
    return {address: number for number, address in enumerate(sorted(program.sites))}


site_numbers = PerProgram(_site_numbers)


def value_rows(program: Program, states: Sequence[Array], number: int, seed: int) -> list[Row]:
    """The value of a game's positions at the checkpoints, to each seat."""
    if not states:
        return []
    rows: list[Row] = []
    last = len(states) - 1
    wanted = [round(i * last / (CHECKPOINTS - 1)) for i in range(CHECKPOINTS)]
    for checkpoint, at in enumerate(wanted):
        if at in wanted[:checkpoint]:
            continue  # a short game has fewer
        values, playouts = values_of(program, states[at], int(api.mix(seed, at)))
        rows += [
            (number, checkpoint, at, seat, value, playouts) for seat, value in enumerate(values)
        ]
    return rows


def values_of(
    program: Program, state: Array, seed: int, playouts: int = PLAYOUTS
) -> tuple[list[float | None], int]:
    """The mean utility of random playouts from a state, to each seat, and how many there were: one
    that does not end does not count, and without any the value is unknown."""
    words = np.zeros((playouts, G_SEATS + m.RESULT_WORDS * program.seats), np.int32)
    space = workspace(program)
    for playout in range(playouts):
        # Each from a whole copy: what only lasts for a game is not part of an image.
        arrays = (program.code, state, state.copy(), space)
        api.playouts(*arrays, seed, playout, LONGEST, words[playout])
    ended = words[words[:, G_STATUS] == m.OVER]
    if not len(ended):
        return [None] * program.seats, 0
    results = ended[:, G_SEATS:]
    utility = utility_of(program).of_rows(
        results[:, :: m.RESULT_WORDS] != 0, results[:, 1 :: m.RESULT_WORDS]
    )
    return utility.mean(axis=0).tolist(), len(ended)
