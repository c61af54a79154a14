"""The observation history of a seat as flat arrays: a stretch of steps, which only grows, and
snapshots of several stretches, which never change.

Step i leads from moment i to moment i + 1. With `n1` tokens (0 is none) and `rows` words per row, a
stretch of n steps has

- `words` [n + 1, width]: the masked state at each moment, without what is as in the image behind
  these words (`whole_words` has all of them);
- `decider` [n]: the seat that chose, -1 for nobody;
- `rows` [n, rows]: what was announced of the choice: the number of values (-1: nothing was), the
  site (below 0: chance), then the action and its operands or the items of a set, UNKNOWN_VALUE for
  one that the seat does not know;
- `follows` [n, n1]: by label after the step, the label before; 0 where the seat lost track;
- `mixed_at` [n + 1], `mixed`: where the groups of each step start and end; each is a number k, k
  labels before and k labels after, both in order;
- `seen_at` [n + 1], `seen`: the same for its events, each a kind and four values;
- `possible` [n + 1, n1, sets]: at each moment, by label the set of tokens that it may be, one bit
  each (token t is bit t % 64 of word t // 64);
- `chain` [n + 1, 2]: a hash of all steps before each moment.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property
from operator import is_
from typing import Any, NamedTuple

import numpy as np

from ..machine import state as m
from ..machine.program import Array

# ---- a row: the number of values, the site; then the values ----
ROW_SITE, ROW_HEAD = 1, 2
SEEN_WORDS = 5  # of an event as it was seen: its kind and its values
UNKNOWN_VALUE = m.BLANK  # in a row: a value that the seat does not know

Bits = np.ndarray[Any, np.dtype[np.uint64]]


class Shape(NamedTuple):
    """The sizes of what is written down: tokens, words of a row, most events of a step."""

    n1: int
    row: int
    events: int

    @property
    def sets(self) -> int:
        """The words of a set of tokens."""
        return (self.n1 + 63) // 64

    @property
    def cells(self) -> int:
        """The words of a matrix of tokens and labels."""
        return self.n1 * self.sets


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What is known at one moment: the masked words, where tokens may be, the hash of all steps."""

    words: Array
    possible: Bits
    chain: Bits


@dataclass(frozen=True, slots=True)
class Steps:
    """The arrays of some steps, without spare room; see above. Nothing writes to them."""

    words: Array
    decider: Array
    rows: Array
    follows: Array
    mixed_at: Array
    mixed: Array
    seen_at: Array
    seen: Array

    def __len__(self) -> int:
        return len(self.decider)


class Stretch:
    """Steps that are being written, with room for more. Unused room is 0: it may be looked at."""

    def __init__(self, shape: Shape, width: int, room: int) -> None:
        self.shape, self.width, self.room = shape, width, room
        n1, row, events = shape
        # One moment more than there are steps, and a row of scratch memory behind the sets.
        self.words = np.zeros((room + 1) * width, np.int32)
        self.possible: Bits = np.zeros((room + 2) * shape.cells, np.uint64)
        self.chain: Bits = np.zeros((room + 1) * 2, np.uint64)
        self.decider = np.zeros(room, np.int32)
        self.rows = np.zeros(room * row, np.int32)
        self.follows = np.zeros(room * n1, np.int32)
        self.mixed_at, self.seen_at = np.zeros(room + 1, np.int32), np.zeros(room + 1, np.int32)
        self.mixed = np.zeros(3 * n1, np.int32)
        self.seen = np.zeros(SEEN_WORDS * events, np.int32)
        self.count = 0
        self.shared = 0  # steps that snapshots refer to, which must not be written again

    def begin(self, moment: Knowledge) -> None:
        """Write the moment before the first step."""
        self.words[: self.width] = moment.words[: self.width]
        self.possible[: self.shape.cells] = moment.possible
        self.chain[:2] = moment.chain

    def moment(self, number: int, image: Array) -> Knowledge:
        """The moment after a number of steps."""
        width, cells = self.width, self.shape.cells
        return Knowledge(
            whole_words(self.words[number * width : (number + 1) * width], image),
            self.possible[number * cells : (number + 1) * cells],
            self.chain[2 * number : 2 * number + 2],
        )

    def grow(self) -> None:
        """Make sure that there is room for one step more; snapshots keep the arrays they have."""
        shape = self.shape
        if self.count == self.room:
            wider = Stretch(shape, self.width, 2 * self.room)
            for name in ("words", "possible", "chain", "decider", "rows", "follows"):
                setattr(self, name, _copied(getattr(self, name), getattr(wider, name)))
            for name in ("mixed_at", "seen_at"):
                setattr(self, name, _copied(getattr(self, name), getattr(wider, name)))
            self.room = wider.room
        if self.mixed_at.item(self.count) + 3 * shape.n1 > len(self.mixed):
            self.mixed = _copied(self.mixed, np.zeros(2 * len(self.mixed), np.int32))
        if self.seen_at.item(self.count) + SEEN_WORDS * shape.events > len(self.seen):
            self.seen = _copied(self.seen, np.zeros(2 * len(self.seen), np.int32))

    def steps(self, count: int) -> Steps:
        """The first steps, as they are now."""
        width, (n1, row, _) = self.width, self.shape
        ends = self.mixed_at.item(count), self.seen_at.item(count)
        return Steps(
            self.words[: (count + 1) * width].reshape(-1, width),
            self.decider[:count],
            self.rows[: count * row].reshape(-1, row),
            self.follows[: count * n1].reshape(-1, n1),
            self.mixed_at[: count + 1],
            self.mixed[: ends[0]],
            self.seen_at[: count + 1],
            self.seen[: ends[1]],
        )


