"""Ops on trees of zones."""

from __future__ import annotations

from typing import Any

from .. import state as m
from ..event_log import root_of
from ..jit import I64, U
from ..trees import (
    TOO_DEEP,
    child_word,
    deepest,
    grow,
    hang,
    list_tree,
    move_branch,
    prune,
    prune_leaves,
    tree_size,
)
from .operands import after_event, fault, get, is_zone, operation, pace, put


@operation
def op_tree(P: Any, S: Any, R: Any, B: Any, pc: Any) -> Any:
    z = get(P, S, R, pc + 2)
    if not is_zone(P, z):
        return P[U(pc + 3)]
    made = list_tree(P, S, z)
    if made == 0:
        return fault(S, pc, m.FAULT_LISTS)
    put(P, S, R, pc + 1, made)
    return pc + 4


@operation
def op_child(P: Any, S: Any, R: Any, B: Any, pc: Any) -> Any:
    z, d = get(P, S, R, pc + 2), get(P, S, R, pc + 3)
    if not is_zone(P, z) or d < 0 or d >= m.DIRECTIONS:
        return P[U(pc + 4)]
    put(P, S, R, pc + 1, S[U(child_word(P, z, d))])
    return pc + 5


@operation
def op_grow(P: Any, S: Any, R: Any, B: Any, pc: Any) -> Any:
    z = get(P, S, R, pc + 2)
    if not is_zone(P, z):
        return P[U(pc + 4)]
    made = grow(P, S, z, get(P, S, R, pc + 3))
    if made == 0:
        return P[U(pc + 4)]
    put(P, S, R, pc + 1, made)
    return pc + 5


@operation
def op_deepest(P: Any, S: Any, R: Any, B: Any, pc: Any) -> Any:
    z = get(P, S, R, pc + 2)
    if not is_zone(P, z):
        return P[U(pc + 3)]
    put(P, S, R, pc + 1, deepest(P, S, z))
    return pc + 4


@operation
def op_prune(P: Any, S: Any, R: Any, B: Any, pc: Any) -> Any:
    z = get(P, S, R, pc + 1)
    return pc + 3 if is_zone(P, z) and prune(P, S, z) else P[U(pc + 2)]


@operation
def op_hang(P: Any, S: Any, R: Any, B: Any, pc: Any) -> Any:
    z, parent = get(P, S, R, pc + 1), get(P, S, R, pc + 2)
    if not is_zone(P, z) or not is_zone(P, parent):
        return P[U(pc + 4)]
    if not hang(P, S, B, z, parent, get(P, S, R, pc + 3)):
        return P[U(pc + 4)]
    return after_event(S, pc + 5)


@operation
def op_root(P: Any, S: Any, R: Any, B: Any, pc: Any) -> Any:
    z = get(P, S, R, pc + 2)
    if not is_zone(P, z):
        return P[U(pc + 3)]
    put(P, S, R, pc + 1, root_of(P, S, z))
    return pc + 4


@operation
def op_furthest(P: Any, S: Any, R: Any, B: Any, pc: Any) -> Any:
    z, d = get(P, S, R, pc + 2), get(P, S, R, pc + 3)
    if not is_zone(P, z) or d < 0 or d >= m.DIRECTIONS:
        return P[U(pc + 4)]
    child = I64(S[U(child_word(P, z, d))])
    while child:
        z = child
        child = I64(S[U(child_word(P, z, d))])
    put(P, S, R, pc + 1, z)
    return pc + 5


@operation
def op_tree_size(P: Any, S: Any, R: Any, B: Any, pc: Any) -> Any:
    z = get(P, S, R, pc + 2)
    if not is_zone(P, z):
        return P[U(pc + 3)]
    put(P, S, R, pc + 1, tree_size(P, S, z, P[U(m.P_TOKENS)]))
    return pc + 4


@operation
def op_prune_leaves(P: Any, S: Any, R: Any, B: Any, pc: Any) -> Any:
    z = get(P, S, R, pc + 1)
    if not is_zone(P, z):
        return P[U(pc + 3)]
    return pc + 4 if prune_leaves(P, S, z, get(P, S, R, pc + 2)) else fault(S, pc, m.FAULT_LISTS)


@operation
def op_move_branch(P: Any, S: Any, R: Any, B: Any, pc: Any) -> Any:
    a, z = get(P, S, R, pc + 1), get(P, S, R, pc + 2)
    if a == z or not is_zone(P, a) or not is_zone(P, z) or pace(S) >= 3:
        return P[U(pc + 7)]
    moved = move_branch(P, S, B, a, z, pc)
    if moved == TOO_DEEP:
        return fault(S, pc, m.FAULT_CALLS)
    return pc + 9 if moved else P[U(pc + 8)]
