"""Ops that make and read lists."""

from __future__ import annotations

from typing import Any

from .. import columns
from .. import state as m
from ..enumerate_ops import count_in_zone, first_in_zone
from ..jit import I64, U, jit
from ..lists import (
    append_distinct,
    contains,
    copy_list,
    count_items,
    count_values,
    extend,
    extreme,
    list_range,
    list_tokens,
    reverse,
    select,
    select_tokens,
    sort,
    total,
)
from .numbers import checked
from .operands import fault, get, is_zone, operation, put


@jit("int64(state, state, int64)", inline=True)
def has_room(P: Any, S: Any, items: Any) -> Any:
    """Whether the list area has room for a list of a number of items."""
    return S[U(m.LIST_TOP)] + items < P[U(m.P_LISTS_END)]


@operation
def op_new_list(P: Any, S: Any, R: Any, B: Any, pc: Any) -> Any:
    if not has_room(P, S, I64(0)):
        return fault(S, pc, m.FAULT_LISTS)
    top = S[U(m.LIST_TOP)]
    put(P, S, R, pc + 1, top)
    S[U(top)] = 0
    S[U(m.LIST_TOP)] = top + 1
    return pc + 2


@operation
def op_append(P: Any, S: Any, R: Any, B: Any, pc: Any) -> Any:
    if not has_room(P, S, I64(0)):
        return fault(S, pc, m.FAULT_LISTS)
    top = S[U(m.LIST_TOP)]
    S[U(top)] = get(P, S, R, pc + 2)
    S[U(get(P, S, R, pc + 1))] += 1
    S[U(m.LIST_TOP)] = top + 1
    return pc + 3


@operation
def op_keep_lists(P: Any, S: Any, R: Any, B: Any, pc: Any) -> Any:
    put(P, S, R, pc + 1, S[U(m.LIST_TOP)])
    return pc + 2


@operation
def op_drop_lists(P: Any, S: Any, R: Any, B: Any, pc: Any) -> Any:
    S[U(m.LIST_TOP)] = get(P, S, R, pc + 1)
    return pc + 2


@operation
def op_keep_list(P: Any, S: Any, R: Any, B: Any, pc: Any) -> Any:
    items = get(P, S, R, pc + 2)
    if S[U(items)] > P[U(pc + 3)]:
        return fault(S, pc, m.FAULT_LISTS)
    copy_list(S, items, get(P, S, R, pc + 1), P[U(pc + 3)])
    return pc + 4


@operation
def op_tokens(P: Any, S: Any, R: Any, B: Any, pc: Any) -> Any:
    z = get(P, S, R, pc + 2)
    if not is_zone(P, z):
        return P[U(pc + 3)]
    if not has_room(P, S, S[U(columns.size(P) + z)]):
        return fault(S, pc, m.FAULT_LISTS)
    put(P, S, R, pc + 1, list_tokens(P, S, z))
    return pc + 4


@operation
def op_select(P: Any, S: Any, R: Any, B: Any, pc: Any) -> Any:
    items = get(P, S, R, pc + 2)
    if not has_room(P, S, S[U(items)]):
        return fault(S, pc, m.FAULT_LISTS)
    row = P[U(pc + 3)] + get(P, S, R, pc + 4) * P[U(pc + 5)]
    put(P, S, R, pc + 1, select(P, S, items, row))
    return pc + 6


@operation
def op_range(P: Any, S: Any, R: Any, B: Any, pc: Any) -> Any:
    low, high = get(P, S, R, pc + 2), get(P, S, R, pc + 3)
    if not has_room(P, S, max(high - low + 1, I64(0))):
        return fault(S, pc, m.FAULT_LISTS)
    put(P, S, R, pc + 1, list_range(S, low, high))
    return pc + 4


@operation
def op_distinct(P: Any, S: Any, R: Any, B: Any, pc: Any) -> Any:
    items = get(P, S, R, pc + 2)
    if not has_room(P, S, S[U(items)]):
        return fault(S, pc, m.FAULT_LISTS)
    put(P, S, R, pc + 1, append_distinct(S, items))
    return pc + 3


@operation
def op_length(P: Any, S: Any, R: Any, B: Any, pc: Any) -> Any:
    put(P, S, R, pc + 1, S[U(get(P, S, R, pc + 2))])
    return pc + 3


