"""Covered piles, removal, scores and losing, in small games played by the oracle."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from ludwright.gamedef import nodes as n
from tools.lockstep import lock_step

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
    assert t.legal() == ["move_stack A[0]:1 B[0]", "move_stack A[0]:0 B[0]"]


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


# ---- removing cards ------------------------------------------------------------------------------


def row(*cards: str) -> str:
    """A pile CARD for each card, a pile X, and a pile for what is removed."""
    return "\n".join([*(f"CARD 1 {card}" for card in cards), "X 1 CQ", "OUT 0"])


THREE = "1 {SPADES, HEARTS, CLUBS}"


def test_a_single_card_is_removed(table: Sit) -> None:
    t = table(game(row("SK", "H4", "HK"), "REMOVE {CARD, X} TO OUT\nSRC Rank K", deck=THREE))
    assert t.legal() == ["remove CARD[0]", "remove CARD[2]"]
    assert t.legal("")[1] == "KH  card 3 -> out"
    t.apply("remove CARD[2]")
    assert (t.zone("OUT"), t.zone("CARD", 2), t.face_up("OUT")) == (["KH"], [], [True])


def test_each_two_piles_are_listed_once(table: Sit) -> None:
    rule = "REMOVE CARD CARD TO OUT\nPAIR Rank add_13"
    t = table(game(row("S6", "H7", "S7", "H6", "HK"), rule, deck=THREE))
    pairs = ["0] CARD[1", "0] CARD[2", "1] CARD[3", "2] CARD[3"]
    assert t.legal() == [f"remove CARD[{pair}]" for pair in pairs]
    assert t.legal("")[0] == "6S + 7H  card 1, card 2 -> out"
    t.apply("remove CARD[1] CARD[3]")
    # The first of the two goes first.
    assert t.zone("OUT") == ["7H", "6H"]
    assert t.legal() == ["remove CARD[0] CARD[2]"]
    with pytest.raises(ValueError):
        t.apply("remove CARD[2] CARD[0]")


def test_two_names_in_both_orders_are_one_pair(table: Sit) -> None:
    rule = "REMOVE {X, CARD} {CARD, X} TO OUT\nPAIR Rank add_13"
    t = table(game(row("S1", "H1", "SQ"), rule, deck=THREE))
    assert t.legal() == [
        "remove X[0] CARD[0]",
        "remove X[0] CARD[1]",
        "remove CARD[0] CARD[2]",
        "remove CARD[1] CARD[2]",
    ]


@pytest.mark.parametrize(
    ("condition", "pairs"),
    [
        ("PAIR Suit match", "02"),
        ("PAIR Suit alternate_color", "01 03 12 23"),
        ("PAIR Suit match_color", "02 13"),
        ("PAIR Rank equal", "13"),
        ("PAIR Rank add_14", "02"),
        # One of the two is the higher one, whichever comes first.
        ("PAIR Rank ascending", "01 03"),
        ("PAIR Rank descending", "01 03"),
        ("PAIR Rank distance 3", "12 23"),
        ("SRC Suit SPADES", "01 02 03 12 23"),
        ("AND\n    SRC Rank 5\n    DEST Rank 9", "02"),
        ("AND\n    DEST Rank 5\n    SRC Rank 9", "02"),
        ("OR\n    AND\n        SRC Rank 5\n        DEST Rank 9\n    PAIR Rank equal", "02 13"),
    ],
)
def test_conditions_of_pairs(condition: str, pairs: str, table: Sit) -> None:
    initial = row("S5", "H6", "S9", "D6") + "\nY 1 CK\nZ 0"
    # A move that is always there keeps the game from being stuck.
    rules = f"REMOVE CARD CARD TO OUT\n{condition}\nMOVE Y Z\nDEST Empty"
    deck = "1 {SPADES, HEARTS, CLUBS, DIAMONDS}"
    legal = table(game(initial, rules, deck=deck)).legal()
    found = [f"remove CARD[{first}] CARD[{second}]" for first, second in pairs.split()]
    assert legal == ["move Y[0] Z[0]", *found]


def test_what_each_name_stands_for_if_they_differ(table: Sit) -> None:
    rule = "REMOVE A B TO OUT\nAND\n    SRC Rank 5\n    DEST Rank 9"
    t = table(game("A 1 S5\nA 1 S9\nB 1 H5\nB 1 H9\nOUT 0\nX 0", rule))
    assert t.legal() == ["remove A[0] B[1]"]


def test_the_shown_card_of_the_draw_pile_is_one_of_a_pair(table: Sit) -> None:
    rules = "REMOVE {DRAW, CARD} {DRAW, CARD} TO OUT\nPAIR Rank add_13\n"
    rules += "REMOVE DRAW TO OUT\nSRC Rank K"
    t = table(game("CARD 1 S6\nDRAW 3 ROTATE 1 U 0\nOUT 0\nX 0", rules), ["7H", "KH", "2H"])
    assert t.legal() == ["draw"]
    t.apply("draw")
    assert t.legal() == ["draw", "remove DRAW CARD[0]"]
    assert t.legal("")[1] == "7H + 6S  waste, card -> out"
    t.apply("remove DRAW CARD[0]")
    t.apply("draw")
    t.apply("remove DRAW")
    assert t.zone("OUT") == ["7H", "6S", "KH"]


def test_covered_cards_are_not_removed_and_what_was_below_turns_up(table: Sit) -> None:
    piles = """CARD 1 FACE_UNCOVERED {S3} COVERED_BY CARD[1] CARD[2]
