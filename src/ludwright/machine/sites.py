"""What a program says of sites: why something may be chosen, what is picked, how a set is named."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from ..diagnostics import Span
from . import state as m


@dataclass(frozen=True, slots=True)
class ConditionInfo:
    """A condition of an action: `and`, `or` and `not` have parts, a `test` a number of its own."""

    kind: str
    text: str
    span: Span | None
    number: int
    parts: tuple[ConditionInfo, ...]


@dataclass(frozen=True, slots=True)
class Explained:
    """Code that tells the truth of every condition of an action, and the conditions."""

    entry: int
    conditions: tuple[ConditionInfo, ...]


@dataclass(frozen=True, slots=True)
class SetInfo:
    """What the options of an action are, if each is a set of items: the type of an item, how many
    values that has, and how many items a set has at most in any position."""

    kind: str
    values: int
    largest: int

    def number(self, values: tuple[int, ...]) -> int:
        """The number of a set, given by its values in order, among all that there may be: those
        with fewer values come first, then those whose largest values are smaller."""
        fewer = sum(math.comb(self.values, size) for size in range(len(values)))
        return fewer + sum(math.comb(value, i) for i, value in enumerate(values, start=1))

    def of_number(self, number: int) -> tuple[int, ...]:
        """The values of the set that has a number, in order."""
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
    """The values of a set, in order, from the words of bits that a choice has."""
    return tuple(
        place * m.SET_BITS + bit
        for place, word in enumerate(words)
        for bit in range(m.SET_BITS)
        if word >> bit & 1
    )


def words_of(values: Iterable[int], count: int) -> tuple[int, ...]:
    """So many words of bits, which a choice has of a set of values."""
    words = [0] * count
    for value in values:
        words[value // m.SET_BITS] |= 1 << value % m.SET_BITS
    return tuple(words)


@dataclass(frozen=True, slots=True)
class PickInfo:
    """Several items that are picked at a site: state addresses of how many at least and at most,
    and of the list that they are from; or, where they are picked one by one, of the list of those
    picked so far."""

    kind: str  # the type of an item
    least: int
    most: int
    items: int = 0
    chosen: int = 0
    sequence: bool = False  # whether the order of picking counts
