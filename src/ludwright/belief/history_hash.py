"""The chain of hashes of an observation history: equal where a seat cannot tell games apart."""

from __future__ import annotations

from typing import Any

from ..machine.jit import I64, U32, U64, Export, U, jit
from ..machine.rng import FINAL_1, M64, ONE, S32, finalize

PRIME = U64(0x9FB21C651E98DF25)
S29 = U64(29)


@jit("uint64(uint64, uint64)", inline=True)
def absorbed(h: Any, x: Any) -> Any:
    """A hash with one more number in it."""
    h = ((h ^ x) * PRIME) & M64
    return h ^ (h >> S29)


@jit("uint64(uint64, uint64)", inline=True)
def absorbed_too(h: Any, x: Any) -> Any:
    """The same, independently."""
    h = ((h + x) * FINAL_1) & M64
    return h ^ (h >> S32)


@jit(
    "void(state, state, int64, state, int64, int64, state, int64, int64, CPointer(uint64), "
    "int64, CPointer(uint64), int64)"
)
def write_link(
    image: Any,
    W: Any,
    size: Any,
    R: Any,
    row: Any,
    values: Any,
    seen: Any,
    first: Any,
    end: Any,
    chain: Any,
    source: Any,
    to: Any,
    at: Any,
) -> None:
    """Write a hash of a step and of all steps before it: of the masked state, the row, the
    events."""
    a, b = U64(chain[U(source)]), U64(chain[U(source + 1)])
    for i in range(size):
        if W[U(i)] != image[U(i)]:
            x = (U64(i) << S32) | U64(U32(W[U(i)]))
            a, b = absorbed(a, x), absorbed_too(b, x)
    for i in range(values):
        x = U64(U32(R[U(row + i)]))
        a, b = absorbed(a, x), absorbed_too(b, x)
    x = U64(end - first)
    a, b = absorbed(a, x), absorbed_too(b, x)
    for i in range(first, end):
        x = U64(U32(seen[U(i)]))
        a, b = absorbed(a, x), absorbed_too(b, x)
    to[U(at)] = finalize(a)
    to[U(at + 1)] = finalize((a + finalize(b)) & M64)


@jit("int64(state, state, int64, CPointer(uint64), int64, CPointer(uint64))", export=Export.QUICK)
def information(image: Any, W: Any, size: Any, chain: Any, source: Any, to: Any) -> Any:
    """A hash of all steps and of the state that a seat sees now."""
    write_link(image, W, size, W, I64(0), I64(0), W, I64(0), I64(0), chain, source, to, I64(0))
    return I64(to[U(0)] >> ONE)
