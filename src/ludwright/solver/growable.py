"""Growing tables whose memory returns to the system as soon as they are replaced.

The memory limit of a search counts the bytes of its tables. An allocator that retains freed blocks
would let the process exceed it, so large tables are anonymous memory maps.
"""

from __future__ import annotations

import mmap
from typing import Any

import numpy as np

LARGE = 1 << 16  # bytes from which a table is mapped


def zeros(count: int, of: Any) -> Any:
    """A table of `count` zeros; pages are allocated when first written to."""
    size = count * np.dtype(of).itemsize
    if size < LARGE:
        return np.zeros(count, of)
    return np.frombuffer(mmap.mmap(-1, size), of)


def longer(words: Any, count: int, used: int | None = None) -> Any:
    """A table of `count` words that starts with the `used` words of another (default: all)."""
    larger = zeros(count, words.dtype)
    used = len(words) if used is None else used
    larger[:used] = words[:used]
    return larger
