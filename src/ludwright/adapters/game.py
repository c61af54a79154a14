"""What adapters take as a game: whatever makes programs of it, as `ludwright.load` returns it."""

from __future__ import annotations

from typing import Protocol, TypeGuard

from ..gamedef import nodes as n
from ..machine.program import Program
from ..play.errors import TableError


class Described(Protocol):
    """A game that programs are made of."""

    called: str
    definition: n.GameDef

    def program(self, players: int | None = None, chance: bool = False) -> Program:
        """The program for a number of players (default: the fewest)."""


def program_of(game: object, players: int | None) -> Program:
    """The program of a game; a clear error for what is none."""
    if not _is_described(game):
        raise TableError(f"expected a game, as ludwright.load returns it, found {game!r}")
    return game.program(players)


def checked_program(program: object) -> Program:
    """A program; a clear error for what is none."""
    if not isinstance(program, Program):
        raise TableError(f"expected a program, as game.program() returns it, found {program!r}")
    return program


def _is_described(game: object) -> TypeGuard[Described]:
    return hasattr(game, "program") and hasattr(game, "definition")
