"""The HTTP interface and WebSockets of a real server on loopback."""

from __future__ import annotations

import base64
import hashlib
import re
from pathlib import Path

import httpx2
import msgspec
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from ludwright.table.rules_page import SECTIONS
from ludwright.web.config import Limits
from ludwright.web.http_games import summary
from ludwright.web.security import policy
from tools.web.serving import (
    GENEROUS,
    Browser,
    Running,
    Seat,
    close_all,
    raw_socket,
    server_in_thread,
    silent_client,
    wait_for,
)

CRAZY = "crazy-eights"


# ---- pages and headers ---------------------------------------------------------------------------


def test_answers_carry_the_security_headers(server: Running) -> None:
    for path in ("/healthz", "/api/games", "/static/vendor/preact.mjs", "/nothing"):
        headers = httpx2.get(server.url + path, trust_env=False).headers
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["x-frame-options"] == "DENY"
        assert "content-security-policy" in headers
        assert "server" not in headers


def test_the_policy_allows_the_import_map_alone() -> None:
    page = b'<script type="importmap">{"imports":{}}</script><script>alert(1)</script>'
    allowed = policy(page)
    assert allowed.count("sha256-") == 1
    digest = base64.b64encode(hashlib.sha256(b'{"imports":{}}').digest()).decode()
    assert f"script-src 'self' 'sha256-{digest}'" in allowed
    assert "unsafe-inline" not in allowed and "frame-ancestors 'none'" in allowed


def test_static_files_have_tags_and_are_compressed(server: Running) -> None:
    url = f"{server.url}/static/vendor/preact.mjs"
    first = httpx2.get(url, trust_env=False)
    assert first.status_code == 200 and first.headers["content-encoding"] == "gzip"
    assert first.headers["content-type"].startswith("text/javascript")
    tag = {"if-none-match": first.headers["etag"]}
    assert httpx2.get(url, headers=tag, trust_env=False).status_code == 304


@pytest.mark.parametrize(
    "path",
    [
        "/static/../server.py",
        "/static/%2e%2e/server.py",
        "/static/..%2fserver.py",
        "/static//etc/passwd",
        "/static/%00",
        "/static/" + "a" * 5000,
        "/static/vendor",
    ],
)
def test_nothing_outside_the_static_folder_is_served(server: Running, path: str) -> None:
    with raw_socket(server.url) as raw:
        raw.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
        assert raw.recv(100).split()[1] in (b"404", b"400")


def test_the_cookie_is_signed_and_not_for_scripts(server: Running) -> None:
    answer = httpx2.get(f"{server.url}/api/me", trust_env=False)
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie and "SameSite=lax" in cookie
    value = cookie.partition("=")[2].partition(";")[0]
    mine = answer.json()["person"]
    assert Browser(server.url, value).person == mine
    changed = ("A" if value[0] != "A" else "B") + value[1:]
    assert Browser(server.url, changed).person != mine


def test_other_sites_can_do_nothing(server: Running, ada: Browser) -> None:
    table = ada.table("klondike")["table"]
    for origin in ("http://evil.example", "null", server.url.replace("http:", "https:")):
        answer = ada.http.post("/api/me", json={"name": "x"}, headers={"origin": origin})
        assert answer.status_code == 403
        with pytest.raises(InvalidStatus) as refused:
            ada.socket(table, Origin=origin)
        assert refused.value.response.status_code == 403
    assert ada.http.post("/api/me", json={}, headers={"origin": server.url}).status_code == 200
    ada.socket(table, Origin=server.url).close()
    site = {"sec-fetch-site": "cross-site"}
    assert ada.http.post("/api/me", json={}, headers=site).status_code == 403
    # A name of another site that points to this machine.
    rebound = {"host": "evil.example", "origin": "http://evil.example"}
    assert ada.http.get("/api/me", headers=rebound).status_code == 403
    # A form can send these without asking the browser for leave.
    form = ada.http.post("/api/me", data={"name": "x"})
    assert form.status_code == 400


# ---- people --------------------------------------------------------------------------------------


