"""Which parts of the past matter: those that random worlds of their own moment violate."""

from __future__ import annotations

from typing import Any

from ..machine import state as m
from ..machine.jit import I64, Export, U, jit, offset
from ..machine.rng import below
from .assign import shuffle
from .past_table import (
    C_BACKS,
    C_PERMUTATIONS,
    C_ROOM,
    C_SEAT,
    C_SEEDS,
    C_TOKENS,
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
from .replay import go_back, test_unit

# ---- what matters of a unit: nothing, the tokens, also how labels were mixed ----
IRRELEVANT, RELEVANT, MIXTURE = range(3)
SEEDS = I64(1) << 30


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
    n1 = I64(P[U(m.P_TOKENS)])
    end = I64(H[U(at[U(k)] + H_END)])
    tested, found = I64(0), I64(IRRELEVANT)
    for _ in range(count):
        draw_tokens_at(P, H, at, C, V, end, R)
        if end == k + 1:
            tokens = offset(V, C[U(C_TOKENS)] + end * n1)
            keep_lost(offset(H, at[U(k)]), tokens, n1)
        first = I64(-1)
        for _again in range(2):
            for i in range(k, end):
                draw_permutations(offset(H, at[U(i)]), C, V, I64(i), R)
            if go_back(P, H, at, V, C, k, end):
                continue
            tested += 1
            put_tokens(P, H, I64(at[U(k)]), offset(V, C[U(C_TOKENS)] + k * n1), S)
            start_again(P, S)
            wrong = test_unit(machine, P, H, at, S, B, C, V, F, L, K, k)
            if wrong > 0:
                found = I64(max(found, I64(RELEVANT)))
            if first >= 0 and wrong != first:
                return I64(MIXTURE)
            first = wrong
            if not H[U(at[U(k)] + H_GROUP_COUNT)]:
                break
    return found if tested else I64(RELEVANT)
