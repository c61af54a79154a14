"""A seat's side: it works with a view that leads to no table."""

from __future__ import annotations

import pickle
from functools import cache

import pytest

import ludwright as lw
from ludwright.play.errors import IllegalMove, InvalidMove
from ludwright.play.table import Table
from ludwright.table.explanation import explain
from ludwright.table.seat import Seat

game = cache(lw.load)


def seat_of(table: Table, seat: int | None = None) -> Seat:
    """The side of a seat, by default of the one that decides, with nothing but bytes in between."""
    view = table.view((table.decider or 0) if seat is None else seat)
    return Seat(pickle.loads(pickle.dumps(view)))


def test_moves_are_found_by_number_and_text() -> None:
    table = game("klondike").table(seed=3)
    seat = seat_of(table)
    assert seat.question() == "your move" and seat.numbered and seat.hides_cards()
    assert [str(move) for move in seat.moves()] == [str(move) for move in table.legal()]
    first = seat.find("2")
    assert first == seat.find("ad column 1 -> foundation 1") == table.legal()[1]
    table.apply(first)
    with pytest.raises(InvalidMove):
        seat.find("no such move")
    with pytest.raises(IllegalMove):
        seat.find("KS column 1 -> foundation 1")


def test_a_set_is_found_by_its_texts() -> None:
    table = game("hearts").table(seed=3, players=3)
    seat = seat_of(table)
    picks = seat.picks()
    assert picks is not None and seat.question() == "Pass three cards (pick 3)"
    items = picks.items[:3]
    move = seat.set_of(items)
    assert move == seat.find(" + ".join(reversed(items))) == seat.find(" ".join(items))
    assert seat.means_a_move(" + ".join(items)) and not seat.means_a_move(items[0])
    table.apply(move)
    with pytest.raises(IllegalMove, match="pick 3 of these 17 items, not 2"):
        seat.set_of(items[:2])


def test_a_seat_that_waits_has_nothing_to_choose() -> None:
    table = game("crazy-eights").table(seed=3, players=3)
    seat = seat_of(table, ((table.decider or 0) + 1) % 3)
    assert not seat.mine and seat.waits and seat.moves() == () and seat.picks() is None
    with pytest.raises(IllegalMove, match="there are 0 legal moves"):
        seat.find(str(table.legal()[0]))


def test_a_pause_is_continued_with_nothing() -> None:
    table = game("war").table(seed=3, pace="turn")
    seat = seat_of(table, 1)
    assert seat.mine and seat.waits and seat.question() == "enter = continue"
    table.apply(seat.find(""))
    assert len(table.log) == 1


def test_the_end_is_told_from_the_view() -> None:
    table = game("kuhn-poker").table(seed=3)
    while not table.over:
        table.apply(table.legal()[0])
    seat = seat_of(table, 0)
    assert seat.question() == seat.ending() and "won" in seat.ending()
    assert seat.moves() == ()


def test_explanations_are_for_the_seat_that_decides() -> None:
    table = game("klondike").table(seed=3)
    assert explain(table, 0, index=1) == explain(table, 0, text=str(table.legal()[1]))
    assert explain(table, 0, text="AD column 1 -> column 2").legal is False
    with pytest.raises(InvalidMove):
        explain(table, 0)
    with pytest.raises(InvalidMove):
        explain(table, 0, index=99)
    many = game("crazy-eights").table(seed=3, players=3)
    with pytest.raises(IllegalMove, match="not your turn"):
        explain(many, ((many.decider or 0) + 1) % 3, index=0)
