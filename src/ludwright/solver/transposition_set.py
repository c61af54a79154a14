"""The transposition set: 128-bit keys in a hash table with open addressing and linear probing."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..machine.jit import I64, U64, Export, U, jit, pointer
from .growable import zeros
from .kernels import entry_point

WORDS = "uint64[::1]"
LEAST = 1 << 12


def new_set(places: int = LEAST) -> Any:
    """An empty set with `places` slots, a power of two; a slot is two words, both 0 if free."""
    return zeros(2 * places, np.uint64)


@jit("int64(CPointer(uint64), int64, uint64, uint64)", inline=True)
def find(keys: Any, mask: Any, low: Any, high: Any) -> Any:
    """The slot of a key in a set of mask + 1 slots, or -1 minus the free slot where it belongs. The
    caller makes sure that there is a free slot."""
    if low == U64(0) and high == U64(0):
        low = U64(1)  # two zeros mark a free slot
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
    """Add a key to a set; 1 if it is new."""
    at = find(keys, mask, low, high)
    if at >= 0:
        return I64(0)
    keys[U(2 * (-1 - at))] = U64(1) if low == U64(0) and high == U64(0) else low
    keys[U(2 * (-1 - at) + 1)] = high
    return I64(1)


@jit(f"int64({WORDS}, uint64, uint64)", inline=True, export=Export.QUICK)
def add(keys: Any, low: Any, high: Any) -> Any:
    """Add a key to a set; 1 if it is new. The caller makes sure that there is room."""
    return put(pointer(keys), I64(len(keys) // 2 - 1), low, high)


@jit(f"void({WORDS}, {WORDS})", export=Export.QUICK)
def add_all(keys: Any, old: Any) -> None:
    """Add all keys of a set to another one."""
    for i in range(len(old) // 2):
        a = old[U(2 * i)]
        b = old[U(2 * i + 1)]
        if a != U64(0) or b != U64(0):
            add(keys, a, b)


_add_all = entry_point(add_all)


def grown(keys: Any) -> Any:
    """The same set with twice as many slots."""
    larger = new_set(len(keys))
    _add_all(larger, keys)
    return larger
