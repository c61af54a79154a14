"""Worlds in which a seat knows what it knows now, whatever the past: cheap, and many different.

They suffice to test that a seat is shown nothing hidden. For worlds to play in, see `belief.py`.
"""

from __future__ import annotations

from collections import Counter

import numpy as np

from ..belief import assign, relabel
from ..belief.kernels import KERNELS, entry_point
from ..machine import api
from ..machine import state as m
from ..machine.program import Array, Program
from .observation import masks_of
from .observed import Observed

_draw_tokens = entry_point(assign.draw_tokens)
_shuffle_unordered = entry_point(relabel.shuffle_unordered)


class Present:
    """Draws worlds from observations of one game."""

    def __init__(self, program: Program, seed: int) -> None:
        self.masks = masks_of(program)
        self._code = KERNELS.program_words(program.code)
        self._random = np.zeros(8, np.int32)
        api.seed_words(self._random, 0, seed)
        n1 = self.masks.n1
        self._tokens: Array = np.zeros(n1, np.int32)
        self._room: Array = np.zeros(4 * n1 + 8, np.int32)

    def hides_more(self, observed: Observed) -> bool:
        """Whether more than tokens is hidden from a seat, so that its past is needed."""
        if observed.words[m.TOGETHER]:
            return True
        return bool(self.masks.blanks(observed.words, observed.seat))

    def world(self, observed: Observed) -> Array | None:
        """The words of a state, with a generator of its own, that the seat cannot tell from the
        true one by what it knows now, if no more than tokens is hidden; None if nothing is."""
        masks, words, seat = self.masks, observed.words, observed.seat
        known = masks.known(words, seat)
        unknown = np.flatnonzero(~known)[1:].astype(np.int32)
        zones = self._to_shuffle(words, known, seat)
        if len(unknown) < 2 and not len(zones):
            return None
        state: Array = words.copy()
        if len(unknown) > 1:
            # The tokens of one back one after another.
            unknown = unknown[np.argsort(masks.backs[unknown], kind="stable")]
            self._draw(observed, unknown)
            masks.relabel(state, self._tokens)
        if len(zones):
            shuffled = self._code, state, seat, len(zones), zones, self._random, self._room
            _shuffle_unordered(*shuffled)
        api.seed_words(state, m.RNG, api.below(self._random, 0, 1 << 30))
        return state

    def _draw(self, observed: Observed, unknown: Array) -> None:
        """Draw a token for each label."""
        possible, backs = observed.possible, self.masks.backs[unknown]
        inner = possible[np.ix_(unknown, unknown)]
        free = bool((inner == (backs[:, None] == backs)).all())
        runs = [*(Counter(backs.tolist()).values() if free else ()), 0]
        _draw_tokens(
            possible.astype(np.int32).ravel(),
            unknown,
            np.array(runs, np.int32),
            len(unknown),
            self.masks.n1,
            self._tokens,
            assign.SWAPS,
            self._room,
            self._random,
        )

    def _to_shuffle(self, words: Array, known: Array, seat: int) -> Array:
        """The zones without order that have tokens which the seat knows but does not see."""
        masks = self.masks
        if not masks.unordered or not (known & ~masks.shown(words, seat))[1:].any():
            return np.zeros(0, np.int32)  # tokens are already in random order
        sizes = words[masks.columns.size :]
        return np.array([zone for zone in masks.unordered if sizes[zone] > 1], np.int32)
