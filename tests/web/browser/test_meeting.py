"""Two people meet: create, invite, play, resign, play again; and what others see who come late."""

from __future__ import annotations

from playwright.sync_api import Locator, expect

from tools.web.person import Person

from .conftest import Visit


def invited(host: Person, game: str = "crazy-eights") -> str:
    """Set up a table of two in the page; the link of the other seat."""
    host.open(f"game/{game}")
    host.page.get_by_label("Number of players").select_option("2")
    host.page.get_by_label("Seat 2", exact=True).select_option("invite")
    host.button("Create table").click()
    return host.page.get_by_label("Link for seat 2", exact=True).input_value()


def started(host: Person, guest: Person) -> str:
    """Both at a game that has begun; the link that brought the guest."""
    link = invited(host)
    expect(host.button("Start")).to_be_disabled()
    guest.page.goto(link)
    guest.page.get_by_label("Your name").fill("Bob")
    guest.button("Save").click()
    expect(host.page.locator(".waiting-room .seats li").nth(1)).to_contain_text("Bob")
    guest.button("Ready").click()
    host.button("Start").click()
    for person in (host, guest):
        expect(person.page.locator(".felt .card").first).to_be_visible()
    return link


def panel(person: Person, tab: str) -> Locator:
    if not person.page.locator(".panel.open").count():
        person.button("Show panel").click()
    person.page.get_by_role("tab", name=tab, exact=True).click()
    return person.page.get_by_role("tabpanel")


def test_a_game_of_two_from_the_link_to_the_rematch(ada: Person, bob: Person) -> None:
    started(ada, bob)
    life = panel(bob, "Table")
    life.get_by_role("button", name="Resign", exact=True).click()
    expect(life).to_contain_text("Resign this game?")
    life.get_by_role("button", name="Resign", exact=True).click()
    results = [person.page.get_by_role("dialog", name="Result") for person in (ada, bob)]
    expect(results[0]).to_contain_text("You won")
    expect(results[1]).to_contain_text("You lost")
    # Somebody declines, then both agree.
    results[1].get_by_role("button", name="Rematch").click()
    expect(results[0]).to_contain_text("Bob asks to play again.")
    results[0].get_by_role("button", name="Decline").click()
    expect(bob.page.locator(".toast")).to_have_text("Somebody does not want to play again.")
    results[1].get_by_role("button", name="Rematch").click()
    first = ada.page.url
    results[0].get_by_role("button", name="Agree to a rematch").click()
    ada.page.wait_for_url(lambda url: url != first)
    bob.page.wait_for_url(ada.page.url)
    expect(bob.page.locator(".felt .card").first).to_be_visible()
    # The winner finds the result among the own games.
    ada.open("my")
    finished = ada.page.get_by_role("region", name="Finished", exact=True).get_by_role("listitem")
    expect(finished).to_contain_text("You won: Bob resigned")
    bob.open("my")
    finished = bob.page.get_by_role("region", name="Finished", exact=True).get_by_role("listitem")
    expect(finished).to_contain_text("won: Bob resigned")


def test_a_used_link_says_so_once_and_offers_to_watch(
    ada: Person, bob: Person, visit: Visit
) -> None:
    link = started(ada, bob)
    eve = visit()
    eve.page.goto(link)
    taken = eve.page.get_by_text("seat is taken")
    expect(taken).to_have_count(1)
    expect(taken).to_be_visible()
    eve.button("Watch the game").click()
    expect(eve.page.locator(".felt .card").first).to_be_visible()
    assert eve.state["seat"] is None
    # Where nobody may watch, nothing is offered.
    life = panel(ada, "Table")
    life.get_by_text("Visitors").click()
    life.get_by_label("Others may watch").uncheck()
    expect(eve.page.get_by_role("alert")).to_contain_text("Nobody may watch at this table")
    eve.page.goto(link)
    expect(eve.page.get_by_role("alert")).to_contain_text("seat is taken")
    expect(eve.button("Watch the game")).to_have_count(0)


def test_who_is_removed_learns_it_and_may_watch(ada: Person, bob: Person) -> None:
    started(ada, bob)
    life = panel(ada, "Table")
    life.get_by_role("button", name="Replace by a bot").click()
    life.get_by_role("button", name="Remove", exact=True).click()
    expect(bob.page.get_by_role("alert")).to_contain_text("The host has removed you")
    expect(life).to_contain_text("removed, a bot plays")
    bob.button("Watch the game").click()
    expect(bob.page.locator(".felt .card").first).to_be_visible()
    bob.open("my")
    expect(bob.page.get_by_text("You have no games yet.")).to_be_visible()
