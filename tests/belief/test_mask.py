"""Masked states are, word by word, those of the second model."""

from __future__ import annotations

import random
from collections.abc import Iterator

import numpy as np
import pytest

from ludwright import pipeline
from ludwright.belief import mask_table
from ludwright.compiler.compile import compile_game
from ludwright.gamedef import nodes as n
from ludwright.gamedef.walk import walk
from ludwright.machine import state as m
from ludwright.machine.program import Array, Program
from ludwright.play import observation
from ludwright.play.errors import GameFault
from ludwright.play.setup import PACES
from ludwright.play.table import Table
from models.observation import Masks as Model
from strategies import random_program
from tools.lockstep import Machine

SLOW = {"brackwater"}  # to compile
GAMES = [name for name in pipeline.library_games() if name.partition(":")[0] not in SLOW]


def positions(program: Program, seed: int, moves: int) -> Iterator[Array]:
    """The states of a random game."""
    table, rng = Table(program, seed=seed), random.Random(seed)
    for _ in range(moves):
        yield table._state.copy()
        if table.over:
            return
        try:
            table.apply(rng.choice(table.legal_ids()))
        except GameFault:
            return


def random_positions(program: Program, seed: int, moves: int) -> Iterator[Array]:
    """The states of a random game of a random program, whose moves may have no texts."""
    machine, rng = Machine(program, seed), random.Random(seed)
    for _ in range(moves):
        if machine.status != "decision":
            return
        yield machine.state
        machine.choose(rng.choice(machine.options()))


def assert_equal(one: Array, other: Array, what: object) -> None:
    assert (one == other).all(), (what, np.flatnonzero(one != other)[:9])


def compare(masks: observation.Masks, model: Model, state: Array, seat: int) -> None:
    """Everything that depends on masking, by both."""
    for joined in (False, True):
        both = [x.joined(state, seat) if joined else x.masked(state, seat) for x in (masks, model)]
        (words, labels), (expected, known_as) = both
        assert_equal(words, expected, "words")
        assert_equal(labels, known_as, "labels")
    assert sorted(masks.blanks(words, seat)) == sorted(model.blanks(words, seat))
    assert sorted(masks.blanks(state, seat)) == sorted(model.blanks(state, seat))
    assert_equal(masks.names(state, seat), model.names(state, seat), "names")
    # Any permutation within a back is one of labels.
    rng = np.random.default_rng(seat)
    dealt = np.arange(masks.n1, dtype=np.int32)
    for back in np.unique(masks.backs[1:]):
        tokens = np.flatnonzero(masks.backs == back)
        dealt[tokens] = rng.permutation(tokens)
    one, other = words.copy(), words.copy()
    masks.relabel(one, dealt)
    model.relabel(other, dealt)
    assert_equal(one, other, "relabelled")


def compare_library_game(name: str) -> None:
    game = pipeline.load(name).game
    for players in {game.least_players, game.most_players}:
        program = compile_game(game, players)
        masks, model = observation.Masks(program), Model(program)
        for number, state in enumerate(positions(program, players, 48)):
            if number % 4 == 0:
                for seat in range(0, players, 2):
                    compare(masks, model, state, seat)


@pytest.mark.quick(8)
@pytest.mark.parametrize("name", GAMES)
def test_library_games_are_masked_as_by_the_model(name: str) -> None:
    compare_library_game(name)


@pytest.mark.deep
@pytest.mark.parametrize("name", sorted(SLOW))
def test_large_games_are_masked_as_by_the_model(name: str) -> None:
    compare_library_game(name)


TOGETHER = ["gops", "gops:gamespec", "hearts", "sealed-bids"]


@pytest.mark.deep
def test_these_are_the_games_with_simultaneous_choices() -> None:
    """One language of each will do, but for the one whose rounds are lowered otherwise."""
    found = set()
    for name in GAMES:
        game = pipeline.load(name).game
        found |= {name} if any(isinstance(x, n.Together) for x in walk(game)) else set()
    assert {name.partition(":")[0] for name in found} == {x.partition(":")[0] for x in TOGETHER}
    assert set(TOGETHER) <= found


@pytest.mark.parametrize("pace", PACES)
@pytest.mark.parametrize("name", TOGETHER)
def test_pauses_inside_rounds_are_masked_as_by_the_model(name: str, pace: str) -> None:
    game = pipeline.load(name).game
    program = compile_game(game, game.least_players)
    masks, model = observation.Masks(program), Model(program)
    table, rng = Table(program, seed=2, pace=pace), random.Random(2)
    answers = pauses = 0
    while answers < 2 * program.seats and not table.over:
        inside = table.paused and table.together
        pauses += inside
        if inside or rng.random() < 0.1:
            for seat in range(program.seats):
                compare(masks, model, table._state, seat)
                assert table.view(seat).paused == table.paused
        answers += table.together and not table.paused
        table.apply(rng.choice(table.legal()))
    assert (pauses > 0) == (pace == "event")


@pytest.mark.quick(1)
@pytest.mark.parametrize("first", range(0, 200, 40))
def test_random_games_are_masked_as_by_the_model(first: int) -> None:
    attempts, lists = 0, 0
    for seed in range(first, first + 40):
        program = random_program(seed)
        masks, model = observation.Masks(program), Model(program)
        for state in random_positions(program, seed, 8):
            for seat in range(program.seats):
                compare(masks, model, state, seat)
            attempts += bool(state[m.CHECKPOINTS])
            lists += state[m.LIST_TOP] > program.code[m.P_LISTS]
    assert attempts and lists


def test_the_scratch_memory_grows() -> None:
    program = compile_game(pipeline.load("hearts").game, 4)
    masks = observation.Masks(program)
    scratch = observation.scratch_of(program)
    scratch.room, scratch.memory = 1, mask_table.scratch_memory(program, 1)
    state = next(positions(program, 1, 1))
    compare(masks, Model(program), state, 0)
    assert scratch.room > 1
