"""The setup of a table: its pace, names, deal and random numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import index
from typing import SupportsIndex

from ..machine import state as m
from ..machine.program import Program
from ..machine.rng import words as rng_words
from .errors import TableError

PACES = ("decision", "turn", "phase", "event")


def natural_pace(program: Program) -> str:
    """The pace that suits people: decisions, or turns in a game without decisions."""
    # A TAKE chooses by itself: a game of these alone would run to its end at once.
    decides = any(site.kind & m.KIND_BITS != m.KIND_TAKE for site in program.sites.values())
    return "decision" if decides else "turn"


def checked_seed(seed: object) -> int:
    """A valid seed."""
    if type(seed) is int and 0 <= seed < 2**63:
        return seed
    if (
        isinstance(seed, bool)
        or not isinstance(seed, SupportsIndex)
        or not 0 <= index(seed) < 2**63
    ):
        raise TableError("a seed is a whole number from 0 to 2^63 - 1")
    return index(seed)


def checked_names(names: object, seats: int) -> tuple[str, ...]:
    """A name per seat, numbered if there are none."""
    if names is None:
        return tuple(f"player {i + 1}" for i in range(seats))
    given = tuple(names) if isinstance(names, Sequence) and not isinstance(names, str) else ()
    if len(given) == seats and all(isinstance(name, str) for name in given):
        return given
    raise TableError(f"expected {seats} name{'s' * (seats > 1)}, found {names!r}")


def checked_deal(deal: object) -> dict[str, tuple[str, ...]]:
    """A deal: cards by the name of their zone."""
    if deal is None:
        return {}
    if not isinstance(deal, Mapping):
        raise TableError(f"expected a mapping from zones to cards, found {deal!r}")
    for cards in deal.values():
        listed = isinstance(cards, Sequence) and not isinstance(cards, str)
        if not listed or not all(isinstance(card, str) for card in cards):
            raise TableError(f"expected a list of cards, found {cards!r}")
    return {zone: tuple(cards) for zone, cards in deal.items()}


def checked_rng(rng: Sequence[int]) -> tuple[int, ...]:
    """The words of a random number generator, or its state and increment."""
    try:
        return tuple(map(index, rng))
    except TypeError:
        message = f"expected (state, increment) or eight words, found {rng!r}"
        raise TableError(message) from None


def generator_words(rng: Sequence[int]) -> list[int]:
    """Eight words of a generator, which may be given as (state, increment)."""
    if len(rng) == 2:
        return rng_words(*rng)
    if len(rng) == 8:
        # Words are signed in the state, but other tools write them unsigned.
        return [((int(w) + 2**31) % 2**32) - 2**31 for w in rng]
    raise TableError(f"expected (state, increment) or eight words, found {len(rng)} numbers")
