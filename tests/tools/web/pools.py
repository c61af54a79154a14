"""Real engines for tests: one pool that several tests share, in an event loop of its own."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from ludwright.web.engine.interface import GameRef, TableSpec
from ludwright.web.engine.pool import EnginePool

T = TypeVar("T")


class Engines:
    """A pool, used from tests that are not coroutines."""

    def __init__(self, runner: asyncio.Runner, pool: EnginePool) -> None:
        self.pool = pool
        self._runner = runner

    def run(self, work: Coroutine[Any, Any, T], seconds: float = 60.0) -> T:
        """Run a coroutine in the pool's loop; none may hang."""

        async def limited() -> T:
            async with asyncio.timeout(seconds):
                return await work

        return self._runner.run(limited())

    def pids(self, kind: str) -> list[int]:
        """The processes of a kind."""
        return [each.process.pid for each in self.pool.processes.of(kind)]


@contextmanager
def engines(**sizes: int) -> Iterator[Engines]:
    """A pool of engines."""
    with asyncio.Runner() as runner:
        pool = EnginePool(**sizes)
        runner.run(pool.start())
        try:
            yield Engines(runner, pool)
        finally:
            runner.run(pool.stop())


def upload(text: str, language: str, name: str = "game", **files: str) -> GameRef:
    """An uploaded game."""
    suffix = {"cgml": "cgml", "sgdl": "sgdl", "rulexml": "xml", "gamespec": "yaml"}[language]
    others = {each.replace("_", "."): content for each, content in files.items()}
    return GameRef(name, language, {f"game.{suffix}": text, **others})


def guest(table: str, ref: GameRef, players: int = 1, **more: Any) -> TableSpec:
    """A table of an upload."""
    return TableSpec(table, ref, players, tuple(f"P{i}" for i in range(players)), seed=1, **more)
