"""Details of sites: conditions that explain an action, picks of several items, numbered sets."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from ..diagnostics import Span
from . import state as m


@dataclass(frozen=True, slots=True)
class ConditionInfo:
    """A condition of an action: `and`, `or` and `not` have parts, a `test` has a number."""

    kind: str
    text: str
    span: Span | None
    number: int
    parts: tuple[ConditionInfo, ...]


@dataclass(frozen=True, slots=True)
class Explained:
    """Code that evaluates every condition of an action, and the conditions."""

    entry: int
    conditions: tuple[ConditionInfo, ...]


@dataclass(frozen=True, slots=True)
class SetInfo:
    """Options that are sets: the type of an item, the number of values it has, and the largest size
    of a set in any position."""

    kind: str
    values: int
    largest: int

    def number(self, values: tuple[int, ...]) -> int:
        """The number of a set, given by its values in ascending order: smaller sets come first, and
        those of one size are numbered by the combinatorial number system."""
        fewer = sum(math.comb(self.values, size) for size in range(len(values)))
        return fewer + sum(math.comb(value, i) for i, value in enumerate(values, start=1))

    def of_number(self, number: int) -> tuple[int, ...]:
        """The values of the set of a number, in ascending order."""
        size = 0
        while number >= (sets := math.comb(self.values, size)):
            number -= sets
            size += 1
        values: list[int] = []
        for i in range(size, 0, -1):
            value = next(v for v in range(self.values, -1, -1) if math.comb(v, i) <= number)
            values.insert(0, value)
            number -= math.comb(value, i)
        return tuple(values)


def values_of(words: Iterable[int]) -> tuple[int, ...]:
    """The values of a set, in ascending order, from the words of its bits."""
    return tuple(
        place * m.SET_BITS + bit
        for place, word in enumerate(words)
        for bit in range(m.SET_BITS)
        if word >> bit & 1
    )


def words_of(values: Iterable[int], count: int) -> tuple[int, ...]:
    """The bits of a set of values, in a number of words."""
    words = [0] * count
    for value in values:
        words[value // m.SET_BITS] |= 1 << value % m.SET_BITS
    return tuple(words)


@dataclass(frozen=True, slots=True)
class PickInfo:
    """Several items picked at a site: state addresses of the smallest and largest number, and of
    the list to pick from or, if they are picked one by one, of the list of those picked so far."""

    kind: str  # the type of an item
    least: int
    most: int
    items: int = 0
    chosen: int = 0
    sequence: bool = False  # whether the order of picking matters
