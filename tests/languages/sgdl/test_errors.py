"""Every mistake is reported at its line, and nothing else; the Markdown files hold the cases."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ludwright.diagnostics import CODES, ERROR, Report, Source
from ludwright.gamedef.canonical import read, write
from ludwright.gamedef.verify import verify
from ludwright.languages.sgdl.read.conditions import DEEPEST
from ludwright.languages.sgdl.tools import TOOLS
from tools.mdtest import Case, cases, problems

CASES = cases(sorted(Path(__file__).parent.glob("*.md")), ["sgdl"])
PILES = "Test\n$cards\nDECK 1 SPADES\n$initial\nCOLUMN 13\n"
MOVES = "$moves\nMOVE COLUMN COLUMN\nDEST Empty\n"
WIN = "$win\nPILE ALL COLUMN Empty\n"


def reported(text: str) -> list[tuple[str, str]]:
    report = Report()
    TOOLS.game_of(Source("test.sgdl", text), report)
    return [(d.severity, d.code) for d in report.sorted()]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_what_is_reported(case: Case) -> None:
    assert problems(case) == []


def test_every_code_has_a_case() -> None:
    # The cases of SG109 are too long for a page; they are below.
    tested = {expected.code for case in CASES for expected in case.expected} | {"SG109"}
    # Writing (SG5) and formatting (SG6) have tests of their own.
    codes = {code for code in CODES if re.match("SG[1-4]", code)}
    assert tested == codes


def test_the_runner_finds_differences_both_ways() -> None:
    wrong = PILES + MOVES + WIN.replace("Empty", "Emty")
    assert "not expected: line 10" in problems(Case("x", 1, "", "sgdl", wrong))[0]
    announced = PILES + MOVES + WIN.replace("Empty", "Empty # error: SG404")
    assert problems(Case("x", 1, "", "sgdl", announced)) == [
        'not reported: line 10: error SG404 ""'
    ]


# ---- limits: an answer, never a crash or a long wait ---------------------------------------------


def nested(levels: int) -> str:
    blocks = "".join("    " * level + "AND\n" for level in range(levels))
    return PILES + "$moves\nMOVE COLUMN COLUMN\n" + blocks + "    " * levels + "DEST Empty\n" + WIN


def test_conditions_may_be_nested_deeply_but_not_endlessly() -> None:
    assert reported(nested(DEEPEST)) == []
    assert (ERROR, "SG109") in reported(nested(DEEPEST + 1))
    assert (ERROR, "SG109") in reported(nested(900))


def test_the_deepest_condition_is_not_too_deep_for_the_rest_of_the_house() -> None:
    game = TOOLS.game_of(Source("test.sgdl", nested(DEEPEST)), Report())
    assert game is not None
    assert verify(game) == []
    assert read(write(game)) == game


WIDE = PILES + "".join(f"P{i} 0\n" for i in range(199))
ALL = "{" + ", ".join(f"P{i}" for i in range(199)) + "}"
TOO_LARGE = {
    "piles": WIDE + "LAST 0\n" + MOVES + WIN,
    "draw piles": PILES + "".join(f"DRAW D{i} 0 DEAL COLUMN\n" for i in range(200)) + MOVES + WIN,
    "lines": PILES + MOVES + WIN + "PILE ALL COLUMN Empty\n" * 5000,
    "line length": PILES + "$moves\nMOVE COLUMN " + "COLUMN" * 400 + "\nDEST Empty\n" + WIN,
    "pairs": WIDE + f"$moves\nMOVE {ALL} {ALL}\nDEST Empty\n" + WIN,
    "win": WIDE + MOVES + "$win\nAND\n" + f"    PILE ALL {ALL} Empty\n" * 150,
}


@pytest.mark.quick(3)
@pytest.mark.parametrize("what", TOO_LARGE)
def test_too_large(what: str) -> None:
    assert (ERROR, "SG109") in reported(TOO_LARGE[what])


def test_what_is_just_small_enough() -> None:
    assert reported(WIDE + MOVES + WIN) == []


RUBBISH = {
    "nothing": "",
    "blank lines": "\n\n",
    "a comment": "#",
    "a dollar": "$",
    "a name": "Name",
    "an empty section": "Name\n$cards",
    "words without more": "Name\n$cards\nDECK\n$initial\nDRAW\n$moves\nMOVE\n$win",
    "braces": "Name\n$initial\n" + "{" * 1000,
    "empty blocks": "Name\n$win\n" + "AND\n" * 6000,
    "tabs": "Name\n$initial\n" + "\t" * 1999 + "X\n",
    "repetitions": "Name\n$moves\nMOVE {" + "abc," * 400 + "d} B\nDEST Empty\n",
    "unknown words": "Name\n$win\nAND\n" + "    XYZ ABC\n" * 4000,
    "unknown ranks": "Name\n$cards\nDECK 1 SPADES {" + "x," * 900 + "y}\n",
    "sections": "Name\n$moves\n" * 2500,
    "odd characters": "\x00\ufeff\u2028$cards\x0bDECK \u0661 SPADES",
    "odd digits": "Name\n$cards\nDECK \u00b2 SPADES\n$initial\nA \u0663\n$win\nPILE ALL A Empty",
}


@pytest.mark.parametrize("what", RUBBISH)
def test_rubbish_is_answered_with_errors(what: str) -> None:
    found = reported(RUBBISH[what])
    assert any(severity == ERROR for severity, _ in found)
    assert len(found) < 300


@pytest.mark.parametrize("condition", ["SRC Rank BASE", "SRC Rank != BASE", "SRC Rank {K, BASE}"])
def test_a_missing_base_is_reported_at_the_word(condition: str) -> None:
    text = (
        "Name\n$extended\n$cards\nDECK 1 SPADES\n$initial\nCOLUMN 13\nCOLUMN 0\n"
        f"$moves\nMOVE COLUMN COLUMN\n{condition}\n$win\nPILE ALL COLUMN Empty\n"
    )
    report = Report()
    TOOLS.game_of(Source("test", text), report, None)
    spans = [d.span for d in report.items if d.code == "SG308"]
    assert [span and span.column for span in spans] == [1 + condition.index("BASE")]
