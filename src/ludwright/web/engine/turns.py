"""Turns: a limited number work at once, and nobody has several turns while others wait."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class Turns:
    """Lets a limited number work at once, and only one for each asker; the others wait in order."""

    def __init__(self, most: int) -> None:
        self._free = most
        self._working: set[str] = set()
        self._waiting: list[tuple[str, asyncio.Future[None]]] = []

    @asynccontextmanager
    async def turn(self, asker: str) -> AsyncIterator[None]:
        """Wait for a turn, and have it."""
        given: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((asker, given))
        self._give()
        try:
            await given
            yield
        finally:
            if given.done() and not given.cancelled():
                self._free += 1
                self._working.discard(asker)
            else:
                self._waiting.remove((asker, given))
            self._give()

    def _give(self) -> None:
        """Give turns to those who have waited for longest."""
        for asker, given in list(self._waiting):
            if self._free and asker not in self._working and not given.done():
                self._waiting.remove((asker, given))
                self._free -= 1
                self._working.add(asker)
                given.set_result(None)
