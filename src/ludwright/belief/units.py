"""Which parts of the past matter: those that random worlds of their own moment violate."""

from __future__ import annotations

from typing import Any

from ..machine import columns
from ..machine import state as m
from ..machine.jit import I64, Export, U, jit, offset
from ..machine.rng import below
from .assign import shuffle
from .observed import known_to
from .past_table import (
    C_BACKS,
    C_LENIENT,
    C_PERMUTATIONS,
    C_ROOM,
    C_SEAT,
    C_SEEDS,
    C_SLOTS,
    C_TOKENS,
    C_UNDO,
    G_ENDS,
    G_KNOWN,
    G_PERMUTATION,
    G_UNKNOWN,
    GROUP_HEAD,
    H_END,
    H_GROUP_COUNT,
    H_GROUPS,
    H_LOST,
    H_LOST_COUNT,
    H_PERMUTATIONS,
    H_WORDS,
    LOST_WORDS,
)
from .relabel import put_tokens, start_again
from .unit import go_back, test_unit

# ---- what matters of a unit: nothing, the tokens, also how labels were mixed; bits: a way is known
# in which they may have been mixed, and there are others ----
IRRELEVANT, RELEVANT, MIXTURE = range(3)
KNOWN_WAY, OTHER_WAYS = 4, 8
SEEDS = I64(1) << 30
UNTESTED = I64(-1)
WORK, TEST_WORDS = 2_000_000, 500  # words that tests go through, to find out how labels were mixed
DRAWN = 32  # tokens drawn for that
LONGEST = 10  # times as many worlds are drawn where few of them agree
TRIES = 16  # pairs of places drawn to find one of different kinds


@jit("void(state, state, state, state, state, int64, state)")
def draw_tokens_at(P: Any, H: Any, at: Any, C: Any, V: Any, k: Any, R: Any) -> None:
    """Draw the tokens of a record at random: those that the seat does not know may be wherever
    their back is."""
    record = offset(H, at[U(k)])
    known = offset(record, record[U(H_WORDS)] + m.KNOWN)
    n1, seat = I64(P[U(m.P_TOKENS)]), I64(C[U(C_SEAT)])
    tokens, room = offset(V, C[U(C_TOKENS)] + k * n1), offset(V, C[U(C_ROOM)])
    labels, backs = offset(room, n1), offset(V, C[U(C_BACKS)])
    last = I64(0)
    for t in range(n1):
        tokens[U(t)] = t
        last = max(last, I64(backs[U(t)]))
    for back in range(last + 1):
        n = I64(0)
        for t in range(1, n1):
            if backs[U(t)] == back and not known[U(t)] >> seat & 1:
                room[U(n)] = t
                labels[U(n)] = t
                n += 1
        shuffle(room, n, R)
        for i in range(n):
            tokens[U(labels[U(i)])] = room[U(i)]


@jit("void(state, state, int64)")
def keep_lost(record: Any, tokens: Any, n1: Any) -> None:
    """Put known tokens that were lost in a step where they are after it."""
    lost = offset(record, record[U(H_LOST)])
    for i in range(record[U(H_LOST_COUNT)]):
        label, token = lost[U(LOST_WORDS * i)], lost[U(LOST_WORDS * i + 1)]
        for other in range(1, n1):
            if tokens[U(other)] == token:
                tokens[U(other)] = tokens[U(label)]
                tokens[U(label)] = token
                break


@jit("void(state, state, state, int64, state)")
def draw_permutations(record: Any, C: Any, V: Any, k: Any, R: Any) -> None:
    """Draw how labels were mixed in a step, and what its hidden choice comes from."""
    V[U(C[U(C_SEEDS)] + k)] = below(R, I64(0), SEEDS)
    group = I64(record[U(H_GROUPS)])
    for _ in range(record[U(H_GROUP_COUNT)]):
        here = offset(record, group)
        start = C[U(C_PERMUTATIONS)] + record[U(H_PERMUTATIONS)] + here[U(G_PERMUTATION)]
        shuffle(offset(V, start), I64(here[U(G_UNKNOWN)]), R)
        group += GROUP_HEAD + here[U(G_KNOWN)] + here[U(G_UNKNOWN)] + here[U(G_ENDS)]


