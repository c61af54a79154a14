"""What people have tried who want to see, to do or to use more than they should."""

from __future__ import annotations

import asyncio
import struct
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from websockets.exceptions import InvalidStatus
from websockets.frames import Frame, Opcode

from ludwright.web import client as clients
from ludwright.web import http_workshop, people, records, texts
from ludwright.web.client import Client
from ludwright.web.config import Limits
from ludwright.web.hub import Hub
from ludwright.web.leaving import leave
from ludwright.web.limits import network
from ludwright.web.live import LiveTable
from ludwright.web.pages import STATIC, Files
from ludwright.web.run import Impatient, Sockets, Unread
from tools.web.serving import (
    GENEROUS,
    Browser,
    raw_socket,
    server_in_thread,
    silent_client,
    wait_for,
)
from tools.web.table import Player, table_of, until
from web.test_live import play, turn, two_at

SMALL = (Path(__file__).parents[1] / "cli" / "games" / "loop.cgml").read_text(encoding="utf-8")


# ---- who may be at a table -----------------------------------------------------------------------


def test_whom_the_host_removes_leaves_a_private_table(tmp_path: Path) -> None:
    async def scenario(hub: Hub) -> None:
        table = await table_of(hub, "crazy-eights", 1, 2, None, public=False)
        ada, bob = Player(1), Player(2)
        await ada.join(table)
        await bob.join(table)
        await ada.ask("kick", seat=1)
        assert bob.last("bye")["code"] == "private" and bob.ended and not ada.ended

    play(tmp_path, scenario)


def test_whom_the_host_removes_no_longer_sees_the_hand_nor_talks(tmp_path: Path) -> None:
    async def scenario(hub: Hub) -> None:
        table = await table_of(hub, "crazy-eights", 1, 2, 3)
        ada, bob, cleo = Player(1), Player(2), Player(3)
        for each in (ada, bob, cleo):
            await each.join(table)
        await ada.ask("start")
        bob.clear()
        await ada.ask("kick", seat=1)
        assert bob.all("state") and all(frame["seat"] is None for frame in bob.all("state"))
        await bob.ask("chat", text="still here")
        assert bob.last("refused")["code"] == "not_allowed"
        again = Player(2)
        await again.join(table)
        assert again.last("state")["seat"] is None and again.last("welcome")["you"]["seats"] == []
        # A rematch neither waits for them nor seats them again.
        for player in (ada, cleo):
            await player.ask("resign", seat=player.client.seats[0])
        assert table.row.phase == "over"
        await bob.ask("rematch")
        assert bob.last("refused")["code"] == "not_allowed"
        await ada.ask("rematch")
        await cleo.ask("rematch")
        following = hub.tables[table.row.rematch or ""]
        assert sorted(seat.person or 0 for seat in following.seats) == [0, 1, 3]
        assert [seat.kind for seat in following.seats].count("bot") == 1

    play(tmp_path, scenario)


def test_whom_the_host_removes_does_not_sit_down_again(tmp_path: Path) -> None:
    kept: list[str] = []

    async def before(hub: Hub) -> None:
        table = await table_of(hub, "crazy-eights", 1, 2, None, public=True)
        kept.append(table.id)
        ada, bob = Player(1), Player(2)
        await ada.join(table)
        await bob.join(table)
        await ada.ask("kick", seat=1)
        assert not bob.ended, "everybody may look at a public table"
        await bob.ask("sit", seat=1)
        assert bob.last("refused")["code"] == "not_allowed"
        assert "removed" not in bob.last("table")["table"]["settings"]
        await ada.ask("kick", seat=0)
        await ada.ask("sit", seat=0)
        assert table.seats[0].person == 1, "hosts remove themselves for a moment only"

    async def after(hub: Hub) -> None:
        table = await hub.find(kept[0])
        assert isinstance(table, LiveTable)
        ada, bob, cleo = Player(1), Player(2), Player(3)
        for each in (ada, bob, cleo):
            await each.join(table)
        await bob.ask("sit", seat=1)
        assert bob.last("refused")["code"] == "not_allowed"
        await cleo.ask("sit", seat=1)
        assert table.seats[1].person == 3
        await ada.ask("invite", seat=2)
        token = ada.last("link")["link"].rpartition("/")[2]
        again = Player(2)
        await again.join(table, seats=[token])
        assert table.seats[2].person == 2, "the host has changed their mind"

    play(tmp_path, before)
    play(tmp_path, after)


