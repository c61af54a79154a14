"""The oracle's random numbers against vectors made by another implementation."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from oracle.rng import Rng, create, for_table, fork, splitmix

VECTORS: dict[str, Any] = json.loads(
    (Path(__file__).parent / "data" / "kernel-vectors.json").read_text(encoding="utf-8")
)


def words(rng: Rng) -> list[str]:
    return [hex(rng.state), hex(rng.increment)]


@pytest.mark.parametrize("seed", VECTORS["rngRaw"])
def test_raw_outputs(seed: str) -> None:
    expected, rng = VECTORS["rngRaw"][seed], create(int(seed))
    assert words(rng) == expected["initialState"]
    assert [hex(rng.next64()) for _ in expected["outputs"]] == expected["outputs"]
    assert words(rng) == expected["stateAfter10"]


@pytest.mark.parametrize(
    ("label", "seed", "low", "high"),
    [
        ("seed=7 range=[1,6]", 7, 1, 6),
        ("seed=7 range=[0,51]", 7, 0, 51),
        ("seed=42 range=[-3,3]", 42, -3, 3),
    ],
)
def test_bounded_integers(label: str, seed: int, low: int, high: int) -> None:
    rng, expected = create(seed), VECTORS["nextInt"][label]
    assert [rng.integer(low, high) for _ in expected] == expected


def test_all_bounded_vectors_are_used() -> None:
    assert len(VECTORS["nextInt"]) == 3


@pytest.mark.parametrize("seed", VECTORS["fork"])
def test_forks(seed: str) -> None:
    parent = create(int(seed))
    left, right = fork(parent)
    assert words(left) == VECTORS["fork"][seed]["left"]
    assert words(right) == VECTORS["fork"][seed]["right"]
    assert parent == create(int(seed))


@pytest.mark.parametrize("seed", VECTORS["shuffle"])
def test_shuffles(seed: str) -> None:
    # There each new token is created on top, so that the last of the ten is the first.
    rng, items = create(int(seed)), list(range(9, -1, -1))
    rng.shuffle(items)
    assert items == VECTORS["shuffle"][seed]["order"]
    assert words(rng) == VECTORS["shuffle"][seed]["rng"]


def test_splitmix_gives_its_published_outputs() -> None:
    assert splitmix(1234567, 2) == [6457827717110365317, 3203168211198807973]


def test_a_table_is_seeded_through_the_mixer() -> None:
    assert for_table(1234567) == create(6457827717110365317 << 64 | 3203168211198807973)
