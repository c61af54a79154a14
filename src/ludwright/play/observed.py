"""Observations as values: what a seat may know of one moment, and of the moves that led there.

An observation is a snapshot of the arrays of `belief/history.py`; their parts become objects when
they are looked at.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, overload

import numpy as np

from ..belief import history_hash as kernel
from ..belief.history import (
    ROW_HEAD,
    ROW_SITE,
    SEEN_WORDS,
    UNKNOWN_VALUE,
    Bits,
    Knowledge,
    Past,
    Steps,
    whole_words,
)
from ..belief.kernels import entry_point
from ..machine.program import Array, SiteInfo
from .events import KINDS
from .observation import Masks

Row = tuple[int | None, ...]
Group = tuple[list[int], list[int]]
Truths = np.ndarray[Any, np.dtype[np.bool_]]

_information = entry_point(kernel.information)


@dataclass(frozen=True, slots=True)
class ObservedMove:
    """One move, as a seat observed it.

    `words` is the masked state before it. `row` is what the seat knows of the choice: the action
    and its operands, None for a hidden operand or a choice that was not announced; `site` is where
    a choice was made of which the seat knows something, else 0. `follows` maps each label after the
    move to the label before it, 0 where the seat lost track; such labels are in the groups of those
    that were mixed, before and after.
    """

    words: Array
    decider: int | None
    row: Row | None
    site: int
    kinds: tuple[str, ...]  # types of the operands; none of a choice that was not announced
    follows: Array
    mixed: tuple[Group, ...]
    seen: tuple[tuple[object, ...], ...]


class ObservedMoves(Sequence[ObservedMove]):
    """The steps of a history as values, which are made when they are looked at."""

    def __init__(self, masks: Masks, steps: Steps) -> None:
        self._program, self._image, self._steps = masks.program, masks.image, steps

    def __len__(self) -> int:
        return len(self._steps)

    @overload
    def __getitem__(self, index: int) -> ObservedMove: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[ObservedMove, ...]: ...

    def __getitem__(self, index: int | slice) -> ObservedMove | tuple[ObservedMove, ...]:
        if isinstance(index, slice):
            return tuple(map(self._at, range(len(self))[index]))
        return self._at(range(len(self))[index])

    def __iter__(self) -> Iterator[ObservedMove]:
        return map(self._at, range(len(self)))

    def _at(self, number: int) -> ObservedMove:
        steps = self._steps
        decider = steps.decider.item(number)
        row, site, kinds = self._row(steps.rows[number].tolist())
        return ObservedMove(
            words=frozen(whole_words(steps.words[number], self._image)),
            decider=None if decider < 0 else decider,
            row=row,
            site=site,
            kinds=kinds,
            follows=frozen(steps.follows[number]),
            mixed=tuple(self._mixed(number)),
            seen=tuple(self._seen(number)),
        )

    def _row(self, words: list[int]) -> tuple[Row | None, int, tuple[str, ...]]:
        if words[0] < 0:
            return None, 0, ()
        action, *values = words[ROW_HEAD : ROW_HEAD + words[0]]
        info = self._site(words[ROW_SITE]).actions[action - 1]
        kinds = [kind for _, kind, _ in info.operands]
        if info.sets is not None:
            kinds = [info.sets.kind] * len(values)
        known = (None if value == UNKNOWN_VALUE else value for value in values)
        return (action, *known), max(words[ROW_SITE], 0), tuple(kinds)

    def _site(self, offset: int) -> SiteInfo:
        if offset >= 0:
            return self._program.sites[offset]
        return self._program.chance[-1 - offset]

    def _mixed(self, number: int) -> Iterator[Group]:
        at, end = self._steps.mixed_at[number : number + 2].tolist()
        words = self._steps.mixed[at:end].tolist()
        while words:
            k = words[0]
            yield words[1 : 1 + k], words[1 + k : 1 + 2 * k]
            del words[: 1 + 2 * k]

    def _seen(self, number: int) -> Iterator[tuple[object, ...]]:
        at, end = self._steps.seen_at[number : number + 2].tolist()
        for kind, *values in self._steps.seen[at:end].reshape(-1, SEEN_WORDS).tolist():
            yield (KINDS[kind][0], *values)


@dataclass(frozen=True, slots=True)
class ObservedParts:
    """The contents of an observation."""

    seat: int
    decider: int | None
    answered: int
    words: Array
    shown: Array
    steps: Steps | None
    moment: Knowledge | None


class Observed:
    """The observation of a seat at one moment: nothing in it depends on what is hidden from it.

    `words` is the masked state to redeal. `shown` is the one to look at: it also has the seat's own
    simultaneous answers, the last `answered` steps.
    """

    def __init__(
        self,
        masks: Masks,
        seat: int,
        decider: int | None,
        words: Array,
        shown: Array,
        answered: int = 0,
        past: Past | None = None,
    ) -> None:
        self.seat, self.decider, self.answered, self.past = seat, decider, answered, past
        self.words, self.shown = words, shown
        self._masks = masks

    @property
    def remembers(self) -> bool:
        """Whether it has the past."""
        return self.past is not None

    @property
    def made(self) -> int:
        """The number of moves so far."""
        return 0 if self.past is None else len(self.past)

    def parts(self) -> ObservedParts:
        """Its contents."""
        past = self.past
        return ObservedParts(
            self.seat,
            self.decider,
            self.answered,
            self.words,
            self.shown,
            None if past is None else past.least,
            None if past is None else past.moment,
        )

    @classmethod
    def of(cls, masks: Masks, parts: ObservedParts) -> Observed:
        """The observation with these contents."""
        past = None
        if parts.steps is not None and parts.moment is not None:
            past = Past((parts.steps,), parts.moment, masks.image)
        given = parts.seat, parts.decider, parts.words, parts.shown, parts.answered
        return cls(masks, *given, past)

    def same(self, other: Observed) -> bool:
        """Whether two observations have the same contents."""
        mine = self.seat, self.decider, self.answered, self.remembers
        if mine != (other.seat, other.decider, other.answered, other.remembers):
            return False
        if not all(map(np.array_equal, (self.words, self.shown), (other.words, other.shown))):
            return False
        return self.past is None or (other.past is not None and self.past.same(other.past))

    @cached_property
    def steps(self) -> Sequence[ObservedMove]:
        """All moves so far."""
        return () if self.past is None else ObservedMoves(self._masks, self.past.steps)

    def steps_after(self, number: int) -> Iterator[ObservedMove]:
        """The moves after a number of them; a long history is not put together for that."""
        for piece in () if self.past is None else self.past.pieces:
            moves = ObservedMoves(self._masks, piece)
            yield from map(moves._at, range(min(number, len(moves)), len(moves)))
            number = max(0, number - len(moves))

    @cached_property
    def possible(self) -> Truths:
        """By token and label: whether the token may be the one with that label."""
        if self.past is None:
            return np.zeros((0, 0), bool)
        return truths(self.past.moment.possible, self._masks.n1)

    def steps_shared(self, other: Observed) -> int:
        """The number of steps, from the first one on, that are equal in two observations."""
        if self.past is None or other.past is None or self.seat != other.seat:
            return 0
        return self.past.steps_shared(other.past)

    @property
    def information(self) -> int:
        """A hash of everything that the seat observed and chose, in order."""
        assert self.past is not None
        masks, link = self._masks, np.zeros(2, np.uint64)
        chain = self.past.moment.chain
        return int(_information(masks.image, self.shown, masks.size, chain, 0, link))


def truths(possible: Bits, n1: int) -> Truths:
    """A matrix by token and label, from sets of tokens by label."""
    octets = possible.astype("<u8").view(np.uint8).reshape(n1, -1)
    found: Truths = np.unpackbits(octets, axis=1, count=n1, bitorder="little").T.astype(bool)
    found.flags.writeable = False
    return found


def bits(matrix: Truths) -> Bits:
    """Sets of tokens by label, from a matrix by token and label."""
    n1 = len(matrix)
    wide = np.zeros((n1, (n1 + 63) // 64 * 64), bool)
    wide[:, :n1] = matrix.T
    found: Bits = np.packbits(wide, axis=1, bitorder="little").view("<u8").astype(np.uint64)
    return found.reshape(-1)


def frozen(array: Any) -> Any:
    """The array, made read-only."""
    array.flags.writeable = False
    return array