def test_names_settings_and_recovery(server: Running, ada: Browser) -> None:
    assert ada.get("/api/me")["name"].startswith("Guest ")
    me = ada.post("/api/me", {"name": "  Ada \u202e<b> ", "settings": {"sound": False}})
    assert me["name"] == "Ada <b>" and me["settings"] == {"sound": False}
    assert ada.post("/api/me", {})["name"] == "Ada <b>"
    old = ada.post("/api/me/recovery", {})["link"]
    link = ada.post("/api/me/recovery", {})["link"]
    other = Browser(server.url)
    assert other.http.get(old).status_code == 404, "a new link replaces the old one"
    assert other.http.get(link).status_code == 303
    assert other.get("/api/me")["person"] == ada.person
    assert other.http.get(link[:-2] + "xx").status_code == 404
    ada.post("/api/me", {"settings": {"x": "y" * 5000}}, 413)
    ada.post("/api/me", {"nmae": "typo"}, 400)


# ---- games ---------------------------------------------------------------------------------------


def test_the_catalogue_and_a_game(ada: Browser) -> None:
    listed = ada.get("/api/games")
    assert {"klondike", "hearts"} <= {game["name"] for game in listed["games"]}
    assert listed["bots"] and {"cgml"} <= {each["name"] for each in listed["languages"]}
    page = ada.get("/api/games/hearts")
    headings = [block["text"] for block in page["rules"] if block["kind"] == "heading"]
    assert page["title"] == "Hearts" == headings[0] and headings[1:] == [*SECTIONS]
    ada.get("/api/games/nothing", 404)
    ada.get("/api/games/..%2fserver", 404)
    assert ada.get("/api/daily/klondike") == ada.get("/api/daily/klondike")
    assert ada.get("/api/daily/klondike")["seed"] != ada.get("/api/daily/freecell")["seed"]


def test_statistics_count_wins_and_streaks(ada: Browser) -> None:
    assert ada.get("/api/statistics/klondike")["played"] == 0
    row = {"score": None, "moves": 9, "seconds": 2.0}
    rows = [{**row, "won": won} for won in (True, True, False, True)]
    found = summary(rows)
    assert (found["played"], found["won"], found["streak"], found["best_streak"]) == (4, 3, 1, 2)
    table = ada.table("klondike")["table"]
    seat = ada.sit(table)
    seat.move(seat.state())
    seat.send("resign", seat=0)
    seat.until("state", lambda state: state["over"])
    assert ada.get("/api/statistics/klondike")["played"] == 1


# ---- tables --------------------------------------------------------------------------------------


def test_two_people_meet_by_a_link(ada: Browser, bob: Browser) -> None:
    ada.post("/api/me", {"name": "Ada"})
    bob.post("/api/me", {"name": "Bob"})
    made = ada.table(CRAZY, players=2)
    (link,) = made["seats"]
    first = ada.sit(made["table"])
    assert first.until("welcome")["you"] == {
        "person": ada.person,
        "name": "Ada",
        "seats": [0],
        "host": True,
    }
    # A preview of the link takes no seat.
    assert httpx2.get(ada.url + link["link"], trust_env=False).status_code == 303
    answer = bob.http.get(link["link"])
    assert answer.status_code == 303 and answer.headers["location"].endswith(made["table"])
    second = bob.sit(made["table"])
    assert second.until("welcome")["you"]["seats"] == [1]
    second.send("ready", seat=1)
    first.until("table", lambda frame: frame["table"]["seats"][1]["ready"])
    first.send("start")
    states = [seat.state() for seat in (first, second)]
    assert [state["seat"] for state in states] == [0, 1]
    mover = states[0]["turn"]["decider"]
    (first, second)[mover].move(states[mover])
    assert (first, second)[1 - mover].state()["moves"] == 1
    assert [t["id"] for t in bob.get("/api/my/tables")["tables"]] == [made["table"]]
    assert bob.http.get(f"/api/tables/{made['table']}/record").status_code == 403
    assert bob.http.delete(f"/api/tables/{made['table']}").status_code == 403
    second.send("resign", seat=1)
    first.until("state", lambda state: state["over"])
    record = ada.http.get(f"/api/tables/{made['table']}/record")
    assert record.status_code == 200 and len(record.json()["moves"]) == 1
    again = ada.post(f"/api/tables/{made['table']}/from-here", {"move": 1}, 201)
    third = ada.sit(again["table"])
    assert third.state()["moves"] >= 1
    assert ada.http.delete(f"/api/tables/{made['table']}").status_code == 200
    assert made["table"] not in {t["id"] for t in ada.get("/api/my/tables")["tables"]}
    assert made["table"] in {t["id"] for t in bob.get("/api/my/tables")["tables"]}
    assert bob.http.delete(f"/api/tables/{made['table']}").status_code == 200
    assert bob.http.delete(f"/api/tables/{made['table']}").status_code == 404


