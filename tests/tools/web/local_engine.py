"""The engine of the server, in the process of the test: real tables, no limits."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from ludwright.web.engine.child import REQUESTS, Server
from ludwright.web.engine.interface import Answer, Choice, Opened, TableSpec

from .fake_engine import FakeEngine


class LocalEngine(FakeEngine):
    """Asks the server of an engine process what concerns tables, without a process."""

    def __init__(self) -> None:
        super().__init__()
        self.server = Server({})

    def _asked(self, name: str, *given: Any) -> Any:
        plain = [msgspec.to_builtins(each) for each in given]
        return REQUESTS[name](self.server, *plain)

    async def stop(self) -> None:
        self.server.tables.clear()

    async def open(self, spec: TableSpec) -> Opened:
        self.opened_with.append(spec)
        found: Opened = self._asked("open", spec)
        return found

    async def states(self, table: str, audience: Sequence[int], since: dict[int, int]) -> Answer:
        return self.server.hosted(table).states(audience, since)

    async def apply(self, table: str, seat: int, choice: Choice, audience: Sequence[int]) -> Answer:
        return self.server.hosted(table).apply(seat, choice, audience)

    async def play_bot(
        self, table: str, seat: int, bot: str, seed: int, audience: Sequence[int]
    ) -> Answer:
        return self.server.hosted(table).play_bot(seat, bot, seed, audience)

    async def withdraw(self, table: str, seat: int, audience: Sequence[int]) -> Answer:
        return self.server.hosted(table).withdraw(seat, audience)

    async def go_on(self, table: str, audience: Sequence[int]) -> Answer:
        return self.server.hosted(table).go_on(audience)

    async def undo(self, table: str, count: int, audience: Sequence[int]) -> Answer:
        return self.server.hosted(table).undo(count, audience)

    async def secret(self, table: str, count: int) -> bool:
        return self.server.hosted(table).secret(count)

    async def record(self, table: str) -> str:
        return self.server.hosted(table).record()

    async def close(self, table: str) -> None:
        self.server.close(table)