CARD 1 FACE_UNCOVERED {S6}
CARD 1 FACE_UNCOVERED {H7}
CARD 1 FACE_UNCOVERED {H10}
OUT 0
X 0"""
    rules = "REMOVE CARD CARD TO OUT\nPAIR Rank add_13\nREMOVE CARD TO OUT\nSRC Rank 3"
    t = table(game(piles, rules))
    assert t.legal() == ["remove CARD[1] CARD[2]"]
    t.apply("remove CARD[1] CARD[2]")
    assert t.face_up("CARD", 0) == [True]
    assert t.legal() == ["remove CARD[0] CARD[3]", "remove CARD[0]"]


def test_removal_comes_last_in_the_list_and_happens_by_itself(table: Sit) -> None:
    rules = "REMOVE A TO OUT\nSRC Rank 2\nMOVE_STACK A B\nDEST Empty\nMOVE A B\nDEST Empty"
    auto = "$auto\nREMOVE B TO OUT\nSRC Rank 2\n$win\nPILE ALL OUT Size == 1"
    t = table(game("A 2 FACE_ALL {S3, S2}\nB 0\nOUT 0", rules, auto))
    assert t.legal() == ["move A[0] B[0]", "move_stack A[0]:0 B[0]", "remove A[0]"]
    t.apply("move A[0] B[0]")
    assert t.won


# ---- losing and scores ---------------------------------------------------------------------------


def ending(t: Any) -> Any:
    return t.oracle.result


def test_a_game_is_lost_unless_it_is_won(table: Sit) -> None:
    piles, rules = "A 2 FACE_ALL {S3, S2}\nB 0\nX 0", "MOVE A {B, X}\nDEST Empty"
    ends = "$win\nPILE ALL A Empty\n$lose\nPILE ANY B Size > 0"
    t = table(game(piles, rules, ends))
    t.apply("move A[0] X[0]")
    assert not t.over
    t.apply("move A[0] B[0]")
    assert t.won
    t = table(game(piles, rules, ends))
    t.apply("move A[0] B[0]")
    assert t.over and ending(t) == ([], None, "lost")


SCORED = """$score
5 MOVE A B
7 MOVE_STACK A B
11 REMOVE A
13 REMOVE B A
-2 DRAW
-17 REDEAL
3 TURN A
100 WIN
"""


def test_points_for_moves_and_turned_cards(table: Sit) -> None:
    piles = "A 4 FACE_LAST {SK, S3, S2, S9}\nB 0\nX 0"
    t = table(game(piles, "MOVE A {B, X}\nDEST Size >= 0", f"{SCORED}$win\nPILE ALL A Empty"))
    t.apply("move A[0] B[0]")
    assert t.variable("score") == 5 + 3
    # There are no points for this move, but for the card below.
    t.apply("move A[0] X[0]")
    assert t.variable("score") == 5 + 3 + 3
    t.apply("move A[0] X[0]")
    t.apply("move A[0] X[0]")
    assert t.over and ending(t) == ([0], [5 + 3 * 3 + 100], "won")


def test_points_for_stacks_and_removal(table: Sit) -> None:
    piles = "A 3 FACE_ALL {SK, S3, S2}\nB 1 H10\nOUT 0"
    rules = "MOVE_STACK A B\nSRCSTACK Size == 2\nREMOVE A TO OUT\nSRC Rank K\n"
    rules += "REMOVE B A TO OUT\nPAIR Rank equal"
    ends = f"{SCORED}$win\nPILE ALL B Size > 9\n$lose\nPILE ALL OUT Size > 0"
    t = table(game(piles, rules, ends))
    t.apply("move_stack A[0]:1 B[0]")
    # Cards that lay face up are not turned.
    assert t.variable("score") == 7
    t.apply("remove A[0]")
    assert t.over and ending(t) == ([], [7 + 11], "lost")
    t = table(game(piles.replace("S2", "S10"), rules, ends))
    t.apply("remove B[0] A[0]")
    assert ending(t) == ([], [13], "lost")


def test_points_for_drawing(table: Sit) -> None:
    t = table(game("A 1\nB 1\nDRAW 2 ROTATE 2 U 1\nX 0", "MOVE A B\nSRC Rank {1, 2, 3}",
                   f"{SCORED}$win\nPILE ALL X Size > 9"), ["9S", "8S", "7S", "6S"])  # fmt: skip
    assert t.variable("score") == 0
    t.apply("draw")
    assert t.variable("score") == -2
    t.apply("draw")
    assert t.variable("score") == -2 - 17
    t.apply("draw")
    # Nothing is left to do: the result still has the score.
    assert t.over and ending(t) == ([], [-2 - 17 - 2], "stuck")


def test_points_for_uncovered_cards(table: Sit) -> None:
    piles = "C 1 FACE_UNCOVERED COVERED_BY A[0]\nA 1 FACE_UNCOVERED COVERED_BY X[0]\nX 1\nB 0"
    rest = "$score\n3 TURN A\n4 TURN C\n$win\nPILE ALL B Size == 3"
    t = table(game(piles, "MOVE {A, C, X} B\nDEST Size >= 0", rest))
    scores = []
    for name in "XAC":
        t.apply(f"move {name}[0] B[0]")
        scores.append(t.variable("score"))
    assert scores == [3, 7, 7]
    assert t.won is False and ending(t) == ([0], [7], "won")


def test_a_game_without_scores_has_none(lower: Lower) -> None:
    made = lower(game("A 1\nX 0", "MOVE A X\nDEST Empty"))
    assert made.variables == ()
    assert "Possible" not in repr(made.procedures)


# ---- on the machine ------------------------------------------------------------------------------

MACHINE = """CARD 1 FACE_UNCOVERED AT 1 0 COVERED_BY CARD[1] CARD[2]
CARD 1 FACE_UNCOVERED AT 0.5 1 COVERED_BY SIDE[0]
CARD 1 FACE_UNCOVERED AT 1.5 1
SIDE 2 FACE_UNCOVERED
SIDE 6 FACE_UNCOVERED COVERED_BY CARD[0]
DRAW 15 ROTATE 1 U 1
OUT 0
X 0"""
RULES = """REMOVE {CARD, SIDE, DRAW} {CARD, SIDE, DRAW} TO OUT
OR
    PAIR Rank ascending
    PAIR Rank add_13
REMOVE {CARD, SIDE} TO OUT
SRC Rank K
MOVE {SIDE, DRAW} CARD
DESTSRC Suit alternate_color"""


@pytest.mark.quick(1)
@pytest.mark.parametrize("seed", range(6))
def test_machine_and_oracle_agree(seed: int, lower: Lower) -> None:
    rest = (
        "$score\n-1 DRAW\n-5 REDEAL\n2 REMOVE {CARD, SIDE} {CARD, SIDE, DRAW}\n3 TURN {CARD, SIDE}"
    )
    rest += "\n1 MOVE SIDE CARD\n$win\nPILE ALL CARD Empty\n$lose\nPILE ANY CARD Size > 3"
    walk = lock_step(lower(game(MACHINE, RULES, rest)), 1, seed, most=60)
    assert walk.decisions > 5
