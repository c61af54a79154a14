"""Ops on selections, partitions and sets of list items."""

from __future__ import annotations

from typing import Any

from .. import state as m
from ..jit import I64, U, jit
from ..lists import contains_among
from ..pick_sets import rows_of_sets
from ..subsets import (
    MOST_GROUPS,
    MOST_ITEMS,
    MOST_PARTED,
    MOST_WAYS,
    count_ways,
    next_alike,
    next_selection,
    part,
    take,
)
from .lists import has_room
from .operands import fault, get, operation, put


@operation
def op_subsets(P: Any, S: Any, R: Any, B: Any, pc: Any) -> Any:
    n = I64(S[U(get(P, S, R, pc + 3))])
    least = min(max(get(P, S, R, pc + 4), I64(0)), I64(MOST_ITEMS + 1))
    most = min(get(P, S, R, pc + 5), n)
    if n > MOST_ITEMS or count_ways(n, least, most) > MOST_WAYS:
        return fault(S, pc, m.FAULT_SUBSETS)
    if not has_room(P, S, max(most, I64(0))):
        return fault(S, pc, m.FAULT_LISTS)
    top = S[U(m.LIST_TOP)]
    put(P, S, R, pc + 1, -1 - least)
    put(P, S, R, pc + 2, top)
    S[U(m.LIST_TOP)] = top + max(most, I64(0)) + 1
    return pc + 6


@jit("int64(state, state, state, int64, int64, int64)", inline=True)
def use_selection(P: Any, S: Any, R: Any, pc: Any, selection: Any, to: Any) -> Any:
    """Write a selection and its items, or jump if there is none."""
    if selection < 0:
        return P[U(pc + 5)]
    put(P, S, R, pc + 1, selection)
    take(S, get(P, S, R, pc + 3), selection, get(P, S, R, pc + 2))
    return to


@operation
def op_next_subset(P: Any, S: Any, R: Any, B: Any, pc: Any) -> Any:
    n = I64(S[U(get(P, S, R, pc + 3))])
    found = next_selection(get(P, S, R, pc + 1), n, get(P, S, R, pc + 4))
    return use_selection(P, S, R, pc, found, pc + 6)


@operation
def op_next_alike(P: Any, S: Any, R: Any, B: Any, pc: Any) -> Any:
    items, most = get(P, S, R, pc + 3), get(P, S, R, pc + 4)
    found = next_alike(P, S, items, get(P, S, R, pc + 1), most, pc)
    return use_selection(P, S, R, pc, found, pc + 8)


@operation
def op_selected(P: Any, S: Any, R: Any, B: Any, pc: Any) -> Any:
    items = get(P, S, R, pc + 2)
    if not has_room(P, S, S[U(items)]):
        return fault(S, pc, m.FAULT_LISTS)
    top = S[U(m.LIST_TOP)]
    S[U(m.LIST_TOP)] = take(S, items, get(P, S, R, pc + 3), top)
    put(P, S, R, pc + 1, top)
    return pc + 4


@operation
def op_partition(P: Any, S: Any, R: Any, B: Any, pc: Any) -> Any:
    weights, groups = get(P, S, R, pc + 2), get(P, S, R, pc + 3)
    if not has_room(P, S, S[U(weights)]):
        return fault(S, pc, m.FAULT_LISTS)
    if S[U(weights)] > MOST_PARTED or S[U(groups)] > MOST_GROUPS:
        return fault(S, pc, m.FAULT_SUBSETS)
    top = S[U(m.LIST_TOP)]
    part(S, weights, groups)
    put(P, S, R, pc + 1, top)
    return pc + 4


@jit("int64(state, state, state, int64, int64)")
def has_value(P: Any, S: Any, R: Any, pc: Any, value: Any) -> Any:
    """Whether the bit of a value is set in the words that PICKED names."""
    if value < 0 or value >= P[U(pc + 3)] * m.SET_BITS:
        return I64(0)
    return (get(P, S, R, pc + 4 + value // m.SET_BITS) >> (value % m.SET_BITS)) & 1


@operation
def op_picked(P: Any, S: Any, R: Any, B: Any, pc: Any) -> Any:
    items = get(P, S, R, pc + 2)
    words = I64(P[U(pc + 3)])
    top = I64(S[U(m.LIST_TOP)])
    n = I64(0)
    for value in range(words * m.SET_BITS):
        n += has_value(P, S, R, pc, I64(value))
    if not has_room(P, S, n):
        return fault(S, pc, m.FAULT_LISTS)
    n = I64(0)
    for i in range(S[U(items)]):
        value = I64(S[U(items + 1 + i)])
        if has_value(P, S, R, pc, value):
            n += 1
            S[U(top + n)] = value
    listed = n  # what is not on the list follows, in the order of values
    for value in range(words * m.SET_BITS):
        if has_value(P, S, R, pc, I64(value)) and not contains_among(S, top, listed, I64(value)):
            n += 1
            S[U(top + n)] = value
    S[U(top)] = n
    S[U(m.LIST_TOP)] = top + n + 1
    put(P, S, R, pc + 1, top)
    return pc + 4 + words


@operation
def op_rows_sets(P: Any, S: Any, R: Any, B: Any, pc: Any) -> Any:
    items, least = get(P, S, R, pc + 2), max(get(P, S, R, pc + 3), I64(0))
    most = get(P, S, R, pc + 4)
    if rows_of_sets(P, S, B, pc, items, least, most) < 0:
        return fault(S, pc, m.FAULT_ROWS)
    return pc + 7
