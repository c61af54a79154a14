"""Live tables: who may do what, what everybody gets, and that nothing is lost."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from ludwright.web import records
from ludwright.web.client import Departure
from ludwright.web.config import USUAL_BOT
from ludwright.web.hub import Hub
from ludwright.web.live import LiveTable
from ludwright.web.protocol import Clock
from tools.web.fake_engine import FakeEngine
from tools.web.table import Player, hub_at, table_of, until

Scenario = Callable[[Hub], Coroutine[Any, Any, None]]


def play(folder: Path, scenario: Scenario, **config: Any) -> None:
    async def run() -> None:
        async with hub_at(folder, **config) as hub:
            await scenario(hub)

    asyncio.run(run())


async def two_at(hub: Hub, game: str = "crazy-eights", **settings: Any) -> tuple[Any, ...]:
    """Two people at a game that has started."""
    table = await table_of(hub, game, 1, 2, **settings)
    ada, bob = Player(1, "Ada"), Player(2, "Bob")
    await ada.join(table)
    await bob.join(table)
    await ada.ask("start")
    assert table.row.phase == "playing"
    await until(lambda: ada.all("state") and bob.all("state"))
    return table, ada, bob


def turn(table: LiveTable, *players: Player) -> Player:
    assert table.status is not None
    return next(each for each in players if table.status.decider in each.client.seats)


def test_a_server_does_not_load_the_machine() -> None:
    loaded = "import sys; import ludwright.web.server; print('\\n'.join(sys.modules))"
    run = subprocess.run([sys.executable, "-c", loaded], capture_output=True, text=True, check=True)
    assert not {"llvmlite", "numba", "ludwright.machine.api"} & set(run.stdout.split())


# ---- moves ---------------------------------------------------------------------------------------


def test_a_solitaire_starts_at_once_and_takes_moves(tmp_path: Path) -> None:
    async def scenario(hub: Hub) -> None:
        table = await table_of(hub, "klondike", 1, seed=7)
        assert table.row.phase == "playing"
        ada = Player(1)
        await ada.join(table)
        assert [f["t"] for f in ada.frames] == ["welcome", "state"]
        assert ada.last("welcome")["table"]["seed"] == 7
        await ada.move(0, re=4)
        state = ada.last("state")
        assert state["moves"] == 1 and state["at"] == 2 and state["since"] == 0
        assert [line["n"] for line in state["made"]] == [1] and len(state["times"]) == 1
        assert not ada.all("refused")

    play(tmp_path, scenario)


def test_late_and_double_moves_are_refused_with_the_state(tmp_path: Path) -> None:
    async def scenario(hub: Hub) -> None:
        table = await table_of(hub, "klondike", 1, seed=7)
        ada = Player(1)
        await ada.join(table)
        at = table.past.at
        await asyncio.gather(ada.move(0, at=at, re=1), ada.move(0, at=at, re=2))
        assert len(table.past.moves) == 1
        assert [(f["code"], f["re"]) for f in ada.all("refused")] == [("late", 2)]
        assert ada.frames[-1]["t"] == "state" and ada.frames[-1]["at"] == table.past.at

    play(tmp_path, scenario)


def test_a_move_is_finished_even_if_its_client_leaves(tmp_path: Path) -> None:
    """Otherwise the engine would have a move that the journal has not."""

    async def scenario(hub: Hub) -> None:
        table = await table_of(hub, "klondike", 1, seed=7)
        ada = Player(1)
        await ada.join(table)
        assert isinstance(hub.engine, FakeEngine)
        for steps in range(6):
            moving = asyncio.ensure_future(ada.move(0))
            for _ in range(steps):
                await asyncio.sleep(0)
            moving.cancel()
            await asyncio.gather(moving, return_exceptions=True)
            await until(lambda: not table.lock.locked())
            _, engine, _ = hub.engine.tables[table.id]
            assert len(engine.log) == len(table.past.moves)
        assert len(table.past.moves) >= 4
        await ada.move(0)
        assert ada.last("state")["moves"] == len(table.past.moves)

    play(tmp_path, scenario)


@pytest.mark.parametrize(
    ("frame", "code"),
    [
        ({"t": "move", "seat": 0, "at": 1, "n": 99999}, "invalid"),
        ({"t": "say", "seat": 0, "at": 1, "text": "castle kingside"}, "illegal"),
        ({"t": "move", "seat": 1, "at": 1, "n": 0}, "not_allowed"),
        ({"t": "move", "seat": -1, "at": 1, "n": 0}, "invalid"),
        ({"t": "move", "seat": 0, "at": 1}, "invalid"),
        ({"t": "move", "seat": 0, "at": "1", "n": 0}, "invalid"),
        ({"t": "move", "seat": 0, "at": 1, "n": 0, "more": 1}, "invalid"),
        ({"t": "hello", "protocol": 1}, "invalid"),
        ({"t": "unknown"}, "invalid"),
        ({"t": "start"}, "not_allowed"),
        ({"t": "undo", "seat": 0}, "invalid"),
        ({"t": "redo", "seat": 0}, "invalid"),
        ({"t": "vote", "seat": 0, "id": 1, "yes": True}, "late"),
        ({"t": "history", "re": 1, "seat": 0, "move": 100}, "invalid"),
        ({"t": "settings", "players": 2}, "not_allowed"),
        ({"t": "settings", "substitute": "deep blue"}, "invalid"),
        ({"t": "settings", "substitute": "cmd python3 x.py"}, "invalid"),
        ({"t": "finish", "seat": 0}, "illegal"),
        ({"t": "rematch"}, "not_allowed"),
        ({"t": "takeover"}, "not_allowed"),
        ({"t": "bot", "seat": 0, "name": "greedy"}, "not_allowed"),
        ({"t": "invite", "seat": 40}, "invalid"),
    ],
)
def test_what_cannot_be_done_is_refused(tmp_path: Path, frame: dict[str, Any], code: str) -> None:
    async def scenario(hub: Hub) -> None:
        table = await table_of(hub, "klondike", 1, seed=7)
        ada = Player(1)
        await ada.join(table)
        before = table.past.at
        await ada.ask(**frame)
        assert [f["code"] for f in ada.all("refused")] == [code]
        assert table.past.at == before

    play(tmp_path, scenario)


@pytest.mark.parametrize(
    "frame", [b"", b"{", b"\xff", b"null", b"[" * 40_000, b'{"t":1}', "\ud800"]
)
def test_frames_that_are_no_messages_are_refused(tmp_path: Path, frame: str | bytes) -> None:
    from ludwright.web.handlers import handle

    async def scenario(hub: Hub) -> None:
        table = await table_of(hub, "klondike", 1, seed=7)
        ada = Player(1)
        await ada.join(table)
        await handle(table, ada.client, frame)
        assert ada.last("refused")["code"] == "invalid"

    play(tmp_path, scenario)


def test_moves_are_for_the_seat_whose_turn_it_is(tmp_path: Path) -> None:
    async def scenario(hub: Hub) -> None:
        table, ada, bob = await two_at(hub)
        mover = turn(table, ada, bob)
        other = bob if mover is ada else ada
        await other.move(0)
        assert other.last("refused")["code"] == "not_your_turn"
        await other.move(0, seat=mover.client.seats[0])
        assert other.last("refused")["code"] == "not_allowed"
        await mover.move(0)
        assert ada.last("state")["moves"] == bob.last("state")["moves"] == 1

    play(tmp_path, scenario)


def test_each_seat_gets_its_own_view(tmp_path: Path) -> None:
    async def scenario(hub: Hub) -> None:
        _, ada, bob = await two_at(hub)
        assert ada.last("state")["seat"] == 0 and bob.last("state")["seat"] == 1
        hands = [
            {
                (i, c)
                for i, p in enumerate(who.last("state")["scene"]["places"])
                for c in p["cards"]
                if c
            }
            for who in (ada, bob)
        ]
        assert hands[0] != hands[1]
        assert "seed" not in ada.last("table")["table"]

    play(tmp_path, scenario)


def test_two_tabs_and_several_seats(tmp_path: Path) -> None:
    async def scenario(hub: Hub) -> None:
        table = await table_of(hub, "crazy-eights", 1, 1)
        first, second = Player(1), Player(1)
        await first.join(table)
        await second.join(table)
        assert first.client.seats == second.client.seats == [0, 1]
        assert table.status and table.status.decider is not None
        await first.move(0, seat=table.status.decider)
        for tab in (first, second):
            assert [s["seat"] for s in tab.all("state")[-2:]] == [0, 1]
            assert tab.last("state")["moves"] == 1

    play(tmp_path, scenario)


# ---- bots, pauses, clocks ------------------------------------------------------------------------


def test_bots_play_while_somebody_watches(tmp_path: Path) -> None:
    async def scenario(hub: Hub) -> None:
        table = await table_of(hub, "crazy-eights", "random", "random", 1)
        assert not table.past.moves
        ada = Player(1)
        await ada.join(table)
        while not any(move.made.seat == 2 for move in table.past.moves[:-1]):
            await until(lambda: table.status and (table.status.decider == 2 or table.status.over))
            if table.row.phase == "over":
                return
            await ada.move(0)
        assert {move.made.seat for move in table.past.moves} & {0, 1}
        await ada.part()
        await until(lambda: table._acting is None or table._acting.done())  # it is finished
        count = len(table.past.moves)
        await asyncio.sleep(0.05)
        assert len(table.past.moves) == count

    play(tmp_path, scenario)


def test_pauses_end_by_themselves(tmp_path: Path) -> None:
    async def scenario(hub: Hub) -> None:
        table = await table_of(hub, "war", 1, "random")
        ada = Player(1)
        await ada.join(table)
        await until(lambda: len(table.past.moves) >= 3)
        assert all(move.made.seat is None for move in table.past.moves)

    play(tmp_path, scenario)


def test_alone_pauses_may_wait_for_a_click(tmp_path: Path) -> None:
    async def scenario(hub: Hub) -> None:
        table = await table_of(hub, "war", 1, "random", pauses="click")
        ada = Player(1)
        await ada.join(table)
        await asyncio.sleep(0.05)
        assert not table.past.moves
        await ada.move(0)
        assert len(table.past.moves) == 1
        await ada.ask("undo", seat=0)
        assert not table.past.moves

    play(tmp_path, scenario)


def test_a_clock_runs_out(tmp_path: Path) -> None:
    async def scenario(hub: Hub) -> None:
        table, ada, bob = await two_at(hub, clock=Clock(10, 1))
        loser = turn(table, ada, bob)
        assert loser.last("state")["clock"][str(loser.client.seats[0])] > 9
        assert table.clocks
        table.clocks.switch([0.05, 0.05], table.on_move(), table.now())
        table.reschedule()
        await until(lambda: table.row.phase == "over")
        assert table.past.ended and table.past.ended.early
        assert loser.client.seats[0] not in table.past.ended.winners
        await until(lambda: ada.last("state")["over"])
        assert "ran out of time" in ada.last("state")["result"]["reason"]
        assert ada.last("table")["table"]["phase"] == "over"

    play(tmp_path, scenario)


def test_the_clock_counts_thinking_time_and_adds_the_increment(tmp_path: Path) -> None:
    async def scenario(hub: Hub) -> None:
        table, ada, bob = await two_at(hub, clock=Clock(100, 7))
        mover = turn(table, ada, bob)
        seat = mover.client.seats[0]
        await asyncio.sleep(0.15)
        await mover.move(0)
        clocks = table.past.moves[-1].clocks
        assert clocks is not None and 106 < clocks[seat] < 106.9 and clocks[1 - seat] == 100

    play(tmp_path, scenario)


def test_out_of_time_a_bot_may_play_on(tmp_path: Path) -> None:
    async def scenario(hub: Hub) -> None:
        table, ada, bob = await two_at(hub, clock=Clock(10, 0, "bot"))
        late = turn(table, ada, bob)
        assert table.clocks
        table.clocks.switch([0.02, 0.02], table.on_move(), table.now())
        table.reschedule()
        await until(lambda: table.seats[late.client.seats[0]].left == "time")
        assert table.row.phase in ("playing", "over")
        await late.ask("takeover")
        if table.row.phase == "playing":
            assert table.seats[late.client.seats[0]].left == ""

    play(tmp_path, scenario)


def test_the_absent_are_replaced_after_a_grace(tmp_path: Path) -> None:
    async def scenario(hub: Hub) -> None:
        table, ada, bob = await two_at(hub, grace=5)
        gone = turn(table, ada, bob)
        other = bob if gone is ada else ada
        seat = gone.client.seats[0]
        await gone.part()
        assert not other.last("table")["table"]["seats"][seat]["connected"]
        await asyncio.sleep(0.03)
        assert not table.past.moves
        table.away[seat] -= 5
        table.reschedule()
        await until(lambda: table.past.moves)
        await until(lambda: table.status and table.status.decider != seat)
        assert other.last("table")["table"]["seats"][seat]["absent"]
        again = Player(gone.person)
        await again.join(table)
        assert seat not in table.absent

    play(tmp_path, scenario)


def test_absence_may_forfeit(tmp_path: Path) -> None:
    async def scenario(hub: Hub) -> None:
        table, ada, bob = await two_at(hub, grace=5, absent="forfeit")
        gone = turn(table, ada, bob)
        await gone.part()
        table.away[gone.client.seats[0]] -= 5
        table.reschedule()
        await until(lambda: table.row.phase == "over")
        assert table.past.ended and table.past.ended.winners == (1 - gone.client.seats[0],)

    play(tmp_path, scenario)


# ---- undo ----------------------------------------------------------------------------------------


def test_alone_undo_and_redo_are_free(tmp_path: Path) -> None:
    async def scenario(hub: Hub) -> None:
        table = await table_of(hub, "klondike", 1, seed=7)
        ada = Player(1)
        await ada.join(table)
        assert ada.last("state")["undo"] == {"can": False, "redo": 0}
        for _ in range(3):
            await ada.move(0)
        texts = [move.made.text for move in table.past.moves]
        await ada.ask("undo", seat=0)
        assert ada.last("state")["moves"] == 2 and ada.last("state")["since"] == 2
        assert ada.last("state")["undo"] == {"can": True, "redo": 1}
        await ada.ask("undo", seat=0, to=0)
        assert ada.last("state")["undo"] == {"can": False, "redo": 3}
        for _ in range(3):
            await ada.ask("redo", seat=0)
        assert [move.made.text for move in table.past.moves] == texts
        assert ada.last("state")["undo"]["redo"] == 0
        await ada.ask("undo", seat=0)
        await ada.ask("say", seat=0, at=table.past.at, text="nonsense")
        assert ada.last("state")["undo"]["redo"] == 1, "a refused move keeps what can be redone"
        await ada.move(1)
        assert ada.last("state")["undo"]["redo"] == 0

    play(tmp_path, scenario)


def test_with_others_a_revelation_needs_a_vote(tmp_path: Path) -> None:
    async def scenario(hub: Hub) -> None:
        table, ada, bob = await two_at(hub)
        mover = turn(table, ada, bob)
        other = bob if mover is ada else ada
        seat = mover.client.seats[0]
        # The fake engine counts drawing as a revelation.
        options = mover.last("state")["options"]["moves"]
        draws = [o["n"] for o in options if "draw" in o["text"]]
        plain = [o["n"] for o in options if "draw" not in o["text"]]
        await mover.move((draws or plain)[0])
        if draws:
            assert not mover.last("state")["undo"]["can"]
            await mover.ask("undo", seat=seat)
        else:
            table.past.moves[-1] = type(table.past.moves[-1])(table.past.moves[-1].made, True)
            await mover.ask("undo", seat=seat)
        assert len(table.past.moves) == 1
        (vote,) = other.last("table")["table"]["votes"]
        assert vote["missing"] == [1 - seat] and vote["yes"] == [seat]
        await other.ask("vote", seat=1 - seat, id=vote["id"], yes=False)
        assert not other.last("table")["table"]["votes"] and len(table.past.moves) == 1
        await mover.ask("undo", seat=seat)
        (vote,) = other.last("table")["table"]["votes"]
        await mover.ask("vote", seat=seat, id=vote["id"], yes=True)
        assert len(table.past.moves) == 1, "one's own yes is not enough"
        await other.ask("vote", seat=1 - seat, id=vote["id"], yes=True)
        assert not table.past.moves and mover.last("state")["moves"] == 0

    play(tmp_path, scenario)


def test_ones_own_harmless_move_is_free_until_another_has_moved(tmp_path: Path) -> None:
    from ludwright.web.engine.interface import Made
    from ludwright.web.journal import Moved
    from ludwright.web.undo import is_free, moves_to_keep

    def moved(seat: int | None, secret: bool = False) -> Moved:
        return Moved(Made(seat, 1, "x"), secret)

    people = {0: 10, 1: 20}
    moves = [moved(0), moved(1), moved(0), moved(None)]
    assert moves_to_keep(moves, 0, None) == 2 and moves_to_keep(moves, 1, None) == 1
    assert moves_to_keep(moves, 0, 9) is None and moves_to_keep([], 0, None) is None
    assert is_free(moves, 2, 10, people) and not is_free(moves, 1, 20, people)
    assert not is_free([moved(0, secret=True)], 0, 10, people)
    assert is_free([moved(1, secret=True)], 0, 10, {0: 10})


def test_the_journal_says_what_can_be_made_again() -> None:
    from ludwright.web.engine.interface import Made
    from ludwright.web.journal import Deal, Moved, Past, Undone

    def past(seed: int | None, *lines: Moved | Undone) -> list[str]:
        found = Past()
        for number, line in enumerate((Deal(1, ("A",), {}, seed), *lines)):
            found.add(line, float(number))
        return [move.made.text for move in found.redo]

    a, b, c, d = (Moved(Made(0, 1, text)) for text in "abcd")
    drawn = Moved(Made(0, 1, "drawn", (1,)))
    assert past(7, a, b, c) == []
    assert past(7, a, b, c, Undone(1), Undone(2)) == ["c", "b", "a"]
    assert past(7, a, b, c, Undone(3), a) == ["c", "b"], "it was made again"
    assert past(7, a, b, c, Undone(3), d) == [], "another move was made"
    assert past(7, a, drawn, c, Undone(3)) == ["c", "drawn", "a"]
    assert past(None, a, drawn, c, Undone(3)) == ["a"], "chance is drawn anew"
    assert past(None, a, drawn, Undone(1), Undone(1)) == ["a"]


# ---- table life ----------------------------------------------------------------------------------


def test_a_table_is_filled_by_links(tmp_path: Path) -> None:
    async def scenario(hub: Hub) -> None:
        table = await table_of(hub, "crazy-eights", 1, None, None, public=False)
        ada, bob, eve = Player(1, "Ada"), Player(2, "Bob"), Player(3, "Eve")
        await ada.join(table)
        await ada.ask("start")
        assert ada.last("refused")["code"] == "not_allowed"
        await ada.ask("invite", seat=1, re=3)
        link = ada.last("link")
        assert link["re"] == 3
        token = link["link"].rpartition("/")[2]
        await eve.join(table)
        assert eve.last("bye")["code"] == "private"
        await bob.join(table, seats=[token])
        assert bob.client.seats == [1]
        eve = Player(3)
        await eve.join(table, seats=[token])
        assert eve.last("bye")["code"] == "link"
        await eve.join(table, seats=[token[:-1] + ("a" if token[-1] != "a" else "b")])
        assert eve.last("bye")["code"] == "link"
        await bob.ask("bot", seat=2, name="greedy")
        assert bob.last("refused")["code"] == "not_allowed"
        await ada.ask("bot", seat=2, name="greedy")
        await ada.ask("start")
        assert ada.last("refused")["message"] == "Bob is not ready"
        await bob.ask("ready", seat=1)
        await ada.ask("start")
        assert table.row.phase == "playing"
        assert table.past.deal and table.past.deal.names == ("Ada", "Bob", "Clara")
        assert table.past.deal.seed is None and len(table.past.deal.rng or ()) == 8

    play(tmp_path, scenario)


def test_sit_stand_kick_and_settings(tmp_path: Path) -> None:
    async def scenario(hub: Hub) -> None:
        table = await table_of(hub, "crazy-eights", 1, None)
        ada, bob = Player(1), Player(2)
        await ada.join(table)
        await bob.join(table)
        assert bob.client.spectates
        await bob.ask("sit", seat=0)
        assert bob.last("refused")["message"] == "this seat is taken"
        await bob.ask("sit", seat=1)
        await bob.ask("ready", seat=1)
        assert bob.last("table")["you"]["seats"] == [1]
        await ada.ask("settings", players=3, public=False)
        info = bob.last("table")["table"]
        assert info["players"] == 3 and [s["kind"] for s in info["seats"]] == [
            "person",
            "person",
            "open",
        ]
        assert not info["seats"][1]["ready"], "people agreed to another game"
        await ada.ask("settings", players=30)
        assert ada.last("refused")["code"] == "invalid"
        await ada.ask("settings", options={"no such option": 1})
        assert ada.last("refused")["code"] == "invalid"
        await bob.ask("kick", seat=0)
        assert bob.last("refused")["code"] == "not_allowed"
        nonce = table.seats[1].nonce
        await ada.ask("kick", seat=1)
        assert table.seats[1].kind == "open" and table.seats[1].nonce != nonce
        assert bob.client.spectates
        await bob.ask("sit", seat=1)
        assert "private" in bob.last("refused")["message"]
        await ada.ask("stand", seat=0)
        assert table.seats[0].kind == "open"

    play(tmp_path, scenario)


def test_resigning_ends_a_game_of_two(tmp_path: Path) -> None:
    async def scenario(hub: Hub) -> None:
        table, ada, bob = await two_at(hub)
        await ada.ask("resign", seat=0)
        assert table.row.phase == "over"
        for who in (ada, bob):
            state = who.last("state")
            assert state["over"] and state["result"]["winners"] == [1]
            assert state["options"]["kind"] == "none"
        await bob.move(0)
        assert bob.last("refused")["code"] == "not_allowed"
        rows = await hub.store.read(lambda c: records.results_of(c, 2, "crazy-eights"))
        assert [row["won"] for row in rows] == [True]

    play(tmp_path, scenario)


def test_in_larger_games_a_bot_plays_on(tmp_path: Path) -> None:
    async def scenario(hub: Hub) -> None:
        table = await table_of(hub, "crazy-eights", 1, 2, 3, bot_pause=5)
        players = [Player(i) for i in (1, 2, 3)]
        for each in players:
            await each.join(table)
        await players[0].ask("start")
        await players[1].ask("resign", seat=1)
        assert table.row.phase == "playing" and table.seats[1].bot == USUAL_BOT
        await players[1].ask("takeover")
        assert players[1].last("refused")["code"] == "not_allowed"
        await players[0].ask("kick", seat=2)
        assert table.row.phase == "playing"
        await players[0].ask("resign", seat=0)
        assert table.row.phase == "over"

    play(tmp_path, scenario)


def test_a_rematch_rotates_the_seats(tmp_path: Path) -> None:
    async def scenario(hub: Hub) -> None:
        _table, ada, bob = await two_at(hub)
        await ada.ask("resign", seat=0)
        await ada.ask("rematch", yes=True)
        assert "rematch" not in ada.last("table")["table"]
        await bob.ask("rematch", yes=True)
        again = hub.tables[bob.last("table")["table"]["rematch"]]
        assert again.row.phase == "playing"
        assert [seat.person for seat in again.seats] == [2, 1]
        assert again.past.deal and again.past.deal.names == ("Bob", "Ada")

    play(tmp_path, scenario)


@pytest.mark.parametrize("resigned", [0, 1])
def test_a_rematch_starts_when_the_vote_is_agreed(tmp_path: Path, resigned: int) -> None:
    async def scenario(hub: Hub) -> None:
        _table, ada, bob = await two_at(hub)
        await (ada, bob)[resigned].ask("resign", seat=resigned)
        await ada.ask("rematch", yes=True)
        [asked] = bob.last("table")["table"]["votes"]
        await bob.ask("vote", seat=1, id=asked["id"], yes=True)
        again = hub.tables[bob.last("table")["table"]["rematch"]]
        assert again.row.phase == "playing"

    play(tmp_path, scenario)


def test_a_declined_rematch_is_over(tmp_path: Path) -> None:
    async def scenario(hub: Hub) -> None:
        _table, ada, bob = await two_at(hub)
        await ada.ask("resign", seat=0)
        await ada.ask("rematch", yes=True)
        [asked] = bob.last("table")["table"]["votes"]
        await bob.ask("vote", seat=1, id=asked["id"], yes=False)
        assert not ada.last("table")["table"].get("votes")
        assert "rematch" not in ada.last("table")["table"]

    play(tmp_path, scenario)


def test_a_solitaire_can_be_dealt_again(tmp_path: Path) -> None:
    async def scenario(hub: Hub) -> None:
        table = await table_of(hub, "klondike", 1, seed=7)
        ada = Player(1)
        await ada.join(table)
        first = ada.last("state")["scene"]
        await ada.move(0)
        await ada.ask("restart")
        assert ada.last("state")["scene"] == first and ada.last("state")["moves"] == 0
        await ada.ask("restart", seed=8)
        assert ada.last("table")["table"]["seed"] == 8
        assert ada.last("state")["scene"] != first
        await ada.ask("restart", fresh=True, winnable=True)
        assert ada.last("table")["table"]["seed"] not in (7, 8)
        rows = await hub.store.read(lambda c: records.results_of(c, 1, "klondike"))
        assert [row["won"] for row in rows] == [False], "only a game with moves was given up"

    play(tmp_path, scenario)


def test_chat_phrases_and_mute(tmp_path: Path) -> None:
    async def scenario(hub: Hub) -> None:
        table, ada, bob = await two_at(hub)
        await ada.ask("chat", text=" <b>hi</b>  there ")
        assert bob.last("chat")["text"] == "<b>hi</b> there" and bob.last("chat")["seat"] == 0
        await ada.ask("phrase", n=2)
        assert bob.last("chat")["phrase"] == 2 and "text" not in bob.last("chat")
        await bob.ask("mute", person=1)
        await ada.ask("chat", text="again")
        assert len(bob.all("chat")) == 2 and len(ada.all("chat")) == 3
        await ada.ask("chat", text="   ")
        assert ada.last("refused")["code"] == "invalid"
        late = Player(2)
        await late.join(table)
        assert len(late.all("chat")) == 3
        eve = Player(9)
        await eve.join(table, spectate=True)
        await eve.ask("chat", text="psst")
        assert eve.last("refused")["code"] == "not_allowed"

    play(tmp_path, scenario)


def test_spectators_see_what_is_public_and_later_if_so_wished(tmp_path: Path) -> None:
    async def scenario(hub: Hub) -> None:
        table, ada, bob = await two_at(hub)
        eve = Player(9)
        await eve.join(table, spectate=True)
        assert eve.last("state")["seat"] is None
        assert ada.last("table")["table"]["spectators"] == 1
        await turn(table, ada, bob).move(0)
        assert eve.last("state")["moves"] == 1
        await eve.ask("history", re=1, seat=0, move=0)
        assert eve.last("refused")["code"] == "not_allowed"
        await ada.ask("settings", delay=1)
        count = len(eve.all("state"))
        await turn(table, ada, bob).move(0)
        assert len(eve.all("state")) == count
        await ada.ask("settings", delay=0)
        await turn(table, ada, bob).move(0)
        assert len(eve.all("state")) == count, "nothing overtakes what is still on its way"
        await until(lambda: len(eve.all("state")) == count + 2)
        seen = [state["at"] for state in eve.all("state")]
        assert seen == sorted(seen)
        double = Player(1)
        await double.join(table, spectate=True)
        await ada.ask("settings", delay=1)
        assert double.client.spectates and double.client.delay == 1 and ada.client.delay == 0
        await ada.ask("settings", spectators=False)
        mallory = Player(10)
        await mallory.join(table, spectate=True)
        assert mallory.last("bye")["code"] == "private"

    play(tmp_path, scenario)


def test_earlier_positions_are_for_solitaires_and_for_after_the_end(tmp_path: Path) -> None:
    async def scenario(hub: Hub) -> None:
        alone = await table_of(hub, "klondike", 1, seed=7)
        ada = Player(1)
        await ada.join(alone)
        await ada.move(0)
        await ada.ask("history", re=5, seat=0, move=0)
        assert ada.last("history")["re"] == 5 and ada.last("history")["moves"] == 0
        _table, ada, bob = await two_at(hub)
        await ada.ask("history", re=6, seat=0, move=0)
        assert ada.last("refused")["code"] == "not_allowed"
        await ada.ask("resign", seat=0)
        await bob.ask("history", re=7, seat=0, move=0)
        assert bob.last("history")["seat"] == 0

    play(tmp_path, scenario)


def test_hints_are_for_those_who_are_alone(tmp_path: Path) -> None:
    async def scenario(hub: Hub) -> None:
        alone = await table_of(hub, "klondike", 1, seed=7)
        ada = Player(1)
        await ada.join(alone)
        await ada.ask("hint", re=1, seat=0)
        assert ada.last("hint")["sees_hidden"] and ada.last("hint")["n"] == 0
        await ada.ask("solution", re=2, seat=0)
        assert ada.last("solution")["moves"] == ["a", "b"]
        await ada.ask("explain", re=3, seat=0, text="x")
        assert ada.last("explanation")["re"] == 3
        _, ada, _ = await two_at(hub)
        await ada.ask("hint", re=1, seat=0)
        assert ada.last("refused")["code"] == "not_allowed"

    play(tmp_path, scenario)


def test_another_version_of_the_page_is_sent_away(tmp_path: Path) -> None:
    from ludwright.web import protocol as p
    from ludwright.web.client import Departure
    from ludwright.web.handlers import join

    async def scenario(hub: Hub) -> None:
        table = await table_of(hub, "klondike", 1, seed=7)
        with pytest.raises(Departure) as caught:
            await join(table, Player(1).client, p.Hello(p.PROTOCOL + 1))
        assert caught.value.code == "version"

    play(tmp_path, scenario)


# ---- nothing is lost -----------------------------------------------------------------------------


def test_what_a_client_missed_comes_when_it_returns(tmp_path: Path) -> None:
    async def scenario(hub: Hub) -> None:
        table = await table_of(hub, "klondike", 1, seed=7)
        ada, other = Player(1), Player(1)
        await ada.join(table)
        await ada.move(0)
        await ada.move(0)
        seen = ada.last("state")["at"]
        await ada.part()
        await other.join(table)
        await other.move(0)
        back = Player(1)
        await back.join(table, since=seen)
        assert [line["n"] for line in back.last("state")["made"]] == [3]
        await other.ask("undo", seat=0, to=1)
        await other.move(0)
        later = Player(1)
        await later.join(table, since=seen)
        assert later.last("state")["since"] == 1
        assert [line["n"] for line in later.last("state")["made"]] == [2]
        fresh = Player(1)
        await fresh.join(table)
        assert [line["n"] for line in fresh.last("state")["made"]] == [1, 2]

    play(tmp_path, scenario)


def test_a_table_stands_as_it_stood_after_a_restart(tmp_path: Path) -> None:
    kept: dict[str, Any] = {}

    async def before(hub: Hub) -> None:
        table, ada, bob = await two_at(hub, clock=Clock(500, 0))
        for _ in range(5):
            await turn(table, ada, bob).move(0)
        await ada.ask("chat", text="see you")
        kept.update(id=table.id, state=ada.last("state"), at=table.past.at)

    async def after(hub: Hub) -> None:
        table = await hub.find(kept["id"])
        assert isinstance(table, LiveTable)
        ada = Player(1)
        await ada.join(table)
        state = ada.last("state")
        for same in ("scene", "options", "turn", "moves", "at"):
            assert state[same] == kept["state"][same]
        assert ada.last("chat")["text"] == "see you"
        assert state["clock"]["0"] <= 500
        assert len(state["made"]) == 5

    play(tmp_path, before)
    play(tmp_path, after)


def test_an_idle_table_leaves_the_memory_and_comes_back(tmp_path: Path) -> None:
    async def scenario(hub: Hub) -> None:
        table = await table_of(hub, "klondike", 1, seed=7)
        ada = Player(1)
        await ada.join(table)
        await ada.move(0)
        await hub.unload(table)
        assert table.id in hub.tables, "somebody is connected"
        await ada.part()
        await hub.unload(table)
        assert not hub.tables and not hub.engine.tables  # type: ignore[attr-defined]
        found = await asyncio.gather(*(hub.find(table.id) for _ in range(5)))
        assert len({id(each) for each in found}) == 1
        again = found[0]
        assert isinstance(again, LiveTable) and len(again.past.moves) == 1
        assert await hub.find("unknown") is None

    play(tmp_path, scenario)


def test_an_engine_that_forgot_a_table_is_given_it_again(tmp_path: Path) -> None:
    async def scenario(hub: Hub) -> None:
        table = await table_of(hub, "klondike", 1, seed=7)
        ada = Player(1)
        await ada.join(table)
        await ada.move(0)
        hub.engine.tables.clear()  # type: ignore[attr-defined]
        await ada.move(0)
        assert ada.last("state")["moves"] == 2 and not ada.all("refused")

    play(tmp_path, scenario)


def test_a_move_that_cannot_be_written_is_not_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario(hub: Hub) -> None:
        table = await table_of(hub, "klondike", 1, seed=7)
        ada = Player(1)
        await ada.join(table)
        before = ada.last("state")

        async def full(*_: Any, **__: Any) -> None:
            raise OSError(28, "no space left")

        with monkeypatch.context() as patch:
            patch.setattr(hub.store, "write", full)
            await ada.move(0)
        assert ada.last("refused")["code"] == "busy"
        assert ada.last("state")["scene"] == before["scene"]
        assert ada.last("state")["moves"] == 0
        await ada.move(0)
        assert ada.last("state")["moves"] == 1

    play(tmp_path, scenario)


def test_a_broken_game_faults_its_table_alone(tmp_path: Path) -> None:
    async def scenario(hub: Hub) -> None:
        engine = hub.engine
        assert isinstance(engine, FakeEngine)
        table = await table_of(hub, "klondike", 1, seed=7)
        other = await table_of(hub, "klondike", 2, seed=7)
        ada, bob = Player(1), Player(2)
        await ada.join(table)
        await bob.join(other)
        engine.fault = "apply"
        await ada.move(0)
        engine.fault = ""
        assert ada.last("refused")["code"] == "faulted"
        assert ada.last("table")["table"]["phase"] == "faulted"
        await ada.move(0)
        assert ada.last("refused")["code"] == "faulted"
        await bob.move(0)
        assert bob.last("state")["moves"] == 1
        engine.busy = "apply"
        await bob.move(0)
        assert bob.last("refused")["code"] == "busy" and other.row.phase == "playing"

    play(tmp_path, scenario)


def test_a_table_that_was_taken_over_lets_everybody_go(tmp_path: Path) -> None:
    async def scenario(hub: Hub) -> None:
        from ludwright.web import leases

        table = await table_of(hub, "klondike", 1, seed=7)
        ada = Player(1)
        await ada.join(table)
        later = time.time() + 100
        await hub.store.write(lambda c: leases.acquire(c, table.id, "another", later))
        from ludwright.web.client import Departure

        with pytest.raises(Departure):
            await ada.move(0)
        assert ada.last("bye")["code"] == "closed" and ada.ended
        assert table.id not in hub.tables

    play(tmp_path, scenario)


def test_who_is_forgotten_elsewhere_stays_forgotten(tmp_path: Path) -> None:
    """Another process deletes somebody's part of a table, which its owner then reads again."""

    async def scenario(hub: Hub) -> None:
        table = await table_of(hub, "crazy-eights", 1, 2, 3)
        ada, bob = Player(1), Player(2)
        for each in (ada, bob):
            await each.join(table)
        await ada.ask("start")
        await bob.ask("resign", seat=1)
        other = Hub(hub.store, FakeEngine(), hub.config, "another process")
        await other.forget_person(table.id, 2)
        with pytest.raises(Departure):  # what it writes without knowing is refused
            await ada.ask("resign", seat=0)
        assert ada.ended and table.closed
        again = await hub.find(table.id)
        assert isinstance(again, LiveTable) and again is not table
        assert [seat.person for seat in again.seats] == [1, None, 3]

    play(tmp_path, scenario)


def test_deleted_tables_and_banned_people_are_noticed(tmp_path: Path) -> None:
    async def scenario(hub: Hub) -> None:
        from ludwright.web import people

        table = await table_of(hub, "klondike", 1, seed=7)
        other = await table_of(hub, "klondike", 2, seed=7)
        ada, bob = Player(1), Player(2)
        await ada.join(table)
        await bob.join(other)
        await hub.store.write(lambda c: records.close_table(c, table.id))
        await hub.store.write(lambda c: people.ban(c, "2", "rude"))
        await hub._beat()
        assert ada.last("bye")["code"] == "closed" and ada.ended
        assert bob.last("bye") == {"t": "bye", "code": "banned", "message": "rude"}

    play(tmp_path, scenario)