@pytest.mark.parametrize("host", [True, False])
def test_who_has_resigned_may_delete_their_part(tmp_path: Path, host: bool) -> None:
    with server_in_thread(tmp_path) as server:
        ada, bob = Browser(server.url), Browser(server.url)
        made = ada.table("crazy-eights", players=3, bots={"2": "random"})
        path = f"/api/tables/{made['table']}"
        token = made["seats"][0]["link"].rpartition("/")[2]
        mine, other = ada.sit(made["table"]), bob.sit(made["table"], seats=[token])
        other.send("ready", seat=1)
        mine.until("table", lambda frame: frame["table"]["seats"][1]["ready"])
        mine.send("start")
        mine.state()
        other.state()
        who, seat, stays = (ada, mine, other) if host else (bob, other, mine)
        number = 0 if host else 1
        assert who.http.delete(path).status_code == 403
        seat.send("resign", seat=number)
        stays.until("table", lambda frame: frame["table"]["seats"][number].get("resigned"))
        assert who.http.delete(path).status_code == 200
        assert who.get("/api/my/tables")["tables"] == []
        stays.until("table", lambda frame: "person" not in frame["table"]["seats"][number])
        stays.send("resign", seat=1 - number)
        stays.until("state", lambda frame: frame["over"])
        # What is written later does not bring it back.
        assert who.get("/api/my/tables")["tables"] == []
        stays.send("rematch")
        again = stays.until("table", lambda frame: frame["table"].get("rematch"))
        kinds = [each.kind for each in server.hub.tables[again["table"]["rematch"]].seats]
        assert sorted(kinds) == ["bot", "bot", "person"]


def test_those_who_watch_leave_when_nobody_may_any_more(tmp_path: Path) -> None:
    async def scenario(hub: Hub) -> None:
        table, ada, bob = await two_at(hub)
        watcher = Player(9)
        await watcher.join(table, spectate=True)
        await ada.ask("settings", spectators=False)
        assert watcher.last("bye")["code"] == "private" and watcher.ended
        assert not ada.ended and not bob.ended

    play(tmp_path, scenario)


def test_nobody_leaves_a_seat_that_no_one_can_take(tmp_path: Path) -> None:
    """Who is forgotten while others wait or play would leave a seat that never moves."""
    with server_in_thread(tmp_path) as server:
        ada, bob = Browser(server.url), Browser(server.url)
        made = ada.table("crazy-eights", players=2)
        seat = bob.sit(made["table"], seats=[made["seats"][0]["link"].rpartition("/")[2]])
        seat.until("welcome")
        assert bob.http.delete(f"/api/tables/{made['table']}").status_code == 403
        listed = bob.get("/api/my/tables")["tables"]
        assert [each["you"] for each in listed[0]["seats"]] == [False, True]
        seat.send("stand", seat=1)
        seat.until("table", lambda frame: not frame["you"]["seats"])
        assert bob.http.delete(f"/api/tables/{made['table']}").status_code == 404


def test_nobody_is_forgotten_in_a_game_to_which_others_may_come_back(tmp_path: Path) -> None:
    with server_in_thread(tmp_path) as server:
        ada, bob = Browser(server.url), Browser(server.url)
        made = ada.table("crazy-eights", players=3, bots={"2": "random"})
        mine, other = (
            ada.sit(made["table"]),
            bob.sit(made["table"], seats=[made["seats"][0]["link"].rpartition("/")[2]]),
        )
        other.send("ready", seat=1)
        mine.until("table", lambda frame: frame["table"]["seats"][1]["ready"])
        mine.send("start")
        mine.state()
        live = server.hub.tables[made["table"]]
        seats = [replace(each, left="time") if each.seat == 1 else each for each in live.seats]
        server.hub.store.submit(lambda c: records.put_seats(c, made["table"], seats)).result(10)
        assert ada.http.delete(f"/api/tables/{made['table']}").status_code == 403


