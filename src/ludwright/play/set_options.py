"""Sets as options: one row stands for all of them, as there may be millions."""

from __future__ import annotations

import math
from collections.abc import Sequence

from ..machine import api
from ..machine import state as m
from ..machine.program import Array, Program
from ..machine.sites import PickInfo

Known = tuple[int | None, ...]


def listed(state: Array, at: int) -> list[int]:
    """The items of the list that a word of a state refers to."""
    start = int(state[at])
    return [int(x) for x in state[start + 1 : start + 1 + int(state[start])]]


def set_at(program: Program, state: Array, space: Array, number: int) -> tuple[int, ...]:
    """The words of the set with a number among the listed options."""
    api.take_option(program.code, state, space, number)
    count = len(program.sites[int(state[m.SITE])].actions[0].operands)
    words = tuple(state[m.OPERANDS : m.OPERANDS + count].tolist())
    # Unranking writes the choice into the state; the decision is still open.
    state[m.ACTION : m.OPERANDS + count] = 0
    return words


def set_of(items: Sequence[int], least: int, number: int) -> list[int]:
    """The set with a number among those of at least `least` items, as the machine numbers them:
    smaller sets first, then lexicographically."""
    size = least
    while number >= (sets := math.comb(len(items), size)):
        number -= sets
        size += 1
    taken: list[int] = []
    for i, item in enumerate(items, 1):
        with_it = math.comb(len(items) - i, size - len(taken) - 1) if len(taken) < size else 0
        if number < with_it:
            taken.append(item)
        else:
            number -= with_it
    return taken


def set_number(items: Sequence[int], least: int, chosen: Sequence[int]) -> int | None:
    """The number of the set of chosen items: the inverse of `set_of`; None if there is none."""
    left, size = {*chosen}, len(chosen)
    if len(left) != size or size < least or not left <= {*items}:
        return None
    number = sum(math.comb(len(items), fewer) for fewer in range(least, size))
    for i, item in enumerate(items, 1):
        if not left:
            break
        if item in left:
            left.remove(item)
        else:  # all sets with this item in its place come first
            number += math.comb(len(items) - i, len(left) - 1)
    return number


class Sets:
    """The legal sets in a state whose options were just listed."""

    def __init__(self, program: Program, state: Array, space: Array, rows: int) -> None:
        self.program, self.state, self.space = program, state, space
        site = program.sites[int(state[m.SITE])]
        assert site.pick is not None
        self.pick: PickInfo = site.pick
        self.words = len(site.actions[0].operands)
        self.rows = rows

    def could(self, announced: Known) -> bool:
        """Whether some legal set agrees with what is known: the action, and values or None."""
        if self.rows < 1 or announced[0] != 1:
            return False
        size, known = len(announced) - 1, {value for value in announced[1:] if value is not None}
        least, most = int(self.state[self.pick.least]), int(self.state[self.pick.most])
        items = set(listed(self.state, self.pick.items))
        return known <= items and least <= size <= min(most, len(items))
