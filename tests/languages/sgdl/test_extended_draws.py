"""Draw piles of the extended language, and all of its words at once on the machine."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from ludwright.gamedef.canonical import read, write
from ludwright.gamedef.verify import verify
from tools.lockstep import lock_step

Sit = Callable[..., Any]


def game(initial: str, moves: str, win: str = "") -> str:
    win = win or f"PILE ALL {initial.split()[0]} Size > 90"
    deck = "DECK 1 {SPADES, HEARTS, CLUBS, DIAMONDS}"
    return f"Test\n$extended\n$cards\n{deck}\n$initial\n{initial}\n$moves\n{moves}\n$win\n{win}\n"


TEN = ["AS", "2S", "3S", "4S", "5S", "6S", "7S", "8S", "9S", "10S"]


def test_several_draw_piles_are_dealt_in_their_places_and_drawn_from_in_file_order(
    table: Sit,
) -> None:
    initial = "A 1\nDRAW LEFT 2 ROTATE 1 U 0\nDRAW 2 DEAL A\nA 1\nDRAW RIGHT 3 ROTATE 2 1 1"
    t = table(game(initial, "MOVE {RIGHT, LEFT} A\nSRC Rank {2, 8, 9}"), TEN)
    assert (t.zone("A", 0), t.zone("LEFT"), t.zone("DRAW")) == (["AS"], ["3S", "2S"], ["4S", "5S"])
    assert (t.zone("A", 1), t.zone("RIGHT")) == (["6S"], ["9S", "8S", "7S"])
    assert t.legal() == t.legal("") == ["draw LEFT", "draw", "draw RIGHT"]
    t.apply("draw RIGHT")
    assert (t.zone("RIGHT_WASTE"), t.zone("RIGHT_PASSED")) == (["8S"], ["7S"])
    t.apply("draw LEFT")
    assert t.legal() == [
        "draw LEFT",
        "draw",
        "draw RIGHT",
        "move RIGHT A[0]",
        "move RIGHT A[1]",
        "move LEFT A[0]",
        "move LEFT A[1]",
    ]
    t.apply("draw LEFT")
    # The three on top of the left pile does not move, and nothing is left to draw there.
    assert t.legal() == ["draw", "draw RIGHT", "move RIGHT A[0]", "move RIGHT A[1]"]
    t.apply("move RIGHT A[1]")
    assert t.zone("A", 1) == ["6S", "8S"]
    t.apply("draw")
    assert (t.zone("A", 0), t.zone("A", 1)) == (["AS", "5S"], ["6S", "8S", "4S"])


def test_each_draw_pile_counts_its_own_redeals(table: Sit) -> None:
    initial = "DRAW LEFT 1 ROTATE 1 U 1\nDRAW 1 ROTATE 1 U 1\nA 1"
    t = table(game(initial, "MOVE A A\nDEST Empty", "PILE ALL A Size > 90"), TEN)
    for text in ("draw LEFT", "draw LEFT", "draw LEFT"):
        t.apply(text)
    assert (t.variable("LEFT_redeals"), t.variable("redeals")) == (1, 0)
    assert t.legal() == ["draw"]


def test_conditions_know_draw_piles_by_name(table: Sit) -> None:
    initial = "A 1\nA 0\nDRAW LEFT 3 ROTATE 2 1 U\nDRAW RIGHT 1 ROTATE 1 U 0"
    moves = (
        "MOVE LEFT A\nAND\n    SRC Size == 3\n    DEST Empty\n"
        "DRAW LEFT\nPILE ALL RIGHT Empty\nDRAW RIGHT\nPILE ALL LEFT Size == 3\n"
        "MOVE RIGHT A\nDEST Size == 1"
    )
    t = table(game(initial, moves, "PILE ALL {LEFT, A} Size == 2"), TEN)
    assert t.legal() == ["draw RIGHT"]
    t.apply("draw RIGHT")
    # The drawn card still belongs to its pile.
    assert t.legal() == ["move RIGHT A[0]"]
    t.apply("move RIGHT A[0]")
    t.apply("draw LEFT")
    assert t.legal() == ["draw LEFT", "move LEFT A[1]"]


def test_a_window_that_is_refilled_shows_the_last_cards_drawn(table: Sit) -> None:
    t = table(game("DRAW 7 ROTATE 3 2 U REFILL\nA 1", "MOVE DRAW A\nDEST Size >= 0"), TEN)
    t.apply("draw")
    t.apply("draw")
    assert (t.zone("WASTE"), t.zone("PASSED")) == (["5S", "6S"], ["4S", "3S", "2S", "AS"])
    for window in (["4S", "5S"], ["3S", "4S"], ["2S", "3S"], ["AS", "2S"], ["AS"]):
        t.apply("move DRAW A[0]")
        assert t.zone("WASTE") == window
    t.apply("draw")
    assert t.zone("WASTE") == ["AS", "7S"]
    t.apply("draw")
    assert (t.zone("DRAW"), t.zone("WASTE"), t.zone("PASSED")) == (["7S", "AS"], [], [])


def test_a_refilled_window_plays_like_one_that_keeps_all_cards(table: Sit) -> None:
    moves = "MOVE DRAW A\nSRC Rank {1, 2, 3, 4, 5, 6, 7}"
    kept = table(game("A 1\nDRAW 9 ROTATE 3 U 3", moves), TEN)
    refilled = table(game("A 1\nDRAW 9 ROTATE 3 1 3 REFILL", moves), TEN)
    rng = random.Random(5)
    while not kept.over:
        assert kept.legal() == refilled.legal()
        assert kept.zone("WASTE")[-1:] == refilled.zone("WASTE")
        move = rng.choice(kept.legal())
        kept.apply(move)
        refilled.apply(move)
    assert refilled.over
    assert len(kept.zone("A")) > 4


@pytest.mark.parametrize("times", ["2", "U"])
def test_gathering_takes_up_all_cards_and_deals_them_in_packets(times: str, table: Sit) -> None:
    initial = "FAN 4\nFAN 2\nFAN 1\nFAN 0\nHEAP 0\nDRAW 0 GATHER FAN 3 " + times
    t = table(game(initial, "MOVE FAN HEAP\nDEST Size >= 0"), TEN)
    assert t.legal()[0] == "draw"
    t.apply("draw")
    fans = [t.zone("FAN", i) for i in range(4)]
    assert [len(fan) for fan in fans] == [3, 3, 1, 0]
    assert sorted(card for fan in fans for card in fan) == sorted(TEN[:7])
    assert all(up for i in range(4) for up in t.face_up("FAN", i))
    for move in ("move FAN[0] HEAP[0]", "move FAN[0] HEAP[0]", "draw"):
        t.apply(move)
    # The heap keeps its two cards; five are dealt.
    assert [len(t.zone("FAN", i)) for i in range(4)] == [3, 2, 0, 0]
    assert ("draw" in t.legal()) == (times == "U")


def test_gathering_begins_again_with_the_first_pile_if_cards_are_left(table: Sit) -> None:
    initial = "FAN 5\nFAN 0\nDRAW 0 GATHER FAN 2 1"
    t = table(game(initial, "MOVE FAN FAN\nDEST Empty"))
    t.apply("draw")
    assert [len(t.zone("FAN", i)) for i in range(2)] == [3, 2]


def test_nothing_is_gathered_from_empty_piles(table: Sit) -> None:
    initial = "FAN 1\nFAN 0\nHEAP 0\nDRAW 0 GATHER FAN 2 U"
    t = table(game(initial, "MOVE FAN HEAP\nDEST Empty\nMOVE HEAP FAN\nDEST Empty"))
    t.apply("move FAN[0] HEAP[0]")
    assert t.legal() == ["move HEAP[0] FAN[0]", "move HEAP[0] FAN[1]"]


# ---- all of it on the machine --------------------------------------------------------------------

EVERYTHING = """Everything
$extended
$cards
DECK 1 {SPADES, HEARTS, CLUBS, DIAMONDS}
$initial
RESERVE 7 FACE (ud)*
FOUNDATION 1 BASE
FOUNDATION 0
COLUMN 4 FACE dduu
COLUMN 4
COLUMN 2
CELL 0
CELL 0
FAN 6 FACE_ALL
FAN 5 FACE_ALL
DRAW LEFT 9 ROTATE 3 2 1 REFILL
DRAW 4 DEAL COLUMN
DRAW RIGHT 10 ROTATE 1 3 U
DRAW AGAIN 0 GATHER FAN 4 2
$moves
MOVE {LEFT, RIGHT, COLUMN, RESERVE, FAN} FOUNDATION
OR
    AND
        DEST Empty
        SRC Rank BASE
    AND
        DEST Size < 13
        DESTSRC Suit match
        DESTSRC Rank ascending_wrap
