"""Live tables at which people choose together: in any order, without loss, and without a hint."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from ludwright.web.engine.interface import Made
from ludwright.web.hub import Hub
from ludwright.web.journal import AnyLine, Deal, Moved, Past, Sealed, Undone, Withdrawn
from ludwright.web.live import LiveTable
from ludwright.web.protocol import Clock
from tools.web.local_engine import LocalEngine
from tools.web.table import Player, hub_at, table_of, until

Scenario = Callable[[Hub], Coroutine[Any, Any, None]]


def play(folder: Path, scenario: Scenario, **config: Any) -> None:
    async def run() -> None:
        async with hub_at(folder, LocalEngine(), **config) as hub:
            await scenario(hub)

    asyncio.run(run())


async def three_at(hub: Hub, game: str = "gops", **settings: Any) -> tuple[LiveTable, list[Player]]:
    """Three people at a game that has started, all asked at once."""
    table = await table_of(hub, game, 1, 2, 3, **settings)
    people = [Player(number, name) for number, name in ((1, "Ada"), (2, "Bob"), (3, "Cy"))]
    for each in people:
        await each.join(table)
    await people[0].ask("start")
    await until(lambda: all(each.all("state") for each in people))
    assert table.status is not None and table.status.waiting == (0, 1, 2)
    return table, people


def state(player: Player) -> dict[str, Any]:
    return player.last("state")


def last(player: Player, seat: int) -> dict[str, Any]:
    """The last state of one of several seats."""
    return [each for each in player.all("state") if each["seat"] == seat][-1]


def told(player: Player) -> dict[str, Any]:
    """What a player was sent, without what says who has chosen."""
    return {k: v for k, v in state(player).items() if k not in ("turn", "clock", "events")}


def test_the_last_seat_may_choose_first(tmp_path: Path) -> None:
    async def scenario(hub: Hub) -> None:
        table, (ada, bob, cy) = await three_at(hub)
        before, lines = {each: told(each) for each in (ada, bob)}, table.past.at
        await cy.move(4)
        assert not cy.all("refused") and table.past.at == lines + 1 and not table.past.moves
        for each in (ada, bob):
            assert told(each) == before[each]  # the sequence number, too
            assert state(each)["turn"]["waiting"] == [0, 1] and not state(each)["events"]
        assert state(cy)["at"] == state(ada)["at"] + 1 and state(cy)["options"]["kind"] == "none"
        assert len(state(cy)["chosen"]) == 1 and state(cy)["undo"]["can"]
        await cy.move(4, re=9)
        assert cy.last("refused")["code"] == "not_your_turn"
        await ada.move(0)
        await bob.move(0)
        assert [move.made.seat for move in table.past.moves] == [0, 1, 2]
        assert not table.past.sealed and state(cy)["moves"] == 3

    play(tmp_path, scenario)


def test_choices_made_at_the_same_time_do_not_disturb_each_other(tmp_path: Path) -> None:
    """Nobody is refused because somebody else was faster; a choice sent twice counts once."""

    async def scenario(hub: Hub) -> None:
        table, people = await three_at(hub)
        at = state(people[0])["at"]
        await asyncio.gather(*(each.move(0, at=at, re=1) for each in (*people, *people)))
        assert len(table.past.moves) == 3
        assert {f["code"] for each in people for f in each.all("refused")} == {"late"}
        assert sum(len(each.all("refused")) for each in people) == 3

    play(tmp_path, scenario)


def test_a_choice_can_be_changed_until_all_are_in(tmp_path: Path) -> None:
    async def scenario(hub: Hub) -> None:
        table, (ada, bob, cy) = await three_at(hub)
        await bob.move(3)
        first = state(bob)["chosen"]
        numbers = [state(each)["at"] for each in (ada, cy)]
        await ada.ask("undo", seat=0)
        assert ada.last("refused")["code"] == "invalid"  # hers is not there yet
        await bob.ask("undo", seat=1)
        assert state(bob)["chosen"] == [] and state(bob)["options"]["kind"] == "moves"
        assert table.status and table.status.waiting == (0, 1, 2) and not table.votes.open
        await bob.move(5)
        assert state(bob)["chosen"] != first
        # Nobody can count how often he has changed his mind.
        assert [state(each)["at"] for each in (ada, cy)] == numbers
        await cy.move(0)
        await ada.move(0)
        assert table.past.moves[1].made.text != first[0] and len(table.past.moves) == 3
        assert state(ada)["at"] == numbers[0] + 3 and state(cy)["at"] == numbers[1] + 1 + 3
        # Now everybody has seen it.
        await bob.ask("undo", seat=1)
        assert table.votes.open

    play(tmp_path, scenario)


@pytest.mark.parametrize("game", ["gops", "hearts", "sealed-bids"])
def test_sealed_choices_survive_a_restart(tmp_path: Path, game: str) -> None:
    kept: dict[str, Any] = {}

    async def choose(player: Player, seat: int) -> None:
        options = state(player)["options"]
        fields = {"seat": seat, "at": state(player)["at"]}
        if options["kind"] == "picks":
            await player.ask("pick", items=[0, 3, 1], **fields)
        else:
            await player.ask("move", n=options["moves"][2]["n"], **fields)

    async def before(hub: Hub) -> None:
        table, (ada, bob, cy) = await three_at(hub, game)
        await choose(cy, 2)
        await choose(ada, 0)
        kept.update(id=table.id, states=[state(each) for each in (ada, bob, cy)])

    async def after(hub: Hub) -> None:
        table = await hub.find(kept["id"])
        assert isinstance(table, LiveTable)
        people = [Player(1), Player(2), Player(3)]
        for each, old in zip(people, kept["states"], strict=True):
            await each.join(table)
            for name in ("at", "scene", "options", "turn", "chosen", "moves", "undo"):
                assert state(each)[name] == old.get(name), name
        await choose(people[1], 1)
        assert [move.made.seat for move in table.past.moves] == [0, 1, 2]
        assert not any(each.all("refused") for each in people)

    play(tmp_path, before)
    play(tmp_path, after)


def test_an_engine_that_forgot_the_table_gets_sealed_choices_again(tmp_path: Path) -> None:
    async def scenario(hub: Hub) -> None:
        table, (ada, bob, cy) = await three_at(hub)
        await cy.move(4)
        text = state(cy)["chosen"][0]
        hub.engine.server.close(table.id)  # type: ignore[attr-defined]
        await ada.move(1)
        await bob.move(2)
        assert table.past.moves[2].made.text == text

    play(tmp_path, scenario)


def test_a_choice_that_cannot_be_written_is_not_sealed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario(hub: Hub) -> None:
        table, (ada, bob, cy) = await three_at(hub)
        write = hub.store.write

        async def full(*_: Any, **__: Any) -> None:
            raise OSError("disk full")

        monkeypatch.setattr(hub.store, "write", full)
        await cy.move(4, re=1)
        assert cy.last("refused")["code"] == "busy" and not table.past.sealed
        monkeypatch.setattr(hub.store, "write", write)
        assert state(cy)["options"]["kind"] == "moves" and state(cy)["chosen"] == []
        await cy.move(5)
        await ada.move(0)
        await bob.move(0)
        assert len(table.past.moves) == 3

    play(tmp_path, scenario)


def test_all_clocks_run_until_their_people_have_chosen(tmp_path: Path) -> None:
    async def scenario(hub: Hub) -> None:
        clock = Clock(seconds=100, increment=20)
        table, (ada, bob, cy) = await three_at(hub, clock=clock)
        assert table.clocks is not None and table.clocks.running == {0, 1, 2}
        await asyncio.sleep(0.1)
        await bob.move(0)
        assert table.clocks.running == {0, 2}
        for _ in range(3):  # a change of mind is no way to gain time
            await bob.ask("undo", seat=1)
            assert table.clocks.running == {0, 1, 2}
            await bob.move(1)
        left = table.clocks.left(table.now())
        assert all(97 < seconds < 99.95 for seconds in left)
        await asyncio.sleep(0.1)
        await cy.move(0)
        await ada.move(0)
        left = table.clocks.left(table.now())
        assert all(117 < seconds < 120 for seconds in left) and left[0] < left[1]
        assert table.clocks.running == {0, 1, 2}

    play(tmp_path, scenario)


def test_who_runs_out_of_time_is_not_who_is_asked_first(tmp_path: Path) -> None:
    async def scenario(hub: Hub) -> None:
        clock = Clock(seconds=5, increment=0, then="bot")
        table, (ada, bob, _cy) = await three_at(hub, clock=clock)
        assert table.clocks is not None
        await ada.move(0)
        table.clocks.switch([5.0, 5.0, 0.05], {1, 2}, table.now())
        table.reschedule()
        await until(lambda: table.seats[2].left == "time")
        await until(lambda: table.status and table.status.waiting == (1,))
        await bob.move(0)
        assert len(table.past.moves) == 3

    play(tmp_path, scenario)


def test_bots_choose_at_once(tmp_path: Path) -> None:
    """And people need not wait for them, nor they for people."""

    async def scenario(hub: Hub) -> None:
        table = await table_of(hub, "gops", "random", 1, "greedy", bot_pause=50)
        ada = Player(1, "Ada")
        await ada.join(table)
        await until(lambda: table.status and table.status.waiting == (1,))
        assert state(ada)["options"]["kind"] == "moves" and not state(ada)["made"]
        await ada.move(0)
        assert [move.made.seat for move in table.past.moves] == [0, 1, 2]
        await until(lambda: table.status and table.status.waiting == (1,))
        # Alone: back, and again with the same choices of the bots.
        record = [move.made for move in table.past.moves]
        await ada.ask("undo", seat=1)
        assert len(table.past.moves) == 1 and state(ada)["undo"]["redo"] == 2
        await asyncio.sleep(0.05)
        await ada.ask("redo", seat=1)
        assert [move.made for move in table.past.moves] == record

    play(tmp_path, scenario)


def test_the_journal_says_which_sealed_choices_can_be_made_again() -> None:
    def past(*lines: AnyLine) -> list[str]:
        found = Past()
        for number, line in enumerate((Deal(2, ("A", "B"), {}, 7), *lines)):
            found.add(line, float(number))
        return ["".join(m.made.text for m in moves) for moves in (found.redo, found.redoable)]

    a, b, c = Made(0, 1, "a"), Made(1, 1, "b"), Made(0, 1, "c")
    back = Moved(a), Moved(b), Moved(c), Undone(3)
    assert past(*back) == ["cba", "cba"]
    assert past(*back, Sealed(b)) == ["cba", "ca"], "in any order"
    assert past(*back, Sealed(b), Withdrawn(1)) == ["cba", "cba"]
    assert past(*back, Sealed(b), Sealed(a)) == ["cba", "c"]
    assert past(*back, Sealed(b), Moved(a), Moved(b)) == ["c", "c"]
    assert past(*back, Sealed(Made(1, 1, "d"))) == ["", ""], "another choice"
    assert past(*back, Sealed(c)) == ["", ""], "a later choice of this seat"


def test_moves_that_were_taken_back_are_kept_until_others_are_chosen(tmp_path: Path) -> None:
    """Also by a table that is read again."""
    kept: dict[str, Any] = {}

    async def back(hub: Hub) -> None:
        table = await table_of(hub, "gops", 1, 1, "random", bot_pause=50)
        ada = Player(1, "Ada")
        await ada.join(table)
        await until(lambda: table.status and table.status.waiting == (0, 1))
        await ada.move(2, seat=0)
        await ada.move(3, seat=1)
        await until(lambda: table.status and table.status.waiting == (0, 1))
        kept.update(id=table.id, record=[move.made for move in table.past.moves])
        await ada.ask("undo", seat=0, to=0)
        assert not table.past.moves and last(ada, 0)["undo"]["redo"] == 3
        await ada.move(2, seat=0)  # the same as before
        assert last(ada, 0)["undo"]["redo"] == 2
        assert table.status and table.status.waiting == (1, 2)

    async def again(hub: Hub) -> None:
        table = await hub.find(kept["id"])
        assert isinstance(table, LiveTable)
        ada = Player(1, "Ada")
        await ada.join(table)
        assert last(ada, 0)["chosen"] and last(ada, 0)["undo"]["redo"] == 2
        await ada.ask("redo", seat=0)
        assert [move.made for move in table.past.moves] == kept["record"]
        await ada.ask("undo", seat=0, to=0)
        await ada.move(4, seat=0)
        assert last(ada, 0)["undo"]["redo"] == 0
        await until(lambda: table.status and table.status.waiting == (1,))

    play(tmp_path, back)
    play(tmp_path, again)


def test_a_bot_chooses_for_those_who_leave(tmp_path: Path) -> None:
    async def scenario(hub: Hub) -> None:
        table, (ada, bob, cy) = await three_at(hub)
        await bob.move(2)
        chosen = state(bob)["chosen"]
        await bob.ask("resign", seat=1)
        await cy.ask("resign", seat=2)
        await until(lambda: table.status and table.status.waiting == (0,))
        await ada.move(0)
        assert len(table.past.moves) == 3 and table.past.moves[1].made.text == chosen[0]

    play(tmp_path, scenario)


def test_the_absent_are_replaced_wherever_they_sit(tmp_path: Path) -> None:
    async def scenario(hub: Hub) -> None:
        table, (_ada, _bob, cy) = await three_at(hub, grace=5)
        await cy.part()
        table.away[2] = table.now() - 10
        table.reschedule()
        await until(lambda: table.status and table.status.waiting == (0, 1))
        assert table.absent == {2}
        await cy.join(table)
        assert state(cy)["chosen"] and state(cy)["undo"]["can"]

    play(tmp_path, scenario)


def test_two_tabs_and_spectators(tmp_path: Path) -> None:
    async def scenario(hub: Hub) -> None:
        table, (_ada, _, cy) = await three_at(hub)
        tab, watcher = Player(3, "Cy"), Player(9)
        await tab.join(table)
        await watcher.join(table, spectate=True)
        at = state(watcher)["at"]
        await cy.move(4)
        assert state(tab) == state(cy) and state(tab)["chosen"]
        assert state(watcher)["at"] == at and state(watcher)["turn"]["waiting"] == [0, 1]
        assert "chosen" not in state(watcher) and not state(watcher)["made"]
        await tab.ask("undo", seat=2)
        assert state(cy)["chosen"] == []

    play(tmp_path, scenario)


def test_undo_by_vote_drops_what_was_sealed(tmp_path: Path) -> None:
    async def scenario(hub: Hub) -> None:
        table, (ada, bob, cy) = await three_at(hub)
        for each in (cy, bob, ada):
            await each.move(0)
        await cy.move(1)
        await ada.ask("undo", seat=0)
        vote = table.votes.open[0]
        await bob.move(3)  # a choice decides nothing yet: the proposal stands
        for each, seat in ((bob, 1), (cy, 2)):
            await each.ask("vote", seat=seat, id=vote.id, yes=True)
        assert not table.past.moves and not table.past.sealed
        assert table.status and table.status.waiting == (0, 1, 2)
        assert state(cy)["options"]["kind"] == "moves" and state(cy)["chosen"] == []

    play(tmp_path, scenario)


def test_who_was_away_gets_the_moves_of_all(tmp_path: Path) -> None:
    async def scenario(hub: Hub) -> None:
        table, (ada, bob, cy) = await three_at(hub)
        for _ in range(2):  # its own number runs ahead of the others'
            await cy.move(4)
            await cy.ask("undo", seat=2)
        await cy.move(4)
        since = state(cy)["at"]
        await cy.part()
        await ada.move(0)
        await bob.move(0)
        await cy.join(table, since=since)
        assert [line["n"] for line in state(cy)["made"]] == [1, 2, 3] and state(cy)["at"] > since

    play(tmp_path, scenario)
