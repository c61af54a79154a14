"""Trees of zones: parents and children in eight directions.

Branches are preallocated: each tree has a range of zone numbers, and one without a parent is free.
`grow` takes the lowest free one.
"""

from __future__ import annotations

from typing import Any

from . import columns
from . import state as m
from .event_log import note, note_way, root_of
from .jit import I64, U, jit
from .lists import contains
from .tokens import move_token


@jit("int64(state, state, int64)")
def is_gone(P: Any, S: Any, z: Any) -> Any:
    """Whether a zone is a branch without a parent."""
    trees = P[U(m.P_TREES)]
    return I64(z >= P[U(trees + m.TREE_FIRST)] and S[U(P[U(trees + m.TREE_PARENTS)] + z)] == 0)


@jit("int64(state, int64, int64)")
def child_word(P: Any, z: Any, d: Any) -> Any:
    """The address of the word with a zone's child in a direction."""
    return I64(P[U(P[U(m.P_TREES)] + m.TREE_PARENTS)] + (2 + d) * P[U(m.P_ZONES)] + z)


@jit("int64(state, state, int64, int64)")
def next_in_tree(P: Any, S: Any, z: Any, root: Any) -> Any:
    """The next zone in the tree below a root, in preorder; 0 after the last."""
    way = P[U(P[U(m.P_TREES)] + m.TREE_WAY)]
    if way >= 0:
        return I64(S[U(child_word(P, z, way))])
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
def end_word(P: Any, S: Any, z: Any) -> Any:
    """The address of the word with the deepest zone of a zone's tree, where trees are chains."""
    return child_word(P, root_of(P, S, z), I64(m.DIRECTIONS))


@jit("int64(state, state, int64)")
def deepest(P: Any, S: Any, root: Any) -> Any:
    """The zone deepest below a root; of several the last in preorder."""
    if P[U(P[U(m.P_TREES)] + m.TREE_WAY)] >= 0:
        z = S[U(end_word(P, S, root))]
        return I64(z if z else root)
    found = I64(root)
    parents = P[U(P[U(m.P_TREES)] + m.TREE_PARENTS)]
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


@jit("int64(state, state, int64, int64)")
def tree_size(P: Any, S: Any, root: Any, most: Any) -> Any:
    """The number of tokens in a zone and below it, counted until it exceeds a number."""
    size = columns.size(P)
    count = I64(S[U(size + root)])
    z = next_in_tree(P, S, root, root) if P[U(m.P_TREES)] else I64(0)
    while z and count <= most:
        count += S[U(size + z)]
        z = next_in_tree(P, S, z, root)
    return count


@jit("int64(state, state, int64)")
def list_tree(P: Any, S: Any, root: Any) -> Any:
    """The list of a zone and its descendants; 0 if there is no room."""
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
    if P[U(P[U(m.P_TREES)] + m.TREE_WAY)] >= 0:
        end = I64(z)
        while S[U(child_word(P, end, d))]:
            end = I64(S[U(child_word(P, end, d))])
        S[U(end_word(P, S, y))] = end


@jit("void(state, state, int64)")
def untie(P: Any, S: Any, z: Any) -> None:
    """Detach a zone from its parent."""
    parents = P[U(P[U(m.P_TREES)] + m.TREE_PARENTS)]
    direction = parents + P[U(m.P_ZONES)] + z
    y = I64(S[U(parents + z)])
    S[U(child_word(P, y, I64(S[U(direction)])))] = 0
    S[U(parents + z)] = 0
    S[U(direction)] = -1
    if P[U(P[U(m.P_TREES)] + m.TREE_WAY)] >= 0:
        S[U(end_word(P, S, y))] = y if S[U(parents + y)] else 0


@jit("int64(state, state, int64, int64)")
def grow(P: Any, S: Any, y: Any, d: Any) -> Any:
    """The child of a zone in a direction, created if there is none; 0 if that is impossible."""
    if d < 0 or d >= m.DIRECTIONS or is_gone(P, S, y):
        return I64(0)
    child = S[U(child_word(P, y, d))]
    if child:
        return I64(child)
    trees = P[U(m.P_TREES)]
    free = trees + m.TREE_HEAD + m.BRANCH_WORDS * y
    for z in range(P[U(free)], P[U(free + 1)]):
        if S[U(P[U(trees + m.TREE_PARENTS)] + z)] == 0:
            tie(P, S, z, y, d)
            return I64(z)
    return I64(0)


