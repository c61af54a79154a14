"""`migrate` writes version 1.3 and touches nothing else."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

import pytest

from ludwright.diagnostics import Report, Source, render
from ludwright.gamedef import nodes as n
from ludwright.languages.cgml.tools import TOOLS
from ludwright.languages.cgml.upgrade.migrate import migrated
from ludwright.languages.cgml.write.format import formatted
from ludwright.languages.language import Migration
from ludwright.languages.yaml.concrete import comments

OLDER = Path(__file__).parent / "older"
LIBRARY = Path(__file__).parents[3] / "src/ludwright/library"
FILES = sorted(OLDER.glob("*.cgml"))


@cache  # the same files are looked at in several respects
def migrate(text: str) -> Migration:
    report, source = Report(), Source("old.cgml", text)
    made = migrated(source, report)
    assert made is not None, "\n".join(render(d, [source]) for d in report.items)
    return made


@cache
def game(text: str) -> n.GameDef:
    report = Report()
    made = TOOLS.game_of(Source("a.cgml", text), report)
    assert made is not None and not report.failed
    return made


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.stem)
def test_the_written_file_is_the_game_that_the_old_one_is(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert game(migrate(text).text) == game(text)


@pytest.mark.quick(4)
@pytest.mark.parametrize("path", FILES, ids=lambda p: p.stem)
def test_layout_does_not_matter(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    report = Report()
    tidy = formatted(Source(path.name, text), report)
    assert tidy is not None and report.items == []
    assert game(migrate(tidy).text) == game(text)
    assert sorted(comments(migrate(tidy).text)) == sorted(comments(text))


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.stem)
def test_migrating_twice_changes_nothing(path: Path) -> None:
    once = migrate(path.read_text(encoding="utf-8"))
    assert once.changes
    assert migrate(once.text) == Migration(once.text)


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.stem)
def test_no_comment_is_lost_or_doubled(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert sorted(comments(migrate(text).text)) == sorted(comments(text))


@pytest.mark.parametrize("path", [p for p in FILES if p.stem != "braces"], ids=lambda p: p.stem)
def test_lines_without_a_change_stay_as_they_are(path: Path) -> None:
    """A line that no note is about, and that is not part of something noted above it, is there
    again: all lines of a section that has no notes."""
    text = path.read_text(encoding="utf-8")
    made = migrate(text)
    touched = {span.line for span, _ in made.changes}
    lines = text.splitlines()
    heads = [
        i for i, line in enumerate(lines, 1) if line and not line.startswith((" ", "#", "}", "{"))
    ]
    written = made.text.splitlines()
    for start, end in zip(heads, [*heads[1:], len(lines) + 1], strict=True):
        if touched.isdisjoint(range(start, end)):
            section = lines[start - 1 : end - 1]
            at = written.index(section[0])
            assert written[at : at + len(section)] == section


@pytest.mark.parametrize("path", sorted(LIBRARY.glob("*/*.cgml")), ids=lambda p: p.stem)
def test_there_is_nothing_to_do_in_the_library(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert migrate(text) == Migration(text)


def test_every_character_that_need_not_change_is_kept() -> None:
    old = """\
# odd   spacing
cgml_version:   "1.2"   # here
meta:    {name:   'Odd',players: {min: 2,max: 2}}
components:
    variables:
        -   {name: x,   initial_value: 0}

setup:
    - action:   SET_VARIABLE   # first
      path:     x              # what
      value:    7
    - {  action: SET_GAME_STATE  ,state: 'Over'  }
"""
    new = """\
# odd   spacing
cgml_version:   "1.3"   # here
meta:    {name:   'Odd',players: {min: 2,max: 2}}
components:
    variables:
        -   {name: x,   initial_value: 0}

setup:
    - action:   SET_VARIABLE   # first
      path:     "$.x"              # what
      value:    7
    - {  action: SET_STATE  ,state: 'Over'  }
"""
    assert migrate(old).text == new


def test_what_changes_its_shape_is_written_like_what_is_around_it() -> None:
    old = """\
cgml_version: "1.2"
components:
  zones: [{name: deck, type: t}]
flow:
  # the states
  states: # two
    - Play # one plays here
    - Over
  # the turn
  turn_structure: # of phases
    - Draw
    - Act # and act
  transitions:
    - from: Play
      to: Over
      # none left
      condition:
        not: # still
          isGreaterThan: # more than
            - path: zones.deck.card_count # cards
            - value: 0
rules:
  - id: a
    trigger: on.phase.Act
    effect:
      # shuffle sometimes
      - action: SHUFFLE # it
        # only then
        condition:
          isEqual:
            - path: zones.deck.size
            - value: 5 # five
        target: zones.deck # the deck
      # again
      - action: REPEAT_TURN # once more
