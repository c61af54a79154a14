"""Thousands of connections that do nothing: everybody else is answered as if nobody were there."""

from __future__ import annotations

import resource
import threading
import time
from collections.abc import Callable
from pathlib import Path

import httpx2
import pytest

from tools.web.crowd import Crowd, Wanted
from tools.web.serving import Browser, Process, close_all, wait_for

TABLES, WATCHING, CROWDED = 25, 80, 400  # public tables, and who watches each and one of them
SILENT, SLOW = 400, 1_000
COMING, HERE = 1.5, 0.5  # seconds that an answer may take while they come, and when they are here
FILES = 12_000  # that a process has to be able to open


class Answers:
    """How long answers take, in a thread."""

    def __init__(self, ask: Callable[[], None]) -> None:
        self._ask = ask
        self._seconds: list[float] = []
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        while not self._ended.wait(0.1):
            began = time.monotonic()
            self._ask()
            self._seconds.append(time.monotonic() - began)

    def end(self) -> tuple[float, float]:
        """The median and the longest of all answers so far."""
        self._ended.set()
        self._thread.join(60)
        found = sorted(self._seconds)
        assert len(found) > 10
        return found[len(found) // 2], found[-1]


def memory(pid: int) -> int:
    """The memory of a process, in bytes."""
    pages = Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1]
    return int(pages) * resource.getpagesize()


def metric(url: str, name: str) -> float:
    text = httpx2.get(f"{url}/metrics", trust_env=False).text
    return float(next(line for line in text.splitlines() if f"_{name} " in line).split()[1])


@pytest.mark.deep
@pytest.mark.timeout(400)
def test_idle_sockets_and_slow_clients_delay_nobody(tmp_path: Path) -> None:
    if resource.getrlimit(resource.RLIMIT_NOFILE)[1] < FILES:
        pytest.skip(f"needs {FILES} open files")
    server = Process("--db", str(tmp_path / "web.db"))
    try:
        ada = Browser(server.url)
        tables = [
            ada.table("crazy-eights", players=3, bots={"2": "random"}, public=True)["table"]
            for _ in range(TABLES)
        ]
        seat = ada.sit(ada.table("klondike")["table"])
        states = [seat.state()]
        alone = memory(server.process.pid)

        def play() -> None:
            states.append(seat.move(states[-1]) if states[-1]["moves"] < 5 else states[-1])
            if states[-1]["moves"] >= 5:
                seat.send("undo", seat=0, to=0)
                states.append(seat.until("state", lambda s: s["moves"] == 0))

        def read() -> None:
            assert ada.get("/api/tables")["tables"]

        watching = {table: WATCHING for table in tables} | {tables[0]: CROWDED}
        wanted = Wanted(watching, SILENT, SLOW)
        with Crowd(server.url, wanted) as crowd:
            asked = {"move": Answers(play), "page": Answers(read)}
            began = time.monotonic()
            there = crowd.there()
            print(f"{there} came in {time.monotonic() - began:.1f} s")
            coming = {name: each.end() for name, each in asked.items()}
            print(f"median and longest answer while they came: {coming}")
            assert there["watching"] == sum(watching.values()) > 2_000
            assert metric(server.url, "sockets") >= sum(watching.values())
            size = (memory(server.process.pid) - alone) / sum(there.values())
            print(f"{size:.0f} bytes of the server for each")
            asked = {"move": Answers(play), "page": Answers(read)}
            time.sleep(10)
            here = {name: each.end() for name, each in asked.items()}
            print(f"and when they were there: {here}")
            # Those who only hold a connection lose it; those who watch stay.
            wait_for(lambda: metric(server.url, "sockets") == sum(watching.values()) + 1, 60)
        wait_for(lambda: metric(server.url, "sockets") == 1, 60)
        assert max(longest for _, longest in coming.values()) < COMING
        assert max(longest for _, longest in here.values()) < HERE
        assert size < 200_000
    finally:
        close_all()
        server.kill()
