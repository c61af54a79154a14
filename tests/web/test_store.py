"""The store keeps what it confirmed, refuses writes without a lease, and can be moved."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa

from ludwright.web import leases, operator, people, records
from ludwright.web.engine.interface import GameRef, Made
from ludwright.web.journal import Deal, Ended, Moved, Undone
from ludwright.web.schema import CHAT, JOURNAL, META, TABLES
from ludwright.web.store import Lease, LeaseLost, Store, StoreError, store_url


@pytest.fixture
def store(store_url: str) -> Iterator[Store]:
    opened = Store(store_url)
    yield opened
    opened.close()


def a_table(name: str, touched: float = 1000.0) -> records.TableRow:
    settings = records.TableSettings(players=2, options={"draw": 3})
    return records.TableRow(
        name, "war", "War", 7, "lobby", True, settings, created=touched, touched=touched
    )


def moved(number: int, seat: int = 0) -> Moved:
    return Moved(Made(seat, number, f"move {number}", (1, 2)), secret=number % 2 == 0)


def append(lease: Lease, first: int, *lines: object) -> dict[str, object]:
    rows = records.journal_rows(lease, first, lines, 5.0)  # type: ignore[arg-type]
    return {"lease": lease, "lines": rows}


def test_a_table_is_read_as_it_was_written(store: Store) -> None:
    async def scenario() -> None:
        seats = [records.SeatRow(0, "person", 7, "Ada"), records.SeatRow(1, "bot", bot="greedy")]
        await store.write(lambda c: records.put_table(c, a_table("t"), seats))
        lease = await store.write(lambda c: leases.acquire(c, "t", "me", 0.0))
        assert lease == Lease("t", "me", 1)
        deal = Deal(2, ("a", "b"), {}, rng=tuple(range(8)))
        await store.write(**append(lease, 0, deal, moved(1), moved(2), moved(3)))
        await store.write(**append(lease, 4, Undone(2), moved(4), Ended((1,), (0, 3), "done")))
        found = await store.read(lambda c: records.get_table(c, "t"))
        assert found is not None
        assert found.row == a_table("t") and found.seats == seats
        assert [each.id for each in found.past.made] == [1, 4]
        assert found.past.deal == deal and found.past.at == 7
        assert found.past.ended == Ended((1,), (0, 3), "done")
        assert await store.read(lambda c: records.get_table(c, "unknown")) is None

    asyncio.run(scenario())


def test_writes_that_come_together_share_a_commit(store: Store) -> None:
    async def scenario() -> None:
        lease = await store.write(lambda c: leases.acquire(c, "t", "me", 0.0))
        before = store.commits
        await asyncio.gather(*(store.write(**append(lease, i, moved(i))) for i in range(300)))
        assert store.commits - before < 100
        count = sa.select(sa.func.count()).select_from(JOURNAL)
        assert await store.read(lambda c: c.execute(count).scalar_one()) == 300

    asyncio.run(scenario())


def test_a_bad_write_fails_alone(store: Store) -> None:
    async def scenario() -> None:
        lease = await store.write(lambda c: leases.acquire(c, "t", "me", 0.0))
        writes = [append(lease, i, moved(i)) for i in (0, 1, 1, 2)]
        done = await asyncio.gather(*(store.write(**w) for w in writes), return_exceptions=True)
        assert [isinstance(each, sa.exc.IntegrityError) for each in done].count(True) == 1
        assert done[0] is None and done[3] is None

    asyncio.run(scenario())


def test_a_lost_lease_stops_writing(store: Store) -> None:
    async def scenario() -> None:
        now = time.time()
        await store.write(lambda c: leases.beat(c, "old", "here", now))
        lease = await store.write(lambda c: leases.acquire(c, "t", "old", now))
        # As long as the owner is alive, others are sent to it.
        other = await store.write(lambda c: leases.acquire(c, "t", "new", now))
        assert other == leases.Elsewhere("old", "here")
        later = now + leases.LIFE + 1
        taken = await store.write(lambda c: leases.acquire(c, "t", "new", later))
        assert taken == Lease("t", "new", lease.epoch + 1)
        with pytest.raises(LeaseLost):
            await store.write(**append(lease, 0, moved(1)))
        await store.write(**append(taken, 0, moved(2)))
        found = await store.read(lambda c: c.execute(sa.select(JOURNAL.c.epoch)).scalars().all())
        assert found == [2]
        assert await store.read(lambda c: leases.owned(c, "new")) == {taken}
        await store.write(lambda c: leases.release(c, [taken]))
        again = await store.write(lambda c: leases.acquire(c, "t", "old", later))
        assert again == Lease("t", "old", 3)

    asyncio.run(scenario())


def test_a_buried_process_is_dead_at_once(store: Store) -> None:
    async def scenario() -> None:
        now = time.time()
        await store.write(lambda c: leases.beat(c, "old", "here", now))
        await store.write(lambda c: leases.acquire(c, "t", "old", now))
        await store.write(lambda c: leases.bury(c, ["old"]))
        taken = await store.write(lambda c: leases.acquire(c, "t", "new", now))
        assert isinstance(taken, Lease)

    asyncio.run(scenario())


def test_people_and_bans(store: Store) -> None:
    async def scenario() -> None:
        made = await store.write(lambda c: people.put_person(c, 5, "Ada", {"sound": True}))
        again = await store.write(lambda c: people.put_person(c, 5, "Bob", {}))
        assert made is not None and again is not None
        assert again.recovery == made.recovery
        assert await store.read(lambda c: people.get_person(c, 5)) == again
        assert await store.read(lambda c: people.get_person(c, 6)) is None
        await store.write(lambda c: people.ban(c, "5", "rude"))
        assert await store.read(people.bans) == {"5": "rude"}
        assert await store.write(lambda c: people.unban(c, "5"))
        assert not await store.write(lambda c: people.unban(c, "5"))

    asyncio.run(scenario())


def test_a_backup_fills_another_store(store: Store, tmp_path: Path) -> None:
    async def scenario() -> None:
        await store.write(lambda c: records.put_table(c, a_table("t"), [records.SeatRow(0)]))
        lease = await store.write(lambda c: leases.acquire(c, "t", "me", 0.0))
        await store.write(**append(lease, 0, moved(1)))
        game = GameRef("u1", "cgml", {"a.cgml": "text", "b.cgml": "more"})
        await store.write(lambda c: records.put_upload(c, 7, game, "A game"))
        row = {"table": "t", "person": 7, "name": "Ada", "seat": 0, "time": 1.0, "text": "hi"}
        await store.write(lambda c: records.put_chat(c, row))

    asyncio.run(scenario())
    file = tmp_path / "backup.gz"
    count = operator.backup(store, file)
    assert file.stat().st_mode & 0o077 == 0
    other = Store(f"sqlite:///{tmp_path / 'other.db'}")
    try:
        assert operator.restore(other, file) == count
        assert other.query(lambda c: records.get_table(c, "t")) == store.query(
            lambda c: records.get_table(c, "t")
        )
        texts = other.query(lambda c: records.get_upload(c, "u1"))
        assert texts is not None and list(texts.files) == ["a.cgml", "b.cgml"]
        keys = sa.select(META.c.value).where(META.c.key == "secret")
        assert other.query(lambda c: c.execute(keys).scalar_one()) == store.secret
        with pytest.raises(StoreError, match="not empty"):
            operator.restore(other, file)
    finally:
        other.close()


def test_chat_goes_on_counting_after_a_restore(store: Store, tmp_path: Path) -> None:
    row = {"table": "t", "person": 7, "name": "Ada", "seat": 0, "time": 1.0, "text": "hi"}
    store.submit(lambda c: records.put_chat(c, row)).result()
    operator.backup(store, tmp_path / "backup.gz")
    store.submit(lambda c: c.execute(CHAT.delete())).result()
    operator.restore(store, tmp_path / "backup.gz")
    store.submit(lambda c: records.put_chat(c, row)).result()
    numbers = store.query(lambda c: c.execute(sa.select(CHAT.c.number)).scalars().all())
    assert len(set(numbers)) == 2


def test_what_is_no_backup_is_refused(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'a.db'}")
    try:
        for text in (b"", b"no gzip", b"\x1f\x8b\x08"):
            (tmp_path / "bad").write_bytes(text)
            with pytest.raises(StoreError):
                operator.restore(store, tmp_path / "bad")
    finally:
        store.close()


def test_old_tables_are_deleted(store: Store) -> None:
    now = time.time()
    store.submit(lambda c: records.put_table(c, a_table("old", now - 40 * operator.DAY))).result()
    store.submit(lambda c: records.put_table(c, a_table("new", now))).result()
    counts = store.submit(lambda c: operator.retain(c, 30)).result()
    assert counts is not None and counts["tables"] == 1
    left = store.query(lambda c: c.execute(sa.select(TABLES.c.id)).scalars().all())
    assert left == ["new"]


def test_two_servers_cannot_share_a_file(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'a.db'}"
    store = Store(url)
    try:
        with pytest.raises(StoreError, match="in use"):
            Store(url)
        beside = Store(url, beside=True)
        assert beside.secret == store.secret
        beside.close()
    finally:
        store.close()
    Store(url).close()


def test_the_file_is_private(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "a.db"
    store = Store(store_url(str(path)))
    store.close()
    assert path.stat().st_mode & 0o077 == 0


def test_another_schema_is_refused(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'a.db'}"
    store = Store(url)
    newer = META.update().where(META.c.key == "schema").values(value="99")
    store.submit(lambda c: c.execute(newer)).result()
    store.close()
    with pytest.raises(StoreError, match="schema version 99"):
        Store(url)


WRITER = """
import asyncio, sys
from ludwright.web import leases, records
from ludwright.web.store import Store
from ludwright.web.journal import Undone

async def main():
    store = Store(sys.argv[1])
    lease = await store.write(lambda c: leases.acquire(c, "t", "me", 0.0))
    for number in range(10**9):
        lines = records.journal_rows(lease, number, [Undone(number)], 1.0)
        await store.write(lease=lease, lines=lines)
        print(number, flush=True)

asyncio.run(main())
"""


def test_what_was_confirmed_survives_a_killed_process(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'a.db'}"
    command = [sys.executable, "-c", WRITER, url]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        confirmed = -1
        while confirmed < 50:
            confirmed = int(process.stdout.readline())
        os.kill(process.pid, signal.SIGKILL)
        rest = process.stdout.read().split()
        confirmed = int(rest[-1]) if rest else confirmed
    store = Store(url)
    try:
        last = store.query(lambda c: c.execute(sa.select(sa.func.max(JOURNAL.c.number))).scalar())
        assert confirmed <= last <= confirmed + 1
    finally:
        store.close()
