"""The second model of GameSpecDocs replays what the original recorded, and follows our reading."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from models.gamespec import original_hash
from models.gamespec.cards import Move
from models.gamespec.definitions import define, kernel_form
from models.gamespec.session import Sitting

DATA = Path(__file__).parents[2] / "data" / "gamespec"
HARBOR = (DATA / "harbor-rumors.md").read_text(encoding="utf-8")
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
    ours = original_hash.fingerprint(kernel_form(define(LANTERNS)))
    assert ours == original_hash.fingerprint(recorded)


# ---- cards that say who may act ----------------------------------------------------------------

STAY = "eligibilityOverride:self:eligible:stay"


def offered(sitting: Sitting) -> list[str]:
    return [" ".join([name, *map(str, params.values())]) for name, params in options(sitting)]


def options(sitting: Sitting) -> list[Move]:
    return list(sitting.request["options"])


def choose(sitting: Sitting, text: str) -> None:
    sitting.send(options(sitting)[offered(sitting).index(text)])


def slot(sitting: Sitting, zone: str) -> list[str]:
    state = sitting.state
    return [state["tokens"][token]["props"]["cardId"] for token in state["zones"][f"{zone}:none"]]


EVENTS = [f"event {side} {keep}" for side in ("unshaded", "shaded") for keep in ("none", STAY)]


def after_two_cards() -> Sitting:
    """The first card: an event and an operation; the second: an event of who is left."""
    sitting = Sitting(HARBOR, 3, 0)
    assert (slot(sitting, "shown"), slot(sitting, "next")) == (["squall"], ["festival"])
    ships = ["ship 1", "ship 2"]
    rest = ["operation", "limitedOperation", "smuggle", *ships]
    assert offered(sitting) == ["pass", *EVENTS, *rest]
    choose(sitting, "event unshaded none")
    assert sitting.request["player"] == 1
    assert offered(sitting) == ["pass", "operation"]  # what may follow an event
    assert sitting.state["globalVars"]["storm"] == 1
    choose(sitting, "operation")
    # Two have acted: the next card, and a coup card lies ahead.
    assert sitting.state["turnCount"] == 1
    assert (slot(sitting, "shown"), slot(sitting, "next")) == (["festival"], ["audit"])
    assert sitting.request["player"] == 2
    assert offered(sitting) == ["pass", *EVENTS, "operation", "limitedOperation", "ship 1"]
    assert sitting.state["globalVars"]["trade"] == 2
    choose(sitting, f"event unshaded {STAY}")
    # Nobody else was eligible, so the turn is over.
    assert sitting.state["turnCount"] == 2
    assert sitting.state["globalVars"] | {"trade": 7, "storm": 0} == sitting.state["globalVars"]
    assert (slot(sitting, "shown"), slot(sitting, "next")) == (["audit"], ["squall"])
    return sitting


def test_a_coup_is_handed_off_when_all_have_passed() -> None:
    sitting = after_two_cards()
    for player in range(3):  # the third one chose to stay eligible
        assert sitting.request["player"] == player
        choose(sitting, "pass")
    coins = {name: sitting.state["globalVars"][name] for name in ("coin0", "coin1", "coin2")}
    assert coins == {"coin0": 3, "coin1": 9, "coin2": 2}
    assert slot(sitting, "done") == ["audit"]
    assert (slot(sitting, "shown"), slot(sitting, "next")) == (["squall"], [])
    assert sitting.state["turnCount"] == 3
    assert sitting.result is None


def test_a_checkpoint_counts_only_during_a_coup() -> None:
    sitting = after_two_cards()
    sitting.state["globalVars"]["trade"] = 20
    choose(sitting, "pass")
    choose(sitting, "pass")
    assert sitting.result is None
    choose(sitting, "pass")
    assert sitting.result == {"winners": [2], "reason": "rich-harbor"}
