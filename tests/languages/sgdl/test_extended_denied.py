"""Cards that must not be of a suit or rank, in small games played by the oracle."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

Sit = Callable[..., Any]
PILES = "F 1 BASE\nA 1\nA 1\nA 1\nB 1\nB 0\nX 1\nY 0"
CARDS = ["7H", "7S", "7D", "KS", "7C", "2H"]


@pytest.mark.parametrize(
    ("condition", "moves"),
    [
        ("SRC Rank != BASE", ["A[2] B[0]", "A[2] B[1]"]),
        ("SRC Rank != {BASE, K}", []),
        ("SRC Rank BASE", ["A[0] B[0]", "A[0] B[1]", "A[1] B[0]", "A[1] B[1]"]),
        ("SRC Suit != {SPADES, CLUBS}", ["A[1] B[0]", "A[1] B[1]"]),
        # A pile without a card has none that is of another rank.
        ("DEST Rank != K", ["A[0] B[0]", "A[1] B[0]", "A[2] B[0]"]),
        ("DEST Rank != BASE", []),
        ("DEST Suit != HEARTS", ["A[0] B[0]", "A[1] B[0]", "A[2] B[0]"]),
    ],
)
def test_a_card_is_of_none_of_these(condition: str, moves: list[str], table: Sit) -> None:
    rules = f"MOVE A B\n{condition}\nMOVE X Y\nDEST Empty"
    text = f"""Test
$extended
$cards
DECK 1 {{SPADES, HEARTS, CLUBS, DIAMONDS}}
$initial
{PILES}
$moves
{rules}
$win
AND
    PILE ALL X Empty
    PILE COUNT Y Empty > 1
"""
    legal = table(text, CARDS).legal()
    assert legal == [*(f"move {move}" for move in moves), "move X[0] Y[0]"]
