"""Solve a position of any one-player game: check that it can be done, search, check the answer."""

from __future__ import annotations

import time
from dataclasses import replace

from ..gamedef import nodes as n
from ..machine import state as m
from ..machine.jit import COMPILED
from ..machine.program import Array, Program
from ..play.errors import GameFault
from ..play.table import Table
from . import general
from .answers import IMPOSSIBLE, SOLVED, Answer, Asked, Limits
from .pile_game import Otherwise
from .search_driver import NotSolvable as NotSolvable


def solve(
    definition: n.GameDef,
    program: Program,
    state: Array,
    limits: Limits = Limits(),  # noqa: B008 - frozen
    asked: Asked | None = None,
) -> Answer:
    """Whether the seat can win from a state that waits for its choice, and how."""
    began = time.thread_time()
    start = start_of(program, state)
    if is_over(program, start):
        return Answer(SOLVED if is_won(program, start) else IMPOSSIBLE, states=1)
    answer = _searched(definition, program, start, limits, asked)
    if answer.status == SOLVED:
        replay(Table(program, start=start), answer)
    return replace(answer, seconds=time.thread_time() - began)


def _searched(
    definition: n.GameDef, program: Program, start: Array, limits: Limits, asked: Asked | None
) -> Answer:
    """Search a patience of piles on a board of its own, any other game on the machine."""
    if COMPILED:
        from .board import solve as board_solve

        try:
            return board_solve.search(definition, program, start, limits, asked)
        except Otherwise:
            pass
    return general.search(definition, program, start, limits, asked)


def start_of(program: Program, state: Array) -> Array:
    """A copy of a state to search from, if that makes sense: one seat, nothing left to chance."""
    if program.seats != 1:
        raise NotSolvable(f"only games for one can be solved; here {program.seats} play")
    if program.chance:
        raise NotSolvable("a game whose chance is told move by move can't be solved")
    if state[m.STATUS] not in (m.DECISION, m.OVER):
        raise NotSolvable("only a position in which somebody decides can be solved")
    start = state.copy()
    start[m.PACE] = start[m.TURN_LIMIT] = 0
    return start


def is_over(program: Program, state: Array) -> bool:
    """Whether the game is over, or nobody can move."""
    return Table(program, start=state).over


def is_won(program: Program, state: Array) -> bool:
    """Whether the game is over and the seat is among the winners."""
    return bool(state[m.STATUS] == m.OVER and state[program.code[m.P_RESULTS]])


def replay(table: Table, answer: Answer) -> None:
    """Make the moves of an answer at a table; the game must be won by them, and not before."""
    for entry in answer.moves:
        if not table.lists(entry):
            raise AssertionError(f"the solution has a move that is not legal: {entry}")
        try:
            table.advance(entry)
        except GameFault as broken:
            raise AssertionError(f"the game breaks at a move of the solution: {entry}") from broken
    if not table.over or 0 not in table.result().winners:
        raise AssertionError("the moves of the solution do not win")
