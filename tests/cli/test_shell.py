"""Shells complete what there is, and man shows every command."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import click
import pytest
from click.shell_completion import ShellComplete
from click.testing import CliRunner

from ludwright.cli import cli
from ludwright.pipeline import library_games

SHELLS = ("bash", "zsh", "fish")


def completed(*arguments: str) -> list[str]:
    """What is offered for the last argument."""
    *before, typed = arguments
    shell = ShellComplete(cli, {}, "ludwright", "_LUDWRIGHT_COMPLETE")
    return [each.value for each in shell.get_completions(before, typed)]


def test_commands_games_bots_measures_and_codes_are_completed() -> None:
    assert completed("sim") == ["simulate"]
    assert completed("play", "free") == ["freecell", "freecell-2-cells"]
    assert set(completed("rules", "")) >= {name for name in library_games() if ":" not in name}
    assert completed("simulate", "war", "--bot", "gr") == ["greedy"]
    assert completed("record", "war", "--against", "level-4") == ["level-4"]
    assert completed("measure", "war", "--only", "lead") == ["lead_changes"]
    assert completed("explain", "RT10")[:2] == ["RT101", "RT102"]
    assert completed("explain", "MOVE_ST") == ["MOVE_STACK"]
    assert completed("bot", "fir") == ["first"]


def test_files_that_may_be_games_are_completed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine").mkdir()
    for name in ("mine.cgml", "mine.txt", "mine/one.sgdl", "mine/.hidden.sgdl"):
        (tmp_path / name).touch()
    for command in ("play", "check", "compare", "fmt", "report", "watch"):
        assert completed(command, "mine") == ["mine/", "mine.cgml"], command
    assert completed("play", "mine/") == ["mine/one.sgdl"]
    assert completed("play", "mine/.") == ["mine/.hidden.sgdl"]
    assert completed("play", "nowhere/") == []


@pytest.mark.parametrize("shell", SHELLS)
def test_the_script_of_a_shell_is_valid(shell: str) -> None:
    made = CliRunner().invoke(cli, ["completion", shell])
    assert made.exit_code == 0 and "_LUDWRIGHT_COMPLETE" in made.stdout
    if program := shutil.which(shell):
        read = subprocess.run([program, "-n"], input=made.stdout, text=True, capture_output=True)
        assert read.returncode == 0, read.stderr


def test_other_shells_are_refused() -> None:
    for arguments in (["csh"], []):
        assert CliRunner().invoke(cli, ["completion", *arguments]).exit_code == 2


def test_the_manual_page_has_every_command_and_option() -> None:
    page = CliRunner().invoke(cli, ["man"]).stdout
    shown = page.replace("\\-", "-").replace("\\&", "").replace("\\e", "\\")

    def check(path: str, command: click.Command) -> None:
        assert re.search(rf"^\.SS {path} .*", shown, re.M), path
        for parameter in command.params:
            if isinstance(parameter, click.Option) and not parameter.hidden:
                assert re.search(rf"^\.B .*{re.escape(parameter.opts[0])}\b", shown, re.M)
        for name, each in getattr(command, "commands", {}).items():
            check(f"{path} {name}", each)

    for name, command in cli.commands.items():
        check(f"ludwright {name}", command)
    requests = {line.split()[0] for line in page.splitlines() if line.startswith((".", "'"))}
    assert requests == {".TH", ".SH", ".SS", ".B", ".TP", ".PP", ".nf", ".fi"}
    assert "gamespec  taking, board" in shown.split(".nf")[1].split(".fi")[0]
