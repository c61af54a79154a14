"""Work on several threads until it is done or interrupted; the machine releases the GIL."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait
from typing import Protocol

from ..play.errors import TableError

MOST_THREADS = 256
TICK = 0.1  # seconds between progress reports


class Batch(Protocol):
    """A queue of work: `work` takes from it until nothing is left, or until `stop`."""

    stop: bool

    def work(self) -> None:
        """Do what is left; called in every thread."""


def thread_count(jobs: int | None, items: int) -> int:
    """The number of threads for a number of jobs (default: one per core)."""
    if jobs is not None and jobs < 1:
        raise TableError("the number of jobs must be at least 1")
    return max(1, min(jobs or os.cpu_count() or 1, items, MOST_THREADS))


def run_on_threads(batch: Batch, threads: int, tick: Callable[[], None]) -> bool:
    """Run a batch on threads, with a call every now and then; returns whether Ctrl-C ended it."""
    with ThreadPoolExecutor(threads) as pool:
        left = {pool.submit(batch.work) for _ in range(threads)}
        try:
            while left:
                done, left = wait(left, timeout=TICK, return_when=FIRST_EXCEPTION)
                for each in done:
                    each.result()
                tick()
        except KeyboardInterrupt:
            return True
        finally:
            batch.stop = True
    return False