"""
    new = """\
cgml_version: "1.3"
components:
  zones: [{name: deck, type: t}]
flow:
  # the states
  states: # two
    Play: # one plays here
      phases:
        - Draw
        - Act # and act
    Over: {phases: []}
  # the turn
  # of phases
  transitions:
    - from: Play
      to: Over
      # none left
      condition:
        not: # still
          - isGreaterThan: # more than
              - path: "$.zones.deck.card_count" # cards
              - value: 0
rules:
  - id: a
    trigger: on.phase.Act
    effect:
      # shuffle sometimes
      - action: IF
        # only then
        condition:
          isEqual:
            - path: "$.zones.deck.card_count"
            - value: 5 # five
        then:
          - action: SHUFFLE # it
            target: {path: "$.zones.deck"} # the deck
      # again
      - action: EXTRA_TURN # once more
      - action: END_TURN
"""
    assert migrate(old).text == new


def test_a_base_in_the_first_line_becomes_a_key() -> None:
    made = migrate("# old\n!inherit 'base.cgml' # see there\ncgml_version: 1.2\n")
    assert made.text == "# old\ninherit: 'base.cgml' # see there\ncgml_version: \"1.3\"\n"
    assert [span.line for span, _ in made.changes] == [2, 3]


def test_what_is_included_is_left_to_its_own_file() -> None:
    text = (
        "cgml_version: 1.2\nimports:\n  - !include 'zones.yaml'\n"
        "setup: !include setup.yaml\nrules:\n  - !include 'rule.yaml'\n"
        "  - {id: a, condition: !include test.yaml,\n"
        "     effect: [{action: SHUFFLE, target: !include z}]}\n"
    )
    assert migrate(text).text == text.replace("1.2", '"1.3"')


def test_windows_line_ends_stay() -> None:
    text = (OLDER / "trick.cgml").read_text(encoding="utf-8")
    made = migrate(text.replace("\n", "\r\n")).text
    assert made.replace("\r\n", "\n") == migrate(text).text
    assert made.count("\n") == made.count("\r\n")


def test_a_word_that_goes_away_is_replaced_in_new_files_too() -> None:
    old = 'cgml_version: "1.3"\nrules: [{effect: [{action: SET_GAME_STATE, state: Over}]}] # x\n'
    made = migrate(old)
    assert made.text == old.replace("SET_GAME_STATE", "SET_STATE")
    assert [(span.line, what) for span, what in made.changes] == [
        (2, "SET_GAME_STATE is now SET_STATE")
    ]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("cgml_version: 1.1\n", "CG105"),
        ("meta: {}\n", "CG105"),
        ("a: [\n", "YM101"),
        ("cgml_version: 1.2\nsetup: [{action: MOVE, from: zones.no, to: zones.no}]\n", "CG501"),
        # What the anchor marks is a path in one place and a text in the other.
        (
            "cgml_version: 1.2\ncomponents: {zones: [{name: deck, type: t}]}\n"
            "setup:\n  - {action: SHUFFLE, target: &x deck}\n  - {action: LOG, text: *x}\n",
            "CG110",
        ),
    ],
)
def test_what_can_not_be_migrated_is_refused(text: str, code: str) -> None:
    report = Report()
    assert migrated(Source("bad.cgml", text), report) is None
    assert {d.code for d in report.items} == {code}


# ---- broken files --------------------------------------------------------------------------------


def broken(text: str, rng: random.Random) -> str:
    """A text with one or a few of its words exchanged, doubled or taken away."""
    lines = text.splitlines()
    words = [word.strip("[]{},:\"'") for line in lines for word in line.split()]
    for _ in range(rng.randint(1, 3)):
        at = rng.randrange(len(lines))
        parts = lines[at].split(" ")
        place = rng.randrange(len(parts))
        new = rng.choice(
            [[], [rng.choice(words)], [parts[place]] * 2, ["{", "}"], ["[]"], ["null"]]
        )
        lines[at] = " ".join([*parts[:place], *new, *parts[place + 1 :]])
    return "\n".join(lines)


@pytest.mark.quick(2)
@pytest.mark.parametrize("path", FILES, ids=lambda p: p.stem)
def test_broken_files_are_read_or_refused_but_never_break_anything(path: Path) -> None:
    text, rng = path.read_text(encoding="utf-8"), random.Random(path.stem)
    for _ in range(30):
        mutant = broken(text, rng)
        TOOLS.game_of(Source("bad.cgml", mutant), Report())
        report = Report()
        made = migrated(Source("bad.cgml", mutant), report)
        assert made is not None or report.failed
        if made is not None:
            assert migrate(made.text) == Migration(made.text)
        report = Report()
        assert formatted(Source("bad.cgml", mutant), report) is not None or report.failed
