"""Covered piles, removal, scores and losing, in small games played by the oracle."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from ludwright.gamedef import nodes as n

Sit = Callable[..., Any]
Lower = Callable[[str], n.GameDef]


def game(
    initial: str,
    moves: str,
    rest: str = "$win\nPILE ALL X Size > 90",
    deck: str = "1 {SPADES, HEARTS}",
) -> str:
    return f"Test\n$extended\n$cards\nDECK {deck}\n$initial\n{initial}\n$moves\n{moves}\n{rest}\n"


# ---- covered piles -------------------------------------------------------------------------------

PEAK = """CARD 1 FACE {top} COVERED_BY CARD[1] CARD[2]
CARD 1 FACE {left}
CARD 1 FACE {right}
X 1 SQ"""


def peak(face: str) -> str:
    """Three cards, of which the first lies below the two others, and a pile they may go to."""
    lines = PEAK.replace("FACE", face)
    return game(lines.format(top="S5", left="H6", right="S9"), "MOVE CARD X\nDEST Size >= 0")


@pytest.mark.parametrize("face", ["FACE_UNCOVERED", "FACE_ALL", "FACE_LAST"])
def test_what_is_covered_cannot_leave(face: str, table: Sit) -> None:
    t = table(peak(face))
    assert t.legal() == ["move CARD[1] X[0]", "move CARD[2] X[0]"]
    t.apply("move CARD[2] X[0]")
    assert t.legal() == ["move CARD[1] X[0]"]
    t.apply("move CARD[1] X[0]")
    assert t.legal() == ["move CARD[0] X[0]"]
    t.apply("move CARD[0] X[0]")
    assert t.zone("X") == ["QS", "9S", "6H", "5S"]


def test_faces_turn_up_when_the_last_cover_goes(table: Sit) -> None:
    t = table(peak("FACE_UNCOVERED"))
    ups = [[t.face_up("CARD", i) for i in range(3)]]
    for card in (1, 2):
        t.apply(f"move CARD[{card}] X[0]")
        ups.append([t.face_up("CARD", i) for i in range(3)])
    assert ups == [[[False], [True], [True]], [[False], [], [True]], [[True], [], []]]
    assert table(peak("FACE_ALL")).face_up("CARD", 0) == [True]


def test_only_the_top_card_of_an_uncovered_pile_turns_up(table: Sit) -> None:
    piles = "A 3 FACE_UNCOVERED COVERED_BY C[0]\nB 2 FACE_UNCOVERED COVERED_BY E[0]\nC 1\nE 0\nX 0"
    t = table(game(piles, "MOVE {A, C} X\nDEST Size >= 0"))
    assert t.face_up("A") == [False, False, False]
    # An empty pile covers nothing.
    assert t.face_up("B") == [False, True]
    t.apply("move C[0] X[0]")
    assert t.face_up("A") == [False, False, True]
    t.apply("move A[0] X[0]")
    assert t.face_up("A") == [False, True]


def test_nothing_is_put_on_a_covered_pile(table: Sit) -> None:
    piles = "A 1 S4 COVERED_BY C[0]\nB 1 S8\nC 1 S9\nX 0"
    t = table(game(piles, "MOVE B A\nDEST Size > 0\nMOVE C X\nDEST Empty"))
    assert t.legal() == ["move C[0] X[0]"]
    t.apply("move C[0] X[0]")
    assert t.legal() == ["move B[0] A[0]"]


def test_stacks_keep_to_covers_too(table: Sit) -> None:
    piles = "A 2 FACE_ALL {S4, S3} COVERED_BY C[0]\nC 1 S9\nB 0\nX 0"
    rules = "MOVE_STACK A B\nDEST Empty\nMOVE C X\nDEST Empty"
    t = table(game(piles, rules))
    assert t.legal() == ["move C[0] X[0]"]
    with pytest.raises(ValueError):
        t.apply("move_stack A[0]:1 B[0]")
    t.apply("move C[0] X[0]")
    assert t.legal() == ["move_stack A[0]:0 B[0]"]


def test_a_pile_that_is_covered_again_stays_face_up(table: Sit) -> None:
    piles = "A 1 FACE_UNCOVERED {S4} COVERED_BY C[0]\nC 1 S9\nX 0"
    t = table(game(piles, "MOVE C X\nDEST Empty\nMOVE X C\nDEST Empty\nMOVE A X\nDEST Empty"))
    t.apply("move C[0] X[0]")
    t.apply("move X[0] C[0]")
    assert t.face_up("A") == [True]
    assert t.legal() == ["move C[0] X[0]"]


def test_places_go_to_the_table_in_hundredths(lower: Lower) -> None:
    made = lower(game("A 1 AT 2.5 1\nX 0\nA 1 AT 0.05 12", "MOVE A X\nDEST Empty"))
    spots = [(spot.zone, spot.index, spot.x, spot.y) for spot in made.spots]
    assert spots == [("A", 0, 250, 100), ("A", 1, 5, 1200)]


def test_piles_that_cover_nothing_cost_nothing(lower: Lower) -> None:
    made = lower(game("A 1 AT 2.5 1\nX 0", "MOVE A X\nDEST Empty"))
    assert made.links == ()
    assert not any("cover" in repr(procedure) for procedure in made.procedures)
