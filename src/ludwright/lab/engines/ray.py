"""Workers that are actors of a Ray cluster (extra `ray`), which is never started unasked.

Ray's processes listen on all network interfaces, and whoever reaches them can run any code. So
without the address of a cluster one is started where nobody else can reach it (`contained.py`), or
here only by express permission.
"""

from __future__ import annotations

import logging
import os
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...machine.cache import stamp
from ...play.errors import TableError
from .child import TASK, WORK, Worker, answered
from .frames import packed
from .work import Died, Do, Stopped, sendable

if TYPE_CHECKING:
    from ..executor import Engine

OBJECT_STORE = 100 << 20  # bytes; results are small, and go past it
POLL, CONNECT = 0.5, 5.0  # seconds


@cache
def version() -> str:
    """A name for the sources of this package, which must be the same on all nodes."""
    return stamp("", Path(__file__).parents[2])


def _check_answers(address: str, what: str) -> None:
    """Refuse an address where nobody listens: Ray would go on trying for minutes."""
    host, _, port = address.rpartition(":")
    if not host or not port.isdecimal():
        return  # in words that Ray knows, or not
    try:
        socket.create_connection((host.strip("[]"), int(port)), CONNECT).close()
    except (OSError, OverflowError, UnicodeError) as error:
        raise TableError(f"{what}: {error}") from None


class Remote(Worker):
    """A worker in another process, maybe of another machine."""

    def version(self) -> str:
        """The name of the sources there."""
        return version()


class Cluster:
    """The engine of a cluster: that of an address, or one that this process starts."""

    name = "ray"

    def __init__(self, address: str | None, jobs: int | None, folder: str | None = None) -> None:
        self._address = address
        self._jobs = jobs
        self._folder = folder
        self._is_ours = False  # whether to disconnect in the end
        self._work: tuple[Any, bytes] = None, b""
        self._request: Any = None
        self._actors: list[Any] = []

    def workers(self) -> int:
        """One per core of the cluster."""
        return max(1, int(self._ray().cluster_resources().get("CPU", 1)))

    def prepare(self, work: Any) -> None:
        """Pack what is sent to each worker."""
        if work is not self._work[0]:
            self.send(work, sendable(work, self.name))

    def send(self, work: Any, data: bytes) -> None:
        """Put packed work where workers get it."""
        self._work = work, data
        self._request = self._ray().put(packed((WORK, data)))

    def _ray(self) -> Any:
        """Ray, connected."""
        import ray

        if not ray.is_initialized():
            with _environment():
                self._connect(ray)
            self._is_ours = True
        return ray

    def _connect(self, ray: Any) -> None:
        given: dict[str, Any] = {"log_to_driver": False, "logging_level": logging.ERROR}
        what = f"no Ray cluster answers at '{self._address}'"
        if self._address is None:
            what = "Ray did not start"
            given |= {"num_cpus": self._jobs, "include_dashboard": False}
            given |= {"object_store_memory": OBJECT_STORE}
            given |= {"_node_ip_address": "127.0.0.1", "_temp_dir": self._folder}
        else:
            _check_answers(self._address, what)
        try:
            # Never the address of a variable of the environment.
            ray.init(self._address or "local", **given)
        except Exception as error:  # of many kinds
            raise TableError(f"{what}: {str(error).strip().splitlines()[0]:.200}") from None

    @contextmanager
    def open(self, work: Any, has_ended: Callable[[], bool]) -> Iterator[Do]:
        """A new actor, as soon as the cluster has room for it."""
        ray = self._ray()
        remote = ray.remote(num_cpus=1, max_restarts=0, scheduling_strategy="SPREAD")(Remote)
        actor = remote.remote()
        self._actors.append(actor)
        try:
            ready = actor.version.remote()
            while not ray.wait([ready], timeout=POLL)[0]:
                if has_ended():
                    raise Stopped
            if ray.get(ready) != version():
                raise TableError(
                    "a node of the cluster has another version of Ludwright; install this one there"
                )
            answered(ray.get(actor.answer.remote(self._request)))
            yield lambda task: answered(ray.get(actor.answer.remote(packed((TASK, task)))))
        except ray.exceptions.RayError as error:
            raise Died(str(error).strip().splitlines()[0][:200]) from None
        finally:
            self._actors.remove(actor)
            ray.kill(actor)

    def interrupt(self) -> None:
        """Kill all actors."""
        for actor in list(self._actors):
            self._ray().kill(actor)

    def close(self) -> None:
        """Disconnect, and end a cluster that was started here."""
        if self._is_ours:
            self._ray().shutdown()
            self._is_ours = False


@contextmanager
def _environment() -> Iterator[None]:
    """What Ray's processes inherit: where to find this package, and not to report to anyone."""
    wanted = {"PYTHONPATH": os.pathsep.join(sys.path), "RAY_USAGE_STATS_ENABLED": "0"}
    before = {name: os.environ.get(name) for name in wanted}
    os.environ.update(wanted)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


def engine(jobs: int | None, address: str | None, expose: bool) -> Engine:
    """The engine: a cluster of an address, one that is exposed, or one out of reach."""
    if find_spec("ray") is None:
        raise TableError("engine 'ray' needs an extra: pip install 'ludwright[ray]'")
    if address is not None or expose:
        return Cluster(address, jobs)
    from .contained import Contained, is_possible

    if not is_possible():
        raise TableError(
            "Ray would listen on all network interfaces, and this system cannot give it a network "
            "of its own; name a cluster (--address), or permit that (--expose)"
        )
    return Contained(jobs)
