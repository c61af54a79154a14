"""Tables that grow: large ones are given back to the system at once when they are replaced.

What a search may take is counted in bytes of such tables. An allocator that keeps what was freed
for later would make a process take more than that.
"""

from __future__ import annotations

import mmap
from typing import Any

import numpy as np

LARGE = 1 << 16  # bytes from which on a table gets pages of its own


def zeros(count: int, of: Any) -> Any:
    """So many zeros; memory is taken when they are first written to."""
    size = count * np.dtype(of).itemsize
    if size < LARGE:
        return np.zeros(count, of)
    return np.frombuffer(mmap.mmap(-1, size), of)


def longer(words: Any, count: int, used: int | None = None) -> Any:
    """A table of so many words that begins with those of another, or with the first of them."""
    larger = zeros(count, words.dtype)
    used = len(words) if used is None else used
    larger[:used] = words[:used]
    return larger
