"""Rules pages are taken apart, and what differs from their form is named."""

from __future__ import annotations

import pytest

from ludwright.table.rules_page import (
    NOTES,
    SECTIONS,
    faults_of,
    for_players,
    read_page,
    summary,
)

BODIES = {heading: f"Text of {heading}." for heading in (*SECTIONS, NOTES)}
BODIES["Aim"] = "Win [tricks](x.md) with *all*\nyour cards. Or lose.\n\nEach counts."
BODIES["Play"] = "As drawn:\n\n```\n## no heading\n```\n\n### Leading\n\nThe eldest."


def page(*headings: str, line: str = "*Two players, a deck,\nan hour.*\n\n") -> str:
    parts = (f"## {heading}\n\n{BODIES.get(heading, '')}".strip() for heading in headings)
    return f"# A Game\n\n{line}" + "\n\n".join(parts) + "\n"


def test_a_page_has_a_title_a_line_and_sections() -> None:
    found = read_page(page(*SECTIONS, NOTES))
    assert (found.title, found.line) == ("A Game", "Two players, a deck, an hour.")
    assert found.sections == tuple(BODIES.items())
    assert (found.section("Play"), found.section("Hints")) == (BODIES["Play"], "")


@pytest.mark.parametrize("headings", [SECTIONS, (*SECTIONS, NOTES)])
def test_the_form_has_no_faults(headings: tuple[str, ...]) -> None:
    assert faults_of(page(*headings)) == []


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (page(*SECTIONS).removeprefix("# A Game\n\n"), "expected '# Title'"),
        (page(*SECTIONS, line=""), "in italics"),
        (page(*SECTIONS, line="Two players.\n\n"), "in italics"),
        (page(*SECTIONS, line="*Two players.*\n\nWar.\n\n"), "text without a heading, Aim"),
        (page(*SECTIONS[1:]), "found Players"),
        (page(*SECTIONS[::-1]), "found Origin, Variants"),
        (page(*SECTIONS, "Hints"), "Origin, Hints"),
        (page(*SECTIONS, NOTES, NOTES), "Author's notes, Author's notes"),
        (page(*SECTIONS).replace(BODIES["Origin"], ""), "'Origin' is empty"),
    ],
)
def test_what_differs_from_the_form_is_named(text: str, fault: str) -> None:
    assert any(fault in found for found in faults_of(text)), faults_of(text)


def test_players_do_not_read_the_notes_of_the_author() -> None:
    assert for_players(page(*SECTIONS, NOTES)) == for_players(page(*SECTIONS)) == page(*SECTIONS)
    assert for_players("# Mine\n\nA game.\n\n## Play\n\nPlay.\n") == (
        "# Mine\n\nA game.\n\n## Play\n\nPlay.\n"
    )


@pytest.mark.parametrize(
    "text",
    [page(*SECTIONS), f"# A\n\n{BODIES['Aim']}\n\n## Play\n", f"# A\n\n*Two.*\n\n{BODIES['Aim']}"],
)
def test_the_first_sentence_sums_up_the_game(text: str) -> None:
    assert summary(text) == "Win tricks with all your cards."
    assert summary("# A game\n") == ""
