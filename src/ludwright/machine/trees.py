"""Trees of zones: what hangs from what, in eight directions.

Zones that may hang from others come from a stretch of numbers; one that hangs nowhere is free. The
lowest free one is taken.
"""

from __future__ import annotations

from typing import Any

from . import state as m
from .event_log import note, note_way, root_of
from .jit import I64, U, jit


@jit("int64(state, state, int64)")
def is_gone(P: Any, S: Any, z: Any) -> Any:
    """Whether a zone is a branch that hangs nowhere."""
    trees = P[U(m.P_TREES)]
    return I64(z >= P[U(trees + m.TREE_FIRST)] and S[U(P[U(trees + m.TREE_PARENTS)] + z)] == 0)


@jit("int64(state, int64, int64)")
def child_word(P: Any, z: Any, d: Any) -> Any:
    """The address of the zone below a zone in a direction."""
    return I64(P[U(P[U(m.P_TREES)] + m.TREE_PARENTS)] + (2 + d) * P[U(m.P_ZONES)] + z)


@jit("int64(state, state, int64, int64)")
def next_in_tree(P: Any, S: Any, z: Any, root: Any) -> Any:
    """The zone after a zone in the tree below a root, depth first; 0 after the last."""
    parents = P[U(P[U(m.P_TREES)] + m.TREE_PARENTS)]
    d = I64(0)
    while True:
        while d < m.DIRECTIONS:
            child = S[U(child_word(P, z, d))]
            if child:
                return I64(child)
            d += 1
        if z == root:
            return I64(0)
        d = I64(S[U(parents + P[U(m.P_ZONES)] + z)]) + 1
        z = I64(S[U(parents + z)])


@jit("int64(state, state, int64)")
def deepest(P: Any, S: Any, root: Any) -> Any:
    """The zone that hangs the most steps below a root; of several the last, depth first."""
    parents = P[U(P[U(m.P_TREES)] + m.TREE_PARENTS)]
    found = I64(root)
    most = I64(0)
    depth = I64(0)
    last = I64(root)
    z = next_in_tree(P, S, last, root)
    while z:
        while S[U(parents + z)] != last:
            last = I64(S[U(parents + last)])
            depth -= 1
        depth += 1
        if depth >= most:
            found, most = z, depth
        last = z
        z = next_in_tree(P, S, last, root)
    return found


@jit("int64(state, state, int64)")
def list_tree(P: Any, S: Any, root: Any) -> Any:
    """The list of a zone and all below it; 0 if there is no room."""
    start = S[U(m.LIST_TOP)]
    n = 0
    z = I64(root)
    while z:
        n += 1
        if start + n >= P[U(m.P_LISTS_END)]:
            return I64(0)
        S[U(start + n)] = z
        z = next_in_tree(P, S, z, root)
    S[U(start)] = n
    S[U(m.LIST_TOP)] = start + n + 1
    return I64(start)


@jit("void(state, state, int64, int64, int64)")
def tie(P: Any, S: Any, z: Any, y: Any, d: Any) -> None:
    """Make a zone the child of another in a direction."""
    parents = P[U(P[U(m.P_TREES)] + m.TREE_PARENTS)]
    S[U(parents + z)] = y
    S[U(parents + P[U(m.P_ZONES)] + z)] = d
    S[U(child_word(P, y, d))] = z


@jit("void(state, state, int64)")
def untie(P: Any, S: Any, z: Any) -> None:
    """Take a zone from its parent."""
    parents = P[U(P[U(m.P_TREES)] + m.TREE_PARENTS)]
    direction = parents + P[U(m.P_ZONES)] + z
    S[U(child_word(P, I64(S[U(parents + z)]), I64(S[U(direction)])))] = 0
    S[U(parents + z)] = 0
    S[U(direction)] = -1


@jit("int64(state, state, int64, int64)")
def grow(P: Any, S: Any, y: Any, d: Any) -> Any:
    """The child of a zone in a direction, made if there is none; 0 if that cannot be."""
    if d < 0 or d >= m.DIRECTIONS or is_gone(P, S, y):
        return I64(0)
    child = S[U(child_word(P, y, d))]
    if child:
        return I64(child)
    trees = P[U(m.P_TREES)]
    free = trees + m.TREE_HEAD + 2 * y
    for z in range(P[U(free)], P[U(free + 1)]):
        if S[U(P[U(trees + m.TREE_PARENTS)] + z)] == 0:
            tie(P, S, z, y, d)
            return I64(z)
    return I64(0)


@jit("int64(state, state, int64)")
def prune(P: Any, S: Any, z: Any) -> Any:
    """Take an empty zone without children from its parent; 0 if that cannot be."""
    size = m.KNOWN + 6 * P[U(m.P_TOKENS)] + 2 * P[U(m.P_ZONES)]
    parents = P[U(P[U(m.P_TREES)] + m.TREE_PARENTS)]
    if S[U(parents + z)] == 0 or S[U(size + z)] or next_in_tree(P, S, z, z):
        return I64(0)
    untie(P, S, z)
    return I64(1)


@jit("void(state, state, state, int64, int64)")
def note_carried(P: Any, S: Any, B: Any, branch: Any, source: Any) -> None:
    """Note the way of each token that lies in a branch or below it, which hung from another root
    before."""
    n1 = P[U(m.P_TOKENS)]
    last = m.KNOWN + 6 * n1 + P[U(m.P_ZONES)]
    target = root_of(P, S, branch)
    z = I64(branch)
    while z:
        t = I64(S[U(last + z)])
        while t:
            note_way(P, S, B, m.E_CARRY, t, z, z, 0, source, target)
            t = I64(S[U(m.KNOWN + 2 * n1 + t)])
        z = next_in_tree(P, S, z, branch)


@jit("int64(state, state, state, int64, int64, int64)")
def hang(P: Any, S: Any, B: Any, z: Any, y: Any, d: Any) -> Any:
    """Hang a zone and all below it from another in a direction; 0 if that cannot be."""
    parents = P[U(P[U(m.P_TREES)] + m.TREE_PARENTS)]
    branches = P[U(m.P_TREES)] + m.TREE_HEAD
    if d < 0 or d >= m.DIRECTIONS or S[U(parents + z)] == 0 or is_gone(P, S, y):
        return I64(0)
    if S[U(child_word(P, y, d))] or P[U(branches + 2 * z)] != P[U(branches + 2 * y)]:
        return I64(0)
    above = I64(y)
    while above:
        if above == z:
            return I64(0)
        above = I64(S[U(parents + above)])
    source = root_of(P, S, z)
    untie(P, S, z)
    tie(P, S, z, y, d)
    if B[U(m.W_TRACING)]:
        note(P, B, m.E_HANG, z, source, root_of(P, S, y), d, -1)
        note_carried(P, S, B, I64(z), source)
    return I64(1)
