"""`fmt` for Rule XML: one layout, and the file says the same."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from xml.etree.ElementTree import canonicalize
from xml.parsers import expat

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludwright.languages import LANGUAGES
from ludwright.languages.rulexml.tools import TOOLS
from ludwright.languages.rulexml.write import format as formatting
from ludwright.pipeline import LIBRARY
from samplers import rulexml as samples
from tools.layouts import fmt, keeps_everything, refused

HERE = Path(__file__).parent
OURS = sorted(LIBRARY.glob("*/*.xml"))
(PARTS,) = (each.parts for each in LANGUAGES if each.name == "rulexml")
GAMES = [path for path in OURS if not path.name.endswith(PARTS)]
MINI = sorted((HERE / "mini").glob("*.xml"))
SAMPLES = [text for text in vars(samples).values() if isinstance(text, str) and "<data" in text]


def comments(text: str) -> list[list[str]]:
    """The comments of a text, line by line."""
    found: list[list[str]] = []
    parser = expat.ParserCreate()
    parser.CommentHandler = lambda data: found.append([line.strip() for line in data.split("\n")])
    parser.Parse(text, True)
    return found


def content(text: str) -> str:
    """The elements, attributes and texts of a file, by another reader."""
    return canonicalize(text, strip_text=True)


def read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def laws(text: str) -> str:
    """What must hold for every file that can be read."""
    made = fmt(TOOLS, text)
    assert fmt(TOOLS, made) == made
    assert content(made) == content(text)
    assert comments(made) == comments(text)
    return made


# ---- real files ----------------------------------------------------------------------------------


@pytest.mark.quick(4)
@pytest.mark.parametrize("path", GAMES, ids=lambda p: p.stem)
def test_games_keep_everything(path: Path) -> None:
    keeps_everything(TOOLS, read(path), comments, path)


@pytest.mark.parametrize("path", OURS, ids=lambda p: p.stem)
def test_our_own_files_are_in_this_layout(path: Path) -> None:
    assert fmt(TOOLS, read(path)) == read(path), "run: ludwright fmt --write FILE"


@pytest.mark.quick(10)
@pytest.mark.parametrize("path", MINI, ids=lambda p: p.stem)
def test_the_laws_hold_for_recorded_files(path: Path) -> None:
    laws(read(path))


@pytest.mark.parametrize("text", SAMPLES, ids=range(len(SAMPLES)))
def test_the_laws_hold_for_files_of_every_kind(text: str) -> None:
    laws(text)


# ---- files that were laid out otherwise ----------------------------------------------------------

BLANKS = ("", " ", "\t", "\n", "\n\n\n", "\n   \n  ")
REMARKS = ("<!-- one -->", "<!--two-->", "<!-- <a> 'b' & \"c\n      d \n\n -->", "<!---->")
_TAG = re.compile(r"(<!--.*?-->|<[^>]*>)", re.DOTALL)


def spoiled(text: str, rng: Random) -> str:
    """The same file in a random layout, with more comments."""
    head, *pieces = _TAG.split(text)[1:]
    made = [head + "\n"]
    for piece in pieces:
        if piece.startswith("<") and not piece.startswith("<!"):
            made.append(_spoiled_tag(piece, rng))
        elif piece.strip() and not piece.startswith("<!"):
            made.append(rng.choice(BLANKS) + piece.strip() + rng.choice(BLANKS))
        else:
            made.append(piece if rng.random() < 0.5 or piece.strip() else rng.choice(BLANKS))
            if rng.random() < 0.1:
                made.append(rng.choice(REMARKS) + rng.choice(BLANKS))
    return "".join(made).replace("\n", rng.choice(("\n", "\r\n", "\r")))


def _spoiled_tag(tag: str, rng: Random) -> str:
    if tag.endswith("/>") and rng.random() < 0.5:
        name = re.split(r"[\s/]", tag[1:])[0]
        tag = f"{tag[:-2]}>{rng.choice(BLANKS)}</{name}>"
    if rng.random() < 0.3:
        tag = re.sub(r' (\w+)="([^"]*)"', lambda m: f"\n\t{m[1]} = '{m[2]}' ", tag)
    return tag


@given(st.sampled_from(OURS), st.integers(0, 1 << 32).map(Random))
@settings(deadline=None)
def test_the_laws_hold_for_files_in_any_layout(path: Path, rng: Random) -> None:
    made = laws(spoiled(read(path), rng))
    assert "\n\n\n" not in re.sub(r"<!--.*?-->", "!", made, flags=re.DOTALL)
    assert made.endswith("</data>\n") or made.endswith("-->\n")


@given(st.sampled_from(GAMES), st.integers(0, 1 << 32).map(Random))
@settings(deadline=None, max_examples=10)
def test_games_in_any_layout_keep_everything(path: Path, rng: Random) -> None:
    keeps_everything(TOOLS, spoiled(read(path), rng), comments, path)


PIECES = st.sampled_from(
    [*("<a>", "</a>", "<b x='1' y=\"2\"/>", "text", " ", "\n", "\n\n", "&lt;", "&#32;", "\u00a0"),
     *("<!-- c -->", "<!-- c\n  d -->", "<!-- c -->\n", "<![CDATA[ ]]>", "<c>x</c>", "<a>\n")]
)  # fmt: skip


@given(st.lists(PIECES, max_size=12))
@settings(deadline=None)
def test_the_laws_hold_for_made_up_files(pieces: list[str]) -> None:
    text = f'<data type="deck">{"".join(pieces)}</data>'
    try:
        expat.ParserCreate().Parse(text, True)
    except expat.ExpatError:
        assert "RX101" in refused(TOOLS, text)
    else:
        made = fmt(TOOLS, text)
        assert fmt(TOOLS, made) == made
        assert comments(made) == comments(text)


# ---- the layout ----------------------------------------------------------------------------------

LONG = "x" * 40
LAYOUTS = {
    "two blanks for each level": ("<a>\n<b>\n<c/></b>\n</a>", "<a>\n  <b>\n    <c/>\n  </b>\n</a>"),
    "empty elements close themselves": ("<a>\n</a>", "<a/>"),
    "no blanks around texts": ("<a>\n  x y \n</a>", "<a>x y</a>"),
    "texts of several lines": ("<a> x\n  y </a>", "<a>x\n  y</a>"),
    "short elements stay in a line": ("<a> <b>x</b> <c/> </a>", "<a><b>x</b><c/></a>"),
    "long ones do not": (
        f"<a><b>{LONG}</b><c><d>{LONG}</d><e>{LONG}</e></c></a>",
        f"<a>\n  <b>{LONG}</b>\n  <c>\n    <d>{LONG}</d><e>{LONG}</e>\n  </c>\n</a>",
    ),
    "rows stay as long as they fit": (
        f"<a>\n<b/><b>x</b>\n<b/><b>{LONG}</b><b>{LONG}</b><b/>\n</a>",
        f"<a>\n  <b/><b>x</b>\n  <b/><b>{LONG}</b>\n  <b>{LONG}</b><b/>\n</a>",
    ),
    "attributes in a line": ("<a  x = '1'\n  y='\"'/>", '<a x="1" y=\'"\'/>'),
    "line ends in attributes are blanks": ('<a x="1\n2"/>', '<a x="1 2"/>'),
    "or one in each": (
        f'<a x="{LONG}" y="{LONG}" z="1"><b/></a>',
        f'<a\n    x="{LONG}"\n    y="{LONG}"\n    z="1">\n    <b/>\n  </a>'.replace("\n  ", "\n"),
    ),
    "one empty line at most": (
        "<a>\n\n<b/>\n\n\n\n<b/>\n \n<!-- c -->\n<b/>\n\n</a>",
        "<a>\n  <b/>\n\n  <b/>\n\n  <!-- c -->\n  <b/>\n</a>",
    ),
    "comments behind tags": (
        "<a><!-- a -->\n<b/>   <!-- b -->\n</a> <!-- c -->",
        "<a> <!-- a -->\n  <b/> <!-- b -->\n</a> <!-- c -->",
    ),
    "comments of several lines are moved": (
        "<a>\n      <!-- 1\n           2\n    3 -->\n</a>",
        "<a>\n  <!-- 1\n       2\n3 -->\n</a>",
    ),
    "references and CDATA stay": ("<a>&lt;<![CDATA[<b>]]>&#65;</a>",) * 2,
    "what stands in a text stays": (
        "<a>\n x  <b></b>\n<!--c--> y\n</a>",
        "<a>x  <b></b>\n<!--c--> y</a>",
    ),
}


def indented(text: str) -> str:
    return re.sub(r"^(?=.)", "  ", text, flags=re.MULTILINE)


@pytest.mark.parametrize("what", LAYOUTS)
def test_layout(what: str) -> None:
    before, after = LAYOUTS[what]
    whole = '<?xml version="1.0"?>\n<data type="deck">\n%s\n</data>\n'
    kept = "\n" in after and what in ("texts of several lines", "what stands in a text stays")
    made = whole % (f"  {after}" if kept else indented(after))
    assert fmt(TOOLS, whole % before) == made
    assert fmt(TOOLS, made) == made


def test_comments_around_the_root() -> None:
    text = '<!-- a\n  b -->\n\n\n<data type="deck"/><!-- c -->\n<!-- d -->'
    assert fmt(TOOLS, text) == ('<!-- a\n  b -->\n\n<data type="deck"/> <!-- c -->\n<!-- d -->\n')


def test_what_means_nothing_is_formatted_all_the_same() -> None:
    text = '<data type="rule"><nonsense></nonsense></data>'
    assert fmt(TOOLS, text) == '<data type="rule"><nonsense/></data>\n'


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "RX101"),
        ('<data type="rule">', "RX101"),
        ("<html><body/></html>", "RX106"),
        ('<data type="novel"/>', "RX106"),
        ('<!DOCTYPE data><data type="rule"/>', "RX102"),
    ],
)
def test_what_can_not_be_read_is_refused(text: str, code: str) -> None:
    assert refused(TOOLS, text) == [code]


def test_files_do_not_grow_beyond_what_can_be_read() -> None:
    inner = "\n<!--x-->" * 10_000
    text = f'<data type="deck">{"<a>" * 60}{inner}{"</a>" * 60}</data>'
    assert refused(TOOLS, text) == ["RX701"]
    assert fmt(TOOLS, text.replace("<a>", "").replace("</a>", ""))


def test_another_meaning_is_never_written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(formatting, "_printed", lambda text: text.replace("b/", "c/"))
    assert refused(TOOLS, '<data type="deck"><b/></data>') == ["RX701"]
