"""Who sits where: seats of a new table, links that were used, and watching instead."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from ludwright.web.hub import Hub
from tools.web.serving import Browser
from tools.web.table import Player, hub_at, table_of

CRAZY = "crazy-eights"
ME, OPEN = {"kind": "me"}, {"kind": "open"}
BOT = {"kind": "bot", "name": "random"}
HERE = {"kind": "here", "name": "Bob"}


def test_people_at_one_device_start_at_once(ada: Browser) -> None:
    ada.post("/api/me", {"name": "Ada"})
    made = ada.table(CRAZY, seats=[HERE, ME, BOT, {"kind": "here"}])
    assert not made["seats"]
    seat = ada.sit(made["table"])
    welcome = seat.until("welcome")
    assert welcome["table"]["phase"] == "playing" and welcome["you"]["seats"] == [0, 1, 3]
    names = [each["name"] for each in welcome["table"]["seats"]]
    assert names == ["Bob", "Ada", "Clara", "Ada 2"]
    assert [seat.state()["seat"] for _ in range(3)] == [0, 1, 3]


def test_open_seats_are_waited_for(ada: Browser) -> None:
    made = ada.table(CRAZY, seats=[ME, HERE, OPEN])
    assert [each["seat"] for each in made["seats"]] == [2]
    welcome = ada.sit(made["table"]).until("welcome")
    assert welcome["table"]["phase"] == "lobby"
    # The name that was given at this device stays.
    assert welcome["table"]["seats"][1]["name"] == "Bob"


@pytest.mark.parametrize(
    "wanted",
    [
        {"seats": []},
        {"seats": [ME, OPEN], "players": 3},
        {"seats": [ME, {"kind": "bot"}]},
        {"seats": [ME, {"kind": "bot", "name": "deep blue"}]},
        {"seats": [ME, {"kind": "bot", "name": "cmd touch here"}]},
        {"seats": [ME, {"kind": "bot", "name": "./strategy.json"}]},
        {"seats": [ME, OPEN], "substitute": "cmd touch here"},
        {"seats": [ME, {"kind": "ghost"}]},
        {"seats": [ME, {"kind": "here", "name": "x" * 41}]},
        {"seats": [ME, BOT], "bots": "random"},
        {"seats": "me"},
    ],
)
def test_seats_that_cannot_be_are_refused(ada: Browser, wanted: dict[str, Any]) -> None:
    error = ada.post("/api/tables", {"game": CRAZY, **wanted}, 400)["error"]
    assert error["code"] == "invalid" and error["message"]
    assert not ada.get("/api/my/tables")["tables"]


@pytest.mark.parametrize("spectators", [True, False])
def test_a_used_link_offers_to_watch(tmp_path: Path, spectators: bool) -> None:
    async def run() -> None:
        async with hub_at(tmp_path) as hub:
            await scenario(hub)

    async def scenario(hub: Hub) -> None:
        table = await table_of(hub, CRAZY, 1, None, public=False, spectators=spectators)
        ada, bob, eve = Player(1, "Ada"), Player(2, "Bob"), Player(3, "Eve")
        await ada.join(table)
        await ada.ask("invite", seat=1)
        token = ada.last("link")["link"].rpartition("/")[2]
        await bob.join(table, seats=[token])
        await eve.join(table, seats=[token])
        bye = eve.last("bye")
        assert bye["code"] == "link" and "taken" in bye["message"]
        assert bye.get("watch", False) is spectators
        # Who watches is not held up by the link, and takes no seat with one that is valid.
        eve = Player(3, "Eve")
        await eve.join(table, seats=[token], spectate=True)
        assert bool(eve.all("welcome")) is spectators
        await ada.ask("kick", seat=1)
        assert bob.last("bye")["message"] == "the host has removed you from this table"
        assert bob.last("bye").get("watch", False) is spectators
        await bob.join(table, seats=[token])
        assert "no longer valid" in bob.last("bye")["message"]

    asyncio.run(run())


def test_tables_that_nobody_may_watch_are_listed_only_while_they_wait(
    ada: Browser, bob: Browser
) -> None:
    listed = lambda: {table["id"] for table in bob.get("/api/tables")["tables"]}  # noqa: E731
    waiting = ada.table(CRAZY, seats=[ME, OPEN], public=True, spectators=False)["table"]
    assert waiting in listed()
    shown = ada.table(CRAZY, seats=[ME, BOT], public=True)["table"]
    hidden = ada.table(CRAZY, seats=[ME, BOT], public=True, spectators=False)["table"]
    assert shown in listed() and hidden not in listed()
