"""Verify a solution by replaying it with legality checks."""

from __future__ import annotations

from collections.abc import Sequence

from ..machine.program import Array, Program
from ..play.errors import GameFault
from ..play.table import Table


def wins(program: Program, start: Array, moves: Sequence[tuple[int, ...]]) -> bool:
    """Whether moves, as entries of a table's log, are legal and lead from a position to a win."""
    table = Table(program, start=start)
    for entry in moves:
        if not entry or not table.lists(entry):
            return False
        try:
            table.carry_out(entry)
        except GameFault:
            return False
    return table.over and 0 in table.result().winners