@operation
def op_item(P: Any, S: Any, R: Any, B: Any, pc: Any) -> Any:
    items, i = get(P, S, R, pc + 2), get(P, S, R, pc + 3)
    if i < 0 or i >= S[U(items)]:
        return P[U(pc + 4)]
    put(P, S, R, pc + 1, S[U(items + 1 + i)])
    return pc + 5


@operation
def op_first_fit(P: Any, S: Any, R: Any, B: Any, pc: Any) -> Any:
    z = get(P, S, R, pc + 2)
    row = P[U(pc + 3)] + get(P, S, R, pc + 4) * P[U(pc + 5)]
    t = first_in_zone(P, S, z, row) if is_zone(P, z) else I64(0)
    if t == 0:
        return P[U(pc + 6)]
    put(P, S, R, pc + 1, t)
    return pc + 7


@operation
def op_next(P: Any, S: Any, R: Any, B: Any, pc: Any) -> Any:
    items, i = get(P, S, R, pc + 2), get(P, S, R, pc + 3)
    if i >= S[U(items)]:
        return P[U(pc + 4)]
    put(P, S, R, pc + 1, S[U(items + 1 + i)])
    put(P, S, R, pc + 3, i + 1)
    return pc + 5


@operation
def op_contains(P: Any, S: Any, R: Any, B: Any, pc: Any) -> Any:
    return pc + 4 if contains(S, get(P, S, R, pc + 1), get(P, S, R, pc + 2)) else P[U(pc + 3)]


@operation
def op_sum(P: Any, S: Any, R: Any, B: Any, pc: Any) -> Any:
    return checked(P, S, R, pc, total(S, get(P, S, R, pc + 2)), pc + 3)


@jit("int64(state, state, state, int64, int64)", inline=True)
def take_extreme(P: Any, S: Any, R: Any, pc: Any, sign: Any) -> Any:
    """Carry out LARGEST (sign 1) or SMALLEST (-1)."""
    items = get(P, S, R, pc + 2)
    if S[U(items)] == 0:
        return P[U(pc + 3)]
    put(P, S, R, pc + 1, extreme(S, items, sign))
    return pc + 4


@operation
def op_largest(P: Any, S: Any, R: Any, B: Any, pc: Any) -> Any:
    return take_extreme(P, S, R, pc, I64(1))


@operation
def op_smallest(P: Any, S: Any, R: Any, B: Any, pc: Any) -> Any:
    return take_extreme(P, S, R, pc, I64(-1))


@operation
def op_list_of(P: Any, S: Any, R: Any, B: Any, pc: Any) -> Any:
    n = I64(P[U(pc + 2)])
    if not has_room(P, S, n):
        return fault(S, pc, m.FAULT_LISTS)
    start = S[U(m.LIST_TOP)]
    for i in range(n):
        S[U(start + 1 + i)] = get(P, S, R, pc + 3 + i)
    S[U(start)] = n
    S[U(m.LIST_TOP)] = start + n + 1
    put(P, S, R, pc + 1, start)
    return pc + 3 + n


@operation
def op_sum_of(P: Any, S: Any, R: Any, B: Any, pc: Any) -> Any:
    n = I64(P[U(pc + 2)])
    x = I64(0)
    for i in range(n):
        x += get(P, S, R, pc + 3 + i)
    return checked(P, S, R, pc, x, pc + 3 + n)


@jit("int64(state, state, state, int64, int64)", inline=True)
def take_extreme_of(P: Any, S: Any, R: Any, pc: Any, sign: Any) -> Any:
    """Carry out LARGEST_OF (sign 1) or SMALLEST_OF (-1)."""
    n = I64(P[U(pc + 2)])
    best = get(P, S, R, pc + 3)
    for i in range(1, n):
        x = get(P, S, R, pc + 3 + i)
        if sign * x > sign * best:
            best = x
    put(P, S, R, pc + 1, best)
    return pc + 3 + n


@operation
def op_largest_of(P: Any, S: Any, R: Any, B: Any, pc: Any) -> Any:
    return take_extreme_of(P, S, R, pc, I64(1))


