"""Slow games of one person delay no other: each upload and each asker has an engine."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx2
import pytest

from ludwright.web.engine import pool as pools
from ludwright.web.engine.forks import ACCOUNTS
from ludwright.web.engine.frames import packed
from ludwright.web.engine.interface import Busy, GameRef, NotOpen, TableFault, TableSpec
from ludwright.web.engine.turns import Turns
from samplers import growth
from tools.web.hosting import spec_of
from tools.web.pools import Engines, engines, guest, upload
from tools.web.real_server import RealServer
from tools.web.serving import Browser, close_all
from web.test_engine import SMALL

SLOW = growth.cgml("phases", 3_000)  # takes seconds to compile
WAIT = 1.0  # seconds that somebody may wait on a machine with other things to do
MODEST = guest("modest", upload(SMALL, "sgdl", "modest"))


@pytest.fixture(scope="module")
def fair() -> Iterator[Engines]:
    with engines(tables=0, guests=6) as found:
        yield found


def slow(number: int) -> GameRef:
    """One of several slow uploads."""
    return upload(f"# {number}\n{SLOW}", "cgml", f"slow {number}")


async def looked(fair: Engines, spec: TableSpec) -> float:
    """Look at a table as the server does, which opens it again where it has to; the seconds."""
    began = time.monotonic()
    while True:
        try:
            await fair.pool.states(spec.table, [0], {})
            return time.monotonic() - began
        except NotOpen:
            await fair.pool.open(spec)


async def longest_wait(fair: Engines, work: Sequence[asyncio.Future[object]]) -> float:
    """The longest wait of somebody at a table while others do something else."""
    longest = 0.0
    while not all(each.done() for each in work):
        longest = max(longest, await looked(fair, MODEST))
        await asyncio.sleep(0.01)
    return longest


def test_slow_uploads_delay_no_other_guest(fair: Engines) -> None:
    pool = fair.pool

    async def all_of_them() -> tuple[float, float, float]:
        await pool.open(MODEST)
        began = time.monotonic()
        specs = [guest(f"slow {i}", slow(i), players=2) for i in range(3)]
        opening = [asyncio.ensure_future(pool.open(each)) for each in specs]
        await asyncio.sleep(0.1)
        new = time.monotonic()
        await pool.open(guest("new", upload(SMALL.replace("Small", "New"), "sgdl", "new")))
        new = time.monotonic() - new
        longest = await longest_wait(fair, opening)
        await asyncio.gather(*opening)
        return longest, new, time.monotonic() - began

    longest, new, whole = fair.run(all_of_them())
    assert longest < WAIT and new < WAIT and whole > 2 * WAIT


def test_slow_checks_delay_neither_tables_nor_the_checks_of_others(fair: Engines) -> None:
    pool = fair.pool

    async def all_of_them() -> tuple[float, float, float]:
        await looked(fair, MODEST)
        began = time.monotonic()
        checks = (pool.check(slow(10 + i), "slow address") for i in range(2))
        checking = [asyncio.ensure_future(each) for each in checks]
        await asyncio.sleep(0.1)
        check = time.monotonic()
        assert await pool.check(upload(SMALL, "sgdl"), "quick address") == []
        check = time.monotonic() - check
        longest = await longest_wait(fair, checking)
        await asyncio.gather(*checking)
        return check, longest, time.monotonic() - began

    check, longest, whole = fair.run(all_of_them())
    assert check < WAIT and longest < WAIT and whole > 2 * WAIT


def test_turns_go_round() -> None:
    async def scenario() -> None:
        turns, done = Turns(2), []

        async def work(asker: str, name: str, seconds: float = 0.01) -> None:
            async with turns.turn(asker):
                await asyncio.sleep(seconds)
                done.append(name)

        works = [work("a", f"a{i}") for i in range(4)]
        await asyncio.gather(*works, work("b", "b0"), work("c", "c0"), work("b", "b1"))
        assert done[:2] == ["a0", "b0"] and set(done[2:4]) == {"a1", "c0"}
        assert len(done) == 7
        first = asyncio.create_task(work("a", "first", 5.0))
        second = asyncio.create_task(work("a", "second"))
        await asyncio.sleep(0.01)
        second.cancel()
        first.cancel()
        await asyncio.gather(first, second, return_exceptions=True)
        await asyncio.gather(work("a", "x"), work("b", "y"))
        assert done[-2:] == ["x", "y"]

    asyncio.run(scenario())


@pytest.mark.deep
def test_hints_do_not_wait_for_the_simulations_of_another(fair: Engines) -> None:
    pool = fair.pool

    async def all_of_them() -> tuple[float, bool]:
        games = (pool.simulate(GameRef("brackwater"), None, 10_000, i, "slow") for i in range(2))
        simulated = [asyncio.ensure_future(_all(each)) for each in games]
        await asyncio.sleep(0.1)
        # The first one starts another engine.
        await pool.hint(spec_of("crazy-eights", 3), 0, False, "quick address")
        began = time.monotonic()
        await pool.hint(spec_of("crazy-eights", 3), 0, False, "quick address")
        waited, busy = time.monotonic() - began, not any(each.done() for each in simulated)
        for each in simulated:
            each.cancel()
        await asyncio.gather(*simulated, return_exceptions=True)
        return waited, busy

    waited, busy = fair.run(all_of_them())
    assert waited < 2 * WAIT and busy


async def _all(found: AsyncIterator[object]) -> None:
    async for _ in found:
        pass


def test_an_upload_is_examined_at_once(fair: Engines) -> None:
    good = fair.run(fair.pool.examine(upload(SMALL, "sgdl"), "here"))
    assert good.info is not None and b'"Small"' in good.info and good.diagnostics == []
    bad = fair.run(fair.pool.examine(upload(SMALL.replace("MOVE", "MOOVE"), "sgdl"), "here"))
    assert bad.info is None and bad.diagnostics[0]["severity"] == "error"


def test_guests_have_less_time_to_open(fair: Engines, monkeypatch: pytest.MonkeyPatch) -> None:
    assert pools.GUEST_LIMIT < pools.OPENING_LIMIT
    monkeypatch.setattr(pools, "GUEST_LIMIT", 0.3)
    with pytest.raises(TableFault, match="too much time"):
        fair.run(fair.pool.open(guest("too slow", slow(30), players=2)))


def test_only_so_many_engines_are_kept(fair: Engines) -> None:
    """Those that are idle for longest end, and their tables are opened again when they are needed;
    a number is free when its process is gone."""
    pool = fair.pool
    specs = [guest(f"t{i}", upload(f"{SMALL}\n", "sgdl", f"many {i}")) for i in range(9)]
    fair.run(looked(fair, MODEST))
    before = set(fair.pids(ACCOUNTS))
    for spec in specs:
        fair.run(pool.open(spec))
        assert fair.run(looked(fair, MODEST)) < WAIT
    assert len(pool.processes.of(ACCOUNTS)) == 6
    assert pool.processes.home("t0") is None and pool.processes.home("t8") is not None
    assert len({*fair.pids(ACCOUNTS)} & before) == 1, "the one that is in use"
    assert fair.run(looked(fair, specs[0])) < WAIT
    gone = before - set(fair.pids(ACCOUNTS))
    assert gone and not any(Path(f"/proc/{pid}").exists() for pid in gone)


def test_a_copy_or_the_original_that_is_killed_is_replaced(fair: Engines) -> None:
    pool = fair.pool
    fair.run(looked(fair, MODEST))
    home = pool.processes.home("modest")
    assert home is not None
    os.kill(home.process.pid, signal.SIGKILL)
    assert fair.run(looked(fair, MODEST)) < 10
    original = pool.processes._original
    assert original is not None
    os.kill(original.process.pid, signal.SIGKILL)
    fair.run(looked(fair, MODEST))

    async def until_there_is_another() -> None:
        while True:
            try:
                await pool.open(guest("after", upload(SMALL, "sgdl", "after")))
                return
            except Busy:
                await asyncio.sleep(0.05)

    fair.run(until_there_is_another())


@pytest.mark.deep
def test_a_guest_plays_while_another_uploads_and_opens_something_slow(tmp_path: Path) -> None:
    server = RealServer(tmp_path)
    try:
        url = server.address.rstrip("/")
        ada = Browser(url)
        asked = {"text": SMALL, "language": "sgdl"}
        upload = ada.post("/api/workshop/games", asked, 201)["upload"]
        seat = ada.sit(ada.post("/api/tables", {"upload": upload}, 201)["table"])
        state = seat.state()

        def slowly() -> float:
            began = time.monotonic()
            elsewhere = httpx2.HTTPTransport(local_address="127.0.0.7")
            with httpx2.Client(base_url=url, transport=elsewhere, timeout=60) as bob:
                asked = {"text": SLOW, "language": "cgml"}
                found = bob.post("/api/workshop/games", json=asked).json()["upload"]
                assert bob.post("/api/tables", json={"upload": found}).status_code == 201
            return time.monotonic() - began

        longest = 0.0
        with ThreadPoolExecutor() as threads:
            slow = threads.submit(slowly)
            while not slow.done():
                began = time.monotonic()
                state = seat.move(state)
                seat.send("undo", seat=0)
                state = seat.until("state", lambda s, at=state["at"]: s["at"] > at)
                longest = max(longest, time.monotonic() - began)
                time.sleep(0.02)
        print(f"it took {slow.result():.1f} s, and the longest wait was {longest:.3f} s")
        assert longest < WAIT and slow.result() > 2 * WAIT
    finally:
        close_all()
        server.stop()


# ---- servers that end ----------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["tables", ACCOUNTS])
def test_an_engine_that_starts_while_its_server_ends_is_silent(kind: str) -> None:
    ours, theirs = socket.socketpair()
    with theirs:
        child = started(kind, theirs)
    ours.close()
    assert child.communicate(timeout=60)[1] == b"" and child.returncode == 0


def test_an_engine_that_answers_a_server_that_is_gone_is_silent() -> None:
    ours, theirs = socket.socketpair()
    with theirs:
        child = started("tables", theirs)
    assert ours.recv(100)
    checked = packed([1, "job", ["check", upload(SMALL, "sgdl")]])
    os.kill(child.pid, signal.SIGSTOP)
    ours.sendall(checked * 50)
    ours.close()
    os.kill(child.pid, signal.SIGCONT)
    assert child.communicate(timeout=60)[1] == b"" and child.returncode == 0


def started(kind: str, link: socket.socket) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "ludwright.web.engine.child", str(link.fileno()), kind]
    return subprocess.Popen(command, pass_fds=[link.fileno()], stderr=subprocess.PIPE)
