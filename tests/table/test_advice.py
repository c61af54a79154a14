"""Advice: level 4's on a seat's own view, with equivalent moves as one."""

from __future__ import annotations

import pytest

import ludwright as lw
from ludwright import TableError
from ludwright.play.view import View
from ludwright.players import Advice, advise
from ludwright.table.advice import advice_text, advised, strong_player
from ludwright.table.seat import Seat


def test_equivalent_moves_are_one_with_all_their_visits() -> None:
    """Four empty foundations: an ace goes to any of them."""
    game = lw.load("freecell")
    for seed in range(1, 40):
        person = Seat(game.table(seed=seed).view(0), "", ("FOUNDATION", "CELL"))
        legal, listed = person.view.legal(), person.moves()
        if len(legal) > len(listed):
            break
    assert len(legal) > len(listed) > 1

    def equal(view: View) -> list[Advice]:
        return [Advice(move, 1 / len(legal), 0.5) for move in legal]

    found = advised(person, equal)
    assert {each.move for each in found} == {*listed}
    assert sum(each.share for each in found) == pytest.approx(1)
    assert found[0].share > found[-1].share and all(each.utility == 0.5 for each in found)


def test_nobody_needs_advice_without_a_choice() -> None:
    def never(view: View) -> list[Advice]:
        raise AssertionError

    table = lw.load("crazy-eights").table(seed=1)
    assert table.decider is not None
    assert advised(Seat(table.view(1 - table.decider)), never) == []


def test_the_best_few_are_shown() -> None:
    table = lw.load("crazy-eights").table(players=4, seed=3)
    moves = lw.load("klondike").table(seed=7).legal()[:2]
    advice = [Advice(moves[0], 0.875, 0.25), Advice(moves[1], 0.125, -1.0)]
    assert advice_text(advice, str) == f"{moves[0]} (88 %, +0.25); {moves[1]} (12 %, -1.00)"
    assert advice_text(advice * 3, str).count(";") == 2
    assert table.log == []


def test_people_get_the_advice_of_level_4_which_sees_what_they_see() -> None:
    table = lw.load("crazy-eights").table(players=2, seed=3)
    while len(table.legal()) < 3:
        table.apply(table.legal()[0])
    seat = table.decider
    assert seat is not None
    view = table.view(seat)
    found = advised(Seat(view), strong_player)
    assert found and found == sorted(advise(view, level=4), key=lambda each: -each.share)
    assert sum(each.share for each in found) == pytest.approx(1, abs=0.02)
    assert all(-1 <= each.utility <= 1 for each in found)
    for seed in range(9):
        try:
            there = view.redeal(seed, by_past=False)
        except TableError:
            continue
        if there.view(seat).as_bytes() == view.as_bytes() and there.state.tobytes() != (
            table.state.tobytes()
        ):
            break
    else:
        raise AssertionError("no other world was found")
    again = advised(Seat(there.view(seat)), strong_player)
    assert [(e.move.id, e.share, e.utility) for e in again] == [
        (e.move.id, e.share, e.utility) for e in found
    ]
