"""What is drawn from general facts: dice, the end of a hand, questions, and tables without gaps."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect

from tools.gamespec.tables import action, actions, document
from tools.web.person import Person

from .conftest import Visit

PHONE = {"width": 360, "height": 740}


def rolling(sides: int) -> str:
    """A game of two players who roll two dice."""
    inner = f"{{ rollRandom: {{ bind: $b, min: 1, max: {sides}, in: [] }} }}"
    outer = f"{{ rollRandom: {{ bind: $a, min: 1, max: {sides}, in: [{inner}] }} }}"
    return document(actions(action("roll", outer), action("wait")))


def uploaded(person: Person, text: str, language: str, **wanted: object) -> str:
    """Create a table of a description, and go there."""
    person.open()
    answer = person.context.request.post(
        f"{person.address}api/workshop/games", data={"text": text, "language": language}
    )
    assert answer.ok, answer.text()
    upload = answer.json()["upload"]
    asked = {"upload": upload, "bot_pause": 0, **wanted}
    made = person.context.request.post(f"{person.address}api/tables", data=asked)
    assert made.ok, made.text()
    table = str(made.json()["table"])
    person.received.clear()
    person.open(f"table/{table}")
    person.page.wait_for_selector(".felt")
    return table


@pytest.mark.parametrize(("sides", "pips"), [(6, True), (20, False)])
def test_dice_are_seen_by_players_and_spectators(visit: Visit, sides: int, pips: bool) -> None:
    ada, eve = visit(), visit()
    table = uploaded(
        ada, rolling(sides), "gamespec", seat=0, bots="first", public=True, spectators=True
    )
    eve.open(f"table/{table}")
    eve.page.wait_for_selector(".felt")
    ada.my_turn()
    ada.button("roll").click()
    for person in (ada, eve):
        dice = person.page.locator(".dice")
        expect(dice.locator(".die")).to_have_count(2)
        rolls = [each for state in person.states for each in state["events"] if each["k"] == "roll"]
        values = [each["value"] for each in rolls[:2]]
        assert all(each["sides"] == sides for each in rolls)
        expect(dice).to_have_attribute("aria-label", f"Rolled {values[0]}, {values[1]}")
        drawn = dice.locator("circle").count()
        assert drawn == (sum(values) if pips else 0)


DRAWING = """
cgml_version: "1.3"
meta: { name: Drawing, players: { min: 2, max: 2 } }
imports:
  - !include 'https://cgml.io/core-components/v1/standard_52.yaml'
  - !include 'https://cgml.io/core-components/v1/zones.yaml'
components:
  decks: { cards: { type: standard_52 } }
  zones:
    - { name: stock, type: stock, of_deck: cards }
    - { name: used, type: discard_pile, of_deck: cards }
    - { name: hand, type: hand, of_deck: cards, per_player: true, owner_scope: player }
setup:
  - { action: SHUFFLE, target: { path: "$.zones.stock" } }
  - action: DEAL_ROUND_ROBIN
    from: { path: "$.zones.stock" }
    to: { path: "$.players[*].zones.hand" }
    count: 3
flow:
  states: { Playing: { phases: [Turn] }, GameOver: { phases: [] } }
  initial_state: Playing
  player_order: clockwise
  transitions:
    - id: end
      from: Playing
      to: GameOver
      condition: { isEqual: [{ path: "$.zones.stock.card_count" }, { value: 0 }] }
rules:
  - id: draw
    trigger: on.phase.Turn
    effect:
      - { action: MOVE, from: { path: "$.zones.stock" }, to: { path: "$.zones.used" } }
      - action: MOVE
        from: { path: "$.zones.stock" }
        to: { path: "$.players[current].zones.hand" }
      - action: REQUEST_INPUT
        player: current
        prompt: Keep it
        options: { list: [{ value: "yes" }, { value: "no" }] }
        store_as: answer
