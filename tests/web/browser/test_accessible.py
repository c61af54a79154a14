"""axe finds nothing on any kind of page, in light and dark; faces and places have spoken names."""

from __future__ import annotations

from functools import cache

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tools.web.person import Person

from .conftest import Visit

# One table of each kind: columns, tricks, a map, a grid of points, a layout of Rule XML.
TABLES = {
    "klondike": {"seed": 2},
    "hearts": {"players": 4, "bots": "greedy"},
    "brackwater": {"bots": "greedy"},
    "three-mens-morris": {"bots": "random"},
    "compass-rose": {"seed": 2},
}
PAGES = ("", "game/hearts", "my", "workshop")


@cache
def axe() -> Axe:
    return Axe()


def found(person: Person) -> list[str]:
    """What axe has to say, rule by rule with the elements."""
    results = axe().run(person.page).response["violations"]
    return [
        f"{each['id']}: {node['html'][:200]} {node.get('failureSummary', '')[:300]}"
        for each in results
        for node in each["nodes"][:3]
    ]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("path", PAGES, ids=lambda path: path or "lobby")
@pytest.mark.quick(1)
def test_pages_are_accessible(visit: Visit, path: str, scheme: str) -> None:
    ada = visit(color_scheme=scheme)
    ada.open()
    ada.create("klondike", seed=2)
    ada.open(path)
    expect(ada.page.locator("main h1, main h2").first).to_be_attached()
    ada.page.wait_for_load_state("networkidle")
    if path == "workshop":
        ada.page.locator(".template").first.click()
        expect(ada.page.locator(".status-line")).to_contain_text("No problems", timeout=20_000)
        at = (
            "(field) => field.setSelectionRange(...Array(2).fill(field.value.indexOf('meta:') + 1))"
        )
        ada.page.locator(".editor textarea").evaluate(at)
        ada.button("Complete").click()
        expect(ada.page.locator(".offer").first).to_be_visible()
    assert found(ada) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("game", TABLES)
@pytest.mark.quick(2)
def test_tables_are_accessible(visit: Visit, game: str, scheme: str) -> None:
    ada = visit(color_scheme=scheme)
    ada.table(game, **TABLES[game])
    ada.my_turn()
    assert found(ada) == []
    ada.button("Show panel").click()
    for name in ada.page.get_by_role("tab").all():
        name.click()
        assert found(ada) == [], name.inner_text()
    ada.button("Hide panel").click()
    ada.page.locator(".felt [data-focus]").first.focus()
    ada.press("m")
    if ada.moves():
        expect(ada.page.get_by_role("dialog", name="All moves")).to_be_visible()
        assert found(ada) == []


@pytest.mark.deep
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_phone_is_accessible(visit: Visit, scheme: str) -> None:
    ada = visit(device="Pixel 7", color_scheme=scheme)
    for game, wanted in TABLES.items():
        ada.table(game, **wanted)
        ada.my_turn()
        assert found(ada) == [], game


def test_moves_are_announced_and_cards_have_names(ada: Person) -> None:
    ada.table("crazy-eights", players=3, bots="greedy")
    ada.my_turn()
    ada.by_mouse(ada.moves()[0])
    expect(ada.page.locator("#announce")).not_to_be_empty()
    unnamed = "() => [...document.querySelectorAll('.felt button')].filter((b) => !b.ariaLabel)"
    assert ada.page.evaluate(f"({unnamed})().length") == 0
    # What can be chosen is said, not only coloured.
    ada.my_turn()
    marked = ada.page.locator(".felt button.marked")
    for label in marked.evaluate_all("(all) => all.map((each) => each.ariaLabel)"):
        assert label.endswith("can be chosen")
