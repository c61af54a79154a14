"""Small games about the shapes of things: played by hand, and in step with the oracle."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludwright.compiler.link import compile_game
from ludwright.gamedef import nodes as n
from ludwright.gamedef.text import read
from ludwright.gamedef.verify import verify
from ludwright.play.table import Table
from machining import lock_step

HERE = Path(__file__).parent


def game_of(name: str) -> n.GameDef:
    """A game of this folder."""
    game = read((HERE / f"{name}.txt").read_text(encoding="utf-8"), name)
    assert isinstance(game, n.GameDef)
    assert verify(game) == []
    return game


def table_of(name: str, **more: object) -> Table:
    """A table at which it is played."""
    return Table(compile_game(game_of(name)), **more)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", sorted(path.stem for path in HERE.glob("*.txt")))
def test_machine_and_oracle_agree(name: str) -> None:
    game = game_of(name)
    for seed in range(40):
        lock_step(game, game.least_players, seed, most=80)


# ---- lists ---------------------------------------------------------------------------------------


def test_a_joined_list_sorted_by_rank_keeps_equal_ones_in_order() -> None:
    table = table_of("lists")
    table.apply("in order")
    # Listed as seven, one, five, two, nine, other two; shown from the bottom up.
    expected = ["one", "two", "other two", "five", "seven", "nine"]
    assert table.zone("taken") == expected[::-1]


def test_a_list_backwards() -> None:
    table = table_of("lists")
    table.apply("backwards")
    assert table.zone("taken") == ["five", "two", "nine", "other two"]


def test_a_choice_from_joined_lists_has_an_item_as_often_as_it_occurs() -> None:
    table = table_of("lists")
    taken = [move for move in map(str, table.legal()) if move.startswith("take")]
    assert taken == ["take nine", "take seven", "take five", "take one"]
    table.apply("backwards")
    zones = list(map(str, table.legal()))
    assert zones == ["zone taken", "zone right", "zone left", "zone taken"]
