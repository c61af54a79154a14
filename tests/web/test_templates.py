"""Descriptions for the workshop: whole, without errors, one per language."""

from __future__ import annotations

import random
from pathlib import PurePath

import pytest

import ludwright as lw
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


@pytest.mark.parametrize("number", range(len(LANGUAGES)))
def test_a_template_is_written_out_and_explained(number: int) -> None:
    """Nothing of it is inherited, it fits on a screen or two, and its beginning says what it is."""
    (text,) = templates()[number]["files"].values()
    assert "inherit" not in text and 30 <= text.count("\n") <= 120
    assert "whole" in text[:300] and "to be changed" in text[:300] and "Try:" in text[:500]


@pytest.mark.parametrize("number", range(len(LANGUAGES)))
def test_a_template_can_be_played_to_its_end(number: int) -> None:
    source = templates()[number]
    ((name, text),) = source["files"].items()
    game = lw.loads(text, source["language"])
    assert PurePath(name).suffix in LANGUAGES[number].suffixes
    ends = 0
    for seed in range(40):
        table = game.table(seed=seed)
        player = random.Random(seed)
        for _ in range(400):
            moves = [] if table.over else table.legal()
            if not moves:
                break
            table.apply(player.choice(moves))
        ends += table.over or not moves
    assert ends > 0


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
