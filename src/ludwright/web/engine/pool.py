"""The server's side of its engines: spreads tables and jobs over processes, and turns their answers
into values and errors."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncGenerator, AsyncIterator, Mapping, Sequence
from typing import Any

import msgspec

from .interface import (
    Advice,
    Answer,
    Busy,
    Choice,
    Completed,
    Examined,
    GameRef,
    Hovered,
    NotOpen,
    Opened,
    Refused,
    TableFault,
    TableSpec,
)
from .processes import Process, Processes
from .turns import Turns

TABLES, JOBS = "tables", "jobs"
CPU_LIMIT = 2.0  # seconds of CPU for one decision of a table
JOB_LIMIT = 40.0  # seconds of CPU for one job; jobs have limits of their own below that
OPENING_LIMIT = 10.0  # seconds of CPU to compile a game and to replay its moves, or for a bot
GUEST_LIMIT = 4.0  # the same for games of guests
MOST_JOBS = 8  # under way or waiting
ATTEMPTS = 5  # at engines that end


class EnginePool:
    """Engine processes: for tables of known games, for jobs, and for guests.

    Each upload has an engine for its tables, and so has everybody who asks for checks: however slow
    a game is, nobody else waits for it. Jobs of one asker wait for one another."""

    def __init__(
        self,
        tables: int = 1,
        guests: int = 8,
        jobs: int = 2,
        named: Mapping[str, str] | None = None,
    ) -> None:
        self.processes = Processes({TABLES: tables, JOBS: jobs}, named or {}, guests)
        self._suspects: set[str] = set()  # tables that were asked something when an engine died
        self._turns = Turns(jobs)
        self._waiting_jobs = 0

    async def start(self) -> None:
        """Start the engines of tables; the others start when they are needed first."""
        await self.processes.start(TABLES)

    async def stop(self) -> None:
        """End all engine processes."""
        await self.processes.stop()

    # ---- requests ----

    async def _ask(self, process: Process, limit: float, name: str, *arguments: Any) -> Any:
        async for kind, value in self.processes.stream(process, limit, name, *arguments):
            if kind != "progress":
                return _result(kind, value)
        raise NotOpen(name)

    async def _of_table(self, table: str, name: str, *arguments: Any) -> Any:
        process = self.processes.home(table)
        if process is None:
            raise NotOpen(table)
        limit = _opening_limit(process.account) if name == "play_bot" else CPU_LIMIT
        return await self._for_table(table, process, limit, name, table, *arguments)

    async def _for_table(
        self, table: str, process: Process, limit: float, name: str, *arguments: Any
    ) -> Any:
        """Ask an engine something about a table. If it dies, somebody may have killed it; if it
        dies again, it is the table's fault."""
        try:
            found = await self._ask(process, limit, name, *arguments)
        except _Crashed:
            if table in self._suspects:
                self._suspects.discard(table)
                raise TableFault("the game made its engine crash") from None
            self._suspects.add(table)
            raise NotOpen(table) from None
        if name != "open":
            self._suspects.discard(table)
        return found

    async def _for_account(self, account: str, limit: float, name: str, *arguments: Any) -> Any:
        """Ask an engine something that belongs to no table."""
        try:
            return await self._ask(await self._engine(account), limit, name, *arguments)
        except (NotOpen, _Crashed):
            raise Busy("the engine ended; try again") from None

    async def _engine(self, account: str) -> Process:
        """The engine of an account; without one, of tables."""
        if account:
            return await self.processes.of_account(account)
        return await self.processes.some(TABLES)

    async def _jobs_of(
        self, asker: str, name: str, *arguments: Any
    ) -> AsyncGenerator[tuple[str, Any]]:
        """The answers to a job. An engine gets the next one when it is idle, so that a job which
        nobody waits for can be ended with its engine."""
        if self._waiting_jobs >= MOST_JOBS:
            raise Busy("the server is busy; try again later")
        self._waiting_jobs += 1
        try:
            async with self._turns.turn(asker):
                process = await self.processes.idle(JOBS)
                asked = "job", name, *arguments
                stream = self.processes.stream(process, JOB_LIMIT, *asked, kill=True)
                async with contextlib.aclosing(stream):
                    async for each in stream:
                        yield each
        finally:
            self._waiting_jobs -= 1

    async def _job(self, asker: str, name: str, *arguments: Any) -> Any:
        async with contextlib.aclosing(self._jobs_of(asker, name, *arguments)) as answers:
            async for kind, value in answers:
                if kind != "progress":
                    return _job_result(kind, value)
        raise NotOpen(name)

    # ---- the interface ----

    async def game_info(self, game: GameRef, options: dict[str, Any], players: int | None) -> bytes:
        """The GameInfo of the protocol as JSON."""
        account = _account(game)
        given = _opening_limit(account), "game_info", game, options, players
        found: bytes = await self._for_account(account, *given)
        return found

    async def open(self, spec: TableSpec) -> Opened:
        """Open a table, after its moves so far."""
        account = _account(spec.game)
        limit = _opening_limit(account)
        for _ in range(ATTEMPTS):
            process = self.processes.home(spec.table) or await self._engine(account)
            self.processes.settle(spec.table, process)
            try:
                found = await self._for_table(spec.table, process, limit, "open", spec)
            except NotOpen:
                continue  # its engine died meanwhile
            except BaseException:
                self.processes.leave(spec.table)
                raise
            return msgspec.convert(found, Opened)
        raise Busy("the server is busy; try again later")

    async def close(self, table: str) -> None:
        """Forget a table."""
        self._suspects.discard(table)
        process = self.processes.leave(table)
        if process is not None:
            await self._ask(process, CPU_LIMIT, "close", table)

    async def _answer(self, table: str, name: str, *arguments: Any) -> Answer:
        return msgspec.convert(await self._of_table(table, name, *arguments), Answer)

    async def states(self, table: str, audience: Sequence[int], since: Mapping[int, int]) -> Answer:
        """The state for each audience."""
        return await self._answer(table, "states", audience, since)

    async def apply(self, table: str, seat: int, choice: Choice, audience: Sequence[int]) -> Answer:
        """Make a choice of a seat."""
        return await self._answer(table, "apply", seat, choice, audience)

    async def play_bot(
        self, table: str, seat: int, bot: str, seed: int, audience: Sequence[int]
    ) -> Answer:
        """Let a bot choose for a seat that can choose now."""
        return await self._answer(table, "play_bot", seat, bot, seed, audience)

    async def withdraw(self, table: str, seat: int, audience: Sequence[int]) -> Answer:
        """Drop the last sealed choice of a seat."""
        return await self._answer(table, "withdraw", seat, audience)

    async def go_on(self, table: str, audience: Sequence[int]) -> Answer:
        """Continue after a pause."""
        return await self._answer(table, "go_on", audience)

    async def undo(self, table: str, count: int, audience: Sequence[int]) -> Answer:
        """Take back the last moves."""
        return await self._answer(table, "undo", count, audience)

    async def finish(self, table: str, audience: Sequence[int]) -> Answer:
        """Make forced moves up to the end of the game."""
        return await self._answer(table, "finish", audience)

    async def secret(self, table: str, count: int) -> bool:
        """Whether the last moves involved chance or revealed something."""
        return bool(await self._of_table(table, "secret", count))

    async def explain(
        self, table: str, seat: int, choice: Choice, source: Sequence[int], target: int | None
    ) -> bytes:
        """Why a choice, or a drag, is legal or not."""
        found: bytes = await self._of_table(table, "explain", seat, choice, source, target)
        return found

    async def history(self, table: str, audience: int, move: int) -> bytes:
        """The body of the state after a number of moves."""
        found: bytes = await self._of_table(table, "history", audience, move)
        return found

    async def record(self, table: str) -> str:
        """The record of the game so far."""
        return str(await self._of_table(table, "record"))

    async def hint(self, spec: TableSpec, seat: int, whole: bool, asker: str = "") -> Advice:
        """A hint, or with `whole` a solution."""
        return msgspec.convert(await self._job(asker, "hint", spec, seat, whole), Advice)

    async def check(self, game: GameRef, asker: str = "") -> list[dict[str, Any]]:
        """The diagnostics of a description."""
        given = OPENING_LIMIT, "job", "check", game
        found: list[dict[str, Any]] = await self._for_account(_checks(asker), *given)
        return found

    async def hover(self, game: GameRef, file: str, offset: int, asker: str = "") -> Hovered:
        """What the word at an offset of a file means."""
        given = OPENING_LIMIT, "job", "hover", game, file, offset
        return msgspec.convert(await self._for_account(_checks(asker), *given), Hovered)

    async def complete(self, game: GameRef, file: str, offset: int, asker: str = "") -> Completed:
        """What can be written at an offset of a file."""
        given = OPENING_LIMIT, "job", "complete", game, file, offset
        return msgspec.convert(await self._for_account(_checks(asker), *given), Completed)

    async def examine(self, game: GameRef, asker: str = "") -> Examined:
        """The diagnostics of a description, and its GameInfo if it has no error."""
        given = GUEST_LIMIT, "job", "examine", game
        return msgspec.convert(await self._for_account(_checks(asker), *given), Examined)

    async def simulate(
        self, game: GameRef, players: int | None, games: int, seed: int, asker: str = ""
    ) -> AsyncIterator[dict[str, Any]]:
        """Play random games; yields progress with the statistics so far."""
        given = game, players, games, seed
        async with contextlib.aclosing(self._jobs_of(asker, "simulate", *given)) as answers:
            async for kind, value in answers:
                if kind == "progress":
                    yield value
                else:
                    _job_result(kind, value)

    async def solve(
        self, game: GameRef, seed: int, seconds: float, asker: str = ""
    ) -> dict[str, Any]:
        """Whether a deal is winnable."""
        found: dict[str, Any] = await self._job(asker, "solve", game, seed, seconds)
        return found

    async def secrets(self, game: GameRef, seconds: float, asker: str = "") -> dict[str, Any]:
        """The contract of a game on random games."""
        found: dict[str, Any] = await self._job(asker, "secrets", game, seconds)
        return found

    async def winnable(
        self, game: GameRef, first: int, seconds: float, asker: str = ""
    ) -> int | None:
        """The first winnable deal from a seed on."""
        found: int | None = await self._job(asker, "winnable", game, first, seconds)
        return found


def _account(game: GameRef) -> str:
    """The account of a game, if it is of a guest."""
    return f"upload {game.name}" if game.guest else ""


def _checks(asker: str) -> str:
    """The account of the checks that somebody asks for."""
    return f"checks {asker}"


def _opening_limit(account: str) -> float:
    return GUEST_LIMIT if account else OPENING_LIMIT


class _Crashed(Exception):
    """An engine died while it was at work on a request."""


def _result(kind: str, value: Any) -> Any:
    """The value of an answer, or its error raised."""
    if kind == "ok":
        return value
    if kind == "crashed":
        raise _Crashed
    if kind in ("not_open", "lost"):
        raise NotOpen(str(value))
    if kind == "killed":
        raise TableFault("the game took too much time")
    if kind == "fault":
        raise TableFault(str(value))
    raise Refused(kind, str(value))


def _job_result(kind: str, value: Any) -> Any:
    """The same of a job, which belongs to no table."""
    if kind in ("crashed", "lost"):
        raise TableFault("the engine ended")
    return _result(kind, value)