"""


def test_a_question_shows_the_card_that_has_come(ada: Person) -> None:
    uploaded(ada, DRAWING, "cgml", seat=0, bots="first")
    ada.my_turn()
    came = [each for each in ada.state["events"] if each["k"] == "move"][-1]["card"]
    assert came is not None and len(ada.place("hand", owner=0)["cards"]) == 4
    expect(ada.page.locator(".movebar .prompt")).to_have_text("Keep it")
    title = ada.page.locator(".movebar .concerned").get_attribute("aria-label")
    hand = ada.place("hand", owner=0)
    at = hand["cards"].index(came)
    spoken = ada.page.locator(f'.felt [data-zone="{hand["zone"]}"][data-at="{at}"]')
    assert title and str(spoken.get_attribute("aria-label")).lower().startswith(title.lower())


def test_stones_are_dragged_like_cards(ada: Person) -> None:
    ada.table("three-mens-morris", seat=0, bots="first")
    asked = {"place": "Choose a space", "move": "Choose a piece, then where to"}
    for _ in range(4):
        if ada.my_turn()["over"]:
            break
        move = ada.moves()[-1]
        expect(ada.page.locator(".movebar .prompt")).to_have_text(asked[move["action"]])
        zones = [ref["zone"] for ref in move["refs"]]
        source = (zones[0], 0) if len(zones) > 1 else (ada.place("reserve", owner=0)["zone"], 0)
        sent = ada.made(lambda source=source, zones=zones: ada.drag(source, zones[-1]))
        assert (sent["t"], sent["n"]) == ("move", move["n"])


def test_a_card_answers_a_question_about_its_rank(ada: Person) -> None:
    ada.table("go-fish", seat=0, players=3, bots="first")
    ada.my_turn()
    ada.by_mouse(ada.moves()[0])
    hand = ada.place("hand", owner=0)
    ranks = {move["refs"][0]["text"]: move["n"] for move in ada.moves()}
    card = hand["cards"][-1]
    sent = ada.made(lambda: ada.click(hand["zone"], len(hand["cards"]) - 1))
    assert sent["n"] == ranks[card[:-1].replace("T", "10")]


def play_a_hand(person: Person) -> None:
    """Pass cards and play 13 tricks, each time the first card that may be played."""
    picks = person.my_turn()["options"]["picks"]
    for ref in picks["items"][: picks["least"]]:
        person.click(ref["zone"], ref["at"])
    person.made(person.button("Confirm").click)
    for _ in range(13):
        person.my_turn()
        ref = person.moves()[0]["refs"][0]
        person.made(lambda ref=ref: person.click(ref["zone"], ref["at"]))


@pytest.mark.parametrize("waits", [True, False])
def test_a_hand_is_summed_up_before_the_next(visit: Visit, waits: bool) -> None:
    ada = visit()
    ada.open()
    kept = json.dumps({"autoContinue": not waits})
    ada.page.evaluate("kept => localStorage.setItem('ludwright.settings', kept)", kept)
    ada.table("hearts", players=4, seat=0, bots="first", options={"hands": 2})
    play_a_hand(ada)
    summary = ada.page.locator(".round")
    expect(summary.locator("tbody tr")).to_have_count(4)
    totals = [int(text) for text in summary.locator("tbody td:last-child").all_inner_texts()]
    ada.my_turn()
    points = [each for each in ada.state["scene"]["values"] if each["name"] == "points"]
    assert totals == [int(each["text"]) for each in sorted(points, key=lambda each: each["owner"])]
    cards = ada.page.locator(".felt .card.own")
    if waits:
        expect(cards).not_to_have_count(13)  # the next hand is not seen yet
        summary.get_by_role("button", name="Continue").click()
        expect(summary).to_have_count(0)
    expect(cards).to_have_count(13)


def test_bookkeeping_is_not_drawn(ada: Person) -> None:
    ada.table("accordion", seed=7)
    drawn = {each["name"] for each in ada.state["scene"]["places"]}
    assert drawn == {"row"}
    before = len(ada.place("row")["cards"])
    while len(ada.place("row")["cards"]) == before:
        ada.by_mouse(ada.moves()[0])
    assert {each["name"] for each in ada.state["scene"]["places"]} == {"row", "covered"}


# Of the height of the table: the largest part in which nothing is drawn.
EMPTY = """() => {
  const felt = document.querySelector('.felt').getBoundingClientRect();
  const seen = '.felt .card, .felt .place, .felt .space, .felt .seat';
  const all = [...document.querySelectorAll(seen)].map((each) => each.getBoundingClientRect())
    .map(({ top, bottom }) => [top, bottom]).sort(([a], [b]) => a - b);
  let [end, most] = [felt.top, 0];
  for (const [top, bottom] of [...all, [felt.bottom, felt.bottom]]) {
    most = Math.max(most, top - end);
    end = Math.max(end, bottom);
  }
  return most / felt.height;
}"""


@pytest.mark.parametrize(
    "game",
    ["klondike", "spider", "forty-thieves", "westcliff", "freecell", "colour-blind-klondike"],
)
def test_no_half_of_a_phone_is_empty(visit: Visit, game: str) -> None:
    ada = visit(viewport=PHONE)
    ada.table(game, seed=7)
    assert ada.page.evaluate(EMPTY) < 0.5
    frame = ada.page.locator(".felt-frame")
    assert frame.evaluate("each => each.scrollHeight <= each.clientHeight + 1")
