"""How a table is set up: its pace, and the random numbers it begins with."""

from __future__ import annotations

from collections.abc import Sequence
from operator import index
from typing import SupportsIndex

from ..machine import state as m
from ..machine.program import Program
from ..machine.rng import words as rng_words
from .errors import TableError

PACES = ("decision", "turn", "phase", "event")


def natural_pace(program: Program) -> str:
    """The pace at which people like to follow a game: by turns if nobody ever decides anything."""
    decides = any(site.kind % m.NEEDS_TRIAL != m.KIND_TAKE for site in program.sites.values())
    return "decision" if decides else "turn"


def checked_seed(seed: object) -> int:
    """A seed, if it is one."""
    if (
        isinstance(seed, bool)
        or not isinstance(seed, SupportsIndex)
        or not 0 <= index(seed) < 2**63
    ):
        raise TableError("a seed is a whole number from 0 to 2^63 - 1")
    return index(seed)


def generator_words(rng: Sequence[int]) -> list[int]:
    """Eight words of a generator, also given as (state, increment)."""
    if len(rng) == 2:
        return rng_words(*rng)
    if len(rng) == 8:
        return [((int(w) + 2**31) % 2**32) - 2**31 for w in rng]
    raise TableError("rng is (state, increment) or eight words")
