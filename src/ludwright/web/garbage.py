"""Garbage collection without long pauses, in processes that hold thousands of tables.

A full collection looks at everything that is alive, which takes a tenth of a second or more. What
lives long is set aside, so that the usual collections look at young objects only; cycles among old
ones are found by a full collection now and then."""

from __future__ import annotations

import gc

YOUNG, MIDDLE, NEVER = 20_000, 5, 1_000_000  # when the three generations are collected


def set_aside() -> None:
    """Collect everything, and never look again at what is left."""
    gc.unfreeze()
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLE, NEVER)