@jit("void(state, int64, int64)", inline=True)
def exchange(V: Any, a: Any, b: Any) -> None:
    """Exchange two words."""
    x = V[U(a)]
    V[U(a)] = V[U(b)]
    V[U(b)] = x


@jit("int64(state, state, state, state, state, int64)")
def find_strays(P: Any, record: Any, S: Any, tokens: Any, strays: Any, seat: Any) -> Any:
    """Write which tokens of a state are not in the zones where they should be at a record, or not
    known to whom they should be; the result is their number."""
    words = offset(record, record[U(H_WORDS)])
    zone = columns.zone(P)
    n = I64(0)
    for t in range(1, P[U(m.P_TOKENS)]):
        u = I64(tokens[U(t)])
        if S[U(zone + u)] != words[U(zone + t)] or known_to(P, S, u, seat) != words[U(m.KNOWN + t)]:
            strays[U(n)] = u
            n += 1
    return n


@jit("int64(state, state, state, int64, state)")
def find_place(record: Any, C: Any, tokens: Any, t: Any, to: Any) -> Any:
    """Write where the place of a token is in a permutation of a record, where that starts and how
    long it is; 0 if there is none."""
    group = I64(record[U(H_GROUPS)])
    for _ in range(record[U(H_GROUP_COUNT)]):
        here = offset(record, group)
        known, unknown = I64(here[U(G_KNOWN)]), I64(here[U(G_UNKNOWN)])
        for i in range(unknown):
            if tokens[U(here[U(GROUP_HEAD + known + i)])] == t:
                first = C[U(C_PERMUTATIONS)] + record[U(H_PERMUTATIONS)] + here[U(G_PERMUTATION)]
                to[U(0)] = first + i
                to[U(1)] = first
                to[U(2)] = unknown
                return I64(1)
        group += GROUP_HEAD + known + unknown + here[U(G_ENDS)]
    return I64(0)


@jit("int64(state, state, state, state, int64, state, state)")
def find_exchange(record: Any, C: Any, tokens: Any, strays: Any, n: Any, undo: Any, R: Any) -> Any:
    """Choose two places of a permutation to exchange: that of a stray token, and mostly that of
    another; 0 if they are not in one permutation."""
    if not find_place(record, C, tokens, I64(strays[U(below(R, I64(0), n))]), undo):
        return I64(0)
    first, count = I64(undo[U(1)]), I64(undo[U(2)])
    here = offset(undo, 3)
    if below(R, I64(0), I64(4)):
        other = find_place(record, C, tokens, I64(strays[U(below(R, I64(0), n))]), here)
        undo[U(1)] = here[U(0)]
        return I64(1) if other and here[U(1)] == first and undo[U(0)] != undo[U(1)] else I64(0)
    undo[U(1)] = first + below(R, I64(0), count)
    return I64(1) if undo[U(0)] != undo[U(1)] else I64(0)


@jit(
    "int64(int64, state, state, state, state, state, state, state, float64[::1], state, state, "
    "int64)"
)
def test_again(
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
    k: Any,
) -> Any:
    """Test the unit that begins at record k with the tokens at its end; the violations, UNTESTED if
    it cannot have begun."""
    if go_back(P, H, at, V, C, k, I64(H[U(at[U(k)] + H_END)])):
        return UNTESTED
    put_tokens(P, H, I64(at[U(k)]), offset(V, C[U(C_TOKENS)] + k * P[U(m.P_TOKENS)]), S)
    start_again(P, S)
    return test_unit(machine, P, H, at, S, B, C, V, F, L, K, k)


@jit("void(state, state, state, state, state, int64, state)")
def draw_end(P: Any, H: Any, at: Any, C: Any, V: Any, k: Any, R: Any) -> None:
    """Draw the tokens at the end of the unit that begins at record k."""
    end = I64(H[U(at[U(k)] + H_END)])
    draw_tokens_at(P, H, at, C, V, end, R)
    if end == k + 1:
        n1 = I64(P[U(m.P_TOKENS)])
        keep_lost(offset(H, at[U(k)]), offset(V, C[U(C_TOKENS)] + end * n1), n1)