MOVE {LEFT, RIGHT, COLUMN} COLUMN
OR
    AND
        DEST Empty
        PILE COUNT {CELL, LEFT} Empty <= 2
    DESTSRC Rank distance_wrap 1
MOVE {COLUMN, FAN} CELL
AND
    DEST Empty
    SRC Size > 1
    PILE ANY {COLUMN, RIGHT} Size > 2
MOVE CELL {COLUMN, FAN}
DESTSRC Rank distance 3
MOVE_STACK COLUMN COLUMN
OR
    SRCSTACK Whole
    AND
        SRCSTACK Rank distance_wrap 1
        SRCSTACK Capacity CELL {COLUMN, RESERVE}
DRAW
PILE COUNT COLUMN Empty == 0
DRAW RIGHT
PILE ALL LEFT Size < 9
$auto
MOVE RESERVE CELL
AND
    DEST Empty
    SRC Rank {BASE, K}
$win
PILE COUNT {COLUMN, FAN, RESERVE} Empty == 6
"""


def test_everything_together_keeps_the_laws(lower: Callable[[str], Any]) -> None:
    played = lower(EVERYTHING)
    assert verify(played) == []
    assert read(write(played)) == played


@pytest.mark.quick(1)
@pytest.mark.parametrize("seed", range(4))
def test_the_machine_agrees_with_the_oracle(lower: Callable[[str], Any], seed: int) -> None:
    assert lock_step(lower(EVERYTHING), 1, seed, most=50).decisions > 25
