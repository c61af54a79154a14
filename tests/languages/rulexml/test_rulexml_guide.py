"""The guide is true: its files are games, its commands run, and the mistake it shows is one."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

import ludwright as lw
from ludwright.cli import cli
from ludwright.languages import rulexml

GUIDE = (Path(rulexml.__file__).parent / "GUIDE.md").read_text()
FIRST, PHASES, LAYOUT = re.findall(r"^```xml\n(.*?)^```", GUIDE, re.DOTALL | re.MULTILINE)
BEFORE, AFTER = (
    block.splitlines()
    for block in re.findall(r"^```sh\n(.*?)^```", GUIDE, re.DOTALL | re.MULTILINE)
)
RIGHT = re.sub(r"  <phases>.*</phases>\n", lambda found: PHASES, FIRST, flags=re.DOTALL)
SOUTH = 4


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to follow the guide in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(commands: list[str]) -> None:
    for command in commands:
        program, *arguments = shlex.split(command)
        assert program == "ludwright"
        done = CliRunner().invoke(cli, arguments, input="1\nundo\nquit\n")
        assert done.exit_code == 0, f"{command}\n{done.output}"


def test_the_first_steps_lead_to_the_mistake(folder: Path) -> None:
    (folder / "nine.xml").write_text(FIRST)
    run(BEFORE)
    assert {"RX108", "CK201"} <= {found.code for found in lw.check("nine.xml")}
    table = lw.load("nine.xml").table(deal={"undealt": ["2", "1", "9"]})
    table.apply("drag left,south,south -> home")
    assert table.zone("home") == ["door", "1"]
    assert table.zone("home", path=[SOUTH]) == ["9"]


def test_the_rest_makes_a_game(folder: Path) -> None:
    (folder / "nine.xml").write_text(RIGHT)
    (folder / "nine.layout.xml").write_text(LAYOUT)
    run(AFTER)
    assert lw.check("nine.xml") == []
    # The columns from left to right, each from the gap on: the ends are 1, 4 and 7.
    table = lw.load("nine.xml").table(deal={"undealt": [*"321", *"654", *"987"]})
    assert {move.text() for move in table.legal()} == {
        "drag left,south,south,south -> home",
        "drag left,south,south,south -> middle",
        "drag left,south,south,south -> right",
        "drag middle,south,south,south -> right",
    }
    for column in ("left", "middle", "right"):
        for length in (3, 2, 1):
            table.apply(f"drag {column}{',south' * length} -> home")
    assert table.result().winners == (0,) and table.result().scores == (9,)
