"""Chance and hashes of the second model against vectors that another implementation made."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import models.gamespec.original_hash as h

VECTORS: dict[str, Any] = json.loads(
    (Path(__file__).parents[2] / "data" / "kernel-vectors.json").read_text(encoding="utf-8")
)
ZOBRIST = VECTORS["zobrist"]
FEATURES = {
    "activePlayer 0": "kind=activePlayer|playerId=0",
    "currentPhase m": "kind=currentPhase|phaseId=m",
    "turnCount 0": "kind=turnCount|value=0",
    "globalVar g=0": "kind=globalVar|varName=g|value=0",
    "perPlayerVar 1 p=1": "kind=perPlayerVar|playerId=1|varName=p|value=1",
    "tokenPlacement tok_c_3 a:none slot 2": h.placement("tok_c_3", "a:none", 2),
    "actionUsage x turn 1": "kind=actionUsage|actionId=x|scope=turn|count=1",
    "markerState": "kind=markerState|spaceId=a:none|markerId=mk|state=on",
}


def hexes(rng: h.Words) -> list[str]:
    return [hex(word) for word in rng]


@pytest.mark.parametrize("seed", VECTORS["rngRaw"])
def test_outputs(seed: str) -> None:
    expected, rng = VECTORS["rngRaw"][seed], h.create(int(seed))
    assert hexes(rng) == expected["initialState"]
    assert [hex(h.output(rng)) for _ in expected["outputs"]] == expected["outputs"]
    assert hexes(rng) == expected["stateAfter10"]


@pytest.mark.parametrize(
    ("seed", "low", "high"),
    [(7, 1, 6), (7, 0, 51), (42, -3, 3)],
)
def test_bounded_numbers(seed: int, low: int, high: int) -> None:
    expected, rng = VECTORS["nextInt"][f"seed={seed} range=[{low},{high}]"], h.create(seed)
    assert [h.between(rng, low, high) for _ in expected] == expected


def test_forks() -> None:
    left, right = h.fork(h.create(42))
    expected = VECTORS["fork"]["42"]
    assert (hexes(left), hexes(right)) == (expected["left"], expected["right"])


@pytest.mark.parametrize("seed", VECTORS["shuffle"])
def test_shuffles_and_their_hash(seed: str) -> None:
    expected, rng = VECTORS["shuffle"][seed], h.create(int(seed))
    order = list(range(9, -1, -1))  # the last that was made lies on top
    h.shuffle(rng, order)
    assert order == expected["order"]
    assert hexes(rng) == expected["rng"]
    state = {
        "activePlayer": 0,
        "currentPhase": "m",
        "turnCount": 0,
        "zones": {"a:none": [f"tok_c_{number}" for number in order], "b:none": []},
        "globalVars": {"g": 0},
        "perPlayerVars": {"0": {"p": 1}, "1": {"p": 1}},
        "actionUsage": {},
        "markers": {},
        "lasting": [],
    }
    assert hex(h.state_hash(ZOBRIST["gameDef"], state)) == expected["stateHash"]


def test_the_fingerprint() -> None:
    assert h.fingerprint(ZOBRIST["gameDef"]) == ZOBRIST["fingerprint"]
    assert hex(h.table_seed(ZOBRIST["gameDef"])) == ZOBRIST["tableSeed"]


@pytest.mark.parametrize("name", FEATURES)
def test_keys(name: str) -> None:
    assert hex(h.key(int(ZOBRIST["tableSeed"], 16), FEATURES[name])) == ZOBRIST["keys"][name]


def test_no_key_is_left_out() -> None:
    assert set(FEATURES) == set(ZOBRIST["keys"])
