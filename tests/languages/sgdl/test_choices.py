"""Where the sources of the language differ: what was chosen, as far as no other test shows it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import ludwright as lw

Sit = Callable[..., Any]
FIVE = ["AS", "2S", "3S", "4S", "5S"]


def game(initial: str, moves: str, rest: str = "", deck: str = "1 {SPADES, HEARTS}") -> str:
    rest = rest or f"$win\nPILE ALL {initial.split()[0]} Size > 90"
    return f"Test\n$cards\nDECK {deck}\n$initial\n{initial}\n$moves\n{moves}\n{rest}\n"


def test_a_rotating_pile_starts_with_all_cards_face_down_in_the_stock(table: Sit) -> None:
    t = table(game("A 1\nDRAW 4 ROTATE 2 1 1", "MOVE DRAW A\nDEST Size >= 0"), FIVE)
    assert t.zone("DRAW") == ["5S", "4S", "3S", "2S"]
    assert (t.zone("WASTE"), t.zone("PASSED"), t.variable("redeals")) == ([], [], 0)
    assert t.legal() == ["draw"]


def test_one_redeal_is_one_redeal(table: Sit) -> None:
    """Two draws show the four cards, the third turns them over, two more show them again."""
    t = table(game("A 1\nDRAW 4 ROTATE 2 U 1", "MOVE DRAW A\nDEST Empty"), FIVE)
    for size in (2, 4, 0, 2, 4):
        assert t.legal() == ["draw"]
        t.apply("draw")
        assert len(t.zone("WASTE")) == size
    assert t.over


def test_passed_cards_are_out_of_reach_though_the_window_is_empty(table: Sit) -> None:
    t = table(game("A 1\nDRAW 4 ROTATE 4 1 1", "MOVE DRAW A\nDEST Size >= 0"), FIVE)
    t.apply("draw")
    t.apply("move DRAW A[0]")
    assert (t.zone("WASTE"), t.zone("PASSED")) == ([], ["4S", "3S", "2S"])
    assert t.legal() == ["draw"]
    t.apply("draw")
    t.apply("draw")
    assert (t.zone("WASTE"), t.legal()) == (["4S"], ["move DRAW A[0]"])


@pytest.mark.parametrize("draw", ["DEAL A", "ROTATE 1 U 0", "ROTATE 1 2 U"])
def test_an_empty_draw_pile_cannot_be_drawn_from(draw: str, table: Sit) -> None:
    t = table(game(f"A 1\nB 0\nDRAW 0 {draw}", "MOVE A B\nDEST Empty"), FIVE)
    assert t.legal() == ["move A[0] B[0]"]


def test_a_pile_is_not_moved_onto_itself_when_that_is_written_out(table: Sit) -> None:
    t = table(game("A 3 FACE_ALL\nA 1", "MOVE A A\nDEST Size > 0\nMOVE_STACK A A\nDEST Size > 0"))
    for text in ("move A[0] A[0]", "move_stack A[0]:2 A[0]", "move_stack A[0]:1 A[0]"):
        with pytest.raises(ValueError):
            t.apply(text)


def test_a_card_that_waits_below_is_not_seen_by_a_move_onto_its_own_pile() -> None:
    t = lw.loads(game("A 2\nA 1", "MOVE A A\nDEST Size > 0"), language="sgdl").table(seed=1)
    with pytest.raises(ValueError):
        t.apply("move A[0] A[0]")
    assert t.face_up("A") == [False, True]


def test_automatic_moves_go_in_the_order_of_the_rules_then_of_the_piles(table: Sit) -> None:
    auto = "$auto\nMOVE {B, A} {D, C}\nDEST Empty\n$win\nPILE ALL X Size > 90"
    initial = "A 1\nA 1\nB 1\nC 0\nD 0\nD 0\nX 1\nX 0"
    t = table(game(initial, "MOVE X X\nDEST Empty", auto), FIVE)
    t.apply("move X[0] X[1]")
    # B to the first D, then A to the second D (not yet to C), then the other A to C.
    assert (t.zone("D", 0), t.zone("D", 1), t.zone("C")) == (["3S"], ["AS"], ["2S"])


@pytest.mark.parametrize(
    ("cards", "mode", "holds"),
    [
        ("{S5, H5}", "equal", True),
        ("{S5, H6}", "equal", False),
        ("{S6, H7}", "add_13", True),
        ("{S6, H7}", "add_14", False),
        ("{S7, H7}", "add_14", True),
        ("{S5, H4}", "descending", True),
        ("{S4, H5}", "descending", False),
        ("{S4, H5}", "ascending", True),
    ],
)
def test_ranks_within_a_stack(cards: str, mode: str, holds: bool, table: Sit) -> None:
    moves = f"MOVE_STACK A B\nSRCSTACK Rank {mode}\nMOVE X X\nDEST Empty"
    t = table(game(f"A 2 FACE_ALL {cards}\nB 0\nX 1\nX 0", moves))
    starts = [1, 0] if holds else [1]  # one card is always a run
    assert t.legal() == ["move X[0] X[1]", *(f"move_stack A[0]:{i} B[0]" for i in starts)]


@pytest.mark.parametrize("mode", ["match", "match_color", "alternate_color"])
def test_every_mode_of_suits_can_be_explained(mode: str) -> None:
    """Seven of hearts onto eight of diamonds: only the colours match."""
    text = game(
        "A 1 H7\nB 1 D8\nX 1\nX 0",
        f"MOVE A B\nDESTSRC Suit {mode}\nMOVE X X\nDEST Empty",
        deck="1 {HEARTS, DIAMONDS}",
    )
    t = lw.loads(text, language="sgdl").table(seed=1)
    assert t.explain("move A[0] B[0]").legal is (mode == "match_color")


@pytest.mark.parametrize("place", ["DECK 1 SPADES {A, K}", "SRC Rank A", "DEST Rank {A, K}", "SA"])
def test_the_ace_is_a_one_and_nothing_else(place: str) -> None:
    deck = place.removeprefix("DECK ") if "DECK" in place else "1 SPADES"
    cards = place if place == "SA" else ""
    condition = place if "Rank" in place else "DEST Empty"
    text = game(f"A 1 {cards}\nB 1", f"MOVE A B\n{condition}", deck=deck)
    with pytest.raises(lw.GameError):
        lw.loads(text, language="sgdl")
