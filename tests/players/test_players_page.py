"""The page about players is true: its bots play, its commands run, its numbers are the code's."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import sys
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from ludwright.cli import cli
from ludwright.play import plain_data
from ludwright.players import PLAYERS, Faults, child, process
from ludwright.search.driver import Settings
from ludwright.search.layout import EVERYTHING

PAGE = (Path(__file__).parents[2] / "docs" / "players.md").read_text()


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)


SEARCHES, OBJECT, PROGRAM = blocks("python")
SETTINGS = {each.name for each in fields(Settings)}
COMMANDS = [line for block in blocks("sh") for line in block.splitlines()]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the programs of the page, in which `python3` and `ludwright` are ours."""
    (tmp_path / "mybot.py").write_text(PROGRAM)
    (tmp_path / "shedder.mjs").write_text(blocks("js")[0])
    programs = tmp_path / "bin"
    programs.mkdir()
    paths = ":".join(sys.path)
    cache = shlex.quote(os.environ.get("LUDWRIGHT_CACHE", ""))
    start = f"#!/bin/sh\nexport LUDWRIGHT_CACHE={cache} PYTHONPATH={shlex.quote(paths)}\n"
    start += f"exec {shlex.quote(sys.executable)} "
    starts = {
        "python3": '"$@"',
        "ludwright": "-c 'from ludwright.cli import main; main()' \"$@\"",
    }
    for name, rest in starts.items():
        (programs / name).write_text(f"{start}{rest}\n")
        (programs / name).chmod(0o755)
    monkeypatch.setenv("PATH", str(programs), prepend=":")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_bot_in_python_plays() -> None:
    exec(compile(OBJECT, "players.md", "exec"), {})
    code = [line for line in OBJECT.splitlines() if line.strip()]
    assert len(code) <= 20


def test_perfect_information_monte_carlo_is_a_setting() -> None:
    """As the page has it; each world then has a root of its own, and sees what is sealed."""
    told: dict[str, Any] = {}
    exec(compile(SEARCHES, "players.md", "exec"), told)
    assert told["settings"].observer == EVERYTHING
    rows = re.findall(r"^\| ((?:`\w+`(?:, )?)+) \|", PAGE, re.MULTILINE)
    named = {name for row in rows for name in re.findall(r"\w+", row)} & {*SETTINGS}
    assert named == SETTINGS - {"pooled", "flat", "hands"}


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_runs(command: str, folder: Path) -> None:
    if "node " in command and not shutil.which("node"):
        pytest.skip("node is not installed")
    command = re.sub(r"--games \d+", "--games 2", command)
    command = re.sub(r"--max-moves \d+", "--max-moves 4", command)
    program, *arguments = shlex.split(command)
    assert program == "ludwright"
    result = CliRunner().invoke(cli, arguments, input="1\nquit\n")
    assert result.exit_code == 0, result.output
    assert "bot 'cmd" not in result.output  # no fault


@pytest.mark.skipif(not shutil.which("node"), reason="node is not installed")
def test_the_bot_in_javascript_plays_like_the_one_in_python(folder: Path) -> None:
    told: dict[str, object] = {}
    exec(compile(OBJECT.partition("\nfound")[0], "players.md", "exec"), told)
    import ludwright as lw

    game, bot = lw.load("crazy-eights"), told["Shedder"]
    mine = game.simulate(8, seed=1, bot=bot, against="random")  # type: ignore[arg-type]
    other = game.simulate(8, seed=1, bot="cmd node shedder.mjs", against="random")
    assert mine.seats == other.seats and mine.length == other.length


def test_the_limits_are_those_of_the_code() -> None:
    assert (process.MOVE_SECONDS, process.GAME_MOVES, process.START_SECONDS) == (2, 60, 10)
    assert (process.MOST_LATE, process.MOST_DEATHS, process.PROTOCOL) == (10, 3, 1)
    sizes = child.LONGEST_LINE, child.MOST_READ, child.MOST_UNREAD
    assert sizes == (64 << 10, 1 << 20, 16 << 20) and child.GRACE == 0.5
    assert plain_data.MOST_LISTED == 1000
    for name in (*child.INHERITED, *PLAYERS, *process.WAYS):
        assert f"`{name}`" in PAGE
    faults = Faults("cmd python3 mybot.py", 412, 3, 1, 1, 9, "")
    assert str(faults) in blocks("text")[0]