def _copied(old: Any, new: Any) -> Any:
    """An array with what another one has at its start."""
    new[: len(old)] = old
    return new


def _equal(one: Any, other: Any) -> bool:
    """Whether all arrays of two records are equal."""
    return all(
        np.array_equal(getattr(one, field.name), getattr(other, field.name))
        for field in fields(one)
    )


def combined(pieces: Sequence[tuple[Stretch, int]], image: Array) -> Stretch:
    """Some stretches, each up to a number of steps, as one; its steps are for reading."""
    shape, count = pieces[0][0].shape, sum(count for _, count in pieces)
    steps = joined([stretch.steps(number) for stretch, number in pieces], image)
    whole = Stretch(shape, steps.words.shape[1], 0)
    whole.room = count
    for name in ("words", "decider", "rows", "follows", "mixed_at", "mixed", "seen_at", "seen"):
        setattr(whole, name, getattr(steps, name).reshape(-1))
    for name, words in (("possible", shape.cells), ("chain", 2)):
        parts = [getattr(stretch, name)[: number * words] for stretch, number in pieces]
        last, number = pieces[-1]
        parts.append(getattr(last, name)[number * words : (number + 1) * words])
        setattr(whole, name, np.concatenate(parts))
    whole.count = whole.shared = count
    return whole


class Past:
    """A snapshot of an observation history: all steps up to a moment."""

    def __init__(self, pieces: tuple[Steps, ...], moment: Knowledge, image: Array) -> None:
        self.pieces, self.moment, self.image = pieces, moment, image

    def __len__(self) -> int:
        return sum(map(len, self.pieces))

    @cached_property
    def steps(self) -> Steps:
        """All steps, in one set of arrays."""
        if len(self.pieces) == 1:
            return self.pieces[0]
        return joined(self.pieces, self.image)

    @cached_property
    def least(self) -> Steps:
        """All steps with the fewest words: the same arrays for equal steps."""
        steps = self.steps
        differ = (steps.words != self.image[: steps.words.shape[1]]).any(axis=0)
        width = int(np.flatnonzero(differ)[-1]) + 1 if differ.any() else 0
        return replace(steps, words=steps.words[:, :width])

    def same(self, other: Past) -> bool:
        """Whether two histories are equal; parts that they share are not looked at."""
        mine, others = ([each for each in past.pieces if len(each)] for past in (self, other))
        shared = len(mine) == len(others) and all(map(is_, mine, others))
        return _equal(self.moment, other.moment) and (shared or _equal(self.least, other.least))

    def steps_shared(self, other: Past) -> int:
        """The number of equal steps that two histories begin with."""
        mine, others = self.steps, other.steps
        count = min(len(mine), len(others))
        width = max(mine.words.shape[1], others.words.shape[1])
        image = self.image[:width]
        states = [whole_words(each.words[:count], image) for each in (mine, others)]
        differ = (states[0] != states[1]).any(axis=1) | (
            mine.decider[:count] != others.decider[:count]
        )
        for name in ("rows", "follows"):
            differ |= (getattr(mine, name)[:count] != getattr(others, name)[:count]).any(axis=1)
        for ends, words in (("mixed_at", "mixed"), ("seen_at", "seen")):
            differ |= _parts_differ(mine, others, ends, words, count)
        return int(differ.argmax()) if differ.any() else count


def _parts_differ(mine: Steps, others: Steps, ends: str, words: str, count: int) -> Any:
    """By step: whether its words in a joined array are not the same."""
    one, other = getattr(mine, ends)[: count + 1], getattr(others, ends)[: count + 1]
    differ = one[1:] != other[1:]  # once they end elsewhere, all that follows counts as different
    equal = min(one.item(-1), other.item(-1))
    wrong = np.flatnonzero(getattr(mine, words)[:equal] != getattr(others, words)[:equal])
    if len(wrong):
        differ = differ | (one[1:] > wrong[0])
    return differ


def whole_words(words: Array, image: Array) -> Array:
    """Masked states with all their words, given the first ones of each."""
    found = np.empty((*words.shape[:-1], len(image)), np.int32)
    width = words.shape[-1]
    found[..., :width], found[..., width:] = words, image[width:]
    return found


def joined(pieces: Sequence[Steps], image: Array) -> Steps:
    """Some stretches of steps as one."""
    width = max(piece.words.shape[1] for piece in pieces)
    states = [whole_words(piece.words, image[:width]) for piece in pieces]
    return Steps(
        np.concatenate([*(words[:-1] for words in states), states[-1][-1:]]),
        np.concatenate([piece.decider for piece in pieces]),
        np.concatenate([piece.rows for piece in pieces]),
        np.concatenate([piece.follows for piece in pieces]),
        _ends([piece.mixed_at for piece in pieces]),
        np.concatenate([piece.mixed for piece in pieces]),
        _ends([piece.seen_at for piece in pieces]),
        np.concatenate([piece.seen for piece in pieces]),
    )


def _ends(each: list[Array]) -> Array:
    """Where parts start and end once they follow one another."""
    found, end = [np.zeros(1, np.int32)], 0
    for ends in each:
        found.append((ends[1:] + end).astype(np.int32))
        end += ends.item(-1)
    return np.concatenate(found)
