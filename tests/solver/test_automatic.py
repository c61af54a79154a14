"""Automatic moves on boards: from the stock, before the first choice, and without end."""

from __future__ import annotations

from itertools import product

import pytest

import ludwright as lw
from ludwright.machine.interpreter import COMPILED
from ludwright.solver.answers import IMPOSSIBLE, SOLVED
from ludwright.solver.pile_game import NotAPileGame
from ludwright.solver.solve import solve
from models import brute_force

if COMPILED:
    from ludwright.solver.board.solve import PROVED, Board
    from tools.board_answers import on_boards, said

pytestmark = pytest.mark.skipif(not COMPILED, reason="boards are only used where Numba compiles")

UP = "AND\n    DESTSRC Suit match\n    DESTSRC Rank ascending\n"
WAYS = {"to the goal": f"GOAL\n{UP}", "to a space": "COLUMN\nDEST Empty\n"}


def game(sources: str, auto: str, stock: str, hand: str = "") -> lw.Game:
    """A goal, two columns and a stock; rules for the player, and one that happens by itself."""
    text = (
        "Auto\n$cards\nDECK 1 {SPADES} {1, 2, 3, 4, 5, 6}\n$initial\n"
        f"GOAL 1 {{S1}}\nCOLUMN 2 FACE_ALL\nCOLUMN 0\nDRAW 3 ROTATE {stock}\n"
        f"$moves\nMOVE COLUMN GOAL\n{UP}MOVE COLUMN COLUMN\nDEST Empty\n{hand}"
        f"$auto\nMOVE {sources} {auto}$win\nPILE ALL GOAL Size == 6\n"
    )
    return lw.loads(text, language="sgdl")


@pytest.mark.quick(4)
@pytest.mark.parametrize(("way", "redeals"), list(product(WAYS, ("0", "1", "2", "U"))))
def test_what_plays_from_the_stock_by_itself(way: str, redeals: str) -> None:
    statuses = set()
    for per_draw in (1, 2):
        played = game("DRAW", WAYS[way], f"{per_draw} U {redeals}")
        for seed in range(25):
            table = played.table(seed=seed)
            truth = brute_force.winnable(table, 2000)
            answer = solve(played.definition, played.program(), table.state)
            assert answer.status == (SOLVED if truth else IMPOSSIBLE), (per_draw, seed)
            assert set(said(played, table, 5000, 0).answers.values()) <= {answer.status}
            statuses.add(answer.status)
            assert bool(on_boards(played, table, 5000)[0]) == (redeals != "U")
    assert statuses == {SOLVED, IMPOSSIBLE}


@pytest.mark.quick(1)
@pytest.mark.parametrize("redeals", ["0", "2", "U"])
def test_what_waits_for_the_first_choice_comes_after_it_whatever_it_is(redeals: str) -> None:
    """Drawing is such a choice, also where it is otherwise a part of the move that follows."""
    waited = 0
    played = game("COLUMN", f"GOAL\n{UP}", f"1 U {redeals}", f"MOVE DRAW GOAL\n{UP}")
    for seed in range(40):
        table = played.table(seed=seed)
        found = said(played, table, 5000, 2000)
        assert not found.otherwise
        assert len(set(found.answers.values())) == 1, seed
        waited += "2S" in table.zone("COLUMN", 0)[-1:]
    assert waited > 3


def test_a_circle_is_left_to_the_general_search() -> None:
    played = game("COLUMN", "COLUMN\nDEST Empty\n", "1 U 1")
    table = played.table(seed=1)
    answer = solve(played.definition, played.program(), table.state)
    assert answer.status == (SOLVED if brute_force.winnable(table, 2000) else IMPOSSIBLE)
    assert on_boards(played, table, 5000)[1].startswith("automatic moves do not end")


def test_a_stock_that_must_be_left_over_is_no_goal() -> None:
    text = (
        "Left\n$cards\nDECK 1 {SPADES} {1, 2, 3, 4}\n$initial\nCOLUMN 2\nDRAW 2 DEAL COLUMN\n"
        "$moves\nMOVE COLUMN COLUMN\nDEST Empty\n$win\nPILE ALL COLUMN Empty\n"
    )
    played = lw.loads(text, language="sgdl")
    table = played.table(seed=1)
    assert solve(played.definition, played.program(), table.state).status == IMPOSSIBLE


def test_a_position_with_too_many_moves_is_left_to_the_general_search() -> None:
    text = "Many\n$extended\n$cards\nDECK 4 {SPADES, HEARTS, CLUBS, DIAMONDS}\n$initial\n"
    text += "COLUMN 2\n" * 104 + "GOAL 0\n" * 90
    text += "$moves\nMOVE_STACK COLUMN COLUMN\nDEST Size >= 0\nMOVE_STACK COLUMN GOAL\n"
    text += "DEST Size >= 0\n$win\nPILE ALL COLUMN Empty\n"
    played = lw.loads(text, language="sgdl")
    with pytest.raises(NotAPileGame):
        Board(played.definition, played.program(), played.table(seed=1).state).rules(PROVED)
