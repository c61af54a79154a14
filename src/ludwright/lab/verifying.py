"""Whether moves that are said to win a deal do: each is made only if it is legal."""

from __future__ import annotations

from collections.abc import Sequence

from ..machine import calls
from ..machine import state as m
from ..machine.program import Array, Program
from ..play.moves import option_rows
from ..play.space import workspace


def wins(program: Program, start: Array, moves: Sequence[tuple[int, ...]]) -> bool:
    """Whether moves, the words of a table's log each, lead from a position to a win."""
    state, space = start.copy(), workspace(program)
    if calls.list_rows(program.code, state, space) < 0:
        return False
    for entry in moves:
        if state[m.STATUS] != m.DECISION:
            return False
        site = program.sites[int(state[m.SITE])]
        if list(entry) not in option_rows(program, site, space):
            return False
        calls.choose(program.code, state, space, *entry)
    return bool(state[m.STATUS] == m.OVER and state[program.code[m.P_RESULTS]])
