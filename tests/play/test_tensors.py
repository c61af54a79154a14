"""Observations as tensors: those of the second model, the same for a state and its view, in all
worlds that a seat cannot distinguish."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Iterator

import pytest

import ludwright as lw
from ludwright import pipeline
from ludwright.belief import tensor_layout
from ludwright.compiler.compile import compile_game
from ludwright.gamedef.canonical import read
from ludwright.gamedef.nodes import GameDef
from ludwright.machine.native import PLAIN
from ludwright.machine.program import Program
from ludwright.play.contract import contract
from ludwright.play.errors import GameFault
from ludwright.play.table import Table
from ludwright.play.tensors import Tensors
from ludwright.play.view import View
from models.tensor import named, numbers
from play.test_audience import GAME as SECRETS
from strategies import random_program

Patch = pytest.MonkeyPatch

SLOW = {"brackwater"}  # to compile
GAMES = [name for name in pipeline.library_games() if name.partition(":")[0] not in SLOW]


def moments(program: Program, seed: int, moves: int) -> Iterator[tuple[Table, View]]:
    """The views of all seats along a random game."""
    rng = random.Random(seed)
    try:
        table = Table(program, seed=seed)
    except GameFault:  # a random game may break while it is set up
        return
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
    game = lw.load(name)
    program = game.program(game.definition.most_players if most else None)
    tensors = Tensors(program)
    assert len(set(tensors.layout.names)) == tensors.layout.size
    for table, view in moments(program, 7, 60):
        compare(tensors, table, view)


@pytest.mark.quick(1)
@pytest.mark.parametrize("first", range(0, 160, 20))
def test_the_numbers_of_random_games_are_those_of_the_model(first: int) -> None:
    compared = 0
    for seed in range(first, first + 20):
        program = random_program(seed)
        tensors = Tensors(program)
        for table, view in moments(program, seed, 12):
            compare(tensors, table, view)
            compared += 1
    assert compared > 20


# ---- hidden information --------------------------------------------------------------------------


def test_only_the_own_card_shows_before_the_first_move() -> None:
    program = lw.load("kuhn-poker").program()
    found: dict[str | None, set[bytes]] = {}
    for seed in range(40):
        view = Table(program, seed=seed).view(0, past=False)
        (card,) = view.zone("hand", 0)
        found.setdefault(card, set()).add(Tensors(program).write(view.state, 0).tobytes())
    # One observation for each of the three cards, whoever has the other two.
    assert set(found) == {"J", "Q", "K"} and all(len(each) == 1 for each in found.values())
    assert len(set.union(*found.values())) == 3


def messages(name: str) -> set[str]:
    """What the test of two worlds finds in a game."""
    tested = contract(lw.load(name).program(), games=1, most=8)
    assert tested.worlds
    return {breach.message.partition(" hidden")[0] for breach in tested.breaches}


def test_observations_through_the_eyes_of_others_are_found(monkeypatch: Patch) -> None:
    write = Tensors.write
    monkeypatch.setattr(
        Tensors, "write", lambda self, state, seat, out=None: write(self, state, 0, out)
    )
    found = messages("go-fish")
    assert found and all(each.startswith("the observation 'own hand: ") for each in found)


def test_variables_are_named_as_the_observer_calls_them() -> None:
    made = read(SECRETS)
    assert isinstance(made, GameDef)
    table = Table(compile_game(made))
    table.apply(table.legal()[1])
    tensors = Tensors(table.program)
    names = tensors.layout.names
    assert not [name for name in names if "dark" in name or "mine of" in name]
    seen = [dict(zip(names, tensors.write(table.state, seat), strict=True)) for seat in range(3)]
    assert [each["open"] for each in seen] == [1, 1, 1]
    assert [each["own mine"] for each in seen] == [0, 4, 0]
    known = [[each["own known"], each["known of seat +1"]] for each in seen]
    assert known == [[0, 5], [5, 0], [0, 0]]
    assert [each["seat +2 decides"] for each in seen] == [0, 1, 0]


# ---- the layout ----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["hearts", "spider-1-suit", "thirty-one", "orchard"])
def test_large_layouts_have_less_detail(name: str, monkeypatch: Patch) -> None:
    program = lw.load(name).program()
    sizes = []
    for detail in tensor_layout.DETAILS:
        monkeypatch.setattr(tensor_layout, "DETAILS", (detail,))
        tensors = Tensors(program)
        layout = tensors.layout
        assert layout.detail == detail and len(set(layout.names)) == layout.size
        sizes.append(layout.size)
        tokens = layout.blocks["tokens"]
        for table, view in moments(program, 3, 12):
            written = tensors.write(view.state, view.seat)
            assert (written == tensors.write(table.state, view.seat)).all()
            assert (written >= layout.low).all() and (written <= layout.high).all()
            known = sum(map(view.knows_token, range(1, len(program.tokens))))
            assert written[tokens.start : tokens.start + tokens.size].sum() == known
    assert sizes == sorted(sizes, reverse=True)
    monkeypatch.undo()
    assert Tensors(program).layout.size == sizes[0] > sizes[2]
    monkeypatch.setattr(tensor_layout, "MOST_NUMBERS", sizes[2])
    assert Tensors(program).layout.size <= sizes[2]


@pytest.mark.deep
def test_plain_python_writes_the_same() -> None:
    found = []
    for plain in ({}, {PLAIN: "1"}):
        command = [sys.executable, "-m", "tools.tensor_digests"]
        path = {"PYTHONPATH": os.pathsep.join([*sys.path, "tests"])}
        run = subprocess.run(
            command, env={**os.environ, **path, **plain}, capture_output=True, text=True, check=True
        )
        found.append(run.stdout)
    assert found[0] == found[1] and len(found[0].splitlines()) == 4
