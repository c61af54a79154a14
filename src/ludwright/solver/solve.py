"""Solve a position of a one-player game: check that it is supported, search, verify the answer."""

from __future__ import annotations

import time
from dataclasses import replace

from ..gamedef import nodes as n
from ..machine import state as m
from ..machine.program import Array, Program
from ..play.errors import GameFault
from ..play.table import Table
from . import general
from .answers import IMPOSSIBLE, SOLVED, Answer, Limits, ShouldStop
from .kernels import KERNELS
from .pile_game import NotAPileGame
from .search_driver import NotSolvable as NotSolvable


def solve(
    definition: n.GameDef,
    program: Program,
    state: Array,
    limits: Limits = Limits(),  # noqa: B008 - frozen
    should_stop: ShouldStop | None = None,
) -> Answer:
    """Search for a win from a state at a decision; a solution is replayed before it is returned."""
    began = time.thread_time()
    start = start_of(program, state)
    if is_over(program, start):
        return Answer(SOLVED if is_won(program, start) else IMPOSSIBLE, states=1)
    answer = _searched(definition, program, start, limits, should_stop)
    if answer.status == SOLVED:
        replay(Table(program, start=start), answer)
    return replace(answer, seconds=time.thread_time() - began)


def _searched(
    definition: n.GameDef,
    program: Program,
    start: Array,
    limits: Limits,
    should_stop: ShouldStop | None,
) -> Answer:
    """Search a solitaire of piles on a board, any other game on the machine."""
    if KERNELS.are_compiled:
        from .board import solve as board_solve

        try:
            return board_solve.search(definition, program, start, limits, should_stop)
        except NotAPileGame:
            pass
    return general.search(definition, program, start, limits, should_stop)


def start_of(program: Program, state: Array) -> Array:
    """A copy of a state to search from; raises NotSolvable if that is not supported."""
    if program.seats != 1:
        raise NotSolvable(
            f"only one-player games can be solved; this one has {program.seats} players"
        )
    if program.chance:
        raise NotSolvable("a game with explicit chance cannot be solved")
    if state[m.STATUS] not in (m.DECISION, m.OVER):
        raise NotSolvable("only a position at a decision can be solved")
    start = state.copy()
    start[m.PACE] = start[m.TURN_LIMIT] = 0
    return start


def is_over(program: Program, state: Array) -> bool:
    """Whether the game is over or stuck."""
    return Table(program, start=state).over


def is_won(program: Program, state: Array) -> bool:
    """Whether the game is over and the seat is among the winners."""
    return bool(state[m.STATUS] == m.OVER and state[program.code[m.P_RESULTS]])


def replay(table: Table, answer: Answer) -> None:
    """Replay an answer at a table; the last move, and no earlier one, must win the game."""
    for entry in answer.moves:
        if not table.lists(entry):
            raise AssertionError(f"illegal move in the solution: {entry}")
        try:
            table.advance(entry)
        except GameFault as broken:
            raise AssertionError(f"the game faults at a move of the solution: {entry}") from broken
    if not table.over or 0 not in table.result().winners:
        raise AssertionError("the solution does not win")
