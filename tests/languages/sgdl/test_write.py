"""Any game that SGDL can describe is written as SGDL, and read again it is the same game."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import HealthCheck, assume, given, settings

from ludwright import pipeline
from ludwright.cli import cli
from ludwright.diagnostics import CODES, Report, Source
from ludwright.gamedef import nodes as n
from ludwright.gamedef.canonical import write as canonical
from ludwright.gamedef.walk import rebuild, walk
from ludwright.languages.sgdl.tools import TOOLS
from strategies.sgdl import files
from tools.mdtest import cases

LIBRARY = {name: path for name, path in pipeline.library_games().items() if ":" not in name}
TRACES = sorted((Path(__file__).parent / "traces").glob("*.sgdl"))
OURS = [path for path in LIBRARY.values() if path.suffix == ".sgdl"] + TRACES
OTHERS = [name for name, path in LIBRARY.items() if path.suffix != ".sgdl"]


def read(text: str) -> n.GameDef:
    report = Report()
    game = TOOLS.game_of(Source("test.sgdl", text), report)
    assert game is not None and not report.failed, (text, report.items)
    return game


def untold(node: n.Node) -> n.Node:
    """A game without the words of its author."""
    if isinstance(node, n.Action):
        return replace(node, because=())
    return replace(node, refused=()) if isinstance(node, n.Decide) else node


def written(game: n.GameDef) -> str:
    report = Report()
    assert TOOLS.write is not None
    found = TOOLS.write(game, report)
    assert found is not None, report.items
    return found.text


def reasons(game: n.GameDef) -> list[tuple[str, int | None]]:
    """The codes of what stands against writing a game, and their lines."""
    report = Report()
    assert TOOLS.write is not None and TOOLS.write(game, report) is None
    return [(d.code, d.span.line if d.span else None) for d in report.sorted()]


@pytest.mark.quick(8)
@pytest.mark.parametrize("path", OURS, ids=lambda path: path.stem)
def test_games_survive(path: Path) -> None:
    game = read(path.read_text(encoding="utf-8"))
    text = written(game)
    assert canonical(read(text)) == canonical(game)
    assert written(read(text)) == text


# Each is read and written several times.
FEW = settings(
    max_examples=settings().max_examples // 4,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
CASES = cases(sorted(Path(__file__).parent.glob("*.md")), ["sgdl"])
CLEAN = {str(c): c.text for c in CASES if all(e.severity == "warning" for e in c.expected)}


@pytest.mark.parametrize("case", CLEAN)
def test_every_construct_survives(case: str) -> None:
    game = read(CLEAN[case])
    assert canonical(read(written(game))) == canonical(game)
    bare = rebuild(game, untold)
    assert canonical(rebuild(read(written(bare)), untold)) == canonical(bare)


@given(files())
@FEW
def test_random_games_survive(text: str) -> None:
    game = read(text)
    again = written(game)
    assert canonical(read(again)) == canonical(game)
    assert written(read(again)) == again


@pytest.mark.deep
@given(files(extended=True))
@FEW
def test_random_games_of_the_extended_language_survive(text: str) -> None:
    report = Report()
    game = TOOLS.game_of(Source("test.sgdl", text), report)
    # A pile that only a rule without any effect removes cards to can't be told from others.
    assume(game is not None and not report.failed)
    assume(all(found.code != "SG321" for found in report.items))
    assert game is not None
    assert canonical(read(written(game))) == canonical(game)


def test_names_that_stand_on_both_sides_of_a_removal_keep_their_order() -> None:
    """Of the pair of a single pile with itself nothing is left, but it stood first in the set."""
    text = """Removal
$extended
$cards
DECK 1 {SPADES}
$initial
ONE 3
TWO 3
THREE 3
FOUR 3
FOUR 1
OUT 0
$moves
REMOVE {ONE, TWO, FOUR, THREE} {ONE, THREE, FOUR} TO OUT
PAIR Rank ascending
$win
PILE ALL ONE Empty
"""
    game = read(text)
    assert "REMOVE {ONE, TWO, FOUR, THREE} {ONE, THREE, FOUR} TO OUT" in written(game)


def test_a_file_is_laid_out_as_people_do() -> None:
    text = """Small
$cards
DECK 1 {SPADES}
$initial
DRAW 3 ROTATE 1 3 U  # a comment
A 4 FACE_ALL {S1, S2, S3, S4}
B 0
A 6 FACE_LAST
$moves
MOVE DRAW {A, B}
OR
    DEST Size == 0
    DEST Rank {2}
