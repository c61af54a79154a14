"""The position of a table, as languages write it into files."""

from __future__ import annotations

from .languages.positions import Pile, Position, TokenState
from .machine.program import VariableInfo
from .play import inspect_state
from .play.table import Table


def position_of(table: Table) -> Position:
    """All zones and variables of a table."""
    program, state = table.program, table.state
    piles = []
    for number in range(1, len(program.zones)):  # zones count from 1
        if zone := program.zone_in(number, state):
            # The state lists tokens from bottom to top, positions from the top down.
            tokens = inspect_state.tokens_in(program, state, number)
            faces = inspect_state.face_up(program, state, number)
            contents = (
                TokenState(token - 1, face, inspect_state.changing_values(program, state, token))
                for token, face in zip(reversed(tokens), reversed(faces), strict=True)
            )
            piles.append(Pile(zone.name, zone.owner, zone.index, zone.path, tuple(contents)))
    variables = {
        info.name: tuple(_variable(table, info, i) for i in range(len(program.owners(info))))
        for info in program.variables.values()
    }
    return Position(tuple(piles), variables)


def _variable(table: Table, info: VariableInfo, number: int) -> int | bool | str | None:
    owned = info.per_seat or info.per_team
    return table.variable(info.name, number if owned else None, None if owned else number)
