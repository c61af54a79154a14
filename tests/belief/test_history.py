"""Observation histories are, step by step, those of the second model; snapshots never change."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from ludwright import pipeline
from ludwright.compiler.compile import compile_game
from ludwright.machine.program import Program
from ludwright.play.errors import GameFault
from ludwright.play.observed import Observed
from ludwright.play.table import Table
from models.observation import masks_of as model_masks_of
from models.observation_history import ObservationHistory as Model
from models.observation_history import Observed as Expected
from strategies import random_game

SLOW = {"brackwater"}  # to compile
GAMES = [name for name in pipeline.library_games() if name.partition(":")[0] not in SLOW]


def play(table: Table, rng: random.Random, moves: int) -> Iterator[None]:
    """Make random moves."""
    for _ in range(moves):
        if table.over:
            return
        try:
            table.apply(rng.choice(table.legal_ids()))
        except GameFault:
            return
        yield


def assert_equal(found: Observed, expected: Expected) -> None:
    """Compare an observation with the model's; hashes are compared elsewhere."""
    assert (found.seat, found.decider) == (expected.seat, expected.decider)
    assert (found.words == expected.words).all() and (found.shown == expected.shown).all()
    assert found.answered == expected.answered and len(found.steps) == len(expected.steps)
    for step, other in zip(found.steps, expected.steps, strict=True):
        for name in ("decider", "row", "kinds", "mixed", "seen"):
            assert getattr(step, name) == getattr(other, name), name
        assert (step.words == other.words).all() and (step.follows == other.follows).all()
    assert (found.possible == expected.possible).all()


def compare(table: Table, models: list[Model]) -> None:
    """Compare the histories of all seats."""
    for seat, model in enumerate(models):
        model.catch_up(table)
        assert_equal(table.view(seat)._observed, model.observed())


def models_of(table: Table) -> list[Model]:
    """The model's histories, one per seat."""
    masks = model_masks_of(table.program)
    return [Model(table, seat, masks, None) for seat in range(table.program.seats)]


def compare_game(program: Program, seed: int, moves: int, **settings: str) -> None:
    """Compare the histories of a random game, looking at some moments."""
    table, rng = Table(program, seed=seed, **settings), random.Random(seed)
    models = models_of(table)
    for number, _ in enumerate(play(table, rng, moves)):
        if number % 7 == 0:
            compare(table, models)
    compare(table, models)


@pytest.mark.quick(8)
@pytest.mark.parametrize("name", GAMES)
def test_library_games_are_remembered_as_by_the_model(name: str) -> None:
    game = pipeline.load(name).game
    for players in {game.least_players, min(4, game.most_players)}:
        compare_game(compile_game(game, players), players, 40)


@pytest.mark.deep
@pytest.mark.parametrize("name", sorted(SLOW))
def test_large_games_are_remembered_as_by_the_model(name: str) -> None:
    compare_game(compile_game(pipeline.load(name).game), 1, 60)


@pytest.mark.quick(1)
@pytest.mark.parametrize("first", range(0, 200, 40))
def test_random_games_are_remembered_as_by_the_model(first: int) -> None:
    for seed in range(first, first + 40):
        game = random_game(seed)
        compare_game(compile_game(game, game.most_players), seed, 10)


def test_pauses_and_chance_are_steps_too() -> None:
    for name, pace in (("go-fish", "event"), ("hearts", "phase")):
        compare_game(compile_game(pipeline.load(name).game), 1, 30, pace=pace)
    chance = compile_game(pipeline.load("kuhn-poker").game, chance=True)
    compare_game(chance, 1, 12)


def test_histories_follow_what_is_taken_back() -> None:
    program = compile_game(pipeline.load("go-fish").game, 3)
    table, rng = Table(program, seed=2), random.Random(2)
    models, kept = models_of(table), list[tuple[Observed, Expected]]()
    for _ in range(30):
        for _ in play(table, rng, rng.randrange(1, 9)):
            pass
        if table.over or (len(table.log) > 3 and rng.randrange(3) == 0):
            table.undo(rng.randrange(1, 1 + len(table.log)))
        other = table.branch() if rng.randrange(2) else table
        for _ in play(other, rng, rng.randrange(3)):
            pass
        for each in (other, table):
            seat = rng.randrange(3)
            models[seat].catch_up(each)
            kept.append((each.view(seat)._observed, models[seat].observed()))
            assert_equal(*kept[-1])
    for found, expected in kept:  # still as they were
        assert_equal(found, expected)


def test_a_history_goes_on_from_a_redeal() -> None:
    program = compile_game(pipeline.load("crazy-eights").game, 3)
    table, rng = Table(program, seed=4), random.Random(4)
    for _ in play(table, rng, 11):
        pass
    view = table.view(table.decider or 0)
    world = view.redeal(1)
    steps = len(view._observed.steps)
    for _ in play(world, rng, 5):
        found = world.view(view.seat)._observed
        assert len(found.steps) == steps + len(world.log)
        for step, other in zip(found.steps, view._observed.steps, strict=False):
            assert (step.words == other.words).all() and step.seen == other.seen
    assert len(view._observed.steps) == steps
