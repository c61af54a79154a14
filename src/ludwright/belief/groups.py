"""Groups: which tokens a seat may confuse with one another after a move.

Two tokens are in one group if the seat lost track of both and they have been in the same place.
The groups are sets of a union-find over tokens and places.
"""

from __future__ import annotations

from typing import Any

from ..machine import columns
from ..machine import state as m
from ..machine.jit import I64, U, jit
from .held import answers_shift
from .labels import compare_signs, contents, find_signs, knows
from .mask_table import M_UNORDERED, X_ORDER

# A node of the union-find is a token, a zone before or after the move, a token that stands for all
# whose classes changed alike, or an event.


@jit("int64(state, state)")
def node_count(P: Any, B: Any) -> Any:
    """The number of nodes."""
    return 2 * (I64(P[U(m.P_TOKENS)]) + P[U(m.P_ZONES)]) + B[U(m.W_EVENT_CAPACITY)]


@jit("int64(state, state, int64, int64)")
def zone_of(P: Any, S: Any, t: Any, shift: Any) -> Any:
    """The zone of a token; 0 if that is none."""
    z = I64(S[U(columns.zone(P) + shift + t)])
    return z if 0 < z < P[U(m.P_ZONES)] else I64(0)


@jit("int64(state, int64, int64)")
def root(Y: Any, at: Any, x: Any) -> Any:
    """The set of a node: the least of its nodes."""
    while Y[U(at + x)] != x:
        Y[U(at + x)] = Y[U(at + Y[U(at + x)])]
        x = I64(Y[U(at + x)])
    return x


@jit("void(state, int64, int64, int64)")
def unite(Y: Any, at: Any, x: Any, y: Any) -> None:
    """Merge the sets of two nodes."""
    a, b = root(Y, at, x), root(Y, at, y)
    if a < b:
        Y[U(at + b)] = a
    else:
        Y[U(at + a)] = b


@jit("void(state, int64, int64, int64)")
def join(Y: Any, joined: Any, t: Any, node: Any) -> None:
    """Put a token in a group with whatever is at a place."""
    unite(Y, I64(0), t, node)
    Y[U(joined + t)] = 1


# ---- events --------------------------------------------------------------------------------------


@jit("int64(state, state)")
def events_at(P: Any, B: Any) -> Any:
    """Where the event records of a workspace start."""
    return m.W_DATA + I64(B[U(m.W_CAPACITY)]) * P[U(m.P_WIDTH)]


@jit("int64(state)")
def event_count(B: Any) -> Any:
    """The number of event records of a workspace."""
    return min(I64(B[U(m.W_EVENTS)]), I64(B[U(m.W_EVENT_CAPACITY)]))


@jit("int64(state, state, int64)")
def way_token(P: Any, B: Any, event: Any) -> Any:
    """The token whose zone changed in an event; 0 for other events."""
    kind = B[U(event)]
    t = I64(B[U(event + 1)])
    moved = (kind == m.E_MOVE or kind == m.E_CARRY) and 0 < t < P[U(m.P_TOKENS)]
    return t if moved else I64(0)


# ---- what is lost --------------------------------------------------------------------------------


@jit("void(state, state, state, state, int64, int64, int64, int64)")
def join_lost(
    P: Any, S: Any, N: Any, Y: Any, joined: Any, before: Any, after: Any, lost: Any
) -> None:
    """Join the lost tokens with their zones, before and after."""
    n1, z1 = P[U(m.P_TOKENS)], P[U(m.P_ZONES)]
    for t in range(1, n1):
        if Y[U(lost + t)]:
            join(Y, joined, I64(t), n1 + zone_of(P, S, I64(t), before))
            join(Y, joined, I64(t), n1 + z1 + zone_of(P, N, I64(t), after))


