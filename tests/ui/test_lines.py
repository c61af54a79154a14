"""The table in lines: the same commands as on the screen, through pipes."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

from click.testing import CliRunner

from ludwright.cli import cli

ROOT = Path(__file__).parent.parent.parent


def run(*arguments: object, stdin: str = "") -> str:
    """What a command prints."""
    result = CliRunner().invoke(cli, [str(a) for a in arguments], input=stdin)
    assert result.exit_code == 0, result.output
    return result.stdout


def test_why_and_hint() -> None:
    text = run("play", "klondike", "--seed", 7, stdin="hint\nwhy 2\nwhy hop\nwhy\nquit\n")
    assert "your move > hint\n  draw\n" in text
    assert "why 2\n  '8D  column 4 -> column 3' is legal\n" in text
    assert "why hop\n  'hop' is not a move of this game" in text
    assert "why\n  say which: why MOVE\n" in text


def test_help_names_every_command() -> None:
    text = run("play", "klondike", "--seed", 7, stdin="help\nquit\n")
    for word in ("moves", "undo", "why MOVE", "hint", "save FILE", "load FILE", "quit"):
        assert f"\n  {word} " in text


def test_a_game_is_saved_and_loaded_in_between(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    stdin = f"2\nsave {file}\n1\n1\nload {file}\nload\nload {tmp_path}/none\nundo\nquit\n"
    text = run("play", "klondike", "--seed", 7, stdin=stdin)
    tables = [part for part in text.split("\n\n") if part.startswith("  stock")]
    # The start, after 2, twice after 1, loaded, undone.
    assert len(tables) == 6 and tables[4] == tables[1] and tables[5] == tables[0]
    assert f"loaded {file}" in text and "say which: load FILE" in text and "can't be read" in text


def test_a_replay_in_lines(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    run("record", "crazy-eights", "--players", 3, "--seed", 5, "--max-moves", 6, "--out", file)
    moves = [step["text"] for step in json.loads(file.read_text())["moves"]]
    text = run("replay", file, "--step", stdin="\n\nb\nx\n" + "\n" * 6 + "b\nquit\n")
    places = [line.split(";")[0] for line in text.splitlines() if line.startswith("move ")]
    steps = [0, 1, 2, 1, 1, 2, 3, 4, 5, 6, 6, 5]
    assert places == [f"move {n} of 6" for n in steps]
    assert "there is no further move that way" in text
    told = re.findall(r"^  (?:you|player \d): (.*)$", text, re.MULTILINE)
    assert told == [*moves[:2], *moves[1:]]


def test_a_replay_hides_what_the_seat_does_not_see(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    run("record", "crazy-eights", "--players", 3, "--seed", 5, "--max-moves", 6, "--out", file)
    text = run("replay", file, "--step", "--seat", 2)
    assert "player 1's hand          [] x" in text and "your hand" in text
    bad = CliRunner().invoke(cli, ["replay", str(file), "--step", "--seat", "4"])
    assert bad.exit_code == 2 and "there are 3 seats" in bad.stderr


def test_lines_and_help_do_without_the_screen_s_library() -> None:
    check = "import sys; from ludwright.cli import cli; cli({}, standalone_mode=False); "
    check += "bad = {{'textual', 'rich'}} & set(sys.modules); sys.exit(bool(bad))"
    for arguments in (["play", "klondike", "--plain", "--seed", "7"], ["--help"], ["games"]):
        done = subprocess.run(
            [sys.executable, "-c", check.format(arguments)],
            env=os.environ | {"PYTHONPATH": str(ROOT / "src")},
            input="1\nhint\nquit\n",
            capture_output=True,
            text=True,
            timeout=100,
        )
        assert done.returncode == 0, (arguments, done.stderr)
