"""Records on the command line: which game they are of, where it is, and whether it was changed."""

from __future__ import annotations

import json
import os
import shutil
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from ludwright.cli import cli
from tools.small_solitaires import little_file

LITTLE = "games/little.sgdl"
RECORDS = Path(__file__).parent.parent / "data" / "records" / "format-2"


def run(*arguments: object) -> Result:
    return CliRunner().invoke(cli, [str(each) for each in arguments])


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a game of several files and a little one in a folder, and one for records."""
    games = tmp_path / "games"
    games.mkdir()
    for name in ("war.xml", "war.layout.xml"):
        shutil.copy(RECORDS / name, games)
    little_file(games)
    shutil.copytree(RECORDS / "shared-xml", games / "shared-xml")
    (tmp_path / "saved").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path


@cache
def record(game: str, out: str) -> str:
    """The text of a record that is written there, which is the same in all such folders."""
    made = run("record", game, "--seed", 1, "--max-moves", 5, "--out", out)
    assert made.exit_code == 0, made.output
    return Path(out).read_text()


def recorded(home: Path, game: str = "games/war.xml", out: str = "saved/game.json") -> Path:
    file = home / out
    file.write_text(record(game, out))
    return file


@pytest.mark.quick(2)
@pytest.mark.parametrize("place", [".", "saved", "games", "/"])
def test_a_game_is_found_by_the_way_from_its_record(
    place: str, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = recorded(home)
    assert json.loads(file.read_text())["game"] == "../games/war.xml"
    monkeypatch.chdir(home / place)
    assert "war.xml: 5 moves, all as recorded" in run("replay", file).stdout
    assert run("position", file).exit_code == 0


def test_a_game_is_found_after_both_were_moved(home: Path) -> None:
    recorded(home)
    both = home / "elsewhere"
    both.mkdir()
    shutil.move(home / "games", both / "games")
    shutil.move(home / "saved", both / "saved")
    assert run("replay", both / "saved" / "game.json").exit_code == 0


def test_a_game_is_found_through_links(home: Path) -> None:
    (home / "link").symlink_to("saved")
    (home / "direct.json").symlink_to("saved/game.json")
    recorded(home, LITTLE, "link/game.json")
    for file in ("link/game.json", "saved/game.json", "direct.json"):
        assert run("replay", file).exit_code == 0, file


def test_a_game_is_found_beside_its_record(home: Path) -> None:
    file = recorded(home, LITTLE)
    moved = home / "games" / "moved.json"
    file.rename(moved)
    os.chdir("/")
    assert run("replay", moved).exit_code == 0


def test_a_record_that_was_printed_finds_its_game_from_here(home: Path) -> None:
    printed = run("record", LITTLE, "--seed", 1, "--max-moves", 5)
    (home / "saved" / "game.json").write_text(printed.stdout)
    assert run("replay", "saved/game.json").exit_code == 0


def test_what_was_tried_is_reported(home: Path) -> None:
    file = recorded(home)
    shutil.move(home / "games", home / "gone")
    for command in ("replay", "position"):
        lost = run(command, file)
        assert lost.exit_code == 1 and "error[RC110]: 'war.xml'" in lost.stderr
        for place in ("games/war.xml", "saved/war.xml"):
            assert f"tried '{home / place}': no such file" in lost.stderr
        assert "--game FILE" in lost.stderr
    assert run("replay", file, "--game", "gone/war.xml").exit_code == 0


@pytest.mark.quick(1)
@pytest.mark.parametrize(
    "changed", ["war.xml", "war.layout.xml", "shared-xml/ace-high-52.deck.xml"]
)
def test_a_changed_file_is_reported_with_both_hashes(home: Path, changed: str) -> None:
    file = recorded(home)
    with (home / "games" / changed).open("a") as text:
        text.write("<!-- a remark -->\n")
    refused = run("replay", file)
    assert refused.exit_code == 1 and "error[RC103]" in refused.stderr
    assert json.loads(file.read_text())["sources"] in refused.stderr
    assert "its sources are" in refused.stderr and "--game FILE" in refused.stderr
    named = run("replay", file, "--game", "games/war.xml")
    assert named.exit_code == 0 and "note: the description has changed since" in named.stderr


def test_of_two_files_the_recorded_one_is_taken(home: Path) -> None:
    file = recorded(home)
    for name in ("war.xml", "war.layout.xml"):
        shutil.copy(home / "games" / name, home / "saved")
    shutil.copytree(home / "games" / "shared-xml", home / "saved" / "shared-xml")
    with (home / "games" / "war.xml").open("a") as text:
        text.write("<!-- a remark -->\n")
    got = run("replay", file)
    assert got.exit_code == 0 and not got.stderr


@pytest.mark.quick(2)
@pytest.mark.parametrize(
    "name", ["/etc/passwd", "/dev/zero", "C:\\x.sgdl", "", ".", "..", "a\0b", "x" * 5000, "/", "~"]
)
def test_a_forged_name_leads_nowhere(home: Path, name: str) -> None:
    file = recorded(home)
    file.write_text(json.dumps(json.loads(file.read_text()) | {"game": name}))
    got = run("replay", file)
    assert got.exit_code == 1 and "error[RC1" in got.stderr, got.output
    assert "root:" not in got.output and "internal error" not in got.output


def test_a_game_of_the_library_is_named_alone(home: Path) -> None:
    made = run("record", "war:rulexml", "--seed", 1, "--max-moves", 5, "--out", "saved/l.json")
    assert made.exit_code == 0
    assert json.loads((home / "saved" / "l.json").read_text())["game"] == "war:rulexml"
    assert run("replay", "saved/l.json").exit_code == 0


def test_a_record_of_another_game_is_refused_by_name(home: Path) -> None:
    file = recorded(home, LITTLE)
    for command in (("play", "war", "--load", file), ("replay", file, "--game", "war")):
        refused = run(*command)
        assert refused.exit_code == 1 and "error[RC103]" in refused.stderr, refused.output
        assert "'little.sgdl', not of 'war'" in refused.stderr
        assert "--game" not in refused.stderr
    (home / "games" / "other.sgdl").write_text((home / LITTLE).read_text())
    renamed = run("replay", file, "--game", "games/other.sgdl")
    assert renamed.exit_code == 0 and not renamed.stderr
