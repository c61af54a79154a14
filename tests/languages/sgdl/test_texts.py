"""Moves as people write them: blanks and numbers, what is refused, and places of mistakes."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

import ludwright as lw
from ludwright.cli import cli
from ludwright.diagnostics import Report, Source
from ludwright.languages.sgdl.tools import TOOLS
from ludwright.play.errors import IllegalMove, InvalidMove
from ludwright.play.record import transcript
from ludwright.play.table import Table

RUNS = """Runs
$cards
DECK 1 SPADES
$initial
DRAW 5 ROTATE 1 U 0
COLUMN 3 FACE_ALL {S9, S8, S7}
COLUMN 2 FACE_ALL {SJ, S10}
COLUMN 0
CELL 3
$moves
MOVE {DRAW, COLUMN} COLUMN
DEST Size >= 0
MOVE_STACK COLUMN COLUMN
SRCSTACK Rank descending
$win
PILE ALL CELL Empty
"""


@pytest.fixture(scope="module")
def game() -> lw.Game:
    return lw.loads(RUNS, language="sgdl")


@pytest.fixture
def table(game: lw.Game) -> Table:
    return game.table(seed=1)


WRITTEN = {
    "move COLUMN[0] COLUMN[1]": ["SJ S10 S7", "S9 S8"],
    "  move   COLUMN[0]\tCOLUMN[1] ": ["SJ S10 S7", "S9 S8"],
    "move COLUMN [ 0 ] COLUMN[ 1 ]": ["SJ S10 S7", "S9 S8"],
    "Move column[0] Column[1]": ["SJ S10 S7", "S9 S8"],
    "move_stack COLUMN[0]:1 COLUMN[1]": ["SJ S10 S8 S7", "S9"],
    "move_stack COLUMN[0] : 1  COLUMN[1]": ["SJ S10 S8 S7", "S9"],
    "move_stack COLUMN[0]:0 COLUMN[1]": ["SJ S10 S9 S8 S7", ""],
    # A stack of one card is another text for the move of that card.
    "move_stack COLUMN[0]:2 COLUMN[1]": ["SJ S10 S7", "S9 S8"],
}


@pytest.mark.parametrize("text", WRITTEN)
def test_a_text_with_any_blanks_is_the_move(text: str, table: Table) -> None:
    table.apply(text)
    cards = [" ".join(c[-1] + c[:-1] for c in table.zone("COLUMN", i)) for i in (1, 0)]
    assert cards == WRITTEN[text]


def test_drawing_is_one_word(table: Table) -> None:
    table.apply(" draw ")
    assert len(table.zone("WASTE")) == 1
    table.apply("move DRAW  COLUMN[2]")
    assert len(table.zone("COLUMN", 2)) == 1


def test_texts_are_printed_as_they_are_read(table: Table) -> None:
    texts = [move.text("sgdl") for move in table.legal()]
    assert texts == [
        "draw",
        *(f"move COLUMN[{a}] COLUMN[{b}]" for a, b in ((0, 1), (0, 2), (1, 0), (1, 2))),
        *(f"move_stack COLUMN[0]:{i} COLUMN[{b}]" for b in (1, 2) for i in (1, 0)),
        *(f"move_stack COLUMN[1]:0 COLUMN[{b}]" for b in (0, 2)),
    ]
    for text in texts:
        assert table.parse(text).text("sgdl") == text
    one = "move_stack COLUMN[0]:2 COLUMN[1]"
    assert one not in texts and table.parse(one).text("sgdl") == "move COLUMN[0] COLUMN[1]"
    assert table.parse(one).text("sgdl-stack") == one


def test_a_transcript_may_have_them_too(table: Table) -> None:
    table.apply("draw")
    table.apply("move DRAW COLUMN[2]")
    assert [line for line in transcript(table, "sgdl").splitlines() if "(of" in line] == [
        "   1  player 1  draw   (of 11)",
        "   2  player 1  move DRAW COLUMN[2]   (of 14)",  # now also from the draw pile
    ]


ILLEGAL = (
    "move COLUMN[-1] COLUMN[0]",
    "move COLUMN[0] COLUMN[-1]",
    "move_stack COLUMN[0]:-1 COLUMN[1]",
    "move_stack COLUMN[-3]:0 COLUMN[1]",
    "move COLUMN[7] COLUMN[0]",
    "move_stack COLUMN[0]:3 COLUMN[1]",
    "move COLUMN[0] COLUMN[0]",
    "move_stack COLUMN[0]:1 COLUMN[0]",
    "move DRAW COLUMN[0]",
    "move COLUMN[0] DRAW",
    "move CELL[0] COLUMN[0]",
)


@pytest.mark.parametrize("text", ILLEGAL)
def test_what_is_not_there_or_not_allowed_is_refused(text: str, table: Table) -> None:
    before = table.key()
    with pytest.raises(IllegalMove, match="is not legal now"):
        table.apply(text)
    assert table.key() == before


@pytest.mark.parametrize("text", ["", "move", "move COLUMN[0]", "move PILE[0] COLUMN[1]", "hop"])
def test_what_is_no_move_at_all(text: str, table: Table) -> None:
    with pytest.raises(InvalidMove):
        table.apply(text)


def test_the_terminal_takes_numbers_and_texts() -> None:
    typed = "1\nmove  COLUMN[2]  FOUNDATION[0]\nmove COLUMN[-1] COLUMN[0]\nquit\n"
    arguments = ["play", "klondike", "--seed", "1", "--texts", "sgdl", "--plain"]
    said = CliRunner().invoke(cli, arguments, input=typed).stdout
    first, drawn, moved, refused = said.split("your move > ")[:4]
    assert "   1  draw\n   2  move COLUMN[2] FOUNDATION[0]\n" in first
    assert "[] x 24" in first and "[] x 21" in drawn and "[] x 21" in moved
    assert "  foundation 1             AD\n" in moved
    assert "'move COLUMN[-1] COLUMN[0]' is not legal now" in refused


# ---- mistakes: line and column of each, all in one run -------------------------------------------

MISTAKES = """Mistakes
$cards
DECK 1 {SPADES, HEART}
$initial
DRAW 5 ROTATE 1 U X
COLUMN 9 FACE_UP
CELL 4 {S1, XK}
$moves
MOVE {CELL, CEL} COLUMN
OR
    DEST Size => 3
    SRC Rank {2, A}
MOVE CELL DRAW
DEST Full
$win
AND
    PILE EVERY CELL Empty
    PILE ALL CELL Empty
PILE ALL CELL Empty
"""


def test_every_mistake_has_its_line_and_column() -> None:
    report = Report()
    TOOLS.game_of(Source("test.sgdl", MISTAKES), report)
    found = [(d.code, d.span.line, d.span.column) for d in report.sorted() if d.span]
    # CELL and COLUMN are declared on lines that can't be read; CEL is not.
    assert found == [
        ("SG202", 3, 17),
        ("SG204", 5, 19),
        ("SG206", 6, 10),
        ("SG207", 7, 13),
        ("SG301", 9, 13),
        ("SG405", 11, 15),
        ("SG203", 12, 18),
        ("SG302", 13, 11),
        ("SG404", 14, 6),
        ("SG404", 17, 10),
        ("SG407", 19, 1),
    ]
