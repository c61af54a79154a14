"""Engine processes: they answer, they die, and only the table that is to blame is lost."""

from __future__ import annotations

import asyncio
import io
import os
import signal
import socket
import subprocess
import sys

import msgspec
import pytest

from ludwright.web.engine import child, processes
from ludwright.web.engine import pool as pools
from ludwright.web.engine.frames import LENGTH, packed, unpacked
from ludwright.web.engine.interface import (
    SPECTATOR,
    Answer,
    Busy,
    Choice,
    GameRef,
    NotOpen,
    Refused,
    TableFault,
    TableSpec,
)
from tools.web.hosting import body, hosted, spec_of
from tools.web.pools import Engines, engines, guest, upload

MORRIS = GameRef("three-mens-morris")


def named(spec: TableSpec, table: str) -> TableSpec:
    return msgspec.structs.replace(spec, table=table)


def after(spec: TableSpec, answer: Answer) -> TableSpec:
    """A table after further moves."""
    return msgspec.structs.replace(spec, moves=(*spec.moves, *answer.made))


def test_a_table_is_played_in_an_engine(running: Engines) -> None:
    pool, spec = running.pool, named(spec_of("crazy-eights", 3), "played")
    opened = running.run(pool.open(spec))
    assert opened.seed is None and opened.sources and opened.status.decider == 0
    first = running.run(pool.states("played", [0, 1, SPECTATOR], {}))
    here = hosted("crazy-eights", 3)
    for audience in (0, 1, SPECTATOR):
        assert msgspec.json.decode(first.bodies[audience]) == body(here, audience)
    answer = running.run(pool.apply("played", 0, Choice(index=0), [0, 1]))
    assert answer.made[0].seat == 0 and {*answer.bodies} == {0, 1} and answer.secret
    assert running.run(pool.secret("played", 1)) is True
    explained = msgspec.json.decode(
        running.run(pool.explain("played", answer.status.decider or 0, Choice(index=0), (), None))
    )
    assert explained["legal"] is True
    assert running.run(pool.record("played")).startswith("{")
    assert msgspec.json.decode(running.run(pool.history("played", 1, 0)))["move"] == 0
    back = running.run(pool.undo("played", 1, [0]))
    assert back.status.moves == 0
    bot = running.run(pool.play_bot("played", 0, "greedy", 7, []))
    assert bot.made[0].seat == 0 and not bot.bodies
    running.run(pool.close("played"))
    with pytest.raises(NotOpen):
        running.run(pool.states("played", [0], {}))


def test_refusals_have_codes(running: Engines) -> None:
    pool, spec = running.pool, named(spec_of("crazy-eights", 3), "refused")
    running.run(pool.open(spec))
    for work, code in (
        (pool.apply("refused", 1, Choice(index=0), [1]), "not_your_turn"),
        (pool.apply("refused", 0, Choice(index=999), [0]), "invalid"),
        (pool.apply("refused", 0, Choice(text="\ud800"), [0]), "invalid"),
        (pool.go_on("refused", [0]), "invalid"),
        (pool.undo("refused", 1, [0]), "invalid"),
        (pool.explain("refused", 0, Choice(), (99, 0), 1), "invalid"),
        (pool.explain("refused", 0, Choice(text="blorb"), (), None), "invalid"),
        (pool.states("refused", [17], {}), "invalid"),
        (pool.history("refused", 0, 5), "invalid"),
        (pool.play_bot("refused", 0, "clever", 1, [0]), "invalid"),
    ):
        with pytest.raises(Refused) as error:
            running.run(work)
        assert error.value.code == code and str(error.value)
    assert running.run(pool.states("refused", [0], {})).status.moves == 0


@pytest.mark.parametrize(
    "ref",
    [
        GameRef("no-such-game"),
        GameRef("../../../etc/passwd"),
        GameRef("/etc/passwd"),
        GameRef("x" * 5000),
        GameRef("game", "cgml", {"game.cgml": "meta: {}"}),
        GameRef("game", "nonsense", {"game.cgml": "meta: {}"}),
    ],
)
def test_what_is_not_a_game_is_a_fault(running: Engines, ref: GameRef) -> None:
    for work in (running.pool.open(guest("none", ref)), running.pool.game_info(ref, {}, None)):
        with pytest.raises(TableFault) as fault:
            running.run(work)
        assert 0 < len(str(fault.value)) < 4000 and "root:" not in str(fault.value)


