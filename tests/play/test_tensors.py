"""Observations as tensors: those of the second model, the same for a state and its view, in all
worlds that a seat cannot distinguish."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from ludwright import pipeline
from ludwright.compiler.compile import compile_game
from ludwright.machine.program import Program
from ludwright.play.errors import GameFault
from ludwright.play.table import Table
from ludwright.play.tensors import Tensors
from ludwright.play.view import View
from models.tensor import named, numbers
from strategies import random_game

SLOW = {"brackwater"}  # to compile
GAMES = [name for name in pipeline.library_games() if name.partition(":")[0] not in SLOW]


def moments(program: Program, seed: int, moves: int) -> Iterator[tuple[Table, View]]:
    """The views of all seats along a random game."""
    table, rng = Table(program, seed=seed), random.Random(seed)
    for number in range(moves):
        if not number % 3 or table.over:
            for seat in range(program.seats):
                yield table, table.view(seat, past=False)
        if table.over:
            return
        try:
            table.apply_id(rng.choice(table.legal_ids()))
        except GameFault:
            return


def compare(tensors: Tensors, table: Table, view: View) -> None:
    """The observation of a view: by the kernel, from its state and from the table's; by hand."""
    layout = tensors.layout
    written = tensors.write(view.state, view.seat)
    assert (written == tensors.write(table.state, view.seat)).all()
    assert (written >= layout.low).all() and (written <= layout.high).all()
    found = named(view.program, layout.names, written.tolist())
    expected = numbers(view)
    if "up" not in layout.blocks:  # a zone says which way its tokens lie
        expected = {name: value for name, value in expected.items() if "face up" not in name}
    if "unknown" not in layout.blocks:  # all backs are alike
        expected = {name: value for name, value in expected.items() if ": unknown " not in name}
    assert found == pytest.approx(expected, rel=1e-6), (view, set(found) ^ set(expected))


@pytest.mark.quick(8)
@pytest.mark.parametrize("most", [False, True])
@pytest.mark.parametrize("name", GAMES)
def test_the_numbers_of_the_library_are_those_of_the_model(name: str, most: bool) -> None:
    definition = pipeline.load(name).game
    assert definition is not None
    program = compile_game(definition, definition.most_players if most else None)
    tensors = Tensors(program)
    assert len(set(tensors.layout.names)) == tensors.layout.size
    for table, view in moments(program, 7, 60):
        compare(tensors, table, view)


@pytest.mark.quick(1)
@pytest.mark.parametrize("first", range(0, 160, 20))
def test_the_numbers_of_random_games_are_those_of_the_model(first: int) -> None:
    compared = 0
    for seed in range(first, first + 20):
        program = compile_game(random_game(seed))
        tensors = Tensors(program)
        for table, view in moments(program, seed, 12):
            compare(tensors, table, view)
            compared += 1
    assert compared > 20
