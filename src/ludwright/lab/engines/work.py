"""What engines and the work that they do have in common."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import Any, Protocol

from ...play.errors import TableError

Do = Callable[[Any], Any]


class Died(Exception):
    """A worker ended in the middle of a task, which another one can do again."""


class Stopped(Exception):
    """A task was given up because the run has ended; only in workers that share its process."""


class Work(Protocol):
    """Work whose workers hold something of their own while they do one task after another."""

    def worker(self, has_ended: Callable[[], bool]) -> AbstractContextManager[Do]:
        """A function that does tasks; it may raise `Stopped` when the run has ended."""


def opened(work: Any, has_ended: Callable[[], bool]) -> AbstractContextManager[Do]:
    """A worker in this process, for work or for a plain function."""
    if hasattr(work, "worker"):
        found: AbstractContextManager[Do] = work.worker(has_ended)
        return found
    return nullcontext(work)


def sendable(work: Any, engine: str) -> bytes:
    """Work as it is sent to another process, or a clear refusal."""
    try:
        return pickle.dumps(work, pickle.HIGHEST_PROTOCOL)
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        raise TableError(
            f"this cannot be sent to another process ({error}); use engine 'threads', or give "
            f"engine '{engine}' names, and functions and classes of modules"
        ) from None


def raisable(error: BaseException) -> BaseException:
    """An error as it can be sent to another process."""
    try:
        again = pickle.loads(pickle.dumps(error))
        if type(again) is type(error):
            return error
    except Exception:
        pass
    return RuntimeError(f"{type(error).__name__}: {error}")
