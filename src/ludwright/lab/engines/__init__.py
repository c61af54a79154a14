"""Where tasks are done: the engines of executors by name, each imported on first use."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..executor import Engine

Make = Callable[[int | None, str | None, bool], "Engine"]


def _engine(name: str) -> Make:
    """Makes the engine of a module, for a number of jobs, an address, and whether to expose it."""

    def make(jobs: int | None, address: str | None, expose: bool) -> Engine:
        module = import_module(f".{name}", __name__)
        found: Engine = module.engine(jobs, address, expose)
        return found

    return make


ENGINES: dict[str, Make] = {name: _engine(name) for name in ("threads", "processes", "ray")}
