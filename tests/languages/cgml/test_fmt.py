"""`fmt`: one layout, and the file says the same."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludwright.diagnostics import Report, Source, render
from ludwright.gamedef import nodes as n
from ludwright.languages.cgml.read.load import BUNDLED
from ludwright.languages.cgml.read.shapes import TAGS
from ludwright.languages.cgml.tools import TOOLS
from ludwright.languages.cgml.write.format import formatted
from ludwright.languages.yaml.concrete import comments
from ludwright.languages.yaml.read import Mapping, Scalar, Sequence, Tree, read_yaml

HERE = Path(__file__).parent
LIBRARY = HERE.parents[2] / "src/ludwright/library"
OURS = [*sorted(LIBRARY.glob("*/*.cgml")), *sorted(BUNDLED.folder.glob("*.*ml"))]
GAMES = [*sorted(LIBRARY.glob("*/*.cgml")), *sorted((HERE / "older").glob("*.cgml"))]


def fmt(text: str) -> str:
    report, source = Report(), Source("a.cgml", text)
    made = formatted(source, report)
    assert made is not None, "\n".join(render(d, [source]) for d in report.items)
    return made


def plain(tree: Tree | None) -> object:
    """A tree as data: values with their types and tags, keys in no order."""
    if isinstance(tree, Scalar):
        return (tree.tag, type(tree.value).__name__, tree.text)
    if isinstance(tree, Sequence):
        return (tree.tag, [plain(item) for item in tree.items])
    assert isinstance(tree, Mapping)
    return (tree.tag, {key.text: plain(value) for key, value in tree.entries})


def read(text: str) -> Tree | None:
    report = Report()
    tree = read_yaml(Source("a.cgml", text), report, TAGS)
    return None if report.failed else tree


def anchors(text: str) -> list[str]:
    return sorted(re.findall(r"(?<![^\s\[{,])[&*]\w+", text))


def laws(text: str) -> None:
    """What must hold for every file that can be read."""
    made = fmt(text)
    assert fmt(made) == made
    assert plain(read(made)) == plain(read(text))
    assert sorted(comments(made)) == sorted(comments(text))
    shorter = made.rstrip("\n") + "\n"
    # Empty lines at the end are there only if they belong to a text that keeps them.
    assert made == shorter or plain(read(shorter)) != plain(read(made))


# ---- real files ----------------------------------------------------------------------------------


@pytest.mark.quick(5)
@pytest.mark.parametrize("path", GAMES, ids=lambda p: p.stem)
def test_the_laws_hold_for_real_files(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    laws(text)
    assert anchors(fmt(text)) == anchors(text)


@pytest.mark.parametrize("path", OURS, ids=lambda p: p.stem)
def test_our_own_files_are_in_this_layout(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert fmt(text) == text, "run: ludwright fmt --write FILE"


def game(text: str) -> n.GameDef:
    report = Report()
    made = TOOLS.game_of(Source("a.cgml", text), report)
    assert made is not None and not report.failed
    return made


@pytest.mark.quick(4)
@pytest.mark.parametrize("path", GAMES, ids=lambda p: p.stem)
def test_the_game_is_the_same(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert game(fmt(text)) == game(text)


# ---- made-up files -------------------------------------------------------------------------------

WORDS = ["a", "deck", "1", "1.20", "yes", "null", "$.zones.deck", "two words", "K", "-1", "0x1F"]
QUOTED = [
    '"1.3"',
    "'it''s'",
    '"a: b"',
    "'# no comment'",
    '"x # y"',
    '""',
    "'on'",
    '"tab\\t"',
    "'$.x'",
]
KEYS = [
    "name",
    "type",
    "action",
    "from",
    "to",
    "count",
    "id",
    "effect",
    '"a b"',
    "7",
    "meta",
    "rules",
]
COMMENTS = ["# one", "#two", "#  three #", "# - no: item", "# [1, {", "#"]


@st.composite
def flows(draw: st.DrawFn, depth: int = 2) -> str:
    """A value in one line."""
    kind = draw(st.sampled_from(["word", "quoted", "list", "map"] if depth else ["word", "quoted"]))
    if kind in ("word", "quoted"):
        return draw(st.sampled_from([w for w in WORDS if w] if kind == "word" else QUOTED))
    gap = draw(st.sampled_from(["", " "]))
    if kind == "list":
        return f"[{gap}{', '.join(draw(st.lists(flows(depth=depth - 1), max_size=4)))}{gap}]"
    keys = draw(st.lists(st.sampled_from(KEYS), max_size=3, unique_by=lambda k: k.strip('"')))
    pairs = [f"{key}: {draw(flows(depth=depth - 1))}" for key in keys]
    return f"{{{gap}{', '.join(pairs)}{gap}}}"


@st.composite
def blocks(draw: st.DrawFn, indent: int = 0, depth: int = 3) -> list[str]:
    """The lines of a mapping or list, with comments in all places where one can stand."""
    pad, lines = " " * indent, list[str]()
    mapping = draw(st.booleans())
    step = draw(st.integers(1, 4))
    heads = [f"{key}:" for key in draw(_keys())] if mapping else ["-"] * draw(st.integers(1, 3))
    for head in heads:
        lines += draw(_above(pad))
        kind = draw(st.sampled_from(["flow", "flow", "block", "text"] if depth else ["flow"]))
        behind = draw(st.sampled_from(["", "", f" {draw(st.sampled_from(COMMENTS))}"]))
        if kind == "flow":
            lines.append(f"{pad}{head} {draw(flows())}{behind}")
        elif kind == "text":
            sign = draw(st.sampled_from(["|", ">", "|-", ">+"]))
            lines += [
                f"{pad}{head} {sign}",
                f"{pad}{' ' * step}first # line",
                f"{pad}{' ' * step}second",
            ]
        else:
            inner = draw(blocks(indent + step, depth - 1))
            starts = not inner[0].strip().startswith("#") and inner[0].strip()
            if not mapping and starts and step > 1 and draw(st.booleans()):
                lines.append(f"{pad}-{' ' * (step - 1)}{inner[0].strip()}")
                lines += inner[1:]
            else:
                lines += [f"{pad}{head}{behind}", *inner]
    return lines


def _keys() -> st.SearchStrategy[list[str]]:
    return st.lists(st.sampled_from(KEYS), min_size=1, max_size=4, unique_by=lambda k: k.strip('"'))


@st.composite
def _above(draw: st.DrawFn, pad: str) -> list[str]:
    kinds = draw(st.lists(st.sampled_from(["", "comment", "shifted"]), max_size=2))
    shift = {"": "", "comment": pad, "shifted": pad + "  "}
    return [shift[k] + (draw(st.sampled_from(COMMENTS)) if k else "") for k in kinds]


@given(blocks())
@settings(deadline=None)
def test_the_laws_hold_for_made_up_files(lines: list[str]) -> None:
    text = "\n".join(lines)
    if read(text) is not None:
        laws(text)


@given(flows(depth=4))
@settings(deadline=None)
def test_the_laws_hold_for_values_in_one_line(flow: str) -> None:
    text = f"meta: {flow}"
    if read(text) is not None:
        laws(text)
        assert all(len(line) <= 100 for line in fmt(text).splitlines())


# ---- the layout ----------------------------------------------------------------------------------

LAYOUTS = [
    # Behind a text that keeps empty lines there is none, whatever came before it.
    ("name: >+\n a # b\nmeta: a\n\ntype: a", "meta: a\nname: >+\n  a # b\ntype: a\n"),
    ("x:\n  y: |+\n   a\nmeta: a\n\n# c\nz: a", "meta: a\nx:\n  y: |+\n    a\n# c\nz: a\n"),
    # Spaces in and around collections, and two of them for each level.
    ("a:   {b:1 , c: [ 1,2 ] }", "a: { b:1, c: [1, 2] }\n"),
    ("a: {b: , c}", "a: { b, c }\n"),
    ("a: {}\nb: [ ]", "a: {}\nb: []\n"),
    ("a:\n    - b\n    -   c: 1\n        d: 2", "a:\n  - b\n  - c: 1\n    d: 2\n"),
    ("a:\n- b\n- - c\n  - d", "a:\n  - b\n  - - c\n    - d\n"),
    # Quotes where they are needed: not if the text is one without them, too.
    ("a: 'word'\nb: \"1.3\"\nc: 'on'\nd: 'x: y'", 'a: word\nb: "1.3"\nc: "on"\nd: "x: y"\n'),
    ("a: '$.x'\nb: 'say \"hi\"'\nc: \"\\u0041\"", 'a: "$.x"\nb: \'say "hi"\'\nc: A\n'),
    ("a: 1.0\nb: 0x1F\nc: ~", "a: 1.0\nb: 0x1F\nc: ~\n"),
    # Comments and single empty lines.
    (
        "# top\n\n\n\na: 1    # one\n  # of a\nb: 2\n# end",
        "# top\n\na: 1 # one\n# of a\nb: 2\n# end\n",
    ),
    ("a: # list\n  - 1\n  # two\n  - 2\n", "a: # list\n  - 1\n  # two\n  - 2\n"),
    ("a: [1, # one\n  2]\nb: 3", "a:\n  - 1 # one\n  - 2\nb: 3\n"),
    # Anchors, aliases, tags; a document's start.
    ("a: &x   [1]\nb: *x\nc: !include   'f'", "a: &x [1]\nb: *x\nc: !include 'f'\n"),
    ("---\na: 1", "---\na: 1\n"),
    # Texts of several lines.
    ("a: |\n     x\n       y\n\n     z\nb: 1", "a: |\n  x\n    y\n\n  z\nb: 1\n"),
    ("a: >-\n    x\n    y\nb: one\n     two", "a: >-\n  x\n  y\nb: one\n  two\n"),
]


@pytest.mark.parametrize(("before", "after"), LAYOUTS, ids=[before for before, _ in LAYOUTS])
def test_layout(before: str, after: str) -> None:
    assert fmt(before) == after


def test_long_collections_get_lines_of_their_own() -> None:
    words = ", ".join(f"number_{i}" for i in range(20))
    made = fmt(f"meta: [{words}]\nrules: [{{id: a, effect: [{words}]}}, {{id: b}}]")
    assert made.splitlines()[0] == "meta: ["
    assert made.splitlines()[-1] == "  - id: b"
    assert all(len(line) <= 100 for line in made.splitlines())


def test_keys_are_in_the_order_of_the_language() -> None:
    made = fmt(
        """\
