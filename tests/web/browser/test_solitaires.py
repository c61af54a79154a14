"""Whole solitaires by mouse and by keyboard, and what people expect around them."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache

import pytest
from playwright.sync_api import expect

import ludwright as lw
from ludwright.table.finishing import finishing
from ludwright.web.security import COOKIE
from tools.web.person import Data, Person, ends
from tools.web.serving import Browser as Visitor

from .conftest import Visit


@cache
def solution(game: str, seed: int) -> tuple[str, ...]:
    """The texts of moves that win a deal."""
    found = lw.solve(game, [seed], seconds=20)
    deal = found.deals[0]
    assert deal.status == "solved"
    return tuple(str(move) for move in deal.moves(found.program))


def listed(person: Person, text: str) -> Data:
    """The listed move with a text."""
    return next(move for move in person.moves() if move["text"] == text)


# ---- whole games ---------------------------------------------------------------------------------


def made_before(person: Person, table: str, texts: Sequence[str]) -> None:
    """Make moves over the protocol, before the person comes to the table."""
    cookies = {str(each["name"]): str(each["value"]) for each in person.context.cookies()}
    seat = Visitor(person.address.rstrip("/"), cookies[COOKIE]).sit(table)
    state = seat.state()
    for text in texts:
        seat.send("say", seat=0, at=state["at"], text=text)
        state = seat.state()
    seat.close()


@pytest.mark.parametrize("first", [92, pytest.param(0, marks=pytest.mark.deep)])
def test_klondike_is_won_by_mouse(ada: Person, first: int) -> None:
    """The whole deal, or its last moves."""
    seed, game = 26, lw.load("klondike")
    id, moves = ada.create("klondike", seed=seed)["table"], solution("klondike", seed)
    made_before(ada, id, moves[:first])
    ada.sit(id)
    table, homes = game.table(seed=seed), 0
    for text in moves[:first]:
        table.apply(text)
    foundations = {p["zone"] for p in ada.state["scene"]["places"] if p["name"] == "FOUNDATION"}
    for text in moves[first:]:
        if finishing(game, table):
            break
        table.apply(text)
        move = listed(ada, text)
        # A double click takes a card to a foundation; every second time it is dragged there.
        home = ends(move)[1] in foundations
        homes += home
        ada.by_mouse(move, double=home and homes % 2 == 1)
    assert homes > 2
    ada.made(ada.button("Finish").click)
    assert ada.state["over"] and ada.state["result"]["winners"] == [0]
    ending = ada.page.get_by_role("dialog", name="Result")
    expect(ending).to_contain_text("You won")
    expect(ending).to_contain_text(f"deal {seed}")
    ada.made(ending.get_by_role("button", name="Same deal again").click)
    expect(ending).to_have_count(0)
    assert ada.state["moves"] == 0 and not ada.state["over"]
    expect(ada.button(f"Deal {seed}")).to_be_visible()


@pytest.mark.deep
@pytest.mark.parametrize(("game", "seed"), [("klondike", 2), ("golf", 2)])
def test_deals_are_won_by_keyboard_alone(ada: Person, game: str, seed: int) -> None:
    ada.table(game, seed=seed)
    for text in solution(game, seed):
        ada.by_keys(listed(ada, text))
    assert ada.state["over"] and ada.state["result"]["winners"] == [0]
    # The end screen is reached and used by keys, too.
    ending = ada.page.get_by_role("dialog", name="Result")
    for _ in range(60):
        if ending.locator(":focus").count():
            break
        ada.press("Tab")
    ada.made(lambda: ada.press("Enter"))
    assert ada.state["moves"] == 0 and not ada.state["over"]


def test_rings_are_turned_by_keyboard_alone(ada: Person) -> None:
    """A puzzle in Rule XML; there are never more than two moves, one of which goes back."""
    ada.table("rings")
    last = None
    while not ada.state["over"]:
        move = next(each for each in ada.moves() if each["text"] != last)
        last = move["text"]
        ada.by_keys(move)
    assert ada.state["moves"] == 42 and ada.state["result"]["winners"] == [0]


@pytest.mark.parametrize(
    ("game", "how", "count"),
    [
        ("klondike:rulexml", Person.by_mouse, 15),
        pytest.param("klondike:rulexml", Person.by_keys, 60, marks=pytest.mark.deep),
        pytest.param("compass-rose", Person.by_mouse, 60, marks=pytest.mark.deep),
        pytest.param("compass-rose", Person.by_keys, 60, marks=pytest.mark.deep),
    ],
)
def test_trees_are_played(
    ada: Person, game: str, how: Callable[[Person, Data], None], count: int
) -> None:
    """Columns and rays of Rule XML are trees of piles; a pile is dragged with what grows on it."""
    ada.table(game, seed=2)
    seen: set[str] = set()
    for _ in range(count):
        moves = ada.moves()
        if not moves:
            break
        move = next((each for each in moves if each["text"] not in seen), moves[0])
        seen.add(move["text"])
        how(ada, move)
    assert any("," in text for text in seen) and "drag stock -> waste" in seen


# ---- around a game -------------------------------------------------------------------------------


def refusable(person: Person) -> tuple[tuple[int, int], int]:
    """The top card of a column, and another column where it may not go."""
    legal = {(ends(move)[0], ends(move)[1]) for move in person.moves()}
    columns = [p for p in person.state["scene"]["places"] if p["look"] == "column" and p["cards"]]
    for one in columns:
        top = one["zone"], len(one["cards"]) - 1
        for other in columns:
            if other is not one and (top, other["zone"]) not in legal:
                return top, other["zone"]
    raise AssertionError("every move is legal")


def test_a_refused_drag_shows_the_reason(ada: Person) -> None:
    ada.table("klondike", seed=2)
    source, target = refusable(ada)
    before, sent = ada.state, len(ada.sent)
    ada.drag(source, target)
    ada.until(lambda: ada.frames("explanation"))
    assert [frame["t"] for frame in ada.sent[sent:]] == ["explain"] and ada.state is before
    answer = ada.page.locator(".answer")
    expect(answer).to_contain_text("not legal")
    expect(answer).to_contain_text("fails:")
    expect(answer).to_contain_text(re.compile(r"klondike\.sgdl, line \d+"))
    answer.get_by_role("button", name="Close").click()
    expect(answer).to_have_count(0)
    # The card is back where it was, and can still be played elsewhere.
    ada.by_mouse(next(move for move in ada.moves() if ends(move)[1] is not None))


@pytest.mark.deep
@pytest.mark.parametrize("size", [(360, 740), (1000, 660), (1280, 800)])
@pytest.mark.parametrize("game", ["klondike", "compass-rose"])
def test_the_table_stays_where_it_is_while_one_chooses(
    visit: Visit, game: str, size: tuple[int, int]
) -> None:
    ada = visit(viewport={"width": size[0], "height": size[1]})
    ada.table(game, seed=2)
    places = "() => [...document.querySelectorAll('.felt .card')].map((c) => c.style.cssText)"
    before = ada.page.evaluate(places)
    source = next(ends(move)[0] for move in ada.moves() if ends(move)[1])
    assert source
    ada.click(*source)
    expect(ada.page.locator(".felt .chosen").first).to_be_visible()
    expect(ada.button("Back")).to_be_visible()
    assert ada.page.evaluate(places) == before


def test_undo_redo_and_deal_number(ada: Person) -> None:
    ada.table("klondike", seed=2)
    undo, redo = ada.button("Undo"), ada.button("Redo")
    expect(undo).to_be_disabled()
    start = ada.state["scene"]
    for text in solution("klondike", 2)[:3]:
        ada.by_mouse(listed(ada, text))
    third = ada.state["scene"]
    ada.made(undo.click)
    ada.made(lambda: ada.press("u"))
    ada.made(undo.click)
    assert ada.state["scene"] == start and ada.state["moves"] == 0
    expect(undo).to_be_disabled()
    ada.made(redo.click)
    ada.made(lambda: ada.press("r"))
    ada.made(redo.click)
    assert ada.state["scene"] == third
    expect(redo).to_have_count(0)

    ada.button("Deal 2").click()
    ada.made(ada.button("Restart").click)
    assert ada.state["scene"] == start and ada.state["moves"] == 0
    ada.button("Deal 2").click()
    ada.page.get_by_label("Deal number").fill("7")
    ada.made(ada.button("Deal").click)
    expect(ada.button("Deal 7")).to_be_visible()
    dealt = lw.load("klondike").table(seed=7)
    columns = [p["cards"] for p in ada.state["scene"]["places"] if p["name"] == "COLUMN"]
    assert [c[-1] for c in columns] == [str(dealt.zone("COLUMN", i)[-1]) for i in range(7)]
    ada.button("Deal 7").click()
    ada.made(ada.button("New deal").click)
    expect(ada.button("Deal 7")).to_have_count(0)


@pytest.mark.deep
def test_hint_and_solution(ada: Person) -> None:
    ada.table("klondike", seed=2)
    ada.button("Hint").click()
    answer = ada.page.locator(".answer")
    expect(answer).to_contain_text("sees all cards", timeout=30_000)
    answer.get_by_role("button", name="Close").click()
    hint = ada.frames("hint")[-1]
    assert hint["sees_hidden"] and hint["n"] in [move["n"] for move in ada.moves()]
    ada.button("Solution").click()
    ada.until(lambda: ada.frames("solution"), 30)
    whole = ada.frames("solution")[-1]
    expect(answer).to_contain_text("sees all cards")
    answer.locator("summary").click()
    expect(answer.locator("ol li")).to_have_count(len(whole["moves"]))


@pytest.mark.deep
def test_a_winnable_deal_is_dealt(ada: Person) -> None:
    ada.open("game/freecell")  # of which nearly every deal is, after few positions
    ada.page.get_by_label("Which deal").select_option("winnable")
    ada.button("Play").click()
    ada.until(lambda: ada.states, 60)
    seed = ada.frames("welcome")[-1]["table"]["seed"]
    assert lw.solve("freecell", [seed], seconds=None, states=10**7).deals[0].status == "solved"


def test_the_slider_goes_through_the_game(ada: Person) -> None:
    ada.table("klondike", seed=2)
    scenes = [ada.state["scene"]]
    for text in solution("klondike", 2)[:2]:
        ada.by_mouse(listed(ada, text))
        scenes.append(ada.state["scene"])
    ada.button("Show panel").click()
    history = ada.page.locator(".panel .history")
    history.get_by_role("button", name="One move back").click()
    ada.until(lambda: ada.frames("history"))
    assert ada.frames("history")[-1]["scene"] == scenes[1]
    # Nothing can be moved in the past.
    expect(ada.page.locator(".felt .marked")).to_have_count(0)
    ada.page.get_by_role("button", name="Play from here").first.click()
    ada.page.wait_for_url(lambda url, old=ada.page.url: url != old)
    ada.until(lambda: ada.states and ada.state["moves"] == 1)
    assert ada.state["scene"] == scenes[1]
