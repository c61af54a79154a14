"""Run a server: one process, or several that share the listening socket."""

from __future__ import annotations

import asyncio
import importlib
import logging
import secrets
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack, suppress
from typing import Any, cast

import msgspec
import uvicorn
from starlette.applications import Starlette
from uvicorn.middleware.proxy_headers import _TrustedHosts
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from . import leases
from .config import Config
from .engine.interface import Engine
from .garbage import set_aside
from .http_base import Context
from .limits import Slots, TooMany, network
from .protocol import LARGEST_FRAME
from .server import application
from .store import Store

try:
    import resource
except ImportError:  # no such limits on this system
    resource = None  # type: ignore[assignment]

LOG = logging.getLogger("ludwright.web")
BACKLOG = 2048
COLLECT_EVERY = 600.0  # seconds
MOST_UNREAD = 1_000_000  # bytes beside the queue of a client: answers to its pings
GRACE = 10  # seconds for requests under way when a server ends
TOO_MANY = b"HTTP/1.1 429 Too Many Requests\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
FAST_DEATH = 2.0  # seconds; a process that ends sooner is not started again at once


class CannotServe(Exception):
    """The server cannot start; the message says why."""


def listen(config: Config) -> socket.socket:
    """The socket that browsers connect to."""
    family = socket.AF_INET6 if ":" in config.host else socket.AF_INET
    # With the protocol named, asyncio sends small frames at once instead of waiting for answers.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((config.host, config.port))
        listener.listen(BACKLOG)
    except (OSError, OverflowError) as error:
        listener.close()
        why = getattr(error, "strerror", None) or error
        raise CannotServe(f"cannot listen on {config.host} port {config.port}: {why}") from None
    return listener


def url_of(config: Config, listener: socket.socket) -> str:
    """The address to open in a browser."""
    host, port = listener.getsockname()[:2]
    shown = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{shown}:{port}{config.base}/"


def engine_for(config: Config) -> Engine:
    """The engines of a server process."""
    if config.engine:
        module, _, name = config.engine.partition(":")
        return cast("Engine", getattr(importlib.import_module(module), name)())
    pool = importlib.import_module("ludwright.web.engine.pool")
    return cast("Engine", pool.EnginePool(tables=config.engines, named=dict(config.files)))


# ---- one process ---------------------------------------------------------------------------------


class Unread(asyncio.Protocol):
    """Ends connections that take nothing of what they are sent: a transport which is asked to close
    would wait for them, with all of it in memory."""

    transport: asyncio.Transport
    loop: asyncio.AbstractEventLoop
    unread_seconds = 20.0
    _unread: asyncio.TimerHandle | None = None
    _size = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Notice whatever is not taken at once."""
        super().connection_made(transport)
        self.transport.set_write_buffer_limits(high=0)

    def pause_writing(self) -> None:
        """Something is not taken."""
        super().pause_writing()
        self._wait()

    def resume_writing(self) -> None:
        """Everything was taken."""
        self._stop_waiting()
        super().resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        """Nothing to wait for."""
        self._stop_waiting()
        super().connection_lost(exc)

    def _wait(self) -> None:
        self._size = self.transport.get_write_buffer_size()
        self._unread = self.loop.call_later(self.unread_seconds, self._still_unread)

    def _stop_waiting(self) -> None:
        if self._unread:
            self._unread.cancel()

    def _still_unread(self) -> None:
        if self.transport.get_write_buffer_size() < self._size:
            self._wait()  # slowly, but it is taken
        else:
            self.transport.abort()


class Sockets(Unread, WebSocketsSansIOProtocol):
    """WebSockets that end when they are asked more than they take the answers of."""

    def handle_cont(self, event: Frame) -> None:
        """Take a part of a message; empty ones count for no limit of its size."""
        if event.data or event.fin:
            super().handle_cont(event)

    def handle_ping(self) -> None:
        """Answer a ping, unless the answers to earlier ones pile up."""
        super().handle_ping()
        if self.transport.get_write_buffer_size() > MOST_UNREAD:
            self.transport.abort()


class Impatient(Unread, H11Protocol):
    """HTTP that ends connections which do not say in time what they want, and those of an address
    that has too many."""

    seconds = 15.0
    slots = Slots(5_000, 200)
    proxies = _TrustedHosts([])

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Wait for the first request."""
        super().connection_made(transport)
        self._deadline = self.loop.call_later(self.seconds, self._expire)
        self._slot = ExitStack()
        host = self.client[0] if self.client else ""
        # A proxy speaks for many addresses, which it counts itself.
        counted = f"proxy {id(self)}" if host in self.proxies else network(host)
        try:
            self._slot.enter_context(self.slots.hold(counted))
        except TooMany:
            transport.write(TOO_MANY)
            transport.close()

    def handle_websocket_upgrade(self, event: Any) -> None:
        """Become a WebSocket, which is counted as such."""
        super().handle_websocket_upgrade(event)
        self._slot.close()

    def on_response_complete(self) -> None:
        """Wait for the rest of a body that nobody reads, but not forever."""
        super().on_response_complete()
        if self._waits() and self._deadline.cancelled():
            self._deadline = self.loop.call_later(self.seconds, self._expire)

    def data_received(self, data: bytes) -> None:
        """Take data; if a request is still incomplete, its time goes on running."""
        super().data_received(data)
        if not self._waits():
            self._deadline.cancel()
        elif self._deadline.cancelled() and not self.transport.is_closing():
            self._deadline = self.loop.call_later(self.seconds, self._expire)

    def connection_lost(self, exc: Exception | None) -> None:
        """Nothing to wait for."""
        self._deadline.cancel()
        self._slot.close()
        super().connection_lost(exc)

    def _expire(self) -> None:
        if self.transport.get_protocol() is self and self._waits():
            self.transport.close()

    def _waits(self) -> bool:
        """Whether no request is complete up to its headers, or one that was answered already is
        still being sent."""
        state = repr(self.conn.their_state)
        answered = self.cycle is not None and self.cycle.response_complete
        return state == "IDLE" or (state == "SEND_BODY" and answered)


