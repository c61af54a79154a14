"""Games of several players against bots and each other, by mouse, touch and number."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from playwright.sync_api import expect

from tools.web.person import Person, ends

from .conftest import Visit


def pick(person: Person, count: int) -> None:
    """Pick the first items that are offered, after another one that is put back."""
    items = person.state["options"]["picks"]["items"]
    person.click(items[-1]["zone"], items[-1]["at"])
    person.button("Back").click()
    for ref in items[:count]:
        person.click(ref["zone"], ref["at"])
    sent = person.made(person.button("Confirm").click)
    assert sent["t"] == "pick" and sent["items"] == list(range(count))


def test_a_hand_of_hearts_against_bots(ada: Person) -> None:
    ada.table("hearts", players=4, bots="greedy", options={"hands": 1})
    state = ada.my_turn()
    assert state["options"]["picks"]["least"] == 3
    expect(ada.button("Confirm")).to_be_disabled()
    pick(ada, 3)
    played, trick = 0, ada.place("trick")["zone"]
    while not ada.my_turn()["over"]:
        move = ada.moves()[0]
        card = ends(move)[0]
        assert card is not None
        # Every second card is chosen by a drag into the middle, the others by a click.
        act = partial(ada.drag, card, trick) if played % 2 else partial(ada.click, *card)
        assert ada.made(act)["n"] == move["n"]
        played += 1
    assert played == 13
    scores = ada.state["result"]["scores"]
    assert sum(scores) in (26, 78)
    ending = ada.page.get_by_role("dialog", name="Result")
    expect(ending.locator("tbody tr")).to_have_count(4)
    ending.get_by_role("button", name="Look at the table").click()
    expect(ending).to_have_count(0)
    expect(ada.page.locator(".felt")).to_be_visible()


def invite(host: Person, guest: Person, game: str, players: int = 2, **more: Any) -> str:
    """A table of two people by an invitation; the host starts it."""
    made = host.create(game, players=players, **more)
    host.sit(made["table"])
    guest.page.goto(host.address + made["seats"][0]["link"].lstrip("/"))
    guest.page.wait_for_selector(".waiting-room")
    guest.button("Ready").click()
    expect(host.page.locator(".waiting-room")).to_contain_text("ready")
    host.button("Start").click()
    for person in (host, guest):
        person.until(lambda person=person: person.states)
    return str(made["table"])


def test_two_people_pass_cards_at_the_same_time(ada: Person, bob: Person) -> None:
    """The second seat first; what the other has picked stays, and a choice can be changed."""
    invite(ada, bob, "hearts", players=3, bots={2: "random"})
    ada.until(lambda: ada.state["turn"]["waiting"] == [0, 1])
    items = ada.my_turn()["options"]["picks"]["items"]
    ada.click(items[5]["zone"], items[5]["at"])
    asked = ada.page.locator(".prompt")
    expect(asked).to_contain_text("1 of 3")
    bob.my_turn()
    pick(bob, 3)
    expect(bob.page.locator(".prompt")).to_contain_text("You chose")
    expect(bob.page.locator(".prompt")).to_contain_text("Waiting for")
    ada.until(lambda: ada.state["turn"]["waiting"] == [0])
    expect(asked).to_contain_text("1 of 3")  # still picked
    expect(ada.page.locator(".seat.to-move")).to_have_count(1)
    bob.button("Change").click()
    ada.until(lambda: ada.state["turn"]["waiting"] == [0, 1])
    bob.my_turn()
    pick(bob, 3)
    assert ada.state["moves"] == 0
    for ref in items[6:8]:
        ada.click(ref["zone"], ref["at"])
    assert ada.made(ada.button("Confirm").click)["items"] == [5, 6, 7]
    for person in (ada, bob):
        person.until(lambda person=person: person.state["moves"] >= 3)
        expect(person.button("Change")).to_have_count(0)
    assert not ada.frames("refused") and not bob.frames("refused")


def cut(person: Person) -> None:
    """Lose the connection, as in a tunnel, for longer than a moment."""
    person.context.set_offline(True)
    # An open socket of this machine survives that, so it is closed as well.
    person.page.evaluate("() => window.sockets.forEach((each) => each.close())")


SOCKETS = """() => {
  window.sockets = [];
  const Native = WebSocket;
  window.WebSocket = class extends Native {
    constructor(...given) { super(...given); window.sockets.push(this); }
  };
}"""


@pytest.mark.parametrize("whole", [False, pytest.param(True, marks=pytest.mark.deep)])
def test_two_browsers_play_crazy_eights_with_an_interruption(
    ada: Person, bob: Person, whole: bool
) -> None:
    """To the end, or until Bob has seen enough."""
    bob.page.add_init_script(f"({SOCKETS})()")
    bob.expected = ("ERR_INTERNET_DISCONNECTED", "WebSocket connection")
    invite(ada, bob, "crazy-eights")
    people, moves, interruptions, away = (ada, bob), 0, 0, False
    while not ada.state["over"]:
        if interruptions and not whole:
            bob.button("Show panel").click()
            bob.page.get_by_role("tab", name="Table").click()
            for _ in range(2):  # it is asked once more
                bob.page.locator(".panel").get_by_role("button", name="Resign").click()
            ada.until(lambda: ada.state["over"])
            break
        seat = ada.state["turn"]["decider"]
        person, other = people[seat], people[1 - seat]
        person.my_turn()
        if moves >= 4 and person is ada and not interruptions:
            cut(bob)
            expect(bob.page.locator(".status")).to_contain_text("connection lost")
            expect(ada.page.locator(".seat .tag.warn")).to_have_text("away")
            interruptions, away = 1, True
        person.by_mouse(person.moves()[0])
        moves += 1
        if away:
            away = False
            bob.context.set_offline(False)
            expect(bob.page.locator(".status")).to_have_count(0, timeout=20_000)
            expect(ada.page.locator(".seat .tag.warn")).to_have_count(0)
        for each in people:
            at = person.state["at"]
            each.until(lambda each=each, at=at: each.state["at"] >= at)
        assert person.state["scene"]["values"] == other.state["scene"]["values"]
        assert moves < 400
    assert interruptions == 1
    bob.until(lambda: bob.state["over"])
    winner = ada.state["result"]["winners"][0]
    expect(people[winner].page.get_by_role("dialog", name="Result")).to_contain_text("You won")
    # Again, in rotated seats, when both want it.
    first = ada.page.url
    for person in people:
        person.received.clear()
        person.page.get_by_role("dialog").get_by_role("button", name="Rematch").click()
    for person in people:
        expect(person.page).not_to_have_url(first)
        person.until(lambda person=person: person.states)
    assert ada.page.url == bob.page.url
    assert ada.frames("welcome")[-1]["you"]["seats"] == [1]


def test_a_raise_at_texas_holdem(ada: Person) -> None:
    ada.table("texas-holdem", players=3, bots="greedy")
    for _ in range(3):
        ada.my_turn()
        raises = [move for move in ada.moves() if move["action"] == "raise"]
        if raises:
            break
        ada.by_mouse(ada.moves()[-1])
    chosen = raises[1]
    amount = chosen["refs"][0]["value"]
    ada.button("raise …").click()
    ada.button("Back").click()
    ada.button("raise …").click()
    sent = ada.made(ada.button(str(amount)).click)
    assert sent["n"] == chosen["n"]
    made = [line for state in ada.states for line in state["made"] if line["seat"] == 0]
    assert made[-1]["text"] == chosen["text"]
    ada.my_turn()


def test_three_mens_morris_by_touch(visit: Visit) -> None:
    ada = visit(device="Pixel 7")
    ada.table("three-mens-morris", bots="random")
    turns = 0
    while not ada.my_turn()["over"] and turns < 60:
        move = ada.moves()[-1]
        source, target = ends(move)
        assert source is not None

        def touch(source: tuple[int, int | None] = source, target: int | None = target) -> None:
            ada.tap(*source)
            if target is not None:
                ada.tap(target)

        assert ada.made(touch)["n"] == move["n"]
        turns += 1
    assert turns >= 3


def test_the_first_turns_of_brackwater(ada: Person) -> None:
    """Moves that ask for several things one after another, with a way back at every step."""
    ada.table("brackwater", bots="first")
    ada.my_turn()
    sent = len(ada.sent)
    ada.button("muster …").click()
    expect(ada.button("Back")).to_be_visible()
    ada.press("Escape")
    expect(ada.button("march …")).to_be_visible()
    ada.button("muster …").click()
    assert len(ada.sent) == sent
    asked = [move for move in ada.moves() if move["action"] == "muster"]
    ada.made(ada.button("operation").click)
    assert ada.sent[-1]["n"] == asked[0]["n"]
    # Where to: spaces of the map are marked, and one is chosen there.
    assert ada.state["options"]["kind"] in ("moves", "picks")
    expect(ada.page.locator(".felt .space.marked").first).to_be_visible()
    # Nothing was revealed, so the whole step can be taken back.
    first = ada.state["scene"]
    ada.made(ada.button("Undo").click)
    expect(ada.button("muster …")).to_be_visible()
    ada.button("muster …").click()
    ada.made(ada.button("operation").click)
    assert ada.state["scene"] == first
    for _ in range(8):
        if ada.state["turn"]["decider"] != 0 or ada.button("muster …").count():
            break
        target = next((ends(move)[0] for move in ada.moves() if ends(move)[0]), None)
        if target:
            ada.made(lambda target=target: ada.click(*target))
        else:
            ada.made(ada.page.locator(".movebar .choices button").first.click)
        ada.my_turn()
    lines = [line for state in ada.states for line in state["made"]]
    assert {line["seat"] for line in lines} >= {0, 1}
