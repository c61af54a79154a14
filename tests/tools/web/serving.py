"""Real servers on loopback, in a thread or in processes of their own, and clients of them."""

from __future__ import annotations

import os
import re
import signal
import socket
import struct
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import httpx2
import msgspec
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from ludwright.web.config import Config, Limits
from ludwright.web.protocol import PROTOCOL
from ludwright.web.run import Server, listen, uvicorn_config
from ludwright.web.security import COOKIE
from ludwright.web.server import application
from ludwright.web.store import Store

from .fake_engine import FakeEngine

ROOT = Path(__file__).parents[3]
FAKE = "tools.web.fake_engine:make"
GENEROUS = Limits(
    requests_per_minute=100_000,
    costly_per_minute=100_000,
    questions_per_minute=100_000,
    frames_per_second=1e6,
    frames_burst=100_000,
    table_frames_per_second=1e6,
    table_frames_burst=100_000,
    address_frames_per_second=1e6,
    address_frames_burst=100_000,
    tables_per_day=100_000,
)


_open = ExitStack()


def close_all() -> None:
    """Close what clients have left open."""
    _open.close()


class Running:
    """A server in a thread."""

    def __init__(self, url: str, engine: FakeEngine, app: Any) -> None:
        self.url = url
        self.engine = engine
        self.app = app

    @property
    def hub(self) -> Any:
        return self.app.state.context.hub


@contextmanager
def server_in_thread(folder: Path, limits: Limits = GENEROUS, **settings: Any) -> Iterator[Running]:
    """A server with a fake engine in this process."""
    config = Config(store=f"sqlite:///{folder / 'web.db'}", port=0, limits=limits, **settings)
    listener = listen(config)
    engine, store = FakeEngine(), Store(config.store)
    app = application(config, engine, store)
    server = Server(uvicorn_config(config, app), app, None)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    wait_for(lambda: server.started)
    port = listener.getsockname()[1]
    try:
        yield Running(f"http://127.0.0.1:{port}{config.base}", engine, app)
    finally:
        server.should_exit = True
        thread.join(20)
        assert not thread.is_alive()
        store.close()


class Process:
    """A server in a process of its own."""

    def __init__(self, *arguments: str, engine: str = FAKE) -> None:
        command = [sys.executable, "-m", "ludwright.cli", "serve", "--port", "0", *arguments]
        paths = f"{ROOT / 'src'}{os.pathsep}{ROOT / 'tests'}"
        self.process = subprocess.Popen(
            [*command, "--engine", engine],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": paths},
            start_new_session=True,
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.search(r"http://\S+", line)
        assert found, line
        self.url = found[0].rstrip("/")

    def kill(self) -> None:
        """End it as a power cut would, if it has not ended."""
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait(20)
        self._close()

    def stop(self) -> int:
        """Ask it to end; returns the exit code."""
        self.process.terminate()
        code = self.process.wait(30)
        self._close()
        return code

    def _close(self) -> None:
        if self.process.stdout:
            self.process.stdout.close()


class Browser:
    """Somebody with a cookie."""

    def __init__(self, url: str, cookie: str | None = None) -> None:
        self.url = url
        self.http = httpx2.Client(base_url=url, trust_env=False, timeout=30)
        _open.callback(self.http.close)
        if cookie:
            self.http.cookies.set(COOKIE, cookie)
        self.person = self.get("/api/me")["person"]

    @property
    def cookie(self) -> str:
        return str(self.http.cookies.get(COOKIE))

    def get(self, path: str, status: int = 200) -> Any:
        answer = self.http.get(path)
        assert answer.status_code == status, answer.text
        return answer.json()

    def post(self, path: str, data: Any, status: int = 200) -> Any:
        answer = self.http.post(path, json=data)
        assert answer.status_code == status, answer.text
        return answer.json()

    def table(self, game: str, **wanted: Any) -> Any:
        return self.post("/api/tables", {"game": game, "bot_pause": 0, **wanted}, 201)

    def sit(self, table: str, **hello: Any) -> Seat:
        """Connect to a table."""
        return Seat(self.socket(table), **hello)

    def socket(self, table: str, **headers: str) -> ClientConnection:
        cookies = "; ".join(f"{c.name}={c.value}" for c in self.http.cookies.jar)
        more = {"Cookie": cookies, **headers}
        url = self.url.replace("http://", "ws://")
        # With a limited queue of what nobody reads, closing waits ten seconds for the other end.
        made = connect(
            f"{url}/ws/{table}",
            additional_headers=more,
            proxy=None,
            max_size=None,
            max_queue=None,
        )
        return _open.enter_context(made)


class Seat:
    """A connection to a table that has said hello."""

    def __init__(self, socket: ClientConnection, **hello: Any) -> None:
        self.socket = socket
        self.frames: list[dict[str, Any]] = []
        self.send("hello", protocol=PROTOCOL, **hello)

    def send(self, t: str, **fields: Any) -> None:
        self.socket.send(msgspec.json.encode({"t": t, **fields}), text=True)

    def next(self, seconds: float = 10) -> dict[str, Any]:
        frame: dict[str, Any] = msgspec.json.decode(self.socket.recv(timeout=seconds))
        self.frames.append(frame)
        return frame

    def until(self, t: str, test: Callable[[dict[str, Any]], Any] = bool) -> dict[str, Any]:
        """The next frame of a type that passes a test."""
        while True:
            frame = self.next()
            if frame["t"] == t and test(frame):
                return frame

    def state(self) -> dict[str, Any]:
        return self.until("state")

    def move(self, state: dict[str, Any], n: int = 0) -> dict[str, Any]:
        """Make a move; the next state."""
        self.send("move", seat=state["seat"], at=state["at"], n=n)
        return self.until("state", lambda frame: frame["at"] > state["at"])

    def ended(self, seconds: float = 10) -> str:
        """Wait for the end of the connection; the code of its `bye`."""
        try:
            while True:
                self.next(seconds)
        except ConnectionClosed:
            byes = [frame["code"] for frame in self.frames if frame["t"] == "bye"]
            return byes[-1] if byes else ""

    def close(self) -> None:
        self.socket.close()


def wait_for(condition: Callable[[], Any], seconds: float = 20.0) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.02)


def raw_socket(url: str, source: str = "127.0.0.1") -> socket.socket:
    """A connection without any protocol, from an address of loopback."""
    host, _, port = url.removeprefix("http://").partition(":")
    raw = socket.socket()
    _open.callback(raw.close)
    raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    raw.settimeout(20)
    raw.bind((source, 0))
    raw.connect((host, int(port.partition("/")[0])))
    return raw


def silent_client(url: str, table: str, cookie: str) -> socket.socket:
    """A WebSocket that says hello and then never reads."""
    raw = raw_socket(url)
    host = url.removeprefix("http://")
    head = (
        f"GET /ws/{table} HTTP/1.1",
        f"Host: {host}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        f"Cookie: {COOKIE}={cookie}",
    )
    raw.sendall("\r\n".join([*head, "", ""]).encode())
    time.sleep(0.3)
    payload = msgspec.json.encode({"t": "hello", "protocol": PROTOCOL})
    raw.sendall(struct.pack("!BB4s", 0x81, 0x80 | len(payload), bytes(4)) + payload)
    return raw
