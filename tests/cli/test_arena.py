"""The command `arena`: its table, its JSON, files, and what ends a run early."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from ludwright.cli import cli
from ludwright.players import PLAYERS
from ludwright.players.first import First


def run(*arguments: object) -> Result:
    return CliRunner().invoke(cli, ["arena", *map(str, arguments)])


KUHN = ("kuhn-poker", "--deals", 20, "--seed", 3)


def test_both_forms_have_the_same_figures() -> None:
    text = run(*KUHN, "--players", "first,random").stdout
    found = json.loads(run(*KUHN, "--players", "first,random", "--json", "--jobs", 1).stdout)
    assert (found["game"], found["seats"], found["deals"]) == ("kuhn-poker", 2, 20)
    assert [each["name"] for each in found["players"]] == ["first", "random"]
    for each in found["players"]:
        line = next(line for line in text.splitlines() if line.startswith(each["name"] + " "))
        assert f"{100 * each['rate']:.1f} %" in line and f"{each['score']:+.3f}" in line
        assert each["games"] == 40 and each["rate"] == (each["wins"] + each["shared"] / 2) / 40
    assert "first - random: " in text


def test_names_come_from_both_options() -> None:
    arguments = (*KUHN, "--players", "first, random", "--player", "random", "--json")
    found = json.loads(run(*arguments).stdout)
    assert [each["name"] for each in found["players"]] == ["first", "random", "random"]
    assert found["games"] == 60 and len(found["differences"]) == 3


def test_seats_and_options_of_the_game() -> None:
    arguments = ("gops", "--players", "first,random", "--deals", 2, "--seats", 3, "--json")
    found = json.loads(run(*arguments, "--set", "cards=3", "--max-moves", 3).stdout)
    assert (found["seats"], found["unfinished"], found["max_moves"]) == (3, 4, 3)


def test_a_file_is_resumed(tmp_path: Path) -> None:
    arguments = (*KUHN, "--players", "first,random", "--json", "--out", tmp_path / "out")
    first = run(*arguments).stdout
    assert len((tmp_path / "out").read_text().splitlines()) == 21
    assert run(*arguments).stdout == first
    other = run("kuhn-poker", "--deals", 20, "--seed", 4, *arguments[-5:])
    assert other.exit_code == 2 and "made with another seed" in other.stderr


def test_a_clear_result_ends_early() -> None:
    # Who always plays the first legal card and bid loses every match.
    arguments = ("spades", "--players", "first,random", "--deals", 500, "--stop", "--json")
    found = json.loads(run(*arguments).stdout)
    assert found["stopped"] and found["deals"] < 100


def test_a_bot_that_breaks_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    class Clumsy(First):
        def pick(self, count: int) -> int:
            raise ZeroDivisionError("no idea")

    monkeypatch.setitem(PLAYERS, "clumsy", Clumsy)
    result = run(*KUHN, "--players", "clumsy,random", "--jobs", 1)
    assert result.exit_code == 1
    assert "bot 'clumsy' broke: ZeroDivisionError: no idea, in deal 0" in result.stderr


PROGRAM = """
import json, sys
print(json.dumps({"t": "hello", "protocol": 1}), flush=True)
for line in sys.stdin:
    message = json.loads(line)
    if message["t"] == "begin":
        print(json.dumps({"t": "ready"}), flush=True)
    elif message["t"] == "choose":
        number = 0 if len(sys.argv) < 2 else 10**6
        print(json.dumps({"at": message["at"], "n": number}), flush=True)
"""


@pytest.mark.skipif(os.name != "posix", reason="programs play on POSIX systems only")
def test_a_program_plays_like_the_bot_it_imitates(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text(PROGRAM)
    command = f"cmd {sys.executable} {tmp_path / 'bot.py'}"
    arguments = ("kuhn-poker", "--deals", 6, "--seed", 3, "--player", command, "--jobs", 1)
    found = json.loads(run(*arguments, "--player", "first", "--json").stdout)
    ours, first = found["players"]
    assert ours["name"] == command and "bot_faults" not in found
    assert {**ours, "name": "", "elo": 0} == {**first, "name": "", "elo": 0} and ours["score"] == 0
    # Invalid moves are replaced by the first one, counted and reported.
    result = run(*arguments[:5], "--player", f"{command} wrong, always", "--player", "first")
    assert result.exit_code == 0 and "invalid" in result.stdout


def test_an_interrupt_prints_what_is_finished(monkeypatch: pytest.MonkeyPatch) -> None:
    class Weary(First):
        def pick(self, count: int) -> int:
            raise KeyboardInterrupt

    monkeypatch.setitem(PLAYERS, "weary", Weary)
    result = run(*KUHN, "--players", "weary,random", "--jobs", 1, "--json")
    assert result.exit_code == 130 and json.loads(result.stdout)["interrupted"]
