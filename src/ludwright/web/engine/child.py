"""The process of an engine: it answers one request after another until its socket is closed."""

from __future__ import annotations

import contextlib
import os
import resource
import socket
import sys
from collections import OrderedDict
from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from ...game import GameError
from ...play.errors import GameFault, MoveError, TableError
from ...play.record import RecordError
from ..garbage import set_aside
from ..wire import explanation_data, game_data
from . import jobs
from .explaining import explained
from .forks import ACCOUNTS, serve_forks
from .frames import LARGEST, LENGTH, packed, unpacked
from .games import Games
from .hosted import Hosted, encode
from .interface import Choice, GameRef, NotOpen, Opened, Refused, TableFault, TableSpec

MEMORY = 1 << 30  # bytes that an engine of jobs may use beyond what it needs when idle
ACCOUNT_MEMORY = 384 << 20  # the same of an engine for one account, of which there are several
MOST_REMEMBERED = 64 << 20  # bytes of observation histories, which only bots need
COLLECT_EVERY = 50_000  # requests
MOST_OPEN = 4000  # tables; the one that was idle for longest is closed


class Server:
    """Holds the tables of one engine, and carries out requests by name."""

    def __init__(self, named: dict[str, str]) -> None:
        self.games = Games(named)
        self.tables: OrderedDict[str, Hosted] = OrderedDict()
        self._remembering: OrderedDict[str, int] = OrderedDict()  # bytes by table

    def hosted(self, table: str) -> Hosted:
        """An open table."""
        if table not in self.tables:
            raise NotOpen(table)
        self.tables.move_to_end(table)
        return self.tables[table]

    def open(self, spec: Any) -> Opened:
        """Open a table. One that is open already is kept only if it stands where the journal does:
        a move that could not be written is not in there."""
        asked = msgspec.convert(spec, TableSpec)
        found = self.tables.get(asked.table)
        if found is None or not found.stands_as(asked):
            game = self.games.game(asked.game, asked.options)
            places = self.games.places(game, asked.players)
            found = self.tables[asked.table] = Hosted(asked, game, places)
            if len(self.tables) > MOST_OPEN:
                self.tables.popitem(last=False)
        seed = found.table.seed if found.table.rng is None else None
        return Opened(found.status(), found.game.loaded.digest, seed)

    def close(self, table: str) -> None:
        """Forget a table."""
        self.tables.pop(table, None)
        self._remembering.pop(table, None)

    def on_table(self, method: str, table: str, *arguments: Any) -> Any:
        """A request to one table."""
        return getattr(self.hosted(table), method)(*arguments)

    def apply(self, table: str, seat: int, choice: Any, audience: list[int]) -> Any:
        """Make a choice of a seat."""
        return self.hosted(table).apply(seat, msgspec.convert(choice, Choice), audience)

    def play_bot(self, table: str, *arguments: Any) -> Any:
        """Let a bot choose. What it knows of the past is kept for the next time, but not of too
        many tables."""
        found = self.hosted(table)
        answer = found.play_bot(*arguments)
        self._remembering[table] = found.table.remembered
        self._remembering.move_to_end(table)
        sizes = self._remembering
        while len(sizes) > 1 and sum(sizes.values()) > MOST_REMEMBERED:
            oldest, _ = self._remembering.popitem(last=False)
            if oldest in self.tables:
                self.tables[oldest].table.forget()
        return answer

    def explain(
        self, table: str, seat: int, choice: Any, source: list[int], target: int | None
    ) -> bytes:
        """Why a choice, or a drag, is legal or not."""
        asked = msgspec.convert(choice, Choice)
        found = explained(self.hosted(table).sealed.asking(seat), seat, asked, source, target)
        return encode(explanation_data(found))

    def game_info(self, ref: Any, options: dict[str, Any], players: int | None) -> bytes:
        """What is known of a game before it begins."""
        asked = msgspec.convert(ref, GameRef)
        game = self.games.game(asked, options)
        return encode(game_data(game, game.program(players), asked.name, not asked.guest))

    def job(self, name: str, *arguments: Any) -> Any:
        """Work that belongs to no table; its progress is sent before its result."""
        return jobs.JOBS[name](self.games, *arguments)


