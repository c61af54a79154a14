"""How often each op of a program runs in random games, counted by an interpreter that counts."""

from __future__ import annotations

import ctypes
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from . import advance, interpreter, native
from . import state as m
from .jit import qualified
from .program import Program
from .workspace import workspace

GAMES, DECISIONS = 16, 200
ROWS = 1 << 12


class Profile(NamedTuple):
    """Random games: by address how often the op there ran, and a row of results for each game."""

    counts: Any
    results: Any


def profile(
    program: Program, games: int = GAMES, decisions: int = DECISIONS, seed: int = 1
) -> Profile:
    """Play random games, each up to a number of decisions, and count."""
    library = _counting()
    found = np.zeros(len(program.code), np.int64)
    space = workspace(program, ROWS)
    results = np.zeros((games, advance.G_SEATS + m.RESULT_WORDS * program.seats), np.int32)
    count_in = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(library.address("c_count_in"))
    count_in(found.ctypes.data)
    state = program.image.copy()
    library.function(qualified(advance.playouts))(
        program.code, program.image, state, space, seed, 0, games, decisions, results
    )
    count_in(None)
    return Profile(found, results)


def hot_addresses(program: Program, share: float, most: int) -> set[int]:
    """The addresses where random games spend a share of their ops, at most a number of them."""
    found = profile(program).counts
    order = np.argsort(-found, kind="stable")[:most]
    covered = np.cumsum(found[order])
    enough = int(np.searchsorted(covered, share * found.sum())) + 1
    return {int(at) for at in order[:enough] if found[at]}


@cache
def _counting() -> native.Library:
    """The interpreter, with a counter for each address."""
    code = native.object_code(native.MACHINE, "counting", interpreter.counting_source)
    assert code is not None
    return native.Library(code)
