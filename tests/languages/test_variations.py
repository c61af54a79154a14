"""Mutations of every language: typed, mostly valid, with comments kept; games as one file."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludwright import pipeline
from ludwright.diagnostics import Report, Source
from ludwright.languages import LANGUAGES
from ludwright.languages.files import Files
from ludwright.languages.language import Tools
from ludwright.languages.mutations import KINDS, Edit, Mutation, near
from ludwright.languages.yaml.concrete import comments

GAMES = sorted(set(pipeline.library_games().values()))
SEVERAL = [path for path in GAMES if path.suffix == ".cgml"]
SAMPLE, LARGEST = 5, 40_000  # mutations of a game that are read; characters of a game


def tools(path: Path) -> Tools:
    return next(each.tools for each in LANGUAGES if path.suffix in each.suffixes)


def name(path: Path) -> str:
    return path.name


def whole(path: Path) -> str:
    """A game as one text."""
    source = Source(path.name, path.read_text(encoding="utf-8"))
    write = tools(path).whole
    found = write(source, Report(), Files(source, path, pipeline.LIBRARY)) if write else source.text
    assert found is not None
    return found


def mutations(path: Path, text: str = "") -> list[Mutation]:
    mutate = tools(path).mutations
    assert mutate is not None
    return list(mutate(text or whole(path)))


# ---- all games -----------------------------------------------------------------------------------


@pytest.mark.quick(4)
@pytest.mark.parametrize("path", SEVERAL, ids=name)
def test_a_game_as_one_file_is_the_same_game(path: Path) -> None:
    text = whole(path)
    alone = pipeline.loads(text, "cgml", path.name)  # without a path: no file can be read
    assert not alone.failed and alone.game == pipeline.load(path).game
    again = Source(path.name, text)
    write = tools(path).whole
    assert write is not None and write(again, Report(), Files(again)) == text


@pytest.mark.quick(6)
@pytest.mark.parametrize("path", [p for p in GAMES if p.stat().st_size < LARGEST], ids=name)
def test_most_mutations_are_games(path: Path) -> None:
    text, language = whole(path), pipeline.language_of(path.name)
    assert language is not None
    listed = mutations(path, text)
    assert len(listed) > 20 and {each.kind for each in listed} <= set(KINDS)
    assert "number" in {each.kind for each in listed}
    valid, step = 0, max(1, len(listed) // SAMPLE)
    for each in listed[::step]:
        changed = each.applied(text)
        assert changed != text and each.what
        loaded = pipeline.loads(changed, language.name, path.name, path=path)
        valid += not loaded.failed
    assert valid >= len(listed[::step]) / 2


# ---- CGML ----------------------------------------------------------------------------------------

CARDS = """\
cgml_version: "1.3"
meta:
  name: Cards # the name
  players: { min: 2, max: 2 }
  options:
    - { name: size, default: 3, allowed: [3, 5] }
components:
  component_types:
    deck_types:
      deck:
        composition:
          - { type: template, template: standard_suits, values: [A, 2, K], suits: [S, H] }
          # The joker.
          - type: card
            properties: { rank: Joker }
            count: 2
rules:
  - id: first
    effect:
      - { action: DRAW, player: current, count: { value: 1 } } # one
  # The second rule
  # has two lines of comments.
  - id: second
    condition: { isAtLeast: [{ path: $.x }, { value: 4 }] }
    effect: [{ action: END_TURN }, { action: LOG, text: x }]