def test_public_tables_are_listed(ada: Browser, bob: Browser) -> None:
    open_one = ada.table(CRAZY, players=3, public=True)["table"]
    hidden = ada.table(CRAZY, players=3)["table"]
    listed = {table["id"]: table for table in bob.get("/api/tables")["tables"]}
    assert open_one in listed and hidden not in listed
    assert "person" not in str(listed[open_one]["seats"][0].keys())
    seat = bob.sit(open_one)
    seat.until("welcome")
    seat.send("sit", seat=2)
    assert seat.until("table")["you"]["seats"] == [2]


@pytest.mark.parametrize(
    ("wanted", "status"),
    [
        ({}, 400),
        ({"game": "klondike", "upload": "x"}, 400),
        ({"game": "nothing"}, 404),
        ({"game": "../../etc/passwd"}, 404),
        ({"upload": "nothing"}, 404),
        ({"game": CRAZY, "players": 99}, 400),
        ({"game": CRAZY, "players": 60}, 422),
        ({"game": CRAZY, "players": 2, "seed": 3}, 400),
        ({"game": CRAZY, "players": 2, "seat": 5}, 400),
        ({"game": CRAZY, "players": 2, "bots": "deep blue"}, 400),
        ({"game": CRAZY, "players": 2, "bots": "cmd touch here"}, 400),
        ({"game": CRAZY, "players": 2, "bots": "/etc/passwd"}, 400),
        ({"game": CRAZY, "players": 2, "bots": {"7": "greedy"}}, 400),
        ({"game": CRAZY, "players": 2, "bots": {"x": "greedy"}}, 400),
        ({"game": "klondike", "options": {"no such": 1}}, 422),
        ({"game": "klondike", "deal": "nonsense"}, 400),
        ({"game": "klondike", "clock": {"seconds": 1}}, 400),
        ({"game": "klondike", "unknown": 1}, 400),
        ([], 400),
    ],
)
def test_tables_that_cannot_be_are_refused(ada: Browser, wanted: object, status: int) -> None:
    error = ada.post("/api/tables", wanted, status)["error"]
    assert error["code"] and error["message"]
    assert not ada.get("/api/my/tables")["tables"]


def test_bots_fill_the_other_seats(ada: Browser) -> None:
    for bots in ("random", [None, "random", "random"], {"1": "random", "2": "random"}):
        seat = ada.sit(ada.table(CRAZY, players=3, bots=bots)["table"])
        kinds = [s["kind"] for s in seat.until("welcome")["table"]["seats"]]
        assert kinds == ["person", "bot", "bot"]
        seat.until("state", lambda state: state["turn"]["decider"] == 0 or state["over"])
        seat.close()


# ---- the workshop --------------------------------------------------------------------------------


