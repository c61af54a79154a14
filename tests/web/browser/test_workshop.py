"""The workshop: a description is written, mended, played and examined in the page."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import FilePayload, Locator, expect

from tools.web.person import Person

AUCTION = Path(__file__).parents[2] / "data" / "web" / "auction.cgml"


def bring(person: Person, text: str) -> Locator:
    """Open a file in the workshop; its text field."""
    person.open("workshop")
    file = FilePayload(name="auction.cgml", mimeType="text/plain", buffer=text.encode())
    person.page.get_by_label("Files of a description").set_input_files(file)
    return person.page.get_by_label("Text of auction.cgml")


def tab(person: Person, name: str) -> None:
    person.page.get_by_role("tab", name=name, exact=True).click()


def test_a_broken_description_is_mended_and_played(ada: Person) -> None:
    good = AUCTION.read_text(encoding="utf-8")
    bad = good.replace("action: REQUEST_INPUT", "action: REQUEST_INPUTS")
    line = bad[: bad.index("REQUEST_INPUTS")].count("\n") + 1
    editor = bring(ada, bad)
    expect(ada.page.locator(".status-line")).to_contain_text("1 error", timeout=20_000)
    tab(ada, "Problems")
    problem = ada.page.locator(".problem-row.error")
    expect(problem).to_have_count(1)
    expect(problem).to_contain_text("REQUEST_INPUTS")
    expect(problem).to_contain_text(f"line {line}, column")
    expect(ada.page.locator(".gutter .error")).to_have_count(1)
    expect(ada.page.locator("mark.error")).to_have_text("REQUEST_INPUTS")
    problem.get_by_role("button", name=f"line {line}").click()
    expect(editor).to_be_focused()
    at = editor.evaluate(
        "(field) => field.value.slice(0, field.selectionStart).split('\\n').length"
    )
    assert at == line
    # A reload loses nothing.
    ada.page.reload()
    expect(editor).to_have_value(bad)
    tab(ada, "Play")
    expect(ada.page.get_by_text("The description has errors.")).to_be_visible()

    editor.fill(good)
    expect(ada.page.locator(".status-line")).to_contain_text("No problems", timeout=20_000)
    ada.until(lambda: ada.states and ada.mine)
    assert ada.frames("welcome")[-1]["game"]["title"] == "One Auction"
    # The table beside the text asks for a number: by a field, within its limits.
    number = ada.page.get_by_role("spinbutton")
    bid = ada.page.locator("form.range button[type=submit]")
    number.fill("61")
    expect(bid).to_be_disabled()
    number.fill("37")
    sent = ada.made(bid.click)
    assert (sent["t"], sent["value"]) == ("number", 37)
    ada.until(lambda: ada.state["over"])
    assert ada.state["result"]["scores"][0] == 37


def test_a_template_is_played_and_leaves_no_table_behind(ada: Person) -> None:
    ada.open("workshop")
    ada.button("CGML Highest Trio", exact=False).click()
    expect(ada.page.locator(".status-line")).to_contain_text("No problems", timeout=20_000)
    tab(ada, "Play")
    ada.until(lambda: ada.states and ada.mine)
    # By a new address, not by a link of the page: nothing of it runs any more.
    ada.open("my")
    mine = f"{ada.address}api/my/tables"
    ada.until(lambda: not ada.context.request.get(mine).json()["tables"])


@pytest.mark.deep
def test_a_description_is_simulated_and_its_secrets_checked(ada: Person) -> None:
    bring(ada, AUCTION.read_text(encoding="utf-8"))
    expect(ada.page.locator(".status-line")).to_contain_text("No problems", timeout=20_000)
    tab(ada, "Simulate")
    ada.button("Simulate").click()
    expect(ada.page.get_by_text("1,000 of 1,000")).to_be_visible(timeout=30_000)
    expect(ada.page.get_by_role("heading", name="Games won")).to_be_visible()
    assert ada.page.locator(".tab-body svg").count() >= 2
    tab(ada, "Secrets")
    ada.button("Check its secrets").click()
    expect(ada.page.get_by_text("No seat sees what it may not know.")).to_be_visible(timeout=40_000)


@pytest.mark.deep
def test_a_library_game_is_changed_and_solved(ada: Person) -> None:
    ada.open("game/golf")
    ada.page.get_by_role("link", name="Open its description in the workshop").click()
    expect(ada.page.locator(".status-line")).to_contain_text("No problems", timeout=20_000)
    tab(ada, "Solve")
    ada.page.get_by_label("Number of the deal").fill("2")
    ada.button("Solve").click()
    expect(ada.page.get_by_text("This deal can be won.")).to_be_visible(timeout=30_000)
    expect(ada.page.get_by_role("heading", name=re.compile(r"\d+ moves"))).to_be_visible()
    with ada.page.expect_download() as download:
        ada.button("Download").click()
    assert "golf" in download.value.suggested_filename


@pytest.mark.deep
def test_texts_of_a_description_are_never_markup(ada: Person) -> None:
    evil = "<img src=x onerror=alert(1)>"
    text = AUCTION.read_text(encoding="utf-8").replace("One Auction", f'"{evil}"')
    bring(ada, text.replace("Bid a number", f'"{evil}{{{{1}}}}"'))
    dialogs: list[str] = []
    ada.page.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
    tab(ada, "Play")
    ada.until(lambda: ada.states and ada.mine)
    expect(ada.page.locator(".trial .topbar")).to_contain_text(evil)
    expect(ada.page.locator(".trial .movebar")).to_contain_text(evil)
    assert not dialogs and ada.page.locator("img[onerror]").count() == 0
