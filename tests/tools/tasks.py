"""Work for executors, as functions and classes of a module, so that other processes find them."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from ludwright.play.errors import TableError


def squared(number: int) -> int:
    return number * number


def late(number: int) -> int:
    """The first is done last."""
    time.sleep(0.2 if number == 0 else 0)
    return number


def sleep(seconds: float) -> float:
    time.sleep(seconds)
    return seconds


def where(_: int) -> int:
    return os.getpid()


def chatty(number: int) -> int:
    os.write(1, b"not an answer")
    print("nor this")
    return number


def refuse(number: int) -> int:
    if number == 3:
        raise TableError(f"no {number}")
    return number


def unsendable(number: int) -> Callable[[], int]:
    return lambda: number


def die(number: int) -> int:
    if number == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


@dataclass(frozen=True)
class DieOnce:
    """Each of some numbers ends its worker the first time that it is met."""

    folder: Path
    deadly: tuple[int, ...]

    def __call__(self, number: int) -> int:
        if number in self.deadly:
            try:
                (self.folder / str(number)).touch(exist_ok=False)
            except FileExistsError:
                return number
            os.kill(os.getpid(), signal.SIGKILL)
        return number


@dataclass(frozen=True)
class Counted:
    """Work whose workers count their tasks, and note when they open and close."""

    notes: Path

    @contextmanager
    def worker(self, has_ended: Callable[[], bool]) -> Iterator[Callable[[int], int]]:
        done = 0

        def do(_: int) -> int:
            nonlocal done
            done += 1
            return done

        with self.notes.open("a") as file:
            file.write("opened\n")
        try:
            yield do
        finally:
            with self.notes.open("a") as file:
                file.write("closed\n")


def network(_: int) -> str:
    return Path("/proc/net/tcp").read_text()
