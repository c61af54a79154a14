"""A chain of worlds: exchanges of tokens and other choices, accepted by how well the past agrees.

It is a Metropolis chain over the tokens by label now, the permutations through which labels were
mixed, and hidden choices. A violated step lowers the probability of a world by a constant factor;
worlds are taken at regular intervals, those without violations only, as long as there are any.
"""

from __future__ import annotations

from typing import Any

from ..machine import state as m
from ..machine.jit import I64, Export, U, jit, offset
from ..machine.rng import below, seed_words
from .assign import SWAPS, draw_tokens, shuffle
from .past_table import (
    C_ACCEPTED,
    C_BLANK,
    C_BUFFER,
    C_CHOICE_LIST,
    C_CHOICES,
    C_CLASSES,
    C_EASE,
    C_FIRST,
    C_FREE,
    C_GROUP_LIST,
    C_GROUPS,
    C_HITS,
    C_LABELS,
    C_NOW,
    C_ORDER,
    C_ORDERED,
    C_PERMUTATIONS,
    C_POSSIBLE,
    C_ROOM,
    C_SEAT,
    C_SEEDS,
    C_SHUFFLED,
    C_SLOTS,
    C_STEPS,
    C_TESTED,
    C_TESTS,
    C_UNDO,
    C_UNKNOWN,
    C_VARIES,
    C_VIOLATIONS,
    C_ZONE_LIST,
    C_ZONES,
    EASE,
    F_PRICES,
    F_TESTED,
    F_WEIGHT,
    MOST_PAIRS,
    MOST_VIOLATIONS,
)
from .relabel import shuffle_unordered
from .replay import present, replay

SEEDS = I64(1) << 30
EVERYTHING = I64(1) << 40
CHECKED = 32
MOVES_PER_TEST = 64  # a limit where few changes are possible
TRIES = 16  # pairs drawn to find one of different classes
LABEL_MOVES, OTHER_MOVES = 3, 2  # how often tokens are exchanged, and each other kind is changed


@jit("void(state, state, state, int64, state)")
def draw_world(P: Any, C: Any, V: Any, swaps: Any, R: Any) -> None:
    """Draw tokens, permutations and choices at random, whatever the past."""
    n1 = I64(P[U(m.P_TOKENS)])
    draw_tokens(
        offset(V, C[U(C_POSSIBLE)]),
        offset(V, C[U(C_LABELS)]),
        offset(V, C[U(C_FREE)]),
        I64(C[U(C_UNKNOWN)]),
        n1,
        offset(V, C[U(C_NOW)]),
        swaps,
        offset(V, C[U(C_ROOM)]),
        R,
    )
    groups = offset(V, C[U(C_GROUP_LIST)])
    for i in range(C[U(C_SHUFFLED)]):
        start = C[U(C_PERMUTATIONS)] + groups[U(2 * i)]
        shuffle(offset(V, start), I64(groups[U(2 * i + 1)]), R)
    steps = offset(V, C[U(C_CHOICE_LIST)])
    for i in range(C[U(C_CHOICES)]):
        V[U(C[U(C_SEEDS)] + steps[U(i)])] = below(R, I64(0), SEEDS)


@jit("void(state, int64, int64)", inline=True)
def exchange(V: Any, a: Any, b: Any) -> None:
    """Exchange two words."""
    x = V[U(a)]
    V[U(a)] = V[U(b)]
    V[U(b)] = x


