"""Every command with streams that are closed, full or not read any more."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import ludwright as lw
from ludwright.cli import COMMANDS
from tools.forked_cli import run_all
from tools.small_solitaires import LITTLE

TESTS = Path(__file__).parent.parent
RECORDS = TESTS / "data" / "records" / "format-2"

CALLS: dict[str, list[str]] = {
    "games": [],
    "rules": ["little.sgdl"],
    "new": ["--help"],  # it replaces nothing, so a second call fails
    "check": ["little.sgdl"],
    "watch": ["little.sgdl", "--once", "--games", "2"],
    "explain": ["RC103"],
    "show": ["little.sgdl"],
    "listing": ["little.sgdl"],
    "fmt": ["crazy-eights.cgml"],
    "migrate": ["older.cgml"],
    "schema": ["cgml"],
    "write": ["little.sgdl", "--to", "sgdl"],
    "play": ["little.sgdl", "--seed", "1"],
    "record": ["little.sgdl", "--seed", "1", "--max-moves", "3"],
    "replay": ["war.json"],
    "position": ["war.json"],
    "scores": ["scores.xml"],
    "solve": ["little.sgdl", "--seed", "1", "--time-limit", "1"],
    "deal": ["little.sgdl", "--seed", "1"],
    "simulate": ["little.sgdl", "--games", "2", "--seed", "1"],
    "measure": ["little.sgdl", "--games", "2", "--only", "turns,forced"],
    "arena": ["kuhn-poker", "--players", "first,random", "--deals", "2"],
    "equilibrium": ["kuhn-poker", "--iterations", "20"],
    "bot": ["random", "kuhn-poker"],
    "report": ["kuhn-poker", "--games", "2", "--out", "page.html"],
    "perft": ["little.sgdl", "--seed", "1", "--depth", "1"],
    "tree": ["kuhn-poker"],
    "collect": ["kuhn-poker", "--games", "2", "--out", "collected"],
    "query": ["results", "SELECT * FROM games"],
    "compare": ["kuhn-poker", "leduc-poker", "--games", "2"],
    "evolve": ["kuhn-poker", "--goal", "turns=3", "--out", "out", "--variants=1", "--games=2"],
    "completion": ["bash"],
    "man": [],
    # A server runs until it is stopped: tests/web and tests/lsp start real ones.
    "serve": ["--help"],
    "serve-admin": ["--help"],
    "lsp": ["--help"],
    "--help": [],
    "--version": [],
}
STREAMS: dict[str, dict[str, str]] = {
    "as usual": {},
    "stdout closed": {"stdout": "closed"},
    "stdout full": {"stdout": "full"},
    "stdout broken": {"stdout": "broken"},
    "stderr closed": {"stderr": "closed"},
    "stderr full": {"stderr": "full"},
    "stdin closed": {"stdin": "closed"},
    "all closed": {"stdin": "closed", "stdout": "closed", "stderr": "closed"},
    "all full": {"stdin": "full", "stdout": "full", "stderr": "full"},
}


def test_every_command_is_tried() -> None:
    assert {each.name for each in COMMANDS} <= set(CALLS)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    shutil.copytree(RECORDS, tmp_path, dirs_exist_ok=True)
    (tmp_path / "little.sgdl").write_text(LITTLE)
    shutil.copy(TESTS / "languages" / "cgml" / "older" / "eights.cgml", tmp_path / "older.cgml")
    lw.load("kuhn-poker").collect(2, out=tmp_path / "results", format="csv")
    (tmp_path / "scores.xml").write_text('<data type="score"></data>\n')
    return tmp_path


QUICK = ("explain", "fmt", "play", "--help")
MATRIX = [
    pytest.param(each, marks=() if each in QUICK else pytest.mark.deep, id=each) for each in CALLS
]


@pytest.mark.parametrize("command", MATRIX)
def test_a_command_copes_with_its_streams(command: str, folder: Path) -> None:
    args = [command, *CALLS[command]]
    cases = [{"args": args, "cwd": str(folder), **streams} for streams in STREAMS.values()]
    found = dict(zip(STREAMS, run_all(cases), strict=True))
    usual = found["as usual"]
    assert usual["code"] == 0 and usual["out"], usual
    for stream in STREAMS:
        got = found[stream]
        assert "Traceback" not in got["err"] and "internal error" not in got["err"], got
        assert "Exception ignored" not in got["err"] and got["code"] in (0, 1), (stream, got)
    for stream, why in (("closed", "Bad file descriptor"), ("full", "No space left on device")):
        got = found[f"stdout {stream}"]
        assert got["code"] == 1 and f"error: the output cannot be used: {why}" in got["err"], got
        assert found[f"all {stream}"]["code"] == 1
    for stream in ("stderr closed", "stderr full", "stdin closed"):
        assert found[stream]["code"] == 0, found[stream]
    assert found["stdout broken"]["err"] in ("", usual["err"])


@pytest.mark.deep
def test_errors_keep_their_exit_code_where_nobody_reads_them() -> None:
    cases = [
        {"args": args, **streams}
        for args in (["show", "nonsense"], ["nonsense"], ["fmt", "none.sgdl"])
        for streams in STREAMS.values()
    ]
    for got in run_all(cases):
        assert got["code"] == 2 and "Traceback" not in got["err"], got


def test_a_closed_input_is_not_read() -> None:
    cases = [{"args": [command, "-"], "stdin": "closed"} for command in ("fmt", "migrate")]
    for got in run_all(cases):
        assert got["code"] == 2 and "cannot be read: Bad file descriptor" in got["err"], got


def test_an_endless_input_is_not_read_to_its_end() -> None:
    cases = [{"args": [command, "-"], "stdin": "full"} for command in ("fmt", "migrate")]
    for got in run_all(cases):  # /dev/full reads as zeros
        assert got["code"] == 2 and "larger than 1,000,000 bytes" in got["err"], got


# ---- odd files -----------------------------------------------------------------------------------


@pytest.mark.quick(2)
@pytest.mark.parametrize("odd", ["fifo", "folder", "/dev/zero", "/dev/null", "/dev/stdin"])
def test_odd_files_are_refused_at_once(odd: str, tmp_path: Path) -> None:
    import os

    path = tmp_path / odd if "/" not in odd else Path(odd)
    if odd == "fifo":
        os.mkfifo(path)
    elif odd == "folder":
        path.mkdir()
    (tmp_path / "little.sgdl").write_text(LITTLE)
    (tmp_path / "linked.sgdl").symlink_to(path)
    calls = [
        ["replay", str(path)],
        ["position", str(path)],
        ["play", "little.sgdl", "--load", str(path)],
        ["play", "little.sgdl", "--scores", str(path)],
        ["scores", str(path)],
        ["solve", "little.sgdl", "--seed", "1", "--save", str(path)],
        ["check", "linked.sgdl"],
        ["show", "linked.sgdl"],
        ["fmt", "linked.sgdl"],
        ["record", "linked.sgdl"],
    ]
    for args, got in zip(
        calls, run_all([{"args": c, "cwd": str(tmp_path)} for c in calls]), strict=True
    ):
        assert got["code"] in (1, 2) and "Traceback" not in got["err"], (args, got)
        assert "internal error" not in got["err"] and "error" in got["err"].lower(), (args, got)