def test_a_banned_address_loses_its_connections(tmp_path: Path) -> None:
    async def scenario(hub: Hub) -> None:
        table = await table_of(hub, "crazy-eights", 1, None)
        ada = Player(1)
        ada.client.address = "192.0.2.7"
        await ada.join(table)
        await hub.store.write(lambda c: people.ban(c, "192.0.2.7", ""))
        await hub._beat()
        assert ada.last("bye")["code"] == "banned" and ada.ended

    play(tmp_path, scenario)


# ---- what a game that is over has shown ----------------------------------------------------------


def test_a_game_whose_cards_were_shown_does_not_go_on_with_others(tmp_path: Path) -> None:
    """After the end the record is for all, and somebody out of time could come back."""

    async def scenario(hub: Hub) -> None:
        table, ada, bob = await two_at(hub, absent="forfeit", grace=5)
        await turn(table, ada, bob).move(0)
        first = turn(table, ada, bob)
        other = bob if first is ada else ada
        async with table.lock:
            await leave(table, first.client.seats[0], "time", ends=True)
        assert table.row.phase == "over"
        seat = other.client.seats[0]
        assert not other.last("state")["undo"]["can"]
        await other.ask("undo", seat=seat, to=0)
        assert other.last("refused")["code"] == "not_allowed" and table.row.phase == "over"

    play(tmp_path, scenario)


def test_nobody_peeks_while_somebody_is_away_who_may_come_back(tmp_path: Path) -> None:
    async def scenario(hub: Hub) -> None:
        table = await table_of(hub, "crazy-eights", 1, 2, 3, bot_pause=10.0)
        ada, bob, cleo = Player(1), Player(2), Player(3)
        for each in (ada, bob, cleo):
            await each.join(table)
        await ada.ask("start")
        # Who begins is random; a move of the one who leaves must be among those to take back.
        while not any(each.made.seat == 1 for each in table.past.moves):
            await turn(table, ada, bob, cleo).move(0)
        async with table.lock:
            await leave(table, 1, "time", ends=False)
            await leave(table, 2, "resigned", ends=False)
        assert not table.alone
        before = len(table.past.moves)
        await ada.ask("undo", seat=0, to=0)
        await ada.ask("hint", seat=0, re=1)
        codes = [frame["code"] for frame in ada.all("refused")]
        assert codes == ["not_allowed", "not_allowed"] and len(table.past.moves) == before
        await bob.ask("takeover")
        await ada.ask("undo", seat=0, to=0)
        assert ada.last("table")["table"]["votes"][0]["missing"] == [1]

    play(tmp_path, scenario)


# ---- what people write ---------------------------------------------------------------------------


def test_texts_hide_nothing() -> None:
    assert texts.plain(" a\u202eb\x00\x07\u061cc\u2066\n d ") == "a b c d"
    assert texts.plain("👩\u200d🚀") == "👩\u200d🚀"
    assert texts.clean_name("A\U000e0041d\u200da\u00ad") == "A d a"
    assert texts.clean_name("\u202e\u2066") == ""


def test_chat_is_limited_and_plain(tmp_path: Path) -> None:
    async def scenario(hub: Hub) -> None:
        table = await table_of(hub, "crazy-eights", 1, None)
        ada, again = Player(1), Player(1)
        await ada.join(table)
        await again.join(table)
        await ada.ask("chat", text="<b>\u202ehi\x00")
        assert ada.last("chat")["text"] == "<b> hi"
        await ada.ask("chat", text="\u202e\x01")
        assert ada.last("refused")["code"] == "invalid"
        for number in range(40):
            await (ada, again)[number % 2].ask("chat", text="spam")
        assert ada.last("refused")["code"] == again.last("refused")["code"] == "rate"
        assert len(ada.all("chat")) <= 31

    play(tmp_path, scenario)


# ---- how much they use ---------------------------------------------------------------------------


