"""A process that does tasks for another one, until that ends."""

from __future__ import annotations

import os
import pickle
import signal
import threading
from contextlib import ExitStack
from queue import SimpleQueue
from typing import IO, Any

from .frames import packed, received, write
from .work import Do, opened, raisable

WORK, TASK = "work", "task"  # requests
RESULT, ERROR = "result", "error"  # answers


def main() -> None:
    """Answer requests from standard input on standard output."""
    given, answers = standard_pipes()
    requests: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=_listen, args=(given, requests), daemon=True).start()
    worker = Worker()
    while True:
        write(answers, worker.answer(requests.get()))


def standard_pipes() -> tuple[IO[bytes], IO[bytes]]:
    """What is given, and where answers go; whatever else is printed must not come between."""
    given = open(os.dup(0), "rb", closefd=True)  # noqa: SIM115 - until the process ends
    answers = open(os.dup(1), "wb", closefd=True)  # noqa: SIM115
    os.dup2(2, 1)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    return given, answers


def _listen(given: IO[bytes], requests: SimpleQueue[bytes]) -> None:
    """Pass on requests; the process ends with its parent, whatever it is doing."""
    try:
        while True:
            requests.put(received(given))
    except (EOFError, OSError):
        if os.name == "posix":
            os.killpg(0, signal.SIGKILL)  # also those that compile for it
        os._exit(0)


class Worker:
    """Does the tasks of one work after another."""

    def __init__(self) -> None:
        self._opened = ExitStack()
        self._do: Do | None = None

    def answer(self, request: bytes) -> bytes:
        """The packed answer to a packed request."""
        try:
            kind, value = pickle.loads(request)
            return packed((RESULT, {WORK: self.load, TASK: self.do}[kind](value)))
        except BaseException as error:
            return packed((ERROR, raisable(error)))

    def load(self, work: bytes) -> object:
        """Get ready for work."""
        self._opened.close()
        self._opened = ExitStack()
        self._do = self._opened.enter_context(opened(pickle.loads(work), lambda: False))
        return None

    def do(self, task: Any) -> Any:
        """The result of a task."""
        assert self._do is not None
        return self._do(task)


def answered(answer: bytes) -> Any:
    """What an answer says; an error is raised."""
    kind, value = pickle.loads(answer)
    if kind == ERROR:
        raise value
    return value