@jit(
    "int64(int64, state, state, state, state, state, state, state, float64[::1], state, state, "
    "int64, int64, state)"
)
def find_way(
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
    k: Any,
    count: Any,
    R: Any,
) -> Any:
    """Find a way in which the labels of a unit may have been mixed: tokens that do not go where
    they should change places, until all of it looks as it should, legal or not. 0 if that was not
    found within a number of tests."""
    n1 = I64(P[U(m.P_TOKENS)])
    end = I64(H[U(at[U(k)] + H_END)])
    later, undo = offset(V, C[U(C_TOKENS)] + end * n1), offset(V, C[U(C_UNDO)])
    strays, others = offset(V, C[U(C_ROOM)]), offset(V, C[U(C_ROOM)] + n1)
    groups = I64(0)
    seat = I64(C[U(C_SEAT)])
    for i in range(k, end):
        draw_permutations(offset(H, at[U(i)]), C, V, I64(i), R)
        groups += H[U(at[U(i)] + H_GROUP_COUNT)]
    if not groups:
        return I64(0)
    best, drawn = I64(0), I64(0)
    for _ in range(count):
        exchanged = False
        if best:
            i = k + below(R, I64(0), end - k)
            tokens = offset(V, C[U(C_TOKENS)] + i * n1)
            if not find_exchange(offset(H, at[U(i)]), C, tokens, strays, best, undo, R):
                continue
            exchange(V, I64(undo[U(0)]), I64(undo[U(1)]))
            exchanged = True
        else:  # all tokens are where they should be, or this is the beginning
            if drawn == DRAWN:
                return I64(0)
            drawn += 1
            draw_end(P, H, at, C, V, k, R)
        wrong = test_again(machine, P, H, at, S, B, C, V, F, L, K, k)
        if wrong == 0:
            return I64(1)
        n = find_strays(P, offset(H, at[U(end)]), S, later, others, seat) if wrong > 0 else n1
        if not exchanged or n <= best:
            best = n if wrong > 0 else I64(0)
            for i in range(best):
                strays[U(i)] = others[U(i)]
        else:
            exchange(V, I64(undo[U(0)]), I64(undo[U(1)]))
            go_back(P, H, at, V, C, k, end)
    return I64(0)


@jit("int64(state, state, state, state, int64, state, state)")
def exchange_kinds(H: Any, at: Any, C: Any, V: Any, k: Any, undo: Any, R: Any) -> Any:
    """Choose two places of a permutation of a record whose kinds differ; 0 if none was drawn."""
    record = offset(H, at[U(k)])
    if not record[U(H_GROUP_COUNT)]:
        return I64(0)
    for _ in range(TRIES):
        chosen = below(R, I64(0), I64(record[U(H_GROUP_COUNT)]))
        group = I64(record[U(H_GROUPS)])
        for _skip in range(chosen):
            here = offset(record, group)
            group += GROUP_HEAD + here[U(G_KNOWN)] + here[U(G_UNKNOWN)] + here[U(G_ENDS)]
        count = I64(record[U(group + G_UNKNOWN)])
        if count < 2:
            continue
        start = record[U(H_PERMUTATIONS)] + record[U(group + G_PERMUTATION)]
        i, j = below(R, I64(0), count), below(R, I64(0), count)
        slots = C[U(C_SLOTS)] + start
        if V[U(slots + i)] != V[U(slots + j)]:
            undo[U(0)] = C[U(C_PERMUTATIONS)] + start + i
            undo[U(1)] = C[U(C_PERMUTATIONS)] + start + j
            return I64(1)
    return I64(0)


@jit("void(state, state, state, state)")
def shuffle_kinds(record: Any, C: Any, V: Any, R: Any) -> None:
    """Shuffle the places of each kind in the permutations of a record."""
    group = I64(record[U(H_GROUPS)])
    for _ in range(record[U(H_GROUP_COUNT)]):
        here = offset(record, group)
        start = record[U(H_PERMUTATIONS)] + here[U(G_PERMUTATION)]
        slots, places = C[U(C_SLOTS)] + start, C[U(C_PERMUTATIONS)] + start
        for i in range(here[U(G_UNKNOWN)] - 1, 0, -1):
            j = below(R, I64(0), I64(i + 1))
            if V[U(slots + i)] == V[U(slots + j)]:
                exchange(V, I64(places + i), I64(places + j))
        group += GROUP_HEAD + here[U(G_KNOWN)] + here[U(G_UNKNOWN)] + here[U(G_ENDS)]


