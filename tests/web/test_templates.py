"""Descriptions for the workshop: starters, and those of library games."""

from __future__ import annotations

import pytest

from ludwright.languages import LANGUAGES
from ludwright.languages.starters import starters
from ludwright.web.engine.games import Games
from ludwright.web.engine.interface import GameRef
from ludwright.web.templates import source_of, templates


def test_the_templates_are_the_starters_of_all_languages() -> None:
    known = [(each["language"], each["kind"]) for each in templates()]
    assert known == [(each.name, kind) for each in LANGUAGES for kind in starters(each)]
    for each in templates():
        loaded = Games().loaded(GameRef("draft", each["language"], each["files"]))
        assert loaded.diagnostics == () and not loaded.failed


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
