"""How games ended: results in lists, and what help does to statistics."""

from __future__ import annotations

from typing import Any

import pytest

from tools.web.serving import Browser, Seat

EASY = "pick-up"  # a solitaire that any play wins


def to_the_end(seat: Seat, state: dict[str, Any]) -> dict[str, Any]:
    """Make the first move again and again."""
    while not state["over"]:
        state = seat.move(state)
    return state


def test_my_games_say_who_won(ada: Browser, bob: Browser) -> None:
    ada.post("/api/me", {"name": "Ada"})
    bob.post("/api/me", {"name": "Bob"})
    made = ada.table("crazy-eights", players=2)
    bob.http.get(made["seats"][0]["link"])
    first, second = ada.sit(made["table"]), bob.sit(made["table"])
    second.until("welcome")
    second.send("ready", seat=1)
    first.until("table", lambda frame: frame["table"]["seats"][1]["ready"])
    (mine,) = ada.get("/api/my/tables")["tables"]
    assert mine["phase"] == "lobby" and "result" not in mine
    first.send("start")
    states = [seat.state() for seat in (first, second)]
    mover = states[0]["turn"]["decider"]
    turns = [who.get("/api/my/tables")["tables"][0]["turn"] for who in (ada, bob)]
    assert turns == [mover == 0, mover == 1]
    second.send("resign", seat=1)
    first.until("state", lambda state: state["over"])
    for who in (ada, bob):
        (mine,) = who.get("/api/my/tables")["tables"]
        result = mine["result"]
        assert result["winners"] == [0] and result["early"] and result["moves"] == 0
        assert result["reason"] == "Bob resigned" and result["ended"] >= mine["created"]
        assert 0 <= result["seconds"] < 60
        assert [seat["name"] for seat in mine["seats"]] == ["Ada", "Bob"]


@pytest.mark.parametrize("help", ["", "hint", "solution"])
def test_a_win_along_a_solution_does_not_count(ada: Browser, help: str) -> None:
    seat = ada.sit(ada.table(EASY, seed=1)["table"])
    state = seat.state()
    if help:
        seat.send(help, re=1, seat=0)
        seat.until(help)
    assert to_the_end(seat, state)["result"]["winners"] == [0]
    (mine,) = ada.get("/api/my/tables")["tables"]
    assert mine["help"] == help and mine["result"]["winners"] == [0]
    assert mine["result"]["moves"] == 51
    counted = 0 if help == "solution" else 1
    found = ada.get(f"/api/statistics/{EASY}")
    assert (found["played"], found["won"], found["streak"]) == (counted,) * 3


def test_a_solution_is_remembered_with_its_deal(ada: Browser) -> None:
    table = ada.table(EASY, seed=1)["table"]
    seat = ada.sit(table)
    seat.state()
    seat.send("solution", re=1, seat=0)
    seat.until("solution")
    # Another connection learns it as well.
    assert ada.sit(table).until("welcome")["table"]["help"] == "solution"
    seat.send("restart")
    to_the_end(seat, seat.state())
    assert ada.get(f"/api/statistics/{EASY}")["played"] == 0
    seat.send("restart", seed=2)
    to_the_end(seat, seat.until("state", lambda state: state["moves"] == 0))
    found = ada.get(f"/api/statistics/{EASY}")
    assert (found["played"], found["won"]) == (1, 1)


def test_giving_up_after_a_solution_is_a_loss(ada: Browser) -> None:
    seat = ada.sit(ada.table(EASY, seed=1)["table"])
    seat.move(seat.state())
    seat.send("solution", re=1, seat=0)
    seat.until("solution")
    seat.send("restart", fresh=True)
    seat.until("state", lambda state: state["moves"] == 0)
    found = ada.get(f"/api/statistics/{EASY}")
    assert (found["played"], found["won"]) == (1, 0)
