"""Which places are interchangeable: swapping what lies there changes nothing that can happen."""

from __future__ import annotations

from ..gamedef.nodes import GameDef
from ..machine.program import Program


def interchangeable(game: GameDef, program: Program) -> list[str]:
    """The names of zones whose places are interchangeable once somebody has decided."""
    return []