@operation
def op_smallest_of(P: Any, S: Any, R: Any, B: Any, pc: Any) -> Any:
    return take_extreme_of(P, S, R, pc, I64(-1))


@operation
def op_select_tokens(P: Any, S: Any, R: Any, B: Any, pc: Any) -> Any:
    z = get(P, S, R, pc + 2)
    if not is_zone(P, z):
        return P[U(pc + 6)]
    if not has_room(P, S, S[U(columns.size(P) + z)]):
        return fault(S, pc, m.FAULT_LISTS)
    row = P[U(pc + 3)] + get(P, S, R, pc + 4) * P[U(pc + 5)]
    put(P, S, R, pc + 1, select_tokens(P, S, z, row))
    return pc + 7


@operation
def op_count_tokens(P: Any, S: Any, R: Any, B: Any, pc: Any) -> Any:
    z = get(P, S, R, pc + 2)
    if not is_zone(P, z):
        return P[U(pc + 6)]
    row = P[U(pc + 3)] + get(P, S, R, pc + 4) * P[U(pc + 5)]
    put(P, S, R, pc + 1, count_in_zone(P, S, z, row))
    return pc + 7


@operation
def op_count_items(P: Any, S: Any, R: Any, B: Any, pc: Any) -> Any:
    row = P[U(pc + 3)] + get(P, S, R, pc + 4) * P[U(pc + 5)]
    put(P, S, R, pc + 1, count_items(P, S, get(P, S, R, pc + 2), row, P[U(pc + 5)]))
    return pc + 6


@operation
def op_count_values(P: Any, S: Any, R: Any, B: Any, pc: Any) -> Any:
    n = count_values(P, S, get(P, S, R, pc + 2), P[U(pc + 3)], P[U(pc + 4)])
    if n < 0:
        return P[U(pc + 5)]
    put(P, S, R, pc + 1, n)
    return pc + 6


@operation
def op_extend(P: Any, S: Any, R: Any, B: Any, pc: Any) -> Any:
    more = get(P, S, R, pc + 2)
    # The length is already there: one word less than a new list needs.
    if not has_room(P, S, S[U(more)] - 1):
        return fault(S, pc, m.FAULT_LISTS)
    extend(S, get(P, S, R, pc + 1), more)
    return pc + 3


@operation
def op_sort(P: Any, S: Any, R: Any, B: Any, pc: Any) -> Any:
    items = get(P, S, R, pc + 2)
    if not has_room(P, S, S[U(items)]):
        return fault(S, pc, m.FAULT_LISTS)
    put(P, S, R, pc + 1, sort(S, items, get(P, S, R, pc + 3)))
    return pc + 4


@operation
def op_reverse(P: Any, S: Any, R: Any, B: Any, pc: Any) -> Any:
    items = get(P, S, R, pc + 2)
    if not has_room(P, S, S[U(items)]):
        return fault(S, pc, m.FAULT_LISTS)
    put(P, S, R, pc + 1, reverse(S, items))
    return pc + 3


@operation
def op_map(P: Any, S: Any, R: Any, B: Any, pc: Any) -> Any:
    items = get(P, S, R, pc + 2)
    n = S[U(items)]
    if not has_room(P, S, n):
        return fault(S, pc, m.FAULT_LISTS)
    start = S[U(m.LIST_TOP)]
    for i in range(1, n + 1):
        key = S[U(items + i)]
        if key < 1 or key > P[U(pc + 4)]:
            return P[U(pc + 5)]
        S[U(start + i)] = P[U(P[U(pc + 3)] + key)]
    S[U(start)] = n
    S[U(m.LIST_TOP)] = start + n + 1
    put(P, S, R, pc + 1, start)
    return pc + 6


@operation
def op_next_link(P: Any, S: Any, R: Any, B: Any, pc: Any) -> Any:
    z, i = get(P, S, R, pc + 4), get(P, S, R, pc + 5)
    if z < 1 or z > P[U(pc + 3)]:
        return P[U(pc + 7)]
    row = P[U(pc + 2)] + P[U(P[U(pc + 2)] + z)]
    if i >= P[U(row)]:
        return P[U(pc + 6)]
    put(P, S, R, pc + 1, P[U(row + 1 + i)])
    put(P, S, R, pc + 5, i + 1)
    return pc + 8
