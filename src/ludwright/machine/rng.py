"""Random numbers: PCG64-DXSM in eight words of the state, seeded through SplitMix64's finalizer."""

from __future__ import annotations

from typing import Any

from . import state as m
from .jit import I32, I64, U32, U64, Export, U, jit

MASK64 = (1 << 64) - 1
MASK128 = (1 << 128) - 1
MULTIPLIER = 0x2360ED051FC65DA44385DF649FCCF645
INCREMENT = 0xDA3E39CB94B95BDB
SEED_MIX = 0x9E3779B97F4A7C15F39CC0605CEDC835
GOLDEN = 0x9E3779B97F4A7C15

ZERO, ONE = U64(0), U64(1)
S27, S30, S31, S32, S48, S63 = U64(27), U64(30), U64(31), U64(32), U64(48), U64(63)
M32, M64 = U64(0xFFFFFFFF), U64(MASK64)
M_LO, M_HI = U64(MULTIPLIER & MASK64), U64(MULTIPLIER >> 64)
DXSM = U64(0xDA942042E4DD58B5)
INC = U64(INCREMENT)
MIX_LO, MIX_HI = U64(SEED_MIX & MASK64), U64(SEED_MIX >> 64)
GOLD = U64(GOLDEN)
FINAL_1, FINAL_2 = U64(0xBF58476D1CE4E5B9), U64(0x94D049BB133111EB)


def create(seed: int) -> tuple[int, int]:
    """The generator (state, increment) of a 128-bit seed, without mixing, as records use it."""
    state = (seed ^ SEED_MIX) & MASK128
    return state, ((seed * 2) ^ INCREMENT) & MASK128 | 1


def output(state: int, increment: int) -> tuple[int, tuple[int, int]]:
    """The next 64 random bits of a generator and the generator after them."""
    high, low = state >> 64, state & MASK64
    w = ((high ^ high >> 32) * int(DXSM)) & MASK64
    w ^= w >> 48
    w = (w * (low | 1)) & MASK64
    return w, ((state * MULTIPLIER + increment) & MASK128, increment)


def fork(state: int, increment: int) -> tuple[tuple[int, int], tuple[int, int]]:
    """Two new generators from the next two outputs of one, which is not advanced."""
    left, (state, increment) = output(state, increment)
    right, _ = output(state, increment)
    return create(left ^ SEED_MIX), create(right ^ (SEED_MIX * 2 & MASK128))


def words(state: int, increment: int) -> list[int]:
    """A generator as eight signed words of a state."""
    unsigned = [(value >> shift) & 0xFFFFFFFF for value in (state, increment) for shift in SHIFTS]
    return [w - (1 << 32) if w >> 31 else w for w in unsigned]


SHIFTS = (0, 32, 64, 96)


def generator(eight: list[int]) -> tuple[int, int]:
    """The generator (state, increment) in eight words."""
    unsigned = [w & 0xFFFFFFFF for w in eight]
    state = sum(w << shift for w, shift in zip(unsigned[:4], SHIFTS, strict=True))
    return state, sum(w << shift for w, shift in zip(unsigned[4:], SHIFTS, strict=True))


@jit("uint64(state, int64)")
def get64(S: Any, i: Any) -> Any:
    """Two words as 64 bits."""
    return U64(U32(S[U(i)])) | (U64(U32(S[U(i + 1)])) << S32)


@jit("void(state, int64, uint64)")
def put64(S: Any, i: Any, x: Any) -> None:
    """Write 64 bits as two words."""
    S[U(i)] = I32(U32(x & M32))
    S[U(i + 1)] = I32(U32(x >> S32))


@jit("uint64(uint64, uint64)")
def high_product(a: Any, b: Any) -> Any:
    """The upper 64 bits of a product. LLVM turns the halves into one wide multiplication."""
    al, ah, bl, bh = a & M32, a >> S32, b & M32, b >> S32
    middle = (ah * bl + ((al * bl) >> S32)) & M64
    k = (al * bh + (middle & M32)) & M64
    return (ah * bh + (middle >> S32) + (k >> S32)) & M64


@jit("uint64(state, int64)")
def draw(S: Any, o: Any) -> Any:
    """The next 64 random bits of the generator in the words from o."""
    lo, hi = get64(S, o), get64(S, o + 2)
    w = ((hi ^ (hi >> S32)) * DXSM) & M64
    w ^= w >> S48
    w = (w * (lo | ONE)) & M64
    n = (lo * M_LO) & M64
    r = (n + get64(S, o + 4)) & M64
    carry = ONE if r < n else ZERO
    h = (high_product(lo, M_LO) + lo * M_HI + hi * M_LO + get64(S, o + 6) + carry) & M64
    put64(S, o, r)
    put64(S, o + 2, h)
    return w


@jit("int64(state, int64, int64)", export=Export.QUICK)
def below(S: Any, o: Any, n: Any) -> Any:
    """An unbiased random number in 0..n-1, by rejection of draws beyond the last multiple of n."""
    u = U64(n)
    x = draw(S, o)
    if u & (u - ONE) == ZERO:  # a power of two: nothing to reject, and no division
        return I64(x & (u - ONE))
    r = x % u
    while x - r > (ZERO - u) & M64:
        x = draw(S, o)
        r = x % u
    return I64(r)


@jit("uint64(uint64)")
def finalize(x: Any) -> Any:
    """Mix the bits of a number: the finalizer of SplitMix64."""
    x = ((x ^ (x >> S30)) * FINAL_1) & M64
    x = ((x ^ (x >> S27)) * FINAL_2) & M64
    return x ^ (x >> S31)


@jit("int64(int64, int64)")
def mix(seed: Any, i: Any) -> Any:
    """The seed of game i of a batch, never negative."""
    spread = (finalize(U64(seed)) + U64(i)) & M64
    return I64(finalize((spread + GOLD) & M64) >> ONE)


@jit("void(state, int64, int64)", export=Export.QUICK)
def seed_words(S: Any, o: Any, seed: Any) -> None:
    """Put a generator in the words from o, seeded by two mixed outputs of a seed."""
    first = (U64(seed) + GOLD) & M64
    x1, x2 = finalize(first), finalize((first + GOLD) & M64)
    put64(S, o, x2 ^ MIX_LO)
    put64(S, o + 2, x1 ^ MIX_HI)
    put64(S, o + 4, (((x2 << ONE) & M64) ^ INC) | ONE)
    put64(S, o + 6, ((x1 << ONE) & M64) | (x2 >> S63))


BOTS = I64(0x5EA7)  # makes the players' stream differ from the game's


@jit("int64(int64)")
def bot_seed(seed: Any) -> Any:
    """The seed of the random players in the game of a seed."""
    return mix(seed, BOTS)


@jit("void(state, int64)")
def seed_state(S: Any, seed: Any) -> None:
    """Seed the game's own generator."""
    seed_words(S, I64(m.RNG), seed)
