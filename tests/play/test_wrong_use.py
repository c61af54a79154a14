"""Wrong arguments to a table raise the table's own errors, which say what was expected."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

import ludwright as lw
from ludwright.play.errors import InvalidMove, MoveError, TableError
from ludwright.play.record import RecordError

Call = Callable[[lw.Game, Any], object]

MOVES: list[tuple[Call, str]] = [
    (lambda game, table: table.apply(None), "found None"),
    (lambda game, table: table.apply(1.5), "found 1.5"),
    (lambda game, table: table.apply(True), "found True"),
    (lambda game, table: table.apply([1]), "found [1]"),
    (lambda game, table: table.apply({1: 2}), "found {1: 2}"),
    (lambda game, table: table.apply_id("a"), "found 'a'"),
    (lambda game, table: table.move(None), "found None"),
    (lambda game, table: table.parse(None), "found None"),
    (lambda game, table: table.explain(None), "found None"),
    (lambda game, table: table.text(None), "found None"),
    (lambda game, table: table.apply_whole(None), "found None"),
]

TABLES: list[tuple[Call, str]] = [
    (lambda game, table: table.view("a"), "unknown seat 'a'; seats are 0 to 1"),
    (lambda game, table: table.view(0.0), "unknown seat 0.0; seats are 0 to 1"),
    (lambda game, table: table.view(True), "unknown seat True; seats are 0 to 1"),
    (lambda game, table: table.view(2), "unknown seat 2; seats are 0 to 1"),
    (lambda game, table: table.information(None), "unknown seat None; seats are 0 to 1"),
    (lambda game, table: game.table(deal=5), "expected a mapping from zones to cards, found 5"),
    (lambda game, table: game.table(deal={"draw_pile": 5}), "expected a list of cards, found 5"),
    (lambda game, table: game.table(deal={"draw_pile": "AS"}), "a list of cards, found 'AS'"),
    (lambda game, table: game.table(deal={"draw_pile": [5]}), "a list of cards, found [5]"),
    (lambda game, table: game.table(names=5), "expected 2 names, found 5"),
    (lambda game, table: game.table(names="ab"), "expected 2 names, found 'ab'"),
    (lambda game, table: game.table(names=[1, 2]), "expected 2 names, found [1, 2]"),
    (lambda game, table: game.table(names=["a"]), "expected 2 names, found ['a']"),
    (lambda game, table: game.table(pace=5), "unknown pace '5'"),
    (lambda game, table: game.table(rng=5), "found 5"),
    (lambda game, table: game.table(seed="a"), "a whole number from 0"),
    (lambda game, table: table.key("x"), "unknown key 'x'; expected exact, position or future"),
    (lambda game, table: table.zone(5), "unknown zone '5'"),
    (lambda game, table: table.variable(5), "unknown variable '5'"),
    (lambda game, table: table.zone("hand"), "'hand' needs a seat, 0 to 1"),
    (lambda game, table: table.zone("hand", 2), "'hand' needs a seat, 0 to 1"),
    (lambda game, table: table.zone("draw_pile", 3), "there is only one 'draw_pile'"),
]


@pytest.fixture(scope="module")
def game() -> lw.Game:
    return lw.load("crazy-eights")


@pytest.mark.parametrize(("wrong", "expected"), MOVES)
def test_what_is_not_a_move(game: lw.Game, wrong: Call, expected: str) -> None:
    table = game.table(seed=1)
    with pytest.raises(InvalidMove, match=re.escape(expected)):
        wrong(game, table)
    assert table.log == []


@pytest.mark.parametrize(("wrong", "expected"), TABLES)
def test_what_a_table_does_not_have(game: lw.Game, wrong: Call, expected: str) -> None:
    with pytest.raises(TableError, match=re.escape(expected)):
        wrong(game, game.table(seed=1))


def test_indexed_zones_say_their_indices() -> None:
    with pytest.raises(TableError, match=re.escape("'COLUMN' needs an index, 0 to 6")):
        lw.load("klondike").table().zone("COLUMN", 7)


@pytest.mark.parametrize("text", [None, 5, b"{}"])
def test_what_is_not_the_text_of_a_record(game: lw.Game, text: Any) -> None:
    with pytest.raises(RecordError, match=re.escape(f"expected a text, found {text!r}")):
        game.resume(text)


def test_taking_back_what_was_not_made(game: lw.Game) -> None:
    table = game.table(seed=1)
    table.apply(table.legal()[0])
    for count in (0, 2, -1, "a", None, True):
        with pytest.raises(MoveError, match="no move to take back"):
            table.undo(count)  # type: ignore[arg-type]
    assert len(table.log) == 1


def test_indices_of_moves_and_of_the_log(game: lw.Game) -> None:
    table: Any = game.table(seed=1)
    with pytest.raises(TypeError, match="indices are integers or slices, found 'a'"):
        table.legal()["a"]
    with pytest.raises(IndexError, match="0 moves were made"):
        table.made_text(0)
