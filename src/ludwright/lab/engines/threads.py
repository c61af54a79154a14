"""Workers that are threads of this process; the machine releases the GIL."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

from .work import Do, opened


class Threads:
    """The engine of threads."""

    name = "threads"

    def workers(self) -> int:
        """One per core."""
        return os.cpu_count() or 1

    def prepare(self, work: Any) -> None:
        """Any work will do."""

    def open(self, work: Any, has_ended: Callable[[], bool]) -> AbstractContextManager[Do]:
        """The thread that asks."""
        return opened(work, has_ended)

    def interrupt(self) -> None:
        """Threads end by themselves, when they see that the run has ended."""

    def close(self) -> None:
        """Nothing is left of a run."""


def engine(jobs: int | None, address: str | None, expose: bool) -> Threads:
    """The engine."""
    return Threads()