def test_one_address_does_not_take_all_jobs(tmp_path: Path) -> None:
    async def scenario(hub: Hub) -> None:
        table = await table_of(hub, "klondike", 1, seed=7)
        ada = Player(1)
        ada.client.address = "192.0.2.7"
        await ada.join(table)
        jobs = hub.services.jobs
        with jobs.hold("192.0.2.7"), jobs.hold("192.0.2.7"):
            await ada.ask("hint", seat=0, re=1)
            assert ada.last("refused")["code"] == "busy"
            ada.clear()
            await ada.ask("restart", fresh=True, winnable=True)
            assert ada.last("refused")["code"] == "busy"
        await ada.ask("hint", seat=0, re=2)
        assert ada.last("hint")["re"] == 2 and not jobs.total

    play(tmp_path, scenario)


def test_options_are_not_changed_all_the_time(tmp_path: Path) -> None:
    async def scenario(hub: Hub) -> None:
        table = await table_of(hub, "crazy-eights", 1, None)
        ada = Player(1)
        await ada.join(table)
        for players in (3, 4, 5, 2):
            await ada.ask("settings", players=players)
        assert ada.last("refused")["code"] == "rate" and len(table.seats) == 5
        await ada.ask("settings", public=False)
        assert not table.row.public

    play(tmp_path, scenario, limits=Limits(costly_per_minute=3))


def test_what_spectators_get_later_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clients, "MOST_DELAYED", 100)

    async def scenario() -> None:
        got: list[bytes] = []
        ended: list[bool] = []
        client = Client(1, "Ada", got.append, lambda: ended.append(True))
        client.delay = 0.02
        for number in range(5):
            client.show(b"%d" % number)
        client.delay = 0.0
        client.show(b"5")
        assert not got
        await until(lambda: len(got) == 6)
        assert got == [b"0", b"1", b"2", b"3", b"4", b"5"] and not client._later_size
        client.delay = 60.0
        client.show(b"x" * 60)
        client.forget()
        client.show(b"x" * 60)
        assert not ended
        client.show(b"x" * 60)
        assert ended and b"slow" in got[-1] and not client._later

    asyncio.run(scenario())


def test_connections_count_as_requests(tmp_path: Path) -> None:
    with server_in_thread(tmp_path, replace(GENEROUS, requests_per_minute=20)) as server:
        ada = Browser(server.url)
        table = ada.table("crazy-eights", players=2)["table"]
        with pytest.raises(InvalidStatus, match="403"):
            for _ in range(30):
                ada.socket(table).close()


def test_positions_of_other_games_are_tables_too(tmp_path: Path) -> None:
    with server_in_thread(tmp_path, replace(GENEROUS, tables_per_person=2)) as server:
        ada = Browser(server.url)
        first = ada.table("klondike")["table"]
        ada.post(f"/api/tables/{first}/from-here", {"move": 0}, 201)
        ada.post(f"/api/tables/{first}/from-here", {"move": 0}, 429)


def test_an_address_does_not_fill_the_store_with_uploads(tmp_path: Path) -> None:
    size = len(SMALL)
    limits = replace(GENEROUS, uploads_per_address=2 * size + 10)
    with server_in_thread(tmp_path, limits) as server:
        texts = [SMALL.replace("name:", "name:" + " " * more) for more in (1, 1, 2, 3, 1)]
        asked = [{"text": text, "language": "cgml"} for text in texts]
        answers = [Browser(server.url).http.post("/api/workshop/games", json=a) for a in asked]
        # The same text is the same upload, which counts once.
        assert [each.status_code for each in answers] == [201, 201, 201, 429, 201]
        names = [each.json().get("upload") for each in answers]
        assert names[0] == names[1] == names[4] and len(set(names)) == 3


