"""The lobby, one's own games, and coming back in another browser."""

from __future__ import annotations

from playwright.sync_api import expect

from tools.web.person import Person

from .conftest import Visit


def test_the_catalogue_is_searched_and_filtered(ada: Person) -> None:
    ada.open()
    games = ada.page.locator("article.game-card")
    everything = ada.context.request.get(f"{ada.address}api/games").json()["games"]
    expect(games).to_have_count(len(everything))
    assert len(everything) >= 75
    ada.page.get_by_label("Search").fill("klondike draw")
    expect(games.locator("h3")).to_contain_text(["Klondike"])
    assert games.count() < 5
    ada.page.get_by_label("Search").fill("")
    ada.page.get_by_label("Players", exact=True).select_option("4")
    four = [game for game in everything if game["players"][0] <= 4 <= game["players"][1]]
    expect(games).to_have_count(len(four))
    assert 5 < len(four) < len(everything)
    ada.page.get_by_label("Language").select_option("rulexml")
    both = [game for game in four if "rulexml" in game["languages"]]
    expect(games).to_have_count(len(both))
    ada.button("Clear filters").click()
    expect(games).to_have_count(len(everything))
    ada.page.get_by_label("Search").fill("no such game at all")
    expect(ada.page.get_by_text("No game fits")).to_be_visible()
    ada.page.get_by_label("Search").fill("hearts")
    ada.button("Play Hearts now").click()
    ada.page.wait_for_url("**/table/*")
    ada.my_turn()
    assert len(ada.frames("welcome")[-1]["table"]["seats"]) >= 3


def test_a_game_has_a_page_with_rules_options_and_facts(ada: Person) -> None:
    ada.open("game/hearts")
    for heading in ("Hearts", "Play", "Rules", "Facts"):
        expect(ada.page.get_by_role("heading", name=heading, exact=True).first).to_be_visible()
    expect(ada.page.locator("img.cover")).to_have_js_property("complete", True)
    assert ada.page.locator("img.cover").evaluate("(image) => image.naturalWidth") > 0
    ada.page.get_by_label("Number of players").select_option("4")
    ada.page.locator("summary", has_text="Options").click()
    ada.page.get_by_label("Hands", exact=True).select_option("1")
    ada.button("Play").click()
    ada.page.wait_for_url("**/table/*")
    ada.until(lambda: ada.frames("welcome"))
    table = ada.frames("welcome")[-1]["table"]
    assert table["options"] == {"hands": 1} and table["players"] == 4


def resign_or_finish(person: Person) -> None:
    """Play a short solitaire to its end."""
    person.table("high-card", bots="first")
    for _ in range(100):
        state = person.state
        if state["over"]:
            return
        if state["options"]["kind"] == "moves":
            person.by_mouse(person.moves()[0])
        person.page.wait_for_timeout(20)
    raise AssertionError("the game does not end")


def test_my_games_are_resumed_replayed_and_deleted(ada: Person) -> None:
    ada.table("klondike", seed=2)
    ada.by_mouse(ada.moves()[-1])
    moved = ada.state["scene"]
    resign_or_finish(ada)
    ada.open("my")
    running = ada.page.get_by_role("region", name="Unfinished").get_by_role("listitem")
    finished = ada.page.get_by_role("region", name="Finished", exact=True).get_by_role("listitem")
    expect(running).to_have_count(1)
    expect(finished).to_have_count(1)
    ada.received.clear()
    running.get_by_role("link", name="Continue Klondike").click()
    ada.until(lambda: ada.states)
    assert ada.state["scene"] == moved

    ada.page.go_back()
    ada.received.clear()
    finished.get_by_role("link", name="Replay").click()
    expect(ada.page.get_by_role("heading", name="Replay")).to_be_visible()
    ada.until(lambda: ada.frames("history"))
    ada.button("To the deal").click()
    ada.until(lambda: ada.frames("history")[-1]["move"] == 0)
    expect(ada.page.get_by_text("The deal", exact=True)).to_be_visible()
    ada.button("One move forward").click()
    ada.until(lambda: ada.frames("history")[-1]["move"] == 1)

    ada.open("my")
    finished.get_by_role("button", name="Delete").click()
    dialog = ada.page.get_by_role("dialog")
    dialog.get_by_role("button", name="Cancel").click()
    expect(finished).to_have_count(1)
    finished.get_by_role("button", name="Delete").click()
    dialog.get_by_role("button", name="Delete").click()
    expect(finished).to_have_count(0)
    expect(running).to_have_count(1)


def test_a_recovery_link_makes_another_browser_the_same_person(ada: Person, visit: Visit) -> None:
    ada.table("klondike", seed=2)
    ada.open("my")
    name = ada.page.get_by_label("What others see")
    expect(name).not_to_have_value("")
    name.fill("Ada")
    ada.button("Save").click()
    expect(ada.page.get_by_text("Saved.")).to_be_visible()
    ada.button("Show my link").click()
    link = ada.page.get_by_label("Your link", exact=True).input_value()
    other = visit()
    other.page.goto(link)
    other.open("my")
    agreed = other.page.get_by_label("My finished games may be used for research")
    expect(agreed).not_to_be_checked()
    agreed.check()
    expect(other.page.get_by_text("Saved.")).to_be_visible()
    ada.open("my")  # the same person
    expect(ada.page.get_by_label("My finished games may be used for research")).to_be_checked()
    expect(other.page.get_by_label("What others see")).to_have_value("Ada")
    other.page.get_by_role("link", name="Continue Klondike").click()
    other.until(lambda: other.states)
    assert other.frames("welcome")[-1]["you"]["seats"] == [0]
    # Two tabs of a seat: what one does, the other sees.
    ada.sit(ada.frames("welcome")[-1]["table"]["id"])
    ada.by_mouse(ada.moves()[-1])
    other.until(lambda: other.state["at"] == ada.state["at"])
    assert other.state["scene"] == ada.state["scene"]
