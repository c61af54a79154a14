"""Watching, sharing a device, and a server that disappears or changes."""

from __future__ import annotations

import json
import re

from playwright.sync_api import Route, WebSocketRoute, expect

from tools.web.person import Person, ends
from tools.web.real_server import RealServer

CARD = re.compile(r"\b(?:10|[2-9AJQK])[CDHS]\b")


def names_in(data: object) -> set[str]:
    """The cards that a message names."""
    return set(CARD.findall(json.dumps(data)))


def test_a_spectator_sees_no_hidden_card(ada: Person, bob: Person) -> None:
    table = ada.create("crazy-eights", players=2, bots="greedy", public=True)["table"]
    bob.open()
    ada.sit(table)
    bob.page.reload()
    watch = bob.page.get_by_role("link", name="Crazy Eights").filter(has_text="Watch")
    watch.click()
    bob.page.wait_for_selector(".felt .card")
    for _ in range(4):
        if ada.my_turn()["over"]:
            break
        ada.by_mouse(ada.moves()[0])
    bob.until(lambda: bob.states and bob.state["at"] == ada.state["at"])
    assert bob.state["seat"] is None and "options" not in bob.state
    seen: set[str] = set()
    for state in bob.states:
        piles = [p for p in state["scene"]["places"] if p["name"] == "discard_pile"]
        hidden = [p for p in state["scene"]["places"] if p["name"] != "discard_pile"]
        assert hidden and not names_in(hidden)
        seen |= names_in(piles)
        # A move or an event may name a card only once it is face up for all.
        assert names_in([state["events"], state["made"]]) <= seen
    assert names_in([f for f in bob.received if f["t"] not in ("state", "welcome")]) <= seen
    hand = ada.place("hand", owner=0)["cards"]
    assert hand and not set(hand) & names_in(bob.state)
    # Nor is anything hidden in the page: faces, names for screen readers, attributes.
    page = bob.page.evaluate("() => document.getElementById('app').outerHTML")
    assert "Hidden card, " in page
    spoken = [text for text in re.findall(r'aria-label="([^"]*)"', page) if "hand" in text]
    assert spoken and all(text.lower().startswith("hidden card") for text in spoken)
    assert not set(hand) & names_in(page)


def test_several_seats_on_one_device(ada: Person) -> None:
    ada.open("game/crazy-eights")
    ada.page.get_by_label("Number of players").select_option("2")
    ada.page.get_by_label("Seat 2", exact=True).select_option("here")
    ada.page.get_by_label("Name of who sits in seat 2").fill("Bob")
    ada.button("Play").click()
    ada.until(lambda: len(ada.states) > 1)
    assert ada.frames("welcome")[-1]["table"]["seats"][1]["name"] == "Bob"
    felt, curtain = ada.page.locator(".felt"), ada.page.locator(".curtain")
    own = {state["seat"]: state for state in ada.states}
    assert set(own) == {0, 1}
    shown = 0
    for _ in range(4):
        decider = ada.state["turn"]["decider"]
        if decider != shown:
            # The cards of the next player are shown when that player has the device.
            expect(curtain).to_be_visible()
            expect(felt).to_have_count(0)
            curtain.get_by_role("button").click()
            expect(felt).to_be_visible()
            ada.drawn()
            shown = decider
        state = [each for each in ada.states if each["seat"] == decider][-1]
        move = state["options"]["moves"][0]
        card = ends(move)[0]
        count = len(ada.received)
        if card:
            ada.click(*card)
        else:
            ada.page.locator(".movebar .choices button").first.click()
        ada.until(lambda count=count: len(ada.received) >= count + 2)
        assert ada.sent[-1]["seat"] == decider


def test_what_arrives_before_the_page_listens_is_drawn(ada: Person) -> None:
    """On a busy machine effects run long after drawing; messages may have come by then."""
    ada.page.add_init_script(
        "const { setTimeout: later } = window;"
        "window.setTimeout = (act, ms, ...rest) => later(act, ms ?? 700, ...rest);"
    )
    ada.open(f"table/{ada.create('klondike', seed=2)['table']}")
    ada.page.wait_for_selector(".felt .card", timeout=8_000)
    expect(ada.page.locator(".status")).to_have_count(0)


# ---- the server ----------------------------------------------------------------------------------


def test_the_page_resumes_after_kill_9_by_itself(ada: Person, server: RealServer) -> None:
    ada.expected = ("ERR_CONNECTION_REFUSED", "WebSocket connection")
    ada.table("klondike", seed=2)
    for _ in range(3):
        ada.by_mouse(ada.moves()[-1])
    before = ada.state
    server.kill()
    expect(ada.page.locator(".status")).to_contain_text("connection lost")
    # The table stays to be seen; a move now is refused by the page.
    expect(ada.page.locator(".felt .card").first).to_be_visible()
    server.start()
    expect(ada.page.locator(".status")).to_have_count(0, timeout=30_000)
    ada.until(lambda: ada.state is not before)
    for name in ("scene", "options", "moves", "over", "turn"):
        assert ada.state[name] == before[name]
    ada.by_mouse(ada.moves()[-1])
    assert ada.state["moves"] == before["moves"] + 1


def test_a_page_of_another_version_is_loaded_again(ada: Person) -> None:
    """The first server that answers speaks another protocol; the page reloads once, not forever."""
    answers = [2, 1]

    def meet(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        version = answers.pop(0) if answers else 1

        def changed(message: str | bytes) -> None:
            frame = json.loads(message)
            if frame["t"] == "welcome":
                frame["protocol"] = version
            socket.send(json.dumps(frame))

        server.on_message(changed)

    ada.page.route_web_socket("**/ws/**", meet)
    loads: list[str] = []
    ada.page.on("load", lambda page: loads.append(page.url))
    table = ada.create("klondike", seed=2)["table"]
    ada.open(f"table/{table}")
    expect(ada.page.locator(".felt .card").first).to_be_visible()
    assert len(loads) == 2
    # A server that stays different: the page says so, and stops.
    answers[:] = [2, 2, 2, 2]
    ada.page.reload()
    expect(ada.page.get_by_text("version").first).to_be_visible()
    ada.page.wait_for_timeout(300)
    assert len(loads) in (3, 4)


def test_static_files_that_fail_are_reported(ada: Person) -> None:
    def fail(route: Route) -> None:
        route.abort()

    ada.expected = ("ERR_FAILED",)
    ada.page.route("**/js/table/page.js", fail)
    ada.open("table/x")
    expect(ada.page.get_by_role("heading", name="could not be loaded")).to_be_visible()
    expect(ada.button("Reload")).to_be_visible()


def test_a_hint_against_bots_shows_the_best_moves(ada: Person) -> None:
    ada.table("scopa", players=2, bots="first", bot_pause=0)
    ada.until(lambda: ada.moves(), 20)
    ada.button("Hint").click()
    answer = ada.page.locator(".answer")
    expect(answer.locator(".favoured tbody tr").first).to_be_visible(timeout=30_000)
    hint = ada.frames("hint")[-1]
    best = hint["favoured"][0]
    assert best["n"] == hint["n"] and not hint["sees_hidden"]
    expect(answer.locator(".favoured tbody tr").first).to_contain_text(
        f"{round(100 * best['share'])} %"
    )
    expect(answer).not_to_contain_text("sees all cards")