@jit("int64(state, state, int64)")
def prune(P: Any, S: Any, z: Any) -> Any:
    """Detach an empty zone without children from its parent; 0 if it is not one."""
    size = columns.size(P)
    parents = P[U(P[U(m.P_TREES)] + m.TREE_PARENTS)]
    if S[U(parents + z)] == 0 or S[U(size + z)] or next_in_tree(P, S, z, z):
        return I64(0)
    untie(P, S, z)
    return I64(1)


@jit("int64(state, state, int64, int64)")
def prune_leaves(P: Any, S: Any, root: Any, spared: Any) -> Any:
    """Detach the empty zones below a zone, and itself, children first, except those of a list,
    roots and zones that have children; 0 if there is no room for a list of the zones."""
    if P[U(P[U(m.P_TREES)] + m.TREE_WAY)] >= 0:
        parents = P[U(P[U(m.P_TREES)] + m.TREE_PARENTS)]
        z = deepest(P, S, root)
        # In a chain nothing can be pruned above a zone that stays.
        while z != root and not contains(S, spared, z):
            above = I64(S[U(parents + z)])
            if not prune(P, S, z):
                return I64(1)
            z = above
        if z == root and not contains(S, spared, z):
            prune(P, S, z)
        return I64(1)
    nodes = list_tree(P, S, root)
    if nodes == 0:
        return I64(0)
    for i in range(S[U(nodes)], 0, -1):
        z = I64(S[U(nodes + i)])
        if not contains(S, spared, z):
            prune(P, S, z)
    S[U(m.LIST_TOP)] = nodes
    return I64(1)


TOO_DEEP = -1


@jit("int64(state, state, state, int64, int64, int64)")
def move_branch(P: Any, S: Any, B: Any, source: Any, to: Any, pc: Any) -> Any:
    """Move the tokens of a zone, and of those below it, to another; see MOVE_BRANCH. 0 if that
    fails, TOO_DEEP if it goes deeper than calls may be nested."""
    d = I64(P[U(pc + 3)])
    bits = P[U(pc + 4)]
    top = S[U(m.CALL_TOP)]
    depth = I64(S[U(top - 1)]) if top > P[U(m.P_CALLS)] else I64(0)
    while True:
        t = I64(S[U(columns.bottom(P) + source)])
        while t:
            above = I64(S[U(columns.previous(P) + t)])
            if (P[U(bits + (t >> 5))] >> (t & 31)) & 1:
                if is_gone(P, S, to):
                    S[U(m.REASON)] = P[U(pc + 6)]
                    return I64(0)
                move_token(P, S, B, t, to, 0)
            t = above
        child = I64(S[U(child_word(P, source, d))])
        if child == 0:
            return I64(1)
        to = grow(P, S, to, d)
        if to == 0:
            return I64(0)
        depth += 1
        if depth > m.DEEPEST_CALLS:
            return I64(TOO_DEEP)
        source = child


@jit("void(state, state, state, int64, int64)")
def note_carried(P: Any, S: Any, B: Any, branch: Any, source: Any) -> None:
    """Record the way of each token in a branch and below, which had another root before."""
    before = columns.previous(P)
    target = root_of(P, S, branch)
    z = I64(branch)
    while z:
        t = I64(S[U(columns.bottom(P) + z)])
        while t:
            note_way(P, S, B, m.E_CARRY, t, z, z, 0, source, target)
            t = I64(S[U(before + t)])
        z = next_in_tree(P, S, z, branch)


@jit("int64(state, state, state, int64, int64, int64)")
def hang(P: Any, S: Any, B: Any, z: Any, y: Any, d: Any) -> Any:
    """Make a zone with its descendants the child of another in a direction; 0 if that is impossible
    (the direction is taken, the trees differ, or the other zone is a descendant)."""
    parents = P[U(P[U(m.P_TREES)] + m.TREE_PARENTS)]
    branches = P[U(m.P_TREES)] + m.TREE_HEAD
    if d < 0 or d >= m.DIRECTIONS or S[U(parents + z)] == 0 or is_gone(P, S, y):
        return I64(0)
    same_tree = P[U(branches + m.BRANCH_WORDS * z)] == P[U(branches + m.BRANCH_WORDS * y)]
    if S[U(child_word(P, y, d))] or not same_tree:
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
        note(P, S, B, m.E_HANG, z, source, root_of(P, S, y), d, -1)
        note_carried(P, S, B, I64(z), source)
    return I64(1)