class Server(uvicorn.Server):
    """A server that puts its tables back to the store before it ends connections."""

    def __init__(
        self, config: uvicorn.Config, app: Starlette, ready: Callable[[], None] | None
    ) -> None:
        super().__init__(config)
        self._app = app
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, and say so."""
        await super().startup(sockets)
        if self.started and self._ready:
            self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End."""
        shared: Context | None = getattr(self._app.state, "context", None)
        if shared is not None:
            await shared.hub.stop()
        await super().shutdown(sockets)


def uvicorn_config(config: Config, app: Starlette) -> uvicorn.Config:
    """How uvicorn runs the application."""
    Impatient.seconds = config.limits.header_seconds
    Impatient.slots = Slots(config.limits.connections, config.limits.connections_per_address)
    Impatient.proxies = _TrustedHosts(list(config.proxies))
    Unread.unread_seconds = config.limits.send_seconds
    return uvicorn.Config(
        app,
        http=Impatient,
        ws=Sockets,
        ws_max_size=2 * LARGEST_FRAME,  # above that the connection ends, below we answer
        ws_ping_interval=25.0,
        ws_ping_timeout=30.0,
        # States are small, and compression would cost memory for every connection.
        ws_per_message_deflate=False,
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=bool(config.proxies),
        forwarded_allow_ips=list(config.proxies),
        timeout_graceful_shutdown=GRACE,
        timeout_keep_alive=15,
    )


def serve(
    config: Config,
    listener: socket.socket,
    process: str = "",
    ready: Callable[[], None] | None = None,
) -> None:
    """Serve until a signal ends it. Raises StoreError and CannotServe."""
    _raise_limits()
    store = Store(config.store)
    try:
        app = application(config, engine_for(config), store, process)

        def begun() -> None:
            _collect_regularly()
            if ready:
                ready()

        server = Server(uvicorn_config(config, app), app, begun)
        server.run(sockets=[listener])
    finally:
        store.close()
    if not server.started:
        raise CannotServe("the server did not start")


def _collect_regularly() -> None:
    """Collect garbage now, and again some time later."""
    set_aside()
    asyncio.get_running_loop().call_later(COLLECT_EVERY, _collect_regularly)


def _raise_limits() -> None:
    """Allow as many connections as the system does."""
    if resource is not None:
        with suppress(ValueError, OSError):
            _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


# ---- several processes ---------------------------------------------------------------------------


class Worker:
    """A process of the server."""

    def __init__(self, config: Config, listener: socket.socket) -> None:
        self.id = secrets.token_hex(8)
        self.started = time.monotonic()
        command = [sys.executable, "-m", "ludwright.web.worker", str(listener.fileno()), self.id]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, pass_fds=[listener.fileno()]
        )
        assert self.process.stdin is not None
        # Not as an argument, which everybody on the machine could read: it may hold a password.
        self.process.stdin.write(msgspec.json.encode(config) + b"\n")
        self.process.stdin.close()


class Supervisor:
    """Keeps several processes running; the tables of one that dies are free at once."""

    def __init__(self, config: Config, listener: socket.socket) -> None:
        self._config = config
        self._listener = listener
        self._store = Store(config.store)
        self._workers: list[Worker] = []
        self._ending = False
        self._renew = False

    def run(self, ready: Callable[[], None] | None = None) -> None:
        """Run until a signal ends it; SIGHUP replaces the processes one after another."""
        if self._store.local:
            self._store.close()
            raise CannotServe("--workers needs PostgreSQL: --db postgresql://...")
        listening = self._listener
        listening.set_inheritable(True)
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: setattr(self, "_ending", True))
        if hasattr(signal, "SIGHUP"):
            signal.signal(signal.SIGHUP, lambda *_: setattr(self, "_renew", True))
        try:
            self._workers = [Worker(self._config, listening) for _ in range(self._config.workers)]
            if ready:
                ready()
            while not self._ending:
                self._watch()
                time.sleep(0.1)
        finally:
            self._end()

    def _watch(self) -> None:
        for number, worker in enumerate(self._workers):
            if worker.process.poll() is not None:
                LOG.warning("process %s ended with %s", worker.id, worker.process.returncode)
                self._bury(worker)
                if time.monotonic() - worker.started < FAST_DEATH:
                    time.sleep(1)
                self._workers[number] = Worker(self._config, self._listener)
        if self._renew:
            self._renew = False
            for number, worker in enumerate(self._workers):
                self._workers[number] = Worker(self._config, self._listener)
                worker.process.terminate()
                _wait(worker)
                self._bury(worker)

    def _bury(self, worker: Worker) -> None:
        with suppress(Exception):  # otherwise its signs of life run out in a few seconds
            self._store.submit(lambda c: leases.bury(c, [worker.id])).result(10)

    def _end(self) -> None:
        for worker in self._workers:
            worker.process.terminate()
        for worker in self._workers:
            _wait(worker)
        self._store.close()


def _wait(worker: Worker) -> None:
    try:
        worker.process.wait(GRACE + 10)
    except subprocess.TimeoutExpired:
        worker.process.kill()
        worker.process.wait()