rules:
  - effect:
      - {to: 1, on_failure: continue, from: 2, action: MOVE}
    # sets it off
    trigger: on.turn.end
    id: a
meta: {players: {max: 2, min: 2}, meta: {z: 1, a: 2}, name: N}
flow: {initial_state: S, states: {S: {}, A: {meta: {}, phases: []}}}
cgml_version: "1.3"
unknown: 1
"""
    )
    assert made == (
        """\
cgml_version: "1.3"
meta: { name: N, players: { min: 2, max: 2 }, meta: { z: 1, a: 2 } }
flow: { states: { S: {}, A: { phases: [], meta: {} } }, initial_state: S }
rules:
  - id: a
    # sets it off
    trigger: on.turn.end
    effect:
      - { action: MOVE, from: 2, to: 1, on_failure: continue }
unknown: 1
"""
    )


def test_nothing_moves_in_front_of_its_anchor() -> None:
    text = "rules:\n  - condition: &x { value: true }\n    id: *x\n"
    assert fmt(text) == text


def test_windows_line_ends_become_plain_ones() -> None:
    assert fmt("a: 1\r\nb:\r\n    - 2\r\n") == "a: 1\nb:\n  - 2\n"


@pytest.mark.parametrize("text", ["a: [", "a: 1\na: 2", "", "a: *x", "? [a]\n: b", "a: !no b"])
def test_what_can_not_be_read_is_refused(text: str) -> None:
    report = Report()
    assert formatted(Source("a.cgml", text), report) is None
    assert report.failed
