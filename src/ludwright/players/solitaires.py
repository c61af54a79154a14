"""What players of solitaires share: which programs they play, and what these were compiled from."""

from __future__ import annotations

from ..compiler.origins import origin_of, remember
from ..gamedef import nodes as n
from ..machine.program import Program
from ..play.errors import TableError


def why_no_solitaire(program: Program) -> str:
    """Why the solver cannot advise in a program; nothing if it can."""
    if program.seats != 1:
        return f"it plays solitaires, and this game has {program.seats} players"
    if program.chance:
        return "it does not play games with explicit chance"
    if not program.sites:
        return "it plays games with decisions, and this one has none"
    if origin_of(program) is None:
        return "the description of this program is not at hand"
    return ""


def definition_of(program: Program) -> n.GameDef:
    """What a solitaire was compiled from; refuses any other program."""
    if reason := why_no_solitaire(program):
        raise TableError(f"'{program.name}' cannot be played by this bot: {reason}")
    definition = origin_of(program)
    assert definition is not None
    return definition


def known_definition(program: Program) -> n.GameDef | None:
    """What a program was compiled from, if that is known."""
    return origin_of(program)


def restore_definition(program: Program, definition: n.GameDef) -> None:
    """Say what a program was compiled from, which came without it from another process."""
    if origin_of(program) is None:
        remember(program, definition)
