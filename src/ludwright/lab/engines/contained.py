"""A Ray cluster in a network of its own: a process there starts it, and passes tasks on to it.

The namespaces are Linux's (`unshare`): a network with a loopback interface alone, and a group of
processes that end together, however this one ends.
"""

from __future__ import annotations

import json
import os
import pickle
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import cache
from itertools import count
from queue import Empty, SimpleQueue
from typing import Any

from ...machine.cache import scratch
from .child import ERROR
from .frames import packed, received, write
from .ray import POLL
from .relay import CLOSE, DIED, OPEN, SEND, TO, WORKERS
from .work import Died, Do, Stopped, sendable

START = (
    "import json, sys; sys.path[:] = json.loads(sys.argv.pop(1)); "
    "from ludwright.lab.engines.relay import main; main()"
)
LOOPBACK = 'ip link set lo up && exec "$@"'


def apart(*command: str) -> list[str]:
    """A command in namespaces of its own."""
    mapped = () if os.geteuid() == 0 else ("--map-root-user",)
    alone = ("--net", "--pid", "--fork", "--kill-child", "--mount-proc")
    return ["unshare", *mapped, *alone, "sh", "-c", LOOPBACK, "sh", *command]


@cache
def is_possible() -> bool:
    """Whether this system has such namespaces, and lets us use them."""
    if not (shutil.which("unshare") and shutil.which("ip")):
        return False
    tried = subprocess.run(apart("true"), capture_output=True, check=False)
    return tried.returncode == 0


class Contained:
    """The engine of a cluster out of reach, which is started when it is needed."""

    name = "ray"

    def __init__(self, jobs: int | None) -> None:
        self._jobs = jobs
        self._link: Link | None = None
        self._work: tuple[Any, bytes] = None, b""

    def workers(self) -> int:
        """One per core, or as many as were asked for."""
        return int(self._connected().ask(WORKERS, None, lambda: False))

    def prepare(self, work: Any) -> None:
        """Pass work on."""
        if work is not self._work[0]:
            self._work = work, sendable(work, self.name)
        link = self._connected()
        if link.work is not work:
            link.ask(SEND, self._work[1], lambda: False)
            link.work = work

    def _connected(self) -> Link:
        if self._link is None or not self._link.is_alive:
            self.close()
            self._link = Link(self._jobs)
        return self._link

    @contextmanager
    def open(self, work: Any, has_ended: Callable[[], bool]) -> Iterator[Do]:
        """A worker of the cluster."""
        self.prepare(work)
        link = self._connected()
        with link.channel(has_ended) as do:
            yield do

    def interrupt(self) -> None:
        """End the cluster."""
        if self._link is not None:
            self._link.kill()

    def close(self) -> None:
        """End the cluster, and leave nothing of it."""
        if self._link is not None:
            self._link.end()
            self._link = None


class Link:
    """The process that has started the cluster, and the channels to its workers."""

    def __init__(self, jobs: int | None) -> None:
        self.work: Any = None
        self.is_alive = True
        self._opened = ExitStack()
        folder = self._opened.enter_context(scratch())
        command = [sys.executable, "-c", START, json.dumps(sys.path), str(folder), str(jobs or 0)]
        self._process = subprocess.Popen(
            apart(*command),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,  # Ctrl-C is for this process
        )
        self._answers: dict[int, SimpleQueue[tuple[str, Any]]] = {}
        self._numbers = count()
        self._lock = threading.Lock()
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()

    def _listen(self) -> None:
        """Pass answers to those who wait for them."""
        assert self._process.stdout
        with suppress(OSError, EOFError, ValueError):
            while True:
                number, kind, value = pickle.loads(received(self._process.stdout))
                with self._lock:
                    if number in self._answers:
                        self._answers[number].put((kind, value))
        with self._lock:
            self.is_alive = False
            for each in self._answers.values():
                each.put((DIED, "the process that started Ray ended"))

    def ask(self, kind: str, value: Any, has_ended: Callable[[], bool]) -> Any:
        """The answer to a request of its own."""
        with self._numbered() as number:
            return self._ask(number, kind, value, has_ended)

    @contextmanager
    def channel(self, has_ended: Callable[[], bool]) -> Iterator[Do]:
        """A worker, which does tasks until it is let go."""
        with self._numbered() as number:
            try:
                self._ask(number, OPEN, None, has_ended)
                yield lambda task: self._ask(number, TO, task, lambda: False)
            finally:
                with suppress(OSError, ValueError):
                    self._send(number, CLOSE, None)

    @contextmanager
    def _numbered(self) -> Iterator[int]:
        number = next(self._numbers)
        with self._lock:
            self._answers[number] = SimpleQueue()
            if not self.is_alive:
                self._answers[number].put((DIED, "the process that started Ray ended"))
        try:
            yield number
        finally:
            with self._lock:
                del self._answers[number]

    def _ask(self, number: int, kind: str, value: Any, has_ended: Callable[[], bool]) -> Any:
        with suppress(OSError, ValueError):  # then the answer is that it died
            self._send(number, kind, value)
        while True:
            try:
                kind, answer = self._answers[number].get(timeout=POLL)
                break
            except Empty:
                if has_ended():
                    raise Stopped from None
        if kind == DIED:
            raise Died(answer)
        if kind == ERROR:
            raise answer
        return answer

    def _send(self, number: int, kind: str, value: Any) -> None:
        data = packed((number, kind, value))
        with self._lock:
            assert self._process.stdin
            write(self._process.stdin, data)

    def kill(self) -> None:
        """Let all processes there end now."""
        with suppress(OSError):
            self._process.kill()

    def end(self) -> None:
        """Let them end, and leave nothing of them."""
        self.kill()
        self._process.wait()
        self._listener.join()
        for pipe in (self._process.stdin, self._process.stdout):
            with suppress(OSError):
                if pipe:
                    pipe.close()
        self._opened.close()