def test_a_description_is_checked_uploaded_and_played(ada: Browser) -> None:
    from ludwright.pipeline import LIBRARY

    text = (LIBRARY / "war" / "war.cgml").read_text()
    bad = ada.post("/api/workshop/check", {"text": "game: [", "language": "cgml"})
    assert bad["diagnostics"]
    problem = ada.post("/api/workshop/games", {"text": "game: [", "language": "cgml"}, 400)
    assert problem["error"]["code"] == "invalid" and problem["diagnostics"]
    good = ada.post("/api/workshop/games", {"text": text, "language": "cgml"}, 201)
    made = ada.post("/api/tables", {"upload": good["upload"], "bots": "random"}, 201)
    assert ada.sit(made["table"]).until("welcome")["game"]["library"] is False
    events = ada.http.get(f"/api/workshop/simulate?upload={good['upload']}&games=8").text
    assert events.count("event: progress") == 4 and events.count("event: result") == 1
    assert ada.get("/api/workshop/solve?game=klondike&seed=3")["seed"] == 3
    assert ada.get(f"/api/workshop/secrets?upload={good['upload']}")["played"] == 1


@pytest.mark.parametrize(
    "asked",
    [
        {"text": "x", "language": "cobol"},
        {"text": "x", "language": "cgml", "name": "../x"},
        {"text": "x", "language": "cgml", "files": {"/etc/passwd": "x"}},
        {"text": "x", "language": "cgml", "files": {f"f{i}": "" for i in range(30)}},
        {"text": "x" * 500_000, "language": "cgml"},
        {"text": 5, "language": "cgml"},
    ],
)
def test_odd_uploads_are_refused(ada: Browser, asked: dict[str, object]) -> None:
    answer = ada.http.post("/api/workshop/check", json=asked)
    assert answer.status_code in (400, 413) and answer.json()["error"]["message"]


@pytest.mark.parametrize("query", ["", "?game=war&games=0", "?game=war&games=1e9", "?upload=x"])
def test_odd_simulations_are_refused(ada: Browser, query: str) -> None:
    assert ada.http.get(f"/api/workshop/simulate{query}").status_code in (400, 404)


# ---- limits --------------------------------------------------------------------------------------


def test_large_and_broken_bodies_are_refused(server: Running, ada: Browser) -> None:
    large = ada.http.post("/api/me", content=b" " * 2_000_000, headers=JSON)
    assert large.status_code == 413
    for content in (b"", b"{", b"\xff", b"[" * 100_000, b'"' + b"a" * 1000):
        assert ada.http.post("/api/me", content=content, headers=JSON).status_code == 400
    assert httpx2.get(f"{server.url}/healthz", trust_env=False).status_code == 200


JSON = {"content-type": "application/json"}


def test_a_connection_has_to_say_hello(ada: Browser) -> None:
    table = ada.table("klondike")["table"]
    for frame in ("nonsense", '{"t":"ping"}', b"\xff\xff", '{"t":"hello"}'):
        socket = ada.socket(table)
        socket.send(frame)
        assert msgspec.json.decode(socket.recv(timeout=10))["code"] == "invalid"
        with pytest.raises(ConnectionClosed):
            socket.recv(timeout=10)
    old = ada.socket(table)
    old.send('{"t":"hello","protocol":0,"colour":"blue"}')
    assert msgspec.json.decode(old.recv(timeout=10))["code"] == "version"
    assert ada.sit("nothing").ended() == "unknown"
    huge = ada.socket(table)
    huge.send("x" * 200_000)
    with pytest.raises(ConnectionClosed):
        while True:
            huge.recv(timeout=10)


def test_rates_are_limited(tmp_path: Path) -> None:
    limits = Limits(
        requests_per_minute=30, frames_per_second=1, frames_burst=5, sockets_per_address=3
    )
    with server_in_thread(tmp_path, limits) as server:
        ada = Browser(server.url)
        seat = ada.sit(ada.table("klondike")["table"])
        seat.state()
        for _ in range(20):
            seat.send("ping")
        codes = [seat.next()["t"] for _ in range(20)]
        assert codes.count("pong") <= 7 and "refused" in codes
        for _ in range(60):
            seat.send("ping")
        assert seat.ended() == "rate"
        table = ada.table("klondike")["table"]
        held = [ada.socket(table) for _ in range(3)]
        with pytest.raises(InvalidStatus):
            ada.socket(table)
        held.pop().close()
        wait_for(lambda: server.app.state.context.sockets.total == 2)
        ada.socket(table).close()
        statuses = [ada.http.get("/api/me").status_code for _ in range(40)]
        assert 429 in statuses


