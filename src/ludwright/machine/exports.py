"""The compiled functions that Python calls: they take arrays and pass on pointers."""

from __future__ import annotations

from typing import Any

from . import advance, keys, rng, tokens
from . import state as m
from .jit import jit, pointer


@jit("int64(array, array, array, int64, int64, int64, int64, int64)")
def operate(P: Any, S: Any, B: Any, what: Any, entry: Any, a: Any, b: Any, c: Any) -> Any:
    """See advance.operate; ADVANCE with an entry first chooses the action of that number."""
    if what == advance.ADVANCE and entry:
        S[m.ACTION] = entry
        S[m.ACTION + 1] = a
        S[m.ACTION + 2] = b
        S[m.ACTION + 3] = c
    return advance.operate(pointer(P), pointer(S), pointer(B), what, entry)


@jit("void(array, array, array, array, int64, int64, int64, int64, array)")
def playouts(
    P: Any, image: Any, S: Any, B: Any, seed: Any, first: Any, count: Any, most: Any, games: Any
) -> None:
    """See advance.playouts."""
    p, s, b = pointer(P), pointer(S), pointer(B)
    advance.playouts(p, pointer(image), s, b, seed, first, count, most, pointer(games))


@jit("int64(array, array, array)")
def count_options(P: Any, S: Any, B: Any) -> Any:
    """See advance.count_options."""
    return advance.count_options(pointer(P), pointer(S), pointer(B))


@jit("int64(array, array, array, int64)")
def option_row(P: Any, S: Any, B: Any, option: Any) -> Any:
    """See advance.option_row."""
    return advance.option_row(pointer(P), pointer(S), pointer(B), option)


@jit("void(array, array, array, int64)")
def take_option(P: Any, S: Any, B: Any, option: Any) -> None:
    """See advance.take_option."""
    advance.take_option(pointer(P), pointer(S), pointer(B), option)


@jit("int64(array, array, int64)")
def key(P: Any, S: Any, kind: Any) -> Any:
    """See keys.key."""
    return keys.key(pointer(P), pointer(S), kind)


@jit("void(array, array, int64, int64, int64)")
def relink(P: Any, S: Any, zone: Any, order: Any, count: Any) -> None:
    """See tokens.relink."""
    tokens.relink(pointer(P), pointer(S), zone, order, count)


@jit("int64(array, int64, int64)")
def below(words: Any, at: Any, n: Any) -> Any:
    """See rng.below."""
    return rng.below(pointer(words), at, n)


@jit("void(array, int64, int64)")
def seed_words(words: Any, at: Any, seed: Any) -> None:
    """See rng.seed_words."""
    rng.seed_words(pointer(words), at, seed)