MOVE A {A, B}
OR
    DEST Empty
    DEST Rank {2}
$win
PILE ALL {A} Size == 0
"""
    assert (
        written(read(text))
        == """Small

$cards
DECK 1 SPADES

$initial
DRAW 3 ROTATE 1 3 U
A 4 FACE_ALL {S1, S2, S3, S4}
A 6
B 0

$moves

MOVE {DRAW, A} {A, B}
OR
    DEST Empty
    DEST Rank 2

$win
PILE ALL A Empty
"""
    )


# ---- games that were not read from SGDL ----------------------------------------------------------


@pytest.mark.quick(8)
@pytest.mark.parametrize("path", OURS, ids=lambda path: path.stem)
def test_what_a_game_means_is_enough(path: Path) -> None:
    game = rebuild(read(path.read_text(encoding="utf-8")), untold)
    assert canonical(rebuild(read(written(game)), untold)) == canonical(game)


@pytest.mark.quick(6)
@pytest.mark.parametrize("name", OTHERS)
def test_other_games_are_refused_with_reasons(name: str) -> None:
    game = pipeline.load(name).game
    assert game is not None
    assert {code for code, _ in reasons(game)} == {"SG501"}


def test_every_reason_is_told_with_its_place() -> None:
    report = Report()
    war = pipeline.load("war").game
    assert war is not None and TOOLS.write is not None
    assert TOOLS.write(war, report) is None
    told = {(d.message, d.span.line) for d in report.items if d.span}
    assert told >= {
        ("the game is for 2 players", 1),
        ("the game has the option 'face_down'", 12),
        ("the zone 'pile' has owners", 25),
        ("the zone 'table' has owners", 26),
    }


KLONDIKE = read(LIBRARY["klondike"].read_text(encoding="utf-8"))
UNTOLD = rebuild(KLONDIKE, untold)


def changed(kind: type[n.Node], **fields: object) -> n.GameDef:
    """Klondike without words, and with the fields of the first node of a kind changed."""
    first = next(node for node in walk(UNTOLD) if isinstance(node, kind))
    return rebuild(UNTOLD, lambda node: replace(node, **fields) if node is first else node)


def test_a_condition_without_words_is_told_at_its_place() -> None:
    sevens = n.Less(left=n.Number(value=7), right=n.Number(value=8))
    assert reasons(changed(n.If, test=sevens)) == [("SG502", 59)]
    assert reasons(changed(n.Decide, actions=(n.Action(name="hop"),))) == [("SG502", None)]
    assert reasons(changed(n.Action, name="draw", guard=n.And(items=(sevens,)))) == [("SG502", 17)]


def test_what_would_be_read_otherwise_is_told_at_its_place() -> None:
    assert reasons(changed(n.Zone, label="talon")) == [("SG503", 17)]
    assert reasons(changed(n.Turn, up=False)) == [("SG503", 10)]
    assert reasons(replace(UNTOLD, genre="puzzle")) == [("SG503", 1)]


def test_names_that_can_not_be_written_are_told() -> None:
    for name in ("", "$name", "a # b", "two\nlines"):
        assert reasons(replace(KLONDIKE, name=name)) == [("SG503", 1)]


def test_all_codes_are_known() -> None:
    assert [code for code in CODES if code.startswith("SG5")] == ["SG502", "SG501", "SG503"]


# ---- the command ---------------------------------------------------------------------------------


def test_the_command_writes_a_game(tmp_path: Path) -> None:
    out = tmp_path / "klondike.sgdl"
    result = CliRunner().invoke(cli, ["write", "klondike", "--to", "sgdl", "--out", str(out)])
    assert result.exit_code == 0 and result.stdout == ""
    again = CliRunner().invoke(cli, ["write", str(out), "--to", "sgdl"])
    assert again.exit_code == 0 and again.stdout == out.read_text() == written(KLONDIKE)


def test_the_command_tells_why_not() -> None:
    result = CliRunner().invoke(cli, ["write", "war", "--to", "sgdl"])
    assert result.exit_code == 1 and result.stdout == ""
    assert "error[SG501]: the game is for 2 players" in result.stderr
    assert CliRunner().invoke(cli, ["write", "war", "--to", "latin"]).exit_code == 2
