"""Ops on trees of zones."""

from __future__ import annotations

from typing import Any

from .. import state as m
from ..jit import U
from ..trees import child_word, deepest, grow, hang, list_tree, prune
from .operands import after_event, fault, get, is_zone, operation, put


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
