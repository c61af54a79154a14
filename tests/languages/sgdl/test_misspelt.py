"""A misspelt word is one mistake: exactly one error, at the word, that names the right one."""

from __future__ import annotations

import pytest

from ludwright.diagnostics import Diagnostic, Report, Source
from ludwright.languages.sgdl.tools import TOOLS

GAME = """Everything
$extended
$cards
DECK 2 {SPADES, HEARTS, CLUBS, DIAMONDS}
$initial
COLUMN 4 FACE_ALL AT 0 1
COLUMN 4 FACE_HALF COVERED_BY COLUMN[2]
COLUMN 4 FACE_ALTERNATE_LAST
RESERVE 4 FACE_UNCOVERED COVERED_BY COLUMN[0]
FOUNDATION 1 BASE
FREECELL 3 FACE ddu
HEAP 0
DRAW 30 ROTATE 3 2 U REFILL
DRAW LEFT 20 DEAL TARGET
DRAW AGAIN 0 GATHER GATHERED 3 2
TARGET 10 FACE_LAST
GATHERED 20 AT 3 3
$moves
MOVE COLUMN FREECELL
AND
    DEST Empty
    SRC Rank != {J, BASE}
    PILE ALL {COLUMN, RESERVE} Size > 0
    PILE COUNT FREECELL Empty >= 1
MOVE_STACK COLUMN RESERVE
AND
    SRCSTACK Rank descending
    SRCSTACK Suit alternate_color
    SRCSTACK Capacity FREECELL COLUMN
    OR
        SRCSTACK Whole
        DESTSRC Rank distance_wrap 2
        DESTSRC Suit match_color
REMOVE COLUMN RESERVE TO HEAP
AND
    PAIR Rank add_13
    SRC Suit SPADES
DRAW LEFT
PILE ANY TARGET Empty
$auto
MOVE {COLUMN, DRAW} FOUNDATION
AND
    DESTSRC Rank ascending_wrap
    DEST Size < 13
$score
5 MOVE COLUMN FOUNDATION
10 MOVE_STACK COLUMN RESERVE
4 REMOVE COLUMN RESERVE
-1 DRAW
-2 REDEAL
3 TURN COLUMN
50 WIN
$win
PILE ALL FOUNDATION Size == 26
$lose
PILE ALL HEAP Size > 40
"""
# What an author can choose freely, and words that are too short for a slip to be recognised.
FREE = {"Everything", "U", "J", "ddu", "LEFT", "AGAIN", "TARGET", "GATHERED"}
PILES = {"COLUMN", "RESERVE", "FOUNDATION", "FREECELL", "HEAP"}


def words() -> list[tuple[int, int, str]]:
    """Every word of the game that means something: line, column and text."""
    found = []
    for number, line in enumerate(GAME.splitlines(), 1):
        column = 1
        for part in line.replace("{", " ").replace("}", " ").replace(",", " ").split(" "):
            word = part.partition("[")[0]
            if word.lstrip("$").replace("_", "").isalnum() and not word.isdigit():
                found.append((number, column, word))
            column += len(part) + 1
    declared = range(6, 18)  # the lines on which the first word is the name of a pile
    return [
        (line, column, word)
        for line, column, word in found
        if word not in FREE and not (word in PILES and line in declared and column == 1)
    ]


def errors(text: str) -> list[Diagnostic]:
    report = Report()
    TOOLS.game_of(Source("test.sgdl", text), report)
    return [d for d in report.sorted() if d.severity == "error"]


def replaced(line: int, column: int, old: str, new: str) -> str:
    lines = GAME.splitlines()
    row = lines[line - 1]
    assert row[column - 1 :].startswith(old)
    lines[line - 1] = row[: column - 1] + new + row[column - 1 + len(old) :]
    return "\n".join(lines) + "\n"


def slips(word: str) -> list[str]:
    """The word with its last letter doubled, with one letter missing, with two exchanged."""
    middle = max(1, len(word) // 2)
    dropped = word[:middle] + word[middle + 1 :]
    swapped = word[: middle - 1] + word[middle] + word[middle - 1] + word[middle + 1 :]
    long = len(word) > (4 if word.startswith("$") else 2)
    return [word + word[-1], *([dropped, swapped] if long else [])]


def test_the_game_is_clean() -> None:
    assert errors(GAME) == []


@pytest.mark.quick(50)
@pytest.mark.parametrize("at", words(), ids=lambda at: f"{at[0]}:{at[1]} {at[2]}")
def test_one_error_that_names_the_right_word(at: tuple[int, int, str]) -> None:
    line, column, word = at
    for slip in slips(word):
        if slip == word:
            continue
        found = errors(replaced(line, column, word, slip))
        assert [(d.span.line, d.help != "") for d in found if d.span] == [(line, True)], slip
        assert word in found[0].help, (slip, found[0])
        assert found[0].span and found[0].span.column <= column


@pytest.mark.parametrize("pile", sorted(PILES))
def test_a_pile_that_is_declared_under_another_name_is_reported_once(pile: str) -> None:
    head, initial, rules = GAME.partition("$initial\n")
    declared, moves, rest = rules.partition("$moves\n")
    text = head + initial + declared.replace(pile, pile + "X") + moves + rest
    (found,) = errors(text)
    assert found.code == "SG301" and f"'{pile}'" in found.message and f"'{pile}X'" in found.help


@pytest.mark.parametrize("section", ["$cards", "$initial", "$win"])
def test_a_missing_section_is_one_error(section: str) -> None:
    parts = GAME.split("\n$")
    text = "\n$".join(part for part in parts if f"${part}".split("\n")[0] != section)
    (found,) = errors(text)
    assert found.code == "SG106" and section in found.message


@pytest.mark.parametrize("section", ["cards", "initial", "moves", "auto", "score", "win", "lose"])
def test_a_section_without_its_dollar_is_one_error(section: str) -> None:
    (found,) = errors(GAME.replace(f"\n${section}\n", f"\n{section}\n"))
    assert found.code == "SG103" and f"'${section}'" in found.help


def test_what_is_close_to_nothing_is_answered_with_all_that_is_known() -> None:
    for old, new, known in (
        ("$lose", "$xyzzy", "$initial"),
        ("DEST Empty", "XYZZY 1", "DESTSRC"),
        ("DEST Size", "DEST Xyzzy", "Empty"),
        ("SPADES,", "XYZZY,", "DIAMONDS"),
        ("FACE_ALL", "XYZZY", "FACE_ALTERNATE_LAST"),
        ("ROTATE", "XYZZY", "GATHER"),
        ("-2 REDEAL", "-2 XYZZY", "MOVE_STACK"),
        ("REMOVE COLUMN RESERVE TO", "XYZZY COLUMN RESERVE TO", "MOVE_STACK"),
    ):
        (found,) = errors(GAME.replace(old, new, 1))
        assert known in found.help, old