@jit("int64(state, state, state, int64, state)")
def exchange_pair(C: Any, V: Any, undo: Any, n1: Any, R: Any) -> Any:
    """Exchange the tokens of two labels that differ, sometimes of three in a circle; 0 if that is
    not possible. `undo` gets the pairs of words that were exchanged, the result is their number."""
    count, labels = I64(C[U(C_UNKNOWN)]), offset(V, C[U(C_LABELS)])
    classes, now = C[U(C_CLASSES)], C[U(C_NOW)]
    x, y = I64(0), I64(0)
    for _ in range(TRIES):
        x = I64(labels[U(below(R, I64(0), count))])
        y = I64(labels[U(below(R, I64(0), count))])
        if V[U(classes + x)] != V[U(classes + y)]:
            break
    if V[U(classes + x)] == V[U(classes + y)]:
        return I64(0)
    possible = offset(V, C[U(C_POSSIBLE)])
    s, t = I64(V[U(now + x)]), I64(V[U(now + y)])
    undo[U(0)] = now + x
    undo[U(1)] = now + y
    if count > 2 and below(R, I64(0), I64(8)) == 0:
        z = I64(labels[U(below(R, I64(0), count))])
        u = I64(V[U(now + z)])
        if z == x or z == y:
            return I64(0)
        # s goes from x to y, t from y to z, u from z to x.
        if not (possible[U(s * n1 + y)] and possible[U(t * n1 + z)] and possible[U(u * n1 + x)]):
            return I64(0)
        undo[U(2)] = now + x
        undo[U(3)] = now + z
        exchange(V, now + x, now + y)
        exchange(V, now + x, now + z)
        return I64(2)
    if not (possible[U(s * n1 + y)] and possible[U(t * n1 + x)]):
        return I64(0)
    exchange(V, now + x, now + y)
    return I64(1)


@jit("int64(state, state, state, int64, int64, state)")
def exchange_tokens(C: Any, V: Any, undo: Any, n1: Any, pairs: Any, R: Any) -> Any:
    """Exchange the tokens of some pairs of labels one after another, see `exchange_pair`."""
    found = I64(0)
    for _ in range(pairs):
        found += exchange_pair(C, V, offset(undo, 2 * found), n1, R)
    return found


@jit("int64(state, state, state, state)")
def exchange_places(C: Any, V: Any, undo: Any, R: Any) -> Any:
    """Exchange two places of a permutation that matters; 0 if they do not differ."""
    group = below(R, I64(0), I64(C[U(C_GROUPS)]))
    groups = offset(V, C[U(C_GROUP_LIST)])
    start, count = I64(groups[U(2 * group)]), I64(groups[U(2 * group + 1)])
    slots = C[U(C_SLOTS)] + start
    i, j = I64(0), I64(0)
    for _ in range(TRIES):
        i, j = below(R, I64(0), count), below(R, I64(0), count)
        if V[U(slots + i)] != V[U(slots + j)]:
            break
    if V[U(slots + i)] == V[U(slots + j)]:
        return I64(0)
    undo[U(0)] = C[U(C_PERMUTATIONS)] + start + i
    undo[U(1)] = C[U(C_PERMUTATIONS)] + start + j
    exchange(V, I64(undo[U(0)]), I64(undo[U(1)]))
    return I64(1)


@jit("int64(float64[::1], state, float64)")
def most_accepted(F: Any, C: Any, chance: Any) -> Any:
    """The most violations that a world accepted with a chance may have, if weights are equal."""
    bar = chance * F[U(F_PRICES + min(I64(C[U(C_VIOLATIONS)]), I64(MOST_VIOLATIONS - 1)))]
    most = I64(0)
    while most + 1 < MOST_VIOLATIONS and F[U(F_PRICES + most + 1)] >= bar:
        most += 1
    return most


