"""A server with real engines: an engine is killed, then the server, and every table stands."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from typing import Any

import pytest

from tools.web.serving import Browser, Process, Seat, close_all, wait_for

GAMES: dict[str, dict[str, Any]] = {
    "klondike": {},
    "crazy-eights": {"players": 3, "bots": "random"},
    "hearts": {"players": 4, "bots": "greedy"},
    "gops": {"players": 3, "bots": "random"},
    "texas-holdem": {"players": 3, "bots": "random"},
}
SAME = ("scene", "options", "turn", "over", "moves", "at")


def children(pid: int) -> list[int]:
    text = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii")
    return [*map(int, text.split())]


def mine(seat: Seat) -> dict[str, Any]:
    """The next state in which only this person has to choose, or the game is over."""
    return seat.until("state", lambda s: s["over"] or s["turn"]["waiting"] == [s["seat"]])


def choose(seat: Seat, state: dict[str, Any]) -> dict[str, Any]:
    """Make the first choice there is; the next state for this person to choose in."""
    where, options = {"seat": state["seat"], "at": state["at"]}, state["options"]
    if options["kind"] == "picks":
        seat.send("pick", **where, items=[*range(options["picks"]["least"])])
    else:
        seat.send("move", **where, n=options["moves"][0]["n"])
    return mine(seat)


@pytest.mark.deep
def test_engines_and_servers_are_killed_and_nothing_is_lost(tmp_path: Path) -> None:
    store = ("--db", str(tmp_path / "web.db"))
    first = Process(*store, engine="")
    try:
        ada = Browser(first.url)
        tables = {game: ada.table(game, **how)["table"] for game, how in GAMES.items()}
        seats = {game: ada.sit(table) for game, table in tables.items()}
        states = {game: mine(seat) for game, seat in seats.items()}
        for _ in range(2):
            states = {game: choose(seats[game], state) for game, state in states.items()}
        (engine,) = children(first.process.pid)
        os.kill(engine, signal.SIGKILL)
        states = {game: choose(seats[game], state) for game, state in states.items()}
        wait_for(lambda: children(first.process.pid) not in ([], [engine]))
        cookie = ada.cookie
    finally:
        close_all()
        first.kill()
    second = Process(*store, engine="")
    try:
        again = Browser(second.url, cookie)
        for game, table in tables.items():
            seat = again.sit(table, since=states[game]["at"])
            new = seat.state()
            assert {k: new[k] for k in SAME} == {k: states[game][k] for k in SAME}, game
            if not new["over"]:
                assert choose(seat, new)["moves"] > new["moves"]
    finally:
        close_all()
        second.kill()


@pytest.mark.deep
def test_a_sealed_choice_survives_kill_9(tmp_path: Path) -> None:
    store = ("--db", str(tmp_path / "web.db"))
    first = Process(*store, engine="")
    try:
        ada = Browser(first.url)
        made = ada.table("gops", players=2, bots={"0": "first"}, seat=1)
        seat = ada.sit(made["table"])
        state = seat.until("state", lambda s: s["turn"]["waiting"] == [1])  # the bot has chosen
        cookie = ada.cookie
    finally:
        close_all()
        first.kill()
    second = Process(*store, engine="")
    try:
        seat = Browser(second.url, cookie).sit(made["table"], since=state["at"])
        new = seat.state()
        assert new["turn"]["waiting"] == [1] and not new["moves"]
        assert new["options"] == state["options"] and new["at"] == state["at"]
        assert choose(seat, new)["moves"] == 2
    finally:
        close_all()
        second.kill()
