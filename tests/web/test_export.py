"""Games of people as data: only if all of them agreed, and without anything about who they are."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import ludwright as lw
from ludwright.cli import cli
from ludwright.web.export import Exported, export
from ludwright.web.store import Store
from tools.web import serving
from tools.web.local_engine import LocalEngine
from tools.web.serving import Browser, Running, Seat, server_in_thread

KUHN = "kuhn-poker"


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Running]:
    # Its journals have the hashes of real sources.
    monkeypatch.setattr(serving, "FakeEngine", LocalEngine)
    with server_in_thread(tmp_path) as running:
        yield running


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "results"


@pytest.fixture
def exported(tmp_path: Path, folder: Path, server: Running) -> Iterator[Any]:
    opened = Store(f"sqlite:///{tmp_path / 'web.db'}", beside=True)

    def run(**settings: Any) -> Exported:
        return export(opened, folder, **settings)

    yield run
    opened.close()


def agree(*who: Browser, yes: object = True) -> None:
    for browser in who:
        browser.post("/api/me", {"settings": {"research": yes}})


def seated(game: str, first: Browser, second: Browser) -> tuple[Seat, Seat]:
    """Two people at a table that has started."""
    made = first.table(game, players=2)
    second.http.get(made["seats"][0]["link"])
    seats = first.sit(made["table"]), second.sit(made["table"])
    seats[1].until("welcome")
    seats[1].send("ready", seat=1)
    seats[0].until("table", lambda frame: frame["table"]["seats"][1]["ready"])
    seats[0].send("start")
    return seats


def played(game: str, first: Browser, second: Browser) -> dict[str, Any]:
    """The end of a game of two people, who always make the first move."""
    seats = seated(game, first, second)
    states = [seat.state() for seat in seats]
    while not states[0]["over"]:
        at, mover = states[0]["at"], states[0]["turn"]["decider"]
        seats[mover].send("move", seat=mover, at=states[mover]["at"], n=0)
        states = [seat.until("state", lambda state, at=at: state["at"] > at) for seat in seats]
    return states[0]


def against_a_bot(who: Browser) -> dict[str, Any]:
    """The end of a short game against a bot."""
    seat = who.sit(who.table(KUHN, players=2, bots="first")["table"])
    state = seat.state()
    while not state["over"]:
        if state["turn"]["decider"] == 0:
            seat.send("move", seat=0, at=state["at"], n=0)
        state = seat.state()
    return state


def solitaire(who: Browser, seed: int, help: str = "") -> None:
    """A solitaire that any play wins."""
    seat = who.sit(who.table("pick-up", seed=seed)["table"])
    state = seat.state()
    if help:
        seat.send(help, re=1, seat=0)
        seat.until(help)
    while not state["over"]:
        state = seat.move(state)


def test_nobody_agrees_by_default(ada: Browser, bob: Browser, exported: Any, folder: Path) -> None:
    played(KUHN, ada, bob)
    against_a_bot(ada)
    assert exported() == Exported(0, 0, {"not everybody agreed": 2})
    assert not folder.exists()


def test_only_a_clear_yes_counts(ada: Browser, exported: Any) -> None:
    against_a_bot(ada)
    for yes, games in ((False, 0), (None, 0), (1, 0), ("true", 0), ({}, 0), (True, 1)):
        agree(ada, yes=yes)
        assert exported().games == games, yes


def test_all_have_to_agree(ada: Browser, bob: Browser, exported: Any) -> None:
    played(KUHN, ada, bob)
    agree(ada)
    assert exported().games == 0
    agree(bob)
    assert exported().games == 1
    agree(ada, yes=False)
    assert exported() == Exported(0, 0, {"not everybody agreed": 1})


def test_rows_are_the_games_that_were_played(
    ada: Browser, bob: Browser, exported: Any, folder: Path
) -> None:
    agree(ada, bob)
    end = played(KUHN, ada, bob)
    assert exported() == Exported(1, 1, {})
    [row] = lw.query(folder, "FROM games")
    assert row["bots"] == ["person", "person"] and row["status"] == "over"
    assert row["won"] == [seat in end["result"]["winners"] for seat in (0, 1)]
    assert row["scores"] == end["result"]["scores"] and row["seed"] is None
    moves = lw.query(folder, "FROM decisions ORDER BY decision")
    assert row["decisions"] == len(moves) == end["moves"]
    assert moves["seat"] == [0, 1][: len(moves)] and set(moves["bot"]) == {"person"}
    [run] = lw.query(folder, "SELECT * FROM runs")
    assert run["run"].startswith("person-") and run["games"] == 1 and run["seed"] is None


def test_bots_and_people_are_compared_in_one_query(
    ada: Browser, exported: Any, folder: Path
) -> None:
    agree(ada)
    against_a_bot(ada)
    lw.load(KUHN).collect(50, 1, out=folder, bot="first", against="random")
    assert exported().new == 1
    sql = "SELECT bot, count(*) FROM seats GROUP BY bot ORDER BY bot"
    assert lw.query(folder, sql).rows == (("first", 51), ("person", 1), ("random", 50))


@pytest.mark.parametrize("format", ["csv", pytest.param("parquet", marks=pytest.mark.deep)])
def test_an_export_adds_what_is_new(ada: Browser, exported: Any, folder: Path, format: str) -> None:
    agree(ada)
    solitaire(ada, seed=1)
    assert exported(format=format) == Exported(1, 1, {})
    before = {path: path.read_bytes() for path in folder.rglob("part-*") if "runs" not in str(path)}
    assert exported() == Exported(1, 0, {})
    solitaire(ada, seed=1)  # the same deal is another game
    against_a_bot(ada)
    assert exported() == Exported(3, 2, {})
    assert all(path.read_bytes() == data for path, data in before.items())
    rows = lw.query(folder, "SELECT game, seed, count(*) FROM games GROUP BY ALL ORDER BY ALL").rows
    assert rows == ((KUHN, None, 1), ("pick-up", 1, 2))
    assert lw.query(folder, "SELECT game, games FROM runs ORDER BY game").rows == (
        (KUHN, 1),
        ("pick-up", 2),
    )


def test_nothing_says_who_played(ada: Browser, bob: Browser, exported: Any, folder: Path) -> None:
    names = {"Adalbertine": ada, "Bobzilla": bob}
    for name, who in names.items():
        who.post("/api/me", {"name": name, "settings": {"research": True}})
    played(KUHN, ada, bob)
    assert exported(format="csv").new == 1
    texts = "".join(path.read_text() for path in folder.rglob("part-*"))
    for hidden in (*names, str(ada.person), str(bob.person)):
        assert hidden not in texts
    tables = [table["id"] for table in ada.get("/api/my/tables")["tables"]]
    assert tables and not any(table in texts for table in tables)


def test_what_is_no_whole_game_is_left_out(
    ada: Browser, bob: Browser, exported: Any, folder: Path
) -> None:
    agree(ada, bob)
    first, _ = seated(KUHN, ada, bob)
    first.state()
    first.send("resign", seat=0)
    first.until("state", lambda state: state["over"])
    solitaire(ada, seed=1, help="solution")
    ada.table("pick-up", seed=3)  # not finished
    reasons = {"begun in the middle, or won along a solution": 1, "somebody left": 1}
    assert exported() == Exported(0, 0, reasons)


def test_the_command_says_what_it_did(ada: Browser, tmp_path: Path) -> None:
    agree(ada)
    against_a_bot(ada)
    out, store = tmp_path / "r", tmp_path / "web.db"
    command = ["serve-admin", "export", str(out), "--db", str(store)]
    done = CliRunner().invoke(cli, command)
    assert done.exit_code == 0, done.output
    found = json.loads(done.stdout)
    assert (found["games"], found["new"], found["left_out"]) == (1, 1, {})
    assert len(lw.query(out, "FROM games")) == 1
