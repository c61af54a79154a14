"""The second model of GameSpecDocs replays what the original recorded, and follows our reading."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import gamespec_hash
from gamespec_model_cards import Move
from gamespec_model_defining import define, kernel_form
from gamespec_sitting import Sitting

DATA = Path(__file__).parents[2] / "data" / "gamespec"
LANTERNS = (DATA / "lantern-drift.md").read_text(encoding="utf-8")
GAMES: list[dict[str, Any]] = json.loads((DATA / "lantern-drift.traces.json").read_text())
FIRST: list[dict[str, Any]] = json.loads((DATA / "lantern-drift.first-legal.json").read_text())


def told(option: Move) -> str:
    params = {f"${name}": held for name, held in option[1].items()}
    return f"{option[0]} {json.dumps(params, separators=(',', ':'))}"


def zones(sitting: Sitting) -> dict[str, list[str]]:
    """The zones, and those of who does not play, which the original has too."""
    return {**{f"hand:{player}": [] for player in range(4)}, **sitting.state["zones"]}


def ranking(result: dict[str, Any]) -> list[dict[str, int]]:
    scores = [{"player": player, "score": score} for player, score in enumerate(result["scores"])]
    return sorted(scores, key=lambda each: -each["score"])


@pytest.mark.parametrize("recorded", GAMES, ids=lambda game: f"{game['players']}-{game['seed']}")
def test_recorded_games(recorded: dict[str, Any]) -> None:
    sitting = Sitting(LANTERNS, recorded["players"], recorded["seed"])
    assert zones(sitting) == recorded["initial"]["zones"]
    assert [hex(word) for word in sitting.state["rng"]] == recorded["initial"]["rng"]
    assert sitting.hash == recorded["initial"]["stateHash"]
    for entry in recorded["moves"]:
        assert sitting.result is None
        assert sitting.request["player"] == entry["player"]
        assert len(sitting.request["options"]) == entry["legalMoveCount"]
        sitting.play(entry["move"])
        assert sitting.hash == entry["stateHash"]
    assert sitting.result is not None
    assert ranking(sitting.result) == recorded["result"]["ranking"]
    final = recorded["final"]
    assert zones(sitting) == final["zones"]
    assert [hex(word) for word in sitting.state["rng"]] == final["rng"]
    for name in ("globalVars", "perPlayerVars", "turnCount", "activePlayer", "actionUsage"):
        assert sitting.state[name] == final[name]


@pytest.mark.parametrize("recorded", FIRST, ids=lambda game: f"{game['players']}-{game['seed']}")
def test_always_the_first_legal_move(recorded: dict[str, Any]) -> None:
    sitting = Sitting(LANTERNS, recorded["players"], recorded["seed"])
    for entry in recorded["moves"]:
        assert sitting.request["player"] == entry["player"]
        assert [told(option) for option in sitting.request["options"]] == entry["legal"]
        sitting.send(sitting.request["options"][0])
        assert sitting.hash == entry["stateHash"]
    assert sitting.result is not None
    assert ranking(sitting.result) == recorded["result"]["ranking"]
    assert sitting.state["globalVars"] == recorded["finalGlobals"]
    assert sitting.state["perPlayerVars"] == recorded["finalPerPlayer"]


def test_the_definition_that_hashes_depend_on() -> None:
    recorded = json.loads((DATA / "lantern-drift.gamedef.json").read_text())
    ours = gamespec_hash.fingerprint(kernel_form(define(LANTERNS)))
    assert ours == gamespec_hash.fingerprint(recorded)
