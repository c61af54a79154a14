"""The set of positions seen: keys of 128 bits in open addressing, in one array of 64-bit words."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..machine.jit import I64, U64, U, pointer
from .growable import zeros
from .jit import jit
from .machine_call import called

WORDS = "uint64[::1]"
LEAST = 1 << 12


def new_set(places: int = LEAST) -> Any:
    """An empty set with a number of places, a power of two; a place is two words, zeros if free."""
    return zeros(2 * places, np.uint64)


@jit("int64(CPointer(uint64), int64, uint64, uint64)", inline=True)
def find(keys: Any, mask: Any, low: Any, high: Any) -> Any:
    """The place of a key in a set of mask + 1 places, given by where its words are; if it is not
    there, -1 minus the place where it belongs. The caller sees to it that there is room."""
    if low == U64(0) and high == U64(0):
        low = U64(1)  # two zeros mark a free place
    at = I64(low) & mask
    while True:
        a = keys[U(2 * at)]
        b = keys[U(2 * at + 1)]
        if a == low and b == high:
            return at
        if a == U64(0) and b == U64(0):
            return -1 - at
        at = (at + 1) & mask


@jit("int64(CPointer(uint64), int64, uint64, uint64)", inline=True)
def put(keys: Any, mask: Any, low: Any, high: Any) -> Any:
    """Put a key into a set; 1 if it was not there."""
    at = find(keys, mask, low, high)
    if at >= 0:
        return I64(0)
    keys[U(2 * (-1 - at))] = U64(1) if low == U64(0) and high == U64(0) else low
    keys[U(2 * (-1 - at) + 1)] = high
    return I64(1)


@jit(f"int64({WORDS}, uint64, uint64)", inline=True)
def add(keys: Any, low: Any, high: Any) -> Any:
    """Put a key into a set; 1 if it was not there. The caller sees to it that there is room."""
    return put(pointer(keys), I64(len(keys) // 2 - 1), low, high)


@jit(f"void({WORDS}, {WORDS})")
def add_all(keys: Any, old: Any) -> None:
    """Put all keys of a set into another one."""
    for i in range(len(old) // 2):
        a = old[U(2 * i)]
        b = old[U(2 * i + 1)]
        if a != U64(0) or b != U64(0):
            add(keys, a, b)


_add_all = called(add_all)


def grown(keys: Any) -> Any:
    """The same set with twice the places."""
    larger = new_set(len(keys))
    _add_all(larger, keys)
    return larger