REQUESTS: dict[str, Callable[..., Any]] = {
    "open": Server.open,
    "close": Server.close,
    "apply": Server.apply,
    "explain": Server.explain,
    "play_bot": Server.play_bot,
    "game_info": Server.game_info,
    "job": Server.job,
    **{
        name: (lambda method: lambda server, *given: server.on_table(method, *given))(name)
        for name in ("states", "go_on", "withdraw", "undo", "secret", "history", "finish", "record")
    },
}

# How errors cross the process boundary: a kind the other side knows, and a text for people.
KINDS: tuple[tuple[type[Exception], str], ...] = (
    (NotOpen, "not_open"),
    (TableFault, "fault"),
    (GameError, "fault"),
    (GameFault, "fault"),
    (RecordError, "fault"),
    (MoveError, "invalid"),
    (TableError, "invalid"),
)


def answer(server: Server, request: Any, send: Callable[[Any], None]) -> None:
    """Carry out one request and send what comes of it."""
    number, name, arguments = request
    try:
        found = REQUESTS[name](server, *arguments)
        if isinstance(found, Iterator):
            for progress in found:
                send([number, "progress", progress])
            found = None
        send([number, "ok", found])
    except ConnectionError:
        raise  # the server has ended, and nobody waits for an answer
    except Refused as refused:
        send([number, refused.code, str(refused)])
    except MemoryError:
        send([number, "fault", "the game takes too much memory"])
        raise
    except Exception as error:
        kind = next((kind for each, kind in KINDS if isinstance(error, each)), "")
        if not kind:
            # A bug of ours ends neither the process nor other tables; the operator's log has it.
            import traceback

            traceback.print_exc()
        send([number, kind or "fault", str(error) or type(error).__name__])


def limit_memory(most: int = MEMORY) -> None:
    """Bound the memory of an engine, where the system can; compiled code is loaded by now."""
    with contextlib.suppress(OSError, ValueError, IndexError):
        with open("/proc/self/statm", encoding="ascii") as pages:
            used = int(pages.read().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (used + most, used + most))


def receive(link: socket.socket, count: int) -> bytes:
    """Exactly this many bytes; fewer at the end of the stream."""
    parts: list[bytes] = []
    while count and (data := link.recv(min(count, 1 << 20))):
        parts.append(data)
        count -= len(data)
    return b"".join(parts)


def serve(link: socket.socket, server: Server) -> None:
    """Answer requests until the other side closes the socket."""
    answered = 0
    while len(head := receive(link, LENGTH.size)) == LENGTH.size:
        (length,) = LENGTH.unpack(head)
        if length > LARGEST:
            return
        request = unpacked(receive(link, length))
        try:
            answer(server, request, lambda value: link.sendall(packed(value)))
        except MemoryError:
            # What is left is not enough for the other tables: a new process opens them again.
            link.sendall(packed([0, "leaving", None]))
            return
        answered += 1
        if answered % COLLECT_EVERY == 0:
            set_aside()


def main() -> None:
    """Run an engine: its socket, kind and named files come as arguments."""
    descriptor, kind, *named = sys.argv[1:]
    server = Server(dict(zip(named[::2], named[1::2], strict=True)))
    if kind != "tables":
        # Guests and jobs yield to the tables of others.
        with contextlib.suppress(OSError):
            os.nice(5)
    jobs.warm_up(searches=kind == "jobs")
    set_aside()

    def work(link: socket.socket) -> None:
        if kind != "tables":
            limit_memory(ACCOUNT_MEMORY if kind == ACCOUNTS else MEMORY)
        link.sendall(packed([0, "ready", os.getpid()]))
        serve(link, server)

    # A server that is killed takes nothing more, and has no use for what its engines say of that.
    with socket.socket(fileno=int(descriptor)) as link, contextlib.suppress(ConnectionError):
        if kind == ACCOUNTS:
            serve_forks(link, work)
        else:
            work(link)


if __name__ == "__main__":
    main()
