"""The functions that Python calls: they take arrays and pass on where the words are."""

from __future__ import annotations

from typing import Any

from . import drive, keys, rng, run, tokens
from .jit import I64, jit, pointer
from .state import RNG


@jit("int64(array, array, array)")
def advance(P: Any, S: Any, B: Any) -> Any:
    """See drive.advance."""
    return drive.advance(pointer(P), pointer(S), pointer(B))


@jit("int64(array, array, array, int64, int64, int64, int64)")
def choose(P: Any, S: Any, B: Any, action: Any, a: Any, b: Any, c: Any) -> Any:
    """See drive.choose."""
    return drive.choose(pointer(P), pointer(S), pointer(B), action, a, b, c)


@jit("int64(array, array, array, int64, int64)")
def step(P: Any, S: Any, B: Any, row: Any, value: Any) -> Any:
    """See drive.step."""
    return drive.step(pointer(P), pointer(S), pointer(B), row, value)


@jit("int64(array, array, array, int64)")
def step_option(P: Any, S: Any, B: Any, option: Any) -> Any:
    """See drive.step_option."""
    return drive.step_option(pointer(P), pointer(S), pointer(B), option)


@jit("int64(array, array, array, int64)")
def list_rows(P: Any, S: Any, B: Any, entry: Any) -> Any:
    """See drive.list_rows."""
    return drive.list_rows(pointer(P), pointer(S), pointer(B), entry)


@jit("int64(array, array, array)")
def count_options(P: Any, S: Any, B: Any) -> Any:
    """See drive.count_options."""
    return drive.count_options(pointer(P), pointer(S), pointer(B))


@jit("int64(array, array, array, int64)")
def option_row(P: Any, S: Any, B: Any, option: Any) -> Any:
    """See drive.option_row."""
    return drive.option_row(pointer(P), pointer(S), pointer(B), option)


@jit("int64(array, array, array)")
def random_option(P: Any, S: Any, B: Any) -> Any:
    """See drive.random_option."""
    return drive.random_option(pointer(P), pointer(S), pointer(B))


@jit("void(array, array, array, array, int64, int64, int64, int64, array)")
def playouts(
    P: Any, image: Any, S: Any, B: Any, seed: Any, first: Any, count: Any, most: Any, games: Any
) -> None:
    """See drive.playouts."""
    p, s, b = pointer(P), pointer(S), pointer(B)
    drive.playouts(p, pointer(image), s, b, seed, first, count, most, pointer(games))


@jit("int64(array, array, array, int64)")
def run_from(P: Any, S: Any, B: Any, pc: Any) -> Any:
    """See run.run."""
    return run.run(pointer(P), pointer(S), pointer(B), pc)


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


@jit("void(array, int64)")
def seed_state(S: Any, seed: Any) -> None:
    """See rng.seed_state."""
    rng.seed_words(pointer(S), I64(RNG), seed)
