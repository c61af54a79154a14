"""What the words of the extended language mean, in small games played by the oracle."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

Sit = Callable[..., Any]
FOUR = "1 {SPADES, HEARTS, CLUBS, DIAMONDS}"


def game(
    initial: str, moves: str, rest: str = "$win\nPILE ALL A Size > 90", deck: str = FOUR
) -> str:
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
    [("descending_wrap", "321"), ("ascending_wrap", ""), ("distance_wrap 1", "3210")],
)
def test_runs_that_wrap(mode: str, starts: str, table: Sit) -> None:
    """From the bottom: an ace, a two, an ace, a king and a queen."""
    moves = f"MOVE_STACK A B\nSRCSTACK Rank {mode}\nMOVE X Y\nDEST Empty"
    t = table(game(laid("A S1 S2 H1 SK SQ", "B", "X C5", "Y"), moves))
    assert t.legal() == ["move X[0] Y[0]", *(f"move_stack A[0]:{i} B[0]" for i in starts)]
