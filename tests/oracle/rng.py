"""The random numbers of a table: PCG-DXSM-128 in plain Python integers."""

from __future__ import annotations

from dataclasses import dataclass

M64, M128 = (1 << 64) - 1, (1 << 128) - 1
MULTIPLIER = 0x2360ED051FC65DA44385DF649FCCF645
INCREMENT = 0xDA3E39CB94B95BDB
DXSM = 0xDA942042E4DD58B5
MIX = 0x9E3779B97F4A7C15F39CC0605CEDC835


@dataclass
class Rng:
    """A stream of random numbers: two words that are the whole of its state."""

    state: int
    increment: int

    def next64(self) -> int:
        """The next 64 random bits."""
        high, low = self.state >> 64, self.state & M64
        word = (high ^ high >> 32) * DXSM & M64
        word ^= word >> 48
        self.state = (self.state * MULTIPLIER + self.increment) & M128
        return word * (low | 1) & M64

    def integer(self, low: int, high: int) -> int:
        """A whole number from low to high, each as likely: at least one draw, always."""
        size = high - low + 1
        limit = (1 << 64) - (1 << 64) % size
        while (raw := self.next64()) >= limit:
            pass
        return low + raw % size

    def shuffle(self, items: list[int]) -> None:
        """Put a list in random order, in place; fewer than two items draw nothing."""
        for i in range(len(items) - 1, 0, -1):
            j = self.integer(0, i)
            items[i], items[j] = items[j], items[i]


def create(seed: int) -> Rng:
    """The stream of a 128-bit seed."""
    return Rng((seed ^ MIX) & M128, (seed * 2 ^ INCREMENT) & M128 | 1)


def fork(parent: Rng) -> tuple[Rng, Rng]:
    """Two new streams from the next two outputs of a parent, which stays as it is."""
    ahead = Rng(parent.state, parent.increment)
    x, y = ahead.next64(), ahead.next64()
    return create(x ^ MIX), create(y ^ MIX * 2)


def splitmix(seed: int, count: int) -> list[int]:
    """The first outputs of splitmix64."""
    outputs = []
    for _ in range(count):
        seed = (seed + 0x9E3779B97F4A7C15) & M64
        z = (seed ^ seed >> 30) * 0xBF58476D1CE4E5B9 & M64
        z = (z ^ z >> 27) * 0x94D049BB133111EB & M64
        outputs.append(z ^ z >> 31)
    return outputs


def for_table(seed: int) -> Rng:
    """The stream of the table with a 64-bit seed."""
    first, second = splitmix(seed & M64, 2)
    return create(first << 64 | second)