@jit(
    "int64(int64, state, state, state, state, state, state, state, float64[::1], state, state, "
    "int64, int64, state)"
)
def known_way_matters(
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
    k: Any,
    count: Any,
    R: Any,
) -> Any:
    """Whether random tokens violate a unit if its labels were mixed as was found, whether it makes
    a difference which labels of a kind were which, and whether all may have been mixed otherwise,
    too."""
    end = I64(H[U(at[U(k)] + H_END)])
    undo = offset(V, C[U(C_UNDO)])
    later, room = offset(V, C[U(C_TOKENS)] + end * P[U(m.P_TOKENS)]), offset(V, C[U(C_ROOM)])
    last, seat = offset(H, at[U(end)]), I64(C[U(C_SEAT)])
    tested, found, other, agree = I64(0), I64(KNOWN_WAY), I64(0), I64(0)
    for number in range(LONGEST * count):
        if number >= count and (not found & RELEVANT or found & MIXTURE or agree >= 2 * count):
            break
        draw_end(P, H, at, C, V, k, R)
        for i in range(k, end):
            V[U(C[U(C_SEEDS)] + i)] = below(R, I64(0), SEEDS)
        wrong = test_again(machine, P, H, at, S, B, C, V, F, L, K, k)
        if wrong < 0:
            continue
        tested += 1
        if wrong:
            found |= RELEVANT
        for i in range(k, end):
            shuffle_kinds(offset(H, at[U(i)]), C, V, R)
        if not found & MIXTURE:
            before = wrong
            wrong = test_again(machine, P, H, at, S, B, C, V, F, L, K, k)
            found |= MIXTURE if wrong != before else 0
            agree += 0 if wrong and before else 1
        step = k + below(R, I64(0), end - k)
        if other or not exchange_kinds(H, at, C, V, step, undo, R):
            continue
        C[U(C_LENIENT)] = 1
        if wrong:
            wrong = test_again(machine, P, H, at, S, B, C, V, F, L, K, k)
        strays = find_strays(P, last, S, later, room, seat)
        exchange(V, I64(undo[U(0)]), I64(undo[U(1)]))
        changed = test_again(machine, P, H, at, S, B, C, V, F, L, K, k)
        if changed == 0 or (wrong and find_strays(P, last, S, later, room, seat) <= strays):
            other = I64(OTHER_WAYS)
        exchange(V, I64(undo[U(0)]), I64(undo[U(1)]))
        C[U(C_LENIENT)] = 0
    if not tested:
        found |= RELEVANT
    return found | other


@jit(
    "int64(int64, state, state, state, state, state, state, state, float64[::1], state, state, "
    "int64, int64, state)",
    export=Export.LONG,
)
def unit_matters(
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
    k: Any,
    count: Any,
    R: Any,
) -> Any:
    """Whether worlds drawn at random for the end of a unit violate it, or none could be tested, and
    whether that depends on how labels were mixed. The unit begins at record k, where nothing but
    tokens is hidden."""
    end = I64(H[U(at[U(k)] + H_END)])
    most = I64(WORK // (TEST_WORDS + P[U(m.P_SIZE)]))
    C[U(C_LENIENT)] = 1
    found = find_way(machine, P, H, at, S, B, C, V, F, L, K, k, most, R)
    C[U(C_LENIENT)] = 0
    if found:
        return known_way_matters(machine, P, H, at, S, B, C, V, F, L, K, k, count, R)
    tested = I64(0)
    found = I64(IRRELEVANT)
    for _ in range(count):
        draw_end(P, H, at, C, V, k, R)
        first = I64(-1)
        for _again in range(2):
            for i in range(k, end):
                draw_permutations(offset(H, at[U(i)]), C, V, I64(i), R)
            wrong = test_again(machine, P, H, at, S, B, C, V, F, L, K, k)
            if wrong < 0:
                continue
            tested += 1
            if wrong:
                found = I64(max(found, I64(RELEVANT)))
            if first >= 0 and wrong != first:
                return I64(MIXTURE)
            first = wrong
            if not H[U(at[U(k)] + H_GROUP_COUNT)]:
                break
    return found if tested else I64(RELEVANT)