@jit(
    "void(int64, state, state, state, state, state, state, state, float64[::1], state, state, "
    "int64, state)"
)
def change(
    machine: Any,
    P: Any,
    H: Any,
    at: Any,
    S: Any,
    B: Any,
    C: Any,
    V: Any,
    F: Any,
    L: Any,
    K: Any,
    learn: Any,
    R: Any,
) -> None:
    """Change a world at random, and accept that or take it back. Half of the exchanges are of as
    many pairs as are accepted every other time, as was learnt earlier, or is learnt now."""
    labels = I64(LABEL_MOVES) if C[U(C_UNKNOWN)] > 1 else I64(0)
    groups = I64(OTHER_MOVES) if C[U(C_GROUPS)] else I64(0)
    choices = I64(OTHER_MOVES) if C[U(C_CHOICES)] else I64(0)
    if not labels + groups + choices:
        return
    undo = offset(V, C[U(C_UNDO)])
    kind = below(R, I64(0), labels + groups + choices)
    at_seed, seed, exchanges = I64(0), I64(0), I64(0)
    several = kind < labels and below(R, I64(0), I64(2)) == 1
    if kind < labels:
        pairs = 1 + C[U(C_EASE)] // EASE if several else I64(1)
        exchanges = exchange_tokens(C, V, undo, I64(P[U(m.P_TOKENS)]), I64(pairs), R)
    elif kind < labels + groups:
        exchanges = exchange_places(C, V, undo, R)
    else:
        chosen = below(R, I64(0), I64(C[U(C_CHOICES)]))
        at_seed = C[U(C_SEEDS)] + V[U(C[U(C_CHOICE_LIST)] + chosen)]
        seed = I64(V[U(at_seed)])
        V[U(at_seed)] = below(R, I64(0), SEEDS)
    if not exchanges and not at_seed:
        return
    chance = (below(R, I64(0), SEEDS) + 1.0) / SEEDS
    now = min(I64(C[U(C_VIOLATIONS)]), I64(MOST_VIOLATIONS - 1))
    most = I64(MOST_VIOLATIONS - 1)
    if not C[U(C_VARIES)]:
        most = most_accepted(F, C, chance)
    found = replay(machine, P, H, at, S, B, C, V, F, L, K, most, I64(0))
    if found <= most:
        bar = chance * F[U(F_WEIGHT)] * F[U(F_PRICES + now)]
        if F[U(F_TESTED)] * F[U(F_PRICES + found)] >= bar:
            C[U(C_VIOLATIONS)] = found
            F[U(F_WEIGHT)] = F[U(F_TESTED)]
            C[U(C_ACCEPTED)] += 1
            if learn and several:
                most = min(EASE * I64(MOST_PAIRS - 1), I64(EASE) * C[U(C_UNKNOWN)] // 2)
                C[U(C_EASE)] = min(C[U(C_EASE)] + 1, most)
            return
    if learn and several:
        C[U(C_EASE)] = max(C[U(C_EASE)] - 1, I64(0))
    if at_seed:
        V[U(at_seed)] = seed
    for i in range(exchanges - 1, -1, -1):
        exchange(V, I64(undo[U(2 * i)]), I64(undo[U(2 * i + 1)]))


@jit(
    "int64(int64, state, state, state, state, state, state, state, float64[::1], state, state, "
    "int64)"
)
def recheck(
    machine: Any,
    P: Any,
    H: Any,
    at: Any,
    S: Any,
    B: Any,
    C: Any,
    V: Any,
    F: Any,
    L: Any,
    K: Any,
    full: Any,
) -> Any:
    """Replay the present world; with `full`, the whole past: steps that it violates are tested from
    now on."""
    if not full:
        return replay(machine, P, H, at, S, B, C, V, F, L, K, EVERYTHING, I64(0))
    found = replay(machine, P, H, at, S, B, C, V, F, L, K, EVERYTHING, I64(1))
    if found > C[U(C_VIOLATIONS)]:
        for k in range(C[U(C_STEPS)] + 1):
            if V[U(C[U(C_HITS)] + k)] and not V[U(C[U(C_TESTED)] + k)]:
                V[U(C[U(C_TESTED)] + k)] = 1
                if k < C[U(C_STEPS)]:
                    V[U(C[U(C_ORDER)] + C[U(C_ORDERED)])] = k
                    C[U(C_ORDERED)] += 1
                C[U(C_FIRST)] = min(I64(C[U(C_FIRST)]), I64(k))
        C[U(C_VIOLATIONS)] = min(found, EVERYTHING)
    return found


@jit(
    "void(int64, state, state, state, state, state, state, state, float64[::1], state, state, "
    "int64, int64, state)",
    export=Export.LONG,
)
def sample_tests(
    machine: Any,
    P: Any,
    H: Any,
    at: Any,
    S: Any,
    B: Any,
    C: Any,
    V: Any,
    F: Any,
    L: Any,
    K: Any,
    count: Any,
    full: Any,
    R: Any,
) -> None:
    """Count how often each step, or only the present, is violated by worlds drawn whatever the
    past; the last of them begins the chain."""
    present_hits = C[U(C_HITS)] + C[U(C_STEPS)]
    for _ in range(count):
        draw_world(P, C, V, I64(SWAPS), R)
        wrong = replay(machine, P, H, at, S, B, C, V, F, L, K, EVERYTHING, full)
        if wrong and not full:
            V[U(present_hits)] += 1


@jit(
    "int64(int64, state, state, state, state, state, state, state, float64[::1], state, state, "
    "int64, int64, state)",
    export=Export.LONG,
)
def walk(
    machine: Any,
    P: Any,
    H: Any,
    at: Any,
    S: Any,
    B: Any,
    C: Any,
    V: Any,
    F: Any,
    L: Any,
    K: Any,
    changes: Any,
    budget: Any,
    R: Any,
) -> Any:
    """Change a world again and again, within a budget of tests; the result is its violations."""
    last = C[U(C_TESTS)] + budget
    C[U(C_VIOLATIONS)] = recheck(machine, P, H, at, S, B, C, V, F, L, K, I64(0))
    F[U(F_WEIGHT)] = F[U(F_TESTED)]
    for _ in range(changes):
        if C[U(C_TESTS)] >= last:
            break
        change(machine, P, H, at, S, B, C, V, F, L, K, I64(1), R)
    return I64(C[U(C_VIOLATIONS)])


@jit(
    "int64(int64, state, state, state, state, state, state, state, float64[::1], state, state, "
    "state, int64, int64, int64, int64, int64, state)",
    export=Export.LONG,
)
def take_worlds(
    machine: Any,
    P: Any,
    H: Any,
    at: Any,
    S: Any,
    B: Any,
    C: Any,
    V: Any,
    F: Any,
    L: Any,
    K: Any,
    out: Any,
    count: Any,
    thin: Any,
    budget: Any,
    checks: Any,
    anyway: Any,
    R: Any,
) -> Any:
    """Write worlds to `out`, one every `thin` changes, or drawn at random if that is 0: those
    without violations only, unless `anyway`. The first `checks` of them, and every CHECKED-th, are
    tested by their whole past. The result is how many were found with a `budget` of tests."""
    size = I64(P[U(m.P_SIZE)])
    found = I64(0)
    checked = I64(0)
    last = C[U(C_TESTS)] + budget
    moves = I64(0)
    while found < count:
        for _ in range(thin):
            change(machine, P, H, at, S, B, C, V, F, L, K, I64(0), R)
        if not thin:
            draw_world(P, C, V, I64(SWAPS), R)
        moves += thin
        if C[U(C_TESTS)] >= last or moves >= MOVES_PER_TEST * budget:
            break
        if C[U(C_VIOLATIONS)] and not anyway:
            continue
        checked += 1
        full = not anyway and (checked <= checks or checked % CHECKED == 0)
        if full or C[U(C_BLANK)]:
            wrong = recheck(machine, P, H, at, S, B, C, V, F, L, K, I64(1) if full else I64(0))
            if wrong and not anyway:
                if not thin:
                    break
                continue
        present(machine, P, H, at, S, B, C, V, F, L)
        here = offset(S, (1 - C[U(C_BUFFER)]) * size)
        if not here[U(m.TOGETHER)]:
            shuffle_unordered(
                P,
                here,
                I64(C[U(C_SEAT)]),
                I64(C[U(C_ZONES)]),
                offset(V, C[U(C_ZONE_LIST)]),
                R,
                offset(V, C[U(C_ROOM)]),
            )
        seed_words(here, I64(m.RNG), below(R, I64(0), SEEDS))
        for i in range(size):
            out[U(found * size + i)] = here[U(i)]
        found += 1
    return found
