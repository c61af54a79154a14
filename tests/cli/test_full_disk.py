"""Every command that writes a file: a full disk leaves what was there."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from ludwright.cli import cli
from tools.forked_cli import run_all
from tools.small_solitaires import LITTLE

TESTS = Path(__file__).parent.parent
RECORDS = TESTS / "data" / "records" / "format-2"
LIMIT = 40  # bytes: less than anything that is written
OLD = "what was there before, and longer than the limit is\n"

# The command, what is typed, and the file that is written: one that exists, of the same kind.
CALLS: dict[str, tuple[list[str], str, str]] = {
    "fmt": (["fmt", "odd.cgml", "--write"], "", "odd.cgml"),
    "migrate --write": (["migrate", "older.cgml", "--write"], "", "older.cgml"),
    "migrate --out": (["migrate", "older.cgml", "--out", "old.cgml"], "", "old.cgml"),
    "write": (["write", "little.sgdl", "--to", "sgdl", "--out", "old.sgdl"], "", "old.sgdl"),
    "record": (["record", "little.sgdl", "--max-moves", "3", "--out", "old.json"], "", "old.json"),
    "record --text": (["record", "little.sgdl", "--text", "--out", "old.txt"], "", "old.txt"),
    "position": (["position", "war.json", "--out", "old.save.xml"], "", "old.save.xml"),
    "save": (["play", "little.sgdl", "--seed", "1"], "save old.json\nquit\n", "old.json"),
}
SAVED = {"save"}  # what is told at the table, and is no reason to leave it


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    shutil.copytree(RECORDS, tmp_path, dirs_exist_ok=True)
    (tmp_path / "little.sgdl").write_text(LITTLE)
    (tmp_path / "odd.cgml").write_text((RECORDS / "crazy-eights.cgml").read_text() + "\n\n\n")
    shutil.copy(TESTS / "languages" / "cgml" / "older" / "eights.cgml", tmp_path / "older.cgml")
    for name in ("old.cgml", "old.sgdl", "old.save.xml"):
        (tmp_path / name).write_text(OLD)
    (tmp_path / "old.txt").write_text(f"some game\nplayers  player 1\n{OLD}")
    shutil.copy(RECORDS / "war.json", tmp_path / "old.json")
    return tmp_path


def results(folder: Path, **more: Any) -> dict[str, dict[str, Any]]:
    """What came of each command, in a copy of the folder of its own."""
    cases = []
    for number, (args, typed, _) in enumerate(CALLS.values()):
        place = folder.parent / f"{folder.name}-{number}"
        shutil.copytree(folder, place, symlinks=True)
        cases.append({"args": args, "input": typed, "cwd": str(place), **more})
    found = run_all(cases)
    for case, each in zip(cases, found, strict=True):
        each["folder"] = Path(case["cwd"])
    return dict(zip(CALLS, found, strict=True))


def test_a_full_disk_leaves_what_was_there(folder: Path) -> None:
    before = sorted(each.name for each in folder.iterdir())
    for name, got in results(folder, limit=LIMIT).items():
        written = CALLS[name][2]
        assert (got["folder"] / written).read_text() == (folder / written).read_text(), name
        assert "File too large" in got["err"] + got["out"], (name, got)
        assert got["code"] == (0 if name in SAVED else 2), (name, got)
        assert sorted(each.name for each in got["folder"].iterdir()) == before, name


@pytest.mark.deep
def test_what_is_written_through_a_link_keeps_link_and_mode(folder: Path) -> None:
    for name in {each[2] for each in CALLS.values()}:
        (folder / name).rename(folder / f"real-{name}")
        (folder / f"real-{name}").chmod(0o640)
        (folder / name).symlink_to(f"real-{name}")
    for name, got in results(folder).items():
        written = CALLS[name][2]
        real = got["folder"] / f"real-{written}"
        assert got["code"] == 0 and (got["folder"] / written).is_symlink(), (name, got)
        assert real.read_text() != (folder / written).read_text(), name
        assert real.stat().st_mode & 0o777 == 0o640, name


@pytest.mark.deep
def test_what_goes_to_the_output_is_printed(folder: Path) -> None:
    calls = [
        ["record", "little.sgdl", "--seed", "1", "--max-moves", "3", "--out", "/dev/stdout"],
        ["write", "little.sgdl", "--to", "sgdl", "--out", "/dev/stdout"],
        ["position", "war.json", "--out", "/dev/stdout"],
        ["record", "little.sgdl", "--max-moves", "3", "--out", "/dev/full"],
    ]
    *printed, full = run_all([{"args": args, "cwd": str(folder)} for args in calls])
    plain = run_all([{"args": args[:-2], "cwd": str(folder)} for args in calls[:-1]])
    for got, usual in zip(printed, plain, strict=True):
        assert got["code"] == 0 and got["out"] == usual["out"] != "", got
    assert full["code"] == 2 and "No space left on device" in full["err"], full


def test_no_record_is_written_over_a_description(tmp_path: Path) -> None:
    file = tmp_path / "little.sgdl"
    file.write_text(LITTLE)
    asked = ["record", str(file), "--seed", "1", "--max-moves", "2", "--out", str(file)]
    result = CliRunner().invoke(cli, asked)
    assert result.exit_code == 2 and "exists and is not a record" in result.stderr
    typed = CliRunner().invoke(
        cli, ["play", str(file), "--seed", "1"], input=f"save {file}\nquit\n"
    )
    assert "exists and is not a record" in typed.stdout
    assert file.read_text() == LITTLE


def test_files_of_another_kind_are_not_overwritten(folder: Path) -> None:
    others = {name: call[2] for name, call in CALLS.items() if "--write" not in call[0]}
    cases = []
    for name, file in others.items():
        args, typed, _ = CALLS[name]
        args = [arg if arg != file else "notes.md" for arg in args]
        cases.append({"args": args, "input": typed.replace(file, "notes.md"), "cwd": str(folder)})
    (folder / "notes.md").write_text(OLD)
    for name, got in zip(others, run_all(cases), strict=True):
        assert "'notes.md' exists and is not" in got["err"] + got["out"], (name, got)
        assert got["code"] == (0 if name in SAVED else 2), (name, got)
        assert (folder / "notes.md").read_text() == OLD, name
    (folder / "notes.md").write_text("")  # there is nothing to lose
    for name, got in zip(others, run_all(cases[:1]), strict=False):
        assert got["code"] == 0, (name, got)