"""


def changes(text: str) -> set[str]:
    return {each.what for each in mutations(Path("cards.cgml"), text)}


def applied(text: str, what: str) -> str:
    listed = mutations(Path("cards.cgml"), text)
    (found,) = [each for each in listed if each.what == what]
    return found.applied(text)


def test_all_mutations_of_a_text() -> None:
    assert changes(CARDS) == {
        "line 6: size 3 -> 5",
        *(f"line 12: remove value {rank}" for rank in ("A", "2", "K")),
        *(f"line 12: remove suit {suit}" for suit in "SH"),
        *("line 12: remove cards", "line 12: two copies"),
        *("line 13: remove cards", "line 16: count 2 -> 1", "line 16: count 2 -> 3"),
        *("line 16: count 2 -> 4", "line 18: remove first"),
        *("line 20: repeat DRAW", "line 20: count 1 -> 0", "line 20: count 1 -> 2"),
        *("line 21: remove second",),
        *(f"line 24: isAtLeast 4 -> {number}" for number in (2, 3, 5, 8)),
        *(f"line 24: isAtLeast -> {o}" for o in ("isGreaterThan", "isLessThan", "isAtMost")),
        *("line 25: remove END_TURN", "line 25: repeat END_TURN"),
        "line 25: END_TURN after the next action",
        *("line 25: remove LOG", "line 25: repeat LOG"),
    }


def test_texts_after_mutations() -> None:
    assert "values: [A, K]" in applied(CARDS, "line 12: remove value 2")
    assert "suits: [S] }" in applied(CARDS, "line 12: remove suit H")
    assert "suits: [S, H], copies: 2 }" in applied(CARDS, "line 12: two copies")
    assert "count: 4\n" in applied(CARDS, "line 16: count 2 -> 4")
    turned = "effect: [{ action: LOG, text: x }, { action: END_TURN }]"
    assert turned in applied(CARDS, "line 25: END_TURN after the next action")
    lines = CARDS.splitlines(keepends=True)
    assert applied(CARDS, "line 20: repeat DRAW").splitlines(keepends=True) == [
        *(*lines[:20], lines[19], *lines[20:])
    ]
    # What is removed takes the comments above it along; all others stay.
    assert applied(CARDS, "line 21: remove second") == "".join(lines[:20])
    assert applied(CARDS, "line 13: remove cards") == "".join(lines[:12] + lines[16:])
    assert comments(applied(CARDS, "line 6: size 3 -> 5")) == comments(CARDS)


def test_what_has_an_anchor_is_neither_repeated_nor_moved() -> None:
    anchored = CARDS.replace("[{ action: END_TURN }", "[&end { action: END_TURN }")
    gone = changes(CARDS) - changes(anchored)
    assert gone == {"line 25: repeat END_TURN", "line 25: END_TURN after the next action"}


def test_a_text_with_errors_has_none() -> None:
    assert changes("rules: [") == set()


# ---- other languages -----------------------------------------------------------------------------


def test_sgdl() -> None:
    path = pipeline.LIBRARY / "klondike" / "klondike.sgdl"
    text, listed = whole(path), {each.what: each for each in mutations(path)}
    moved = listed["line 10: a card of COLUMN to DRAW of line 17"].applied(text)
    assert moved.splitlines()[9] == "COLUMN 0" and "DRAW 25 ROTATE 3 U U" in moved
    fewer = listed["line 18: remove pile FOUNDATION"].applied(text)
    assert fewer.count("FOUNDATION 0") == text.count("FOUNDATION 0") - 1
    assert "line 33: ascending -> descending" in listed
    # Numbers in comments are none, and words of the extended language stay away.
    assert not any(what.startswith("line 3:") for what in listed)
    assert not any("ascending_wrap" in what for what in listed)


def test_rule_xml() -> None:
    path = pipeline.LIBRARY / "klondike" / "klondike.xml"
    text = whole(path)
    what = {each.what.partition(": ")[2] for each in mutations(path)}
    assert {"3 -> 4", "remove a rule", "remove card Rd,U", "U -> D", "! -> =", "-1 -> -2"} <= what
    # The number of players, and of cards in comments, stay what they are.
    players = text.index("<players>")
    for each in mutations(path):
        assert not any(players <= edit.start < players + 12 for edit in each.edits)


def test_game_spec() -> None:
    path = pipeline.LIBRARY / "thirty-one" / "thirty-one.md"
    text = whole(path)
    for each in mutations(path):
        (edit,) = each.edits
        before = text[: edit.start]
        assert before.count("```") % 2 == 1, "only blocks of the document are changed"
        assert "#" not in before.rpartition("\n")[2].partition(" #")[2]


def test_near() -> None:
    assert near(7) == [3, 6, 8, 14] and near(1) == [0, 2] and near(0) == [1]
    assert near(1, 1) == [2] and near(-1) == [-2]


def test_edits_are_applied_together() -> None:
    change = Mutation("rule", "", (Edit(0, 1, "xy"), Edit(3, 5, ""), Edit(2, 2, "-")))
    assert change.applied("abcdef") == "xyb-cf"
