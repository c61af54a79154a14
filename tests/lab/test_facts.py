"""Facts of games: they are up to date, and right where the answer is known by reasoning."""

from __future__ import annotations

import json
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest

import ludwright as lw
from ludwright import pipeline
from ludwright.lab.facts import facts_of
from ludwright.pipeline import LIBRARY, library_games


def facts(name: str, games: int, deals: int, seconds: float) -> dict[str, Any]:
    game = lw.load(name)
    return facts_of(game.definition, game.program(), games, deals, seconds)


GAMES = sorted(name for name in library_games() if ":" not in name)


@pytest.mark.parametrize("name", GAMES)
def test_the_facts_of_a_library_game_are_of_its_present_description(name: str) -> None:
    file = LIBRARY / name / "facts.json"
    assert file.is_file(), f"missing facts: run `make facts GAME={name}`"
    recorded = json.loads(file.read_text("utf-8"))["digest"]
    found = pipeline.load(name, checked=False).digest  # loading alone is quick
    assert recorded == found, f"stale facts: run `make facts GAME={name}`"


def recorded(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """docs/recorded.py, writing into a folder."""
    file = Path(__file__).parents[2] / "docs" / "recorded.py"
    spec = spec_from_file_location("recorded", file)
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.setattr(module, "LIBRARY", folder)
    return module


def test_what_was_measured_apart_is_merged_into_facts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It changes nothing else, survives new facts of the same description, and no others."""
    for name in GAMES:
        (tmp_path / name).mkdir()
        (tmp_path / name / "facts.json").write_bytes((LIBRARY / name / "facts.json").read_bytes())
    tool = recorded(tmp_path, monkeypatch)
    for name in GAMES:
        facts = tool.read(name)
        tool.write(name, {key: facts[key] for key in facts if key not in tool.APART})
        text = (tmp_path / name / "facts.json").read_bytes()
        assert text == (LIBRARY / name / "facts.json").read_bytes()
    before = tool.read("klondike")
    tool.add("klondike", "honest", {"rate": 0.5})
    assert tool.read("klondike") == before | {"honest": {"rate": 0.5}}
    tool.write("klondike", {"digest": "another", "games": 1})
    assert tool.read("klondike") == {"digest": "another", "games": 1}


def test_high_card_is_fair_and_always_as_long() -> None:
    found = facts("high-card", games=400, deals=1, seconds=5)
    assert found["finished"]["rate"] == 1
    low, high = found["length"]["ci95"]
    assert low == high == found["length"]["mean"]
    first, second = found["fairness"]
    assert abs(first["mean"] + second["mean"] - 1) < 1e-3  # every victory is somebody's
    assert first["ci95"][0] < 0.5 < first["ci95"][1]


def test_a_deal_that_cannot_be_lost_is_winnable() -> None:
    # Every card can be picked up at any time, so each deal is won in any order.
    found = facts("pick-up", games=20, deals=3, seconds=5)
    assert found["winnable"]["rate"] == 1
    assert found["winnable"]["decided"] == 1
    assert found["random"]["rate"] == 1


def test_games_that_do_not_end_at_random_have_no_length() -> None:
    # In Klondike the stock can be turned over without end.
    found = facts("klondike", games=20, deals=1, seconds=2)
    assert found["finished"]["rate"] == 0
    assert "length" not in found
