"""What a player may do and what happens then, in small games played by the oracle."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Sit = Callable[..., Any]
KLONDIKE = Path(__file__).parents[3] / "src/ludwright/library/klondike/klondike.sgdl"


def game(
    initial: str, moves: str, rest: str = "$win\nPILE ALL A Size > 90", suits: str = ""
) -> str:
    suits = suits or "{SPADES, HEARTS, CLUBS, DIAMONDS}"
    return f"Test\n$cards\nDECK 1 {suits}\n$initial\n{initial}\n$moves\n{moves}\n{rest}\n"


def laid(*piles: str) -> str:
    """Lines for piles with these starting cards, all face up: `laid("A S1 HK", "B")`."""
    lines = []
    for name, *cards in (pile.split() for pile in piles):
        chosen = " FACE_ALL {" + ", ".join(cards) + "}" if cards else ""
        lines.append(f"{name} {len(cards)}{chosen}")
    return "\n".join(lines)


# ---- the deal ------------------------------------------------------------------------------------


def test_cards_are_dealt_in_the_order_of_the_file(table: Sit) -> None:
    text = game("A 2\nDRAW 3 ROTATE 1 U U\nB 2", "MOVE A B\nDEST Empty")
    deal = ["KS", "QH", "2C", "3C", "4C", "JD", "10S"]
    t = table(text, deal)
    assert t.zone("A") == ["KS", "QH"]
    assert t.zone("DRAW") == ["4C", "3C", "2C"]
    assert t.zone("B") == ["JD", "10S"]
    assert len(t.zone("deck")) == 45
    assert not any(t.face_up("DRAW"))


@pytest.mark.parametrize(
    ("count", "face", "up"),
    [
        (4, "", [0, 0, 0, 1]),
        (4, "FACE_LAST", [0, 0, 0, 1]),
        (4, "FACE_ALL", [1, 1, 1, 1]),
        (4, "FACE_ALTERNATE_LAST", [0, 1, 0, 1]),
        (5, "FACE_ALTERNATE_LAST", [1, 0, 1, 0, 1]),
        (4, "FACE_HALF", [0, 0, 1, 1]),
        (5, "FACE_HALF", [0, 0, 1, 1, 1]),
        (1, "FACE_HALF", [1]),
        (0, "FACE_ALL", []),
    ],
)
def test_faces(count: int, face: str, up: list[int], table: Sit) -> None:
    t = table(game(f"A {count} {face}\nB 2", "MOVE B A\nDEST Size >= 0"))
    assert t.face_up("A") == [bool(each) for each in up]


def test_starting_cards_lie_as_written_and_are_never_dealt(table: Sit) -> None:
    text = game("A 3 {SK, H10, D1}\nB 3", "MOVE A B\nDEST Empty", suits="{SPADES}")
    text = text.replace("DECK 1 {SPADES}", "DECK 1 {SPADES, HEARTS, DIAMONDS} {1, 10, K}")
    t = table(text)
    assert t.zone("A") == ["KS", "10H", "AD"]
    assert t.face_up("A") == [False, False, True]
    assert not set(t.zone("A")) & set(t.zone("B") + t.zone("deck"))


def test_with_two_decks_one_copy_is_taken_for_each_mention(table: Sit) -> None:
    text = game("A 2 {S1, S1}\nB 1 S2\nC 1", "MOVE A C\nDEST Size > 0", suits="SPADES")
    t = table(text.replace("DECK 1", "DECK 2"))
    assert t.zone("A") == ["AS", "AS"]
    rest = t.zone("deck") + t.zone("C")
    assert (rest.count("AS"), rest.count("2S"), rest.count("3S")) == (0, 1, 2)


# ---- conditions: for each, the piles that the queen of hearts may go to ------------------------

PILES = {
    "B0": "",
    "B1": "S1",
    "B2": "HK",
    "B3": "SK",
    "B4": "DJ",
    "B5": "H2 C2",
    "B6": "CQ",
}


@pytest.mark.parametrize(
    ("condition", "targets"),
    [
        ("DEST Empty", "0"),
        ("DEST Size == 1", "12346"),
        ("DEST Size != 1", "05"),
        ("DEST Size < 1", "0"),
        ("DEST Size > 1", "5"),
        ("DEST Size <= 1", "012346"),
        ("DEST Size >= 1", "123456"),
        ("DEST Suit {SPADES, DIAMONDS}", "134"),
        ("DEST Rank {1, K}", "123"),
        ("SRC Suit HEARTS", "0123456"),
        ("SRC Suit {SPADES, CLUBS}", ""),
        ("SRC Rank {J, Q, K}", "0123456"),
        ("SRC Rank K", ""),
        ("DESTSRC Suit match", "2"),
        ("DESTSRC Suit match_color", "24"),
        ("DESTSRC Suit alternate_color", "1356"),
        ("DESTSRC Rank ascending", "4"),
        ("DESTSRC Rank descending", "23"),
        ("DESTSRC Rank equal", "6"),
        ("DESTSRC Rank add_13", "1"),
        ("DESTSRC Rank add_14", "5"),
        ("AND\n    DEST Rank K\n    DEST Suit SPADES", "3"),
        ("OR\n    DEST Empty\n    AND\n        DEST Rank K\n        DESTSRC Suit match", "02"),
    ],
)
def test_conditions_of_moves(condition: str, targets: str, table: Sit) -> None:
    piles = laid("A HQ", *(f"{name} {cards}" for name, cards in PILES.items()))
    text = game(piles, "MOVE A {" + ", ".join(PILES) + "}\n" + condition)
    # A move that is always there keeps the game from being stuck.
    always = "MOVE B1 A\nSRC Rank 1\n$win"
    legal = table(text.replace("$win", always)).legal()
    assert legal == [*(f"move A[0] B{i}[0]" for i in targets), "move B1[0] A[0]"]


def test_ranks_do_not_wrap(table: Sit) -> None:
    piles = laid("A S1 SK", "B HK", "C H1")
    text = game(piles, "MOVE A {B, C}\nOR\n    DESTSRC Rank ascending\n    DESTSRC Rank descending")
    assert table(text).over


# ---- stacks --------------------------------------------------------------------------------------

COLUMN = "A S9 H8 S7 H6 C5"


@pytest.mark.parametrize(
    ("condition", "starts"),
    [
        ("SRCSTACK Suit alternate_color", "43210"),
        ("SRCSTACK Rank descending", "43210"),
        ("SRCSTACK Rank ascending", "4"),
        ("SRCSTACK Suit match", "4"),
        ("SRCSTACK Size == 3", "2"),
        ("SRCSTACK Size != 3", "4310"),
        ("SRCSTACK Size >= 4", "10"),
        ("SRC Rank {6, 9}", "30"),
        ("SRC Suit SPADES", "20"),
        ("OR\n    SRCSTACK Suit match\n    SRCSTACK Size > 4", "40"),
        ("OR\n    SRCSTACK Suit alternate_color\n    SRCSTACK Suit match", "43210"),
        ("AND\n    SRCSTACK Rank descending\n    SRC Rank 8", "1"),
    ],
)
def test_conditions_of_stacks(condition: str, starts: str, table: Sit) -> None:
    text = game(
        laid(COLUMN, "B", "X SK", "Y"), f"MOVE_STACK A B\n{condition}\nMOVE X Y\nDEST Empty"
    )
    stacks = [f"move_stack A[0]:{i} B[0]" for i in starts]
    assert table(text).legal() == ["move X[0] Y[0]", *stacks]


def test_the_run_decides_by_its_lowest_card(table: Sit) -> None:
    text = game(laid(COLUMN, "B S8", "B D8", "B"), "MOVE_STACK A B\nDESTSRC Rank descending")
    t = table(text)
    assert t.legal() == ["move_stack A[0]:2 B[0]", "move_stack A[0]:2 B[1]"]
    t.apply("move_stack A[0]:2 B[1]")
    assert t.zone("A") == ["9S", "8H"]
    assert t.zone("B", 1) == ["8D", "7S", "6H", "5C"]


def test_runs_end_at_a_face_down_card_which_is_turned_up_in_the_end(table: Sit) -> None:
    t = table(game("A 4 FACE_HALF\nB 0", "MOVE_STACK A B\nDEST Empty"))
    assert t.legal() == ["move_stack A[0]:3 B[0]", "move_stack A[0]:2 B[0]"]
    t.apply("move_stack A[0]:2 B[0]")
    assert t.face_up("A") == [False, True]


def test_nothing_moves_onto_itself(table: Sit) -> None:
    t = table(
        game(laid("A SK SQ", "A"), "MOVE A A\nDEST Size >= 0\nMOVE_STACK A A\nDEST Size >= 0")
    )
    assert t.legal() == ["move A[0] A[1]", "move_stack A[0]:0 A[1]"]


# ---- drawing -------------------------------------------------------------------------------------

TEN = ["AS", "2S", "3S", "4S", "5S", "6S", "7S", "8S", "9S", "10S"]


def rotating(numbers: str, moves: str = "MOVE DRAW A\nDEST Size >= 0") -> str:
    return game(f"DRAW 5 ROTATE {numbers}\nA 1", moves, suits="SPADES")


def test_redeals_run_out(table: Sit) -> None:
    t = table(rotating("3 U 1"), TEN)
    for _ in range(5):
        assert t.legal()[0] == "draw"
        t.apply("draw")
    assert t.zone("WASTE") == TEN[:5]
    assert t.variable("redeals") == 1
    assert t.legal() == ["move DRAW A[0]"]


def test_no_redeal_at_all(table: Sit) -> None:
    t = table(rotating("5 U 0"), TEN)
    t.apply("draw")
    assert t.legal() == ["move DRAW A[0]"]


def test_an_empty_pile_is_not_turned_over(table: Sit) -> None:
    t = table(rotating("5 U U"), TEN)
    t.apply("draw")
    for _ in range(5):
        assert t.legal() == ["draw", "move DRAW A[0]"]
        t.apply("move DRAW A[0]")
    assert t.over
    assert not t.won


def test_a_narrow_window_passes_cards_that_come_back_in_their_order(table: Sit) -> None:
    t = table(rotating("3 2 U"), TEN)
    t.apply("draw")
    assert (t.zone("WASTE"), t.zone("PASSED")) == (["2S", "3S"], ["AS"])
    t.apply("move DRAW A[0]")
    assert (t.zone("WASTE"), t.zone("PASSED")) == (["2S"], ["AS"])
    t.apply("draw")
    # The first to pass is on top.
    assert (t.zone("WASTE"), t.zone("PASSED")) == (["4S", "5S"], ["2S", "AS"])
    t.apply("draw")
    assert (t.zone("DRAW"), t.zone("WASTE"), t.zone("PASSED")) == (["5S", "4S", "2S", "AS"], [], [])
    assert not any(t.face_up("DRAW"))


def test_dealing_goes_round_the_named_piles_and_may_end_early(table: Sit) -> None:
    text = game("DRAW 5 DEAL {B, A}\nA 1\nB 0\nB 1\nC 1", "MOVE A C\nSRC Rank K", suits="SPADES")
    t = table(text, TEN)
    t.apply("draw")
    assert (t.zone("B", 0), t.zone("B", 1), t.zone("A")) == (["5S"], ["7S", "4S"], ["6S", "3S"])
    t.apply("draw")
    assert (t.zone("B", 0), t.zone("B", 1), t.zone("A")) == (
        ["5S", "2S"],
        ["7S", "4S", "AS"],
        ["6S", "3S"],
    )
    assert all(t.face_up("A") + t.face_up("B", 0) + t.face_up("B", 1) + t.face_up("C"))
    assert t.over


@pytest.mark.parametrize(
    ("condition", "draws"),
    [
        ("PILE ALL A Size > 0", False),
        ("PILE ANY A Size > 0", True),
        ("PILE ANY A Empty", True),
        ("PILE ALL {A, DRAW} Empty", False),
        ("PILE ALL DRAW Size == 5", True),
        ("AND\n    PILE ANY A Empty\n    PILE ALL B Size != 1", False),
        ("OR\n    PILE ALL A Empty\n    PILE ALL B Size <= 1", True),
    ],
)
def test_conditions_of_drawing(condition: str, draws: bool, table: Sit) -> None:
    moves = f"MOVE B A\nDEST Empty\nDRAW\n{condition}"
    t = table(game("DRAW 5 ROTATE 1 U U\nA 0\nA 1\nB 1", moves))
    assert t.legal() == ["draw"] * draws + ["move B[0] A[0]"]


# ---- automatic moves and the end -----------------------------------------------------------------


def test_automatic_moves_follow_each_move_but_not_the_deal(table: Sit) -> None:
    moves = "MOVE A B\nDEST Empty"
    auto = "$auto\nMOVE {A, X} F\nDESTSRC Rank ascending\n$win\nPILE ALL F Size == 3"
    t = table(game(laid("A S2 S9", "B", "X S3", "F S1"), moves, auto))
    assert t.zone("F") == ["AS"]
    t.apply("move A[0] B[0]")
    assert t.zone("F") == ["AS", "2S", "3S"]
    assert t.won


def test_single_cards_move_by_themselves_before_stacks(table: Sit) -> None:
    moves = "MOVE X Y\nDEST Empty"
    auto = "$auto\nMOVE_STACK A B\nDEST Empty\nMOVE A C\nDEST Empty\n$win\nPILE ALL X Size > 90"
    t = table(game(laid("A S1 S2 S3", "B", "C", "X HK H2", "Y"), moves, auto))
    t.apply("move X[0] Y[0]")
    assert (t.zone("C"), t.zone("B"), t.zone("A")) == (["3S"], ["AS", "2S"], [])


def test_what_moves_by_itself_is_no_move_of_the_player(table: Sit) -> None:
    auto = "$auto\nMOVE A C\nDEST Size > 5\n$win\nPILE ALL X Size > 90"
    t = table(game(laid("A S1", "B", "C", "X"), "MOVE A B\nDEST Empty", auto))
    assert t.legal() == ["move A[0] B[0]"]


def test_automatic_moves_in_a_circle_are_stopped(table: Sit) -> None:
    auto = "$auto\nMOVE A A\nDEST Empty\n$win\nPILE ALL B Size > 90"
    t = table(game(laid("A S1", "A", "B S2", "C"), "MOVE B C\nDEST Empty", auto))
    t.apply("move B[0] C[0]")
    # The rule's own bound stops it, not the oracle's budget.
    assert (t.oracle.status, t.oracle.result) == ("fault", ([], None, "failed"))


@pytest.mark.parametrize(
    ("win", "won"),
    [
        ("PILE ALL {A, B} Empty", False),
        ("PILE ANY {A, B} Empty", True),
        ("PILE ALL DRAW Empty", False),
        ("PILE ALL DRAW Size == 5", True),
        ("AND\n    PILE ALL A Empty\n    PILE ALL B Size < 2", True),
    ],
)
def test_winning(win: str, won: bool, table: Sit) -> None:
    """The draw pile counts whole: two of its five cards are on the waste when it is asked."""
    moves = "MOVE A B\nDEST Empty\nMOVE B A\nDEST Empty"
    # The game starts unwon because one more pile, X, must have lost its card too.
    rule = "AND\n    PILE ALL X Empty\n" + "".join(f"    {line}\n" for line in win.splitlines())
    initial = "DRAW 5 ROTATE 2 U U\nA 1\nB 0\nX 1\nY 0"
    t = table(game(initial, moves + "\nMOVE X Y\nDEST Empty", f"$win\n{rule}"))
    for text in ("draw", "move A[0] B[0]", "move X[0] Y[0]"):
        t.apply(text)
    assert t.won is won


# ---- texts and a real game -----------------------------------------------------------------------


def test_texts_for_people(table: Sit) -> None:
    text = game(
        "DRAW 2 ROTATE 1 U U\n" + laid("COLUMN S9 H8 S7", "COLUMN H10", "CELL"),
        "MOVE {DRAW, COLUMN} CELL\nDEST Empty\nMOVE_STACK COLUMN COLUMN\nDESTSRC Rank descending",
        "$win\nPILE ALL CELL Size > 90",
    )
    t = table(text, ["2C", "3C"])
    t.apply("draw")
    assert t.legal("") == [
        "draw",
        "2C  waste -> cell",
        "7S  column 1 -> cell",
        "10H  column 2 -> cell",
        "9S..7S  column 1 -> column 2",
    ]


def test_klondike_starts_as_everybody_knows_it(table: Sit) -> None:
    t = table(KLONDIKE.read_text())
    assert [len(t.zone("COLUMN", i)) for i in range(7)] == [1, 2, 3, 4, 5, 6, 7]
    assert [sum(t.face_up("COLUMN", i)) for i in range(7)] == [1] * 7
    assert len(t.zone("DRAW")) == 24
    assert t.zone("deck") == []
    t.apply("draw")
    assert len(t.zone("WASTE")) == 3