@jit("void(state, state, state, state, int64, int64, int64, int64)")
def join_shuffled(
    P: Any, S: Any, B: Any, Y: Any, joined: Any, before: Any, lost: Any, places: Any
) -> None:
    """Join the lost tokens of each shuffle: they may have come there and gone on in the same
    move."""
    n1, first = P[U(m.P_TOKENS)], events_at(P, B)
    shuffles = n1 + 2 * P[U(m.P_ZONES)] + n1
    for t in range(n1):
        Y[U(places + t)] = zone_of(P, S, I64(t), before)
    for i in range(event_count(B)):
        event = first + i * m.EVENT_WORDS
        t = way_token(P, B, event)
        if t:
            Y[U(places + t)] = B[U(event + 3)]
        elif B[U(event)] == m.E_SHUFFLE:
            for each in range(1, n1):
                if Y[U(lost + each)] and Y[U(places + each)] == B[U(event + 1)]:
                    join(Y, joined, I64(each), I64(shuffles + i))


@jit("void(state, state, state, state, state, int64, int64, int64)")
def join_taken_unseen(
    P: Any, S: Any, B: Any, X: Any, Y: Any, joined: Any, before: Any, seat: Any
) -> None:
    """Join the unseen tokens of a zone without an order that one of them left: the seat cannot know
    which of these it was, even if it sees the token now."""
    n1, shown, first = P[U(m.P_TOKENS)], columns.shown(P) + before, events_at(P, B)
    order = I64(X[U(X_ORDER)])
    for i in range(event_count(B)):
        event = first + i * m.EVENT_WORDS
        t, z = way_token(P, B, event), I64(B[U(event + 2)])
        if t and B[U(event)] == m.E_MOVE and 0 < z < P[U(m.P_ZONES)]:
            ordered = P[U(P[U(m.P_SIGHT)] + z * m.SIGHT_WORDS)] & m.ORDERED
            if not ordered and not S[U(shown + t)] >> seat & 1:
                for k in range(contents(P, S, z, before, X, order)):
                    each = I64(X[U(order + k)])
                    if not S[U(shown + each)] >> seat & 1:
                        join(Y, joined, each, n1 + z)


# ---- classes -------------------------------------------------------------------------------------


@jit("void(state, state, state, state, int64, state, int64)")
def find_classes(P: Any, M: Any, W: Any, X: Any, seat: Any, C: Any, at: Any) -> None:
    """Write, by label of a masked state, the first label of its class, in zones without an order:
    labels of one class differ only in an order that the seat does not know."""
    zones, order = M[U(M_UNORDERED)], I64(X[U(X_ORDER)])
    ready = False
    for t in range(P[U(m.P_TOKENS)]):
        C[U(at + t)] = 0
    for i in range(M[U(zones)]):
        z = I64(M[U(zones + 1 + i)])
        n = contents(P, W, z, I64(0), X, order)
        last = I64(0)  # the first label of the last class
        for k in range(n):
            t = I64(X[U(order + k)])
            C[U(at + t)] = t
            if knows(W, t, seat):
                continue
            if last and not ready:
                find_signs(P, M, W, X)
                n = contents(P, W, z, I64(0), X, order)
                ready = True
            if last and compare_signs(P, M, W, X, last, t) == 0:
                C[U(at + t)] = last
                continue
            for j in range(k):
                other = I64(X[U(order + j)])
                if C[U(at + other)] == other and not knows(W, other, seat):
                    if compare_signs(P, M, W, X, other, t) == 0:
                        C[U(at + t)] = other
            last = I64(C[U(at + t)])


