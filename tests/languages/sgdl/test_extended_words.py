"""What the words of the extended language mean, in small games played by the oracle."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from ludwright.gamedef import nodes as n
from ludwright.gamedef.walk import walk

Sit = Callable[..., Any]
FOUR = "1 {SPADES, HEARTS, CLUBS, DIAMONDS}"


def game(initial: str, moves: str, rest: str = "", deck: str = FOUR) -> str:
    rest = rest or f"$win\nPILE ALL {initial.split()[0]} Size > 90"
    return f"Test\n$extended\n$cards\nDECK {deck}\n$initial\n{initial}\n$moves\n{moves}\n{rest}\n"


def laid(*piles: str) -> str:
    """Lines for piles with these starting cards, all face up: `laid("A S1 HK", "B")`."""
    lines = []
    for name, *cards in (pile.split() for pile in piles):
        chosen = " FACE_ALL {" + ", ".join(cards) + "}" if cards else ""
        lines.append(f"{name} {len(cards)}{chosen}")
    return "\n".join(lines)


# ---- ranks ---------------------------------------------------------------------------------------

RANKS = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]


def fitting(card: str, mode: str, table: Sit, ranks: str = ", ".join(RANKS)) -> list[str]:
    """The ranks of the spades that a card may be put on."""
    onto = [f"B{rank} S{rank}" for rank in ranks.split(", ")]
    names = "{" + ", ".join(f"B{rank}" for rank in ranks.split(", ")) + "}"
    # A move that is always there keeps the game from being stuck.
    moves = f"MOVE A {names}\nDESTSRC Rank {mode}\nMOVE X Y\nDEST Empty"
    deck = "1 {SPADES, HEARTS, CLUBS} {" + ranks + "}"
    lowest = ranks.split(", ")[0]
    text = game(laid(f"A {card}", *onto, f"X C{lowest}", "Y"), moves, deck=deck)
    legal = table(text).legal()
    return [move.split()[-1][1:-3] for move in legal if "A[0]" in move]


@pytest.mark.parametrize(
    ("card", "mode", "onto"),
    [
        ("H1", "ascending_wrap", ["K"]),
        ("H2", "ascending_wrap", ["1"]),
        ("HK", "ascending_wrap", ["Q"]),
        ("HK", "descending_wrap", ["1"]),
        ("H1", "descending_wrap", ["2"]),
        ("H1", "distance 1", ["2"]),
        ("H5", "distance 1", ["4", "6"]),
        ("H5", "distance 3", ["2", "8"]),
        ("H5", "distance 5", ["10"]),
        ("H1", "distance_wrap 1", ["2", "K"]),
        ("HK", "distance_wrap 2", ["2", "J"]),
        ("H7", "distance_wrap 6", ["1", "K"]),
        ("H7", "distance_wrap 7", ["1", "K"]),
    ],
)
def test_ranks_that_wrap(card: str, mode: str, onto: list[str], table: Sit) -> None:
    assert fitting(card, mode, table) == onto


@pytest.mark.parametrize(
    ("card", "mode", "onto"),
    [
        ("H5", "ascending_wrap", ["8"]),
        ("H8", "descending_wrap", ["5"]),
        ("H5", "distance_wrap 1", ["6", "8"]),
        ("H5", "distance_wrap 2", ["7"]),
        ("H5", "distance 3", ["8"]),
    ],
)
def test_a_short_deck_wraps_at_its_own_ends(
    card: str, mode: str, onto: list[str], table: Sit
) -> None:
    assert fitting(card, mode, table, "5, 6, 7, 8") == onto


@pytest.mark.parametrize(
    ("mode", "starts"),
    [("descending_wrap", "4321"), ("ascending_wrap", "4"), ("distance_wrap 1", "43210")],
)
def test_runs_that_wrap(mode: str, starts: str, table: Sit) -> None:
    """From the bottom: an ace, a two, an ace, a king and a queen."""
    moves = f"MOVE_STACK A B\nSRCSTACK Rank {mode}\nMOVE X Y\nDEST Empty"
    t = table(game(laid("A S1 S2 H1 SK SQ", "B", "X C5", "Y"), moves))
    assert t.legal() == ["move X[0] Y[0]", *(f"move_stack A[0]:{i} B[0]" for i in starts)]


# ---- faces ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("count", "pattern", "up"),
    [
        (7, "ddduuuu", "0001111"),
        (2, "uu", "11"),
        (5, "(ud)*", "10101"),
        (4, "(ud)*", "0101"),
        (5, "(d)*uu", "00011"),
        (2, "(d)*uu", "11"),
        (6, "(udd)*u", "010011"),
        (0, "(ud)*", ""),
    ],
)
def test_patterns_of_faces(count: int, pattern: str, up: str, table: Sit) -> None:
    t = table(game(f"A {count} FACE {pattern}\nB 2", "MOVE B A\nDEST Size >= 0"))
    assert t.face_up("A") == [each == "1" for each in up]


def test_a_card_that_a_pattern_left_down_is_turned_up_in_its_turn(table: Sit) -> None:
    t = table(game("A 3 FACE udu\nB 0", "MOVE A B\nDEST Size >= 0\nMOVE_STACK A B\nDEST Empty"))
    assert t.legal() == ["move A[0] B[0]"]
    t.apply("move A[0] B[0]")
    assert t.face_up("A") == [True, True]


# ---- the base rank -------------------------------------------------------------------------------


def test_the_base_is_the_rank_of_the_bottom_card_and_stays(table: Sit) -> None:
    moves = "MOVE C F\nAND\n    DEST Empty\n    SRC Rank BASE\nMOVE F X\nDEST Empty"
    initial = "F 1 BASE\nF 0\nC 1\nC 1\nX 0"
    t = table(game(initial, moves), ["7H", "6S", "7C"])
    assert t.legal() == ["move C[1] F[1]", "move F[0] X[0]"]
    t.apply("move F[0] X[0]")
    # Only another seven fits, though the pile that gave the base is empty now.
    assert t.legal() == ["move C[1] F[0]", "move C[1] F[1]"]


def test_the_base_beside_other_ranks(table: Sit) -> None:
    initial = "F 2 FACE_ALL BASE\nC 1\nC 1\nC 1\nX 1\nX 0"
    moves = "MOVE X C\nDEST Rank {K, BASE}\nMOVE X X\nDEST Empty"
    t = table(game(initial, moves), ["7H", "2H", "2S", "7C", "KC", "9D"])
    assert t.legal() == ["move X[0] C[1]", "move X[0] C[2]", "move X[0] X[1]"]


def test_the_base_of_a_named_card(table: Sit) -> None:
    t = table(game("F 1 D9 BASE\nC 1\nX 0", "MOVE C X\nSRC Rank BASE"), ["9S"])
    assert t.legal() == ["move C[0] X[0]"]


# ---- conditions ----------------------------------------------------------------------------------


def test_the_size_of_the_source(table: Sit) -> None:
    piles = laid("A S1", "A S2 S3", "A S4 S5 S6", "B")
    assert table(game(piles, "MOVE A B\nSRC Size == 2")).legal() == ["move A[1] B[0]"]
    stacks = table(game(piles, "MOVE_STACK A B\nSRC Size > 2")).legal()
    assert stacks == [f"move_stack A[2]:{i} B[0]" for i in (2, 1, 0)]


def test_the_size_of_a_draw_pile_as_source_counts_all_its_parts(table: Sit) -> None:
    moves = "MOVE DRAW A\nSRC Size == 5\nMOVE B A\nDEST Empty"
    t = table(game("DRAW 5 ROTATE 3 2 U\nA 1\nB 1", moves))
    t.apply("draw")
    assert t.legal() == ["draw", "move DRAW A[0]"]
    t.apply("move DRAW A[0]")
    assert t.legal() == ["draw"]


def test_whole_piles(table: Sit) -> None:
    moves = "MOVE_STACK A B\nSRCSTACK Whole\nMOVE X X\nDEST Empty"
    t = table(game(laid("A S1 S2 S3", "A S4", "B", "X SK", "X"), moves))
    whole = ["move_stack A[0]:0 B[0]", "move_stack A[1]:0 B[0]"]
    assert t.legal() == ["move X[0] X[1]", *whole]
    t.apply(whole[1])
    with pytest.raises(ValueError):
        t.apply("move_stack A[0]:2 B[0]")


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        ("PILE ALL C Empty", False),
        ("PILE ANY C Empty", True),
        ("PILE ALL {A, X} Size == 1", True),
        ("PILE COUNT C Empty == 2", True),
        ("PILE COUNT C Empty > 2", False),
        ("PILE COUNT {C, B} Empty >= 3", True),
        ("PILE COUNT {A, X} Empty == 0", True),
        ("PILE COUNT {C, DRAW} Empty != 2", False),
    ],
)
def test_conditions_on_other_piles(condition: str, holds: bool, table: Sit) -> None:
    """Two of the three piles C are empty; the draw pile is not, though all of it is drawn."""
    initial = laid("A S1", "B", "C SK", "C", "C", "X S2", "Y") + "\nDRAW 1 ROTATE 1 U 0"
    t = table(game(initial, f"MOVE A B\n{condition}\nMOVE X Y\nDEST Empty"))
    t.apply("draw")
    assert t.legal() == ["move A[0] B[0]"] * holds + ["move X[0] Y[0]"]


def test_counting_empty_piles_for_drawing_and_winning(table: Sit) -> None:
    initial = laid("A S1", "A S2", "B") + "\nDRAW 2 DEAL A"
    moves = "MOVE A B\nDEST Size >= 0\nDRAW\nPILE COUNT A Empty == 1"
    t = table(game(initial, moves, "$win\nPILE COUNT A Empty == 2"))
    assert t.legal() == ["move A[0] B[0]", "move A[1] B[0]"]
    t.apply("move A[0] B[0]")
    assert t.legal() == ["draw", "move A[1] B[0]"]
    t.apply("move A[1] B[0]")
    assert t.won


@pytest.mark.parametrize(
    ("cells", "spaces", "to_column", "to_space"),
    [
        (0, 0, 1, 0),
        (1, 0, 2, 0),
        (3, 0, 4, 0),
        (0, 1, 2, 1),
        (1, 1, 4, 2),
        (2, 2, 8, 6),
        (1, 2, 8, 4),
        (2, 1, 6, 3),
    ],
)
def test_capacity(cells: int, spaces: int, to_column: int, to_space: int, table: Sit) -> None:
    """A run of eight; an empty column that the cards go to helps nobody."""
    run = "SK HQ SJ H10 S9 H8 S7 H6"
    piles = [f"COLUMN {run}", "COLUMN DK", *["COLUMN"] * spaces]
    piles += ["CELL"] * cells + ["CELL C2"] * (0 if cells else 1)
    moves = "MOVE_STACK COLUMN COLUMN\nSRCSTACK Capacity CELL COLUMN\nMOVE Z Z\nDEST Empty"
    text = game(laid(*piles, "Z C3", "Z"), moves, "$win\nPILE ALL Z Size > 90")
    legal = table(text).legal()

    def longest(target: int) -> int:
        ends = [move for move in legal if move.endswith(f" COLUMN[{target}]")]
        starts = [int(move.split(":")[1].split()[0]) for move in ends if "COLUMN[0]:" in move]
        assert starts == list(range(7, min([*starts, 8]) - 1, -1))
        return 8 - min(starts, default=8)

    assert longest(1) == to_column
    if spaces:
        assert longest(2) == to_space


def test_the_capacity_is_asked_last(lower: Callable[[str], Any]) -> None:
    """Wherever it is written: it takes longest."""
    lines = ["SRCSTACK Capacity C A", "DEST Empty", "SRC Rank K"]
    games = [
        lower(game("A 9\nB 0\nC 0", "MOVE_STACK A B\nAND\n    " + "\n    ".join(order)))
        for order in (lines, [*lines[1:], lines[0]])
    ]
    first, second = ([a.guard for a in walk(each) if isinstance(a, n.Action)] for each in games)
    assert first == second