def test_wrong_options_and_players_are_faults(running: Engines) -> None:
    pool = running.pool
    for work in (
        pool.game_info(GameRef("crazy-eights"), {"wealth": 3}, None),
        pool.game_info(GameRef("crazy-eights"), {}, 63),
        pool.open(spec_of("crazy-eights", 3, options={"wealth": 3})),
        pool.open(msgspec.structs.replace(spec_of("crazy-eights", 3), players=1, names=("A",))),
        pool.open(spec_of("klondike", deal="AS AS")),
    ):
        with pytest.raises((TableFault, Refused)):
            running.run(work)


def test_game_info(running: Engines) -> None:
    found = msgspec.json.decode(running.run(running.pool.game_info(GameRef("hearts"), {}, 4)))
    assert (found["title"], found["seats"], found["library"]) == ("Hearts", 4, True)
    assert len(found["cards"]) == 52 and found["solitaire"] is False


def test_a_copy_that_is_ahead_of_the_journal_is_dropped(running: Engines) -> None:
    """A move that was made but could not be written is not there after opening again."""
    pool, spec = running.pool, named(spec_of("crazy-eights", 3), "ahead")
    running.run(pool.open(spec))
    answer = running.run(pool.apply("ahead", 0, Choice(index=0), []))
    assert running.run(pool.open(spec)).status.moves == 0
    running.run(pool.open(after(spec, answer)))
    assert running.run(pool.states("ahead", [], {})).status.moves == 1


# ---- engines that die ----------------------------------------------------------------------------


def test_an_engine_that_is_killed_is_replaced(running: Engines) -> None:
    """In the middle of a move: whoever asked opens the table again, and nothing is lost."""
    pool, spec = running.pool, named(spec_of("crazy-eights", 3), "killed")
    running.run(pool.open(spec))
    spec = after(spec, running.run(pool.apply("killed", 0, Choice(index=0), [])))
    before = running.run(pool.states("killed", [0, 1], {}))

    async def asked_while_it_dies() -> None:
        (pid,) = (each.process.pid for each in pool.processes.of(pools.TABLES))
        os.kill(pid, signal.SIGSTOP)
        asked = [asyncio.ensure_future(pool.states("killed", [0], {})) for _ in range(3)]
        await asyncio.sleep(0.01)
        os.kill(pid, signal.SIGKILL)
        for each in asked:
            with pytest.raises(NotOpen):
                await each

    running.run(asked_while_it_dies())
    assert running.run(pool.open(spec)).status == before.status
    again = running.run(pool.states("killed", [0, 1], {}))
    for seat in (0, 1):
        now, then = (msgspec.json.decode(each.bodies[seat]) for each in (again, before))
        now.pop("events"), then.pop("events")
        assert now == then


@pytest.mark.deep
def test_a_table_whose_engine_dies_twice_is_to_blame(running: Engines) -> None:
    pool = running.pool
    blamed, other = (named(spec_of("klondike"), each) for each in ("blamed", "other"))

    async def crash() -> None:
        (pid,) = (each.process.pid for each in pool.processes.of(pools.TABLES))
        os.kill(pid, signal.SIGSTOP)
        asked = asyncio.ensure_future(pool.states("blamed", [0], {}))
        behind = asyncio.ensure_future(pool.states("other", [0], {}))
        await asyncio.sleep(0.01)
        os.kill(pid, signal.SIGKILL)
        with pytest.raises(NotOpen):
            await behind
        await asked

    for error in (NotOpen, TableFault):
        running.run(pool.open(blamed)), running.run(pool.open(other))
        with pytest.raises(error):
            running.run(crash())
    assert running.run(pool.open(other)).status.moves == 0


