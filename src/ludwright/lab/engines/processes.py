"""Workers that are processes of this machine; they end with this one, and are replaced if they die.

They are started afresh and not forked, so that it does not matter what other threads do here, nor
on which system; the script that is run here is not run again there.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

from .child import TASK, WORK, answered
from .frames import packed, received, write
from .work import Died, Do, sendable

START = (
    "import json, sys; sys.path[:] = json.loads(sys.argv.pop(1)); "
    "from ludwright.lab.engines.child import main; main()"
)


class Child:
    """A process that does tasks."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", START, json.dumps(sys.path)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            # Ctrl-C is for this process: it ends its children itself.
            start_new_session=True,
            creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
        )
        self.loaded = b""
        self.is_ready = True  # it waits for a request
        self.is_killed = False

    def load(self, work: bytes) -> None:
        """Let it get ready for work; what it is ready for is not sent again."""
        if work is not self.loaded:
            self._ask(WORK, work)
            self.loaded = work

    def do(self, task: Any) -> Any:
        """The result of a task."""
        return self._ask(TASK, task)

    def _ask(self, kind: str, value: Any) -> Any:
        assert self.process.stdin and self.process.stdout
        request = packed((kind, value))
        self.is_ready = False
        try:
            write(self.process.stdin, request)
            answer = received(self.process.stdout)
        except (OSError, EOFError, ValueError):
            self.end()
            raise Died(f"its process ended with code {self.process.returncode}") from None
        self.is_ready = True
        return answered(answer)

    def kill(self) -> None:
        """Let it end now; whoever waits for its answer learns that it died."""
        self.is_killed = True
        end_all(self.process)

    def end(self) -> None:
        """Let it end now, and leave nothing of it."""
        self.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            with suppress(OSError):  # what is left in a buffer goes nowhere
                if pipe:
                    pipe.close()


def end_all(process: subprocess.Popen[bytes]) -> None:
    """Kill a process, and those that it has started to compile for it."""
    with suppress(OSError):
        if os.name == "posix" and process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)  # it leads a session of its own
        else:
            process.kill()


class Processes:
    """The engine of processes; those that have nothing to do wait for more."""

    name = "processes"

    def __init__(self) -> None:
        self._idle: list[Child] = []
        self._busy: set[Child] = set()
        self._lock = threading.Lock()
        self._work: tuple[Any, bytes] = None, b""

    def workers(self) -> int:
        """One per core."""
        return os.cpu_count() or 1

    def prepare(self, work: Any) -> None:
        """Pack what is sent to each process."""
        if work is not self._work[0]:
            self._work = work, sendable(work, self.name)

    @contextmanager
    def open(self, work: Any, has_ended: Callable[[], bool]) -> Iterator[Do]:
        """A process that has nothing to do, or a new one."""
        with self._lock:
            child = self._idle.pop() if self._idle else Child()
            self._busy.add(child)
        try:
            child.load(self._work[1])
            yield child.do
        finally:
            with self._lock:
                self._busy.discard(child)
                if child.is_ready and not child.is_killed:
                    self._idle.append(child)
                else:
                    child.end()

    def interrupt(self) -> None:
        """Kill those at work; the threads that wait for them clean up."""
        with self._lock:
            for child in self._busy:
                child.kill()

    def close(self) -> None:
        """End all."""
        with self._lock:
            while self._idle:
                self._idle.pop().end()


def engine(jobs: int | None, address: str | None, expose: bool) -> Processes:
    """The engine."""
    return Processes()
