"""Option rows: the options of a decision in a workspace, one row per option or range."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from ..machine import state as m
from ..machine.program import ActionInfo, Array, Program, SiteInfo
from ..machine.sites import values_of, words_of

Entry = tuple[int, ...]
"""A log entry: the action from 1 and its operands; () for the end of a pause."""


def rows_in(program: Program, space: Array, count: int) -> Array:
    """The option rows in a workspace: an action from 1, then operands or the ends of a range."""
    width = int(program.code[m.P_WIDTH])
    return space[m.W_DATA : m.W_DATA + count * width].reshape(count, width)


def entries_of(site: SiteInfo, rows: Array) -> Iterator[Entry]:
    """The log entry of each option, with one for each number of a range; not for sets that share a
    row."""
    for row in rows.tolist():
        info = site.actions[row[0] - 1]
        assert not info.is_range or info.sets is None
        if info.is_range:
            yield from ((row[0], number) for number in range(row[1], row[2] + 1))
        else:
            yield tuple(row[: 1 + len(info.operands)])


def lists(site: SiteInfo, rows: Array, entry: Entry) -> bool:
    """Whether an option is among the rows."""
    action, *operands = entry
    if len(operands) != len(site.actions[action - 1].operands):
        return False
    rows = rows[rows[:, 0] == action]
    if site.actions[action - 1].is_range:
        return bool(((rows[:, 1] <= operands[0]) & (operands[0] <= rows[:, 2])).any())
    return bool((rows[:, 1 : 1 + len(operands)] == operands).all(axis=1).any())


def sizes_of(site: SiteInfo, rows: Array) -> np.ndarray[Any, np.dtype[np.int64]]:
    """The number of options of each row."""
    ranges = np.array([False, *(info.is_range for info in site.actions)])[rows[:, 0]]
    # Of 64 bits: the sets of one row may be more than 2^31.
    sizes = np.ones(len(rows), np.int64)
    ends = rows[ranges, 1:3].astype(np.int64)
    sizes[ranges] = ends[:, 1] - ends[:, 0] + 1
    return sizes


def named(site: SiteInfo, rows: Array, names: Array) -> Array:
    """A copy of the rows with tokens replaced by labels."""
    copied = rows.copy()
    for number, info in enumerate(site.actions, 1):
        columns = [i for i, (_, kind, _) in enumerate(info.operands, 1) if kind == "token"]
        if columns:
            at = np.ix_(rows[:, 0] == number, columns)
            copied[at] = names[rows[at]]
        # The operands of a set are a bit per token: other labels are other bits.
        if info.sets is not None and info.names_tokens and not info.is_range:
            width = len(info.operands)
            for row in copied[:, : 1 + width]:
                if row[0] == number:
                    row[1:] = words_of(names[[*values_of(row[1:].tolist())]].tolist(), width)
    return copied


def id_of(info: ActionInfo, operands: Entry) -> int:
    """The fixed id of an action with operands; of a set, with its values in ascending order. Ids
    are numbers of mixed radix, so that they can be inverted."""
    if info.sets is not None:
        return info.first_id + info.sets.number(operands)
    number = 0
    for operand, (low, size) in zip(operands, info.radix, strict=True):
        # Operands need not start at 0: a zone family starts at its first number.
        number = number * size + operand - low
    return info.first_id + number


def choice_of(site: SiteInfo, id: int) -> tuple[int, Entry] | None:
    """The action of a site and the operands with a fixed id; None if there are none."""
    for action, info in enumerate(site.actions):
        operands, number = [], id - info.first_id
        if info.sets is not None:
            if 0 <= number < info.radix[0][1]:
                return action, info.sets.of_number(number)
            continue
        for low, size in reversed(info.radix):
            number, operand = divmod(number, max(size, 1))
            operands.append(low + operand)
        # What is left over says that the id is beyond the range of this action.
        if number == 0:
            return action, tuple(reversed(operands))
    return None