def test_only_the_table_that_hangs_is_faulted(
    running: Engines, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of two tables in one engine, one takes more CPU time than it may."""
    pool = running.pool
    slow, quick = named(spec_of("spider"), "slow"), named(spec_of("klondike"), "quick")
    running.run(pool.open(slow)), running.run(pool.open(quick))
    monkeypatch.setattr(pools, "OPENING_LIMIT", 0.02)
    monkeypatch.setattr(processes, "WATCH_EVERY", 0.01)
    (before,) = running.pids(pools.TABLES)

    async def both() -> None:
        thinks = asyncio.ensure_future(pool.play_bot("slow", 0, "level-4", 1, [0]))
        waits = asyncio.ensure_future(pool.states("quick", [0], {}))
        with pytest.raises(TableFault, match="too much time"):
            await thinks
        with pytest.raises(NotOpen):
            await waits

    running.run(both())
    monkeypatch.undo()
    assert running.run(pool.open(quick)).status.decider == 0
    assert running.pids(pools.TABLES) != [before]


def test_a_request_nobody_waits_for_blames_no_other(
    running: Engines, monkeypatch: pytest.MonkeyPatch
) -> None:
    pool = running.pool
    slow, quick = named(spec_of("freecell"), "left"), named(spec_of("klondike"), "stays")
    running.run(pool.open(slow)), running.run(pool.open(quick))
    monkeypatch.setattr(processes, "WATCH_EVERY", 0.01)
    monkeypatch.setattr(pools, "CPU_LIMIT", 0.1)

    async def leave() -> Answer:
        thinks = asyncio.ensure_future(pool.play_bot("left", 0, "greedy", 1, [0]))
        await asyncio.sleep(0.02)
        thinks.cancel()
        return await pool.states("stays", [0], {})

    assert running.run(leave()).status.moves == 0


def test_memory_is_limited() -> None:
    limited = "from ludwright.web.engine.child import limit_memory; limit_memory()"
    run = [sys.executable, "-c", f"{limited}; bytearray(100 << 20); bytearray(2 << 30)"]
    assert subprocess.run(run, capture_output=True, check=False).stderr.endswith(b"MemoryError\n")


def test_engines_of_strangers_have_a_limit(running: Engines) -> None:
    found = running.run(running.pool.processes.some(pools.JOBS))
    copy = running.run(running.pool.processes.of_account("somebody"))
    for pid in (found.process.pid, copy.process.pid):
        with open(f"/proc/{pid}/limits", encoding="ascii") as lines:
            line = next(line for line in lines if line.startswith("Max address space"))
        assert line.split()[3].isdecimal()


def test_an_engine_without_memory_says_so_and_leaves(monkeypatch: pytest.MonkeyPatch) -> None:
    def exhausted(server: child.Server) -> None:
        raise MemoryError

    monkeypatch.setitem(child.REQUESTS, "exhaust", exhausted)
    ours, theirs = socket.socketpair()
    with ours, theirs:
        ours.sendall(packed([5, "exhaust", []]) + packed([6, "close", ["t"]]))
        child.serve(theirs, child.Server({}))
        theirs.shutdown(socket.SHUT_WR)
        found = io.BytesIO(child.receive(ours, 1000))
    frames = []
    while head := found.read(LENGTH.size):
        frames.append(unpacked(found.read(*LENGTH.unpack(head))))
    assert frames == [[5, "fault", "the game takes too much memory"], [0, "leaving", None]]


RANKS = ["K", "Q", "J", *map(str, range(10, 1, -1)), "A"]
EASY = " ".join(rank + suit for rank in RANKS for suit in "SHDC")  # everything goes up at once
SMALL = """Small

$cards
DECK 1 {SPADES}

$initial
COLUMN 5 FACE_ALL
COLUMN 5 FACE_ALL
DRAW 3 DEAL FOUNDATION
FOUNDATION 0

$moves
MOVE COLUMN FOUNDATION
DEST Size < 60

$win
PILE ALL COLUMN Empty
"""


def test_bots_remember_only_some_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    server = child.Server({})
    names = [f"t{i}" for i in range(4)]
    for name in names:
        server.open(msgspec.to_builtins(named(spec_of("crazy-eights", 3), name)))
        server.play_bot(name, 0, "greedy", 1, [])
    kept = [server.tables[name].table.remembered for name in names]
    assert all(kept)
    monkeypatch.setattr(child, "MOST_REMEMBERED", 2 * kept[0])
    server.play_bot("t0", server.tables["t0"].table.decider, "greedy", 1, [])
    assert [bool(server.tables[name].table.remembered) for name in names] == [True] + 3 * [False]


def test_a_long_queue_is_busy(running: Engines, monkeypatch: pytest.MonkeyPatch) -> None:
    pool, spec = running.pool, named(spec_of("klondike"), "queue")
    running.run(pool.open(spec))
    monkeypatch.setattr(processes, "LONGEST_QUEUE", 3)

    async def many() -> list[Answer | BaseException]:
        asked = (pool.states("queue", [0], {}) for _ in range(8))
        return await asyncio.gather(*asked, return_exceptions=True)

    found = running.run(many())
    assert sum(isinstance(each, Busy) for each in found) == 5
    assert sum(isinstance(each, Answer) for each in found) == 3
    assert isinstance(running.run(pool.states("queue", [0], {})), Answer)


def test_many_tables_at_once(running: Engines) -> None:
    pool = running.pool

    async def one(number: int) -> int:
        spec = named(spec_of("crazy-eights", 3), f"many {number}")
        await pool.open(spec)
        seat = moves = 0
        for _ in range(5):
            answer = await pool.play_bot(f"many {number}", seat, "random", 1, [0])
            seat, moves = answer.status.decider or 0, answer.status.moves
        await pool.close(f"many {number}")
        return moves

    async def all_of_them() -> list[int]:
        return await asyncio.gather(*map(one, range(60)))

    assert running.run(all_of_them()) == [5] * 60


# ---- jobs ----------------------------------------------------------------------------------------


def test_a_simulation_reports_its_progress(running: Engines) -> None:
    async def simulated() -> list[tuple[int, int]]:
        found = running.pool.simulate(MORRIS, 2, 40, 1)
        return [(each["done"], each["games"]) async for each in found]

    assert running.run(simulated()) == [(2, 40), (8, 40), (32, 40), (40, 40)]


def test_tables_do_not_wait_for_hints(running: Engines) -> None:
    pool, spec = running.pool, named(spec_of("crazy-eights", 3), "beside hints")
    running.run(pool.open(spec))

    async def answers() -> int:
        hint = asyncio.create_task(pool.hint(spec_of("gin-rummy", 2), 0, False))
        answered = 0
        while not hint.done():
            await pool.states("beside hints", [0], {})
            answered += 1
        assert hint.result().favoured
        return answered

    # If the table's engine searched, it would answer before and after that only.
    assert running.run(answers()) > 8
    running.run(pool.close("beside hints"))


def test_hints(running: Engines) -> None:
    pool = running.pool
    advice = running.run(pool.hint(spec_of("crazy-eights", 3), 0, False))
    assert advice.index is not None and not advice.sees_hidden
    advice = running.run(pool.hint(spec_of("scopa", 2, fresh=False), 0, False))
    first, *others = advice.favoured
    assert first.n == advice.index and first.text == advice.text
    assert 1 >= first.share >= max(each.share for each in others) > 0
    assert all(-1 <= each.utility <= 1 for each in advice.favoured)
    wrong = running.run(pool.hint(spec_of("crazy-eights", 3), 2, False))
    assert wrong.index is None and "nothing to choose" in wrong.text
    freecell = named(spec_of("freecell", deal=EASY), "solution")
    for _ in range(4):  # on a busy machine a search may run out of time
        whole = running.run(pool.hint(freecell, 0, True))
        if whole.status:
            break
    assert whole.status == "solved" and not whole.sees_hidden and len(whole.moves) == 52
    running.run(pool.open(freecell))
    for text in whole.moves:
        answer = running.run(pool.apply("solution", 0, Choice(text=text), []))
    assert answer.status.over and answer.status.winners == (0,)


@pytest.mark.deep
def test_searches(running: Engines) -> None:
    pool, klondike = running.pool, named(spec_of("klondike"), "hints")
    hint = running.run(pool.hint(klondike, 0, False))
    lost = hint.status == "impossible"
    assert hint.sees_hidden is ("winnable" in hint.text or lost) and (hint.index is None) is lost
    assert running.run(pool.solve(GameRef("klondike"), 3, 5.0))["status"]
    assert running.run(pool.winnable(GameRef("freecell"), 7, 20.0)) == 7
    kept = running.run(pool.secrets(GameRef("hearts"), 0.2))
    assert kept["worlds"] and not kept["failures"]


@pytest.mark.deep
def test_a_job_that_nobody_waits_for_ends(running: Engines) -> None:
    pool = running.pool

    async def leave() -> dict[str, object]:
        async for _ in pool.simulate(GameRef("brackwater"), None, 10_000, 1):
            break
        waits = asyncio.ensure_future(pool.secrets(GameRef("hearts"), 30.0))
        await asyncio.sleep(0.1)
        waits.cancel()
        return await pool.solve(GameRef("freecell"), 7, 10.0)

    assert running.run(leave(), 30.0)["status"] == "solved"


def test_too_many_jobs_are_busy(running: Engines, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pools, "MOST_JOBS", 2)

    async def three() -> list[object]:
        asked = (running.pool.hint(spec_of("crazy-eights", 3), 2, False) for _ in range(3))
        return await asyncio.gather(*asked, return_exceptions=True)

    found = running.run(three())
    assert [isinstance(each, Busy) for each in found] == [False, False, True]


def test_checks(running: Engines) -> None:
    assert running.run(running.pool.check(upload(SMALL, "sgdl"))) == []
    (found,) = running.run(running.pool.check(upload(SMALL.replace("MOVE", "MOOVE"), "sgdl")))[:1]
    assert found["severity"] == "error" and found["line"] == 13


@pytest.mark.deep
def test_without_engines_everybody_is_asked_to_wait() -> None:
    with engines(tables=1) as short:
        short.run(short.pool.stop())
        with pytest.raises(Busy):
            short.run(short.pool.open(spec_of("klondike")))
        with pytest.raises(Busy):
            short.run(short.pool.check(upload(SMALL, "sgdl")))
