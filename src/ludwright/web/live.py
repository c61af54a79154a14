"""A live table: its state in memory, and the way of every change: engine, store, clients.

It knows nothing of games. A change is made under the table's lock, is written before anybody hears
of it, and is dropped if it cannot be written.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import TypeVar

import msgspec

from . import records
from .client import Client, Departure, Refusal
from .clock import Clocks
from .engine.interface import (
    Answer,
    Busy,
    Engine,
    GameRef,
    NotOpen,
    Refused,
    Status,
    TableFault,
    TableSpec,
)
from .journal import AnyLine, Ended, Faulted, Moved, Sealed
from .limits import Bucket
from .protocol import encode
from .saving import Change, results_at, write_change
from .seating import concerned, names_at, playing, shown_to
from .services import Services
from .shapes import Said, State, Table, UndoInfo, with_body
from .store import Lease, LeaseLost
from .table_info import ended_body, table_info, you
from .undo import is_free, moves_to_keep
from .votes import Votes

LOG = logging.getLogger("ludwright.web")
T = TypeVar("T")


class LiveTable:
    """A table with its connections."""

    def __init__(self, services: Services, lease: Lease, stored: records.Stored) -> None:
        self.services = services
        self.lease = lease
        self.row = stored.row
        self.seats = stored.seats
        self.past = stored.past
        self.chat = stored.chat
        self.game = stored.upload or GameRef(stored.row.game)
        self.clients: set[Client] = set()
        self.lock = asyncio.Lock()
        self.status: Status | None = None
        self.votes = stored.votes
        self.clocks = self.default_clocks()
        self.absent: set[int] = set()  # seats of people that bots play for until they come back
        self.away: dict[int, float] = {}  # since when the people of seats are not connected
        self.empty_since = self.changed = self.now()
        self.closed = False
        limits = services.config.limits
        self.rate = Bucket(limits.table_frames_per_second, limits.table_frames_burst)
        self._opened = False
        self._info: tuple[str, msgspec.Raw] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._acting: asyncio.Task[None] | None = None
        self.bot_seed = secrets.randbits(62)

    def now(self) -> float:
        """Seconds since the epoch."""
        return time.time()

    @property
    def id(self) -> str:
        """The table's name in addresses."""
        return self.row.id

    @property
    def alone(self) -> bool:
        """Whether one person plays here, with bots or without, and nobody else may come back."""
        return len(set(concerned(self.seats).values())) <= 1

    @property
    def solo(self) -> bool:
        """Whether only one person has played here: the end of the game concerns nobody else."""
        return len({seat.person for seat in self.seats if seat.kind == "person"}) <= 1

    @property
    def single(self) -> bool:
        """Whether the game has one seat: its person may know the deal."""
        return self.row.settings.players == 1

    # ---- the engine ----

    def spec(self) -> TableSpec:
        """How the engine sets the table up, with all moves so far."""
        deal = self.past.deal
        assert deal is not None
        return deal.spec(self.id, self.game, self.past.made, tuple(self.past.sealed))

    async def ask(self, question: Callable[[Engine], Awaitable[T]]) -> T:
        """Ask the engine, which may have forgotten the table. A game that breaks faults it."""
        if self.row.phase == "faulted":
            raise Refusal("faulted", self.past.fault or "this table is broken")
        engine = self.services.engine
        try:
            if not self._opened:
                await engine.open(self.spec())
                self._opened = True
            try:
                return await question(engine)
            except NotOpen:
                await engine.open(self.spec())
                return await question(engine)
        except Refused as refused:
            raise Refusal(refused.code, str(refused)) from None
        except (Busy, NotOpen):
            raise Refusal("busy", "the server is busy; try again") from None
        except TableFault as fault:
            await self.fault(str(fault))
            raise Refusal("faulted", str(fault)) from None

    async def game_info(self) -> msgspec.Raw:
        """What the engine says of the game with the chosen options."""
        settings = self.row.settings
        key = repr((settings.options, settings.players))
        if self._info is None or self._info[0] != key:
            engine = self.services.engine
            try:
                found = await engine.game_info(self.game, settings.options, settings.players)
            except (TableFault, Busy) as error:
                raise Departure("busy", f"the game cannot be read: {error}") from None
            self._info = key, msgspec.Raw(found)
        return self._info[1]

    async def forget(self) -> None:
        """Let the engine forget the table; the journal has everything."""
        self._opened = False
        with suppress(NotOpen, Busy, TableFault):
            await self.services.engine.close(self.id)

    async def fault(self, message: str) -> None:
        """The game broke: the table can't go on."""
        self.services.count("faults")
        await self.save([Faulted(message[:2000])], self.changed_row(phase="faulted"))
        await self.forget()
        self.announce()

    # ---- the store ----

    def changed_row(self, **changes: object) -> records.TableRow:
        """The table's row with changes."""
        return msgspec.structs.replace(self.row, touched=self.now(), **changes)

    async def save(
        self,
        lines: Sequence[AnyLine] = (),
        row: records.TableRow | None = None,
        seats: Sequence[records.SeatRow] | None = None,
        votes: Votes | None = None,
    ) -> None:
        """Write a change, then let it be true; if it can't be written, nothing has changed."""
        now = self.now()
        rows = records.journal_rows(self.lease, self.past.at, lines, now)
        ended = next((line for line in lines if isinstance(line, Ended)), None)
        results = results_at(self, ended, lines, now) if ended else None
        change = Change(row, seats, results, None if votes == self.votes else votes)
        work = partial(write_change, self.id, change, len(self.seats), self.past.began)
        try:
            needed = None if change == Change() else work
            await self.services.store.write(needed, lease=self.lease, lines=rows)
        except LeaseLost:
            self.lose("closed", "the table has moved; connect again")
            raise Departure("closed", "the table has moved; connect again") from None
        except Exception as error:
            LOG.error("table %s: cannot write: %s", self.id, error)
            self.services.count("write_failures")
            await self.forget()
            raise Refusal("busy", "this could not be saved; try again") from None
        for line in lines:
            self.past.add(line, now)
        if row is not None:
            self.row = row
        if seats is not None:
            self.seats = list(seats)
        if votes is not None:
            self.votes = votes

    # ---- moves ----

    def audience(self) -> list[int]:
        """The views that somebody is looking at."""
        return sorted({each for client in self.clients for each in client.audience})

    async def make(self, move: Callable[[Engine, list[int]], Awaitable[Answer]]) -> Answer:
        """Let the engine move, write that, and show it to everybody."""
        began = time.perf_counter()
        audience = self.audience()
        answer = await self.ask(lambda engine: move(engine, audience))
        before = len(self.past.moves)
        now = self.now()
        # Where several choose together, all get the increment when their choices are made.
        moved = playing(self.seats).keys() & {made.seat for made in answer.made}
        clocks = self.clocks.after(moved, now) if self.clocks else None
        lines: list[AnyLine] = [Moved(made, answer.secret, clocks) for made in answer.made]
        if answer.sealed:
            lines.append(Sealed(answer.sealed, clocks))
        row = None
        if answer.status.over:
            lines.append(self.past.ending(answer.status, now, len(answer.made)))
            row = self.changed_row(phase="over")
        voted = bool(answer.made) and self.votes.of_kind("undo") is not None
        await self.save(lines, row, votes=self.votes.without("undo") if voted else None)
        self.status = answer.status
        self.settle(now)
        self.show(answer, before)
        if row is not None or voted:
            self.announce()
        self.services.count("moves", len(answer.made))
        self.services.count("move_seconds", time.perf_counter() - began)
        return answer

    def settle(self, now: float) -> None:
        """Let the clocks of those run who have to choose now."""
        self.changed = now
        if self.clocks and self.status:
            left = self.past.clocks or tuple(self.clocks.left(now))
            running = self.on_move() if self.row.phase == "playing" and self.clients else ()
            self.clocks.switch(left, running, now)
        self.reschedule()

    def on_move(self) -> list[int]:
        """The seats of the people that the game waits for."""
        people = playing(self.seats)
        return [seat for seat in self.status.waiting if seat in people] if self.status else []

    def adopt(self, status: Status) -> None:
        """Begin with a new deal, which the engine has opened."""
        self._opened = True
        self.status = status
        self.absent.clear()
        self.clocks = self.default_clocks()
        self.settle(self.now())

    # ---- what clients get ----

    def frames(self, answer: Answer, since: int) -> dict[int, bytes]:
        """The `state` frame of each audience."""
        clock = None
        if self.clocks:
            left = self.clocks.left(self.now())
            clock = {str(seat): round(seconds, 1) for seat, seconds in enumerate(left)}
        times = [round(when, 2) for when in self.past.times[since:]]
        ended = self.past.ended if self.past.ended and self.past.ended.early else None
        frames = {}
        for seat, body in answer.bodies.items():
            undo = UndoInfo(self.may_undo(seat), len(self.past.redoable) if self.alone else 0)
            head = State(self.past.number(seat), since, times, undo, clock)
            frames[seat] = with_body(head, ended_body(body, ended) if ended else body)
        return frames

    def may_undo(self, seat: int) -> bool:
        """Whether a seat may take back its last move without asking."""
        people = playing(self.seats)
        if seat not in people or self.row.phase not in ("playing", "over"):
            return False
        if self.row.phase == "over" and not self.solo:
            return False
        if self.past.has_sealed(seat):
            return True
        keep = moves_to_keep(self.past.moves, seat, None)
        all_people = concerned(self.seats)
        return keep is not None and is_free(self.past.moves, keep, people[seat], all_people)

    def show(self, answer: Answer, since: int) -> None:
        """Send states to everybody who has one coming."""
        frames = self.frames(answer, since)
        for client in list(self.clients):
            for seat in client.audience:
                if seat in frames:
                    client.show(frames[seat])

    def reseat(self) -> None:
        """Give connections the views of their people, after the seats or settings have changed."""
        for client in self.clients:
            client.seats = [] if client.watches else shown_to(self.seats, client.person)
            client.delay = float(self.row.settings.delay) if client.spectates else 0.0

    async def show_all(self, since: int) -> None:
        """Send the current states to everybody, after what is not a move."""
        audience = self.audience()
        starts = dict.fromkeys(audience, since)
        answer = await self.ask(lambda engine: engine.states(self.id, audience, starts))
        self.status = answer.status
        self.show(answer, since)
        self.announce()

    async def show_to(self, client: Client, since: int = 0) -> None:
        """Send the current states to one client."""
        if self.past.deal is None or self.row.phase == "faulted":
            return
        kept = self.past.kept(since, client.audience)
        starts = dict.fromkeys(client.audience, kept)
        answer = await self.ask(lambda engine: engine.states(self.id, client.audience, starts))
        self.status = answer.status
        frames = self.frames(answer, kept)
        for seat in client.audience:
            client.show(frames[seat])

    def announce(self) -> None:
        """Send what has changed of the table to everybody."""
        info = table_info(self)
        for client in list(self.clients):
            client.send(Table(info, you(self, client)))

    def say(self, said: Said) -> None:
        """Send chat to everybody who has not muted its author."""
        frame = encode(said)
        for client in list(self.clients):
            if said.person not in client.muted:
                client.show(frame)

    # ---- time ----

    def reschedule(self) -> None:
        """Set the timer to what happens next by itself."""
        if self._timer:
            self._timer.cancel()
            self._timer = None
        from .pacing import next_event

        event = None if self.closed else next_event(self)
        if event is not None:
            due, action = event
            delay = max(0.0, due - self.now())
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(delay, self._act, action, self.past.at)

    def _act(self, action: Callable[[LiveTable], Awaitable[None]], at: int) -> None:
        self._acting = asyncio.ensure_future(self._acted(action, at))

    async def _acted(self, action: Callable[[LiveTable], Awaitable[None]], at: int) -> None:
        try:
            async with self.lock:
                if self.past.at == at and not self.closed:
                    await action(self)
        except Refusal as refusal:
            LOG.warning("table %s: %s", self.id, refusal.message)
            if refusal.code == "busy":  # again, a little later
                self.changed = self.now() + 1
                self.reschedule()
        except Departure:
            pass
        except Exception:
            LOG.exception("table %s: an action failed", self.id)
            self.services.count("errors")

    # ---- the end ----

    def lose(self, code: str, message: str) -> None:
        """Send everybody away, because this process no longer has the table."""
        self.closed = True
        self.reschedule()
        for client in list(self.clients):
            client.end(code, message)
        self.clients.clear()
        self.services.drop(self)

    async def unload(self, code: str = "", message: str = "") -> None:
        """Leave the memory; everything is in the store."""
        async with self.lock:
            if self.clocks:
                self.clocks.stop(self.now())
            for client in list(self.clients):
                client.end(code, message)
            self.clients.clear()
            self.closed = True
            self.reschedule()
            await self.forget()

    def default_clocks(self) -> Clocks | None:
        """The clocks as the journal left them."""
        clock = self.row.settings.clock
        if clock is None:
            return None
        full = (float(clock.seconds),) * self.row.settings.players
        return Clocks(self.past.clocks or full, clock.increment)

    def names(self) -> tuple[str, ...]:
        """The names at the table: those of the deal, or of the people before it."""
        return self.past.deal.names if self.past.deal else names_at(self.seats)
