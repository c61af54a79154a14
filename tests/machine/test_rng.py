"""The machine's random numbers against vectors made by another implementation, and its laws."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludwright.compiler.compile import compile_game
from ludwright.gamedef import nodes as n
from ludwright.machine import api
from ludwright.machine import state as m
from ludwright.machine.rng import create, fork, generator, output, words
from oracle.rng import Rng, for_table
from tools.lockstep import Machine

VECTORS: dict[str, Any] = json.loads(
    (Path(__file__).parents[1] / "data" / "kernel-vectors.json").read_text(encoding="utf-8")
)
SEEDS = st.integers(0, 2**63 - 1)


def hexes(pair: tuple[int, int]) -> list[str]:
    return [hex(number) for number in pair]


def stream(seed: int) -> Any:
    """A generator in words as the machine keeps it, from the second word on."""
    return np.array([0, *words(*create(seed))], np.int32)


def draws(held: Any, bound: int, count: int) -> list[int]:
    return [int(api.below(held, 1, bound)) for _ in range(count)]


@pytest.mark.parametrize("seed", VECTORS["rngRaw"])
def test_raw_outputs(seed: str) -> None:
    expected, rng = VECTORS["rngRaw"][seed], create(int(seed))
    assert hexes(rng) == expected["initialState"]
    outputs = []
    for _ in expected["outputs"]:
        made, rng = output(*rng)
        outputs.append(hex(made))
    assert outputs == expected["outputs"]
    assert hexes(rng) == expected["stateAfter10"]


@pytest.mark.parametrize("seed", VECTORS["rngRaw"])
def test_outputs_of_the_words(seed: str) -> None:
    expected = VECTORS["rngRaw"][seed]
    outputs = [int(number, 16) for number in expected["outputs"]]
    for bound in (2**62, 3, 2**31 - 1):  # together they tell all 64 bits
        held = stream(int(seed))
        assert draws(held, bound, 10) == [number % bound for number in outputs]
        assert hexes(generator(held[1:].tolist())) == expected["stateAfter10"]


@pytest.mark.parametrize(
    ("label", "seed", "low", "high"),
    [
        ("seed=7 range=[1,6]", 7, 1, 6),
        ("seed=7 range=[0,51]", 7, 0, 51),
        ("seed=42 range=[-3,3]", 42, -3, 3),
    ],
)
def test_bounded_integers(label: str, seed: int, low: int, high: int) -> None:
    expected = VECTORS["nextInt"][label]
    found = draws(stream(seed), high - low + 1, len(expected))
    assert [low + number for number in found] == expected


def test_all_bounded_vectors_are_used() -> None:
    assert len(VECTORS["nextInt"]) == 3


@pytest.mark.parametrize("seed", VECTORS["fork"])
def test_forks(seed: str) -> None:
    left, right = fork(*create(int(seed)))
    assert hexes(left) == VECTORS["fork"][seed]["left"]
    assert hexes(right) == VECTORS["fork"][seed]["right"]


@pytest.mark.parametrize("seed", VECTORS["shuffle"])
def test_shuffles(seed: str) -> None:
    # There each new token is created on top, so that the last of the ten is the first.
    tokens = tuple(n.Token(name=str(9 - i), values=()) for i in range(10))
    game = n.GameDef(
        name="shuffle",
        zones=(n.Zone(name="pile"),),
        supplies=(n.Supply(name="all", zone="pile", tokens=tokens),),
        procedures=(n.Procedure(name="main", body=(n.Shuffle(zone=n.ZoneAt(name="pile")),)),),
    )
    program = compile_game(game)
    program.image[m.RNG : m.RNG + 8] = words(*create(int(seed)))
    machine = Machine(program, seed=None)
    shot = machine.snapshot()
    order = [int(program.tokens[token]) for token in shot["zones"]["pile", None, 0]]
    assert order == VECTORS["shuffle"][seed]["order"]
    assert hexes(shot["rng"]) == VECTORS["shuffle"][seed]["rng"]


def test_a_number_beyond_the_last_full_round_is_drawn_again() -> None:
    # Two full rounds of 3 * 2^61 leave a quarter of all draws over; the oracle sums another way.
    held, rng = stream(5), Rng(*create(5))
    bound = 3 * 2**61
    assert draws(held, bound, 200) == [rng.integer(0, bound - 1) for _ in range(200)]
    assert generator(held[1:].tolist()) == (rng.state, rng.increment)


@given(SEEDS, st.integers(1, 2**62))
def test_numbers_stay_below_their_bound(seed: int, bound: int) -> None:
    assert all(0 <= number < bound for number in draws(stream(seed), bound, 5))


@given(SEEDS)
def test_a_state_is_seeded_as_a_table_is(seed: int) -> None:
    state = np.zeros(m.KNOWN, np.int32)
    api.seed_state(state, seed)
    expected = for_table(seed)
    found = generator(state[m.RNG : m.RNG + 8].tolist())
    assert found == (expected.state, expected.increment)
    assert not state[: m.RNG].any()


@given(SEEDS, st.integers(0, 2**40))
def test_the_seed_of_a_game_of_a_batch_is_fixed_and_never_negative(seed: int, i: int) -> None:
    mixed = int(api.mix(seed, i))
    assert mixed == int(api.mix(seed, i))
    assert 0 <= mixed < 2**63
    assert int(api.bot_seed(mixed)) != mixed


def test_the_games_of_a_batch_differ() -> None:
    seeds = {int(api.mix(seed, i)) for seed in range(20) for i in range(500)}
    assert len(seeds) == 20 * 500
