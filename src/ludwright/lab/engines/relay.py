"""The process that starts a Ray cluster in its own network, and passes tasks on for its parent."""

from __future__ import annotations

import os
import pickle
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from queue import SimpleQueue
from typing import Any

from .child import ERROR, RESULT, standard_pipes
from .frames import packed, received, write
from .work import Died, Stopped, raisable

SEND, WORKERS = "send", "workers"  # requests by themselves
OPEN, TO, CLOSE = "open", "to", "close"  # of a channel: one after another
DIED = "died"  # an answer

Requests = SimpleQueue[tuple[str, Any]]


def main() -> None:
    """Serve a parent until it ends."""
    from .ray import Cluster

    folder, jobs = sys.argv[1:]
    given, answers = standard_pipes()
    cluster = Cluster(None, int(jobs) or None, folder)
    lock = threading.Lock()
    channels: dict[int, Requests] = {}

    def say(number: int, kind: str, value: Any) -> None:
        data = packed((number, kind, value))
        with lock:
            write(answers, data)

    try:
        while True:
            number, kind, value = pickle.loads(received(given))
            if kind in (SEND, WORKERS):
                ask = {SEND: lambda data: cluster.send(data, data), WORKERS: _workers(cluster)}
                with _quiet():  # where Ray notes that it finds no other network
                    _answer(number, say, lambda: ask[kind](value))  # noqa: B023 - at once
            elif kind == OPEN:
                channels[number] = SimpleQueue()
                settings = (cluster, number, channels[number], say)
                threading.Thread(target=_channel, args=settings, daemon=True).start()
            else:
                channels[number].put((kind, value))
    except (EOFError, OSError):
        os._exit(0)  # all processes here end with this one


def _workers(cluster: Any) -> Callable[[Any], int]:
    return lambda _: int(cluster.workers())


@contextmanager
def _quiet() -> Iterator[None]:
    """Discard what is written to standard error."""
    kept, nothing = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, 2)
    try:
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nothing)


Say = Callable[[int, str, Any], None]


def _answer(number: int, say: Say, ask: Callable[[], Any]) -> None:
    try:
        say(number, RESULT, ask())
    except Exception as error:
        say(number, ERROR, raisable(error))


def _channel(cluster: Any, number: int, requests: Requests, say: Say) -> None:
    """Pass the tasks of one channel to a worker of its own."""
    is_closed = False

    def has_ended() -> bool:
        return not requests.empty()  # closed before it was open: nothing else comes first

    try:
        with cluster.open(None, has_ended) as do:
            say(number, RESULT, None)
            while not is_closed:
                kind, task = requests.get()
                is_closed = kind == CLOSE
                if not is_closed:
                    say(number, RESULT, do(task))
    except Stopped:
        pass
    except Died as died:
        say(number, DIED, str(died))
    except Exception as error:
        say(number, ERROR, raisable(error))
