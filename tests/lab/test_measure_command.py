"""The command `measure`, and the page that defines the measures."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from ludwright.cli import cli
from ludwright.lab.measures import MEASURES, SLOW
from ludwright.ui.measures import definition_table

PAGE = (Path(__file__).parents[2] / "docs" / "lab.md").read_text()
SECTION = PAGE.partition("\n## Measures\n")[2].partition("\n## ")[0]


def run(*arguments: object) -> Result:
    return CliRunner().invoke(cli, ["measure", *map(str, arguments)])


def test_both_forms_tell_the_same() -> None:
    asked = ("kuhn-poker", "--games", 50, "--seed", 3, "--only", "forced,unfairness,won")
    text, found = run(*asked).stdout, json.loads(run(*asked, "--json", "--jobs", 1).stdout)
    assert (found["game"], found["games"], found["seed"]) == ("kuhn-poker", 50, 3)
    measures = found["measures"]
    assert list(measures) == ["forced", "unfairness", "won"]
    unfair = measures["unfairness"]
    assert f"{unfair['value']:.4g}  ({unfair['ci95'][0]:.4g} to {unfair['ci95'][1]:.4g})" in text
    assert f"side 1 {unfair['parts']['side 1']:.4g}; side 2" in text
    assert measures["won"]["value"] is None and measures["won"]["note"] in text
    assert unfair["unit"] == "share of victory" and unfair["count"] == 50


def test_the_list_defines_every_measure() -> None:
    text = run("--list").stdout
    for name, each in MEASURES.items():
        assert f"\n{name}: {each.title}" in "\n" + text
        assert each.definition.split()[-1] in text and each.interval in text
    assert text.count("only if asked for") == sum(e.source in SLOW for e in MEASURES.values())


@pytest.mark.parametrize("order", [("--list", "--json"), ("--json", "--list")])
def test_the_list_is_data_too(order: tuple[str, str]) -> None:
    listed = json.loads(run(*order).stdout)
    assert {each["name"]: each["definition"] for each in listed} == {
        name: each.definition for name, each in MEASURES.items()
    }
    assert {each["name"] for each in listed if each["slow"]} == {
        name for name, each in MEASURES.items() if each.source in SLOW
    }


def test_a_wrong_name_is_wrong_use() -> None:
    found = run("war", "--only", "turns,leed_changes")
    assert found.exit_code == 2
    assert "unknown measure 'leed_changes'; did you mean 'lead_changes'?" in found.stderr
    assert run("war", "--only", "qqqqqq").exit_code == 2
    assert run().exit_code == 2


def test_progress_and_an_interrupt(monkeypatch: pytest.MonkeyPatch) -> None:
    from ludwright.lab import measures

    def interrupted(plan: measures.Plan) -> object:
        raise KeyboardInterrupt

    monkeypatch.setitem(measures.SOURCES, "courses", interrupted)
    found = run("kuhn-poker", "--games", 20, "--only", "turns,drama")
    assert found.exit_code == 130
    assert "interrupted before it was measured" in found.stdout and "turns, n = 20" in found.stdout


def test_the_page_has_the_definitions_of_today() -> None:
    assert "\n".join(definition_table()) in SECTION, "write the table of definition_table() there"


def test_the_examples_of_the_page_run() -> None:
    (python,) = re.findall(r"```python\n(.*?)```", SECTION, re.DOTALL)
    exec(compile(python, "lab.md", "exec"), {})
    (shell,) = re.findall(r"```sh\n(.*?)```", SECTION, re.DOTALL)
    for line in shell.splitlines():
        program, *arguments = shlex.split(re.sub(r"--games \d+", "--games 4", line))
        assert program == "ludwright"
        assert CliRunner().invoke(cli, arguments).exit_code == 0, line
