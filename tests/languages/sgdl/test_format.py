"""`fmt` for SGDL: one layout, and the file says the same."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludwright.languages.sgdl.tools import TOOLS
from ludwright.pipeline import LIBRARY
from tools.layouts import fmt, keeps_everything, refused

OURS = sorted(LIBRARY.glob("*/*.sgdl"))
GAMES = [*OURS, *sorted((Path(__file__).parent / "traces").glob("*.sgdl"))]


def comments(text: str) -> list[str]:
    lines = (line.partition("#") for line in text.splitlines())
    return [rest.rstrip() for _, mark, rest in lines if mark]


def read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


# ---- real files ----------------------------------------------------------------------------------


@pytest.mark.quick(5)
@pytest.mark.parametrize("path", GAMES, ids=lambda p: p.stem)
def test_real_files_keep_everything(path: Path) -> None:
    keeps_everything(TOOLS, read(path), comments)


@pytest.mark.parametrize("path", OURS, ids=lambda p: p.stem)
def test_our_own_files_are_in_this_layout(path: Path) -> None:
    assert fmt(TOOLS, read(path)) == read(path), "run: ludwright fmt --write FILE"


# ---- files that were laid out otherwise ----------------------------------------------------------

REMARKS = ("# one", "#", "#two  words\t", "# $win", "## {A,B", "#\u00a0é")
BLANKS = (" ", "  ", "\t", " \t ")


def spoiled(text: str, rng: Random) -> str:
    """The same game in a random layout, with more comments."""
    lines = list[str]()
    for number, line in enumerate(text.splitlines()):
        code, mark, remark = line.partition("#")
        inner = code.lstrip()
        if number and not mark:  # the name is taken as it is
            inner = "".join(rng.choice(BLANKS) if c == " " else c for c in inner)
            inner = inner.replace("{", "{" + rng.choice(("", " ")))
            inner = inner.replace(",", rng.choice((",", " , ", ",\t")))
        level = (len(code) - len(code.lstrip())) // 4
        indent = "".join(rng.choice(("\t", "    ")) for _ in range(level))
        behind = "" if mark or rng.random() < 0.7 else rng.choice(("", *BLANKS))
        behind += "" if mark or rng.random() < 0.7 else rng.choice(REMARKS)
        for _ in range(rng.choice((0, 0, 0, 1, 2))):
            lines.append(rng.choice(("", "", *BLANKS, rng.choice(BLANKS) + rng.choice(REMARKS))))
        lines.append(indent + inner + mark + remark + behind)
    lines += rng.choice(([], ["# end"], ["", ""]))
    return rng.choice(("\n", "\r\n", "\r")).join(lines) + rng.choice(("", "\n"))


@given(st.sampled_from(GAMES), st.integers(0, 1 << 32).map(Random))
@settings(deadline=None)
def test_files_in_any_layout_keep_everything(path: Path, rng: Random) -> None:
    text = read(path)
    made = keeps_everything(TOOLS, spoiled(text, rng), comments)
    words = [line.partition("#")[0].rstrip() for line in fmt(TOOLS, text).splitlines()]
    found = [line.partition("#")[0].rstrip() for line in made.splitlines()]
    assert [line for line in found if line] == [line for line in words if line]
    assert "\n\n\n" not in made and made.endswith("\n") and not made.endswith("\n\n")


# ---- the layout ----------------------------------------------------------------------------------

PILES = "$cards\nDECK 1 {SPADES, HEARTS}\n\n$initial\nCOLUMN 26\nFOUNDATION 0\n"
WIN = "$win\nPILE ALL COLUMN Empty\n"
MOVES = "$moves\n\nMOVE COLUMN FOUNDATION\nAND\n    DEST Empty\n    SRC Rank {1, 2}\n"
TIDY = f"A game\n\n{PILES}\n{MOVES}\n{WIN}"

LAYOUTS = {
    "blanks and tabs": (
        TIDY.replace("1 {S", "1\t{ S").replace(", H", " ,H").replace("    D", "\tD"),
        TIDY,
    ),
    "sections and rules stand apart": (
        TIDY.replace("\n\n", "\n"),
        TIDY.replace("$moves\n\n", "$moves\n"),
    ),
    "one empty line at most": (
        "\n\n" + TIDY.replace("\n\n", "\n \n\n\n").replace("$win\n", "$win\n\n") + "\n\n\n",
        TIDY,
    ),
    "groups of piles stay": (
        TIDY.replace("FOUNDATION 0\n", "\n# Here.\nFOUNDATION 0\n"),
        TIDY.replace("FOUNDATION 0\n", "\n# Here.\nFOUNDATION 0\n"),
    ),
    "comments stand with what follows": (
        TIDY.replace("\n$win", "# To win:\n$win").replace("$moves\n\n", "$moves\n# First.\n"),
        TIDY.replace("\n$win", "\n# To win:\n$win").replace("$moves\n\n", "$moves\n# First.\n"),
    ),
    "comments behind words": (
        TIDY.replace("26\n", "26     # all cards\n").replace("A game\n", "A game#?\n"),
        TIDY.replace("26\n", "26 # all cards\n").replace("A game\n", "A game #?\n"),
    ),
    "comments as deep as what follows": (
        TIDY.replace("    DEST", "# Nothing there.\n    DEST").replace("DECK", "  # d\nDECK"),
        TIDY.replace("    DEST", "    # Nothing there.\n    DEST").replace("DECK", "# d\nDECK"),
    ),
    "comments as deep as what they end": (
        TIDY.replace("\n$win", "     # Aces too.\n        # No more.\n\n# To win:\n$win"),
        TIDY.replace("\n$win", "    # Aces too.\n    # No more.\n\n# To win:\n$win"),
    ),
    "the name as it is": (
        "  A   game, {odd\n$extended\n" + TIDY[8:],
        "A   game, {odd\n$extended\n\n" + TIDY[8:],
    ),
}


@pytest.mark.parametrize("what", LAYOUTS)
def test_layout(what: str) -> None:
    before, after = LAYOUTS[what]
    assert fmt(TOOLS, before) == after
    assert fmt(TOOLS, after) == after


def test_words_are_not_replaced_by_others_that_mean_the_same() -> None:
    text = TIDY.replace("COLUMN 26", "COLUMN 26 FACE_LAST").replace("Empty\n", "Size == 0\n")
    assert fmt(TOOLS, text) == text


def test_what_means_nothing_is_formatted_all_the_same() -> None:
    text = TIDY.replace("ALL COLUMN", "ALL   NOWHERE")
    assert fmt(TOOLS, text) == TIDY.replace("ALL COLUMN", "ALL NOWHERE")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "SG101"),
        (TIDY.replace("$win", "$wn"), "SG103"),
        (TIDY.replace("    SRC", "  SRC"), "SG108"),
        (TIDY.replace("HEARTS}", "HEARTS"), "SG107"),
    ],
)
def test_what_can_not_be_read_is_refused(text: str, code: str) -> None:
    assert code in refused(TOOLS, text)


def test_lines_do_not_grow_beyond_what_can_be_read() -> None:
    names = [f"PILE_NR_{number:03}" for number in range(160)]
    piles = "".join(f"{name} 0\n" for name in names)
    text = TIDY.replace("FOUNDATION 0\n", f"FOUNDATION 0\n{piles}")
    long = text.replace("ALL COLUMN", f"ALL {{{','.join(names)}}}")
    assert refused(TOOLS, long) == ["SG601"]
    assert fmt(TOOLS, text) == text
