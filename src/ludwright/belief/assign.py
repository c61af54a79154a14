"""Assignments of hidden tokens to labels: random perfect matchings of what is possible."""

from __future__ import annotations

from typing import Any

from ..machine.jit import I64, Export, U, jit, offset
from ..machine.rng import below

SWAPS = 4  # per hidden token, where tokens may not be anywhere


@jit("void(state, int64, state)", inline=True)
def shuffle(X: Any, count: Any, R: Any) -> None:
    """Shuffle the first words of an array."""
    for i in range(count - 1, 0, -1):
        j = below(R, I64(0), I64(i + 1))
        x = X[U(i)]
        X[U(i)] = X[U(j)]
        X[U(j)] = x


@jit("int64(state, int64, state, state, int64, int64, state, state)")
def place(
    possible: Any,
    n1: Any,
    tokens: Any,
    order: Any,
    count: Any,
    label: Any,
    owner: Any,
    paths: Any,
) -> Any:
    """Give a label a token, whose present label gets another one: the shortest augmenting path. 0
    if there is none. `paths` is for the label from which each token was reached, and a queue."""
    for i in range(n1):
        paths[U(i)] = 0
    paths[U(n1)] = label
    first, last = I64(0), I64(1)
    while first < last:
        at = I64(paths[U(n1 + first)])
        first += 1
        for i in range(count):
            t = I64(order[U(i)])
            if paths[U(t)] or not possible[U(t * n1 + at)]:
                continue
            paths[U(t)] = at
            if owner[U(t)]:
                paths[U(n1 + last)] = owner[U(t)]
                last += 1
                continue
            while True:  # go back along the path, and pass the tokens on
                mine = I64(paths[U(t)])
                given = I64(tokens[U(mine)])
                owner[U(t)] = mine
                tokens[U(mine)] = t
                if mine == label:
                    return I64(1)
                t = given
    return I64(0)


@jit("int64(state, state, int64, int64, state, state, state)")
def match(possible: Any, unknown: Any, count: Any, n1: Any, tokens: Any, room: Any, R: Any) -> Any:
    """Give each hidden label a possible token; 0 if that cannot be. `room` is for four words per
    token. The random order does not make it uniform; `mix_tokens` does the rest."""
    order, owner, paths = room, offset(room, n1), offset(room, 2 * n1)
    for i in range(n1):
        tokens[U(i)] = i
        owner[U(i)] = 0
    for i in range(count):
        order[U(i)] = unknown[U(i)]
        tokens[U(unknown[U(i)])] = 0
    shuffle(order, count, R)
    found = I64(1)
    start = below(R, I64(0), I64(count)) if count else I64(0)
    for i in range(count):
        label = I64(unknown[U((start + i) % count)])
        if place(possible, n1, tokens, order, count, label, owner, paths) == 0:
            found = I64(0)
    if not found:  # leave a permutation
        for i in range(count):
            if not owner[U(unknown[U(i)])]:
                for k in range(count):
                    if not tokens[U(unknown[U(k)])]:
                        tokens[U(unknown[U(k)])] = unknown[U(i)]
                        break
    return found


@jit("void(state, state, int64, int64, state, int64, state)")
def mix_tokens(
    possible: Any, unknown: Any, count: Any, n1: Any, tokens: Any, swaps: Any, R: Any
) -> None:
    """Swap tokens at random where that is possible: a Markov chain towards uniform matchings."""
    if count < 2:
        return
    for _ in range(swaps):
        a = I64(unknown[U(below(R, I64(0), count))])
        b = I64(unknown[U(below(R, I64(0), count))])
        s, t = I64(tokens[U(a)]), I64(tokens[U(b)])
        if possible[U(s * n1 + b)] and possible[U(t * n1 + a)]:
            tokens[U(a)] = t
            tokens[U(b)] = s


@jit("void(state, state, state, int64, int64, state, int64, state, state)", export=Export.QUICK)
def draw_tokens(
    possible: Any,
    unknown: Any,
    free: Any,
    count: Any,
    n1: Any,
    tokens: Any,
    swaps: Any,
    room: Any,
    R: Any,
) -> None:
    """A token for each label. `free` has the lengths of runs of hidden labels whose tokens may be
    anywhere in the run, up to a 0; if it starts with 0, tokens may not be anywhere."""
    if not free[U(0)]:
        match(possible, unknown, count, n1, tokens, room, R)
        mix_tokens(possible, unknown, count, n1, tokens, swaps * count, R)
        return
    for i in range(n1):
        tokens[U(i)] = i
    start, run = I64(0), I64(0)
    while free[U(run)]:
        length = I64(free[U(run)])
        for i in range(length):
            room[U(i)] = unknown[U(start + i)]
        shuffle(room, length, R)
        for i in range(length):
            tokens[U(unknown[U(start + i)])] = room[U(i)]
        start += length
        run += 1