def test_uploads_without_a_table_lock_nobody_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def some(number: int) -> dict[str, str]:
        return {"text": f"# {number}\n{SMALL}", "language": "cgml"}

    limits = replace(GENEROUS, uploads_per_person=5 * len(SMALL) // 2)
    with server_in_thread(tmp_path, limits) as server:
        ada = Browser(server.url)
        kept = ada.post("/api/workshop/games", some(1), 201)["upload"]
        wanted = {"upload": kept, "players": 1}
        table = ada.post("/api/tables", wanted, 201)["table"]
        for number in (2, 3):
            ada.post("/api/workshop/games", some(number), 201)
        assert ada.post("/api/workshop/games", some(4), 429)["error"]["code"] == "rate"
        ada.post("/api/workshop/games", some(3), 201)  # it is known already
        monkeypatch.setattr(http_workshop, "FRESH", 0.0)
        last = ada.post("/api/workshop/games", some(4), 201)["upload"]
        unused = server.hub.store.query(lambda c: records.get_upload(c, kept))
        assert unused is not None, "a table needs it"
        ada.http.delete(f"/api/tables/{table}")
        server.hub.store.submit(lambda c: records.delete_unused_uploads(c, 2e9)).result(10)
        assert ada.post("/api/tables", {"upload": last, "players": 1}, 404)


def test_an_address_creates_so_many_tables_a_day(tmp_path: Path) -> None:
    with server_in_thread(tmp_path, replace(GENEROUS, tables_per_day=3)) as server:
        wanted = {"game": "klondike"}
        statuses = [
            Browser(server.url).http.post("/api/tables", json=wanted).status_code for _ in range(4)
        ]
        assert statuses == [201, 201, 201, 429]


def test_a_rematch_is_a_new_table_too(tmp_path: Path) -> None:
    async def scenario(hub: Hub) -> None:
        table = await table_of(hub, "crazy-eights", 1, "random")
        ada = Player(1)
        await ada.join(table)
        await ada.ask("resign", seat=0)
        while hub.services.tables.take(""):
            pass
        await ada.ask("rematch")
        assert ada.last("refused")["code"] == "rate" and table.row.rematch is None

    play(tmp_path, scenario)


def test_an_address_sends_so_many_frames(tmp_path: Path) -> None:
    """However many connections it has, and at however many tables."""
    limits = replace(GENEROUS, address_frames_per_second=1.0, address_frames_burst=30)
    with server_in_thread(tmp_path, limits) as server:
        ada = Browser(server.url)
        seats = [ada.sit(ada.table("klondike")["table"]) for _ in range(4)]
        for seat in seats:
            seat.state()
            for _ in range(15):
                seat.send("ping")
        answers = [seat.next()["t"] for seat in seats for _ in range(15)]
        assert 28 <= answers.count("pong") <= 36 and set(answers) == {"pong", "refused"}


def test_an_address_has_so_many_connections(tmp_path: Path) -> None:
    """Slow clients of one address leave room for those of others, and for its own sockets."""
    limits = replace(GENEROUS, connections_per_address=5, header_seconds=2.0)
    with server_in_thread(tmp_path, limits) as server:
        slow = [raw_socket(server.url) for _ in range(5)]
        wait_for(lambda: Impatient.slots.total == 5)
        refused = raw_socket(server.url)
        assert b" 429 " in refused.recv(100) and refused.recv(100) == b""
        other = raw_socket(server.url, "127.0.0.9")
        other.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert b" 200 " in other.recv(100)
        for _ in range(2):
            slow.pop().close()
        wait_for(lambda: Impatient.slots.total == 4)  # with the other address
        ada = Browser(server.url)
        seats = [ada.sit(ada.table("klondike")["table"]) for _ in range(4)]
        assert all(seat.state() for seat in seats), "sockets are counted as such"
        for each in slow:
            assert each.recv(10) == b"", "it said nothing"


def test_a_proxy_is_not_counted(tmp_path: Path) -> None:
    limits = replace(GENEROUS, connections_per_address=2)
    with server_in_thread(tmp_path, limits, proxies=("127.0.0.1",)) as server:
        held = [raw_socket(server.url) for _ in range(4)]
        for each in held:
            each.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
            assert b" 200 " in each.recv(100)


def test_a_body_that_nobody_reads_does_not_hold_a_connection(tmp_path: Path) -> None:
    with server_in_thread(tmp_path, replace(GENEROUS, header_seconds=0.5)) as server:
        slow = raw_socket(server.url)
        slow.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nContent-Length: 90000\r\n\r\n")
        assert b" 200 " in slow.recv(1000)
        began = time.monotonic()
        with suppress(OSError):
            while slow.send(b"x"):
                time.sleep(0.1)
                assert time.monotonic() - began < 5


def test_pings_without_reading_end_the_connection(tmp_path: Path) -> None:
    with server_in_thread(tmp_path) as server:
        ada = Browser(server.url)
        raw = silent_client(server.url, ada.table("klondike")["table"], ada.cookie)
        ping = struct.pack("!BB4s", 0x89, 0x80 | 125, bytes(4)) + b"x" * 125
        with pytest.raises(ConnectionError):
            for _ in range(400):  # 26 MB
                raw.sendall(ping * 500)


def test_empty_parts_of_messages_are_not_kept() -> None:
    socket = object.__new__(Sockets)
    socket.frames = [b"{"]
    for _ in range(3):
        socket.handle_cont(Frame(Opcode.CONT, b"", fin=False))
    socket.handle_cont(Frame(Opcode.CONT, b"}", fin=False))
    assert socket.frames == [b"{", b"}"]


def test_connections_that_take_nothing_are_ended() -> None:
    class Transport(asyncio.Transport):
        def __init__(self) -> None:
            super().__init__()
            self.size, self.aborted = 100, False

        def get_write_buffer_size(self) -> int:
            return self.size

        def abort(self) -> None:
            self.aborted = True

    async def scenario() -> None:
        def paused() -> Any:
            found = Unread()
            found.transport, found.loop = Transport(), asyncio.get_running_loop()
            found.unread_seconds = 0.05
            found.pause_writing()
            return found

        silent, slow, quick, gone = paused(), paused(), paused(), paused()
        quick.resume_writing()
        gone.connection_lost(None)
        for size in (80, 60, 40):
            slow.transport.size = size
            await asyncio.sleep(0.06)
        assert silent.transport.aborted
        assert not slow.transport.aborted
        assert not quick.transport.aborted and not gone.transport.aborted
        await until(lambda: slow.transport.aborted)

    asyncio.run(scenario())


def test_all_names_of_a_file_are_one_in_memory() -> None:
    files = Files(STATIC)
    names = ("index.html", "./index.html", "js/../index.html", ".//./index.html")
    assert len({id(files.get(name)) for name in names}) == 1 and len(files._files) == 1


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2"),
        ("2001:db8:1:2::9%eth0", "2001:db8:1:2"),
        ("2001:db8::1", "2001:db8:0:0"),
        ("2001:db8::ffff:1:2:3", "2001:db8:0:0"),
        ("::1", "0:0:0:0"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("", ""),
        ("testclient", "testclient"),
    ],
)
def test_an_address_is_counted_by_its_network(address: str, counted: str) -> None:
    assert network(address) == counted


