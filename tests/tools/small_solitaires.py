"""Tiny solitaires for what is built around the solver: quick to solve, some won, some lost."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

import ludwright as lw
from ludwright.lab.solutions import Deal, Solutions
from ludwright.solver.answers import Answer

# One suit in three columns, a cell and a foundation: a few hundred positions at most.
LITTLE = """Little

$cards
DECK 1 {SPADES}

$initial
COLUMN 5
COLUMN 4
COLUMN 4
FREECELL 0
FOUNDATION 0

$moves
MOVE {COLUMN, FREECELL} FOUNDATION
OR
    AND
        DEST Empty
        SRC Rank 1
    DESTSRC Rank ascending
MOVE COLUMN FREECELL
DEST Empty
MOVE {COLUMN, FREECELL} COLUMN
OR
    DEST Empty
    DESTSRC Rank descending

$win
PILE ALL FOUNDATION Size == 13
"""
WON, LOST = 9, 2  # seeds


@cache
def little() -> lw.Game:
    """The game above."""
    return lw.loads(LITTLE, "sgdl")


def little_file(folder: Path) -> Path:
    """The game above in a file."""
    file = folder / "little.sgdl"
    file.write_text(LITTLE)
    return file


def answers(found: Solutions) -> list[tuple[Deal, Answer]]:
    """What came out, without how long it took."""
    return [(each.deal, replace(each.answer, seconds=0)) for each in found.deals]
