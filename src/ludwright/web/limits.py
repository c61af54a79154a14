"""Rates: how much an address, a connection or a table may ask for."""

from __future__ import annotations

import ipaddress
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager

MOST_KEPT = 20_000  # addresses that are remembered


class Bucket:
    """Holds up to `burst` tokens, and gains `rate` of them per second."""

    __slots__ = ("_burst", "_now", "_rate", "_since", "_tokens")

    def __init__(
        self, rate: float, burst: float, now: Callable[[], float] = time.monotonic
    ) -> None:
        self._rate, self._burst, self._now = rate, burst, now
        self._tokens, self._since = burst, now()

    def take(self, count: float = 1.0) -> bool:
        """Whether there are that many tokens; they are used up then."""
        now = self._now()
        self._tokens = min(self._burst, self._tokens + (now - self._since) * self._rate)
        self._since = now
        if self._tokens < count:
            return False
        self._tokens -= count
        return True


class Buckets:
    """A bucket per key; the least recently used are forgotten."""

    def __init__(self, rate: float, burst: float, most: int = MOST_KEPT) -> None:
        self._rate, self._burst, self._most = rate, burst, most
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, key: str, count: float = 1.0) -> bool:
        """Whether a key has that many tokens."""
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = Bucket(self._rate, self._burst)
            if len(self._buckets) > self._most:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(key)
        return bucket.take(count)


class TooMany(Exception):
    """Something is in use as often as it may be."""


class Slots:
    """How often something may be in use at once: in all, and per key."""

    def __init__(self, most: int, most_per_key: int) -> None:
        self._most, self._most_per_key = most, most_per_key
        self._used: dict[str, int] = {}
        self.total = 0

    @contextmanager
    def hold(self, key: str) -> Iterator[None]:
        """Use a slot; raises TooMany."""
        if self.total >= self._most or self._used.get(key, 0) >= self._most_per_key:
            raise TooMany
        self.total += 1
        self._used[key] = self._used.get(key, 0) + 1
        try:
            yield
        finally:
            self.total -= 1
            self._used[key] -= 1
            if not self._used[key]:
                del self._used[key]


def network(address: str) -> str:
    """What counts as one address: of IPv6 the network that one customer gets."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return address
    if found.ipv4_mapped:
        return str(found.ipv4_mapped)
    # Not from the text, in which zeros are left out.
    return ":".join(f"{int(found) >> shift & 0xFFFF:x}" for shift in (112, 96, 80, 64))
