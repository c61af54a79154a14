"""What programs were compiled from, for those that reason about rules: kept while a program lives.

A program itself has no part of a description: it is copied, sent to other processes and shown.
"""

from __future__ import annotations

import weakref

from ..gamedef import nodes as n
from ..machine.program import Program

_origins: dict[int, tuple[weakref.ref[Program], n.GameDef]] = {}


def remember(program: Program, game: n.GameDef) -> Program:
    """The program, of which it is now known what it was compiled from."""
    key = id(program)
    _origins[key] = weakref.ref(program, lambda _: _origins.pop(key, None)), game
    return program


def origin_of(program: Program) -> n.GameDef | None:
    """The game that a program was compiled from; None of a copy, as from another process."""
    held, game = _origins.get(id(program), (None, None))
    return game if held is not None and held() is program else None
