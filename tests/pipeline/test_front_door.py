"""The front door: every name is there, and opening it costs nothing."""

from __future__ import annotations

import importlib.util
import inspect
import os
import pydoc
import subprocess
import sys
from pathlib import Path

import pytest

import ludwright

SRC = Path(ludwright.__file__).parent.parent


@pytest.mark.parametrize("name", ludwright.__all__)
def test_every_name_can_be_imported(name: str) -> None:
    found: dict[str, object] = {}
    exec(f"from ludwright import {name}", found)
    assert found[name] is getattr(ludwright, name)
    assert getattr(found[name], "__doc__", None)


def test_no_other_name_can() -> None:
    with pytest.raises(ImportError, match="nothing_like_this"):
        from ludwright import nothing_like_this  # noqa: F401


def test_all_names_with_a_home_are_shown() -> None:
    assert ludwright.__all__ == sorted(ludwright.__all__, key=lambda x: (not x.isupper(), x))
    assert set(ludwright._HOMES) | {"__version__"} == set(ludwright.__all__)


def test_opening_the_door_loads_nothing_heavy() -> None:
    code = "import sys, ludwright; print(*sorted(sys.modules))"
    loaded = {name.partition(".")[0] for name in fresh(code).split()}
    assert "ludwright" in loaded
    assert loaded.isdisjoint({"numpy", "numba", "llvmlite", "yaml", "click"})


def fresh(code: str) -> str:
    """What some Python prints that has not loaded anything before."""
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=os.environ | {"PYTHONPATH": str(SRC)},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


def test_dir_and_help_list_the_front_door() -> None:
    listed = fresh("import ludwright; print(*dir(ludwright))").split()
    assert {name for name in listed if not name.startswith("_")} == {
        name for name in ludwright.__all__ if not name.startswith("_")
    }
    # A second front door, of which no name was asked for: it leads to rooms that are loaded.
    assert ludwright.__spec__ and ludwright.__spec__.loader
    door = importlib.util.module_from_spec(ludwright.__spec__)
    ludwright.__spec__.loader.exec_module(door)
    assert not set(vars(door)) & set(ludwright._HOMES)
    page = pydoc.plain(pydoc.render_doc(door))
    for name in {*ludwright.__all__} - {"__version__"}:
        assert f"class {name}" in page or f"{name}(" in page or f"{name} = " in page, name


def test_settings_have_names_and_types() -> None:
    game = ludwright.Game
    doors = [game.table, game.simulate, game.solve, game.contract, game.check_by_play]
    doors += [game.report, ludwright.report]
    for door in (*doors, game.resume, game.position, ludwright.load, ludwright.solve):
        for parameter in inspect.signature(door).parameters.values():
            assert parameter.kind is not inspect.Parameter.VAR_KEYWORD, door
            assert parameter.name == "self" or parameter.annotation != "Any", door


def test_what_is_printed_says_what_it_is_and_gives_nothing_away() -> None:
    game = ludwright.load("hearts")
    assert repr(game) == "<Game hearts for 3 to 5>"
    shown = set()
    for seed in (1, 2):
        table = game.table(players=3, seed=seed)
        assert repr(table) == f"<Table of hearts, seed {seed}, 0 moves made: player 1 decides>"
        move = table.legal()[0]
        assert repr(move) == f"<Move {move.id}: {move}>"
        shown.add(repr(table.view(1)))
    assert shown == {"<View of Hearts from seat 1: seat 0 decides>"}
    war = ludwright.load("war").table(pace="turn")
    assert repr(war).endswith("paused>") and repr(war.view(0)).endswith("paused>")