@jit("void(state, state, state, state, state, state, int64, int64, int64, int64, int64)")
def join_reclassified(
    P: Any,
    M: Any,
    S: Any,
    X: Any,
    Y: Any,
    C: Any,
    joined: Any,
    moved: Any,
    nodes: Any,
    ways: Any,
    before: Any,
) -> None:
    """Join tokens that stay in a zone without an order where the seat distinguishes them otherwise
    than before: a name that referred to one of them is gone, or one is shown. It cannot know which
    of them has which label, because it does not know their order.

    C has the labels and classes before and after the move, by token and by label in turn."""
    n1, zones, order = I64(P[U(m.P_TOKENS)]), M[U(M_UNORDERED)], I64(X[U(X_ORDER)])
    for x in range(3 * n1):
        Y[U(nodes + x)] = x
    for t in range(n1):
        Y[U(ways + t)] = 0
    for i in range(M[U(zones)]):
        for k in range(contents(P, S, I64(M[U(zones + 1 + i)]), before, X, order)):
            t = I64(X[U(order + k)])
            if not Y[U(moved + t)]:
                unite(Y, nodes, t, n1 + C[U(n1 + C[U(t)])])
                unite(Y, nodes, t, 2 * n1 + C[U(3 * n1 + C[U(2 * n1 + t)])])
                Y[U(ways + t)] = 1
    # A set whose tokens went different ways, from class to class, is a group.
    for t in range(1, n1):
        first = root(Y, nodes, I64(t))
        if Y[U(ways + t)] and first != t:
            same = C[U(n1 + C[U(t)])] == C[U(n1 + C[U(first)])]
            if not same or C[U(3 * n1 + C[U(2 * n1 + t)])] != C[U(3 * n1 + C[U(2 * n1 + first)])]:
                Y[U(ways + first)] = 2
    for t in range(1, n1):
        first = root(Y, nodes, I64(t))
        if Y[U(ways + t)] and Y[U(ways + first)] == 2:
            join(Y, joined, I64(t), n1 + 2 * P[U(m.P_ZONES)] + first)


# ---- all of it ----


@jit("void(state, state, state, state, state, state, state, state, int64)")
def find_groups(P: Any, M: Any, S: Any, N: Any, B: Any, X: Any, Y: Any, C: Any, seat: Any) -> None:
    """Find the groups of tokens that the seat may confuse; the lost ones are known."""
    n1, nodes = I64(P[U(m.P_TOKENS)]), node_count(P, B)
    joined, lost, moved = nodes, nodes + n1, nodes + 2 * n1
    places, others, ways = nodes + 3 * n1, nodes + 4 * n1, nodes + 7 * n1
    before, after = answers_shift(P, S), answers_shift(P, N)
    for x in range(nodes):
        Y[U(x)] = x
    for t in range(n1):
        Y[U(joined + t)] = 0
        Y[U(moved + t)] = 0
    for i in range(event_count(B)):
        Y[U(moved + way_token(P, B, events_at(P, B) + i * m.EVENT_WORDS))] = 1
    join_lost(P, S, N, Y, joined, before, after, lost)
    join_shuffled(P, S, B, Y, joined, before, lost, places)
    join_taken_unseen(P, S, B, X, Y, joined, before, seat)
    join_reclassified(P, M, S, X, Y, C, joined, moved, others, ways, before)


@jit("int64(state, state, state, state, state, int64, state, int64)")
def write_follows(P: Any, B: Any, X: Any, Y: Any, C: Any, at: Any, mixed: Any, end: Any) -> Any:
    """Write which label each label was before, in X, and the groups by their first label; the
    result is the end of the groups."""
    n1, joined = I64(P[U(m.P_TOKENS)]), node_count(P, B)
    tokens, done = joined + 2 * n1, joined + 3 * n1
    for t in range(n1):
        X[U(at + C[U(2 * n1 + t)])] = C[U(t)]
        Y[U(tokens + C[U(t)])] = t  # the token of a label before
        Y[U(done + t)] = 0
    for label in range(1, n1):
        t = I64(Y[U(tokens + label)])
        group = root(Y, I64(0), t)
        if Y[U(joined + t)] and not Y[U(done + group)]:
            Y[U(done + group)] = 1
            first, n = end + 1, I64(0)
            for other in range(label, n1):
                each = I64(Y[U(tokens + other)])
                if Y[U(joined + each)] and root(Y, I64(0), each) == group:
                    mixed[U(first + n)] = other
                    n += 1
            mixed[U(end)] = n
            end = first + n
            for i in range(n):
                each = I64(Y[U(tokens + mixed[U(first + i)])])
                place, x = end + i, C[U(2 * n1 + each)]
                X[U(at + x)] = 0
                while place > end and mixed[U(place - 1)] > x:
                    mixed[U(place)] = mixed[U(place - 1)]
                    place -= 1
                mixed[U(place)] = x
            end += n
    return I64(end)
