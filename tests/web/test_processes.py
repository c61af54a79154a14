"""Servers in processes of their own: killed, restarted, and several on one store."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from websockets.exceptions import ConnectionClosed

from ludwright.web.schema import LEASES, PROCESSES
from tools.forked_cli import run_all
from tools.web.serving import Browser, Process, Seat, close_all, wait_for

SAME = ("scene", "options", "turn", "over", "moves", "at", "undo")


@contextmanager
def process(*arguments: str) -> Iterator[Process]:
    """A server that is ended in any case."""
    running = Process(*arguments)
    try:
        yield running
    finally:
        close_all()
        running.kill()


def stands(state: dict[str, Any]) -> dict[str, Any]:
    return {name: state[name] for name in SAME}


def test_every_table_stands_as_it_stood_after_kill_9(tmp_path: Path) -> None:
    store = ("--db", str(tmp_path / "web.db"))
    games = ("klondike", "crazy-eights", "golf", "crazy-eights", "freecell")
    with process(*store) as first:
        ada = Browser(first.url)
        tables, before = [], []
        for number, game in enumerate(games):
            many = {"players": 3, "bots": "random"} if game == "crazy-eights" else {}
            tables.append(ada.table(game, **many)["table"])
            seat = ada.sit(tables[-1])
            state = seat.until("state", lambda s: s["turn"]["decider"] == 0 or s["over"])
            for _ in range(2 + number):
                if state["over"]:
                    break
                state = seat.move(state)
                if state["turn"]["decider"] != 0 and not state["over"]:
                    state = seat.until("state", lambda s: s["turn"]["decider"] == 0 or s["over"])
            before.append(state)
        cookie = ada.cookie
        first.kill()
    with process(*store) as second:
        again = Browser(second.url, cookie)
        assert again.person == ada.person
        assert {t["id"] for t in again.get("/api/my/tables")["tables"]} == set(tables)
        for table, old in zip(tables, before, strict=True):
            seat = again.sit(table, since=old["at"])
            new = seat.state()
            assert stands(new) == stands(old)
            assert new["made"] == [] and new["since"] == old["moves"]
            if not new["over"]:
                assert seat.move(new)["moves"] > old["moves"]
        assert second.stop() in (0, -signal.SIGTERM)


def test_what_can_be_redone_and_open_votes_survive_kill_9(tmp_path: Path) -> None:
    store = ("--db", str(tmp_path / "web.db"))
    with process(*store) as first:
        ada, bob = Browser(first.url), Browser(first.url)
        alone = ada.sit(ada.table("klondike")["table"])
        state = alone.state()
        for _ in range(3):
            state = alone.move(state)
        scene = state["scene"]
        alone.send("undo", seat=0, to=1)
        taken = alone.until("state", lambda s: s["undo"]["redo"] == 2)
        both = ada.table("crazy-eights", players=2)
        mine = ada.sit(both["table"])
        token = both["seats"][0]["link"].rpartition("/")[2]
        other = bob.sit(both["table"], seats=[token])
        other.send("ready", seat=1)
        mine.until("table", lambda frame: frame["table"]["seats"][1]["ready"])
        mine.send("start")
        state = mine.state()
        moved = set()
        while len(moved) < 2:  # what others have done is taken back by a vote
            moved.add(state["turn"]["decider"])
            seat = mine if state["turn"]["decider"] == 0 else other
            if state["seat"] != state["turn"]["decider"]:
                state = seat.until("state", lambda s, at=state["at"]: s["at"] == at)
            state = seat.move(state)
        mine.send("undo", seat=0, to=0)
        (vote,) = other.until("table", lambda frame: frame["table"]["votes"])["table"]["votes"]
        assert vote["kind"] == "undo" and vote["missing"] == [1]
        over = ada.table("crazy-eights", players=2)
        third = ada.sit(over["table"])
        fourth = bob.sit(over["table"], seats=[over["seats"][0]["link"].rpartition("/")[2]])
        fourth.send("ready", seat=1)
        third.until("table", lambda frame: frame["table"]["seats"][1]["ready"])
        third.send("start")
        third.state()
        third.send("resign", seat=0)
        fourth.until("state", lambda s: s["over"])
        third.send("rematch")
        fourth.until("table", lambda frame: frame["table"]["votes"])
        cookies = ada.cookie, bob.cookie
        first.kill()
    with process(*store) as second:
        ada, bob = (Browser(second.url, cookie) for cookie in cookies)
        alone = ada.sit(alone.frames[0]["table"]["id"])
        now = alone.state()
        assert stands(now) == stands(taken) and now["undo"]["redo"] == 2
        for left in (1, 0):
            alone.send("redo", seat=0)
            now = alone.until("state", lambda s, at=now["at"]: s["at"] > at)
            assert now["undo"]["redo"] == left
        assert now["scene"] == scene
        mine, other = ada.sit(both["table"]), bob.sit(both["table"])
        assert mine.until("welcome")["table"]["votes"] == [vote]
        assert other.state()["moves"] == state["moves"] > 1
        other.send("vote", seat=1, id=vote["id"], yes=True)
        assert other.until("state", lambda s: s["moves"] == 0)
        third, fourth = ada.sit(over["table"]), bob.sit(over["table"])
        third.until("welcome")
        (vote,) = fourth.until("welcome")["table"]["votes"]
        assert (vote["kind"], vote["yes"], vote["missing"]) == ("rematch", [0], [1])
        fourth.send("vote", seat=1, id=vote["id"], yes=True)
        third.until("table", lambda frame: frame["table"].get("rematch"))


def test_no_confirmed_move_is_lost_in_the_middle_of_traffic(tmp_path: Path) -> None:
    store = ("--db", str(tmp_path / "web.db"))
    with process(*store) as first:
        ada = Browser(first.url)
        tables = [ada.table("klondike")["table"] for _ in range(4)]
        seats = [ada.sit(table) for table in tables]
        states = [seat.state() for seat in seats]
        for _ in range(5):
            states = [seat.move(state) for seat, state in zip(seats, states, strict=True)]
        for seat, state in zip(seats, states, strict=True):  # sent, and perhaps not confirmed
            seat.send("move", seat=0, at=state["at"], n=0)
        os.kill(first.process.pid, signal.SIGKILL)
        confirmed = []
        for seat, state in zip(seats, states, strict=True):
            last = state["moves"]
            try:
                while True:
                    frame = seat.next(5)
                    last = frame["moves"] if frame["t"] == "state" else last
            except ConnectionClosed:
                confirmed.append(last)
        cookie = ada.cookie
    with process(*store) as second:
        again = Browser(second.url, cookie)
        for table, moves in zip(tables, confirmed, strict=True):
            assert again.sit(table).state()["moves"] in (moves, moves + 1)


def test_a_server_that_is_asked_to_end_says_so(tmp_path: Path) -> None:
    store = ("--db", str(tmp_path / "web.db"))
    with process(*store) as first:
        ada = Browser(first.url)
        table = ada.table("klondike")["table"]
        seat = ada.sit(table)
        state = seat.move(seat.state())
        first.process.terminate()
        assert seat.ended() == "restart"
        assert first.process.wait(30) in (0, -signal.SIGTERM)
        cookie = ada.cookie
    with process(*store) as second:
        assert stands(Browser(second.url, cookie).sit(table).state()) == stands(state)


def ran(*arguments: str) -> tuple[int, str]:
    """The exit code of a command, and what it complained about."""
    (found,) = run_all([{"args": arguments}])
    return found["code"], found["err"]


def admin(*arguments: str) -> tuple[int, str]:
    return ran("serve-admin", *arguments)


def test_operators_work_beside_a_running_server(tmp_path: Path) -> None:
    file = str(tmp_path / "web.db")
    with process("--db", file) as server:
        ada, bob = Browser(server.url), Browser(server.url)
        first, second = ada.table("klondike")["table"], bob.table("klondike")["table"]
        seats = ada.sit(first), bob.sit(second)
        state = seats[1].move(seats[1].state())
        backup = str(tmp_path / "backup.gz")
        assert admin("backup", backup, "--db", file) == (0, "")
        assert admin("close", first, "--db", file)[0] == 0
        assert seats[0].ended() == "closed"
        assert admin("close", first, "--db", file)[0] == 1
        assert admin("ban", str(bob.person), "--reason", "rude", "--db", file)[0] == 0
        assert seats[1].ended() == "banned"
        assert admin("retention", "--days", "1", "--db", file)[0] == 0
        other = str(tmp_path / "other.db")
        assert admin("restore", backup, "--db", other) == (0, "")
        assert admin("restore", backup, "--db", other)[0] == 1
        cookie = bob.cookie
    with process("--db", other) as moved:
        assert stands(Browser(moved.url, cookie).sit(second).state()) == stands(state)


def test_what_cannot_be_served_is_said(tmp_path: Path) -> None:
    def failed(*arguments: str) -> str:
        code, told = ran("serve", "--port", "0", *arguments)
        assert code != 0
        return told

    assert "did you mean 'hearts'" in failed("--game", "haerts", "--db", str(tmp_path / "a.db"))
    assert "PostgreSQL" in failed("--workers", "2", "--db", str(tmp_path / "a.db"))
    assert "cannot listen" in failed("--host", "203.0.113.1", "--db", str(tmp_path / "a.db"))
    (tmp_path / "broken.db").write_text("this is no database, and longer than a header " * 10)
    assert "cannot be opened" in failed("--db", str(tmp_path / "broken.db"))
    (tmp_path / "bad.cgml").write_text("game: [")
    assert "bad.cgml" in failed(str(tmp_path / "bad.cgml"), "--db", str(tmp_path / "a.db"))
    assert "--base" in failed("--base", "/a b/<c>", "--db", str(tmp_path / "a.db"))


# ---- several processes ---------------------------------------------------------------------------


def owners(url: str) -> dict[str, str]:
    engine = sa.create_engine(url)
    try:
        with engine.connect() as connection:
            rows = connection.execute(sa.select(LEASES.c.table, LEASES.c.owner))
            return {table: owner for table, owner in rows}
    finally:
        engine.dispose()


def alive(url: str) -> set[str]:
    engine = sa.create_engine(url)
    try:
        with engine.connect() as connection:
            return set(connection.execute(sa.select(PROCESSES.c.id)).scalars())
    finally:
        engine.dispose()


def worker_pids(parent: int) -> dict[str, int]:
    """The processes of a server by the names it gave them."""
    found = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            words = (folder / "cmdline").read_bytes().split(b"\0")
            stat = (folder / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if b"ludwright.web.worker" in words and int(stat[1]) == parent:
            found[words[-2].decode()] = int(folder.name)
    return found


def test_several_processes_share_tables_and_take_over_from_a_dead_one(postgres_url: str) -> None:
    with process("--db", postgres_url, "--workers", "3") as server:
        wait_for(lambda: len(alive(postgres_url)) == 3, 60)
        ada = Browser(server.url)
        tables: list[str] = []

        def several_have_tables() -> bool:
            """A new connection for each table: whichever process accepts it owns the table. A
            process gives signs of life before it accepts connections, which may take a while."""
            if len(tables) >= 9:
                time.sleep(0.3)  # more tables would soon be too many for one person
            host = Browser(server.url, ada.cookie)
            tables.append(host.table("crazy-eights", players=2, bots="random")["table"])
            return len(tables) >= 9 and len(set(owners(postgres_url).values())) > 1

        wait_for(several_have_tables, 12)
        # Connections go to any of the processes, which relay them to the owner.
        pairs = [(ada.sit(table), ada.sit(table)) for table in tables]
        for one, other in pairs:
            state = one.until("state", lambda s: s["turn"]["decider"] == 0)
            other.until("state", lambda s, at=state["at"]: s["at"] == at)
            moved = one.move(state)
            assert other.until("state", lambda s, at=moved["at"]: s["at"] == at)["moves"] > 0
        before = owners(postgres_url)
        assert len({before[table] for table in tables}) > 1
        pids = worker_pids(server.process.pid)
        assert set(pids) == alive(postgres_url)
        victim = before[tables[0]]
        os.kill(pids[victim], signal.SIGKILL)
        for table, seats in zip(tables, pairs, strict=True):
            if before[table] == victim:
                for seat in seats:
                    seat.ended()
        assert_continues(ada, [t for t in tables if before[t] == victim])
        after = owners(postgres_url)
        assert victim not in {after[table] for table in tables}
        wait_for(lambda: len(worker_pids(server.process.pid)) == 3)
        kept = [table for table in tables if before[table] != victim]
        assert {after[table] for table in kept} == {before[table] for table in kept}
        assert server.stop() == 0


def assert_continues(ada: Browser, tables: list[str]) -> None:
    """Everybody reconnects, as pages do, until the new owner is there."""
    assert tables
    for table in tables:
        seat = reconnected(ada, table)
        state = seat.until("state", lambda s: s["turn"]["decider"] == 0 or s["over"])
        assert state["moves"] > 0
        if not state["over"]:
            assert seat.move(state)["moves"] > state["moves"]


def reconnected(ada: Browser, table: str) -> Seat:
    found: list[Seat] = []

    def attempt() -> bool:
        try:
            seat = ada.sit(table)
            if seat.next()["t"] == "welcome":
                found.append(seat)
        except (ConnectionClosed, OSError):
            pass
        return bool(found)

    wait_for(attempt, 30)
    return found[0]


def test_processes_are_replaced_one_after_another(postgres_url: str) -> None:
    with process("--db", postgres_url, "--workers", "2") as server:
        wait_for(lambda: len(alive(postgres_url)) == 2, 60)
        ada = Browser(server.url)
        table = ada.table("klondike")["table"]
        seat = ada.sit(table)
        state = seat.move(seat.state())
        old = set(worker_pids(server.process.pid))
        server.process.send_signal(signal.SIGHUP)
        assert seat.ended(60) in ("restart", "closed", "")
        assert stands(reconnected(ada, table).state()) == stands(state)
        wait_for(lambda: not old & set(worker_pids(server.process.pid)), 60)
        assert server.stop() == 0