# ---- other sites ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "head",
    [
        "GET / HTTP/1.1\r\nHost: [\r\n",
        "POST /api/me HTTP/1.1\r\nHost: localhost\r\nOrigin: http://[\r\nContent-Length: 0\r\n",
        "GET /ws/x HTTP/1.1\r\nHost: localhost\r\nOrigin: http://[\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n",
    ],
)
def test_hosts_and_origins_that_are_none_are_refused(tmp_path: Path, head: str) -> None:
    with server_in_thread(tmp_path) as server:
        raw = raw_socket(server.url)
        raw.sendall(f"{head}\r\n".encode())
        assert raw.recv(100).startswith(b"HTTP/1.1 403 ")


def test_another_site_cannot_make_a_visitor_somebody_else(tmp_path: Path) -> None:
    with server_in_thread(tmp_path) as server:
        ada, mallory = Browser(server.url), Browser(server.url)
        ada.post("/api/me", {"name": "Ada"})
        link = mallory.post("/api/me/recovery", {})["link"]
        sent = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate"}
        assert ada.http.get(link, headers=sent).status_code == 403
        assert ada.get("/api/me")["name"] == "Ada"
        # By hand it is possible, and for somebody of whom nothing is known.
        assert ada.http.get(link, headers={"sec-fetch-site": "none"}).status_code == 303
        assert ada.get("/api/me")["person"] == mallory.person
        assert Browser(server.url).http.get(link, headers=sent).status_code == 303
