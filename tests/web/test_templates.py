"""Descriptions for the workshop: whole, without errors, one per language."""

from __future__ import annotations

import pytest

from ludwright.languages import LANGUAGES
from ludwright.web.engine.games import Games
from ludwright.web.engine.interface import GameRef
from ludwright.web.templates import source_of, templates


def test_there_is_a_template_for_each_language() -> None:
    assert [each["language"] for each in templates()] == [each.name for each in LANGUAGES]


@pytest.mark.parametrize("number", range(len(LANGUAGES)))
def test_a_template_is_a_game_without_problems(number: int) -> None:
    source = templates()[number]
    loaded = Games().loaded(GameRef("draft", source["language"], source["files"]))
    assert not loaded.failed
    assert loaded.diagnostics == ()


def test_the_description_comes_first_and_parts_are_with_it() -> None:
    source = source_of("orchard")
    assert source is not None
    assert list(source["files"]) == ["orchard.xml", "orchard.layout.xml"]
    assert source["title"] == "Orchard"


def test_what_is_built_into_a_language_is_not_a_file() -> None:
    source = source_of("hearts")
    assert source is not None
    assert list(source["files"]) == ["hearts.cgml"]


@pytest.mark.parametrize(
    "name", ["", "no-such-game", "../klondike", "klondike/klondike.sgdl", "\0"]
)
def test_only_library_games_are_given(name: str) -> None:
    assert source_of(name) is None