def test_a_client_that_takes_nothing_is_dropped(tmp_path: Path) -> None:
    limits = msgspec.structs.replace(GENEROUS, queue=20, send_seconds=0.5)
    with server_in_thread(tmp_path, limits) as server:
        ada = Browser(server.url)
        table = ada.table("klondike")["table"]
        quick = ada.sit(table)
        state = quick.state()
        silent_client(server.url, table, ada.cookie)
        live = server.hub.tables[table]
        wait_for(lambda: len(live.clients) == 2)
        server.engine.padding = "x" * 100_000
        for _ in range(300):
            state = quick.move(state)
            quick.send("undo", seat=0)
            state = quick.until("state", lambda s, at=state["at"]: s["at"] > at)
            if len(live.clients) == 1:
                break
        else:
            pytest.fail("the slow client was kept")
        assert quick.move(state)["moves"] == 1
        close_all()


def test_idle_connections_are_ended(tmp_path: Path) -> None:
    with server_in_thread(tmp_path, Limits(header_seconds=0.3)) as server:
        silent, slow = raw_socket(server.url), raw_socket(server.url)
        slow.sendall(b"GET /healthz HTTP/1.1\r\nHost: lo")
        for each in (silent, slow):
            assert each.recv(10) == b""
            each.close()
        again = raw_socket(server.url)
        again.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert b"200" in again.recv(1000)
        again.sendall(b"GET /hea")
        again.settimeout(5)
        while again.recv(1000):
            pass
        again.close()
        assert httpx2.get(f"{server.url}/healthz", trust_env=False).status_code == 200


def test_metrics_are_for_this_machine(server: Running) -> None:
    text = httpx2.get(f"{server.url}/metrics", trust_env=False).text
    assert re.search(r"^ludwright_requests \d+", text, re.MULTILINE)
    forwarded = {"x-forwarded-for": "203.0.113.9"}
    answer = httpx2.get(f"{server.url}/metrics", headers=forwarded, trust_env=False)
    assert answer.status_code == 404


def test_a_base_path_and_a_trusted_proxy(tmp_path: Path) -> None:
    with server_in_thread(
        tmp_path, base="/cards", origins=("https://play.example",), proxies=("127.0.0.1",)
    ) as server:
        ada = Browser(server.url)
        made = ada.table(CRAZY, players=2)
        assert made["path"] == f"/cards/table/{made['table']}"
        assert made["seats"][0]["link"].startswith("/cards/join/")
        proxied = {"host": "play.example", "origin": "https://play.example"}
        proxied |= {"x-forwarded-proto": "https", "x-forwarded-for": "203.0.113.9"}
        answer = httpx2.get(f"{server.url}/api/me", headers=proxied, trust_env=False)
        assert (
            "Secure" in answer.headers["set-cookie"]
            and "Path=/cards/" in answer.headers["set-cookie"]
        )
        root = server.url.removesuffix("/cards")
        assert httpx2.get(f"{root}/api/me", trust_env=False).status_code == 404
        assert httpx2.get(f"{root}/healthz", trust_env=False).status_code == 200
        seat = Seat(ada.socket(made["table"], Origin="https://play.example"))
        assert seat.until("welcome")["you"]["seats"] == [0]


def test_addresses_are_banned(tmp_path: Path) -> None:
    from ludwright.web import people

    with server_in_thread(tmp_path) as server:
        ada = Browser(server.url)
        seat = ada.sit(ada.table("klondike")["table"])
        seat.state()
        hub = server.hub
        hub.store.submit(lambda c: people.ban(c, str(ada.person), "rude")).result()
        assert seat.ended() == "banned"
        ada.post("/api/tables", {"game": "klondike"}, 403)
        hub.store.submit(lambda c: people.ban(c, "127.0.0.1", "")).result()
        wait_for(lambda: "127.0.0.1" in hub.bans)
        assert httpx2.get(f"{server.url}/api/me", trust_env=False).status_code == 403
